// What schedules make of the pair tests of a scene, on 1 to 64 processors. For each schedule three things:
//
//   bound     of the speedup when all tasks cost the same: tasks / those of the busiest processor
//   speedup   by simulation: the measured costs of all tasks in one thread, dealt out to processors that
//             nothing else keeps (tests/makespan.h)
//   measured  on the processors there are: time of one thread over the time of p
//
// Tasks are pairs of bodies: each once (half), as (i,j) and (j,i) (all), or with (i,i) besides, as the paper
// counts them (squares; bounds only). A task costs the least of all rounds, less what reading the clock
// costs. Passes of one thread and of several take turns; `measured` is the median of the ratios,
// `real_efficiency` belongs to processors that are there, and `of_peak` is the speedup over the largest one.
// Up to `threads`, more threads than processors are tried by doubling for two of the schedules. Shuffled
// rings are means over 20 of them, with the least and the largest value. Prints CSV: a row per schedule and
// p.
#include "algos/schedules/colouring.h"
#include "base/memory.h"
#include "experiments/program.h"
#include "tests/makespan.h"

#include <math.h>
#include <omp.h>

#define RINGS 20

enum kind { DEALT, SHARED, STOLEN };

struct series {
    const char *id;
    enum kind kind;
    bool shuffled, oversubscribed; ///< measured with more threads than processors, too
    unsigned rounds;
    enum cd_colour_map map;
    const char *settings;
};

static const struct series all_series[] = {
    {"natural_mod", DEALT, false, false, 1, CD_COLOUR_MOD, "colour:ring=natural:map=mod"},
    {"natural_greedy", DEALT, false, false, 1, CD_COLOUR_GREEDY, "colour:ring=natural:map=greedy"},
    {"shuffled_mod", DEALT, true, false, 1, CD_COLOUR_MOD, "colour:ring=shuffled:map=mod"},
    {"shuffled_greedy", DEALT, true, true, 1, CD_COLOUR_GREEDY, "colour:ring=shuffled:map=greedy"},
    {"six_mod", DEALT, true, false, CD_ROUNDS_UNTIL_SIX, CD_COLOUR_MOD, "colour:rounds=six:map=mod"},
    {"six_greedy", DEALT, true, false, CD_ROUNDS_UNTIL_SIX, CD_COLOUR_GREEDY, "colour:rounds=six:map=greedy"},
    {"dynamic", SHARED, false, true, 1, CD_COLOUR_MOD, "dynamic"},
    {"steal", STOLEN, false, false, 1, CD_COLOUR_MOD, "steal"},
};
enum { SERIES = sizeof all_series / sizeof *all_series };

enum tasks { HALF, ALL, SQUARES };

struct request {
    const char *scene, *algo;
    int contacts, tasks; ///< an enum tasks
    struct cd_number frames, rounds, threads;
};

// The queries are those that spare no task.
static const struct cd_option options[] = {
    {"scene", CD_OPTION_TEXT, "SCENE", offsetof(struct request, scene), 0, 0, "bodies, all in every frame"},
    {"algo", CD_OPTION_TEXT, "ALGO", offsetof(struct request, algo), 0, 0,
     "for pairs of bodies, with broad=none (obb8)"},
    {"query", CD_OPTION_CHOICE, "pairs|contacts", offsetof(struct request, contacts), 0, 0,
     "what is asked (pairs)"},
    {"tasks", CD_OPTION_CHOICE, "half|all|squares", offsetof(struct request, tasks), 0, 0,
     "each pair once, as (i,j) and (j,i), or with (i,i) besides (half)"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct request, frames), 1, 1000000, "of the scene (20)"},
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, MAKESPAN_PROCESSORS,
     "more than the processors there are, by doubling (1)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

/// A context that notes what tasks cost.
struct listener {
    struct cd_context context;
    struct program_pass pass; ///< the one that is listened to
    size_t task_count;        ///< of a frame
    double *costs;            ///< of the tasks of all frames, in nanoseconds; 0 before they are known
    uint64_t begun;
    double clock_ns;
};

/// An instance that is timed.
struct runner {
    const struct series *series; ///< NULL: one thread, against which the others are held
    unsigned threads;
    struct cd_context context;
    struct cd_instance *instance;
    double ns[PROGRAM_ROUNDS_MAX];
};

