/// Inside this folder: the structure of a tree, split at axis-aligned planes, its volumes, and formula (3).
#ifndef CD_ALGOS_BVH_BUILD_H
#define CD_ALGOS_BVH_BUILD_H

#include "algos/bvh/bvh.h"

/// An end of a sphere along an axis, and whose it is.
struct bvh_end {
    float at;
    uint32_t triangle;
};

/// The triangles of a range, sorted by the lower and by the upper ends of their spheres along each axis.
struct bvh_sorted {
    struct bvh_end *low[3], *high[3];
    uint32_t count;
};

/// An axis-aligned plane, and what it costs.
struct bvh_plane {
    int axis;
    double at, penalty;
};

/// Sorts `count` ends, stably, by the help of `spare`, which has room for as many.
void bvh_sort(struct bvh_end *ends, struct bvh_end *spare, uint32_t count);

/// Zhao et al. 2009, formulas (4) and (5): the plane of least |left - right| + lambda * across over all axes,
/// where `left` and `right` count the spheres that lie on one side (a sphere that touches the plane does) and
/// `across` the others. Planes with none on a side are no split; false when there is no other. Of equal
/// planes the first along the longer axis is taken.
bool bvh_best_plane(const struct bvh_sorted *sorted, double lambda, struct bvh_plane *plane);

/// What building the structure takes: 73 bytes a triangle.
struct bvh_builder {
    struct bvh_sorted sorted;
    struct bvh_end *spare;
    float (*sphere)[4];   ///< per triangle
    unsigned char *above; ///< per triangle: it goes to the second child
};

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
