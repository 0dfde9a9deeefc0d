// `saabb`, `sphere` and `aabb`: compares the splits of their trees with all possible planes, and their volumes with
// their triangles.

#include "algos/bvh/build.h"
#include "tests/subject.h"
#include "tests/test.h"

extern const struct cd_algo cd_algo_saabb, cd_algo_sphere, cd_algo_aabb;

static const struct {
    const struct cd_algo *algo;
    const char *settings;
} ways[] = {{&cd_algo_saabb, ""},
            {&cd_algo_saabb, "queue=0"},
            {&cd_algo_saabb, "threshold=2.5:leaf=3:queue=500"},
            {&cd_algo_sphere, ""},
            {&cd_algo_aabb, "leaf=2"}};

// ---- spheres ----------------------------------------------------------------------------------------------

/// The distance of the points from the centre is just over 1, which doubles do not see, and 1 is a float.
TEST(a_radius_that_doubles_round_down_is_made_larger)
{
    static const struct cd_vec3 points[] = {{1, 1e-9, 0}, {-1, -1e-9, 0}, {0, 0, 0}},
                                tiny[] = {{1e-300, 0, 0}, {-1e-300, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < 3; i++) {
        static const struct cd_algo *const algos[] = {&cd_algo_sphere, &cd_algo_saabb, &cd_algo_aabb};
        test_row("%s", algos[i]->name);
        struct subject subject = subject_make(algos[i], "", handmade_loose(points, 1));
        const struct bvh_tree *tree = subject.model;
        if (tree->spheres)
            assert_true(bvh_sphere(tree, 0).radius > 1);
        if (tree->boxes)
            assert_true(bvh_box(tree, 0).high.x > 1);
        subject_free(&subject);
    }
    struct subject subject = subject_make(&cd_algo_sphere, "", handmade_loose(tiny, 1));
    assert_true(bvh_sphere(subject.model, 0).radius >= (double)FLT_MIN);
    subject_free(&subject);
}

TEST(the_printed_test_of_box_and_sphere_is_wrong_both_ways_whichever_root_it_takes)
{
    static const struct {
        double x, y, z, radius, edge;
        bool meet[2]; ///< by the formula without the root that it lost, and with it
    } rows[] = {
        {0.5, 0.25, 0, 1, 2, {true, true}},    // the sphere's centre is in the box: they meet,
        {0.5, -0.25, 0, 1, 2, {false, false}}, // which the formula sees on one side only
        {1e-3, 1e-9, 5, 1, 2, {true, true}},   // they are far apart
        {0, 0, 0, 1, 2, {false, false}}, // the sphere is around the box's centre: the formula has no value
        {0.1, 0.1, 0.05, 0.1, 0.1, {true, true}},
        {10, 10, 5, 10, 10, {false, true}}, // only the root makes it free of units
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int root = 0; root < 2; root++) {
            test_row("row %zu, root %d", i, root);
            assert_int_equal(
                bvh_formula_meets(rows[i].x, rows[i].y, rows[i].z, rows[i].radius, rows[i].edge, root),
                rows[i].meet[root]);
        }
}

/// A plate, whose box is worth a test, around a ball, whose box is not: the centres coincide.
TEST(formula_3_overlooks_what_the_corrected_test_finds)
{
    static const char *const settings[] = {
        "variant=corrected:threshold=3",         "variant=printed:threshold=3",
        "variant=repaired:threshold=3",          "variant=E9:threshold=3",
        "variant=printed:root=none:threshold=3", "variant=printed:edge=half:threshold=3"};
    static const struct cd_vec3 corners[] = {{-1, -1, 0}, {1, -1, 0.01}, {0, 1, 0}};
    struct cd_pose origin = handmade_at(0, 0, 0), aside = handmade_at(0.5, 0.25, 0);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        test_row("%s", settings[i]);
        struct subject plate = subject_make(&cd_algo_saabb, settings[i], handmade_loose(corners, 1)),
                       ball = subject_make(&cd_algo_saabb, settings[i], generated("sphere:triangles=80"));
        assert_int_equal(hits(&plate, &origin, &ball, &aside), i == 0);
        subject_free(&plate);
        subject_free(&ball);
    }
}

// ---- splits -----------------------------------------------------------------------------------------------

enum { MANY = 90 };

struct spheres {
    uint32_t count;
    float at[MANY][4];
};

static bool best_plane(const struct spheres *spheres, double lambda, struct bvh_plane *plane)
{
    struct bvh_piece pieces[MANY] = {{.triangle = 0}};
    uint64_t room[4 * MANY];
    for (uint32_t i = 0; i < spheres->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            pieces[i].low[axis] = spheres->at[i][axis] - spheres->at[i][3];
            pieces[i].high[axis] = spheres->at[i][axis] + spheres->at[i][3];
        }
    struct bvh_bounds bounds = bvh_bounds_of(pieces, spheres->count);
    return bvh_best_plane(pieces, spheres->count, &bounds, lambda, room, plane);
}

