// Coplanar triangles and degenerate ones as convex sets of up to three points, decided by exact orientations
// alone.

#include "geom/triangle_special.h"

#include "geom/predicates.h"

/// The corners of a triangle's point set: three, the two ends of a segment, or one point.
struct hull {
    int count;
    struct cd_vec3 corner[3];
};

/// Orientation of the projections along `axis`.
static int orient_along(int axis, const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c)
{
    if (axis == 0)
        return cd_orient2d(a->y, a->z, b->y, b->z, c->y, c->z);
    if (axis == 1)
        return cd_orient2d(a->z, a->x, b->z, b->x, c->z, c->x);
    return cd_orient2d(a->x, a->y, b->x, b->y, c->x, c->y);
}

bool cd_triangle_is_degenerate(const struct cd_vec3 a[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (orient_along(axis, &a[0], &a[1], &a[2]))
            return false;
    return true;
}

/// Order of points by x, then y, then z: along a line, it is the order of the points on it.
static int compare_points(const struct cd_vec3 *a, const struct cd_vec3 *b)
{
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    return 0;
}

static const struct cd_vec3 *first_corner(const struct cd_vec3 *corner, int count)
{
    const struct cd_vec3 *first = corner;
    for (int i = 1; i < count; i++)
        if (compare_points(&corner[i], first) < 0)
            first = &corner[i];
    return first;
}

static const struct cd_vec3 *last_corner(const struct cd_vec3 *corner, int count)
{
    const struct cd_vec3 *last = corner;
    for (int i = 1; i < count; i++)
        if (compare_points(&corner[i], last) > 0)
            last = &corner[i];
    return last;
}

static struct hull hull_of(const struct cd_vec3 a[3])
{
    if (!cd_triangle_is_degenerate(a))
        return (struct hull){3, {a[0], a[1], a[2]}};
    const struct cd_vec3 *first = first_corner(a, 3), *last = last_corner(a, 3);
    return (struct hull){compare_points(first, last) ? 2 : 1, {*first, *last}};
}

/// True when the points in their order leave a gap between the two sets, which then do not meet.
static bool apart_in_order(const struct hull *a, const struct hull *b)
{
    return compare_points(last_corner(a->corner, a->count), first_corner(b->corner, b->count)) < 0 ||
           compare_points(last_corner(b->corner, b->count), first_corner(a->corner, a->count)) < 0;
}

/// True when, seen along `axis`, all of b lies strictly on the side `outside` of the line from p to q.
static bool beyond_line(int axis, const struct cd_vec3 *p, const struct cd_vec3 *q, int outside,
                        const struct hull *b)
{
    for (int i = 0; i < b->count; i++)
        if (orient_along(axis, p, q, &b->corner[i]) != outside)
            return false;
    return true;
}

/// True when, seen along `axis`, the line of an edge of a separates b from a strictly. A segment has one edge
/// with two outer sides; a triangle must not project to a segment.
static bool apart_by_edge(int axis, const struct hull *a, const struct hull *b)
{
    const struct cd_vec3 *corner = a->corner;
    if (a->count == 2)
        return beyond_line(axis, &corner[0], &corner[1], 1, b) ||
               beyond_line(axis, &corner[0], &corner[1], -1, b);
    if (a->count < 3)
        return false;
    int outside = -orient_along(axis, &corner[0], &corner[1], &corner[2]);
    for (int i = 0; i < 3; i++)
        if (beyond_line(axis, &corner[i], &corner[(i + 1) % 3], outside, b))
            return true;
    return false;
}

/// Two coplanar sets, or a segment or point and another. Disjoint convex polygons of a plane are separated
/// strictly by the line of an edge of one of them (an edge of their Minkowski difference has the origin
/// outside), except for sets on one line, which the order of points tells apart. A projection may lose
/// separation only when it is not one-to-one on the plane, so one that keeps a triangle's area decides.
static bool coplanar_touch(const struct hull *a, const struct hull *b)
{
    if (apart_in_order(a, b))
        return false;
    for (int axis = 0; axis < 3; axis++) {
        if (a->count == 3 && orient_along(axis, &a->corner[0], &a->corner[1], &a->corner[2]) == 0)
            continue;
        if (apart_by_edge(axis, a, b) || apart_by_edge(axis, b, a))
            return false;
        if (a->count == 3)
            break;
    }
    return true;
}

/// A segment that has an end off the plane of a triangle and is not on one side of it: the line of the
/// segment passes the triangle's three edges without going around one the other way.
static bool segment_pierces(const struct hull *segment, const struct hull *triangle)
{
    bool left = false, right = false;
    for (int i = 0; i < 3; i++) {
        int side = cd_orient3d(&segment->corner[0], &segment->corner[1], &triangle->corner[i],
                               &triangle->corner[(i + 1) % 3]);
        left |= side > 0;
        right |= side < 0;
    }
    return !(left && right);
}

/// A triangle and a segment or point.
static bool thin_touch(const struct hull *a, const struct hull *b)
{
    bool above = false, below = false, on = false;
    for (int i = 0; i < b->count; i++) {
        int side = cd_orient3d(&a->corner[0], &a->corner[1], &a->corner[2], &b->corner[i]);
        above |= side > 0;
        below |= side < 0;
        on |= side == 0;
    }
    if (!above && !below)
        return coplanar_touch(a, b);
    if (!on && !(above && below))
        return false;
    return segment_pierces(b, a);
}

bool cd_special_triangles_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct hull hull_a = hull_of(a), hull_b = hull_of(b);
    if (hull_a.count == 3 && hull_b.count < 3)
        return thin_touch(&hull_a, &hull_b);
    if (hull_b.count == 3 && hull_a.count < 3)
        return thin_touch(&hull_b, &hull_a);
    if (hull_a.count == 2 && hull_b.count == 2 &&
        cd_orient3d(&hull_a.corner[0], &hull_a.corner[1], &hull_b.corner[0], &hull_b.corner[1]))
        return false; // skew
    return coplanar_touch(&hull_a, &hull_b);
}
