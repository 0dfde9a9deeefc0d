// From frames to pair tests. The driver keeps a model for each mesh (a deforming body has its own), places the live
// bodies, asks the broad phase for candidates and hands their tests to the schedule.
#include "algos/driver/driver.h"

#include "algos/driver/registry.h"
#include "algos/hull.h"
#include "algos/pairs.h"
#include "algos/regions/adapters.h"
#include "algos/schedule.h"
#include "algos/threads.h"
#include "base/memory.h"
#include "base/thread_state.h"

#include <string.h>

/// Up to this many bodies, each one meets every other one.
#define FEW_BODIES 10

/// Bodies whose spheres differ by this factor or less are alike in size.
#define ALIKE 8

/// What is kept for a body id from frame to frame.
struct body_state {
    void *own_model;      ///< of a deforming body
    uint64_t own_version; ///< the version that own_model and own_hull were adapted to in this pass
    struct cd_hull own_hull;
    void *placement;
    size_t placement_bytes;
};

struct task {
    uint32_t a, b;   ///< indices among the live bodies
    size_t slots[2]; ///< places in the driver's; the second one is the mirrored task's
};

/// One block of equal size for each pair of bodies that was a candidate. It is zeroed when the pair first becomes a
/// candidate.
struct slots {
    size_t bytes;          ///< of a block; 0 where the pair algorithm has none
    struct pair_set pairs; ///< by the place of their block
    char *blocks;
    size_t capacity;
};

struct driver {
    const struct cd_algo *algo;
    const struct cd_pair_algo *pair;
    const struct cd_broad_phase *broad; ///< NULL where every pair is tested
    const struct cd_debug_draw *broad_draw;
    const struct cd_schedule *schedule;
    const struct cd_scene *scene;
    const struct cd_settings *settings;
    struct cd_context *context;
    enum cd_query query;
    void (*adapt)(void *model, const struct cd_shape *shape); ///< refit or rebuild; NULL to prepare anew
    bool cubes;                                               ///< boxes that suit every orientation
    void **models;                                            ///< per mesh
    struct cd_hull *hulls;                                    ///< per mesh
    void **links; ///< per ordered pair of meshes, mesh_count squared
    void *broad_self, *schedule_self;
    struct cd_settings *broad_settings; ///< of a broad phase that was not named, or of a matcher; or NULL
    struct slots slots;
    struct body_state *states; ///< per body id
    uint32_t *places; ///< per body id: 1 + index among the live bodies of this frame; 0 when not live

    const struct cd_frame *frame; ///< the last one
    uint32_t live_count;
    struct cd_placed *live; ///< max_bodies of them
    struct cd_boxed *boxes;
    struct cd_pairs candidates;
    struct task *tasks;
    size_t task_capacity;
    unsigned char *touched; ///< per live body, for the query bodies; read and written by all threads
};

// ---- parameters -------------------------------------------------------------------------------------------

static const struct cd_param *broad_params(const char *word)
{
    const struct cd_algo *broad = cd_algo_find(word);
    return broad && broad->broad ? broad->params : NULL;
}

static const struct cd_param *schedule_params(const char *word)
{
    const struct cd_schedule *schedule = cd_schedule_find(word);
    return schedule ? schedule->params : NULL;
}

static const char schedules[] = ""
#define SCHEDULE(name) "|" #name
#include "algos/schedules.def"
#undef SCHEDULE
    ;

static struct cd_param params[] = {
    {"broad", CD_KIND_CHOICE, "auto", 0, 0, cd_built_in_phases,
     "broad phase before the pair tests; auto: none for few bodies, grid for more bodies of similar size, "
     "else tree",
     broad_params},
    CD_PARAM_CHOICE(
        "bbox", "dynamic", "dynamic|cube",
        "boxes for the broad phase: computed in every frame, or cubes that suit every orientation"),
    {"schedule", CD_KIND_CHOICE, "serial", 0, 0, schedules + 1, "how pair tests are distributed to threads",
     schedule_params},
    CD_PARAM_CHOICE("deform", "auto", "auto|refit|rebuild",
                    "how the model of a deforming body is updated; auto: refit if the algorithm can"),
    CD_PARAM_END,
};

const struct cd_param *cd_driver_params(void)
{
    if (params[0].choices != cd_broad_phases()) // no write if nothing changed: other threads may be reading
        params[0].choices = cd_broad_phases();
    return params;
}

