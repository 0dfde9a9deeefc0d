// Two trees against each other: Zhao Wei et al. 2009, section 2.2. A task is a pair of nodes whose volumes overlap; its
// children's volumes are tested, up to four pairs at once in float vectors whose lanes round alike on every machine,
// and those that overlap are tasks again. So LIVESET has survivors only; volumes are tested in the order of the paper.
// Separation is claimed only beyond the bounds that README.md derives; triangles are decided exactly on canonical
// vertices.
#include "algos/bvh/build.h"
#include "base/levels.h"
#include "geom/triangle.h"

#include <math.h>

#define LANES 4
#include "algos/obb/lanes.h"

struct task {
    uint32_t a, b; ///< nodes
};

/// Every task taken adds at most four, takes one away, and goes one level down in one tree or both.
#define STACK (3 * 2 * (BVH_DEPTH_MAX + 1) + 1)

struct scratch {
    struct task stack[STACK];
    struct task queue[]; ///< LIVESET, a ring of as many as options.queue
};

struct walk {
    const struct cd_placed *body[2];
    const struct bvh_tree *tree[2];
    struct cd_float_map map; ///< from b's tree to a's
    float magnitude[9];      ///< |map.r|
    bool first_only, hit;
    struct cd_worker *worker;
    uint32_t stacked, room, queued, next; ///< room: of LIVESET; next: the place of its first task
    struct scratch *scratch;
};

// ---- formula (3) -----------------------------------------------------------------------------------------
// Section 1.3: with phi = arctan(Y0 / X0), dist = X0^2 + Y0^2 + Z0^2 - (Rs + H) phi and an angle theta by
// quadrant, box and sphere meet where theta * dist < |Z0|. Lengths, squared lengths and angles are added to
// each other, so that the answer depends on the unit of length.

// arctan, rounded to a multiple of 2^-30, since the last bits of libm differ between machines.
static double arctan_portable(double value)
{
    return nearbyint(atan(value) * 0x1p30) * 0x1p-30;
}

CD_LEVELS(bool, bvh_formula_meets)(double x, double y, double z, double radius, double edge, bool rooted)
{
    double phi = arctan_portable(y / x), theta = phi; // unsaid where x or y is 0
    if (y > 0 && x < 0)
        theta = M_PI - phi;
    else if (y < 0 && x > 0)
        theta = -phi;
    else if (y < 0 && x < 0)
        theta = M_PI + phi;
    double square = x * x + y * y + z * z;
    double dist = (rooted ? sqrt(square) : square) - (radius + edge) * phi;
    return theta * dist < fabs(z);
}

// ---- the volumes of up to four pairs of nodes ------------------------------------------------------------

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

