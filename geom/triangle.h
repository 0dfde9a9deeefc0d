/// Triangle against triangle, exact for every input.
#ifndef CD_GEOM_TRIANGLE_H
#define CD_GEOM_TRIANGLE_H

#include "geom/vec.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// True when the closed triangles a[0..2] and b[0..2], taken as exact numbers, share a point. Degenerate
/// triangles are segments or points; coplanar ones are handled; the answer does not depend on the order of
/// the vertices or of the triangles.
bool cd_triangles_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3]);

/// True when a[0..2] has no area: its vertices are collinear or coincide, decided exactly.
bool cd_triangle_is_degenerate(const struct cd_vec3 a[3]);

#ifdef __cplusplus
}
#endif
#endif
