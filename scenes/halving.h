/// Trees that halve items until each is alone, such as the triangles of a mesh.
#ifndef CD_SCENES_HALVING_H
#define CD_SCENES_HALVING_H

#include "scenes/mesh.h"

#include <stdint.h>

/// A node of the tree over a mesh's triangles, or over other items. The node covers `count` items; when count is 1,
/// `item` is that item. Nodes are in preorder: the left child follows its parent, and the right child comes after the
/// whole left subtree.
struct cd_half {
    uint32_t count, item;
};

static inline uint64_t cd_right_half(uint64_t node, uint32_t count)
{
    return node + 2 * (uint64_t)(count / 2);
}

/// Halves `count` >= 1 items again and again, each time along the axis in which their centres are spread most. A
/// centre is `dimensions` numbers. Returns 2 * count - 1 nodes, which the caller frees with cd_free.
struct cd_half *cd_halve(const double *centres, uint32_t count, uint32_t dimensions);

/// The same over the triangles of a mesh, shared by all bodies of the mesh.
struct cd_half *cd_halve_mesh(const struct cd_mesh *mesh);

/// Fills the boxes of all nodes of a mesh's tree, with the mesh's triangles at these vertices.
void cd_halving_boxes(const struct cd_half *halves, const struct cd_mesh *mesh,
                      const struct cd_vec3 *vertices, struct cd_aabb *boxes);

#endif
