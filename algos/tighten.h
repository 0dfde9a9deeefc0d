/// Oriented boxes that are turned until they are smaller.
#ifndef CD_ALGOS_TIGHTEN_H
#define CD_ALGOS_TIGHTEN_H

#include "geom/vec.h"

#include <stddef.h>
#include <stdint.h>

/// No more triangles than this are looked at.
#define CD_TIGHTEN_SAMPLES 32

/// Turns `axes` (orthonormal before and after) so that the box of `count` >= 1 triangles has less surface, judged by a
/// sample of them. The three corners of a triangle come `stride` bytes after those of the one before.
void cd_tighten(const struct cd_vec3 *corners, size_t stride, uint32_t count, double axes[9]);

#endif
