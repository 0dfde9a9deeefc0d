#include "algos/opengl/opengl.h"

#include "base/memory.h"

void cd_gl_reset(void *instance)
{
    cd_gl_bodies_forget(&((struct cd_gl_instance *)instance)->bodies);
}

enum cd_code cd_gl_update(void *instance, const struct cd_frame *frame, struct cd_status *status)
{
    struct cd_gl_instance *gl = instance;
    return cd_gl_bodies_update(&gl->bodies, frame, gl->gpu, gl->context->threads, status);
}

const char *cd_gl_environment(const void *instance)
{
    return cd_gl_context_text(((const struct cd_gl_instance *)instance)->gpu);
}

void cd_gl_volumes(const void *instance, struct cd_volumes *volumes)
{
    const struct cd_gl_bodies *bodies = &((const struct cd_gl_instance *)instance)->bodies;
    for (uint32_t i = 0; i < bodies->live_count; i++)
        cd_emit_aabb(volumes, bodies->sorted[i]->id, true, true, &bodies->sorted[i]->box);
}

enum cd_code cd_gl_begin_frame(struct cd_gl_instance *gl, struct cd_status *status)
{
    enum cd_code code = cd_gl_enter(gl->gpu, gl->context->threads, status);
    if (code)
        return code;
    cd_gl_target_bind(&gl->target);
    if (gl->target.timer)
        glBeginQuery(GL_TIME_ELAPSED, gl->target.timer);
    return CD_OK;
}

enum cd_code cd_gl_end_frame(const struct cd_gl_instance *gl, struct cd_counters *counters,
                             struct cd_status *status)
{
    if (gl->target.timer) {
        glEndQuery(GL_TIME_ELAPSED);
        counters->gpu_ns += cd_gl_answer(gl->target.timer);
    }
    enum cd_code code = cd_opengl_check("while a frame was tested", status);
    cd_gl_leave();
    return code;
}

// A vector along one of the view's axes.
static struct cd_vec3 along(const struct cd_gl_view *view, int k, double length)
{
    double v[3] = {0, 0, 0};
    v[(view->axis + 1 + k) % 3] = length;
    return cd_vec(v[0], v[1], v[2]);
}

bool cd_gl_picture(struct cd_gl_instance *gl, double range, struct cd_picture *picture)
{
    struct cd_gl_target *target = &gl->target;
    const struct cd_gl_view *view = &gl->shown.view;
    size_t count = (size_t)target->resolution * (size_t)target->resolution;
    double sign = view->turned ? -1 : 1;
    struct cd_status status;
    if (!gl->shown.drawn || cd_gl_enter(gl->gpu, gl->context->threads, &status))
        return false;
    cd_gl_target_bind(target);
    if (!target->depths)
        target->depths = cd_allocate(count, sizeof *target->depths);
    glReadPixels(0, 0, target->resolution, target->resolution, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                 target->pixels);
    glReadPixels(0, 0, target->resolution, target->resolution, GL_DEPTH_COMPONENT, GL_FLOAT, target->depths);
    enum cd_code code = cd_opengl_check("while the stencil buffer was read", &status);
    cd_gl_leave();
    for (size_t i = 0; i < count; i++)
        target->depths[i] = (2 * target->depths[i] - 1) / (float)range;
    *picture = (struct cd_picture){
        .title = "stencil buffer",
        .a = gl->shown.a,
        .b = gl->shown.b,
        .width = (unsigned)target->resolution,
        .height = (unsigned)target->resolution,
        .values = target->pixels,
        .depths = target->depths,
        .hit_min = gl->shown.hit_min,
        .hit_max = gl->shown.hit_max,
        .centre = cd_add(cd_add(along(view, 0, view->centre[0]), along(view, 1, view->centre[1])),
                         along(view, 2, view->centre[2])),
        .right = along(view, 0, sign * view->half[0]),
        .up = along(view, 1, view->half[1]),
        .towards = along(view, 2, sign * view->half[2]),
    };
    return !code;
}
