// S. Gottschalk, M. C. Lin, D. Manocha: "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// SIGGRAPH 1996, section 4: boxes by the moments of the surface, split at the mean along the longest axis,
// one triangle a leaf, the box of a child in the frame of its parent. Everything here is our own code.
//
// As printed a triangle without area has no box (NaN). Corrected, every triangle weighs next to nothing more than its
// area, a triangle without area has the box of its longest edge, and triangles are scaled to about unit size while the
// tree is built, so that no moment leaves the range of doubles.
//
// Both deviate in one point: below RAPID_HALVING_DEPTH ranges are halved, so that no input makes the recursion deep.
#include "algos/mesh/rapid/tree.h"

#include "algos/obb/pieces.h"
#include "base/memory.h"

#include <string.h>

/// A range that is to become a box; `outer` is its parent's box in the frame of the pieces.
struct job {
    uint32_t box, first, count, depth;
    struct cd_obb outer;
};

// Writes `inner` as seen from `outer`, both in the frame of the pieces.
static void set_box(struct rapid_box *box, const struct cd_obb *inner, const struct cd_obb *outer)
{
    double columns[9], seen[9];
    rapid_transpose(inner->axes, columns);
    cd_matrix_multiply(outer->axes, columns, seen);
    rapid_transpose(seen, box->axes);
    double offset[3] = {inner->centre.x - outer->centre.x, inner->centre.y - outer->centre.y,
                        inner->centre.z - outer->centre.z};
    rapid_apply(outer->axes, offset, box->centre);
    memcpy(box->half, inner->half, sizeof box->half);
}

// Makes the box of a job and the jobs of its children; returns the number of those jobs.
static int work(struct rapid_tree *tree, const struct job *job, uint32_t *used, struct job next[2])
{
    struct obb_piece *pieces = tree->pieces + job->first;
    struct rapid_box *box = &tree->boxes[job->box];
    double axes[9];
    struct cd_vec3 mean;
    bool has_area = obb_pieces_measure(pieces, job->count, axes, &mean);
    struct cd_span span = obb_pieces_span(pieces, job->count, axes);
    struct cd_obb inner = cd_obb_of_span(axes, &span);
    set_box(box, &inner, &job->outer);
    if (tree->printed && !has_area)
        box->half[0] = box->half[1] = box->half[2] = NAN;
    tree->depth = job->depth > tree->depth ? job->depth : tree->depth;
    box->child = *used;
    box->triangle = job->count == 1 ? pieces[0].triangle : RAPID_NOT_A_LEAF;
    if (job->count == 1)
        return 0;
    uint32_t part = job->count / 2;
    if (job->depth < RAPID_HALVING_DEPTH)
        part = obb_pieces_split(pieces, job->count, axes, mean);
    // The part above the mean comes first; the order decides how soon a first contact is found.
    next[0] = (struct job){*used, job->first + part, job->count - part, job->depth + 1, inner};
    next[1] = (struct job){*used + 1, job->first, part, job->depth + 1, inner};
    *used += 2;
    return 2;
}

// Converts the boxes from the frame of the pieces to model space; children are relative to their parents.
static void place_boxes(struct rapid_tree *tree, const struct obb_placement *placement)
{
    for (uint32_t i = 0; i < 2 * tree->triangle_count - 1; i++)
        for (int k = 0; k < 3; k++) {
            tree->boxes[i].centre[k] *= placement->unit;
            tree->boxes[i].half[k] *= placement->unit;
        }
    tree->boxes[0].centre[0] += placement->origin.x;
    tree->boxes[0].centre[1] += placement->origin.y;
    tree->boxes[0].centre[2] += placement->origin.z;
}

// Builds the tree anew in the memory that it has. Pieces are kept from the first rebuild on, so that a deforming
// body allocates once.
static void rebuild(void *model, const struct cd_shape *shape)
{
    struct rapid_tree *tree = model;
    struct obb_placement placement = {.unit = 1};
    if (!tree->pieces)
        tree->pieces = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces);
    if (!tree->printed)
        placement = obb_place(shape);
    obb_pieces_fill(tree->pieces, shape, 0, tree->triangle_count, &placement);
    tree->radius = placement.reach;
    tree->depth = 0;
    struct cd_obb frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    // Depth first: one job per level waits, and halving takes at most 32 levels more.
    struct job jobs[RAPID_HALVING_DEPTH + 40];
    int waiting = 0;
    uint32_t used = 1;
    jobs[waiting++] = (struct job){0, 0, tree->triangle_count, 0, frame};
    while (waiting > 0) {
        struct job job = jobs[--waiting], next[2];
        if (!work(tree, &job, &used, next))
            continue;
        jobs[waiting++] = next[1];
        jobs[waiting++] = next[0];
    }
    CD_ASSERT(used == 2 * tree->triangle_count - 1);
    if (!tree->printed)
        place_boxes(tree, &placement);
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

// A box in model space, from its place in the one around it.
static struct cd_obb box_within(const struct rapid_box *box, const struct cd_obb *outer)
{
    struct cd_obb inner;
    double offset[3], back[9];
    cd_matrix_multiply(box->axes, outer->axes, inner.axes);
    rapid_transpose(outer->axes, back);
    rapid_apply(back, box->centre, offset);
    inner.centre = cd_add(outer->centre, cd_vec(offset[0], offset[1], offset[2]));
    memcpy(inner.half, box->half, sizeof inner.half);
    return inner;
}

static void show_box(const struct rapid_tree *tree, const struct rapid_box *box, const struct cd_obb *outer,
                     unsigned depth, const struct cd_placed *body, struct cd_volumes *volumes)
{
    struct cd_obb inner = box_within(box, outer);
    bool leaf = box->triangle != RAPID_NOT_A_LEAF;
    if (!leaf && depth < volumes->depth) {
        show_box(tree, &tree->boxes[box->child], &inner, depth + 1, body, volumes);
        show_box(tree, &tree->boxes[box->child + 1], &inner, depth + 1, body, volumes);
    } else if (!isnan(box->half[0])) {
        cd_emit_placed_box(volumes, body->id, leaf, body->pose, &inner);
    }
}

// Boxes are emitted as they are stored, without the margin that a test adds to them. Boxes of surfaces without area do
// not exist as printed.
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
    .role = CD_ROLE_PAIR,
    .params = rapid_params,
    .describe = describe,
    .prepare = prepare,
    .rebuild = rebuild,
    .release = release,
    .test = rapid_test,
    .body_volumes = body_volumes,
};
