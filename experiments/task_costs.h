/// What the pair tests of a scene cost in one thread: the tasks that schedules deal out.
#ifndef CD_EXPERIMENTS_TASK_COSTS_H
#define CD_EXPERIMENTS_TASK_COSTS_H

#include "experiments/program.h"

struct task_costs {
    struct program_runner runner; ///< whose context notes the costs
    size_t count;                 ///< tasks of a frame: each pair of bodies once
    uint64_t frames, begun;
    double *tasks;        ///< of all frames, in nanoseconds; the caller frees them
    double rest;          ///< what else a frame takes
    double sum, clock_ns; ///< of tasks in this pass; of a reading of the clock
};

static inline void task_costs_note(struct cd_context *context, uint64_t task, bool begins)
{
    struct task_costs *costs = (struct task_costs *)context;
    uint64_t now = cd_clock_wall();
    if (begins) {
        costs->begun = cd_clock_wall();
        return;
    }
    CD_ASSERT(task < costs->count);
    double *cost = &costs->tasks[costs->runner.frame * costs->count + task];
    double ns = (double)(now - costs->begun);
    costs->sum += ns;
    ns = fmax(ns - costs->clock_ns, 1);
    *cost = *cost > 0 ? fmin(*cost, ns) : ns;
}

/// Measures in so many passes. A task costs the least of all, less what reading the clock costs; so does the rest.
/// CD_USAGE if the algorithm leaves pairs out.
static inline enum cd_code task_costs_measure(struct task_costs *costs, const char *algo,
                                              const struct cd_scene *scene, enum cd_query query,
                                              uint64_t rounds, struct cd_status *status)
{
    size_t count = (size_t)scene->max_bodies * (scene->max_bodies - 1) / 2, all = count * scene->frame_count;
    *costs = (struct task_costs){.runner.context.task = task_costs_note,
                                 .count = count,
                                 .frames = scene->frame_count,
                                 .tasks = cd_allocate(all, sizeof *costs->tasks),
                                 .rest = INFINITY,
                                 .clock_ns = cd_clock_describe().wall_cost_ns};
    enum cd_code code = program_open(&costs->runner, algo, 1, scene, query, status);
    for (uint64_t round = 0; round < rounds && !code; round++) {
        costs->sum = 0;
        code = program_pass(&costs->runner, 0, 0, status);
        // Of three readings of the clock for a task, one is between its two ends.
        double rest = *costs->runner.ms * 1e6 - costs->sum - 2 * costs->clock_ns * (double)all;
        costs->rest = fmin(costs->rest, fmax(rest, 0) / (double)costs->frames);
    }
    cd_instance_destroy(costs->runner.instance);
    for (size_t i = 0; i < all && !code; i++)
        if (!(costs->tasks[i] > 0))
            code = cd_fail(status, CD_USAGE, "%s: tests some pairs of bodies only; use broad=none", algo);
    return code;
}

#endif
