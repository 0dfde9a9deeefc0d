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
#include "base/random.h"
#include "experiments/obbs.h"
#include "experiments/program.h"
#include "geom/sphere.h"
#include "geom/triangle.h"

#define ALGOS_MAX  8
#define SCENES_MAX 16
#define SAMPLES    2048

enum cost { SPHERES, BOXES, TRIANGLES, PAIRS, COSTS };
static const char *const counted[COSTS] = {"spheres", "boxes", "triangle_pairs", "body_pairs"};
static const char *const unit_names[COSTS] = {"sphere_ns", "box_ns", "triangle_ns", "pair_ns"};

/// A pair of volumes as a test finds it: in model space, with one space in the other.
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
    size_t algo_count, scene_count, rounds;
    struct cd_scene *scenes[SCENES_MAX];
    struct cell cells[ALGOS_MAX][SCENES_MAX];
    uint32_t sample_count;
    struct sample samples[SAMPLES];
    struct cd_random random;
};

// ---- samples ----------------------------------------------------------------------------------------------

static struct cd_vec3 centroid(const struct cd_mesh *mesh, const struct cd_body *body, uint32_t triangle)
{
    const uint32_t *v = mesh->triangles[triangle].v;
    struct cd_vec3 sum = cd_add(cd_add(body->vertices[v[0]], body->vertices[v[1]]), body->vertices[v[2]]);
    return cd_canonical_vertex(&body->pose, cd_scale(sum, 1.0 / 3));
}

/// Samples a side of a pair: the triangle nearest to a point, and sphere and box around the triangles within reach of it.
/// Returns the middle of the triangle.
static struct cd_vec3 sample_side(const struct cd_mesh *mesh, const struct cd_body *body, struct cd_vec3 to,
                                  double reach, struct sample *sample, int side)
{
    struct cd_vec3 *corners = cd_allocate(3 * (size_t)mesh->triangle_count, sizeof *corners);
    struct cd_moments moments = {0};
    uint32_t nearest = 0;
    size_t count = 0;
    double axes[9], min = INFINITY;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        struct cd_vec3 apart = cd_sub(centroid(mesh, body, i), to);
        nearest = cd_dot(apart, apart) < min ? i : nearest;
        min = fmin(min, cd_dot(apart, apart));
    }
    struct cd_vec3 middle = centroid(mesh, body, nearest);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (cd_length(cd_sub(centroid(mesh, body, i), middle)) > reach)
            continue;
        for (int k = 0; k < 3; k++)
            corners[count + (size_t)k] = body->vertices[mesh->triangles[i].v[k]];
        cd_moments_add(&moments, &corners[count], cd_triangle_area(&corners[count]));
        count += 3;
    }
    cd_moments_axes(&moments, axes);
    sample->box[side] = obb_around(axes, corners, count);
    sample->sphere[side] = cd_sphere_of_points(corners, count, NULL);
    sample->pose[side] = body->pose;
    for (int i = 0; i < 3; i++)
        sample->triangle[side][i] = body->vertices[mesh->triangles[nearest].v[i]];
    cd_free(corners);
    return middle;
}

/// Takes samples from the first frame of a scene, the same number for every scene.
static enum cd_code take_samples(struct bench *bench, const struct cd_scene *scene, struct cd_status *status)
{
    const struct cd_frame *frame;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    struct cd_random *random = &bench->random;
    enum cd_code code = cd_cursor_next(cursor, &frame, status);
    uint32_t n = code ? 0 : frame->body_count, wanted = SAMPLES / (uint32_t)bench->scene_count;
    struct cd_aabb *boxes = cd_allocate(n + 1, sizeof *boxes);
    for (uint32_t i = 0; i < n; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct cd_hull hull = cd_hull_of(&(struct cd_shape){scene->meshes[body->mesh], body->vertices});
        boxes[i] = cd_hull_box(&hull, &body->pose);
    }
    for (uint32_t tries = 0; n && wanted && tries < 10000000; tries++) {
        uint32_t a = (uint32_t)cd_random_below(random, n), b = (uint32_t)cd_random_below(random, n);
        if (a == b || !cd_aabb_overlap(&boxes[a], &boxes[b]))
            continue;
        const struct cd_body *const bodies[2] = {&frame->bodies[a], &frame->bodies[b]};
        struct sample *sample = &bench->samples[bench->sample_count++];
        struct cd_aabb common = cd_aabb_common(&boxes[a], &boxes[b]);
        struct cd_vec3 near;
        near.x = cd_random_between(random, common.low.x, common.high.x);
        near.y = cd_random_between(random, common.low.y, common.high.y);
        near.z = cd_random_between(random, common.low.z, common.high.z);
        double size = fmin(cd_length(cd_aabb_extent(&boxes[a])), cd_length(cd_aabb_extent(&boxes[b])));
        double reach = ldexp(size, -1 - (int)cd_random_below(random, 6));
        cd_relate(&bodies[0]->pose, &bodies[1]->pose, &sample->b_in_a);
        for (int k = 0; k < 2; k++)
            near = sample_side(scene->meshes[bodies[k]->mesh], bodies[k], near, reach, sample, k);
        wanted--;
    }
    cd_free(boxes);
    cd_cursor_close(cursor);
    return code;
}

