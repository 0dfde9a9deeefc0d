// Traversal of two eight-wide OBB trees: the box of one body against the eight boxes of a node of the other
// on ten of the 15 axes of Gottschalk, Lin, Manocha 1996, section 5, in float vectors whose lanes round alike on
// every machine. Separation is claimed only beyond the bounds that docs/exactness.md derives. So are answers about triangles of
// two leaves, eight at a time; others are decided exactly on canonical vertices.
#include "algos/mesh/obb8/obb8.h"
#include "base/levels.h"
#include "geom/lanes.h"
#include "geom/triangle.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The largest error of float arithmetic, relative to the sizes of the node and of the query (docs/exactness.md).
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

struct search {
    const struct cd_placed *body[2];
    const struct obb8_tree *tree[2];
    const struct relative *into; ///< [s] maps model space of body 1-s to that of body s
    float slack;                 ///< the bound on its error
    bool first_only, hit;
    struct cd_worker *worker;
    void *scratch; ///< the steps that wait, or the levels of a path
};

CD_LEVELS(size_t, obb8_scratch_bytes)(const void *model_a, const void *model_b)
{
    (void)model_a, (void)model_b; // a deforming body's tree may become deeper: room for the deepest
    return MAX_WAITING * sizeof(struct step);
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

// The children of a node that no axis separates from the query, as bits, and the squared distances of the centres
// unless NULL: the 15 axes of section 5 but for the cross products with a third axis of a box. A child is separated if
// the sign bit of what the radii have left is set on some axis: everything here is finite.
CD_INLINE unsigned overlap(const struct obb8_node *node, const struct query *query, float slack,
                           cd_f8 *distance)
{
    const cd_f8 *a = (const cd_f8 *)node->axes, *half = (const cd_f8 *)node->half,
                *centre = (const cd_f8 *)node->centre;
    const float *b = query->axes, *reach = query->half;
    cd_f8 d[3], t[3], r[3][3], f[3][3], e = slack + FLOAT_SLACK * (node->radius + query->size) - (cd_f8){0};
    cd_i8 apart = {0};
    for (int k = 0; k < 3; k++)
        d[k] = (float)(query->centre[k] - node->origin[k]) - centre[k];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            r[i][j] = (a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1]) + a[3 * i + 2] * b[3 * j + 2];
            f[i][j] = CD_F8_ABS(r[i][j]);
        }
        t[i] = (a[3 * i] * d[0] + a[3 * i + 1] * d[1]) + a[3 * i + 2] * d[2];
        cd_f8 radii = ((half[i] + e) + reach[0] * f[i][0]) + (reach[1] * f[i][1] + reach[2] * f[i][2]);
        apart |= (cd_i8)(radii - CD_F8_ABS(t[i]));
    }
    for (int j = 0; j < 3; j++) {
        cd_f8 along = (d[0] * b[3 * j] + d[1] * b[3 * j + 1]) + d[2] * b[3 * j + 2];
        cd_f8 radii = ((reach[j] + e) + half[0] * f[0][j]) + (half[1] * f[1][j] + half[2] * f[2][j]);
        apart |= (cd_i8)(radii - CD_F8_ABS(along));
    }
    if (distance)
        *distance = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
    for (int i = 0; i < 2; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 2; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cd_f8 along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            cd_f8 radii =
                (half[i1] * f[i2][j] + half[i2] * f[i1][j]) + (reach[j1] * f[i][j2] + reach[j2] * f[i][j1]);
            apart |= (cd_i8)((radii + e) - CD_F8_ABS(along));
        }
    }
    return ~cd_i8_signs(&apart) & ((1u << node->count) - 1);
}

// The child with the least distance, of those whose bits are set in `among`, which is not 0. Distances that differ in
// their last four bits alone may be taken for equal. Such floats order like their bits; half of these is
// finite as a float even for infinity, and the lowest of them give way to the lane. Several lanes are compared without
// branches, which would be mispredicted.
CD_INLINE unsigned nearest_child(const cd_f8 *distance, unsigned among)
{
    if (!(among & (among - 1)))
        return (unsigned)__builtin_ctz(among);
    const cd_i8 lane = {0, 1, 2, 3, 4, 5, 6, 7}, bit = {1, 2, 4, 8, 16, 32, 64, 128};
    cd_i8 out = (((int32_t)among - (cd_i8){0}) & bit) == 0;
    cd_i8 key = ((((cd_i8)*distance >> 1 & -8) | lane) & ~out) | (out & 0x7f7fffff); // the largest float
    cd_f8 keys = (cd_f8)key;
    float least = cd_f8_least(&keys);
    uint32_t bits;
    memcpy(&bits, &least, sizeof bits);
    return bits % 8;
}

