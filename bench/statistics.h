/// The statistics of repeated times. Medians and order statistics throughout: times have a hard floor and a
/// long tail, so means and variances would describe the disturbances instead of the program.
#ifndef CD_BENCH_STATISTICS_H
#define CD_BENCH_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/// What is reported of a set of times, in their unit.
struct cd_summary {
    size_t count;
    double median; ///< the middle value, or the mean of the two middle ones
    double mad;    ///< median of the absolute deviations from the median, not scaled
    double p95;    ///< the smallest value that at least 95 % of the values do not exceed
    double least, most;
};

/// Summarises `count` >= 1 values, in any order.
struct cd_summary cd_summarise(const uint64_t *values, size_t count);

/// An interval that contains the median of the population with at least 95 % confidence.
struct cd_interval {
    double low, high;
    double confidence; ///< actual coverage, below 0.95 only for fewer than six values
};

/// The interval between two order statistics, which needs no assumption about the distribution: the ranks
/// come from the binomial distribution with p = 1/2. Fewer than six values give their range, whose coverage
/// 1 - 2^(1-n) is stated. `count` >= 1.
struct cd_interval cd_median_interval(const uint64_t *values, size_t count);

#endif
