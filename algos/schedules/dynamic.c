// Work sharing: every thread takes the next task when it is free. If there are fewer tasks than threads, a task may use
// all threads.
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
    if (tasks->count < threads) {
        workers[0].crew = threads;
        for (size_t i = 0; i < tasks->count; i++)
            if (tasks->run(tasks->user, i, false, workers))
                break;
        workers[0].crew = 0;
        return;
    }
    struct work work = {tasks, workers};
    cd_run_items(threads, tasks->count, run_task, &work);
}

const struct cd_schedule cd_schedule_dynamic = {
    .name = "dynamic",
    .title = "every thread takes the next pair when it is free",
    .run = dynamic_run,
};
