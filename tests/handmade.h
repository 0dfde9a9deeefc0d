/// Scenes made in memory, frame by frame, for tests:
///
///     struct handmade *made = handmade_begin();
///     uint32_t box = handmade_add(made, handmade_box(1, false));
///     handmade_put(made, 0, 7, box, handmade_at(0, 0, 0)); // frame, id, mesh, pose: ascending
///     struct cd_scene *scene = handmade_end(made, 1);
#ifndef CD_TESTS_HANDMADE_H
#define CD_TESTS_HANDMADE_H

#include "base/memory.h"
#include "base/random.h"
#include "scenes/cursor.h"
#include "scenes/source.h"
#include "tests/seed.h"

#include <stdio.h>
#include <string.h>

struct handmade_entry {
    uint64_t frame;
    struct cd_body body;
    struct cd_region region; ///< of a scene of regions (handmade_regions.h)
};

struct handmade {
    struct cd_source source;
    struct cd_scene *scene;
    struct handmade_entry *entries;
    size_t count, capacity;
};

static inline void handmade_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct handmade *made = (const struct handmade *)scene->source;
    size_t low = 0, high = made->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (made->entries[middle].frame < frame)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < made->count && made->entries[i].frame == frame; i++)
        if (scene->dimensions)
            *cd_live_add_region(live) = made->entries[i].region;
        else
            *cd_live_add_body(live, 0, 0) = made->entries[i].body;
}

static inline void handmade_destroy(struct cd_source *source)
{
    struct handmade *made = (struct handmade *)source;
    for (size_t i = 0; i < made->count; i++)
        cd_free((void *)(uintptr_t)made->entries[i].body.vertices);
    cd_free(made->entries);
}

static const struct cd_source_kind handmade_kind = {.place = handmade_place, .destroy = handmade_destroy};

static inline struct handmade *handmade_begin(void)
{
    struct handmade *made = cd_allocate(1, sizeof *made);
    made->source.kind = &handmade_kind;
    made->scene = cd_scene_create("handmade");
    made->scene->source = &made->source;
    return made;
}

/// Gives a mesh to the scene, which then owns it. Returns its index.
static inline uint32_t handmade_add(struct handmade *made, struct cd_mesh *mesh)
{
    cd_scene_add_mesh(made->scene, mesh);
    return made->scene->mesh_count - 1;
}

static inline void handmade_put(struct handmade *made, uint64_t frame, uint32_t id, uint32_t mesh,
                                struct cd_pose pose)
{
    made->entries = cd_grow(made->entries, made->count, &made->capacity, sizeof *made->entries);
    made->entries[made->count++] =
        (struct handmade_entry){.frame = frame, .body = {.id = id, .mesh = mesh, .pose = pose}};
}

/// Does the same for a body with vertices of its own, which are copied.
static inline void handmade_put_deformed(struct handmade *made, uint64_t frame, uint32_t id, uint32_t mesh,
                                         struct cd_pose pose, uint64_t version,
                                         const struct cd_vec3 *vertices)
{
    handmade_put(made, frame, id, mesh, pose);
    uint32_t count = made->scene->meshes[mesh]->vertex_count;
    struct cd_vec3 *copy = cd_allocate(count, sizeof *copy);
    memcpy(copy, vertices, count * sizeof *copy);
    made->entries[made->count - 1].body.version = version;
    made->entries[made->count - 1].body.vertices = copy;
}

