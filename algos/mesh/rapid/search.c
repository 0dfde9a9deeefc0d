// S. Gottschalk, M. C. Lin, D. Manocha: "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// SIGGRAPH 1996, section 5: 15 separating axes, placements composed on the way down. The epsilon of 1e-6 on
// absolute rotation entries, the descent rule (the larger box first) and the 17-axis test of leaves are those
// of the authors' library. Everything here is our own code.
//
// As printed leaves are decided in rounded doubles and boxes are not inflated for rounding. Corrected, every axis
// allows for what rounding can do (README.md derives it), and leaves are decided exactly on canonical vertices. The
// boxes that are taken up, and their order, are the same except where axes are equal to rounding.
#include "algos/mesh/rapid/tree.h"
#include "base/levels.h"
#include "geom/obb.h"
#include "geom/pose.h"

#include <float.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#define PUBLISHED_EPSILON 1e-6

// Lengths below this cannot overflow where they are multiplied; vertices are at most 1e15.
#define MAX_REACH 1e150

// ---- the test of two triangles
// The 17 axes are worked on LANES at a time. What is not inlined gets vectors by address: the way to pass them
// by value depends on the machine.

#define INLINE static inline __attribute__((always_inline))

#ifdef __AVX__
#define LANES 4
#else
#define LANES 2
#endif

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t masks __attribute__((vector_size(8 * LANES)));

/// *a > *b ? *a : *b in every lane; keep_least has < for >.
INLINE void keep_most(lanes *a, const lanes *b)
{
#ifdef __AVX__
    *a = _mm256_max_pd(*a, *b);
#else
    masks more = *a > *b;
    *a = (lanes)(((masks)*a & more) | ((masks)*b & ~more));
#endif
}

INLINE void keep_least(lanes *a, const lanes *b)
{
#ifdef __AVX__
    *a = _mm256_min_pd(*a, *b);
#else
    masks less = *a < *b;
    *a = (lanes)(((masks)*a & less) | ((masks)*b & ~less));
#endif
}

INLINE bool any_lane(const masks *set)
{
#ifdef __AVX__
    return _mm256_movemask_pd((__m256d)*set);
#else
    return ((*set)[0] | (*set)[1]) != 0;
#endif
}

/// Four directions side by side.
struct directions {
    lanes x[4 / LANES], y[4 / LANES], z[4 / LANES];
};

INLINE void set_lanes(lanes v[4 / LANES], double p, double q, double r, double s)
{
#ifdef __AVX__
    v[0] = (lanes){p, q, r, s};
#else
    v[0] = (lanes){p, q};
    v[1] = (lanes){r, s};
#endif
}

INLINE void set_directions(struct directions *d, struct cd_vec3 p, struct cd_vec3 q, struct cd_vec3 r,
                           struct cd_vec3 s)
{
    set_lanes(d->x, p.x, q.x, r.x, s.x);
    set_lanes(d->y, p.y, q.y, r.y, s.y);
    set_lanes(d->z, p.z, q.z, r.z, s.z);
}

/// The products of `a` and each of four directions.
INLINE void cross_each(struct cd_vec3 a, const struct directions *b, struct directions *c)
{
    for (int k = 0; k < 4 / LANES; k++) {
        c->x[k] = a.y * b->z[k] - a.z * b->y[k];
        c->y[k] = a.z * b->x[k] - a.x * b->z[k];
        c->z[k] = a.x * b->y[k] - a.y * b->x[k];
    }
}

