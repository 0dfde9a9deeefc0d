#include "scenes/motions/motions.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- the user's choices -----------------------------------------------------------------------------------

const char *cd_motion_by_default(size_t mesh_count)
{
    return mesh_count > 2 ? "random" : "pair";
}

// ---- a scene that a motion places -------------------------------------------------------------------------

enum cd_code cd_motion_start(struct cd_motion_start *start, const struct cd_scene_options *options,
                             struct cd_scene *scene, struct cd_status *status)
{
    CD_ASSERT(scene->mesh_count && !scene->source && options->frames <= CD_FRAME_LIMIT);
    const struct cd_settings *settings = start->settings;
    start->scene = scene;
    start->stop = options->stop;
    start->steps = options->frames                          ? options->frames
                   : cd_setting_is_given(settings, "steps") ? (uint64_t)cd_setting_int(settings, "steps")
                                                            : start->motion->steps;
    start->seed = options->has_seed ? options->seed : (uint64_t)cd_setting_int(settings, "seed");
    if (start->motion->is_pair && scene->mesh_count > 2)
        return cd_fail(status, CD_USAGE,
                       "motion %s: has two bodies, so at most two meshes, not %" PRIu32
                       "; motion=random or motion=still take more",
                       start->motion->name, scene->mesh_count);
    enum cd_code code = start->motion->prepare(start, status);
    if (code)
        return code;
    cd_scene_set_source(scene, &start->motion->source, start->plan);
    scene->frame_count = start->steps;
    scene->seed = start->seed;
    return CD_OK;
}

// ---- for the motions themselves ---------------------------------------------------------------------------

struct cd_body *cd_motion_add_pair(const struct cd_scene *scene, struct cd_live *live)
{
    cd_live_add_body(live, 0, 0);
    return cd_live_add_body(live, 1, scene->mesh_count - 1) - 1;
}

double cd_motion_passed(const struct cd_scene *scene, uint64_t frame)
{
    return scene->frame_count > 1 ? (double)frame / (double)(scene->frame_count - 1) : 0.5;
}

double cd_mesh_radius(const struct cd_mesh *mesh)
{
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double max = 0;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        max = fmax(max, cd_length(cd_sub(mesh->vertices[mesh->triangles[i / 3].v[i % 3]], centre)));
    return max;
}

enum cd_code cd_placements_find(struct cd_motion_start *start,
                                enum cd_code (*find)(void *finder, struct cd_random *random,
                                                     struct cd_pose poses[2], struct cd_status *status),
                                void *finder, struct cd_status *status)
{
    enum { MOST = 1000000 };
    enum cd_code code = CD_OK;
    if (start->steps > MOST)
        return cd_fail(status, CD_USAGE, "motion %s: %" PRIu64 " frames: it has at most %u",
                       start->motion->name, start->steps, MOST);
    struct cd_pose(*found)[2] = cd_allocate(start->steps, sizeof *found);
    for (uint64_t i = 0; !code && i < start->steps; i++) {
        // The seed is mixed before the frame is added: otherwise neighbouring seeds would share frames.
        struct cd_random mixed = cd_random_seed(start->seed);
        struct cd_random random = cd_random_seed(cd_random_u64(&mixed) ^ i);
        code = find(finder, &random, found[i], status);
        if (!code && start->stop && start->stop())
            code = cd_fail(status, CD_INTERRUPTED, "%s: interrupted while loading", start->scene->name);
    }
    if (code)
        cd_free(found);
    else
        start->plan = found;
    return code;
}

void cd_placements_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct cd_pose(*placements)[2] = scene->source->plan;
    struct cd_body *bodies = cd_motion_add_pair(scene, live);
    for (int i = 0; i < 2; i++)
        bodies[i].pose = placements[frame][i];
}
