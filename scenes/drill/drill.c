/// The fire drill as a generated scene, `drill:key=value:...` instead of meshes and a motion. Firefighters in front of
/// a house aim jets of droplets at its fires. Droplets fly on ballistic paths and vanish once they have hit something.
/// Flames flicker, shrink when they are hit, go out and rekindle.
///
/// Formulas in this folder decide what hits what, not an algorithm that is measured on the scene. All arithmetic is
/// IEEE arithmetic, square roots and portable sines, so equal specifications give equal scenes on every machine.
/// Lengths are in metres, times in seconds, and y points upwards.
#include "scenes/drill/drill.h"
#include "base/memory.h"
#include "scenes/recipe.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- the words --------------------------------------------------------------------------------------------

#define NAME "drill"

/// Default numbers of these, by setting.
#define FIREFIGHTERS        1, 6, 6
#define FIRES               1, 4, 1
#define FLAMES              8, 8, 16
#define BY_SETTING(numbers) "<" CD_PARAM_TEXT(numbers) " by setting>"

static const struct cd_param params[] = {
    CD_PARAM_CHOICE("setting", "single", "single|several|shared",
                    "one firefighter and one fire; several of both; or several firefighters and one fire"),
    CD_PARAM_INT("firefighters", BY_SETTING(FIREFIGHTERS), 1, CD_DRILL_FIREFIGHTERS,
                 "number of firefighters, each with a jet"),
    CD_PARAM_INT("fires", BY_SETTING(FIRES), 1, CD_DRILL_FIRES, "number of fires"),
    CD_PARAM_INT("flames", BY_SETTING(FLAMES), 1, 32, "flames of every fire"),
    CD_PARAM_INT("droplets", "600", 1, 20000, "droplets of a jet per second"),
    CD_PARAM_REAL("seconds", "60", 0.001, 86400, "length of the drill in seconds"),
    CD_PARAM_INT("rate", "30", 1, 1000, "frames per second"),
    CD_PARAM_INT("every", "1", 1, 1000, "the scene has one of so many frames of the drill"),
    CD_PARAM_REAL("from", "0", 0, 86400, "second of the drill at which the scene begins"),
    CD_PARAM_INT("steps", "<by seconds>", 1, (double)CD_FRAME_LIMIT, "number of frames, instead of seconds"),
    CD_PARAM_SEED("seed", "seed of flames and droplets"),
    CD_PARAM_END,
};

static uint32_t count_of(const struct cd_settings *settings, const char *key, uint32_t otherwise)
{
    return cd_setting_is_given(settings, key) ? (uint32_t)cd_setting_int(settings, key) : otherwise;
}

enum cd_code cd_drill_plan_read(const struct cd_settings *settings, struct cd_drill_plan *plan,
                                struct cd_status *status)
{
    static const uint32_t firefighters[] = {FIREFIGHTERS}, fires[] = {FIRES}, flames[] = {FLAMES};
    unsigned k = cd_setting_place(settings, "setting");
    double rate = (double)cd_setting_int(settings, "rate"), seconds = cd_setting_real(settings, "seconds");
    double every = (double)cd_setting_int(settings, "every");
    bool has_steps = cd_setting_is_given(settings, "steps");
    *plan = (struct cd_drill_plan){
        .firefighters = count_of(settings, "firefighters", firefighters[k]),
        .fires = count_of(settings, "fires", fires[k]),
        .flames = count_of(settings, "flames", flames[k]),
        .droplets = (uint32_t)cd_setting_int(settings, "droplets"),
        .rate = (uint32_t)rate,
        .every = (uint32_t)every,
        .first = (uint64_t)(cd_setting_real(settings, "from") * rate + 0.5),
        .steps = has_steps ? (uint64_t)cd_setting_int(settings, "steps")
                           : (uint64_t)(seconds * rate / every + 0.5),
        .seed = (uint64_t)cd_setting_int(settings, "seed"),
    };
    if (has_steps && cd_setting_is_given(settings, "seconds"))
        return cd_fail(status, CD_USAGE, NAME ": steps= and seconds= both set the length; give one");
    if (!plan->steps)
        return cd_fail(status, CD_USAGE, NAME ": seconds=%.10g: no frame at rate=%" PRIu32 "; give more",
                       seconds, plan->rate);
    return CD_OK;
}

