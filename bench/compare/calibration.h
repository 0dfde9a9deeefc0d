/// What comparisons are worth on this machine: `compare --calibrate` compares the program with itself
/// (cd_compare_with_itself), and counts how often that errs and how small a slowdown it would find. The table
/// of such a comparison is kept in the user's cache folder, by machine and build, for `compare` to quote.
#ifndef CD_BENCH_COMPARE_CALIBRATION_H
#define CD_BENCH_COMPARE_CALIBRATION_H

#include "bench/compare/comparison.h"

#include <stdio.h>

/// Each with its interval of 95 %: Wilson's for the share; for the slowdown by the binomial distribution,
/// with no assumption about the noise.
struct cd_calibration {
    size_t comparisons;
    size_t alarms; ///< false ones among them: those that ended slower or faster
    struct cd_interval alarm_share;
    /// The smallest slowdown found in CD_FOUND_SHARE of the comparisons, INFINITY above CD_SLOW_DOWN_MAX, NAN
    /// without comparisons. The interval's upper end is INFINITY where there are too few for one.
    double found;
    struct cd_interval found_interval;
};
#define CD_FOUND_SHARE 0.8

/// Works it out from the columns `verdict` and `least_found` of the table of a comparison.
struct cd_calibration cd_calibrate(const struct cd_table *cells);

/// The ranks (from 1) of ordered values between which the quantile lies with 95 % confidence, by the binomial
/// distribution; `low` 0 and `high` count + 1 stand for no end.
struct cd_ranks {
    size_t low, high;
};
struct cd_ranks cd_quantile_ranks(size_t count, double share);

/// Prints the cells and what their comparisons come to, in 100 columns.
void cd_print_calibration(const struct cd_comparison *comparison, const struct cd_table *cells, FILE *stream);

/// Fewer comparisons leave the smallest slowdown without an upper bound, and are not kept.
#define CD_COMPARISONS_KEPT 17

/// Keeps the table of a calibration, unless it has fewer than CD_COMPARISONS_KEPT rows, or one with more
/// pairs of samples is kept already; the file appears whole or not at all. `line` (CD_QUOTE_BYTES) says where
/// it is, or why not. CD_ENVIRONMENT when there is no cache folder, CD_IO when it cannot be written.
#define CD_QUOTE_BYTES 600
enum cd_code cd_calibration_keep(const struct cd_table *cells, char line[CD_QUOTE_BYTES],
                                 struct cd_status *status);

/// One sentence, without a full stop, about what comparisons by this plan are worth on this machine: from the
/// calibration that is kept, or that there is none.
void cd_calibration_quote(const struct cd_comparison_plan *plan, char quote[CD_QUOTE_BYTES]);

#endif
