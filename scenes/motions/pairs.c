/// Pairs of bodies whose poses are formulas of the frame.
///
/// `pair` is the standard motion: the first body does not move. A second approaches on a line that misses the centre of
/// the first, passes through while it turns about a generic axis, and leaves. In the first and the last frame the bodies
/// are apart. Two ordinary closed shapes of similar size collide in about half of the frames.
///
/// `tumble` is the benchmark of Trenkel, Weller and Zachmann, "A Benchmarking Suite for Static Collision Detection
/// Algorithms" (WSCG 2007): two bodies scaled to [-1,1]^3 at a fixed distance of their box centres, the second in every
/// orientation of a grid. With k = round(sqrt(steps)), step i turns it about x by 2*pi*i*k/steps and then about z by
/// 2*pi*floor(i*k/steps)/k: k turns about x, each at a different angle about z.
///
/// `overlap`: in every frame both bodies have a new generic orientation. The second is moved away from the first, always
/// along the same direction, until the boxes around both in the world have the wanted volume in common.
#include "base/memory.h"
#include "scenes/motions/motions.h"

#include <string.h>

struct pair {
    struct cd_pose still;
    struct cd_vec3 centre;      ///< of the second mesh's box
    struct cd_vec3 way, offset; ///< half the way; the nearest point to the first centre
    double start[9];
    struct cd_vec3 axis;
};

static enum cd_code pair_prepare(struct cd_motion_start *start, struct cd_status *status)
{
    (void)status;
    // The way from the middle to either end and the offset of the line, as multiples of the sum of the boxes' half
    // diagonals. Beyond 1, the boxes' circumscribed spheres are apart. The radius of a sphere is 0.58 of its box's half
    // diagonal.
    const double reach = 1.25, offset = 0.15;
    // Chosen so that with seed 1 all sample shapes collide in about half of the frames.
    const uint64_t standard_line = 0x600, standard_turn = 0x7061697200000600;
    struct pair *pair = start->plan = cd_allocate(1, sizeof *pair);
    const struct cd_aabb *first = &start->scene->meshes[0]->box;
    const struct cd_aabb *second = &start->scene->meshes[start->scene->mesh_count - 1]->box;
    pair->centre = cd_aabb_centre(second);
    pair->still = cd_pose_identity();
    cd_pose_about(pair->still.r, cd_aabb_centre(first), cd_vec(0, 0, 0), &pair->still);
    double size = (cd_length(cd_aabb_extent(first)) + cd_length(cd_aabb_extent(second))) / 2, frame[9];
    cd_generic_rotation(start->seed ^ standard_line, frame);
    pair->way = cd_scale(cd_vec(frame[0], frame[3], frame[6]), reach * size);
    pair->offset = cd_scale(cd_vec(frame[1], frame[4], frame[7]), offset * size);
    struct cd_random random = cd_random_seed(start->seed ^ standard_turn);
    cd_generic_rotation(cd_random_u64(&random), pair->start);
    pair->axis = cd_vec(pair->start[2], pair->start[5], pair->start[8]);
    return CD_OK;
}

