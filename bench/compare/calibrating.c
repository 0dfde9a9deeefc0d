#include "bench/compare/calibrating.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A calibration while it is taken.
struct calibration_run {
    const char *program;
    const struct cd_workloads *workloads;
    const struct cd_calibrating_plan *plan;
    struct cd_progress *progress;
    struct cd_facts *facts; ///< of every cell
    struct cd_trials *trials;
    struct cd_status *status;
};

size_t cd_count_trials(size_t comparisons)
{
    return comparisons + comparisons / 2;
}

struct cd_trial cd_plan_trial(size_t i, size_t cells)
{
    // Of every three trials the last one is slowed.
    size_t round = i / 3;
    if (i % 3 < 2)
        return (struct cd_trial){.cell = (2 * round + i % 3) % cells};
    // The slowdowns take turns, and each meets the next cell in its next turn.
    return (struct cd_trial){.cell = (round % CD_SLOW_DOWNS + round / CD_SLOW_DOWNS) % cells,
                             .slow_down = cd_slow_downs[round % CD_SLOW_DOWNS]};
}

// ---- answers ----------------------------------------------------------------------------------------------

static enum cd_code check_answers(const struct calibration_run *calibration_run, size_t cell)
{
    const struct cd_workload *workload = &calibration_run->workloads->items[cell];
    struct cd_runner runner = {.program = calibration_run->program};
    struct cd_facts *facts = &calibration_run->facts[cell];
    char name[300], what[360];
    cd_workload_name(workload, name, sizeof name);
    snprintf(what, sizeof what, "checking the answers: %s", name);
    cd_progress_step(calibration_run->progress, what, 0);
    enum cd_code code =
        cd_probe(workload, &runner, calibration_run->progress, facts, calibration_run->status);
    if (code)
        return code;
    switch (facts->outcome) {
    case CD_OUTCOME_FINE:
        return CD_OK;
    case CD_OUTCOME_WRONG:
        return cd_fail(calibration_run->status, CD_WRONG, "%s: %s", name, facts->reason);
    case CD_OUTCOME_UNAVAILABLE:
        return cd_fail(calibration_run->status, CD_ENVIRONMENT, "%s: %s", name, facts->reason);
    case CD_OUTCOME_UNKNOWN:
        break;
    }
    return cd_fail(calibration_run->status, (enum cd_code)facts->code, "%s", facts->reason);
}

// ---- trials -----------------------------------------------------------------------------------------------

static void show_trial(const struct calibration_run *calibration_run, const struct cd_trial *trial)
{
    char name[300], what[360];
    cd_workload_name(&calibration_run->workloads->items[trial->cell], name, sizeof name);
    if (trial->slow_down > 0)
        snprintf(what, sizeof what, "%g %% slower: %s", 100 * trial->slow_down, name);
    else
        snprintf(what, sizeof what, "the same: %s", name);
    cd_progress_part(calibration_run->progress, "samples");
    cd_progress_step(calibration_run->progress, what, 0);
}

static enum cd_code take_trial(const struct calibration_run *calibration_run, struct cd_trial *trial,
                               uint64_t seed)
{
    const struct cd_workload *workload = &calibration_run->workloads->items[trial->cell];
    struct cd_facts facts[2] = {calibration_run->facts[trial->cell], calibration_run->facts[trial->cell]};
    struct cd_runner runners[2] = {{.program = calibration_run->program},
                                   {.program = calibration_run->program}};
    struct cd_sampling_plan sampling = {calibration_run->plan->pairs, INFINITY,
                                        calibration_run->plan->sample_seconds, seed};
    char percent[32];
    if (trial->slow_down > 0) {
        snprintf(percent, sizeof percent, "%.6g", 100 * trial->slow_down);
        runners[1].extra[0] = "--slow-down";
        runners[1].extra[1] = percent;
    }
    trial->by_wall = workload->threads > 1;
    show_trial(calibration_run, trial);
    return cd_take_pairs(workload, runners, facts, &sampling, calibration_run->progress, &trial->pairs,
                         calibration_run->status);
}

/// Whether another trial ends within the budget, if it takes as long as the longest one so far.
static bool is_time_for_another(const struct calibration_run *calibration_run, double spent, double longest)
{
    double budget = calibration_run->plan->budget_seconds;
    return budget <= 0 || !calibration_run->trials->count || spent + longest <= budget;
}

/// How many trials there will be, as far as the first one tells.
static size_t expect_trials(const struct calibration_run *calibration_run, double one)
{
    double budget = calibration_run->plan->budget_seconds;
    size_t planned = cd_count_trials(calibration_run->plan->comparisons);
    if (budget <= 0)
        return planned;
    return (size_t)fmin(floor(budget / fmax(one, 1e-3)), (double)planned);
}

static enum cd_code take_all(const struct calibration_run *calibration_run)
{
    size_t planned = cd_count_trials(calibration_run->plan->comparisons);
    uint64_t begun = cd_clock_wall();
    double longest = 0;
    cd_progress_whole(calibration_run->progress, 2 * calibration_run->plan->pairs * planned);
    for (size_t i = 0; i < planned; i++) {
        double spent = (double)(cd_clock_wall() - begun) * 1e-9;
        if (!is_time_for_another(calibration_run, spent, longest))
            break;
        struct cd_trial trial = cd_plan_trial(i, calibration_run->workloads->count);
        trial.begun = spent;
        enum cd_code code = take_trial(calibration_run, &trial, calibration_run->plan->seed + i);
        if (code) {
            cd_sample_pairs_release(&trial.pairs);
            return code;
        }
        cd_trials_add(calibration_run->trials, &trial);
        longest = fmax(longest, (double)(cd_clock_wall() - begun) * 1e-9 - spent);
        if (i == 0 && expect_trials(calibration_run, longest) < planned)
            cd_progress_part_done(
                calibration_run->progress,
                2 * calibration_run->plan->pairs * (planned - expect_trials(calibration_run, longest)), true);
    }
    return CD_OK;
}

enum cd_code cd_take_trials(const char *program, const struct cd_workloads *workloads,
                            const struct cd_calibrating_plan *plan, struct cd_progress *progress,
                            struct cd_trials *trials, struct cd_status *status)
{
    CD_ASSERT(workloads->count && plan->comparisons && plan->pairs);
    struct calibration_run calibration_run = {program, workloads, plan, progress, NULL, trials, status};
    enum cd_code code = CD_OK;
    calibration_run.facts = cd_allocate(workloads->count, sizeof *calibration_run.facts);
    cd_fix_environment();
    for (size_t i = 0; i < workloads->count && !code; i++)
        code = check_answers(&calibration_run, i);
    if (!code)
        code = take_all(&calibration_run);
    cd_progress_clear(progress);
    cd_free(calibration_run.facts);
    return code;
}
