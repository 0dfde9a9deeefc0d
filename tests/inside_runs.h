/// How far an edge of one body runs inside another: the longest such run of a pair, in pixels of the view in which
/// image_cd draws the pair. Signs and winding numbers are exact. Only the places where an edge is cut, and so the
/// lengths, are rounded.
#ifndef CD_TESTS_INSIDE_RUNS_H
#define CD_TESTS_INSIDE_RUNS_H

#include "algos/mesh/image_cd/image_cd.h"
#include "base/memory.h"
#include "geom/predicates.h"
#include "geom/winding.h"
#include "scenes/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
                                    const struct placed_solid *other, const struct image_cd_view *view,
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
        struct image_cd_view view = image_cd_view_of(&common, size, -1, 2.0 / resolution);
        solid_find_near(&a, &b);
        solid_find_near(&b, &a);
        longest = fmax(longest_run_of(&a, &edges[frame->bodies[0].mesh], &b, &view, resolution),
                       longest_run_of(&b, &edges[frame->bodies[1].mesh], &a, &view, resolution));
    }
    solid_release(&a);
    solid_release(&b);
    return longest;
}

#endif
