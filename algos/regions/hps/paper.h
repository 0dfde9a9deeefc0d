/// The matcher as the paper has it: the list holds what publishes, and every region that subscribes searches
/// it. More than two dimensions are split into basic spaces (section 2.5), or searched by the first two.
#ifndef CD_ALGOS_REGIONS_HPS_PAPER_H
#define CD_ALGOS_REGIONS_HPS_PAPER_H

#include "algos/algo.h"
#include "algos/regions/hps/list.h"
#include "algos/regions/hps/rules.h"
#include "algos/regions/region_answer.h"

#define HPS_SPACES_MAX CD_REGION_DIMENSIONS

enum hps_split {
    HPS_SPLIT_DIRECT, ///< one basic space of the first two axes; MATCH looks at all axes
    HPS_SPLIT_PLANES, ///< two axes a basic space; what is left in all of them is tested
    HPS_SPLIT_AXES,   ///< one axis a basic space, likewise
};

struct hps_paper_options {
    struct hps_rules rules;
    enum hps_split split;
    bool linked;
    bool incremental; ///< lists are updated from frame to frame, not built anew
    int64_t side;     ///< of the space, 0 to fit it
    int levels;       ///< m, or -1 to choose it by the number of regions
};

struct hps_paper; // opaque

/// A matcher on `set`, which it keeps to; `answer` gets what it finds.
struct hps_paper *hps_paper_create(const struct hps_paper_options *options, const struct cd_region_set *set,
                                   struct cd_region_answer *answer, struct cd_context *context);
void hps_paper_destroy(struct hps_paper *paper);
size_t hps_paper_bytes(const struct hps_paper *paper);

/// Forgets the frame before.
void hps_paper_reset(struct hps_paper *paper);

/// Takes a frame that the set has been filled with.
void hps_paper_update(struct hps_paper *paper, const struct cd_frame *frame);

/// Reports all matches that the searches find, by as many threads as the context has.
void hps_paper_query(struct hps_paper *paper, struct cd_worker *workers);

/// How many searches of the last query were given up because they would never have ended.
uint64_t hps_paper_endless(const struct hps_paper *paper);

/// The number of levels for this many regions of a side: a few regions to a cell of the deepest one.
unsigned hps_levels_for(uint32_t count);

#endif
