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

#include <string.h>

/// The axes (0, 1, 2) of a mesh's box by its extents. Of equal extents, the first is the longest.
struct axes {
    int longest, middle, thinnest;
};

struct plan {
    struct cd_pose first;
    double second_r[9];
    struct cd_vec3 second_centre; ///< of the mesh's box
    struct cd_vec3 way;           ///< half of it: the second's centre goes from -way to +way
    bool bends, deforms[2];
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

/// Chooses the passage. A deformation moves a vertex of a body at most `stray` far along the thinnest axis of its mesh,
/// and the bodies are apart in the first and the last frame.
static enum cd_code prepare(struct cd_motion_start *start, struct cd_status *status)
{
    (void)status;
    const double reach =
        1.25; // from the middle to either end, as a multiple of where the boxes are just apart
    const uint64_t orientations[] = {0x6265666f7265, 0x6166746572};
    const struct cd_scene *scene = start->scene;
    const struct cd_settings *settings = start->settings;
    struct plan *plan = start->plan = cd_allocate(1, sizeof *plan);
    plan->bends = cd_settings_has(settings, "sag");
    plan->height = cd_setting_real(settings, plan->bends ? "sag" : "amplitude");
    plan->waves = plan->bends ? 0 : cd_setting_real(settings, "waves");
    plan->period = cd_setting_real(settings, "period");
    struct cd_vec3 direction = cd_vec(0, 0, 0);
    double apart = 0;
    for (int b = 0; b < 2; b++) {
        const struct cd_mesh *mesh = scene->meshes[b ? scene->mesh_count - 1 : 0];
        struct cd_vec3 half = cd_scale(cd_aabb_extent(&mesh->box), 0.5), centre = cd_aabb_centre(&mesh->box);
        int thinnest = axes_of(mesh).thinnest;
        double r[9], sum = 0;
        cd_generic_rotation(start->seed ^ orientations[b], r);
        plan->deforms[b] = plan->bends || b == 0 || scene->mesh_count == 1;
        if (plan->deforms[b])
            *axis_of(&half, thinnest) +=
                plan->height * cd_aabb_longest_side(&mesh->box) * (plan->bends ? 2.0 / 3 : 1);
        if (b == 0) {
            cd_pose_about(r, centre, cd_vec(0, 0, 0), &plan->first);
            direction = cd_vec(r[thinnest], r[3 + thinnest], r[6 + thinnest]);
        } else {
            memcpy(plan->second_r, r, sizeof r);
            plan->second_centre = centre;
        }
        for (int i = 0; i < 3; i++) // how far the turned box reaches from its centre along the direction
            sum += fabs(cd_dot(direction, cd_vec(r[i], r[3 + i], r[6 + i]))) * cd_axis(&half, i);
        apart += sum;
    }
    plan->way = cd_scale(direction, reach * apart);
    return CD_OK;
}

static void deform(const struct cd_scene *scene, uint64_t frame, const struct cd_body *body,
                   struct cd_vec3 *vertices)
{
    const struct plan *plan = scene->source->plan;
    const struct cd_mesh *mesh = scene->meshes[body->mesh];
    struct axes axes = axes_of(mesh);
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    double size = cd_aabb_longest_side(&mesh->box), half = size / 2, height = plan->height * size / 2;
    double phase = 2 * M_PI * (fmod((double)frame, plan->period) / plan->period); // without full turns
    double bent = plan->height * size * cd_sin_portable(phase) * (body->id == 1 ? -1 : 1);
    double turns = size > 0 ? 2 * M_PI * plan->waves / size : 0;
    phase -= body->id == 1 ? M_PI / 2 : 0; // the copy waves a quarter of a period later
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i], from = cd_sub(p, centre);
        double along = cd_axis(&from, axes.longest), across = cd_axis(&from, axes.middle);
        // A vertex that no triangle uses may be far outside the box.
        double share = half > 0 ? fmax(fmin(along / half, 1), -1) : 0;
        *axis_of(&p, axes.thinnest) +=
            plan->bends
                ? bent * (1.0 / 3 - share * share)
                : height * (cd_sin_portable(turns * along - phase) + cd_sin_portable(turns * across + phase));
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
    .prepare = prepare,
    .source = {.place = place, .deform = deform},
};

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
    .prepare = prepare,
    .source = {.place = place, .deform = deform},
};
