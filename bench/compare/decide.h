/// From paired samples to verdicts. Taking samples is somebody else's work (sampling.h), so that the decision
/// can be tested on recorded ones.
///
///     for (size_t i = 0; i < count; i++)
///         findings[i] = cd_find_shift(log_ratios[i], pair_counts[i], &rule);
///     cd_decide(findings, count, &rule);
#ifndef CD_BENCH_COMPARE_DECIDE_H
#define CD_BENCH_COMPARE_DECIDE_H

#include "bench/compare/paired.h"

#include <stdbool.h>

/// What is held to be a change.
struct cd_rule {
    double level;     ///< of the adjusted p: 0.01
    double threshold; ///< a smaller share is no change, however certain: 0.01
    double margin;    ///< an interval within +- this share is "equivalent": 0.03
    size_t resamples; ///< of the bootstrap
    uint64_t seed;    ///< of the bootstrap
};

#define CD_DEFAULT_RULE                                                                                      \
    {                                                                                                        \
        .level = 0.01, .threshold = 0.01, .margin = 0.03, .resamples = 2000, .seed = 1                       \
    }

enum cd_change {
    CD_CHANGE_INCONCLUSIVE,
    CD_CHANGE_EQUIVALENT,
    CD_CHANGE_FASTER, ///< B takes less time than A
    CD_CHANGE_SLOWER,
};

/// What is known of one cell. Shares are natural logarithms of B / A: exp(shift) is the ratio.
struct cd_finding {
    size_t pairs;
    double shift;
    struct cd_interval interval; ///< of the shift
    double p, adjusted_p;
    bool too_few; ///< so few pairs that no change could have been found among so many cells
    enum cd_change change;
};

/// Shift, interval and p of one cell's log ratios; no pairs at all give p = 1 and an infinite interval.
struct cd_finding cd_find_shift(const double *log_ratios, size_t count, const struct cd_rule *rule);

/// Adjusts the p of all cells that were compared together and decides each. A change is `slower` or `faster`
/// when its adjusted p is below the level and the ratio further from 1 than the threshold; otherwise the cell
/// is `equivalent` when the interval of the ratio lies within the margin, and `inconclusive` when not. Cells
/// without pairs are not counted as tests.
void cd_decide(struct cd_finding *findings, size_t count, const struct cd_rule *rule);

/// "inconclusive", "equivalent", "faster", "slower".
const char *cd_change_name(enum cd_change change);

#endif
