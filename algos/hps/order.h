/// The regions of one side in the order of their keys: a radix sort, and its update from frame to frame.
#ifndef CD_ALGOS_HPS_ORDER_H
#define CD_ALGOS_HPS_ORDER_H

#include "algos/hps/space.h"
#include "algos/region_moved.h"

#include <stddef.h>

/// The deepest division whose keys fit 32 bits.
#define HPS_ORDER_LEVELS_MOST 13

/// `places[i]` is key << 32 | extent, ascending: within a cell in the order of the frame.
struct hps_order {
    uint32_t count, capacity;
    uint64_t *places, *spare;
};

/// Makes room for `capacity` regions; what is there stays. Begins with a zeroed order.
void hps_order_reserve(struct hps_order *order, uint32_t capacity);
void hps_order_destroy(struct hps_order *order);
size_t hps_order_bytes(const struct hps_order *order);

/// Codes and sorts a side, for which there is room; space->m <= HPS_ORDER_LEVELS_MOST.
void hps_order_build(struct hps_order *order, const struct hps_space *space,
                     const struct cd_region_side *side);

/// Codes and sorts what is fresh, and merges it with what stayed; there is room, and the space is that of
/// the last build.
void hps_order_update(struct hps_order *order, const struct hps_space *space,
                      const struct cd_region_side *side, const struct cd_region_moved *moved);

static inline uint32_t hps_order_key(const struct hps_order *order, uint32_t i)
{
    return (uint32_t)(order->places[i] >> 32);
}

/// The first place in first .. end whose key is at least `key`.
uint32_t hps_order_find(const struct hps_order *order, uint32_t first, uint32_t end, uint64_t key);

#endif
