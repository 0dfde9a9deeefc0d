#include "algos/driver/instance.h"

#include "algos/driver/driver.h"
#include "algos/driver/select.h"
#include "algos/regions/adapters.h"
#include "algos/regions/region_matcher.h"
#include "algos/threads.h"
#include "base/activity.h"
#include "base/memory.h"
#include "base/thread_state.h"

#include <stdio.h>
#include <string.h>

struct cd_instance {
    const struct cd_scene_algo
        *algo; ///< `cd_driver` for a pair algorithm, `cd_broad_matcher` for a broad phase
    const struct cd_debug_draw *draw; ///< of it, or NULL
    char *label;                      ///< the algorithm's name and the settings that are not the defaults
    const char *scene;                ///< its name
    uint64_t frame;                   ///< of the last update, CD_NO_FRAME before the first
    struct cd_settings *settings;
    bool draws; ///< by OpenGL
    unsigned threads;
    struct cd_worker *workers;
    struct cd_sink *sinks;
    void *self;
    struct cd_forked *home; ///< of a handle, in which nothing else is set
    uint64_t before, held; ///< bytes of memory: of the program at `enter`; of what the algorithm's code keeps
    unsigned changes;      ///< of the floating-point state, which its code left changed
};

/// What the program has allocated, except for the answers in the sinks, which grow while the algorithm's code runs.
static uint64_t held_now(const struct cd_instance *instance)
{
    uint64_t bytes = cd_memory_held();
    for (unsigned i = 0; i < instance->threads; i++)
        bytes -= instance->sinks[i].stored_capacity * sizeof *instance->sinks[i].stored;
    return bytes;
}

/// From here to `leave` the algorithm's code runs.
static void enter(struct cd_instance *instance)
{
    cd_activity_begin(instance->label, instance->scene, instance->frame);
    instance->before = held_now(instance);
}

static void leave(struct cd_instance *instance)
{
    cd_activity_end();
    cd_thread_check();
    instance->changes |= cd_thread_changes();
    instance->held += held_now(instance) - instance->before;
}

/// Whoever changed the floating-point state before, what follows begins with ours.
static void forget_changes(void)
{
    cd_thread_restore();
    cd_thread_changes();
}

void cd_describe(const struct cd_algo *algo, const struct cd_settings *settings,
                 struct cd_description *description)
{
    *description = (struct cd_description){.meaning = CD_MEANING_SURFACE,
                                           .quality = CD_QUALITY_EXACT,
                                           .queries = CD_QUERY_ALL,
                                           .takes = CD_TAKES_BODIES};
    if (algo->describe) {
        cd_activity_begin(algo->name, NULL, CD_NO_FRAME);
        algo->describe(settings, description);
        cd_activity_end();
        cd_thread_restore();
    }
    if (algo->pair)
        cd_driver_describe(settings, description);
    if (algo->broad)
        cd_region_matcher_describe(settings, description);
}

static enum cd_code check(const struct cd_algo *algo, const struct cd_description *description,
                          const struct cd_scene *scene, enum cd_query query, struct cd_status *status)
{
    if (!(description->queries & CD_QUERY_BIT(query))) {
        char offered[64] = "";
        for (enum cd_query q = CD_QUERY_ANY; q <= CD_QUERY_CONTACTS; q++)
            if (description->queries & CD_QUERY_BIT(q))
                snprintf(offered + strlen(offered), sizeof offered - strlen(offered), "%s%s",
                         *offered ? ", " : "", cd_query_name(q));
        return cd_fail(status, CD_USAGE, "%s does not answer the query %s; it offers: %s", algo->name,
                       cd_query_name(query), offered);
    }
    if (algo->broad && !scene->dimensions)
        return cd_fail(status, CD_USAGE,
                       "%s is a broad phase, and %s is a scene of bodies; use the setting broad=%s of an "
                       "algorithm for pairs",
                       algo->name, scene->name, algo->name);
    if (!(description->takes & (scene->dimensions ? CD_TAKES_REGIONS : CD_TAKES_BODIES)))
        return cd_fail(status, CD_USAGE, "%s takes %s, and %s is a scene of %s", algo->name,
                       scene->dimensions ? "bodies" : "regions", scene->name,
                       scene->dimensions ? "regions" : "bodies");
    return CD_OK;
}

