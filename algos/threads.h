/// Work that threads share: items that they take one after another, ranges that each of them has a part of, or parts
/// of any other kind.
///
/// One pool serves the process. The calling thread begins each step alone, unless the caller says that the step is large.
/// After as long as a wake takes, when what is left, at the pace so far, would take twenty times as long as waking another
/// thread, others are woken. What waking costs is measured when the first of them starts. A thread that waits spins for no longer than waking it costs, and for a sixteenth of what it has
/// just worked, and then sleeps; it does not spin where there are fewer processors than threads. A step that begins
/// while another is shared, inside it or in another thread, stays in its calling thread. When waking others and waiting
/// for them took longer than they helped, steps are not shared for a while: beside other programs, sharing adds a few
/// hundredths to the time at most. What a step computes must not depend on which thread makes which call.
///
/// A call should take a microsecond or more: between the first ones the pool reads the clock.
#ifndef CD_ALGOS_THREADS_H
#define CD_ALGOS_THREADS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The calls of a step that is shared from its beginning, by as many threads as it has parts.
#define CD_CALLS_MANY SIZE_MAX

/// The most of a range that one call of cd_run_ranges gets, if several threads share it.
#define CD_RANGE_MAX 4096u

/// Processors that this process may run on, and no more than its CPU quota (base/neighbours.h) keeps busy.
unsigned cd_usable_processors(void);

/// Has the pool serve steps of so many threads, the calling one among them. CD_ENVIRONMENT, with a text that says
/// how many there are, when the system starts no more; steps then take as many as there are. Any thread may call.
enum cd_code cd_threads_start(unsigned threads, struct cd_status *status);

/// For tests: has the pool decide by what waking a thread is said to cost, in place of what was measured. Where it costs
/// nothing, every step is shared from its beginning; so it is in slow builds, so that races show. A process made by fork
/// measures anew.
void cd_threads_set_wake(uint64_t ns);

/// Calls run(user, part, 0), run(user, part, 1) and so on, until one returns true, for the parts 0 .. parts-1, in up to
/// so many threads, and returns when all have. Parts may be done one after another in one thread, so none may wait for
/// another. `calls` says how many calls there are in all parts, about. Returns whether the step was shared.
bool cd_run_parts(unsigned parts, size_t calls, bool (*run)(void *user, unsigned part, size_t call),
                  void *user);

/// Calls run(user, item, thread) for the items 0 .. count-1, in up to so many threads, each of which takes the next
/// item when it is free; `thread` is below `threads`, and no two calls with the same one run at a time. After one
/// call has returned true no more items are taken. If the items are few and `large`, as the caller knows from a step over
/// as much that was worth waking others, these are woken for the first item.
bool cd_run_large_items(bool large, unsigned threads, size_t count,
                        bool (*run)(void *user, size_t item, unsigned thread), void *user);

static inline bool cd_run_items(unsigned threads, size_t count,
                                bool (*run)(void *user, size_t item, unsigned thread), void *user)
{
    return cd_run_large_items(false, threads, count, run, user);
}

/// Cuts the range 0 .. count-1 into so many nearly equal parts and calls run(user, part, first, end) for all of each,
/// in order, CD_RANGE_MAX at a time at most. A range that is no longer than that is all in part 0. With one part, `run`
/// is called once.
bool cd_run_ranges(unsigned parts, uint32_t count,
                   void (*run)(void *user, unsigned part, uint32_t first, uint32_t end), void *user);

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
