/// How long processors would take for tasks of known costs with each schedule. In this simulation, waking threads,
/// handing out tasks and sharing memory cost nothing.
#ifndef CD_TESTS_MAKESPAN_H
#define CD_TESTS_MAKESPAN_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The largest number of processors.
#define MAKESPAN_PROCESSORS 64

static inline double makespan_of(const double *loads, unsigned processors)
{
    double max = 0;
    for (unsigned p = 0; p < processors; p++)
        max = loads[p] > max ? loads[p] : max;
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

/// The processor that is free first among those that still work.
static inline unsigned makespan_first_free(const double *loads, const bool *done, unsigned processors)
{
    unsigned first = processors;
    for (unsigned p = 0; p < processors; p++)
        if (!done[p] && (first == processors || loads[p] < loads[first]))
            first = p;
    return first;
}

/// Every task in turn goes to the processor that is free first (algos/schedules/dynamic.c).
static inline double makespan_shared(const double *costs, size_t count, unsigned processors)
{
    double loads[MAKESPAN_PROCESSORS] = {0};
    const bool done[MAKESPAN_PROCESSORS] = {false};
    CD_ASSERT(processors <= MAKESPAN_PROCESSORS);
    for (size_t i = 0; i < count; i++)
        loads[makespan_first_free(loads, done, processors)] += costs[i];
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

struct makespan_part {
    size_t first, end;
};

/// Takes the second half of the next part that is not empty, as algos/schedules/steal.c does.
static inline bool makespan_rob(struct makespan_part *parts, unsigned own, unsigned processors)
{
    for (unsigned i = 1; i < processors; i++) {
        struct makespan_part *victim = &parts[(own + i) % processors];
        size_t middle = victim->first + (victim->end - victim->first) / 2;
        if (victim->first == victim->end)
            continue;
        parts[own] = (struct makespan_part){middle, victim->end};
        victim->end = middle;
        return true;
    }
    return false;
}

/// Each processor gets an equal part of consecutive tasks. A processor that is done takes half of another's rest.
static inline double makespan_stolen(const double *costs, size_t count, unsigned processors)
{
    double loads[MAKESPAN_PROCESSORS] = {0};
    bool done[MAKESPAN_PROCESSORS] = {false};
    struct makespan_part parts[MAKESPAN_PROCESSORS];
    CD_ASSERT(processors <= MAKESPAN_PROCESSORS);
    for (unsigned p = 0; p < processors; p++)
        parts[p] = (struct makespan_part){count * p / processors, count * (p + 1) / processors};
    for (unsigned p; (p = makespan_first_free(loads, done, processors)) < processors;) {
        if (parts[p].first < parts[p].end)
            loads[p] += costs[parts[p].first++];
        else
            done[p] = !makespan_rob(parts, p, processors);
    }
    return makespan_of(loads, processors);
}

#endif
