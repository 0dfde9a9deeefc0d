#include "scenes/motions.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

extern const struct cd_motion cd_motion_approach, cd_motion_bend, cd_motion_overlap, cd_motion_pair,
    cd_motion_random, cd_motion_still, cd_motion_tumble, cd_motion_wave;

const struct cd_motion *const cd_motions[] = {
    &cd_motion_approach, &cd_motion_bend,   &cd_motion_overlap,
    &cd_motion_pair,     &cd_motion_random, &cd_motion_still,
    &cd_motion_tumble,   &cd_motion_wave,   NULL,
};

/// Room for the motions or the keys that a message lists.
#define LIST_BYTES 200

static size_t parameter_count(const struct cd_motion *motion)
{
    size_t count = 0;
    while (motion->parameters && motion->parameters[count].name)
        count++;
    CD_ASSERT(count <= CD_MOTION_PARAMETERS);
    return count;
}

char *cd_motion_parameters_text(const struct cd_motion *motion, char *text, size_t bytes)
{
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < parameter_count(motion) && used < bytes; i++) {
        const struct cd_motion_parameter *parameter = &motion->parameters[i];
        char number[32];
        snprintf(number, sizeof number, "%g", parameter->initial);
        used += (size_t)snprintf(text + used, bytes - used, "%s=%s ", parameter->name,
                                 parameter->initial_text ? parameter->initial_text : number);
    }
    if (used < bytes)
        snprintf(text + used, bytes - used, "steps=%" PRIu64 " seed=1", motion->steps);
    return text;
}

// ---- what the user chose ----------------------------------------------------------------------------------

const char *cd_motion_by_default(size_t mesh_count)
{
    return mesh_count > 2 ? "random" : "pair";
}

enum cd_code cd_motion_choose(const char *name, struct cd_motion_choice *choice, struct cd_status *status)
{
    const char *names[16];
    char list[LIST_BYTES] = "";
    size_t count = 0;
    for (; cd_motions[count]; count++) {
        CD_ASSERT(count < sizeof names / sizeof *names);
        names[count] = cd_motions[count]->name;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", count ? ", " : "", names[count]);
        if (strcmp(name, names[count]) != 0)
            continue;
        const struct cd_motion *motion = cd_motions[count];
        *choice = (struct cd_motion_choice){.motion = motion, .steps = motion->steps, .seed = 1};
        for (size_t i = 0; i < parameter_count(motion); i++)
            choice->values[i] = motion->parameters[i].initial;
        return CD_OK;
    }
    const char *nearest = cd_nearest_name(name, names, count);
    if (nearest)
        return cd_fail(status, CD_USAGE, "motion=%s: no such motion; did you mean %s? (there are %s)", name,
                       nearest, list);
    return cd_fail(status, CD_USAGE, "motion=%s: no such motion; there are %s", name, list);
}

enum cd_code cd_steps_parse(const char *owner, const char *value, uint64_t *steps, struct cd_status *status)
{
    if (cd_parse_unsigned(value, steps) && *steps >= 1 && *steps <= CD_FRAME_LIMIT)
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s: steps=%s: give the number of frames, 1 to %" PRIu64, owner, value,
                   CD_FRAME_LIMIT);
}

enum cd_code cd_seed_parse(const char *owner, const char *value, uint64_t *seed, struct cd_status *status)
{
    if (cd_parse_unsigned(value, seed) && *seed <= CD_SEED_LIMIT)
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s: seed=%s: give an integer from 0 to %" PRIu64, owner, value,
                   CD_SEED_LIMIT);
}

static enum cd_code no_such_key(const struct cd_motion *motion, const char *key, struct cd_status *status)
{
    char list[LIST_BYTES] = "";
    size_t used = 0;
    for (size_t i = 0; i < parameter_count(motion) && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s, ", motion->parameters[i].name);
    return cd_fail(status, CD_USAGE, "motion %s: no key \"%s\"; valid: %ssteps, seed", motion->name, key,
                   list);
}

static enum cd_code set_value(const struct cd_motion *motion, const struct cd_motion_parameter *parameter,
                              const char *text, double *value, struct cd_status *status)
{
    double parsed;
    int64_t integer;
    bool is_number = parameter->whole ? cd_parse_int(text, &integer) : cd_parse_real(text, &parsed);
    if (is_number && parameter->whole)
        parsed = (double)integer;
    if (is_number && parsed >= parameter->least && parsed <= parameter->most) {
        *value = parsed;
        return CD_OK;
    }
    return cd_fail(status, CD_USAGE, "motion %s: %s=%s: give %s from %.12g to %.12g (%s)", motion->name,
                   parameter->name, text, parameter->whole ? "an integer" : "a number", parameter->least,
                   parameter->most, parameter->help);
}

/// Where it is noted that a key was given; NULL for an unknown one.
static bool *given_flag(struct cd_motion_choice *choice, const char *key)
{
    if (!strcmp(key, "steps"))
        return &choice->steps_given;
    if (!strcmp(key, "seed"))
        return &choice->seed_given;
    for (size_t i = 0; i < parameter_count(choice->motion); i++)
        if (!strcmp(key, choice->motion->parameters[i].name))
            return &choice->given[i];
    return NULL;
}

enum cd_code cd_motion_set(struct cd_motion_choice *choice, const char *key, const char *value,
                           struct cd_status *status)
{
    const struct cd_motion *motion = choice->motion;
    char owner[64];
    snprintf(owner, sizeof owner, "motion %s", motion->name);
    bool *given = given_flag(choice, key);
    if (!given)
        return no_such_key(motion, key, status);
    if (*given)
        return cd_fail(status, CD_USAGE, "%s: %s=%s: given twice", owner, key, value);
    *given = true;
    if (given == &choice->steps_given)
        return cd_steps_parse(owner, value, &choice->steps, status);
    if (given == &choice->seed_given)
        return cd_seed_parse(owner, value, &choice->seed, status);
    size_t i = (size_t)(given - choice->given);
    return set_value(motion, &motion->parameters[i], value, &choice->values[i], status);
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
    double most = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            double distance = cd_length(cd_sub(mesh->vertices[mesh->triangles[i].v[k]], centre));
            if (distance > most)
                most = distance;
        }
    return most;
}

enum cd_code cd_motion_bodies(const struct cd_motion_start *start, double asked, uint32_t *bodies,
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
