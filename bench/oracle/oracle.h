/// The exact answers that every algorithm is held to. The oracle shares no traversal with any algorithm: it
/// refits a tree of exact world-space boxes over the canonical vertices of each body and frame, decides
/// leaves by `cd_triangles_touch`, and for solids counts exact winding numbers. Answers are cached on disk by
/// scene hash.
#ifndef CD_BENCH_ORACLE_ORACLE_H
#define CD_BENCH_ORACLE_ORACLE_H

#include "base/progress.h"
#include "bench/oracle/truth.h"

/// Works out (or reads from the cache) the truth of a scene. `query` CD_QUERY_ANY, BODIES and PAIRS all give
/// the pairs; contacts are always of surfaces, whatever `meaning` says. `progress` may be NULL. Ctrl-C ends
/// the work with CD_INTERRUPTED. `*truth` is NULL after a failure. `use_cache` false neither reads nor
/// writes the cache; what does not fit in there is no failure but `cache_warning`. `threads` >= 1; the truth
/// does not depend on it. Of a scene of regions `query` is not contacts, `meaning` does not matter, and where
/// there are very many pairs only totals are kept.
enum cd_code cd_oracle_truth(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                             unsigned threads, bool use_cache, struct cd_progress *progress,
                             struct cd_truth **truth, struct cd_status *status);

/// Works out a truth, whatever the cache says; `*truth` stays as it is after a failure. `query` is PAIRS or
/// CONTACTS. Of regions, pairs are kept as long as there are no more than `max_pairs` (CD_ORACLE_PAIRS except in
/// tests) over all frames; otherwise as cd_oracle_truth.
enum cd_code cd_oracle_work_out(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                                unsigned threads, uint64_t max_pairs, struct cd_progress *progress,
                                struct cd_truth **truth, struct cd_status *status);

/// Works a truth out anew where it came from the cache, since an algorithm that claims to be exact differs
/// from it: a file that somebody made may fit its scene and still be wrong. The cache gets the new one.
/// `*differs` tells whether the old one was wrong; `cache_warning` says so then. Fails like cd_oracle_truth,
/// and leaves `*truth` as it is.
enum cd_code cd_oracle_renew(const struct cd_scene *scene, unsigned threads, struct cd_progress *progress,
                             struct cd_truth **truth, bool *differs, struct cd_status *status);

#endif
