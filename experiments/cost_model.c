// T = N_V C_V + N_P C_P (Gottschalk, Lin, Manocha 1996; quoted by liu2016, section 1.2): the time of the
// narrow phase, predicted from how many tests of volumes and of triangles it does and from what one such test
// costs, beside the time that it takes.
//
// Predictions for every algorithm and scene:
//
// Series ID_plain follows the formula to the letter, with unit costs of plain tests in doubles: tests of spheres, of
// oriented boxes and of triangles, in a loop over SAMPLES pairs of each. The pairs are taken from the first frames of
// all scenes: bodies whose boxes overlap, a triangle of each body where the two are close to each other, and the
// volumes around the triangles near these. Volumes are kept in model space, so a test moves one volume into the space
// of the other.
//
// Series ID_fit uses the costs per sphere test, box test, triangle test and pair of bodies that fit the times of all
// other scenes best: least squares of relative errors, no cost below 0. It shows how well counters can explain times at
// all.
//
// In series `equal`, the prediction is what was measured. Times are medians of processor time over N (7) rounds in
// which algorithms take turns. Prints CSV: a row per series and scene.
#include "algos/hull.h"
#include "base/memory.h"
#include "base/random.h"
#include "experiments/obbs.h"
#include "experiments/program.h"
#include "geom/sphere.h"
#include "geom/triangle.h"

#include <math.h>
#include <string.h>

#define ALGOS_MAX  8
#define SCENES_MAX 16
#define SAMPLES    2048

enum cost { SPHERES, BOXES, TRIANGLES, PAIRS, COSTS };

/// What one test costs, and how many of the samples met.
struct units {
    double ns[COSTS];
    double hit_shares[PAIRS];
};

/// A volume pair as a test finds it: in model space, with one space in the other.
struct sample {
    struct cd_pose b_in_a;
    struct cd_sphere sphere[2];
    struct cd_obb box[2];
    struct cd_pose pose[2];
    struct cd_vec3 triangle[2][3]; ///< in model space
};

/// Counters and times of one algorithm on one scene.
struct cell {
    double count[COSTS]; ///< in all frames
    double ms[PROGRAM_ROUNDS_MAX];
};

struct request {
    struct cd_texts algos, scenes; ///< names and what they stand for, in turn
    struct cd_number frames, rounds;
};

struct bench {
    const char *const *algos, *const *names; ///< of algorithms and scenes, and what they stand for
    int algo_count, scene_count;
    size_t rounds;
    struct cd_scene *scenes[SCENES_MAX];
    struct cell cells[ALGOS_MAX][SCENES_MAX];
    uint32_t sample_count;
    struct sample *samples;
    struct cd_random random;
    struct units plain;
};

static volatile double kept;

// ---- samples ----------------------------------------------------------------------------------------------

static struct cd_vec3 centroid(const struct cd_mesh *mesh, const struct cd_body *body, uint32_t triangle)
{
    const uint32_t *v = mesh->triangles[triangle].v;
    struct cd_vec3 sum = cd_add(cd_add(body->vertices[v[0]], body->vertices[v[1]]), body->vertices[v[2]]);
    return cd_canonical_vertex(&body->pose, cd_scale(sum, 1.0 / 3));
}

static uint32_t nearest_triangle(const struct cd_mesh *mesh, const struct cd_body *body, struct cd_vec3 to)
{
    uint32_t best = 0;
    double min = INFINITY;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        struct cd_vec3 apart = cd_sub(centroid(mesh, body, i), to);
        if (cd_dot(apart, apart) < min) {
            min = cd_dot(apart, apart);
            best = i;
        }
    }
    return best;
}

/// Fits sphere and box to the triangles about one.
static void fit_volumes(const struct cd_mesh *mesh, const struct cd_body *body, uint32_t middle, double reach,
                        struct cd_sphere *sphere, struct cd_obb *box)
{
    struct cd_vec3 *corners = cd_allocate(3 * (size_t)mesh->triangle_count, sizeof *corners);
    struct cd_vec3 about = centroid(mesh, body, middle);
    struct cd_moments moments = {0};
    size_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (cd_length(cd_sub(centroid(mesh, body, i), about)) > reach)
            continue;
        for (int k = 0; k < 3; k++)
            corners[count + (size_t)k] = body->vertices[mesh->triangles[i].v[k]];
        cd_moments_add(&moments, &corners[count], cd_triangle_area(&corners[count]));
        count += 3;
    }
    double axes[9];
    cd_moments_axes(&moments, axes);
    *box = obb_around(axes, corners, count);
    *sphere = cd_sphere_of_points(corners, count, NULL);
    cd_free(corners);
}

