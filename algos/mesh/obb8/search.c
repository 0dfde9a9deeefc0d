// Traversal of two eight-wide OBB trees: the box of one body against the eight boxes of a node of the other
// on ten of the 15 axes of Gottschalk, Lin, Manocha 1996, section 5, in float vectors whose lanes round alike on
// every machine. Separation is claimed only beyond the bounds that README.md derives. So are answers about triangles of
// two leaves, eight at a time; others are decided exactly on canonical vertices.
#include "algos/float_tree.h"
#include "algos/mesh/obb8/tree.h"
#include "algos/obb/axes.h"
#include "base/levels.h"
#include "geom/pose.h"
#include "geom/triangle.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The largest error of float arithmetic, relative to the sizes of the node and of the query (README.md).
#define FLOAT_SLACK 0x1p-16f

// Lengths below this are safe in float arithmetic; vertices are at most 1e15.
#define FLOAT_REACH 1e30

// Steps that are tested one after another before anything is done about them, and how many steps may wait where that is
// done.
#define ROW         32
#define ROW_WAITING 256

// Room for the steps that wait. If they are taken one by one, each step adds at most eight and takes one away, and each
// goes one level down in one tree.
#define MAX_WAITING (ROW_WAITING + (OBB8_LANES - 1) * (ROW + 2 * (OBB8_MAX_DEPTH + 1)) + 1)

/// The mapping of one body's model space to the other's, whose vectors are points or directions: the last lane is idle.
struct relative {
    struct cd_pose exact; ///< but for the rounding of doubles
    cd_d4 columns[3], shift;
    cd_f4 rotation[3]; ///< columns
};

/// A box of one body in model space of the other, whose nodes it is tested against.
struct query {
    double centre[3];
    float axes[9]; ///< axis j is axes[3*j .. 3*j + 2]
    float half[3];
    float size;     ///< |half|_1
    uint32_t child; ///< what is in the box: a node, or OBB8_LEAF and a triangle
};

/// A step of the traversal: the children of a node of body `side` against a box of the other body.
struct step {
    struct query query;
    uint32_t node, side;
};

/// A node on the way to a first contact, and which of its children are left for a box of the other body.
struct level {
    const struct query *query; ///< its own, or that of a level above
    uint32_t node, side;
    unsigned left;
    struct query placed;
};

// Each level of a path goes one level down in one tree.
_Static_assert((2 * (OBB8_MAX_DEPTH + 1) + 1) * sizeof(struct level) <= MAX_WAITING * sizeof(struct step),
               "a path has room");

struct walk {
    const struct cd_placed *body[2];
    const struct obb8_tree *tree[2];
    const struct relative *into; ///< [s] maps model space of body 1-s to that of body s
    float slack;                 ///< the bound on its error
    bool first_only, hit;
    struct cd_worker *worker;
    uint32_t waiting;
    struct step *steps;
};

CD_LEVELS(size_t, obb8_scratch_bytes)(const void *model_a, const void *model_b)
{
    (void)model_a, (void)model_b; // a deforming body's tree may become deeper: room for the deepest
    return MAX_WAITING * sizeof(struct step);
}

CD_LEVELS(void, obb8_place)(struct cd_placed *body)
{
    const struct cd_hull *hull = &((const struct obb8_tree *)body->model)->hull;
    struct cd_sphere sphere = {hull->middle, hull->radius};
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(hull->reach, &sphere, body->pose);
}

static void relate(const struct cd_pose *a, const struct cd_pose *b, struct relative into[2])
{
    cd_relate(a, b, &into[0].exact);
    cd_relate_back(a, b, &into[0].exact, &into[1].exact);
    for (int side = 0; side < 2; side++) {
        const double *r = into[side].exact.r, *t = into[side].exact.t;
        for (int k = 0; k < 3; k++) {
            into[side].columns[k] = (cd_d4){r[k], r[3 + k], r[6 + k]};
            into[side].rotation[k] = (cd_f4){(float)r[k], (float)r[3 + k], (float)r[6 + k]};
        }
        into[side].shift = (cd_d4){t[0], t[1], t[2]};
    }
}