// x if it is positive, otherwise 0.
INLINE lanes positive(lanes x)
{
    return (lanes)((masks)x & (x > 0));
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

// Maps points of a to the space of b.
INLINE void into_b(const struct walk *walk, const lanes p[3], lanes q[3])
{
    const float *r = walk->map.r;
    lanes d[3];
    for (int i = 0; i < 3; i++)
        d[i] = p[i] - walk->map.t[i];
    for (int i = 0; i < 3; i++)
        q[i] = (r[i] * d[0] + r[3 + i] * d[1]) + r[6 + i] * d[2];
}

// `*distance` gets the squared distances of the centres.
INLINE masks spheres_apart(const struct walk *walk, struct side a, struct side b, lanes *distance)
{
    const struct bvh_spheres *sa = &walk->tree[0]->spheres[a.pair], *sb = &walk->tree[1]->spheres[b.pair];
    lanes ca[3], cb[3], d[3];
    load(ca, a, sa->centre);
    load(cb, b, sb->centre);
    into_a(walk, cb, d);
    for (int i = 0; i < 3; i++)
        d[i] = d[i] - ca[i];
    lanes reach = (lanes_of(a, sa->radius) + walk->map.slack) + lanes_of(b, sb->radius);
    square(d, distance);
    return (masks)(reach * reach - *distance);
}

// On the three axes of a and the three of b, which are the same for all pairs of nodes (G. van den Bergen,
// Efficient Collision Detection of Complex Deformable Models using AABB Trees, 1997).
INLINE masks boxes_apart(const struct walk *walk, struct side a, struct side b, lanes *distance)
{
    const struct bvh_boxes *ba = &walk->tree[0]->boxes[a.pair], *bb = &walk->tree[1]->boxes[b.pair];
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

// J. Arvo, Graphics Gems, 1990, with the sphere's centre given from that of the box.
INLINE masks beside_box(const struct walk *walk, lanes centre[3], const lanes half[3], lanes radius)
{
    for (int i = 0; i < 3; i++)
        centre[i] = positive(MAGNITUDE(centre[i]) - half[i]);
    lanes reach = radius + walk->map.slack, squares;
    square(centre, &squares);
    return (masks)(reach * reach - squares);
}

INLINE masks apart_by_formula(const struct walk *walk, const lanes centre[3], const lanes half[3],
                              lanes radius)
{
    const struct bvh_formula *formula = &walk->tree[0]->options.formula;
    masks apart = {0};
    for (int k = 0; k < 4; k++) {
        float edge = fmaxf(half[0][k], fmaxf(half[1][k], half[2][k])); // the paper's boxes are cubes
        double at[3];
        for (int i = 0; i < 3; i++)
            at[i] = (double)(formula->from_corner ? centre[i][k] + half[i][k] : centre[i][k]);
        bool meet = bvh_formula_meets(at[0], at[1], at[2], (double)radius[k],
                                      (double)(formula->half_edge ? edge : 2 * edge), formula->rooted);
        apart[k] = meet ? 0 : -1;
    }
    return apart;
}

// Boxes of one tree against spheres of the other.
INLINE masks box_and_sphere_apart(const struct walk *walk, struct side boxes, struct side spheres)
{
    const struct bvh_boxes *box = &walk->tree[boxes.tree]->boxes[boxes.pair];
    const struct bvh_spheres *sphere = &walk->tree[spheres.tree]->spheres[spheres.pair];
    lanes c[3], d[3], half[3];
    load(c, spheres, sphere->centre);
    if (boxes.tree)
        into_b(walk, c, d);
    else
        into_a(walk, c, d);
    load(c, boxes, box->centre);
    load(half, boxes, box->half);
    for (int i = 0; i < 3; i++)
        d[i] = d[i] - c[i];
    lanes radius = lanes_of(spheres, sphere->radius);
    if (walk->tree[0]->options.formula.used)
        return apart_by_formula(walk, d, half, radius);
    return beside_box(walk, d, half, radius);
}

INLINE unsigned count_bits(unsigned bits)
{
    return (unsigned)__builtin_popcount(bits);
}

// Tests the boxes of those pairs of a hybrid tree, among `left`, for which it is worth the time: section 2.2, Flag1 and
// Flag2.
INLINE unsigned test_flagged(struct walk *walk, struct side a, struct side b, unsigned left)
{
    const uint32_t *flag_a = walk->tree[0]->links[a.pair].use_box;
    const uint32_t *flag_b = walk->tree[1]->links[b.pair].use_box;
    unsigned has_a = 0, has_b = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        has_a |= flag_a[sibling_in(a, lane)] & (1u << lane);
        has_b |= flag_b[sibling_in(b, lane)] & (1u << lane);
    }
    struct cd_counters *counters = &walk->worker->counters;
    unsigned both = left & has_a & has_b, only_a = left & has_a & ~has_b, only_b = left & has_b & ~has_a;
    counters->box_tests += count_bits(both);
    counters->sphere_tests += count_bits(only_a | only_b);
    lanes unused;
    masks apart;
    if (both) {
        apart = boxes_apart(walk, a, b, &unused);
        left &= ~both | lanes_left(&apart);
    }
    if (only_a) {
        apart = box_and_sphere_apart(walk, a, b);
        left &= ~only_a | lanes_left(&apart);
    }
    if (only_b) {
        apart = box_and_sphere_apart(walk, b, a);
        left &= ~only_b | lanes_left(&apart);
    }
    return left;
}

// Which pairs overlap, as bits of their lanes, and the squared distances of their centres.
INLINE unsigned overlap(struct walk *walk, enum bvh_kind kind, struct side a, struct side b, lanes *distance)
{
    struct cd_counters *counters = &walk->worker->counters;
    unsigned left = (a.opened ? 5u : 1u) * (b.opened ? 3u : 1u); // lanes whose pairs differ
    masks apart;
    if (kind == BVH_BOXES) {
        counters->box_tests += count_bits(left);
        apart = boxes_apart(walk, a, b, distance);
        return left & lanes_left(&apart);
    }
    counters->sphere_tests += count_bits(left);
    apart = spheres_apart(walk, a, b, distance);
    left &= lanes_left(&apart);
    return left && kind == BVH_HYBRID ? test_flagged(walk, a, b, left) : left;
}

// ---- leaves ----------------------------------------------------------------------------------------------

// The test of two underlying spheres before that of their triangles: section 2.1, a.
static bool underlying_apart(const struct walk *walk, const float a[4], const float b[4])
{
    const float *r = walk->map.r;
    float square_of_distance = 0;
    for (int i = 0; i < 3; i++) {
        float d = ((r[3 * i] * b[0] + r[3 * i + 1] * b[1]) + (r[3 * i + 2] * b[2] + walk->map.t[i])) - a[i];
        square_of_distance += d * d;
    }
    float reach = (a[3] + walk->map.slack) + b[3];
    return square_of_distance > reach * reach;
}

// All triangles of one leaf against all of another.
static void test_leaves(struct walk *walk, uint32_t a, uint32_t b)
{
    const struct bvh_tree *tree_a = walk->tree[0], *tree_b = walk->tree[1];
    struct cd_worker *worker = walk->worker;
    uint32_t end_a = tree_a->first[a] + tree_a->total[a], end_b = tree_b->first[b] + tree_b->total[b];
    bool tested = tree_a->total[a] == 1 && tree_b->total[b] == 1; // their spheres are those of the leaves
    for (uint32_t i = tree_a->first[a]; i < end_a; i++) {
        struct cd_vec3 p[3], q[3];
        cd_placed_corners(walk->body[0], tree_a->order[i], p);
        for (uint32_t j = tree_b->first[b]; j < end_b; j++) {
            if (!tested && tree_a->underlying) {
                worker->counters.sphere_tests++;
                if (underlying_apart(walk, tree_a->underlying[i], tree_b->underlying[j]))
                    continue;
            }
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

static void put(struct walk *walk, bool queue, uint32_t a, uint32_t b)
{
    struct task task = {a, b};
    if (!queue) {
        walk->scratch->stack[walk->stacked++] = task;
        return;
    }
    uint32_t place = walk->next + walk->queued++;
    walk->scratch->queue[place < walk->room ? place : place - walk->room] = task;
}

// Tests the pairs that a task consists of; pairs of leaves are decided, the others become tasks.
INLINE void expand(struct walk *walk, enum bvh_kind kind, bool queue, struct task task, bool open_a,
                   bool open_b)
{
    const struct bvh_tree *tree_a = walk->tree[0], *tree_b = walk->tree[1];
    struct side a = {0, open_a, open_a ? bvh_child(tree_a, task.a, 0) >> 1 : task.a >> 1, task.a & 1};
    struct side b = {1, open_b, open_b ? bvh_child(tree_b, task.b, 0) >> 1 : task.b >> 1, task.b & 1};
    lanes distance;
    unsigned left = overlap(walk, kind, a, b, &distance), last = 0;
    if (!queue && walk->first_only && (left & (left - 1))) {
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
        if (!bvh_is_leaf(tree_a, node_a) || !bvh_is_leaf(tree_b, node_b)) {
            put(walk, queue, node_a, node_b);
            continue;
        }
        if (kind == BVH_BOXES && tree_a->options.coarse)
            walk->hit = true;
        else
            test_leaves(walk, node_a, node_b);
        if (walk->hit && walk->first_only)
            return;
    }
}

INLINE void take(struct walk *walk, enum bvh_kind kind, bool queue, struct task task)
{
    walk->worker->counters.node_visits++;
    if (bvh_is_leaf(walk->tree[0], task.a))
        expand(walk, kind, queue, task, false, true);
    else if (bvh_is_leaf(walk->tree[1], task.b))
        expand(walk, kind, queue, task, true, false);
    else
        expand(walk, kind, queue, task, true, true);
}

INLINE void work_off_stack(struct walk *walk, enum bvh_kind kind)
{
    while (walk->stacked > 0 && !(walk->hit && walk->first_only))
        take(walk, kind, false, walk->scratch->stack[--walk->stacked]);
}

// WFSTraversal. A task whose children might not fit into LIVESET is processed immediately, depth first.
INLINE void walk_trees(struct walk *walk, enum bvh_kind kind)
{
    struct task roots = {0, 0};
    expand(walk, kind, walk->room > 0, roots, false, false);
    while (walk->queued > 0 && !(walk->hit && walk->first_only)) {
        struct task task = walk->scratch->queue[walk->next];
        walk->next = walk->next + 1 < walk->room ? walk->next + 1 : 0;
        walk->queued--;
        if (walk->queued + 4 <= walk->room) {
            take(walk, kind, true, task);
        } else {
            put(walk, false, task.a, task.b);
            work_off_stack(walk, kind);
        }
    }
    work_off_stack(walk, kind);
}

// ---- bodies ----------------------------------------------------------------------------------------------

CD_LEVELS(size_t, bvh_scratch_bytes)(const void *model_a, const void *model_b)
{
    (void)model_b; // a deforming body's tree may become deeper, so every tree gets room for the deepest
    const struct bvh_tree *tree = model_a;
    return sizeof(struct scratch) + tree->options.queue * sizeof(struct task);
}

CD_LEVELS(void, bvh_place)(struct cd_placed *body)
{
    const struct bvh_tree *tree = body->model;
    struct cd_sphere sphere;
    if (tree->spheres) {
        sphere = bvh_sphere(tree, 0);
    } else {
        struct cd_aabb box = bvh_box(tree, 0);
        sphere.centre = cd_aabb_centre(&box);
        sphere.radius = 0.5 * cd_length(cd_aabb_extent(&box));
    }
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(tree->frame.reach, &sphere, body->pose);
}

CD_LEVELS(bool, bvh_test)
(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot, struct cd_worker *worker)
{
    (void)link, (void)slot;
    worker->counters.sphere_tests++;
    if (cd_world_spheres_apart(a->placement, b->placement))
        return false;
    const struct bvh_tree *tree_a = a->model, *tree_b = b->model;
    struct walk walk = {.body = {a, b},
                        .tree = {tree_a, tree_b},
                        .worker = worker,
                        .scratch = worker->scratch,
                        .room = tree_a->options.queue,
                        .first_only = worker->query != CD_QUERY_CONTACTS};
    if (!cd_float_relate(&tree_a->frame, a, &tree_b->frame, b, &walk.map))
        return cd_placed_surfaces_touch(a, b, worker);
    for (int i = 0; i < 9; i++)
        walk.magnitude[i] = fabsf(walk.map.r[i]);
    switch (tree_a->options.kind) { // the search is compiled separately for each kind
    case BVH_SPHERES:
        walk_trees(&walk, BVH_SPHERES);
        break;
    case BVH_BOXES:
        walk_trees(&walk, BVH_BOXES);
        break;
    case BVH_HYBRID:
        walk_trees(&walk, BVH_HYBRID);
        break;
    }
    return walk.hit;
}