/// True when one of four axes separates the triangle of 0, a[0], a[1] from that of b[0..2].
INLINE bool one_separates(const struct directions *axes, const struct cd_vec3 a[2], const struct cd_vec3 b[3])
{
    masks apart = {0};
    for (int k = 0; k < 4 / LANES; k++) {
        lanes x = axes->x[k], y = axes->y[k], z = axes->z[k];
        lanes p_low = {0}, p_high = {0}, q_low, q_high;
        for (int i = 0; i < 2; i++) {
            lanes p = x * a[i].x + y * a[i].y + z * a[i].z;
            keep_least(&p_low, &p);
            keep_most(&p_high, &p);
        }
        q_low = q_high = x * b[0].x + y * b[0].y + z * b[0].z;
        for (int i = 1; i < 3; i++) {
            lanes q = x * b[i].x + y * b[i].y + z * b[i].z;
            keep_least(&q_low, &q);
            keep_most(&q_high, &q);
        }
        apart |= (p_low > q_high) | (q_low > p_high);
    }
    return any_lane(&apart);
}

CD_LEVELS(bool, rapid_no_axis_separates)(const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    // Everything is seen from the first vertex of p, which keeps the products small.
    const struct cd_vec3 a[2] = {cd_sub(p[1], p[0]), cd_sub(p[2], p[0])};
    const struct cd_vec3 b[3] = {cd_sub(q[0], p[0]), cd_sub(q[1], p[0]), cd_sub(q[2], p[0])};
    const struct cd_vec3 e[3] = {a[0], cd_sub(a[1], a[0]), cd_scale(a[1], -1)};
    const struct cd_vec3 f[3] = {cd_sub(b[1], b[0]), cd_sub(b[2], b[1]), cd_sub(b[0], b[2])};
    struct cd_vec3 n = cd_cross(e[0], e[1]), m = cd_cross(f[0], f[1]);
    struct directions axes, factors;

    set_directions(&axes, n, m, n, m); // these separate most pairs that do not touch
    if (one_separates(&axes, a, b))
        return false;
    set_directions(&factors, f[0], f[1], f[2], n);
    for (int i = 0; i < 3; i++) {
        cross_each(e[i], &factors, &axes);
        if (one_separates(&axes, a, b))
            return false;
    }
    set_directions(&factors, f[0], f[1], f[2], f[2]);
    cross_each(m, &factors, &axes);
    return !one_separates(&axes, a, b);
}

/// The relative placement of two bodies and what the test of their boxes needs.
struct visit {
    const struct cd_placed *a, *b;
    const struct rapid_tree *tree_a, *tree_b;
    struct cd_pose relative; ///< maps model space of b to model space of a
    double slack;            ///< what every axis allows for; 0 as printed
    struct cd_worker *worker;
};

static bool leaves_overlap_as_printed(const struct visit *visit, uint32_t i, uint32_t j)
{
    struct cd_vec3 p[3], q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = visit->a->vertices[visit->a->triangles[i].v[k]];
        q[k] = cd_canonical_vertex(&visit->relative, visit->b->vertices[visit->b->triangles[j].v[k]]);
    }
    return rapid_no_axis_separates(p, q);
}

static bool leaves_touch(const struct visit *visit, uint32_t i, uint32_t j)
{
    visit->worker->counters.triangle_tests++;
    if (visit->tree_a->printed ? !leaves_overlap_as_printed(visit, i, j)
                               : !cd_placed_triangles_touch(visit->a, i, visit->b, j))
        return false;
    if (visit->worker->query == CD_QUERY_CONTACTS)
        cd_emit_contact(visit->worker, visit->a, i, visit->b, j);
    return true;
}

static bool overlap(const struct visit *visit, const struct rapid_box *a, const struct rapid_box *b,
                    const double r[9], const double t[3])
{
    visit->worker->counters.box_tests++;
    if (isnan(a->half[0]) || isnan(b->half[0]))
        return false;
    return !cd_obb_separating_axis(r, t, a->half, b->half, PUBLISHED_EPSILON, visit->slack);
}

static bool descend(const struct visit *visit, const struct rapid_box *a, const struct rapid_box *b,
                    const double r[9], const double t[3]);

