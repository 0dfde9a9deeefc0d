/// Two motions of bodies that deform while the second comes straight along the thinnest axis of the first,
/// passes through it and leaves on the other side, both in generic orientations.
///
/// `bend`: both bend to and fro, in opposite directions. Slices across the longest axis keep that orientation and are
/// moved along the thinnest axis by a parabola, the shape of a slightly bent beam.
///
/// `wave`: the first waves like a flag; the second is a rigid second mesh, or a copy that waves too. Vertices
/// move along the thinnest axis of the mesh only, by a sum of two waves that run along its other axes.
///
/// Both shear the body, so its surface never meets itself however far it bends, and the sides of a thin slab
/// keep their distance.
#include "base/memory.h"
#include "scenes/motions/motions.h"

/// The way from the middle to either end, as a multiple of the distance at which the boxes are just apart.
#define REACH 1.25

#define FIRST_ORIENTATION  UINT64_C(0x6265666f7265)
#define SECOND_ORIENTATION UINT64_C(0x6166746572)

/// The axes (0, 1, 2) of a mesh's box by its extents. Of equal extents, the first is the longest.
struct axes {
    int longest, middle, thinnest;
};

struct plan {
    struct cd_pose first;
    double second_r[9];
    struct cd_vec3 second_centre; ///< of the mesh's box
    struct cd_vec3 way;           ///< half of it: the second's centre goes from -way to +way
    bool deforms[2];
    double height; ///< how far vertices move, in lengths of the body
    double waves;  ///< along the body
    double period;
};

/// Returns a pointer to coordinate `axis` of `*v`.
static double *axis_of(struct cd_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

static struct axes axes_of(const struct cd_mesh *mesh)
{
    struct cd_vec3 extent = cd_aabb_extent(&mesh->box);
    struct axes axes = {0, 1, 2};
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

/// How far the turned box of a mesh reaches from its centre along a direction. The box is `stray` thicker on either
/// side along its thinnest axis.
static double support(const struct cd_mesh *mesh, const double r[9], double stray, struct cd_vec3 direction)
{
    struct cd_vec3 half = cd_scale(cd_aabb_extent(&mesh->box), 0.5);
    *axis_of(&half, axes_of(mesh).thinnest) += stray;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += fabs(cd_dot(direction, cd_vec(r[i], r[3 + i], r[6 + i]))) * cd_axis(&half, i);
    return sum;
}

/// Chooses the passage of a scene of one or two meshes. `stray` is the farthest that deformation moves a vertex of
/// either body along the thinnest axis of its mesh. So the bodies are apart in the first and the last frame.
static struct plan *choose_passage(const struct cd_motion_start *start, const double stray[2])
{
    const struct cd_scene *scene = start->scene;
    struct plan *plan = cd_allocate(1, sizeof *plan);
    plan->period = cd_setting_real(start->settings, "period");
    const struct cd_mesh *first = scene->meshes[0], *second = scene->meshes[scene->mesh_count - 1];
    double r[9];
    cd_generic_rotation(start->seed ^ FIRST_ORIENTATION, r);
    cd_pose_about(r, cd_aabb_centre(&first->box), cd_vec(0, 0, 0), &plan->first);
    cd_generic_rotation(start->seed ^ SECOND_ORIENTATION, plan->second_r);
    plan->second_centre = cd_aabb_centre(&second->box);
    int thinnest = axes_of(first).thinnest;
    struct cd_vec3 direction = cd_vec(r[thinnest], r[3 + thinnest], r[6 + thinnest]);
    double apart =
        support(first, r, stray[0], direction) + support(second, plan->second_r, stray[1], direction);
    plan->way = cd_scale(direction, REACH * apart);
    return plan;
}

static void place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = scene->source->plan;
    struct cd_body *bodies = cd_motion_add_pair(scene, live);
    for (int i = 0; i < 2; i++)
        bodies[i].version = plan->deforms[i];
    bodies[0].pose = plan->first;
    cd_pose_about(plan->second_r, plan->second_centre,
                  cd_scale(plan->way, 2 * cd_motion_passed(scene, frame) - 1), &bodies[1].pose);
}

/// The angle 2 pi frame / period, without full turns.
static double phase_of(uint64_t frame, double period)
{
    return 2 * M_PI * (fmod((double)frame, period) / period);
}

// ---- bend -------------------------------------------------------------------------------------------------

static enum cd_code bend_prepare(const struct cd_motion_start *start, void **result, struct cd_status *status)
{
    (void)status;
    double height = cd_setting_real(start->settings, "sag"), stray[2];
    for (uint32_t i = 0; i < 2; i++) {
        const struct cd_mesh *mesh = start->scene->meshes[i < start->scene->mesh_count ? i : 0];
        stray[i] = height * cd_aabb_longest_side(&mesh->box) * (2.0 / 3);
    }
    struct plan *plan = choose_passage(start, stray);
    plan->height = height;
    plan->deforms[0] = plan->deforms[1] = true;
    *result = plan;
    return CD_OK;
}

static void bend_deform(const struct cd_scene *scene, uint64_t frame, const struct cd_body *body,
                        struct cd_vec3 *vertices)
{
    const struct plan *plan = scene->source->plan;
    const struct cd_mesh *mesh = scene->meshes[body->mesh];
    struct axes axes = axes_of(mesh);
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double middle = cd_axis(&centre, axes.longest), half = cd_aabb_longest_side(&mesh->box) / 2;
    double bent = plan->height * (2 * half) * cd_sin_portable(phase_of(frame, plan->period));
    if (body->id == 1)
        bent = -bent;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        // A vertex that no triangle uses may be far outside the box.
        double along = half > 0 ? fmax(fmin((cd_axis(&p, axes.longest) - middle) / half, 1), -1) : 0;
        *axis_of(&p, axes.thinnest) += bent * (1.0 / 3 - along * along);
        vertices[i] = p;
    }
}

