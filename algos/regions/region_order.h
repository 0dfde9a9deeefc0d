/// Both sides of a region set sorted by a key of their extents, for matchers that sweep or search along it: where
/// extents begin in the first dimension, or whatever else fits 32 bits.
#ifndef CD_ALGOS_REGIONS_REGION_ORDER_H
#define CD_ALGOS_REGIONS_REGION_ORDER_H

#include "algos/radix_sort.h"
#include "algos/regions/region_set.h"

/// Extents whose keys are asked for at once.
#define CD_REGION_KEYS_MAX 256

/// What to sort by. `find` writes the keys, of `bits` bits, of `count` extents of a side, at most
/// CD_REGION_KEYS_MAX: of `first` and those after it or, when it is not NULL, of those that `extents` lists.
struct cd_region_keys {
    void (*find)(const void *user, const struct cd_region_columns *side, uint32_t first,
                 const uint32_t *extents, uint32_t count, uint32_t *keys);
    const void *user;
    unsigned bits;
};

struct cd_region_order {
    const struct cd_region_set *set;
    struct cd_region_columns sides[2]; ///< by enum cd_region_kind, like the others
    uint64_t *items[2]; ///< key << 32 | extent, ascending; as many as there is room for in a side
    uint64_t *scratch[2];
    struct cd_radix radix;
};

/// An order of a set, which outlives it, that so many threads work at.
void cd_region_order_create(struct cd_region_order *order, const struct cd_region_set *set, unsigned threads);
void cd_region_order_destroy(struct cd_region_order *order);

/// Sorts what the set was filled with; extents of equal keys are in the order of the set. `from_before`: the set
/// follows moves, and keys are found as in the frame before: only those of what is fresh are. Allocates where a
/// side has more extents than ever before.
void cd_region_order_update(struct cd_region_order *order, const struct cd_region_keys *keys,
                            bool from_before);

/// The key by which a side ascends by low[0].
void cd_region_keys_of_lows(const void *user, const struct cd_region_columns *side, uint32_t first,
                            const uint32_t *extents, uint32_t count, uint32_t *keys);

/// Of a side that ascends by low[0]: the first row from `from` on that begins above `value` (or not below it),
/// searched for in growing steps, so that near ones are found soon.
uint32_t cd_region_order_above(const struct cd_region_columns *side, uint32_t from, int32_t value);
uint32_t cd_region_order_not_below(const struct cd_region_columns *side, uint32_t from, int32_t value);

#endif
