/// `sphere_obb`: compares its volumes with their triangles, its classification and traversals with their definitions, and
/// its counts with the worst-case counts of Liu et al. 2016. `sphere_obb_sized`: the same for its boxes and its rules.

#include "algos/mesh/sphere_obb_sized/sphere_obb_sized.h"
#include "tests/subject.h"
#include "tests/test.h"

extern const struct cd_algo cd_algo_sphere_obb, cd_algo_sphere_obb_sized;

static const char *const traversals[] = {"simultaneous", "single", "classified", "larger", "sized"};

static bool is_ours(const char *traversal)
{
    return !strcmp(traversal, "larger") || !strcmp(traversal, "sized");
}

static struct subject subject_of(const char *settings, struct cd_mesh *mesh)
{
    return subject_make(&cd_algo_sphere_obb, settings, mesh);
}

static struct subject subject_by(const char *traversal, const char *more, struct cd_mesh *mesh)
{
    char settings[100];
    snprintf(settings, sizeof settings, "traversal=%s%s", traversal, more);
    return subject_make(is_ours(traversal) ? &cd_algo_sphere_obb_sized : &cd_algo_sphere_obb, settings, mesh);
}

static const struct sobb_tree *tree_of(const struct subject *subject)
{
    if (subject->algo == &cd_algo_sphere_obb)
        return subject->model;
    return ((const struct sized_model *)subject->model)->tree;
}

// ---- meshes -----------------------------------------------------------------------------------------------

