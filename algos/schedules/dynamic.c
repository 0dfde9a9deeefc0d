// Work sharing: every thread takes the next task when it is free (OpenMP's dynamic schedule).
#include "algos/schedule.h"

#include <omp.h>
#include <stdatomic.h>

static void dynamic_run(void *self, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    (void)self;
    atomic_bool cancelled = false;
#pragma omp parallel for num_threads((int)threads) schedule(dynamic, 1)
    for (size_t i = 0; i < tasks->count; i++) {
        if (atomic_load_explicit(&cancelled, memory_order_relaxed))
            continue;
        if (tasks->run(tasks->user, i, false, &workers[omp_get_thread_num()]))
            atomic_store_explicit(&cancelled, true, memory_order_relaxed);
    }
}

const struct cd_schedule cd_schedule_dynamic = {
    .name = "dynamic",
    .title = "every thread takes the next pair when it is free",
    .run = dynamic_run,
};
