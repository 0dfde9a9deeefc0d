/// The corners of all settings: every parameter at its least and greatest value and every choice, one at a time, all
/// numbers at once, and mixed at random, on small awkward scenes. Each corner answers in time, correctly if it claims
/// to, and within the memory bound of the table `costs`; or it is refused with a line that names the setting.
#include "tests/effort.h"
#include "tests/handmade.h"
#include "tests/handmade_regions.h"
#include "tests/test.h"

#include "algos/broad/octree/tree.h"
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef CD_SLOW_BUILD
#define SLOWER 20
#else
#define SLOWER 1
#endif

/// The processor time, in seconds, that a corner may take on a scene. The longest takes 1.3 s on a machine of two cores.
#define SECONDS (60 * SLOWER)

#define FRAMES 3

// ---- scenes -----------------------------------------------------------------------------------------------

static void put(struct handmade *made, uint64_t frame, uint32_t id, double x, double y, double z)
{
    handmade_put(made, frame, id, 0, handmade_at(x, y, z));
}

/// Boxes whose faces and edges coincide; one is moved by a place.
static struct cd_scene *stacked(void)
{
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(0.5, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        for (uint32_t id = 0; id < 40; id++)
            put(made, frame, id, id % 4 + (id == 39 ? (double)frame : 0), id / 4 % 4, id / 16);
    return handmade_end(made, FRAMES);
}

/// Boxes in one place, whose faces halve and quarter the space. They move by less than a millionth.
static struct cd_scene *coincident(void)
{
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(0.5, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        for (uint32_t id = 0; id < 14; id++)
            put(made, frame, id, id < 12 ? 1e-7 * (double)(frame * id) : id == 12 ? 3 : 1, 0, 0);
    return handmade_end(made, FRAMES);
}

static struct cd_scene *one_body(void)
{
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(0.5, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        put(made, frame, 0, (double)frame, 0, 0);
    return handmade_end(made, FRAMES);
}

static struct cd_scene *far_out(void)
{
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(0.5, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        for (uint32_t id = 0; id < 5; id++)
            put(made, frame, id, 0.75 * id, 0.25 * (double)frame, 0);
        put(made, frame, 5, 1e9, -1e9, 1e9);
    }
    return handmade_end(made, FRAMES);
}

static struct cd_scene *large_and_tiny(void)
{
    struct cd_random random = cd_random_seed(41);
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(1e-3, false));
    handmade_add(made, handmade_box(1e3, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        for (uint32_t id = 0; id < 16; id++) {
            struct cd_pose pose = handmade_random_pose(&random, id < 14 ? 2e-3 : 10);
            pose.t[0] += id < 14 ? 1e3 : 0;
            handmade_put(made, frame, id, id >= 14, pose);
        }
    return handmade_end(made, FRAMES);
}

/// Convex bodies of some triangles in two dense clusters; bodies come and go.
static struct cd_scene *clustered(void)
{
    struct cd_random random = cd_random_seed(43);
    struct handmade *made = handmade_begin();
    const char *const meshes[] = {"sphere:triangles=200", "convex:triangles=60:seed=2:stretch=10"};
    for (int i = 0; i < 2; i++) {
        struct cd_mesh *mesh = NULL;
        assert_int_equal(cd_mesh_generate(meshes[i], &mesh, NULL), CD_OK);
        handmade_add(made, mesh);
    }
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        for (uint32_t id = 0; id < 16; id++) {
            struct cd_pose pose = handmade_random_pose(&random, 2);
            pose.t[1] += id % 2 ? 1e4 : 0;
            if ((id + frame) % 5)
                handmade_put(made, frame, id, id % 3 == 0, pose);
        }
    return handmade_end(made, FRAMES);
}

/// Points, equal regions and regions as large as all there is, in corners of the space.
static struct cd_scene *regions(uint32_t dimensions, enum cd_touch touch)
{
    struct cd_random random = cd_random_seed(47 + dimensions);
    struct handmade_regions *made = handmade_regions_begin(dimensions, touch);
    const int64_t ends[] = {CD_REGION_MIN, -1, 0, CD_REGION_MAX - 1};
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        for (uint32_t id = 0; id < 60; id++) {
            int64_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
            uint64_t fixed = id * 2654435761u >> 8;
            for (uint32_t k = 0; k < dimensions; k++) {
                low[k] = id % 3 ? ends[id % 4] : ends[(fixed >> k) % 4];
                high[k] = low[k] + 1;
                if (id % 5 == 0)
                    low[k] = CD_REGION_MIN, high[k] = CD_REGION_MAX;
                if (id % 7 == 0)
                    handmade_interval(&random, HANDMADE_EXTREME, touch, &low[k], &high[k]);
            }
            handmade_region(made, frame, id, id % 2 ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE, low, high);
        }
    return handmade_regions_end(made, FRAMES);
}

/// Two regions at opposite corners: no copies keep cells from being many.
static struct cd_scene *corner_points(void)
{
    struct handmade_regions *made = handmade_regions_begin(2, CD_TOUCH_CLOSED);
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        for (uint32_t id = 0; id < 4; id++) {
            int64_t end = id < 2 ? CD_REGION_MIN + (int64_t)frame : CD_REGION_MAX;
            const int64_t place[] = {end, end};
            handmade_region(made, frame, id, id % 2 ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE, place, place);
        }
    return handmade_regions_end(made, FRAMES);
}

static struct cd_scene *regions_1d(void)
{
    return regions(1, CD_TOUCH_CLOSED);
}

static struct cd_scene *regions_2d(void)
{
    return regions(2, CD_TOUCH_HALF_OPEN);
}

static struct cd_scene *regions_3d(void)
{
    return regions(3, CD_TOUCH_CLOSED);
}

static struct cd_scene *regions_4d(void)
{
    return regions(4, CD_TOUCH_HALF_OPEN);
}

static struct cd_scene *regions_8d(void)
{
    return regions(8, CD_TOUCH_CLOSED);
}

static struct ground {
    const char *title;
    struct cd_scene *(*make)(void);
    bool drawn; ///< algorithms that use OpenGL are tried, too
    struct cd_scene *scene;
    struct cd_truth *truths[2]; ///< by enum cd_meaning
} grounds[] = {
    {.title = "stacked boxes", .make = stacked},
    {.title = "coincident boxes", .make = coincident},
    {.title = "one body", .make = one_body, .drawn = true},
    {.title = "a body far out", .make = far_out, .drawn = true},
    {.title = "large and tiny boxes", .make = large_and_tiny},
    {.title = "clusters", .make = clustered},
    {.title = "intervals", .make = regions_1d},
    {.title = "rectangles", .make = regions_2d},
    {.title = "boxes as regions", .make = regions_3d},
    {.title = "points in corners", .make = corner_points},
    {.title = "regions of four dimensions", .make = regions_4d},
    {.title = "regions of eight dimensions", .make = regions_8d},
};
#define GROUNDS (sizeof grounds / sizeof *grounds)

static const struct cd_truth *truth_of(struct ground *ground, enum cd_meaning meaning)
{
    struct cd_status status = {0};
    if (!ground->truths[meaning] && cd_oracle_truth(ground->scene, CD_QUERY_PAIRS, meaning, 1, false, NULL,
                                                    &ground->truths[meaning], &status))
        fail_msg("%s", status.text);
    return ground->truths[meaning];
}

// ---- what a corner may cost -------------------------------------------------------------------------------
/// The most bytes that a part takes while it works: once, for each body or region, for each pair of them, for each
/// triangle of a body, and for what its settings ask for.
struct cost {
    const char *name; ///< of an algorithm, a broad phase or a schedule; "all"
    double once, item, pair, triangle;
    double (*asked)(const struct cd_settings *settings, const struct cd_scene *scene, unsigned threads);
    const char *reason;
};

static double of_queue(const struct cd_settings *settings, const struct cd_scene *scene, unsigned threads)
{
    (void)scene;
    return 8.0 * threads * (double)cd_setting_int(settings, "queue");
}

static double of_pictures(const struct cd_settings *settings, const struct cd_scene *scene, unsigned threads)
{
    (void)scene, (void)threads;
    double resolution = (double)cd_setting_int(settings, "resolution");
    double tiles = resolution < 2048 ? 2048 : resolution; // what several pairs share grows no larger
    return 13 * resolution * resolution + 6 * tiles * tiles;
}

enum { KB = 1024 };

static const struct cost costs[] = {
    {"all", 32 * KB, 1 * KB, 64, 0, NULL, "what is kept of a body; candidates, their tests, answers"},
    {"aabb", 64 * KB, 0, 0, 100, of_queue, "a tree; a place of the queue is two nodes"},
    {"brute", 4 * KB, 200, 0, 50, NULL, "vertices in their places"},
    {"closest", 32 * KB, 200, 300, 200, NULL, "features of convex bodies; the last ones of each pair"},
    {"hps", 128 * KB, 500, 0, 0, NULL, "regions coded and sorted; levels are depth, not cells"},
    {"hps_join", 128 * KB, 500, 0, 0, NULL, "regions coded and sorted; levels are depth, not cells"},
    {"image_cd", 256 * KB, 4 * KB, 200, 500, of_pictures,
     "three pictures of four bytes a pixel, one of one; tiles"},
    {"obb8", 256 * KB, 200, 0, 300, NULL, "a tree; two stacks of a traversal"},
    {"rapid", 128 * KB, 200, 0, 300, NULL, "a tree; two stacks of a traversal"},
    {"region_brute", 32 * KB, 200, 0, 0, NULL, "regions side by side"},
    {"region_grid", 64 * KB, 9 * KB, 0, 0, NULL, "at most 64 cells and 64 entries a region"},
    {"region_itree", 32 * KB, 300, 0, 0, NULL, "regions side by side; a tree of them"},
    {"region_sort", 32 * KB, 400, 0, 0, NULL, "regions side by side; their ends in order"},
    {"region_sweep", 32 * KB, 300, 0, 0, NULL, "regions side by side; their order"},
    {"saabb", 64 * KB, 0, 0, 150, of_queue, "a tree; a place of the queue is two nodes"},
    {"sphere", 64 * KB, 0, 0, 100, of_queue, "a tree; a place of the queue is two nodes"},
    {"sphere_obb", 64 * KB, 200, 0, 300, NULL, "a tree; a stack of a traversal"},
    // broad phases and schedules
    {"grid", 0, 128, 0, 0, NULL, "eight entries and eight cells a body, whatever the width of cells"},
    {"none", 0, 0, 0, 0, NULL, "all pairs are candidates"},
    {"auto", 0, 256, 64, 0, NULL, "none, grid or tree"},
    {"octree", 0, 1.5 * OCTREE_BYTES_PER_BODY, 144, 0, NULL, "OCTREE_PLACES_PER_BODY, pools being copied"},
    {"sap", 0, 256, 64, 0, NULL, "three orders; pairs that overlap"},
    {"tree", 0, 256, 64, 0, NULL, "two nodes a body; pairs whose boxes nearly overlap"},
    {"a matcher", 32 * KB, 1 * KB, 160, 0, NULL,
     "counts of a sort; two regions a body; each pair twice, as it is found"},
    {"colour", 0, 0, 64, 0, NULL, "two tasks a pair, each with its colour and place"},
    {"dynamic", 0, 0, 0, 0, NULL, "a counter"},
    {"serial", 0, 0, 0, 0, NULL, "nothing"},
    {"steal", 1 * KB, 0, 0, 0, NULL, "a share for each thread"},
};

/// The bound for what is not in the table. A row says where this bound is too small or far too large.
static const struct cost usual_cost = {
    "", 128 * KB, 500, 200, 300, NULL, "vertices, a tree or an order of all regions"};

static const struct cost *cost_of(const char *name)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (!strcmp(costs[i].name, name))
            return &costs[i];
    return &usual_cost;
}

static double bound_of(const struct cd_algo *algo, const struct cd_settings *settings,
                       const struct cd_scene *scene, unsigned threads)
{
    const char *names[] = {"all", algo->name, NULL, NULL, NULL};
    if (algo->role == CD_ROLE_PAIR) {
        names[2] = cd_setting_choice(settings, "broad");
        names[3] = cd_setting_choice(settings, "schedule");
        const struct cd_algo *broad = cd_algo_find(names[2]);
        names[4] = broad && broad->role == CD_ROLE_SCENE ? "a matcher" : NULL;
    }
    double items = scene->dimensions ? scene->max_regions : scene->max_bodies, bound = 0;
    for (size_t n = 0; n < sizeof names / sizeof *names && names[n]; n++) {
        const struct cost *cost = cost_of(names[n]);
        bound += cost->once + cost->item * items + cost->pair * items * items / 2 +
                 cost->triangle * (double)scene->max_triangles;
        bound += cost->asked ? cost->asked(settings, scene, threads) : 0;
    }
    return bound;
}

// ---- corners ----------------------------------------------------------------------------------------------

/// What the test is trying, for the reader of a failure.
static char at_work[1000];

static void stop_at_work(int signal)
{
    (void)signal;
    static const char text[] = ": takes more processor time than a corner may\n";
    if (write(STDERR_FILENO, at_work, strlen(at_work)) > 0 && write(STDERR_FILENO, text, sizeof text - 1) > 0)
        _exit(1);
    _exit(2);
}

static void allow_seconds(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static uint64_t corner_count;

static void check_pass(struct ground *ground, struct cd_instance *instance, bool exact,
                       enum cd_meaning meaning)
{
    struct cd_judgement judgement;
    struct cd_status status = {0};
    if (cd_judge(&(struct cd_hearing){.instance = instance,
                                      .scene = ground->scene,
                                      .query = CD_QUERY_PAIRS,
                                      .truth = ground->truths[meaning]},
                 &judgement, &status))
        fail_msg("%s: %s", at_work, status.text);
    if (exact && judgement.wrong_frames)
        fail_msg("%s: wrong in frame %llu", at_work, (unsigned long long)judgement.first_wrong_frame);
}

static void try_ground(const struct cd_algo *algo, const struct cd_settings *settings, struct ground *ground)
{
    struct cd_description description;
    struct cd_instance *instance;
    struct cd_status status = {0};
    bool serial = algo->role == CD_ROLE_PAIR && cd_setting_is(settings, "schedule", "serial");
    struct cd_context context = {.threads = serial ? 1 : 2};
    cd_describe(algo, settings, &description);
    bool fits = description.takes & (ground->scene->dimensions ? CD_TAKES_REGIONS : CD_TAKES_BODIES);
    if (!fits || (algo->needs == CD_NEED_OPENGL && !ground->drawn) || test_leaves_out(context.threads))
        return;
    char values[600];
    snprintf(at_work, sizeof at_work, "%s:%s on %s", algo->name,
             cd_settings_text(settings, false, values, sizeof values), ground->title);
    truth_of(ground, description.meaning);
    allow_seconds(SECONDS);
    uint64_t before = cd_memory_peak_reset();
    enum cd_code code =
        cd_instance_create(algo, settings, ground->scene, CD_QUERY_PAIRS, &context, &instance, &status);
    if ((code == CD_ENVIRONMENT && algo->needs) ||
        (code == CD_USAGE && strchr(status.text, '='))) { // a setting is named
        allow_seconds(0);
        return;
    }
    if (code)
        fail_msg("%s: %s", at_work, status.text);
    check_pass(ground, instance, description.quality == CD_QUALITY_EXACT, description.meaning);
    double peak = (double)(cd_memory_peak() - before), bytes = (double)cd_instance_bytes(instance);
    cd_instance_destroy(instance);
    allow_seconds(0);
    double bound = bound_of(algo, settings, ground->scene, context.threads);
    peak = peak > bytes ? peak : bytes;
    if (peak > bound)
        fail_msg("%s: takes %.0f bytes, and %.0f are its bound", at_work, peak, bound);
    corner_count++;
}

static void try_corner(const struct cd_algo *algo, const struct cd_settings *settings)
{
    for (size_t i = 0; i < GROUNDS; i++)
        try_ground(algo, settings, &grounds[i]);
}

/// The i-th corner value of a parameter, or NULL past the last.
static const char *corner_value(const struct cd_param *param, size_t i)
{
    static char text[200];
    if (param->kind != CD_KIND_CHOICE) {
        snprintf(text, sizeof text, "%.15g", i ? param->max : param->min);
        return i < 2 ? text : NULL;
    }
    const char *word = param->choices;
    for (; i > 0 && word; i--) {
        word = strchr(word, '|');
        word = word ? word + 1 : NULL;
    }
    if (!word)
        return NULL;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(word, "|"), word);
    return text;
}

static void set(struct cd_settings *settings, const struct cd_param *param, const char *value)
{
    struct cd_status status = {0};
    if (cd_settings_set(settings, "corner", param->name, value, &status))
        fail_msg("%s", status.text);
}

/// Tries one parameter after the other, except those that `known` (may be NULL) has.
static void try_one_at_a_time(const struct cd_algo *algo, const struct cd_settings *base,
                              const struct cd_settings *known)
{
    const struct cd_param *param;
    const char *usual, *value;
    for (size_t i = 0; (param = cd_settings_at(base, i, &usual)); i++)
        for (size_t v = 0; (!known || !cd_settings_has(known, param->name)) && !param->brings &&
                           (value = corner_value(param, v));
             v++) {
            struct cd_settings *corner = cd_settings_copy(base);
            set(corner, param, value);
            try_corner(algo, corner);
            cd_settings_destroy(corner);
        }
}

static void try_all_numbers(const struct cd_algo *algo, const struct cd_settings *base)
{
    const struct cd_param *param;
    for (size_t v = 0; v < 2; v++) {
        struct cd_settings *corner = cd_settings_copy(base);
        for (size_t i = 0; (param = cd_settings_at(corner, i, NULL)); i++)
            if (param->kind != CD_KIND_CHOICE)
                set(corner, param, corner_value(param, v));
        try_corner(algo, corner);
        cd_settings_destroy(corner);
    }
}

static void set_randomly(struct cd_settings *settings, bool bringing, struct cd_random *random)
{
    const struct cd_param *param;
    for (size_t i = 0; (param = cd_settings_at(settings, i, NULL)); i++) {
        size_t count = 0;
        while (corner_value(param, count))
            count++;
        if ((param->brings != NULL) == bringing)
            set(settings, param, corner_value(param, cd_random_below(random, count)));
    }
}

static void try_mixed(const struct cd_algo *algo, const struct cd_settings *base, struct cd_random *random)
{
    for (int round = 0; round < test_amount(8, 3); round++) {
        struct cd_settings *corner = cd_settings_copy(base);
        set_randomly(corner, true, random);
        set_randomly(corner, false, random);
        try_corner(algo, corner);
        cd_settings_destroy(corner);
    }
}

/// An algorithm or a preset, with each of its broad phases, schedules and variants.
static void try_all(const char *name)
{
    struct cd_random random = handmade_random();
    const struct cd_algo *algo;
    struct cd_settings *base;
    struct cd_status status = {0};
    if (cd_algo_select(name, &algo, &base, &status))
        fail_msg("%s", status.text);
    const struct cd_param *param;
    const char *word;
    try_one_at_a_time(algo, base, NULL);
    try_all_numbers(algo, base);
    for (size_t i = 0; (param = cd_settings_at(base, i, NULL)); i++)
        for (size_t v = 0; param->brings && (word = corner_value(param, v)); v++) {
            struct cd_settings *corner = cd_settings_copy(base);
            set(corner, param, word);
            try_corner(algo, corner);
            if (test_tries_all())
                try_one_at_a_time(algo, corner, base);
            try_all_numbers(algo, corner);
            cd_settings_destroy(corner);
        }
    try_mixed(algo, base, &random);
    cd_settings_destroy(base);
}

static void test_no_corner_takes_more_than_its_bound(void **state)
{
    corner_count = 0;
    try_all(*state);
    print_message("%llu corners\n", (unsigned long long)corner_count);
}

void test_list(void)
{
    const struct cd_algo *algo;
    const struct cd_preset *preset;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (algo->role != CD_ROLE_BROAD && !algo->hidden)
            test_add(algo->name, test_no_corner_takes_more_than_its_bound, algo->name);
    for (size_t i = 0; test_tries_all() && (preset = cd_preset_at(i)); i++)
        test_add(preset->name, test_no_corner_takes_more_than_its_bound, preset->name);
}

void test_set_up(void)
{
    for (size_t i = 0; i < GROUNDS; i++)
        grounds[i].scene = grounds[i].make();
    signal(SIGPROF, stop_at_work);
    // A part that exceeds its bound by much must not bring down the machine. Sanitizers reserve more memory than exists.
    const struct rlimit limit = {(rlim_t)6 << 30, (rlim_t)6 << 30};
    if (SLOWER == 1)
        setrlimit(RLIMIT_AS, &limit);
}

void test_tear_down(void)
{
    for (size_t i = 0; i < GROUNDS; i++) {
        cd_truth_destroy(grounds[i].truths[0]);
        cd_truth_destroy(grounds[i].truths[1]);
        cd_scene_destroy(grounds[i].scene);
    }
}
