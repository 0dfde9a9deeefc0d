#include "algos/morton.h"
#include "algos/opengl/opengl.h"

#include "algos/radix_sort.h"
#include "base/memory.h"

#include <string.h>

static void open_form(struct cd_gl_form *form, const struct cd_gl_mesh *mesh)
{
    *form = (struct cd_gl_form){.scale = 1};
    form->points = cd_allocate((size_t)mesh->vertex_count * 3, sizeof *form->points);
}

static void open_mesh(struct cd_gl_mesh *opened, const struct cd_mesh *mesh)
{
    uint32_t count = mesh->triangle_count;
    uint64_t *keys = cd_allocate(count, sizeof *keys), *other = cd_allocate(count, sizeof *other);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        struct cd_vec3 sum = cd_add(cd_add(mesh->vertices[v[0]], mesh->vertices[v[1]]), mesh->vertices[v[2]]);
        struct cd_vec3 middle = cd_scale(sum, 1.0 / 3);
        keys[i] = (uint64_t)cd_morton_code(&mesh->box, &middle) << 32 | i;
    }
    const uint64_t *sorted = cd_radix_sort(NULL, keys, other, count, 32, CD_MORTON_BITS);
    uint32_t *number = cd_allocate(mesh->vertex_count, sizeof *number);
    *opened = (struct cd_gl_mesh){.triangle_count = count, .solid = mesh->solid};
    opened->source = cd_allocate(mesh->vertex_count, sizeof *opened->source);
    opened->corners = cd_allocate((size_t)count * 3, sizeof *opened->corners);
    for (size_t i = 0; i < (size_t)count * 3; i++) {
        uint32_t vertex = mesh->triangles[(uint32_t)sorted[i / 3]].v[i % 3];
        if (!number[vertex]) {
            opened->source[opened->vertex_count] = vertex;
            number[vertex] = ++opened->vertex_count;
        }
        opened->corners[i] = number[vertex] - 1;
    }
    cd_free(number);
    cd_free(keys);
    cd_free(other);
    open_form(&opened->rest, opened);
}

static void fill_form(const struct cd_gl_store *store, const struct cd_gl_mesh *mesh, struct cd_gl_form *form,
                      const struct cd_vec3 *vertices)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        cd_aabb_add(&box, vertices[mesh->source[i]]);
    form->centre = cd_aabb_centre(&box);
    // Half the longest side, at least the unit of single precision there.
    form->scale = cd_power_above(0.5 * cd_aabb_longest_side(&box));
    double factor = 1 / form->scale;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = cd_scale(cd_sub(vertices[mesh->source[i]], form->centre), factor);
        form->points[3 * (size_t)i] = (float)p.x;
        form->points[3 * (size_t)i + 1] = (float)p.y;
        form->points[3 * (size_t)i + 2] = (float)p.z;
    }
    store->fill(mesh, form);
}

static void close_form(const struct cd_gl_store *store, struct cd_gl_form *form)
{
    store->release(form);
    cd_free(form->points);
    *form = (struct cd_gl_form){.scale = 1};
}

void cd_gl_fill_buffer(GLenum kind, GLuint *buffer, const void *data, size_t bytes)
{
    if (!*buffer)
        glGenBuffers(1, buffer);
    glBindBuffer(kind, *buffer);
    glBufferData(kind, (GLsizeiptr)bytes, data, kind == GL_ARRAY_BUFFER ? GL_DYNAMIC_DRAW : GL_STATIC_DRAW);
}

void cd_gl_bodies_open(struct cd_gl_bodies *bodies, const struct cd_scene *scene, struct cd_gl_store store)
{
    bodies->scene = scene;
    bodies->store = store;
    bodies->meshes = cd_allocate(scene->mesh_count, sizeof *bodies->meshes);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        open_mesh(&bodies->meshes[i], scene->meshes[i]);
    bodies->bodies = cd_allocate(scene->body_limit, sizeof *bodies->bodies);
    bodies->sorted = cd_allocate((size_t)2 * scene->max_bodies, sizeof *bodies->sorted);
    cd_gl_bodies_forget(bodies);
}

void cd_gl_bodies_fill(struct cd_gl_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->scene->mesh_count; i++)
        fill_form(&bodies->store, &bodies->meshes[i], &bodies->meshes[i].rest,
                  bodies->scene->meshes[i]->vertices);
}

void cd_gl_bodies_close(struct cd_gl_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->scene->body_limit; i++)
        close_form(&bodies->store, &bodies->bodies[i].deformed);
    for (uint32_t i = 0; i < bodies->scene->mesh_count; i++) {
        close_form(&bodies->store, &bodies->meshes[i].rest);
        glDeleteBuffers(1, &bodies->meshes[i].triangles);
        cd_free(bodies->meshes[i].source);
        cd_free(bodies->meshes[i].corners);
    }
    cd_free(bodies->meshes);
    cd_free(bodies->bodies);
    cd_free(bodies->sorted);
    cd_free(bodies->pairs);
}