static struct sample sample_of(struct cd_random *random, const struct cd_scene *scene,
                               const struct cd_body *const bodies[2], const struct cd_aabb boxes[2])
{
    struct sample sample;
    cd_relate(&bodies[0]->pose, &bodies[1]->pose, &sample.b_in_a);
    struct cd_aabb common = cd_aabb_common(&boxes[0], &boxes[1]);
    struct cd_vec3 near;
    near.x = cd_random_between(random, common.low.x, common.high.x);
    near.y = cd_random_between(random, common.low.y, common.high.y);
    near.z = cd_random_between(random, common.low.z, common.high.z);
    double size = fmin(cd_length(cd_aabb_extent(&boxes[0])), cd_length(cd_aabb_extent(&boxes[1])));
    double reach = ldexp(size, -1 - (int)cd_random_below(random, 6));
    for (int k = 0; k < 2; k++) {
        const struct cd_mesh *mesh = scene->meshes[bodies[k]->mesh];
        uint32_t triangle = nearest_triangle(mesh, bodies[k], near);
        fit_volumes(mesh, bodies[k], triangle, reach, &sample.sphere[k], &sample.box[k]);
        sample.pose[k] = bodies[k]->pose;
        for (int i = 0; i < 3; i++)
            sample.triangle[k][i] = bodies[k]->vertices[mesh->triangles[triangle].v[i]];
        near = centroid(mesh, bodies[k], triangle);
    }
    return sample;
}

/// Takes samples from the first frame of a scene, the same number for every scene.
static enum cd_code take_samples(struct bench *bench, const struct cd_scene *scene, struct cd_status *status)
{
    const struct cd_frame *frame;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    enum cd_code code = cd_cursor_next(cursor, &frame, status);
    uint32_t n = code ? 0 : frame->body_count, wanted = SAMPLES / (uint32_t)bench->scene_count;
    struct cd_aabb *boxes = cd_allocate(n + 1, sizeof *boxes);
    for (uint32_t i = 0; i < n; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct cd_hull hull = cd_hull_of(&(struct cd_shape){scene->meshes[body->mesh], body->vertices});
        boxes[i] = cd_hull_box(&hull, &body->pose);
    }
    for (uint32_t tries = 0; n && wanted && tries < 10000000; tries++) {
        uint32_t a = (uint32_t)cd_random_below(&bench->random, n);
        uint32_t b = (uint32_t)cd_random_below(&bench->random, n);
        if (a == b || !cd_aabb_overlap(&boxes[a], &boxes[b]))
            continue;
        const struct cd_body *const bodies[2] = {&frame->bodies[a], &frame->bodies[b]};
        const struct cd_aabb around[2] = {boxes[a], boxes[b]};
        bench->samples[bench->sample_count++] = sample_of(&bench->random, scene, bodies, around);
        wanted--;
    }
    cd_free(boxes);
    cd_cursor_close(cursor);
    return code;
}

// ---- unit costs -------------------------------------------------------------------------------------------

static bool plain_spheres_meet(const struct sample *sample)
{
    struct cd_sphere moved = {cd_canonical_vertex(&sample->b_in_a, sample->sphere[1].centre),
                              sample->sphere[1].radius};
    return cd_spheres_overlap(&sample->sphere[0], &moved);
}

static bool plain_boxes_meet(const struct sample *sample)
{
    struct cd_obb moved = obb_moved(&sample->box[1], &sample->b_in_a);
    return obbs_overlap(&sample->box[0], &moved);
}

static bool plain_triangles_meet(const struct sample *sample)
{
    struct cd_vec3 world[2][3];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            world[k][i] = cd_canonical_vertex(&sample->pose[k], sample->triangle[k][i]);
    return cd_triangles_touch(world[0], world[1]);
}

static double time_unit(const struct bench *bench, enum cost cost, double *hit_share)
{
    uint32_t hits = 0;
    uint64_t start = cd_clock_cpu();
    for (uint32_t i = 0; i < bench->sample_count; i++)
        hits += cost == SPHERES ? plain_spheres_meet(&bench->samples[i])
                : cost == BOXES ? plain_boxes_meet(&bench->samples[i])
                                : plain_triangles_meet(&bench->samples[i]);
    double ns = (double)(cd_clock_cpu() - start) / bench->sample_count;
    *hit_share = (double)hits / bench->sample_count;
    kept += hits;
    return ns;
}

static void measure_units(struct bench *bench)
{
    enum { ROUNDS = 51 };
    double ns[PAIRS][ROUNDS];
    for (int round = 0; round < ROUNDS; round++)
        for (enum cost cost = 0; cost < PAIRS; cost++)
            ns[cost][round] = time_unit(bench, cost, &bench->plain.hit_shares[cost]);
    for (enum cost cost = 0; cost < PAIRS; cost++)
        bench->plain.ns[cost] = cd_median_of_reals(ns[cost], ROUNDS);
}

