/// Finds where a series of numbers changes its level, by E-divisive (Matteson, James 2014). The method assumes nothing
/// about the distribution of the numbers, but it assumes that they are independent of each other.
#ifndef CD_BENCH_HISTORY_CHANGES_H
#define CD_BENCH_HISTORY_CHANGES_H

#include <stddef.h>
#include <stdint.h>

/// The longest series that is accepted. The work grows with the square of the length.
#define CD_CHANGES_LONGEST 500

/// Least number of values between two changes, before the first and after the last.
#define CD_CHANGES_SEGMENT 3

/// The largest p of a change. With fewer than 10 values no change can be found.
#define CD_CHANGES_P 0.01

struct cd_change_point {
    size_t at;            ///< index of the first value of the new level
    double before, after; ///< medians of the values between this change and its neighbours
    double p;             ///< share of random orders that look at least as much like a change
};

/// Finds the changes of `count` values, ascending by `at`, and returns their number. `points` has room for
/// count / CD_CHANGES_SEGMENT. The place that divides the values best (by the energy distance between both sides) is a
/// change when at most a share of CD_CHANGES_P of 999 random orders, drawn with `seed`, divide as well. Both sides are
/// then examined in the same way.
size_t cd_find_changes(const double *values, size_t count, uint64_t seed, struct cd_change_point *points);

#endif
