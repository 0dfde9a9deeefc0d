// What schedules make of the pair tests of a scene, on 1 to 64 processors. For each schedule:
//
//   bound     of the speedup when all tasks cost the same: tasks / those of the busiest processor
//   speedup   by simulation: the measured costs of all tasks in one thread, dealt out to processors that
//             nothing else keeps busy (makespan.h)
//   spinning  by simulation, less what else was measured here: threads that spin until there is work
//             take `spin_us` each to be called and waited for, a task takes `deal_ns` to be handed out, and
//             1 + `sharing` * (p - 1) times as long while p - 1 others run
//   sleeping  the same with threads that sleep: `wake_us` each and `wake_fixed_us` for all. This is fitted to
//             more threads than there are processors, which take turns: rather too much than too little.
//             `wake_misfit` is the root mean square of the errors of fitted times, as a part of those measured
//   measured  on the processors that there are: time of one thread over the time of p. `misfit` is `spinning`
//             over it
//
// Tasks are pairs of bodies: each once (half), as (i,j) and (j,i) (all), or with (i,i) in addition, as the paper counts
// them (squares; bounds only). A task costs the least of all rounds, less what reading the clock costs. Passes of one
// thread and of several take turns; `measured` is the median of the ratios, `real_efficiency` belongs to processors
// that are there, and `of_peak` is the speedup over the largest one. Up to `threads`, more threads than processors are
// tried by doubling. Rows of shuffled rings are means over 20 rings, with the least and the largest value. Prints CSV: a row per schedule and p.
#include "algos/papers/zhao2009/colour.h"
#include "algos/schedule.h"
#include "algos/threads.h"
#include "experiments/makespan.h"
#include "experiments/task_costs.h"

#include <sched.h>
#include <stdatomic.h>

#define RINGS 20

enum kind { DEALT, TAKEN, SHARED, STOLEN };

struct series {
    const char *id;
    enum kind kind;
    bool shuffled;
    unsigned rounds;
    enum cd_colour_map map;
    const char *settings;
};

/// Of colours, the ids are ring, rounds and map.
static const struct series all_series[] = {
    {"natural_1_mod", DEALT, false, 1, CD_COLOUR_MOD, "colour:ring=natural:map=mod"},
    {"natural_1_greedy", DEALT, false, 1, CD_COLOUR_GREEDY, "colour:ring=natural:map=greedy"},
    {"shuffled_1_mod", DEALT, true, 1, CD_COLOUR_MOD, "colour:ring=shuffled:map=mod"},
    {"shuffled_1_greedy", DEALT, true, 1, CD_COLOUR_GREEDY, "colour:ring=shuffled:map=greedy"},
    {"natural_1_thread_per_colour", TAKEN, false, 1, CD_COLOUR_THREADS,
     "colour:ring=natural:map=thread_per_colour"},
    {"shuffled_1_thread_per_colour", TAKEN, true, 1, CD_COLOUR_THREADS,
     "colour:ring=shuffled:map=thread_per_colour"},
    {"shuffled_six_mod", DEALT, true, CD_ROUNDS_UNTIL_SIX, CD_COLOUR_MOD, "colour:rounds=six:map=mod"},
    {"shuffled_six_greedy", DEALT, true, CD_ROUNDS_UNTIL_SIX, CD_COLOUR_GREEDY,
     "colour:rounds=six:map=greedy"},
    {"shuffled_six_thread_per_colour", TAKEN, true, CD_ROUNDS_UNTIL_SIX, CD_COLOUR_THREADS,
     "colour:rounds=six:map=thread_per_colour"},
    {"dynamic", SHARED, false, 1, CD_COLOUR_MOD, "dynamic"},
    {"steal", STOLEN, false, 1, CD_COLOUR_MOD, "steal"},
};
enum { SERIES = sizeof all_series / sizeof *all_series };

