/// Joining of vertices that lie at the same place.
#ifndef CD_SCENES_JOIN_H
#define CD_SCENES_JOIN_H

#include "scenes/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Joins, in place, vertices of exactly equal coordinates (-0 equals 0): each is replaced by the first of its
/// place, the order of the first ones is kept, and the triangles are renumbered. Returns how many are left.
uint32_t cd_join_equal_vertices(struct cd_vec3 *vertices, uint32_t vertex_count,
                                struct cd_triangle *triangles, uint32_t triangle_count);

#ifdef __cplusplus
}
#endif
#endif
