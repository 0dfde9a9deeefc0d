/// The list of figure 3: regions sorted by the key of their cell, as one linked list, or as an array with a
/// directory of cells. Shi et al. 2000, section 2.4.
#ifndef CD_ALGOS_REGIONS_HPS_LIST_H
#define CD_ALGOS_REGIONS_HPS_LIST_H

#include "algos/regions/cells/code.h"
#include "algos/regions/cells/space.h"
#include "algos/regions/region_set.h"

#include <stddef.h>

/// "NULL": past the end of the list.
#define HPS_END UINT32_MAX

/// Figure 4; the region's bounds are those of extent `extent` of its side.
struct hps_entry {
    struct cell_code code;
    uint32_t extent;
    uint32_t next; ///< of the linked list
};

/// A cell that has regions.
struct hps_cell {
    uint64_t key;
    uint32_t first; ///< of its entries
};

struct hps_list {
    bool linked, updates;
    uint32_t count, capacity;
    struct hps_entry *entries; ///< those of an array are sorted
    struct hps_entry *spare;   ///< what is merged and sorted goes here
    struct hps_entry *fresh;   ///< of a list that is updated
    uint32_t head, free_entry; ///< of a linked list: first of the list, and of the entries not in use
    uint32_t used;             ///< of a linked list: entries that ever were in use
    struct hps_cell *cells;    ///< of an array: ascending, and one past the end
    uint32_t cell_count;
    uint32_t *cell_of; ///< the cell of each entry of an array
    unsigned m;
    uint64_t hops; ///< entries of a linked list that `hps_list_update` has passed so far
};

/// An empty list with room for `capacity` regions; `updates` says whether `hps_list_update` will be called.
void hps_list_create(struct hps_list *list, bool linked, bool updates, uint32_t capacity);
void hps_list_destroy(struct hps_list *list);

/// Codes and sorts the regions of one side anew.
void hps_list_build(struct hps_list *list, const struct cell_space *space,
                    const struct cd_region_columns *side);

/// Takes out of the list what went or changed, and puts in what came or changed: `moves` says what became of
/// the extents that the list has. The space is that of the last build. Passes the whole list twice.
void hps_list_update(struct hps_list *list, const struct cell_space *space,
                     const struct cd_region_columns *side, const struct cd_region_moves *moves);

/// The first region of the list, and the one after a region; HPS_END when there is none.
static inline uint32_t hps_list_first(const struct hps_list *list)
{
    return list->linked ? list->head : list->count ? 0 : HPS_END;
}

static inline uint32_t hps_list_next(const struct hps_list *list, uint32_t entry)
{
    if (list->linked)
        return list->entries[entry].next;
    return entry + 1 < list->count ? entry + 1 : HPS_END;
}

/// The first region of key `key` or greater, looked for from region `from` on (from the first one where that
/// lies too far or is HPS_END). A linked list is walked, and `*hops` counts each region passed; an array asks
/// its directory, which is one hop.
uint32_t hps_list_find(const struct hps_list *list, uint32_t from, uint64_t key, uint64_t *hops);

#endif
