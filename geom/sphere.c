// J. Ritter, "An Efficient Bounding Sphere", Graphics Gems, 1990, pages 301-303. Four points are examined together. The
// sphere is the same to the last bit as with one point after the other.
#include "geom/sphere.h"

#include "base/levels.h"
#include "geom/lanes.h"

#include <string.h>

#define FOUR 4

// The number of points, out of `count`, that are taken four at a time: none if the shuffles cost more than they save.
#ifdef __AVX__
#define BY_FOUR(count) ((count) / FOUR * FOUR)
#else
#define BY_FOUR(count) ((count)*0)
#endif

static struct cd_vec3 middle(struct cd_vec3 a, struct cd_vec3 b)
{
    return cd_scale(cd_add(a, b), 0.5);
}

static double squared_distance(struct cd_vec3 a, struct cd_vec3 b)
{
    struct cd_vec3 apart = cd_sub(a, b);
    return cd_dot(apart, apart);
}

/// Each of the three coordinates of four points, in the order 0, 3, 2, 1.
struct four_points {
    cd_d4 x[3];
};

CD_INLINE void load_four(const struct cd_vec3 points[FOUR], struct four_points *four)
{
    cd_d4 a, b, c;
    memcpy(&a, &points[0].x, sizeof a);
    memcpy(&b, &points[1].y, sizeof b);
    memcpy(&c, &points[2].z, sizeof c);
    cd_d4 y = __builtin_shufflevector(__builtin_shufflevector(b, a, 0, 5, 2, 3), c, 0, 1, 6, 3);
    cd_d4 z = __builtin_shufflevector(__builtin_shufflevector(c, b, 0, 5, 2, 3), a, 0, 1, 6, 3);
    four->x[0] = __builtin_shufflevector(__builtin_shufflevector(a, c, 0, 5, 2, 3), b, 0, 1, 6, 3);
    four->x[1] = __builtin_shufflevector(y, y, 1, 2, 3, 0);
    four->x[2] = __builtin_shufflevector(z, z, 2, 3, 0, 1);
}

CD_INLINE void square_distances(const struct four_points *four, const struct cd_vec3 *from, cd_d4 *squares)
{
    cd_d4 x = four->x[0] - from->x, y = four->x[1] - from->y, z = four->x[2] - from->z;
    *squares = x * x + y * y + z * z;
}

CD_INLINE double largest(const cd_d4 *x)
{
    double a = (*x)[0] > (*x)[1] ? (*x)[0] : (*x)[1], b = (*x)[2] > (*x)[3] ? (*x)[2] : (*x)[3];
    return a > b ? a : b;
}

// Finds the extreme points along each axis; of equal ones, the first.
static void find_extremes(const struct cd_vec3 *points, size_t count, const struct cd_vec3 *low[3],
                          const struct cd_vec3 *high[3])
{
#ifdef __AVX__
    cd_d4 min, max, p;
    cd_l4 lowest = {0}, highest = {0}, at = {0};
    cd_d4_point(&min, points);
    max = min;
    for (size_t i = 1; i < count; i++) {
        cd_d4_point(&p, &points[i]);
        cd_l4 below = p<min, above = p> max;
        at += 1;
        lowest = (cd_l4)CD_D4_SELECT(below, at, lowest);
        highest = (cd_l4)CD_D4_SELECT(above, at, highest);
        cd_d4_widen(&min, &max, &p);
    }
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = points + lowest[axis];
        high[axis] = points + highest[axis];
    }
#else
    for (int axis = 0; axis < 3; axis++)
        low[axis] = high[axis] = points;
    for (const struct cd_vec3 *p = points + 1; p < points + count; p++)
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = cd_axis(p, axis) < cd_axis(low[axis], axis) ? p : low[axis];
            high[axis] = cd_axis(p, axis) > cd_axis(high[axis], axis) ? p : high[axis];
        }
#endif
}

// Ritter's first pass: the sphere whose diameter is the longest of the three spans between the extreme points along x,
// y and z. `box` gets the box of all points.
static struct cd_sphere first_guess(const struct cd_vec3 *points, size_t count, struct cd_aabb *box)
{
    const struct cd_vec3 *low[3], *high[3];
    find_extremes(points, count, low, high);
    int longest = 0;
    double squares[3];
    for (int axis = 0; axis < 3; axis++) {
        squares[axis] = squared_distance(*low[axis], *high[axis]);
        longest = squares[axis] > squares[longest] ? axis : longest;
    }
    box->low = cd_vec(low[0]->x, low[1]->y, low[2]->z);
    box->high = cd_vec(high[0]->x, high[1]->y, high[2]->z);
    return (struct cd_sphere){middle(*low[longest], *high[longest]), 0.5 * sqrt(squares[longest])};
}

// Ritter's second pass: for a point outside, the new sphere reaches from the point to the opposite end.
static void grow(struct cd_sphere *sphere, struct cd_vec3 point)
{
    double far = squared_distance(point, sphere->centre);
    if (far <= sphere->radius * sphere->radius)
        return;
    far = sqrt(far);
    double radius = 0.5 * (sphere->radius + far);
    struct cd_vec3 towards = cd_sub(point, sphere->centre);
    sphere->centre = cd_add(sphere->centre, cd_scale(towards, (far - radius) / far));
    sphere->radius = radius;
}

static void grow_all(struct cd_sphere *sphere, const struct cd_vec3 *points, size_t count)
{
    size_t i = 0;
    for (; i < BY_FOUR(count); i += FOUR) {
        struct four_points four;
        cd_d4 squares;
        load_four(points + i, &four);
        square_distances(&four, &sphere->centre, &squares);
        cd_l4 outside = squares > sphere->radius * sphere->radius;
        for (size_t k = 0; k < FOUR && cd_l4_any(&outside); k++)
            grow(sphere, points[i + k]);
    }
    for (; i < count; i++)
        grow(sphere, points[i]);
}

CD_LEVELS(double, cd_farthest_of_points)(struct cd_vec3 centre, const struct cd_vec3 *points, size_t count)
{
    cd_d4 far = {0}, unused = {0}, squares;
    size_t i = 0;
    for (; i < BY_FOUR(count); i += FOUR) {
        struct four_points four;
        load_four(points + i, &four);
        square_distances(&four, &centre, &squares);
        cd_d4_widen(&unused, &far, &squares);
    }
    double farthest = largest(&far);
    for (; i < count; i++) {
        double squared = squared_distance(points[i], centre);
        farthest = squared > farthest ? squared : farthest;
    }
    return farthest;
}

CD_LEVELS(struct cd_sphere, cd_sphere_of_points)
(const struct cd_vec3 *points, size_t count, struct cd_aabb *box)
{
    struct cd_aabb own = cd_aabb_empty();
    box = box ? box : &own;
    struct cd_sphere sphere = first_guess(points, count, box), other = {cd_aabb_centre(box), 0};
    grow_all(&sphere, points, count);
    sphere.radius = sqrt(cd_farthest_of_points(sphere.centre, points, count));
    other.radius = sqrt(cd_farthest_of_points(other.centre, points, count));
    return other.radius < sphere.radius ? other : sphere;
}
