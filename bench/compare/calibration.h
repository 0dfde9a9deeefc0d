/// What comparisons of a program with itself say about comparisons on this machine: how often they raise a
/// false alarm, and how small a slowdown they find. All functions are pure; the trials are taken elsewhere
/// (calibrating.h) or read from a file.
///
///     struct cd_calibration calibration = cd_calibrate(&trials, workloads.count, pairs, &rule);
///     printf("%.1f %% found four times of five\n", 100 * calibration.smallest.found);
///     cd_calibration_release(&calibration);
#ifndef CD_BENCH_COMPARE_CALIBRATION_H
#define CD_BENCH_COMPARE_CALIBRATION_H

#include "bench/compare/decide.h"
#include "bench/compare/sampling.h"

/// One comparison of this program with itself, B being slowed down or not.
struct cd_trial {
    size_t cell;
    double slow_down; ///< a share; 0 for none
    double begun;     ///< seconds since the first trial began
    bool by_wall;     ///< decided by wall time, not by processor time
    struct cd_sample_pairs pairs;
};

/// Trials in the order of time, all with the same number of pairs.
struct cd_trials {
    size_t count, capacity;
    struct cd_trial *items;
};

/// Adds a trial, whose samples become the list's.
void cd_trials_add(struct cd_trials *trials, const struct cd_trial *trial);
void cd_trials_release(struct cd_trials *trials);

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
    double slow_down;
    struct cd_rate found;   ///< trials judged `slower`
    struct cd_rate windows; ///< the same of every run of consecutive pairs as long as a trial
    double measured;        ///< median over the trials of B / A - 1; NAN without any
    double predicted;       ///< the share of all trials that would have found this slowdown
};

/// The smallest slowdown that is found in this share of comparisons.
#define CD_FOUND_SHARE 0.8
struct cd_smallest {
    double found;     ///< a share; INFINITY when larger than what was tried, NAN without trials
    double low, high; ///< interval of 95 %; `high` is INFINITY when there are too few trials for an end
};

enum { CD_BY_CPU, CD_BY_WALL, CD_CLOCKS };

struct cd_calibration {
    size_t pairs, cells;
    struct cd_rate false_alarms; ///< trials without a slowdown judged `slower` or `faster`
    struct cd_rate windows;      ///< the same of every run of consecutive pairs as long as a trial
    /// False alarms of three rules on the same samples, by either clock: ours; first half of the samples
    /// against the second by a rank sum test, p < 0.05; medians of a trial and of the one before it on the
    /// same cell, more than 5 % apart.
    struct cd_rate paired[CD_CLOCKS], blocks[CD_CLOCKS], stored[CD_CLOCKS];
    double stored_gap; ///< median seconds between those two trials; NAN without any
    struct cd_power powers[CD_SLOW_DOWNS];
    struct cd_smallest smallest;
    size_t trial_count;
    double *thresholds; ///< of every trial the smallest slowdown that it would have found, ascending
};

/// Judges all trials. A slowdown is taken off again, and others are put on, by moving the log ratios of a
/// trial as a whole: that gives every trial a threshold, and the thresholds together say how small a
/// slowdown is found.
struct cd_calibration cd_calibrate(const struct cd_trials *trials, size_t cells, size_t pairs,
                                   const struct cd_rule *rule);
void cd_calibration_release(struct cd_calibration *calibration);

/// The verdict on one trial alone.
enum cd_change cd_judge_trial(const struct cd_trial *trial, const struct cd_rule *rule);

/// The ranks (from 1) of ordered values between which the quantile lies with 95 % confidence, by the binomial
/// distribution; `low` 0 and `high` count + 1 stand for no end.
struct cd_ranks {
    size_t low, high;
};
struct cd_ranks cd_quantile_ranks(size_t count, double share);

#endif