static const struct cd_param bend_params[] = {
    CD_PARAM_REAL("sag", "0.15", 0, 10, "largest height of the arc, in lengths of the body"),
    CD_PARAM_REAL("period", "50", 1, 1e9, "frames per period"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_bend = {
    .name = "bend",
    .title = "two bodies bend like bars, every vertex in every frame, while one passes through",
    .steps = 200,
    .is_pair = true,
    .params = bend_params,
    .prepare = bend_prepare,
    .source = {.place = place, .deform = bend_deform},
};

// ---- wave -------------------------------------------------------------------------------------------------

static enum cd_code wave_prepare(const struct cd_motion_start *start, void **result, struct cd_status *status)
{
    (void)status;
    bool copy_waves = start->scene->mesh_count == 1;
    double height = cd_setting_real(start->settings, "amplitude");
    double stray = height * cd_aabb_longest_side(&start->scene->meshes[0]->box);
    const double strays[2] = {stray, copy_waves ? stray : 0};
    struct plan *plan = choose_passage(start, strays);
    plan->height = height;
    plan->waves = cd_setting_real(start->settings, "waves");
    plan->deforms[0] = true;
    plan->deforms[1] = copy_waves;
    *result = plan;
    return CD_OK;
}

static void wave_deform(const struct cd_scene *scene, uint64_t frame, const struct cd_body *body,
                        struct cd_vec3 *vertices)
{
    const struct plan *plan = scene->source->plan;
    const struct cd_mesh *mesh = scene->meshes[body->mesh];
    struct axes axes = axes_of(mesh);
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double size = cd_aabb_longest_side(&mesh->box), height = plan->height * size / 2;
    double turns = size > 0 ? 2 * M_PI * plan->waves / size : 0;
    // The copy waves a quarter of a period later.
    double phase = phase_of(frame, plan->period) - (body->id == 1 ? M_PI / 2 : 0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i], from = cd_sub(p, centre);
        double along = turns * cd_axis(&from, axes.longest), across = turns * cd_axis(&from, axes.middle);
        *axis_of(&p, axes.thinnest) +=
            height * (cd_sin_portable(along - phase) + cd_sin_portable(across + phase));
        vertices[i] = p;
    }
}

static const struct cd_param wave_params[] = {
    CD_PARAM_REAL("amplitude", "0.05", 0, 10, "largest displacement of a vertex, in lengths of the body"),
    CD_PARAM_REAL("waves", "2", 0, 1000, "waves along the body"),
    CD_PARAM_REAL("period", "50", 1, 1e9, "frames per period"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_wave = {
    .name = "wave",
    .title = "a body waves like cloth, every vertex in every frame; the second mesh or a copy passes through",
    .steps = 200,
    .is_pair = true,
    .params = wave_params,
    .prepare = wave_prepare,
    .source = {.place = place, .deform = wave_deform},
};
