/// Where a series of numbers changes its level: E-divisive (Matteson, James 2014), which assumes nothing
/// about how the numbers are distributed, but that they do not depend on each other.
#ifndef CD_BENCH_HISTORY_CHANGES_H
#define CD_BENCH_HISTORY_CHANGES_H

#include <stddef.h>
#include <stdint.h>

/// A longer series is not taken: the work grows with the square of its length.
#define CD_CHANGES_LONGEST 500

/// Least number of values between two changes, and before the first and behind the last.
#define CD_CHANGES_SEGMENT 3

/// A change whose p is larger is none; with fewer than 10 values none can be found.
#define CD_CHANGES_P 0.01

struct cd_change_point {
    size_t at;            ///< index of the first value of the new level
    double before, after; ///< medians of the values between this change and its neighbours
    double p;             ///< share of orders drawn at random that look as much like a change
};

/// Finds the changes of `count` values, ascending by `at`, and returns how many there are; `points` has room
/// for count / CD_CHANGES_SEGMENT. The place that divides the values best (by the energy distance between
/// both sides) is a change when at most a share of CD_CHANGES_P of 999 random orders, drawn by `seed`,
/// divides as well; both sides are then looked at in the same way.
size_t cd_find_changes(const double *values, size_t count, uint64_t seed, struct cd_change_point *points);

#endif
