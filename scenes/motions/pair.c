/// The standard motion: the first body does not move. A second approaches on a line that misses the centre of the
/// first, passes through while it turns about a generic axis, and leaves. In the first and the last frame the bodies
/// are apart. Two ordinary closed shapes of similar size collide in about half of the frames.
#include "base/memory.h"
#include "scenes/motions/motions.h"

/// The way from the middle to either end and the offset of the line, as multiples of the sum of the boxes' half
/// diagonals. Beyond 1, the boxes' circumscribed spheres are apart. The radius of a sphere is 0.58 of its box's half
/// diagonal.
#define REACH  1.25
#define OFFSET 0.15

/// Chosen so that with seed 1 all sample shapes collide in about half of the frames.
#define STANDARD_LINE 0x600u
#define STANDARD_TURN 0x7061697200000600u

struct plan {
    struct cd_pose still;
    struct cd_vec3 centre;      ///< of the second mesh's box
    struct cd_vec3 way, offset; ///< half the way; the nearest point to the first centre
    double start[9];
    struct cd_vec3 axis;
};

/// Chooses the generic direction of the way and, at a right angle, that of the offset.
static void choose_line(struct plan *plan, uint64_t seed, double size)
{
    double frame[9];
    cd_generic_rotation(seed ^ STANDARD_LINE, frame);
    plan->way = cd_scale(cd_vec(frame[0], frame[3], frame[6]), REACH * size);
    plan->offset = cd_scale(cd_vec(frame[1], frame[4], frame[7]), OFFSET * size);
    struct cd_random random = cd_random_seed(seed ^ STANDARD_TURN);
    cd_generic_rotation(cd_random_u64(&random), plan->start);
    plan->axis = cd_vec(plan->start[2], plan->start[5], plan->start[8]);
}

static enum cd_code pair_prepare(const struct cd_motion_start *start, void **result, struct cd_status *status)
{
    (void)status;
    struct plan *plan = cd_allocate(1, sizeof *plan);
    const struct cd_mesh *first = start->scene->meshes[0];
    const struct cd_mesh *second = start->scene->meshes[start->scene->mesh_count - 1];
    plan->centre = cd_aabb_centre(&second->box);
    plan->still = cd_pose_identity();
    cd_pose_about(plan->still.r, cd_aabb_centre(&first->box), cd_vec(0, 0, 0), &plan->still);
    double size = (cd_length(cd_aabb_extent(&first->box)) + cd_length(cd_aabb_extent(&second->box))) / 2;
    choose_line(plan, start->seed, size);
    *result = plan;
    return CD_OK;
}

static void pair_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = scene->source->plan;
    struct cd_body *bodies = cd_motion_add_pair(scene, live);
    double passed = cd_motion_passed(scene, frame), turn[9], r[9];
    bodies[0].pose = plan->still;
    cd_rotation_about(plan->axis, 2 * M_PI * passed, turn);
    cd_matrix_multiply(turn, plan->start, r);
    cd_pose_about(r, plan->centre, cd_add(plan->offset, cd_scale(plan->way, 2 * passed - 1)),
                  &bodies[1].pose);
}

const struct cd_recipe cd_recipe_pair = {
    .name = "pair",
    .title = "a copy (or the second mesh) approaches, passes through while turning, and leaves",
    .steps = 200,
    .is_pair = true,
    .prepare = pair_prepare,
    .source = {.place = pair_place},
};
