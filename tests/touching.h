/// Triangles of bodies as they are placed, and whether bodies touch.
#ifndef CD_TESTS_TOUCHING_H
#define CD_TESTS_TOUCHING_H

#include "base/memory.h"
#include "geom/triangle.h"
#include "scenes/scene.h"
#include "tests/test.h"

static inline struct cd_aabb box_around(const struct cd_vec3 corners[3])
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++)
        cd_aabb_add(&box, corners[k]);
    return box;
}

/// The triangles of a mesh at a place. They are released by `world_free`.
struct world {
    uint32_t count;
    struct cd_vec3 (*triangles)[3];
    struct cd_aabb *boxes;
};

static inline struct world world_of(const struct cd_mesh *mesh, const struct cd_vec3 *vertices,
                                    const struct cd_pose *pose)
{
    struct world world = {.count = mesh->triangle_count};
    world.triangles = cd_allocate(world.count, sizeof *world.triangles);
    world.boxes = cd_allocate(world.count, sizeof *world.boxes);
    for (uint32_t i = 0; i < world.count; i++) {
        for (int k = 0; k < 3; k++)
            world.triangles[i][k] = cd_canonical_vertex(pose, vertices[mesh->triangles[i].v[k]]);
        world.boxes[i] = box_around(world.triangles[i]);
    }
    return world;
}

static inline void world_free(struct world *world)
{
    cd_free(world->triangles);
    cd_free(world->boxes);
}

static inline bool triangles_touch(const struct world *a, uint32_t i, const struct world *b, uint32_t j)
{
    return cd_aabb_overlap(&a->boxes[i], &b->boxes[j]) &&
           cd_triangles_touch(a->triangles[i], b->triangles[j]);
}

/// Whether any triangles of two bodies touch, by comparing all of them.
static inline bool bodies_touch(const struct cd_scene *scene, const struct cd_body *a,
                                const struct cd_body *b)
{
    struct world wa = world_of(scene->meshes[a->mesh], a->vertices, &a->pose);
    struct world wb = world_of(scene->meshes[b->mesh], b->vertices, &b->pose);
    bool touch = false;
    for (uint32_t i = 0; i < wa.count && !touch; i++)
        for (uint32_t j = 0; j < wb.count && !touch; j++)
            touch = triangles_touch(&wa, i, &wb, j);
    world_free(&wa);
    world_free(&wb);
    return touch;
}

#endif
