/// Turns the matching extents that a matcher finds into the records of a query: each pair of regions once,
/// whatever the number of their extents; for `any` one record in all, for `bodies` one a region that matches.
///
///     cd_region_answer_begin(&answer);
///     for publish extents i, by any number of threads:
///         if (cd_region_answer_row(&answer, worker, CD_REGION_PUBLISH, i, found, count))
///             break;                                                        // the query is answered
///     cd_region_answer_end(&answer, workers);
#ifndef CD_ALGOS_REGIONS_REGION_ANSWER_H
#define CD_ALGOS_REGIONS_REGION_ANSWER_H

#include "algos/algo.h"
#include "algos/regions/region_set.h"

/// The queries that matchers of regions answer, for `describe`.
#define CD_REGION_QUERIES                                                                                    \
    (CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES) | CD_QUERY_BIT(CD_QUERY_PAIRS))

/// What the threads that answer one query share.
struct cd_region_answer {
    const struct cd_region_set *set;
    enum cd_query query;
    uint8_t *marks; ///< for `bodies`: of publish extents, then of subscribe extents
    uint8_t found;  ///< for `any`; read and written atomically
};

/// An answer to `query` about a set, which outlives it.
void cd_region_answer_create(struct cd_region_answer *answer, const struct cd_region_set *set,
                             enum cd_query query);
void cd_region_answer_destroy(struct cd_region_answer *answer);

/// Before the first match of a frame; the set has been filled.
void cd_region_answer_begin(struct cd_region_answer *answer);

/// True when the query is answered already, be it by another thread.
static inline bool cd_region_answer_over(const struct cd_region_answer *answer)
{
    return answer->query == CD_QUERY_ANY && __atomic_load_n(&answer->found, __ATOMIC_RELAXED);
}

/// What cd_region_answer_row does when it has to look at the matches one by one.
bool cd_region_answer_row_slowly(struct cd_region_answer *answer, struct cd_worker *worker,
                                 enum cd_region_kind kind, uint32_t extent, const uint32_t *others,
                                 uint32_t count);

/// Extent `extent` of the side `kind` matches these `count` extents of the other side, and each such pair of
/// extents is reported once. True when the query is answered and nothing more need be found.
static inline bool cd_region_answer_row(struct cd_region_answer *answer, struct cd_worker *worker,
                                        enum cd_region_kind kind, uint32_t extent, const uint32_t *others,
                                        uint32_t count)
{
    const struct cd_region_set *set = answer->set;
    if (answer->query != CD_QUERY_PAIRS || set->has_extents)
        return cd_region_answer_row_slowly(answer, worker, kind, extent, others, count);
    if (worker->sink->mode == CD_SINK_COUNT)
        worker->sink->count += count; // without a look at the id, which would often be a cache miss
    else
        cd_sink_put_pairs(worker->sink, set->sides[kind].names[extent], set->sides[!kind].names, others,
                          count);
    return false;
}

/// The same when the other extents are map[others[i]].
static inline bool cd_region_answer_mapped_row(struct cd_region_answer *answer, struct cd_worker *worker,
                                               enum cd_region_kind kind, uint32_t extent, const uint32_t *map,
                                               const uint32_t *others, uint32_t count)
{
    const struct cd_region_set *set = answer->set;
    bool plain = answer->query == CD_QUERY_PAIRS && !set->has_extents;
    if (plain && worker->sink->mode == CD_SINK_COUNT) { // which looks at no record
        cd_sink_put_pairs(worker->sink, set->sides[kind].names[extent], set->sides[!kind].names, others,
                          count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++)
        if (cd_region_answer_row(answer, worker, kind, extent, &map[others[i]], 1))
            return true;
    return false;
}

/// After the last match: puts what `any` and `bodies` have as records into the first worker's sink.
void cd_region_answer_end(struct cd_region_answer *answer, struct cd_worker *workers);

#endif
