/// How long processors would take for tasks of known costs with each schedule. In this simulation, waking threads,
/// handing out tasks and sharing memory cost nothing.
#ifndef CD_EXPERIMENTS_MAKESPAN_H
#define CD_EXPERIMENTS_MAKESPAN_H

#include "base/status.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/// The largest number of processors.
#define MAKESPAN_PROCESSORS 64

static inline double makespan_of(const double *loads, unsigned processors)
{
    double max = 0;
    for (unsigned p = 0; p < processors; p++)
        max = fmax(max, loads[p]);
    return max;
}

/// Tasks are dealt out beforehand: task i goes to processor_of[colours[i]].
static inline double makespan_dealt(const double *costs, size_t count, const uint32_t *colours,
                                    const uint32_t *processor_of, unsigned processors)
{
    double loads[MAKESPAN_PROCESSORS] = {0};
    CD_ASSERT(processors <= MAKESPAN_PROCESSORS);
    for (size_t i = 0; i < count; i++)
        loads[processor_of[colours[i]]] += costs[i];
    return makespan_of(loads, processors);
}

/// The processor that is free first.
static inline unsigned makespan_first_free(const double *loads, unsigned processors)
{
    unsigned first = 0;
    for (unsigned p = 1; p < processors; p++)
        first = loads[p] < loads[first] ? p : first;
    return first;
}

/// Every task in turn goes to the processor that is free first (algos/schedules/dynamic.c).
static inline double makespan_shared(const double *costs, size_t count, unsigned processors)
{
    double loads[MAKESPAN_PROCESSORS] = {0};
    CD_ASSERT(processors <= MAKESPAN_PROCESSORS);
    for (size_t i = 0; i < count; i++)
        loads[makespan_first_free(loads, processors)] += costs[i];
    return makespan_of(loads, processors);
}

/// Every list in turn, with all of its tasks, goes to the processor that is free first: task i is in
/// list_of[colours[i]].
static inline double makespan_taken(const double *costs, size_t count, const uint32_t *colours,
                                    const uint32_t *list_of, unsigned processors)
{
    enum { LISTS = 64 };
    double lists[LISTS] = {0};
    for (size_t i = 0; i < count; i++)
        lists[list_of[colours[i]]] += costs[i];
    return makespan_shared(lists, LISTS, processors);
}

/// Each processor gets an equal part of consecutive tasks. A processor that is done takes the second half of the next
/// part that is not empty (algos/schedules/steal.c).
static inline double makespan_stolen(const double *costs, size_t count, unsigned processors)
{
    double loads[MAKESPAN_PROCESSORS] = {0}, last = 0;
    size_t first[MAKESPAN_PROCESSORS], end[MAKESPAN_PROCESSORS];
    CD_ASSERT(processors <= MAKESPAN_PROCESSORS);
    for (unsigned p = 0; p < processors; p++) {
        first[p] = count * p / processors;
        end[p] = count * (p + 1) / processors;
    }
    for (unsigned p; isfinite(loads[p = makespan_first_free(loads, processors)]);) {
        for (unsigned i = 1; i < processors && first[p] == end[p]; i++) {
            unsigned victim = (p + i) % processors;
            size_t middle = first[victim] + (end[victim] - first[victim]) / 2;
            if (first[victim] < end[victim]) {
                first[p] = middle;
                end[p] = end[victim];
                end[victim] = middle;
            }
        }
        if (first[p] < end[p]) {
            loads[p] += costs[first[p]++];
        } else { // nobody has anything left
            last = fmax(last, loads[p]);
            loads[p] = INFINITY;
        }
    }
    return last;
}

#endif