/// Triangles that all have a corner at the origin, each `shrink` times as large as the one before: two of
/// these meshes around one point overlap in every pair of nodes.
static struct cd_mesh *bouquet(struct cd_random *random, uint32_t count, double shrink)
{
    struct cd_vec3 *vertices = cd_allocate(2 * (size_t)count + 1, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate(count, sizeof *triangles);
    double size = 1;
    for (uint32_t i = 0; i < count; i++, size *= shrink) {
        vertices[1 + 2 * i] = handmade_random_point(random, size);
        vertices[2 + 2 * i] = handmade_random_point(random, size);
        triangles[i] = (struct cd_triangle){{0, 1 + 2 * i, 2 + 2 * i}};
    }
    struct cd_mesh *mesh = handmade_mesh(vertices, 2 * count + 1, triangles, count);
    cd_free(vertices);
    cd_free(triangles);
    return mesh;
}

// ---- trees ------------------------------------------------------------------------------------------------

static void check_volumes(const struct sobb_tree *tree, const struct cd_shape *shape, uint32_t index)
{
    const struct sobb_node *node = &tree->nodes[index];
    double tolerance = 2e-15 * tree->radius;
    for (uint32_t i = 0; i < 3 * node->total; i++) {
        uint32_t triangle = tree->order[node->first + i / 3];
        struct cd_vec3 p = shape->vertices[shape->mesh->triangles[triangle].v[i % 3]];
        struct cd_vec3 d = cd_sub(p, node->box.centre);
        assert_true(cd_length(cd_sub(p, node->sphere.centre)) <=
                    node->sphere.radius * (1 + 1e-15) + tolerance);
        for (int k = 0; k < 3; k++) {
            const double *axis = node->box.axes + 3 * k;
            assert_true(fabs(axis[0] * d.x + axis[1] * d.y + axis[2] * d.z) <=
                        node->box.half[k] * (1 + 1e-15) + 2 * tolerance);
        }
    }
}

/// Checks a tree from `node` down. Returns the number of its leaves.
static uint32_t check_tree(const struct sobb_tree *tree, const struct cd_shape *shape, uint32_t index,
                           uint32_t depth)
{
    const struct sobb_node *node = &tree->nodes[index], *child = &tree->nodes[node->child];
    assert_true(depth + node->height <= SOBB_DEPTH_MAX && index < tree->node_count);
    check_volumes(tree, shape, index);
    if (!node->child) {
        assert_int_equal(node->height, 0);
        assert_in_range(node->total, 1, tree->options.leaf);
        return 1;
    }
    assert_true(node->total > tree->options.leaf && node->child > index);
    assert_int_equal(child[0].first, node->first);
    assert_int_equal(child[1].first, node->first + child[0].total);
    assert_int_equal(child[0].total + child[1].total, node->total);
    assert_int_equal(node->height,
                     1 + (child[0].height > child[1].height ? child[0].height : child[1].height));
    assert_int_equal(sobb_balance_factor(tree, index), (int)child[0].height - (int)child[1].height);
    return check_tree(tree, shape, node->child, depth + 1) +
           check_tree(tree, shape, node->child + 1, depth + 1);
}

static void check_model(const void *model, const struct cd_shape *shape)
{
    const struct sobb_tree *tree = model;
    uint32_t leaves = check_tree(tree, shape, 0, 0);
    assert_int_equal(tree->node_count, 2 * leaves - 1);
    assert_true(tree->options.leaf > 1 || leaves == tree->triangle_count);
    check_order(tree->order, tree->triangle_count);
}

static void check_sized_model(const void *model, const struct cd_shape *shape)
{
    check_model(((const struct sized_model *)model)->tree, shape);
}

TEST(every_nodes_volumes_contain_its_triangles)
{
    check_trees(&cd_algo_sphere_obb, "", check_model);
    check_trees(&cd_algo_sphere_obb, "leaf=3:split=median", check_model);
    check_trees(&cd_algo_sphere_obb_sized, "", check_sized_model);
    check_trees(&cd_algo_sphere_obb_sized, "leaf=3:split=median", check_sized_model);
}

/// Half of a box's surface.
static double surface_of(const struct cd_obb *box)
{
    return box->half[0] * box->half[1] + box->half[1] * box->half[2] + box->half[2] * box->half[0];
}

TEST(turned_boxes_are_smaller_as_a_rule)
{
    struct subject loose = subject_by("sized", ":boxes=covariance", generated("bumpy:triangles=300")),
                   tight = subject_by("sized", "", generated("bumpy:triangles=300"));
    const struct sobb_tree *trees[2] = {tree_of(&loose), tree_of(&tight)};
    double sums[2] = {0, 0};
    assert_int_equal(trees[0]->node_count, trees[1]->node_count);
    for (uint32_t i = 0; i < trees[0]->node_count; i++)
        for (int k = 0; k < 2; k++)
            sums[k] += surface_of(&trees[k]->nodes[i].box);
    print_message("%.3f of the surface\n", sums[1] / sums[0]);
    assert_true(sums[1] < 0.97 * sums[0]);
    subject_free(&loose);
    subject_free(&tight);
}

TEST(halving_makes_the_flattest_tree_of_any_triangles)
{
    struct cd_random random = handmade_random();
    for (uint32_t count = 1; count <= 300; count += count < 20 ? 1 : 31) {
        uint32_t height = 0;
        while (1u << height < count)
            height++;
        struct cd_mesh *meshes[3] = {bouquet(&random, count, 1), bouquet(&random, count, 0.5),
                                     bouquet(&random, count, 0)}; // the last: points, all the same
        for (int i = 0; i < 3; i++) {
            struct subject subject = subject_of("split=median", meshes[i]);
            struct cd_shape shape = {subject.mesh, subject.mesh->vertices};
            const struct sobb_tree *tree = subject.model;
            check_model(tree, &shape);
            assert_int_equal(tree->nodes[0].height, height);
            subject_free(&subject);
        }
    }
}

// ---- classification ---------------------------------------------------------------------------------------

/// The node to which a path of left and right turns leads, or UINT32_MAX.
static uint32_t node_at(const struct sobb_tree *tree, uint64_t path, uint32_t depth)
{
    uint32_t node = 0;
    for (uint32_t i = depth; i-- > 0;) {
        if (!tree->nodes[node].child)
            return UINT32_MAX;
        node = tree->nodes[node].child + (path >> i & 1);
    }
    return node;
}

/// D of the position, whose nodes in either tree may be missing.
static int d_of(const struct sobb_tree *a, const struct sobb_tree *b, uint64_t path, uint32_t depth)
{
    uint32_t x = node_at(a, path, depth), y = node_at(b, path, depth);
    if (a->options.common && (x == UINT32_MAX || y == UINT32_MAX))
        return 0;
    return abs((x == UINT32_MAX ? 0 : sobb_balance_factor(a, x)) -
               (y == UINT32_MAX ? 0 : sobb_balance_factor(b, y)));
}

/// Nodes with D > 1 of either tree, and positions with D > 1 where its balance factor is the larger one.
struct tally {
    uint32_t count[2], larger[2];
};

/// Compares the class of two trees with D of every node from one of the tree `side` down.
static void check_class(const struct sobb_class *class, const struct sobb_tree *const trees[2], unsigned side,
                        uint64_t path, uint32_t depth, struct tally *tally)
{
    const struct sobb_tree *own = trees[side], *other = trees[1 - side];
    uint32_t node = node_at(own, path, depth), opposite = node_at(other, path, depth);
    bool turns = d_of(own, other, path, depth) > 1;
    assert_int_equal(class->similar ? false : class->turns[side][node], turns);
    tally->count[side] += turns;
    if (turns && (!side || opposite == UINT32_MAX)) {
        int beside = opposite == UINT32_MAX ? 0 : abs(sobb_balance_factor(other, opposite));
        int balance = abs(sobb_balance_factor(own, node));
        tally->larger[side] += balance > beside;
        tally->larger[1 - side] += balance < beside;
    }
    for (uint32_t k = 0; k < 2 && own->nodes[node].child; k++)
        check_class(class, trees, side, 2 * path + k, depth + 1, tally);
}

TEST(trees_are_similar_where_no_balance_factors_differ_by_more_than_one)
{
    struct cd_random random = handmade_random();
    static const char *const ways[] = {"split=median", "", "", "missing=common", "extra=nodes",
                                       "split=median"};
    int similar = 0, ties = 0;
    for (int n = 0; n < 400 / SLOW; n++) {
        uint32_t sizes[2] = {1 + (uint32_t)cd_random_below(&random, 1 + (uint32_t)n % 90),
                             1 + (uint32_t)cd_random_below(&random, 1 + (uint32_t)n % 40)};
        const char *settings = ways[n % 6];
        struct subject a = subject_of(settings, bouquet(&random, sizes[0], 0.9));
        struct subject b = subject_of(settings, handmade_soup(&random, sizes[1], 5));
        const struct sobb_tree *trees[2] = {a.model, b.model};
        struct sobb_class *class = sobb_classify(trees[0], trees[1]);
        struct tally tally = {{0, 0}, {0, 0}};
        for (unsigned side = 0; side < 2; side++) {
            check_class(class, trees, side, 0, 0, &tally);
            assert_int_equal(class->count[side], tally.count[side]);
        }
        assert_int_equal(class->similar, tally.count[0] + tally.count[1] == 0);
        bool tie = tally.larger[0] == tally.larger[1], by_nodes = !strcmp(settings, "extra=nodes");
        ties += tie && !class->similar;
        assert_int_equal(class->start, tie || by_nodes ? trees[1]->node_count > trees[0]->node_count
                                                       : tally.larger[1] > tally.larger[0]);
        similar += class->similar;
        sobb_class_destroy(class);
        subject_free(&a);
        subject_free(&b);
    }
    print_message("%d of %d pairs are similar, %d are equally uneven\n", similar, 400 / SLOW, ties);
    assert_true(SLOW > 1 || (similar > 20 && similar < 380 && ties > 2));
}

/// A tree of so many levels, in which only left nodes have children.
static struct sobb_tree leaning(struct sobb_node *nodes, uint32_t levels)
{
    for (uint32_t i = 0; i <= levels; i++)
        nodes[i ? 2 * i - 1 : 0] =
            (struct sobb_node){.child = i < levels ? 2 * i + 1 : 0, .height = levels - i};
    return (struct sobb_tree){.node_count = 2 * levels + 1, .nodes = nodes};
}

/// Figures 1 and 2 of the paper are lost. Three trees as its text describes them: a is similar to neither b nor c, and has
/// parts with finer details; b and c are similar.
TEST(of_three_trees_those_are_similar_that_are_in_figure_2)
{
    struct sobb_node nodes[3][9] = {{{.child = 0}}};
    const struct sobb_tree trees[3] = {leaning(nodes[0], 4), leaning(nodes[1], 1), leaning(nodes[2], 2)};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            struct sobb_class *class = sobb_classify(&trees[i], &trees[k]);
            assert_int_equal(class->similar, (i == 0) == (k == 0));
            if (!class->similar)
                assert_int_equal(class->start, k == 0);
            sobb_class_destroy(class);
        }
}

