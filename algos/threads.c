#include "algos/threads.h"

#include "base/activity.h"

#include <omp.h>

void cd_run_threads(unsigned threads, void (*run)(void *user, unsigned thread), void *user)
{
    if (threads == 1) {
        run(user, 0);
        return;
    }
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (unsigned i = 0; i < threads; i++) {
        cd_activity_join();
        run(user, i);
    }
}

unsigned cd_threads_that_run(unsigned threads)
{
    int team = 1;
#pragma omp parallel num_threads((int)threads) if (threads > 1)
#pragma omp single
    team = omp_get_num_threads();
    return (unsigned)team;
}
