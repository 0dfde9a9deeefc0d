// Two trees against each other: Liu et al. 2016, sections 1.2 (spheres first, boxes where those overlap) and
// 1.3 (which nodes are opened). Pairs of nodes are tested eight at a time in float vectors whose lanes round
// alike on every machine. Separation is claimed only beyond the bounds that README.md derives; triangles are
// decided exactly on canonical vertices.
#include "algos/mesh/sphere_obb/tree.h"
#include "algos/obb/axes.h"
#include "base/levels.h"
#include "geom/triangle.h"

#include <string.h>

// What float arithmetic can be wrong by, relative to the size of two boxes (README.md).
#define BOX_SLACK 0x1p-16f

// A box this many times larger than the other is opened alone, where otherwise both would be opened.
#define MUCH_LARGER 3.0f

/// A pair of nodes. Its volumes overlap when it is on the stack.
struct task {
    uint32_t a, b;
    uint32_t side; ///< the tree that is descended next, where that goes by turns
};

/// Up to this many tasks on the stack, several are taken off at a time. Above, tasks are taken one by one; each adds at
/// most three and goes one level down in one tree or both.
#define BATCHED 120
#define STACK   (BATCHED + 2 * LANES + 3 * 2 * (SOBB_DEPTH_MAX + 1) + 1)

/// Pairs of nodes that are tested next, with room for copies that fill a vector.
struct candidates {
    uint32_t count;
    struct task task[3 * LANES];
};

struct walk {
    const struct cd_placed *body[2];
    const struct sobb_tree *tree[2];
    const struct sobb_class *class;
    struct cd_float_map map; ///< from b's tree to a's
    bool first_only, hit;
    struct cd_worker *worker;
    uint32_t stacked;
    struct task *stack;
    struct candidates bounded; ///< pairs whose spheres overlap
    uint32_t leaf[2];          ///< whose triangle `world` has; UINT32_MAX at first
    struct cd_vec3 world[2][3];
};

// ---- eight volumes, transposed ----------------------------------------------------------------------------

/// The records of eight nodes.
struct rows {
    const float *at[LANES];
};

// Transposes four floats of each of eight records: lane k of to[i] is the i-th of them in record k.
INLINE void transpose_four(const struct rows *rows, uint32_t offset, lanes to[4])
{
#ifdef __AVX__
    __m256 row[4], pair[4];
    for (int i = 0; i < 4; i++)
        row[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows->at[i] + offset)),
                                      _mm_loadu_ps(rows->at[i + 4] + offset), 1);
    pair[0] = _mm256_unpacklo_ps(row[0], row[1]);
    pair[1] = _mm256_unpacklo_ps(row[2], row[3]);
    pair[2] = _mm256_unpackhi_ps(row[0], row[1]);
    pair[3] = _mm256_unpackhi_ps(row[2], row[3]);
    to[0] = (lanes)_mm256_shuffle_ps(pair[0], pair[1], 0x44);
    to[1] = (lanes)_mm256_shuffle_ps(pair[0], pair[1], 0xee);
    to[2] = (lanes)_mm256_shuffle_ps(pair[2], pair[3], 0x44);
    to[3] = (lanes)_mm256_shuffle_ps(pair[2], pair[3], 0xee);
#else
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < LANES; k++)
            to[i][k] = rows->at[k][offset + (uint32_t)i];
#endif
}

// Rotates vectors of b's tree to the coordinates of a's.
INLINE void rotate(const struct walk *walk, const lanes v[3], lanes rotated[3])
{
    const float *r = walk->map.r;
    for (int i = 0; i < 3; i++)
        rotated[i] = (r[3 * i] * v[0] + r[3 * i + 1] * v[1]) + r[3 * i + 2] * v[2];
}

// From centres of a to centres of b, in the coordinates of a's tree.
INLINE void between(const struct walk *walk, const lanes a[3], const lanes b[3], lanes d[3])
{
    rotate(walk, b, d);
    for (int i = 0; i < 3; i++)
        d[i] = (d[i] + walk->map.t[i]) - a[i];
}

// ---- tests of volumes -------------------------------------------------------------------------------------

// Fills the vector that the last pairs belong to with copies of one of them.
INLINE void fill_up(struct task *tasks, uint32_t count)
{
    for (uint32_t k = count; k < LANES; k++)
        tasks[k] = tasks[count - 1];
}

