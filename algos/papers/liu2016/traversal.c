// Liu, Li, Zhao, Shan 2016, section 1.3: which trees are similar, how two trees are descended, and the record of
// `sphere_obb`. The paper cites Sun, Wu 2015 (its [15]), whose title has the classified traversal.
//
// The paper                                                                    here
//   section 1.2, spheres for a first test, then OBBs for an accurate one       sobb_overlap
//   section 1.2, hierarchies are built (before the first step)                 sphere_obb_prepare
//   section 1.3, 单一下降深度优先遍历, single descent                              single_descent
//   section 1.3, 同步下降深度优先遍历, simultaneous descent                         simultaneous_descent
//   section 1.3, D_i = |BA_i - BB_i|                                           d_i
//   section 1.3, similar where no D_i is greater than 1                        sobb_classify
//   section 1.3, 改进单一下降深度优先遍历, improved single descent                   improved_single_descent
//   section 1.3, 基于分类的遍历, classified traversal                              sobb_test
//   section 1.3, pairs are classified (once for each pair of meshes, E3)       sphere_obb_link
//
// Every descent opens nodes until both are leaves, and leaves out only what is below two nodes that do not overlap. So all
// find the same contacts. README.md says how the gaps of the text (liu2016 E2, E3, E5) are filled.
#include "algos/papers/liu2016/liu2016.h"
#include "base/memory.h"

#include <stdlib.h>

// A node that only the other tree has.
#define MISSING UINT32_MAX

// Added to every |R[i][j]|, for edges that are nearly parallel: that of Gottschalk's library.
#define PUBLISHED_EPSILON 1e-6

// Ours: keeps squares of lengths in the range of doubles.
#define LEAST_LENGTH 0x1p-500

// ---- classification ---------------------------------------------------------------------------------------

struct comparison {
    const struct sobb_tree *tree[2];
    struct sobb_class *class;
    uint64_t uneven[2]; ///< positions with D > 1 where this tree is the less balanced one
};

// D_i = |BA_i - BB_i|.
static int d_i(int ba, int bb)
{
    return abs(ba - bb);
}

// Compares the nodes of tree A and tree B at one position, one of which may be missing, and those at all positions below.
// E2: the balance factor of a missing node is 0, or, with `missing=common`, its position has no D.
static void compare_below(struct comparison *comparison, uint32_t a, uint32_t b)
{
    const struct sobb_tree *tree_a = comparison->tree[0], *tree_b = comparison->tree[1];
    int ba = a == MISSING ? 0 : sobb_balance_factor(tree_a, a),
        bb = b == MISSING ? 0 : sobb_balance_factor(tree_b, b);
    bool has_d = !tree_a->options.common || (a != MISSING && b != MISSING);
    if (has_d && d_i(ba, bb) > 1) {
        comparison->uneven[0] += abs(ba) > abs(bb);
        comparison->uneven[1] += abs(bb) > abs(ba);
        const uint32_t nodes[2] = {a, b};
        for (int side = 0; side < 2; side++)
            if (nodes[side] != MISSING) {
                comparison->class->turns[side][nodes[side]] = true;
                comparison->class->count[side]++;
            }
    }
    uint32_t child_a = a == MISSING ? 0 : tree_a->nodes[a].child,
             child_b = b == MISSING ? 0 : tree_b->nodes[b].child;
    for (uint32_t k = 0; k < 2 && (child_a || child_b); k++)
        compare_below(comparison, child_a ? child_a + k : MISSING, child_b ? child_b + k : MISSING);
}

