/// Inside this folder: the structure of a tree, split at axis-aligned planes, its volumes, and formula (3).
#ifndef CD_ALGOS_BVH_BUILD_H
#define CD_ALGOS_BVH_BUILD_H

#include "algos/bvh/bvh.h"

#include <string.h>

/// A triangle while the structure is built: the ends of its underlying sphere along each axis, and the sphere.
struct bvh_piece {
    float low[4], high[4]; ///< [3]: 0, and the radius
    float centre[3];
    uint32_t triangle;
};

/// The least and the greatest ends along each axis; [3] is of no use.
struct bvh_bounds {
    float low[4], high[4];
};

struct bvh_bounds bvh_bounds_of(const struct bvh_piece *pieces, uint32_t count);
int bvh_longest_axis(const struct bvh_bounds *bounds);

/// Floats in their order, as unsigned integers.
static inline uint32_t bvh_key(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// Sorts words; returns which of `words` and `spare`, as large, holds them then.
uint64_t *bvh_sort(uint64_t *words, uint64_t *spare, uint32_t count);

/// An axis-aligned plane, and what it costs.
struct bvh_plane {
    int axis;
    double at, penalty;
};

/// Zhao et al. 2009, formulas (4) and (5): the plane of least |left - right| + lambda * across over all axes,
/// where `left` and `right` count the spheres that lie on one side (a sphere that touches the plane does) and
/// `across` the others. Planes with none on a side are no split; false when there is no other. Of equal
/// planes the first along the longer axis is taken. `room` is for 4 * count words.
bool bvh_best_plane(const struct bvh_piece *pieces, uint32_t count, const struct bvh_bounds *bounds,
                    double lambda, uint64_t *room, struct bvh_plane *plane);

/// True when a range of `count` triangles at `depth` becomes a leaf: formula (6).
bool bvh_stops(const struct bvh_stop *stop, uint32_t depth, uint32_t count);

/// Formula (3) (erratum E1): what the paper says about a box of edge `edge` around the origin and a sphere of
/// `radius` around (x, y, z): true when it takes them to meet. It is wrong in both directions, and says
/// nothing at x = 0, where IEEE arithmetic goes on with arctan(infinity), or with NaN, and NaN does not meet.
///
/// `rooted` takes the root of the sum of squares, which the text seems to have lost: lengths are then
/// compared with lengths times angles.
bool bvh_formula_meets(double x, double y, double z, double radius, double edge, bool rooted);

#endif
