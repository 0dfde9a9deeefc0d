/// Counts the collisions that image_cd_culled overlooks, by how far an edge of one body runs inside the other. The
/// placements are random, near first contact and deep; the bodies have holes, lobes and fins.
///
/// A run is measured in pixels of the view in which image_cd draws the pair. Signs and winding numbers are exact. Only the
/// places where an edge is cut, and so the lengths, are rounded.
#ifndef CD_TESTS_PEELING_H
#define CD_TESTS_PEELING_H

#include "algos/driver/instance.h"
#include "algos/opengl/opengl.h"
#include "base/memory.h"
#include "bench/oracle/answering.h"
#include "geom/predicates.h"
#include "geom/winding.h"
#include "scenes/cursor.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- runs of edges inside the other body ------------------------------------------------------------------

/// The edges of a solid mesh, each once, as pairs of vertices.
struct edge_list {
    size_t count;
    struct cd_edge {
        uint32_t v[2];
    } * edges;
};

static inline int edge_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct cd_edge)); // any order will do, as long as equal edges meet
}

static inline struct edge_list edge_list_of(const struct cd_mesh *mesh)
{
    struct edge_list list = {0, cd_allocate(3 * (size_t)mesh->triangle_count, sizeof *list.edges)};
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t p = mesh->triangles[t].v[k], q = mesh->triangles[t].v[(k + 1) % 3];
            list.edges[list.count++] = (struct cd_edge){{p < q ? p : q, p < q ? q : p}};
        }
    qsort(list.edges, list.count, sizeof *list.edges, edge_compare);
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++)
        if (!kept || edge_compare(&list.edges[kept - 1], &list.edges[i]))
            list.edges[kept++] = list.edges[i];
    list.count = kept;
    return list;
}

/// A body at its place in a frame.
struct placed_solid {
    const struct cd_mesh *mesh;
    struct cd_vec3 *vertices; ///< canonical ones
    struct cd_aabb box;
    uint32_t near_count, *near; ///< triangles whose boxes touch the other body's box
    signed char *inside;        ///< for every vertex, whether it is inside the other body; -1: not known yet
};

static inline struct cd_aabb box_of_triangle(const struct placed_solid *solid, uint32_t triangle)
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++)
        cd_aabb_add(&box, solid->vertices[solid->mesh->triangles[triangle].v[k]]);
    return box;
}

static inline struct placed_solid solid_place(const struct cd_scene *scene, const struct cd_body *body)
{
    const struct cd_mesh *mesh = scene->meshes[body->mesh];
    struct placed_solid solid = {.mesh = mesh, .box = cd_aabb_empty()};
    solid.vertices = cd_allocate(mesh->vertex_count, sizeof *solid.vertices);
    solid.inside = cd_allocate(mesh->vertex_count, sizeof *solid.inside);
    solid.near = cd_allocate(mesh->triangle_count, sizeof *solid.near);
    memset(solid.inside, -1, mesh->vertex_count);
    cd_canonical_vertices(&body->pose, body->vertices, mesh->vertex_count, solid.vertices);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        cd_aabb_add(&solid.box, solid.vertices[i]);
    return solid;
}

static inline void solid_find_near(struct placed_solid *solid, const struct placed_solid *other)
{
    for (uint32_t t = 0; t < solid->mesh->triangle_count; t++) {
        struct cd_aabb box = box_of_triangle(solid, t);
        if (cd_aabb_overlap(&box, &other->box))
            solid->near[solid->near_count++] = t;
    }
}

static inline void solid_release(struct placed_solid *solid)
{
    cd_free(solid->vertices);
    cd_free(solid->inside);
    cd_free(solid->near);
}

static inline void triangle_of(const struct placed_solid *solid, uint32_t t, struct cd_vec3 corners[3])
{
    for (int k = 0; k < 3; k++)
        corners[k] = solid->vertices[solid->mesh->triangles[t].v[k]];
}

static inline bool solid_holds(const struct placed_solid *solid, const struct cd_vec3 *p)
{
    int winding = 0;
    for (uint32_t t = 0; t < solid->mesh->triangle_count; t++) {
        struct cd_vec3 corners[3];
        triangle_of(solid, t, corners);
        winding += cd_winding_crossing(p, corners);
    }
    return winding != 0;
}

static inline bool vertex_is_inside(const struct placed_solid *solid, uint32_t vertex,
                                    const struct placed_solid *other)
{
    if (solid->inside[vertex] < 0) {
        const struct cd_vec3 *p = &solid->vertices[vertex];
        struct cd_aabb point = {*p, *p};
        solid->inside[vertex] = cd_aabb_overlap(&point, &other->box) && solid_holds(other, p);
    }
    return solid->inside[vertex] > 0;
}

