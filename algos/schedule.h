/// How the pair tests of one frame are handed to threads.
#ifndef CD_ALGOS_SCHEDULE_H
#define CD_ALGOS_SCHEDULE_H

#include "algos/algo.h"

/// The independent tasks of one frame. `run` does one of them in the thread of `worker` and returns true when
/// the rest need not be done. A schedule that does every task twice has the second time `mirrored`: it works
/// on state of its own, and its records are the schedule's to discard.
struct cd_tasks {
    size_t count;
    bool (*run)(void *user, size_t task, bool mirrored, struct cd_worker *worker);
    void *user;
    unsigned char *marks; ///< what tasks mark besides, a byte each: a schedule whose tasks are done in other
    size_t mark_count;    ///< processes, too, has all marks in the first one, and none in the others
};

/// A schedule's record; `schedules.def` registers it.
struct cd_schedule {
    const char *name;
    const char *title;
    bool one_thread; ///< does every task in order in the calling thread: counters never depend on timing
    const struct cd_param *params; ///< ended by CD_PARAM_END; NULL for none
    /// What the schedule keeps for one instance, such as colours or queues; create->context has the threads.
    /// NULL for a schedule without state; `destroy` goes with it.
    void *(*create)(const struct cd_create *create);
    void (*destroy)(void *self);
    /// What a schedule does with a frame before its tasks, and when the instance is reset; NULL for nothing.
    enum cd_code (*update)(void *self, const struct cd_frame *frame, struct cd_status *status);
    void (*reset)(void *self);
    /// Whether tasks are done mirrored, too; NULL for never.
    bool (*mirrors)(const void *self);
    /// Does every task at most once, all of them unless one returned true, by workers[0 .. threads-1].
    void (*run)(void *self, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads);
};

/// The i-th schedule in alphabetical order, NULL past the end; and by name.
const struct cd_schedule *cd_schedule_at(size_t i);
const struct cd_schedule *cd_schedule_find(const char *name);

#endif