/// f(p) by its definition; infinity if a side is empty.
static double penalty(const struct spheres *spheres, int axis, double at, double lambda)
{
    int left = 0, right = 0, across = 0;
    for (uint32_t i = 0; i < spheres->count; i++) {
        const float *sphere = spheres->at[i];
        if ((double)(sphere[axis] + sphere[3]) <= at)
            left++;
        else if ((double)(sphere[axis] - sphere[3]) >= at)
            right++;
        else
            across++;
    }
    return left && right ? abs(left - right) + lambda * across : (double)INFINITY;
}

/// The least penalty of planes at all ends of spheres, and between any two of them.
static double least_penalty(const struct spheres *spheres, double lambda)
{
    double min = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double ends[2 * MANY];
        for (uint32_t i = 0; i < spheres->count; i++) {
            ends[2 * i] = (double)(spheres->at[i][axis] - spheres->at[i][3]);
            ends[2 * i + 1] = (double)(spheres->at[i][axis] + spheres->at[i][3]);
        }
        for (uint32_t i = 0; i < 2 * spheres->count; i++)
            for (uint32_t j = i; j < 2 * spheres->count; j++)
                min = fmin(min, penalty(spheres, axis, 0.5 * (ends[i] + ends[j]), lambda));
    }
    return min;
}

TEST(no_plane_has_a_smaller_penalty_than_the_one_that_splits)
{
    struct cd_random random = handmade_random();
    static const double lambdas[] = {0, 0.5, 1, 1.75, 10, 1.1};
    int split = 0, rounds = 2000 / SLOW;
    for (int n = 0; n < rounds; n++) {
        struct spheres spheres = {.count = 2 + (uint32_t)cd_random_below(&random, n % 20 ? 23 : MANY - 1)};
        double size = cd_random_between(&random, 0.1, 2);
        for (uint32_t i = 0; i < spheres.count; i++)
            for (int k = 0; k < 4; k++) // on a grid every other time, where many ends coincide
                spheres.at[i][k] =
                    n % 2 ? (float)cd_random_between(&random, k < 3 ? -4 : 0.01, k < 3 ? 4 : size)
                          : (float)cd_random_below(&random, k < 3 ? 6 : 2) + (k < 3 ? 0 : 0.5f);
        double lambda = lambdas[n % 6], min = least_penalty(&spheres, lambda);
        struct bvh_plane plane;
        bool found = best_plane(&spheres, lambda, &plane);
        assert_int_equal(found, isfinite(min));
        split += found;
        if (!found)
            continue;
        assert_true(fabs(plane.penalty - min) < 1e-9);
        assert_true(fabs(penalty(&spheres, plane.axis, plane.at, lambda) - min) < 1e-9);
    }
    print_message("%d of %d sets have a plane\n", split, rounds);
    assert_true(split > rounds / 2 && (SLOW > 1 || split < rounds));
}

TEST(splitting_stops_by_a_weighted_sum_of_height_and_triangles)
{
    const struct bvh_stop leaves = {.leaf = 4, .leaf_weight = 1};
    assert_true(bvh_stops(&leaves, 0, 4));
    assert_false(bvh_stops(&leaves, 60, 5));
    const struct bvh_stop height = {.height = 3, .height_weight = 2};
    assert_true(bvh_stops(&height, 3, 1000));
    assert_false(bvh_stops(&height, 2, 2));
    assert_true(bvh_stops(&height, 0, 1));
    // One superfluous level makes up for two superfluous triangles.
    const struct bvh_stop both = {.height = 5, .leaf = 4, .height_weight = 2, .leaf_weight = 1};
    assert_true(bvh_stops(&both, 6, 6));
    assert_false(bvh_stops(&both, 6, 7));
    assert_true(bvh_stops(&both, 4, 2));
    assert_false(bvh_stops(&both, 4, 3));
}

// ---- trees ------------------------------------------------------------------------------------------------

static void check_node(const struct bvh_tree *tree, const struct cd_shape *shape, uint32_t node)
{
    double tolerance = 1e-15 * tree->frame.reach;
    for (uint32_t i = 0; i < 3 * tree->total[node]; i++) {
        uint32_t triangle = tree->order[tree->first[node] + i / 3];
        struct cd_vec3 p = shape->vertices[shape->mesh->triangles[triangle].v[i % 3]];
        if (tree->spheres) {
            struct cd_sphere sphere = bvh_sphere(tree, node);
            assert_true(cd_length(cd_sub(p, sphere.centre)) <= sphere.radius * (1 + 1e-15) + tolerance);
        }
        if (tree->boxes) {
            struct cd_aabb box = bvh_box(tree, node);
            for (int k = 0; k < 3; k++)
                assert_true(cd_axis(&p, k) >= cd_axis(&box.low, k) - tolerance &&
                            cd_axis(&p, k) <= cd_axis(&box.high, k) + tolerance);
        }
    }
}