void cd_driver_describe(const struct cd_settings *settings, struct cd_description *description)
{
    const struct cd_schedule *schedule = cd_schedule_find(cd_setting_choice(settings, "schedule"));
    if (!schedule->one_thread) // which tests a found collision saves depends on which thread comes first
        description->scheduled |= CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES);
}

// ---- creation ---------------------------------------------------------------------------------------------

static void release(const struct driver *driver, void *model)
{
    if (model && driver->pair->release)
        driver->pair->release(model);
}

/// Prepares a model in the place of the present one.
static enum cd_code prepare(struct driver *driver, const struct cd_shape *shape, void **model,
                            struct cd_status *status)
{
    release(driver, *model);
    *model = NULL;
    enum cd_code code = driver->pair->prepare(driver->settings, shape, driver->context, model, status);
    cd_thread_check(); // hulls, boxes and broad phases are not bent by the pair algorithm
    return code;
}

static enum cd_code prepare_models(struct driver *driver, struct cd_status *status)
{
    const struct cd_scene *scene = driver->scene;
    const struct cd_pair_algo *pair = driver->pair;
    const char *how = cd_setting_choice(driver->settings, "deform");
    bool refit = !strcmp(how, "refit"), rebuild = !strcmp(how, "rebuild");
    size_t n = scene->mesh_count;
    enum cd_code code = CD_OK;
    if (pair->prepare && ((refit && !pair->refit) || (rebuild && !pair->rebuild)))
        return cd_fail(status, CD_USAGE, "%s: setting deform=%s: this algorithm cannot %s; use deform=auto",
                       driver->algo->name, how, how);
    if (pair->prepare)
        driver->adapt = pair->refit && !rebuild ? pair->refit : pair->rebuild;
    driver->models = cd_allocate(n, sizeof *driver->models);
    for (size_t i = 0; i < n && pair->prepare && !code; i++)
        code = prepare(driver, &(struct cd_shape){scene->meshes[i], scene->meshes[i]->vertices},
                       &driver->models[i], status);
    if (!pair->link || code)
        return code;
    driver->links = cd_allocate(n * n, sizeof *driver->links);
    for (size_t i = 0; i < n * n; i++)
        driver->links[i] = pair->link(driver->settings, driver->models[i / n], driver->models[i % n]);
    return CD_OK;
}

static void driver_destroy(void *self)
{
    struct driver *driver = self;
    size_t n = driver->scene->mesh_count;
    for (uint32_t i = 0; i < driver->scene->body_limit; i++) {
        release(driver, driver->states[i].own_model);
        cd_free(driver->states[i].placement);
    }
    for (size_t i = 0; driver->links && driver->pair->unlink && i < n * n; i++)
        if (driver->links[i])
            driver->pair->unlink(driver->links[i]);
    for (size_t i = 0; driver->models && i < n; i++)
        release(driver, driver->models[i]);
    if (driver->broad_self)
        driver->broad->destroy(driver->broad_self);
    if (driver->schedule->destroy && driver->schedule_self)
        driver->schedule->destroy(driver->schedule_self);
    pair_set_free(&driver->slots.pairs);
    cd_free(driver->slots.blocks);
    cd_free(driver->states);
    cd_free(driver->places);
    cd_free(driver->links);
    cd_free(driver->models);
    cd_free(driver->hulls);
    cd_free(driver->live);
    cd_settings_destroy(driver->broad_settings);
    cd_free(driver->boxes);
    cd_free(driver->touched);
    cd_free(driver->candidates.pairs);
    cd_free(driver->tasks);
    cd_free(driver);
}

