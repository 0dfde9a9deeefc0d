/// Generated scenes of regions: `regions:key=value:...` in place of meshes and a motion. Regions are drawn
/// one after the other from one seeded sequence and move by random walks, in integer and IEEE arithmetic
/// only, so that equal words give equal scenes on every machine.
#ifndef CD_SCENES_REGIONS_REGIONS_H
#define CD_SCENES_REGIONS_REGIONS_H

#include "scenes/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How long the sides of regions are, and where regions lie.
enum cd_region_mix {
    CD_REGIONS_EQUAL,     ///< every side is `size`, anywhere
    CD_REGIONS_LOGNORMAL, ///< sides are log-normal around a mean of `size`, each on its own
    CD_REGIONS_CLUSTERED, ///< equal, in clusters
    CD_REGIONS_HUGE,      ///< equal, but for a few with sides of a quarter of the space
};

/// A scene of regions as its words choose it.
struct cd_region_plan {
    uint32_t count, publish_count; ///< regions in all, and those that publish
    uint32_t dimensions, extents;  ///< each region has 1 .. extents extents
    int64_t space, size;           ///< regions lie in [0, space] in every dimension
    enum cd_touch touch;
    enum cd_region_mix mix;
    double sigma, spread, huge;
    uint32_t clusters;
    double move;    ///< probability that a region moves from one frame to the next
    int64_t stride; ///< by at most so much in every dimension
    uint64_t steps, seed;
};

/// The scene of a plan, to be surveyed by `cd_scene_survey`.
struct cd_scene *cd_scene_of_regions(const char *name, const struct cd_region_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
