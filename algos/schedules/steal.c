// Work stealing: every thread begins with an equal part of consecutive tasks. A thread that has done its part takes the
// second half of what another thread still has.
//
// Blumofe and Leiserson 1999. A part is a range that fits one atomic word, so that its owner, who takes tasks
// from the front, and thieves, who take from the back, need no lock.
#include "algos/schedule.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <stdatomic.h>

/// What a thread has left: first task in the upper 32 bits, the end in the lower ones.
struct part {
    _Alignas(64) atomic_uint_fast64_t range; // threads do not share a cache line
};

struct steal {
    unsigned threads;
    struct part *parts;
};

static uint64_t range_of(uint64_t first, uint64_t end)
{
    return first << 32 | end;
}

static void *steal_create(const struct cd_create *create)
{
    struct steal *self = cd_allocate(1, sizeof *self);
    self->threads = create->context->threads;
    self->parts = cd_allocate(self->threads, sizeof *self->parts);
    return self;
}

static void steal_destroy(void *user)
{
    struct steal *self = user;
    cd_free(self->parts);
    cd_free(self);
}

/// Takes the first task of the thread's own part.
static bool take(struct part *part, size_t *task)
{
    uint64_t range = atomic_load(&part->range);
    do {
        if (range >> 32 >= (range & UINT32_MAX))
            return false;
    } while (!atomic_compare_exchange_weak(&part->range, &range, range + (UINT64_C(1) << 32)));
    *task = range >> 32;
    return true;
}

/// Moves the second half (at least one task) of a victim's part into the thread's own part, which is empty.
static bool rob(struct part *victim, struct part *own)
{
    uint64_t range = atomic_load(&victim->range), first, end, middle;
    do {
        first = range >> 32;
        end = range & UINT32_MAX;
        if (first >= end)
            return false;
        middle = first + (end - first) / 2;
    } while (!atomic_compare_exchange_weak(&victim->range, &range, range_of(first, middle)));
    atomic_store(&own->range, range_of(middle, end));
    return true;
}

static bool find_work(struct steal *self, unsigned own)
{
    for (unsigned i = 1; i < self->threads; i++)
        if (rob(&self->parts[(own + i) % self->threads], &self->parts[own]))
            return true;
    return false;
}

struct work {
    struct steal *self;
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
    atomic_bool *cancelled;
};

/// Does the next task of a thread. Returns true when there is none.
static bool run_task(void *user, unsigned thread, size_t call)
{
    const struct work *work = user;
    size_t task;
    (void)call;
    while (!take(&work->self->parts[thread], &task))
        if (!find_work(work->self, thread))
            return true;
    if (atomic_load_explicit(work->cancelled, memory_order_relaxed))
        return true;
    if (work->tasks->run(work->tasks->user, task, false, &work->workers[thread]))
        atomic_store_explicit(work->cancelled, true, memory_order_relaxed);
    return false;
}

static void steal_run(void *user, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    struct steal *self = user;
    CD_ASSERT(threads == self->threads && tasks->count <= UINT32_MAX);
    for (unsigned t = 0; t < threads; t++)
        atomic_store(&self->parts[t].range,
                     range_of(tasks->count * t / threads, tasks->count * (t + 1) / threads));
    atomic_bool cancelled = false;
    struct work work = {self, tasks, workers, &cancelled};
    cd_run_parts(threads, tasks->count, run_task, &work);
}

const struct cd_schedule cd_schedule_steal = {
    .name = "steal",
    .title = "every thread gets an equal run of pairs; an idle thread takes half of what another has left",
    .create = steal_create,
    .destroy = steal_destroy,
    .run = steal_run,
};
