/// Triangles of bodies as they are placed, and whether bodies touch.
#ifndef CD_TESTS_TOUCHING_H
#define CD_TESTS_TOUCHING_H

#include "geom/triangle.h"
#include "scenes/scene.h"
#include "tests/test.h"

static inline void world_triangle(const struct cd_scene *scene, const struct cd_body *body, uint32_t i,
                                  struct cd_vec3 corners[3])
{
    const struct cd_triangle *triangle = &scene->meshes[body->mesh]->triangles[i];
    for (int k = 0; k < 3; k++)
        corners[k] = cd_canonical_vertex(&body->pose, body->vertices[triangle->v[k]]);
}

static inline struct cd_aabb box_around(const struct cd_vec3 corners[3])
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++)
        cd_aabb_add(&box, corners[k]);
    return box;
}

/// Whether any triangles of two bodies touch, by comparing all of them.
static inline bool bodies_touch(const struct cd_scene *scene, const struct cd_body *a,
                                const struct cd_body *b)
{
    enum { MAX = 1000 };
    static struct cd_vec3 others[MAX][3];
    static struct cd_aabb boxes[MAX];
    uint32_t a_count = scene->meshes[a->mesh]->triangle_count;
    uint32_t b_count = scene->meshes[b->mesh]->triangle_count;
    assert_in_range(b_count, 1, MAX);
    for (uint32_t j = 0; j < b_count; j++) {
        world_triangle(scene, b, j, others[j]);
        boxes[j] = box_around(others[j]);
    }
    for (uint32_t i = 0; i < a_count; i++) {
        struct cd_vec3 one[3];
        world_triangle(scene, a, i, one);
        struct cd_aabb box = box_around(one);
        for (uint32_t j = 0; j < b_count; j++)
            if (cd_aabb_overlap(&box, &boxes[j]) && cd_triangles_touch(one, others[j]))
                return true;
    }
    return false;
}

#endif
