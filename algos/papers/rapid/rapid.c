// S. Gottschalk, M. C. Lin, D. Manocha: "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// SIGGRAPH 1996, section 4, as in the authors' library RAPID: boxes by the moments of the surface, split at the mean
// along the longest axis, one triangle a leaf, the box of a child in the frame of its parent. All code is our own.
//
// The paper                                             here
//   section 4, mean and covariance of a surface         measure
//   section 4, subdivision at the mean                  split
//   section 4, the tree, top-down                       build
//
// As printed, a triangle without area has no box (NaN). Corrected, every triangle weighs next to nothing more than its
// area, a triangle without area has the box of its longest edge, and triangles are scaled to about unit size while the
// tree is built, so that no moment leaves the range of doubles.
//
// Both deviate in one point: below RAPID_HALVING_DEPTH ranges are halved, so that no input makes the recursion deep.
#include "algos/papers/rapid/rapid.h"

#include "algos/relation.h"
#include "base/memory.h"
#include "geom/aabb.h"
#include "geom/obb.h"

#include <string.h>

/// A triangle while the tree is built; kept together so that passes over a range read memory in order.
struct rapid_piece {
    struct cd_vec3 p[3];
    double area; ///< its weight in the moments
    uint32_t triangle;
};

/// The axes of the box of a range, and its mean; false when the range has no area. The axes are the eigenvectors of the
/// covariance matrix of the surface, the most spread one first. A single triangle has the axes of its smallest flat
/// box, the longest edge first, and no mean.
static bool measure(const struct rapid_piece *pieces, uint32_t count, double axes[9], struct cd_vec3 *mean)
{
    if (count == 1)
        return cd_triangle_axes(pieces[0].p, axes);
    struct cd_moments moments = {0};
    for (uint32_t i = 0; i < count; i++)
        cd_moments_add(&moments, pieces[i].p, pieces[i].area);
    cd_moments_axes(&moments, axes);
    *mean = cd_moments_mean(&moments);
    return moments.area > 0;
}

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

/// Builds the tree over the pieces. A range that waits becomes a box; depth first, one range waits per level, and
/// halving takes at most 32 levels more.
static void build(struct rapid_tree *tree)
{
    struct range {
        uint32_t box, first, count, depth;
        struct cd_obb outer; ///< the parent's box in the frame of the pieces
    } ranges[RAPID_HALVING_DEPTH + 40];
    int waiting = 0;
    uint32_t used = 1;
    tree->depth = 0;
    ranges[waiting++] =
        (struct range){0, 0, tree->triangle_count, 0, {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}}};
    while (waiting > 0) {
        const struct range range = ranges[--waiting];
        const struct cd_obb *outer = &range.outer;
        struct rapid_piece *pieces = tree->pieces + range.first;
        struct rapid_box *box = &tree->boxes[range.box];

        // The box: axes by the moments, extents by the vertices.
        double axes[9];
        struct cd_vec3 mean = {0, 0, 0};
        bool has_area = measure(pieces, range.count, axes, &mean);
        struct cd_span span = cd_span_empty();
        for (uint32_t i = 0; i < range.count; i++)
            for (int k = 0; k < 3; k++)
                cd_span_add(&span, axes, pieces[i].p[k]);
        struct cd_obb inner = cd_obb_of_span(axes, &span);

        // The same in the frame of its parent.
        struct cd_vec3 c = cd_sub(inner.centre, outer->centre);
        for (int i = 0; i < 3; i++) {
            const double *row = outer->axes + 3 * i;
            for (int j = 0; j < 3; j++)
                box->axes[3 * j + i] = row[0] * inner.axes[3 * j] + row[1] * inner.axes[3 * j + 1] +
                                       row[2] * inner.axes[3 * j + 2];
            box->centre[i] = row[0] * c.x + row[1] * c.y + row[2] * c.z;
            box->half[i] = tree->printed && !has_area ? (double)NAN : inner.half[i];
        }
        box->child = used;
        box->triangle = range.count == 1 ? pieces[0].triangle : RAPID_NOT_A_LEAF;
        tree->depth = range.depth > tree->depth ? range.depth : tree->depth;
        if (range.count == 1)
            continue;

        // Its children. The part above the mean comes first; the order decides how soon a first contact is found.
        uint32_t part =
            range.depth < RAPID_HALVING_DEPTH ? split(pieces, range.count, axes, mean) : range.count / 2;
        ranges[waiting++] = (struct range){used + 1, range.first, part, range.depth + 1, inner};
        ranges[waiting++] =
            (struct range){used, range.first + part, range.count - part, range.depth + 1, inner};
        used += 2;
    }
    CD_ASSERT(used == 2 * tree->triangle_count - 1);
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
    build(tree);
    for (uint32_t i = 0; i < 2 * tree->triangle_count - 1; i++)
        for (int k = 0; k < 3; k++) {
            tree->boxes[i].centre[k] *= unit;
            tree->boxes[i].half[k] *= unit;
        }
    for (int k = 0; k < 3; k++)
        tree->boxes[0].centre[k] += cd_axis(&origin, k);
}

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
                    "the paper and its library to the letter"),
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
