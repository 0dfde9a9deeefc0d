/// The same function in every thread of an instance.
#ifndef CD_ALGOS_THREADS_H
#define CD_ALGOS_THREADS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls run(user, 0 .. threads-1), each in a thread of its own, and waits for all of them. One thread is the
/// calling one, without OpenMP, which would allocate for every team of one.
void cd_run_threads(unsigned threads, void (*run)(void *user, unsigned thread), void *user);

/// Where part number `part` of a range begins when it is cut into so many nearly equal ones; part `parts` begins
/// at its end.
static inline uint32_t cd_part_begin(uint32_t first, uint32_t end, uint32_t part, uint32_t parts)
{
    return first + (uint32_t)((uint64_t)(end - first) * part / parts);
}

/// How many threads run when so many are asked for: fewer under OMP_THREAD_LIMIT.
unsigned cd_threads_that_run(unsigned threads);

#ifdef __cplusplus
}
#endif
#endif
