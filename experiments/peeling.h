/// How often forms of image_cd overlook a collision, by how far an edge of one body runs inside the other.
#ifndef CD_EXPERIMENTS_PEELING_H
#define CD_EXPERIMENTS_PEELING_H

#include "algos/opengl/opengl.h"
#include "experiments/program.h"
#include "geom/predicates.h"
#include "geom/winding.h"

// ---- the longest run --------------------------------------------------------------------------------------

/// A body at its place in a frame.
struct placed_solid {
    const struct cd_mesh *mesh;
    struct cd_vec3 *vertices;   ///< canonical ones
    struct cd_aabb box, *boxes; ///< of the body and of its triangles
};

static inline struct placed_solid solid_place(const struct cd_scene *scene, const struct cd_body *body)
{
    const struct cd_mesh *mesh = scene->meshes[body->mesh];
    struct placed_solid solid = {mesh, cd_allocate(mesh->vertex_count, sizeof *solid.vertices),
                                 cd_aabb_empty(), cd_allocate(mesh->triangle_count, sizeof *solid.boxes)};
    cd_canonical_vertices(&body->pose, body->vertices, mesh->vertex_count, solid.vertices);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        solid.boxes[t] = cd_aabb_empty();
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&solid.boxes[t], solid.vertices[mesh->triangles[t].v[k]]);
        cd_aabb_join(&solid.box, &solid.boxes[t]);
    }
    return solid;
}

static inline void solid_corners(const struct placed_solid *solid, uint32_t t, struct cd_vec3 corners[3])
{
    for (int k = 0; k < 3; k++)
        corners[k] = solid->vertices[solid->mesh->triangles[t].v[k]];
}

static inline bool solid_holds(const struct placed_solid *solid, const struct cd_vec3 *p)
{
    int winding = 0;
    for (uint32_t t = 0; t < solid->mesh->triangle_count; t++) {
        struct cd_vec3 corners[3];
        solid_corners(solid, t, corners);
        winding += cd_winding_crossing(p, corners);
    }
    return winding != 0;
}

/// Where the edge crosses the triangle, from 0 to 1; NAN if it does not. A common point at a border counts, because a
/// superfluous cut does no harm.
static inline double edge_cut(const struct cd_vec3 ends[2], const struct cd_vec3 t[3])
{
    int turn[3];
    if (cd_orient3d(&t[0], &t[1], &t[2], &ends[0]) == cd_orient3d(&t[0], &t[1], &t[2], &ends[1]))
        return (double)NAN;
    for (int k = 0; k < 3; k++)
        turn[k] = cd_orient3d(&ends[0], &ends[1], &t[k], &t[(k + 1) % 3]);
    if ((turn[0] < 0 || turn[1] < 0 || turn[2] < 0) && (turn[0] > 0 || turn[1] > 0 || turn[2] > 0))
        return (double)NAN;
    struct cd_vec3 normal = cd_cross(cd_sub(t[1], t[0]), cd_sub(t[2], t[0]));
    double before = fabs(cd_dot(normal, cd_sub(ends[0], t[0]))),
           after = fabs(cd_dot(normal, cd_sub(ends[1], t[0])));
    return before + after > 0 ? before / (before + after) : 0.5;
}

/// The longest part, from 0 to 1, of an edge inside a solid. The edge has this box.
static inline double edge_inside_part(const struct cd_vec3 ends[2], const struct cd_aabb *box,
                                      const struct placed_solid *solid)
{
    enum { CUTS = 1024 };
    double cuts[CUTS] = {0, 1}, longest = 0, run = 0; // with both ends
    size_t count = 2;
    for (uint32_t t = 0; t < solid->mesh->triangle_count; t++) {
        struct cd_vec3 corners[3];
        if (!cd_aabb_overlap(box, &solid->boxes[t]))
            continue;
        solid_corners(solid, t, corners);
        CD_ASSERT(count < CUTS);
        cuts[count] = edge_cut(ends, corners);
        if (!isnan(cuts[count]))
            count++;
    }
    cd_sort_reals(cuts, count);
    for (size_t i = 0; i + 1 < count; i++) {
        double part = cuts[i + 1] - cuts[i], at = count == 2 ? 0 : 0.5 * (cuts[i] + cuts[i + 1]);
        struct cd_vec3 point = cd_add(ends[0], cd_scale(cd_sub(ends[1], ends[0]), at));
        if (!(part > 0))
            continue;
        run = solid_holds(solid, &point) ? run + part : 0;
        longest = fmax(longest, run);
    }
    return longest;
}