// ---- traversals -------------------------------------------------------------------------------------------

/// The rules of README.md, by recursion, for trees whose volumes overlap everywhere.
struct reference {
    const struct sobb_tree *tree[2];
    const struct sobb_class *class;
    const char *traversal;
    uint64_t pairs, leaves;
};

static void descend(struct reference *reference, const uint32_t at[2], unsigned side);

static void descend_one(struct reference *reference, const uint32_t at[2], unsigned side)
{
    const struct sobb_tree *tree = reference->tree[side];
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t next[2] = {at[0], at[1]};
        next[side] = tree->nodes[at[side]].child + k;
        bool turns =
            reference->class && !reference->class->similar && reference->class->turns[side][next[side]];
        descend(reference, next, turns ? 1 - side : side);
    }
}

static void descend_both(struct reference *reference, const uint32_t at[2])
{
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t next[2] = {reference->tree[0]->nodes[at[0]].child + k / 2,
                                  reference->tree[1]->nodes[at[1]].child + k % 2};
        descend(reference, next, 0);
    }
}

static void descend(struct reference *reference, const uint32_t at[2], unsigned side)
{
    const struct sobb_tree *const *tree = reference->tree;
    bool leaf[2] = {!tree[0]->nodes[at[0]].child, !tree[1]->nodes[at[1]].child};
    const char *traversal = reference->traversal;
    double size[2];
    for (int k = 0; k < 2; k++) {
        const double *half = tree[k]->nodes[at[k]].box.half;
        size[k] = half[0] + half[1] + half[2];
    }
    reference->pairs++;
    if (leaf[0] && leaf[1]) {
        reference->leaves++;
    } else if (leaf[0] || leaf[1]) {
        descend_one(reference, at, leaf[0]);
    } else if (!strcmp(traversal, "single")) {
        descend_one(reference, at, 0);
    } else if (!strcmp(traversal, "larger")) {
        descend_one(reference, at, size[1] > size[0]);
    } else if (reference->class && !reference->class->similar) {
        descend_one(reference, at, side);
    } else if (!strcmp(traversal, "sized") && size[0] > 3 * size[1]) {
        descend_one(reference, at, 0);
    } else if (!strcmp(traversal, "sized") && size[1] > 3 * size[0]) {
        descend_one(reference, at, 1);
    } else {
        descend_both(reference, at);
    }
}

