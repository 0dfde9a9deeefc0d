// J. Ritter, "An Efficient Bounding Sphere", Graphics Gems, 1990, pages 301-303.
#include "geom/sphere.h"

#include "base/levels.h"

static double squared_distance(struct cd_vec3 a, struct cd_vec3 b)
{
    struct cd_vec3 apart = cd_sub(a, b);
    return cd_dot(apart, apart);
}

// The distance of the farthest point from a centre.
static double reach(struct cd_vec3 centre, const struct cd_vec3 *points, size_t count)
{
    double farthest = 0;
    for (size_t i = 0; i < count; i++) {
        double squared = squared_distance(points[i], centre);
        farthest = squared > farthest ? squared : farthest;
    }
    return sqrt(farthest);
}

CD_LEVELS(struct cd_sphere, cd_sphere_of_points)
(const struct cd_vec3 *points, size_t count, struct cd_aabb *box)
{
    // First pass: the sphere whose diameter is the longest of the three spans between the extreme points along x, y and
    // z; of equal ones, the first.
    size_t low[3] = {0}, high[3] = {0}, longest = 0;
    double min[3] = {points->x, points->y, points->z}, max[3] = {points->x, points->y, points->z}, squares[3];
    for (size_t i = 1; i < count; i++) {
        const double at[3] = {points[i].x, points[i].y, points[i].z};
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = at[axis] < min[axis] ? i : low[axis];
            min[axis] = at[axis] < min[axis] ? at[axis] : min[axis];
            high[axis] = at[axis] > max[axis] ? i : high[axis];
            max[axis] = at[axis] > max[axis] ? at[axis] : max[axis];
        }
    }
    for (size_t axis = 0; axis < 3; axis++) {
        squares[axis] = squared_distance(points[low[axis]], points[high[axis]]);
        longest = squares[axis] > squares[longest] ? axis : longest;
    }
    struct cd_vec3 centre = cd_scale(cd_add(points[low[longest]], points[high[longest]]), 0.5);
    double radius = 0.5 * sqrt(squares[longest]);

    // Second pass: for a point outside, the new sphere reaches from the point to the opposite end.
    for (size_t i = 0; i < count; i++) {
        double far = squared_distance(points[i], centre);
        if (far <= radius * radius)
            continue;
        far = sqrt(far);
        radius = 0.5 * (radius + far);
        centre = cd_add(centre, cd_scale(cd_sub(points[i], centre), (far - radius) / far));
    }

    struct cd_aabb around = {cd_vec(min[0], min[1], min[2]), cd_vec(max[0], max[1], max[2])};
    struct cd_vec3 middle = cd_aabb_centre(&around);
    struct cd_sphere sphere = {centre, reach(centre, points, count)},
                     other = {middle, reach(middle, points, count)};
    if (box)
        *box = around;
    return other.radius < sphere.radius ? other : sphere;
}