static void report(const struct search *search, uint32_t side, uint32_t own, uint32_t other)
{
    uint32_t a = side ? other : own, b = side ? own : other;
    cd_emit_contact(search->worker, search->body[0], a & ~OBB8_LEAF, search->body[1], b & ~OBB8_LEAF);
}

// Of boxes that overlap and are not both triangles', the search descends into the larger one: is it that of child k?
static inline bool descends_into(const struct obb8_node *node, unsigned k, const struct query *query)
{
    float size = node->half[0][k] + node->half[1][k] + node->half[2][k];
    return (query->child & OBB8_LEAF) || (!(node->child[k] & OBB8_LEAF) && size > query->size);
}

// Decides exactly which of some triangles, whose bits are set in `among`, touch a triangle of the other body.
static void meet_exactly(struct search *search, uint32_t side, const struct obb8_node *node, unsigned among,
                         uint32_t triangle)
{
    struct cd_vec3 own[3], other[3];
    if (among)
        cd_placed_corners(search->body[1 - side], triangle & ~OBB8_LEAF, other);
    for (; among; among &= among - 1) {
        uint32_t child = node->child[__builtin_ctz(among)];
        cd_placed_corners(search->body[side], child & ~OBB8_LEAF, own);
        search->worker->counters.triangle_tests++;
        if (!cd_triangles_touch(own, other))
            continue;
        search->hit = true;
        if (!search->first_only)
            report(search, side, child, triangle);
    }
}

// The children of a node that a box may meet, as bits; and how far their centres are from its centre, unless NULL.
CD_INLINE unsigned test_step(const struct search *search, const struct obb8_node *node,
                             const struct query *query, cd_f8 *distance)
{
    search->worker->counters.node_visits++;
    search->worker->counters.box_tests += node->count;
    return overlap(node, query, search->slack, distance);
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

// The sign bit is set where the sign bits of the first two are equal and that of the third is another.
#define PASSES_INSIDE(x, y, z) (~((cd_i8)(x) ^ (cd_i8)(y)) & ((cd_i8)(x) ^ (cd_i8)(z)))

// The sign bit is set where a volume is within the bound.
#define CLOSE(x) ((cd_i8)(CD_F8_ABS(x) - bound))

// Which triangles p touch triangle k of q, as bits, where the lane's volumes are beyond `limit` times its distance; bits
// of `undecided` stand for the others. An edge of one that passes through the other decides: the signs of the volumes of two
// edges, and of an edge and a corner, tell (docs/exactness.md).
CD_INLINE unsigned touch(const struct triangles *p, const struct triangles *q, unsigned k, float longest,
                         float limit, unsigned *undecided)
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
    *undecided = ~cd_i8_signs(&decided);
    return cd_i8_signs(&touches);
}

