#include "algos/driver/hull.h"

struct cd_hull cd_hull_of(const struct cd_mesh *mesh, const struct cd_vec3 *vertices)
{
    struct cd_hull hull = {.box = cd_aabb_empty()};
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&hull.box, vertices[mesh->triangles[i].v[k]]);
    struct cd_vec3 centre = cd_aabb_centre(&hull.box);
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            hull.radius = fmax(hull.radius, cd_length(cd_sub(vertices[mesh->triangles[i].v[k]], centre)));
    hull.radius *= 1 + 10 * CD_POSE_DEFECT_MAX;
    return hull;
}

static struct cd_aabb widened(struct cd_vec3 low, struct cd_vec3 high, double margin)
{
    struct cd_vec3 by = cd_vec(margin, margin, margin);
    return (struct cd_aabb){cd_sub(low, by), cd_add(high, by)};
}

struct cd_aabb cd_hull_box(const struct cd_hull *hull, const struct cd_pose *pose)
{
    const struct cd_aabb *model = &hull->box;
    struct cd_aabb box = cd_aabb_empty();
    double radius = 0;
    for (int i = 0; i < 8; i++) {
        struct cd_vec3 corner =
            cd_vec(i & 1 ? model->high.x : model->low.x, i & 2 ? model->high.y : model->low.y,
                   i & 4 ? model->high.z : model->low.z);
        radius = fmax(radius, cd_length(corner));
        cd_aabb_add(&box, cd_canonical_vertex(pose, corner));
    }
    // The corners are rounded as well as the vertices inside, hence twice the bound.
    return widened(box.low, box.high, 2 * cd_pose_rounding(pose, radius));
}

struct cd_aabb cd_hull_cube(const struct cd_hull *hull, const struct cd_pose *pose)
{
    struct cd_vec3 middle = cd_aabb_centre(&hull->box), centre = cd_canonical_vertex(pose, middle);
    double rounding = 2 * cd_pose_rounding(pose, cd_length(middle) + hull->radius);
    return widened(centre, centre, hull->radius + rounding);
}