static bool is_by_colours(const struct series *series)
{
    return series->kind == DEALT || series->kind == TAKEN;
}

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
     "for pairs of bodies, with broad=none (obb8:broad=none)"},
    {"query", CD_OPTION_CHOICE, "pairs|contacts", offsetof(struct request, contacts), 0, 0,
     "what is asked (pairs)"},
    {"tasks", CD_OPTION_CHOICE, "half|all|squares", offsetof(struct request, tasks), 0, 0,
     "each pair once; as (i,j) and (j,i); or also with (i,i) (half)"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct request, frames), 1, 1000000,
     "frames of the scene (20)"},
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, MAKESPAN_PROCESSORS,
     "more than the processors there are, by doubling (1)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

struct spread {
    double value, low, high;
};

/// What a simulation takes into account in addition to tasks: nothing, or threads that spin or sleep until called.
enum model { FREE, SPINNING, SLEEPING, MODELS };

/// What it takes to have p threads do nothing, p > 1: fixed_ns + each_ns * p.
struct calling {
    double fixed_ns, each_ns, misfit;
};

struct bench {
    struct request request;
    enum cd_query query;
    struct cd_scene *scene;
    unsigned cores;
    size_t task_count; ///< of a frame
    double *costs;     ///< of the tasks of all frames; NULL for bounds only
    struct calling calling[MODELS];
    double sharing, deal_ns[SERIES];
    size_t runner_count;
    struct program_runner *runners;                                    ///< the first one has one thread
    struct program_runner *runner_of[SERIES][MAKESPAN_PROCESSORS + 1]; ///< by threads; NULL for none
};

// ---- what tasks cost

static enum cd_code open_runner(const struct bench *bench, const char *schedule, unsigned threads,
                                struct program_runner *runner, struct cd_status *status)
{
    char algo[400];
    snprintf(algo, sizeof algo, "%s:schedule=%s", bench->request.algo, schedule);
    runner->warm = true;
    return program_open(runner, algo, threads, bench->scene, bench->query, status);
}

/// For tasks=all, (j,i) costs what (i,j) does, and is behind all of these.
static enum cd_code measure_costs(struct bench *bench, struct cd_status *status)
{
    struct task_costs costs;
    size_t count = bench->task_count;
    enum cd_code code = task_costs_measure(&costs, bench->request.algo, bench->scene, bench->query,
                                           bench->request.rounds.value, status);
    bench->costs = cd_allocate(costs.frames * count, sizeof *bench->costs);
    for (uint64_t i = 0; i < costs.frames * count && !code; i++)
        bench->costs[i] = costs.tasks[i / count * costs.count + i % count % costs.count];
    cd_free(costs.tasks);
    return code;
}

// ---- what there is besides tasks

enum { CALLS = 101 };

/// Threads that meet; the pool has as many.
struct team {
    unsigned threads;
    atomic_uint met; ///< by all threads together, in all meetings
    double ns[CALLS];
};

static bool meet_once(void *user, unsigned thread, size_t call)
{
    struct team *team = user;
    atomic_fetch_add(&team->met, 1);
    while (atomic_load(&team->met) < team->threads)
        sched_yield();
    return (void)thread, (void)call, true;
}

/// Meets before and after work that does nothing, again and again: how threads that spin are called and waited for.
static bool keep_meeting(void *user, unsigned thread, size_t call)
{
    struct team *team = user;
    for (unsigned i = 0; i < CALLS; i++) {
        uint64_t begin = cd_clock_wall();
        for (unsigned meeting = 2 * i + 1; meeting <= 2 * i + 2; meeting++) {
            atomic_fetch_add(&team->met, 1);
            while (atomic_load(&team->met) < meeting * team->threads)
                ;
        }
        if (!thread)
            team->ns[i] = (double)(cd_clock_wall() - begin);
    }
    return (void)call, true;
}

static bool do_no_task(void *user, size_t task, bool mirrored, struct cd_worker *worker)
{
    (void)user, (void)task, (void)mirrored, (void)worker;
    return false;
}

