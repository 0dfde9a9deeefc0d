// Zhao Wei et al. 2009, sections 1.4.3 and 2.3: PCDA. The tests of pairs of bodies are tasks; they are coloured, and
// go to lists by their colours, which processors work off. A processor is one of the instance's threads.
//
// Of the paper's m = n * n task trees, `tasks=all` has n (n - 1): (i, j), and (j, i), which reports nothing. The pairs
// (i, i), which always collide, are left out in every form (E4).
//
// Ours: "for each processor, in parallel" is the pool (algos/threads.h) that all our schedules share, for equal effort:
// the calling thread begins alone, and others are woken when it pays. Tasks are numbered from 0, the paper's from 1.
//
// A thread for each colour (map=thread_per_colour): the paper has 32 on four processors, which the system shares out.
// Ours, since threads that take turns on a processor all finish late: as many run as there are processors, and each
// takes a whole list when it is free, the longest first, its tasks in the order of the loop that inserted them.
//
// The paper                                          here
//   section 1.4.3, the array S                        lay_ring
//   section 2.3, Parallel_Collision_detection         colour_run
//   section 2.3, (1) and (2)                          cd_colour_ring
//   section 2.3, (3) list of processor c'(i)          insert_tasks
//   section 2.3, for each processor in parallel       run_processor
//   section 2.3, cancel all other tasks               run_processor
//   section 2.3, StoreIntersectingTaskNodes           run_processor
#include "algos/papers/zhao2009/colour.h"

#include "algos/schedule.h"
#include "algos/threads.h"
#include "base/memory.h"
#include "base/random.h"

#include <stdatomic.h>
#include <string.h>

/// S(i), the successor of every task on the ring.
static void lay_ring(const struct cd_ring *ring, size_t count, uint32_t *s, uint32_t *order)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    struct cd_random random = cd_random_seed(ring->seed);
    for (size_t i = count; ring->shuffled && i > 1; i--) {
        size_t j = cd_random_below(&random, i);
        uint32_t other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
    for (size_t i = 0; i < count; i++)
        s[order[i]] = order[(i + 1) % count];
}

unsigned cd_colour_ring(const struct cd_ring *ring, unsigned rounds, size_t count, uint32_t *c,
                        uint32_t *scratch)
{
    CD_ASSERT(count <= UINT32_MAX);
    for (size_t i = 0; i < count; i++)
        c[i] = (uint32_t)i;
    if (count < 2) // its own successor: there is nothing to differ from
        return 0;
    uint32_t *s = scratch, *before = scratch + count, highest = UINT32_MAX;
    lay_ring(ring, count, s, before);
    unsigned done = 0;
    for (; rounds == CD_ROUNDS_UNTIL_SIX ? highest > 5 : done < rounds; done++) {
        highest = 0;
        memcpy(before, c, count * sizeof *c);
        for (size_t i = 0; i < count; i++) {                                // for i = 1 to m pardo
            uint32_t k = (uint32_t)__builtin_ctz(before[i] ^ before[s[i]]); // (1)
            c[i] = 2 * k + (before[i] >> k & 1);                            // (2)
            highest = c[i] > highest ? c[i] : highest;
        }
    }
    return done;
}

void cd_map_colours(enum cd_colour_map map, unsigned processors, size_t count, const uint32_t *c,
                    uint32_t list_of[CD_COLOURS])
{
    size_t sizes[CD_COLOURS] = {0}, loads[CD_COLOURS] = {0};
    uint32_t largest_first[CD_COLOURS];
    for (size_t i = 0; i < count; i++) {
        CD_ASSERT(c[i] < CD_COLOURS);
        sizes[c[i]]++;
    }
    for (uint32_t colour = 0; colour < CD_COLOURS; colour++) {
        uint32_t i = colour;
        for (; i > 0 && sizes[largest_first[i - 1]] < sizes[colour]; i--)
            largest_first[i] = largest_first[i - 1];
        largest_first[i] = colour;
    }
    for (uint32_t i = 0; i < CD_COLOURS; i++) {
        uint32_t colour = largest_first[i], least = 0;
        if (map == CD_COLOUR_MOD)
            list_of[colour] = colour % processors;
        else if (map == CD_COLOUR_THREADS)
            list_of[colour] = i % CD_PAPER_THREADS;
        else {
            for (uint32_t p = 1; p < processors && p < CD_COLOURS; p++) // more are of no use
                least = loads[p] < loads[least] ? p : least;
            loads[least] += sizes[colour];
            list_of[colour] = least;
        }
    }
}

