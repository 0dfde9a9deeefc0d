/// What the matchers of regions have in common: a set, an answer, and threads that take parts of the work.
#ifndef CD_ALGOS_REGIONS_REGION_MATCHER_H
#define CD_ALGOS_REGIONS_REGION_MATCHER_H

#include "algos/algo.h"
#include "algos/regions/region_answer.h"
#include "algos/regions/region_scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First member of a matcher.
struct cd_region_matcher {
    struct cd_region_set set;
    struct cd_region_answer answer;
    struct cd_context *context;
    struct cd_worker *workers;                          ///< of the query at hand
    uint32_t (*found)[CD_REGION_ROW + CD_REGION_SLACK]; ///< room for the hits of a scan, for every thread
    uint32_t next_part, parts;                          ///< next_part is taken atomically
    void (*match)(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t part);
};

/// Exact, of regions, every query but contacts; what `any` counts depends on the threads.
void cd_region_matcher_describe(const struct cd_settings *settings, struct cd_description *description);

void cd_region_matcher_create(struct cd_region_matcher *matcher, const struct cd_create *create);
void cd_region_matcher_destroy(struct cd_region_matcher *matcher);

/// Bytes of what it points to.
size_t cd_region_matcher_bytes(const struct cd_region_matcher *matcher);

/// Answers the query by calls of `match` for every part, each once and in any thread, unless the query is
/// answered before.
void cd_region_matcher_run(struct cd_region_matcher *matcher, struct cd_worker *workers, uint32_t parts,
                           void (*match)(struct cd_region_matcher *matcher, struct cd_worker *worker,
                                         uint32_t part));

/// Scans first .. end - 1 of arrays as `cd_region_scan` does, any number of them, and reports what it finds
/// as matches of `extent`; entry i of the arrays is extent map[i] of the other side. Counts the tests. True
/// when the query is answered.
bool cd_region_matcher_scan(struct cd_region_matcher *matcher, struct cd_worker *worker,
                            enum cd_region_kind kind, uint32_t extent, const struct cd_region_bounds *bounds,
                            int32_t *const *low, int32_t *const *high, const uint32_t *map, uint32_t from,
                            uint32_t first, uint32_t end);

#ifdef __cplusplus
}
#endif
#endif
