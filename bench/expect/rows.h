/// The answers and counters of every configuration of every algorithm on the expected scenes: `results/expected.json`
/// as it would be now.
#ifndef CD_BENCH_EXPECT_ROWS_H
#define CD_BENCH_EXPECT_ROWS_H

#include "base/progress.h"
#include "bench/expect/expected.h"

/// Makes the cells in `now`. Every answer is compared with the oracle's as far as exactness is promised. A
/// configuration that may use threads must give the same result with two. Faults are reported and counted in the plan's
/// findings, and so is an algorithm that needs nothing and lacks something. Counters that are not exact are left out. A
/// cell that is tried and not made has the environment CD_EXPECT_UNAVAILABLE, CD_EXPECT_REFUSED or CD_EXPECT_FAILED.
enum cd_code cd_expect_rows(struct cd_expect_plan *plan, json_t *now, struct cd_status *status);

#endif
