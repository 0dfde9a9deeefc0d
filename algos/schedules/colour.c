// Tasks are coloured, and every thread does those of its colours: a static assignment.
//
// Zhao, Tan, Yang, Ding, Li 2009, section 2.3 (PCDA); see colouring.h. Their m = n * n task trees have both (i, j) and
// (j, i): `tasks=all` does every pair of bodies twice and does not report what the second time finds. The pairs (i, i),
// which always collide, are left out. Colours depend on the number of tasks only, and are worked out anew when that
// number changes.
#include "algos/schedule.h"
#include "algos/schedules/colouring.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <stdatomic.h>

struct colour {
    struct cd_ring ring;
    unsigned rounds, threads;
    enum cd_colour_map map;
    bool twice;
    size_t count, capacity; ///< tasks, twice over where that is asked for
    uint32_t *colours, *scratch;
    uint32_t *order;           ///< tasks, processor after processor
    size_t *starts;            ///< of every processor in `order`, and the end
    struct cd_sink *discarded; ///< per thread: where second answers go
};

static const struct cd_param colour_params[] = {
    CD_PARAM_CHOICE("ring", "shuffled", "natural|shuffled",
                    "the successor of a task on the ring: the next task, or the next in a random order"),
    CD_PARAM_CHOICE("rounds", "1", "1|2|3|4|5|6|7|8|six",
                    "rounds of colouring; six: until six colours are left"),
    CD_PARAM_CHOICE("map", "greedy", "greedy|mod",
                    "how threads get colours: the largest class goes to the thread with the least work, or "
                    "colour mod threads"),
    CD_PARAM_CHOICE("tasks", "half", "half|all", "every pair of bodies once, or both (i,j) and (j,i)"),
    CD_PARAM_INT("ring_seed", "1", 0, INT32_MAX, "seed of the shuffled ring"),
    CD_PARAM_END,
};

static void *colour_create(const struct cd_create *create)
{
    const struct cd_settings *settings = create->settings;
    struct colour *self = cd_allocate(1, sizeof *self);
    const char *rounds = cd_setting_choice(settings, "rounds");
    self->ring.shuffled = cd_setting_is(settings, "ring", "shuffled");
    self->ring.seed = (uint64_t)cd_setting_int(settings, "ring_seed");
    self->rounds = *rounds == 's' ? CD_ROUNDS_UNTIL_SIX : (unsigned)(*rounds - '0');
    self->map = cd_setting_is(settings, "map", "greedy") ? CD_COLOUR_GREEDY : CD_COLOUR_MOD;
    self->twice = cd_setting_is(settings, "tasks", "all");
    self->threads = create->context->threads;
    self->starts = cd_allocate(self->threads + 1, sizeof *self->starts);
    self->discarded = cd_allocate(self->threads, sizeof *self->discarded);
    return self;
}

static void colour_destroy(void *user)
{
    struct colour *self = user;
    for (unsigned t = 0; t < self->threads; t++)
        cd_sink_release(&self->discarded[t]);
    cd_free(self->discarded);
    cd_free(self->starts);
    cd_free(self->colours);
    cd_free(self->scratch);
    cd_free(self->order);
    cd_free(self);
}

static bool colour_mirrors(const void *user)
{
    return ((const struct colour *)user)->twice;
}

static void make_room(struct colour *self, size_t count)
{
    if (count <= self->capacity)
        return;
    self->capacity = count + count / 2;
    self->colours = cd_reallocate(self->colours, 0, self->capacity, sizeof *self->colours);
    self->scratch = cd_reallocate(self->scratch, 0, self->capacity, 2 * sizeof *self->scratch);
    self->order = cd_reallocate(self->order, 0, self->capacity, sizeof *self->order);
}

/// Colours the tasks and sorts them by the thread that their colour goes to; within a thread the order stays.
static void assign(struct colour *self, size_t count)
{
    uint32_t thread_of[CD_COLOURS] = {0};
    make_room(self, count);
    self->count = count;
    cd_colour_ring(&self->ring, self->rounds, count, self->colours, self->scratch);
    cd_map_colours(self->map, self->threads, count, self->colours, thread_of);
    size_t filled = 0;
    for (unsigned t = 0; t < self->threads; t++) {
        self->starts[t] = filled;
        for (size_t i = 0; i < count; i++)
            if (thread_of[self->colours[i]] == t)
                self->order[filled++] = (uint32_t)i;
    }
    self->starts[self->threads] = filled;
}

/// Does a task whose answer has been given already; nobody looks at its records.
static bool run_again(const struct colour *self, const struct cd_tasks *tasks, size_t task,
                      struct cd_worker *worker)
{
    struct cd_sink *sink = worker->sink;
    worker->sink = &self->discarded[worker->thread];
    cd_sink_begin(worker->sink, worker->query, CD_SINK_COUNT, 0);
    bool finished = tasks->run(tasks->user, task, true, worker);
    worker->sink = sink;
    return finished;
}

struct work {
    const struct colour *self;
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
    atomic_bool *cancelled;
};

static void run_share(void *user, unsigned thread)
{
    const struct work *work = user;
    const struct colour *self = work->self;
    const struct cd_tasks *tasks = work->tasks;
    struct cd_worker *worker = &work->workers[thread];
    for (size_t i = self->starts[thread]; i < self->starts[thread + 1]; i++) {
        size_t task = self->order[i];
        if (atomic_load_explicit(work->cancelled, memory_order_relaxed))
            return;
        bool finished = task < tasks->count ? tasks->run(tasks->user, task, false, worker)
                                            : run_again(self, tasks, task - tasks->count, worker);
        if (finished)
            atomic_store_explicit(work->cancelled, true, memory_order_relaxed);
        cd_threads_progress(i + 1, self->count);
    }
}

static void colour_run(void *user, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    struct colour *self = user;
    size_t count = tasks->count * (self->twice ? 2 : 1);
    CD_ASSERT(threads == self->threads);
    if (count != self->count)
        assign(self, count);
    atomic_bool cancelled = false;
    struct work work = {self, tasks, workers, &cancelled};
    cd_run_threads(threads, CD_WORK_UNKNOWN, run_share, &work);
}

const struct cd_schedule cd_schedule_colour = {
    .name = "colour",
    .title = "every thread tests the pairs of its colours (Zhao et al. 2009)",
    .params = colour_params,
    .create = colour_create,
    .destroy = colour_destroy,
    .mirrors = colour_mirrors,
    .run = colour_run,
};
