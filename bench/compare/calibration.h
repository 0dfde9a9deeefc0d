/// What comparisons are worth on this machine: `compare --calibrate` compares the program with itself, every
/// third time with side B slowed down, and counts how often it errs and how small a slowdown it finds.
///
///     struct cd_trials trials = {.items = cd_allocate(45, sizeof *trials.items)};
///     code = cd_take_trials(program, &workloads, &plan, 45, progress, &trials, status);
///     struct cd_calibration calibration = cd_calibrate(&trials);
///     printf("%.1f %% found four times of five\n", 100 * calibration.smallest.found);
#ifndef CD_BENCH_COMPARE_CALIBRATION_H
#define CD_BENCH_COMPARE_CALIBRATION_H

#include "bench/compare/comparison.h"

// ---- trials -----------------------------------------------------------------------------------------------

/// One comparison of this program with itself, B being slowed down or not.
struct cd_trial {
    size_t cell;
    double slow_down; ///< a share; 0 for none
    enum cd_change change;
    double measured; ///< B / A - 1
    /// The smallest slowdown that would have been judged `slower` had it been put on this trial instead of its
    /// own; INFINITY when it is more than 100 %.
    double threshold;
};

/// Trials in the order of time; the array is the caller's.
struct cd_trials {
    size_t count;
    struct cd_trial *items;
};

/// Cell and slowdown of the i-th trial: every third one is slowed, and slowdowns and cells take turns.
struct cd_trial cd_plan_trial(size_t i, size_t cells);

/// Judges a trial by its log ratios, as a comparison of one cell is. Its own slowdown is taken off, and others
/// are put on, by moving all of them. `equivalent` is `inconclusive` here: telling the two apart takes a
/// hundred times as long as the rest.
void cd_judge_trial(struct cd_trial *trial, const double *log_ratios, size_t count,
                    const struct cd_rule *rule);

/// Takes `count` trials, for which `trials` has room, or, where the plan has a budget, those of them that end within it. Answers on every
/// cell are held to the oracle first. CD_INTERRUPTED after Ctrl-C, with the finished trials kept; CD_WRONG,
/// or what else `cdbench run` says, where a cell cannot be run.
enum cd_code cd_take_trials(const char *program, const struct cd_workloads *workloads,
                            const struct cd_comparison_plan *plan, size_t count, struct cd_progress *progress,
                            struct cd_trials *trials, struct cd_status *status);

// ---- what they come to ------------------------------------------------------------------------------------

/// The slowdowns that are tried, as shares: 1, 2, 3, 5 and 10 %.
#define CD_SLOW_DOWNS 5
extern const double cd_slow_downs[CD_SLOW_DOWNS];

/// So many of so many.
struct cd_rate {
    size_t events, trials;
};

/// Its interval of 95 % (Wilson); all of 0 to 1 where there are no trials.
struct cd_interval cd_rate_interval(struct cd_rate rate);

/// What was found of one slowdown.
struct cd_power {
    struct cd_rate found; ///< trials judged `slower`
    double measured;      ///< median over the trials of B / A - 1; NAN without any
    double predicted;     ///< the share of all trials that would have found this slowdown; NAN without any
};

struct cd_calibration {
    struct cd_rate false_alarms; ///< trials without a slowdown judged `slower` or `faster`
    struct cd_power powers[CD_SLOW_DOWNS];
    /// The smallest slowdown that is found in CD_FOUND_SHARE of comparisons, INFINITY when larger than what
    /// was tried, NAN without trials; and its interval of 95 %, whose upper end is INFINITY where there are
    /// too few trials for one.
    struct {
        double found, low, high;
    } smallest;
};
#define CD_FOUND_SHARE 0.8

struct cd_calibration cd_calibrate(const struct cd_trials *trials);

/// The ranks (from 1) of ordered values between which the quantile lies with 95 % confidence, by the binomial
/// distribution; `low` 0 and `high` count + 1 stand for no end.
struct cd_ranks {
    size_t low, high;
};
struct cd_ranks cd_quantile_ranks(size_t count, double share);

#endif
