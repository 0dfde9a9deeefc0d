// Guigue and Devillers 2003, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
// in two stages: doubles with one error bound for the whole pair, and where a sign is within it, cd_orient3d.
// Coplanar triangles and degenerate ones are convex sets of up to three points, decided by exact orientations
// alone.

#include "geom/triangle.h"

#include "base/levels.h"
#include "geom/predicates.h"

#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// ---- coplanar and degenerate triangles

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

CD_LEVELS(bool, cd_triangle_is_degenerate)(const struct cd_vec3 a[3])
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

/// The first of some corners in that order for `way` = -1, the last for 1.
static const struct cd_vec3 *extreme_corner(const struct cd_vec3 *corner, int count, int way)
{
    const struct cd_vec3 *found = corner;
    for (int i = 1; i < count; i++)
        if (compare_points(&corner[i], found) == way)
            found = &corner[i];
    return found;
}

static struct hull hull_of(const struct cd_vec3 a[3])
{
    if (!cd_triangle_is_degenerate(a))
        return (struct hull){3, {a[0], a[1], a[2]}};
    const struct cd_vec3 *first = extreme_corner(a, 3, -1), *last = extreme_corner(a, 3, 1);
    return (struct hull){compare_points(first, last) ? 2 : 1, {*first, *last}};
}

/// True when the points in their order leave a gap between a and b, which comes after it.
static bool comes_before(const struct hull *a, const struct hull *b)
{
    return compare_points(extreme_corner(a->corner, a->count, 1), extreme_corner(b->corner, b->count, -1)) <
           0;
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
    if (comes_before(a, b) || comes_before(b, a))
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

/// For pairs of which one is degenerate or has all corners in the plane of the other.
static bool special_triangles_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
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
        return in_b[0] == 0 && special_triangles_touch(a, b);
    if (!sides_exact(b, a, in_a))
        return in_a[0] == 0 && special_triangles_touch(a, b);
    struct crossing c = crossing_of(a, negative_corners(in_a), b, negative_corners(in_b));
    return cd_orient3d(c.p1, c.q1, c.p2, c.q2) >= 0 && cd_orient3d(c.p1, c.r1, c.p2, c.r2) <= 0;
}

// ---- by doubles
// Two doubles side by side, so that the processor does the same arithmetic for both triangles of a pair in one
// instruction. Plain operators work on them; what C has no operator for is here.

typedef double two __attribute__((vector_size(16)));
typedef int64_t two_words __attribute__((vector_size(16)));

/// A point or direction of each.
struct two_points {
    two x, y, z;
};

/// a > b ? a : b for both, like two_smaller with < for >.
static inline two two_larger(two a, two b)
{
#ifdef __SSE2__
    return _mm_max_pd(a, b);
#else
    return (two){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

static inline two two_smaller(two a, two b)
{
#ifdef __SSE2__
    return _mm_min_pd(a, b);
#else
    return (two){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}

/// The sign bits: bit 0 of a[0], bit 1 of a[1].
static inline unsigned two_signs(two a)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_pd(a);
#else
    return (unsigned)(signbit(a[0]) != 0) | (unsigned)(signbit(a[1]) != 0) << 1;
#endif
}

static inline two two_magnitude(two a)
{
    return (two)((two_words)a & (two_words){INT64_MAX, INT64_MAX});
}

static inline two two_exchanged(two a)
{
    return (two){a[1], a[0]};
}

static inline struct two_points points_of(const struct cd_vec3 *p, const struct cd_vec3 *q)
{
    return (struct two_points){{p->x, q->x}, {p->y, q->y}, {p->z, q->z}};
}

static inline struct two_points points_exchanged(struct two_points p)
{
    return (struct two_points){two_exchanged(p.x), two_exchanged(p.y), two_exchanged(p.z)};
}

static inline struct two_points points_sub(struct two_points p, struct two_points q)
{
    return (struct two_points){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline struct two_points points_cross(struct two_points p, struct two_points q)
{
    return (struct two_points){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static inline two points_dot(struct two_points p, struct two_points q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

/// The largest coordinate in magnitude.
static inline two points_reach(struct two_points p)
{
    return two_larger(two_larger(two_magnitude(p.x), two_magnitude(p.y)), two_magnitude(p.z));
}

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
    two corner[3];
};

/// How far all corners of a triangle are off the other's plane on one side, negative when they are not; the
/// larger of the two.
static inline double clearance(const struct sides *s)
{
    two lowest = two_smaller(two_smaller(s->corner[0], s->corner[1]), s->corner[2]);
    two highest = two_larger(two_larger(s->corner[0], s->corner[1]), s->corner[2]);
    two clear = two_larger(lowest, -highest);
    return larger(clear[0], clear[1]);
}

static inline double nearest(const struct sides *s)
{
    two nearest = two_smaller(two_smaller(two_magnitude(s->corner[0]), two_magnitude(s->corner[1])),
                              two_magnitude(s->corner[2]));
    return smaller(nearest[0], nearest[1]);
}

static inline struct crossing crossing_by(const struct sides *s, const struct cd_vec3 a[3],
                                          const struct cd_vec3 b[3])
{
    unsigned i = two_signs(s->corner[0]), j = two_signs(s->corner[1]), k = two_signs(s->corner[2]);
    return crossing_of(a, i >> 1 | (j & 2) | (k & 2) << 1, b, (i & 1) | (j & 1) << 1 | (k & 1) << 2);
}

// Both planes are worked out before the first branch: whether one of them separates is hard to predict, and a
// wrong guess costs more than the arithmetic.
CD_LEVELS(bool, cd_triangles_touch)(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct two_points first = points_of(&a[0], &b[0]);
    struct two_points edge1 = points_sub(points_of(&a[1], &b[1]), first);
    struct two_points edge2 = points_sub(points_of(&a[2], &b[2]), first);
    struct two_points across = points_sub(points_exchanged(first), first);
    struct two_points normal = points_cross(edge1, edge2);
    two side = points_dot(normal, across);
    const struct sides s = {{side, side + points_dot(normal, points_exchanged(edge1)),
                             side + points_dot(normal, points_exchanged(edge2))}};
    two reach = two_larger(two_larger(points_reach(edge1), points_reach(edge2)), points_reach(across));
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
