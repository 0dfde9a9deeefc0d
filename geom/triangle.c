// Guigue and Devillers 2003, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
// in three stages. The first uses doubles with one error bound for the whole pair. If a sign is within this bound, the
// second uses pairs of doubles with another bound; before it, a view along an axis separates most triangles that lie
// in about one plane. The third is cd_orient3d. Coplanar and degenerate triangles are convex sets of up to three
// points; exact orientations decide them if doubles cannot.

#include "geom/triangle.h"

#include "base/levels.h"
#include "geom/predicates.h"

#include <stdint.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

// ---- coplanar and degenerate triangles

/// The corners of a triangle's point set: three corners, the two ends of a segment, or one point.
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

/// Orders points by x, then y, then z. For points on a line, this is their order along the line.
static int compare_points(const struct cd_vec3 *a, const struct cd_vec3 *b)
{
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->z > b->z) - (a->z < b->z);
}

/// Returns the first of some corners in that order for `way` = -1, the last for 1.
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

/// True if, in that order, all of a comes before all of b, with a gap between them.
static bool comes_before(const struct hull *a, const struct hull *b)
{
    return compare_points(extreme_corner(a->corner, a->count, 1), extreme_corner(b->corner, b->count, -1)) <
           0;
}

/// True if, seen along `axis`, all of b lies strictly on the side `outside` of the line from p to q.
static bool beyond_line(int axis, const struct cd_vec3 *p, const struct cd_vec3 *q, int outside,
                        const struct hull *b)
{
    for (int i = 0; i < b->count; i++)
        if (orient_along(axis, p, q, &b->corner[i]) != outside)
            return false;
    return true;
}

/// True if, seen along `axis`, the line of an edge of a separates b from a strictly. A segment has one edge with two
/// outer sides. A triangle must not project to a segment.
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

/// For two coplanar sets, or two segments or points. The line of an edge of one of them strictly separates disjoint
/// convex polygons of a plane (an edge of their Minkowski difference has the origin outside). Sets on one line are the
/// exception; the order of points separates them. A projection can lose separation only if it is not one-to-one on the
/// plane, so a projection that keeps a triangle's area decides.
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

/// For a segment that has an end off the plane of a triangle and is not on one side of the plane. It pierces the
/// triangle if its line passes no two of the three edges in opposite senses of rotation.
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

/// For a triangle and a segment or point.
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

/// For pairs in which one triangle is degenerate or has all corners in the plane of the other.
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

/// Triangles a and b with corners p, q, r. p is alone on its side of the other's plane, or in that plane, and that side
/// is the positive one (otherwise the other's q and r are exchanged). The ends of a triangle's interval on the line of
/// both planes are on pq and pr, so the triangles meet if the volume of (q1 - p1, q2 - p2, p2 - p1) is >= 0 and that of
/// (r1 - p1, r2 - p2, p2 - p1) is <= 0.
struct crossing {
    const struct cd_vec3 *p1, *q1, *r1, *p2, *q2, *r2;
};

/// Bit i says that corner i is on the negative side of the other's plane. One or two of the three bits are set.
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

// ---- by doubles
// Two doubles side by side, so that the processor does the same arithmetic for both triangles of a pair in one
// instruction. Plain operators work on them. The operations for which C has no operator follow here.

typedef double two __attribute__((vector_size(16)));
typedef int64_t two_words __attribute__((vector_size(16)));

/// A point or direction of each triangle.
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

/// Returns the sign bits: bit 0 is that of a[0], bit 1 that of a[1].
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

/// Returns the largest magnitude of a coordinate.
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

/// A bound above the error of every volume below. `m` is the largest coordinate of two edges of each triangle and of
/// the vector between their first corners. docs/exactness.md derives the bound. The order of the factors makes it
/// infinite if a volume could overflow, so that nothing is decided.
static inline double error_bound(double m)
{
    return 128 * m * m * m * 0x1p-50 + 0x1p-1000;
}

/// The side of the other's plane on which corner i is: of b in the first lane, of a in the second.
struct sides {
    two corner[3];
};

