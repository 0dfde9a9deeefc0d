// The volumes of a tree, for people to look at.
#include "algos/mesh/sphere_obb/tree.h"

#include <string.h>

struct cd_sphere sobb_sphere(const struct sobb_tree *tree, uint32_t node)
{
    const struct sobb_node *sphere = &tree->nodes[node];
    struct cd_vec3 centre =
        cd_vec((double)sphere->centre[0], (double)sphere->centre[1], (double)sphere->centre[2]);
    return (struct cd_sphere){cd_add(tree->origin, centre), (double)sphere->radius};
}

struct cd_obb sobb_box(const struct sobb_tree *tree, uint32_t node)
{
    const struct sobb_box *box = &tree->boxes[node];
    struct cd_obb shown;
    struct cd_vec3 centre = cd_vec((double)box->centre[0], (double)box->centre[1], (double)box->centre[2]);
    for (int i = 0; i < 9; i++)
        shown.axes[i] = (double)box->axes[i];
    for (int i = 0; i < 3; i++)
        shown.half[i] = (double)box->half[i];
    shown.centre = cd_add(tree->origin, centre);
    return shown;
}

static void show_node(const struct sobb_tree *tree, uint32_t node, const struct cd_placed *body,
                      struct cd_volumes *volumes)
{
    bool leaf = sobb_is_leaf(tree, node);
    struct cd_obb box = sobb_box(tree, node);
    cd_emit_placed_box(volumes, body->id, leaf, body->pose, &box);
    if (!tree->options.spheres)
        return;
    struct cd_sphere sphere = sobb_sphere(tree, node);
    cd_emit_placed_sphere(volumes, body->id, leaf, body->pose, sphere.centre, sphere.radius);
}

void sobb_volumes(const struct sobb_tree *tree, const struct cd_placed *body, struct cd_volumes *volumes)
{
    struct visit {
        uint32_t node, depth;
    } stack[SOBB_DEPTH_MAX + 2];
    uint32_t waiting = 0;
    stack[waiting++] = (struct visit){0, 0};
    while (waiting > 0) {
        struct visit visit = stack[--waiting];
        uint32_t child = tree->nodes[visit.node].child;
        if (!child || visit.depth == volumes->depth) {
            show_node(tree, visit.node, body, volumes);
            continue;
        }
        stack[waiting++] = (struct visit){child + 1, visit.depth + 1};
        stack[waiting++] = (struct visit){child, visit.depth + 1};
    }
}