// ---- what is measured -------------------------------------------------------------------------------------

/// A context that times the narrow phase and counts what is done in it: broad phases test boxes, too.
struct listener {
    struct cd_context context;
    struct cd_instance *instance;
    struct cd_counters before;
    bool within;
    uint64_t begun;
    struct cell *cell; ///< gets the counts
    double *ms;        ///< gets the time
};

static void note_counters(struct listener *listener)
{
    struct cd_counters now = cd_answering_counters(listener->instance), *before = &listener->before;
    double *count = listener->cell->count;
    count[SPHERES] += (double)(now.sphere_tests - before->sphere_tests);
    count[BOXES] += (double)(now.box_tests - before->box_tests);
    count[TRIANGLES] += (double)(now.triangle_tests - before->triangle_tests);
    count[PAIRS] += (double)(now.pair_tests - before->pair_tests);
}

static void note_phase(struct cd_context *context, const char *name)
{
    struct listener *listener = (struct listener *)context;
    uint64_t now = cd_clock_cpu();
    if (listener->within) {
        *listener->ms += (double)(now - listener->begun) * 1e-6;
        note_counters(listener);
    }
    listener->within = name && !strcmp(name, "narrow phase");
    listener->before = cd_answering_counters(listener->instance);
    listener->begun = cd_clock_cpu();
}

static enum cd_code run_pass(struct listener *listener, const struct cd_scene *scene, size_t round,
                             struct cd_status *status)
{
    struct program_pass pass;
    memset(listener->cell->count, 0, sizeof listener->cell->count);
    listener->ms = &listener->cell->ms[round];
    *listener->ms = 0;
    return program_run_pass(listener->instance, scene, CD_QUERY_PAIRS, false, &pass, status);
}

/// All algorithms on one scene, in turns.
static enum cd_code measure_scene(struct bench *bench, int scene_index, struct cd_status *status)
{
    struct cd_scene *scene = bench->scenes[scene_index];
    struct listener listeners[ALGOS_MAX] = {0};
    enum cd_code code = CD_OK;
    for (int i = 0; i < bench->algo_count && !code; i++) {
        struct listener *one = &listeners[i];
        *one = (struct listener){.context = {.threads = 1, .phase = note_phase},
                                 .cell = &bench->cells[i][scene_index]};
        code = cd_instance_open(bench->algos[2 * i + 1], scene, CD_QUERY_PAIRS, &one->context, &one->instance,
                                status);
        if (!code)
            code = run_pass(one, scene, 0, status); // to warm up
    }
    for (size_t round = 0; round < bench->rounds; round++)
        for (int k = 0; k < bench->algo_count && !code; k++)
            code = run_pass(&listeners[round % 2 ? bench->algo_count - 1 - k : k], scene, round, status);
    for (int i = 0; i < bench->algo_count; i++)
        cd_instance_destroy(listeners[i].instance);
    return code;
}

// ---- predictions ------------------------------------------------------------------------------------------

static double measured_ms(const struct bench *bench, const struct cell *cell)
{
    return cd_median_of_reals(cell->ms, bench->rounds);
}

static double predicted_ms(const struct cell *cell, const double ns[COSTS])
{
    double sum = 0;
    for (int k = 0; k < COSTS; k++)
        sum += cell->count[k] * ns[k];
    return sum * 1e-6;
}

/// Fits the costs to all scenes but one, coordinate by coordinate. The sum of squares is convex and each constraint is
/// the sign of a single cost, so that this ends at the least sum.
static void fit_costs(const struct bench *bench, int algo, int left_out, double ns[COSTS])
{
    enum { SWEEPS = 20000 };
    memset(ns, 0, COSTS * sizeof *ns);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int k = 0; k < COSTS; k++) {
            double product = 0, square = 0;
            for (int s = 0; s < bench->scene_count; s++) {
                const struct cell *cell = &bench->cells[algo][s];
                double time = measured_ms(bench, cell), share = cell->count[k] * 1e-6 / time;
                if (s == left_out)
                    continue;
                double error = 1 - predicted_ms(cell, ns) / time + share * ns[k];
                product += share * error;
                square += share * share;
            }
            ns[k] = square > 0 ? fmax(product / square, 0) : 0;
        }
}