static enum cd_code driver_create(const struct cd_create *create, void **result, struct cd_status *status)
{
    const struct cd_scene *scene = create->scene;
    const char *word = cd_setting_choice(create->settings, "broad");
    bool chooses = !strcmp(word, "auto");
    double least = INFINITY, most = 0; // radius of a mesh
    struct driver *driver = cd_allocate(1, sizeof *driver);
    *driver = (struct driver){.algo = create->algo,
                              .pair = create->algo->pair,
                              .scene = scene,
                              .settings = create->settings,
                              .context = create->context,
                              .query = create->query,
                              .schedule = cd_schedule_find(cd_setting_choice(create->settings, "schedule")),
                              .cubes = cd_setting_is(create->settings, "bbox", "cube"),
                              .hulls = cd_allocate(scene->mesh_count, sizeof *driver->hulls),
                              .slots.bytes = (create->algo->pair->slot_bytes + 15) & ~(size_t)15,
                              .states = cd_allocate(scene->body_limit, sizeof *driver->states),
                              .places = cd_allocate(scene->body_limit, sizeof *driver->places),
                              .live = cd_allocate(scene->max_bodies, sizeof *driver->live),
                              .boxes = cd_allocate(scene->max_bodies, sizeof *driver->boxes),
                              .touched = cd_allocate(scene->max_bodies, 1)};
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        driver->hulls[i] = cd_hull_of(&(struct cd_shape){scene->meshes[i], scene->meshes[i]->vertices});
        least = fmin(least, driver->hulls[i].radius);
        most = fmax(most, driver->hulls[i].radius);
    }
    if (chooses) // the fastest on crowds, or one within a fifth of it (docs/crowds.md)
        word = scene->max_bodies <= FEW_BODIES ? "none" : most <= ALIKE * least ? "grid" : "tree";
    enum cd_code code = prepare_models(driver, status);
    const struct cd_algo *broad = cd_algo_find(word);
    const struct cd_broad_phase *phase = broad->broad ? broad->broad : &cd_region_broad;
    struct cd_create own = *create;
    own.algo = broad;
    if (chooses || broad->scene) // the driver's settings are not its own
        own.settings = driver->broad_settings = cd_settings_create(&broad->params, broad->params ? 1 : 0);
    if (!code && phase->create)
        code = phase->create(&own, &driver->broad_self, status);
    if (code) {
        driver_destroy(driver);
        return code;
    }
    if (phase->candidates) {
        driver->broad = phase;
        driver->broad_draw = broad->broad ? broad->draw : NULL;
    }
    if (driver->schedule->create)
        driver->schedule_self = driver->schedule->create(create);
    *result = driver;
    return CD_OK;
}

size_t cd_driver_scratch_bytes(const void *self)
{
    const struct driver *driver = self;
    size_t max = 0, n = driver->scene->mesh_count;
    for (size_t i = 0; driver->pair->scratch_bytes && i < n * n; i++) {
        size_t bytes = driver->pair->scratch_bytes(driver->models[i / n], driver->models[i % n]);
        max = bytes > max ? bytes : max;
    }
    return max;
}

static void forget_live(struct driver *driver)
{
    for (uint32_t i = 0; i < driver->live_count; i++)
        driver->places[driver->live[i].id] = 0;
    driver->live_count = 0;
}

static void driver_reset(void *self)
{
    struct driver *driver = self;
    pair_set_clear(&driver->slots.pairs);
    forget_live(driver);
    for (uint32_t i = 0; i < driver->scene->body_limit; i++)
        driver->states[i].own_version = 0; // every pass adapts what deforms from the undeformed mesh on
    if (driver->broad && driver->broad->reset)
        driver->broad->reset(driver->broad_self);
    if (driver->schedule->reset)
        driver->schedule->reset(driver->schedule_self);
}

// ---- one frame --------------------------------------------------------------------------------------------

static enum cd_code deform(struct driver *driver, const struct cd_body *body, struct body_state *state,
                           struct cd_status *status)
{
    if (state->own_version == body->version)
        return CD_OK;
    const struct cd_mesh *mesh = driver->scene->meshes[body->mesh];
    struct cd_shape shape = {mesh, body->vertices};
    enum cd_code code = CD_OK;
    if (driver->pair->prepare && !driver->adapt)
        code = prepare(driver, &shape, &state->own_model, status);
    // The first time, it is built from the undeformed mesh, so that a refitted tree is the same in every pass.
    if (driver->adapt && !state->own_model)
        code = prepare(driver, &(struct cd_shape){mesh, mesh->vertices}, &state->own_model, status);
    if (driver->adapt && !code)
        driver->adapt(state->own_model, &shape);
    cd_thread_check();
    if (driver->broad)
        state->own_hull = cd_hull_of(&shape);
    state->own_version = body->version;
    return code;
}

