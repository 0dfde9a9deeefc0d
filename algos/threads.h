/// The same function in every thread of an instance, and items that threads take one after another.
///
/// One pool serves the process. A thread that waits spins, for at most CD_SPIN_NS and a sixteenth of what it has
/// just worked, and then sleeps; it does not spin where there are fewer processors than threads. A step of little
/// work stays in the calling thread, since waking another one costs more. So does one that begins while another is
/// shared, inside it or in another thread. When waiting for others took longer than they helped, steps are not
/// shared for a while: beside other programs, sharing adds a few hundredths to the time at most. What a step
/// computes must not depend on which thread makes which call.
#ifndef CD_ALGOS_THREADS_H
#define CD_ALGOS_THREADS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The longest that a waiting thread spins.
#define CD_SPIN_NS 20000

/// Work of less than CD_ALONE_NS in one thread is not shared, and what a step takes is not judged before
/// CD_LOOK_NS of it: ten times, and once, what it takes to wake a thread that sleeps (20 microseconds on two
/// virtual processors). Slow builds share all they can, so that races show.
#ifdef CD_SLOW_BUILD
#define CD_ALONE_NS 1
#define CD_LOOK_NS  1
#else
#define CD_ALONE_NS 200000
#define CD_LOOK_NS  20000
#endif

/// The work of a step whose threads tell on the way, by cd_threads_progress(); and of one that is always shared.
#define CD_WORK_UNKNOWN 0
#define CD_WORK_LARGE   UINT64_MAX

/// Processors that this process may run on, and no more than its CPU quota (base/quota.h) keeps busy.
unsigned cd_usable_processors(void);

/// Has the pool serve steps of so many threads, the calling one among them. CD_ENVIRONMENT, with a text that says
/// how many there are, when the system starts no more; steps then take as many as there are. Any thread may call.
enum cd_code cd_threads_start(unsigned threads, struct cd_status *status);

/// Calls run(user, 0 .. threads-1) once each, in up to so many threads, and returns when all calls have. Calls of
/// one step may run one after another in one thread, so none may wait for another. `work_ns` is what they take in
/// one thread, by a rough estimate.
void cd_run_threads(unsigned threads, uint64_t work_ns, void (*run)(void *user, unsigned thread), void *user);

/// Says, in a call of a step of unknown work, that `done` of its `count` items, one at least, are done. Others are
/// woken when the whole of it seems to be worth it.
void cd_threads_progress(size_t done, size_t count);

/// Calls run(user, item, thread) for the items 0 .. count-1, in up to so many threads, each of which takes the next
/// item when it is free; `thread` is below `threads`, and no two calls with the same one run at a time. After one
/// call has returned true no more items are taken.
void cd_run_items(unsigned threads, size_t count, bool (*run)(void *user, size_t item, unsigned thread),
                  void *user);

/// The same for items that take about `work_ns` together: others are woken for the first of them.
void cd_run_work(unsigned threads, uint64_t work_ns, size_t count,
                 bool (*run)(void *user, size_t item, unsigned thread), void *user);

/// Where part number `part` of a range begins when it is cut into so many nearly equal ones; part `parts` begins
/// at its end.
static inline uint32_t cd_part_begin(uint32_t first, uint32_t end, uint32_t part, uint32_t parts)
{
    return first + (uint32_t)((uint64_t)(end - first) * part / parts);
}

#ifdef __cplusplus
}
#endif
#endif
