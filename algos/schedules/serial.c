// One task after another in the calling thread.
#include "algos/schedule.h"

static void serial_run(void *self, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    (void)self;
    (void)threads;
    for (size_t i = 0; i < tasks->count; i++)
        if (tasks->run(tasks->user, i, false, workers))
            return;
}

const struct cd_schedule cd_schedule_serial = {
    .name = "serial",
    .title = "one pair after another in one thread",
    .one_thread = true,
    .run = serial_run,
};
