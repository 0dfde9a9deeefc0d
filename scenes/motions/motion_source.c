#include "base/memory.h"
#include "scenes/motions.h"

/// A scene that a motion places.
struct moved_source {
    struct cd_source base;
    const struct cd_motion *motion;
    void *plan;
};

static void moved_place(const struct cd_source *source, uint64_t frame, struct cd_live *live)
{
    const struct moved_source *moved = (const struct moved_source *)source;
    moved->motion->place(moved->plan, frame, live);
}

static void moved_destroy(struct cd_source *source)
{
    cd_free(((struct moved_source *)source)->plan);
    cd_free(source);
}

static const struct cd_source_kind moved_kind = {.place = moved_place, .destroy = moved_destroy};

// ---- bodies that deform -----------------------------------------------------------------------------------

/// Reads a scene whose bodies deform. The deformed vertices of each body have a block of their own, which
/// every frame overwrites.
struct deforming_reader {
    const struct moved_source *source;
    const struct cd_scene *scene;
    struct cd_vec3 **vertices; ///< by the body's place in the frame; NULL for a body that does not deform
    uint32_t body_count;
};

/// The bodies are the same in every frame, so their memory is found in the first.
static void *deforming_open(const struct cd_source *source, const struct cd_scene *scene)
{
    struct deforming_reader *reader = cd_allocate(1, sizeof *reader);
    reader->source = (const struct moved_source *)source;
    reader->scene = scene;
    struct cd_live live = {0};
    moved_place(source, 0, &live);
    reader->body_count = live.body_count;
    reader->vertices = cd_allocate(live.body_count, sizeof *reader->vertices);
    for (uint32_t i = 0; i < live.body_count; i++)
        if (live.bodies[i].version)
            reader->vertices[i] =
                cd_allocate(scene->meshes[live.bodies[i].mesh]->vertex_count, sizeof **reader->vertices);
    cd_free(live.bodies);
    return reader;
}

static enum cd_code deforming_next(void *reader_given, uint64_t frame, struct cd_live *live, bool *ended,
                                   struct cd_status *status)
{
    (void)status;
    struct deforming_reader *reader = reader_given;
    const struct moved_source *source = reader->source;
    moved_place(&source->base, frame, live);
    CD_ASSERT(live->body_count == reader->body_count);
    for (uint32_t i = 0; i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        if (!reader->vertices[i])
            continue;
        body->version = frame + 1;
        source->motion->deform(source->plan, frame, body, reader->scene->meshes[body->mesh],
                               reader->vertices[i]);
        body->vertices = reader->vertices[i];
    }
    *ended = false; // the scene knows how many frames there are
    return CD_OK;
}

static enum cd_code deforming_rewind(void *reader, struct cd_status *status)
{
    (void)reader;
    (void)status;
    return CD_OK;
}

static void deforming_close(void *reader_given)
{
    struct deforming_reader *reader = reader_given;
    for (uint32_t i = 0; i < reader->body_count; i++)
        cd_free(reader->vertices[i]);
    cd_free(reader->vertices);
    cd_free(reader);
}

static const struct cd_source_kind deforming_kind = {
    .open = deforming_open,
    .next = deforming_next,
    .rewind = deforming_rewind,
    .close = deforming_close,
    .destroy = moved_destroy,
};

enum cd_code cd_motion_start(const struct cd_motion_choice *choice, struct cd_scene *scene,
                             struct cd_status *status)
{
    CD_ASSERT(scene->mesh_count && !scene->source);
    const struct cd_settings *settings = choice->settings;
    struct cd_motion_start start = {
        .scene = scene,
        .steps = cd_setting_is_given(settings, "steps") ? (uint64_t)cd_setting_int(settings, "steps")
                                                        : choice->motion->steps,
        .seed = cd_setting_seed(settings, "seed"),
        .settings = settings,
        .stop = choice->stop,
    };
    void *plan = NULL;
    enum cd_code code = choice->motion->prepare(&start, &plan, status);
    if (code)
        return code;
    struct moved_source *moved = cd_allocate(1, sizeof *moved);
    moved->base.kind = choice->motion->deform ? &deforming_kind : &moved_kind;
    moved->motion = choice->motion;
    moved->plan = plan;
    scene->source = &moved->base;
    scene->frame_count = start.steps;
    scene->seed = start.seed;
    return CD_OK;
}
