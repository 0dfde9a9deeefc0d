/// A comparison of two sides on any number of cells: answers first, then pairs of samples, then one decision
/// about all cells, and a second look at what seems slower. Or of this program with itself, to find out what
/// comparisons are worth (calibration.h).
#ifndef CD_BENCH_COMPARE_COMPARISON_H
#define CD_BENCH_COMPARE_COMPARISON_H

#include "bench/compare/sampling.h"
#include "bench/compare/side.h"

/// What became of a `slower`.
enum cd_confirmation {
    CD_CONFIRM_NONE,      ///< there was nothing to confirm
    CD_CONFIRM_CONFIRMED, ///< slower under another alignment too
    CD_CONFIRM_REFUTED,   ///< not so; the cell is inconclusive
    CD_CONFIRM_MISSING,   ///< could not be tried, as `note` says
};

/// Samples of a cell and what they say.
struct cd_look {
    double seconds;               ///< that they took
    struct cd_sample_pairs pairs; ///< finished ones
    struct cd_finding finding;
};

struct cd_compared {
    const struct cd_workload *workload;
    char name[300];
    enum cd_outcome outcome; ///< after confirmation
    char note[600];          ///< why there are no times, or what else is to be known; or ""
    struct cd_facts *facts;  ///< of both sides; the comparison's
    struct cd_look looks[2]; ///< the second one, under another alignment, only at what seemed slower
    enum cd_confirmation confirmation;
    double found; ///< of a calibration: cd_least_found; else NAN
};

struct cd_comparison_plan {
    struct cd_sampling_plan sampling;
    bool no_confirm;  ///< leaves a `slower` unconfirmed
    double slow_down; ///< planted on side B, for tests: `run --slow-down`, a share
    struct cd_rule rule;
    const struct cd_texts *plugins; ///< for both sides; NULL for none
    /// Gets one line for each thing worth knowing; never NULL.
    void (*warn)(void *user, const char *line);
    void *user;
};

/// A comparison. Workloads, plan and progress are the caller's.
struct cd_comparison {
    struct cd_side sides[2];
    const struct cd_workloads *workloads;
    const struct cd_comparison_plan *plan;
    struct cd_progress *progress; ///< or NULL
    uint64_t begun; ///< by the clock: when the answers began to be compared; building is not counted
    struct cd_facts (*facts)[2]; ///< of every workload
    struct cd_compared *cells;   ///< parallel to the workloads; of a calibration, these in turns
    size_t count;
    bool interrupted, of_itself;
    const char *calibration; ///< a sentence about what comparisons are worth here, or NULL; not owned
};

/// Builds the sides (parsed before) and compares them on every workload. Wrong answers are no failure but an
/// outcome of their cell; so is what only one side can run. After a failure, which Ctrl-C is not, there is
/// nothing to report. Release in every case.
enum cd_code cd_compare_sides(struct cd_comparison *comparison, struct cd_status *status);

/// Compares side A with itself `most` times or, where the plan has a limit of time, as often as there is time
/// for, up to that. The workloads take turns. Each comparison is decided on its own, without a second look;
/// they are the cells. CD_WRONG, or what else `cdbench run` says, where a workload cannot be run.
enum cd_code cd_compare_with_itself(struct cd_comparison *comparison, size_t most, struct cd_status *status);
void cd_comparison_release(struct cd_comparison *comparison);

/// True when a cell has times.
bool cd_compared_has_times(const struct cd_compared *cell);

/// The exit code, and the line for it, "" for none: CD_INTERRUPTED, CD_WRONG, CD_REGRESSION, CD_ENVIRONMENT,
/// CD_INCONCLUSIVE or CD_OK, whichever comes first in this order.
enum cd_code cd_comparison_verdict(const struct cd_comparison *comparison, struct cd_status *status);

#endif
