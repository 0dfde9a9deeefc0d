/// How the rows of today differ from those of a file of expected answers.
#ifndef CD_BENCH_EXPECT_DIFFERENCE_H
#define CD_BENCH_EXPECT_DIFFERENCE_H

#include "bench/expect/rows.h"

/// Says how the rows `now` differ from those `expected` (read from `file`), and counts it in `findings`:
/// answers (hit_frames, records, digest), counters, rows that only one of them has (one line for each
/// algorithm), and scenes that changed, whose rows are not compared. Rows of another environment, and those
/// that cannot be made here, are left alone and counted in `unchecked`. Rows of `expected` whose algorithm
/// the plan leaves out do not count as superfluous.
void cd_expect_compare(const struct cd_expect_plan *plan, const struct cd_table *now,
                       const struct cd_table *expected, const char *file, struct cd_expect_findings *findings,
                       uint64_t *unchecked);

/// Replaces the rows of `now` that cannot be made here by those of `expected`, where it has them.
void cd_expect_keep_unavailable(struct cd_table *now, const struct cd_table *expected);

#endif
