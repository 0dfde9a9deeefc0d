/// The exact answers that every algorithm is compared with. The oracle shares no traversal with any algorithm. It
/// refits a tree of exact world-space boxes over the canonical vertices of each body and frame, decides leaves by
/// `cd_triangles_touch`, and for solids computes exact winding numbers. Answers are cached on disk by scene hash.
#ifndef CD_BENCH_ORACLE_ORACLE_H
#define CD_BENCH_ORACLE_ORACLE_H

#include "base/progress.h"
#include "bench/oracle/truth.h"

/// Works out the truth of a scene, or reads it from the cache. The queries CD_QUERY_ANY, BODIES and PAIRS all give the
/// pairs. Contacts are always of surfaces, whatever `meaning` says. `progress` may be NULL. Ctrl-C ends the work with
/// CD_INTERRUPTED. `*truth` is NULL after a failure. With `use_cache` false the cache is neither read nor written. A
/// file in the cache that does not fit is not a failure but a `cache_warning`. `threads` >= 1; the truth does not
/// depend on it. In a scene of regions `query` is not contacts, `meaning` does not matter, and only totals are kept
/// when there are very many pairs.
enum cd_code cd_oracle_truth(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                             unsigned threads, bool use_cache, struct cd_progress *progress,
                             struct cd_truth **truth, struct cd_status *status);

/// Works out a truth without asking the cache. `*truth` is unchanged after a failure. `query` is PAIRS or CONTACTS.
/// Pairs of regions are kept if there are at most `max_pairs` (CD_ORACLE_PAIRS except in tests) over all frames.
/// Everything else is as in cd_oracle_truth.
enum cd_code cd_oracle_work_out(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                                unsigned threads, uint64_t max_pairs, struct cd_progress *progress,
                                struct cd_truth **truth, struct cd_status *status);

/// Works out again a truth that came from the cache, because an algorithm that claims to be exact differs from it. A
/// file that somebody made may fit its scene and still be wrong. The cache gets the new truth. `*differs` says whether
/// the old one was wrong; `cache_warning` then says so too. Fails like cd_oracle_truth, and then leaves `*truth`
/// unchanged.
enum cd_code cd_oracle_renew(const struct cd_scene *scene, unsigned threads, struct cd_progress *progress,
                             struct cd_truth **truth, bool *differs, struct cd_status *status);

#endif