// Child k of a node, as a query against the other body.
static void make_query(const struct obb8_node *node, unsigned k, const struct relative *into,
                       struct query *query)
{
    double x = node->origin[0] + (double)node->centre[0][k], y = node->origin[1] + (double)node->centre[1][k],
           z = node->origin[2] + (double)node->centre[2][k];
    cd_d4 centre = (into->columns[0] * x + into->columns[1] * y) + (into->columns[2] * z + into->shift);
    memcpy(query->centre, &centre, sizeof query->centre);
    for (int j = 0; j < 3; j++) {
        const float(*row)[OBB8_LANES] = node->axes + 3 * j;
        cd_f4 axis =
            (into->rotation[0] * row[0][k] + into->rotation[1] * row[1][k]) + into->rotation[2] * row[2][k];
        memcpy(query->axes + 3 * j, &axis, 3 * sizeof(float));
    }
    for (int j = 0; j < 3; j++)
        query->half[j] = node->half[j][k];
    query->size = query->half[0] + query->half[1] + query->half[2];
    query->child = node->child[k];
}

// The children of a node that no axis separates from the query, as bits, and the squared distances of the
// centres unless NULL.
CD_INLINE unsigned overlap(const struct obb8_node *node, const struct query *query, float slack,
                           cd_f8 *distance)
{
    const cd_f8 *centre = (const cd_f8 *)node->centre;
    cd_f8 axes[9], reach[3], d[3], e = slack + FLOAT_SLACK * (node->radius + query->size) - (cd_f8){0};
    for (int i = 0; i < 9; i++)
        axes[i] = query->axes[i] - (cd_f8){0};
    for (int k = 0; k < 3; k++) {
        reach[k] = query->half[k] - (cd_f8){0};
        d[k] = (float)(query->centre[k] - node->origin[k]) - centre[k];
    }
    return obb_lanes_meet((const cd_f8 *)node->axes, (const cd_f8 *)node->half, axes, reach, d, &e, 2,
                          (1u << node->count) - 1, distance);
}

static void report(const struct walk *walk, uint32_t side, uint32_t own, uint32_t other)
{
    uint32_t a = side ? other : own, b = side ? own : other;
    cd_emit_contact(walk->worker, walk->body[0], a & ~OBB8_LEAF, walk->body[1], b & ~OBB8_LEAF);
}

// Of boxes that overlap and are not both triangles', the larger one is opened: is it that of child k?
static inline bool opens_child(const struct obb8_node *node, unsigned k, const struct query *query)
{
    float size = node->half[0][k] + node->half[1][k] + node->half[2][k];
    return (query->child & OBB8_LEAF) || (!(node->child[k] & OBB8_LEAF) && size > query->size);
}

// Prepares the step from such boxes.
static void go_on(struct walk *walk, const struct obb8_node *node, unsigned k, uint32_t side,
                  const struct query *query)
{
    struct step *step = &walk->steps[walk->waiting++];
    if (opens_child(node, k, query)) {
        step->query = *query;
        step->node = node->child[k];
        step->side = side;
    } else {
        make_query(node, k, &walk->into[1 - side], &step->query);
        step->node = query->child;
        step->side = 1 - side;
    }
}

// Decides a pair of triangles exactly; true when they touch.
static bool leaves_touch(const struct walk *walk, uint32_t side, uint32_t own, uint32_t other,
                         struct cd_vec3 others[3], bool *has_others)
{
    struct cd_vec3 world[3];
    walk->worker->counters.triangle_tests++;
    if (!*has_others)
        cd_placed_corners(walk->body[1 - side], other & ~OBB8_LEAF, others);
    *has_others = true;
    cd_placed_corners(walk->body[side], own & ~OBB8_LEAF, world);
    if (!cd_triangles_touch(world, others))
        return false;
    if (!walk->first_only)
        report(walk, side, own, other);
    return true;
}

// The children of a node that a box may meet, as bits; and how far their centres are from its centre, unless NULL.
CD_INLINE unsigned test_step(const struct walk *walk, const struct obb8_node *node, const struct query *query,
                             cd_f8 *distance)
{
    walk->worker->counters.node_visits++;
    walk->worker->counters.box_tests += node->count;
    return overlap(node, query, walk->slack, distance);
}

/// The triangles of a leaf in one space. A lane without a triangle has one without area.
struct triangles {
    cd_f8 corner[3], edge[2][3], normal[3];
};

#define DOT(a, b) (((a)[0] * (b)[0] + (a)[1] * (b)[1]) + (a)[2] * (b)[2])

CD_INLINE void cross(const cd_f8 a[3], const cd_f8 b[3], cd_f8 result[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        result[i] = a[j] * b[k] - a[k] * b[j];
    }
}

// The triangles of a leaf as they are stored.
static inline void take_leaf(const struct obb8_leaf *leaf, struct triangles *to)
{
    memcpy(to->corner, leaf->corner, sizeof to->corner);
    memcpy(to->edge, leaf->edge, sizeof to->edge);
    cross(to->edge[0], to->edge[1], to->normal);
}