// Decides the pairs of a triangle in `left` of a leaf of body `side` and a triangle of a leaf of the other body, whose
// triangles are taken to model space of the first.
static void meet_leaves(struct search *search, uint32_t side, const struct obb8_node *own,
                        const struct obb8_node *other, unsigned left)
{
    const struct obb8_leaf *own_leaf = &search->tree[side]->leaves[own->leaf];
    const struct obb8_leaf *other_leaf = &search->tree[1 - side]->leaves[other->leaf];
    const struct relative *into = &search->into[side];
    const double *from = other->origin;
    cd_d4 origin = (into->columns[0] * from[0] + into->columns[1] * from[1]) +
                   (into->columns[2] * from[2] + into->shift);
    const cd_f8 *corner = (const cd_f8 *)other_leaf->corner;
    struct triangles q, p;
    float far = 0;
    memcpy(q.corner, own_leaf->corner, sizeof q.corner);
    memcpy(q.edge, own_leaf->edge, sizeof q.edge);
    cross(q.edge[0], q.edge[1], q.normal);
    for (int i = 0; i < 3; i++) {
        float shift = (float)(origin[i] - own->origin[i]);
        float x = into->rotation[0][i], y = into->rotation[1][i], z = into->rotation[2][i];
        far = fabsf(shift) > far ? fabsf(shift) : far;
        p.corner[i] = ((x * corner[0] + y * corner[1]) + z * corner[2]) + shift;
        for (int e = 0; e < 2; e++) {
            const cd_f8 *edge = (const cd_f8 *)other_leaf->edge[e];
            p.edge[e][i] = (x * edge[0] + y * edge[1]) + z * edge[2];
        }
    }
    cross(p.edge[0], p.edge[1], p.normal);
    float longest = own_leaf->longest > other_leaf->longest ? own_leaf->longest : other_leaf->longest;
    float reach = own_leaf->radius + other_leaf->radius + far + longest;
    bool in_range = longest > 0x1p-30f && reach < 0x1p30f; // so that no volume is too large or too small
    float limit = longest * (0x1p-16f * reach + 0x1p-14f * longest + 128 * search->slack);
    for (; left && !(search->hit && search->first_only); left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left), all = (1u << other->count) - 1, undecided = all;
        unsigned touching = in_range ? touch(&p, &q, k, longest, limit, &undecided) & all : 0;
        search->worker->counters.triangle_tests += other->count;
        search->hit |= touching != 0;
        if (search->hit && search->first_only)
            return;
        for (; touching; touching &= touching - 1)
            report(search, side, own->child[k], other->child[__builtin_ctz(touching)]);
        undecided &= all;
        if (!undecided)
            continue;
        struct query query;
        make_query(own, k, &search->into[1 - side], &query);
        search->worker->counters.box_tests += other->count;
        meet_exactly(search, 1 - side, other, undecided & overlap(other, &query, search->slack, NULL),
                     own->child[k]);
    }
}

// Decides the pairs of triangles among the children in `left` of a node and what is in the box of a query. Returns the
// bits of the other children: the search descends into a box of these pairs.
static inline unsigned meet_triangles(struct search *search, uint32_t side, const struct obb8_node *node,
                                      const struct query *query, unsigned left)
{
    if (query->child & OBB8_LEAF) {
        unsigned triangles = 0;
        for (unsigned k = 0; k < node->count; k++)
            triangles |= (node->child[k] >> 31) << k;
        for (unsigned some = left & triangles; some && !(search->hit && search->first_only); some &= some - 1)
            meet_exactly(search, side, node, some & -some, query->child);
        return left & ~triangles;
    }
    const struct obb8_node *other = &search->tree[1 - side]->nodes[query->child];
    if (!left || !obb8_is_leaf(node) || !obb8_is_leaf(other))
        return left;
    meet_leaves(search, side, node, other, left);
    return 0;
}

// Finds a first contact: goes down from level to level, to the nearest child first, since it is the likeliest to touch.
static void search_first(struct search *search, const struct step *first)
{
    struct level *path = search->scratch, *level = path;
    *path = (struct level){&first->query, .node = first->node, .side = first->side};
    for (;;) {
        const struct obb8_node *node = &search->tree[level->side]->nodes[level->node];
        cd_f8 distance = {0};
        unsigned k;
        level->left = test_step(search, node, level->query, &distance);
        level->left = meet_triangles(search, level->side, node, level->query, level->left);
        if (search->hit)
            return;
        if (level->left)
            k = nearest_child(&distance, level->left);
        else {
            do {
                if (level == path)
                    return;
                level--;
            } while (!level->left);
            k = 31 - (unsigned)__builtin_clz(level->left);
            node = &search->tree[level->side]->nodes[level->node];
        }
        level->left &= ~(1u << k);
        struct level *next = level + 1;
        if (descends_into(node, k, level->query)) {
            next->query = level->query;
            next->node = node->child[k];
            next->side = level->side;
        } else {
            if (!(node->child[k] & OBB8_LEAF)) // it will be visited soon
                for (size_t i = 0; i < sizeof *node; i += 64)
                    __builtin_prefetch((const char *)&search->tree[level->side]->nodes[node->child[k]] + i);
            make_query(node, k, &search->into[1 - level->side], &next->placed);
            next->query = &next->placed;
            next->node = level->query->child;
            next->side = 1 - level->side;
        }
        level = next;
    }
}

