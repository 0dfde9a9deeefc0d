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

// Corners and volume: every side is cut out of its plane by the other seventeen.

#define DOP_SIDES 18

/// Corners of a side while it is cut: a square and one more for every cut.
#define DOP_SIDE_CORNERS (4 + DOP_SIDES)

static const double dop_directions[DOP_SLABS][3] = {
    {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
};

/// The half-space normal * p <= reach.
struct dop_side {
    struct cd_vec3 normal; ///< of unit length
    double reach;
};

struct dop_polygon {
    struct cd_vec3 corners[DOP_SIDE_CORNERS];
    size_t count;
};

/// Sides are seen from the middle of the box, so that a polytope far from the origin loses nothing.
static inline struct cd_vec3 dop_middle_of(const struct dop *dop)
{
    return cd_vec(0.5 * (dop->low[0] + dop->high[0]), 0.5 * (dop->low[1] + dop->high[1]),
                  0.5 * (dop->low[2] + dop->high[2]));
}

static inline double dop_size_of(const struct dop *dop)
{
    double x = dop->high[0] - dop->low[0], y = dop->high[1] - dop->low[1], z = dop->high[2] - dop->low[2];
    return fmax(x, fmax(y, z));
}

static inline void dop_list_sides(const struct dop *dop, struct dop_side sides[DOP_SIDES])
{
    double along[DOP_SLABS];
    dop_project(dop_middle_of(dop), along);
    for (int i = 0; i < DOP_SLABS; i++) {
        const double *d = dop_directions[i];
        double length = i < 3 ? 1 : sqrt(2);
        struct cd_vec3 normal = cd_vec(d[0] / length, d[1] / length, d[2] / length);
        sides[2 * i] = (struct dop_side){normal, (dop->high[i] - along[i]) / length};
        sides[2 * i + 1] = (struct dop_side){cd_scale(normal, -1), (along[i] - dop->low[i]) / length};
    }
}

/// A square in the plane of a side that reaches beyond all others.
static inline struct dop_polygon dop_square_on(const struct dop_side *side, double half)
{
    struct cd_vec3 n = side->normal, u = fabs(n.x) > 0.5 ? cd_vec(-n.y, n.x, 0) : cd_vec(0, -n.z, n.y);
    u = cd_scale(u, half / cd_length(u));
    struct cd_vec3 v = cd_cross(n, u), at = cd_scale(n, side->reach);
    return (struct dop_polygon){{cd_add(at, cd_add(u, v)), cd_add(at, cd_sub(v, u)), cd_sub(at, cd_add(u, v)),
                                 cd_add(at, cd_sub(u, v))},
                                4};
}

static inline void dop_cut(struct dop_polygon *polygon, const struct dop_side *side)
{
    struct dop_polygon rest = {.count = 0};
    for (size_t i = 0; i < polygon->count; i++) {
        struct cd_vec3 p = polygon->corners[i], q = polygon->corners[(i + 1) % polygon->count];
        double at_p = cd_dot(side->normal, p) - side->reach, at_q = cd_dot(side->normal, q) - side->reach;
        if (at_p <= 0)
            rest.corners[rest.count++] = p;
        if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0))
            rest.corners[rest.count++] = cd_add(p, cd_scale(cd_sub(q, p), at_p / (at_p - at_q)));
    }
    *polygon = rest;
}

static inline struct dop_polygon dop_cut_out(const struct dop_side sides[DOP_SIDES], int which, double size)
{
    struct dop_polygon polygon = dop_square_on(&sides[which], 4 * size);
    for (int i = 0; i < DOP_SIDES && polygon.count; i++)
        if (i != which)
            dop_cut(&polygon, &sides[i]);
    return polygon;
}

static inline bool dop_is_empty(const struct dop *dop)
{
    for (int i = 0; i < DOP_SLABS; i++)
        if (!(dop->low[i] <= dop->high[i]))
            return true;
    return false;
}

static inline void dop_add_corner(struct cd_vec3 *corners, size_t *count, struct cd_vec3 corner, double apart)
{
    for (size_t i = 0; i < *count; i++)
        if (cd_length(cd_sub(corners[i], corner)) <= apart)
            return;
    if (*count < DOP_CORNERS)
        corners[(*count)++] = corner;
}

/// Finds the corners of the polytope, in rounded arithmetic, and returns how many there are: none when it is empty.
/// Corners that are closer together than 1e-9 of its size are one.
static inline size_t dop_corners(const struct dop *dop, struct cd_vec3 corners[DOP_CORNERS])
{
    if (dop_is_empty(dop))
        return 0;
    struct dop_side sides[DOP_SIDES];
    dop_list_sides(dop, sides);
    double size = dop_size_of(dop);
    struct cd_vec3 middle = dop_middle_of(dop);
    size_t count = 0;
    for (int i = 0; i < DOP_SIDES; i++) {
        struct dop_polygon polygon = dop_cut_out(sides, i, size);
        for (size_t k = 0; k < polygon.count; k++)
            dop_add_corner(corners, &count, cd_add(middle, polygon.corners[k]), 1e-9 * size);
    }
    return count;
}

static inline double dop_area_of(const struct dop_polygon *polygon)
{
    struct cd_vec3 twice = cd_vec(0, 0, 0);
    for (size_t i = 2; i < polygon->count; i++)
        twice = cd_add(twice, cd_cross(cd_sub(polygon->corners[i - 1], polygon->corners[0]),
                                       cd_sub(polygon->corners[i], polygon->corners[0])));
    return 0.5 * cd_length(twice);
}

/// The volume of the polytope, in rounded arithmetic.
static inline double dop_volume(const struct dop *dop)
{
    if (dop_is_empty(dop))
        return 0;
    struct dop_side sides[DOP_SIDES];
    dop_list_sides(dop, sides);
    double size = dop_size_of(dop), volume = 0;
    for (int i = 0; i < DOP_SIDES; i++) {
        struct dop_polygon polygon = dop_cut_out(sides, i, size);
        volume +=
            sides[i].reach * dop_area_of(&polygon) / 3; // reach is negative where the middle lies outside
    }
    return volume;
}

#endif
