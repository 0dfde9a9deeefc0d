/// The corners of all settings on the scenes of the conformance table: every parameter at its least and greatest value
/// and every choice, one at a time, all numbers at once, and mixed at random. In each corner, an algorithm conforms in
/// time and within the memory bound of the table `costs`; or it is refused with a line that names the setting.
#include "tests/conformance.h"
#include "tests/effort.h"
#include "tests/opened.h"
#include "tests/test.h"

#include "bench/conformance/conformance.h"
#include "bench/oracle/oracle.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/// The processor time, in seconds, that a corner may take on a scene. The longest takes 1.3 s on a machine of two cores.
#define SECONDS (SLOW > 1 ? 1200 : 60)

/// The scenes of the table, and the truths about them. Of generated scenes there are three frames.
static struct cd_scene *scenes[CD_CONFORMANCE_SCENES];
static struct cd_truths truths[CD_CONFORMANCE_SCENES];
static double of_frames[CD_CONFORMANCE_SCENES]; ///< the bytes that reading the frames takes

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
    return 13 * resolution * resolution;
}

enum { KB = 1024 };

static const struct cost costs[] = {
    {"all", 32 * KB, 1 * KB, 64, 0, NULL, "what is kept of a body; candidates, their tests, answers"},
    {"aabb", 64 * KB, 0, 0, 200, NULL, "a tree"},
    {"box", 64 * KB, 0, 0, 450, of_queue, "a tree; a place of the queue is two nodes"},
    {"brute", 4 * KB, 200, 0, 50, NULL, "vertices in their places"},
    {"closest", 32 * KB, 200, 300, 200, NULL, "features of convex bodies; the last ones of each pair"},
    {"hps", 128 * KB, 500, 0, 0, NULL, "regions coded and sorted; levels are depth, not cells"},
    {"hps_join", 128 * KB, 500, 0, 0, NULL, "regions coded and sorted; stacks of ancestors' regions"},
    {"image_cd", 256 * KB, 4 * KB, 200, 500, of_pictures, "three pictures of four bytes a pixel, one of one"},
    {"image_cd_culled", 256 * KB, 4 * KB, 200, 500, of_pictures, "the same"},
    {"obb8", 256 * KB, 200, 0, 300, NULL, "a tree; two stacks of a traversal"},
    {"rapid", 128 * KB, 200, 0, 300, NULL, "a tree; two stacks of a traversal"},
    {"region_brute", 32 * KB, 200, 0, 0, NULL, "regions side by side"},
    {"region_grid", 64 * KB, 500, 0, 0, NULL, "at most a cell for 16 regions and 8 entries a region"},
    {"region_itree", 32 * KB, 300, 0, 0, NULL, "regions side by side; a tree of them"},
    {"region_sort", 32 * KB, 400, 0, 0, NULL, "regions side by side; their ends in order"},
    {"region_sweep", 32 * KB, 300, 0, 0, NULL, "regions side by side; their order"},
    {"saabb", 64 * KB, 0, 0, 450, of_queue, "a tree; a place of the queue is two nodes"},
    {"saabb_depth", 64 * KB, 0, 0, 450, NULL, "a tree"},
    {"sphere", 64 * KB, 0, 0, 450, of_queue, "a tree; a place of the queue is two nodes"},
    {"sphere_obb", 32 * KB, 0, 0, 800, NULL,
     "trees in doubles, of a mesh and of a body that deforms; classes"},
    {"sphere_obb_sized", 32 * KB, 0, 0, 800, NULL, "the same trees"},
    // broad phases and schedules
    {"grid", 0, 128, 0, 0, NULL, "eight entries and eight cells a body, whatever the width of cells"},
    {"none", 0, 0, 0, 0, NULL, "all pairs are candidates"},
    {"auto", 0, 256, 64, 0, NULL, "none, grid or tree"},
    {"octree", 0, 450 * KB, 144, 0, NULL,
     "PLACES_PER_BODY, cells being copied; pairs of leaves and their keys"},
    {"octree_boxes", 0, 1 * KB, 0, 0, NULL, "a leaf's boxes; up to three entries a body and level"},
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
    if (algo->pair) {
        names[2] = cd_setting_choice(settings, "broad");
        names[3] = cd_setting_choice(settings, "schedule");
        const struct cd_algo *broad = cd_algo_find(names[2]);
        names[4] = broad && broad->scene ? "a matcher" : NULL;
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
    bool written =
        write(STDERR_FILENO, at_work, strlen(at_work)) > 0 && write(STDERR_FILENO, text, sizeof text - 1) > 0;
    _exit(1 + !written);
}

static void allow_seconds(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static unsigned corner_count;

static void try_on(int scene, const struct cd_algo *algo, const struct cd_settings *settings)
{
    struct cd_conformance_scene row = cd_conformance_scenes[scene];
    struct cd_description description;
    struct cd_status status = {0};
    bool serial = algo->pair && cd_setting_is(settings, "schedule", "serial");
    char values[600];
    cd_describe(algo, settings, &description);
    if (row.traits & CD_ROW_OF_MANY || !cd_conformance_asks(&row, &description, CD_QUERY_PAIRS) ||
        (algo->needs == CD_NEED_OPENGL && scene > 1) || test_leaves_out(serial ? 1 : 2))
        return;
    row.traits |= CD_ROW_OF_MANY; // these settings alone
    snprintf(at_work, sizeof at_work, "%s:%s on %s", algo->name,
             cd_settings_text(settings, false, values, sizeof values), row.title);
    struct cd_conformance_trial trial = {.row = &row,
                                         .truths = &truths[scene],
                                         .algo = algo,
                                         .settings = settings,
                                         .query = CD_QUERY_PAIRS,
                                         .threads = serial ? 2 : 3,
                                         .schedules = 1};
    allow_seconds(SECONDS);
    uint64_t before = cd_memory_peak_reset();
    enum cd_code code = cd_conformance_try(&trial, &status);
    allow_seconds(0);
    if (conformance_may_refuse(algo, scenes[scene], code, &status) ||
        (code == CD_USAGE && strchr(status.text, '=')))
        return;
    if (code)
        fail_msg("%s: %s", at_work, status.text);
    double peak = (double)(cd_memory_peak() - before), bytes = (double)trial.bytes;
    double bound = bound_of(algo, settings, scenes[scene], 2) + of_frames[scene];
    peak = peak > bytes ? peak : bytes;
    if (peak > bound)
        fail_msg("%s: takes %.0f bytes, and %.0f are its bound", at_work, peak, bound);
    corner_count++;
}

/// Tries settings on all scenes, or on some of them, which take turns.
static void try_corner(const struct cd_algo *algo, const struct cd_settings *settings)
{
    static int turn;
    struct cd_settings *given = cd_settings_copy(settings);
    if (algo->pair)
        assert_int_equal(
            cd_settings_set(given, algo->name, "schedule", cd_setting_choice(given, "schedule"), NULL),
            CD_OK);
    int apart = algo->needs == CD_NEED_OPENGL ? 1 : test_is_short() ? 18 : test_amount(1, 3);
    for (int i = turn++ % apart; i < CD_CONFORMANCE_SCENES; i += apart)
        try_on(i, algo, given);
    cd_settings_destroy(given);
}

/// The i-th corner value of a parameter, or NULL past the last.
static const char *corner_value(const struct cd_param *param, size_t i)
{
    static char text[200];
    if (!cd_param_is_choice(param)) {
        snprintf(text, sizeof text, "%.15g", i ? param->max : param->min);
        return i < 2 ? text : NULL;
    }
    const char *word = param->choices;
    for (; i > 0 && word; i--)
        word = (word = strchr(word, '|')) ? word + 1 : NULL;
    if (!word)
        return NULL;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(word, "|"), word);
    return text;
}

static struct cd_settings *with(const struct cd_settings *settings, const struct cd_param *param,
                                const char *value)
{
    struct cd_settings *corner = cd_settings_copy(settings);
    struct cd_status status = {0};
    if (cd_settings_set(corner, "corner", param->name, value, &status))
        fail_msg("%s", status.text);
    return corner;
}

/// Tries every value of each parameter that `known` (may be NULL) does not have, then all numbers at once, then the same
/// with each word that brings more parameters.
static void try_all(const struct cd_algo *algo, const struct cd_settings *base,
                    const struct cd_settings *known)
{
    const struct cd_param *param;
    const char *value;
    for (size_t i = 0; (param = cd_settings_at(base, i, NULL)); i++)
        for (size_t v = 0;
             (!known || !cd_settings_has(known, param->name)) && (value = corner_value(param, v)); v++) {
            struct cd_settings *corner = with(base, param, value);
            try_corner(algo, corner);
            if (param->brings && !known)
                try_all(algo, corner, base);
            cd_settings_destroy(corner);
        }
    for (size_t v = 0; v < 2; v++) {
        struct cd_settings *corner = cd_settings_copy(base);
        for (size_t i = 0; (param = cd_settings_at(corner, i, NULL)); i++)
            if (!cd_param_is_choice(param))
                cd_settings_set(corner, algo->name, param->name, corner_value(param, v), NULL);
        try_corner(algo, corner);
        cd_settings_destroy(corner);
    }
}

static void try_mixed(const struct cd_algo *algo, const struct cd_settings *base, struct cd_random *random)
{
    const struct cd_param *param;
    for (int round = 0; round < test_amount(8, 3); round++) {
        struct cd_settings *corner = cd_settings_copy(base);
        for (size_t i = 0; (param = cd_settings_at(corner, i, NULL)); i++) {
            size_t count = 0; // a choice brings parameters behind those that are there
            while (corner_value(param, count))
                count++;
            cd_settings_set(corner, algo->name, param->name,
                            corner_value(param, cd_random_below(random, count)), NULL);
        }
        try_corner(algo, corner);
        cd_settings_destroy(corner);
    }
}

static void test_no_corner_takes_more_than_its_bound(void **state)
{
    struct cd_random random = handmade_random();
    const struct cd_algo *algo;
    struct cd_settings *base;
    struct cd_status status = {0};
    corner_count = 0;
    if (cd_algo_select(*state, &algo, &base, &status))
        fail_msg("%s", status.text);
    if (cd_settings_has(base, "resolution")) // pictures are small but for its own corners
        cd_settings_set(base, algo->name, "resolution", "64", NULL);
    try_all(algo, base, NULL);
    try_mixed(algo, base, &random);
    cd_settings_destroy(base);
    print_message("%u corners on scenes\n", corner_count);
}

void test_list(void)
{
    const struct cd_algo *algo;
    const struct cd_preset *preset;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!algo->broad && !cd_algo_is_hidden(algo))
            test_add(algo->name, test_no_corner_takes_more_than_its_bound, algo->name);
    for (size_t i = 0; test_tries_all() && (preset = cd_preset_at(i)); i++)
        test_add(preset->name, test_no_corner_takes_more_than_its_bound, preset->name);
}

