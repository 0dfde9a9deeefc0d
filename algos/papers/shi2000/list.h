/// The list: spaces in ascending order of their keys, each with its regions. Shi, Ling, Jin, Hu: Region Matching
/// Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software, 2000, sections 2.2 and 2.4. Figure 3
/// is lost. The list has the spaces on which regions lie, since NEXT returns a region of the next space that it finds.
/// By the other interpretation (`list=regions`), it has regions in ascending order: each of them has a space of its own
/// here.
//
// The paper                                             here
//   section 2.4, figure 3                               hps_list_build
#ifndef CD_ALGOS_PAPERS_SHI2000_LIST_H
#define CD_ALGOS_PAPERS_SHI2000_LIST_H

#include "algos/papers/shi2000/space.h"

/// A space of the list.
struct hps_space {
    uint64_t k;
    int l;
    const struct hps_region *regions; ///< the first of its regions
    const struct hps_space *next;     ///< the space with the next larger key, or NULL
};

struct hps_key {
    uint64_t k;
    uint32_t id;
};

/// Regions and spaces are in memory in the order of the list, which is made anew for every frame.
struct hps_list {
    const struct hps_rs *rs;
    const struct hps_space *first; ///< or NULL
    uint32_t count;                ///< regions
    struct hps_space *spaces;
    struct hps_region *regions;
    struct hps_key *keys, *spare; ///< to sort by
};

/// An empty list with room for `capacity` regions in a routing space, which must outlive it.
void hps_list_create(struct hps_list *list, const struct hps_rs *rs, uint32_t capacity);
void hps_list_destroy(struct hps_list *list);

/// Codes the regions of one side and puts them into the list. `of_regions`: each has a space of its own.
void hps_list_build(struct hps_list *list, const struct cd_region_columns *side, bool of_regions);

#endif