// Finds all contacts. The steps that were put down last are tested in a row before any child is taken up: while a
// processor has guessed wrong what follows from one step, it already works on the next.
static void search_all(struct search *search, const struct step *first)
{
    struct step row[ROW], *steps = search->scratch;
    unsigned left[ROW];
    uint32_t waiting = 1;
    *steps = *first;
    while (waiting > 0) {
        uint32_t count = waiting > ROW_WAITING ? 1 : waiting < ROW ? waiting : ROW;
        waiting -= count;
        memcpy(row, steps + waiting, count * sizeof *row);
        for (uint32_t i = 0; i < count; i++)
            left[i] = test_step(search, &search->tree[row[i].side]->nodes[row[i].node], &row[i].query, NULL);
        for (uint32_t i = 0; i < count; i++) {
            const struct obb8_node *node = &search->tree[row[i].side]->nodes[row[i].node];
            left[i] = meet_triangles(search, row[i].side, node, &row[i].query, left[i]);
            for (; left[i]; left[i] &= left[i] - 1) {
                unsigned k = (unsigned)__builtin_ctz(left[i]);
                struct step *step = &steps[waiting++];
                if (descends_into(node, k, &row[i].query)) {
                    *step = (struct step){row[i].query, node->child[k], row[i].side};
                    continue;
                }
                make_query(node, k, &search->into[1 - row[i].side], &step->query);
                step->node = row[i].query.child;
                step->side = 1 - row[i].side;
            }
        }
    }
}

CD_LEVELS(bool, obb8_test)
(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    struct cd_worker *worker = t->worker;
    const struct obb8_tree *trees[2] = {a->model, b->model};
    const struct cd_world_sphere *spheres[2] = {a->placement, b->placement};
    worker->counters.sphere_tests++;
    if (cd_world_spheres_apart(spheres[0], spheres[1]))
        return false;
    double slack = cd_relative_slack(&spheres[0]->slack, &spheres[1]->slack);
    if (!(trees[0]->hull.reach + trees[1]->hull.reach + slack < FLOAT_REACH))
        return cd_placed_surfaces_touch(a, b, worker); // boxes in floats prove nothing

    struct cd_pose relative[2]; // but for the rounding of doubles
    struct relative into[2];
    cd_relate(a->pose, b->pose, &relative[0]);
    cd_relate_back(a->pose, b->pose, &relative[0], &relative[1]);
    for (int side = 0; side < 2; side++) {
        const double *r = relative[side].r, *shift = relative[side].t;
        for (int k = 0; k < 3; k++) {
            into[side].columns[k] = (cd_d4){r[k], r[3 + k], r[6 + k]};
            into[side].rotation[k] = (cd_f4){(float)r[k], (float)r[3 + k], (float)r[6 + k]};
        }
        into[side].shift = (cd_d4){shift[0], shift[1], shift[2]};
    }
    struct search search = {.body = {a, b},
                            .tree = {trees[0], trees[1]},
                            .into = into,
                            .slack = (float)(slack * (1 + 0x1p-15)) + FLT_MIN,
                            .first_only = worker->query != CD_QUERY_CONTACTS,
                            .worker = worker,
                            .scratch = worker->scratch};

    // The root box of one body meets the children of the other's, the larger one's unless that is a triangle.
    float size[2];
    for (int i = 0; i < 2; i++) {
        const struct obb8_node *root = trees[i]->nodes;
        size[i] = root->child[0] & OBB8_LEAF ? -1 : root->half[0][0] + root->half[1][0] + root->half[2][0];
    }
    struct step first = {.side = size[1] > size[0]};
    uint32_t child = trees[first.side]->nodes->child[0];
    first.node = child & OBB8_LEAF ? 0 : child;
    make_query(trees[1 - first.side]->nodes, 0, &into[first.side], &first.query);
    if (search.first_only)
        search_first(&search, &first);
    else
        search_all(&search, &first);
    return search.hit;
}
