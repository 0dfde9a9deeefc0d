#include "algos/threads.h"

void cd_run_threads(unsigned threads, void (*run)(void *user, unsigned thread), void *user)
{
    if (threads == 1) {
        run(user, 0);
        return;
    }
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (unsigned i = 0; i < threads; i++)
        run(user, i);
}
