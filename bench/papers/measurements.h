/// The measurements of an experiment: its rows and the raw times behind them, in memory and on disk.
#ifndef CD_BENCH_PAPERS_MEASUREMENTS_H
#define CD_BENCH_PAPERS_MEASUREMENTS_H

#include "base/table.h"
#include "bench/papers/paper.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>

// ---- columns ----------------------------------------------------------------------------------------------

/// The name of a column of summary.csv in the rows of the experiment: its own name unless a variable has that name. For
/// example, when `triangles` is a variable, the number found in the scene is `measured_triangles`. The text is static
/// or `name`.
const char *cd_measured_column(const struct cd_experiment *experiment, const char *name);

/// True for columns of summary.csv whose names no variable may have, because they are results.
bool cd_is_result_column(const char *name);

/// An empty table with the columns of the experiment's rows: variables, `series`, those of summary.csv, those of the
/// formulas. For an experiment with a program, the columns of summary.csv and the program's own are left out.
struct cd_table *cd_experiment_table(const struct cd_experiment *experiment);

/// How a column depends on the times of the passes.
enum cd_column_kind {
    CD_COLUMN_OTHER,
    CD_COLUMN_PASS_TIME, ///< proportional to the time of a pass
    CD_COLUMN_PASS_RATE, ///< inversely proportional to it
    CD_COLUMN_TIME,      ///< proportional to another time
};

/// The kind of a column. The kind of a formula follows from its unit and from the columns in it.
enum cd_column_kind cd_column_kind(const struct cd_experiment *experiment, const char *column);

/// Sets the columns of the experiment's formulas; CD_DATA names the paper's file.
enum cd_code cd_compute_formulas(const struct cd_experiment *experiment, struct cd_table *cells,
                                 struct cd_status *status);

// ---- rows -------------------------------------------------------------------------------------------------

/// True when the values of a row meet all conditions.
bool cd_conditions_hold(const struct cd_conditions *conditions, const struct cd_table *cells, size_t row);

/// True when the times of a row were measured while other programs kept the machine busy.
bool cd_row_is_disturbed(const struct cd_table *cells, size_t row);

/// Most sessions. A session is a process that measures everything; sessions run one after the other.
#define CD_SESSIONS_MAX 100

/// The times of the passes behind a row, in milliseconds, by the number of the pass; 0 for a missing one. The passes of
/// several sessions alternate: the k-th belongs to session k % sessions.
struct cd_passes {
    size_t count, sessions;
    double *ms;
};

/// Rows and their raw times, a table of samples. The columns of the samples are the variables; `series`; for a program
/// `row`, the number of the row at its point; `session`, from 1 on, if there are several; `sample`, from 0 on; and the
/// raw values: on a scene `pass_ms`, for a program a column for each column that has some.
struct cd_rows {
    struct cd_table *cells, *samples; ///< NULL for none
    struct cd_passes *passes;         ///< of each row on a scene, once cd_rows_make has found them
};

/// An empty table of samples, with or without `session`, and without a program's raw values.
struct cd_table *cd_samples_table(const struct cd_experiment *experiment, bool sessions);

/// Takes ownership of the cells, but not of the samples (NULL for none), among which it finds the passes of each cell.
struct cd_rows cd_rows_make(const struct cd_experiment *experiment, struct cd_table *cells,
                            const struct cd_table *samples);
void cd_rows_release(struct cd_rows *rows);

/// Reads the table `cells.csv` and the samples `samples.csv` of a folder, written together with `run`. CD_DATA when they
/// are not whole (cd_results_check).
enum cd_code cd_rows_read(const char *folder, const struct cd_experiment *experiment, const json_t *run,
                          struct cd_rows *rows, struct cd_status *status);

/// True when two rows, of one table or of two, have the same values of all variables except the one named `besides`
/// (NULL for none).
bool cd_same_point(const struct cd_experiment *experiment, const struct cd_table *a, size_t row,
                   const struct cd_table *b, size_t other, const char *besides);

/// Characters of the name of a row, including the NUL.
#define CD_ROW_NAME 500

/// Writes the name of a row in messages: "fig9 triangles=50 d=1.2 brute".
void cd_row_name(const struct cd_experiment *experiment, const struct cd_table *cells, size_t row,
                 char name[CD_ROW_NAME]);

/// True when two rows of the same point and series, from two machines or two sessions, promise the same value of a
/// column, which belongs to the second row's table. On a scene these are the answers, given by the same renderer, and
/// exact counters. A program promises everything that it writes or, if it times something, everything that it counts.
bool cd_has_to_agree(const struct cd_experiment *experiment, const struct cd_table *a, size_t row,
                     const struct cd_table *b, size_t other, const struct cd_column *column);

// ---- results folders --------------------------------------------------------------------------------------

/// Writes `<folder>/<key>/<experiment>`; CD_IO when that is too long.
enum cd_code cd_experiment_folder(const char *folder, const struct cd_experiment *experiment,
                                  char path[PATH_MAX], struct cd_status *status);

/// CD_IO when there is no folder with results of this name.
enum cd_code cd_results_look(const char *folder, struct cd_status *status);

/// Reads run.json of an experiment's folder; `*run` belongs to the caller. NULL, and CD_OK, when there is none.
enum cd_code cd_run_read(const char *folder, json_t **run, struct cd_status *status);

/// Finds out whether an experiment's folder contains everything that this program measures in `sessions` sessions for a
/// text with this digest; with `hasty`, one that had little time does, too. CD_DATA when a table of it is not whole.
enum cd_code cd_measurements_are(const char *folder, const struct cd_experiment *experiment,
                                 const char *digest, const char *program, unsigned sessions, bool hasty,
                                 bool *are, struct cd_status *status);

/// Bytes of the text about changed source.
#define CD_CHANGED_BYTES 151

/// The measurements of an experiment on disk.
struct cd_measurements {
    struct cd_rows rows; ///< with the formulas' columns
    json_t *run;         ///< run.json, which says what measured the rows; NULL without rows
    enum cd_size size;
    bool stale;   ///< measured for another text of the experiment than the paper's file has now
    bool undated; ///< the state of some of the source at that time is not recorded
    /// The first parts of the source that have changed since, "harness, algo=rapid"; "" for none.
    char changed[CD_CHANGED_BYTES];
    bool *outdated; ///< for each series, whether its source has changed; NULL if unknown
};

/// The minutes that the newest quick measurement of the experiment took, among those in these folders of `results/`
/// ("*" for all folders); NAN for none.
double cd_measured_minutes(const char *folders, const struct cd_experiment *experiment);

/// Loads the measurements of an experiment from a results folder; no rows, and CD_OK, when the folder has none.
enum cd_code cd_measurements_load(const char *folder, const struct cd_experiment *experiment,
                                  struct cd_measurements *measurements, struct cd_status *status);
void cd_measurements_release(struct cd_measurements *measurements);

#endif
