/// The claims of a paper under its readings (`readings:` in its file): under which combinations of readings a claim
/// holds, which question decides it, and what the verdict would be at half and twice its thresholds.
///
/// `<folder>/<key>/readings/` contains
///     readings.csv    a row per combination, claim, form and threshold: the reading of each question, `outcome`
///                     (a verdict) and `value` (of the check that the outcome depends on most);
///                     `text` is a hash of the claim's checks and of what is measured for them
///     run.json        the circumstances of the run, as for experiments
///     readings.svg, readings.png
/// and, until everything is measured, `.work/` with what has been measured.
#ifndef CD_BENCH_PAPERS_READINGS_H
#define CD_BENCH_PAPERS_READINGS_H

#include "bench/papers/experiment.h"
#include "bench/papers/verdicts.h"

/// The number of factors for thresholds: 1/2, 1, 2; see cd_check_scale.
#define CD_THRESHOLDS 3

/// The study in the form of an experiment. cd_readings_draw draws its only figure.
struct cd_experiment cd_readings_experiment(const struct cd_paper *paper);

/// Chooses combinations. A combination is the number of a reading for each question; combinations follow each other in
/// the array. If there are at most `limit` combinations, all are chosen in order. Otherwise the combination of first
/// readings is chosen, then each other reading alone, then, up to the limit, others at random. The same seed gives the
/// same choice. The caller frees the array with cd_free.
size_t *cd_readings_choose(const struct cd_paper *paper, size_t limit, uint64_t seed, size_t *count);

/// Makes a check ask for half as much (`factor` 0.5) or twice as much. A single bound between 1/2 and 2 keeps its
/// distance from 1, scaled: 0.9 becomes 0.95 and 0.8. Another one is scaled itself: 5 becomes 2.5 and 10. 0 and 1 stay.
/// Two bounds keep their middle, and their distance is scaled; if they are positive, the middle is the geometric one, and
/// the distance is their ratio.
void cd_check_scale(struct cd_check *check, double factor);

/// Gets the outcome of each experiment; `user` is the plan's.
typedef void cd_note_outcome(void *user, const struct cd_experiment *experiment,
                             const struct cd_experiment_outcome *outcome);

/// Measures what is needed by the deciding checks of every claim that some reading touches, and judges these claims
/// under each combination. The other claims are judged once, by what the folder has of their experiments. Writes
/// readings.csv and, with `draw`, the figure. `size` and `keep` of the plan are set here. CD_INTERRUPTED after Ctrl-C;
/// what is finished is kept. CD_ENVIRONMENT without gnuplot; everything but the figure is then written.
enum cd_code cd_readings_run(const struct cd_paper *paper, const struct cd_experiment_plan *plan,
                             uint64_t seed, size_t limit, bool draw, cd_note_outcome *note,
                             struct cd_status *status);

/// Reads readings.csv; NULL, and CD_OK, when it or its run.json is missing.
enum cd_code cd_readings_load(const struct cd_paper *paper, const char *folder, struct cd_table **outcomes,
                              struct cd_status *status);

/// The rows of a claim in its headline form, at a threshold: one for each combination, in order. The caller frees the
/// array with cd_free.
size_t *cd_readings_rows(const struct cd_table *outcomes, const struct cd_claim *claim, double threshold,
                         size_t *count);
/// The verdict on the claim of a row.
enum cd_claim_verdict cd_readings_outcome(const struct cd_table *outcomes, size_t row);

/// How readings affect a claim, in its headline form.
struct cd_claim_readings {
    bool touched;
    bool stale;   ///< its checks, or the data they read, have changed since
    size_t count; ///< of combinations; 0: unknown
    size_t outcomes[CD_THRESHOLDS][CD_CLAIM_VERDICTS];
    const struct cd_question
        *decides; ///< the question whose reading, changed alone, changes the outcome most often; or NULL
};

struct cd_claim_readings cd_claim_readings(const struct cd_paper *paper, const struct cd_table *outcomes,
                                           const struct cd_claim *claim);

/// "holds under 12 of 16 readings (4 refuted); `layers` decides; ...", freed by cd_free; NULL if unknown.
char *cd_claim_readings_text(const struct cd_claim_readings *readings);

/// Draws claims by combinations, coloured by outcome, from the readings in a results folder. Draws nothing when the
/// folder has no readings, or none that touches a claim. CD_ENVIRONMENT without gnuplot.
enum cd_code cd_readings_draw(const struct cd_paper *paper, const char *folder, struct cd_status *status);

#endif
