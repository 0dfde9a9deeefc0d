/// What the matchers of regions have in common: a set, an answer, what they keep from frame to frame, and
/// threads that take parts of the work.
#ifndef CD_ALGOS_REGIONS_REGION_MATCHER_H
#define CD_ALGOS_REGIONS_REGION_MATCHER_H

#include "algos/algo.h"
#include "algos/regions/region_answer.h"
#include "algos/regions/region_order.h"

/// What a matcher has besides its set: nothing; what moved since the frame before, where it is incremental;
/// or both sides in order.
enum cd_region_keeps { CD_REGION_KEEPS_NOTHING, CD_REGION_KEEPS_MOVES, CD_REGION_KEEPS_ORDER };

/// Rows that are scanned at once at most.
#define CD_REGION_ROW 2048

/// The setting by which users choose how the order, or what else is kept, is brought up to date.
#define CD_REGION_UPDATE_PARAM                                                                               \
    CD_PARAM_CHOICE("update", "incremental", "incremental|rebuild",                                          \
                    "sort only regions that moved and merge them in, or sort all in every frame")

/// First member of a matcher.
struct cd_region_matcher {
    struct cd_region_set set;
    struct cd_region_answer answer;
    struct cd_region_order order; ///< of one that keeps it
    enum cd_region_keeps keeps;
    bool incremental; ///< by the setting `update`, in a scene of several frames
    bool fresh;       ///< nothing is there yet that could be brought up to date
    struct cd_context *context;
    struct cd_worker *workers;                          ///< of the query at hand
    uint32_t (*found)[CD_REGION_ROW + CD_REGION_SLACK]; ///< room for the hits of a scan, for every thread
    uint32_t next_part, parts;                          ///< next_part is taken atomically
    void (*match)(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t part);
};

/// Exact, of regions, every query but contacts; what `any` counts depends on the threads.
void cd_region_matcher_describe(const struct cd_settings *settings, struct cd_description *description);

/// A matcher of `bytes` bytes, which are zero but for its first member.
void *cd_region_matcher_create(const struct cd_create *create, size_t bytes, enum cd_region_keeps keeps);

/// Takes a frame; true when what is kept of the frame before can be brought up to date. One that keeps both
/// sides in order has them so afterwards.
bool cd_region_matcher_take(struct cd_region_matcher *matcher, const struct cd_frame *frame);

/// Members of the record; the last frees the matcher, too.
void cd_region_matcher_reset(void *self);
enum cd_code cd_region_matcher_update(void *self, const struct cd_frame *frame, struct cd_status *status);
void cd_region_matcher_destroy(void *self);

/// Answers the query by calls of `match` for every part, each once and in any thread, unless the query is
/// answered before.
void cd_region_matcher_run(struct cd_region_matcher *matcher, struct cd_worker *workers, uint32_t parts,
                           void (*match)(struct cd_region_matcher *matcher, struct cd_worker *worker,
                                         uint32_t part));

/// Tests the bounds of an extent, in the dimensions from `from` on, against the rows first .. end - 1 of
/// `others`, which are named by their extents, and reports what matches. Counts the tests. True when the query
/// is answered.
bool cd_region_matcher_scan(struct cd_region_matcher *matcher, struct cd_worker *worker,
                            enum cd_region_kind kind, uint32_t extent, const struct cd_region_bounds *bounds,
                            const struct cd_region_columns *others, uint32_t from, uint32_t first,
                            uint32_t end);

#endif
