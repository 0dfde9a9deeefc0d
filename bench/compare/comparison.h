/// A comparison of two sides on any number of cells: first the answers, then pairs of samples, then one decision about
/// all cells, and a second look at the cells that seem slower. This program can also be compared with itself, to find
/// out how far comparisons can be trusted (calibration.h).
#ifndef CD_BENCH_COMPARE_COMPARISON_H
#define CD_BENCH_COMPARE_COMPARISON_H

#include "bench/compare/sampling.h"
#include "bench/compare/side.h"

/// What the second look made of an outcome `slower`.
enum cd_confirmation {
    CD_CONFIRM_NONE,      ///< there was nothing to confirm
    CD_CONFIRM_CONFIRMED, ///< slower under another alignment too
    CD_CONFIRM_REFUTED, ///< not certainly slower by more than the threshold under it; the cell is inconclusive
    CD_CONFIRM_MISSING, ///< could not be tried; `note` says why
};

/// Samples of a cell and what they say.
struct cd_look {
    double seconds;               ///< that the samples took
    struct cd_sample_pairs pairs; ///< the finished ones
    struct cd_finding finding;
};

struct cd_compared {
    const struct cd_workload *workload;
    char name[300];
    enum cd_outcome outcome; ///< after confirmation
    char note[600];          ///< why there are no times, or another remark; or ""
    struct cd_facts *facts;  ///< of both sides; owned by the comparison
    struct cd_look looks[2]; ///< the second, under another alignment, only if the cell seemed slower
    enum cd_confirmation confirmation;
    double found; ///< in a calibration: cd_least_found; else NAN
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

/// A comparison. Workloads, plan and progress belong to the caller.
struct cd_comparison {
    struct cd_side sides[2];
    const struct cd_workloads *workloads;
    const struct cd_comparison_plan *plan;
    struct cd_progress *progress; ///< or NULL
    uint64_t begun; ///< when the comparison of the answers began, by the clock; building is not counted
    struct cd_facts (*facts)[2]; ///< of every workload
    struct cd_compared *cells;   ///< parallel to the workloads; in a calibration, the workloads in turns
    size_t count;
    bool interrupted, of_itself;
    const char *calibration; ///< a sentence about how far comparisons can be trusted here, or NULL; not owned
};

/// Builds the sides (parsed before) and compares them on every workload. A wrong answer is not a failure but an outcome
/// of its cell. The same is true of a cell that only one side can run. After a failure there is nothing to report;
/// Ctrl-C is not a failure. Release the comparison in every case.
enum cd_code cd_compare_sides(struct cd_comparison *comparison, struct cd_status *status);

/// Compares side A with itself `most` times. If the plan has a time limit, compares as often as time allows, at most
/// `most` times. The workloads take turns. Each comparison is decided alone, without a second look, and is one cell.
/// CD_WRONG, or whatever code `cdbench run` returns, when a workload cannot be run.
enum cd_code cd_compare_with_itself(struct cd_comparison *comparison, size_t most, struct cd_status *status);
void cd_comparison_release(struct cd_comparison *comparison);

/// True when a cell has times.
bool cd_compared_has_times(const struct cd_compared *cell);

/// Returns the exit code, with its line in `status` ("" for none). The code is the first in this order that applies:
/// CD_INTERRUPTED, CD_WRONG, CD_REGRESSION, CD_ENVIRONMENT, CD_INCONCLUSIVE, CD_OK.
enum cd_code cd_comparison_verdict(const struct cd_comparison *comparison, struct cd_status *status);

#endif