// Which of eight pairs have spheres that overlap, as bits.
INLINE unsigned spheres_meet(const struct walk *walk, const struct task *tasks)
{
    struct rows rows;
    lanes a[4], b[4], d[3], squares;
    for (uint32_t k = 0; k < LANES; k++)
        rows.at[k] = walk->tree[0]->nodes[tasks[k].a].centre;
    transpose_four(&rows, 0, a);
    for (uint32_t k = 0; k < LANES; k++)
        rows.at[k] = walk->tree[1]->nodes[tasks[k].b].centre;
    transpose_four(&rows, 0, b);
    between(walk, a, b, d);
    lanes reach = (a[3] + walk->map.slack) + b[3];
    square(d, &squares);
    masks left = (masks)(reach * reach - squares);
    return lanes_left(&left);
}

/// Eight pairs of boxes.
struct boxes {
    lanes a[16], b[16]; ///< the members of `struct sobb_box`
};

INLINE void load_boxes(const struct walk *walk, const struct task *tasks, struct boxes *boxes)
{
    struct rows rows;
    for (uint32_t k = 0; k < LANES; k++)
        rows.at[k] = walk->tree[0]->boxes[tasks[k].a].axes;
    for (uint32_t i = 0; i < 16; i += 4)
        transpose_four(&rows, i, boxes->a + i);
    for (uint32_t k = 0; k < LANES; k++)
        rows.at[k] = walk->tree[1]->boxes[tasks[k].b].axes;
    for (uint32_t i = 0; i < 16; i += 4)
        transpose_four(&rows, i, boxes->b + i);
}

// Which of the wanted of eight pairs have boxes that no axis separates, as bits; `distance` gets the squared
// distances of their centres.
static unsigned boxes_meet(const struct walk *walk, const struct task *tasks, unsigned wanted,
                           float distance[LANES])
{
    struct boxes boxes;
    lanes d[3], axes[9], squares, e;
    load_boxes(walk, tasks, &boxes);
    e = walk->map.slack + BOX_SLACK * (boxes.a[15] + boxes.b[15]);
    between(walk, boxes.a + 9, boxes.b + 9, d);
    for (int j = 0; j < 3; j++)
        rotate(walk, boxes.b + 3 * j, axes + 3 * j);
    unsigned left = obb_lanes_meet(boxes.a, boxes.a + 12, axes, boxes.b + 12, d, &e, 3, wanted, &squares);
    if (left)
        memcpy(distance, &squares, sizeof squares);
    return left;
}

// ---- leaves -----------------------------------------------------------------------------------------------

static void world_triangle(struct walk *walk, unsigned side, uint32_t triangle)
{
    if (walk->leaf[side] != triangle)
        cd_placed_corners(walk->body[side], triangle, walk->world[side]);
    walk->leaf[side] = triangle;
}

static void test_triangles(struct walk *walk, uint32_t i, uint32_t j)
{
    walk->worker->counters.triangle_tests++;
    world_triangle(walk, 0, i);
    world_triangle(walk, 1, j);
    if (!cd_triangles_touch(walk->world[0], walk->world[1]))
        return;
    walk->hit = true;
    if (!walk->first_only)
        cd_emit_contact(walk->worker, walk->body[0], i, walk->body[1], j);
}

// All triangles of one leaf against all triangles of another.
static void test_leaves(struct walk *walk, uint32_t a, uint32_t b)
{
    const struct sobb_tree *tree_a = walk->tree[0], *tree_b = walk->tree[1];
    const struct sobb_node *leaf_a = &tree_a->nodes[a], *leaf_b = &tree_b->nodes[b];
    for (uint32_t i = leaf_a->first; i < leaf_a->first + leaf_a->total; i++)
        for (uint32_t j = leaf_b->first; j < leaf_b->first + leaf_b->total; j++) {
            test_triangles(walk, tree_a->order[i], tree_b->order[j]);
            if (walk->hit && walk->first_only)
                return;
        }
}

// ---- which nodes are opened -------------------------------------------------------------------------------

// Puts the pairs that follow from opening the node of one tree behind the candidates.
INLINE void open_one(const struct walk *walk, struct task task, unsigned side, struct candidates *next)
{
    uint32_t child = walk->tree[side]->nodes[side ? task.b : task.a].child;
    for (uint32_t k = 0; k < 2; k++) {
        struct task *pair = &next->task[next->count++];
        *pair = task;
        *(side ? &pair->b : &pair->a) = child + k;
        pair->side = side;
    }
}

INLINE void open_both(const struct walk *walk, struct task task, struct candidates *next)
{
    uint32_t a = walk->tree[0]->nodes[task.a].child, b = walk->tree[1]->nodes[task.b].child;
    for (uint32_t k = 0; k < 4; k++)
        next->task[next->count++] = (struct task){a + (k >> 1), b + (k & 1), 0};
}

