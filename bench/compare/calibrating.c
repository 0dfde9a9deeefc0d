#include "bench/compare/calibrating.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A calibration while it is taken.
struct calibrating {
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

static enum cd_code check_answers(const struct calibrating *calibrating, size_t cell)
{
    const struct cd_workload *workload = &calibrating->workloads->items[cell];
    struct cd_runner runner = {.program = calibrating->program};
    struct cd_facts *facts = &calibrating->facts[cell];
    char name[300], what[360];
    cd_workload_name(workload, name, sizeof name);
    snprintf(what, sizeof what, "checking the answers: %s", name);
    cd_progress_step(calibrating->progress, what, 0);
    enum cd_code code = cd_probe(workload, &runner, calibrating->progress, facts, calibrating->status);
    if (code)
        return code;
    switch (facts->outcome) {
    case CD_OUTCOME_FINE:
        return CD_OK;
    case CD_OUTCOME_WRONG:
        return cd_fail(calibrating->status, CD_WRONG, "%s: %s", name, facts->reason);
    case CD_OUTCOME_UNAVAILABLE:
        return cd_fail(calibrating->status, CD_ENVIRONMENT, "%s: %s", name, facts->reason);
    case CD_OUTCOME_UNKNOWN:
        break;
    }
    return cd_fail(calibrating->status, (enum cd_code)facts->code, "%s", facts->reason);
}

// ---- trials -----------------------------------------------------------------------------------------------

static void show_trial(const struct calibrating *calibrating, const struct cd_trial *trial)
{
    char name[300], what[360];
    cd_workload_name(&calibrating->workloads->items[trial->cell], name, sizeof name);
    if (trial->slow_down > 0)
        snprintf(what, sizeof what, "%g %% slower: %s", 100 * trial->slow_down, name);
    else
        snprintf(what, sizeof what, "the same: %s", name);
    cd_progress_part(calibrating->progress, "samples");
    cd_progress_step(calibrating->progress, what, 0);
}

static enum cd_code take_trial(const struct calibrating *calibrating, struct cd_trial *trial, uint64_t seed)
{
    const struct cd_workload *workload = &calibrating->workloads->items[trial->cell];
    struct cd_facts facts[2] = {calibrating->facts[trial->cell], calibrating->facts[trial->cell]};
    struct cd_runner runners[2] = {{.program = calibrating->program}, {.program = calibrating->program}};
    struct cd_sampling_plan sampling = {calibrating->plan->pairs, INFINITY, calibrating->plan->sample_seconds,
                                        seed};
    char percent[32];
    if (trial->slow_down > 0) {
        snprintf(percent, sizeof percent, "%.6g", 100 * trial->slow_down);
        runners[1].extra[0] = "--slow-down";
        runners[1].extra[1] = percent;
    }
    trial->by_wall = workload->threads > 1;
    show_trial(calibrating, trial);
    return cd_take_pairs(workload, runners, facts, &sampling, calibrating->progress, &trial->pairs,
                         calibrating->status);
}

/// Whether another trial ends within the budget, if it takes as long as the longest one so far.
static bool is_time_for_another(const struct calibrating *calibrating, double spent, double longest)
{
    double budget = calibrating->plan->budget_seconds;
    return budget <= 0 || !calibrating->trials->count || spent + longest <= budget;
}

/// How many trials there will be, as far as the first one tells.
static size_t expect_trials(const struct calibrating *calibrating, double one)
{
    double budget = calibrating->plan->budget_seconds;
    size_t planned = cd_count_trials(calibrating->plan->comparisons);
    if (budget <= 0)
        return planned;
    return (size_t)fmin(floor(budget / fmax(one, 1e-3)), (double)planned);
}

static enum cd_code take_all(const struct calibrating *calibrating)
{
    size_t planned = cd_count_trials(calibrating->plan->comparisons);
    uint64_t begun = cd_clock_wall();
    double longest = 0;
    cd_progress_whole(calibrating->progress, 2 * calibrating->plan->pairs * planned);
    for (size_t i = 0; i < planned; i++) {
        double spent = (double)(cd_clock_wall() - begun) * 1e-9;
        if (!is_time_for_another(calibrating, spent, longest))
            break;
        struct cd_trial trial = cd_plan_trial(i, calibrating->workloads->count);
        trial.begun = spent;
        enum cd_code code = take_trial(calibrating, &trial, calibrating->plan->seed + i);
        if (code) {
            cd_sample_pairs_release(&trial.pairs);
            return code;
        }
        cd_trials_add(calibrating->trials, &trial);
        longest = fmax(longest, (double)(cd_clock_wall() - begun) * 1e-9 - spent);
        if (i == 0 && expect_trials(calibrating, longest) < planned)
            cd_progress_part_done(
                calibrating->progress,
                2 * calibrating->plan->pairs * (planned - expect_trials(calibrating, longest)), true);
    }
    return CD_OK;
}

enum cd_code cd_take_trials(const char *program, const struct cd_workloads *workloads,
                            const struct cd_calibrating_plan *plan, struct cd_progress *progress,
                            struct cd_trials *trials, struct cd_status *status)
{
    CD_ASSERT(workloads->count && plan->comparisons && plan->pairs);
    struct calibrating calibrating = {program, workloads, plan, progress, NULL, trials, status};
    enum cd_code code = CD_OK;
    calibrating.facts = cd_allocate(workloads->count, sizeof *calibrating.facts);
    cd_fix_environment();
    for (size_t i = 0; i < workloads->count && !code; i++)
        code = check_answers(&calibrating, i);
    if (!code)
        code = take_all(&calibrating);
    cd_progress_clear(progress);
    cd_free(calibrating.facts);
    return code;
}
