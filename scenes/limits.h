/// What every mesh keeps to, whoever made it.
#ifndef CD_SCENES_LIMITS_H
#define CD_SCENES_LIMITS_H

#include "geom/vec.h"

#include <stdbool.h>
#include <stdint.h>

/// Largest magnitude of a coordinate.
#define CD_COORDINATE_MAX 1e15

/// Most vertices of a mesh: every 1-based index fits 32 bits.
#define CD_VERTICES_MAX (UINT32_MAX - 1)

/// Most triangles of a mesh: the number of every corner fits 32 bits.
#define CD_TRIANGLES_MAX (UINT32_MAX / 3)

/// True when every coordinate is finite and at most CD_COORDINATE_MAX in magnitude.
bool cd_point_is_usable(const struct cd_vec3 *p);

#endif
