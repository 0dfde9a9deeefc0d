/// What hangs together in a mesh: components and edges, from the indices of its triangles alone.
#ifndef CD_SCENES_TOPOLOGY_H
#define CD_SCENES_TOPOLOGY_H

#include "scenes/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fills component, component_count, components, boundary_edges, crowded_edges, closed, manifold, oriented
/// and solid of a mesh whose vertices and triangles are set and in range. Linear in time and memory.
///
/// A triangle that names a vertex twice has no surface: it belongs to a component, but its edges are not
/// counted (they cancel among themselves) and its component is not manifold.
void cd_mesh_find_topology(struct cd_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
