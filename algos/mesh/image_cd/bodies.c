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
        bodies->gl_bytes += bodies->models[i].index_bytes + bodies->models[i].form_bytes;
        if (bodies->models[i].cluster_count > bodies->max_clusters)
            bodies->max_clusters = bodies->models[i].cluster_count;
    }
    bodies->bodies = cd_allocate(scene->body_limit, sizeof *bodies->bodies);
    bodies->sorted = cd_allocate((size_t)2 * scene->max_bodies, sizeof *bodies->sorted);
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
    bodies->stamp++; // the next frame finds nothing live in the frame before it
}

// Whether what is known about a body belongs to these vertices.
static bool is_known(const struct image_cd_bodies *bodies, const struct cd_body *body)
{
    const struct image_cd_body *state = &bodies->bodies[body->id];
    return state->version == body->version && state->model == &bodies->models[body->mesh];
}

void image_cd_bodies_upload(struct image_cd_bodies *bodies, const struct cd_frame *frame)
{
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct image_cd_body *state = &bodies->bodies[body->id];
        struct image_cd_model *model = &bodies->models[body->mesh];
        if (!body->version || is_known(bodies, body))
            continue;
        if (state->deformed.points && state->model != model) {
            bodies->gl_bytes -= state->model->form_bytes;
            image_cd_form_close(&state->deformed);
        }
        if (!state->deformed.points) {
            image_cd_form_open(&state->deformed, model);
            bodies->gl_bytes += model->form_bytes;
        }
        image_cd_form_fill(&state->deformed, model, body->vertices);
    }
}

// Transforming every vertex costs a small part of what drawing the vertex does, and the tightest box gives a smaller
// view and fewer pairs. The eight corners of the model's box would cost less, but their box is larger.
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

// Sorts an array that has been nearly sorted since the last frame.
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
    uint32_t count = bodies->live_count, live = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        struct image_cd_body *state = &bodies->bodies[frame->bodies[i].id];
        if (state->seen != before)
            bodies->sorted[count++] = state;
        state->seen = bodies->stamp;
        place_body(bodies, &frame->bodies[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (bodies->sorted[i]->seen == bodies->stamp)
            bodies->sorted[live++] = bodies->sorted[i];
    bodies->live_count = live;
    sort_along_x(bodies->sorted, live);
}

struct image_cd_side image_cd_side_of(const struct image_cd_body *body, const struct image_cd_view *view)
{
    const struct image_cd_form *form = body->form;
    return (struct image_cd_side){body->model, form,
                                  image_cd_view_transform(view, &body->pose, &form->centre, form->scale)};
}
