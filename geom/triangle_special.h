/// The pairs of triangles that the test by plane sides leaves open; for geom/triangle.c.
#ifndef CD_GEOM_TRIANGLE_SPECIAL_H
#define CD_GEOM_TRIANGLE_SPECIAL_H

#include "geom/vec.h"

#include <stdbool.h>

/// True when a[0..2] has no area: its vertices are collinear or coincide, decided exactly.
bool cd_triangle_is_degenerate(const struct cd_vec3 a[3]);

/// As cd_triangles_touch, for pairs of which one is degenerate or has all corners in the plane of the other.
bool cd_special_triangles_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3]);

#endif
