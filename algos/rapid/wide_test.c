// Traversal of two eight-wide OBB trees: the box of one body against the eight boxes of a node of the other
// on the 15 axes of Gottschalk, Lin, Manocha 1996, section 5, in float vectors whose lanes round alike on
// every machine. Separation is claimed only beyond the bounds that README.md derives; triangles are decided
// exactly on canonical vertices.
#include "algos/rapid/wide.h"
#include "geom/triangle.h"

#include <float.h>
#include <string.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

typedef float lanes __attribute__((vector_size(4 * WIDE_LANES)));
typedef int32_t masks __attribute__((vector_size(4 * WIDE_LANES)));

// What float arithmetic can be wrong by, relative to the sizes of the node and of the query (README.md).
#define FLOAT_SLACK 0x1p-16f

/// The mapping of one body's model space to the other's, and the bound on its error.
struct relative {
    double r[9], t[3];
    float rotation[9];
    float slack;
};

/// A box of one body as seen from a node of the other.
struct query {
    float axes[3][3]; ///< axes[j][c]: component c of axis j
    float centre[3];  ///< from the node's origin
    float half[3];
    float slack; ///< what any two boxes may be nearer than they seem
};

/// A step of the traversal: the children of `node` against box `box`. Side 0: the node is a's.
struct step {
    uint32_t node, side;
    uint64_t box;
};

struct walk {
    const struct cd_placed *body[2];
    const struct wide_tree *tree[2];
    struct relative into[2]; ///< [s] maps model space of body 1-s to that of body s
    struct cd_worker *worker;
    struct step *steps;
    uint32_t waiting;
    bool first_only;
};

size_t rapid_wide_scratch(void)
{
    // Every step taken adds at most eight and takes one away, and each goes one level down in one tree.
    return ((WIDE_LANES - 1) * 2 * (WIDE_DEPTH_MOST + 1) + 1) * sizeof(struct step);
}

double rapid_wide_slack(const struct cd_pose *a, double radius_a, const struct cd_pose *b, double radius_b)
{
    double translation = 0;
    for (int i = 0; i < 3; i++)
        translation += fabs(a->t[i]) + fabs(b->t[i]);
    double reach = radius_a + radius_b;
    double rounding = cd_pose_rounding(a, radius_a) + cd_pose_rounding(b, radius_b);
    double defect = cd_pose_defect(a) + cd_pose_defect(b) + 0x1p-49;
    return 1.01 * rounding + 4 * defect * reach + 0x1p-47 * (reach + translation);
}

// Maps model space of `from` to model space of `to`, as if R of `to` were orthonormal.
static void relate(const struct cd_pose *to, const struct cd_pose *from, double slack,
                   struct relative *relative)
{
    double apart[3];
    for (int k = 0; k < 3; k++)
        apart[k] = from->t[k] - to->t[k];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            relative->r[3 * i + j] =
                to->r[i] * from->r[j] + to->r[3 + i] * from->r[3 + j] + to->r[6 + i] * from->r[6 + j];
            relative->rotation[3 * i + j] = (float)relative->r[3 * i + j];
        }
        relative->t[i] = to->r[i] * apart[0] + to->r[3 + i] * apart[1] + to->r[6 + i] * apart[2];
    }
    relative->slack = (float)(slack * (1 + 0x1p-15)) + FLT_MIN;
}

// The box `index` of the other body as seen from node `node` of body `side`.
static void place_query(const struct walk *walk, const struct step *step, struct query *query)
{
    const struct wide_tree *other = walk->tree[1 - step->side];
    const struct relative *into = &walk->into[step->side];
    const struct wide_box *box = &other->boxes[step->box];
    const double *origin = other->frames[step->box / WIDE_LANES].origin, *r = into->r;
    const struct wide_frame *frame = &walk->tree[step->side]->frames[step->node];
    double p[3];
    for (int k = 0; k < 3; k++)
        p[k] = origin[k] + (double)box->centre[k];
    for (int i = 0; i < 3; i++)
        query->centre[i] = (float)((r[3 * i] * p[0] + r[3 * i + 1] * p[1]) + r[3 * i + 2] * p[2] +
                                   (into->t[i] - frame->origin[i]));
    const float *m = into->rotation;
    for (int j = 0; j < 3; j++) {
        const float *axis = box->axes + 3 * j;
        for (int i = 0; i < 3; i++)
            query->axes[j][i] = (m[3 * i] * axis[0] + m[3 * i + 1] * axis[1]) + m[3 * i + 2] * axis[2];
        query->half[j] = box->half[j];
    }
    query->slack = into->slack + FLOAT_SLACK * (frame->radius + box->size);
}

#define MAGNITUDE(x) ((lanes)((masks)(x)&0x7fffffff))

// Bit k is set where lane k of `separated` is zero.
static inline unsigned lanes_left(const masks *separated)
{
#ifdef __AVX__
    return ~(unsigned)_mm256_movemask_ps((__m256)*separated) & 0xff;
#else
    unsigned bits = 0;
    for (unsigned k = 0; k < WIDE_LANES; k++)
        bits |= (*separated)[k] ? 0 : 1u << k;
    return bits;
#endif
}

