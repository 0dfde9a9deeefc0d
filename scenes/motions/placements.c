#include "base/memory.h"
#include "scenes/motions/motions.h"

#include <inttypes.h>

/// Mixes the seed before the frame comes in: neighbouring seeds would otherwise share their frames.
static struct cd_random random_of_frame(uint64_t seed, uint64_t frame)
{
    struct cd_random mixed = cd_random_seed(seed);
    return cd_random_seed(cd_random_u64(&mixed) ^ frame);
}

enum cd_code cd_placements_find(const struct cd_motion_start *start, const char *motion,
                                enum cd_code (*find)(void *finder, struct cd_random *random,
                                                     struct cd_placement *placement,
                                                     struct cd_status *status),
                                void *finder, struct cd_placements **placements, struct cd_status *status)
{
    enum cd_code code = cd_motion_needs_pair(start, motion, status);
    if (code)
        return code;
    if (start->steps > CD_PLACEMENTS_MAX)
        return cd_fail(status, CD_USAGE, "motion %s: %" PRIu64 " frames: it has at most %u", motion,
                       start->steps, CD_PLACEMENTS_MAX);
    struct cd_placements *found =
        cd_allocate(1, sizeof *found + (size_t)start->steps * sizeof *found->frames);
    found->second_mesh = start->scene->mesh_count - 1;
    for (uint64_t i = 0; !code && i < start->steps; i++) {
        struct cd_random random = random_of_frame(start->seed, i);
        code = find(finder, &random, &found->frames[i], status);
        if (!code && start->stop && start->stop())
            code = cd_fail(status, CD_INTERRUPTED, "%s: interrupted while loading", start->scene->name);
    }
    if (code) {
        cd_free(found);
        found = NULL;
    }
    *placements = found;
    return code;
}

void cd_placements_place(const void *plan, uint64_t frame, struct cd_live *live)
{
    const struct cd_placements *placements = plan;
    cd_live_add_body(live)->pose = placements->frames[frame].first;
    struct cd_body *second = cd_live_add_body(live);
    second->id = 1;
    second->mesh = placements->second_mesh;
    second->pose = placements->frames[frame].second;
}
