/// A body waves like a flag while another passes through it: a rigid one, the second mesh, or a copy that
/// waves too. Vertices move along the thinnest axis of the mesh only, by a sum of two waves that run along
/// its other axes. This shears the body, so the sides of a thin slab keep their distance.
#include "base/memory.h"
#include "scenes/motions/passage.h"

struct plan {
    struct cd_passage passage;
    double amplitude, waves, period;
    bool waving[2];
};

static enum cd_code wave_prepare(const struct cd_motion_start *start, void **result, struct cd_status *status)
{
    enum cd_code code = cd_motion_needs_pair(start, "wave", status);
    if (code)
        return code;
    struct plan *plan = cd_allocate(1, sizeof *plan);
    plan->amplitude = cd_setting_real(start->settings, "amplitude");
    plan->waves = cd_setting_real(start->settings, "waves");
    plan->period = cd_setting_real(start->settings, "period");
    plan->waving[0] = true;
    plan->waving[1] = start->scene->mesh_count == 1;
    double stray = plan->amplitude * cd_mesh_size(start->scene->meshes[0]);
    const double strays[2] = {stray, plan->waving[1] ? stray : 0};
    cd_passage_choose(&plan->passage, start, strays);
    *result = plan;
    return CD_OK;
}

static void wave_place(const void *plan_given, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = plan_given;
    cd_passage_place(&plan->passage, frame, plan->waving, live);
}

static void wave_deform(const void *plan_given, uint64_t frame, const struct cd_body *body,
                        const struct cd_mesh *mesh, struct cd_vec3 *vertices)
{
    const struct plan *plan = plan_given;
    struct cd_mesh_axes axes = cd_mesh_axes(mesh);
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double size = cd_mesh_size(mesh), height = plan->amplitude * size / 2;
    double turns = size > 0 ? 2 * M_PI * plan->waves / size : 0;
    // The copy waves a quarter of a period later.
    double phase = cd_phase(frame, plan->period) - (body->id == 1 ? M_PI / 2 : 0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i], from = cd_sub(p, centre);
        double along = turns * cd_axis(&from, axes.longest), across = turns * cd_axis(&from, axes.middle);
        *cd_axis_of(&p, axes.thinnest) +=
            height * (cd_sin_portable(along - phase) + cd_sin_portable(across + phase));
        vertices[i] = p;
    }
}

static const struct cd_param wave_params[] = {
    CD_PARAM_REAL("amplitude", "0.05", 0, 10, "largest way of a vertex in lengths of the body"),
    CD_PARAM_REAL("waves", "2", 0, 1000, "waves along the body"),
    CD_PARAM_REAL("period", "50", 1, 1e9, "frames from wave to equal wave"),
    CD_PARAM_END,
};

const struct cd_motion cd_motion_wave = {
    .name = "wave",
    .title = "a body waves like cloth, every vertex in every frame; the second mesh or a copy passes through",
    .steps = 200,
    .params = wave_params,
    .prepare = wave_prepare,
    .place = wave_place,
    .deform = wave_deform,
};
