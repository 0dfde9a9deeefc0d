/// All papers with measurements, judged by every folder with results.
#ifndef CD_BENCH_PAPERS_LEDGERS_H
#define CD_BENCH_PAPERS_LEDGERS_H

#include "base/options.h"
#include "bench/papers/ledger.h"

struct cd_ledgers {
    size_t count, capacity, paper_count;
    struct cd_ledger *items; ///< by paper, then by source
    struct cd_paper **papers;
    struct cd_texts sources; ///< folders with results
    struct cd_texts found;   ///< the names of the folders in results/
};

/// Judges the papers with the given keys, or all papers that a source has measurements of. Each paper is judged by each
/// source that has measurements of it, or with `beside` by each source. Without `sources`, the sources are the folders
/// in results/. A paper that no source has gets one ledger that says what to run. CD_IO when nothing was measured.
/// Release the ledgers in either case.
enum cd_code cd_ledgers_make(const struct cd_texts *sources, const struct cd_texts *keys, bool beside,
                             struct cd_ledgers *ledgers, struct cd_status *status);
void cd_ledgers_release(struct cd_ledgers *ledgers);

/// All of it as an object, of schemas/claims.json. It belongs to the caller.
json_t *cd_ledgers_json(const struct cd_ledgers *ledgers);

/// The heading of a source where several are shown side by side: the last part of its name, or the whole name if
/// another source has the same last part.
const char *cd_source_heading(const struct cd_ledgers *ledgers, size_t source);

#endif