size_t cd_largest_load(unsigned processors, size_t count, const uint32_t *c,
                       const uint32_t list_of[CD_COLOURS])
{
    size_t loads[CD_COLOURS] = {0}, max = 0;
    for (size_t i = 0; i < count; i++) {
        size_t load = list_of[c[i]] < processors ? ++loads[list_of[c[i]]] : 0;
        max = load > max ? load : max;
    }
    return max;
}

/// The tasks that a processor has of the list that it works on.
struct place {
    _Alignas(64) size_t next, end; // processors do not share a cache line
};

struct colour {
    struct cd_ring ring;
    unsigned rounds, threads, lists;
    enum cd_colour_map map;
    bool twice;
    size_t count, capacity; ///< tasks, twice over where that is asked for
    uint32_t *c, *scratch;
    uint32_t *tasks;           ///< list after list
    size_t *starts;            ///< of every list in `tasks`, and the end
    struct place *places;      ///< per thread
    struct cd_sink *discarded; ///< per thread: where second answers go
};

static const struct cd_param colour_params[] = {
    CD_PARAM_CHOICE("ring", "shuffled", "natural|shuffled",
                    "the successor of a task on the ring: the next task, or the next in a random order"),
    CD_PARAM_CHOICE("rounds", "1", "1|2|3|4|5|6|7|8|six",
                    "rounds of colouring; six: until six colours are left"),
    CD_PARAM_CHOICE(
        "map", "thread_per_colour", "mod|greedy|thread_per_colour",
        "how threads get colours: colour mod threads; the largest class goes to the thread with the "
        "least work; or each colour has a thread, and as many run at a time as there may be"),
    CD_PARAM_CHOICE("tasks", "half", "half|all", "every pair of bodies once, or both (i,j) and (j,i)"),
    CD_PARAM_END,
};

static void *colour_create(const struct cd_create *create)
{
    const struct cd_settings *settings = create->settings;
    struct colour *self = cd_allocate(1, sizeof *self);
    const char *rounds = cd_setting_choice(settings, "rounds");
    self->ring.shuffled = cd_setting_is(settings, "ring", "shuffled");
    self->ring.seed = 1;
    self->rounds = *rounds == 's' ? CD_ROUNDS_UNTIL_SIX : (unsigned)(*rounds - '0');
    self->map = (enum cd_colour_map)cd_setting_place(settings, "map");
    self->twice = cd_setting_is(settings, "tasks", "all");
    self->threads = create->context->threads;
    self->lists = self->map == CD_COLOUR_THREADS ? CD_PAPER_THREADS : self->threads;
    self->starts = cd_allocate(self->lists + 1, sizeof *self->starts);
    self->places = cd_allocate(self->threads, sizeof *self->places);
    self->discarded = cd_allocate(self->threads, sizeof *self->discarded);
    return self;
}

static void colour_destroy(void *user)
{
    struct colour *self = user;
    for (unsigned t = 0; t < self->threads; t++)
        cd_sink_release(&self->discarded[t]);
    cd_free(self->discarded);
    cd_free(self->places);
    cd_free(self->starts);
    cd_free(self->c);
    cd_free(self->scratch);
    cd_free(self->tasks);
    cd_free(self);
}

static bool colour_mirrors(const void *user)
{
    return ((const struct colour *)user)->twice;
}

