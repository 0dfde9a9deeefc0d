// What a rank does that does not lead: it makes the same instances as rank 0, and answers for its part of their pairs.
#include "algos/driver/instance.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "bench/ranks/ranks.h"
#include "scenes/source.h"

#include <string.h>
#include <unistd.h>

/// This rank's copy of an instance of rank 0.
struct follower {
    uint32_t number;
    struct cd_scene *scene;
    struct cd_instance *instance; ///< NULL if it could not be created
    struct cd_context context;
    enum cd_query query;
    struct cd_message frame_bytes; ///< the message into which `frame` points
    struct cd_frame frame;
};

struct followers {
    size_t count, capacity;
    struct follower **items;
};

/// Sends the failure. Rank 0 then ends the program, and mpirun ends this rank.
static _Noreturn void fail(const struct cd_status *failure)
{
    cd_failure_send(failure);
    for (;;)
        pause();
}

static void end_short_of_memory(size_t bytes, const char *line)
{
    struct cd_status failure;
    (void)bytes;
    cd_fail(&failure, CD_ENVIRONMENT, "%s", line);
    fail(&failure);
}

static const char *take_text(struct cd_message *message)
{
    const char *text = message->bytes + message->read;
    message->read += strlen(text) + 1;
    return text;
}

/// Copies the next items of a message. The items need not be aligned in the message.
static void *take_array(struct cd_message *message, size_t count, size_t size)
{
    void *copy = cd_allocate(count, size);
    cd_message_take(message, copy, count * size);
    return copy;
}

static struct cd_scene *take_scene(struct cd_message *message)
{
    struct cd_scene *scene = cd_scene_create(take_text(message)), sent;
    struct cd_status status;
    cd_message_take(message, &sent, sizeof sent);
    for (uint32_t i = 0; i < sent.mesh_count; i++) {
        struct cd_mesh *mesh;
        uint32_t counts[2];
        const char *name = take_text(message);
        cd_message_take(message, counts, sizeof counts);
        struct cd_vec3 *vertices = take_array(message, counts[0], sizeof *vertices);
        struct cd_triangle *triangles = take_array(message, counts[1], sizeof *triangles);
        CD_ASSERT(!cd_mesh_create(name, vertices, counts[0], triangles, counts[1], &mesh, &status));
        cd_scene_add_mesh(scene, mesh);
    }
    // Everything is as it was sent, except for what points into the memory of rank 0.
    sent.name = scene->name;
    sent.meshes = scene->meshes;
    sent.source = NULL;
    *scene = sent;
    return scene;
}

static void create(struct followers *all, uint32_t number, struct cd_message *message)
{
    struct cd_status status = {CD_OK, ""};
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct follower *follower = cd_allocate(1, sizeof *follower);
    all->items = cd_grow(all->items, all->count, &all->capacity, sizeof(struct follower *));
    all->items[all->count++] = follower;
    follower->number = number;
    const char *name = take_text(message), *text = take_text(message);
    cd_message_take(message, &follower->query, sizeof follower->query);
    cd_message_take(message, &follower->context.threads, sizeof follower->context.threads);
    follower->scene = take_scene(message);
    enum cd_code code = cd_algo_select(name, &algo, &settings, &status);
    if (!code) {
        code = cd_settings_apply(settings, name, text, &status);
        if (!code)
            code = cd_instance_create(algo, settings, follower->scene, follower->query, &follower->context,
                                      &follower->instance, &status);
        cd_settings_destroy(settings);
    }
    status.code = code;
    message->used = 0;
    cd_message_put(message, &status, sizeof status);
    cd_answer_send(message);
}

static void destroy(struct followers *all, size_t i)
{
    struct follower *follower = all->items[i];
    cd_instance_destroy(follower->instance);
    cd_scene_destroy(follower->scene);
    cd_message_release(&follower->frame_bytes);
    cd_free(follower);
    all->items[i] = all->items[--all->count];
}

/// Takes a list of the frame without copying it. The size of everything before it is a multiple of its alignment.
static const void *take_list(struct cd_message *message, size_t count, size_t size)
{
    return cd_message_take(message, NULL, count * size);
}

/// Takes the frame out of a message. The follower then owns the message.
static void update(struct follower *follower, struct cd_message *message)
{
    struct cd_frame *frame = &follower->frame;
    struct cd_message old = follower->frame_bytes;
    struct cd_status status;
    cd_message_take(message, frame, sizeof *frame);
    struct cd_body *bodies = (struct cd_body *)(message->bytes + message->read);
    frame->bodies = take_list(message, frame->body_count, sizeof *frame->bodies);
    frame->appeared = take_list(message, frame->appeared_count, sizeof *frame->appeared);
    frame->changed = take_list(message, frame->changed_count, sizeof *frame->changed);
    frame->vanished = take_list(message, frame->vanished_count, sizeof *frame->vanished);
    message->read += -message->read & 7;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_mesh *mesh = follower->scene->meshes[bodies[i].mesh];
        bodies[i].vertices = bodies[i].version
                                 ? take_list(message, mesh->vertex_count, sizeof(struct cd_vec3))
                                 : mesh->vertices;
    }
    follower->frame_bytes = *message;
    *message = old;
    enum cd_code code = cd_instance_update(follower->instance, frame, &status);
    if (code)
        fail(&status);
}

/// Runs a query. The schedule sends the answer.
static void query(struct follower *follower, struct cd_message *message)
{
    struct cd_status status;
    enum cd_sink_mode mode;
    cd_message_take(message, &mode, sizeof mode);
    struct cd_worker *workers = cd_instance_workers(follower->instance);
    for (unsigned i = 0; i < follower->context.threads; i++)
        cd_sink_begin(workers[i].sink, follower->query, mode, follower->frame.index);
    if (cd_instance_query(follower->instance, &status))
        fail(&status);
}

void cd_ranks_follow(void)
{
    struct followers all = {0};
    struct cd_message message = {0};
    uint32_t head[4] = {0};
    cd_memory_set_end(end_short_of_memory);
    while (head[0] != CD_ORDER_END) {
        size_t i = 0;
        cd_order_receive(&message);
        cd_message_take(&message, head, sizeof head);
        while (i < all.count && all.items[i]->number != head[1])
            i++;
        switch ((enum cd_order)head[0]) {
        case CD_ORDER_CREATE:
            create(&all, head[1], &message);
            break;
        case CD_ORDER_RESET:
            cd_instance_reset(all.items[i]->instance);
            break;
        case CD_ORDER_UPDATE:
            update(all.items[i], &message);
            break;
        case CD_ORDER_QUERY:
            query(all.items[i], &message);
            break;
        case CD_ORDER_DESTROY:
            destroy(&all, i);
            break;
        case CD_ORDER_ECHO:
            cd_answer_send(&message);
            break;
        case CD_ORDER_END:
            break;
        }
    }
    while (all.count)
        destroy(&all, 0);
    cd_free(all.items);
    cd_message_release(&message);
}