/// The median time that this many threads take to be called and waited for; meanwhile they spin or sleep.
static double time_calling(unsigned threads, enum model model)
{
    struct team team = {.threads = threads};
    if (model == SPINNING)
        cd_run_parts(threads, CD_CALLS_MANY, keep_meeting, &team);
    for (int i = 0; i < CALLS && model == SLEEPING; i++) {
        uint64_t begin = cd_clock_wall();
        atomic_store(&team.met, 0);
        cd_run_parts(threads, CD_CALLS_MANY, meet_once, &team);
        team.ns[i] = (double)(cd_clock_wall() - begin);
    }
    return cd_median_of_reals(team.ns, CALLS);
}

/// The line through the times of `least` threads, twice as many, and so on up to MAKESPAN_PROCESSORS, by least squares
/// of relative errors; NAN if there are fewer than two times.
static struct calling fit_calling(unsigned least)
{
    double ns[32], weight = 0, p_sum = 0, pp_sum = 0, t_sum = 0, pt_sum = 0, off = 0;
    int count = 0;
    for (unsigned p = least; p <= MAKESPAN_PROCESSORS; p *= 2) {
        double t = ns[count++] = time_calling(p, SLEEPING), w = 1 / (t * t);
        weight += w;
        p_sum += w * p;
        pp_sum += w * p * p;
        t_sum += w * t;
        pt_sum += w * p * t;
    }
    double each = (weight * pt_sum - p_sum * t_sum) / (weight * pp_sum - p_sum * p_sum);
    double fixed = (t_sum - each * p_sum) / weight;
    for (int i = 0; i < count; i++)
        off += pow((fixed + each * (double)(least << i)) / ns[i] - 1, 2);
    return count < 2 ? (struct calling){NAN, NAN, NAN} : (struct calling){fixed, each, sqrt(off / count)};
}

/// The time to hand out a task, on the processors that there are. It is measured with many tasks that do nothing; the
/// least of all rounds counts, as for tasks.
static enum cd_code measure_dealing(const struct bench *bench, const char *text, double *ns,
                                    struct cd_status *status)
{
    enum { TASKS = 100000 };
    struct cd_settings *settings;
    char name[20];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    const struct cd_schedule *schedule = cd_schedule_find(name);
    enum cd_code code =
        cd_settings_read(name, text, &schedule->params, schedule->params != NULL, &settings, status);
    if (code)
        return code;
    struct cd_context context = {.threads = bench->cores};
    void *self = schedule->create
                     ? schedule->create(&(struct cd_create){.settings = settings, .context = &context})
                     : NULL;
    struct cd_tasks tasks = {.count = TASKS, .run = do_no_task};
    struct cd_worker *workers = cd_allocate(bench->cores, sizeof *workers);
    *ns = INFINITY;
    for (uint64_t i = 0; i <= bench->request.rounds.value; i++) { // the first one colours
        uint64_t begin = cd_clock_wall();
        schedule->run(self, &tasks, workers, bench->cores);
        *ns = fmin(*ns, (double)(cd_clock_wall() - begin) * bench->cores / TASKS);
    }
    if (self)
        schedule->destroy(self);
    cd_free(workers);
    cd_settings_destroy(settings);
    return CD_OK;
}

/// One thread's own instance of the algorithm.
struct copy {
    struct program_runner runner;
    enum cd_code code;
    struct cd_status status;
};

static bool run_copy(void *user, unsigned thread, size_t call)
{
    struct copy *copy = (struct copy *)user + thread;
    copy->code = program_pass(&copy->runner, 0, 0, &copy->status);
    return (void)call, true;
}