/// Where the edge crosses the triangle, from 0 to 1; NAN if it does not. A common point at a border counts, because a
/// superfluous cut does no harm.
static inline double edge_cut(const struct cd_vec3 *p, const struct cd_vec3 *q, const struct cd_vec3 t[3])
{
    int before = cd_orient3d(&t[0], &t[1], &t[2], p), after = cd_orient3d(&t[0], &t[1], &t[2], q);
    if (before == after)
        return (double)NAN;
    int turn[3];
    for (int k = 0; k < 3; k++)
        turn[k] = cd_orient3d(p, q, &t[k], &t[(k + 1) % 3]);
    if ((turn[0] < 0 || turn[1] < 0 || turn[2] < 0) && (turn[0] > 0 || turn[1] > 0 || turn[2] > 0))
        return (double)NAN;
    struct cd_vec3 normal = cd_cross(cd_sub(t[1], t[0]), cd_sub(t[2], t[0]));
    double dp = fabs(cd_dot(normal, cd_sub(*p, t[0]))), dq = fabs(cd_dot(normal, cd_sub(*q, t[0])));
    return dp + dq > 0 ? dp / (dp + dq) : 0.5;
}

static inline int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#define INSIDE_RUN_CUTS 1024

/// The cuts of an edge by the other body's triangles, in ascending order, with 0 before and 1 after them.
static inline size_t edge_cuts(const struct cd_vec3 ends[2], const struct placed_solid *other,
                               double cuts[INSIDE_RUN_CUTS])
{
    struct cd_aabb box = cd_aabb_empty();
    cd_aabb_add(&box, ends[0]);
    cd_aabb_add(&box, ends[1]);
    size_t count = 0;
    cuts[count++] = 0;
    for (uint32_t i = 0; i < other->near_count; i++) {
        struct cd_aabb there = box_of_triangle(other, other->near[i]);
        if (!cd_aabb_overlap(&box, &there))
            continue;
        struct cd_vec3 corners[3];
        triangle_of(other, other->near[i], corners);
        double cut = edge_cut(&ends[0], &ends[1], corners);
        CD_ASSERT(count < INSIDE_RUN_CUTS - 1);
        if (!isnan(cut))
            cuts[count++] = cut;
    }
    cuts[count++] = 1;
    qsort(cuts, count, sizeof *cuts, compare_reals);
    return count;
}

/// The longest part, from 0 to 1, of an edge of `solid` inside `other`.
static inline double edge_inside_part(const struct placed_solid *solid, const struct cd_edge *edge,
                                      const struct placed_solid *other)
{
    struct cd_vec3 ends[2] = {solid->vertices[edge->v[0]], solid->vertices[edge->v[1]]};
    double cuts[INSIDE_RUN_CUTS], longest = 0, run = 0;
    size_t count = edge_cuts(ends, other, cuts);
    if (count == 2)
        return vertex_is_inside(solid, edge->v[0], other);
    struct cd_vec3 along = cd_sub(ends[1], ends[0]);
    for (size_t i = 0; i + 1 < count; i++) {
        double part = cuts[i + 1] - cuts[i];
        if (!(part > 0))
            continue;
        struct cd_vec3 middle = cd_add(ends[0], cd_scale(along, 0.5 * (cuts[i] + cuts[i + 1])));
        run = solid_holds(other, &middle) ? run + part : 0;
        longest = fmax(longest, run);
    }
    return longest;
}

static inline double longest_run_of(const struct placed_solid *solid, const struct edge_list *edges,
                                    const struct placed_solid *other, const struct cd_gl_view *view,
                                    int resolution)
{
    double longest = 0;
    for (size_t i = 0; i < edges->count; i++) {
        const struct cd_edge *edge = &edges->edges[i];
        struct cd_aabb box = cd_aabb_empty();
        cd_aabb_add(&box, solid->vertices[edge->v[0]]);
        cd_aabb_add(&box, solid->vertices[edge->v[1]]);
        if (!cd_aabb_overlap(&box, &other->box))
            continue;
        double pixels[2];
        struct cd_vec3 extent = cd_aabb_extent(&box);
        for (int k = 0; k < 2; k++)
            pixels[k] = cd_axis(&extent, (view->axis + 1 + k) % 3) / (2 * view->half[k]) * resolution;
        double whole = hypot(pixels[0], pixels[1]);
        if (whole > longest)
            longest = fmax(longest, whole * edge_inside_part(solid, edge, other));
    }
    return longest;
}

/// The longest run of an edge of one of the two bodies inside the other, in pixels; 0 when they do not collide. `edges`
/// are the edges of the scene's meshes.
static inline double longest_inside_run(const struct cd_scene *scene, const struct cd_frame *frame,
                                        const struct edge_list *edges, int resolution)
{
    struct placed_solid a = solid_place(scene, &frame->bodies[0]), b = solid_place(scene, &frame->bodies[1]);
    double longest = 0;
    if (cd_aabb_overlap(&a.box, &b.box)) {
        struct cd_aabb common = cd_aabb_common(&a.box, &b.box);
        double size = fmax(cd_aabb_longest_side(&a.box), cd_aabb_longest_side(&b.box));
        struct cd_gl_view view = cd_gl_view_of(&common, size, -1, 2.0 / resolution);
        solid_find_near(&a, &b);
        solid_find_near(&b, &a);
        longest = fmax(longest_run_of(&a, &edges[frame->bodies[0].mesh], &b, &view, resolution),
                       longest_run_of(&b, &edges[frame->bodies[1].mesh], &a, &view, resolution));
    }
    solid_release(&a);
    solid_release(&b);
    return longest;
}

