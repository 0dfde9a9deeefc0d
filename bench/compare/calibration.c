#include "bench/compare/calibration.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- judging a trial --------------------------------------------------------------------------------------

static enum cd_change judge(const double *log_ratios, size_t count, const struct cd_rule *rule)
{
    struct cd_finding finding = {.pairs = count,
                                 .shift = cd_walsh_median(log_ratios, count),
                                 .interval = {-INFINITY, INFINITY, 0},
                                 .p = cd_signed_rank_p(log_ratios, count)};
    cd_decide(&finding, 1, rule);
    return finding.change;
}

static bool finds(const double *log_ratios, size_t count, double shift, const struct cd_rule *rule)
{
    double *moved = cd_allocate(count, sizeof *moved);
    for (size_t i = 0; i < count; i++)
        moved[i] = log_ratios[i] + shift;
    bool found = judge(moved, count, rule) == CD_CHANGE_SLOWER;
    cd_free(moved);
    return found;
}

/// The larger a slowdown is, the more it is found, so that halving finds the smallest one.
static double find_threshold(const double *log_ratios, size_t count, const struct cd_rule *rule)
{
    enum { HALVINGS = 24 };
    double low = 0, high = log1p(CD_SLOW_DOWN_MAX);
    if (!finds(log_ratios, count, high, rule))
        return INFINITY;
    if (finds(log_ratios, count, 0, rule))
        return 0;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (finds(log_ratios, count, middle, rule))
            high = middle;
        else
            low = middle;
    }
    return expm1(high);
}

struct cd_trial cd_judge_trial(size_t cell, const double *log_ratios, size_t count,
                               const struct cd_rule *rule)
{
    return (struct cd_trial){cell, judge(log_ratios, count, rule), find_threshold(log_ratios, count, rule)};
}

// ---- taking trials ----------------------------------------------------------------------------------------

/// A calibration while it is taken.
struct calibrating {
    const char *program;
    const struct cd_workloads *workloads;
    const struct cd_comparison_plan *plan;
    struct cd_progress *progress;
    struct cd_facts *facts; ///< of every cell
    struct cd_status *status;
};

static enum cd_code check_answers(const struct calibrating *calibrating, size_t cell)
{
    struct cd_runner runner = {.program = calibrating->program, .plugins = calibrating->plan->plugins};
    struct cd_facts *facts = &calibrating->facts[cell];
    char name[300], what[360];
    cd_workload_name(&calibrating->workloads->items[cell], name, sizeof name);
    snprintf(what, sizeof what, "checking the answers: %s", name);
    cd_progress_step(calibrating->progress, what, 0);
    enum cd_code code = cd_probe(&calibrating->workloads->items[cell], &runner, calibrating->progress, facts,
                                 calibrating->status);
    if (code || facts->outcome == CD_OUTCOME_FINE)
        return code;
    if (facts->outcome == CD_OUTCOME_UNKNOWN)
        return cd_fail(calibrating->status, (enum cd_code)facts->code, "%s", facts->reason);
    return cd_fail(calibrating->status, facts->outcome == CD_OUTCOME_WRONG ? CD_WRONG : CD_ENVIRONMENT,
                   "%s: %s", name, facts->reason);
}

static enum cd_code take_trial(const struct calibrating *calibrating, size_t i, struct cd_trial *trial)
{
    const struct cd_comparison_plan *plan = calibrating->plan;
    size_t cell = i % calibrating->workloads->count;
    const struct cd_workload *workload = &calibrating->workloads->items[cell];
    struct cd_runner self = {.program = calibrating->program, .plugins = plan->plugins};
    struct cd_runner runners[2] = {self, self};
    struct cd_facts facts[2] = {calibrating->facts[cell], calibrating->facts[cell]};
    struct cd_sampling_plan sampling = {plan->pairs, INFINITY, plan->sample_seconds, plan->seed + i};
    struct cd_sample_pairs pairs = {0};
    char name[300];
    cd_workload_name(workload, name, sizeof name);
    cd_progress_part(calibrating->progress, "samples");
    cd_progress_step(calibrating->progress, name, 0);
    enum cd_code code = cd_take_pairs(workload, runners, facts, &sampling, calibrating->progress, &pairs,
                                      calibrating->status);
    if (!code) {
        double *log_ratios = cd_log_ratios(&pairs, workload->threads > 1);
        *trial = cd_judge_trial(cell, log_ratios, pairs.count, &plan->rule);
        cd_free(log_ratios);
    }
    cd_sample_pairs_release(&pairs);
    return code;
}

