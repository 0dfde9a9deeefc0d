/// The list: regions sorted by the key of their cell. It is searched in order, as a linked list is, or with a directory
/// of cells. Shi et al. 2000, sections 2.2 and 2.4; figure 3 is lost.
#ifndef CD_ALGOS_REGIONS_HPS_LIST_H
#define CD_ALGOS_REGIONS_HPS_LIST_H

#include "algos/regions/cells/space.h"

/// "NULL": past the end of the list.
#define HPS_END UINT32_MAX

/// Figure 4; the region's bounds are those of extent `extent` of its side. A list that is made again in every frame has
/// its regions in memory in its own order, so that the next region follows directly.
struct hps_entry {
    struct cell_code code;
    uint32_t extent;
};

/// A cell that has regions.
struct hps_cell {
    uint64_t key;
    uint32_t first; ///< of its entries
};

struct hps_list {
    uint32_t count;
    struct hps_entry *entries, *spare; ///< sorted; room to sort in
    struct hps_cell *cells;            ///< the directory, ascending, and one past the end; NULL without it
    uint32_t cell_count;
    uint32_t *cell_of; ///< of each entry, with a directory
    unsigned m;
};

/// An empty list with room for `capacity` regions, with or without a directory.
void hps_list_create(struct hps_list *list, bool directory, uint32_t capacity);
void hps_list_destroy(struct hps_list *list);

/// Codes and sorts the regions of one side.
void hps_list_build(struct hps_list *list, const struct cell_space *space,
                    const struct cd_region_columns *side);

/// The region after a region; HPS_END when there is none.
static inline uint32_t hps_list_next(const struct hps_list *list, uint32_t entry)
{
    return entry + 1 < list->count ? entry + 1 : HPS_END;
}

/// The first region with key `key` or greater, searched for from region `from` on, or from the first region if `from`
/// is too far or HPS_END. Without a directory, `*hops` counts each region passed. A look-up in a directory is one hop.
uint32_t hps_list_find(const struct hps_list *list, uint32_t from, uint64_t key, uint64_t *hops);

#endif
