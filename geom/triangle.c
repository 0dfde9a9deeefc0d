// Guigue and Devillers 2003, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
// in two stages: doubles with one error bound for the whole pair, and where a sign is within it, cd_orient3d.
// Their coplanar case and all degenerate triangles are in geom/triangle_special.c.

#include "geom/triangle.h"

#include "geom/predicates.h"
#include "geom/triangle_special.h"
#include "geom/two.h"

// ---- the intervals on the line of both planes

/// Triangles a and b with corners p, q, r, where p is alone on its side of the other's plane, or in it, and
/// that side is the positive one (the other's q and r are exchanged where it is not). The ends of a
/// triangle's interval on the line of both planes are on pq and pr, so the triangles meet when the volume of
/// (q1 - p1, q2 - p2, p2 - p1) is >= 0 and that of (r1 - p1, r2 - p2, p2 - p1) is <= 0.
struct crossing {
    const struct cd_vec3 *p1, *q1, *r1, *p2, *q2, *r2;
};

/// Bit i says that corner i is on the negative side of the other's plane; neither no bit nor all three are
/// set.
static inline struct crossing crossing_of(const struct cd_vec3 a[3], unsigned negative_a,
                                          const struct cd_vec3 b[3], unsigned negative_b)
{
    enum { LONE_IS_NEGATIVE = 1 << 1 | 1 << 2 | 1 << 4 };
    static const unsigned char order[2][8][3] = {
        {{0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 0, 1}, {1, 2, 0}, {0, 1, 2}, {0, 1, 2}},
        {{0, 2, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {0, 2, 1}}};
    const unsigned char *in_a = order[LONE_IS_NEGATIVE >> negative_b & 1][negative_a];
    const unsigned char *in_b = order[LONE_IS_NEGATIVE >> negative_a & 1][negative_b];
    return (struct crossing){&a[in_a[0]], &a[in_a[1]], &a[in_a[2]], &b[in_b[0]], &b[in_b[1]], &b[in_b[2]]};
}

// ---- by exact orientations

static bool share_a_corner(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (a[i].x == b[j].x && a[i].y == b[j].y && a[i].z == b[j].z)
                return true;
    return false;
}

/// The sides of the plane of `plane` on which the corners of `a` lie; false when they are all the same.
static bool sides_exact(const struct cd_vec3 plane[3], const struct cd_vec3 a[3], int side[3])
{
    for (int i = 0; i < 3; i++)
        side[i] = -cd_orient3d(&plane[0], &plane[1], &plane[2], &a[i]);
    return side[0] != side[1] || side[1] != side[2];
}

/// The bits of the corners on the negative side. A corner in the plane counts as on either side, but so that
/// no edge of the lone corner lies in the plane, where it would have no single point on the line: it joins
/// the positive side when some corner is strictly negative, else the negative one.
static unsigned negative_corners(const int side[3])
{
    unsigned negative = 0, positive = 0;
    for (unsigned i = 0; i < 3; i++) {
        negative |= (unsigned)(side[i] < 0) << i;
        positive |= (unsigned)(side[i] > 0) << i;
    }
    return negative ? negative : 7 & ~positive;
}

static bool __attribute__((noinline)) touch_exact(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    int in_a[3], in_b[3];
    if (share_a_corner(a, b))
        return true;
    if (!sides_exact(a, b, in_b))
        return in_b[0] == 0 && cd_special_triangles_touch(a, b);
    if (!sides_exact(b, a, in_a))
        return in_a[0] == 0 && cd_special_triangles_touch(a, b);
    struct crossing c = crossing_of(a, negative_corners(in_a), b, negative_corners(in_b));
    return cd_orient3d(c.p1, c.q1, c.p2, c.q2) >= 0 && cd_orient3d(c.p1, c.r1, c.p2, c.r2) <= 0;
}

// ---- by doubles

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

/// Above the error of every volume below when `m` is the largest coordinate of two edges of each triangle and
/// of the vector between their first corners; docs/exactness.md derives it. The order of the factors makes it
/// infinite, so that nothing is decided, where a volume could overflow.
static inline double error_bound(double m)
{
    return 128 * m * m * m * 0x1p-50 + 0x1p-1000;
}

/// The sides of corner i of a (second) and b (first) of the other's plane.
struct sides {
    cd_two corner[3];
};

/// How far all corners of a triangle are off the other's plane on one side, negative when they are not; the
/// larger of the two.
static inline double clearance(const struct sides *s)
{
    cd_two lowest = cd_two_smaller(cd_two_smaller(s->corner[0], s->corner[1]), s->corner[2]);
    cd_two highest = cd_two_larger(cd_two_larger(s->corner[0], s->corner[1]), s->corner[2]);
    cd_two clear = cd_two_larger(lowest, -highest);
    return larger(clear[0], clear[1]);
}

static inline double nearest(const struct sides *s)
{
    cd_two nearest =
        cd_two_smaller(cd_two_smaller(cd_two_magnitude(s->corner[0]), cd_two_magnitude(s->corner[1])),
                       cd_two_magnitude(s->corner[2]));
    return smaller(nearest[0], nearest[1]);
}

static inline struct crossing crossing_by(const struct sides *s, const struct cd_vec3 a[3],
                                          const struct cd_vec3 b[3])
{
    unsigned i = cd_two_signs(s->corner[0]), j = cd_two_signs(s->corner[1]), k = cd_two_signs(s->corner[2]);
    return crossing_of(a, i >> 1 | (j & 2) | (k & 2) << 1, b, (i & 1) | (j & 1) << 1 | (k & 1) << 2);
}

// Both planes are worked out before the first branch: whether one of them separates is hard to predict, and a
// wrong guess costs more than the arithmetic.
bool cd_triangles_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct cd_two_points first = cd_two_points_of(&a[0], &b[0]);
    struct cd_two_points edge1 = cd_two_points_sub(cd_two_points_of(&a[1], &b[1]), first);
    struct cd_two_points edge2 = cd_two_points_sub(cd_two_points_of(&a[2], &b[2]), first);
    struct cd_two_points across = cd_two_points_sub(cd_two_points_exchanged(first), first);
    struct cd_two_points normal = cd_two_points_cross(edge1, edge2);
    cd_two side = cd_two_points_dot(normal, across);
    const struct sides s = {{side, side + cd_two_points_dot(normal, cd_two_points_exchanged(edge1)),
                             side + cd_two_points_dot(normal, cd_two_points_exchanged(edge2))}};
    cd_two reach = cd_two_larger(cd_two_larger(cd_two_points_reach(edge1), cd_two_points_reach(edge2)),
                                 cd_two_points_reach(across));
    double bound = error_bound(larger(reach[0], reach[1]));

    if (clearance(&s) > bound)
        return false;
    if (!(nearest(&s) > bound))
        return touch_exact(a, b);
    struct crossing c = crossing_by(&s, a, b);
    struct cd_vec3 p = cd_sub(*c.p2, *c.p1);
    double q = cd_dot(cd_cross(cd_sub(*c.q1, *c.p1), cd_sub(*c.q2, *c.p2)), p);
    double r = cd_dot(cd_cross(cd_sub(*c.r1, *c.p1), cd_sub(*c.r2, *c.p2)), p);
    double overlap = smaller(q, -r);
    if (overlap > bound)
        return true;
    if (overlap < -bound)
        return false;
    return touch_exact(a, b);
}
