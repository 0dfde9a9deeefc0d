/// Takes the trials of a calibration: comparisons of a program with itself, by the same code and with the
/// same samples as any other comparison.
#ifndef CD_BENCH_COMPARE_CALIBRATING_H
#define CD_BENCH_COMPARE_CALIBRATING_H

#include "bench/compare/calibration.h"

struct cd_calibrating_plan {
    /// Trials without a slowdown, at least 1; half as many with one come between them. Where the budget ends
    /// the trials, this is the most.
    size_t comparisons;
    double budget_seconds; ///< no trial begins that would end later; 0 for no limit
    size_t pairs;          ///< of every trial
    double sample_seconds;
    uint64_t seed;
};

/// Which trial comes as the i-th: the slowdowns take turns, and so do the cells.
struct cd_trial cd_plan_trial(size_t i, size_t cells);

/// All trials of a plan without a budget.
size_t cd_count_trials(size_t comparisons);

/// Takes the trials one after the other, in the order of cd_plan_trial, after an algorithm's answers on every
/// cell were held to the oracle. CD_INTERRUPTED after Ctrl-C, with the finished trials kept; CD_WRONG or what
/// else `cdbench run` says where a cell cannot be run.
enum cd_code cd_take_trials(const char *program, const struct cd_workloads *workloads,
                            const struct cd_calibrating_plan *plan, struct cd_progress *progress,
                            struct cd_trials *trials, struct cd_status *status);

#endif
