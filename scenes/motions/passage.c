#include "scenes/motions/passage.h"

/// The way from the middle to either end in distances at which the boxes are just apart.
#define REACH 1.25

#define FIRST_ORIENTATION  UINT64_C(0x6265666f7265)
#define SECOND_ORIENTATION UINT64_C(0x6166746572)

struct cd_mesh_axes cd_mesh_axes(const struct cd_mesh *mesh)
{
    struct cd_vec3 extent = cd_aabb_extent(&mesh->box);
    struct cd_mesh_axes axes = {0, 1, 2};
    for (int i = 1; i < 3; i++)
        if (cd_axis(&extent, i) > cd_axis(&extent, axes.longest))
            axes.longest = i;
    axes.middle = (axes.longest + 1) % 3;
    axes.thinnest = (axes.longest + 2) % 3;
    if (cd_axis(&extent, axes.thinnest) > cd_axis(&extent, axes.middle)) {
        axes.thinnest = axes.middle;
        axes.middle = (axes.longest + 2) % 3;
    }
    return axes;
}

/// How far the turned box of a mesh, `stray` thicker on either side along its thinnest axis, goes from its
/// centre along a direction.
static double support(const struct cd_mesh *mesh, const double r[9], double stray, struct cd_vec3 direction)
{
    struct cd_vec3 half = cd_scale(cd_aabb_extent(&mesh->box), 0.5);
    *cd_axis_of(&half, cd_mesh_axes(mesh).thinnest) += stray;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += fabs(cd_dot(direction, cd_vec(r[i], r[3 + i], r[6 + i]))) * cd_axis(&half, i);
    return sum;
}

void cd_passage_choose(struct cd_passage *passage, const struct cd_motion_start *start, const double stray[2])
{
    const struct cd_scene *scene = start->scene;
    passage->steps = start->steps;
    passage->second_mesh = scene->mesh_count - 1;
    const struct cd_mesh *first = scene->meshes[0], *second = scene->meshes[passage->second_mesh];
    double r[9];
    cd_generic_rotation(start->seed ^ FIRST_ORIENTATION, r);
    cd_pose_about(r, cd_aabb_centre(&first->box), cd_vec(0, 0, 0), &passage->first);
    cd_generic_rotation(start->seed ^ SECOND_ORIENTATION, passage->second_r);
    passage->second_centre = cd_aabb_centre(&second->box);
    int thinnest = cd_mesh_axes(first).thinnest;
    struct cd_vec3 direction = cd_vec(r[thinnest], r[3 + thinnest], r[6 + thinnest]);
    double apart =
        support(first, r, stray[0], direction) + support(second, passage->second_r, stray[1], direction);
    passage->way = cd_scale(direction, REACH * apart);
}

void cd_passage_place(const struct cd_passage *passage, uint64_t frame, const bool deforms[2],
                      struct cd_live *live)
{
    struct cd_body *first = cd_live_add_body(live);
    first->pose = passage->first;
    first->version = deforms[0];
    double passed = passage->steps > 1 ? (double)frame / (double)(passage->steps - 1) : 0.5;
    struct cd_body *second = cd_live_add_body(live);
    second->id = 1;
    second->mesh = passage->second_mesh;
    second->version = deforms[1];
    cd_pose_about(passage->second_r, passage->second_centre, cd_scale(passage->way, 2 * passed - 1),
                  &second->pose);
}

double cd_phase(uint64_t frame, double period)
{
    return 2 * M_PI * (fmod((double)frame, period) / period);
}
