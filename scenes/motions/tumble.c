/// The benchmark motion of Trenkel, Weller and Zachmann, "A Benchmarking Suite for Static Collision Detection
/// Algorithms" (WSCG 2007): two bodies scaled to [-1,1]^3 at a fixed distance of their box centres, the
/// second in every orientation of a grid. With k = round(sqrt(steps)), step i turns it about x by
/// 2*pi*i*k/steps and then about z by 2*pi*floor(i*k/steps)/k: k turns about x, each at a different angle about z.
#include "base/memory.h"
#include "scenes/motions/motions.h"

struct plan {
    uint64_t k;
    double distance;
};

/// Replaces a mesh by its copy with centre 0 and largest extent 2.
static enum cd_code scale_mesh(struct cd_mesh **mesh, struct cd_status *status)
{
    double factor = 2 / cd_aabb_longest_side(&(*mesh)->box);
    if (!isfinite(factor))
        return cd_fail(status, CD_DATA, "%s: too small to be scaled to [-1,1]^3, as motion tumble does",
                       (*mesh)->name);
    struct cd_mesh *scaled = cd_mesh_centred(*mesh, factor);
    cd_mesh_destroy(*mesh);
    *mesh = scaled;
    return CD_OK;
}

static enum cd_code tumble_prepare(const struct cd_motion_start *start, void **result,
                                   struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < start->scene->mesh_count; i++)
        code = scale_mesh(&start->scene->meshes[i], status);
    if (code)
        return code;
    struct plan *plan = cd_allocate(1, sizeof *plan);
    plan->k = (uint64_t)floor(sqrt((double)start->steps) + 0.5);
    plan->distance = cd_setting_real(start->settings, "d");
    *result = plan;
    return CD_OK;
}

static void tumble_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = scene->source->plan;
    struct cd_body *turning = &cd_motion_add_pair(scene, live)[1];

    // Whole turns about x are left out, which keeps the angles small and their sines exact.
    uint64_t turned = frame * plan->k;
    double about_x = 2 * M_PI * (double)(turned % scene->frame_count) / (double)scene->frame_count;
    double about_z = 2 * M_PI * (double)(turned / scene->frame_count) / (double)plan->k;
    double x[9], z[9];
    cd_rotation_about(cd_vec(1, 0, 0), about_x, x);
    cd_rotation_about(cd_vec(0, 0, 1), about_z, z);
    cd_matrix_multiply(z, x, turning->pose.r);
    turning->pose.t[0] = plan->distance;
}

static const struct cd_param tumble_params[] = {
    CD_PARAM_REAL("d", "1.2", 0, 1000, "distance between the box centres"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_tumble = {
    .name = "tumble",
    .title = "both scaled to [-1,1]^3 at distance d, every orientation (Trenkel, Weller, Zachmann 2007)",
    .steps = 5000,
    .is_pair = true,
    .params = tumble_params,
    .prepare = tumble_prepare,
    .source = {.place = tumble_place},
};
