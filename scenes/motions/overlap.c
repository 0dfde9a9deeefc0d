/// Pairs whose boxes overlap by a given share. In every frame both bodies have a new generic orientation. The second is
/// moved away from the first, always along the same direction, until the boxes around both in the world have the wanted
/// volume in common.
#include "scenes/motions/motions.h"

#include <string.h>

/// Rounding may take this part from the common volume of two boxes, even if one is inside the other.
#define SLACK 0x1p-40

/// A generic direction whose length is exactly 1.
static const struct cd_vec3 direction = {0.64, 0.48, 0.6};

struct finder {
    const struct cd_mesh *first, *second;
    double share; ///< 0 .. 1
};

/// A body that is turned but not yet placed: the box of its triangles and the centre of this box.
struct turned {
    struct cd_aabb box;
    struct cd_vec3 centre;
};

static struct turned turn(const struct cd_mesh *mesh, struct cd_random *random, double r[9])
{
    struct cd_pose pose = cd_pose_identity();
    cd_generic_rotation(cd_random_u64(random), r);
    memcpy(pose.r, r, sizeof pose.r);
    struct turned turned = {.box = cd_aabb_empty()};
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&turned.box, cd_canonical_vertex(&pose, mesh->vertices[mesh->triangles[i].v[k]]));
    turned.centre = cd_aabb_centre(&turned.box);
    return turned;
}

/// The translation that moves the centre of the box `way` far along the direction.
static struct cd_vec3 translation(const struct turned *body, double way)
{
    return cd_sub(cd_scale(direction, way), body->centre);
}

/// The box of the canonical vertices of a translated body. Rounding keeps the order of numbers, so the corners of this
/// box are the translated corners, bit for bit.
static struct cd_aabb placed_box(const struct turned *body, double way)
{
    struct cd_vec3 t = translation(body, way);
    struct cd_aabb box = {cd_add(body->box.low, t), cd_add(body->box.high, t)};
    return box;
}

/// The volume that two boxes share, as a part of the volume of `whole`. An axis along which `whole` is flat does not
/// count.
static double shared_part(const struct cd_aabb *a, const struct cd_aabb *b, struct cd_vec3 whole)
{
    if (!cd_aabb_overlap(a, b))
        return 0;
    struct cd_aabb common = cd_aabb_common(a, b);
    struct cd_vec3 shared = cd_aabb_extent(&common);
    double part = 1;
    for (int axis = 0; axis < 3; axis++)
        part *= cd_axis(&whole, axis) > 0 ? cd_axis(&shared, axis) / cd_axis(&whole, axis) : 1;
    return part;
}

/// The extent of the box with the smaller volume. The volumes are compared by ratios, which cannot underflow.
static struct cd_vec3 smaller_extent(const struct cd_aabb *a, const struct cd_aabb *b)
{
    struct cd_vec3 one = cd_aabb_extent(a), other = cd_aabb_extent(b);
    double ratio = one.x / other.x * (one.y / other.y) * (one.z / other.z);
    return ratio > 1 ? other : one;
}

/// Whether the boxes share enough if their centres are `way` apart.
static bool near_enough(const struct turned *first, const struct turned *second, double share, double way)
{
    struct cd_aabb a = placed_box(first, 0), b = placed_box(second, way);
    if (share == 0)
        return cd_aabb_overlap(&a, &b);
    return shared_part(&a, &b, smaller_extent(&first->box, &second->box)) >= share * (1 - SLACK);
}

/// How far the second body moves: to the last place with enough in common or, for a share of 0, to the first place with
/// nothing in common. 0 if even boxes with one centre have too little in common.
static double find_way(const struct turned *first, const struct turned *second, double share)
{
    enum { HALVINGS = 100 };
    if (!near_enough(first, second, share, 0))
        return 0;
    double near = 0, far = cd_length(cd_aabb_extent(&first->box)) + cd_length(cd_aabb_extent(&second->box));
    far = far > 0 ? far : 1;
    while (near_enough(first, second, share, far))
        far *= 2;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = near + (far - near) / 2;
        if (near_enough(first, second, share, middle))
            near = middle;
        else
            far = middle;
    }
    return share > 0 ? near : far;
}

static void set_translation(struct cd_pose *pose, struct cd_vec3 t)
{
    pose->t[0] = t.x;
    pose->t[1] = t.y;
    pose->t[2] = t.z;
}

static enum cd_code find_placement(void *finder_given, struct cd_random *random,
                                   struct cd_placement *placement, struct cd_status *status)
{
    (void)status;
    const struct finder *finder = finder_given;
    struct turned first = turn(finder->first, random, placement->first.r);
    struct turned second = turn(finder->second, random, placement->second.r);
    set_translation(&placement->first, translation(&first, 0));
    set_translation(&placement->second, translation(&second, find_way(&first, &second, finder->share)));
    return CD_OK;
}

static enum cd_code overlap_prepare(const struct cd_motion_start *start, void **plan,
                                    struct cd_status *status)
{
    const struct cd_scene *scene = start->scene;
    struct finder finder = {.first = scene->meshes[0],
                            .second = scene->meshes[scene->mesh_count - 1],
                            .share = cd_setting_real(start->settings, "share") / 100};
    return cd_placements_find(start, find_placement, &finder, plan, status);
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
