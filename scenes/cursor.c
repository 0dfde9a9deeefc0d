#include "scenes/cursor.h"

#include "base/memory.h"
#include "scenes/source.h"

#include <inttypes.h>
#include <string.h>

/// A growing list of ids.
struct ids {
    uint32_t *items;
    uint32_t count;
    size_t capacity;
};

struct cd_cursor {
    const struct cd_scene *scene;
    void *reader; ///< NULL when the source places bodies by a formula
    struct cd_live live[2];
    unsigned now; ///< which of `live` is the current frame; the other is the frame before
    uint64_t next_frame;
    struct ids appeared, changed, vanished;
    struct cd_vec3 **deformed; ///< by place in the frame: vertices of bodies that the source deforms
    size_t deformed_capacity;
    struct cd_frame frame;
};

struct cd_body *cd_live_add_body(struct cd_live *live, uint32_t id, uint32_t mesh)
{
    live->bodies = cd_grow(live->bodies, live->body_count, &live->body_capacity, sizeof *live->bodies);
    struct cd_body *body = &live->bodies[live->body_count++];
    *body = (struct cd_body){.id = id, .mesh = mesh, .pose = cd_pose_identity()};
    return body;
}

void cd_live_reserve_regions(struct cd_live *live, size_t count)
{
    if (count <= live->region_capacity)
        return;
    live->regions = cd_reallocate(live->regions, live->region_count, count, sizeof *live->regions);
    live->region_capacity = count;
}

struct cd_region *cd_live_add_region(struct cd_live *live)
{
    live->regions = cd_grow(live->regions, live->region_count, &live->region_capacity, sizeof *live->regions);
    struct cd_region *region = &live->regions[live->region_count++];
    *region = (struct cd_region){0};
    return region;
}

static void add_id(struct ids *ids, uint32_t id)
{
    ids->items = cd_grow(ids->items, ids->count, &ids->capacity, sizeof *ids->items);
    ids->items[ids->count++] = id;
}

struct cd_cursor *cd_cursor_open(const struct cd_scene *scene)
{
    struct cd_cursor *cursor = cd_allocate(1, sizeof *cursor);
    cursor->scene = scene;
    cursor->reader = scene->source->kind->open ? scene->source->kind->open(scene) : NULL;
    // The scene knows its largest frame, so nothing grows later; during the survey these sizes are 0. A single frame is
    // read into live[1]: there is no frame before it, and everything in it has just appeared.
    bool only = scene->frame_count <= 1;
    for (int i = only; i < 2; i++) {
        struct cd_live *live = &cursor->live[i];
        live->bodies = cd_allocate(live->body_capacity = scene->max_bodies, sizeof *live->bodies);
        live->regions = cd_allocate(live->region_capacity = scene->max_regions, sizeof *live->regions);
    }
    size_t max = scene->max_bodies > scene->max_regions ? scene->max_bodies : scene->max_regions;
    struct ids *lists[] = {&cursor->appeared, &cursor->changed, &cursor->vanished};
    for (int i = 0; i < 3; i++) {
        lists[i]->capacity = only && i ? 0 : max;
        lists[i]->items = cd_allocate(lists[i]->capacity, sizeof *lists[i]->items);
    }
    return cursor;
}

/// The number of bodies or regions of a frame; a region has one entry per extent.
static uint32_t entry_count(const struct cd_live *live)
{
    return live->body_count ? live->body_count : live->region_count;
}

static uint32_t id_at(const struct cd_live *live, uint32_t i)
{
    return live->body_count ? live->bodies[i].id : live->regions[i].id;
}

/// The number of entries that have the id of the entry at `first`; 0 past the end.
static uint32_t extents_at(const struct cd_live *live, uint32_t first)
{
    uint32_t end = first, count = entry_count(live);
    while (end < count && id_at(live, end) == id_at(live, first))
        end++;
    return end - first;
}

