/// Measures all chosen algorithms on one scene: creates the instances, checks their answers against the oracle, and
/// only then times them.
#ifndef CD_BENCH_HARNESS_MEASURE_H
#define CD_BENCH_HARNESS_MEASURE_H

#include "bench/harness/cell.h"
#include "bench/harness/selection.h"

/// The seconds that mean "no limit": about thirty years.
#define CD_NO_TIME_LIMIT 1e9

/// How long to time by default, as docs/harness.md describes it: `repeat` samples unless it is 0, within
/// `budget_seconds` unless that is 0.
struct cd_timing_plan cd_plan_timing(enum cd_query query, unsigned threads, uint64_t repeat,
                                     double budget_seconds);

/// For cd_context.stop: true after Ctrl-C.
bool cd_stop_asked(struct cd_context *context);

/// How a run measures.
struct cd_measure_plan {
    struct cd_timing_plan timing;
    bool verify;
    unsigned oracle_threads;
    bool oracle_cache;
    struct cd_context *context; ///< outlives the measurement; `threads` agrees with `timing`
    /// Gets the records of every frame, ascending, of every instance; NULL for none.
    void (*answers)(void *user, uint64_t frame, const struct cd_record *records, uint64_t count);
    /// Gets one line for each thing worth knowing; never NULL.
    void (*warn)(void *user, const char *line);
    /// Algorithms that cannot take the scene (CD_USAGE, CD_DATA) are left out, like those the machine cannot run, as
    /// long as one is left. Otherwise the first such algorithm ends the measurement.
    bool leave_out_unfit;
    bool tells_failed;  ///< the caller itself says which cells have failed
    bool estimate;      ///< finds out beforehand which algorithms take long, and warns
    const char *advice; ///< how to get more samples, of `run`; NULL for none
    void *user;
};

/// Fills in `cells`, one per choice. The caller zeroes them first and releases them in every case. A wrong answer is
/// not a failure but a verdict. After a failure or Ctrl-C, a cell is finished (`cd_cell_is_finished`) if it has a
/// verdict and, unless that is wrong or unavailable, at least one sample. The other cells have nothing to report. When
/// an instance cannot be created because the machine lacks something (CD_ENVIRONMENT), a warning is given, its cell
/// becomes unavailable, and the others go on. The same is true of algorithms that the plan leaves out. An algorithm that
/// is not ours runs in a process of its own; when that ends before its time, its cell has failed, and the others go on.
enum cd_code cd_measure_scene(const struct cd_scene *scene, const struct cd_choice *choices,
                              size_t choice_count, const struct cd_measure_plan *plan,
                              struct cd_progress *progress, struct cd_cell *cells, struct cd_status *status);

/// True when the cell can be reported.
bool cd_cell_is_finished(const struct cd_cell *cell);

#endif