struct spread {
    double value, low, high;
};

struct bench {
    struct request request;
    struct cd_scene *scene;
    unsigned cores;
    size_t task_count; ///< of a frame
    double *costs;     ///< of the tasks of all frames; NULL for bounds only
    size_t runner_count;
    struct runner *runners;
};

// ---- one instance

static enum cd_query query_of(const struct bench *bench)
{
    return bench->request.contacts ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS;
}

static enum cd_code open_instance(const struct bench *bench, const char *schedule, struct cd_context *context,
                                  struct cd_instance **instance, struct cd_status *status)
{
    char algo[400];
    snprintf(algo, sizeof algo, "%s:schedule=%s", bench->request.algo, schedule);
    return cd_instance_open(algo, bench->scene, query_of(bench), context, instance, status);
}

// ---- what tasks cost

static void note_task(struct cd_context *context, uint64_t task, bool begins)
{
    struct listener *listener = (struct listener *)context;
    uint64_t now = cd_clock_wall();
    if (begins) {
        listener->begun = cd_clock_wall();
        return;
    }
    CD_ASSERT(task < listener->task_count);
    double *cost = &listener->costs[listener->pass.frame * listener->task_count + task];
    double ns = fmax((double)(now - listener->begun) - listener->clock_ns, 1);
    *cost = *cost > 0 ? fmin(*cost, ns) : ns;
}

/// What two readings in a row are apart at least.
static double measure_clock(void)
{
    uint64_t min = UINT64_MAX;
    for (int i = 0; i < 10000; i++) {
        uint64_t begin = cd_clock_wall(), end = cd_clock_wall();
        min = end - begin < min ? end - begin : min;
    }
    return (double)min;
}

static enum cd_code measure_costs(struct bench *bench, struct cd_status *status)
{
    size_t count = bench->task_count, measured = bench->request.tasks == ALL ? count / 2 : count;
    uint64_t frames = bench->scene->frame_count;
    bench->costs = cd_allocate(frames * count, sizeof *bench->costs);
    struct listener listener = {.context = {.threads = 1, .task = note_task},
                                .task_count = count,
                                .costs = bench->costs,
                                .clock_ns = measure_clock()};
    struct cd_instance *instance = NULL;
    enum cd_code code = open_instance(bench, "serial", &listener.context, &instance, status);
    for (uint64_t round = 0; round < bench->request.rounds.value && !code; round++)
        code = program_run_pass(instance, bench->scene, query_of(bench), true, &listener.pass, status);
    cd_instance_destroy(instance);
    for (uint64_t i = 0; i < frames * count && !code; i++) {
        double *cost = &bench->costs[i];
        if (i % count >= measured) // (j,i) costs what (i,j) does
            *cost = cost[-(ptrdiff_t)measured];
        if (!(*cost > 0))
            code = cd_fail(status, CD_USAGE, "%s: tests some pairs of bodies only; use broad=none",
                           bench->request.algo);
    }
    return code;
}

// ---- bounds and simulation

/// Sums over all frames of tasks' costs, and of makespans.
static double speedup_of_costs(const struct bench *bench, const struct series *series, unsigned processors,
                               const uint32_t *colours, const uint32_t *processor_of)
{
    double work = 0, time = 0;
    for (uint64_t f = 0; f < bench->scene->frame_count; f++) {
        const double *costs = &bench->costs[f * bench->task_count];
        for (size_t i = 0; i < bench->task_count; i++)
            work += costs[i];
        if (series->kind == DEALT)
            time += makespan_dealt(costs, bench->task_count, colours, processor_of, processors);
        else if (series->kind == SHARED)
            time += makespan_shared(costs, bench->task_count, processors);
        else
            time += makespan_stolen(costs, bench->task_count, processors);
    }
    return work / time;
}

static void widen(struct spread *spread, double value, unsigned of)
{
    spread->value += value / of;
    spread->low = fmin(spread->low, value);
    spread->high = fmax(spread->high, value);
}

