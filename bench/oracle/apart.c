#include "bench/oracle/apart.h"

#include "algos/driver/registry.h"
#include "algos/threads.h"
#include "base/clock.h"
#include "base/thread_state.h"

#include <stdio.h>
#include <sys/resource.h>

/// In the process of an instance.
static struct cd_instance *resident;
static const struct cd_scene *scene_here;

struct creation {
    struct cd_create create;
    struct cd_made made;
};

/// The plug-in that brings the broad phase; NULL for one of ours, or for none.
static const struct cd_plugin_info *plugin_of_phase(const struct cd_settings *settings)
{
    const struct cd_algo *phase =
        cd_settings_has(settings, "broad") ? cd_algo_find(cd_setting_choice(settings, "broad")) : NULL;
    return phase ? cd_algo_plugin(phase, NULL) : NULL;
}

bool cd_is_foreign(const struct cd_algo *algo, const struct cd_settings *settings)
{
#ifdef CD_MPI
    (void)algo, (void)settings;
    return false;
#else
    return cd_algo_plugin(algo, NULL) || plugin_of_phase(settings);
#endif
}

bool cd_runs_library(const struct cd_algo *algo, const struct cd_settings *settings)
{
    const struct cd_plugin_info *plugin = cd_algo_plugin(algo, NULL), *phase = plugin_of_phase(settings);
    return (plugin && plugin->library) || (phase && phase->library);
}

struct describing {
    const struct cd_algo *algo;
    const struct cd_settings *settings;
    struct cd_description description;
};

static enum cd_code describe_there(void *box, struct cd_status *status)
{
    struct describing *describing = box;
    (void)status;
    cd_describe(describing->algo, describing->settings, &describing->description);
    return CD_OK;
}

enum cd_code cd_apart_describe(const struct cd_algo *algo, const struct cd_settings *settings,
                               const char *name, struct cd_description *description, struct cd_status *status)
{
    struct describing box = {.algo = algo, .settings = settings};
    enum cd_code code =
        cd_is_foreign(algo, settings)
            ? cd_forked_once(describe_there, &box, sizeof box, "when it described itself", name, status)
            : describe_there(&box, status);
    *description = box.description;
    return code;
}

enum cd_code cd_apart_start(const struct cd_algo *algo, const struct cd_settings *settings,
                            const struct cd_scene *scene, struct cd_forked **home, struct cd_status *status)
{
    *home = NULL;
    return cd_is_foreign(algo, settings)
               ? cd_forked_start(CD_BOX_BYTES + CD_BOX_FRAME_BYTES * scene->frame_count, home, status)
               : CD_OK;
}

static enum cd_code create_here(const struct cd_create *create, struct cd_instance **instance,
                                struct cd_made *made, struct cd_status *status)
{
    cd_threads_start(create->context->threads,
                     NULL); // which is no part of creating it; cd_instance_create says what fails
    uint64_t begin = cd_clock_wall();
    enum cd_code code = cd_instance_create(create->algo, create->settings, create->scene, create->query,
                                           create->context, instance, status);
    made->create_ns = cd_clock_span(begin, cd_clock_wall());
    const char *environment = code ? NULL : cd_instance_environment(*instance);
    snprintf(made->environment, sizeof made->environment, "%s", environment ? environment : "");
    return code;
}

static enum cd_code create_there(void *box, struct cd_status *status)
{
    struct creation *creation = box;
    scene_here = creation->create.scene;
    return create_here(&creation->create, &resident, &creation->made, status);
}

enum cd_code cd_apart_create(struct cd_forked *home, const struct cd_create *create,
                             struct cd_instance **instance, struct cd_made *made, struct cd_status *status)
{
    *instance = NULL;
    *made = (struct cd_made){0};
    if (!home)
        return create_here(create, instance, made, status);
    struct creation *creation = cd_forked_box(home);
    creation->create = *create;
    enum cd_code code = cd_forked_call(home, create_there, "in its preprocessing", status);
    *made = creation->made;
    made->starved = code == CD_ENVIRONMENT && cd_forked_has_ended(home);
    if (code)
        cd_forked_end(home);
    else
        *instance = cd_instance_in(home);
    return code;
}

enum cd_code cd_apart_open(const struct cd_create *create, struct cd_instance **instance,
                           struct cd_made *made, struct cd_status *status)
{
    struct cd_forked *home;
    enum cd_code code = cd_apart_start(create->algo, create->settings, create->scene, &home, status);
    *made = (struct cd_made){.starved = code == CD_ENVIRONMENT};
    return code ? code : cd_apart_create(home, create, instance, made, status);
}

bool cd_apart_has_ended(const struct cd_instance *instance)
{
    return cd_instance_home(instance) && cd_forked_has_ended(cd_instance_home(instance));
}

enum cd_fate cd_apart_fate(const struct cd_instance *instance, enum cd_code code)
{
    if (!code)
        return CD_FATE_GOOD;
    if (code == CD_WRONG && (!instance || cd_instance_home(instance)))
        return CD_FATE_FAILED;
    bool refused = instance ? code == CD_ENVIRONMENT && cd_apart_has_ended(instance)
                            : code == CD_USAGE || code == CD_DATA || code == CD_ENVIRONMENT;
    return refused ? CD_FATE_REFUSED : CD_FATE_FATAL;
}

struct cd_instance *cd_apart_resident(void)
{
    return resident;
}

const struct cd_scene *cd_apart_scene(void)
{
    return scene_here;
}

static enum cd_code finish_there(void *box, struct cd_status *status)
{
    struct rusage usage;
    (void)status;
    CD_ASSERT(!getrusage(RUSAGE_SELF, &usage));
    *(struct cd_traces *)box = (struct cd_traces){cd_instance_bytes(resident), (uint64_t)usage.ru_maxrss,
                                                  cd_instance_changes(resident)};
    cd_instance_destroy(resident);
    return CD_OK;
}

enum cd_code cd_apart_finish(struct cd_instance *instance, struct cd_traces *traces, struct cd_status *status)
{
    struct cd_forked *home = cd_instance_home(instance);
    *traces = (struct cd_traces){0};
    if (!home)
        *traces = (struct cd_traces){cd_instance_bytes(instance), 0, cd_instance_changes(instance)};
    enum cd_code code = home ? cd_forked_call(home, finish_there, "when it was freed", status) : CD_OK;
    if (home && !code)
        *traces = *(struct cd_traces *)cd_forked_box(home);
    return code;
}

void cd_traces_advise(const struct cd_traces *traces, const char *name, const struct cd_scene *scene,
                      void (*warn)(void *user, const char *line), void *user)
{
    char text[CD_CHANGES_TEXT];
    if (traces->changes)
        cd_tell(
            warn, user,
            "%s on %s: its calls left the floating-point state changed (%s); it was restored after each call",
            name, scene->name, cd_changes_text(traces->changes, text));
}
