// What bounding volumes cost and how tightly they fit (table 1 of liu2016, whose content is lost).
//
//     build/release/experiments/volumes [--mesh MESH] [--share S] [--rounds N]
//
// MESH is a file or a generator as in --scene. Two copies of it in random orientations are at random distances, so that
// the spheres around a share of S (0.5) of PAIRS pairs overlap; every volume gets the same pairs. Each column is a
// quality:
//     test_ns     an overlap test, all pairs in turn, early exits included, both volumes in world space
//     hit_ns      the same over the pairs that this volume cannot tell apart
//     hit_share   their share; the part above the share of the meshes themselves is narrow-phase work for nothing
//     tightness   the volume over that of the mesh, fitted to the vertices as they are in the world; the mean over
//                 orientations
//     moved_tightness  the same for a volume that was fitted in model space and then moved with the body
//     move_ns     that move: the centre of a sphere; centre and half-extents of a box along the axes by |R|; centre and
//                 axes of an oriented box; the corners of an 18-DOP and their extents
//     fit_ns      fitting the volume anew to moved vertices, per vertex: Ritter's sphere; extents; extents along the
//                 axes that an oriented box has already; extents in nine directions
// Times are medians of processor time over N (9) rounds in which the volumes take turns, with their intervals. Prints
// CSV, a row per volume.
#include "base/memory.h"
#include "base/random.h"
#include "experiments/dop.h"
#include "experiments/obbs.h"
#include "experiments/program.h"
#include "geom/aabb.h"
#include "geom/sphere.h"
#include "scenes/source.h"

#define PAIRS        4096
#define ORIENTATIONS 64 // for tightness and fitting

enum kind { SPHERE, AABB, OBB, DOP, KINDS };
static const char *const ids[KINDS] = {"sphere", "aabb", "obb", "dop18"};

/// A mesh's volumes in model space.
struct model {
    const struct cd_mesh *mesh;
    double volume;
    struct cd_sphere sphere;
    struct cd_aabb box;
    struct cd_obb obb;
    struct dop dop;
    struct cd_vec3 corners[DOP_CORNERS];
    size_t corner_count;
};

/// Volumes of the bodies of all pairs, in world space: those of pair i are [2 i] and [2 i + 1]. One more has room
/// for what is fitted only to be timed.
struct placed {
    struct cd_pose poses[2 * PAIRS];
    struct cd_sphere spheres[2 * PAIRS + 1];
    struct cd_aabb boxes[2 * PAIRS + 1];
    struct cd_obb obbs[2 * PAIRS + 1];
    struct dop dops[2 * PAIRS + 1];
};

/// Which pairs are tested.
struct selection {
    uint32_t count, pairs[PAIRS];
};

struct result {
    double hit_share, tightness, moved_tightness;
    double test_ns[PROGRAM_ROUNDS_MAX], hit_ns[PROGRAM_ROUNDS_MAX], move_ns[PROGRAM_ROUNDS_MAX],
        fit_ns[PROGRAM_ROUNDS_MAX];
};

static volatile double kept; // so that no result is worked out for nothing

// ---- volumes in model space -------------------------------------------------------------------------------

static struct cd_aabb fit_box(const struct cd_vec3 *vertices, uint32_t count)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        cd_aabb_add(&box, vertices[i]);
    return box;
}

static struct dop fit_dop(const struct cd_vec3 *vertices, uint32_t count)
{
    struct dop dop = dop_empty();
    for (uint32_t i = 0; i < count; i++)
        dop_add(&dop, vertices[i]);
    return dop;
}

