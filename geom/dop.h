/// Discrete orientation polytopes of 18 sides (18-DOPs): a body between nine pairs of parallel planes, across
/// the coordinate axes and across the diagonals of the coordinate planes (Klosowski, Held, Mitchell, Sowizral
/// and Zikan, 1998).
///
///     struct cd_dop dop = cd_dop_empty();
///     for each vertex:
///         cd_dop_add(&dop, vertex);
#ifndef CD_GEOM_DOP_H
#define CD_GEOM_DOP_H

#include "geom/vec.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pairs of planes.
#define CD_DOP_SLABS 9

/// Corners that there can be: of 18 sides, three of which meet in each corner.
#define CD_DOP_CORNERS 32

/// The points p with low[i] <= (direction i) p <= high[i], the directions being x, y, z, x+y, x-y, x+z, x-z,
/// y+z, y-z; empty when low > high somewhere.
struct cd_dop {
    double low[CD_DOP_SLABS], high[CD_DOP_SLABS];
};

static inline struct cd_dop cd_dop_empty(void)
{
    struct cd_dop dop;
    for (int i = 0; i < CD_DOP_SLABS; i++) {
        dop.low[i] = INFINITY;
        dop.high[i] = -INFINITY;
    }
    return dop;
}

/// How far a point lies along every direction, in rounded arithmetic.
static inline void cd_dop_project(struct cd_vec3 p, double along[CD_DOP_SLABS])
{
    const double all[CD_DOP_SLABS] = {p.x,       p.y,       p.z,       p.x + p.y, p.x - p.y,
                                      p.x + p.z, p.x - p.z, p.y + p.z, p.y - p.z};
    for (int i = 0; i < CD_DOP_SLABS; i++)
        along[i] = all[i];
}

/// Widens the polytope by a point. What it then holds it holds up to half a unit in the last place of the
/// sums of two coordinates.
static inline void cd_dop_add(struct cd_dop *dop, struct cd_vec3 p)
{
    double along[CD_DOP_SLABS];
    cd_dop_project(p, along);
    for (int i = 0; i < CD_DOP_SLABS; i++) {
        dop->low[i] = along[i] < dop->low[i] ? along[i] : dop->low[i];
        dop->high[i] = along[i] > dop->high[i] ? along[i] : dop->high[i];
    }
}

/// False when a pair of planes separates the two. True does not mean that they meet: their sides are compared
/// in nine directions, not in all.
static inline bool cd_dop_overlap(const struct cd_dop *a, const struct cd_dop *b)
{
    for (int i = 0; i < CD_DOP_SLABS; i++)
        if (a->low[i] > b->high[i] || b->low[i] > a->high[i])
            return false;
    return true;
}

/// Finds the corners of the polytope, in rounded arithmetic, and returns how many there are: none when it is
/// empty. Corners that lie closer together than 1e-9 of its size are one.
size_t cd_dop_corners(const struct cd_dop *dop, struct cd_vec3 corners[CD_DOP_CORNERS]);

/// The volume of the polytope, in rounded arithmetic.
double cd_dop_volume(const struct cd_dop *dop);

#ifdef __cplusplus
}
#endif
#endif
