/// All claims of a paper with their verdicts, read from a results folder, as tables and files.
#ifndef CD_BENCH_PAPERS_LEDGER_H
#define CD_BENCH_PAPERS_LEDGER_H

#include "bench/papers/numbers.h"
#include "bench/papers/verdicts.h"

#include <jansson.h>

#include <stdio.h>

/// What a results folder has of an experiment.
struct cd_measured {
    bool measured; ///< nothing else is set without
    enum cd_size size;
    bool stale, undated;            ///< as in struct cd_measurements
    char changed[CD_CHANGED_BYTES]; ///< as there
    json_t *added; ///< what `reproduce --algo` named, a list of texts of run.json; NULL for none
};

/// All claims of a paper, judged by what a results folder contains.
struct cd_ledger {
    const struct cd_paper *paper;
    const char *folder;
    bool quick;                ///< some measurements were made at quick size
    size_t undated;            ///< experiments with no record of the source that measured them
    size_t measured, outdated; ///< experiments; and those of them whose code has changed since
    bool unhashed; ///< cd_results_lack_hashes: of some experiment, nothing shows whether it is whole
    struct cd_measured *experiments;  ///< of the paper, in its order
    struct cd_table *interpretations; ///< interpretations.csv, or NULL
    size_t count;
    struct cd_claim_result *results;
    size_t number_count; ///< that the paper prints
    struct cd_paper_number *numbers;
};

/// Reads the paper's experiments from `<folder>/<key>/` and judges all claims by them. `paper` and `folder` must
/// outlive the ledger. CD_DATA or CD_IO when a file there cannot be read.
enum cd_code cd_ledger_make(const struct cd_paper *paper, const char *folder, struct cd_ledger *ledger,
                            struct cd_status *status);
void cd_ledger_release(struct cd_ledger *ledger);

/// Warns of the paper's tables in a results folder that have no run.json beside them: nothing of them is judged.
void cd_ledger_tell_unrecorded(const struct cd_paper *paper, const char *folder,
                               void (*warn)(void *user, const char *line), void *user);

/// Prints the table `paper says - measured (interval) - verdict` and the numbers that the paper prints beside ours, for a terminal of `width` columns.
void cd_ledger_print(const struct cd_ledger *ledger, FILE *stream, unsigned width);

/// Writes a row per check, and one per claim without checks, to a file that appears whole or not at all. "-" is
/// standard output. Without a path nothing is written.
enum cd_code cd_ledger_save(const struct cd_ledger *ledgers, size_t count, const char *path,
                            struct cd_status *status);

/// The ledger as an object. It belongs to the caller.
json_t *cd_ledger_json(const struct cd_ledger *ledger);

#endif
