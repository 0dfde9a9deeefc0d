/// Compares broad phases with the comparison of all boxes. Each reports every pair that overlaps, no pair twice, and
/// nothing else. Exceptions are `none`, which reports all pairs, and `octree`, which reports those that share a leaf.
#include "algos/algo.h"
#include "algos/driver/driver.h"
#include "algos/driver/registry.h"
#include "algos/hull.h"
#include "algos/regions/adapters.h"
#include "base/memory.h"
#include "base/random.h"
#include "tests/effort.h"
#include "tests/handmade.h"
#include "tests/test.h"

#define BODIES 150

/// A world of boxes that appear, move and vanish.
struct world {
    struct cd_random random;
    struct cd_boxed boxes[BODIES];
    bool live[BODIES];
    double size, speed, huge;
    bool whole_numbers; ///< so that many boxes touch
    bool stacked;       ///< boxes come as cubes on a lattice of 4 x 4 x 4, two or three in each place
    uint32_t vanished[BODIES], vanished_count;
    uint64_t frame;
};

static double coordinate(struct world *world, double low, double high)
{
    double value = cd_random_between(&world->random, low, high);
    return world->whole_numbers ? (double)(long)value : value;
}

static struct cd_aabb box_of(struct world *world, uint32_t id)
{
    if (world->stacked) {
        struct cd_vec3 low = cd_vec(id & 3, id >> 2 & 3, id >> 4 & 3);
        return (struct cd_aabb){low, cd_add(low, cd_vec(1, 1, 1))};
    }
    double scale = cd_random_unit(&world->random) < world->huge ? 50 : 1;
    struct cd_vec3 low = cd_vec(coordinate(world, 0, 10), coordinate(world, 0, 10), coordinate(world, 0, 10));
    struct cd_vec3 side =
        cd_vec(coordinate(world, 0, world->size * scale), coordinate(world, 0, world->size * scale),
               coordinate(world, 0, world->size * scale));
    return (struct cd_aabb){low, cd_add(low, side)};
}

/// Moves on by one frame. `coming` and `going` are the shares of bodies that appear and vanish.
static void step_world(struct world *world, double coming, double going)
{
    world->frame++;
    world->vanished_count = 0;
    for (uint32_t id = 0; id < BODIES; id++) {
        bool was = world->live[id];
        if (was && cd_random_unit(&world->random) < going) {
            world->live[id] = false;
            world->vanished[world->vanished_count++] = id;
        } else if (was) {
            double s = world->speed;
            struct cd_vec3 by =
                cd_vec(coordinate(world, -s, s), coordinate(world, -s, s), coordinate(world, -s, s));
            world->boxes[id].box.low = cd_add(world->boxes[id].box.low, by);
            world->boxes[id].box.high = cd_add(world->boxes[id].box.high, by);
        } else if (cd_random_unit(&world->random) < coming) {
            world->live[id] = true;
            world->boxes[id] = (struct cd_boxed){id, box_of(world, id)};
        }
    }
}

static int compare_pairs(const void *a, const void *b)
{
    const struct cd_pair *x = a, *y = b;
    return x->a != y->a ? (x->a < y->a ? -1 : 1) : x->b != y->b ? (x->b < y->b ? -1 : 1) : 0;
}

static uint32_t list_live(const struct world *world, struct cd_boxed *live)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < BODIES; id++)
        if (world->live[id])
            live[count++] = world->boxes[id];
    return count;
}

/// A broad phase, and whether it may report more than boxes that overlap.
struct subject {
    const struct cd_broad_phase *broad;
    bool reports_more;
    void *self;
};

static void check_frame(const struct subject *subject, const struct world *world)
{
    static struct cd_boxed live[BODIES];
    uint32_t count = list_live(world, live);
    struct cd_frame frame = {
        .index = world->frame, .vanished_count = world->vanished_count, .vanished = world->vanished};
    struct cd_pairs pairs = {0}, expected = {0};
    struct cd_counters counters = {0};
    subject->broad->update(subject->self, &frame, live, count);
    subject->broad->candidates(subject->self, &pairs, &counters);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            if (cd_aabb_overlap(&live[i].box, &live[j].box))
                cd_pairs_add(&expected, live[i].id, live[j].id);
    if (pairs.count)
        qsort(pairs.pairs, pairs.count, sizeof *pairs.pairs, compare_pairs);
    size_t found = 0;
    for (size_t i = 0; i < pairs.count; i++) {
        assert_true(!i || compare_pairs(&pairs.pairs[i - 1], &pairs.pairs[i]) < 0);
        bool overlaps = found < expected.count && !compare_pairs(&pairs.pairs[i], &expected.pairs[found]);
        assert_true(overlaps || subject->reports_more);
        found += overlaps;
    }
    assert_int_equal(found, expected.count);
    cd_free(pairs.pairs);
    cd_free(expected.pairs);
}

