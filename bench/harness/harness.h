/// Times instances on a scene. The harness knows an algorithm only as a `struct cd_instance` and a scene only
/// through a cursor.
///
/// A sample is one pass over all frames, starting with `cd_instance_reset`. Frames are read ahead of the clock in
/// blocks. The wall clock is read just before `cd_instance_update` and just after `cd_instance_query` of every frame,
/// the processor clock before and after every block. Sinks only count, unless asked to store. Every frame's count must
/// equal the count that was found when the answers were checked. Several instances take turns, and the order is
/// reversed every round (ABC CBA), so that a machine that slows down or warms up does so for all of them.
///
///     cd_judge(&pass, &judgement, &status); // fills in `answers`
///     struct cd_timed timed = {.instance = instance, .expected = answers};
///     cd_time_instances(scene, &timed, 1, &plan, progress, &status);
///     use(cd_summarise(timed.pass_ns, timed.samples));
///     cd_timed_release(&timed);
#ifndef CD_BENCH_HARNESS_HARNESS_H
#define CD_BENCH_HARNESS_HARNESS_H

#include "algos/driver/instance.h"
#include "base/neighbours.h"
#include "base/progress.h"

struct cd_timed;

/// How long to go on timing. At least one sample of every instance is taken. More follow up to `min_samples`, and then
/// until `enough_seconds` of passes or `max_samples` are reached. No pass begins that, judged by the last one, would
/// end after `budget_seconds`.
struct cd_timing_plan {
    enum cd_query query;
    unsigned threads; ///< workers of every instance
    bool store;       ///< hits are stored, not only counted
    uint64_t min_samples, max_samples;
    double enough_seconds, budget_seconds;
    /// How often the instances are timed again when other programs keep the machine busy (base/neighbours.h).
    unsigned again_when_busy;
    bool by_cpu; ///< rates come from processor time; for the cells made from the samples
    /// A planted slowdown: every pass is prolonged by this share of its time.
    double slow_down;
    double total_seconds; ///< of all instances together: no round begins that would end later; 0 for no limit
    /// Looks at all samples after every round, and sets `over` for instances that need no more; NULL for none.
    void (*after_round)(void *user, struct cd_timed *timed, size_t count);
    void *user;
};

/// One instance to be timed, and its results.
struct cd_timed {
    struct cd_instance *instance;
    const struct cd_answer *expected; ///< per frame; counts that every pass must reproduce
    bool warm;                        ///< has run a whole pass before: a short warm-up is enough
    double pass_seconds;              ///< how long a pass will take, if known; else 0
    const char *name;                 ///< for the progress; NULL for none
    int kind;                         ///< the caller's, for after_round

    uint64_t samples;            ///< finished passes
    uint64_t *pass_ns;           ///< per sample: the sum of its frame times
    uint64_t *cpu_ns;            ///< per sample: processor time of all threads
    uint64_t *frame_ns;          ///< wall time of update and query: all frames of a sample, sample by sample
    struct cd_counters counters; ///< of the last finished pass
    bool counters_differ;        ///< from those of the pass before
    uint64_t allocations;        ///< made inside the timed calls of the last finished pass

    struct cd_neighbours neighbours; ///< while all instances took their turns

    enum cd_code ended; ///< the process of the instance has ended: there are no samples. CD_OK if not
    char end[1000];     ///< how, and in which frame

    bool over;     ///< takes part in no further round
    bool unstable; ///< a pass did not reproduce an expected count; the instance was not timed further
    uint64_t unstable_frame, unstable_count;
};

/// Warms up and times `count` instances. An instance may live in a process of its own (bench/oracle/apart.h). CD_INTERRUPTED after Ctrl-C. Any other failure comes from an instance or from
/// reading the scene. Finished samples of the last attempt are kept in every case.
enum cd_code cd_time_instances(const struct cd_scene *scene, struct cd_timed *timed, size_t count,
                               const struct cd_timing_plan *plan, struct cd_progress *progress,
                               struct cd_status *status);

/// The time of all samples together.
uint64_t cd_timed_spent_ns(const struct cd_timed *timed);

/// Frees the samples, not the instance.
void cd_timed_release(struct cd_timed *timed);

#endif