static void check_counts(const struct subject *a, const struct subject *b, const char *traversal)
{
    struct cd_pose pose = handmade_at(0, 0, 0);
    struct sobb_class *class = NULL;
    if (!strcmp(traversal, "classified"))
        class = sobb_classify(a->model, b->model);
    struct reference reference = {.tree = {tree_of(a), tree_of(b)}, .class = class, .traversal = traversal};
    descend(&reference, (uint32_t[2]){0, 0}, class ? class->start : 0);
    struct outcome all = counted(a, &pose, b, &pose, CD_QUERY_CONTACTS);
    assert_int_equal(all.counters.node_visits, reference.pairs);
    assert_int_equal(all.counters.sphere_tests, reference.pairs);
    assert_int_equal(all.counters.box_tests, reference.pairs);
    assert_int_equal(all.counters.triangle_tests,
                     (uint64_t)a->mesh->triangle_count * b->mesh->triangle_count);
    assert_int_equal(all.count, all.counters.triangle_tests);
    if (class)
        sobb_class_destroy(class);
}

TEST(every_traversal_takes_the_steps_of_its_rule_where_everything_overlaps)
{
    struct cd_random random = handmade_random();
    static const double shrink[] = {1, 0.9, 0.5, 0.97};
    for (int n = 0; n < 60 / SLOW; n++)
        for (size_t i = 0; i < sizeof traversals / sizeof *traversals; i++) {
            uint32_t sizes[2] = {1 + (uint32_t)cd_random_below(&random, 90),
                                 1 + (uint32_t)cd_random_below(&random, 90)};
            static const char *const rules[] = {":leaf=4", ":missing=common", ":extra=nodes", "", ""};
            bool classified = !strcmp(traversals[i], "classified");
            const char *more = n % 5 == 0 || classified ? rules[n % 5] : "";
            test_row("%s%s", traversals[i], more);
            struct subject a = subject_by(traversals[i], more, bouquet(&random, sizes[0], shrink[n % 4]));
            struct subject b = subject_by(traversals[i], more, bouquet(&random, sizes[1], shrink[n / 4 % 4]));
            assert_int_equal(tree_of(&a)->options.leaf, n % 5 ? 1 : 4);
            check_counts(&a, &b, traversals[i]);
            subject_free(&a);
            subject_free(&b);
        }
}

