// The triangles of leaves, as floats from the node's origin, in the order of the node's children.
#include "algos/float_tree.h"
#include "algos/mesh/obb8/tree.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <math.h>

static void set_triangle(struct obb8_leaf *leaf, uint32_t lane, const double origin[3],
                         const struct cd_vec3 corners[3])
{
    const double *p = &corners[0].x, *q = &corners[1].x, *r = &corners[2].x;
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        leaf->corner[k][lane] = (float)(p[k] - origin[k]);
        leaf->edge[0][k][lane] = (float)(q[k] - p[k]);
        leaf->edge[1][k][lane] = (float)(r[k] - p[k]);
        sum += fabs((double)leaf->corner[k][lane]);
    }
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        struct cd_vec3 edge = cd_sub(corners[(i + 1) % 3], corners[i]);
        double square = cd_dot(edge, edge);
        longest = square > longest ? square : longest;
    }
    float radius = cd_rounded_up(sum * (1 + 0x1p-50)), edge = cd_rounded_up(sqrt(longest) * (1 + 0x1p-50));
    leaf->radius = radius > leaf->radius ? radius : leaf->radius;
    leaf->longest = edge > leaf->longest ? edge : leaf->longest;
}

/// What threads share.
struct work {
    struct obb8_tree *tree;
    const struct cd_shape *shape;
};

static void set_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct work *work = user;
    (void)part;
    const struct obb8_tree *tree = work->tree;
    const struct cd_shape *shape = work->shape;
    for (uint32_t i = first; i < end; i++) {
        const struct obb8_node *node = &tree->nodes[i];
        if (!obb8_is_leaf(node))
            continue;
        struct obb8_leaf *leaf = &tree->leaves[node->leaf];
        *leaf = (struct obb8_leaf){.radius = 0};
        for (uint32_t lane = 0; lane < node->count; lane++) {
            const uint32_t *v = shape->mesh->triangles[node->child[lane] & ~OBB8_LEAF].v;
            struct cd_vec3 corners[3] = {shape->vertices[v[0]], shape->vertices[v[1]], shape->vertices[v[2]]};
            set_triangle(leaf, lane, node->origin, corners);
        }
    }
}

void obb8_number_leaves(struct obb8_tree *tree)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (obb8_is_leaf(&tree->nodes[i]))
            tree->nodes[i].leaf = count++;
    if (count > tree->leaf_capacity) {
        cd_free(tree->leaves);
        tree->leaves = cd_allocate_unset(count, sizeof *tree->leaves);
        tree->leaf_capacity = count;
    }
}

void obb8_set_leaves(struct obb8_tree *tree, const struct cd_shape *shape)
{
    struct work work = {tree, shape};
    cd_run_ranges(tree->threads, tree->node_count, set_range, &work);
}
