/// Judges the claims of a paper by what was measured.
#ifndef CD_BENCH_PAPERS_CLAIMS_H
#define CD_BENCH_PAPERS_CLAIMS_H

#include "bench/papers/measurements.h"

#include <jansson.h>

/// What one check found.
enum cd_check_outcome {
    CD_CHECK_HOLDS,   ///< the whole interval does
    CD_CHECK_FAILS,   ///< the whole interval does not
    CD_CHECK_OPEN,    ///< the interval has the bound in it
    CD_CHECK_MISSING, ///< not measured
};

struct cd_check_result {
    enum cd_check_outcome outcome;
    double value, low, high; ///< measured, with an interval of 95 % (NAN where there is none)
    char text[240];          ///< "1.84 (1.79 to 1.91), at least 1"
};

enum cd_claim_verdict {
    CD_CLAIM_REPRODUCED,     ///< every check holds
    CD_CLAIM_PARTLY,         ///< some do
    CD_CLAIM_REFUTED,        ///< none does and at least one fails
    CD_CLAIM_NOT_COMPARABLE, ///< measured, but on what says nothing about the paper's machine
    CD_CLAIM_NOT_TESTABLE,   ///< cannot be tested, was not measured yet, or is open in every check
};
#define CD_CLAIM_VERDICTS 5

struct cd_claim_result {
    const struct cd_claim *claim;
    enum cd_claim_verdict verdict;
    char *reason; ///< of the last two verdicts, else NULL
    char *note;   ///< what was not measured, or measured by another text of the paper; NULL for nothing
    bool quick;   ///< some of what it is judged by was measured at quick size
    size_t check_count;
    struct cd_check_result *checks; ///< one for each of the claim's
};

/// What claims are judged by: what there is of each experiment of the paper, in its order.
struct cd_claim_basis {
    const struct cd_paper *paper;
    const struct cd_measurements *measurements;
    const unsigned *cores; ///< of the machine that each was measured on; 0: unknown
};

/// Judges one claim; public for its tests. To be released by cd_claim_release.
struct cd_claim_result cd_claim_judge(const struct cd_claim *claim, const struct cd_claim_basis *basis);
void cd_claim_release(struct cd_claim_result *result);

/// All claims of a paper, judged by what a results folder holds.
struct cd_ledger {
    const struct cd_paper *paper;
    const char *folder;
    bool quick; ///< some of it was measured at quick size
    size_t count;
    struct cd_claim_result *results;
};

/// Reads what `<folder>/<key>/` has of the paper's experiments and judges all claims by it. `paper` and
/// `folder` must outlive the ledger. CD_DATA or CD_IO when a file there cannot be read.
enum cd_code cd_ledger_make(const struct cd_paper *paper, const char *folder, struct cd_ledger *ledger,
                            struct cd_status *status);
void cd_ledger_release(struct cd_ledger *ledger);

/// One check by measured rows. Checks of a kind take what docs/claims.md says of it.
struct cd_check_result cd_check_evaluate(const struct cd_check *check, const struct cd_experiment *experiment,
                                         const struct cd_measurements *measurements);

/// "reproduced", "not comparable"; "holds", "open".
const char *cd_claim_verdict_name(enum cd_claim_verdict verdict);
const char *cd_check_outcome_name(enum cd_check_outcome outcome);

/// The table `paper says - measured (interval) - verdict`, for a terminal of `width` columns.
void cd_ledger_print(const struct cd_ledger *ledger, FILE *stream, unsigned width);

/// A row per check, and one per claim without checks.
void cd_ledger_write_csv(const struct cd_ledger *const *ledgers, size_t count, FILE *stream);

/// The same table for a report.
void cd_ledger_write_markdown(const struct cd_ledger *ledger, FILE *stream);

/// The ledger as an object. The caller's.
json_t *cd_ledger_json(const struct cd_ledger *ledger);

#endif