struct sobb_class *sobb_classify(const struct sobb_tree *a, const struct sobb_tree *b)
{
    struct comparison comparison = {.tree = {a, b}, .class = cd_allocate(1, sizeof(struct sobb_class))};
    struct sobb_class *class = comparison.class;
    const uint64_t *uneven = comparison.uneven;
    for (unsigned side = 0; side < 2; side++)
        class->turns[side] = cd_allocate(comparison.tree[side]->node_count, sizeof(bool));
    compare_below(&comparison, 0, 0);
    class->similar = class->count[0] + class->count[1] == 0;
    // E5: 额外细节较多的树, "the tree with more extra detail". 树存在细节较为精细的部分, "it has parts with finer details", is
    // what the text concludes from balance.
    bool undecided = a->options.by_nodes || uneven[0] == uneven[1];
    class->start = undecided ? b->node_count > a->node_count : uneven[1] > uneven[0];
    return class;
}

void sobb_class_destroy(void *link)
{
    struct sobb_class *class = link;
    cd_free(class->turns[0]);
    cd_free(class->turns[1]);
    cd_free(class);
}

// ---- volumes ----------------------------------------------------------------------------------------------

bool sobb_begin(struct sobb_visit *visit, const struct cd_placed *a, const struct cd_placed *b,
                const struct sobb_class *class, struct cd_worker *worker)
{
    *visit =
        (struct sobb_visit){.body = {a, b}, .tree = {a->model, b->model}, .class = class, .worker = worker};
    return cd_relation_of(a, visit->tree[0]->radius, b, visit->tree[1]->radius, 0, &visit->relation);
}

// Whether no axis of 15 separates two boxes (Gottschalk, Lin, Manocha 1996, section 5).
static bool boxes_overlap(const struct cd_relation *relation, const struct cd_obb *a, const struct cd_obb *b)
{
    struct cd_vec3 d = cd_sub(cd_canonical_vertex(&relation->pose, b->centre), a->centre);
    double r[9], t[3];
    for (int j = 0; j < 3; j++) {
        const double *m = relation->pose.r, *axis = b->axes + 3 * j;
        struct cd_vec3 turned = cd_vec(m[0] * axis[0] + m[1] * axis[1] + m[2] * axis[2],
                                       m[3] * axis[0] + m[4] * axis[1] + m[5] * axis[2],
                                       m[6] * axis[0] + m[7] * axis[1] + m[8] * axis[2]);
        for (int i = 0; i < 3; i++)
            r[3 * i + j] =
                a->axes[3 * i] * turned.x + a->axes[3 * i + 1] * turned.y + a->axes[3 * i + 2] * turned.z;
    }
    for (int i = 0; i < 3; i++)
        t[i] = a->axes[3 * i] * d.x + a->axes[3 * i + 1] * d.y + a->axes[3 * i + 2] * d.z;
    return !cd_obb_separating_axis(r, t, a->half, b->half, PUBLISHED_EPSILON, relation->slack);
}

// Section 1.2: 利用Sphere包围盒更新简单以及相交测试复杂度低的优势进行初步碰撞检测,利用OBB包围盒紧密性好的优势进行精确的碰撞检测,
// "spheres, simple to update and cheap to test, for a first test; OBBs, which are tight, for an accurate one".
bool sobb_overlap(const struct sobb_visit *visit, uint32_t a, uint32_t b)
{
    const struct sobb_node *node_a = &visit->tree[0]->nodes[a], *node_b = &visit->tree[1]->nodes[b];
    const struct cd_relation *relation = &visit->relation;
    struct cd_counters *counters = &visit->worker->counters;
    enum sobb_spheres spheres = visit->tree[0]->options.spheres;
    counters->node_visits++;
    if (spheres == SOBB_SPHERES_OF_ALL || (spheres == SOBB_SPHERES_OF_ROOTS && !a && !b)) {
        struct cd_sphere sphere = {cd_canonical_vertex(&relation->pose, node_b->sphere.centre),
                                   node_b->sphere.radius + relation->slack + LEAST_LENGTH};
        counters->sphere_tests++;
        if (!cd_spheres_overlap(&node_a->sphere, &sphere))
            return false;
    }
    counters->box_tests++;
    return boxes_overlap(relation, &node_a->box, &node_b->box);
}

// ---- traversals -------------------------------------------------------------------------------------------

