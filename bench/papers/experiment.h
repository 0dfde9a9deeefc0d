/// Runs experiments of a paper and keeps their measurements.
///
/// All cells that share a scene and a query form a group. One cd_measure_scene checks them against the oracle and then
/// measures them, interleaved. A finished group is written to disk at once, so that an interrupted experiment goes on
/// where it stopped. A group with a wrong answer, an unavailable algorithm or a failed program is not finished: its
/// rows exist, but the next run that resumes runs it again.
///
/// `<folder>/<key>/<experiment>/` then contains
///     cells.csv    a row per point and series: the variables, `series`, all columns of summary.csv,
///                  the formulas
///     samples.csv  point columns, series, session (if there are several), sample, pass_ms: the raw times
///     run.json     size (quick, full or paper), machine, build, command line, digest of the experiment's text
///     <figure>.svg, <figure>.png
/// and, until every group is finished, `.groups/` with the finished ones. The first three files are written together at
/// the end: an interrupted run leaves those of the run before. A shard leaves its groups and `shard.json`, which
/// corresponds to run.json; cd_experiment_merge makes the three files from those of all shards.
#ifndef CD_BENCH_PAPERS_EXPERIMENT_H
#define CD_BENCH_PAPERS_EXPERIMENT_H

#include "base/folder.h"
#include "bench/papers/group_run.h"

/// The outcome of an experiment; zeroed by the caller.
struct cd_experiment_outcome {
    size_t groups, reused, failed;
    bool wrong;       ///< an exact algorithm gave a wrong answer
    bool broken;      ///< a program failed
    bool skipped;     ///< the program is missing; unless something is measured, no file is written
    bool measured;    ///< something has times or, for a program, rows
    char reason[400]; ///< the reason of the first failed group; "" when none failed
};

/// Runs (or completes) an experiment and writes its files except the figures. CD_INTERRUPTED after Ctrl-C; finished
/// groups are kept.
enum cd_code cd_experiment_run(const struct cd_experiment *experiment, const struct cd_experiment_plan *plan,
                               struct cd_experiment_outcome *outcome, struct cd_status *status);

/// The shards of an experiment to be merged.
struct cd_merge {
    const struct cd_texts *folders; ///< results of the shards
    const char *results;            ///< where the experiment goes
    bool check;                     ///< write nothing
    size_t rows;                    ///< of the merged experiment; 0 if no folder has anything of it
};

/// Makes an experiment from what shards measured, and replaces what merge->results had of it. Returns CD_DATA and
/// writes nothing when shards differ in what they measured or in the program that measured it; when something was timed
/// and they differ in the kind of machine; when the paper's file has changed; and when a part is missing.
enum cd_code cd_experiment_merge(const struct cd_experiment *experiment, struct cd_merge *merge,
                                 struct cd_status *status);

/// Writes the files of a folder with measurements together. The last one, run.json, is absent while they change and is
/// written last; without it there are no measurements. The experiment's figures of the old measurements are removed.
enum cd_code cd_experiment_write(const char *folder, const struct cd_experiment *experiment,
                                 const struct cd_folder_file *files, size_t count, const void *user,
                                 struct cd_status *status);

#endif
