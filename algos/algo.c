#include "algos/algo.h"

#include "geom/triangle.h"

static void world_corners(const struct cd_placed *body, uint32_t triangle, struct cd_vec3 corner[3])
{
    for (int i = 0; i < 3; i++)
        corner[i] = cd_canonical_vertex(body->pose, body->vertices[body->triangles[triangle].v[i]]);
}

bool cd_placed_triangles_touch(const struct cd_placed *a, uint32_t i, const struct cd_placed *b, uint32_t j)
{
    struct cd_vec3 p[3], q[3];
    world_corners(a, i, p);
    world_corners(b, j, q);
    return cd_triangles_touch(p, q);
}