// Whether nothing more is asked about the two bodies.
static bool is_decided(const struct sobb_visit *visit, bool hit)
{
    return hit && visit->worker->query != CD_QUERY_CONTACTS;
}

bool sobb_test_leaves(const struct sobb_visit *visit, uint32_t a, uint32_t b)
{
    const struct sobb_tree *tree_a = visit->tree[0], *tree_b = visit->tree[1];
    const struct sobb_node *leaf_a = &tree_a->nodes[a], *leaf_b = &tree_b->nodes[b];
    bool hit = false;
    for (uint32_t i = leaf_a->first; i < leaf_a->first + leaf_a->total; i++)
        for (uint32_t j = leaf_b->first; j < leaf_b->first + leaf_b->total; j++) {
            hit |= cd_test_triangles(visit->body[0], tree_a->order[i], visit->body[1], tree_b->order[j],
                                     visit->worker);
            if (is_decided(visit, hit))
                return true;
        }
    return hit;
}

// 先将一棵树遍历到叶子节点,再对另一棵树进行遍历, "first one tree is descended to its leaves, then the other".
static bool single_descent(const struct sobb_visit *visit, uint32_t a, uint32_t b)
{
    bool leaf_a = sobb_is_leaf(visit->tree[0], a), leaf_b = sobb_is_leaf(visit->tree[1], b), hit = false;
    if (!sobb_overlap(visit, a, b))
        return false;
    if (leaf_a && leaf_b)
        return sobb_test_leaves(visit, a, b);
    uint32_t child = leaf_a ? visit->tree[1]->nodes[b].child : visit->tree[0]->nodes[a].child;
    for (uint32_t k = 0; k < 2 && !is_decided(visit, hit); k++)
        hit |= leaf_a ? single_descent(visit, a, child + k) : single_descent(visit, child + k, b);
    return hit;
}

// 同时对两棵树进行遍历,直至下降到叶子节点, "both trees are descended at the same time, down to their leaves". A leaf stays where
// the other node is none.
static bool simultaneous_descent(const struct sobb_visit *visit, uint32_t a, uint32_t b)
{
    bool leaf_a = sobb_is_leaf(visit->tree[0], a), leaf_b = sobb_is_leaf(visit->tree[1], b), hit = false;
    if (!sobb_overlap(visit, a, b))
        return false;
    if (leaf_a && leaf_b)
        return sobb_test_leaves(visit, a, b);
    uint32_t first_a = leaf_a ? a : visit->tree[0]->nodes[a].child, last_a = first_a + !leaf_a;
    uint32_t first_b = leaf_b ? b : visit->tree[1]->nodes[b].child, last_b = first_b + !leaf_b;
    for (uint32_t i = first_a; i <= last_a; i++)
        for (uint32_t j = first_b; j <= last_b && !is_decided(visit, hit); j++)
            hit |= simultaneous_descent(visit, i, j);
    return hit;
}

// 当下降到树a的结点的平衡因子差值大于1时,转而对树b进行遍历,如果树b中出现平衡因子差值大于1时,再转回对树a进行遍历,如此循环,
// "on coming down to a node of tree a whose D is greater than 1, it goes over to tree b; if D is greater than 1 in tree b,
// it goes back to tree a, and so on". `side` is the tree that is descended now. At its leaves it goes over, too (E5), so
// that all pairs of leaves that overlap are reached.
static bool improved_single_descent(const struct sobb_visit *visit, uint32_t a, uint32_t b, unsigned side)
{
    bool leaf[2] = {sobb_is_leaf(visit->tree[0], a), sobb_is_leaf(visit->tree[1], b)}, hit = false;
    if (!sobb_overlap(visit, a, b))
        return false;
    if (leaf[0] && leaf[1])
        return sobb_test_leaves(visit, a, b);
    if (leaf[side])
        side = 1 - side;
    uint32_t child = visit->tree[side]->nodes[side ? b : a].child;
    for (uint32_t k = 0; k < 2 && !is_decided(visit, hit); k++) {
        unsigned next = visit->class->turns[side][child + k] ? 1 - side : side;
        hit |= side ? improved_single_descent(visit, a, child + k, next)
                    : improved_single_descent(visit, child + k, b, next);
    }
    return hit;
}