// The improved single descent: on reaching a node whose D is greater than 1, the other tree is next.
INLINE void open_by_turns(const struct walk *walk, struct task task, unsigned side, struct candidates *next)
{
    uint32_t opened = next->count;
    open_one(walk, task, side, next);
    for (; opened < next->count; opened++) {
        struct task *pair = &next->task[opened];
        pair->side = sobb_turns(walk->class, side, side ? pair->b : pair->a) ? 1 - side : side;
    }
}

// Both nodes, or only the one whose box is much larger: parts of the small box would meet all that the small box meets.
INLINE void open_by_size(const struct walk *walk, struct task task, bool leaf_a, bool leaf_b,
                         struct candidates *next)
{
    float a = walk->tree[0]->boxes[task.a].size, b = walk->tree[1]->boxes[task.b].size;
    if (leaf_a || leaf_b)
        open_one(walk, task, leaf_a, next);
    else if (a > MUCH_LARGER * b || b > MUCH_LARGER * a)
        open_one(walk, task, b > a, next);
    else
        open_both(walk, task, next);
}

// A leaf hands over to the other tree; at most one of the nodes is a leaf.
INLINE void open(const struct walk *walk, enum sobb_traversal traversal, struct task task,
                 struct candidates *next)
{
    bool leaf_a = sobb_is_leaf(walk->tree[0], task.a), leaf_b = sobb_is_leaf(walk->tree[1], task.b);
    switch (traversal) {
    case SOBB_SIMULTANEOUS:
        if (leaf_a || leaf_b)
            open_one(walk, task, leaf_a, next);
        else
            open_both(walk, task, next);
        break;
    case SOBB_SIZED:
        open_by_size(walk, task, leaf_a, leaf_b, next);
        break;
    case SOBB_SINGLE:
        open_one(walk, task, leaf_a, next);
        break;
    case SOBB_CLASSIFIED:
        open_by_turns(walk, task, leaf_a || (task.side && !leaf_b), next);
        break;
    case SOBB_LARGER: {
        bool b_is_larger = walk->tree[1]->boxes[task.b].size > walk->tree[0]->boxes[task.a].size;
        open_one(walk, task, leaf_a || (b_is_larger && !leaf_b), next);
        break;
    }
    }
}

// ---- the walk ---------------------------------------------------------------------------------------------

// The pair that is stacked last is taken first, and the nearest pairs are the likeliest to touch.
static unsigned nearest(const float *distance, unsigned left)
{
    unsigned found = (unsigned)__builtin_ctz(left);
    for (unsigned rest = left & (left - 1); rest; rest &= rest - 1) {
        unsigned k = (unsigned)__builtin_ctz(rest);
        found = distance[k] < distance[found] ? k : found;
    }
    return found;
}

INLINE void keep(struct walk *walk, const struct task *task)
{
    const struct sobb_node *a = &walk->tree[0]->nodes[task->a], *b = &walk->tree[1]->nodes[task->b];
    if (!a->child && !b->child) {
        test_leaves(walk, task->a, task->b);
        return;
    }
    __builtin_prefetch(&walk->tree[0]->nodes[a->child]);
    __builtin_prefetch(&walk->tree[1]->nodes[b->child]);
    walk->stack[walk->stacked++] = *task;
}

// Tests the boxes of the wanted ones of eight pairs. A pair that overlaps is stacked or, if both nodes are leaves,
// decided.
static void test_boxes(struct walk *walk, const struct task *tasks, unsigned wanted)
{
    float distance[LANES];
    unsigned left = boxes_meet(walk, tasks, wanted, distance), last = 0;
    walk->worker->counters.box_tests += (unsigned)__builtin_popcount(wanted);
    if (walk->first_only && (left & (left - 1))) {
        last = 1u << nearest(distance, left);
        left ^= last;
    }
    while (left) {
        keep(walk, &tasks[__builtin_ctz(left)]);
        if (walk->hit && walk->first_only)
            return;
        left &= left - 1;
        if (!left) {
            left = last;
            last = 0;
        }
    }
}

// Which of up to eight pairs need a test of their boxes, as bits.
INLINE unsigned test_spheres(struct walk *walk, struct candidates *next)
{
    unsigned left = (1u << next->count) - 1;
    fill_up(next->task, next->count);
    walk->worker->counters.node_visits += next->count;
    if (!walk->tree[0]->options.spheres)
        return left;
    walk->worker->counters.sphere_tests += next->count;
    return left & spheres_meet(walk, next->task);
}

