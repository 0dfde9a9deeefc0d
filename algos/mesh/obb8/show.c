// The boxes of a tree, for people to look at.
#include "algos/mesh/obb8/tree.h"

static void show_lane(const struct obb8_node *node, uint32_t lane, bool last, const struct cd_placed *body,
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

static void show_node(const struct obb8_tree *tree, uint32_t index, unsigned depth,
                      const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct obb8_node *node = &tree->nodes[index];
    for (uint32_t lane = 0; lane < node->count; lane++) {
        bool leaf = node->child[lane] & OBB8_LEAF;
        if (leaf || depth == volumes->depth)
            show_lane(node, lane, leaf, body, volumes);
        else
            show_node(tree, node->child[lane], depth + 1, body, volumes);
    }
}

void obb8_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_node(body->model, 0, 0, body, volumes);
}
