/// Runs experiments of a paper and keeps what they measured.
///
/// All cells that share a scene and a query form a group: they are measured by one cd_measure_scene,
/// interleaved, checked against the oracle first. A finished group is put on disk at once, so that an
/// interrupted experiment goes on where it stopped; a group with a wrong answer, an unavailable algorithm or
/// a failed program is not finished: its rows are there, but it is run again by the next run that resumes.
///
/// `<folder>/<key>/<experiment>/` then holds
///     cells.csv    a row per point and series: the variables, `series`, all columns of summary.csv,
///                  the formulas
///     samples.csv  point columns, series, session (where there are several), sample, pass_ms: the raw times
///     run.json     size (quick, full or paper), machine, build, command line, digest of the experiment's text
///     <figure>.svg, <figure>.png
/// and, until every group is finished, `.groups/` with those that are. A shard leaves `shard.json`, which is what run.json
/// would be, and its groups; cd_experiment_merge makes the three files of those of all shards. The first three are written together
/// at the end: an interrupted run leaves those of the run before.
#ifndef CD_BENCH_PAPERS_EXPERIMENT_H
#define CD_BENCH_PAPERS_EXPERIMENT_H

#include "base/folder.h"
#include "bench/papers/group_run.h"

/// What became of an experiment; zeroed before.
struct cd_experiment_outcome {
    size_t groups, reused, failed;
    bool wrong;       ///< an exact algorithm gave a wrong answer
    bool broken;      ///< a program failed
    bool skipped;     ///< the program is not there; unless something is measured, no file is written
    bool measured;    ///< something has times or, of a program, rows
    char reason[400]; ///< what the first failed group says; "" when there is none
};

/// Runs (or completes) an experiment and writes its files, figures excepted. CD_INTERRUPTED after Ctrl-C with
/// what is finished kept.
enum cd_code cd_experiment_run(const struct cd_paper *paper, const struct cd_experiment *experiment,
                               const struct cd_experiment_plan *plan, struct cd_experiment_outcome *outcome,
                               struct cd_status *status);

/// The shards of an experiment that are to be put together.
struct cd_merge {
    const struct cd_texts *folders; ///< results of the shards
    const char *results;            ///< where the experiment goes
    bool check;                     ///< write nothing
    size_t rows;                    ///< that it has then; 0 where none of the folders has anything of it
};

/// Makes an experiment of what shards measured, with what merge->results had of it replaced. CD_DATA, and nothing is
/// written, where shards differ in what they measured and by what program, or, where something was timed, on what kind
/// of machine; where the paper's file is another one now; and where a part is missing.
enum cd_code cd_experiment_merge(const struct cd_paper *paper, const struct cd_experiment *experiment,
                                 struct cd_merge *merge, struct cd_status *status);

/// Writes the files of a folder with measurements together: the last one, run.json, is gone while they change and comes
/// back last, and without it there are no measurements. Figures of what was there before go, those of the experiment.
enum cd_code cd_experiment_write(const char *folder, const struct cd_experiment *experiment,
                                 const struct cd_folder_file *files, size_t count, const void *user,
                                 struct cd_status *status);

#endif