void test_set_up(void)
{
    signal(SIGPROF, stop_at_work);
    for (int i = 0; i < CD_CONFORMANCE_SCENES; i++) {
        const char *words = cd_conformance_scenes[i].words;
        struct cd_scene_options options = {.frames = strchr(words, ':') || strstr(words, "steps=") ? 3 : 0};
        struct cd_status status = {0};
        if (cd_scene_load(words, &options, &scenes[i], &status))
            fail_msg("%s", status.text);
        uint64_t before = cd_memory_peak_reset();
        struct cd_cursor *cursor = cd_cursor_open(scenes[i]);
        while (next(cursor))
            ;
        cd_cursor_close(cursor);
        of_frames[i] = (double)(cd_memory_peak() - before);
        truths[i] = (struct cd_truths){.scene = scenes[i], .threads = 2};
        for (enum cd_meaning meaning = CD_MEANING_SURFACE; meaning <= CD_MEANING_SOLID; meaning++)
            if (cd_oracle_truth(scenes[i], CD_QUERY_PAIRS, meaning, 2, false, NULL, &truths[i].found[meaning],
                                &status))
                fail_msg("%s", status.text);
    }
    // A part that exceeds its bound by much must not bring down the machine. Sanitizers reserve more memory than exists.
    const struct rlimit limit = {(rlim_t)6 << 30, (rlim_t)6 << 30};
    if (SLOW == 1)
        setrlimit(RLIMIT_AS, &limit);
}

void test_tear_down(void)
{
    for (int i = 0; i < CD_CONFORMANCE_SCENES; i++) {
        cd_truths_release(&truths[i]);
        cd_scene_destroy(scenes[i]);
    }
}
