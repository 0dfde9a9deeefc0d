// Schedules that deal pairs of bodies to ranks: in chunks that each rank takes when it is free, or by the colours of
// Zhao, Tan, Yang, Ding, Li 2009, section 2.3 (colour.h), with one processor per rank. Every rank has all models,
// places all bodies and runs the broad phase. So a command contains the poses of a frame, and an answer contains what a
// rank has found. Inside a rank, its threads take its pairs one after another.
#include "algos/papers/zhao2009/colour.h"
#include "algos/schedule.h"
#include "algos/threads.h"
#include "base/memory.h"
#include "bench/ranks/ranks.h"

#include <pthread.h>
#include <string.h>

/// The number of chunks that a rank takes on average.
#define CHUNKS_OF_RANK 64

struct led {
    const struct cd_create create;
    uint32_t number;  ///< the number of the instance, the same in all ranks
    unsigned members; ///< ranks that take part
    bool known;       ///< the others have the instance
    const struct cd_frame *frame;
    uint64_t messages, bytes; ///< since the last query
    struct cd_message message;
    // For mpi_colour:
    struct cd_ring ring;
    unsigned rounds;
    enum cd_colour_map map;
    size_t count, capacity, own_count; ///< tasks, and those of this rank
    uint32_t *colours, *scratch, *own;
};

#define RANKS_PARAM CD_PARAM_INT("ranks", "0", 0, 4096, "number of ranks that take part; 0: all")

static const struct cd_param dynamic_params[] = {RANKS_PARAM, CD_PARAM_END};

static const struct cd_param colour_params[] = {
    RANKS_PARAM,
    CD_PARAM_CHOICE("ring", "shuffled", "natural|shuffled",
                    "the successor of a task on the ring: the next task, or the next in a random order"),
    CD_PARAM_CHOICE(
        "map", "greedy", "greedy|mod",
        "how ranks get colours: the largest class goes to the rank with the least work, or colour mod ranks"),
    CD_PARAM_END,
};

static void *led_create(const struct cd_create *create)
{
    static uint32_t created;
    int64_t wanted = cd_setting_int(create->settings, "ranks");
    struct led *self = cd_allocate(1, sizeof *self);
    memcpy((void *)&self->create, create, sizeof *create);
    self->number = created++;
    self->members = wanted ? (unsigned)wanted : cd_ranks_count();
    return self;
}

static void *colour_create(const struct cd_create *create)
{
    struct led *self = led_create(create);
    self->ring.shuffled = cd_setting_is(create->settings, "ring", "shuffled");
    self->ring.seed = 1;
    self->map = cd_setting_is(create->settings, "map", "greedy") ? CD_COLOUR_GREEDY : CD_COLOUR_MOD;
    return self;
}

/// Only rank 0 leads. In the other ranks, the instance follows its commands.
static bool leads(const struct led *self)
{
    return !cd_ranks_number() && self->members > 1;
}

static void send(struct led *self)
{
    cd_order_send(&self->message, self->members);
    self->messages += self->members - 1;
    self->bytes += (self->members - 1) * self->message.used;
}

static void send_bare(struct led *self, enum cd_order command)
{
    cd_order_begin(&self->message, command, self->number, self->members);
    send(self);
}

static void led_destroy(void *user)
{
    struct led *self = user;
    if (leads(self) && self->known)
        send_bare(self, CD_ORDER_DESTROY);
    cd_message_release(&self->message);
    cd_free(self->colours);
    cd_free(self->scratch);
    cd_free(self->own);
    cd_free(self);
}

static void led_reset(void *user)
{
    struct led *self = user;
    if (leads(self) && self->known)
        send_bare(self, CD_ORDER_RESET);
}

// ---- what the others need -----------------------------------------------------------------------------------

static void put_text(struct cd_message *message, const char *text)
{
    cd_message_put(message, text, strlen(text) + 1);
}

