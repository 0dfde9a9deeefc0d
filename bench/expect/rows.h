/// What every configuration of every algorithm answers and counts on the expected scenes: the lines of
/// `results/expected` as they are now.
#ifndef CD_BENCH_EXPECT_ROWS_H
#define CD_BENCH_EXPECT_ROWS_H

#include "base/progress.h"
#include "bench/expect/expected.h"

/// Makes the lines. Every answer is held to the oracle as far as exactness is promised, and what may use
/// threads must come to the same with two; what does not is said and counted in `findings`. Counters are left
/// out where they are not exact. What this machine cannot run has the environment CD_EXPECT_UNAVAILABLE, and
/// the reason of the first is left in `lacking` (bytes long; "" for none). The caller releases `now`, also
/// after a failure.
enum cd_code cd_expect_rows(const struct cd_expect_plan *plan, struct cd_expected *now,
                            struct cd_expect_findings *findings, char *lacking, size_t bytes,
                            struct cd_status *status);

#endif
