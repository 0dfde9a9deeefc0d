/// Pairs at a known depth. In every frame both bodies have a random orientation, the second comes straight at
/// the centre of the first from a random direction, and stops a given way behind, or before, the place where
/// the surfaces first meet.
#include "scenes/motions/first_contact.h"
#include "scenes/motions/placements.h"

struct finder {
    const struct cd_mesh *first, *second;
    struct cd_contact_tree *first_tree, *second_tree;
    double way; ///< beyond the first contact
};

/// A uniformly distributed rotation: quaternions of the unit ball, rejected near 0.
static void random_rotation(struct cd_random *random, double r[9])
{
    double q[4], squared;
    do {
        squared = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = cd_random_between(random, -1, 1);
            squared += q[i] * q[i];
        }
    } while (squared > 1 || squared < 0.0625);
    cd_rotation_of_quaternion(q[0], q[1], q[2], q[3], r);
}

static enum cd_code find_placement(void *finder_given, struct cd_random *random,
                                   struct cd_placement *placement, struct cd_status *status)
{
    enum { TRIES = 1000 };
    const struct finder *finder = finder_given;
    for (int i = 0; i < TRIES; i++) {
        // The contact is found for an approach along z; then the whole is turned.
        double whole[9], first[9], second[9], r[9], height;
        random_rotation(random, whole);
        random_rotation(random, first);
        random_rotation(random, second);
        if (!cd_contact_height(finder->first_tree, first, finder->second_tree, second, &height))
            continue; // a body can pass through the hole of the other
        struct cd_vec3 back = cd_vec(whole[2], whole[5], whole[8]);
        cd_matrix_multiply(whole, first, r);
        cd_pose_about(r, cd_aabb_centre(&finder->first->box), cd_vec(0, 0, 0), &placement->first);
        cd_matrix_multiply(whole, second, r);
        cd_pose_about(r, cd_aabb_centre(&finder->second->box), cd_scale(back, height - finder->way),
                      &placement->second);
        return CD_OK;
    }
    return cd_fail(status, CD_USAGE,
                   "motion approach: %s and %s do not meet, whatever way one comes at the other's centre",
                   finder->first->name, finder->second->name);
}

static enum cd_code approach_prepare(const struct cd_motion_start *start, void **plan,
                                     struct cd_status *status)
{
    const struct cd_scene *scene = start->scene;
    struct finder finder = {.first = scene->meshes[0], .second = scene->meshes[scene->mesh_count - 1]};
    finder.way = cd_setting_real(start->settings, "depth") *
                 fmin(cd_mesh_size(finder.first), cd_mesh_size(finder.second));
    finder.first_tree = cd_contact_tree_create(finder.first);
    finder.second_tree =
        finder.second == finder.first ? finder.first_tree : cd_contact_tree_create(finder.second);
    struct cd_placements *placements;
    enum cd_code code = cd_placements_find(start, "approach", find_placement, &finder, &placements, status);
    if (finder.second_tree != finder.first_tree)
        cd_contact_tree_destroy(finder.second_tree);
    cd_contact_tree_destroy(finder.first_tree);
    *plan = code ? NULL : placements;
    return code;
}

static const struct cd_param approach_params[] = {
    CD_PARAM_REAL("depth", "0.05", -10, 10,
                  "way behind the first contact in sizes of the smaller body; negative: before it"),
    CD_PARAM_END,
};

const struct cd_motion cd_motion_approach = {
    .name = "approach",
    .title = "a pair in random orientations, a given depth behind first contact",
    .steps = 200,
    .params = approach_params,
    .prepare = approach_prepare,
    .place = cd_placements_place,
};
