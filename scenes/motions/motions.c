#include "scenes/motions.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOTION(name) extern const struct cd_motion cd_motion_##name;
#include "scenes/motions/list.def"
#undef MOTION

const struct cd_motion *const cd_motions[] = {
#define MOTION(name) &cd_motion_##name,
#include "scenes/motions/list.def"
#undef MOTION
    NULL,
};

const struct cd_param cd_motion_common_params[] = {
    CD_PARAM_INT("steps", "<by motion>", 1, (double)CD_FRAME_LIMIT, "number of frames"),
    CD_PARAM_SEED("seed", "of what is random"),
    CD_PARAM_END,
};

// ---- what the user chose ----------------------------------------------------------------------------------

const char *cd_motion_by_default(size_t mesh_count)
{
    return mesh_count > 2 ? "random" : "pair";
}

enum cd_code cd_motion_choose(const char *name, struct cd_motion_choice *choice, struct cd_status *status)
{
    enum { COUNT = sizeof cd_motions / sizeof *cd_motions - 1 };
    const char *names[COUNT];
    char list[200] = "";
    *choice = (struct cd_motion_choice){0};
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = cd_motions[i]->name;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
        if (strcmp(name, names[i]) != 0)
            continue;
        const struct cd_param *tables[] = {cd_motions[i]->params, cd_motion_common_params};
        *choice =
            (struct cd_motion_choice){.motion = cd_motions[i], .settings = cd_settings_create(tables, 2)};
        return CD_OK;
    }
    const char *nearest = cd_nearest_name(name, names, COUNT);
    if (nearest)
        return cd_fail(status, CD_USAGE, "motion=%s: no such motion; did you mean %s? (there are %s)", name,
                       nearest, list);
    return cd_fail(status, CD_USAGE, "motion=%s: no such motion; there are %s", name, list);
}

void cd_motion_release(struct cd_motion_choice *choice)
{
    cd_settings_destroy(choice->settings);
    choice->settings = NULL;
}

static void override(struct cd_motion_choice *choice, const char *key, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    CD_ASSERT(!cd_settings_set(choice->settings, choice->motion->name, key, text, NULL));
}

void cd_motion_override(struct cd_motion_choice *choice, const struct cd_scene_options *options)
{
    if (options->frames)
        override(choice, "steps", options->frames);
    if (options->has_seed)
        override(choice, "seed", options->seed);
    choice->stop = options->stop;
}

enum cd_code cd_motion_set(struct cd_motion_choice *choice, const char *key, const char *value,
                           struct cd_status *status)
{
    char owner[64];
    snprintf(owner, sizeof owner, "motion %s", choice->motion->name);
    if (cd_settings_has(choice->settings, key) && cd_setting_is_given(choice->settings, key))
        return cd_fail(status, CD_USAGE, "%s: %s=%s: given twice", owner, key, value);
    return cd_settings_set(choice->settings, owner, key, value, status);
}

enum cd_code cd_motion_read(const char *text, struct cd_motion_choice *choice, struct cd_status *status)
{
    char *copy = cd_duplicate(text), *rest = copy, *setting;
    enum cd_code code = cd_motion_choose(strsep(&rest, ":"), choice, status);
    while (!code && (setting = strsep(&rest, ":"))) {
        char *equals = strchr(setting, '=');
        if (!equals) {
            code = cd_fail(status, CD_USAGE, "motion %s: \"%s\": write key=value", choice->motion->name,
                           setting);
            break;
        }
        *equals = 0;
        code = cd_motion_set(choice, setting, equals + 1, status);
    }
    if (code)
        cd_motion_release(choice);
    cd_free(copy);
    return code;
}

// ---- for the motions themselves ---------------------------------------------------------------------------

void cd_generic_rotation(uint64_t number, double r[9])
{
    struct cd_random random = cd_random_seed(number);
    struct cd_vec3 axis;
    do {
        // One after the other: in which order arguments are worked out is the compiler's choice.
        axis.z = cd_random_between(&random, -1, 1);
        axis.y = cd_random_between(&random, -1, 1);
        axis.x = cd_random_between(&random, -1, 1);
    } while (cd_dot(axis, axis) < 0.25 || cd_dot(axis, axis) > 1);
    cd_rotation_about(axis, cd_random_between(&random, 0.5, 2.5), r);
}

double cd_mesh_size(const struct cd_mesh *mesh)
{
    struct cd_vec3 extent = cd_aabb_extent(&mesh->box);
    double size = extent.x > extent.y ? extent.x : extent.y;
    return size > extent.z ? size : extent.z;
}

double cd_mesh_radius(const struct cd_mesh *mesh)
{
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double max = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            double distance = cd_length(cd_sub(mesh->vertices[mesh->triangles[i].v[k]], centre));
            if (distance > max)
                max = distance;
        }
    return max;
}

enum cd_code cd_motion_bodies(const struct cd_motion_start *start, int64_t asked, uint32_t *bodies,
                              struct cd_status *status)
{
    uint32_t meshes = start->scene->mesh_count;
    *bodies = asked > 0 ? (uint32_t)asked : meshes > 2 ? meshes : 2;
    if (*bodies < meshes)
        return cd_fail(status, CD_USAGE,
                       "bodies=%" PRIu32 ": fewer than the %" PRIu32 " meshes; leave some out", *bodies,
                       meshes);
    return CD_OK;
}

enum cd_code cd_motion_needs_pair(const struct cd_motion_start *start, const char *name,
                                  struct cd_status *status)
{
    if (start->scene->mesh_count <= 2)
        return CD_OK;
    return cd_fail(status, CD_USAGE,
                   "motion %s: has two bodies, so at most two meshes, not %" PRIu32
                   "; motion=random or motion=still take more",
                   name, start->scene->mesh_count);
}