// The children of a against b; r, t place b in the frame of a.
static bool descend_a(const struct visit *visit, const struct rapid_box *a, const struct rapid_box *b,
                      const double r[9], const double t[3])
{
    bool hit = false;
    for (uint32_t k = 0; k < 2; k++) {
        const struct rapid_box *child = &visit->tree_a->boxes[a->child + k];
        double child_r[9], child_t[3];
        double offset[3] = {t[0] - child->centre[0], t[1] - child->centre[1], t[2] - child->centre[2]};
        cd_matrix_multiply(child->axes, r, child_r);
        rapid_apply(child->axes, offset, child_t);
        hit |= descend(visit, child, b, child_r, child_t);
        if (hit && visit->worker->query != CD_QUERY_CONTACTS)
            return true;
    }
    return hit;
}

static bool descend_b(const struct visit *visit, const struct rapid_box *a, const struct rapid_box *b,
                      const double r[9], const double t[3])
{
    bool hit = false;
    for (uint32_t k = 0; k < 2; k++) {
        const struct rapid_box *child = &visit->tree_b->boxes[b->child + k];
        double columns[9], child_r[9], child_t[3];
        rapid_transpose(child->axes, columns);
        cd_matrix_multiply(r, columns, child_r);
        rapid_apply(r, child->centre, child_t);
        for (int i = 0; i < 3; i++)
            child_t[i] += t[i];
        hit |= descend(visit, a, child, child_r, child_t);
        if (hit && visit->worker->query != CD_QUERY_CONTACTS)
            return true;
    }
    return hit;
}

static bool descend(const struct visit *visit, const struct rapid_box *a, const struct rapid_box *b,
                    const double r[9], const double t[3])
{
    visit->worker->counters.node_visits++;
    if (!overlap(visit, a, b, r, t))
        return false;
    bool leaf_a = a->triangle != RAPID_NOT_A_LEAF, leaf_b = b->triangle != RAPID_NOT_A_LEAF;
    if (leaf_a && leaf_b)
        return leaves_touch(visit, a->triangle, b->triangle);
    // The published rule: go down in a unless it is a leaf or the smaller box, by the first half-extent.
    if (leaf_b || (!leaf_a && a->half[0] > b->half[0]))
        return descend_a(visit, a, b, r, t);
    return descend_b(visit, a, b, r, t);
}

// The placement of root box b in the frame of root box a.
static void place_roots(const struct visit *visit, double r[9], double t[3])
{
    const struct rapid_box *a = visit->tree_a->boxes, *b = visit->tree_b->boxes;
    double columns[9], partly[9], offset[3];
    rapid_transpose(b->axes, columns);
    cd_matrix_multiply(visit->relative.r, columns, partly);
    cd_matrix_multiply(a->axes, partly, r);
    rapid_apply(visit->relative.r, b->centre, offset);
    for (int i = 0; i < 3; i++)
        offset[i] += visit->relative.t[i] - a->centre[i];
    rapid_apply(a->axes, offset, t);
}

CD_LEVELS(bool, rapid_test)
(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot, struct cd_worker *worker)
{
    (void)link, (void)slot;
    struct visit visit = {.a = a, .b = b, .tree_a = a->model, .tree_b = b->model, .worker = worker};
    cd_relate(a->pose, b->pose, &visit.relative);
    if (!visit.tree_a->printed) {
        double radius_a = visit.tree_a->radius, radius_b = visit.tree_b->radius;
        const double *t = visit.relative.t;
        double reach = radius_a + radius_b + fabs(t[0]) + fabs(t[1]) + fabs(t[2]);
        double levels = visit.tree_a->depth + visit.tree_b->depth + 5.0;
        struct cd_pose_slack slack_a = cd_pose_slack_of(a->pose, radius_a),
                             slack_b = cd_pose_slack_of(b->pose, radius_b);
        visit.slack = cd_relative_slack(&slack_a, &slack_b) + 0x1p-40 * levels * levels * reach + DBL_MIN;
        if (!(reach + visit.slack < MAX_REACH))
            return cd_placed_surfaces_touch(a, b, worker); // boxes prove nothing
    }
    double r[9], t[3];
    place_roots(&visit, r, t);
    return descend(&visit, visit.tree_a->boxes, visit.tree_b->boxes, r, t);
}
