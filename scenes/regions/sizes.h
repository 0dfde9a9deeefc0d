/// How long the sides of generated regions are.
#ifndef CD_SCENES_REGIONS_SIZES_H
#define CD_SCENES_REGIONS_SIZES_H

#include "scenes/regions/regions.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sides of regions are drawn by this: opaque numbers that depend on the plan alone.
struct cd_region_sizes {
    double lognormal_scale; ///< what exp(sigma z) is multiplied by for a mean of `size`
};
struct cd_region_sizes cd_region_sizes_of(const struct cd_region_plan *plan);

struct cd_random;

/// Draws the length of one side; `huge` says whether the region is one of the few.
int64_t cd_region_draw_side(const struct cd_region_plan *plan, const struct cd_region_sizes *sizes, bool huge,
                            struct cd_random *random);

/// A nearly normal number of mean 0 and variance 1, between -6 and 6: the sum of twelve uniform ones.
double cd_random_normal(struct cd_random *random);

/// exp(x) for |x| <= 700 by IEEE arithmetic alone, to about 1e-14.
double cd_exp_portable(double x);

#ifdef __cplusplus
}
#endif
#endif
