// What a tree can tell of itself: its volumes, for people to look at, and how balanced it is.
#include "algos/bvh/bvh.h"

static void show_node(const struct bvh_tree *tree, uint32_t node, bool leaf, const struct cd_placed *body,
                      struct cd_volumes *volumes)
{
    bool box_counts = tree->boxes && (!tree->spheres || tree->links[node >> 1].use_box[node & 1]);
    if (!box_counts) {
        struct cd_sphere sphere = bvh_sphere(tree, node);
        cd_emit_placed_sphere(volumes, body->id, leaf, body->pose, sphere.centre, sphere.radius);
        return;
    }
    struct cd_aabb box = bvh_box(tree, node);
    struct cd_vec3 extent = cd_aabb_extent(&box);
    struct cd_obb shown = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_aabb_centre(&box), {0.5 * extent.x, 0.5 * extent.y, 0.5 * extent.z}};
    cd_emit_placed_box(volumes, body->id, leaf, body->pose, &shown);
}

/// A node and its depth.
struct visit {
    uint32_t node, depth;
};

// Puts the children of an inner node on the stack.
static uint32_t go_down(const struct bvh_tree *tree, struct visit visit, struct visit *stack, uint32_t count)
{
    for (uint32_t k = 0; k < 2; k++)
        stack[count++] = (struct visit){bvh_child(tree, visit.node, 1 - k), visit.depth + 1};
    return count;
}

void bvh_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct bvh_tree *tree = body->model;
    struct visit stack[BVH_DEPTH_MAX + 2];
    uint32_t count = 0;
    stack[count++] = (struct visit){0, 0};
    while (count > 0) {
        struct visit visit = stack[--count];
        bool leaf = bvh_is_leaf(tree, visit.node);
        if (leaf || visit.depth == volumes->depth)
            show_node(tree, visit.node, leaf, body, volumes);
        else
            count = go_down(tree, visit, stack, count);
    }
}

struct bvh_balance bvh_balance(const struct bvh_tree *tree)
{
    struct bvh_balance balance = {.nodes = 2 * tree->pair_count - 1, .min_depth = UINT32_MAX};
    struct visit stack[BVH_DEPTH_MAX + 2];
    uint32_t count = 0;
    double sum = 0;
    stack[count++] = (struct visit){0, 0};
    while (count > 0) {
        struct visit visit = stack[--count];
        if (!bvh_is_leaf(tree, visit.node)) {
            count = go_down(tree, visit, stack, count);
            continue;
        }
        balance.leaves++;
        sum += visit.depth;
        balance.height = visit.depth > balance.height ? visit.depth : balance.height;
        balance.min_depth = visit.depth < balance.min_depth ? visit.depth : balance.min_depth;
    }
    balance.mean_depth = sum / balance.leaves;
    return balance;
}
