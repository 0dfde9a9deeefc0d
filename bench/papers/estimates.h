/// Quantities with their 95 % intervals, and the result of comparing them with bounds. docs/claims.md describes the
/// statistics.
#ifndef CD_BENCH_PAPERS_ESTIMATES_H
#define CD_BENCH_PAPERS_ESTIMATES_H

#include <stdbool.h>
#include <stddef.h>

/// A quantity with its 95 % interval.
struct cd_estimate {
    double value;     ///< NAN: not measured
    double low, high; ///< NAN: it has no interval
    bool unsure;      ///< it has measurement errors, but too few samples to tell how large they are
};

/// What one check found.
enum cd_check_outcome {
    CD_CHECK_HOLDS,   ///< the whole interval meets the bounds
    CD_CHECK_FAILS,   ///< the whole interval violates them
    CD_CHECK_OPEN,    ///< the interval contains a bound
    CD_CHECK_MISSING, ///< not measured
};

/// "holds", "open".
const char *cd_check_outcome_name(enum cd_check_outcome outcome);

/// The outcome of two things that must both hold.
enum cd_check_outcome cd_outcome_of_all(enum cd_check_outcome a, enum cd_check_outcome b);

/// Compares an estimate with bounds; `min` may be -INFINITY, `max` INFINITY.
enum cd_check_outcome cd_estimate_judge(struct cd_estimate estimate, double min, double max);

/// A quantity without an interval; NAN means that nothing was measured.
struct cd_estimate cd_estimate_exact(double value);

/// The probability behind `events` out of `trials` > 0.
struct cd_estimate cd_estimate_share(double events, double trials);

/// An estimate around `value`. Its interval has the same proportions as that of the positive `factors` around their
/// median; `count` is at least 1.
struct cd_estimate cd_estimate_scaled(double value, const double *factors, size_t count);

/// The same value with an interval that contains both intervals.
struct cd_estimate cd_estimate_wider(struct cd_estimate a, struct cd_estimate b);

/// a / b of two independent quantities.
struct cd_estimate cd_estimate_ratio(struct cd_estimate a, struct cd_estimate b);

/// a - b of two independent quantities.
struct cd_estimate cd_estimate_difference(struct cd_estimate a, struct cd_estimate b);

/// Writes "1.84 (1.79 to 1.91)", or with a scale of 100 "1.38 % (0.379 % to 4.89 %)".
void cd_estimate_write(struct cd_estimate estimate, double scale, char *text, size_t size);

/// A number with three significant digits, as people write it; whole numbers from 100 on.
const char *cd_number_text(double value, char text[32]);

#endif
