/// Judges the claims of a paper by what was measured.
#ifndef CD_BENCH_PAPERS_VERDICTS_H
#define CD_BENCH_PAPERS_VERDICTS_H

#include "bench/papers/checks.h"

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
    struct cd_check_result *checks; ///< one for each of the claim's
};

/// Judges one claim by what there is of each experiment of the paper, in its order. To be released by
/// cd_claim_release.
struct cd_claim_result cd_claim_judge(const struct cd_claim *claim, const struct cd_paper *paper,
                                      const struct cd_measurements *measurements);
void cd_claim_release(struct cd_claim_result *result);

/// "reproduced", "not comparable".
const char *cd_claim_verdict_name(enum cd_claim_verdict verdict);

#endif
