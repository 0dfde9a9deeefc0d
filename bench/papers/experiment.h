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
/// the end: an interrupted run leaves those of the run before.
#ifndef CD_BENCH_PAPERS_EXPERIMENT_H
#define CD_BENCH_PAPERS_EXPERIMENT_H

#include "base/folder.h"
#include "base/progress.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/paper.h"

#include <limits.h>

// ---- a group (group_run.c) --------------------------------------------------------------------------------

/// How an experiment is to be run.
struct cd_experiment_plan {
    enum cd_size size;
    const char *folder; ///< of the results
    unsigned sessions;  ///< how many processes measure everything, one after the other; at least 1
    unsigned session;   ///< the number of this process, from 0 on; the last one makes the results from all
    bool resume;        ///< use groups that an earlier run with the same text, size and build finished
    bool keep;          ///< finished groups stay, for other interpretations of the experiment
    double
        within_seconds; ///< no group is begun, and none timed again, when an experiment has taken so long; 0: no limit
    bool oracle_cache;
    const struct cd_texts *plugins; ///< files that define added series; NULL for none
    int argc;                       ///< command line, for run.json
    char **argv;
    struct cd_progress *progress;
    void (*warn)(void *user, const char *line);
    void *user;
};

static inline bool cd_is_last_session(const struct cd_experiment_plan *plan)
{
    return plan->session + 1 >= plan->sessions;
}

/// What was measured for a group. A group on a scene has a row for each of its cells, in their order. A program's group
/// has the rows that the program wrote.
struct cd_group_rows {
    struct cd_rows rows;
    bool finished; ///< every row has what was asked for
    bool wrong, broken, measured;
    bool skipped;      ///< its program is missing, and there are no rows
    char reason[1000]; ///< why the group is not finished
};
void cd_group_rows_release(struct cd_group_rows *rows);

/// Returns a row for each cell of a group that says only that the cell failed. The rows belong to the caller.
struct cd_rows cd_group_failed_rows(const struct cd_groups *groups, const struct cd_group *group);

/// A group to be measured.
struct cd_group_task {
    const struct cd_groups *groups;
    const struct cd_group *group;
    const struct cd_experiment_plan *plan; ///< its session decides the order in which algorithms take turns
};

/// Measures a group. The caller zeroes `rows` before and releases them in every case. A wrong or unavailable algorithm,
/// or a program that fails, is not a failure here, but then the group is not finished.
enum cd_code cd_group_measure(const struct cd_group_task *task, struct cd_group_rows *rows,
                              struct cd_status *status);

/// Finds the program of an experiment; false when there is none.
bool cd_find_paper_program(const char *name, char path[PATH_MAX]);

// ---- sessions (sessions.c) --------------------------------------------------------------------------------

/// Makes one set of rows from those of `count` sessions, which it empties. A measured number becomes the median, with
/// an interval that also covers the differences between sessions (docs/claims.md). All raw times are kept. Everything
/// else in a row is taken from the first session. With one session, its rows stay as they are. CD_DATA, with nothing in
/// `pooled` and the sessions unchanged, when the sessions have different numbers of rows, or when an answer or a count
/// that must be the same in all of them is not (cd_has_to_agree).
enum cd_code cd_rows_pool(const struct cd_experiment *experiment, struct cd_rows *sessions, size_t count,
                          struct cd_rows *pooled, struct cd_status *status);

// ---- the experiment ---------------------------------------------------------------------------------------

/// The outcome of an experiment; zeroed by the caller.
struct cd_experiment_outcome {
    size_t groups, reused, failed;
    bool wrong;        ///< an exact algorithm gave a wrong answer
    bool broken;       ///< a program failed
    bool skipped;      ///< the program is missing; unless something is measured, no file is written
    bool measured;     ///< something has times or, for a program, rows
    char reason[1000]; ///< the reason of the first failed group; "" when none failed
};

/// Runs (or completes) an experiment and writes its files except the figures. CD_INTERRUPTED after Ctrl-C; finished
/// groups are kept.
enum cd_code cd_experiment_run(const struct cd_experiment *experiment, const struct cd_experiment_plan *plan,
                               struct cd_experiment_outcome *outcome, struct cd_status *status);

/// Writes the files of a folder with measurements together. The last one, run.json, is absent while they change and is
/// written last; without it there are no measurements. The experiment's figures of the old measurements are removed.
enum cd_code cd_experiment_write(const char *folder, const struct cd_experiment *experiment,
                                 const struct cd_folder_file *files, size_t count, const void *user,
                                 struct cd_status *status);

#endif
