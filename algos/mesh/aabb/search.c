// Two trees against each other, depth first, for a first contact the nearest children first. A task is a pair of nodes
// whose boxes overlap; its children's boxes are tested, up to four pairs at once in float vectors whose lanes round
// alike on every machine. Separation is claimed only beyond the bounds that README.md derives; triangles are decided
// exactly on canonical vertices.
#include "algos/mesh/aabb/aabb.h"
#include "base/levels.h"
#include "geom/lanes.h"
#include "geom/triangle.h"

struct task {
    uint32_t a, b; ///< nodes
};

struct search {
    const struct cd_placed *body[2];
    const struct aabb_tree *tree[2];
    cd_f4 r[9], t[3], slack; ///< from b's tree to a's, the same in all lanes
    cd_f4 magnitude[9];      ///< of r
    bool first_only, hit;
    struct cd_worker *worker;
    uint32_t stacked;
    struct task *stack;
};

// All triangles of one leaf against all of another.
static void test_leaves(struct search *search, uint32_t a, uint32_t b)
{
    const struct aabb_tree *tree_a = search->tree[0], *tree_b = search->tree[1];
    struct cd_worker *worker = search->worker;
    uint32_t end_a = tree_a->first[a] + tree_a->total[a], end_b = tree_b->first[b] + tree_b->total[b];
    for (uint32_t i = tree_a->first[a]; i < end_a; i++) {
        struct cd_vec3 p[3], q[3];
        cd_placed_corners(search->body[0], tree_a->order[i], p);
        for (uint32_t j = tree_b->first[b]; j < end_b; j++) {
            worker->counters.triangle_tests++;
            cd_placed_corners(search->body[1], tree_b->order[j], q);
            if (!cd_triangles_touch(p, q))
                continue;
            search->hit = true;
            if (search->first_only)
                return;
            cd_emit_contact(worker, search->body[0], tree_a->order[i], search->body[1], tree_b->order[j]);
        }
    }
}

// The boxes of siblings in the lanes (first, first), (first, second), (second, first), (second, second) of two trees;
// or those of node k in all lanes, where it is not expanded.
CD_INLINE cd_f4 lanes_of(unsigned tree, bool expanded, const float value[2], uint32_t k)
{
    return !expanded ? (cd_f4){value[k], value[k], value[k], value[k]}
           : tree    ? (cd_f4){value[0], value[1], value[0], value[1]}
                     : (cd_f4){value[0], value[0], value[1], value[1]};
}

// The lane in `left`, which is not empty, with the least distance; non-negative floats order like their bits.
CD_INLINE unsigned nearest_lane(cd_f4 distance, unsigned left)
{
    cd_i4 bits = (cd_i4)distance;
    int32_t min = INT32_MAX;
    for (; left; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        int32_t key = (bits[k] & -4) | (int32_t)k; // a tie goes to the lower lane
        min = key < min ? key : min;
    }
    return (unsigned)min % 4;
}