static bool is_same(const struct cd_live *old, uint32_t i, const struct cd_live *new, uint32_t j)
{
    uint32_t extents = extents_at(old, i);
    if (!old->body_count)
        return extents == extents_at(new, j) &&
               !memcmp(&old->regions[i], &new->regions[j], extents * sizeof *old->regions);
    const struct cd_body *a = &old->bodies[i], *b = &new->bodies[j];
    return a->version == b->version && a->mesh == b->mesh && !memcmp(&a->pose, &b->pose, sizeof a->pose);
}

static void compare_frames(struct cd_cursor *cursor, const struct cd_live *old, const struct cd_live *new)
{
    uint32_t i = 0, j = 0, old_count = entry_count(old), new_count = entry_count(new);
    cursor->appeared.count = cursor->changed.count = cursor->vanished.count = 0;
    while (i < old_count || j < new_count) {
        bool before = i < old_count && (j == new_count || id_at(old, i) <= id_at(new, j));
        bool now = j < new_count && (i == old_count || id_at(new, j) <= id_at(old, i));
        if (!now)
            add_id(&cursor->vanished, id_at(old, i));
        else if (!before)
            add_id(&cursor->appeared, id_at(new, j));
        else if (!is_same(old, i, new, j))
            add_id(&cursor->changed, id_at(new, j));
        i += before ? extents_at(old, i) : 0;
        j += now ? extents_at(new, j) : 0;
    }
}

static enum cd_code read_live(struct cd_cursor *cursor, struct cd_live *live, bool *ended,
                              struct cd_status *status)
{
    const struct cd_scene *scene = cursor->scene;
    live->body_count = live->region_count = 0;
    if (cursor->reader) {
        enum cd_code code =
            scene->source->kind->next(cursor->reader, cursor->next_frame, live, ended, status);
        if (code || *ended)
            return code;
    } else {
        scene->source->kind->place(scene, cursor->next_frame, live);
    }
    // Bodies that deform may all be new in every frame. Each has a separate block, and they are always the same bodies.
    for (uint32_t i = 0; scene->source->kind->deform && i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        if (!body->version)
            continue;
        while (i >= cursor->deformed_capacity)
            cursor->deformed = cd_grow(cursor->deformed, cursor->deformed_capacity,
                                       &cursor->deformed_capacity, sizeof(struct cd_vec3 *));
        if (!cursor->deformed[i])
            cursor->deformed[i] =
                cd_allocate(scene->meshes[body->mesh]->vertex_count, sizeof(struct cd_vec3));
        body->version = cursor->next_frame + 1;
        scene->source->kind->deform(scene, cursor->next_frame, body, cursor->deformed[i]);
        body->vertices = cursor->deformed[i];
    }
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        CD_ASSERT(!i || live->bodies[i - 1].id < body->id);
        CD_ASSERT(body->mesh < scene->mesh_count && body->id < CD_BODY_LIMIT);
        CD_ASSERT(!body->version == !body->vertices);
        if (!body->version)
            body->vertices = scene->meshes[body->mesh]->vertices;
        triangles += scene->meshes[body->mesh]->triangle_count;
    }
    // The result of the survey sets the size of tables elsewhere.
    bool ids_fit = !live->body_count || live->bodies[live->body_count - 1].id < scene->body_limit;
    if (scene->source->surveyed &&
        !(ids_fit && live->body_count <= scene->max_bodies && live->region_count <= scene->max_regions &&
          triangles <= scene->max_triangles))
        return cd_fail(status, CD_IO,
                       "%s: frame %llu is not what it was when the scene was loaded; run again", scene->name,
                       (unsigned long long)cursor->next_frame);
    return CD_OK;
}