// ---- the scene --------------------------------------------------------------------------------------------

/// Meshes of a drill, in the order of the scene.
enum { GROUND, HOUSE, FIREFIGHTER, FLAME, DROPLET };

/// Droplets have one of this many orientations, so that they are not all parallel.
enum { TURNS = 32, FLAME_VERTICES = CD_FLAME_RINGS * CD_FLAME_SEGMENTS + 2 };

struct drill_source {
    struct cd_source base;
    const struct cd_drill *drill; ///< the plan
    struct cd_drill_state *begin; ///< before the first frame of the scene
    double turns[TURNS][9];
};

struct drill_reader {
    const struct drill_source *source;
    struct cd_drill_state *state;
    struct cd_vec3 *vertices; ///< of every flame
};

static void *drill_open(const struct cd_scene *scene)
{
    const struct drill_source *source = (const struct drill_source *)scene->source;
    struct drill_reader *reader = cd_allocate(1, sizeof *reader);
    reader->source = source;
    reader->state = cd_drill_state_copy(source->drill, source->begin);
    reader->vertices =
        cd_allocate((size_t)source->drill->flame_count * FLAME_VERTICES, sizeof *reader->vertices);
    return reader;
}

static void put_at(struct cd_body *body, struct cd_vec3 place)
{
    body->pose.t[0] = place.x, body->pose.t[1] = place.y, body->pose.t[2] = place.z;
}

static void add_people(const struct cd_drill *drill, double time, struct cd_live *live)
{
    for (uint32_t i = 0; i < drill->plan.firefighters; i++) {
        struct cd_body *body = cd_live_add_body(live, CD_DRILL_FIRST + i, FIREFIGHTER);
        cd_firefighter_pose(&drill->firefighters[i], time, &body->pose);
    }
}

static void add_flames(struct drill_reader *reader, uint64_t frame, struct cd_live *live)
{
    const struct cd_drill *drill = reader->source->drill;
    for (uint32_t i = 0; i < drill->flame_count; i++) {
        const struct cd_flame_state *burning = &reader->state->burning[i];
        if (!burning->burns)
            continue;
        struct cd_vec3 *vertices = &reader->vertices[(size_t)i * FLAME_VERTICES];
        cd_flame_vertices(&drill->flames[i], &burning->shape, vertices);
        struct cd_body *body = cd_live_add_body(live, CD_DRILL_FIRST + drill->plan.firefighters + i, FLAME);
        put_at(body, drill->flames[i].root);
        body->vertices = vertices;
        body->version = frame + 1; // a frame of the drill, since scenes may begin in its middle
    }
}

static void add_droplets(const struct drill_reader *reader, struct cd_live *live)
{
    const struct drill_source *source = reader->source;
    uint32_t first = CD_DRILL_FIRST + source->drill->plan.firefighters + source->drill->flame_count;
    for (uint32_t i = 0; i < reader->state->droplet_end; i++) {
        const struct cd_droplet *droplet = &reader->state->droplets[i];
        if (droplet->state != CD_DROPLET_FLIES && droplet->state != CD_DROPLET_HITS)
            continue;
        struct cd_body *body = cd_live_add_body(live, first + i, DROPLET);
        memcpy(body->pose.r, source->turns[droplet->number % TURNS], sizeof body->pose.r);
        put_at(body, droplet->place);
    }
}

