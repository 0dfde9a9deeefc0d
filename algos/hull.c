#include "algos/hull.h"

// A rotation may be off by CD_POSE_DEFECT_MAX; squares of lengths stay in the range of doubles above the least
// radius.
#define RADIUS_SLACK (1 + 10 * CD_POSE_DEFECT_MAX)
#define LEAST_RADIUS 0x1p-500

struct cd_hull cd_hull_of_box(const struct cd_aabb *box)
{
    struct cd_hull hull = {.middle = cd_aabb_centre(box), .radius = LEAST_RADIUS};
    for (int i = 0; i < 3; i++) {
        double low = cd_axis(&box->low, i), high = cd_axis(&box->high, i), middle = cd_axis(&hull.middle, i);
        hull.half[i] = fmax(high - middle, middle - low);
        hull.radius += hull.half[i];
        hull.reach += fmax(fabs(low), fabs(high));
    }
    return hull;
}

struct cd_hull cd_hull_of(const struct cd_shape *shape)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < shape->mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&box, shape->vertices[shape->mesh->triangles[i].v[k]]);
    struct cd_hull hull = cd_hull_of_box(&box);
    double square = 0;
    for (uint32_t i = 0; i < shape->mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 p = cd_sub(shape->vertices[shape->mesh->triangles[i].v[k]], hull.middle);
            square = cd_dot(p, p) > square ? cd_dot(p, p) : square;
        }
    hull.radius = fmin(hull.radius, sqrt(square) * RADIUS_SLACK + LEAST_RADIUS);
    return hull;
}

/// The box that reaches so far from the middle, with room for the rounding of the middle and of the vertices, both from
/// there and in the model.
static struct cd_aabb box_around(const struct cd_hull *hull, const struct cd_pose *pose, const double by[3])
{
    struct cd_vec3 centre = cd_canonical_vertex(pose, hull->middle);
    double margin = 4 * cd_pose_rounding(pose, 2 * hull->reach);
    struct cd_vec3 to = cd_vec(by[0] + margin, by[1] + margin, by[2] + margin);
    return (struct cd_aabb){cd_sub(centre, to), cd_add(centre, to)};
}

struct cd_aabb cd_hull_box(const struct cd_hull *hull, const struct cd_pose *pose)
{
    const double *r = pose->r, *half = hull->half;
    double by[3];
    for (int i = 0; i < 3; i++) {
        by[i] = (fabs(r[3 * i]) * half[0] + fabs(r[3 * i + 1]) * half[1]) + fabs(r[3 * i + 2]) * half[2];
        by[i] = by[i] < hull->radius ? by[i] : hull->radius;
    }
    return box_around(hull, pose, by);
}

struct cd_aabb cd_hull_cube(const struct cd_hull *hull, const struct cd_pose *pose)
{
    return box_around(hull, pose, (double[]){hull->radius, hull->radius, hull->radius});
}