enum cd_code cd_instance_create(const struct cd_algo *algo, const struct cd_settings *settings,
                                const struct cd_scene *scene, enum cd_query query, struct cd_context *context,
                                struct cd_instance **instance, struct cd_status *status)
{
    *instance = NULL;
    CD_ASSERT(context->threads > 0);
    struct cd_description description;
    forget_changes();
    cd_describe(algo, settings, &description);
    enum cd_code code = check(algo, &description, scene, query, status);
    if (!code)
        code = cd_threads_start(context->threads, status);
    if (code)
        return code;
    struct cd_instance *made = cd_allocate(1, sizeof *made);
    *made = (struct cd_instance){.algo = algo->pair    ? &cd_driver
                                         : algo->broad ? &cd_broad_matcher
                                                       : algo->scene,
                                 .draw = algo->pair    ? &cd_driver_draw
                                         : algo->scene ? algo->draw
                                                       : NULL,
                                 .settings = cd_settings_copy(settings),
                                 .draws = algo->needs == CD_NEED_OPENGL,
                                 .label = cd_settings_label(algo->name, settings),
                                 .scene = scene->name,
                                 .frame = CD_NO_FRAME};
    enter(made);
    code = made->algo->create(&(struct cd_create){algo, made->settings, scene, query, context}, &made->self,
                              status);
    leave(made);
    if (code) {
        cd_settings_destroy(made->settings);
        cd_free(made->label);
        cd_free(made);
        return code;
    }
    size_t scratch = algo->pair ? cd_driver_scratch_bytes(made->self) : 0;
    made->threads = context->threads;
    made->workers = cd_allocate(made->threads, sizeof *made->workers);
    made->sinks = cd_allocate(made->threads, sizeof *made->sinks);
    for (unsigned i = 0; i < made->threads; i++)
        made->workers[i] = (struct cd_worker){.query = query,
                                              .thread = i,
                                              .sink = &made->sinks[i],
                                              .scratch = scratch ? cd_allocate(scratch, 1) : NULL,
                                              .context = context};
    *instance = made;
    return CD_OK;
}

enum cd_code cd_instance_open(const char *specification, const struct cd_scene *scene, enum cd_query query,
                              struct cd_context *context, struct cd_instance **instance,
                              struct cd_status *status)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    enum cd_code code = cd_algo_select(specification, &algo, &settings, status);
    if (code)
        return code;
    code = cd_instance_create(algo, settings, scene, query, context, instance, status);
    cd_settings_destroy(settings);
    return code;
}

void cd_instance_reset(struct cd_instance *instance)
{
    for (unsigned i = 0; i < instance->threads; i++)
        memset(&instance->workers[i].counters, 0, sizeof instance->workers[i].counters);
    instance->frame = CD_NO_FRAME;
    forget_changes();
    enter(instance);
    if (instance->algo->reset)
        instance->algo->reset(instance->self);
    leave(instance);
}

enum cd_code cd_instance_update(struct cd_instance *instance, const struct cd_frame *frame,
                                struct cd_status *status)
{
    enum cd_code code = CD_OK;
    instance->frame = frame->index;
    enter(instance);
    if (instance->algo->update)
        code = instance->algo->update(instance->self, frame, status);
    leave(instance);
    return code;
}

enum cd_code cd_instance_query(struct cd_instance *instance, struct cd_status *status)
{
    enter(instance);
    enum cd_code code = instance->algo->query(instance->self, instance->workers, status);
    leave(instance);
    return code;
}

struct cd_worker *cd_instance_workers(struct cd_instance *instance)
{
    return instance->workers;
}

size_t cd_instance_bytes(struct cd_instance *instance)
{
    uint64_t bytes = instance->held;
    if (instance->algo->bytes) {
        enter(instance);
        bytes += instance->algo->bytes(instance->self);
        leave(instance);
    }
    return bytes;
}

uint64_t cd_instance_allocations(const struct cd_instance *instance)
{
    return instance->draws ? cd_allocation_count() : cd_malloc_count();
}

unsigned cd_instance_changes(const struct cd_instance *instance)
{
    return instance->changes;
}

const char *cd_instance_environment(struct cd_instance *instance)
{
    if (!instance->algo->environment)
        return NULL;
    enter(instance);
    const char *text = instance->algo->environment(instance->self);
    leave(instance);
    return text;
}

bool cd_instance_has_volumes(const struct cd_instance *instance)
{
    return instance->algo == &cd_driver ? cd_driver_has_volumes(instance->self)
                                        : instance->draw && instance->draw->volumes;
}

bool cd_instance_has_picture(const struct cd_instance *instance)
{
    return instance->draw && instance->draw->picture;
}

void cd_instance_volumes(struct cd_instance *instance, struct cd_volumes *volumes)
{
    enter(instance);
    if (instance->draw && instance->draw->volumes)
        instance->draw->volumes(instance->self, volumes);
    leave(instance);
}

bool cd_instance_picture(struct cd_instance *instance, struct cd_picture *picture)
{
    if (!cd_instance_has_picture(instance))
        return false;
    enter(instance);
    bool drawn = instance->draw->picture(instance->self, picture);
    leave(instance);
    return drawn;
}

struct cd_instance *cd_instance_in(struct cd_forked *home)
{
    struct cd_instance *instance = cd_allocate(1, sizeof *instance);
    instance->home = home;
    return instance;
}

struct cd_forked *cd_instance_home(const struct cd_instance *instance)
{
    return instance->home;
}

void cd_instance_destroy(struct cd_instance *instance)
{
    if (!instance)
        return;
    if (instance->home) {
        cd_forked_end(instance->home);
        cd_free(instance);
        return;
    }
    instance->frame = CD_NO_FRAME;
    enter(instance);
    instance->algo->destroy(instance->self);
    leave(instance);
    for (unsigned i = 0; i < instance->threads; i++) {
        cd_sink_release(&instance->sinks[i]);
        cd_free(instance->workers[i].scratch);
    }
    cd_free(instance->workers);
    cd_free(instance->sinks);
    cd_free(instance->label);
    cd_settings_destroy(instance->settings);
    cd_free(instance);
}