/// How much longer a pass takes beside others in as many threads as there are processors, for each of the
/// others; NAN on one processor. As for tasks, the least of all rounds counts.
static enum cd_code measure_sharing(struct bench *bench, struct cd_status *status)
{
    double alone = INFINITY, together = INFINITY;
    enum cd_code code = CD_OK;
    struct copy *copies = cd_allocate(bench->cores, sizeof *copies);
    for (unsigned i = 0; i < bench->cores && !code; i++)
        code = open_runner(bench, "serial", 1, &copies[i].runner, status);
    for (uint64_t round = 0; round < bench->request.rounds.value && !code; round++) {
        double sum = 0;
        run_copy(copies, 0, 0);
        alone = fmin(alone, *copies->runner.ms);
        cd_run_parts(bench->cores, CD_CALLS_MANY, run_copy, copies);
        for (unsigned i = 0; i < bench->cores && !code; i++) {
            sum += *copies[i].runner.ms;
            code = copies[i].code;
            if (code)
                *status = copies[i].status;
        }
        together = fmin(together, sum / bench->cores);
    }
    bench->sharing = bench->cores > 1 ? fmax(together / alone - 1, 0) / (bench->cores - 1) : (double)NAN;
    for (unsigned i = 0; i < bench->cores; i++)
        cd_instance_destroy(copies[i].runner.instance);
    cd_free(copies);
    return code;
}

static enum cd_code measure_overheads(struct bench *bench, struct cd_status *status)
{
    enum cd_code code = cd_threads_start(MAKESPAN_PROCESSORS, status);
    if (code)
        return code;
    bench->calling[SPINNING].each_ns =
        bench->cores > 1 ? time_calling(bench->cores, SPINNING) / bench->cores : (double)NAN;
    bench->calling[SLEEPING] = fit_calling(2 * bench->cores);
    code = measure_sharing(bench, status);
    for (int s = 0; s < SERIES && !code; s++)
        code = measure_dealing(bench, all_series[s].settings, &bench->deal_ns[s], status);
    return code;
}

// ---- bounds and simulation

/// What all tasks of all frames cost over the sum of the makespans.
static double speedup_of_costs(const struct bench *bench, const struct series *series, enum model model,
                               unsigned processors, const uint32_t *colours, const uint32_t *processor_of)
{
    size_t count = bench->task_count;
    const struct calling *calling = &bench->calling[model];
    double call = model == FREE || processors == 1 ? 0 : calling->fixed_ns + calling->each_ns * processors;
    double longer = model == FREE ? 1 : 1 + bench->sharing * (processors - 1);
    double deal = model == FREE ? 0 : bench->deal_ns[series - all_series];
    double work = 0, time = 0, *costs = cd_allocate(count, sizeof *costs);
    for (uint64_t f = 0; f < bench->scene->frame_count; f++) {
        for (size_t i = 0; i < count; i++) {
            double cost = bench->costs[f * count + i];
            work += cost;
            costs[i] = cost * longer + deal;
        }
        time += call;
        if (series->kind == DEALT)
            time += makespan_dealt(costs, count, colours, processor_of, processors);
        else if (series->kind == TAKEN)
            time += makespan_taken(costs, count, colours, processor_of, processors);
        else if (series->kind == SHARED)
            time += makespan_shared(costs, count, processors);
        else
            time += makespan_stolen(costs, count, processors);
    }
    cd_free(costs);
    return work / time;
}

static void widen(struct spread *spread, double value, unsigned of)
{
    spread->value += value / of;
    spread->low = fmin(spread->low, value);
    spread->high = fmax(spread->high, value);
}