static void place_body(struct driver *driver, const struct cd_body *body, uint32_t index)
{
    const struct cd_mesh *mesh = driver->scene->meshes[body->mesh];
    struct body_state *state = &driver->states[body->id];
    struct cd_placed *placed = &driver->live[index];
    driver->places[body->id] = index + 1;
    driver->boxes[index].id = body->id;
    if (driver->broad) {
        const struct cd_hull *hull = body->version ? &state->own_hull : &driver->hulls[body->mesh];
        driver->boxes[index].box =
            driver->cubes ? cd_hull_cube(hull, &body->pose) : cd_hull_box(hull, &body->pose);
    }
    *placed = (struct cd_placed){.id = body->id,
                                 .vertex_count = mesh->vertex_count,
                                 .triangle_count = mesh->triangle_count,
                                 .model = body->version ? state->own_model : driver->models[body->mesh],
                                 .vertices = body->vertices,
                                 .triangles = mesh->triangles,
                                 .pose = &body->pose};
    if (!driver->pair->place)
        return;
    struct cd_shape shape = {mesh, body->vertices};
    size_t bytes = driver->pair->placement_bytes(&shape);
    if (bytes > state->placement_bytes) {
        cd_free(state->placement);
        state->placement = cd_allocate(bytes, 1);
        state->placement_bytes = bytes;
    }
    placed->placement = state->placement;
    driver->pair->place(placed);
    cd_thread_check();
}

/// Bodies that a thread takes at a time.
#define BODIES_AT_ONCE 256

static bool place_bodies(void *user, size_t item, unsigned thread)
{
    (void)thread;
    struct driver *driver = user;
    uint32_t first = (uint32_t)item * BODIES_AT_ONCE, left = driver->live_count - first;
    for (uint32_t i = first; i < first + (left < BODIES_AT_ONCE ? left : BODIES_AT_ONCE); i++)
        place_body(driver, &driver->frame->bodies[i], i);
    return false;
}

static enum cd_code driver_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    struct driver *driver = self;
    CD_ASSERT(frame->body_count <= driver->scene->max_bodies);
    if (driver->schedule->update) {
        enum cd_code code = driver->schedule->update(driver->schedule_self, frame, status);
        if (code)
            return code;
    }
    forget_live(driver);
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        CD_ASSERT(body->id < driver->scene->body_limit);
        enum cd_code code = body->version ? deform(driver, body, &driver->states[body->id], status) : CD_OK;
        if (code)
            return code;
    }
    driver->frame = frame;
    driver->live_count = frame->body_count;
    cd_run_items(driver->context->threads, (frame->body_count + BODIES_AT_ONCE - 1) / BODIES_AT_ONCE,
                 place_bodies, driver);
    if (driver->broad && driver->broad->update)
        driver->broad->update(driver->broad_self, frame, driver->boxes, driver->live_count);
    return CD_OK;
}

static size_t find_slot(struct slots *slots, uint32_t a, uint32_t b)
{
    size_t known = slots->pairs.count, place = pair_set_add(&slots->pairs, a, b);
    if (place == known) {
        slots->blocks = cd_grow(slots->blocks, place, &slots->capacity, slots->bytes);
        memset(slots->blocks + place * slots->bytes, 0, slots->bytes);
    }
    return place;
}

/// One pair test, in any thread; true when the rest of the frame need not be tested.
static bool run_task(void *user, size_t index, bool mirrored, struct cd_worker *worker)
{
    enum { BODIES_AHEAD = 32, PLACEMENTS_AHEAD = 16 }; // whose memory is fetched
    struct driver *driver = user;
    struct cd_context *context = driver->context;
    const struct task *task = &driver->tasks[index];
    const struct cd_placed *live = driver->live, *a = &live[task->a], *b = &live[task->b];
    if (index + BODIES_AHEAD < driver->candidates.count) {
        __builtin_prefetch(&live[task[BODIES_AHEAD].a]);
        __builtin_prefetch(&live[task[BODIES_AHEAD].b]);
    }
    if (index + PLACEMENTS_AHEAD < driver->candidates.count) {
        __builtin_prefetch(live[task[PLACEMENTS_AHEAD].a].placement);
        __builtin_prefetch(live[task[PLACEMENTS_AHEAD].b].placement);
    }
    unsigned char *touched_a = &driver->touched[task->a], *touched_b = &driver->touched[task->b];
    if (driver->query == CD_QUERY_BODIES && __atomic_load_n(touched_a, __ATOMIC_RELAXED) &&
        __atomic_load_n(touched_b, __ATOMIC_RELAXED))
        return false;
    if (context->task)
        context->task(context, index, true);
    worker->counters.pair_tests++;
    void *slot =
        driver->slots.bytes ? driver->slots.blocks + task->slots[mirrored] * driver->slots.bytes : NULL;
    const struct cd_body *bodies = driver->frame->bodies, *body_a = &bodies[task->a],
                         *body_b = &bodies[task->b];
    const void *link = driver->links && !body_a->version && !body_b->version
                           ? driver->links[(size_t)body_a->mesh * driver->scene->mesh_count + body_b->mesh]
                           : NULL;
    bool hit = driver->pair->test(&(struct cd_test){a, b, link, slot, worker});
    if (context->task)
        context->task(context, index, false);
    if (hit && driver->query == CD_QUERY_PAIRS)
        cd_sink_put(worker->sink, a->id, 0, b->id, 0);
    if (hit && driver->query <= CD_QUERY_BODIES) {
        __atomic_store_n(touched_a, 1, __ATOMIC_RELAXED);
        __atomic_store_n(touched_b, 1, __ATOMIC_RELAXED);
    }
    return (hit && driver->query == CD_QUERY_ANY) || cd_context_stopped(context);
}