/// Section 2.3, the first loop: (1), (2), and (3): task i is inserted into the list of c'(i).
static void insert_tasks(struct colour *self, size_t count)
{
    uint32_t list_of[CD_COLOURS] = {0};
    self->count = count;
    if (count > self->capacity) {
        self->capacity = count + count / 2;
        self->c = cd_reallocate(self->c, 0, self->capacity, sizeof *self->c);
        self->scratch = cd_reallocate(self->scratch, 0, self->capacity, 2 * sizeof *self->scratch);
        self->tasks = cd_reallocate(self->tasks, 0, self->capacity, sizeof *self->tasks);
    }
    cd_colour_ring(&self->ring, self->rounds, count, self->c, self->scratch);
    cd_map_colours(self->map, self->threads, count, self->c, list_of);
    size_t filled = 0;
    for (unsigned list = 0; list < self->lists; list++) {
        self->starts[list] = filled;
        for (size_t i = 0; i < count; i++)
            if (list_of[self->c[i]] == list)
                self->tasks[filled++] = (uint32_t)i;
    }
    self->starts[self->lists] = filled;
}

struct work {
    const struct colour *self;
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
    atomic_uint *next; ///< the list that nobody has taken yet
    atomic_bool *cancelled;
};

/// Section 2.3, the second loop: for each processor i, in parallel do; for (w = 1 to m / j), one w a call. The search
/// of a task tree, from LIVESET <- (a0, b0) on, is the pair algorithm's. What it finds goes to the worker's sink:
/// StoreIntersectingTaskNodes. Returns true when the processor has no more. Between two tasks it sees a cancelling.
static bool run_processor(void *user, unsigned i, size_t w)
{
    const struct work *work = user;
    const struct colour *self = work->self;
    const struct cd_tasks *tasks = work->tasks;
    struct cd_worker *worker = &work->workers[i];
    struct place *place = &self->places[i];
    (void)w;
    while (place->next == place->end) { // with a thread for each colour, the thread of the next one
        unsigned list = atomic_fetch_add(work->next, 1);
        if (list >= self->lists)
            return true;
        *place = (struct place){self->starts[list], self->starts[list + 1]};
    }
    if (atomic_load_explicit(work->cancelled, memory_order_relaxed))
        return true;
    size_t task = self->tasks[place->next++];
    bool again = task >= tasks->count; // the task (i, j) gives the answer, before or after
    struct cd_sink *sink = worker->sink;
    if (again) {
        worker->sink = &self->discarded[worker->thread];
        cd_sink_begin(worker->sink, worker->query, CD_SINK_COUNT, 0);
    }
    bool finished = tasks->run(tasks->user, task - (again ? tasks->count : 0), again, worker);
    worker->sink = sink;
    if (finished) // all other tasks are cancelled
        atomic_store_explicit(work->cancelled, true, memory_order_relaxed);
    return false;
}

/// Section 2.3, Parallel_Collision_detection. Colours depend on the number of tasks only, and are kept while it is.
static void colour_run(void *user, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    struct colour *self = user;
    size_t count = tasks->count * (self->twice ? 2 : 1);
    CD_ASSERT(threads == self->threads);
    if (count != self->count)
        insert_tasks(self, count);               // (1) to (3)
    bool takes = self->map == CD_COLOUR_THREADS; // otherwise each processor has a list of its own
    for (unsigned p = 0; p < threads; p++)
        self->places[p] = (struct place){takes ? 0 : self->starts[p], takes ? 0 : self->starts[p + 1]};
    atomic_uint next = takes ? 0 : self->lists;
    atomic_bool cancelled = false;
    struct work work = {self, tasks, workers, &next, &cancelled};
    cd_run_parts(threads, count, run_processor, &work); // for each processor; the main thread waits
}

const struct cd_schedule cd_schedule_colour = {
    .name = "colour",
    .title = "threads test the pairs of their colours (Zhao et al. 2009)",
    .params = colour_params,
    .create = colour_create,
    .destroy = colour_destroy,
    .mirrors = colour_mirrors,
    .run = colour_run,
};