/// How far all corners of a triangle are off the other's plane on one side; negative if they are not on one side.
/// Returns the larger value of the two triangles.
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

/// A pair as seen from the first corner of each triangle.
struct view {
    struct two_points edge1, edge2; ///< to the other two corners
    struct two_points across;       ///< to the first corner of the other triangle
    struct two_points normal;
    double reach; ///< the largest coordinate of the first three
};

static inline struct view view_of(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct view v;
    struct two_points first = points_of(&a[0], &b[0]);
    v.edge1 = points_sub(points_of(&a[1], &b[1]), first);
    v.edge2 = points_sub(points_of(&a[2], &b[2]), first);
    v.across = points_sub(points_exchanged(first), first);
    v.normal = points_cross(v.edge1, v.edge2);
    two reach = two_larger(two_larger(points_reach(v.edge1), points_reach(v.edge2)), points_reach(v.across));
    v.reach = larger(reach[0], reach[1]);
    return v;
}

static inline struct crossing crossing_by(const struct sides *s, const struct cd_vec3 a[3],
                                          const struct cd_vec3 b[3])
{
    unsigned i = two_signs(s->corner[0]), j = two_signs(s->corner[1]), k = two_signs(s->corner[2]);
    return crossing_of(a, i >> 1 | (j & 2) | (k & 2) << 1, b, (i & 1) | (j & 1) << 1 | (k & 1) << 2);
}

// ---- along an axis

static inline two two_axis(const struct two_points *p, int axis)
{
    return axis == 0 ? p->x : axis == 1 ? p->y : p->z;
}

/// Returns the axis along which the normals are longest.
static inline int axis_across(const struct view *v)
{
    two x = two_magnitude(v->normal.x), y = two_magnitude(v->normal.y), z = two_magnitude(v->normal.z);
    double along[3] = {x[0] + x[1], y[0] + y[1], z[0] + z[1]};
    int axis = along[1] > along[0];
    return along[2] > along[axis] ? 2 : axis;
}

/// True if all corners have the same coordinate on an axis, as in a wall.
static inline bool is_wall(const struct view *v, int axis)
{
    two off = two_magnitude(two_axis(&v->edge1, axis)) + two_magnitude(two_axis(&v->edge2, axis)) +
              two_magnitude(two_axis(&v->across, axis));
    return off[0] == 0 && off[1] == 0;
}

/// Both triangles as seen along an axis.
struct shadow {
    two x, y;
};

static inline struct shadow shadow_of(const struct two_points *p, int axis)
{
    return (struct shadow){two_axis(p, (axis + 1) % 3), two_axis(p, (axis + 2) % 3)};
}

static inline two shadow_cross(struct shadow p, struct shadow q)
{
    return p.x * q.y - p.y * q.x;
}

/// Compares the triangles as seen along an axis. Returns -1 if they are apart, 1 if both have an area and they overlap,
/// 0 if doubles cannot decide. docs/exactness.md derives the bound.
static int compare_shadows(const struct view *v, int axis)
{
    double bound = 16 * v->reach * v->reach * 0x1p-50 + 0x1p-1000;
    struct shadow edge1 = shadow_of(&v->edge1, axis), edge2 = shadow_of(&v->edge2, axis);
    struct shadow across = shadow_of(&v->across, axis);
    struct shadow corner[3] = {
        across,
        {across.x + two_exchanged(edge1.x), across.y + two_exchanged(edge1.y)},
        {across.x + two_exchanged(edge2.x), across.y + two_exchanged(edge2.y)},
    };
    two area = shadow_cross(edge1, edge2);
    two_words clockwise = (two_words)area & (two_words){INT64_MIN, INT64_MIN};
    two inside[3]; // how far the other triangle reaches inside each edge, times the edge's length
    for (int i = 0; i < 3; i++) {
        two first = shadow_cross(edge1, corner[i]), last = shadow_cross(corner[i], edge2);
        two over[3] = {first, area - first - last, last};
        for (int k = 0; k < 3; k++) {
            over[k] = (two)((two_words)over[k] ^ clockwise);
            inside[k] = i ? two_larger(inside[k], over[k]) : over[k];
        }
    }
    two least = two_smaller(two_smaller(inside[0], inside[1]), inside[2]);
    two_words has_area = two_magnitude(area) > (two){bound, bound};
    least = (two)((two_words)least & has_area);
    double overlap = smaller(least[0], least[1]);
    return (overlap > bound) - (overlap < -bound);
}

