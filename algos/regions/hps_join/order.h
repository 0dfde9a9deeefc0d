/// The regions of one side in the order of their keys: a radix sort, and its update from frame to frame.
///
/// What is sorted are ranks: codes in 32 bits, for many regions at a time. A rank is 2 * (key - root's key),
/// plus one for regions that bit j tells apart along y alone: of a cell's own regions, those across its
/// middle along x come first. Ascending ranks are ascending keys.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_ORDER_H
#define CD_ALGOS_REGIONS_HPS_JOIN_ORDER_H

#include "algos/regions/cells/space.h"

#include <stddef.h>

/// The deepest division whose ranks fit 32 bits.
#define HPS_RANK_LEVELS_MAX 13

/// The rank of the first region that a cell with this key, or one after it, can have.
static inline uint32_t hps_rank_of_key(uint64_t key, unsigned m)
{
    return (uint32_t)(2 * (key - cell_key_root(m)));
}

/// How many bits ranks have.
unsigned hps_rank_bits(unsigned m);

/// Regions whose ranks are computed at once.
#define HPS_RANKS_MAX 256

/// The ranks of `count` extents of a side, at most HPS_RANKS_MAX: first and those after it, or those that
/// `extents` lists when it is not NULL.
void hps_ranks_of(const struct cell_space *space, const struct cd_region_side *side, uint32_t first,
                  const uint32_t *extents, uint32_t count, uint32_t ranks[]);

/// `places[i]` is rank << 32 | extent, ascending: regions of one rank in the order of the frame.
struct hps_order {
    uint32_t count, capacity;
    uint64_t *places, *spare;
    unsigned threads;
    uint32_t *counts; ///< of digits, every thread's
};

void hps_order_create(struct hps_order *order, unsigned threads);
void hps_order_destroy(struct hps_order *order);

/// Makes room for `capacity` regions; what is there stays.
void hps_order_reserve(struct hps_order *order, uint32_t capacity);

/// Codes and sorts both sides, for which there is room, by the threads of the orders; space->m <=
/// HPS_RANK_LEVELS_MAX.
void hps_orders_build(struct hps_order orders[2], const struct cell_space *space,
                      const struct cd_region_set *set);

/// Codes and sorts what is fresh, and merges it with what stayed; there is room, and the space is that of
/// the last build.
void hps_orders_update(struct hps_order orders[2], const struct cell_space *space,
                       const struct cd_region_set *set);

/// The first place in first .. end whose rank is at least `rank`.
uint32_t hps_order_find(const struct hps_order *order, uint32_t first, uint32_t end, uint32_t rank);

#endif