static struct model model_of(const struct cd_mesh *mesh)
{
    struct model model = {.mesh = mesh};
    struct cd_moments moments = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        struct cd_vec3 t[3];
        for (int k = 0; k < 3; k++)
            t[k] = mesh->vertices[mesh->triangles[i].v[k]];
        cd_moments_add(&moments, t, cd_triangle_area(t));
        model.volume += cd_dot(t[0], cd_cross(t[1], t[2])) / 6;
    }
    double axes[9];
    cd_moments_axes(&moments, axes);
    model.sphere = cd_sphere_of_points(mesh->vertices, mesh->vertex_count, NULL);
    model.box = fit_box(mesh->vertices, mesh->vertex_count);
    model.obb = obb_around(axes, mesh->vertices, mesh->vertex_count);
    model.dop = fit_dop(mesh->vertices, mesh->vertex_count);
    model.corner_count = dop_corners(&model.dop, model.corners);
    return model;
}

// ---- moved with the body ----------------------------------------------------------------------------------

static struct cd_aabb move_box(const struct cd_aabb *box, const struct cd_pose *pose)
{
    struct cd_vec3 centre = cd_canonical_vertex(pose, cd_aabb_centre(box));
    struct cd_vec3 half = cd_scale(cd_aabb_extent(box), 0.5);
    const double *r = pose->r;
    struct cd_vec3 reach = cd_vec(fabs(r[0]) * half.x + fabs(r[1]) * half.y + fabs(r[2]) * half.z,
                                  fabs(r[3]) * half.x + fabs(r[4]) * half.y + fabs(r[5]) * half.z,
                                  fabs(r[6]) * half.x + fabs(r[7]) * half.y + fabs(r[8]) * half.z);
    return (struct cd_aabb){cd_sub(centre, reach), cd_add(centre, reach)};
}

static struct dop move_dop(const struct model *model, const struct cd_pose *pose)
{
    struct dop dop = dop_empty();
    for (size_t i = 0; i < model->corner_count; i++)
        dop_add(&dop, cd_canonical_vertex(pose, model->corners[i]));
    return dop;
}

// ---- overlap ----------------------------------------------------------------------------------------------

static bool overlap(const struct placed *placed, enum kind kind, uint32_t pair)
{
    uint32_t a = 2 * pair, b = a + 1;
    switch (kind) {
    case SPHERE:
        return cd_spheres_overlap(&placed->spheres[a], &placed->spheres[b]);
    case AABB:
        return cd_aabb_overlap(&placed->boxes[a], &placed->boxes[b]);
    case OBB:
        return obbs_overlap(&placed->obbs[a], &placed->obbs[b]);
    case DOP:
    case KINDS:
        break;
    }
    return dop_overlap(&placed->dops[a], &placed->dops[b]);
}

static inline __attribute__((always_inline)) uint32_t
count_overlaps(const struct placed *placed, enum kind kind, const struct selection *selection)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < selection->count; i++)
        hits += overlap(placed, kind, selection->pairs[i]);
    return hits;
}

static double time_tests(const struct placed *placed, enum kind kind, const struct selection *selection)
{
    if (!selection->count)
        return NAN;
    uint32_t passes = 1 + 8 * PAIRS / selection->count;
    uint64_t start = cd_clock_cpu();
    for (uint32_t i = 0; i < passes; i++) // a loop a kind, so that nothing is chosen inside
        kept += kind == SPHERE ? count_overlaps(placed, SPHERE, selection)
                : kind == AABB ? count_overlaps(placed, AABB, selection)
                : kind == OBB  ? count_overlaps(placed, OBB, selection)
                               : count_overlaps(placed, DOP, selection);
    return (double)(cd_clock_cpu() - start) / ((double)passes * selection->count);
}

// ---- updates ----------------------------------------------------------------------------------------------

static void move_all(const struct model *model, struct placed *placed, enum kind kind)
{
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        const struct cd_pose *pose = &placed->poses[i];
        if (kind == SPHERE)
            placed->spheres[i] =
                (struct cd_sphere){cd_canonical_vertex(pose, model->sphere.centre), model->sphere.radius};
        else if (kind == AABB)
            placed->boxes[i] = move_box(&model->box, pose);
        else if (kind == OBB)
            placed->obbs[i] = obb_moved(&model->obb, pose);
        else
            placed->dops[i] = move_dop(model, pose);
    }
}

