// What dealing pairs to ranks costs, and what it would come to on 1 to 64 machines.
//
//     mpirun -n 2 build/mpi/experiments/mpi_model [--scene SCENE] [--algo ALGO] [--latency-us T] [--wake-us T] ...
//
// The model is LogP's (Culler et al. 1993) with a gap per byte (Alexandrov et al. 1995) and two more times. These are
// measured between ranks 0 and 1, each as the median of many:
//
//   overhead   that a rank spends on sending a short message
//   latency    from there to the rank that waits for the message and looks for messages meanwhile
//   gap        how much longer every further byte takes
//   wake       how much longer it takes when the rank that waits has gone to sleep
//   take       to take a chunk of pairs, in the rank that does not have the counter
//
// These are measured in rank 0 alone, as the least of all rounds: what each pair test costs, and what else a frame
// takes (`rest`), which every rank does for itself. A frame on p ranks is then
//
//   poses and query, which go down a binomial tree of p ranks, each edge overhead + latency + gap * bytes
//   rest, and the rank's pairs: those of its colours; or chunks, in turn to the rank that is free first, each `take`
//   more
//   an answer of each rank to rank 0, which takes them one by one: latency, and overhead + gap * bytes each
//
// Bytes are those counted. `--latency-us` and similar options replace a measured value: what would another network
// give? Prints CSV: a row per schedule and p with the predicted speedup. For p of 1 and 2 it also has the measured
// speedup, the median of ratios of passes that take turns, and `misfit`, predicted over measured.
#include "algos/papers/zhao2009/colour.h"
#include "bench/ranks/ranks.h"
#include "experiments/makespan.h"
#include "experiments/task_costs.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/// The same as in bench/ranks/schedules.c.
#define CHUNKS_OF_RANK 64

enum { ECHOES = 301, SLEEPS = 31, SHORT_BYTES = 64, LONG_BYTES = 1 << 20 };

struct request {
    const char *scene, *algo;
    struct cd_number frames, rounds;
    double latency_us, wake_us, overhead_us;
};