/// Checks a tree from `node` down. Returns the number of its leaves.
static uint32_t check_tree(const struct bvh_tree *tree, const struct cd_shape *shape, uint32_t node,
                           uint32_t depth)
{
    assert_true(depth <= BVH_DEPTH_MAX);
    check_node(tree, shape, node);
    if (bvh_is_leaf(tree, node)) {
        assert_true(bvh_stops(&tree->options.stop, depth, tree->total[node]));
        return 1;
    }
    assert_false(bvh_stops(&tree->options.stop, depth, tree->total[node]));
    uint32_t low = bvh_child(tree, node, 0), high = bvh_child(tree, node, 1);
    assert_int_equal(tree->first[low], tree->first[node]);
    assert_int_equal(tree->first[high], tree->first[low] + tree->total[low]);
    assert_int_equal(tree->total[low] + tree->total[high], tree->total[node]);
    return check_tree(tree, shape, low, depth + 1) + check_tree(tree, shape, high, depth + 1);
}

static void check_model(const void *model, const struct cd_shape *shape)
{
    const struct bvh_tree *tree = model;
    struct bvh_balance balance = bvh_balance(tree);
    assert_int_equal(check_tree(tree, shape, 0, 0), balance.leaves);
    assert_int_equal(balance.nodes, 2 * balance.leaves - 1);
    assert_true(balance.height <= BVH_DEPTH_MAX);
    assert_true(balance.min_depth <= balance.mean_depth && balance.mean_depth <= balance.height);
    check_order(tree->order, tree->triangle_count);
}

TEST(every_nodes_volumes_contain_its_triangles)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        check_trees(ways[i].algo, ways[i].settings, check_model);
}

TEST(a_tree_of_single_triangles_has_as_many_leaves_and_is_balanced)
{
    static const char *const meshes[] = {"bumpy:triangles=5000", "gear:triangles=5000",
                                         "comb:triangles=3000"};
    for (int i = 0; i < 3; i++) {
        test_row("%s", meshes[i]);
        struct subject subject = subject_make(&cd_algo_saabb, "", generated(meshes[i]));
        struct bvh_balance balance = bvh_balance(subject.model);
        unsigned min = 0;
        while (1u << min < balance.leaves)
            min++;
        print_message("%s: height %u, at least %u; leaves at %u to %u, %.2f in the mean\n", meshes[i],
                      balance.height, min, balance.min_depth, balance.height, balance.mean_depth);
        assert_int_equal(balance.leaves, subject.mesh->triangle_count);
        assert_true(balance.height <= min + 6);
        assert_true(balance.mean_depth <= min + 1);
        subject_free(&subject);
    }
}

// ---- traversal --------------------------------------------------------------------------------------------

static struct cd_counters count_contacts(const struct cd_algo *algo, const char *settings,
                                         const struct cd_pose *pose, size_t *contacts)
{
    struct subject a = subject_make(algo, settings, generated("torusknot:triangles=2000"));
    struct cd_pose origin = handmade_at(0, 0, 0);
    struct outcome outcome = counted(&a, &origin, &a, pose, CD_QUERY_CONTACTS);
    *contacts = outcome.count;
    subject_free(&a);
    return outcome.counters;
}

TEST(the_order_of_tasks_changes_no_test_when_all_contacts_are_asked_for)
{
    struct cd_random random = handmade_random();
    static const char *const orders[] = {"queue=0", "queue=1", "queue=5", "queue=100", "queue=1000000"};
    for (int n = 0; n < 5; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 0.5);
        size_t count, first_count;
        struct cd_counters first = count_contacts(&cd_algo_saabb, orders[0], &pose, &first_count);
        for (size_t i = 1; i < sizeof orders / sizeof *orders; i++) {
            test_row("%s", orders[i]);
            struct cd_counters counters = count_contacts(&cd_algo_saabb, orders[i], &pose, &count);
            assert_int_equal(count, first_count);
            assert_memory_equal(&counters, &first, sizeof first);
        }
    }
}

TEST(a_hybrid_tree_tests_the_triangles_that_both_kinds_of_volume_leave)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 10; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 0.7);
        size_t contacts[5];
        const struct cd_counters spheres = count_contacts(&cd_algo_sphere, "", &pose, &contacts[0]),
                                 boxes = count_contacts(&cd_algo_aabb, "", &pose, &contacts[1]),
                                 both = count_contacts(&cd_algo_saabb, "threshold=0", &pose, &contacts[2]),
                                 some = count_contacts(&cd_algo_saabb, "threshold=3", &pose, &contacts[3]),
                                 none = count_contacts(&cd_algo_saabb, "threshold=1e9", &pose, &contacts[4]);
        for (int i = 1; i < 5; i++)
            assert_int_equal(contacts[i], contacts[0]);
        assert_true(both.triangle_tests <= boxes.triangle_tests);
        assert_true(both.node_visits <= boxes.node_visits && both.node_visits <= spheres.node_visits);
        assert_true(some.triangle_tests <= spheres.triangle_tests);
        assert_true(some.box_tests > 0 && some.box_tests < both.box_tests);
        assert_int_equal(spheres.box_tests, 0);
        assert_true(none.triangle_tests <= spheres.triangle_tests);
    }
}