/// Fits volume i anew to vertices in world space.
static void fit(const struct model *model, struct placed *placed, enum kind kind, uint32_t i,
                const struct cd_pose *pose, const struct cd_vec3 *vertices)
{
    uint32_t count = model->mesh->vertex_count;
    if (kind == SPHERE) {
        placed->spheres[i] = cd_sphere_of_points(vertices, count, NULL);
    } else if (kind == AABB) {
        placed->boxes[i] = fit_box(vertices, count);
    } else if (kind == OBB) {
        struct cd_obb moved = obb_moved(&model->obb, pose);
        placed->obbs[i] = obb_around(moved.axes, vertices, count);
    } else {
        placed->dops[i] = fit_dop(vertices, count);
    }
}

static double time_fits(const struct model *model, struct placed *placed, enum kind kind,
                        struct cd_vec3 *world)
{
    uint32_t count = model->mesh->vertex_count, passes = 1 + 20000 / count;
    uint64_t spent = 0;
    for (int i = 0; i < 4; i++) {
        const struct cd_pose *pose = &placed->poses[i];
        cd_canonical_vertices(pose, model->mesh->vertices, count, world);
        uint64_t start = cd_clock_cpu();
        for (uint32_t k = 0; k < passes; k++)
            fit(model, placed, kind, 2 * PAIRS, pose, world);
        spent += cd_clock_cpu() - start;
    }
    return (double)spent / (4.0 * passes * count);
}

// ---- how tight --------------------------------------------------------------------------------------------

static double volume_of(const struct placed *placed, enum kind kind, uint32_t i)
{
    if (kind == SPHERE) {
        double radius = placed->spheres[i].radius;
        return 4 * M_PI / 3 * (radius * radius * radius);
    }
    if (kind == AABB) {
        struct cd_vec3 extent = cd_aabb_extent(&placed->boxes[i]);
        return extent.x * extent.y * extent.z;
    }
    if (kind == OBB) {
        const double *half = placed->obbs[i].half;
        return 8 * (half[0] * half[1] * half[2]);
    }
    return dop_volume(&placed->dops[i]);
}

/// Leaves the volumes as they are when they have moved with their bodies.
static void measure_tightness(const struct model *model, struct placed *placed, enum kind kind,
                              struct cd_vec3 *world, struct result *result)
{
    for (uint32_t i = 0; i < ORIENTATIONS; i++) {
        const struct cd_pose *pose = &placed->poses[i];
        cd_canonical_vertices(pose, model->mesh->vertices, model->mesh->vertex_count, world);
        fit(model, placed, kind, i, pose, world);
        result->tightness += volume_of(placed, kind, i) / model->volume / ORIENTATIONS;
    }
    move_all(model, placed, kind);
    for (uint32_t i = 0; i < ORIENTATIONS; i++)
        result->moved_tightness += volume_of(placed, kind, i) / model->volume / ORIENTATIONS;
}

// ---- pairs ------------------------------------------------------------------------------------------------

/// The first body's sphere is at the origin, the second's so far away that a share of them overlaps.
static void place_pairs(const struct model *model, double share, struct placed *placed)
{
    struct cd_random random = cd_random_seed(1);
    double reach = 2 * model->sphere.radius / share;
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        struct cd_vec3 at = cd_vec(0, 0, 0);
        double r[9];
        cd_random_rotation(&random, 0.01, r);
        if (i % 2) {
            double distance = cd_random_between(&random, 0, reach);
            struct cd_vec3 way = cd_random_point(&random, 0.01);
            at = cd_scale(cd_scale(way, 1 / cd_length(way)), distance);
        }
        cd_pose_about(r, model->sphere.centre, at, &placed->poses[i]);
    }
}

