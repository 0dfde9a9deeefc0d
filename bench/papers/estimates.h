/// Quantities with their intervals of 95 %, and what comes of holding them against bounds. docs/claims.md
/// describes the statistics.
#ifndef CD_BENCH_PAPERS_ESTIMATES_H
#define CD_BENCH_PAPERS_ESTIMATES_H

#include <stdbool.h>
#include <stddef.h>

/// A quantity with its interval of 95 %.
struct cd_estimate {
    double value;     ///< NAN: not measured
    double low, high; ///< NAN: it has no interval
    bool unsure;      ///< it has errors of measurement, but too few samples to tell how large
};

/// What one check found.
enum cd_check_outcome {
    CD_CHECK_HOLDS,   ///< the whole interval does
    CD_CHECK_FAILS,   ///< the whole interval does not
    CD_CHECK_OPEN,    ///< the interval has the bound in it
    CD_CHECK_MISSING, ///< not measured
};

/// "holds", "open".
const char *cd_check_outcome_name(enum cd_check_outcome outcome);

/// Of several things that must all hold.
enum cd_check_outcome cd_outcome_of_all(enum cd_check_outcome a, enum cd_check_outcome b);

/// An estimate held against bounds; `min` may be -INFINITY, `max` INFINITY.
enum cd_check_outcome cd_estimate_judge(struct cd_estimate estimate, double min, double max);

/// A quantity without interval; NAN: nothing was measured.
struct cd_estimate cd_estimate_exact(double value);

/// The probability behind `events` out of `trials` > 0.
struct cd_estimate cd_estimate_share(double events, double trials);

/// An estimate around `value` whose interval lies as that of the positive factors (count of them, 1 at least)
/// does around their median.
struct cd_estimate cd_estimate_scaled(double value, const double *factors, size_t count);

/// The same value with an interval that holds those of both.
struct cd_estimate cd_estimate_wider(struct cd_estimate a, struct cd_estimate b);

/// a / b of two independent quantities.
struct cd_estimate cd_estimate_ratio(struct cd_estimate a, struct cd_estimate b);

/// a - b of two independent quantities.
struct cd_estimate cd_estimate_difference(struct cd_estimate a, struct cd_estimate b);

/// "1.84 (1.79 to 1.91)", and with a scale of 100 "1.38 % (0.379 % to 4.89 %)".
void cd_estimate_write(struct cd_estimate estimate, double scale, char *text, size_t size);

/// A number with three significant digits, whole from 100 on, as people write it.
const char *cd_number_text(double value, char text[32]);

#endif
