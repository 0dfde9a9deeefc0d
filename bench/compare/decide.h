/// From paired samples to verdicts. The values compared are logarithms of ratios, one per pair of samples, so that
/// "twice as long" and "half as long" are equally far from "the same". Samples are taken elsewhere (sampling.h), so
/// that the decision can be tested on recorded samples. Successive pairs of a busy machine resemble each other; this is
/// measured, and they count as fewer. All functions are pure.
///
///     for (size_t i = 0; i < count; i++)
///         findings[i] = cd_find_shift(log_ratios[i], pair_counts[i]);
///     cd_decide(findings, count, &rule);
#ifndef CD_BENCH_COMPARE_DECIDE_H
#define CD_BENCH_COMPARE_DECIDE_H

#include "bench/harness/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/// What counts as a change.
struct cd_rule {
    double level;      ///< of the adjusted p: 0.01
    double confidence; ///< of the interval: 0.95
    double threshold;  ///< a smaller share is no change, however certain: 0.02
    double margin;     ///< an interval within +- this share is "equivalent": 0.03
};

#define CD_DEFAULT_RULE                                                                                      \
    {                                                                                                        \
        .level = 0.01, .confidence = 0.95, .threshold = 0.02, .margin = 0.03                                 \
    }

/// The rule for each of `looks` decisions about the same growing samples. Together the decisions err as often as one
/// decision by `rule`.
struct cd_rule cd_rule_of_looks(struct cd_rule rule, unsigned looks);

/// The result of comparing one cell.
enum cd_outcome {
    CD_OUTCOME_OPEN,         ///< nothing prevents measuring it; a cell that stays open was interrupted
    CD_OUTCOME_INCONCLUSIVE, ///< the four outcomes from here to `slower` were measured
    CD_OUTCOME_EQUIVALENT,
    CD_OUTCOME_FASTER, ///< B takes less time than A
    CD_OUTCOME_SLOWER,
    CD_OUTCOME_WRONG,       ///< a side contradicts the oracle, or itself, or dies
    CD_OUTCOME_DIFFERENT,   ///< the sides promise the same but answer differently
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
        interval; ///< of the shift, from the same test as p; infinite for too few pairs (at 95 %: five)
    double p, adjusted_p;
    double correlation;     ///< of successive pairs: cd_serial_correlation
    double effective_pairs; ///< as many independent pairs would say as much; p and interval follow them
    size_t needed; ///< the fewest independent pairs that can find a change among this number of cells
    bool too_few;  ///< fewer effective pairs than that
    enum cd_outcome outcome;
};

/// Returns shift, interval and p of one cell's log ratios, in the order in which they were taken. The deviations of the
/// signed-rank test are shrunk by what the correlation of successive pairs does to their variance. No pairs at all give
/// p = 1 and an infinite interval.
struct cd_finding cd_find_shift(const double *log_ratios, size_t count, double confidence);

/// Adjusts the p of all cells that were compared together and decides each cell. A change is `slower` or `faster`
/// when its adjusted p is below the level and the ratio is further from 1 than the threshold. Otherwise the cell is
/// `equivalent` when the interval of the ratio is within the margin, and `inconclusive` when it is not. Cells without
/// pairs do not count as tests.
void cd_decide(struct cd_finding *findings, size_t count, const struct cd_rule *rule);

/// Returns the smallest slowdown of B, a share, that would have made a comparison of this cell alone end `slower`; all
/// log ratios are moved by it. INFINITY above CD_SLOW_DOWN_MAX.
double cd_least_found(const double *log_ratios, size_t count, const struct cd_rule *rule);
#define CD_SLOW_DOWN_MAX 1.0

/// Returns the correlation of each log ratio with the next one, by ranks (Wald and Wolfowitz 1943), times n / (n - 4), as
/// it is estimated too small from few. The two orders in which the sides of a pair start alternate, so the median of
/// each is taken away first. At most 0.99; NAN for fewer than six.
double cd_serial_correlation(const double *log_ratios, size_t count);

/// Wilcoxon's signed-rank test: returns the two-sided probability of values at least as far from being centred on
/// zero. Zeros are left out and equal absolute values share their ranks. The result is exact, given the ties, for up to
/// CD_EXACT_RANKS values other than zero. For more values it comes from the normal distribution, with corrections for
/// ties and continuity. 1 when no value differs from zero.
#define CD_EXACT_RANKS 49
double cd_signed_rank_p(const double *values, size_t count);

/// Holm's adjustment for `count` tests: `adjusted[i]` may be compared with the same level as the p of a single test.
/// The arrays may be the same.
void cd_holm_adjust(const double *p, size_t count, double *adjusted);

/// Returns the smallest number of pairs with which one of `tests` signed-rank tests can reach a p below `level`.
size_t cd_pairs_needed(double level, size_t tests);

#endif