static void put_scene(struct cd_message *message, const struct cd_scene *scene)
{
    put_text(message, scene->name);
    cd_message_put(message, scene, sizeof *scene);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const struct cd_mesh *mesh = scene->meshes[i];
        put_text(message, mesh->name);
        cd_message_put(message, &mesh->vertex_count, sizeof mesh->vertex_count);
        cd_message_put(message, &mesh->triangle_count, sizeof mesh->triangle_count);
        cd_message_put(message, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
        cd_message_put(message, mesh->triangles, mesh->triangle_count * sizeof *mesh->triangles);
    }
}

/// Tells the other ranks to create the instance.
static enum cd_code introduce(struct led *self, struct cd_status *status)
{
    enum { LONGEST = 8192 };
    char settings[LONGEST];
    const struct cd_create *create = &self->create;
    if (self->members > cd_ranks_count())
        return cd_fail(status, CD_USAGE, "ranks=%u: there are %u; start more by mpirun -n %u", self->members,
                       cd_ranks_count(), self->members);
    if (create->algo->pair->slot_bytes)
        return cd_fail(
            status, CD_USAGE,
            "%s keeps data of every pair from frame to frame, which ranks do not share; use schedule=dynamic",
            create->algo->name);
    cd_order_begin(&self->message, CD_ORDER_CREATE, self->number, self->members);
    put_text(&self->message, create->algo->name);
    put_text(&self->message, cd_settings_text(create->settings, true, settings, sizeof settings));
    cd_message_put(&self->message, &create->query, sizeof create->query);
    cd_message_put(&self->message, &create->context->threads, sizeof create->context->threads);
    put_scene(&self->message, create->scene);
    send(self);
    enum cd_code code = CD_OK;
    for (unsigned i = 1; i < self->members; i++) {
        struct cd_status inner;
        cd_answer_receive(&self->message);
        cd_message_take(&self->message, &inner, sizeof inner);
        if (inner.code && !code)
            code = cd_fail(status, inner.code, "another rank says: %s", inner.text);
    }
    self->known = true;
    return code;
}

static enum cd_code led_update(void *user, const struct cd_frame *frame, struct cd_status *status)
{
    struct led *self = user;
    self->frame = frame;
    if (cd_ranks_number())
        return CD_OK;
    enum cd_code code = self->known || self->members == 1 ? CD_OK : introduce(self, status);
    if (code || self->members == 1)
        return code;
    self->messages = self->bytes = 0;
    struct cd_message *message = &self->message;
    cd_order_begin(message, CD_ORDER_UPDATE, self->number, self->members);
    cd_message_put(message, frame, sizeof *frame);
    cd_message_put(message, frame->bodies, frame->body_count * sizeof *frame->bodies);
    cd_message_put(message, frame->appeared, frame->appeared_count * sizeof *frame->appeared);
    cd_message_put(message, frame->changed, frame->changed_count * sizeof *frame->changed);
    cd_message_put(message, frame->vanished, frame->vanished_count * sizeof *frame->vanished);
    cd_message_put(message, "\0\0\0\0\0\0\0", -message->used & 7); // so that vertices are aligned
    for (uint32_t i = 0; i < frame->body_count; i++)
        if (frame->bodies[i].version)
            cd_message_put(message, frame->bodies[i].vertices,
                           self->create.scene->meshes[frame->bodies[i].mesh]->vertex_count *
                               sizeof *frame->bodies[i].vertices);
    send(self);
    return CD_OK;
}

// ---- the pairs of a frame -----------------------------------------------------------------------------------

/// The work of the threads of a rank.
struct work {
    const struct led *self;
    const struct cd_tasks *tasks;
    struct cd_worker *workers;
    pthread_mutex_t lock; ///< protects what follows
    size_t next, end, chunk;
    bool over;
    uint64_t taken; ///< the number of chunks taken
};