/// Bound and simulated speedup on so many processors, over the rings that there are of this schedule.
static void predict(const struct bench *bench, const struct series *series, unsigned processors,
                    struct spread *bound, struct spread *speedup)
{
    size_t count = bench->task_count;
    unsigned rings = series->shuffled ? RINGS : 1;
    uint32_t *colours = cd_allocate(3 * count, sizeof *colours), processor_of[CD_COLOURS];
    *bound = *speedup = (struct spread){0, INFINITY, 0};
    for (unsigned ring = 1; ring <= rings; ring++) {
        size_t max = (count + processors - 1) / processors;
        if (series->kind == DEALT) {
            cd_colour_ring(&(struct cd_ring){series->shuffled, ring}, series->rounds, count, colours,
                           colours + count);
            cd_map_colours(series->map, processors, count, colours, processor_of);
            max = cd_largest_load(processors, count, colours, processor_of);
        }
        widen(bound, (double)count / (double)max, rings);
        if (bench->costs)
            widen(speedup, speedup_of_costs(bench, series, processors, colours, processor_of), rings);
    }
    if (!bench->costs)
        *speedup = (struct spread){NAN, NAN, NAN};
    cd_free(colours);
}

// ---- measured

static enum cd_code add_runner(struct bench *bench, const struct series *series, unsigned threads,
                               struct cd_status *status)
{
    bool all = bench->request.tasks == ALL;
    char schedule[100];
    if (all && series && series->kind != DEALT)
        return CD_OK; // does no pair twice
    snprintf(schedule, sizeof schedule, "%s%s",
             series ? series->settings
             : all  ? "colour"
                    : "serial",
             all ? ":tasks=all" : "");
    struct runner *runner = &bench->runners[bench->runner_count++];
    *runner = (struct runner){.series = series, .threads = threads, .context = {.threads = threads}};
    return open_instance(bench, schedule, &runner->context, &runner->instance, status);
}

static enum cd_code add_runners(struct bench *bench, struct cd_status *status)
{
    bench->runners = cd_allocate(1 + SERIES * (bench->cores + MAKESPAN_PROCESSORS), sizeof *bench->runners);
    enum cd_code code = add_runner(bench, NULL, 1, status);
    for (int s = 0; s < SERIES; s++) {
        for (unsigned p = 1; p <= bench->cores && p <= MAKESPAN_PROCESSORS && !code; p++)
            code = add_runner(bench, &all_series[s], p, status);
        for (unsigned p = 2; all_series[s].oversubscribed && p <= bench->request.threads.value && !code;
             p *= 2)
            if (p > bench->cores)
                code = add_runner(bench, &all_series[s], p, status);
    }
    return code;
}

/// All rounds; one before them warms up.
static enum cd_code run_all(struct bench *bench, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    struct program_pass pass;
    for (uint64_t round = 0; round <= bench->request.rounds.value; round++)
        for (size_t i = 0; i < bench->runner_count && !code; i++) {
            struct runner *runner = &bench->runners[round % 2 ? i : bench->runner_count - 1 - i];
            code = program_run_pass(runner->instance, bench->scene, query_of(bench), true, &pass, status);
            runner->ns[round ? round - 1 : 0] = pass.ns;
        }
    return code;
}

static const struct runner *find_runner(const struct bench *bench, const struct series *series,
                                        unsigned threads)
{
    for (size_t i = 1; i < bench->runner_count; i++)
        if (bench->runners[i].series == series && bench->runners[i].threads == threads)
            return &bench->runners[i];
    return NULL;
}

/// The median of the ratios of passes of one round, with its interval; NAN where one was not measured.
static struct spread time_over(const struct bench *bench, const struct runner *over,
                               const struct runner *under)
{
    double ratios[PROGRAM_ROUNDS_MAX];
    size_t rounds = (size_t)bench->request.rounds.value;
    if (!over || !under)
        return (struct spread){NAN, NAN, NAN};
    for (size_t r = 0; r < rounds; r++)
        ratios[r] = over->ns[r] / under->ns[r];
    struct cd_interval interval = cd_median_interval_of_reals(ratios, rounds);
    return (struct spread){cd_median_of_reals(ratios, rounds), interval.low, interval.high};
}

// ---- printing

static void print_number(double value)
{
    if (isfinite(value))
        printf(",%.6g", value);
    else
        printf(",NA");
}

static void print_spread(struct spread spread)
{
    print_number(spread.value);
    print_number(spread.low);
    print_number(spread.high);
}

