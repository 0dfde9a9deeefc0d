// The boxes of a tree, for people to look at.
#include "algos/mesh/rapid/tree.h"

#include <string.h>

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

void rapid_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct rapid_tree *tree = body->model;
    struct cd_obb model_space = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    show_box(tree, tree->boxes, &model_space, 0, body, volumes);
}
