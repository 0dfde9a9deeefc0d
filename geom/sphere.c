// J. Ritter, "An Efficient Bounding Sphere", Graphics Gems, 1990, pages 301-303.
#include "geom/sphere.h"

static struct cd_vec3 middle(struct cd_vec3 a, struct cd_vec3 b)
{
    return cd_scale(cd_add(a, b), 0.5);
}

static double squared_distance(struct cd_vec3 a, struct cd_vec3 b)
{
    struct cd_vec3 apart = cd_sub(a, b);
    return cd_dot(apart, apart);
}

// The distance of the farthest point from the centre.
static inline __attribute__((always_inline)) double reach(struct cd_vec3 centre, const struct cd_vec3 *points,
                                                          size_t count)
{
    double farthest = 0;
    for (size_t i = 0; i < count; i++) {
        double squared = squared_distance(points[i], centre);
        farthest = squared > farthest ? squared : farthest;
    }
    return sqrt(farthest);
}

// Ritter's first pass: the sphere whose diameter is the longest of the three spans between the points that
// are extreme along x, y and z. `box` gets the box of all points.
static inline __attribute__((always_inline)) struct cd_sphere first_guess(const struct cd_vec3 *points,
                                                                          size_t count, struct cd_aabb *box)
{
    struct cd_vec3 low[3], high[3];
    for (int axis = 0; axis < 3; axis++)
        low[axis] = high[axis] = points[0];
    for (size_t i = 1; i < count; i++) {
        struct cd_vec3 p = points[i];
        low[0] = p.x < low[0].x ? p : low[0];
        low[1] = p.y < low[1].y ? p : low[1];
        low[2] = p.z < low[2].z ? p : low[2];
        high[0] = p.x > high[0].x ? p : high[0];
        high[1] = p.y > high[1].y ? p : high[1];
        high[2] = p.z > high[2].z ? p : high[2];
    }
    int longest = 0;
    for (int axis = 1; axis < 3; axis++)
        if (squared_distance(low[axis], high[axis]) > squared_distance(low[longest], high[longest]))
            longest = axis;
    box->low = cd_vec(low[0].x, low[1].y, low[2].z);
    box->high = cd_vec(high[0].x, high[1].y, high[2].z);
    struct cd_sphere sphere = {middle(low[longest], high[longest]), 0};
    sphere.radius = 0.5 * sqrt(squared_distance(low[longest], high[longest]));
    return sphere;
}

// Ritter's second pass: a point outside makes the sphere reach from it to the opposite end.
static inline __attribute__((always_inline)) void grow(struct cd_sphere *sphere, const struct cd_vec3 *points,
                                                       size_t count)
{
    double squared = sphere->radius * sphere->radius;
    for (size_t i = 0; i < count; i++) {
        double far = squared_distance(points[i], sphere->centre);
        if (far <= squared)
            continue;
        far = sqrt(far);
        double radius = 0.5 * (sphere->radius + far);
        struct cd_vec3 towards = cd_sub(points[i], sphere->centre);
        sphere->centre = cd_add(sphere->centre, cd_scale(towards, (far - radius) / far));
        sphere->radius = radius;
        squared = radius * radius;
    }
}

static inline __attribute__((always_inline)) struct cd_sphere sphere_of(const struct cd_vec3 *points,
                                                                        size_t count, struct cd_aabb *box)
{
    struct cd_sphere sphere = first_guess(points, count, box);
    grow(&sphere, points, count);
    sphere.radius = reach(sphere.centre, points, count);
    struct cd_sphere other = {cd_aabb_centre(box), 0};
    other.radius = reach(other.centre, points, count);
    return other.radius < sphere.radius ? other : sphere;
}

struct cd_sphere cd_sphere_of_points(const struct cd_vec3 *points, size_t count, struct cd_aabb *box)
{
    struct cd_aabb own = cd_aabb_empty();
    box = box ? box : &own;
    return count == 3 ? sphere_of(points, 3, box) : sphere_of(points, count, box); // most are of triangles
}