static double seconds_since(uint64_t begun)
{
    return (double)(cd_clock_wall() - begun) * 1e-9;
}

static enum cd_code take_all(const struct calibrating *calibrating, size_t count, struct cd_trials *trials)
{
    double budget = calibrating->plan->budget_seconds, longest = 0;
    uint64_t begun = cd_clock_wall();
    cd_progress_whole(calibrating->progress, 2 * calibrating->plan->pairs * count);
    for (size_t i = 0; i < count; i++) {
        double spent = seconds_since(begun);
        if (i && budget > 0 && spent + longest > budget)
            break;
        enum cd_code code = take_trial(calibrating, i, &trials->items[i]);
        if (code)
            return code;
        trials->count++;
        longest = fmax(longest, seconds_since(begun) - spent);
        double expected = budget > 0 ? floor(budget / fmax(longest, 1e-3)) : (double)count;
        if (i == 0 && expected < (double)count)
            cd_progress_part_done(calibrating->progress,
                                  2 * calibrating->plan->pairs * (count - (size_t)expected), true);
    }
    return CD_OK;
}

enum cd_code cd_take_trials(const char *program, const struct cd_workloads *workloads,
                            const struct cd_comparison_plan *plan, size_t count, struct cd_progress *progress,
                            struct cd_trials *trials, struct cd_status *status)
{
    CD_ASSERT(workloads->count && count && plan->pairs);
    struct calibrating calibrating = {program, workloads, plan, progress, NULL, status};
    enum cd_code code = CD_OK;
    calibrating.facts = cd_allocate(workloads->count, sizeof *calibrating.facts);
    cd_fix_environment();
    for (size_t i = 0; i < workloads->count && !code; i++)
        code = check_answers(&calibrating, i);
    if (!code)
        code = take_all(&calibrating, count, trials);
    cd_progress_clear(progress);
    cd_free(calibrating.facts);
    return code;
}

// ---- what they come to ------------------------------------------------------------------------------------

static double binomial(size_t count, size_t events, double share)
{
    double n = (double)count, k = (double)events;
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(share) + (n - k) * log1p(-share));
}

struct cd_ranks cd_quantile_ranks(size_t count, double share)
{
    struct cd_ranks ranks = {0, count + 1};
    double below = 0, above = 0;
    // The quantile is at least the value of rank k unless fewer than k values lie below it.
    while (ranks.low < count && (below += binomial(count, ranks.low, share)) <= 0.025)
        ranks.low++;
    while (ranks.high > 1 && (above += binomial(count, ranks.high - 1, share)) <= 0.025)
        ranks.high--;
    return ranks;
}

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct cd_calibration cd_calibrate(const struct cd_trials *trials)
{
    struct cd_calibration calibration = {
        .alarm_share = {0, 1, 0.95}, .found = NAN, .found_interval = {0, INFINITY, 0.95}};
    size_t count = trials->count;
    if (!count)
        return calibration;
    double *thresholds = cd_allocate(count, sizeof *thresholds);
    for (size_t i = 0; i < count; i++) {
        thresholds[i] = trials->items[i].threshold;
        calibration.alarms += trials->items[i].change != CD_CHANGE_INCONCLUSIVE;
    }
    qsort(thresholds, count, sizeof *thresholds, compare_reals);
    struct cd_ranks ranks = cd_quantile_ranks(count, CD_FOUND_SHARE);
    calibration.alarm_share = cd_share_interval((double)calibration.alarms, (double)count);
    calibration.found = thresholds[(size_t)ceil(CD_FOUND_SHARE * (double)count - 1e-9) - 1];
    if (ranks.low)
        calibration.found_interval.low = thresholds[ranks.low - 1];
    if (ranks.high <= count)
        calibration.found_interval.high = thresholds[ranks.high - 1];
    cd_free(thresholds);
    return calibration;
}
