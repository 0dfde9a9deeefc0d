/// What the matchers of regions have in common: a set, data kept from frame to frame, threads that take parts of the
/// work, and the records of a query. Each pair of regions is reported once, whatever the number of their extents. `any`
/// has one record in all, `bodies` one for each region that matches.
///
///     cd_region_matcher_run(matcher, workers, count, CHUNK, match);       // calls in several threads:
///     void match(matcher, worker, first, end):
///         for publish extents i from first to end - 1:
///             if (cd_region_matcher_found(matcher, worker, CD_REGION_PUBLISH, i, others, hits))
///                 return;                                                 // the query is answered
#ifndef CD_ALGOS_REGIONS_REGION_MATCHER_H
#define CD_ALGOS_REGIONS_REGION_MATCHER_H

#include "algos/algo.h"
#include "algos/regions/region_order.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a matcher keeps in addition to its set: nothing, or an order of both sides.
enum cd_region_keeps { CD_REGION_KEEPS_NOTHING, CD_REGION_KEEPS_ORDER };

/// Most rows that are scanned at once.
#define CD_REGION_ROW 2048

struct cd_region_matcher;

/// What a matcher does to the items first .. end - 1 of its work, in the thread of `worker`.
typedef void cd_region_match(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                             uint32_t end);

/// First member of a matcher.
struct cd_region_matcher {
    struct cd_region_set set;
    struct cd_region_order order; ///< if the matcher keeps it
    enum cd_region_keeps keeps;
    struct cd_context *context;
    uint32_t (*found)[CD_REGION_ROW + CD_REGION_SLACK]; ///< room for the hits of a scan, for every thread
    // For the current query, which all threads answer:
    enum cd_query query;
    uint8_t *marks; ///< for `bodies`: of publish extents, then of subscribe extents
    uint8_t any;    ///< for `any`: something matches; read and written atomically
    struct cd_worker *workers;
    cd_region_match *match;
    uint32_t count, chunk; ///< items of the work, and how many a thread takes at a time
};

/// The description: exact, for regions, every query except contacts; the counters of `any` depend on the threads.
void cd_region_matcher_describe(const struct cd_settings *settings, struct cd_description *description);

/// Makes a matcher of `bytes` bytes, which are zero except for its first member.
void *cd_region_matcher_create(const struct cd_create *create, size_t bytes, enum cd_region_keeps keeps);

/// Takes a frame.
void cd_region_matcher_take(struct cd_region_matcher *matcher, const struct cd_frame *frame);

/// Members of the record. `update` takes a frame and sorts the order, if the matcher keeps one, by where extents begin in the
/// first dimension; `destroy` also frees the matcher.
enum cd_code cd_region_matcher_update(void *self, const struct cd_frame *frame, struct cd_status *status);
void cd_region_matcher_destroy(void *self);

/// Answers the query by calling `match` for all `count` items, `chunk` at a time, in any thread. Stops early when the
/// query is answered.
void cd_region_matcher_run(struct cd_region_matcher *matcher, struct cd_worker *workers, uint32_t count,
                           uint32_t chunk, cd_region_match *match);

/// True when the query is already answered, perhaps by another thread.
static inline bool cd_region_matcher_over(const struct cd_region_matcher *matcher)
{
    return matcher->query == CD_QUERY_ANY && __atomic_load_n(&matcher->any, __ATOMIC_RELAXED);
}

/// True when matches need only be counted. Looking at each match would often be a cache miss.
static inline bool cd_region_matcher_counts(const struct cd_region_matcher *matcher,
                                            const struct cd_worker *worker)
{
    return matcher->query == CD_QUERY_PAIRS && !matcher->set.has_extents &&
           worker->sink->mode == CD_SINK_COUNT;
}

/// What cd_region_matcher_found does when it has to look at the matches one by one.
bool cd_region_matcher_found_slowly(struct cd_region_matcher *matcher, struct cd_worker *worker,
                                    enum cd_region_kind kind, uint32_t extent, const uint32_t *others,
                                    uint32_t count);

/// Reports that extent `extent` of the side `kind` matches these `count` extents of the other side. Each such pair of
/// extents is reported once. True when the query is answered.
static inline bool cd_region_matcher_found(struct cd_region_matcher *matcher, struct cd_worker *worker,
                                           enum cd_region_kind kind, uint32_t extent, const uint32_t *others,
                                           uint32_t count)
{
    if (!cd_region_matcher_counts(matcher, worker))
        return cd_region_matcher_found_slowly(matcher, worker, kind, extent, others, count);
    worker->sink->count += count;
    return false;
}

/// Tests the bounds of an extent, in the dimensions from `from` on, against the rows first .. end - 1 of
/// `others`, which are named by their extents, and reports what matches. Counts the tests. True when the query
/// is answered.
bool cd_region_matcher_scan(struct cd_region_matcher *matcher, struct cd_worker *worker,
                            enum cd_region_kind kind, uint32_t extent, const struct cd_region_bounds *bounds,
                            const struct cd_region_columns *others, uint32_t from, uint32_t first,
                            uint32_t end);

#ifdef __cplusplus
}
#endif
#endif
