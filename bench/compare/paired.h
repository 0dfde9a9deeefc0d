/// The statistics of a comparison. What is compared are logarithms of ratios, one per pair of samples, so
/// that "twice as long" and "half as long" are equally far from "the same". All functions are pure: no clock,
/// no global state, and what is random comes from the seed that they are given.
#ifndef CD_BENCH_COMPARE_PAIRED_H
#define CD_BENCH_COMPARE_PAIRED_H

#include "bench/harness/statistics.h"

#include <stddef.h>
#include <stdint.h>

/// The Hodges-Lehmann estimate of the centre: the median of the means of every two values, each with itself
/// too. `count` >= 1.
double cd_walsh_median(const double *values, size_t count);

/// An interval for cd_walsh_median by the percentiles of `resamples` >= 100 bootstrap samples. `count` >= 1.
struct cd_interval cd_walsh_interval(const double *values, size_t count, double confidence, size_t resamples,
                                     uint64_t seed);

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
