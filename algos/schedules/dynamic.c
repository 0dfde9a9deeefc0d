// Work sharing: every thread takes the next task when it is free.
#include "algos/schedule.h"
#include "algos/threads.h"

struct work {
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
};

static bool run_task(void *user, size_t task, unsigned thread)
{
    const struct work *work = user;
    return work->tasks->run(work->tasks->user, task, false, &work->workers[thread]);
}

static void dynamic_run(void *self, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    (void)self;
    struct work work = {tasks, workers};
    cd_run_items(threads, tasks->count, run_task, &work);
}

const struct cd_schedule cd_schedule_dynamic = {
    .name = "dynamic",
    .title = "every thread takes the next pair when it is free",
    .run = dynamic_run,
};
