/// The statistics of repeated times. All are medians and order statistics. Times have a hard floor and a long tail, so
/// means and variances would describe the disturbances instead of the program.
#ifndef CD_BENCH_HARNESS_STATISTICS_H
#define CD_BENCH_HARNESS_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/// What is reported of a set of times, in their unit.
struct cd_summary {
    size_t count;
    double median; ///< the middle value, or the mean of the two middle ones
    double mad;    ///< median of the absolute deviations from the median, not scaled
    double p95;    ///< the smallest value that at least 95 % of the values do not exceed
    double min, max;
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

/// Sorts numbers, ascending.
void cd_sort_reals(double *values, size_t count);

/// The median of `count` >= 1 numbers, in any order.
double cd_median_of_reals(const double *values, size_t count);

/// An interval for the median of `count` >= 2 positive numbers. For six and more it is that of cd_median_interval. The
/// range of fewer covers too little; for them it comes from Student's t on their logarithms.
struct cd_interval cd_median_interval_of_reals(const double *values, size_t count);

/// The interval of a / b from the intervals of a and b, which are positive and independent; so are all interval ends.
struct cd_interval cd_ratio_interval(double a, struct cd_interval of_a, double b, struct cd_interval of_b);

/// The number of standard deviations beyond which a normally distributed number is with probability p, both sides
/// together: at most 40.
double cd_normal_deviations(double p);

/// Wilson's 95 % interval for the probability behind `events` out of `trials` > 0.
struct cd_interval cd_share_interval(double events, double trials);

/// A straight line through points by least squares.
struct cd_line {
    double slope, low, high; ///< with its 95 % interval by Student's t: infinite with two points
};

/// Fits `count` >= 2 points whose x are not all equal.
struct cd_line cd_fit_line(const double *x, const double *y, size_t count);

#endif
