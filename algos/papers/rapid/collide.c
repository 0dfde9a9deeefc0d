// S. Gottschalk, M. C. Lin, D. Manocha: "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// SIGGRAPH 1996, section 5. The epsilon of 1e-6 on absolute rotation entries, the descent rule (the larger box first)
// and the 17-axis test of leaves are those of the authors' library RAPID. All code is our own.
//
// The paper                                             here
//   section 5, two boxes by 15 separating axes          boxes_overlap
//   section 5, descent, poses composed on the way       collide
//   the library, triangles of leaves by 17 axes         rapid_no_axis_separates
//
// As printed leaves are decided in rounded doubles and boxes are not inflated for rounding. Corrected, every axis
// allows for what rounding can do (README.md derives it), and leaves are decided exactly on canonical vertices. The
// boxes that are visited, and their order, are the same except where axes are equal to rounding.
#include "algos/papers/rapid/rapid.h"

#include "algos/relation.h"
#include "geom/obb.h"

#define PUBLISHED_EPSILON 1e-6

/// Whether the axis (x, y, z) separates the triangle of 0, a[0], a[1] from that of b[0..2].
static inline bool separates(double x, double y, double z, const struct cd_vec3 a[2],
                             const struct cd_vec3 b[3])
{
    double p = x * a[0].x + y * a[0].y + z * a[0].z, p_low = 0 < p ? 0 : p, p_high = 0 > p ? 0 : p;
    p = x * a[1].x + y * a[1].y + z * a[1].z;
    p_low = p_low < p ? p_low : p;
    p_high = p_high > p ? p_high : p;
    double q = x * b[0].x + y * b[0].y + z * b[0].z, q_low = q, q_high = q;
    for (int i = 1; i < 3; i++) {
        q = x * b[i].x + y * b[i].y + z * b[i].z;
        q_low = q_low < q ? q_low : q;
        q_high = q_high > q ? q_high : q;
    }
    return (p_low > q_high) | (q_low > p_high);
}

bool rapid_no_axis_separates(const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    // All points are seen from the first vertex of p, which keeps the products small.
    const struct cd_vec3 a[2] = {cd_sub(p[1], p[0]), cd_sub(p[2], p[0])};
    const struct cd_vec3 b[3] = {cd_sub(q[0], p[0]), cd_sub(q[1], p[0]), cd_sub(q[2], p[0])};
    const struct cd_vec3 e[3] = {a[0], cd_sub(a[1], a[0]), cd_scale(a[1], -1)};
    const struct cd_vec3 f[3] = {cd_sub(b[1], b[0]), cd_sub(b[2], b[1]), cd_sub(b[0], b[2])};
    const struct cd_vec3 n = cd_cross(e[0], e[1]), m = cd_cross(f[0], f[1]);
    bool by_n = separates(n.x, n.y, n.z, a, b), by_m = separates(m.x, m.y, m.z, a, b);
    if (by_n || by_m) // most pairs that do not touch
        return false;

    // The other 15, products of edges and what is across them in the plane of each triangle, and one of length 0: a
    // loop over an even number of doubles, without branches.
    double x[16] = {0}, y[16] = {0}, z[16] = {0};
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = 0; j < 5; j++, k++) {
            struct cd_vec3 axis = j < 3    ? cd_cross(e[i], f[j])
                                  : j == 3 ? cd_cross(e[i], n)
                                           : cd_cross(m, f[i]);
            x[k] = axis.x, y[k] = axis.y, z[k] = axis.z;
        }
    int64_t apart = 0;
    for (int k = 0; k < 16; k++)
        apart |= separates(x[k], y[k], z[k], a, b) ? -1 : 0;
    return !apart;
}

/// Two bodies, and what the test of their boxes needs.
struct visit {
    const struct cd_placed *a, *b;
    const struct rapid_tree *tree_a, *tree_b;
    struct cd_relation relation;
    double slack; ///< what every axis allows for; 0 as printed
    struct cd_worker *worker;
};

static bool leaves_touch(const struct visit *visit, uint32_t i, uint32_t j)
{
    if (!visit->tree_a->printed)
        return cd_test_triangles(visit->a, i, visit->b, j, visit->worker);
    struct cd_vec3 p[3], q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = visit->a->vertices[visit->a->triangles[i].v[k]];
        q[k] = cd_canonical_vertex(&visit->relation.pose, visit->b->vertices[visit->b->triangles[j].v[k]]);
    }
    visit->worker->counters.triangle_tests++;
    if (!rapid_no_axis_separates(p, q))
        return false;
    if (visit->worker->query == CD_QUERY_CONTACTS)
        cd_emit_contact(visit->worker, visit->a, i, visit->b, j);
    return true;
}

