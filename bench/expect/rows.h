/// What every configuration of every algorithm answers and counts on the expected scenes:
/// `results/expected.json` as it is now.
#ifndef CD_BENCH_EXPECT_ROWS_H
#define CD_BENCH_EXPECT_ROWS_H

#include "base/progress.h"
#include "bench/expect/expected.h"

/// Makes the cells in `now`. Every answer is held to the oracle as far as exactness is promised, and what may
/// use threads must come to the same with two; what does not is said and counted in the plan's findings. Counters
/// are left out where they are not exact. What this machine cannot run has the environment
/// CD_EXPECT_UNAVAILABLE.
enum cd_code cd_expect_rows(struct cd_expect_plan *plan, json_t *now, struct cd_status *status);

#endif
