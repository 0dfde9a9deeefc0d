/// A comparison of two sides on any number of cells: answers first, then pairs of samples, then one decision
/// about all cells, and a second look at what seems slower.
#ifndef CD_BENCH_COMPARE_COMPARISON_H
#define CD_BENCH_COMPARE_COMPARISON_H

#include "bench/compare/decide.h"
#include "bench/compare/sampling.h"
#include "bench/compare/side.h"

/// How a cell ended.
enum cd_cell_end {
    CD_END_UNFINISHED,  ///< interrupted before its turn came or while it was measured
    CD_END_MEASURED,    ///< `finding` says the rest
    CD_END_WRONG,       ///< a side contradicts the oracle, or itself, or dies
    CD_END_DIFFERENT,   ///< the sides promise the same and answer differently
    CD_END_ONE_SIDED,   ///< one side does not know the algorithm or the scene
    CD_END_UNAVAILABLE, ///< the machine lacks something
};

/// What became of a `slower`.
enum cd_confirmation {
    CD_CONFIRM_NONE,      ///< there was nothing to confirm
    CD_CONFIRM_CONFIRMED, ///< slower under another alignment too
    CD_CONFIRM_REFUTED,   ///< not so; the cell is inconclusive
    CD_CONFIRM_MISSING,   ///< could not be tried, as `note` says
};

/// Samples of a cell and what they say.
struct cd_look {
    struct cd_sample_pairs pairs; ///< finished ones
    struct cd_finding finding;
    struct cd_finding other_clock; ///< by the time that does not decide; its `change` is not decided
};

struct cd_compared {
    const struct cd_workload *workload;
    char name[300];
    enum cd_cell_end end;
    char note[600]; ///< why there are no times, or what else is to be known; or ""
    enum cd_answers_verdict answers;
    struct cd_facts facts[2];
    bool by_wall;            ///< decided by wall time, not by processor time
    struct cd_look looks[2]; ///< the second one, under another alignment, only at what seemed slower
    enum cd_confirmation confirmation;
    enum cd_change change; ///< after confirmation
};

struct cd_comparison_plan {
    size_t pairs;          ///< of every cell
    double budget_seconds; ///< for all cells together; 0 for no limit
    double sample_seconds;
    uint64_t seed;
    bool confirm;     ///< false leaves a `slower` unconfirmed
    double slow_down; ///< planted on side B, for tests: `run --slow-down`, a share
    struct cd_rule rule;
    const struct cd_texts *plugins; ///< for both sides; NULL for none
    /// Gets one line for each thing worth knowing; never NULL.
    void (*warn)(void *user, const char *line);
    void *user;
};

/// A comparison; `cells` run parallel to the workloads, which it refers to.
struct cd_comparison {
    struct cd_side sides[2];
    struct cd_compared *cells;
    size_t count;
    bool interrupted;
    const char *calibration; ///< a sentence about what comparisons are worth here, or NULL; not owned
};

/// Builds the sides (parsed before) and compares them on every cell. Wrong answers are no failure but an end
/// of their cell; so is what only one side can run. After a failure, which Ctrl-C is not, there is nothing to
/// report. Release in every case.
enum cd_code cd_compare_sides(struct cd_comparison *comparison, const struct cd_workloads *workloads,
                              const struct cd_comparison_plan *plan, struct cd_progress *progress,
                              struct cd_status *status);
void cd_comparison_release(struct cd_comparison *comparison);

/// The exit code, and the line for it, "" for none: CD_INTERRUPTED, CD_WRONG, CD_REGRESSION, CD_ENVIRONMENT,
/// CD_INCONCLUSIVE or CD_OK, whichever comes first in this order.
enum cd_code cd_comparison_verdict(const struct cd_comparison *comparison, struct cd_status *status);

/// "slower", "wrong", "one-sided" ...: one word for how a cell ended.
const char *cd_compared_word(const struct cd_compared *cell);

/// "confirmed", "refuted", "unconfirmed" or "".
const char *cd_confirmation_name(enum cd_confirmation confirmation);

#endif