// ---- unit costs -------------------------------------------------------------------------------------------

static bool meets(const struct sample *sample, enum cost cost)
{
    if (cost == SPHERES) {
        struct cd_sphere moved = {cd_canonical_vertex(&sample->b_in_a, sample->sphere[1].centre),
                                  sample->sphere[1].radius};
        return cd_spheres_overlap(&sample->sphere[0], &moved);
    }
    if (cost == BOXES) {
        struct cd_obb moved = obb_moved(&sample->box[1], &sample->b_in_a);
        return obbs_overlap(&sample->box[0], &moved);
    }
    struct cd_vec3 world[2][3];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            world[k][i] = cd_canonical_vertex(&sample->pose[k], sample->triangle[k][i]);
    return cd_triangles_touch(world[0], world[1]);
}

static volatile double kept; // so that no result is worked out for nothing

/// The plain tests in nanoseconds. A pair of bodies costs nothing.
static void measure_units(const struct bench *bench, double ns[COSTS])
{
    enum { ROUNDS = 51 };
    double times[PAIRS][ROUNDS];
    for (int round = 0; round < ROUNDS; round++)
        for (enum cost cost = 0; cost < PAIRS; cost++) {
            uint32_t hits = 0;
            uint64_t start = cd_clock_cpu();
            for (uint32_t i = 0; i < bench->sample_count; i++)
                hits += meets(&bench->samples[i], cost);
            times[cost][round] = (double)(cd_clock_cpu() - start) / bench->sample_count;
            kept += hits;
        }
    ns[PAIRS] = 0;
    for (enum cost cost = 0; cost < PAIRS; cost++)
        ns[cost] = cd_median_of_reals(times[cost], ROUNDS);
}

// ---- what is measured -------------------------------------------------------------------------------------

/// A runner that times the narrow phase and counts what is done in it: broad phases test boxes, too.
struct listener {
    struct program_runner runner;
    struct cd_counters before;
    bool within;
    uint64_t begun;
    size_t round;
    struct cell *cell;
};

static void note_phase(struct cd_context *context, const char *name)
{
    struct listener *listener = (struct listener *)context;
    struct cd_counters now, *before = &listener->before;
    uint64_t end = cd_clock_cpu();
    now = cd_answering_counters(listener->runner.instance);
    if (listener->within) {
        double *count = listener->cell->count;
        listener->cell->ms[listener->round] += (double)(end - listener->begun) * 1e-6;
        count[SPHERES] += (double)(now.sphere_tests - before->sphere_tests);
        count[BOXES] += (double)(now.box_tests - before->box_tests);
        count[TRIANGLES] += (double)(now.triangle_tests - before->triangle_tests);
        count[PAIRS] += (double)(now.pair_tests - before->pair_tests);
    }
    listener->within = name && !strcmp(name, "narrow phase");
    *before = now;
    listener->begun = cd_clock_cpu();
}

static enum cd_code take_turn(void *user, size_t which, size_t round, struct cd_status *status)
{
    struct listener *listener = (struct listener *)user + which;
    memset(listener->cell->count, 0, sizeof listener->cell->count);
    listener->cell->ms[round] = 0;
    listener->round = round;
    return program_pass(&listener->runner, 0, round, status);
}

