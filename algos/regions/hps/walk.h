/// The search of one region's partners in the list: steps 2 to 8 of algorithm HPS, Shi et al. 2000, section
/// 2.4, corrected, or with any of its errata left in.
#ifndef CD_ALGOS_REGIONS_HPS_WALK_H
#define CD_ALGOS_REGIONS_HPS_WALK_H

#include "algos/algo.h"
#include "algos/regions/hps/list.h"
#include "algos/regions/hps/rules.h"

/// One search. Filled in by the caller down to `user`; the rest is the search's own.
struct hps_walk {
    const struct hps_list *list;
    struct hps_rules rules;
    struct cell_code query; ///< r*
    struct cd_counters *counters;
    /// MATCH: the exact test of r* and a region of the list, which keeps the region where it is true.
    bool (*match)(void *user, uint32_t entry);
    void *user;

    uint32_t cursor; ///< where the list was left, HPS_END after it
    uint32_t region; ///< r; the cursor's but for E10
    uint64_t key;    ///< k
    int level;       ///< l(k)
    uint64_t steps, max_steps;
    bool over;
};

/// Searches. False when the search was given up: it made more steps than any search that gets ahead can, and
/// so would never have ended. A search without errata always ends.
bool hps_walk(struct hps_walk *walk);

#endif