// ---- by pairs of doubles
// The arithmetic of geom/double2.h on two pairs side by side.

struct fine {
    two high, low;
};

static inline two two_fma(two a, two b, two c)
{
#ifdef __FMA__
    return _mm_fmadd_pd(a, b, c);
#else
    return (two){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1])};
#endif
}

static inline struct fine fine_of_sum(two a, two b)
{
    two sum = a + b;
    two b_part = sum - a, a_part = sum - b_part;
    return (struct fine){sum, (a - a_part) + (b - b_part)};
}

static inline struct fine fine_joined(two high, two low)
{
    two sum = high + low;
    return (struct fine){sum, low - (sum - high)};
}

static inline struct fine fine_add(struct fine p, struct fine q)
{
    struct fine sum = fine_of_sum(p.high, q.high);
    return fine_joined(sum.high, sum.low + (p.low + q.low));
}

static inline struct fine fine_product(struct fine p, struct fine q)
{
    two product = p.high * q.high, rest = two_fma(p.high, q.high, -product);
    return fine_joined(product, rest + (p.high * q.low + p.low * q.high));
}

struct fine_points {
    struct fine at[3];
};

/// Returns p - q exactly.
static inline struct fine_points fine_points_sub(struct two_points p, struct two_points q)
{
    return (struct fine_points){{fine_of_sum(p.x, -q.x), fine_of_sum(p.y, -q.y), fine_of_sum(p.z, -q.z)}};
}

static inline struct fine_points fine_points_exchanged(const struct fine_points *p)
{
    struct fine_points q;
    for (int i = 0; i < 3; i++)
        q.at[i] = (struct fine){two_exchanged(p->at[i].high), two_exchanged(p->at[i].low)};
    return q;
}

static inline struct fine_points fine_points_cross(const struct fine_points *p, const struct fine_points *q)
{
    struct fine_points cross;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        struct fine plus = fine_product(p->at[j], q->at[k]), minus = fine_product(p->at[k], q->at[j]);
        cross.at[i] = fine_add(plus, (struct fine){-minus.high, -minus.low});
    }
    return cross;
}

static inline struct fine fine_points_dot(const struct fine_points *p, const struct fine_points *q)
{
    struct fine sum = fine_add(fine_product(p->at[0], q->at[0]), fine_product(p->at[1], q->at[1]));
    return fine_add(sum, fine_product(p->at[2], q->at[2]));
}

/// A bound above the error of every volume below; infinite if products could overflow or underflow.
static double fine_bound(double m)
{
    return m > 0x1p-250 && m < 0x1p250 ? m * m * m * 0x1p-94 : INFINITY;
}

static struct sides find_fine_sides(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct two_points first = points_of(&a[0], &b[0]);
    struct fine_points edge1 = fine_points_sub(points_of(&a[1], &b[1]), first);
    struct fine_points edge2 = fine_points_sub(points_of(&a[2], &b[2]), first);
    struct fine_points across = fine_points_sub(points_exchanged(first), first);
    struct fine_points normal = fine_points_cross(&edge1, &edge2);
    struct fine side = fine_points_dot(&normal, &across);
    edge1 = fine_points_exchanged(&edge1);
    edge2 = fine_points_exchanged(&edge2);
    return (struct sides){{side.high, fine_add(side, fine_points_dot(&normal, &edge1)).high,
                           fine_add(side, fine_points_dot(&normal, &edge2)).high}};
}

/// The volumes that decide whether two intervals overlap: of q in lane 0, of r in lane 1.
static two find_fine_ends(const struct crossing *c)
{
    struct two_points p1 = points_of(c->p1, c->p1), p2 = points_of(c->p2, c->p2);
    struct fine_points from = fine_points_sub(points_of(c->q1, c->r1), p1);
    struct fine_points to = fine_points_sub(points_of(c->q2, c->r2), p2);
    struct fine_points across = fine_points_sub(p2, p1), normal = fine_points_cross(&from, &to);
    return fine_points_dot(&normal, &across).high;
}

