/// Algorithm HPS: the search for the regions that one region r* intersects. Shi, Ling, Jin, Hu: Region Matching
/// Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software, 2000, section 2.4. It is corrected,
/// or has any of its errata left in: those of the form of its routing space.
//
// The paper                                             here
//   section 2.4, HPS, steps 1 to 8                      hps_search
#ifndef CD_ALGOS_PAPERS_SHI2000_HPS_H
#define CD_ALGOS_PAPERS_SHI2000_HPS_H

#include "algos/algo.h"
#include "algos/papers/shi2000/list.h"

/// One search. The caller fills in the members down to `user`; the rest belongs to the search.
struct hps_search {
    const struct hps_list *list;
    const struct cd_region_columns *side; ///< r* is extent `extent` of this side
    uint32_t extent;
    bool prunes; ///< by bits j and j + 1; false: steps 5 to 7 go on to MATCH at once (section 3.2)
    struct cd_counters *counters;
    /// MATCH: tests whether r* and r intersect, and adds r to R' if they do.
    void (*match)(void *user, const struct hps_region *r);
    void *user;

    uint64_t k; ///< the space that the search has come to, l(k), and its place in the list: NULL past the end
    int l;
    const struct hps_space *space;
    const struct hps_region *r; ///< the region of this space that it has come to
};

/// Searches. False when the search was given up: it made more steps than any search that makes progress can, and so
/// would never have ended. A search without errata always ends.
bool hps_search(struct hps_search *search);

#endif
