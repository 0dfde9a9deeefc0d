/// Where a region stands in the order of keys: its code in 32 bits, for many regions at a time.
///
/// A rank is 2 * (key - root's key), plus one for regions that bit j tells apart along y alone: of a cell's
/// own regions, those across its middle along x come first. Ascending ranks are ascending keys.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_RANK_H
#define CD_ALGOS_REGIONS_HPS_JOIN_RANK_H

#include "algos/regions/cells/space.h"

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

#endif
