/// Both sides of a region set sorted by a key of their extents, for matchers that sweep or search along it. The key is
/// where extents begin in the first dimension, or anything else that fits 32 bits.
#ifndef CD_ALGOS_REGIONS_REGION_ORDER_H
#define CD_ALGOS_REGIONS_REGION_ORDER_H

#include "algos/radix_sort.h"
#include "algos/regions/region_set.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most extents whose keys are asked for at once.
#define CD_REGION_KEYS_MAX 256

/// The key to sort by. `find` writes the keys, of `bits` bits, of the extents first .. first + count - 1 of a side, at most
/// CD_REGION_KEYS_MAX.
struct cd_region_keys {
    void (*find)(const void *user, const struct cd_region_columns *side, uint32_t first, uint32_t count,
                 uint32_t *keys);
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

/// Makes an order of a set, which must outlive it; `threads` threads work on it.
void cd_region_order_create(struct cd_region_order *order, const struct cd_region_set *set, unsigned threads);
void cd_region_order_destroy(struct cd_region_order *order);

/// Sorts the content of the set; extents with equal keys are in the order of the set. Allocates when a side has more
/// extents than ever before.
void cd_region_order_update(struct cd_region_order *order, const struct cd_region_keys *keys);

/// The first place of a side in first .. end whose key is at least `key`.
uint32_t cd_region_order_find(const struct cd_region_order *order, int kind, uint32_t first, uint32_t end,
                              uint32_t key);

/// For a side that ascends by low[0]: the first row from `from` on that begins at `value` or above. The search takes growing
/// steps, so that near rows are found quickly.
uint32_t cd_region_order_row(const struct cd_region_columns *side, uint32_t from, int64_t value);

#ifdef __cplusplus
}
#endif
#endif
