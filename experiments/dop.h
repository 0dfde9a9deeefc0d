/// Discrete orientation polytopes of 18 sides (18-DOPs): a body between nine pairs of parallel planes, across
/// the coordinate axes and across the diagonals of the coordinate planes (Klosowski, Held, Mitchell, Sowizral
/// and Zikan, 1998).
///
///     struct dop dop = dop_empty();
///     for each vertex:
///         dop_add(&dop, vertex);
#ifndef CD_EXPERIMENTS_DOP_H
#define CD_EXPERIMENTS_DOP_H

#include "geom/vec.h"

#include <stdbool.h>
#include <stddef.h>

/// Pairs of planes.
#define DOP_SLABS 9

/// The most corners: of 18 sides, three meet in each corner.
#define DOP_CORNERS 32

/// The points p with low[i] <= (direction i) p <= high[i], the directions being x, y, z, x+y, x-y, x+z, x-z,
/// y+z, y-z; empty when low > high somewhere.
struct dop {
    double low[DOP_SLABS], high[DOP_SLABS];
};

static inline struct dop dop_empty(void)
{
    struct dop dop;
    for (int i = 0; i < DOP_SLABS; i++) {
        dop.low[i] = INFINITY;
        dop.high[i] = -INFINITY;
    }
    return dop;
}

/// How far a point is along every direction, in rounded arithmetic.
static inline void dop_project(struct cd_vec3 p, double along[DOP_SLABS])
{
    const double all[DOP_SLABS] = {p.x,       p.y,       p.z,       p.x + p.y, p.x - p.y,
                                   p.x + p.z, p.x - p.z, p.y + p.z, p.y - p.z};
    for (int i = 0; i < DOP_SLABS; i++)
        along[i] = all[i];
}

/// Widens the polytope by a point. A polytope contains its points up to half a unit in the last place of the sums of
/// two coordinates.
static inline void dop_add(struct dop *dop, struct cd_vec3 p)
{
    double along[DOP_SLABS];
    dop_project(p, along);
    for (int i = 0; i < DOP_SLABS; i++) {
        dop->low[i] = along[i] < dop->low[i] ? along[i] : dop->low[i];
        dop->high[i] = along[i] > dop->high[i] ? along[i] : dop->high[i];
    }
}

/// False when a pair of planes separates the two. True does not mean that they meet: their sides are compared
/// in nine directions, not in all.
static inline bool dop_overlap(const struct dop *a, const struct dop *b)
{
    for (int i = 0; i < DOP_SLABS; i++)
        if (a->low[i] > b->high[i] || b->low[i] > a->high[i])
            return false;
    return true;
}

/// The corners of a side while it is cut out of its plane: of a square, and one more for every cut.
struct dop_polygon {
    struct cd_vec3 corners[4 + 2 * DOP_SLABS];
    size_t count;
};

/// Leaves of a polygon what is in the half-space normal * p <= reach.
static inline void dop_cut(struct dop_polygon *polygon, struct cd_vec3 normal, double reach)
{
    struct dop_polygon rest = {.count = 0};
    for (size_t i = 0; i < polygon->count; i++) {
        struct cd_vec3 p = polygon->corners[i], q = polygon->corners[(i + 1) % polygon->count];
        double at_p = cd_dot(normal, p) - reach, at_q = cd_dot(normal, q) - reach;
        if (at_p <= 0)
            rest.corners[rest.count++] = p;
        if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0))
            rest.corners[rest.count++] = cd_add(p, cd_scale(cd_sub(q, p), at_p / (at_p - at_q)));
    }
    *polygon = rest;
}

/// Finds the corners of the polytope, in rounded arithmetic, and returns its volume: no corner and 0 when it is empty.
/// Every side is cut out of its plane by the other seventeen. Corners that are closer together than 1e-9 of the size are
/// one.
static inline double dop_measure(const struct dop *dop, struct cd_vec3 corners[DOP_CORNERS], size_t *count)
{
    enum { SIDES = 2 * DOP_SLABS };
    struct cd_vec3 normals[SIDES];
    double reach[SIDES], along[DOP_SLABS], size = 0, volume = 0;
    // Seen from the middle of the box, so that a polytope far from the origin loses nothing.
    struct cd_vec3 middle = cd_vec(0.5 * (dop->low[0] + dop->high[0]), 0.5 * (dop->low[1] + dop->high[1]),
                                   0.5 * (dop->low[2] + dop->high[2]));
    dop_project(middle, along);
    *count = 0;
    for (int i = 0; i < DOP_SLABS; i++) {
        static const double directions[DOP_SLABS][3] = {
            {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0},
            {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
        };
        const double *d = directions[i], length = i < 3 ? 1 : sqrt(2);
        if (!(dop->low[i] <= dop->high[i]))
            return 0;
        size = i < 3 ? fmax(size, dop->high[i] - dop->low[i]) : size;
        normals[2 * i] = cd_vec(d[0] / length, d[1] / length, d[2] / length);
        normals[2 * i + 1] = cd_scale(normals[2 * i], -1);
        reach[2 * i] = (dop->high[i] - along[i]) / length; // negative where the middle lies outside
        reach[2 * i + 1] = (along[i] - dop->low[i]) / length;
    }
    for (int side = 0; side < SIDES; side++) {
        struct cd_vec3 n = normals[side], u = fabs(n.x) > 0.5 ? cd_vec(-n.y, n.x, 0) : cd_vec(0, -n.z, n.y);
        u = cd_scale(u, 4 * size / cd_length(u)); // of a square that reaches beyond all other sides
        struct cd_vec3 v = cd_cross(n, u), at = cd_scale(n, reach[side]), twice = cd_vec(0, 0, 0);
        struct dop_polygon polygon = {{cd_add(at, cd_add(u, v)), cd_add(at, cd_sub(v, u)),
                                       cd_sub(at, cd_add(u, v)), cd_add(at, cd_sub(u, v))},
                                      4};
        for (int i = 0; i < SIDES && polygon.count; i++)
            if (i != side)
                dop_cut(&polygon, normals[i], reach[i]);
        for (size_t i = 2; i < polygon.count; i++)
            twice = cd_add(twice, cd_cross(cd_sub(polygon.corners[i - 1], polygon.corners[0]),
                                           cd_sub(polygon.corners[i], polygon.corners[0])));
        volume += reach[side] * cd_length(twice) / 6;
        for (size_t i = 0; i < polygon.count; i++) {
            struct cd_vec3 corner = cd_add(middle, polygon.corners[i]);
            size_t k = 0;
            while (k < *count && cd_length(cd_sub(corners[k], corner)) > 1e-9 * size)
                k++;
            if (k == *count && k < DOP_CORNERS)
                corners[(*count)++] = corner;
        }
    }
    return volume;
}

#endif