/// Settings that are worth trying in addition to the defaults of every broad phase.
static const struct {
    const char *name, *settings;
    bool stacked; ///< tried with stacked boxes alone, which these settings cut most finely
} variations[] = {
    {"grid", "cell=0.1", false},
    {"grid", "cell=50", false},
    {"octree", "capacity=4", false},
    {"octree", "capacity=1:depth=12", false},
    {"octree", "depth=0", false},
    {"octree", "capacity=1:depth=20", true},
    {"octree_boxes", "capacity=4", false},
    {"octree_boxes", "capacity=1:depth=12", false},
    {"octree_boxes", "depth=0", false},
    {"octree_boxes", "capacity=40:depth=3", false},
    {"octree_boxes", "capacity=2:depth=20", true},
    {"tree", "margin=0", false},
    {"tree", "margin=1", false},
    {"tree", "update=rebuild", false},
};

/// The memory that a broad phase may use: this much for each body, more of it for the author's octree, and three times a
/// list of all pairs and their keys.
enum { BYTES_PER_BODY = 2000, MORE_IN_OCTREE = 450000 };

static uint64_t most_bytes(const char *name)
{
    uint64_t per_body = BYTES_PER_BODY + (strcmp(name, "octree") ? 0 : MORE_IN_OCTREE);
    return 1000 + BODIES * per_body + 72 * BODIES * BODIES;
}

/// The settings are key=value:key=value..., or NULL.
static struct subject open_broad(const char *name, const char *text, bool threaded)
{
    static const struct cd_scene scene = {.body_limit = BODIES, .max_bodies = BODIES};
    // in use as long as broad phases are
    static struct cd_context contexts[] = {{.threads = 1}, {.threads = 3}};
    const struct cd_algo *algo = cd_algo_find(name);
    struct cd_settings *settings = cd_settings_create(&algo->params, algo->params ? 1 : 0);
    if (text)
        assert_int_equal(cd_settings_apply(settings, name, text, NULL), CD_OK);
    struct subject subject = {.broad = algo->broad ? algo->broad : &cd_region_broad};
    subject.reports_more = algo->scene || !strcmp(name, "octree");
    struct cd_create create = {
        .algo = algo, .settings = settings, .scene = &scene, .context = &contexts[threaded]};
    assert_int_equal(subject.broad->create(&create, &subject.self, NULL), CD_OK);
    cd_settings_destroy(settings);
    return subject;
}

static void check_broad_phase(const char *name, const char *text, struct world world, double turnover,
                              int frames)
{
    bool threaded = frames % 2;
    test_row("%s:%s", name, text ? text : "");
    if (test_leaves_out(threaded ? 3 : 1))
        return;
    uint64_t before = cd_memory_held();
    struct subject subject = open_broad(name, text, threaded);
    for (int pass = 0; pass < 2; pass++) {
        struct world copy = world;
        copy.random = handmade_random();
        step_world(&copy, 0.7, 0);
        for (int f = 0; f < frames; f++) {
            check_frame(&subject, &copy);
            step_world(&copy, turnover, turnover);
        }
        assert_true(cd_memory_held() - before <= most_bytes(name));
        if (subject.broad->reset)
            subject.broad->reset(subject.self);
    }
    subject.broad->destroy(subject.self);
}

/// The broad phases by name, but for `auto` and `none`.
static size_t list_names(const char *names[20])
{
    static char words[1000];
    size_t count = 0;
    snprintf(words, sizeof words, "%s", cd_broad_phases());
    for (char *rest = words, *word; (word = strsep(&rest, "|"));)
        if (strcmp(word, "auto") != 0 && strcmp(word, "none") != 0)
            names[count++] = word;
    return count;
}