static void pair_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct pair *pair = scene->source->plan;
    struct cd_body *bodies = cd_motion_add_pair(scene, live);
    double passed = cd_motion_passed(scene, frame), turn[9], r[9];
    bodies[0].pose = pair->still;
    cd_rotation_about(pair->axis, 2 * M_PI * passed, turn);
    cd_matrix_multiply(turn, pair->start, r);
    cd_pose_about(r, pair->centre, cd_add(pair->offset, cd_scale(pair->way, 2 * passed - 1)),
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

// ---- tumble -----------------------------------------------------------------------------------------------

struct tumble {
    uint64_t k;
    double distance;
};

static enum cd_code tumble_prepare(struct cd_motion_start *start, struct cd_status *status)
{
    for (uint32_t i = 0; i < start->scene->mesh_count; i++) { // copies with centre 0 and largest extent 2
        struct cd_mesh **mesh = &start->scene->meshes[i], *scaled;
        double factor = 2 / cd_aabb_longest_side(&(*mesh)->box);
        if (!isfinite(factor))
            return cd_fail(status, CD_DATA, "%s: too small to be scaled to [-1,1]^3, as motion tumble does",
                           (*mesh)->name);
        scaled = cd_mesh_centred(*mesh, factor);
        cd_mesh_destroy(*mesh);
        *mesh = scaled;
    }
    struct tumble *tumble = start->plan = cd_allocate(1, sizeof *tumble);
    tumble->k = (uint64_t)floor(sqrt((double)start->steps) + 0.5);
    tumble->distance = cd_setting_real(start->settings, "d");
    return CD_OK;
}

static void tumble_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct tumble *tumble = scene->source->plan;
    struct cd_body *turning = &cd_motion_add_pair(scene, live)[1];

    // Whole turns about x are left out, which keeps the angles small and their sines exact.
    uint64_t turned = frame * tumble->k;
    double about_x = 2 * M_PI * (double)(turned % scene->frame_count) / (double)scene->frame_count;
    double about_z = 2 * M_PI * (double)(turned / scene->frame_count) / (double)tumble->k;
    double x[9], z[9];
    cd_rotation_about(cd_vec(1, 0, 0), about_x, x);
    cd_rotation_about(cd_vec(0, 0, 1), about_z, z);
    cd_matrix_multiply(z, x, turning->pose.r);
    turning->pose.t[0] = tumble->distance;
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

// ---- overlap ----------------------------------------------------------------------------------------------

struct finder {
    const struct cd_mesh *meshes[2];
    double share; ///< 0 .. 1
};

/// Whether the boxes of two turned bodies have enough volume in common if their centres are `way` apart; sets the
/// translations. The volume counts as a part of that of the smaller box, and an axis along which that one is flat does
/// not count.
static bool near_enough(const struct cd_aabb boxes[2], double share, double way, struct cd_vec3 t[2])
{
    static const struct cd_vec3 direction = {0.64, 0.48, 0.6}; // generic, and exactly 1 long
    // Rounding may take this part from the common volume of two boxes, even if one is inside the other.
    const double slack = 0x1p-40;
    struct cd_aabb placed[2];
    struct cd_vec3 whole = cd_aabb_extent(&boxes[0]), other = cd_aabb_extent(&boxes[1]);
    for (int i = 0; i < 2; i++) {
        // Rounding keeps the order of numbers, so these are the boxes of the canonical vertices, bit for bit.
        t[i] = cd_sub(cd_scale(direction, i ? way : 0), cd_aabb_centre(&boxes[i]));
        placed[i] = (struct cd_aabb){cd_add(boxes[i].low, t[i]), cd_add(boxes[i].high, t[i])};
    }
    bool overlap = cd_aabb_overlap(&placed[0], &placed[1]);
    if (share == 0)
        return overlap;
    if (whole.x / other.x * (whole.y / other.y) * (whole.z / other.z) > 1) // ratios cannot underflow
        whole = other;
    struct cd_aabb common = cd_aabb_common(&placed[0], &placed[1]);
    struct cd_vec3 shared = cd_aabb_extent(&common);
    double part = overlap;
    for (int axis = 0; overlap && axis < 3; axis++)
        part *= cd_axis(&whole, axis) > 0 ? cd_axis(&shared, axis) / cd_axis(&whole, axis) : 1;
    return part >= share * (1 - slack);
}

/// Turns both bodies, and moves the second to the last place with enough in common or, for a share of 0, to the first
/// place with nothing in common; not at all if even boxes with one centre have too little in common.
static enum cd_code find_placement(void *finder_given, struct cd_random *random, struct cd_pose poses[2],
                                   struct cd_status *status)
{
    enum { HALVINGS = 100 };
    (void)status;
    const struct finder *finder = finder_given;
    struct cd_aabb boxes[2];
    struct cd_vec3 t[2];
    for (int b = 0; b < 2; b++) {
        const struct cd_mesh *mesh = finder->meshes[b];
        poses[b] = cd_pose_identity();
        cd_generic_rotation(cd_random_u64(random), poses[b].r);
        boxes[b] = cd_aabb_empty();
        for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
            cd_aabb_add(&boxes[b],
                        cd_canonical_vertex(&poses[b], mesh->vertices[mesh->triangles[i / 3].v[i % 3]]));
    }
    double near = 0, far = cd_length(cd_aabb_extent(&boxes[0])) + cd_length(cd_aabb_extent(&boxes[1]));
    far = far > 0 ? far : 1;
    if (near_enough(boxes, finder->share, 0, t)) {
        while (near_enough(boxes, finder->share, far, t))
            far *= 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = near + (far - near) / 2;
            bool enough = near_enough(boxes, finder->share, middle, t);
            near = enough ? middle : near;
            far = enough ? far : middle;
        }
        near = finder->share > 0 ? near : far;
    }
    near_enough(boxes, finder->share, near, t);
    for (int b = 0; b < 2; b++)
        memcpy(poses[b].t, (const double[]){t[b].x, t[b].y, t[b].z}, sizeof poses[b].t);
    return CD_OK;
}

static enum cd_code overlap_prepare(struct cd_motion_start *start, struct cd_status *status)
{
    const struct cd_scene *scene = start->scene;
    struct finder finder = {.meshes = {scene->meshes[0], scene->meshes[scene->mesh_count - 1]},
                            .share = cd_setting_real(start->settings, "share") / 100};
    return cd_placements_find(start, find_placement, &finder, status);
}

static const struct cd_param overlap_params[] = {
    CD_PARAM_REAL("share", "50", 0, 100, "volume that the boxes share, in percent of the smaller box"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_overlap = {
    .name = "overlap",
    .title = "a pair in generic orientations whose boxes overlap by a given share",
    .steps = 100,
    .is_pair = true,
    .params = overlap_params,
    .prepare = overlap_prepare,
    .source = {.place = cd_placements_place},
};
