// S. Gottschalk, M. C. Lin, D. Manocha: "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// SIGGRAPH 1996, as in the authors' library RAPID. All code is our own.
//
// The paper                                             here
//   section 4, a box along the axes of a surface        fit_box
//   section 4, subdivision at the mean                  split
//   section 4, the tree, top-down                       build
//   section 5, two boxes by 15 separating axes          boxes_overlap
//   the library, R and T of child boxes                 in_parents_frame, seen_from, placed_in
//   the library, descent, the larger box is opened      collide
//   the library, triangles of leaves by 17 axes         rapid_no_axis_separates
//
// The mean and C_jk are cd_moments_add (geom/obb.h) and covariance_of (geom/obb.c), as the authors' erratum has them, the
// axes cd_moments_axes, and |T.L| > r_A + r_B is cd_obb_separating_axis (geom/obb.c). README.md says what the corrected
// form does otherwise, and derives what its axes allow for.
#include "algos/papers/rapid/rapid.h"

#include "algos/relation.h"
#include "base/memory.h"
#include "geom/aabb.h"
#include "geom/obb.h"

/// The library: added to every |R_ij|.
#define PUBLISHED_EPSILON 1e-6

// ---- section 4: the tree ----------------------------------------------------------------------------------

/// A triangle while the tree is built; kept together so that passes over a range read memory in order.
struct rapid_piece {
    struct cd_vec3 p[3];
    double area; ///< its weight in the moments
    uint32_t triangle;
};

/// Partitions a range at the mean along the longest axis: triangles whose centroids are at or below it come first. If
/// they are all on one side, the second axis is tried, then the third; then the range is halved. Returns the size of
/// the first part.
static uint32_t split(struct rapid_piece *pieces, uint32_t count, const double axes[9], struct cd_vec3 mean)
{
    for (const double *axis = axes; axis < axes + 9; axis += 3) {
        double middle = axis[0] * mean.x + axis[1] * mean.y + axis[2] * mean.z;
        uint32_t below = 0;
        for (uint32_t i = 0; i < count; i++) {
            const struct cd_vec3 *p = pieces[i].p;
            double x = p[0].x + p[1].x + p[2].x, y = p[0].y + p[1].y + p[2].y, z = p[0].z + p[1].z + p[2].z;
            if (!((axis[0] * x + axis[1] * y + axis[2] * z) / 3 <= middle))
                continue;
            struct rapid_piece swap = pieces[i];
            pieces[i] = pieces[below];
            pieces[below++] = swap;
        }
        if (below > 0 && below < count)
            return below;
    }
    return count / 2;
}

/// The box of a range of pieces: along the eigenvectors of the covariance matrix of their surface, the most spread one
/// first. The library: a single triangle's is the smallest flat one, its longest edge first. Extents are by the vertices.
/// Returns whether there is an area.
static bool fit_box(const struct rapid_piece *pieces, uint32_t count, struct cd_obb *box,
                    struct cd_vec3 *mean)
{
    double axes[9];
    struct cd_moments moments = {0};
    struct cd_span span = cd_span_empty();
    for (uint32_t i = 0; i < count && count > 1; i++)
        cd_moments_add(&moments, pieces[i].p, pieces[i].area);
    bool has_area = moments.area > 0;
    if (count > 1) {
        cd_moments_axes(&moments, axes);
        *mean = cd_moments_mean(&moments);
    } else {
        has_area = cd_triangle_axes(pieces[0].p, axes);
    }
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            cd_span_add(&span, axes, pieces[i].p[k]);
    *box = cd_obb_of_span(axes, &span);
    return has_area;
}

/// The library: a box is stored in the frame of its parent.
static void in_parents_frame(const struct cd_obb *inner, const struct cd_obb *outer, struct rapid_box *box)
{
    struct cd_vec3 c = cd_sub(inner->centre, outer->centre);
    for (int i = 0; i < 3; i++) {
        const double *row = outer->axes + 3 * i;
        for (int j = 0; j < 3; j++)
            box->axes[3 * j + i] = row[0] * inner->axes[3 * j] + row[1] * inner->axes[3 * j + 1] +
                                   row[2] * inner->axes[3 * j + 2];
        box->centre[i] = row[0] * c.x + row[1] * c.y + row[2] * c.z;
        box->half[i] = inner->half[i];
    }
}