// 对于结构相似的待检测物体对,采用同步下降深度优先遍历法;对于结构不相似的待检测物体对,提出一种改进单一下降深度优先遍历法, "for similar
// pairs simultaneous descent; for dissimilar ones an improved single descent". 首先选择额外细节较多的树a进行遍历, "first the
// tree with more extra detail is descended".
static bool sobb_test(const struct cd_test *t)
{
    struct sobb_visit visit;
    if (!sobb_begin(&visit, t->a, t->b, t->link, t->worker))
        return cd_placed_surfaces_touch(t->a, t->b, t->worker);
    switch (visit.tree[0]->options.traversal) {
    case SOBB_SIMULTANEOUS:
        return simultaneous_descent(&visit, 0, 0);
    case SOBB_SINGLE:
        return single_descent(&visit, 0, 0);
    default:
        return !visit.class || visit.class->similar // E3: no class for deforming bodies
                   ? simultaneous_descent(&visit, 0, 0)
                   : improved_single_descent(&visit, 0, 0, visit.class->start);
    }
}

// ---- the record -------------------------------------------------------------------------------------------

// What the text leaves open is a setting: `spheres`, `missing`, `extra`, `split` and `leaf` are the interpretations of
// papers/liu2016.yaml. `spheres=no` and the traversals `simultaneous` and `single` are what the paper compares itself with.
static const struct cd_param sphere_obb_params[] = {
    CD_PARAM_CHOICE("traversal", "classified", "classified|simultaneous|single",
                    "how two trees are descended: as their class has it; both at once; one before the other"),
    CD_PARAM_CHOICE("spheres", "yes", "yes|roots|no",
                    "test spheres before boxes: of all nodes, of the roots only, or of none"),
    CD_PARAM_CHOICE("missing", "zero", "zero|common",
                    "a node that one tree lacks has balance factor 0, or its position is not compared"),
    CD_PARAM_CHOICE("extra", "uneven", "uneven|nodes",
                    "which of two dissimilar trees has more extra detail: the less balanced, or the larger"),
    CD_PARAM_CHOICE("split", "mean", "mean|median", "split at the mean along the longest axis, or in halves"),
    CD_PARAM_INT("leaf", "1", 1, 64, "most triangles in a leaf"),
    CD_PARAM_END,
};

static enum cd_code sphere_obb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                       struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct sobb_options options = {.traversal = (enum sobb_traversal)cd_setting_place(settings, "traversal"),
                                   .spheres = (enum sobb_spheres)cd_setting_place(settings, "spheres"),
                                   .common = cd_setting_is(settings, "missing", "common"),
                                   .by_nodes = cd_setting_is(settings, "extra", "nodes"),
                                   .median = cd_setting_is(settings, "split", "median"),
                                   .leaf = (uint32_t)cd_setting_int(settings, "leaf")};
    *model = sobb_create(&options, shape);
    return CD_OK;
}

static void *sphere_obb_link(const struct cd_settings *settings, const void *model_a, const void *model_b)
{
    return cd_setting_is(settings, "traversal", "classified") ? sobb_classify(model_a, model_b) : NULL;
}

const struct cd_algo cd_algo_sphere_obb = {
    .name = "sphere_obb",
    .title = "trees of spheres and oriented boxes",
    .source = "Liu, Li, Zhao, Shan 2016",
    .params = sphere_obb_params,
    .pair = &(const struct cd_pair_algo){.prepare = sphere_obb_prepare,
                                         .refit = sobb_refit,
                                         .rebuild = sobb_rebuild,
                                         .release = sobb_destroy,
                                         .link = sphere_obb_link,
                                         .unlink = sobb_class_destroy,
                                         .test = sobb_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = sobb_body_volumes},
};