// Tests the pairs that a task consists of, with the children of a node where it is expanded. Pairs of leaves are decided,
// the others become tasks. Boxes are tested on the three axes of a and the three of b, which are the same for all pairs
// of nodes (van den Bergen 1997).
CD_INLINE void expand(struct search *search, struct task task, bool expand_a, bool expand_b)
{
    const struct aabb_tree *tree_a = search->tree[0], *tree_b = search->tree[1];
    uint32_t pair_a = expand_a ? aabb_child(tree_a, task.a, 0) >> 1 : task.a >> 1;
    uint32_t pair_b = expand_b ? aabb_child(tree_b, task.b, 0) >> 1 : task.b >> 1;
    const struct aabb_boxes *boxes_a = &tree_a->boxes[pair_a], *boxes_b = &tree_b->boxes[pair_b];
    const cd_f4 *r = search->r, *m = search->magnitude, slack = search->slack;
    cd_f4 ca[3], ha[3], cb[3], hb[3], d[3];
    cd_i4 apart = {0};
    for (int i = 0; i < 3; i++) {
        ca[i] = lanes_of(0, expand_a, boxes_a->centre[i], task.a & 1);
        ha[i] = lanes_of(0, expand_a, boxes_a->half[i], task.a & 1);
        cb[i] = lanes_of(1, expand_b, boxes_b->centre[i], task.b & 1);
        hb[i] = lanes_of(1, expand_b, boxes_b->half[i], task.b & 1);
    }
    for (int i = 0; i < 3; i++) {
        cd_f4 in_a = (r[3 * i] * cb[0] + r[3 * i + 1] * cb[1]) + (r[3 * i + 2] * cb[2] + search->t[i]);
        d[i] = in_a - ca[i];
        cd_f4 reach = ((ha[i] + slack) + m[3 * i] * hb[0]) + (m[3 * i + 1] * hb[1] + m[3 * i + 2] * hb[2]);
        apart |= (cd_i4)(reach - CD_F4_ABS(d[i]));
    }
    for (int j = 0; j < 3; j++) {
        cd_f4 along = (d[0] * r[j] + d[1] * r[3 + j]) + d[2] * r[6 + j];
        cd_f4 reach = ((hb[j] + slack) + m[j] * ha[0]) + (m[3 + j] * ha[1] + m[6 + j] * ha[2]);
        apart |= (cd_i4)(reach - CD_F4_ABS(along));
    }
    unsigned pairs = (expand_a ? 5u : 1u) * (expand_b ? 3u : 1u); // lanes whose pairs differ
    unsigned left = pairs & ~cd_i4_signs(apart), last = 0;
    search->worker->counters.box_tests += (unsigned)__builtin_popcount(pairs);
    if (search->first_only && (left & (left - 1))) {
        // The pair that is stacked last is taken first, and the nearest pairs are the likeliest to touch.
        last = 1u << nearest_lane((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2], left);
        left ^= last;
    }
    while (left) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint32_t a = 2 * pair_a + (expand_a ? lane >> 1 : task.a & 1);
        uint32_t b = 2 * pair_b + (expand_b ? lane & 1 : task.b & 1);
        left &= left - 1;
        if (!left) {
            left = last;
            last = 0;
        }
        if (!aabb_is_leaf(tree_a, a) || !aabb_is_leaf(tree_b, b)) {
            search->stack[search->stacked++] = (struct task){a, b};
            continue;
        }
        if (tree_a->coarse)
            search->hit = true;
        else
            test_leaves(search, a, b);
        if (search->hit && search->first_only)
            return;
    }
}

CD_LEVELS(size_t, aabb_scratch_bytes)(const void *model_a, const void *model_b)
{
    (void)model_a, (void)model_b; // a deforming body's tree may become deeper: there is room for the deepest
    // Every task taken adds at most four, takes one away, and goes one level down in one tree or both.
    return (3 * 2 * (AABB_DEPTH_MAX + 1) + 1) * sizeof(struct task);
}

CD_LEVELS(bool, aabb_test)
(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    struct cd_worker *worker = t->worker;
    worker->counters.sphere_tests++;
    if (cd_world_spheres_apart(a->placement, b->placement))
        return false;
    const struct aabb_tree *tree_a = a->model, *tree_b = b->model;
    struct search search = {.body = {a, b},
                            .tree = {tree_a, tree_b},
                            .worker = worker,
                            .stack = worker->scratch,
                            .first_only = worker->query != CD_QUERY_CONTACTS};
    struct cd_float_map map;
    if (!cd_float_relate(&tree_a->frame, a, &tree_b->frame, b, &map))
        return cd_placed_surfaces_touch(a, b, worker);
    for (int i = 0; i < 9; i++) {
        search.r[i] = map.r[i] - (cd_f4){0};
        search.magnitude[i] = CD_F4_ABS(search.r[i]);
    }
    for (int i = 0; i < 3; i++)
        search.t[i] = map.t[i] - (cd_f4){0};
    search.slack = map.slack - (cd_f4){0};
    expand(&search, (struct task){0, 0}, false, false);
    while (search.stacked > 0 && !(search.hit && search.first_only)) {
        struct task task = search.stack[--search.stacked];
        worker->counters.node_visits++;
        if (aabb_is_leaf(tree_a, task.a))
            expand(&search, task, false, true);
        else if (aabb_is_leaf(tree_b, task.b))
            expand(&search, task, true, false);
        else
            expand(&search, task, true, true);
    }
    return search.hit;
}
