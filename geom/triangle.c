// Guigue and Devillers 2003, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
// in two stages. The first uses doubles with one error bound for the whole pair. If a sign is within this bound, a view
// along an axis separates most triangles that lie in about one plane, and cd_orient3d decides the others. Coplanar and
// degenerate triangles are convex sets of up to three points; exact orientations decide them if doubles cannot.

#include "geom/triangle.h"

#include "base/levels.h"
#include "geom/lanes.h"
#include "geom/predicates.h"

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
    // The segment has an end off the plane and is not on one side of it. It pierces the triangle if its line passes no
    // two of the three edges in opposite senses of rotation.
    bool left = false, right = false;
    for (int i = 0; i < 3; i++) {
        int side = cd_orient3d(&b->corner[0], &b->corner[1], &a->corner[i], &a->corner[(i + 1) % 3]);
        left |= side > 0;
        right |= side < 0;
    }
    return !(left && right);
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
// instruction.

/// A point or direction of each triangle.
struct two_points {
    cd_d2 x, y, z;
};

static inline struct two_points points_of(const struct cd_vec3 *p, const struct cd_vec3 *q)
{
    return (struct two_points){{p->x, q->x}, {p->y, q->y}, {p->z, q->z}};
}

static inline struct two_points points_exchanged(struct two_points p)
{
    return (struct two_points){cd_d2_swapped(p.x), cd_d2_swapped(p.y), cd_d2_swapped(p.z)};
}

