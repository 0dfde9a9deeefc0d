#include "algos/float_tree.h"

// The largest error of float arithmetic, relative to the size of both trees.
#define FLOAT_SLACK 0x1p-17

// Lengths between these have squares that are safe in float arithmetic; vertices are at most 1e15.
#define FLOAT_LEAST 0x1p-60
#define FLOAT_REACH 1e18

/// Widens a box by a vertex, and how far vertices are from the origin.
static inline void add_vertex(struct cd_aabb *box, double *reach, struct cd_vec3 p)
{
    double length = fabs(p.x) + fabs(p.y) + fabs(p.z);
    cd_aabb_add(box, p);
    *reach = length > *reach ? length : *reach;
}

static struct cd_float_frame frame_of(const struct cd_aabb *box, double reach)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    // Half the box's diagonal, and more than what rounding took away.
    double radius = (fabs(extent.x) + fabs(extent.y) + fabs(extent.z)) * 0.5 * (1 + 0x1p-48);
    return (struct cd_float_frame){cd_aabb_centre(box), radius, reach};
}

struct cd_float_frame cd_float_frame_of(const struct cd_shape *shape)
{
    struct cd_aabb box = cd_aabb_empty();
    double reach = 0;
    for (uint32_t i = 0; i < shape->mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            add_vertex(&box, &reach, shape->vertices[shape->mesh->triangles[i].v[k]]);
    return frame_of(&box, reach);
}

struct cd_float_frame cd_float_frame_around(const struct cd_shape *shape)
{
    struct cd_aabb box = cd_aabb_empty();
    double reach = 0;
    for (uint32_t i = 0; i < shape->mesh->vertex_count; i++)
        add_vertex(&box, &reach, shape->vertices[i]);
    return frame_of(&box, reach);
}

void cd_float_sphere(const struct cd_float_frame *frame, const struct cd_sphere *sphere, float rounded[4])
{
    rounded[0] = (float)sphere->centre.x;
    rounded[1] = (float)sphere->centre.y;
    rounded[2] = (float)sphere->centre.z;
    struct cd_vec3 moved =
        cd_sub(sphere->centre, cd_vec((double)rounded[0], (double)rounded[1], (double)rounded[2]));
    rounded[3] = cd_rounded_up(sphere->radius + cd_length(moved) + cd_float_margin(frame));
}

size_t cd_world_sphere_bytes(const struct cd_shape *shape)
{
    (void)shape;
    return sizeof(struct cd_world_sphere);
}

struct cd_world_sphere cd_world_sphere_of(double reach, const struct cd_sphere *sphere,
                                          const struct cd_pose *pose)
{
    struct cd_vec3 centre = cd_canonical_vertex(pose, sphere->centre);
    // A rotation that is off by 1e-12, the rounding of the centre and of vertices, and of what is compared;
    // the last term keeps squares in the range of doubles.
    double radius = sphere->radius * (1 + 1e-11) + 4 * cd_pose_rounding(pose, 2 * reach) + 0x1p-500;
    return (struct cd_world_sphere){{centre.x, centre.y, centre.z}, radius, cd_pose_slack_of(pose, reach)};
}

bool cd_float_relate(const struct cd_float_frame *a, const struct cd_placed *body_a,
                     const struct cd_float_frame *b, const struct cd_placed *body_b, struct cd_float_map *map)
{
    const struct cd_world_sphere *sphere_a = body_a->placement, *sphere_b = body_b->placement;
    struct cd_pose relative;
    cd_relate(body_a->pose, body_b->pose, &relative);
    double slack = 2 * cd_relative_slack(&sphere_a->slack, &sphere_b->slack), size = a->radius + b->radius;
    const double *r = relative.r;
    for (int i = 0; i < 3; i++) {
        double t = (r[3 * i] * b->origin.x + r[3 * i + 1] * b->origin.y) +
                   (r[3 * i + 2] * b->origin.z + (relative.t[i] - cd_axis(&a->origin, i)));
        map->t[i] = (float)t;
        size += fabs(t);
    }
    if (!(size + slack < FLOAT_REACH))
        return false;
    for (int i = 0; i < 9; i++)
        map->r[i] = (float)r[i];
    map->slack = (float)(slack + FLOAT_SLACK * size + FLOAT_LEAST);
    return true;
}
