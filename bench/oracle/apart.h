/// Instances of algorithms that are not ours. Each lives in a process of its own (base/forked.h), where it is created,
/// answers and is timed, so that a crash, an exit or a hang costs its own row and nothing else. An instance of our own
/// algorithms lives in this process.
///
///     struct cd_forked *home; // NULL for our own
///     cd_apart_start(algo, settings, scene, &home, &status);
///     cd_apart_create(home, &(struct cd_create){algo, settings, scene, query, context}, &instance, &made, &status);
///     cd_answering_ask(instance, ...); // and cd_judge, cd_probe_run, cd_time_instances
///     cd_instance_destroy(instance);
#ifndef CD_BENCH_ORACLE_APART_H
#define CD_BENCH_ORACLE_APART_H

#include "algos/driver/instance.h"

/// The box that the processes of an instance share has at least so many bytes, and so many more for every frame of the
/// scene. Whoever calls a function there decides what is in it.
#define CD_BOX_BYTES       65536
#define CD_BOX_FRAME_BYTES 32

struct cd_made {
    uint64_t create_ns;    ///< wall time of creating the instance
    char environment[256]; ///< what its times depend on apart from the processor, or ""
    bool starved; ///< CD_ENVIRONMENT is not the algorithm's: there is no process or too little memory for it
};

struct cd_traces {
    size_t bytes;     ///< that the algorithm keeps, as far as it can be seen
    uint64_t peak_kb; ///< the most that the instance's own process had resident; 0 if it has none
    unsigned changes; ///< what of the floating-point state its code left changed (base/thread_state.h)
};

/// True for an algorithm of a plug-in, and for one whose broad phase is. False in every case where ranks may share the
/// work of an instance (MPI), since they cannot share it with another process.
bool cd_is_foreign(const struct cd_algo *algo, const struct cd_settings *settings);

/// True if the algorithm or its broad phase is a library of others, which keeps its memory where we do not see it.
bool cd_runs_library(const struct cd_algo *algo, const struct cd_settings *settings);

/// Fills in the description. What is not ours describes itself in another process; if that ends, CD_WRONG, and the text
/// begins with `name`.
enum cd_code cd_apart_describe(const struct cd_algo *algo, const struct cd_settings *settings,
                               const char *name, struct cd_description *description,
                               struct cd_status *status);

/// Starts the process of an instance; `*home` becomes NULL for our own algorithms. Best called before anything else is
/// created for the scene: the process inherits no threads and no OpenGL then.
enum cd_code cd_apart_start(const struct cd_algo *algo, const struct cd_settings *settings,
                            const struct cd_scene *scene, struct cd_forked **home, struct cd_status *status);

/// Creates the instance there, as cd_instance_create does. `home` belongs to it, or is ended after a failure. CD_WRONG:
/// the process has crashed, ended or hung.
enum cd_code cd_apart_create(struct cd_forked *home, const struct cd_create *create,
                             struct cd_instance **instance, struct cd_made *made, struct cd_status *status);

/// Both, for a single instance.
enum cd_code cd_apart_open(const struct cd_create *create, struct cd_instance **instance,
                           struct cd_made *made, struct cd_status *status);

/// True once the process of an instance has ended by itself or was killed. What was called then has failed, and said
/// how it ended.
bool cd_apart_has_ended(const struct cd_instance *instance);

/// What a code means that a call to an instance returned, or that creating it did.
enum cd_fate {
    CD_FATE_GOOD,    ///< no failure
    CD_FATE_REFUSED, ///< the algorithm does not take the scene or lacks something: the others go on without it
    CD_FATE_FAILED,  ///< its process has crashed, ended or hung: its row has failed, and the others go on
    CD_FATE_FATAL,   ///< the command ends
};

/// `instance` is NULL if it could not be created.
enum cd_fate cd_apart_fate(const struct cd_instance *instance, enum cd_code code);

/// Says what an instance took and left. If it lives in another process, it is freed there, but for the handle: nothing else can
/// be asked of it, and a crash in that is known, too.
enum cd_code cd_apart_finish(struct cd_instance *instance, struct cd_traces *traces,
                             struct cd_status *status);

/// Warns if the instance's code left the floating-point state changed. `name` is that of the algorithm.
void cd_traces_advise(const struct cd_traces *traces, const char *name, const struct cd_scene *scene,
                      void (*warn)(void *user, const char *line), void *user);

/// For functions that cd_forked_call calls: the instance that lives in this process, and its scene.
struct cd_instance *cd_apart_resident(void);
const struct cd_scene *cd_apart_scene(void);

#endif
