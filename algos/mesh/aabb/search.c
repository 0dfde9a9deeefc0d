// Two trees against each other, depth first, for a first contact the nearest children first. A task is a pair of nodes
// whose boxes overlap; its children's boxes are tested, up to four pairs at once in float vectors whose lanes round
// alike on every machine. Separation is claimed only beyond the bounds that README.md derives; triangles are decided
// exactly on canonical vertices.
#include "algos/mesh/aabb/tree.h"
#include "base/levels.h"
#include "geom/triangle.h"

#include <math.h>

#define LANES 4
#include "algos/obb/lanes.h"

struct task {
    uint32_t a, b; ///< nodes
};

/// Every task taken adds at most four, takes one away, and goes one level down in one tree or both.
#define STACK (3 * 2 * (AABB_DEPTH_MAX + 1) + 1)

struct walk {
    const struct cd_placed *body[2];
    const struct aabb_tree *tree[2];
    struct cd_float_map map; ///< from b's tree to a's
    float magnitude[9];      ///< |map.r|
    bool first_only, hit;
    struct cd_worker *worker;
    uint32_t stacked;
    struct task *stack; ///< STACK of them
};

// ---- the boxes of up to four pairs of nodes --------------------------------------------------------------

/// One side of a task: the children of a node, or the node itself, as siblings of a pair.
struct side {
    unsigned tree; ///< 0 or 1
    bool opened;
    uint32_t pair, k; ///< k: which sibling, where it is not opened
};

// Lanes 0 to 3 are (first, first), (first, second), (second, first), (second, second) of the two trees.
INLINE lanes lanes_of(struct side side, const float value[2])
{
    if (!side.opened)
        return (lanes){value[side.k], value[side.k], value[side.k], value[side.k]};
    return side.tree ? (lanes){value[0], value[1], value[0], value[1]}
                     : (lanes){value[0], value[0], value[1], value[1]};
}

INLINE uint32_t sibling_in(struct side side, unsigned lane)
{
    return !side.opened ? side.k : side.tree ? lane & 1 : lane >> 1;
}

INLINE void load(lanes to[3], struct side side, const float from[3][2])
{
    for (int i = 0; i < 3; i++)
        to[i] = lanes_of(side, from[i]);
}

// Maps points of b to the space of a.
INLINE void into_a(const struct walk *walk, const lanes p[3], lanes q[3])
{
    const float *r = walk->map.r;
    for (int i = 0; i < 3; i++)
        q[i] = (r[3 * i] * p[0] + r[3 * i + 1] * p[1]) + (r[3 * i + 2] * p[2] + walk->map.t[i]);
}

// On the three axes of a and the three of b, which are the same for all pairs of nodes (G. van den Bergen,
// Efficient Collision Detection of Complex Deformable Models using AABB Trees, 1997).
INLINE masks boxes_apart(const struct walk *walk, struct side a, struct side b, lanes *distance)
{
    const struct aabb_boxes *ba = &walk->tree[0]->boxes[a.pair], *bb = &walk->tree[1]->boxes[b.pair];
    const float *r = walk->map.r, *m = walk->magnitude;
    lanes ca[3], cb[3], ha[3], hb[3], d[3];
    masks apart = {0};
    load(ca, a, ba->centre);
    load(ha, a, ba->half);
    load(cb, b, bb->centre);
    load(hb, b, bb->half);
    into_a(walk, cb, d);
    for (int i = 0; i < 3; i++) {
        d[i] = d[i] - ca[i];
        lanes reach =
            ((ha[i] + walk->map.slack) + m[3 * i] * hb[0]) + (m[3 * i + 1] * hb[1] + m[3 * i + 2] * hb[2]);
        apart |= (masks)(reach - MAGNITUDE(d[i]));
    }
    for (int j = 0; j < 3; j++) {
        lanes along = (d[0] * r[j] + d[1] * r[3 + j]) + d[2] * r[6 + j];
        lanes reach = ((hb[j] + walk->map.slack) + m[j] * ha[0]) + (m[3 + j] * ha[1] + m[6 + j] * ha[2]);
        apart |= (masks)(reach - MAGNITUDE(along));
    }
    square(d, distance);
    return apart;
}

INLINE unsigned count_bits(unsigned bits)
{
    return (unsigned)__builtin_popcount(bits);
}

// Which pairs overlap, as bits of their lanes, and the squared distances of their centres.
INLINE unsigned overlap(struct walk *walk, struct side a, struct side b, lanes *distance)
{
    unsigned pairs = (a.opened ? 5u : 1u) * (b.opened ? 3u : 1u); // lanes whose pairs differ
    walk->worker->counters.box_tests += count_bits(pairs);
    masks apart = boxes_apart(walk, a, b, distance);
    return pairs & lanes_left(&apart);
}