static void make_tasks(struct driver *driver)
{
    const struct cd_pairs *candidates = &driver->candidates;
    if (candidates->count > driver->task_capacity) {
        driver->task_capacity = candidates->capacity;
        driver->tasks = cd_reallocate(driver->tasks, 0, candidates->capacity, sizeof *driver->tasks);
    }
    bool mirrors = driver->schedule->mirrors && driver->schedule->mirrors(driver->schedule_self);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct cd_pair *pair = &candidates->pairs[i];
        CD_ASSERT(driver->places[pair->a] && driver->places[pair->b]);
        struct task *task = &driver->tasks[i];
        task->a = driver->places[pair->a] - 1;
        task->b = driver->places[pair->b] - 1;
        if (driver->slots.bytes)
            task->slots[0] = find_slot(&driver->slots, pair->a, pair->b);
        if (driver->slots.bytes && mirrors)
            task->slots[1] = find_slot(&driver->slots, pair->b, pair->a);
    }
}

static enum cd_code driver_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct driver *driver = self;
    struct cd_context *context = driver->context;
    cd_context_phase(context, "broad phase");
    driver->candidates.count = 0;
    if (driver->broad)
        driver->broad->candidates(driver->broad_self, &driver->candidates, &workers[0].counters);
    else
        cd_pairs_add_all(&driver->candidates, driver->boxes, driver->live_count);
    cd_thread_check(); // a broad phase does not bend what the pair algorithm rests on
    workers[0].counters.candidates += driver->candidates.count;
    make_tasks(driver);
    memset(driver->touched, 0, driver->live_count);
    cd_context_phase(context, "narrow phase");
    struct cd_tasks tasks = {.count = driver->candidates.count,
                             .run = run_task,
                             .user = driver,
                             .marks = driver->touched,
                             .mark_count = driver->live_count};
    driver->schedule->run(driver->schedule_self, &tasks, workers, context->threads);
    for (uint32_t i = 0; i < driver->live_count; i++)
        if (driver->touched[i]) {
            bool any = driver->query == CD_QUERY_ANY;
            cd_sink_put(workers[0].sink, any ? 0 : driver->live[i].id, 0, 0, 0);
            if (any)
                break;
        }
    cd_context_phase(context, NULL);
    return CD_OK;
}

// ---- what can be shown ------------------------------------------------------------------------------------

bool cd_driver_has_volumes(const void *self)
{
    const struct driver *driver = self;
    return driver->broad || (driver->algo->draw && driver->algo->draw->body_volumes);
}

static void driver_volumes(const void *self, struct cd_volumes *volumes)
{
    const struct driver *driver = self;
    const struct cd_debug_draw *draw = driver->algo->draw;
    for (uint32_t i = 0; i < driver->live_count; i++) {
        if (driver->broad)
            cd_emit_aabb(volumes, driver->boxes[i].id, true, true, &driver->boxes[i].box);
        if (draw && draw->body_volumes)
            draw->body_volumes(&driver->live[i], volumes);
    }
    if (driver->broad_draw && driver->broad_draw->volumes)
        driver->broad_draw->volumes(driver->broad_self, volumes);
}

const struct cd_debug_draw cd_driver_draw = {.volumes = driver_volumes};

const struct cd_scene_algo cd_driver = {
    .create = driver_create,
    .destroy = driver_destroy,
    .reset = driver_reset,
    .update = driver_update,
    .query = driver_query,
};