struct row {
    const struct runner *runner;
    struct spread bound, speedup, measured;
};

/// What each row is compared with: the row of the largest speedup, simulated and measured.
static void find_peaks(const struct row *rows, const struct row **simulated, const struct row **measured)
{
    *simulated = *measured = rows;
    for (unsigned p = 1; p < MAKESPAN_PROCESSORS; p++) {
        if (rows[p].speedup.value > (*simulated)->speedup.value)
            *simulated = &rows[p];
        if (rows[p].measured.value > (*measured)->measured.value)
            *measured = &rows[p];
    }
}

static void print_row(const struct bench *bench, const struct row *row, unsigned p,
                      const struct row *simulated_peak, const struct row *measured_peak)
{
    print_spread(row->bound);
    print_number(row->bound.value / p);
    print_spread(row->speedup);
    print_number(row->speedup.value / p);
    print_number(row->speedup.value / simulated_peak->speedup.value);
    print_spread(row->measured);
    print_number(row->measured.value / p);
    print_spread(time_over(bench, measured_peak->runner, row->runner));
    bool real = p <= bench->cores;
    print_number(real ? row->measured.value / p : NAN);
    print_number(real ? row->measured.low / p : NAN);
    print_number(real ? row->measured.high / p : NAN);
    putchar('\n');
}

static void print_series(const struct bench *bench, const struct series *series)
{
    struct row rows[MAKESPAN_PROCESSORS];
    const struct row *simulated_peak, *measured_peak;
    for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++) {
        struct row *row = &rows[p - 1];
        row->runner = find_runner(bench, series, p);
        predict(bench, series, p, &row->bound, &row->speedup);
        row->measured = time_over(bench, bench->runners, row->runner);
    }
    find_peaks(rows, &simulated_peak, &measured_peak);
    for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++) {
        printf("%s,%u,%zu,%u", series->id, p, bench->task_count, bench->cores);
        print_row(bench, &rows[p - 1], p, simulated_peak, measured_peak);
    }
}

static void print_all(const struct bench *bench)
{
    enum { NUMBERS = 19 };
    printf("series,p,m,cores,bound,bound_low,bound_high,bound_efficiency,speedup,speedup_low,speedup_high,"
           "efficiency,of_peak,measured,measured_low,measured_high,measured_efficiency,measured_of_peak,"
           "measured_of_peak_low,measured_of_peak_high,real_efficiency,real_efficiency_low,"
           "real_efficiency_high\n");
    for (int s = 0; s < SERIES; s++)
        print_series(bench, &all_series[s]);
    printf("paper,4,%zu,%u", bench->task_count, bench->cores); // where the paper's numbers stand
    for (int i = 0; i < NUMBERS; i++)
        print_number(NAN);
    putchar('\n');
}

// ---- the program

static enum cd_code run_bench(struct bench *bench, struct cd_status *status)
{
    struct cd_scene_options wanted = {.frames = bench->request.frames.value};
    enum cd_code code = cd_scene_load(bench->request.scene, &wanted, &bench->scene, status);
    if (code)
        return code;
    size_t n = bench->scene->max_bodies;
    bench->task_count =
        bench->request.tasks == SQUARES ? n * n : n * (n - 1) / (bench->request.tasks == HALF ? 2 : 1);
    if (bench->request.tasks != SQUARES) {
        code = measure_costs(bench, status);
        if (!code)
            code = add_runners(bench, status);
        if (!code)
            code = run_all(bench, status);
    }
    if (!code)
        print_all(bench);
    for (size_t i = 0; i < bench->runner_count; i++)
        cd_instance_destroy(bench->runners[i].instance);
    cd_free(bench->runners);
    cd_free(bench->costs);
    cd_scene_destroy(bench->scene);
    return code;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    struct bench bench = {.request = *(const struct request *)values, .cores = (unsigned)omp_get_num_procs()};
    return run_bench(&bench, status);
}

int main(int argc, char **argv)
{
    struct request request = {.scene = "torusknot:triangles=500,motion=random:bodies=31:fill=0.3",
                              .algo = "obb8",
                              .frames = {.value = 20},
                              .rounds = {.value = 7},
                              .threads = {.value = 1}};
    return program_main("schedules", "what schedules make of the pair tests of a scene", options, &request,
                        run, argc, argv);
}
