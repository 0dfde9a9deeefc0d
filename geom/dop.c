// Corners and volume of an 18-DOP: every side is cut out of its plane by the other seventeen.
#include "geom/dop.h"

#include <math.h>

#define SIDES 18

/// Corners of a side while it is cut: a square and one more for every cut.
#define SIDE_CORNERS (4 + SIDES)

static const double directions[CD_DOP_SLABS][3] = {
    {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
};

/// The half-space normal * p <= reach.
struct side {
    struct cd_vec3 normal; ///< of unit length
    double reach;
};

struct polygon {
    struct cd_vec3 corners[SIDE_CORNERS];
    size_t count;
};

/// Sides are seen from the middle of the box, so that what is far from the origin loses nothing.
static struct cd_vec3 middle_of(const struct cd_dop *dop)
{
    return cd_vec(0.5 * (dop->low[0] + dop->high[0]), 0.5 * (dop->low[1] + dop->high[1]),
                  0.5 * (dop->low[2] + dop->high[2]));
}

static double size_of(const struct cd_dop *dop)
{
    double x = dop->high[0] - dop->low[0], y = dop->high[1] - dop->low[1], z = dop->high[2] - dop->low[2];
    return fmax(x, fmax(y, z));
}

static void list_sides(const struct cd_dop *dop, struct side sides[SIDES])
{
    double along[CD_DOP_SLABS];
    cd_dop_project(middle_of(dop), along);
    for (int i = 0; i < CD_DOP_SLABS; i++) {
        const double *d = directions[i];
        double length = i < 3 ? 1 : sqrt(2);
        struct cd_vec3 normal = cd_vec(d[0] / length, d[1] / length, d[2] / length);
        sides[2 * i] = (struct side){normal, (dop->high[i] - along[i]) / length};
        sides[2 * i + 1] = (struct side){cd_scale(normal, -1), (along[i] - dop->low[i]) / length};
    }
}

/// A square in the plane of a side that reaches beyond all others.
static struct polygon square_on(const struct side *side, double half)
{
    struct cd_vec3 n = side->normal, u = fabs(n.x) > 0.5 ? cd_vec(-n.y, n.x, 0) : cd_vec(0, -n.z, n.y);
    u = cd_scale(u, half / cd_length(u));
    struct cd_vec3 v = cd_cross(n, u), at = cd_scale(n, side->reach);
    return (struct polygon){{cd_add(at, cd_add(u, v)), cd_add(at, cd_sub(v, u)), cd_sub(at, cd_add(u, v)),
                             cd_add(at, cd_sub(u, v))},
                            4};
}

static void cut(struct polygon *polygon, const struct side *side)
{
    struct polygon rest = {.count = 0};
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

static struct polygon cut_out(const struct side sides[SIDES], int which, double size)
{
    struct polygon polygon = square_on(&sides[which], 4 * size);
    for (int i = 0; i < SIDES && polygon.count; i++)
        if (i != which)
            cut(&polygon, &sides[i]);
    return polygon;
}

static bool is_empty(const struct cd_dop *dop)
{
    for (int i = 0; i < CD_DOP_SLABS; i++)
        if (!(dop->low[i] <= dop->high[i]))
            return true;
    return false;
}

static void add_corner(struct cd_vec3 *corners, size_t *count, struct cd_vec3 corner, double apart)
{
    for (size_t i = 0; i < *count; i++)
        if (cd_length(cd_sub(corners[i], corner)) <= apart)
            return;
    if (*count < CD_DOP_CORNERS)
        corners[(*count)++] = corner;
}

size_t cd_dop_corners(const struct cd_dop *dop, struct cd_vec3 corners[CD_DOP_CORNERS])
{
    if (is_empty(dop))
        return 0;
    struct side sides[SIDES];
    list_sides(dop, sides);
    double size = size_of(dop);
    struct cd_vec3 middle = middle_of(dop);
    size_t count = 0;
    for (int i = 0; i < SIDES; i++) {
        struct polygon polygon = cut_out(sides, i, size);
        for (size_t k = 0; k < polygon.count; k++)
            add_corner(corners, &count, cd_add(middle, polygon.corners[k]), 1e-9 * size);
    }
    return count;
}

static double area_of(const struct polygon *polygon)
{
    struct cd_vec3 twice = cd_vec(0, 0, 0);
    for (size_t i = 2; i < polygon->count; i++)
        twice = cd_add(twice, cd_cross(cd_sub(polygon->corners[i - 1], polygon->corners[0]),
                                       cd_sub(polygon->corners[i], polygon->corners[0])));
    return 0.5 * cd_length(twice);
}

double cd_dop_volume(const struct cd_dop *dop)
{
    if (is_empty(dop))
        return 0;
    struct side sides[SIDES];
    list_sides(dop, sides);
    double size = size_of(dop), volume = 0;
    for (int i = 0; i < SIDES; i++) {
        struct polygon polygon = cut_out(sides, i, size);
        volume += sides[i].reach * area_of(&polygon) / 3; // reach is negative where the middle lies outside
    }
    return volume;
}
