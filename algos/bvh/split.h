/// Splitting a range of triangles at an axis-aligned plane, by their underlying spheres.
#ifndef CD_ALGOS_BVH_SPLIT_H
#define CD_ALGOS_BVH_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