/// All algorithms on one scene, in turns.
static enum cd_code measure_scene(struct bench *bench, size_t scene, struct cd_status *status)
{
    struct listener *listeners = cd_allocate(bench->algo_count, sizeof *listeners);
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < bench->algo_count && !code; i++) {
        listeners[i].runner.context.phase = note_phase;
        listeners[i].cell = &bench->cells[i][scene];
        code = program_open(&listeners[i].runner, bench->algos[2 * i + 1], 1, bench->scenes[scene],
                            CD_QUERY_PAIRS, status);
    }
    if (!code)
        code = program_take_turns(bench->algo_count, bench->rounds, take_turn, listeners, status);
    for (size_t i = 0; i < bench->algo_count; i++)
        cd_instance_destroy(listeners[i].runner.instance);
    cd_free(listeners);
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
static void fit_costs(const struct bench *bench, size_t algo, size_t left_out, double ns[COSTS])
{
    enum { SWEEPS = 20000 };
    double times[SCENES_MAX];
    for (size_t s = 0; s < bench->scene_count; s++)
        times[s] = measured_ms(bench, &bench->cells[algo][s]);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int k = 0; k < COSTS; k++) {
            double product = 0, square = 0;
            for (size_t s = 0; s < bench->scene_count; s++) {
                const struct cell *cell = &bench->cells[algo][s];
                double share = cell->count[k] * 1e-6 / times[s];
                if (s == left_out)
                    continue;
                double error = 1 - predicted_ms(cell, ns) / times[s] + share * ns[k];
                product += share * error;
                square += share * share;
            }
            ns[k] = square > 0 ? fmax(product / square, 0) : 0;
        }
}

/// The row of a series that predicts by these costs, or exactly what was measured.
static void print_row(const struct bench *bench, const char *series, size_t algo, size_t scene,
                      const double ns[COSTS], bool exactly)
{
    const struct cell *cell = &bench->cells[algo][scene];
    double time = measured_ms(bench, cell), predicted = exactly ? time : predicted_ms(cell, ns);
    struct cd_interval interval = cd_median_interval_of_reals(cell->ms, bench->rounds);
    double frames = (double)bench->scenes[scene]->frame_count, ms[PROGRAM_ROUNDS_MAX];
    for (size_t i = 0; i < bench->rounds; i++)
        ms[i] = cell->ms[i] / frames;
    program_text("series", series);
    program_text("scene", bench->names[2 * scene]);
    program_median("measured_ms", ms, bench->rounds);
    program_number("predicted_ms", predicted / frames);
    program_interval("ratio", predicted / time, predicted / interval.high, predicted / interval.low);
    for (int k = 0; k < COSTS; k++)
        program_number(counted[k], cell->count[k] / frames);
    for (int k = 0; k < COSTS; k++)
        program_number(unit_names[k], ns[k]);
    program_end_row();
}

static void print_all(const struct bench *bench)
{
    const double none[COSTS] = {0};
    double plain[COSTS];
    char series[100];
    measure_units(bench, plain);
    for (size_t a = 0; a < bench->algo_count; a++)
        for (size_t s = 0; s < bench->scene_count; s++) {
            double fitted[COSTS] = {0};
            snprintf(series, sizeof series, "%s_plain", bench->algos[2 * a]);
            print_row(bench, series, a, s, plain, false);
            snprintf(series, sizeof series, "%s_fit", bench->algos[2 * a]);
            if (bench->scene_count > 1) {
                fit_costs(bench, a, s, fitted);
                print_row(bench, series, a, s, fitted, false);
            }
            print_row(bench, "equal", a, s, none, true);
        }
}

// ---- the program ------------------------------------------------------------------------------------------

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *asked = values;
    const struct cd_scene_options wanted = {.frames = asked->frames.value};
    enum cd_code code = CD_OK;
    if (!asked->algos.count || !asked->scenes.count)
        return cd_fail(status, CD_USAGE, "give --algo ID ALGO and --scene NAME SCENE at least once");
    if (asked->algos.count > 2 * ALGOS_MAX || asked->scenes.count > 2 * SCENES_MAX)
        return cd_fail(status, CD_USAGE, "at most %d times --algo and %d times --scene", ALGOS_MAX,
                       SCENES_MAX);
    struct bench *bench = cd_allocate(1, sizeof *bench);
    bench->algos = asked->algos.items;
    bench->algo_count = asked->algos.count / 2;
    bench->names = asked->scenes.items;
    bench->scene_count = asked->scenes.count / 2;
    bench->rounds = asked->rounds.value;
    bench->random = cd_random_seed(1);
    for (size_t s = 0; s < bench->scene_count && !code; s++) {
        code = cd_scene_load(bench->names[2 * s + 1], &wanted, &bench->scenes[s], status);
        if (!code)
            code = take_samples(bench, bench->scenes[s], status);
    }
    if (!code && !bench->sample_count)
        code = cd_fail(status, CD_DATA, "no bodies come near each other in the first frame of any scene");
    for (size_t s = 0; s < bench->scene_count && !code; s++)
        code = measure_scene(bench, s, status);
    if (!code)
        print_all(bench);
    for (size_t s = 0; s < bench->scene_count; s++)
        cd_scene_destroy(bench->scenes[s]);
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