TEST(candidates_are_in_the_same_order_with_any_number_of_threads)
{
    struct world world = {.random = handmade_random(), .size = 2};
    static struct cd_boxed live[BODIES];
    const char *names[20];
    step_world(&world, 0.9, 0);
    uint32_t count = list_live(&world, live);
    for (size_t i = 0, n = list_names(names); i < n; i++) {
        struct cd_pairs pairs[2] = {{0}, {0}};
        test_row("%s", names[i]);
        for (unsigned k = 0; k < 2; k++) {
            struct subject subject = open_broad(names[i], NULL, k);
            struct cd_frame frame = {0};
            struct cd_counters counters = {0};
            subject.broad->update(subject.self, &frame, live, count);
            subject.broad->candidates(subject.self, &pairs[k], &counters);
            subject.broad->destroy(subject.self);
        }
        assert_true(pairs[0].count > 0 && pairs[0].count == pairs[1].count);
        assert_memory_equal(pairs[0].pairs, pairs[1].pairs, pairs[0].count * sizeof *pairs[0].pairs);
        cd_free(pairs[0].pairs);
        cd_free(pairs[1].pairs);
    }
}

static const struct row {
    const char *title;
    struct world world;
    /// The share of bodies that vanish in each frame, and of the others that appear.
    double turnover;
    int frames; ///< an odd number is tried with threads
} rows[] = {
    {"boxes_that_drift_are_reported_as_they_overlap", {.size = 2, .speed = 0.05}, 0, 40},
    {"boxes_that_jump_are_reported_as_they_overlap", {.size = 1, .speed = 10}, 0, 10},
    {"boxes_that_come_and_go_one_by_one_are_followed", {.size = 2, .speed = 0.1}, 0.01, 60},
    {"boxes_that_come_and_go_in_crowds_are_followed", {.size = 2, .speed = 0.1}, 0.5, 20},
    {"boxes_that_only_touch_are_reported", {.size = 3, .speed = 2, .whole_numbers = true}, 0.1, 40},
    {"a_few_huge_boxes_among_small_ones_are_reported", {.size = 0.3, .speed = 0.1, .huge = 0.03}, 0.02, 30},
    {"boxes_in_one_place_are_no_trouble", {.size = 0, .speed = 0}, 0.1, 5},
    {"points_are_no_trouble", {.size = 0, .speed = 1, .whole_numbers = true}, 0.1, 20},
    // Edges that three boxes share lie in so many of the finest cells that a tree without a bound takes gigabytes.
    {"stacked_boxes_take_little_memory", {.speed = 2, .whole_numbers = true, .stacked = true}, 0.02, 4},
};

static void test_overlaps_are_reported(void **state)
{
    const struct row *row = *state;
    const char *names[20];
    for (size_t i = 0, n = list_names(names); i < n; i++)
        check_broad_phase(names[i], NULL, row->world, row->turnover, row->frames);
    for (size_t i = 0; i < sizeof variations / sizeof *variations; i++)
        if (!variations[i].stacked || row->world.stacked)
            check_broad_phase(variations[i].name, variations[i].settings, row->world, row->turnover,
                              variations[i].stacked ? 2 : row->frames);
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        test_add(rows[i].title, test_overlaps_are_reported, &rows[i]);
}

static bool holds(const struct cd_aabb *box, struct cd_vec3 p)
{
    return box->low.x <= p.x && p.x <= box->high.x && box->low.y <= p.y && p.y <= box->high.y &&
           box->low.z <= p.z && p.z <= box->high.z;
}

TEST(world_boxes_hold_every_vertex_however_the_body_turns)
{
    struct cd_random random = handmade_random();
    struct cd_vec3 vertices[3];
    struct cd_triangle triangle = {{0, 1, 2}};
    struct cd_mesh mesh = {
        .vertex_count = 3, .triangle_count = 1, .vertices = vertices, .triangles = &triangle};
    for (int round = 0; round < 20000; round++) {
        double far = round % 3 ? 0 : 1e6;
        for (int i = 0; i < 3; i++)
            vertices[i] = cd_add(cd_vec(far, 0, 0), handmade_random_point(&random, 1));
        struct cd_pose pose = handmade_random_pose(&random, 9);
        pose.t[1] = 1e3;
        struct cd_hull hull = cd_hull_of(&(struct cd_shape){&mesh, vertices});
        struct cd_aabb box = cd_hull_box(&hull, &pose), cube = cd_hull_cube(&hull, &pose);
        for (int i = 0; i < 3; i++) {
            assert_true(holds(&box, cd_canonical_vertex(&pose, vertices[i])));
            assert_true(holds(&cube, cd_canonical_vertex(&pose, vertices[i])));
        }
    }
}