// ---- counting ---------------------------------------------------------------------------------------------

/// The forms that are compared, the most careful first: all layers along two axes, all layers, the nearest and the
/// farthest, the edge drawn last.
#define PEELING_FORMS 4
static const struct peeling_form {
    const char *name, *algo;
} peeling_forms[PEELING_FORMS] = {
    {"peel2", "image_cd_culled:layers=peel:axes=2"},
    {"peel", "image_cd_culled:layers=peel"},
    {"nearfar", "image_cd_culled:layers=nearfar"},
    {"last", "image_cd:variant=E6:near=before:marks=set:roles=both:path=vbo"},
};

/// Bins of run lengths. The first is for runs below 2^-2 pixels. Each further bin reaches twice as far as the one
/// before, and the last is open.
#define PEELING_BINS  10
#define PEELING_FIRST 0.125
/// The index of the bin that begins at two pixels. From there on, the edge is sure to be seen.
#define PEELING_SURE 4

struct peeling {
    uint64_t resolution;
    uint64_t sure; ///< placements with a run of more than two pixels
    uint64_t placements[PEELING_BINS];
    uint64_t misses[PEELING_BINS][PEELING_FORMS];
};

static const char *const peeling_meshes[] = {"torus:triangles=1600", "torusknot:triangles=2000",
                                             "comb:triangles=1500", "bunny.obj"};
static const double peeling_depths[] = {1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2};
#define PEELING_MESHES (sizeof peeling_meshes / sizeof *peeling_meshes)
#define PEELING_DEPTHS (sizeof peeling_depths / sizeof *peeling_depths)

/// The least length of the runs in a bin. For the first bin it is only nominal.
static inline double peeling_pixels(size_t bin)
{
    return PEELING_FIRST * (double)(1u << bin);
}

static inline size_t peeling_bin(double pixels)
{
    size_t bin = 0;
    while (bin + 1 < PEELING_BINS && pixels >= peeling_pixels(bin + 1))
        bin++;
    return bin;
}

static inline enum cd_code peeling_create(const struct cd_scene *scene, struct cd_context *context,
                                          uint64_t resolution, const char *form,
                                          struct cd_instance **instance, struct cd_status *status)
{
    char text[160];
    snprintf(text, sizeof text, "%s:view=fitted:axis=auto:resolution=%" PRIu64, form, resolution);
    return cd_instance_open(text, scene, CD_QUERY_PAIRS, context, instance, status);
}

static inline enum cd_code peeling_frame(struct peeling *peeling, struct cd_instance *const *instances,
                                         const struct cd_frame *frame, double pixels,
                                         struct cd_status *status)
{
    size_t bin = peeling_bin(pixels);
    for (size_t i = 0; i < PEELING_FORMS; i++) {
        struct cd_answering answering;
        enum cd_code code =
            cd_answering_ask(instances[i], CD_QUERY_PAIRS, CD_SINK_COUNT, frame, &answering, status);
        if (code)
            return code;
        peeling->misses[bin][i] += answering.answer.count == 0;
    }
    peeling->placements[bin]++;
    peeling->sure += pixels > peeling_pixels(PEELING_SURE);
    return CD_OK;
}

static inline enum cd_code peeling_frames(struct peeling *peeling, const struct cd_scene *scene,
                                          struct cd_instance *const *instances, struct cd_status *status)
{
    struct edge_list edges = edge_list_of(scene->meshes[0]);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    enum cd_code code;
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        double pixels = longest_inside_run(scene, frame, &edges, (int)peeling->resolution);
        if (pixels > 0 && (code = peeling_frame(peeling, instances, frame, pixels, status)))
            break;
    }
    cd_cursor_close(cursor);
    cd_free(edges.edges);
    return code;
}

/// Adds `steps` placements of a mesh and a copy of it, at `depth` times its size beyond first contact.
static inline enum cd_code peeling_count(struct peeling *peeling, const char *mesh, double depth,
                                         uint64_t steps, uint64_t seed, struct cd_status *status)
{
    char text[200];
    snprintf(text, sizeof text, "%s,motion=approach:depth=%g:steps=%" PRIu64 ":seed=%" PRIu64, mesh, depth,
             steps, seed);
    struct cd_scene *scene;
    enum cd_code code = cd_scene_load(text, &(struct cd_scene_options){0}, &scene, status);
    if (code)
        return code;
    struct cd_context context = {.threads = 1};
    struct cd_instance *instances[PEELING_FORMS] = {NULL};
    for (size_t i = 0; i < PEELING_FORMS && !code; i++)
        code = peeling_create(scene, &context, peeling->resolution, peeling_forms[i].algo, &instances[i],
                              status);
    if (!code)
        code = peeling_frames(peeling, scene, instances, status);
    for (size_t i = 0; i < PEELING_FORMS; i++)
        cd_instance_destroy(instances[i]);
    cd_scene_destroy(scene);
    return code;
}

#endif
