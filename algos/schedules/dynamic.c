// Work sharing: every thread takes the next task when it is free.
#include "algos/schedule.h"
#include "algos/threads.h"

#include <stdatomic.h>

struct work {
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
    _Atomic size_t next;
    atomic_bool cancelled;
};

static void work_through(void *user, unsigned thread)
{
    struct work *work = user;
    const struct cd_tasks *tasks = work->tasks;
    size_t i;
    while (!atomic_load_explicit(&work->cancelled, memory_order_relaxed) &&
           (i = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed)) < tasks->count)
        if (tasks->run(tasks->user, i, false, &work->workers[thread]))
            atomic_store_explicit(&work->cancelled, true, memory_order_relaxed);
}

static void dynamic_run(void *self, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    (void)self;
    struct work work = {.tasks = tasks, .workers = workers};
    cd_run_threads(threads, work_through, &work);
}

const struct cd_schedule cd_schedule_dynamic = {
    .name = "dynamic",
    .title = "every thread takes the next pair when it is free",
    .run = dynamic_run,
};
