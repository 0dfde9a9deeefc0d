#include "scenes/survey.h"

#include "base/memory.h"
#include "scenes/cursor.h"
#include "scenes/source.h"

#include <inttypes.h>
#include <string.h>

/// What the survey remembers of every body id.
struct seen {
    uint32_t mesh_and_one; ///< 0 while the id has not been live
    uint64_t version;      ///< the last it was live with
    uint64_t frame_and_one;
};

struct survey {
    struct cd_scene *scene;
    struct cd_hasher *hasher;
    struct seen *seen;
    size_t seen_capacity;
    uint32_t body_limit, max_bodies, max_regions;
    uint64_t max_triangles;
    bool deforms;
};

static struct seen *seen_of(struct survey *survey, uint32_t id)
{
    while (id >= survey->seen_capacity)
        survey->seen =
            cd_grow(survey->seen, survey->seen_capacity, &survey->seen_capacity, sizeof *survey->seen);
    if (id >= survey->body_limit)
        survey->body_limit = id + 1;
    return &survey->seen[id];
}

static enum cd_code check_body(const struct survey *survey, uint64_t frame, const struct cd_body *body,
                               const struct seen *seen, struct cd_status *status)
{
    const char *name = survey->scene->name;
    if (!cd_pose_is_rigid(&body->pose))
        return cd_fail(status, CD_DATA,
                       "%s: frame %" PRIu64 ", body %" PRIu32
                       ": the pose is not finite, or its rotation is not orthonormal to %g",
                       name, frame, body->id, CD_POSE_DEFECT_MAX);
    if (seen->mesh_and_one && seen->mesh_and_one != body->mesh + 1)
        return cd_fail(status, CD_DATA,
                       "%s: frame %" PRIu64 ", body %" PRIu32 ": mesh %" PRIu32 " was mesh %" PRIu32
                       " before; a body keeps its mesh, give the new one another number",
                       name, frame, body->id, body->mesh, seen->mesh_and_one - 1);
    CD_ASSERT(!body->version || body->version >= seen->version);
    return CD_OK;
}

/// Version numbers depend on who counts, so the hash takes the vertices themselves, whenever they are new.
static void hash_body(struct survey *survey, const struct cd_body *body, bool new_vertices)
{
    struct {
        uint64_t id, mesh, new_vertices;
        struct cd_pose pose;
    } record = {body->id, body->mesh, new_vertices, body->pose};
    cd_hasher_add(survey->hasher, &record, sizeof record);
    if (new_vertices)
        cd_hasher_add(survey->hasher, body->vertices,
                      survey->scene->meshes[body->mesh]->vertex_count * sizeof *body->vertices);
}

static enum cd_code survey_bodies(struct survey *survey, const struct cd_frame *frame,
                                  struct cd_status *status)
{
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct seen *seen = seen_of(survey, body->id);
        enum cd_code code = check_body(survey, frame->index, body, seen, status);
        if (code)
            return code;
        bool continues = seen->frame_and_one && seen->frame_and_one == frame->index;
        CD_ASSERT(!continues || body->version >= seen->version);
        hash_body(survey, body, body->version && (!continues || body->version != seen->version));
        *seen =
            (struct seen){body->mesh + 1, body->version ? body->version : seen->version, frame->index + 1};
        survey->deforms |= body->version != 0;
        triangles += survey->scene->meshes[body->mesh]->triangle_count;
    }
    if (frame->body_count > survey->max_bodies)
        survey->max_bodies = frame->body_count;
    if (triangles > survey->max_triangles)
        survey->max_triangles = triangles;
    return CD_OK;
}

static void survey_regions(struct survey *survey, const struct cd_frame *frame)
{
    size_t bytes = survey->scene->dimensions * sizeof(int64_t);
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const struct cd_region *region = &frame->regions[i];
        cd_hasher_add_u64(survey->hasher, region->id);
        cd_hasher_add_u64(survey->hasher, region->kind);
        cd_hasher_add(survey->hasher, region->low, bytes);
        cd_hasher_add(survey->hasher, region->high, bytes);
    }
    if (frame->region_count > survey->max_regions)
        survey->max_regions = frame->region_count;
}

static void hash_head(struct survey *survey)
{
    static const char format[16] = "cdbench scene 1";
    const struct cd_scene *scene = survey->scene;
    cd_hasher_add(survey->hasher, format, sizeof format);
    cd_hasher_add_u64(survey->hasher, scene->mesh_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        cd_hasher_add_u64(survey->hasher, scene->meshes[i]->hash.high);
        cd_hasher_add_u64(survey->hasher, scene->meshes[i]->hash.low);
    }
    cd_hasher_add_u64(survey->hasher, scene->dimensions);
    if (scene->dimensions)
        cd_hasher_add_u64(survey->hasher, scene->touch);
}

static enum cd_code survey_frames(struct survey *survey, bool (*stop)(void), uint64_t *frames,
                                  struct cd_status *status)
{
    struct cd_cursor *cursor = cd_cursor_open(survey->scene);
    const struct cd_frame *frame = NULL;
    enum cd_code code = CD_OK;
    *frames = 0;
    while (!code && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        cd_hasher_add_u64(survey->hasher, frame->body_count);
        cd_hasher_add_u64(survey->hasher, frame->region_count);
        code = survey_bodies(survey, frame, status);
        survey_regions(survey, frame);
        ++*frames;
        if (!code && stop && stop())
            code = cd_fail(status, CD_INTERRUPTED, "%s: interrupted while loading", survey->scene->name);
    }
    cd_cursor_close(cursor);
    return code;
}

enum cd_code cd_scene_survey(struct cd_scene *scene, bool (*stop)(void), struct cd_status *status)
{
    struct survey survey = {.scene = scene, .hasher = cd_hasher_create()};
    uint64_t frames;
    hash_head(&survey);
    enum cd_code code = survey_frames(&survey, stop, &frames, status);
    cd_hasher_add_u64(survey.hasher, frames);
    scene->hash = cd_hasher_finish(survey.hasher);
    cd_free(survey.seen);
    if (!code && !frames)
        code = cd_fail(status, CD_DATA, "%s: no frames", scene->name);
    const struct cd_source *source = scene->source;
    if (!code && source->has_hash && !cd_hash_equal(source->hash, scene->hash))
        code =
            cd_fail(status, CD_DATA,
                    "%s: the content does not have the hash in its meta.csv: it is damaged, or was changed "
                    "(then remove the row of the hash)",
                    scene->name);
    if (code)
        return code;
    scene->frame_count = frames;
    scene->body_limit = survey.body_limit;
    scene->max_bodies = survey.max_bodies;
    scene->max_triangles = survey.max_triangles;
    scene->max_regions = survey.max_regions;
    scene->deforms = survey.deforms;
    scene->source->surveyed = true;
    return CD_OK;
}