/// Top-down: fits a box to a range of pieces, divides the range and does the same with both parts, until one triangle is
/// left. `used` counts boxes; `outer` is the parent's box in the frame of the pieces.
static void build(struct rapid_tree *tree, uint32_t index, uint32_t *used, struct rapid_piece *pieces,
                  uint32_t count, uint32_t depth, const struct cd_obb *outer)
{
    struct rapid_box *box = &tree->boxes[index];
    struct cd_obb inner;
    struct cd_vec3 mean = {0, 0, 0};
    bool has_area = fit_box(pieces, count, &inner, &mean);
    in_parents_frame(&inner, outer, box);
    for (int i = 0; i < 3 && tree->printed && !has_area; i++)
        box->half[i] = (double)NAN;
    uint32_t child = box->child = *used;
    box->triangle = count == 1 ? pieces[0].triangle : RAPID_NOT_A_LEAF;
    tree->depth = depth > tree->depth ? depth : tree->depth;
    if (count == 1)
        return;
    // The library: the part above the mean comes first, which decides how soon a first contact is found. Ours: halving
    // ends every recursion 32 levels later.
    uint32_t part = depth < RAPID_HALVING_DEPTH ? split(pieces, count, inner.axes, mean) : count / 2;
    *used += 2;
    build(tree, child, used, pieces + part, count - part, depth + 1, &inner);
    build(tree, child + 1, used, pieces, part, depth + 1, &inner);
}

/// Builds the tree anew in the memory that it has. Pieces are kept from the first rebuild on, so that a deforming body
/// allocates once. Pieces are `unit` times as large in model space, and seen from `origin`.
static void rebuild(void *model, const struct cd_shape *shape)
{
    struct rapid_tree *tree = model;
    struct cd_vec3 origin = {0, 0, 0};
    double unit = 1, least_area = 0;
    if (!tree->pieces)
        tree->pieces = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces);
    tree->radius = cd_shape_radius(shape);
    if (!tree->printed) {
        struct cd_aabb box = cd_aabb_empty();
        for (uint32_t i = 0; i < tree->triangle_count; i++)
            for (int k = 0; k < 3; k++)
                cd_aabb_add(&box, shape->vertices[shape->mesh->triangles[i].v[k]]);
        origin = cd_aabb_centre(&box);
        unit = cd_power_above(cd_aabb_longest_side(&box));
        least_area = 1e-20; // enough to have a mean, too little to be seen
    }
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        struct cd_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = cd_scale(cd_sub(shape->vertices[shape->mesh->triangles[i].v[k]], origin), 1 / unit);
        tree->pieces[i] = (struct rapid_piece){{p[0], p[1], p[2]}, cd_triangle_area(p) + least_area, i};
    }
    const struct cd_obb frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    uint32_t used = 1;
    tree->depth = 0;
    build(tree, 0, &used, tree->pieces, tree->triangle_count, 0, &frame);
    CD_ASSERT(used == 2 * tree->triangle_count - 1);
    for (uint32_t i = 0; i < 2 * tree->triangle_count - 1; i++)
        for (int k = 0; k < 3; k++) {
            tree->boxes[i].centre[k] *= unit;
            tree->boxes[i].half[k] *= unit;
        }
    for (int k = 0; k < 3; k++)
        tree->boxes[0].centre[k] += cd_axis(&origin, k);
}

// ---- section 5: the test ----------------------------------------------------------------------------------

