/// The claims of a paper under the readings of it (`readings:` in its file): under which combinations of them a
/// claim holds, which question decides it, and what half and twice its thresholds would say.
///
/// `<folder>/<key>/readings/` holds
///     readings.csv    a row per combination, claim, form and threshold: the reading of each question, `outcome`
///                     (a verdict) and `value` (of the check that the outcome rests on most);
///                     `text` is a hash of the claim's checks and of what is measured for them
///     run.json        the circumstances of the run, as experiments have them
///     readings.svg, readings.png
/// and, until all is measured, `.work/` with what was.
#ifndef CD_BENCH_PAPERS_READINGS_H
#define CD_BENCH_PAPERS_READINGS_H

#include "bench/papers/experiment.h"
#include "bench/papers/verdicts.h"

/// What thresholds are multiplied by: 1/2, 1, 2; see cd_bound_scaled.
#define CD_THRESHOLDS 3

/// Chooses combinations: for each, the number of a reading of each question, one after the other. All of them
/// in order where they are at most `limit`; else the first readings, each other reading alone, and, up to the
/// limit, others at random. The same seed gives the same. The caller's, by cd_free.
size_t *cd_readings_choose(const struct cd_paper *paper, size_t limit, uint64_t seed, size_t *count);

/// A bound that asks for half (`factor` 0.5) or twice as much. Between 1/2 and 2 the distance from 1 counts:
/// 0.9 becomes 0.95 and 0.8; elsewhere the bound itself: 5 becomes 2.5 and 10. 0 and 1 stay.
double cd_bound_scaled(double bound, double factor);

/// Gets what became of each experiment; `user` is the plan's.
typedef void cd_note_outcome(void *user, const struct cd_paper *paper, const struct cd_experiment *experiment,
                             const struct cd_experiment_outcome *outcome);

/// Measures what the deciding checks of claims need that some reading touches, judges these under each
/// combination (the others once, by what the folder has of their experiments) and writes readings.csv and, where
/// `draw`, the figure. Of the plan, `size` and `keep` are set here. CD_INTERRUPTED after Ctrl-C with what is
/// finished kept; CD_ENVIRONMENT without gnuplot, with all but the figure there.
enum cd_code cd_readings_run(const struct cd_paper *paper, const struct cd_experiment_plan *plan,
                             uint64_t seed, size_t limit, bool draw, cd_note_outcome *note,
                             struct cd_status *status);

/// Reads readings.csv; NULL, and CD_OK, when there is none.
enum cd_code cd_readings_load(const struct cd_paper *paper, const char *folder, struct cd_table **outcomes,
                              struct cd_status *status);

/// The rows of a claim in the form of its headline, at a threshold, one for each combination in their order. The
/// caller's, by cd_free.
size_t *cd_readings_rows(const struct cd_table *outcomes, const struct cd_claim *claim, double threshold,
                         size_t *count);
/// What became of the claim of a row.
enum cd_claim_verdict cd_readings_outcome(const struct cd_table *outcomes, size_t row);

/// What readings do to a claim, in the form of its headline.
struct cd_claim_readings {
    bool touched;
    bool stale;   ///< its checks, or what they read, have changed since
    size_t count; ///< of combinations; 0: not known
    size_t outcomes[CD_THRESHOLDS][CD_CLAIM_VERDICTS];
    const struct cd_question
        *decides; ///< whose reading, changed alone, changes the outcome most often; or NULL
};

struct cd_claim_readings cd_claim_readings(const struct cd_paper *paper, const struct cd_table *outcomes,
                                           const struct cd_claim *claim);

/// "holds under 12 of 16 readings (4 refuted); `layers` decides; ...", by cd_free; NULL where nothing is known.
char *cd_claim_readings_text(const struct cd_claim_readings *readings);

/// Draws claims by combinations, coloured by outcome, as the readings of a results folder have it: nothing where it has
/// none, or none that touches a claim. CD_ENVIRONMENT without gnuplot.
enum cd_code cd_readings_draw(const struct cd_paper *paper, const char *folder, struct cd_status *status);

#endif
