// The boxes of a tree, for people to look at.
#include "algos/mesh/rapid/wide.h"

static void show_lane(const struct wide_node *node, uint32_t lane, bool last, const struct cd_placed *body,
                      struct cd_volumes *volumes)
{
    struct cd_obb box;
    double centre[3];
    for (int i = 0; i < 9; i++)
        box.axes[i] = (double)node->axes[i][lane];
    for (int k = 0; k < 3; k++) {
        centre[k] = node->origin[k] + (double)node->centre[k][lane];
        box.half[k] = (double)node->half[k][lane];
    }
    box.centre = cd_vec(centre[0], centre[1], centre[2]);
    cd_emit_placed_box(volumes, body->id, last, body->pose, &box);
}

static void show_node(const struct wide_tree *tree, uint32_t index, unsigned depth,
                      const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct wide_node *node = &tree->nodes[index];
    for (uint32_t lane = 0; lane < node->count; lane++) {
        bool leaf = node->child[lane] & WIDE_LEAF;
        if (leaf || depth == volumes->depth)
            show_lane(node, lane, leaf, body, volumes);
        else
            show_node(tree, node->child[lane], depth + 1, body, volumes);
    }
}

void rapid_wide_volumes(const struct wide_tree *tree, const struct cd_placed *body,
                        struct cd_volumes *volumes)
{
    show_node(tree, 0, 0, body, volumes);
}
