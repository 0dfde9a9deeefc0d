#include "algos/mesh/image_cd/picture.h"

#include "algos/mesh/image_cd/context.h"

// A vector along one of the view's axes.
static struct cd_vec3 along(const struct image_cd_view *view, int k, double length)
{
    double v[3] = {0, 0, 0};
    v[(view->axis + 1 + k) % 3] = length;
    return cd_vec(v[0], v[1], v[2]);
}

static void place(const struct image_cd_view *view, struct cd_picture *picture)
{
    picture->centre = cd_add(cd_add(along(view, 0, view->centre[0]), along(view, 1, view->centre[1])),
                             along(view, 2, view->centre[2]));
    double sign = view->turned ? -1 : 1;
    picture->right = along(view, 0, sign * view->half[0]);
    picture->up = along(view, 1, view->half[1]);
    picture->towards = along(view, 2, sign * view->half[2]);
}

bool image_cd_picture_read(const struct image_cd_target *target, const struct image_cd_rules *rules,
                           const struct image_cd_shown *shown, struct cd_picture *picture)
{
    struct cd_status status;
    if (!shown->drawn || image_cd_context_enter(&status))
        return false;
    image_cd_target_bind(target);
    glReadPixels(0, 0, target->resolution, target->resolution, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                 target->pixels);
    bool read = !image_cd_context_check("while the stencil buffer was read", &status);
    image_cd_context_leave();
    // Step 5 of figure 7: what counts as a hit is above the value of an edge alone. Flags of many bodies are.
    uint8_t min = rules->one_face_pass ? 0x81 : 2;
    *picture = (struct cd_picture){.title = "stencil buffer",
                                   .a = shown->a,
                                   .b = shown->b,
                                   .width = (unsigned)target->resolution,
                                   .height = (unsigned)target->resolution,
                                   .values = target->pixels,
                                   .hit_min = min,
                                   .hit_max = rules->exactly_one ? min : UINT8_MAX};
    place(&shown->view, picture);
    return read;
}

static void show_clusters(const struct image_cd_body *body, struct cd_volumes *volumes)
{
    const struct image_cd_form *form = body->form;
    for (uint32_t i = 0; i < body->model->cluster_count; i++) {
        const float *centre = form->boxes[i].centre, *half = form->boxes[i].half;
        struct cd_vec3 middle = cd_vec((double)centre[0], (double)centre[1], (double)centre[2]);
        struct cd_obb box = {
            {1, 0, 0, 0, 1, 0, 0, 0, 1},
            cd_add(form->centre, cd_scale(middle, form->scale)),
            {form->scale * (double)half[0], form->scale * (double)half[1], form->scale * (double)half[2]}};
        cd_emit_placed_box(volumes, body->id, true, &body->pose, &box);
    }
}

void image_cd_show_boxes(const struct image_cd_bodies *bodies, struct cd_volumes *volumes)
{
    for (uint32_t i = 0; i < bodies->live_count; i++) {
        const struct image_cd_body *body = bodies->sorted[i];
        if (volumes->depth == 0)
            cd_emit_aabb(volumes, body->id, true, false, &body->box);
        else
            show_clusters(body, volumes);
    }
}