size_t cd_gl_bodies_bytes(const struct cd_gl_bodies *bodies)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < bodies->scene->mesh_count; i++)
        bytes += bodies->meshes[i].rest.bytes;
    for (uint32_t i = 0; i < bodies->scene->body_limit; i++)
        bytes += bodies->bodies[i].deformed.bytes;
    return bytes;
}

void cd_gl_bodies_forget(struct cd_gl_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->scene->body_limit; i++)
        bodies->bodies[i].version = CD_GL_UNKNOWN;
    bodies->live_count = 0;
    bodies->stamp++; // the next frame finds nothing live in the frame before it
}

// Whether what is known about a body belongs to these vertices.
static bool is_known(const struct cd_gl_bodies *bodies, const struct cd_body *body)
{
    const struct cd_gl_body *state = &bodies->bodies[body->id];
    return state->version == body->version && state->mesh == &bodies->meshes[body->mesh];
}

enum cd_code cd_gl_bodies_update(struct cd_gl_bodies *bodies, const struct cd_frame *frame, int gpu,
                                 unsigned threads, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (bodies->scene->deforms) {
        code = cd_gl_enter(gpu, threads, status);
        if (code)
            return code;
        for (uint32_t i = 0; i < frame->body_count; i++) {
            const struct cd_body *body = &frame->bodies[i];
            struct cd_gl_body *state = &bodies->bodies[body->id];
            const struct cd_gl_mesh *mesh = &bodies->meshes[body->mesh];
            if (!body->version || is_known(bodies, body))
                continue;
            if (state->deformed.points && state->mesh != mesh)
                close_form(&bodies->store, &state->deformed);
            if (!state->deformed.points)
                open_form(&state->deformed, mesh);
            fill_form(&bodies->store, mesh, &state->deformed, body->vertices);
        }
        code = cd_opengl_check("while deformed bodies were loaded into their buffers", status);
        cd_gl_leave();
    }
    uint64_t before = bodies->stamp++;
    uint32_t count = bodies->live_count, live = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct cd_gl_body *state = &bodies->bodies[body->id];
        bool resting = is_known(bodies, body) && !memcmp(&state->pose, &body->pose, sizeof body->pose);
        if (state->seen != before)
            bodies->sorted[count++] = state;
        state->seen = bodies->stamp;
        state->id = body->id;
        state->version = body->version;
        state->touched = false;
        state->mesh = &bodies->meshes[body->mesh];
        state->form = body->version ? &state->deformed : &state->mesh->rest;
        if (resting)
            continue;
        state->pose = body->pose;
        // Transforming every vertex costs a small part of what drawing it does, and the tightest box gives a smaller view
        // and fewer pairs. The eight corners of the mesh's box would cost less, but their box is larger.
        state->box = cd_aabb_empty();
        for (uint32_t k = 0; k < state->mesh->vertex_count; k++)
            cd_aabb_add(&state->box,
                        cd_canonical_vertex(&body->pose, body->vertices[state->mesh->source[k]]));
    }
    for (uint32_t i = 0; i < count; i++)
        if (bodies->sorted[i]->seen == bodies->stamp)
            bodies->sorted[live++] = bodies->sorted[i];
    bodies->live_count = live;
    for (uint32_t i = 1; i < live; i++) { // nearly sorted since the last frame
        struct cd_gl_body *body = bodies->sorted[i];
        uint32_t j = i;
        for (; j > 0 && bodies->sorted[j - 1]->box.low.x > body->box.low.x; j--)
            bodies->sorted[j] = bodies->sorted[j - 1];
        bodies->sorted[j] = body;
    }
    return code;
}

void cd_gl_bodies_pair(struct cd_gl_bodies *bodies, struct cd_counters *counters)
{
    bodies->pair_count = 0;
    for (uint32_t i = 0; i < bodies->live_count; i++)
        for (uint32_t j = i + 1; j < bodies->live_count; j++) {
            struct cd_gl_body *a = bodies->sorted[i], *b = bodies->sorted[j];
            if (b->box.low.x > a->box.high.x)
                break;
            counters->box_tests++;
            if (!cd_aabb_overlap(&a->box, &b->box))
                continue;
            bodies->pairs =
                cd_grow(bodies->pairs, bodies->pair_count, &bodies->pair_capacity, sizeof *bodies->pairs);
            bodies->pairs[bodies->pair_count++] =
                (struct cd_gl_pair){.a = a->id < b->id ? a : b,
                                    .b = a->id < b->id ? b : a,
                                    .box = cd_aabb_common(&a->box, &b->box)};
        }
    counters->candidates += bodies->pair_count;
}

struct cd_aabb cd_gl_bodies_box(const struct cd_gl_bodies *bodies)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < bodies->live_count; i++)
        cd_aabb_join(&box, &bodies->sorted[i]->box);
    return box;
}

void cd_gl_bodies_emit(const struct cd_gl_bodies *bodies, struct cd_worker *worker)
{
    bool any = worker->query == CD_QUERY_ANY;
    for (uint32_t i = 0; i < bodies->live_count; i++) {
        if (!bodies->sorted[i]->touched)
            continue;
        cd_sink_put(worker->sink, any ? 0 : bodies->sorted[i]->id, 0, 0, 0);
        if (any)
            return;
    }
}
