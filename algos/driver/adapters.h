/// One way to match boxes: every matcher of regions is a broad phase, and every broad phase matches regions.
#ifndef CD_ALGOS_ADAPTERS_H
#define CD_ALGOS_ADAPTERS_H

#include "algos/algo.h"

/// A broad phase by the matcher of regions that the setting `broad` names, in its default settings. Boxes become
/// regions of 2^30 steps along each axis of the space that they take up in a frame, so that a pair closer than a
/// step may be reported, too. Its candidates are in the same order with any number of threads. Not registered.
extern const struct cd_algo cd_matcher_broad;

/// A matcher of regions by the broad phase of its `cd_create`, which sees three dimensions; what it finds is
/// held to all of them. Not registered; defined where matchers are.
extern const struct cd_algo cd_broad_matcher;

#endif
