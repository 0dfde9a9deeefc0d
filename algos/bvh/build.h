/// Inside this folder: the structure of a tree, split at axis-aligned planes, its volumes, and formula (3).
#ifndef CD_ALGOS_BVH_BUILD_H
#define CD_ALGOS_BVH_BUILD_H

#include "algos/bvh/bvh.h"

#include <string.h>

/// A triangle while the structure is built: the ends of its underlying sphere along each axis, and the sphere itself.
struct bvh_piece {
    float low[4], high[4]; ///< [3]: 0, and the radius
    float centre[3];
    uint32_t triangle;
};

/// The least and the greatest ends along each axis; [3] is unused.
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

/// Sorts words. Returns `words` or `spare`, which is as large: the one that contains the result.
uint64_t *bvh_sort(uint64_t *words, uint64_t *spare, uint32_t count);

/// An axis-aligned plane and its cost.
struct bvh_plane {
    int axis;
    double at, penalty;
};

/// Zhao et al. 2009, formulas (4) and (5): finds the plane of least |left - right| + lambda * across over all axes.
/// `left` and `right` count the spheres on one side (a sphere that touches the plane is on one side), and `across`
/// counts the others. A plane with no sphere on one side is not a split; false when there is no other plane. Among
/// equal planes the first along the longer axis is taken. `room` is for 4 * count words.
bool bvh_best_plane(const struct bvh_piece *pieces, uint32_t count, const struct bvh_bounds *bounds,
                    double lambda, uint64_t *room, struct bvh_plane *plane);

/// True when a range of `count` triangles at `depth` becomes a leaf: formula (6).
bool bvh_stops(const struct bvh_stop *stop, uint32_t depth, uint32_t count);

/// Formula (3) (erratum E9): the paper's test of a box of edge `edge` around the origin and a sphere of `radius` around
/// (x, y, z). True when the formula says that they meet. It is wrong in both directions. It says nothing at x = 0,
/// where IEEE arithmetic goes on with arctan(infinity), or with NaN; NaN counts as not meeting.
///
/// `rooted` takes the root of the sum of squares, which the text seems to have lost: lengths are then compared with
/// lengths times angles.
bool bvh_formula_meets(double x, double y, double z, double radius, double edge, bool rooted);

#endif