static enum cd_code drill_next(void *reader_given, uint64_t number, struct cd_live *live, bool *ended,
                               struct cd_status *status)
{
    (void)ended, (void)status;
    struct drill_reader *reader = reader_given;
    const struct cd_drill *drill = reader->source->drill;
    for (uint32_t left = number ? drill->plan.every : 1; left > 1; left--)
        cd_drill_step(drill, reader->state);
    uint64_t frame = reader->state->next_frame;
    cd_drill_step(drill, reader->state);
    cd_live_add_body(live, CD_DRILL_GROUND, GROUND);
    cd_live_add_body(live, CD_DRILL_HOUSE, HOUSE);
    add_people(drill, (double)frame / drill->plan.rate, live);
    add_flames(reader, frame, live);
    add_droplets(reader, live);
    return CD_OK;
}

static void drill_close(void *reader_given)
{
    struct drill_reader *reader = reader_given;
    cd_drill_state_destroy(reader->state);
    cd_free(reader->vertices);
    cd_free(reader);
}

static void drill_destroy(struct cd_source *source)
{
    cd_drill_state_destroy(((struct drill_source *)source)->begin);
}

static const struct cd_source_kind drill_kind = {
    .open = drill_open,
    .next = drill_next,
    .close = drill_close,
    .destroy = drill_destroy,
};

/// Adds the meshes to the scene, in the order of the list above.
static enum cd_code add_meshes(struct cd_scene *scene, const struct cd_drill *drill, struct cd_status *status)
{
    const struct cd_house *house = &drill->house;
    struct cd_mesh *mesh;
    enum cd_code code = CD_OK;
    double front = 0;
    for (uint32_t i = 0; i < drill->plan.firefighters; i++)
        front = fmax(front, drill->firefighters[i].place.z + 3);
    for (int i = GROUND; !code && i <= DROPLET; i++) {
        code = i == GROUND        ? cd_ground_mesh(house, front, &mesh, status)
               : i == HOUSE       ? cd_house_mesh(house, &mesh, status)
               : i == FIREFIGHTER ? cd_firefighter_mesh(&mesh, status)
               : i == FLAME       ? cd_flame_mesh(&mesh, status)
                                  : cd_droplet_mesh(&mesh, status);
        if (!code)
            cd_scene_add_mesh(scene, mesh);
    }
    return code;
}

/// Simulates the time before the first frame of the scene.
static enum cd_code go_to_begin(const struct drill_source *source, bool (*stop)(void),
                                struct cd_status *status)
{
    while (source->begin->next_frame < source->drill->plan.first) {
        cd_drill_step(source->drill, source->begin);
        if (stop && stop())
            return cd_fail(status, CD_INTERRUPTED, "drill: interrupted before its first frame");
    }
    return CD_OK;
}

static enum cd_code drill_make(const char *name, const struct cd_settings *settings,
                               const struct cd_scene_options *options, struct cd_scene **result,
                               struct cd_status *status)
{
    struct cd_drill_plan plan;
    struct cd_drill *drill;
    enum cd_code code = cd_drill_plan_read(settings, &plan, status);
    if (code || !options)
        return code;
    if (options->frames)
        plan.steps = options->frames;
    if (options->has_seed)
        plan.seed = options->seed;
    code = cd_drill_create(&plan, &drill, status);
    if (code)
        return code;
    struct drill_source *source = cd_allocate(1, sizeof *source);
    source->base.kind = &drill_kind;
    source->drill = source->base.plan = drill;
    source->begin = cd_drill_state_create(drill);
    for (uint32_t i = 0; i < TURNS; i++)
        cd_generic_rotation(i, source->turns[i]);
    struct cd_scene *scene = cd_scene_create(name);
    scene->source = &source->base;
    scene->frame_count = plan.steps;
    scene->seed = plan.seed;
    code = add_meshes(scene, drill, status);
    if (!code)
        code = go_to_begin(source, options->stop, status);
    if (code)
        cd_scene_destroy(scene);
    else
        *result = scene;
    return code;
}

const struct cd_recipe cd_recipe_drill = {
    .name = NAME,
    .title = "a fire drill: firefighters, jets of droplets, flickering fires, a house",
    .example = NAME ":setting=several:seconds=10",
    .params = params,
    .make = drill_make,
};