/// Finds the next task of a rank that takes chunks. False when there is none.
static bool next_task(struct work *work, size_t *task)
{
    pthread_mutex_lock(&work->lock);
    if (work->next == work->end && !work->over) {
        work->next = (size_t)cd_shared_add(work->chunk);
        work->taken++;
        work->over = work->next >= work->tasks->count;
        work->end =
            work->next + work->chunk < work->tasks->count ? work->next + work->chunk : work->tasks->count;
        if (work->over)
            work->next = work->end;
    }
    bool any = work->next < work->end;
    *task = any ? work->next++ : 0;
    pthread_mutex_unlock(&work->lock);
    return any;
}

/// A task has answered the query, so no thread or rank needs to go on.
static void end_tasks(struct work *work)
{
    pthread_mutex_lock(&work->lock);
    cd_shared_add(work->tasks->count);
    work->next = work->end;
    work->over = true;
    pthread_mutex_unlock(&work->lock);
}

static bool take_task(void *user, unsigned thread, size_t call)
{
    struct work *work = user;
    const struct cd_tasks *tasks = work->tasks;
    size_t task;
    (void)call;
    if (!next_task(work, &task))
        return true;
    if (tasks->run(tasks->user, task, false, &work->workers[thread]))
        end_tasks(work);
    return false;
}

static bool run_own(void *user, size_t item, unsigned thread)
{
    struct work *work = user;
    const struct cd_tasks *tasks = work->tasks;
    return tasks->run(tasks->user, work->self->own[item], false, &work->workers[thread]);
}

/// Colours the tasks and keeps those of this rank.
static void assign(struct led *self, size_t count)
{
    uint32_t rank_of[CD_COLOURS] = {0};
    if (count > self->capacity) {
        self->capacity = count + count / 2;
        self->colours = cd_reallocate(self->colours, 0, self->capacity, sizeof *self->colours);
        self->scratch = cd_reallocate(self->scratch, 0, self->capacity, 2 * sizeof *self->scratch);
        self->own = cd_reallocate(self->own, 0, self->capacity, sizeof *self->own);
    }
    self->count = count;
    self->own_count = 0;
    cd_colour_ring(&self->ring, 1, count, self->colours, self->scratch);
    cd_map_colours(self->map, self->members, count, self->colours, rank_of);
    for (size_t i = 0; i < count; i++)
        if (rank_of[self->colours[i]] == cd_ranks_number())
            self->own[self->own_count++] = (uint32_t)i;
}

// ---- answers ------------------------------------------------------------------------------------------------

/// The beginning of an answer. Stored records and marks follow.
struct head {
    struct cd_counters counters;
    struct cd_answer answer;
    uint64_t stored, marks;
};

/// Sends what the threads of this rank have found, and clears it.
static void report(struct led *self, const struct cd_tasks *tasks, struct cd_worker *workers,
                   unsigned threads)
{
    struct head head = {.marks = self->create.query == CD_QUERY_ANY || self->create.query == CD_QUERY_BODIES
                                     ? tasks->mark_count
                                     : 0};
    for (unsigned i = 0; i < threads; i++) {
        struct cd_answer part = cd_sinks_merge(workers[i].sink, 1);
        head.answer.count += part.count;
        head.answer.digest = cd_hash_sum(head.answer.digest, part.digest);
        cd_counters_add(&head.counters, &workers[i].counters);
        head.stored += workers[i].sink->mode >= CD_SINK_STORE ? part.count : 0;
    }
    self->message.used = 0;
    cd_message_put(&self->message, &head, sizeof head);
    for (unsigned i = 0; i < threads; i++)
        if (workers[i].sink->mode >= CD_SINK_STORE)
            cd_message_put(&self->message, workers[i].sink->stored,
                           workers[i].sink->count * sizeof *workers[i].sink->stored);
    cd_message_put(&self->message, tasks->marks, head.marks);
    if (head.marks)
        memset(tasks->marks, 0, head.marks);
    cd_answer_send(&self->message);
}