static void print_row(const struct bench *bench, const char *id, const char *suffix, int scene,
                      const struct cell *cell, double predicted, const struct units *units)
{
    double time = measured_ms(bench, cell);
    struct cd_interval interval = cd_median_interval_of_reals(cell->ms, bench->rounds);
    double frames = (double)bench->scenes[scene]->frame_count;
    printf("%s%s,%s,%.6g,%.6g,%.6g,%.6g,%.4g,%.4g,%.4g", id, suffix, bench->names[2 * scene], time / frames,
           interval.low / frames, interval.high / frames, predicted / frames, predicted / time,
           predicted / interval.high, predicted / interval.low);
    for (int k = 0; k < COSTS; k++)
        printf(",%.6g", cell->count[k] / frames);
    for (int k = 0; k < COSTS; k++)
        printf(",%.4g", units->ns[k]);
    for (int k = 0; k < PAIRS; k++)
        printf(",%.3g", units->hit_shares[k]);
    double ms[PROGRAM_ROUNDS_MAX];
    for (size_t i = 0; i < bench->rounds; i++)
        ms[i] = cell->ms[i] / frames;
    program_print_samples(ms, bench->rounds);
    putchar('\n');
}

static void print_predictions(const struct bench *bench, int algo, int scene)
{
    const struct cell *cell = &bench->cells[algo][scene];
    const char *id = bench->algos[2 * algo];
    const struct units *plain = &bench->plain, none = {0};
    struct units fitted = {0};
    print_row(bench, id, "_plain", scene, cell, predicted_ms(cell, plain->ns), plain);
    if (bench->scene_count > 1) {
        fit_costs(bench, algo, scene, fitted.ns);
        print_row(bench, id, "_fit", scene, cell, predicted_ms(cell, fitted.ns), &fitted);
    }
    print_row(bench, "equal", "", scene, cell, measured_ms(bench, cell), &none);
}

static void print_all(const struct bench *bench)
{
    printf(
        "series,scene,measured_ms,measured_ms_low,measured_ms_high,predicted_ms,ratio,ratio_low,ratio_high,"
        "spheres,boxes,triangle_pairs,body_pairs,sphere_ns,box_ns,triangle_ns,pair_ns,spheres_meet,boxes_"
        "meet,triangles_meet,measured_ms_samples\n");
    for (int a = 0; a < bench->algo_count; a++)
        for (int s = 0; s < bench->scene_count; s++)
            print_predictions(bench, a, s);
}

// ---- the program ------------------------------------------------------------------------------------------

static enum cd_code run_bench(struct bench *bench, uint64_t frames, struct cd_status *status)
{
    struct cd_scene_options wanted = {.frames = frames};
    enum cd_code code = CD_OK;
    bench->samples = cd_allocate(SAMPLES, sizeof *bench->samples);
    bench->random = cd_random_seed(1);
    for (int s = 0; s < bench->scene_count && !code; s++) {
        code = cd_scene_load(bench->names[2 * s + 1], &wanted, &bench->scenes[s], status);
        if (!code)
            code = take_samples(bench, bench->scenes[s], status);
    }
    if (!code && !bench->sample_count)
        code = cd_fail(status, CD_DATA, "no bodies come near each other in the first frame of any scene");
    if (!code)
        measure_units(bench);
    for (int s = 0; s < bench->scene_count && !code; s++)
        code = measure_scene(bench, s, status);
    if (!code)
        print_all(bench);
    for (int s = 0; s < bench->scene_count; s++)
        cd_scene_destroy(bench->scenes[s]);
    cd_free(bench->samples);
    return code;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *asked = values;
    if (!asked->algos.count || !asked->scenes.count)
        return cd_fail(status, CD_USAGE, "give --algo ID ALGO and --scene NAME SCENE at least once");
    if (asked->algos.count > 2 * ALGOS_MAX || asked->scenes.count > 2 * SCENES_MAX)
        return cd_fail(status, CD_USAGE, "at most %d times --algo and %d times --scene", ALGOS_MAX,
                       SCENES_MAX);
    struct bench *bench = cd_allocate(1, sizeof *bench);
    *bench = (struct bench){.algos = asked->algos.items,
                            .algo_count = (int)asked->algos.count / 2,
                            .names = asked->scenes.items,
                            .scene_count = (int)asked->scenes.count / 2,
                            .rounds = asked->rounds.value};
    enum cd_code code = run_bench(bench, asked->frames.value, status);
    cd_free(bench);
    return code;
}

static const struct cd_option options[] = {
    {"algo", CD_OPTION_NAMED, "ID ALGO", offsetof(struct request, algos), 0, 0,
     "series called ID..., of an algorithm as to `cdbench run`"},
    {"scene", CD_OPTION_NAMED, "NAME SCENE", offsetof(struct request, scenes), 0, 0, "a row of each series"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct request, frames), 1, 1000000, "of each scene (10)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

int main(int argc, char **argv)
{
    struct request asked = {.frames = {.value = 10}, .rounds = {.value = 7}};
    return program_main("cost_model", "T = N_V C_V + N_P C_P, predicted and measured", options, &asked, run,
                        argc, argv);
}