/// Bound and simulated speedups on this many processors, over all rings of this schedule.
static void predict(const struct bench *bench, const struct series *series, unsigned processors,
                    struct spread *bound, struct spread speedups[MODELS])
{
    size_t count = bench->task_count;
    unsigned rings = series->shuffled ? RINGS : 1;
    uint32_t *colours = cd_allocate(3 * count, sizeof *colours), processor_of[CD_COLOURS];
    *bound = (struct spread){0, INFINITY, 0};
    for (int model = 0; model < MODELS; model++)
        speedups[model] = bench->costs ? *bound : (struct spread){NAN, NAN, NAN};
    for (unsigned ring = 1; ring <= rings; ring++) {
        size_t max = (count + processors - 1) / processors;
        if (is_by_colours(series)) {
            // The longest list is taken first by the first processor that is free: if tasks are equal, that is greedy.
            bool taken = series->kind == TAKEN;
            cd_colour_ring(&(struct cd_ring){series->shuffled, ring}, series->rounds, count, colours,
                           colours + count);
            cd_map_colours(taken ? CD_COLOUR_GREEDY : series->map, processors, count, colours, processor_of);
            max = cd_largest_load(processors, count, colours, processor_of);
            if (taken)
                cd_map_colours(series->map, processors, count, colours, processor_of);
        }
        widen(bound, (double)count / (double)max, rings);
        for (int model = 0; model < MODELS && bench->costs; model++)
            widen(&speedups[model],
                  speedup_of_costs(bench, series, (enum model)model, processors, colours, processor_of),
                  rings);
    }
    cd_free(colours);
}

// ---- measured

/// Adds a runner for each schedule and number of threads that is measured, beside one of one thread.
static enum cd_code add_runners(struct bench *bench, struct cd_status *status)
{
    bool all = bench->request.tasks == ALL;
    const char *tasks = all ? ":tasks=all" : "";
    char schedule[100];
    bench->runners = cd_allocate(1 + SERIES * MAKESPAN_PROCESSORS, sizeof *bench->runners);
    enum cd_code code = open_runner(bench, all ? "colour:tasks=all" : "serial", 1,
                                    &bench->runners[bench->runner_count++], status);
    for (int s = 0; s < SERIES; s++)
        for (unsigned p = 1; p <= MAKESPAN_PROCESSORS && !code; p++) {
            bool real = p <= bench->cores, doubled = (p & (p - 1)) == 0 && p <= bench->request.threads.value;
            if ((all && !is_by_colours(&all_series[s])) || !(real || doubled))
                continue; // other schedules do no pair twice
            snprintf(schedule, sizeof schedule, "%s%s", all_series[s].settings, tasks);
            bench->runner_of[s][p] = &bench->runners[bench->runner_count++];
            code = open_runner(bench, schedule, p, bench->runner_of[s][p], status);
        }
    return code;
}

/// The median of the ratios of passes of one round, with its interval; NAN where one was not measured.
static struct spread time_over(const struct bench *bench, const struct program_runner *over,
                               const struct program_runner *under)
{
    double ratios[PROGRAM_ROUNDS_MAX];
    size_t rounds = (size_t)bench->request.rounds.value;
    if (!over || !under)
        return (struct spread){NAN, NAN, NAN};
    for (size_t r = 0; r < rounds; r++)
        ratios[r] = over->ms[r] / under->ms[r];
    struct cd_interval interval = cd_median_interval_of_reals(ratios, rounds);
    return (struct spread){cd_median_of_reals(ratios, rounds), interval.low, interval.high};
}

// ---- printing

static void print_spread(const char *name, struct spread spread)
{
    program_interval(name, spread.value, spread.low, spread.high);
}