/// The 15 axes; `r`, `t` place box b in the frame of box a. Boxes of surfaces without area do not exist as printed.
static inline bool boxes_overlap(const struct visit *visit, const struct rapid_box *a,
                                 const struct rapid_box *b, const double r[9], const double t[3])
{
    visit->worker->counters.box_tests++;
    if (isnan(a->half[0]) || isnan(b->half[0]))
        return false;
    return !cd_obb_separating_axis(r, t, a->half, b->half, PUBLISHED_EPSILON, visit->slack);
}

/// Whether surfaces in box a of body a and box b of body b meet; `r`, `t` place b in the frame of a.
static bool collide(const struct visit *visit, const struct rapid_box *a, const struct rapid_box *b,
                    const double r[9], const double t[3])
{
    visit->worker->counters.node_visits++;
    if (!boxes_overlap(visit, a, b, r, t))
        return false;
    bool leaf_a = a->triangle != RAPID_NOT_A_LEAF, leaf_b = b->triangle != RAPID_NOT_A_LEAF, hit = false;
    if (leaf_a && leaf_b)
        return leaves_touch(visit, a->triangle, b->triangle);

    // Go down in a unless it is a leaf or the smaller box, by the first half-extent.
    bool first_only = visit->worker->query != CD_QUERY_CONTACTS;
    double child_r[9], child_t[3];
    if (leaf_b || (!leaf_a && a->half[0] > b->half[0])) {
        const struct rapid_box *child = visit->tree_a->boxes + a->child;
        for (int k = 0; k < 2 && !(hit && first_only); k++, child++) { // C R, C (t - c)
            double offset[3] = {t[0] - child->centre[0], t[1] - child->centre[1], t[2] - child->centre[2]};
            for (int i = 0; i < 3; i++) {
                const double *c = child->axes + 3 * i;
                for (int j = 0; j < 3; j++)
                    child_r[3 * i + j] = c[0] * r[j] + c[1] * r[3 + j] + c[2] * r[6 + j];
                child_t[i] = c[0] * offset[0] + c[1] * offset[1] + c[2] * offset[2];
            }
            hit |= collide(visit, child, b, child_r, child_t);
        }
    } else {
        const struct rapid_box *child = visit->tree_b->boxes + b->child;
        for (int k = 0; k < 2 && !(hit && first_only); k++, child++) { // R C^T, R c + t
            const double *c = child->axes, *centre = child->centre;
            for (int i = 0; i < 3; i++) {
                const double *row = r + 3 * i;
                for (int j = 0; j < 3; j++)
                    child_r[3 * i + j] = row[0] * c[3 * j] + row[1] * c[3 * j + 1] + row[2] * c[3 * j + 2];
                child_t[i] = (row[0] * centre[0] + row[1] * centre[1] + row[2] * centre[2]) + t[i];
            }
            hit |= collide(visit, a, child, child_r, child_t);
        }
    }
    return hit;
}

bool rapid_test(const struct cd_test *test)
{
    const struct cd_placed *a = test->a, *b = test->b;
    struct visit visit = {.a = a, .b = b, .tree_a = a->model, .tree_b = b->model, .worker = test->worker};
    uint32_t levels = visit.tree_a->depth + visit.tree_b->depth;
    bool proves = cd_relation_of(a, visit.tree_a->radius, b, visit.tree_b->radius, levels, &visit.relation);
    if (!visit.tree_a->printed) {
        visit.slack = visit.relation.slack;
        if (!proves)
            return cd_placed_surfaces_touch(a, b, test->worker); // boxes prove nothing
    }

    // The root of b in the frame of the root of a: A (R B^T), A (R c + t).
    const struct rapid_box *root_a = visit.tree_a->boxes, *root_b = visit.tree_b->boxes;
    double turned[9], r[9], t[3], offset[3];
    for (int i = 0; i < 3; i++) {
        const double *row = visit.relation.pose.r + 3 * i, *c = root_b->centre;
        for (int j = 0; j < 3; j++) {
            const double *axis = root_b->axes + 3 * j;
            turned[3 * i + j] = row[0] * axis[0] + row[1] * axis[1] + row[2] * axis[2];
        }
        offset[i] =
            (row[0] * c[0] + row[1] * c[1] + row[2] * c[2]) + (visit.relation.pose.t[i] - root_a->centre[i]);
    }
    cd_matrix_multiply(root_a->axes, turned, r);
    for (int i = 0; i < 3; i++) {
        const double *axis = root_a->axes + 3 * i;
        t[i] = axis[0] * offset[0] + axis[1] * offset[1] + axis[2] * offset[2];
    }
    return collide(&visit, root_a, root_b, r, t);
}