enum cd_code cd_cursor_next(struct cd_cursor *cursor, const struct cd_frame **frame, struct cd_status *status)
{
    *frame = NULL;
    bool ended = cursor->next_frame >= cursor->scene->frame_count;
    if (ended)
        return CD_OK;
    struct cd_live *old = &cursor->live[cursor->now], *new = &cursor->live[cursor->now ^ 1];
    enum cd_code code = read_live(cursor, new, &ended, status);
    if (!code && ended && cursor->scene->source->surveyed)
        code = cd_fail(status, CD_IO, "%s: has fewer frames than when the scene was loaded; run again",
                       cursor->scene->name);
    if (code || ended)
        return code;
    cursor->now ^= 1;
    compare_frames(cursor, old, new);
    cursor->frame = (struct cd_frame){
        .index = cursor->next_frame++,
        .body_count = new->body_count,
        .region_count = new->region_count,
        .bodies = new->bodies,
        .regions = new->regions,
        .appeared_count = cursor->appeared.count,
        .changed_count = cursor->changed.count,
        .vanished_count = cursor->vanished.count,
        .appeared = cursor->appeared.items,
        .changed = cursor->changed.items,
        .vanished = cursor->vanished.items,
    };
    *frame = &cursor->frame;
    return CD_OK;
}

void cd_cursor_rewind(struct cd_cursor *cursor)
{
    cursor->next_frame = 0;
    cursor->now = 0; // the memory of a scene's only frame, live[1], is used again
    cursor->live[0].body_count = cursor->live[0].region_count = 0;
    if (cursor->reader) {
        cursor->scene->source->kind->close(cursor->reader);
        cursor->reader = cursor->scene->source->kind->open(cursor->scene);
    }
}

void cd_cursor_close(struct cd_cursor *cursor)
{
    if (!cursor)
        return;
    if (cursor->reader)
        cursor->scene->source->kind->close(cursor->reader);
    for (size_t i = 0; i < cursor->deformed_capacity; i++)
        cd_free(cursor->deformed[i]);
    cd_free(cursor->deformed);
    for (int i = 0; i < 2; i++) {
        cd_free(cursor->live[i].bodies);
        cd_free(cursor->live[i].regions);
    }
    cd_free(cursor->appeared.items);
    cd_free(cursor->changed.items);
    cd_free(cursor->vanished.items);
    cd_free(cursor);
}

// ---- the first run through the frames ---------------------------------------------------------------------

/// The survey's record of a body id.
struct seen {
    uint32_t mesh_and_one; ///< 0 while the id has not been live
    uint64_t version;      ///< the highest of its vertices so far, and their hash
    struct cd_hash vertices;
    uint64_t last_version; ///< when it was last live; 0 if it came back undeformed
    uint64_t frame_and_one;
};

struct survey {
    struct cd_scene *scene;
    struct cd_hasher *hasher;
    struct seen *seen;
    size_t seen_capacity;
    uint32_t body_limit;
    bool deforms;
};

/// Checks a body, which is to have the same mesh and rigid poses, and hashes it. A version names the same vertices in
/// every frame, and grows with new ones. Version numbers depend on the source that counts them, so new vertices
/// themselves go into the hash.
static enum cd_code survey_body(struct survey *survey, uint64_t frame, const struct cd_body *body,
                                struct cd_status *status)
{
    const char *name = survey->scene->name;
    struct cd_mesh *mesh = survey->scene->meshes[body->mesh];
    while (body->id >= survey->seen_capacity)
        survey->seen =
            cd_grow(survey->seen, survey->seen_capacity, &survey->seen_capacity, sizeof *survey->seen);
    if (body->id >= survey->body_limit)
        survey->body_limit = body->id + 1;
    struct seen *seen = &survey->seen[body->id];
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
    bool continues = seen->frame_and_one && seen->frame_and_one == frame;
    CD_ASSERT(!continues || body->version >= seen->last_version);
    bool new_vertices = body->version && (!continues || body->version != seen->last_version);
    struct {
        uint64_t id, mesh, new_vertices;
        struct cd_pose pose;
    } record = {body->id, body->mesh, new_vertices, body->pose};
    cd_hasher_add(survey->hasher, &record, sizeof record);
    size_t bytes = mesh->vertex_count * sizeof *body->vertices;
    if (new_vertices)
        cd_hasher_add(survey->hasher, body->vertices, bytes);
    // Corners at one place count as one as long as they move together.
    for (uint32_t v = 0; new_vertices && mesh->place && v < mesh->vertex_count; v++) {
        const struct cd_vec3 *a = &body->vertices[v], *b = &body->vertices[mesh->place[v]];
        if (a->x != b->x || a->y != b->y || a->z != b->z)
            cd_mesh_part_places(mesh);
    }
    if (body->version) {
        struct cd_hash vertices = cd_hash_bytes(body->vertices, bytes);
        CD_ASSERT(body->version >= seen->version);
        CD_ASSERT(body->version > seen->version || cd_hash_equal(vertices, seen->vertices));
        seen->version = body->version;
        seen->vertices = vertices;
    }
    seen->last_version = body->version;
    seen->mesh_and_one = body->mesh + 1;
    seen->frame_and_one = frame + 1;
    survey->deforms |= body->version != 0;
    return CD_OK;
}

