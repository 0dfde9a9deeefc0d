/// The order in which a model's triangles and edges are drawn.
#ifndef CD_ALGOS_MESH_IMAGE_CD_ORDER_H
#define CD_ALGOS_MESH_IMAGE_CD_ORDER_H

#include "scenes/mesh.h"

#include <stdint.h>

/// Triangles in a cluster.
#define IMAGE_CD_CLUSTER 16

/// The indices of a mesh's triangles along a Morton curve through their middles, so that neighbours in the
/// list are neighbours in space. To be freed by cd_free.
uint32_t *image_cd_order_triangles(const struct cd_mesh *mesh);

/// Lists every edge (pair of vertex indices) of the triangles once, in the order of its first triangle, into
/// `edges` (room for 6 * triangle_count); edge_end[i] is the number of edges once triangle i is through.
/// Returns how many there are.
uint32_t image_cd_list_edges(const uint32_t *corners, uint32_t triangle_count, uint32_t *edges,
                             uint32_t *edge_end);

#endif
