/// From paired samples to verdicts. What is compared are logarithms of ratios, one per pair of samples, so
/// that "twice as long" and "half as long" are equally far from "the same". Taking samples is somebody else's
/// work (sampling.h), so that the decision can be tested on recorded ones. All functions are pure.
///
///     for (size_t i = 0; i < count; i++)
///         findings[i] = cd_find_shift(log_ratios[i], pair_counts[i]);
///     cd_decide(findings, count, &rule);
#ifndef CD_BENCH_COMPARE_DECIDE_H
#define CD_BENCH_COMPARE_DECIDE_H

#include "bench/harness/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/// What is held to be a change.
struct cd_rule {
    double level;      ///< of the adjusted p: 0.01
    double confidence; ///< of the interval: 0.95
    double threshold;  ///< a smaller share is no change, however certain: 0.02
    double margin;     ///< an interval within +- this share is "equivalent": 0.03
    size_t family;     ///< p is adjusted for at least so many cells: 0
};

#define CD_DEFAULT_RULE                                                                                      \
    {                                                                                                        \
        .level = 0.01, .confidence = 0.95, .threshold = 0.02, .margin = 0.03                                 \
    }

/// The rule of each of `looks` decisions about the same growing samples, which together err as often as one by
/// `rule` does.
struct cd_rule cd_rule_of_looks(struct cd_rule rule, unsigned looks);

/// What the comparison of a cell comes to.
enum cd_outcome {
    CD_OUTCOME_OPEN,         ///< nothing stands against measuring it; interrupted, if it stays so
    CD_OUTCOME_INCONCLUSIVE, ///< from here on it was measured
    CD_OUTCOME_EQUIVALENT,
    CD_OUTCOME_FASTER, ///< B takes less time than A
    CD_OUTCOME_SLOWER,
    CD_OUTCOME_WRONG,       ///< a side contradicts the oracle, or itself, or dies
    CD_OUTCOME_DIFFERENT,   ///< the sides promise the same and answer differently
    CD_OUTCOME_ONE_SIDED,   ///< one side does not know the algorithm, the setting or the scene
    CD_OUTCOME_UNAVAILABLE, ///< the machine lacks something, such as OpenGL
};

/// "unfinished", "inconclusive", "slower", "wrong", "one-sided" ...
const char *cd_outcome_name(enum cd_outcome outcome);

/// What is known of one cell. Shares are natural logarithms of B / A: exp(shift) is the ratio.
struct cd_finding {
    size_t pairs;
    double shift; ///< the Hodges-Lehmann estimate: the median of the means of every two values
    struct cd_interval
        interval; ///< of the shift, from the same test as p; infinite of too few pairs (of 95 %: five)
    double p, adjusted_p;
    bool too_few; ///< so few pairs that no change could have been found among so many cells
    enum cd_outcome outcome;
};

/// Shift, interval and p of one cell's log ratios; no pairs at all give p = 1 and an infinite interval.
struct cd_finding cd_find_shift(const double *log_ratios, size_t count, double confidence);

/// Adjusts the p of all cells that were compared together and decides each. A change is `slower` or `faster`
/// when its adjusted p is below the level and the ratio further from 1 than the threshold; otherwise the cell
/// is `equivalent` when the interval of the ratio lies within the margin, and `inconclusive` when not. Cells
/// without pairs are not counted as tests.
void cd_decide(struct cd_finding *findings, size_t count, const struct cd_rule *rule);

/// The smallest slowdown of B, a share, with which a comparison of this cell alone would have ended `slower`,
/// all log ratios being moved by it; INFINITY above CD_SLOW_DOWN_MAX.
double cd_least_found(const double *log_ratios, size_t count, const struct cd_rule *rule);
#define CD_SLOW_DOWN_MAX 1.0

/// Wilcoxon's signed-rank test: the two-sided probability of values at least as far from lying around zero.
/// Zeros are left out and equal absolute values share their ranks. Exact, given the ties, for up to
/// CD_EXACT_RANKS values that are not zero; beyond that by the normal distribution with corrections for ties
/// and continuity. 1 when no value differs from zero.
#define CD_EXACT_RANKS 25
double cd_signed_rank_p(const double *values, size_t count);

/// Holm's adjustment for `count` tests: `adjusted[i]` may be held to the level that one test alone would be.
/// The arrays may be the same.
void cd_holm_adjust(const double *p, size_t count, double *adjusted);

/// The least number of pairs with which a signed-rank test among `tests` of them can reach a p below `level`.
size_t cd_pairs_needed(double level, size_t tests);

#endif