static const struct cd_option options[] = {
    {"scene", CD_OPTION_TEXT, "SCENE", offsetof(struct request, scene), 0, 0, "bodies, all in every frame"},
    {"algo", CD_OPTION_TEXT, "ALGO", offsetof(struct request, algo), 0, 0,
     "for pairs of bodies, with broad=none (saabb:broad=none)"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct request, frames), 1, 1000000, "of the scene (20)"},
    {"latency-us", CD_OPTION_REAL, "T", offsetof(struct request, latency_us), 0, 1e9,
     "in place of the measured one"},
    {"wake-us", CD_OPTION_REAL, "T", offsetof(struct request, wake_us), 0, 1e9,
     "that each rank takes to wake up in a frame (0: ranks look for messages)"},
    {"overhead-us", CD_OPTION_REAL, "T", offsetof(struct request, overhead_us), 0, 1e9,
     "in place of the measured one"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

/// In nanoseconds, the gap per byte.
struct constants {
    double overhead, latency, gap, wake, take, slept;
};

static const char *const names[] = {"mpi_dynamic", "mpi_colour"};
enum { SCHEDULES = sizeof names / sizeof *names };

// ---- constants ----------------------------------------------------------------------------------------------

/// The median time to rank 1 and back for this many bytes; `*send` is what rank 0 spends on sending.
static double echo(size_t bytes, bool asleep, double *send)
{
    double times[ECHOES], sends[ECHOES];
    size_t count = asleep ? SLEEPS : ECHOES;
    struct cd_message message = {0};
    char *nothing = cd_allocate(bytes, 1);
    for (size_t i = 0; i < count; i++) {
        if (asleep)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        cd_order_begin(&message, CD_ORDER_ECHO, 0, 2);
        cd_message_put(&message, nothing, bytes);
        uint64_t begin = cd_clock_wall();
        cd_order_send(&message, 2);
        sends[i] = (double)(cd_clock_wall() - begin);
        cd_answer_receive(&message);
        times[i] = (double)(cd_clock_wall() - begin);
    }
    cd_free(nothing);
    cd_message_release(&message);
    *send = cd_median_of_reals(sends, count);
    return cd_median_of_reals(times, count);
}

static struct constants measure_constants(const struct request *request)
{
    struct constants constants = {0};
    double unused, send, round_trip;
    echo(SHORT_BYTES, false, &unused);
    round_trip = echo(SHORT_BYTES, false, &send);
    constants.overhead = send;
    constants.latency = fmax(round_trip / 2 - send, 0);
    constants.gap = (echo(LONG_BYTES, false, &unused) - round_trip) / 2 / (LONG_BYTES - SHORT_BYTES);
    constants.slept = echo(SHORT_BYTES, true, &unused) - round_trip;
    uint64_t begin = cd_clock_wall();
    for (int i = 0; i < ECHOES; i++)
        cd_shared_add(0);
    constants.take = (double)(cd_clock_wall() - begin) / ECHOES;
    if (request->latency_us >= 0) {
        constants.latency = request->latency_us * 1000;
        constants.take = fmax(constants.take, 2 * constants.latency); // there and back
    }
    if (request->overhead_us >= 0)
        constants.overhead = request->overhead_us * 1000;
    constants.wake = request->wake_us * 1000;
    return constants;
}

// ---- predictions --------------------------------------------------------------------------------------------

/// The time of all frames on p ranks; `bytes` are those of poses to one rank, and of one answer.
static double predict(const struct task_costs *costs, const struct constants *constants, bool by_colours,
                      unsigned p, const double bytes[2])
{
    double total = 0, poses = constants->overhead + constants->gap * bytes[0],
           take = p > 1 ? constants->take : 0;
    size_t count = costs->count, chunk = count / ((size_t)p * CHUNKS_OF_RANK) + 1;
    uint32_t *colours = cd_allocate(3 * count, sizeof *colours), rank_of[CD_COLOURS];
    cd_colour_ring(&(struct cd_ring){true, 1}, 1, count, colours, colours + count);
    cd_map_colours(CD_COLOUR_GREEDY, p, count, colours, rank_of);
    for (uint64_t frame = 0; frame < costs->frames; frame++) {
        const double *tasks = &costs->tasks[frame * count];
        double loads[MAKESPAN_PROCESSORS] = {0}, *load = NULL;
        // Rank r receives a frame from the rank below its highest bit, which has sent it to others before.
        for (unsigned bit = 1; bit < p; bit <<= 1)
            for (unsigned r = bit; r < 2 * bit && r < p; r++) {
                loads[r - bit] += poses;
                loads[r] = loads[r - bit] + constants->latency + constants->wake;
            }
        for (unsigned r = 0; r < p; r++)
            loads[r] += costs->rest + (p > 1 ? constants->overhead : 0); // and the query
        for (size_t i = 0; i < count; i++) {
            if (by_colours) {
                load = &loads[rank_of[colours[i]]];
            } else if (i % chunk == 0) { // goes to the rank that is free first
                load = &loads[makespan_first_free(loads, p)];
                *load += take;
            }
            *load += tasks[i];
        }
        total += makespan_of(loads, p) + (by_colours ? 0 : take);
        if (p > 1)
            total += constants->latency + (p - 1) * (constants->overhead + constants->gap * bytes[1]);
    }
    cd_free(colours);
    return total;
}

// ---- the program --------------------------------------------------------------------------------------------

static void print_rows(const struct request *request, const struct task_costs *costs,
                       const struct constants *constants, const struct program_runner *runners,
                       const double bytes[2])
{
    double ratios[PROGRAM_ROUNDS_MAX], times[MAKESPAN_PROCESSORS + 1];
    for (int s = 0; s < SCHEDULES; s++) {
        double least = INFINITY;
        for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++)
            least = fmin(least, times[p] = predict(costs, constants, s, p, bytes));
        for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++) {
            double speedup = times[1] / times[p];
            size_t known = p <= 2 ? request->rounds.value : 0;
            for (size_t i = 0; i < known; i++)
                ratios[i] = runners[2 * s].ms[i] / runners[2 * s + (int)p - 1].ms[i];
            program_text("series", names[s]);
            program_count("p", p);
            program_number("speedup", speedup);
            program_number("of_peak", least / times[p]);
            program_median("measured", ratios, known);
            program_number("misfit", known ? speedup / cd_median_of_reals(ratios, known) : (double)NAN);
            program_number("pass_ms", times[1] * 1e-6);
            program_number("rest_us", costs->rest / 1000);
            program_number("overhead_us", constants->overhead / 1000);
            program_number("latency_us", constants->latency / 1000);
            program_number("gap_ns", constants->gap);
            program_number("wake_us", constants->wake / 1000);
            program_number("slept_us", constants->slept / 1000);
            program_number("take_us", constants->take / 1000);
            program_end_row();
        }
    }
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    const struct cd_scene_options wanted = {.frames = request->frames.value};
    struct cd_scene *scene = NULL;
    struct task_costs costs = {.tasks = NULL};
    struct constants constants;
    struct program_runner *runners = cd_allocate(2 * SCHEDULES, sizeof *runners);
    enum cd_code code =
        cd_ranks_count() < 2 ? cd_fail(status, CD_USAGE, "takes two ranks: mpirun -n 2") : CD_OK;
    if (!code)
        code = cd_scene_load(request->scene, &wanted, &scene, status);
    if (!code) {
        constants = measure_constants(request);
        code = task_costs_measure(&costs, request->algo, scene, CD_QUERY_CONTACTS, request->rounds.value,
                                  status);
    }
    for (int i = 0; i < 2 * SCHEDULES && !code; i++) { // both schedules with one rank and with two
        char algo[400];
        snprintf(algo, sizeof algo, "%s:schedule=%s:ranks=%d", request->algo, names[i / 2], i % 2 + 1);
        runners[i].warm = true;
        code = program_open(&runners[i], algo, 1, scene, CD_QUERY_CONTACTS, status);
    }
    if (!code)
        code = program_take_turns(2 * SCHEDULES, request->rounds.value, program_pass, runners, status);
    if (!code) {
        // Those that go to a rank in a frame, and those of its answer.
        const double bytes[2] = {
            (double)(16 + sizeof(struct cd_frame)) +
                (double)(scene->max_bodies * (sizeof(struct cd_body) + sizeof(uint32_t))),
            sizeof(struct cd_counters) + sizeof(struct cd_answer) + 16};
        print_rows(request, &costs, &constants, runners, bytes);
    }
    for (int i = 0; i < 2 * SCHEDULES; i++)
        cd_instance_destroy(runners[i].instance);
    cd_free(runners);
    cd_free(costs.tasks);
    cd_scene_destroy(scene);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.scene = "torusknot:triangles=500,motion=random:bodies=31:fill=0.3",
                              .algo = "saabb:broad=none",
                              .frames = {.value = 20},
                              .rounds = {.value = 21},
                              .latency_us = -1,
                              .overhead_us = -1};
    int code = CD_OK;
    if (cd_ranks_start(&argc, &argv))
        code = program_main("mpi_model", "what dealing pairs to ranks costs", options, &request, run, argc,
                            argv);
    else
        cd_ranks_follow();
    cd_ranks_finish();
    return code;
}