// The same in model space of the other body, from a point that `shift` leads to.
static inline void place_leaf(const struct obb8_leaf *leaf, const struct relative *into, const float shift[3],
                              struct triangles *to)
{
    const cd_f8 *corner = (const cd_f8 *)leaf->corner;
    for (int i = 0; i < 3; i++) {
        float x = into->rotation[0][i], y = into->rotation[1][i], z = into->rotation[2][i];
        to->corner[i] = ((x * corner[0] + y * corner[1]) + z * corner[2]) + shift[i];
        for (int e = 0; e < 2; e++) {
            const cd_f8 *edge = (const cd_f8 *)leaf->edge[e];
            to->edge[e][i] = (x * edge[0] + y * edge[1]) + z * edge[2];
        }
    }
    cross(to->edge[0], to->edge[1], to->normal);
}

// The sign bit is set where the sign bits of the first two are equal and that of the third is another.
#define PASSES_INSIDE(x, y, z) (~((cd_i8)(x) ^ (cd_i8)(y)) & ((cd_i8)(x) ^ (cd_i8)(z)))

// The sign bit is set where a volume is within the bound.
#define CLOSE(x) ((cd_i8)(CD_F8_ABS(x) - bound))

// Which triangles p touch triangle k of q, as bits, where the lane's volumes are beyond `limit` times its distance; bits
// of `open` stand for the others. An edge of one that passes through the other decides: the signs of the volumes of two
// edges, and of an edge and a corner, tell (README.md).
CD_INLINE unsigned touch(const struct triangles *p, const struct triangles *q, unsigned k, float longest,
                         float limit, unsigned *open)
{
    cd_f8 w[3], f[3], g[3], n[3], wa[3], wb[3], distance = longest - (cd_f8){0}, low = distance;
    const cd_f8 *a = p->edge[0], *b = p->edge[1];
    for (int i = 0; i < 3; i++) {
        w[i] = p->corner[i] - q->corner[i][k];
        f[i] = q->edge[0][i][k] - (cd_f8){0};
        g[i] = q->edge[1][i][k] - (cd_f8){0};
        n[i] = q->normal[i][k] - (cd_f8){0};
        cd_f8 size = CD_F8_ABS(w[i]);
        cd_f8_widen(&low, &distance, &size);
    }
    cd_f8 nf = DOT(p->normal, f), ng = DOT(p->normal, g), na = DOT(n, a), nb = DOT(n, b);
    cd_f8 s0 = -DOT(p->normal, w), s1 = s0 + nf, s2 = s0 + ng; // q's corners and the plane of p
    cd_f8 t0 = DOT(n, w), t1 = t0 + na, t2 = t0 + nb;          // p's corners and the plane of q
    cross(w, a, wa);
    cross(w, b, wb);
    // Edges of p and of q, from corner 0 to 1 to 2 to 0: those to or from corner 0, then the others.
    cd_f8 af = DOT(wa, f), ag = DOT(wa, g), bf = DOT(wb, f), bg = DOT(wb, g);
    cd_f8 ah = na + (ag - af), bh = nb + (bg - bf), cf = (bf - af) + nf, cg = (bg - ag) + ng;
    cd_f8 ch = (nb - na) + (cg - cf);
    cd_i8 pierced = (((cd_i8)t0 ^ (cd_i8)t1) & PASSES_INSIDE(af, ah, ag)) |
                    (((cd_i8)t1 ^ (cd_i8)t2) & PASSES_INSIDE(cf, ch, cg)) |
                    (((cd_i8)t2 ^ (cd_i8)t0) & PASSES_INSIDE(bf, bh, bg)) |
                    (((cd_i8)s0 ^ (cd_i8)s1) & PASSES_INSIDE(af, cf, bf)) |
                    (((cd_i8)s1 ^ (cd_i8)s2) & PASSES_INSIDE(ah, ch, bh)) |
                    (((cd_i8)s2 ^ (cd_i8)s0) & PASSES_INSIDE(ag, cg, bg));
    cd_f8 bound = limit * distance;
    cd_i8 near_s = CLOSE(s0) | CLOSE(s1) | CLOSE(s2), near_t = CLOSE(t0) | CLOSE(t1) | CLOSE(t2);
    cd_i8 near = near_s | near_t | CLOSE(af) | CLOSE(ag) | CLOSE(bf) | CLOSE(bg) | CLOSE(ah) | CLOSE(bh) |
                 CLOSE(cf) | CLOSE(cg) | CLOSE(ch);
    cd_i8 meets = (((cd_i8)s0 ^ (cd_i8)s1) | ((cd_i8)s1 ^ (cd_i8)s2) | near_s) &
                  (((cd_i8)t0 ^ (cd_i8)t1) | ((cd_i8)t1 ^ (cd_i8)t2) | near_t); // no plane separates them
    cd_i8 decided = ~(near & meets), touches = pierced & meets & ~near;
    *open = ~cd_i8_signs(&decided);
    return cd_i8_signs(&touches);
}

