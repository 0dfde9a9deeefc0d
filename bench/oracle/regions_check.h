/// A second exact matcher of regions, which has to find what the first one did.
#ifndef CD_BENCH_ORACLE_REGIONS_CHECK_H
#define CD_BENCH_ORACLE_REGIONS_CHECK_H

#include "base/progress.h"
#include "bench/oracle/truth.h"

/// Works a truth of totals out a second time, by another exact matcher. CD_WRONG names the frame when the two
/// disagree. `cd_oracle_regions` has done so with what it returns.
enum cd_code cd_oracle_regions_check(const struct cd_scene *scene, const struct cd_truth *truth,
                                     struct cd_progress *progress, struct cd_status *status);

#endif