/// Whether an axis separates the triangle of 0, a[0], a[1] from that of b[0..2].
static inline bool separates(struct cd_vec3 axis, const struct cd_vec3 a[2], const struct cd_vec3 b[3])
{
    double p = cd_dot(axis, a[0]), p_low = 0 < p ? 0 : p, p_high = 0 > p ? 0 : p;
    p = cd_dot(axis, a[1]);
    p_low = p_low < p ? p_low : p;
    p_high = p_high > p ? p_high : p;
    double q = cd_dot(axis, b[0]), q_low = q, q_high = q;
    for (int i = 1; i < 3; i++) {
        q = cd_dot(axis, b[i]);
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
    // The face normals of a and b, which part most pairs that do not touch.
    if (separates(n, a, b) || separates(m, a, b))
        return false;
    // The cross products of edges.
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (separates(cd_cross(e[i], f[j]), a, b))
                return false;
    // What is across edges in the plane of each triangle.
    for (int i = 0; i < 3; i++)
        if (separates(cd_cross(e[i], n), a, b) || separates(cd_cross(m, f[i]), a, b))
            return false;
    return true;
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

/// From a frame to that of a box in it: C R, C (t - c).
static inline void seen_from(const struct rapid_box *box, const double r[9], const double t[3],
                             double child_r[9], double child_t[3])
{
    double offset[3] = {t[0] - box->centre[0], t[1] - box->centre[1], t[2] - box->centre[2]};
    for (int i = 0; i < 3; i++) {
        const double *c = box->axes + 3 * i;
        for (int j = 0; j < 3; j++)
            child_r[3 * i + j] = c[0] * r[j] + c[1] * r[3 + j] + c[2] * r[6 + j];
        child_t[i] = c[0] * offset[0] + c[1] * offset[1] + c[2] * offset[2];
    }
}

/// From the place of a frame to that of a box in it: R C^T, R c + t.
static inline void placed_in(const struct rapid_box *box, const double r[9], const double t[3],
                             double child_r[9], double child_t[3])
{
    const double *c = box->axes, *centre = box->centre;
    for (int i = 0; i < 3; i++) {
        const double *row = r + 3 * i;
        for (int j = 0; j < 3; j++)
            child_r[3 * i + j] = row[0] * c[3 * j] + row[1] * c[3 * j + 1] + row[2] * c[3 * j + 2];
        child_t[i] = (row[0] * centre[0] + row[1] * centre[1] + row[2] * centre[2]) + t[i];
    }
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

    // The library: go down in a unless it is a leaf or the smaller box, by the first half-extent.
    bool first_only = visit->worker->query != CD_QUERY_CONTACTS;
    double child_r[9], child_t[3];
    if (leaf_b || (!leaf_a && a->half[0] > b->half[0])) {
        const struct rapid_box *child = visit->tree_a->boxes + a->child;
        for (int k = 0; k < 2 && !(hit && first_only); k++, child++) {
            seen_from(child, r, t, child_r, child_t);
            hit |= collide(visit, child, b, child_r, child_t);
        }
    } else {
        const struct rapid_box *child = visit->tree_b->boxes + b->child;
        for (int k = 0; k < 2 && !(hit && first_only); k++, child++) {
            placed_in(child, r, t, child_r, child_t);
            hit |= collide(visit, a, child, child_r, child_t);
        }
    }
    return hit;
}

static bool rapid_test(const struct cd_test *test)
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

    // The root of b in the frame of the root of a
    const struct rapid_box *root_a = visit.tree_a->boxes, *root_b = visit.tree_b->boxes;
    double placed_r[9], placed_t[3], r[9], t[3];
    placed_in(root_b, visit.relation.pose.r, visit.relation.pose.t, placed_r, placed_t);
    seen_from(root_a, placed_r, placed_t, r, t);
    return collide(&visit, root_a, root_b, r, t);
}

// ---- the record -------------------------------------------------------------------------------------------

static enum cd_code prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                            struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct rapid_tree *tree = cd_allocate(1, sizeof *tree);
    tree->printed = cd_setting_is(settings, "variant", "printed");
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < UINT32_MAX / 2);
    tree->boxes = cd_allocate(2 * (size_t)tree->triangle_count - 1, sizeof *tree->boxes);
    rebuild(tree, shape);
    cd_free(tree->pieces);
    tree->pieces = NULL;
    *model = tree;
    return CD_OK;
}

static void release(void *model)
{
    struct rapid_tree *tree = model;
    cd_free(tree->boxes);
    cd_free(tree->pieces);
    cd_free(tree);
}

static void show_box(const struct rapid_tree *tree, const struct rapid_box *box, const struct cd_obb *outer,
                     unsigned depth, const struct cd_placed *body, struct cd_volumes *volumes)
{
    struct cd_obb inner = {.centre = outer->centre};
    cd_matrix_multiply(box->axes, outer->axes, inner.axes);
    for (int i = 0; i < 3; i++) {
        const double *axis = outer->axes + 3 * i;
        inner.centre = cd_add(inner.centre, cd_scale(cd_vec(axis[0], axis[1], axis[2]), box->centre[i]));
        inner.half[i] = box->half[i];
    }
    bool leaf = box->triangle != RAPID_NOT_A_LEAF;
    if (!leaf && depth < volumes->depth) {
        show_box(tree, &tree->boxes[box->child], &inner, depth + 1, body, volumes);
        show_box(tree, &tree->boxes[box->child + 1], &inner, depth + 1, body, volumes);
    } else if (!isnan(box->half[0])) {
        cd_emit_placed_box(volumes, body->id, leaf, body->pose, &inner);
    }
}

/// Boxes are emitted as they are stored, without the margin that a test adds to them. Boxes of surfaces without area do
/// not exist as printed.
static void body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct rapid_tree *tree = body->model;
    struct cd_obb model_space = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    show_box(tree, tree->boxes, &model_space, 0, body, volumes);
}

static const struct cd_param rapid_params[] = {
    CD_PARAM_CHOICE("variant", "corrected", "corrected|printed",
                    "exact: boxes are inflated to allow for rounding, and triangles are decided exactly; or "
                    "the authors' library to the letter"),
    CD_PARAM_END,
};

static void describe(const struct cd_settings *settings, struct cd_description *description)
{
    bool printed = cd_setting_is(settings, "variant", "printed");
    description->quality = printed ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

// No refit: the paper knows rigid bodies only, so a deforming body's tree is built anew.
const struct cd_algo cd_algo_rapid = {
    .name = "rapid",
    .title = "RAPID: binary trees of oriented boxes, separating axes",
    .source = "Gottschalk, Lin, Manocha 1996",
    .params = rapid_params,
    .describe = describe,
    .pair =
        &(const struct cd_pair_algo){
            .prepare = prepare, .rebuild = rebuild, .release = release, .test = rapid_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = body_volumes},
};