// Decides the pairs of a triangle in `left` of a leaf of body `side` and a triangle of a leaf of the other body.
static void meet_leaves(struct walk *walk, uint32_t side, const struct obb8_node *own,
                        const struct obb8_node *other, unsigned left)
{
    const struct obb8_leaf *own_leaf = &walk->tree[side]->leaves[own->leaf];
    const struct obb8_leaf *other_leaf = &walk->tree[1 - side]->leaves[other->leaf];
    const struct relative *into = &walk->into[side];
    const double *from = other->origin;
    cd_d4 origin = (into->columns[0] * from[0] + into->columns[1] * from[1]) +
                   (into->columns[2] * from[2] + into->shift);
    float shift[3], far = 0;
    for (int k = 0; k < 3; k++) {
        shift[k] = (float)(origin[k] - own->origin[k]);
        far = fabsf(shift[k]) > far ? fabsf(shift[k]) : far;
    }
    float longest = own_leaf->longest > other_leaf->longest ? own_leaf->longest : other_leaf->longest;
    float reach = own_leaf->radius + other_leaf->radius + far + longest;
    bool in_range = longest > 0x1p-30f && reach < 0x1p30f; // so that no volume is too large or too small
    float limit = longest * (0x1p-16f * reach + 0x1p-14f * longest + 128 * walk->slack);
    struct triangles q, p;
    take_leaf(own_leaf, &q);
    place_leaf(other_leaf, into, shift, &p);
    for (; left; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left), all = (1u << other->count) - 1, open = all;
        unsigned touching = in_range ? touch(&p, &q, k, longest, limit, &open) & all : 0;
        walk->worker->counters.triangle_tests += other->count;
        walk->hit |= touching != 0;
        if (walk->hit && walk->first_only)
            return;
        for (; touching; touching &= touching - 1)
            report(walk, side, own->child[k], other->child[__builtin_ctz(touching)]);
        open &= all;
        if (!open)
            continue;
        struct query query;
        make_query(own, k, &walk->into[1 - side], &query);
        walk->worker->counters.box_tests += other->count;
        struct cd_vec3 corners[3];
        bool has_corners = false;
        for (open &= overlap(other, &query, walk->slack, NULL); open; open &= open - 1)
            walk->hit |= leaves_touch(walk, 1 - side, other->child[__builtin_ctz(open)], own->child[k],
                                      corners, &has_corners);
        if (walk->hit && walk->first_only)
            return;
    }
}

// Are a node and the box of a query leaves of triangles?
static inline bool are_leaves(const struct walk *walk, uint32_t side, const struct obb8_node *node,
                              const struct query *query)
{
    return obb8_is_leaf(node) && !(query->child & OBB8_LEAF) &&
           obb8_is_leaf(&walk->tree[1 - side]->nodes[query->child]);
}

// Takes up the children that are left.
static void open_children(struct walk *walk, const struct step *step, unsigned left)
{
    const struct obb8_node *node = &walk->tree[step->side]->nodes[step->node];
    struct cd_vec3 others[3];
    bool has_others = false;
    if (left && are_leaves(walk, step->side, node, &step->query)) {
        meet_leaves(walk, step->side, node, &walk->tree[1 - step->side]->nodes[step->query.child], left);
        return;
    }
    for (; left; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        if (!(step->query.child & node->child[k] & OBB8_LEAF))
            go_on(walk, node, k, step->side, &step->query);
        else
            walk->hit |=
                leaves_touch(walk, step->side, node->child[k], step->query.child, others, &has_others);
    }
}

// Decides what is left of a level as far as no box is to be opened; bits of what remains.
static unsigned meet_triangles(struct walk *walk, const struct level *level, const struct obb8_node *node)
{
    const struct query *query = level->query;
    if (are_leaves(walk, level->side, node, query)) {
        meet_leaves(walk, level->side, node, &walk->tree[1 - level->side]->nodes[query->child], level->left);
        return 0;
    }
    if (!(query->child & OBB8_LEAF))
        return level->left;
    struct cd_vec3 others[3];
    bool has_others = false;
    unsigned remaining = 0;
    for (unsigned left = level->left; left && !walk->hit; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        if (node->child[k] & OBB8_LEAF)
            walk->hit |= leaves_touch(walk, level->side, node->child[k], query->child, others, &has_others);
        else
            remaining |= 1u << k;
    }
    return remaining;
}