static void print_series(const struct bench *bench, int s)
{
    static const struct {
        const char *speedup, *efficiency, *of_peak;
    } names[MODELS] = {{"speedup", "efficiency", "of_peak"},
                       {"spinning", "spinning_efficiency", "spinning_of_peak"},
                       {"sleeping", "sleeping_efficiency", "sleeping_of_peak"}};
    const struct spread none = {NAN, NAN, NAN};
    const struct program_runner *fastest = NULL; ///< of those measured
    struct spread bounds[MAKESPAN_PROCESSORS + 1], speedups[MAKESPAN_PROCESSORS + 1][MODELS];
    double peaks[MODELS] = {0}, peak = 0;
    for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++) {
        double measured = time_over(bench, bench->runners, bench->runner_of[s][p]).value;
        predict(bench, &all_series[s], p, &bounds[p], speedups[p]);
        for (int model = 0; model < MODELS; model++)
            peaks[model] = fmax(peaks[model], speedups[p][model].value);
        if (measured > peak) {
            peak = measured;
            fastest = bench->runner_of[s][p];
        }
    }
    for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++) {
        const struct program_runner *runner = bench->runner_of[s][p];
        struct spread measured = time_over(bench, bench->runners, runner);
        struct spread real = p <= bench->cores ? measured : none; // on processors that are there
        double spinning = speedups[p][SPINNING].value;
        program_text("series", all_series[s].id);
        program_count("p", p);
        program_count("m", (double)bench->task_count);
        program_count("cores", bench->cores);
        print_spread("bound", bounds[p]);
        program_number("bound_efficiency", bounds[p].value / p);
        for (int model = 0; model < MODELS; model++) {
            print_spread(names[model].speedup, speedups[p][model]);
            program_number(names[model].efficiency, speedups[p][model].value / p);
            program_number(names[model].of_peak, speedups[p][model].value / peaks[model]);
        }
        print_spread("measured", measured);
        program_number("measured_efficiency", measured.value / p);
        print_spread("measured_of_peak", time_over(bench, fastest, runner));
        print_spread("real_efficiency", (struct spread){real.value / p, real.low / p, real.high / p});
        print_spread("misfit",
                     (struct spread){spinning / real.value, spinning / real.high, spinning / real.low});
        program_number("spin_us", 1e-3 * bench->calling[SPINNING].each_ns);
        program_number("wake_us", 1e-3 * bench->calling[SLEEPING].each_ns);
        program_number("wake_fixed_us", 1e-3 * bench->calling[SLEEPING].fixed_ns);
        program_number("wake_misfit", bench->calling[SLEEPING].misfit);
        program_number("deal_ns", bench->deal_ns[s]);
        program_number("sharing", bench->sharing);
        program_samples("pass_ms", runner ? runner->ms : NULL, runner ? bench->request.rounds.value : 0);
        program_samples("one_ms", runner ? bench->runners->ms : NULL,
                        runner ? bench->request.rounds.value : 0);
        program_end_row();
    }
}

// ---- the program

static enum cd_code run(const void *values, struct cd_status *status)
{
    struct bench *bench = cd_allocate(1, sizeof *bench);
    bench->request = *(const struct request *)values;
    bench->query = bench->request.contacts ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS;
    bench->cores = cd_usable_processors();
    struct cd_scene_options wanted = {.frames = bench->request.frames.value};
    enum cd_code code = cd_scene_load(bench->request.scene, &wanted, &bench->scene, status);
    if (!code) {
        size_t n = bench->scene->max_bodies;
        bench->task_count =
            bench->request.tasks == SQUARES ? n * n : n * (n - 1) / (bench->request.tasks == HALF ? 2 : 1);
    }
    if (!code && bench->request.tasks != SQUARES) {
        code = measure_costs(bench, status);
        if (!code)
            code = measure_overheads(bench, status);
        if (!code)
            code = add_runners(bench, status);
        if (!code)
            code = program_take_turns(bench->runner_count, bench->request.rounds.value, program_pass,
                                      bench->runners, status);
    } else { // bounds only
        bench->sharing = NAN;
        for (int s = 0; s < SERIES; s++)
            bench->deal_ns[s] = NAN;
        for (int model = 0; model < MODELS; model++)
            bench->calling[model] = (struct calling){NAN, NAN, NAN};
    }
    for (int s = 0; s < SERIES && !code; s++)
        print_series(bench, s);
    for (size_t i = 0; i < bench->runner_count; i++)
        cd_instance_destroy(bench->runners[i].instance);
    cd_free(bench->runners);
    cd_free(bench->costs);
    cd_scene_destroy(bench->scene);
    cd_free(bench);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.scene = "torusknot:triangles=500,motion=random:bodies=31:fill=0.3",
                              .algo = "obb8:broad=none",
                              .frames = {.value = 20},
                              .rounds = {.value = 7},
                              .threads = {.value = 1}};
    return program_main("schedules", "how schedules distribute the pair tests of a scene", options, &request,
                        run, argc, argv);
}
