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

/// One volume of each kind.
struct volumes {
    struct cd_sphere sphere;
    struct cd_aabb box;
    struct cd_obb obb;
    struct dop dop;
};

struct result {
    double tightness, moved_tightness;
    double test_ns[PROGRAM_ROUNDS_MAX], hit_ns[PROGRAM_ROUNDS_MAX], move_ns[PROGRAM_ROUNDS_MAX],
        fit_ns[PROGRAM_ROUNDS_MAX];
};

struct bench {
    const struct cd_mesh *mesh;
    double volume;
    struct volumes model; ///< in model space
    struct cd_vec3 corners[DOP_CORNERS];
    size_t corner_count;
    struct cd_vec3 *world; ///< vertices
    /// Of the bodies of all pairs: those of pair i are [2 i] and [2 i + 1].
    struct cd_pose poses[2 * PAIRS];
    /// Those of a kind lie side by side, as where many are tested. One more has room for what is fitted only to be timed.
    struct cd_sphere spheres[2 * PAIRS + 1];
    struct cd_aabb boxes[2 * PAIRS + 1];
    struct cd_obb obbs[2 * PAIRS + 1];
    struct dop dops[2 * PAIRS + 1];
    /// Which pairs are tested: those that a kind cannot tell apart; of KINDS, all.
    struct selection {
        uint32_t count, pairs[PAIRS];
    } selections[KINDS + 1];
    struct result results[KINDS];
};

static volatile double kept; // so that no result is worked out for nothing

/// Fits volume i of a kind to vertices in world space, with the axes that a box has after its body has moved.
static void fit(struct bench *bench, enum kind kind, uint32_t i, const struct cd_pose *pose)
{
    uint32_t count = bench->mesh->vertex_count;
    if (kind == SPHERE)
        bench->spheres[i] = cd_sphere_of_points(bench->world, count, NULL);
    else if (kind == OBB)
        bench->obbs[i] = obb_around(obb_moved(&bench->model.obb, pose).axes, bench->world, count);
    else if (kind == AABB) {
        struct cd_aabb box = cd_aabb_empty();
        for (uint32_t k = 0; k < count; k++)
            cd_aabb_add(&box, bench->world[k]);
        bench->boxes[i] = box;
    } else {
        struct dop dop = dop_empty();
        for (uint32_t k = 0; k < count; k++)
            dop_add(&dop, bench->world[k]);
        bench->dops[i] = dop;
    }
}

/// Moves all volumes of a kind with their bodies.
static void move_all(struct bench *bench, enum kind kind)
{
    const struct volumes *model = &bench->model;
    struct cd_vec3 middle = cd_aabb_centre(&model->box), half = cd_scale(cd_aabb_extent(&model->box), 0.5);
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        const struct cd_pose *pose = &bench->poses[i];
        const double *r = pose->r;
        if (kind == SPHERE) {
            struct cd_vec3 centre = cd_canonical_vertex(pose, model->sphere.centre);
            bench->spheres[i] = (struct cd_sphere){centre, model->sphere.radius};
        } else if (kind == AABB) {
            struct cd_vec3 centre = cd_canonical_vertex(pose, middle);
            struct cd_vec3 reach = cd_vec(fabs(r[0]) * half.x + fabs(r[1]) * half.y + fabs(r[2]) * half.z,
                                          fabs(r[3]) * half.x + fabs(r[4]) * half.y + fabs(r[5]) * half.z,
                                          fabs(r[6]) * half.x + fabs(r[7]) * half.y + fabs(r[8]) * half.z);
            bench->boxes[i] = (struct cd_aabb){cd_sub(centre, reach), cd_add(centre, reach)};
        } else if (kind == OBB) {
            bench->obbs[i] = obb_moved(&model->obb, pose);
        } else {
            struct dop dop = dop_empty();
            for (size_t k = 0; k < bench->corner_count; k++)
                dop_add(&dop, cd_canonical_vertex(pose, bench->corners[k]));
            bench->dops[i] = dop;
        }
    }
}

static inline __attribute__((always_inline)) bool overlap(const struct bench *bench, enum kind kind,
                                                          uint32_t pair)
{
    uint32_t a = 2 * pair, b = a + 1;
    return kind == SPHERE ? cd_spheres_overlap(&bench->spheres[a], &bench->spheres[b])
           : kind == AABB ? cd_aabb_overlap(&bench->boxes[a], &bench->boxes[b])
           : kind == OBB  ? obbs_overlap(&bench->obbs[a], &bench->obbs[b])
                          : dop_overlap(&bench->dops[a], &bench->dops[b]);
}

static inline __attribute__((always_inline)) uint32_t
count_overlaps(const struct bench *bench, enum kind kind, const struct selection *selection)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < selection->count; i++)
        hits += overlap(bench, kind, selection->pairs[i]);
    return hits;
}

static double time_tests(const struct bench *bench, enum kind kind, const struct selection *selection)
{
    if (!selection->count)
        return NAN;
    uint32_t passes = 1 + 8 * PAIRS / selection->count;
    uint64_t start = cd_clock_cpu();
    for (uint32_t i = 0; i < passes; i++) // a loop a kind, so that nothing is chosen inside
        kept += kind == SPHERE ? count_overlaps(bench, SPHERE, selection)
                : kind == AABB ? count_overlaps(bench, AABB, selection)
                : kind == OBB  ? count_overlaps(bench, OBB, selection)
                               : count_overlaps(bench, DOP, selection);
    return (double)(cd_clock_cpu() - start) / ((double)passes * selection->count);
}

