/// A body waves like a flag while another passes through it: a rigid one, the second mesh, or a copy that
/// waves too. Vertices move along the thinnest axis of the mesh only, by a sum of two waves that run along
/// its other axes. This shears the body, so the sides of a thin slab keep their distance.
#include "base/memory.h"
#include "scenes/motions/passage.h"

enum { AMPLITUDE, WAVES, PERIOD };

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
    plan->amplitude = start->values[AMPLITUDE];
    plan->waves = start->values[WAVES];
    plan->period = start->values[PERIOD];
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

static const struct cd_motion_parameter wave_parameters[] = {
    [AMPLITUDE] = {.name = "amplitude",
                   .initial = 0.05,
                   .least = 0,
                   .most = 10,
                   .help = "largest way of a vertex in lengths of the body"},
    [WAVES] = {.name = "waves", .initial = 2, .least = 0, .most = 1000, .help = "waves along the body"},
    [PERIOD] =
        {.name = "period", .initial = 50, .least = 1, .most = 1e9, .help = "frames from wave to equal wave"},
    {.name = NULL},
};

const struct cd_motion cd_motion_wave = {
    .name = "wave",
    .title = "a body waves like cloth, every vertex in every frame; the second mesh or a copy passes through",
    .steps = 200,
    .parameters = wave_parameters,
    .prepare = wave_prepare,
    .place = wave_place,
    .deform = wave_deform,
};
