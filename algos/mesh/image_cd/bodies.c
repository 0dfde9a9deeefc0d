#include "algos/mesh/image_cd/image_cd.h"

#include "base/memory.h"

#include <string.h>

void image_cd_bodies_open(struct image_cd_bodies *bodies, const struct cd_scene *scene,
                          enum image_cd_path path)
{
    bodies->scene = scene;
    bodies->models = cd_allocate(scene->mesh_count, sizeof *bodies->models);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        image_cd_model_open(&bodies->models[i], scene->meshes[i], path);
        if (bodies->models[i].cluster_count > bodies->max_clusters)
            bodies->max_clusters = bodies->models[i].cluster_count;
    }
    bodies->bodies = cd_allocate(scene->body_limit, sizeof *bodies->bodies);
    bodies->sorted = cd_allocate(scene->max_bodies, sizeof *bodies->sorted);
    image_cd_bodies_forget(bodies);
}

void image_cd_bodies_close(struct image_cd_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->scene->body_limit; i++)
        image_cd_form_close(&bodies->bodies[i].deformed);
    for (uint32_t i = 0; i < bodies->scene->mesh_count; i++)
        image_cd_model_close(&bodies->models[i]);
    cd_free(bodies->models);
    cd_free(bodies->bodies);
    cd_free(bodies->sorted);
}

size_t image_cd_bodies_bytes(const struct image_cd_bodies *bodies)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < bodies->scene->mesh_count; i++)
        bytes += image_cd_model_bytes(&bodies->models[i]) + image_cd_form_bytes(&bodies->models[i]);
    for (uint32_t i = 0; i < bodies->scene->body_limit; i++)
        if (bodies->bodies[i].deformed.points)
            bytes += image_cd_form_bytes(bodies->bodies[i].model);
    return bytes;
}

struct cd_aabb image_cd_bodies_box(const struct image_cd_bodies *bodies)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < bodies->live_count; i++)
        cd_aabb_join(&box, &bodies->sorted[i]->box);
    return box;
}

void image_cd_bodies_forget(struct image_cd_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->scene->body_limit; i++)
        bodies->bodies[i].version = IMAGE_CD_UNKNOWN;
    bodies->live_count = 0;
    bodies->stamp++; // nothing is live in the frame before the next
}

// Whether what is known of a body is of these vertices.
static bool is_known(const struct image_cd_bodies *bodies, const struct cd_body *body)
{
    const struct image_cd_body *state = &bodies->bodies[body->id];
    return state->version == body->version && state->model == &bodies->models[body->mesh];
}

bool image_cd_bodies_need_upload(const struct image_cd_bodies *bodies, const struct cd_frame *frame)
{
    for (uint32_t i = 0; i < frame->body_count; i++)
        if (frame->bodies[i].version && !is_known(bodies, &frame->bodies[i]))
            return true;
    return false;
}

void image_cd_bodies_upload(struct image_cd_bodies *bodies, const struct cd_frame *frame)
{
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct image_cd_body *state = &bodies->bodies[body->id];
        struct image_cd_model *model = &bodies->models[body->mesh];
        if (!body->version || is_known(bodies, body))
            continue;
        if (state->model != model)
            image_cd_form_close(&state->deformed);
        if (!state->deformed.points)
            image_cd_form_open(&state->deformed, model);
        image_cd_form_fill(&state->deformed, model, body->vertices);
    }
}

// Transforming every vertex costs a small part of what drawing it does, and a box as tight as can be is a
// smaller view and fewer pairs: the eight corners of the model's box would do with less, but span more.
static struct cd_aabb world_box(const struct image_cd_model *model, const struct cd_body *body)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < model->vertex_count; i++)
        cd_aabb_add(&box, cd_canonical_vertex(&body->pose, body->vertices[model->source[i]]));
    return box;
}

static void place_body(struct image_cd_bodies *bodies, const struct cd_body *body)
{
    struct image_cd_body *state = &bodies->bodies[body->id];
    const struct image_cd_model *model = &bodies->models[body->mesh];
    bool resting = is_known(bodies, body) && !memcmp(&state->pose, &body->pose, sizeof body->pose);
    state->id = body->id;
    state->version = body->version;
    state->touched = false;
    state->model = model;
    state->form = body->version ? &state->deformed : &model->rest;
    if (resting)
        return;
    state->pose = body->pose;
    state->box = world_box(model, body);
}

// Sorts what is nearly sorted since the last frame.
static void sort_along_x(struct image_cd_body **sorted, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct image_cd_body *body = sorted[i];
        uint32_t j = i;
        for (; j > 0 && sorted[j - 1]->box.low.x > body->box.low.x; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = body;
    }
}

void image_cd_bodies_place(struct image_cd_bodies *bodies, const struct cd_frame *frame)
{
    uint64_t before = bodies->stamp++;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        struct image_cd_body *state = &bodies->bodies[frame->bodies[i].id];
        state->fresh = state->seen != before;
        state->seen = bodies->stamp;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < bodies->live_count; i++)
        if (bodies->sorted[i]->seen == bodies->stamp)
            bodies->sorted[kept++] = bodies->sorted[i];
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct image_cd_body *state = &bodies->bodies[body->id];
        if (state->fresh)
            bodies->sorted[kept++] = state;
        place_body(bodies, body);
    }
    bodies->live_count = kept;
    sort_along_x(bodies->sorted, kept);
}

struct image_cd_side image_cd_side_of(const struct image_cd_body *body, const struct image_cd_view *view)
{
    const struct image_cd_form *form = body->form;
    return (struct image_cd_side){body->model, form,
                                  image_cd_view_transform(view, &body->pose, &form->centre, form->scale)};
}
