/// What is measured of an experiment: its rows and the raw times behind them, in memory and on disk.
#ifndef CD_BENCH_PAPERS_MEASUREMENTS_H
#define CD_BENCH_PAPERS_MEASUREMENTS_H

#include "base/table.h"
#include "bench/papers/paper.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>

// ---- columns ----------------------------------------------------------------------------------------------

/// How a column of summary.csv is called in the rows of the experiment: by its own name unless a variable has
/// that; where `triangles` is a variable, the number that was found in the scene is `measured_triangles`. The
/// text is static or `name`.
const char *cd_measured_column(const struct cd_experiment *experiment, const char *name);

/// True for columns of summary.csv that no variable may be called, since they are results.
bool cd_is_result_column(const char *name);

/// An empty table with the columns of the experiment's rows: variables, `series`, those of summary.csv, those
/// of the formulas. Of an experiment with a program those of summary.csv, and the program's own, are left
/// out.
struct cd_table *cd_experiment_table(const struct cd_experiment *experiment);

/// How a column follows the times of the passes.
enum cd_column_kind {
    CD_COLUMN_OTHER,
    CD_COLUMN_PASS_TIME, ///< proportional to the time of a pass
    CD_COLUMN_PASS_RATE, ///< inversely proportional to it
    CD_COLUMN_TIME,      ///< proportional to another time
};

/// The kind of a column: that of a formula by its unit, and by the columns that stand in it.
enum cd_column_kind cd_column_kind(const struct cd_experiment *experiment, const char *column);

/// Sets the columns of the experiment's formulas; CD_DATA names the paper's file.
enum cd_code cd_compute_formulas(const struct cd_paper *paper, const struct cd_experiment *experiment,
                                 struct cd_table *cells, struct cd_status *status);

// ---- rows -------------------------------------------------------------------------------------------------

/// True when the values of a row meet all conditions.
bool cd_conditions_hold(const struct cd_conditions *conditions, const struct cd_table *cells, size_t row);

/// True when what a row times was measured beside other programs that kept the machine busy.
bool cd_row_is_disturbed(const struct cd_table *cells, size_t row);

/// Most sessions, processes that measure the same one after the other.
#define CD_SESSIONS_MAX 100

/// The times of the passes behind a row by their number, in milliseconds; 0 where one is missing. Those of
/// several sessions alternate: the k-th is one of session k % sessions.
struct cd_passes {
    size_t count, sessions;
    double *ms;
};

/// Rows and what was timed for them: of a scene the passes of each row, NULL when there are none; of a
/// program a table with the variables, `series`, `row`, the number of the row at its point, `session`, from 1
/// on, where there are several, `sample` and a column of raw values for each column that has some, or NULL.
struct cd_rows {
    struct cd_table *cells;
    struct cd_passes *passes;
    struct cd_table *samples;
};

/// A table with the columns that tell samples apart, with or without `session`, and without rows.
struct cd_table *cd_samples_table(const struct cd_experiment *experiment, bool sessions);

/// Takes the cells and finds the passes of each among the samples (NULL for none): rows with the variables
/// and the series of their cell, `session` (1 where there is none), `sample`, the number of the pass, and
/// `pass_ms`.
struct cd_rows cd_rows_make(const struct cd_experiment *experiment, struct cd_table *cells,
                            const struct cd_table *samples);
void cd_rows_release(struct cd_rows *rows);

/// Reads `cells.csv`, which is the table, and `samples.csv` of a folder, and writes the latter.
enum cd_code cd_rows_read(const char *folder, const struct cd_experiment *experiment, struct cd_rows *rows,
                          struct cd_status *status);
void cd_rows_write_samples(const struct cd_rows *rows, const struct cd_experiment *experiment, FILE *stream);

/// True when two rows, of one table or of two, have the same values of all variables but the one called
/// `besides` (NULL for none).
bool cd_same_point(const struct cd_experiment *experiment, const struct cd_table *a, size_t row,
                   const struct cd_table *b, size_t other, const char *besides);

/// Characters of the name of a row with the NUL.
#define CD_ROW_NAME 500

/// Writes what a row is called in messages: "fig9 triangles=50 d=1.2 brute".
void cd_row_name(const struct cd_experiment *experiment, const struct cd_table *cells, size_t row,
                 char name[CD_ROW_NAME]);

/// Whether two rows of the same point and series, of two machines or two sessions, promise the same value of a
/// column, one of the second row's table: of a scene the answers, by the same renderer, and exact counters. A
/// program promises all that it writes or, where it times something, what it counts.
bool cd_has_to_agree(const struct cd_experiment *experiment, const struct cd_table *a, size_t row,
                     const struct cd_table *b, size_t other, const struct cd_column *column);

// ---- results folders --------------------------------------------------------------------------------------

/// Writes `<folder>/<key>/<experiment>`; CD_IO when that is too long.
enum cd_code cd_experiment_folder(const char *folder, const struct cd_paper *paper,
                                  const struct cd_experiment *experiment, char path[PATH_MAX],
                                  struct cd_status *status);

/// Reads run.json of an experiment's folder, the caller's; NULL, and CD_OK, when there is none.
enum cd_code cd_run_read(const char *folder, json_t **run, struct cd_status *status);

/// Reads a JSON file, the caller's.
enum cd_code cd_json_read(const char *path, json_t **json, struct cd_status *status);

/// True when an experiment's folder holds all of what this digest of its text and this program measure in so
/// many sessions.
bool cd_measurements_are(const char *folder, const struct cd_experiment *experiment, const char *digest,
                         const char *program, unsigned sessions);

/// Measurements of an experiment as they are on disk.
struct cd_measurements {
    struct cd_rows rows; ///< with the formulas' columns
    json_t *run;         ///< run.json: what they were measured on; NULL without rows
    enum cd_size size;
    bool stale;     ///< measured by another text of the experiment than the paper has now
    bool undated;   ///< of some of the source nothing says what it was then
    char *changed;  ///< what of the source has changed since, "harness, algo=rapid"; NULL for nothing
    bool *outdated; ///< for each series, whether something of its has; NULL where that is not known
};

/// Minutes that the newest quick measurement of the experiment took, of all that these folders in `results/` have, "*"
/// for every one; NAN for none.
double cd_measured_minutes(const char *folders, const struct cd_paper *paper,
                           const struct cd_experiment *experiment);

/// Loads what a results folder has of an experiment; no rows, and CD_OK, when it has nothing.
enum cd_code cd_measurements_load(const char *folder, const struct cd_paper *paper,
                                  const struct cd_experiment *experiment,
                                  struct cd_measurements *measurements, struct cd_status *status);
void cd_measurements_release(struct cd_measurements *measurements);

#endif