/// Adds what another rank has found to what this rank has found.
static void take_answer(struct led *self, const struct cd_tasks *tasks, struct cd_worker *worker)
{
    struct head head;
    struct cd_message *message = &self->message;
    cd_message_take(message, &head, sizeof head);
    cd_counters_add(&worker->counters, &head.counters);
    struct cd_record record;
    for (uint64_t i = 0; i < head.stored; i++) {
        cd_message_take(message, &record, sizeof record);
        cd_sink_put(worker->sink, record.a, record.ta, record.b, record.tb);
    }
    if (!head.stored) {
        worker->sink->count += head.answer.count;
        worker->sink->digest = cd_hash_sum(worker->sink->digest, head.answer.digest);
    }
    const unsigned char *marks = cd_message_take(message, NULL, head.marks);
    for (uint64_t i = 0; i < head.marks; i++)
        tasks->marks[i] |= marks[i];
    self->messages++;
    self->bytes += message->used;
}

static void begin_query(struct led *self, const struct cd_worker *worker)
{
    cd_order_begin(&self->message, CD_ORDER_QUERY, self->number, self->members);
    cd_message_put(&self->message, &worker->sink->mode, sizeof worker->sink->mode);
    send(self);
}

static void end_query(struct led *self, const struct cd_tasks *tasks, struct cd_worker *workers,
                      unsigned threads)
{
    if (cd_ranks_number()) {
        report(self, tasks, workers, threads);
        return;
    }
    for (unsigned i = 1; i < self->members; i++) {
        cd_answer_receive(&self->message);
        take_answer(self, tasks, &workers[0]);
    }
    workers[0].counters.messages += self->messages;
    workers[0].counters.message_bytes += self->bytes;
    self->messages = self->bytes = 0;
}

static void forget_counters(struct cd_worker *workers, unsigned threads)
{
    for (unsigned i = 0; i < threads && cd_ranks_number(); i++)
        workers[i].counters = (struct cd_counters){0};
}

static void dynamic_run(void *user, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    struct led *self = user;
    struct work work = {.self = self, .tasks = tasks, .workers = workers, .lock = PTHREAD_MUTEX_INITIALIZER};
    work.chunk = tasks->count / ((size_t)self->members * CHUNKS_OF_RANK) + 1;
    forget_counters(workers, threads);
    if (!cd_ranks_number())
        cd_shared_set(0);
    if (leads(self))
        begin_query(self, &workers[0]);
    cd_run_parts(threads, tasks->count / self->members + 1, take_task, &work);
    if (self->members > 1) {
        workers[0].counters.messages += work.taken;
        workers[0].counters.message_bytes += work.taken * sizeof(uint64_t);
    }
    end_query(self, tasks, workers, threads);
}

static void colour_run(void *user, const struct cd_tasks *tasks, struct cd_worker *workers, unsigned threads)
{
    struct led *self = user;
    struct work work = {.self = self, .tasks = tasks, .workers = workers};
    forget_counters(workers, threads);
    if (leads(self))
        begin_query(self, &workers[0]);
    if (tasks->count != self->count)
        assign(self, tasks->count);
    cd_run_items(threads, self->own_count, run_own, &work);
    end_query(self, tasks, workers, threads);
}

const struct cd_schedule cd_schedule_mpi_dynamic = {
    .name = "mpi_dynamic",
    .title = "every rank takes the next pairs when it is free",
    .params = dynamic_params,
    .create = led_create,
    .destroy = led_destroy,
    .update = led_update,
    .reset = led_reset,
    .run = dynamic_run,
};

const struct cd_schedule cd_schedule_mpi_colour = {
    .name = "mpi_colour",
    .title = "every rank tests the pairs of its colours (Zhao et al. 2009)",
    .params = colour_params,
    .create = colour_create,
    .destroy = led_destroy,
    .update = led_update,
    .reset = led_reset,
    .run = colour_run,
};