static enum cd_code take_turn(void *user, size_t which, size_t round, struct cd_status *status)
{
    struct bench *bench = user;
    struct result *result = &bench->results[which];
    enum kind kind = (enum kind)which;
    uint32_t count = bench->mesh->vertex_count, passes = 1 + 20000 / count;
    uint64_t spent = 0;
    result->test_ns[round] = time_tests(bench, kind, &bench->selections[KINDS]);
    result->hit_ns[round] = time_tests(bench, kind, &bench->selections[kind]);
    uint64_t start = cd_clock_cpu();
    move_all(bench, kind);
    result->move_ns[round] = (double)(cd_clock_cpu() - start) / (2 * PAIRS);
    for (int i = 0; i < 4; i++) {
        cd_canonical_vertices(&bench->poses[i], bench->mesh->vertices, count, bench->world);
        start = cd_clock_cpu();
        for (uint32_t k = 0; k < passes; k++)
            fit(bench, kind, 2 * PAIRS, &bench->poses[i]);
        spent += cd_clock_cpu() - start;
    }
    result->fit_ns[round] = (double)spent / (4.0 * passes * count);
    return (void)status, CD_OK;
}

/// The mean of what volumes of a kind take, as a multiple of what the mesh takes.
static double tightness_of(const struct bench *bench, enum kind kind)
{
    double sum = 0;
    for (uint32_t i = 0; i < ORIENTATIONS; i++) {
        struct cd_vec3 corners[DOP_CORNERS], extent = cd_aabb_extent(&bench->boxes[i]);
        const double radius = bench->spheres[i].radius, *half = bench->obbs[i].half;
        size_t count;
        double volume = kind == SPHERE ? 4 * M_PI / 3 * (radius * radius * radius)
                        : kind == AABB ? extent.x * extent.y * extent.z
                        : kind == OBB  ? 8 * (half[0] * half[1] * half[2])
                                       : dop_measure(&bench->dops[i], corners, &count);
        sum += volume / bench->volume / ORIENTATIONS;
    }
    return sum;
}

/// Fits the volumes in model space, and places the pairs: the first body's sphere is at the origin, the second's so far
/// away that a share of them overlaps.
static void prepare(struct bench *bench, double share)
{
    const struct cd_mesh *mesh = bench->mesh;
    const struct cd_pose model = cd_pose_identity();
    struct cd_random random = cd_random_seed(1);
    struct cd_moments moments = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        struct cd_vec3 t[3];
        for (int k = 0; k < 3; k++)
            t[k] = mesh->vertices[mesh->triangles[i].v[k]];
        cd_moments_add(&moments, t, cd_triangle_area(t));
        bench->volume += cd_dot(t[0], cd_cross(t[1], t[2])) / 6;
    }
    cd_moments_axes(&moments, bench->model.obb.axes);
    memcpy(bench->world, mesh->vertices, mesh->vertex_count * sizeof *bench->world);
    for (enum kind kind = 0; kind < KINDS; kind++)
        fit(bench, kind, 0, &model);
    bench->model = (struct volumes){bench->spheres[0], bench->boxes[0], bench->obbs[0], bench->dops[0]};
    dop_measure(&bench->model.dop, bench->corners, &bench->corner_count);
    double reach = 2 * bench->model.sphere.radius / share;
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        struct cd_vec3 at = cd_vec(0, 0, 0);
        double r[9];
        cd_random_rotation(&random, 0.01, r);
        if (i % 2) {
            double distance = cd_random_between(&random, 0, reach);
            struct cd_vec3 way = cd_random_point(&random, 0.01);
            at = cd_scale(cd_scale(way, 1 / cd_length(way)), distance);
        }
        cd_pose_about(r, bench->model.sphere.centre, at, &bench->poses[i]);
    }
    for (enum kind kind = 0; kind < KINDS; kind++) {
        for (uint32_t i = 0; i < ORIENTATIONS; i++) {
            cd_canonical_vertices(&bench->poses[i], mesh->vertices, mesh->vertex_count, bench->world);
            fit(bench, kind, i, &bench->poses[i]);
        }
        bench->results[kind].tightness = tightness_of(bench, kind);
        move_all(bench, kind);
        bench->results[kind].moved_tightness = tightness_of(bench, kind);
    }
    for (uint32_t i = 0; i < PAIRS; i++)
        for (enum kind kind = 0; kind <= KINDS; kind++)
            if (kind == KINDS || overlap(bench, kind, i))
                bench->selections[kind].pairs[bench->selections[kind].count++] = i;
}

static void print_all(const struct bench *bench, size_t rounds)
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        const struct result *result = &bench->results[kind];
        program_text("series", ids[kind]);
        program_digits("hit_share", (double)bench->selections[kind].count / PAIRS, 4);
        program_digits("tightness", result->tightness, 5);
        program_digits("moved_tightness", result->moved_tightness, 5);
        program_median("test_ns", result->test_ns, rounds);
        program_median("hit_ns", result->hit_ns, rounds);
        program_median("move_ns", result->move_ns, rounds);
        program_median("fit_ns", result->fit_ns, rounds);
        program_end_row();
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
    struct bench *bench = cd_allocate(1, sizeof *bench);
    bench->mesh = scene->meshes[0];
    bench->world = cd_allocate(bench->mesh->vertex_count, sizeof *bench->world);
    prepare(bench, asked->share);
    if (!bench->mesh->solid || !(bench->volume > 0))
        code = cd_fail(status, CD_DATA, "%s: encloses nothing; give a closed mesh", asked->mesh);
    if (!code)
        code = program_take_turns(KINDS, asked->rounds.value, take_turn, bench, status);
    if (!code)
        print_all(bench, asked->rounds.value);
    cd_free(bench->world);
    cd_free(bench);
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