// Reads a node that will be opened soon into the caches.
static inline void fetch_node(const struct obb8_node *node)
{
    for (size_t i = 0; i < sizeof *node; i += 64)
        __builtin_prefetch((const char *)node + i);
}

// Goes down from level to level, to the nearest child first: it is the likeliest to touch.
static void look_for_first(struct walk *walk)
{
    struct level *path = (struct level *)(walk->steps + 1), *level = path;
    *path = (struct level){&walk->steps->query, .node = walk->steps->node, .side = walk->steps->side};
    for (;;) {
        const struct obb8_node *node = &walk->tree[level->side]->nodes[level->node];
        cd_f8 distance = {0};
        level->left = test_step(walk, node, level->query, &distance);
        unsigned k = 0;
        if (level->left) {
            level->left = meet_triangles(walk, level, node);
            if (walk->hit)
                return;
            k = level->left ? cd_f8_least_lane(&distance, level->left) : 0;
        }
        if (!level->left) {
            do {
                if (level == path)
                    return;
                level--;
            } while (!level->left);
            k = 31 - (unsigned)__builtin_clz(level->left);
            node = &walk->tree[level->side]->nodes[level->node];
        }
        level->left &= ~(1u << k);
        struct level *next = level + 1;
        if (opens_child(node, k, level->query)) {
            next->query = level->query;
            next->node = node->child[k];
            next->side = level->side;
        } else {
            if (!(node->child[k] & OBB8_LEAF))
                fetch_node(&walk->tree[level->side]->nodes[node->child[k]]);
            make_query(node, k, &walk->into[1 - level->side], &next->placed);
            next->query = &next->placed;
            next->node = level->query->child;
            next->side = 1 - level->side;
        }
        level = next;
    }
}

// Takes the `count` steps that were put down last. All are tested before any child is taken up: while a processor has
// guessed wrong what follows from one step, it already works on the next.
static void take_steps(struct walk *walk, uint32_t count)
{
    struct step steps[ROW];
    unsigned left[ROW];
    walk->waiting -= count;
    memcpy(steps, walk->steps + walk->waiting, count * sizeof *steps);
    for (uint32_t i = 0; i < count; i++)
        left[i] = test_step(walk, &walk->tree[steps[i].side]->nodes[steps[i].node], &steps[i].query, NULL);
    for (uint32_t i = 0; i < count; i++)
        open_children(walk, &steps[i], left[i]);
}

static void look_for_all(struct walk *walk)
{
    while (walk->waiting > 0)
        take_steps(walk, walk->waiting > ROW_WAITING ? 1 : walk->waiting < ROW ? walk->waiting : ROW);
}

// Prepares the first step: the root box of one body against the children of the other's, the larger one's unless
// that is a triangle.
static void begin(struct walk *walk)
{
    const struct obb8_node *root[2] = {walk->tree[0]->nodes, walk->tree[1]->nodes};
    float size[2];
    for (int i = 0; i < 2; i++)
        size[i] = root[i]->child[0] & OBB8_LEAF
                      ? -1
                      : root[i]->half[0][0] + root[i]->half[1][0] + root[i]->half[2][0];
    uint32_t side = size[1] > size[0], child = root[side]->child[0];
    struct step *first = &walk->steps[walk->waiting++];
    make_query(root[1 - side], 0, &walk->into[side], &first->query);
    first->node = child & OBB8_LEAF ? 0 : child;
    first->side = side;
}

CD_LEVELS(bool, obb8_test)
(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    struct cd_worker *worker = t->worker;
    const struct obb8_tree *tree_a = a->model, *tree_b = b->model;
    struct relative into[2];
    struct walk walk = {.body = {a, b},
                        .into = into,
                        .tree = {tree_a, tree_b},
                        .worker = worker,
                        .steps = worker->scratch,
                        .first_only = worker->query != CD_QUERY_CONTACTS};
    const struct cd_world_sphere *sphere_a = a->placement, *sphere_b = b->placement;
    worker->counters.sphere_tests++;
    if (cd_world_spheres_apart(sphere_a, sphere_b))
        return false;
    double slack = cd_relative_slack(&sphere_a->slack, &sphere_b->slack);
    if (!(tree_a->hull.reach + tree_b->hull.reach + slack < FLOAT_REACH))
        return cd_placed_surfaces_touch(a, b, worker); // boxes in floats prove nothing
    walk.slack = (float)(slack * (1 + 0x1p-15)) + FLT_MIN;
    relate(a->pose, b->pose, into);
    begin(&walk);
    if (walk.first_only)
        look_for_first(&walk);
    else
        look_for_all(&walk);
    return walk.hit;
}