// Collects the pairs among `left` until there are eight to be tested at once, unless `all` are wanted now.
INLINE void collect(struct walk *walk, const struct candidates *next, unsigned left, bool all)
{
    struct candidates *bounded = &walk->bounded;
    for (; left; left &= left - 1)
        bounded->task[bounded->count++] = next->task[__builtin_ctz(left)];
    while (bounded->count >= LANES || (all && bounded->count > 0)) {
        uint32_t count = bounded->count < LANES ? bounded->count : LANES;
        struct task *tasks = bounded->task + (bounded->count -= count);
        fill_up(tasks, count);
        test_boxes(walk, tasks, (1u << count) - 1);
    }
}

INLINE void walk_trees(struct walk *walk, enum sobb_traversal traversal)
{
    uint32_t max = traversal == SOBB_SIMULTANEOUS || traversal == SOBB_SIZED ? 4 : 2;
    while (walk->stacked > 0 && !(walk->hit && walk->first_only)) {
        struct candidates next;
        bool batched = walk->stacked <= BATCHED;
        next.count = 0;
        do
            open(walk, traversal, walk->stack[--walk->stacked], &next);
        while (batched && walk->stacked > 0 && next.count + max <= LANES);
        unsigned left = test_spheres(walk, &next);
        // Going on with the present pairs finds a first contact soonest; this is also done while the stack is full.
        if (!walk->first_only)
            collect(walk, &next, left, !batched || walk->stacked == 0);
        else if (left)
            test_boxes(walk, next.task, left);
    }
}

static void walk_by_traversal(struct walk *walk, enum sobb_traversal traversal)
{
    switch (traversal) {
    case SOBB_SIMULTANEOUS:
        walk_trees(walk, SOBB_SIMULTANEOUS);
        break;
    case SOBB_SIZED:
        walk_trees(walk, SOBB_SIZED);
        break;
    case SOBB_SINGLE:
        walk_trees(walk, SOBB_SINGLE);
        break;
    case SOBB_CLASSIFIED:
        walk_trees(walk, SOBB_CLASSIFIED);
        break;
    case SOBB_LARGER:
        walk_trees(walk, SOBB_LARGER);
        break;
    }
}

// ---- bodies -----------------------------------------------------------------------------------------------

CD_LEVELS(size_t, sobb_scratch_bytes)(const void *model_a, const void *model_b)
{
    (void)model_a, (void)model_b;
    return STACK * sizeof(struct task);
}

CD_LEVELS(void, sobb_place)(struct cd_placed *body)
{
    const struct sobb_tree *tree = body->model;
    struct cd_sphere sphere = sobb_sphere(tree, 0);
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(tree->frame.reach, &sphere, body->pose);
}

// Sets what is read before it is written; false if floats cannot represent the trees.
static bool begin(struct walk *walk, const struct cd_placed *a, const struct cd_placed *b,
                  struct cd_worker *worker)
{
    walk->body[0] = a;
    walk->body[1] = b;
    walk->tree[0] = a->model;
    walk->tree[1] = b->model;
    walk->class = NULL;
    walk->worker = worker;
    walk->first_only = worker->query != CD_QUERY_CONTACTS;
    walk->hit = false;
    walk->stack = worker->scratch;
    walk->stacked = walk->bounded.count = 0;
    walk->leaf[0] = walk->leaf[1] = UINT32_MAX;
    return cd_float_relate(&walk->tree[0]->frame, a, &walk->tree[1]->frame, b, &walk->map);
}

CD_LEVELS(bool, sobb_test)
(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot, struct cd_worker *worker)
{
    (void)slot;
    const struct sobb_class *class = link;
    const struct sobb_tree *tree_a = a->model;
    enum sobb_traversal traversal = tree_a->options.traversal;
    struct walk walk;
    struct task roots = {0, 0, 0};
    worker->counters.node_visits++;
    worker->counters.sphere_tests += tree_a->options.spheres;
    if (tree_a->options.spheres && cd_world_spheres_apart(a->placement, b->placement))
        return false;
    if (!begin(&walk, a, b, worker))
        return cd_placed_surfaces_touch(a, b, worker);
    if (traversal == SOBB_CLASSIFIED) {
        walk.class = class;
        if (!class || class->similar)
            traversal = SOBB_SIMULTANEOUS;
        else
            roots.side = class->start;
    }
    struct task tasks[LANES] = {roots};
    fill_up(tasks, 1);
    test_boxes(&walk, tasks, 1);
    walk_by_traversal(&walk, traversal);
    return walk.hit;
}