static inline struct cd_scene *handmade_end(struct handmade *made, uint64_t frame_count)
{
    struct cd_scene *scene = made->scene;
    struct cd_status status = {0};
    scene->frame_count = frame_count;
    enum cd_code code = cd_scene_survey(scene, NULL, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    return scene;
}

// ---- points and poses -------------------------------------------------------------------------------------

static inline struct cd_random handmade_random(void)
{
    return cd_random_seed(seed_of_test());
}

static inline struct cd_pose handmade_at(double x, double y, double z)
{
    struct cd_pose pose = cd_pose_identity();
    pose.t[0] = x;
    pose.t[1] = y;
    pose.t[2] = z;
    return pose;
}

static inline struct cd_vec3 handmade_random_point(struct cd_random *random, double reach)
{
    double x = cd_random_between(random, -reach, reach), y = cd_random_between(random, -reach, reach);
    return cd_vec(x, y, cd_random_between(random, -reach, reach));
}

static inline struct cd_pose handmade_random_pose(struct cd_random *random, double reach)
{
    struct cd_pose pose;
    struct cd_vec3 axis = cd_add(handmade_random_point(random, 1), cd_vec(0, 0, 2));
    cd_rotation_about(axis, cd_random_between(random, -7, 7), pose.r);
    for (int i = 0; i < 3; i++)
        pose.t[i] = cd_random_between(random, -reach, reach);
    return pose;
}

// ---- meshes -----------------------------------------------------------------------------------------------

static inline struct cd_mesh *handmade_mesh(const struct cd_vec3 *vertices, uint32_t vertex_count,
                                            const struct cd_triangle *triangles, uint32_t triangle_count)
{
    struct cd_vec3 *own_vertices = cd_allocate(vertex_count, sizeof *own_vertices);
    struct cd_triangle *own_triangles = cd_allocate(triangle_count, sizeof *own_triangles);
    memcpy(own_vertices, vertices, vertex_count * sizeof *vertices);
    memcpy(own_triangles, triangles, triangle_count * sizeof *triangles);
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    enum cd_code code =
        cd_mesh_create("handmade", own_vertices, vertex_count, own_triangles, triangle_count, &mesh, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    return mesh;
}

static inline struct cd_mesh *generated(const char *specification)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    if (cd_mesh_generate(specification, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

/// Triangles that share no vertices: three points each.
static inline struct cd_mesh *handmade_loose(const struct cd_vec3 *points, uint32_t triangle_count)
{
    struct cd_triangle *triangles = cd_allocate(triangle_count, sizeof *triangles);
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        triangles[i / 3].v[i % 3] = i;
    struct cd_mesh *mesh = handmade_mesh(points, 3 * triangle_count, triangles, triangle_count);
    cd_free(triangles);
    return mesh;
}

/// A box. Its normals point outwards, or inwards if `inverted`.
static inline struct cd_mesh *handmade_block(struct cd_vec3 low, struct cd_vec3 high, bool inverted)
{
    static const struct cd_triangle faces[12] = {
        {{0, 2, 1}}, {{1, 2, 3}}, {{4, 5, 6}}, {{5, 7, 6}}, {{0, 1, 4}}, {{1, 5, 4}},
        {{2, 6, 3}}, {{3, 6, 7}}, {{0, 4, 2}}, {{2, 4, 6}}, {{1, 3, 5}}, {{3, 7, 5}},
    };
    struct cd_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = cd_vec(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    struct cd_triangle triangles[12];
    for (int i = 0; i < 12; i++) {
        triangles[i] = faces[i];
        if (inverted) {
            triangles[i].v[1] = faces[i].v[2];
            triangles[i].v[2] = faces[i].v[1];
        }
    }
    return handmade_mesh(corners, 8, triangles, 12);
}

/// The cube [-half, half]^3.
static inline struct cd_mesh *handmade_box(double half, bool inverted)
{
    return handmade_block(cd_vec(-half, -half, -half), cd_vec(half, half, half), inverted);
}

/// One mesh with the components of two meshes; the second is moved by `offset`. Frees both meshes.
static inline struct cd_mesh *handmade_join(struct cd_mesh *a, struct cd_mesh *b, struct cd_vec3 offset)
{
    uint32_t vertex_count = a->vertex_count + b->vertex_count;
    uint32_t triangle_count = a->triangle_count + b->triangle_count;
    struct cd_vec3 *vertices = cd_allocate(vertex_count, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate(triangle_count, sizeof *triangles);
    for (uint32_t i = 0; i < vertex_count; i++)
        vertices[i] = i < a->vertex_count ? a->vertices[i] : cd_add(b->vertices[i - a->vertex_count], offset);
    for (uint32_t i = 0; i < triangle_count; i++) {
        triangles[i] = i < a->triangle_count ? a->triangles[i] : b->triangles[i - a->triangle_count];
        for (int k = 0; k < 3 && i >= a->triangle_count; k++)
            triangles[i].v[k] += a->vertex_count;
    }
    struct cd_mesh *mesh = handmade_mesh(vertices, vertex_count, triangles, triangle_count);
    cd_free(vertices);
    cd_free(triangles);
    cd_mesh_destroy(a);
    cd_mesh_destroy(b);
    return mesh;
}

/// Triangles between points of a small grid. Many are degenerate, coplanar, touching or coincident.
static inline struct cd_mesh *handmade_soup(struct cd_random *random, uint32_t triangle_count, unsigned grid)
{
    uint32_t vertex_count = triangle_count + 2;
    struct cd_vec3 *vertices = cd_allocate(vertex_count, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate(triangle_count, sizeof *triangles);
    for (uint32_t i = 0; i < vertex_count; i++)
        vertices[i] = cd_vec((double)cd_random_below(random, grid), (double)cd_random_below(random, grid),
                             (double)cd_random_below(random, grid));
    for (uint32_t i = 0; i < triangle_count; i++)
        for (int k = 0; k < 3; k++)
            triangles[i].v[k] = (uint32_t)cd_random_below(random, vertex_count);
    struct cd_mesh *mesh = handmade_mesh(vertices, vertex_count, triangles, triangle_count);
    cd_free(vertices);
    cd_free(triangles);
    return mesh;
}

#endif
