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
    // For the tasks that are run:
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
    atomic_bool cancelled;
};

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
    } while (!atomic_compare_exchange_weak(&victim->range, &range, first << 32 | middle));
    atomic_store(&own->range, middle << 32 | end);
    return true;
}

/// Does the next task of a thread. Returns true when there is none.
static bool run_task(void *user, unsigned thread, size_t call)
{
    struct steal *self = user;
    size_t task;
    (void)call;
    while (!take(&self->parts[thread], &task)) {
        bool robbed = false;
        for (unsigned i = 1; i < self->threads && !robbed; i++)
            robbed = rob(&self->parts[(thread + i) % self->threads], &self->parts[thread]);
        if (!robbed)
            return true;
    }
    if (atomic_load_explicit(&self->cancelled, memory_order_relaxed))
        return true;
    if (self->tasks->run(self->tasks->user, task, false, &self->workers[thread]))
        atomic_store_explicit(&self->cancelled, true, memory_order_relaxed);
    return false;
}

static void steal_run(void *user, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    struct steal *self = user;
    CD_ASSERT(threads == self->threads && tasks->count <= UINT32_MAX);
    self->tasks = tasks;
    self->workers = workers;
    atomic_store(&self->cancelled, false);
    for (uint64_t t = 0; t < threads; t++)
        atomic_store(&self->parts[t].range,
                     tasks->count * t / threads << 32 | tasks->count * (t + 1) / threads);
    cd_run_parts(threads, tasks->count, run_task, self);
}

const struct cd_schedule cd_schedule_steal = {
    .name = "steal",
    .title = "every thread gets an equal run of pairs; an idle thread takes half of what another has left",
    .create = steal_create,
    .destroy = steal_destroy,
    .run = steal_run,
};