// ---- if doubles cannot decide

static bool share_a_corner(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (a[i].x == b[j].x && a[i].y == b[j].y && a[i].z == b[j].z)
                return true;
    return false;
}

/// Finds the side of the plane of `plane` on which each corner of `a` lies. Returns false if all are on the same side.
static bool sides_exact(const struct sides *s, int lane, double bound, const struct cd_vec3 plane[3],
                        const struct cd_vec3 a[3], int side[3])
{
    for (int i = 0; i < 3; i++) {
        double volume = s->corner[i][lane];
        side[i] = fabs(volume) > bound ? (volume > 0) - (volume < 0)
                                       : -cd_orient3d(&plane[0], &plane[1], &plane[2], &a[i]);
    }
    return side[0] != side[1] || side[1] != side[2];
}

/// Returns the bits of the corners on the negative side. A corner in the plane may count as on either side. It joins
/// the positive side if some corner is strictly negative, else the negative side. Then no edge of the lone corner lies
/// in the plane, where it would have no single point on the line.
static unsigned negative_corners(const int side[3])
{
    unsigned negative = 0, positive = 0;
    for (unsigned i = 0; i < 3; i++) {
        negative |= (unsigned)(side[i] < 0) << i;
        positive |= (unsigned)(side[i] > 0) << i;
    }
    return negative ? negative : 7 & ~positive;
}

static bool intervals_overlap(const struct crossing *c, double bound)
{
    two end = find_fine_ends(c);
    if (end[0] < -bound || end[1] > bound)
        return false;
    return (end[0] > bound || cd_orient3d(c->p1, c->q1, c->p2, c->q2) >= 0) &&
           (end[1] < -bound || cd_orient3d(c->p1, c->r1, c->p2, c->r2) <= 0);
}

static bool __attribute__((noinline)) touch_exact(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    if (share_a_corner(a, b))
        return true;
    struct view v = view_of(a, b);
    int axis = axis_across(&v), shadows = compare_shadows(&v, axis);
    if (shadows < 0)
        return false;
    if (is_wall(&v, axis))
        return shadows > 0 || special_triangles_touch(a, b);
    double bound = fine_bound(v.reach);
    struct sides s = find_fine_sides(a, b);
    int in_a[3], in_b[3];
    if (!sides_exact(&s, 0, bound, a, b, in_b))
        return in_b[0] == 0 && (shadows > 0 || special_triangles_touch(a, b));
    if (!sides_exact(&s, 1, bound, b, a, in_a))
        return in_a[0] == 0 && (shadows > 0 || special_triangles_touch(a, b));
    struct crossing c = crossing_of(a, negative_corners(in_a), b, negative_corners(in_b));
    return intervals_overlap(&c, bound);
}

// Both planes are computed before the first branch: whether one of them separates is hard to predict, and a wrong
// guess costs more than the arithmetic.
CD_LEVELS(bool, cd_triangles_touch)(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct view v = view_of(a, b);
    two side = points_dot(v.normal, v.across);
    const struct sides s = {{side, side + points_dot(v.normal, points_exchanged(v.edge1)),
                             side + points_dot(v.normal, points_exchanged(v.edge2))}};
    double bound = error_bound(v.reach);
    if (clearance(&s) > bound)
        return false;
    if (!(nearest(&s) > bound))
        return touch_exact(a, b);
    struct crossing c = crossing_by(&s, a, b);
    struct two_points p1 = points_of(c.p1, c.p1), p2 = points_of(c.p2, c.p2);
    struct two_points from = points_sub(points_of(c.q1, c.r1), p1),
                      to = points_sub(points_of(c.q2, c.r2), p2);
    two end = points_dot(points_cross(from, to), points_sub(p2, p1));
    double overlap = smaller(end[0], -end[1]);
    if (overlap > bound)
        return true;
    if (overlap < -bound)
        return false;
    return touch_exact(a, b);
}
