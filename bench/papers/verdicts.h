/// Judges the claims of a paper by the measurements.
#ifndef CD_BENCH_PAPERS_VERDICTS_H
#define CD_BENCH_PAPERS_VERDICTS_H

#include "bench/papers/checks.h"

enum cd_claim_verdict {
    CD_CLAIM_REPRODUCED,     ///< its deciding checks hold at every point
    CD_CLAIM_PARTLY,         ///< they hold at some points and fail at others
    CD_CLAIM_REFUTED,        ///< they fail at every point
    CD_CLAIM_VACUOUS,        ///< about a form that misses most of what it is to find
    CD_CLAIM_UNDECIDED,      ///< measured, but the measurements allow both
    CD_CLAIM_NOT_COMPARABLE, ///< measured on a machine that says nothing about the paper's machine
    CD_CLAIM_NOT_MEASURED,   ///< nothing was measured, or the measurement gave no value
};
#define CD_CLAIM_VERDICTS 7

/// What a form is to find, and how much of it it misses.
struct cd_found {
    double misses, truths;
};

struct cd_claim_result {
    const struct cd_claim *claim;
    enum cd_claim_verdict verdict;         ///< of the form that cd_claim_headline names
    enum cd_claim_verdict forms[CD_FORMS]; ///< of those that the claim asks; else CD_CLAIM_NOT_MEASURED
    struct cd_found found[CD_FORMS];       ///< of those that are vacuous
    char *reason;                          ///< for the last four verdicts, else NULL
    char *note; ///< what was not measured, or measured with another text of the paper or older code; or NULL
    char *mark; ///< the same in short: without the code that has changed
    char *interpretations; ///< how interpretations change it; NULL if unknown. cd_ledger_make sets it
    bool quick;            ///< some of the measurements behind it were made at quick size
    bool old;              ///< some of them were made with another text of the paper or by older code
    struct cd_check_result *checks; ///< one for each check of the claim
};

/// Judges one claim by the measurements of each experiment of the paper, in the paper's order. Released by
/// cd_claim_release.
struct cd_claim_result cd_claim_judge(const struct cd_claim *claim, const struct cd_paper *paper,
                                      const struct cd_measurements *measurements);
void cd_claim_release(struct cd_claim_result *result);

/// "reproduced", "not comparable".
const char *cd_claim_verdict_name(enum cd_claim_verdict verdict);

#endif