// ---- the run ----------------------------------------------------------------------------------------------

static void measure(const struct model *model, double share, size_t rounds, struct result *results)
{
    struct placed *placed = cd_allocate(1, sizeof *placed);
    struct selection *all = cd_allocate(1, sizeof *all), *hits = cd_allocate(KINDS, sizeof *hits);
    struct cd_vec3 *world = cd_allocate(model->mesh->vertex_count, sizeof *world);
    place_pairs(model, share, placed);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        measure_tightness(model, placed, kind, world, &results[kind]);
        for (uint32_t i = 0; i < PAIRS; i++)
            if (overlap(placed, kind, i))
                hits[kind].pairs[hits[kind].count++] = i;
        results[kind].hit_share = (double)hits[kind].count / PAIRS;
    }
    for (uint32_t i = 0; i < PAIRS; i++)
        all->pairs[all->count++] = i;
    for (uint64_t round = 0; round < rounds; round++)
        for (int k = 0; k < KINDS; k++) {
            enum kind kind = (enum kind)program_turn(round, (size_t)k, KINDS);
            results[kind].test_ns[round] = time_tests(placed, kind, all);
            results[kind].hit_ns[round] = time_tests(placed, kind, &hits[kind]);
            uint64_t start = cd_clock_cpu();
            move_all(model, placed, kind);
            results[kind].move_ns[round] = (double)(cd_clock_cpu() - start) / (2 * PAIRS);
            results[kind].fit_ns[round] = time_fits(model, placed, kind, world);
        }
    cd_free(placed);
    cd_free(all);
    cd_free(hits);
    cd_free(world);
}

static void print_all(const struct model *model, const struct result *results, size_t rounds)
{
    printf(
        "series,vertices,hit_share,tightness,moved_tightness," PROGRAM_MEDIAN("test_ns") "," PROGRAM_MEDIAN(
            "hit_ns") "," PROGRAM_MEDIAN("move_ns") "," PROGRAM_MEDIAN("fit_ns") "\n");
    for (enum kind kind = 0; kind < KINDS; kind++) {
        const struct result *result = &results[kind];
        printf("%s,%u,%.4g,%.5g,%.5g", ids[kind], model->mesh->vertex_count, result->hit_share,
               result->tightness, result->moved_tightness);
        program_print_median(result->test_ns, rounds);
        program_print_median(result->hit_ns, rounds);
        program_print_median(result->move_ns, rounds);
        program_print_median(result->fit_ns, rounds);
        printf("\n");
    }
}

struct request {
    const char *mesh;
    double share;
    struct cd_number rounds;
};

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *asked = values;
    struct cd_scene *scene;
    enum cd_code code = program_meshes(asked->mesh, 1, &scene, status);
    if (code)
        return code;
    struct result *results = cd_allocate(KINDS, sizeof *results);
    struct model model = model_of(scene->meshes[0]);
    if (model.mesh->solid && model.volume > 0) {
        measure(&model, asked->share, asked->rounds.value, results);
        print_all(&model, results, asked->rounds.value);
    } else {
        code = cd_fail(status, CD_DATA, "%s: encloses nothing; give a closed mesh", asked->mesh);
    }
    cd_free(results);
    cd_scene_destroy(scene);
    return code;
}

static const struct cd_option options[] = {
    {"mesh", CD_OPTION_TEXT, "MESH", offsetof(struct request, mesh), 0, 0,
     "a closed mesh: a file or a generator (bunny.obj)"},
    {"share", CD_OPTION_REAL, "S", offsetof(struct request, share), 1e-6, 1,
     "share of the pairs whose spheres overlap (0.5)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

int main(int argc, char **argv)
{
    struct request asked = {"bunny.obj", 0.5, {.value = 9}};
    return program_main("volumes", "what bounding volumes cost and how tightly they fit", options, &asked,
                        run, argc, argv);
}
