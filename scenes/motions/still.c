/// Bodies at rest in a row, each with its own orientation, near enough for neighbours to overlap.
#include "base/memory.h"
#include "scenes/motions/motions.h"

struct plan {
    uint32_t body_count;
    struct cd_body bodies[];
};

static enum cd_code still_prepare(const struct cd_motion_start *start, void **result,
                                  struct cd_status *status)
{
    uint32_t count;
    enum cd_code code = cd_motion_bodies(start, cd_setting_int(start->settings, "bodies"), &count, status);
    if (code)
        return code;
    struct plan *plan = cd_allocate(1, sizeof *plan + count * sizeof *plan->bodies);
    plan->body_count = count;
    struct cd_random random = cd_random_seed(start->seed);
    double along = 0, size_before = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct cd_body *body = &plan->bodies[i];
        body->id = i;
        body->mesh = i % start->scene->mesh_count;
        const struct cd_mesh *mesh = start->scene->meshes[body->mesh];
        double size = cd_aabb_longest_side(&mesh->box);
        if (i)
            along += cd_setting_real(start->settings, "d") * (size_before + size) / 2;
        size_before = size;
        double r[9];
        cd_generic_rotation(cd_random_u64(&random), r);
        cd_pose_about(r, cd_aabb_centre(&mesh->box), cd_vec(along, 0, 0), &body->pose);
    }
    *result = plan;
    return CD_OK;
}

static void still_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    (void)frame;
    const struct plan *plan = scene->source->plan;
    for (uint32_t i = 0; i < plan->body_count; i++)
        *cd_live_add_body(live, i, 0) = plan->bodies[i];
}

static const struct cd_param still_params[] = {
    CD_PARAM_INT("bodies", "<one per mesh>", 1, CD_BODY_LIMIT,
                 "number of bodies, which take the meshes in turn"),
    CD_PARAM_REAL("d", "0.75", 0, 1000,
                  "distance between the box centres of neighbours, in mean largest extents"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_still = {
    .name = "still",
    .title = "bodies at rest in a row, each in its own orientation, neighbours overlapping",
    .steps = 1,
    .params = still_params,
    .prepare = still_prepare,
    .source = {.place = still_place},
};