TEST(spheres_are_tested_of_all_nodes_or_of_the_roots_or_not_at_all)
{
    static const char *const words[] = {"spheres=yes", "spheres=roots", "spheres=no"};
    struct cd_random random = handmade_random();
    struct cd_mesh *mesh = bouquet(&random, 30, 1);
    struct cd_pose pose = handmade_at(0, 0, 0), far = handmade_at(100, 0, 0);
    for (int i = 0; i < 3; i++) {
        struct subject subject = subject_of(words[i], moved(mesh, 1, cd_vec(0, 0, 0)));
        struct cd_counters near = counted(&subject, &pose, &subject, &pose, CD_QUERY_CONTACTS).counters;
        struct cd_counters apart = counted(&subject, &pose, &subject, &far, CD_QUERY_CONTACTS).counters;
        test_row("%s", words[i]);
        assert_int_equal(near.sphere_tests, i == 0 ? near.node_visits : i == 1 ? 1 : 0);
        assert_int_equal(near.box_tests, near.node_visits);
        assert_int_equal(apart.node_visits, 1);
        assert_int_equal(apart.sphere_tests, i < 2);
        assert_int_equal(apart.box_tests, i == 2);
        subject_free(&subject);
    }
    cd_mesh_destroy(mesh);
}

TEST(trees_as_deep_as_can_be_are_walked_to_the_end)
{
    struct cd_random random = handmade_random();
    for (size_t i = 0; i < sizeof traversals / sizeof *traversals; i++) {
        test_row("%s", traversals[i]);
        struct subject a = subject_by(traversals[i], "", bouquet(&random, 400 / SLOW, 0.6));
        struct subject b = subject_by(traversals[i], "", bouquet(&random, 450 / SLOW, 0.7));
        check_model(tree_of(&a), &(struct cd_shape){a.mesh, a.vertices});
        check_counts(&a, &b, traversals[i]);
        subject_free(&a);
        subject_free(&b);
    }
}
