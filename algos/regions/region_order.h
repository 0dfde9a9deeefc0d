/// Both sides of a region set sorted by where extents begin in the first dimension, each coordinate in an
/// array of its own, for matchers that sweep or search along that dimension.
#ifndef CD_ALGOS_REGIONS_REGION_ORDER_H
#define CD_ALGOS_REGIONS_REGION_ORDER_H

#include "algos/regions/region_set.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One side; `extents` are their places in the set. Readable past the end as the set's arrays are.
struct cd_region_sorted {
    uint32_t count;
    uint32_t *extents;
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
    uint64_t *items; ///< low[0], its sign turned, and the extent: 32 bits each
};

struct cd_region_order {
    const struct cd_region_set *set;
    struct cd_region_sorted sides[2]; ///< by enum cd_region_kind
    uint32_t *extents;                ///< of both sides, as in the set; likewise the others
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
    uint64_t *items, *scratch;
};

/// An order of a set, which outlives it.
void cd_region_order_create(struct cd_region_order *order, const struct cd_region_set *set);
void cd_region_order_destroy(struct cd_region_order *order);

/// Sorts what the set was filled with, each side in a thread of its own if there are several; `from_before`:
/// where extents are in their places of the frame before, only those that moved. Allocates nothing.
void cd_region_order_update(struct cd_region_order *order, bool from_before, unsigned threads);

/// The first entry from `from` on whose low[0] is above `value` (or not below it), searched for in growing
/// steps, so that near ones are found soon.
uint32_t cd_region_sorted_above(const struct cd_region_sorted *side, uint32_t from, int32_t value);
uint32_t cd_region_sorted_not_below(const struct cd_region_sorted *side, uint32_t from, int32_t value);

/// The bounds of entry i.
static inline struct cd_region_bounds cd_region_sorted_bounds(const struct cd_region_sorted *side,
                                                              uint32_t dimensions, uint32_t i)
{
    struct cd_region_bounds bounds;
    for (uint32_t k = 0; k < dimensions; k++) {
        bounds.low[k] = side->low[k][i];
        bounds.high[k] = side->high[k][i];
    }
    return bounds; // cppcheck-suppress uninitvar ; what lies beyond the dimensions is never read
}

#ifdef __cplusplus
}
#endif
#endif
