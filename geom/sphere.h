/// Bounding spheres of points, and their overlap.
#ifndef CD_GEOM_SPHERE_H
#define CD_GEOM_SPHERE_H

#include "geom/aabb.h"
#include "geom/vec.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A closed ball.
struct cd_sphere {
    struct cd_vec3 centre;
    double radius;
};

/// A small sphere around `count` >= 1 points (J. Ritter, An Efficient Bounding Sphere, Graphics Gems, 1990):
/// begun from the pair of extreme points that are farthest apart and grown where a point sticks out; the
/// sphere around the middle of the points' box where that one is smaller. The radius is the distance of the
/// farthest point from the rounded centre, itself rounded by a few units of 2^-53. `box`, unless NULL, receives the
/// points' box.
struct cd_sphere cd_sphere_of_points(const struct cd_vec3 *points, size_t count, struct cd_aabb *box);

/// True when two balls share a point, in rounded arithmetic.
static inline bool cd_spheres_overlap(const struct cd_sphere *a, const struct cd_sphere *b)
{
    struct cd_vec3 apart = cd_sub(a->centre, b->centre);
    double reach = a->radius + b->radius;
    return cd_dot(apart, apart) <= reach * reach;
}

#ifdef __cplusplus
}
#endif
#endif
