/// Triangle against triangle by separating axes in doubles, as the 1996 library decides its leaves.
#ifndef CD_ALGOS_MESH_RAPID_SAT_H
#define CD_ALGOS_MESH_RAPID_SAT_H

#include "geom/vec.h"

#include <stdbool.h>

/// True when none of 17 axes separates the triangles: the two normals, the 9 cross products of edges, and
/// per triangle the 3 directions in its plane across its edges (for coplanar triangles). Touching counts. Not
/// exact: rounding decides near-coplanar and touching pairs.
bool rapid_triangles_overlap(const struct cd_vec3 p[3], const struct cd_vec3 q[3]);

#endif