/// The longest run of an edge of one of the two bodies inside the other, in pixels of the view in which image_cd draws
/// them; 0 when they do not collide.
static inline double longest_inside_run(const struct cd_scene *scene, const struct cd_frame *frame,
                                        int resolution)
{
    struct placed_solid solids[2] = {solid_place(scene, &frame->bodies[0]),
                                     solid_place(scene, &frame->bodies[1])};
    double size = fmax(cd_aabb_longest_side(&solids[0].box), cd_aabb_longest_side(&solids[1].box)),
           longest = 0;
    struct cd_aabb common = cd_aabb_common(&solids[0].box, &solids[1].box);
    struct cd_gl_view view = {0};
    if (cd_aabb_overlap(&solids[0].box, &solids[1].box))
        view = cd_gl_view_of(&common, size, -1, 2.0 / resolution);
    for (int side = 0; side < 2; side++) {
        const struct placed_solid *solid = &solids[side], *other = &solids[!side];
        for (uint32_t i = 0; i < 3 * solid->mesh->triangle_count; i++) {
            const uint32_t *v = solid->mesh->triangles[i / 3].v, p = v[i % 3], q = v[(i + 1) % 3];
            const struct cd_vec3 ends[2] = {solid->vertices[p], solid->vertices[q]};
            struct cd_aabb box = cd_aabb_empty();
            cd_aabb_add(&box, ends[0]);
            cd_aabb_add(&box, ends[1]);
            if (p > q || !cd_aabb_overlap(&box, &other->box)) // a solid has every edge in both directions
                continue;
            struct cd_vec3 extent = cd_aabb_extent(&box);
            double across = cd_axis(&extent, (view.axis + 1) % 3) / (2 * view.half[0]),
                   up = cd_axis(&extent, (view.axis + 2) % 3) / (2 * view.half[1]),
                   whole = hypot(across, up) * resolution;
            if (whole > longest)
                longest = fmax(longest, whole * edge_inside_part(ends, &box, other));
        }
    }
    for (int side = 0; side < 2; side++) {
        cd_free(solids[side].vertices);
        cd_free(solids[side].boxes);
    }
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
#define PEELING_BINS 10
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
    return 0.125 * (double)(1u << bin);
}

static inline size_t peeling_bin(double pixels)
{
    size_t bin = 0;
    while (bin + 1 < PEELING_BINS && pixels >= peeling_pixels(bin + 1))
        bin++;
    return bin;
}

/// Adds `steps` placements of a mesh and a copy of it, at `depth` times its size beyond first contact.
static inline enum cd_code peeling_count(struct peeling *peeling, const char *mesh, double depth,
                                         uint64_t steps, uint64_t seed, struct cd_status *status)
{
    char text[200];
    struct cd_scene *scene;
    const struct cd_frame *frame;
    struct cd_context context = {.threads = 1};
    struct cd_instance *instances[PEELING_FORMS] = {NULL};
    snprintf(text, sizeof text, "%s,motion=approach:depth=%g:steps=%" PRIu64 ":seed=%" PRIu64, mesh, depth,
             steps, seed);
    enum cd_code code = cd_scene_load(text, &(struct cd_scene_options){0}, &scene, status);
    if (code)
        return code;
    for (size_t i = 0; i < PEELING_FORMS && !code; i++) {
        snprintf(text, sizeof text, "%s:view=fitted:axis=auto:resolution=%" PRIu64, peeling_forms[i].algo,
                 peeling->resolution);
        code = cd_instance_open(text, scene, CD_QUERY_PAIRS, &context, &instances[i], status);
    }
    struct cd_cursor *cursor = cd_cursor_open(scene);
    while (!code && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        double pixels = longest_inside_run(scene, frame, (int)peeling->resolution);
        size_t bin = peeling_bin(pixels);
        for (size_t i = 0; i < PEELING_FORMS && pixels > 0 && !code; i++) {
            struct cd_answering answering;
            code = cd_answering_ask(instances[i], CD_QUERY_PAIRS, CD_SINK_COUNT, frame, &answering, status);
            peeling->misses[bin][i] += !code && answering.answer.count == 0;
        }
        peeling->placements[bin] += pixels > 0;
        peeling->sure += pixels > peeling_pixels(PEELING_SURE);
    }
    cd_cursor_close(cursor);
    for (size_t i = 0; i < PEELING_FORMS; i++)
        cd_instance_destroy(instances[i]);
    cd_scene_destroy(scene);
    return code;
}

#endif
