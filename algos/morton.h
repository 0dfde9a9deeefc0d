/// Codes of points along a curve through a box, by which points that are near each other have numbers that are near.
#ifndef CD_ALGOS_MORTON_H
#define CD_ALGOS_MORTON_H

#include "geom/aabb.h"

#include <math.h>
#include <stdint.h>

/// Bits of a code: 10 along each axis.
#define CD_MORTON_BITS 30

/// The code of a point in a box; where the box has no size, its bits are 0.
static inline uint32_t cd_morton_code(const struct cd_aabb *box, const struct cd_vec3 *point)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    uint32_t code = 0;
    for (int axis = 0; axis < 3; axis++) {
        double place = (cd_axis(point, axis) - cd_axis(&box->low, axis)) / cd_axis(&extent, axis) * 1024;
        uint32_t bits = place > 0 ? (uint32_t)fmin(place, 1023) : 0; // and 0 for NaN
        bits = (bits | bits << 16) & 0x030000ff;                     // two zeros between any two bits
        bits = (bits | bits << 8) & 0x0300f00f;
        bits = (bits | bits << 4) & 0x030c30c3;
        code |= ((bits | bits << 2) & 0x09249249) << axis;
    }
    return code;
}

#endif
