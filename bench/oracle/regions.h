/// The exact answers about scenes of regions: a tree of boxes over the subscribe regions of a frame is asked
/// by every publish region, in the scene's own coordinates. Nothing of it is shared with any algorithm.
#ifndef CD_BENCH_ORACLE_REGIONS_H
#define CD_BENCH_ORACLE_REGIONS_H

#include "base/progress.h"
#include "bench/oracle/truth.h"

/// A scene with more pairs than this over all frames gets a truth of counts and digests only.
#define CD_ORACLE_PAIRS ((uint64_t)1 << 22)

/// Works out the truth of a scene of regions and keeps at most `max_pairs` pairs (CD_ORACLE_PAIRS except in
/// tests); otherwise as `cd_oracle_truth`.
enum cd_code cd_oracle_regions(const struct cd_scene *scene, unsigned threads, uint64_t max_pairs,
                               struct cd_progress *progress, struct cd_truth **truth,
                               struct cd_status *status);

#endif
