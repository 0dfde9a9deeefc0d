/// Counts the collisions that image_cd_culled overlooks, by how far an edge of one body runs inside the other. The
/// placements are random, near first contact and deep; the bodies have holes, lobes and fins.
#ifndef CD_TESTS_PEELING_H
#define CD_TESTS_PEELING_H

#include "algos/driver/instance.h"
#include "bench/oracle/answering.h"
#include "scenes/cursor.h"
#include "tests/inside_runs.h"

#include <inttypes.h>
#include <stdio.h>

/// The forms that are compared, the most careful first: all layers along two axes, all layers, the nearest and the
/// farthest, the edge drawn last.
#define PEELING_FORMS 4
static const struct peeling_form {
    const char *name, *settings;
} peeling_forms[PEELING_FORMS] = {
    {"peel2", "layers=peel:axes=2"},
    {"peel", "layers=peel"},
    {"nearfar", "layers=nearfar"},
    {"last", "layers=last"},
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
    snprintf(text, sizeof text,
             "image_cd_culled:roles=both:path=vbo:view=fitted:axis=auto:readback=pixels:resolution=%" PRIu64
             ":%s",
             resolution, form);
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
        code = peeling_create(scene, &context, peeling->resolution, peeling_forms[i].settings, &instances[i],
                              status);
    if (!code)
        code = peeling_frames(peeling, scene, instances, status);
    for (size_t i = 0; i < PEELING_FORMS; i++)
        cd_instance_destroy(instances[i]);
    cd_scene_destroy(scene);
    return code;
}

#endif