static inline struct two_points points_sub(struct two_points p, struct two_points q)
{
    return (struct two_points){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline struct two_points points_cross(struct two_points p, struct two_points q)
{
    return (struct two_points){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static inline cd_d2 points_dot(struct two_points p, struct two_points q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

/// Returns the largest magnitude of a coordinate.
static inline cd_d2 points_reach(struct two_points p)
{
    return cd_d2_max(cd_d2_max(cd_d2_abs(p.x), cd_d2_abs(p.y)), cd_d2_abs(p.z));
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

/// The side of the other's plane on which corner i is: of b in the first lane, of a in the second.
struct sides {
    cd_d2 corner[3];
};

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
    cd_d2 reach = cd_d2_max(cd_d2_max(points_reach(v.edge1), points_reach(v.edge2)), points_reach(v.across));
    v.reach = larger(reach[0], reach[1]);
    return v;
}

// ---- along an axis

static inline cd_d2 two_axis(const struct two_points *p, int axis)
{
    return axis == 0 ? p->x : axis == 1 ? p->y : p->z;
}

/// Returns the axis along which the normals are longest.
static inline int axis_across(const struct view *v)
{
    cd_d2 x = cd_d2_abs(v->normal.x), y = cd_d2_abs(v->normal.y), z = cd_d2_abs(v->normal.z);
    double along[3] = {x[0] + x[1], y[0] + y[1], z[0] + z[1]};
    int axis = along[1] > along[0];
    return along[2] > along[axis] ? 2 : axis;
}

/// True if all corners have the same coordinate on an axis, as in a wall.
static inline bool is_wall(const struct view *v, int axis)
{
    cd_d2 off = cd_d2_abs(two_axis(&v->edge1, axis)) + cd_d2_abs(two_axis(&v->edge2, axis)) +
                cd_d2_abs(two_axis(&v->across, axis));
    return off[0] == 0 && off[1] == 0;
}

/// Both triangles as seen along an axis.
struct shadow {
    cd_d2 x, y;
};

static inline struct shadow shadow_of(const struct two_points *p, int axis)
{
    return (struct shadow){two_axis(p, (axis + 1) % 3), two_axis(p, (axis + 2) % 3)};
}

static inline cd_d2 shadow_cross(struct shadow p, struct shadow q)
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
        {across.x + cd_d2_swapped(edge1.x), across.y + cd_d2_swapped(edge1.y)},
        {across.x + cd_d2_swapped(edge2.x), across.y + cd_d2_swapped(edge2.y)},
    };
    cd_d2 area = shadow_cross(edge1, edge2);
    cd_l2 clockwise = (cd_l2)area & (cd_l2){INT64_MIN, INT64_MIN};
    cd_d2 inside[3]; // how far the other triangle reaches inside each edge, times the edge's length
    for (int i = 0; i < 3; i++) {
        cd_d2 first = shadow_cross(edge1, corner[i]), last = shadow_cross(corner[i], edge2);
        cd_d2 over[3] = {first, area - first - last, last};
        for (int k = 0; k < 3; k++) {
            over[k] = (cd_d2)((cd_l2)over[k] ^ clockwise);
            inside[k] = i ? cd_d2_max(inside[k], over[k]) : over[k];
        }
    }
    cd_d2 least = cd_d2_min(cd_d2_min(inside[0], inside[1]), inside[2]);
    cd_l2 has_area = cd_d2_abs(area) > (cd_d2){bound, bound};
    least = (cd_d2)((cd_l2)least & has_area);
    double overlap = smaller(least[0], least[1]);
    return (overlap > bound) - (overlap < -bound);
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

static bool __attribute__((noinline))
touch_exact(const struct cd_vec3 a[3], const struct cd_vec3 b[3], const struct sides *s, double bound)
{
    if (share_a_corner(a, b))
        return true;
    struct view v = view_of(a, b);
    int axis = axis_across(&v), shadows = compare_shadows(&v, axis);
    if (shadows < 0)
        return false;
    if (is_wall(&v, axis))
        return shadows > 0 || special_triangles_touch(a, b);
    int in_a[3], in_b[3];
    if (!sides_exact(s, 0, bound, a, b, in_b))
        return in_b[0] == 0 && (shadows > 0 || special_triangles_touch(a, b));
    if (!sides_exact(s, 1, bound, b, a, in_a))
        return in_a[0] == 0 && (shadows > 0 || special_triangles_touch(a, b));
    struct crossing c = crossing_of(a, negative_corners(in_a), b, negative_corners(in_b));
    return cd_orient3d(c.p1, c.q1, c.p2, c.q2) >= 0 && cd_orient3d(c.p1, c.r1, c.p2, c.r2) <= 0;
}

// Both planes are computed before the first branch: whether one of them separates is hard to predict, and a wrong
// guess costs more than the arithmetic.
CD_LEVELS(bool, cd_triangles_touch)(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct view v = view_of(a, b);
    cd_d2 side = points_dot(v.normal, v.across);
    const struct sides s = {{side, side + points_dot(v.normal, points_exchanged(v.edge1)),
                             side + points_dot(v.normal, points_exchanged(v.edge2))}};
    // Above the error of every volume here (docs/exactness.md). The order of the factors makes it infinite if a volume
    // could overflow, so that nothing is decided.
    double bound = 128 * v.reach * v.reach * v.reach * 0x1p-50 + 0x1p-1000;

    // How far all corners of a triangle are off the other's plane on one side; negative if they are not on one side.
    cd_d2 lowest = cd_d2_min(cd_d2_min(s.corner[0], s.corner[1]), s.corner[2]);
    cd_d2 highest = cd_d2_max(cd_d2_max(s.corner[0], s.corner[1]), s.corner[2]);
    cd_d2 clearance = cd_d2_max(lowest, -highest);
    if (larger(clearance[0], clearance[1]) > bound)
        return false;
    cd_d2 nearest =
        cd_d2_min(cd_d2_min(cd_d2_abs(s.corner[0]), cd_d2_abs(s.corner[1])), cd_d2_abs(s.corner[2]));
    if (!(smaller(nearest[0], nearest[1]) > bound))
        return touch_exact(a, b, &s, bound);

    unsigned i = cd_d2_signs(s.corner[0]), j = cd_d2_signs(s.corner[1]), k = cd_d2_signs(s.corner[2]);
    struct crossing c =
        crossing_of(a, i >> 1 | (j & 2) | (k & 2) << 1, b, (i & 1) | (j & 1) << 1 | (k & 1) << 2);
    struct two_points p1 = points_of(c.p1, c.p1), p2 = points_of(c.p2, c.p2);
    struct two_points from = points_sub(points_of(c.q1, c.r1), p1),
                      to = points_sub(points_of(c.q2, c.r2), p2);
    cd_d2 end = points_dot(points_cross(from, to), points_sub(p2, p1));
    double overlap = smaller(end[0], -end[1]);
    if (overlap > bound)
        return true;
    if (overlap < -bound)
        return false;
    return touch_exact(a, b, &s, bound);
}
