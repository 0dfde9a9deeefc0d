/// What comparisons are worth on this machine: `compare --calibrate` compares the program with itself, and
/// counts how often that errs and how small a slowdown it would find.
///
///     struct cd_trials trials = {.items = cd_allocate(30, sizeof *trials.items)};
///     code = cd_take_trials(program, &workloads, &plan, 30, progress, &trials, status);
///     struct cd_calibration calibration = cd_calibrate(&trials);
///     printf("%.1f %% found four times of five\n", 100 * calibration.found);
#ifndef CD_BENCH_COMPARE_CALIBRATION_H
#define CD_BENCH_COMPARE_CALIBRATION_H

#include "bench/compare/comparison.h"

/// One comparison of this program with itself.
struct cd_trial {
    size_t cell;
    enum cd_change change; ///< anything but `inconclusive` is a false alarm
    /// The smallest slowdown of B, a share, with which it would have ended `slower`; INFINITY above
    /// CD_SLOW_DOWN_MAX.
    double threshold;
};
#define CD_SLOW_DOWN_MAX 1.0

/// Trials in the order of time; the array is the caller's.
struct cd_trials {
    size_t count;
    struct cd_trial *items;
};

/// Judges a trial by its log ratios, as a comparison of one cell is. A slowdown is put on it by moving all of
/// them. `equivalent` is `inconclusive` here: telling the two apart takes a hundred times as long as the
/// rest.
struct cd_trial cd_judge_trial(size_t cell, const double *log_ratios, size_t count,
                               const struct cd_rule *rule);

/// Takes `count` trials, for which `trials` has room, or, where the plan has a budget, those of them that end
/// within it. The cells take turns, and their answers are held to the oracle first. CD_INTERRUPTED after
/// Ctrl-C, with the finished trials kept; CD_WRONG, or what else `cdbench run` says, where a cell cannot be
/// run.
enum cd_code cd_take_trials(const char *program, const struct cd_workloads *workloads,
                            const struct cd_comparison_plan *plan, size_t count, struct cd_progress *progress,
                            struct cd_trials *trials, struct cd_status *status);

/// Each with its interval of 95 %: Wilson's for the share; for the slowdown by the binomial distribution,
/// with no assumption about the noise.
struct cd_calibration {
    size_t alarms; ///< false ones among the trials
    struct cd_interval alarm_share;
    /// The smallest slowdown found in CD_FOUND_SHARE of the trials, INFINITY above CD_SLOW_DOWN_MAX, NAN
    /// without trials. The interval's upper end is INFINITY where there are too few trials for one.
    double found;
    struct cd_interval found_interval;
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
