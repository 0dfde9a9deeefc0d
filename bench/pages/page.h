/// What the pages share.
#ifndef CD_BENCH_PAGES_PAGE_H
#define CD_BENCH_PAGES_PAGE_H

#include "base/atomic_file.h"
#include "base/progress.h"
#include "bench/pages/html.h"
#include "bench/papers/ledgers.h"

struct cd_pages {
    const struct cd_ledgers *ledgers;
    const char *folder;
    struct cd_progress *progress;
    size_t file_count, capacity;
    struct cd_output **files;
    struct cd_texts names; ///< of the files
    size_t pictures;       ///< drawn so far
};

/// Begins a file of the folder, to be finished by cd_output_finish. All files get their final names together at the
/// end. NULL when the file cannot be written.
struct cd_output *cd_page_open(struct cd_pages *pages, const char *name, struct cd_status *status);

/// Write what comes before and after the content of the page of this name.
void cd_page_begin(const struct cd_pages *pages, const char *name, const char *title, FILE *stream);
void cd_page_end(FILE *stream);

/// Writes a table cell with a verdict in its colour, and what keeps it from being final.
void cd_page_verdict(FILE *stream, enum cd_claim_verdict verdict, bool quick, bool old);

/// The source of a ledger, NULL when no source has anything about its paper; and the source's heading.
const struct cd_results_source *cd_page_source(const struct cd_pages *pages, const struct cd_ledger *ledger);
const char *cd_page_heading(const struct cd_pages *pages, const struct cd_ledger *ledger);

/// True when the paper asks questions of its own: none of its claims comes from a published text.
bool cd_is_study(const struct cd_paper *paper);

enum cd_code cd_page_paper(struct cd_pages *pages, const struct cd_paper *paper, struct cd_status *status);
enum cd_code cd_page_machines(struct cd_pages *pages, struct cd_status *status);

#endif
