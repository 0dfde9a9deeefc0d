// The trees of zhao2009 and ours of boxes: compares their splits with all possible planes and with each other, their
// volumes with their triangles, and searches of the same volumes with each other.

#include "algos/mesh/aabb/aabb.h"
#include "algos/papers/zhao2009/saabb.h"
#include "tests/subject.h"
#include "tests/test.h"

extern const struct cd_algo cd_algo_saabb, cd_algo_saabb_depth, cd_algo_sphere, cd_algo_box, cd_algo_aabb;

static const struct {
    const struct cd_algo *algo;
    const char *settings;
} ways[] = {{&cd_algo_saabb, ""},
            {&cd_algo_saabb, "queue=0"},
            {&cd_algo_saabb, "threshold=2.5:leaf=3:queue=500"},
            {&cd_algo_saabb_depth, "leaf=2"},
            {&cd_algo_sphere, ""},
            {&cd_algo_box, "leaf=2"}};

// ---- spheres ----------------------------------------------------------------------------------------------

/// The distance of the points from the centre is just over 1, which doubles do not see, or has a square that they do
/// not.
TEST(volumes_that_rounding_has_made_smaller_lose_no_contact)
{
    static const struct cd_vec3 points[] = {{1, 1e-9, 0}, {-1, -1e-9, 0}, {0, 0, 0}},
                                tiny[] = {{1e-300, 0, 0}, {-1e-300, 0, 0}, {0, 0, 0}};
    static const struct cd_algo *const algos[] = {&cd_algo_sphere, &cd_algo_saabb, &cd_algo_saabb_depth,
                                                  &cd_algo_box, &cd_algo_aabb};
    struct cd_pose origin = handmade_at(0, 0, 0), beside = handmade_at(2, 2e-9, 0),
                   near = handmade_at(2e-300, 0, 0);
    for (size_t i = 0; i < sizeof algos / sizeof *algos; i++) {
        test_row("%s", algos[i]->name);
        struct subject one = subject_make(algos[i], "", handmade_loose(points, 1)),
                       small = subject_make(algos[i], "", handmade_loose(tiny, 1));
        assert_int_equal(check(&one, &origin, &one, &beside), 1);
        assert_int_equal(check(&small, &origin, &small, &near), 1);
        if (algos[i] == &cd_algo_aabb) // floats are rounded outwards
            assert_true(aabb_box(one.model, 0).high.x > 1);
        subject_free(&one);
        subject_free(&small);
    }
}

/// Whether a box around the origin and a sphere have a point in common, by formulas (1) and (2): if any, the point of
/// the box that is nearest to the sphere's centre, or next to that.
static bool share_a_point(double x0, double y0, double z0, double rs, double h)
{
    double within = 0.5 * h * (1 - 1e-9), at[3] = {x0, y0, z0};
    for (int i = 0; i < 3; i++)
        at[i] = fmin(fmax(at[i], -within), within);
    struct cd_vec3 p = cd_vec(at[0], at[1], at[2]),
                   from_corner = cd_add(p, cd_vec(0.5 * h, 0.5 * h, 0.5 * h));
    return zhao_formula_1(from_corner, h) && zhao_formula_2(p, x0, y0, z0, rs);
}

