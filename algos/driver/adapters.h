/// Matching boxes is one problem: every matcher of regions can be a broad phase, and every broad phase can match
/// regions.
#ifndef CD_ALGOS_ADAPTERS_H
#define CD_ALGOS_ADAPTERS_H

#include "algos/algo.h"

/// A broad phase that uses the matcher of regions named by the setting `broad`, with its default settings. Boxes become
/// regions: the space that they take up in a frame has 2^30 steps along each axis. So a pair closer than a step may be
/// reported too. Its candidates are in the same order with any number of threads. Not registered.
extern const struct cd_broad_phase cd_matcher_broad;

/// A matcher of regions that uses the broad phase of its `cd_create`. The broad phase sees three dimensions; its
/// results are then tested in all dimensions. Not registered; defined where matchers are.
extern const struct cd_scene_algo cd_broad_matcher;

#endif
