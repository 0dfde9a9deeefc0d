/// The regions of one side in the order of their keys: a radix sort, and its update from frame to frame.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_ORDER_H
#define CD_ALGOS_REGIONS_HPS_JOIN_ORDER_H

#include "algos/regions/hps_join/rank.h"
#include "algos/regions/region_moved.h"

#include <stddef.h>

/// `places[i]` is rank << 32 | extent, ascending: regions of one rank in the order of the frame.
struct hps_order {
    uint32_t count, capacity;
    uint64_t *places, *spare;
    unsigned threads;
    uint32_t *counts; ///< of digits, every thread's
};

void hps_order_create(struct hps_order *order, unsigned threads);
void hps_order_destroy(struct hps_order *order);
size_t hps_order_bytes(const struct hps_order *order);

/// Makes room for `capacity` regions; what is there stays.
void hps_order_reserve(struct hps_order *order, uint32_t capacity);

/// Codes and sorts both sides, for which there is room, by the threads of the orders; space->m <=
/// HPS_RANK_LEVELS_MAX.
void hps_orders_build(struct hps_order orders[2], const struct cell_space *space,
                      const struct cd_region_set *set);

/// Codes and sorts what is fresh, and merges it with what stayed; there is room, and the space is that of
/// the last build.
void hps_orders_update(struct hps_order orders[2], const struct cell_space *space,
                       const struct cd_region_set *set, const struct cd_region_moved moved[2]);

/// The first place in first .. end whose rank is at least `rank`.
uint32_t hps_order_find(const struct hps_order *order, uint32_t first, uint32_t end, uint32_t rank);

#endif