// ---- leaves ----------------------------------------------------------------------------------------------

// All triangles of one leaf against all of another.
static void test_leaves(struct walk *walk, uint32_t a, uint32_t b)
{
    const struct aabb_tree *tree_a = walk->tree[0], *tree_b = walk->tree[1];
    struct cd_worker *worker = walk->worker;
    uint32_t end_a = tree_a->first[a] + tree_a->total[a], end_b = tree_b->first[b] + tree_b->total[b];
    for (uint32_t i = tree_a->first[a]; i < end_a; i++) {
        struct cd_vec3 p[3], q[3];
        cd_placed_corners(walk->body[0], tree_a->order[i], p);
        for (uint32_t j = tree_b->first[b]; j < end_b; j++) {
            worker->counters.triangle_tests++;
            cd_placed_corners(walk->body[1], tree_b->order[j], q);
            if (!cd_triangles_touch(p, q))
                continue;
            walk->hit = true;
            if (walk->first_only)
                return;
            cd_emit_contact(worker, walk->body[0], tree_a->order[i], walk->body[1], tree_b->order[j]);
        }
    }
}

// ---- tasks -----------------------------------------------------------------------------------------------

// Tests the pairs that a task consists of; pairs of leaves are decided, the others become tasks.
INLINE void expand(struct walk *walk, struct task task, bool open_a, bool open_b)
{
    const struct aabb_tree *tree_a = walk->tree[0], *tree_b = walk->tree[1];
    struct side a = {0, open_a, open_a ? aabb_child(tree_a, task.a, 0) >> 1 : task.a >> 1, task.a & 1};
    struct side b = {1, open_b, open_b ? aabb_child(tree_b, task.b, 0) >> 1 : task.b >> 1, task.b & 1};
    lanes distance;
    unsigned left = overlap(walk, a, b, &distance), last = 0;
    if (walk->first_only && (left & (left - 1))) {
        // The pair that is stacked last is taken first, and the nearest pairs are the likeliest to touch.
        last = 1u << nearest_lane(&distance, left);
        left ^= last;
    }
    while (left) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint32_t node_a = 2 * a.pair + sibling_in(a, lane);
        uint32_t node_b = 2 * b.pair + sibling_in(b, lane);
        left &= left - 1;
        if (!left) {
            left = last;
            last = 0;
        }
        if (!aabb_is_leaf(tree_a, node_a) || !aabb_is_leaf(tree_b, node_b)) {
            walk->stack[walk->stacked++] = (struct task){node_a, node_b};
            continue;
        }
        if (tree_a->options.coarse)
            walk->hit = true;
        else
            test_leaves(walk, node_a, node_b);
        if (walk->hit && walk->first_only)
            return;
    }
}

static void walk_trees(struct walk *walk)
{
    expand(walk, (struct task){0, 0}, false, false);
    while (walk->stacked > 0 && !(walk->hit && walk->first_only)) {
        struct task task = walk->stack[--walk->stacked];
        walk->worker->counters.node_visits++;
        if (aabb_is_leaf(walk->tree[0], task.a))
            expand(walk, task, false, true);
        else if (aabb_is_leaf(walk->tree[1], task.b))
            expand(walk, task, true, false);
        else
            expand(walk, task, true, true);
    }
}

// ---- bodies ----------------------------------------------------------------------------------------------

CD_LEVELS(size_t, aabb_scratch_bytes)(const void *model_a, const void *model_b)
{
    (void)model_a, (void)model_b; // a deforming body's tree may become deeper: there is room for the deepest
    return STACK * sizeof(struct task);
}

CD_LEVELS(void, aabb_place)(struct cd_placed *body)
{
    const struct aabb_tree *tree = body->model;
    struct cd_aabb box = aabb_box(tree, 0);
    struct cd_sphere sphere = {cd_aabb_centre(&box), 0.5 * cd_length(cd_aabb_extent(&box))};
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(tree->frame.reach, &sphere, body->pose);
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
    struct walk walk = {.body = {a, b},
                        .tree = {tree_a, tree_b},
                        .worker = worker,
                        .stack = worker->scratch,
                        .first_only = worker->query != CD_QUERY_CONTACTS};
    if (!cd_float_relate(&tree_a->frame, a, &tree_b->frame, b, &walk.map))
        return cd_placed_surfaces_touch(a, b, worker);
    for (int i = 0; i < 9; i++)
        walk.magnitude[i] = fabsf(walk.map.r[i]);
    walk_trees(&walk);
    return walk.hit;
}