TEST(the_printed_test_of_box_and_sphere_is_wrong_both_ways_whichever_root_it_takes)
{
    static const struct {
        double x, y, z, radius, edge;
        bool share;   ///< they have a point in common
        bool meet[2]; ///< by the formula without the root that it lost, and with it
    } rows[] = {
        {0.5, 0.25, 0, 1, 2, true, {true, true}},    // the sphere's centre is in the box: they meet,
        {0.5, -0.25, 0, 1, 2, true, {false, false}}, // which the formula sees on one side only
        {1e-3, 1e-9, 5, 1, 2, false, {true, true}},  // they are far apart
        {0,
         0,
         0,
         1,
         2,
         true,
         {false, false}}, // the sphere is around the box's centre: the formula has no value
        {0.1, 0.1, 0.05, 0.1, 0.1, true, {true, true}},
        {10, 10, 5, 10, 10, true, {false, true}}, // only the root makes it free of units
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int root = 0; root < 2; root++) {
            test_row("row %zu, root %d", i, root);
            assert_int_equal(share_a_point(rows[i].x, rows[i].y, rows[i].z, rows[i].radius, rows[i].edge),
                             rows[i].share);
            assert_int_equal(
                zhao_formula_3(rows[i].x, rows[i].y, rows[i].z, rows[i].radius, rows[i].edge, root),
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

static int compare_ends(const void *p, const void *q)
{
    const struct zhao_end *a = p, *b = q;
    return (a->at > b->at) - (a->at < b->at);
}

/// The plane of formula (5). Ours, by aabb_best_plane, has to be the same one if lambda is 1.
static bool best_plane(const struct spheres *spheres, double lambda, struct zhao_plane *plane)
{
    struct zhao_end ends[3][2 * MANY], *const along[3] = {ends[0], ends[1], ends[2]};
    struct aabb_piece pieces[MANY] = {{.triangle = 0}};
    uint64_t room[4 * MANY];
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < spheres->count; i++) {
            pieces[i].low[axis] = spheres->at[i][axis] - spheres->at[i][3];
            pieces[i].high[axis] = spheres->at[i][axis] + spheres->at[i][3];
            ends[axis][2 * i] = (struct zhao_end){pieces[i].low[axis], i & INT32_MAX, false};
            ends[axis][2 * i + 1] = (struct zhao_end){pieces[i].high[axis], i & INT32_MAX, true};
        }
        qsort(ends[axis], 2 * spheres->count, sizeof **ends, compare_ends);
    }
    struct aabb_bounds bounds = aabb_bounds_of(pieces, spheres->count);
    struct aabb_plane ours;
    bool found = zhao_formula_5(along, spheres->count, lambda, plane);
    if (lambda == 1) {
        assert_int_equal(aabb_best_plane(pieces, spheres->count, &bounds, room, &ours), found);
        assert_true(!found || (ours.axis == plane->axis && ours.at == plane->at));
    }
    return found;
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
    static const double lambdas[] = {0, 1, 0.5, 1, 10, 1.1};
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
        struct zhao_plane plane;
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
    static const struct {
        double height, leaf, height_weight, leaf_weight;
        uint32_t depth, count;
        bool stops;
    } rows[] = {
        {0, 4, 0, 1, 0, 4, true},
        {0, 4, 0, 1, 60, 5, false},
        {3, 0, 2, 0, 3, 1000, true},
        {3, 0, 2, 0, 2, 2, false},
        {3, 0, 2, 0, 0, 1, true},
        // one superfluous level makes up for two superfluous triangles
        {5, 4, 2, 1, 6, 6, true},
        {5, 4, 2, 1, 6, 7, false},
        {5, 4, 2, 1, 4, 2, true},
        {5, 4, 2, 1, 4, 3, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct zhao_stop stop = {rows[i].height, rows[i].leaf, rows[i].height_weight,
                                       rows[i].leaf_weight};
        test_row("row %zu", i);
        assert_int_equal(zhao_formula_6(&stop, rows[i].depth, rows[i].count), rows[i].stops);
    }
}

// ---- trees ------------------------------------------------------------------------------------------------

/// Rounding may have made a volume smaller by far less than the slack that a test allows for.
static void check_node(const struct zhao_tree *tree, const struct cd_shape *shape,
                       const struct zhao_node *node)
{
    double tolerance = 1e-14 * tree->radius + 0x1p-500;
    for (uint32_t i = 0; i < 3 * node->total; i++) {
        uint32_t triangle = tree->order[node->first + i / 3];
        struct cd_vec3 p = shape->vertices[shape->mesh->triangles[triangle].v[i % 3]];
        struct cd_vec3 underlying = cd_sub(p, tree->underlying[triangle].centre);
        assert_true(cd_length(underlying) <= tree->underlying[triangle].radius + tolerance);
        if (tree->options.volumes != ZHAO_BOXES)
            assert_true(cd_length(cd_sub(p, node->sphere.centre)) <= node->sphere.radius + tolerance);
        if (tree->options.volumes != ZHAO_SPHERES)
            for (int k = 0; k < 3; k++)
                assert_true(fabs(cd_axis(&p, k) - node->centre[k]) <= node->half[k] + tolerance);
    }
}

/// Checks a tree from a node down. Returns the number of its leaves.
static uint32_t check_below(const struct zhao_tree *tree, const struct cd_shape *shape,
                            const struct zhao_node *node, uint32_t depth)
{
    assert_true(depth <= ZHAO_DEPTH_MAX);
    check_node(tree, shape, node);
    assert_int_equal(zhao_formula_6(&tree->options.stop, depth, node->total), !node->left);
    if (!node->left)
        return 1;
    const struct zhao_node *left = &tree->nodes[node->left], *right = left + 1;
    assert_int_equal(left->first, node->first);
    assert_int_equal(right->first, left->first + left->total);
    assert_int_equal(left->total + right->total, node->total);
    return check_below(tree, shape, left, depth + 1) + check_below(tree, shape, right, depth + 1);
}

static void check_model(const void *model, const struct cd_shape *shape)
{
    const struct zhao_tree *tree = model;
    struct zhao_balance balance = zhao_balance(tree);
    assert_int_equal(check_below(tree, shape, tree->nodes, 0), balance.leaves);
    assert_int_equal(tree->node_count, 2 * balance.leaves - 1);
    assert_true(balance.height <= ZHAO_DEPTH_MAX);
    assert_true(balance.min_depth <= balance.mean_depth && balance.mean_depth <= balance.height);
    check_order(tree->order, tree->triangle_count);
}

/// Checks ours from a node down: it has the same splits as the paper's.
static void check_same_splits(const struct aabb_tree *ours, uint32_t node, const struct zhao_tree *tree,
                              const struct zhao_node *other)
{
    assert_int_equal(ours->first[node], other->first);
    assert_int_equal(ours->total[node], other->total);
    assert_int_equal(aabb_is_leaf(ours, node), !other->left);
    for (uint32_t k = 0; k < 2 && other->left; k++)
        check_same_splits(ours, aabb_child(ours, node, k), tree, &tree->nodes[other->left + k]);
}

static void check_ours(const void *model, const struct cd_shape *shape)
{
    const struct aabb_tree *tree = model;
    double tolerance = 1e-15 * tree->frame.reach;
    check_order(tree->order, tree->triangle_count);
    for (uint32_t node = 0; node < 2 * tree->triangle_count; node++)
        for (uint32_t i = 0; i < 3 * tree->total[node]; i++) {
            uint32_t triangle = tree->order[tree->first[node] + i / 3];
            struct cd_vec3 p = shape->vertices[shape->mesh->triangles[triangle].v[i % 3]];
            struct cd_aabb box = aabb_box(tree, node);
            for (int k = 0; k < 3; k++)
                assert_true(cd_axis(&p, k) >= cd_axis(&box.low, k) - tolerance &&
                            cd_axis(&p, k) <= cd_axis(&box.high, k) + tolerance);
        }
}

TEST(our_trees_of_boxes_have_the_splits_of_the_papers)
{
    static const char *const settings[] = {"", "leaf=3"};
    static const char *const meshes[] = {"bumpy:triangles=3000", "gear:triangles=2000", "comb:triangles=1000",
                                         "torusknot:triangles=2000", "box:triangles=12"};
    for (size_t i = 0; i < 10; i++) {
        test_row("%s, %s", meshes[i % 5], settings[i / 5]);
        struct subject ours = subject_make(&cd_algo_aabb, settings[i / 5], generated(meshes[i % 5])),
                       other = subject_make(&cd_algo_box, settings[i / 5], generated(meshes[i % 5]));
        const struct zhao_tree *tree = other.model;
        const struct aabb_tree *own = ours.model;
        check_same_splits(own, 0, tree, tree->nodes);
        if (own->leaf == 1) // the triangles of a leaf are in no order
            assert_memory_equal(own->order, tree->order, tree->triangle_count * sizeof *tree->order);
        subject_free(&ours);
        subject_free(&other);
    }
}

TEST(every_nodes_volumes_contain_its_triangles)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        check_trees(ways[i].algo, ways[i].settings, check_model);
    check_trees(&cd_algo_aabb, "", check_ours);
    check_trees(&cd_algo_aabb, "leaf=2", check_ours);
}

TEST(a_tree_of_single_triangles_has_as_many_leaves_and_is_balanced)
{
    static const char *const meshes[] = {"bumpy:triangles=5000", "gear:triangles=5000",
                                         "comb:triangles=3000"};
    for (int i = 0; i < 3; i++) {
        test_row("%s", meshes[i]);
        struct subject subject = subject_make(&cd_algo_saabb, "", generated(meshes[i]));
        struct zhao_balance balance = zhao_balance(subject.model);
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
                                 boxes = count_contacts(&cd_algo_box, "", &pose, &contacts[1]),
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

TEST(depth_first_all_contacts_take_the_same_tests_as_breadth_first)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 5; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 0.5);
        size_t contacts[2];
        const struct cd_counters breadth = count_contacts(&cd_algo_saabb, "", &pose, &contacts[0]),
                                 depth = count_contacts(&cd_algo_saabb_depth, "", &pose, &contacts[1]);
        assert_int_equal(contacts[0], contacts[1]);
        assert_int_equal(breadth.sphere_tests, depth.sphere_tests);
        assert_int_equal(breadth.box_tests, depth.box_tests);
        assert_int_equal(breadth.triangle_tests, depth.triangle_tests);
        assert_true(depth.node_visits < breadth.node_visits); // counts those that are opened
    }
}

TEST(triangles_below_a_node_are_tested_against_a_leaf_where_one_leaf_is_enough)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 5; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 0.5);
        size_t contacts[3];
        const struct cd_counters both = count_contacts(&cd_algo_saabb, "", &pose, &contacts[0]),
                                 one = count_contacts(&cd_algo_saabb, "leaf_rule=one", &pose, &contacts[1]);
        count_contacts(&cd_algo_saabb, "leaf_rule=one:queue=7:leaf=3", &pose, &contacts[2]);
        assert_true(contacts[0] > 0 || n);
        assert_int_equal(contacts[1], contacts[0]);
        assert_int_equal(contacts[2], contacts[0]);
        assert_true(one.node_visits <= both.node_visits && one.triangle_tests >= both.triangle_tests);
    }
}
