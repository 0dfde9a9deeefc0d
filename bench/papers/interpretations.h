/// The claims of a paper under the interpretations of its text (`interpretations:` in its file). The first value of each
/// holds in the paper's experiments. Here every other value is tried alone, and those pairs together that the file names
/// (`together:`): which interpretation a verdict hangs on, and what it would be at half and twice its thresholds.
///
/// `<folder>/<key>/interpretations/` contains
///     interpretations.csv    a row per case, claim, form and threshold: `instead` (the values that are not the first,
///                            "near=box"; empty for none), `outcome` (a verdict) and `value` (of the check that the
///                            outcome depends on most); `text` is a hash of the claim's checks and of what is measured
///                            for them
///     run.json               the circumstances of the run, as for experiments
///     interpretations.gnuplot, .svg, .png and .pdf, drawn by scripts/figures
/// and, until everything is measured, `.work/` with what has been measured.
#ifndef CD_BENCH_PAPERS_INTERPRETATIONS_H
#define CD_BENCH_PAPERS_INTERPRETATIONS_H

#include "bench/papers/experiment.h"
#include "bench/papers/verdicts.h"

/// The number of factors for thresholds: 1/2, 1, 2; see cd_check_scale.
#define CD_THRESHOLDS 3

/// The study in the form of an experiment with one figure.
struct cd_experiment cd_interpretations_experiment(const struct cd_paper *paper);

/// The cases: the first values; then each other value alone; then the pairs of `together:`. Values that are not measured
/// are left out. A case is the number of a value for each question; cases follow each other in the array, which the
/// caller frees by cd_free.
size_t *cd_interpretations_choose(const struct cd_paper *paper, size_t *count);

/// Makes a check ask for half as much (`factor` 0.5) or twice as much. A single bound between 1/2 and 2 keeps its
/// distance from 1, scaled: 0.9 becomes 0.95 and 0.8. Another one is scaled itself: 5 becomes 2.5 and 10. 0 and 1 stay.
/// Two bounds keep their middle, and their distance is scaled; if they are positive, the middle is the geometric one, and
/// the distance is their ratio.
void cd_check_scale(struct cd_check *check, double factor);

/// Gets the outcome of each experiment; `user` is the plan's.
typedef void cd_note_outcome(void *user, const struct cd_experiment *experiment,
                             const struct cd_experiment_outcome *outcome);

/// Measures what is needed by the deciding checks of every claim that some interpretation touches, and judges these
/// claims in each case. The other claims are judged once, by what the folder has of their experiments. Writes
/// interpretations.csv. `size` and `keep` of the plan are set here. CD_INTERRUPTED after Ctrl-C; what is finished is
/// kept.
enum cd_code cd_interpretations_run(const struct cd_paper *paper, const struct cd_experiment_plan *plan,
                                    cd_note_outcome *note, struct cd_status *status);

/// Reads interpretations.csv; NULL, and CD_OK, without its run.json. CD_IO when only the table is missing, and CD_DATA
/// when it is not whole.
enum cd_code cd_interpretations_load(const struct cd_paper *paper, const char *folder,
                                     struct cd_table **outcomes, struct cd_status *status);

/// The rows of a claim in its headline form, at a threshold: one for each case, in order. The caller frees the array with
/// cd_free.
size_t *cd_interpretations_rows(const struct cd_table *outcomes, const struct cd_claim *claim,
                                double threshold, size_t *count);
/// The verdict on the claim of a row.
enum cd_claim_verdict cd_interpretations_outcome(const struct cd_table *outcomes, size_t row);

/// What the verdict hangs on: "the same under 5 of 7 interpretations; near=box: refuted; rate=nothing: partly", with
/// what it would be at other thresholds if that differs. Interpretations have fewer frames: when the first values give
/// another verdict than `*verdict`, that of the claim (NULL if it does not matter), the text says which. Freed by cd_free;
/// NULL if unknown.
char *cd_claim_interpretations_text(const struct cd_paper *paper, const struct cd_table *outcomes,
                                    const struct cd_claim *claim, const enum cd_claim_verdict *verdict);

#endif
