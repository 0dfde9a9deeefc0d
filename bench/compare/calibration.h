/// How far comparisons can be trusted on this machine. `compare --calibrate` compares the program with itself
/// (cd_compare_with_itself). It counts how often that errs and works out how small a slowdown it would find. The table
/// of such a comparison is kept in the user's cache folder, by machine and build, for `compare` to quote.
#ifndef CD_BENCH_COMPARE_CALIBRATION_H
#define CD_BENCH_COMPARE_CALIBRATION_H

#include "bench/compare/comparison.h"

#include <stdio.h>

/// The results of a calibration, each with its 95 % interval. The share's interval is Wilson's. The slowdown's comes
/// from the binomial distribution and assumes nothing about the noise.
struct cd_calibration {
    size_t comparisons;
    size_t alarms; ///< false alarms: comparisons that ended slower or faster
    struct cd_interval alarm_share;
    /// The smallest slowdown found in CD_FOUND_SHARE of the comparisons: INFINITY above CD_SLOW_DOWN_MAX, NAN
    /// without comparisons. The interval's upper end is INFINITY when there are too few comparisons for one.
    double found;
    struct cd_interval found_interval;
};
#define CD_FOUND_SHARE 0.8

/// Works out the calibration from the columns `verdict` and `least_found` of the table of a comparison.
struct cd_calibration cd_calibrate(const struct cd_table *cells);

/// Two ranks (from 1) among ordered values. The quantile is between them with 95 % confidence, by the binomial
/// distribution. `low` 0 and `high` count + 1 mean that the interval has no end on that side.
struct cd_ranks {
    size_t low, high;
};
struct cd_ranks cd_quantile_ranks(size_t count, double share);

/// Prints the cells and the result of their comparisons, in 100 columns.
void cd_print_calibration(const struct cd_comparison *comparison, const struct cd_table *cells, FILE *stream);

/// The fewest comparisons that are kept. Fewer leave the smallest slowdown without an upper bound.
#define CD_COMPARISONS_KEPT 17

/// Keeps the table of a calibration, unless the table has fewer than CD_COMPARISONS_KEPT rows or one with more pairs
/// of samples is already kept. The file appears whole or not at all. `line` (CD_QUOTE_BYTES) says where the table is,
/// or why it was not kept. CD_ENVIRONMENT when there is no cache folder, CD_IO when it cannot be written.
#define CD_QUOTE_BYTES 600
enum cd_code cd_calibration_keep(const struct cd_table *cells, char line[CD_QUOTE_BYTES],
                                 struct cd_status *status);

/// Writes one sentence, without a full stop, about how far comparisons by this plan can be trusted on this machine. It
/// quotes the calibration that is kept, or says that there is none.
void cd_calibration_quote(const struct cd_comparison_plan *plan, char quote[CD_QUOTE_BYTES]);

#endif