// The children of a node that no axis separates from the query, as bits. A NaN never separates.
static inline unsigned overlap(const struct wide_node *node, const struct query *query)
{
    const lanes *axes = (const lanes *)node->axes, *half = (const lanes *)node->half;
    const lanes *centre = (const lanes *)node->centre;
    float e = query->slack;
    lanes d[3], r[3][3], f[3][3], t[3];
    masks separated;
    for (int k = 0; k < 3; k++)
        d[k] = query->centre[k] - centre[k];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            r[i][j] = (axes[3 * i] * query->axes[j][0] + axes[3 * i + 1] * query->axes[j][1]) +
                      axes[3 * i + 2] * query->axes[j][2];
            f[i][j] = MAGNITUDE(r[i][j]);
        }
        t[i] = (axes[3 * i] * d[0] + axes[3 * i + 1] * d[1]) + axes[3 * i + 2] * d[2];
        lanes radii = ((half[i] + e) + query->half[0] * f[i][0]) +
                      (query->half[1] * f[i][1] + query->half[2] * f[i][2]);
        masks apart = MAGNITUDE(t[i]) > radii;
        separated = i == 0 ? apart : separated | apart;
    }
    for (int j = 0; j < 3; j++) {
        lanes distance = (d[0] * query->axes[j][0] + d[1] * query->axes[j][1]) + d[2] * query->axes[j][2];
        lanes radii = ((query->half[j] + e) + half[0] * f[0][j]) + (half[1] * f[1][j] + half[2] * f[2][j]);
        separated |= MAGNITUDE(distance) > radii;
    }
    unsigned left = lanes_left(&separated);
    if (!left)
        return 0;
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            lanes distance = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            lanes radii = (half[i1] * f[i2][j] + half[i2] * f[i1][j]) +
                          (query->half[j1] * f[i][j2] + query->half[j2] * f[i][j1]);
            separated |= MAGNITUDE(distance) > radii + e;
        }
    }
    return lanes_left(&separated);
}

static void world_triangle(const struct cd_placed *body, uint32_t triangle, struct cd_vec3 world[3])
{
    for (int k = 0; k < 3; k++)
        world[k] = cd_canonical_vertex(body->pose, body->vertices[body->triangles[triangle].v[k]]);
}

static void push(struct walk *walk, uint32_t side, uint32_t node, uint64_t box)
{
    walk->steps[walk->waiting++] = (struct step){node, side, box};
}

// Decides what becomes of a pair of boxes that overlap, not both triangles: the larger one is opened.
static void go_on(struct walk *walk, const struct step *step, uint64_t lane_box, uint32_t lane_child,
                  uint32_t query_child)
{
    const struct wide_box *lane = &walk->tree[step->side]->boxes[lane_box];
    const struct wide_box *query = &walk->tree[1 - step->side]->boxes[step->box];
    bool lane_leaf = lane_child & WIDE_LEAF, query_leaf = query_child & WIDE_LEAF;
    if (query_leaf || (!lane_leaf && lane->size > query->size))
        push(walk, step->side, lane_child, step->box);
    else
        push(walk, 1 - step->side, query_child, lane_box);
}

// One step: true when the traversal is over.
static bool take(struct walk *walk, const struct step *step, bool *hit)
{
    uint32_t side = step->side;
    const struct wide_tree *tree = walk->tree[side];
    const struct wide_node *node = &tree->nodes[step->node];
    struct cd_worker *worker = walk->worker;
    struct query query;
    place_query(walk, step, &query);
    uint32_t count = tree->frames[step->node].count;
    unsigned left = overlap(node, &query) & ((1u << count) - 1);
    worker->counters.node_visits++;
    worker->counters.box_tests += count;
    if (!left)
        return false;
    uint32_t query_child = walk->tree[1 - side]->nodes[step->box / WIDE_LANES].child[step->box % WIDE_LANES];
    struct cd_vec3 own[3], others[3];
    if (query_child & WIDE_LEAF)
        world_triangle(walk->body[1 - side], query_child & ~WIDE_LEAF, others);
    for (; left; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        uint32_t child = node->child[k];
        if (!(query_child & child & WIDE_LEAF)) {
            go_on(walk, step, (uint64_t)step->node * WIDE_LANES + k, child, query_child);
            continue;
        }
        worker->counters.triangle_tests++;
        world_triangle(walk->body[side], child & ~WIDE_LEAF, own);
        if (!cd_triangles_touch(own, others))
            continue;
        *hit = true;
        if (walk->first_only)
            return true;
        uint32_t t[2] = {child & ~WIDE_LEAF, query_child & ~WIDE_LEAF};
        cd_emit_contact(worker, walk->body[0], t[side], walk->body[1], t[1 - side]);
    }
    return false;
}

bool rapid_wide_test(const struct cd_placed *a, const struct wide_tree *tree_a, const struct cd_placed *b,
                     const struct wide_tree *tree_b, struct cd_worker *worker)
{
    struct walk walk = {.body = {a, b},
                        .tree = {tree_a, tree_b},
                        .worker = worker,
                        .steps = worker->scratch,
                        .first_only = worker->query != CD_QUERY_CONTACTS};
    double slack = rapid_wide_slack(a->pose, tree_a->radius, b->pose, tree_b->radius);
    relate(a->pose, b->pose, slack, &walk.into[0]);
    relate(b->pose, a->pose, slack, &walk.into[1]);
    bool hit = false;
    push(&walk, 0, 0, 0);
    while (walk.waiting > 0) {
        struct step step = walk.steps[--walk.waiting];
        if (take(&walk, &step, &hit))
            break;
    }
    return hit;
}
