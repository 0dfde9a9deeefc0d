/// Two bodies that bend to and fro, in opposite directions, while one passes through the other. What is
/// across the longest axis stays so and is moved along the thinnest axis by a parabola, the shape of a
/// slightly bent beam. This shears the body, so its surface never meets itself however far it bends.
#include "base/memory.h"
#include "scenes/motions/passage.h"

struct plan {
    struct cd_passage passage;
    double sag, period;
};

static enum cd_code bend_prepare(const struct cd_motion_start *start, void **result, struct cd_status *status)
{
    enum cd_code code = cd_motion_needs_pair(start, "bend", status);
    if (code)
        return code;
    struct plan *plan = cd_allocate(1, sizeof *plan);
    plan->sag = cd_setting_real(start->settings, "sag");
    plan->period = cd_setting_real(start->settings, "period");
    double stray[2];
    for (uint32_t i = 0; i < 2; i++) {
        const struct cd_mesh *mesh = start->scene->meshes[i < start->scene->mesh_count ? i : 0];
        stray[i] = plan->sag * cd_mesh_size(mesh) * (2.0 / 3);
    }
    cd_passage_choose(&plan->passage, start, stray);
    *result = plan;
    return CD_OK;
}

static void bend_place(const void *plan_given, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = plan_given;
    const bool deforms[2] = {true, true};
    cd_passage_place(&plan->passage, frame, deforms, live);
}

static void bend_deform(const void *plan_given, uint64_t frame, const struct cd_body *body,
                        const struct cd_mesh *mesh, struct cd_vec3 *vertices)
{
    const struct plan *plan = plan_given;
    struct cd_mesh_axes axes = cd_mesh_axes(mesh);
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double middle = cd_axis(&centre, axes.longest), half = cd_mesh_size(mesh) / 2;
    double bent = plan->sag * (2 * half) * cd_sin_portable(cd_phase(frame, plan->period));
    if (body->id == 1)
        bent = -bent;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        // A vertex that no triangle uses may lie far outside of the box.
        double along = half > 0 ? fmax(fmin((cd_axis(&p, axes.longest) - middle) / half, 1), -1) : 0;
        *cd_axis_of(&p, axes.thinnest) += bent * (1.0 / 3 - along * along);
        vertices[i] = p;
    }
}

static const struct cd_param bend_params[] = {
    CD_PARAM_REAL("sag", "0.15", 0, 10, "largest height of the arc in lengths of the body"),
    CD_PARAM_REAL("period", "50", 1, 1e9, "frames from bend to equal bend"),
    CD_PARAM_END,
};

const struct cd_motion cd_motion_bend = {
    .name = "bend",
    .title = "two bodies bend like bars, every vertex in every frame, while one passes through",
    .steps = 200,
    .params = bend_params,
    .prepare = bend_prepare,
    .place = bend_place,
    .deform = bend_deform,
};