enum cd_code cd_scene_survey(struct cd_scene *scene, bool (*stop)(void), struct cd_status *status)
{
    static const char format[16] = "cdbench scene 1";
    struct survey survey = {.scene = scene, .hasher = cd_hasher_create()};
    struct cd_hasher *hasher = survey.hasher;
    cd_hasher_add(hasher, format, sizeof format);
    cd_hasher_add_u64(hasher, scene->mesh_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        cd_hasher_add_u64(hasher, scene->meshes[i]->hash.high);
        cd_hasher_add_u64(hasher, scene->meshes[i]->hash.low);
    }
    cd_hasher_add_u64(hasher, scene->dimensions);
    if (scene->dimensions)
        cd_hasher_add_u64(hasher, scene->touch);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame = NULL;
    enum cd_code code = CD_OK;
    uint64_t frames = 0, triangles = 0;
    uint32_t bodies = 0, regions = 0;
    for (; !code && !(code = cd_cursor_next(cursor, &frame, status)) && frame; frames++) {
        cd_hasher_add_u64(hasher, frame->body_count);
        cd_hasher_add_u64(hasher, frame->region_count);
        uint64_t all = 0;
        for (uint32_t i = 0; !code && i < frame->body_count; i++) {
            code = survey_body(&survey, frame->index, &frame->bodies[i], status);
            all += scene->meshes[frame->bodies[i].mesh]->triangle_count;
        }
        for (uint32_t i = 0; i < frame->region_count; i++) {
            const struct cd_region *region = &frame->regions[i];
            int64_t bounds[2 * CD_REGION_DIMENSIONS];
            for (uint32_t k = 0; k < scene->dimensions; k++) {
                bounds[k] = cd_region_bound(region->low[k]);
                bounds[scene->dimensions + k] = cd_region_bound(region->high[k]);
            }
            cd_hasher_add_u64(hasher, region->id);
            cd_hasher_add_u64(hasher, region->kind);
            cd_hasher_add(hasher, bounds, 2 * scene->dimensions * sizeof *bounds);
        }
        bodies = frame->body_count > bodies ? frame->body_count : bodies;
        regions = frame->region_count > regions ? frame->region_count : regions;
        triangles = all > triangles ? all : triangles;
        if (!code && stop && stop())
            code = cd_fail(status, CD_INTERRUPTED, "%s: interrupted while loading", scene->name);
    }
    cd_cursor_close(cursor);
    cd_hasher_add_u64(hasher, frames);
    scene->hash = cd_hasher_finish(hasher);
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
    scene->max_bodies = bodies;
    scene->max_triangles = triangles;
    scene->max_regions = regions;
    scene->deforms = survey.deforms;
    scene->source->surveyed = true;
    return CD_OK;
}
