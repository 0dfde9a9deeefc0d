/// Matching boxes is one problem: every matcher of regions of the program can be a broad phase, and every broad phase can
/// match regions. The `algo` of `cd_create` is the one to be adapted.
#ifndef CD_ALGOS_REGIONS_ADAPTERS_H
#define CD_ALGOS_REGIONS_ADAPTERS_H

#include "algos/algo.h"

/// A broad phase that uses a matcher of regions. Boxes become regions: the space that they take up in a frame has 2^30
/// steps along each axis. So a pair closer than a step may be reported too. Its candidates are in the same order with
/// any number of threads.
extern const struct cd_broad_phase cd_region_broad;

/// A matcher of regions that uses a broad phase. The broad phase sees three dimensions; its results are then tested in
/// all dimensions.
extern const struct cd_scene_algo cd_broad_matcher;

#endif
