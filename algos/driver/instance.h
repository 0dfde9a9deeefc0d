/// An algorithm with its settings on a scene: the only thing that a harness knows. A pair algorithm is driven by the
/// broad phase and the schedule that its settings name. One calling thread per instance.
///
///     cd_instance_create(algo, settings, scene, CD_QUERY_PAIRS, &context, &instance, &status);
///     cd_instance_reset(instance);
///     for each frame:
///         cd_instance_update(instance, frame, &status);
///         cd_instance_query(instance, &status);
///     cd_instance_destroy(instance);
#ifndef CD_ALGOS_INSTANCE_H
#define CD_ALGOS_INSTANCE_H

#include "algos/algo.h"
#include "base/forked.h"

struct cd_instance;

/// What the algorithm promises under these settings, without creating anything.
void cd_describe(const struct cd_algo *algo, const struct cd_settings *settings,
                 struct cd_description *description);

/// Does the preprocessing. CD_USAGE when the settings do not offer `query` or do not take what the scene is made of;
/// CD_ENVIRONMENT when the system does not start context->threads threads. `settings` is copied. `scene` and `context`
/// must outlive the instance. context->threads is fixed from here on.
enum cd_code cd_instance_create(const struct cd_algo *algo, const struct cd_settings *settings,
                                const struct cd_scene *scene, enum cd_query query, struct cd_context *context,
                                struct cd_instance **instance, struct cd_status *status);

/// The same for an algorithm as users name it, `NAME[:key=value...]`.
enum cd_code cd_instance_open(const char *specification, const struct cd_scene *scene, enum cd_query query,
                              struct cd_context *context, struct cd_instance **instance,
                              struct cd_status *status);

/// Goes back to before the first frame, forgets temporal coherence and zeroes the counters of the workers.
void cd_instance_reset(struct cd_instance *instance);

/// Takes a frame, which must stay valid until the query has answered.
enum cd_code cd_instance_update(struct cd_instance *instance, const struct cd_frame *frame,
                                struct cd_status *status);

/// Answers that frame: the workers' sinks (begun by the caller) get the records, and the workers' counters grow.
enum cd_code cd_instance_query(struct cd_instance *instance, struct cd_status *status);

/// The workers of this instance, context->threads of them; the caller begins their sinks before each query
/// and merges them after it.
struct cd_worker *cd_instance_workers(struct cd_instance *instance);

/// Bytes that the algorithm has allocated, without the answers in the workers' sinks.
size_t cd_instance_bytes(struct cd_instance *instance);

/// How many blocks of memory this program has been asked for so far. The difference between two readings belongs to the
/// instance whose calls come between them. Counted are the requests of everything in its threads (cd_malloc_count). If
/// the instance draws, only our own code is counted, because OpenGL drivers allocate as they like.
uint64_t cd_instance_allocations(const struct cd_instance *instance);

/// What of the floating-point state the algorithm's code left changed so far (CD_CHANGED_FLUSH and others of
/// base/thread_state.h). After each call, and in each thread after each step, the program restores its own state.
unsigned cd_instance_changes(const struct cd_instance *instance);

/// What times and answers depend on apart from the CPU (the GL renderer), or NULL.
const char *cd_instance_environment(struct cd_instance *instance);

/// True when the algorithm has volumes to show, or pictures.
bool cd_instance_has_volumes(const struct cd_instance *instance);
bool cd_instance_has_picture(const struct cd_instance *instance);

/// Emits the volumes for the frame of the last update, which must still be valid: those of the broad phase (its boxes
/// and its own volumes) and those of the bodies' models.
void cd_instance_volumes(struct cd_instance *instance, struct cd_volumes *volumes);

/// The picture that decided the last query, valid until the next call to this instance; false when there is none.
bool cd_instance_picture(struct cd_instance *instance, struct cd_picture *picture);

/// A handle of the instance that another process keeps, as bench/oracle/apart.h describes. The process belongs to it. Of
/// the functions above it takes none.
struct cd_instance *cd_instance_in(struct cd_forked *home);

/// The process that keeps the instance; NULL for this one.
struct cd_forked *cd_instance_home(const struct cd_instance *instance);

/// Frees the instance; NULL is allowed.
void cd_instance_destroy(struct cd_instance *instance);

#endif
