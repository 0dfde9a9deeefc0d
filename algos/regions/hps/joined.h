/// Both sides coded, sorted by key and joined in one pass down the tree of cells: README.md, "joined".
#ifndef CD_ALGOS_REGIONS_HPS_JOINED_H
#define CD_ALGOS_REGIONS_HPS_JOINED_H

#include "algos/algo.h"
#include "algos/regions/region_answer.h"

struct hps_joined_options {
    bool incremental; ///< orders are updated from frame to frame, not sorted anew
    int64_t side;     ///< of the space, 0 to fit it
    int levels;       ///< m, or -1 to choose it by the number of regions
};

struct hps_joined; // opaque

/// A matcher on `set`, which it keeps to; `answer` gets what it finds.
struct hps_joined *hps_joined_create(const struct hps_joined_options *options,
                                     const struct cd_region_set *set, struct cd_region_answer *answer,
                                     struct cd_context *context);
void hps_joined_destroy(struct hps_joined *joined);
size_t hps_joined_bytes(const struct hps_joined *joined);

/// Forgets the frame before.
void hps_joined_reset(struct hps_joined *joined);

/// Takes a frame that the set has been filled with.
void hps_joined_update(struct hps_joined *joined, const struct cd_frame *frame);

/// Reports all matches, by as many threads as the context has.
void hps_joined_query(struct hps_joined *joined, struct cd_worker *workers);

#endif
