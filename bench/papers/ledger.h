/// All claims of a paper with their verdicts, read from a results folder, as tables and files.
#ifndef CD_BENCH_PAPERS_LEDGER_H
#define CD_BENCH_PAPERS_LEDGER_H

#include "bench/papers/verdicts.h"

#include <jansson.h>

#include <stdio.h>

/// All claims of a paper, judged by what a results folder holds.
struct cd_ledger {
    const struct cd_paper *paper;
    const char *folder;
    bool quick;                ///< some of it was measured at quick size
    size_t undated;            ///< experiments of which nothing says by which source they were measured
    struct cd_table *readings; ///< readings.csv, or NULL
    size_t count;
    struct cd_claim_result *results;
};

/// Reads what `<folder>/<key>/` has of the paper's experiments and judges all claims by it. `paper` and
/// `folder` must outlive the ledger. CD_DATA or CD_IO when a file there cannot be read.
enum cd_code cd_ledger_make(const struct cd_paper *paper, const char *folder, struct cd_ledger *ledger,
                            struct cd_status *status);
void cd_ledger_release(struct cd_ledger *ledger);

/// The table `paper says - measured (interval) - verdict`, for a terminal of `width` columns.
void cd_ledger_print(const struct cd_ledger *ledger, FILE *stream, unsigned width);

/// Writes a row per check, and one per claim without checks, to a file that appears whole or not at all, or
/// standard output for "-"; nothing without a path.
enum cd_code cd_ledger_save(const struct cd_ledger *ledgers, size_t count, const char *path,
                            struct cd_status *status);

/// A table of the claims and their verdicts for a report, and a list of what each verdict rests on.
void cd_ledger_write_markdown(const struct cd_ledger *ledger, FILE *stream);

/// The command that judges these claims, as a shell takes it; the caller's, by free.
char *cd_ledger_command(const struct cd_ledger *ledger);

/// The ledger as an object. The caller's.
json_t *cd_ledger_json(const struct cd_ledger *ledger);

#endif
