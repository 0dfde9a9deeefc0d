/// The results of a run as files: `summary.csv` (a row per cell), `frames.csv` (every measured time) and
/// `run.json` (everything that the numbers depend on). They appear together or not at all. Stored tables are whole:
/// `tables` of run.json has the number of rows and the hash (XXH3-128) of every table beside it, and every command reads
/// stored tables by cd_results_read.
#ifndef CD_BENCH_RECORD_RESULTS_H
#define CD_BENCH_RECORD_RESULTS_H

#include "bench/harness/cell.h"

#include "base/folder.h"
#include "base/table.h"

#include <jansson.h>
#include <stdio.h>

/// The format of run.json. Increase it when a member changes its meaning or is removed, or when run.json must have a new
/// member: `tables` since 2.
#define CD_RUN_FORMAT 2

/// Reads a JSON file, in which no object has a member twice. `*json` belongs to the caller; it is NULL after a failure.
/// CD_IO when the file is missing or not a regular file; CD_DATA names the line.
enum cd_code cd_json_read(const char *path, json_t **json, struct cd_status *status);

/// Writes a document in the layout of `run.json` and --json; the stream keeps errors of writing.
void cd_write_json(const json_t *document, FILE *stream);

/// Writes a row per cell from `cells[first]` to `cells[count - 1]`, in the format of RFC 4180 except that lines end in
/// \n. A header line comes before the row of `cells[0]`. Unknown and withheld values are NA.
void cd_write_summary(FILE *stream, const struct cd_cell *cells, size_t first, size_t count);

/// Likewise writes a row per cell, sample and frame of the cells whose times may be shown. A cell is named by the
/// number of its row in the summary.
void cd_write_frames(FILE *stream, const struct cd_cell *cells, size_t first, size_t count);

/// The rows of `summary.csv` for these cells; destroyed by cd_table_destroy.
struct cd_table *cd_cells_table(const struct cd_cell *cells, size_t first, size_t count);

/// The rows of a table as an array of objects, with null for NA and for empty texts. The array belongs to the caller.
json_t *cd_table_json(const struct cd_table *table);

/// Keeps what is finished while the run goes on. If the program ends before `cd_results_write`, in whatever way,
/// `base/id/` is put in place with what was kept last. The first call begins the folder, under another name. Each call
/// appends the rows from `cells[first]` to `cells[count - 1]` and replaces run.json by `run`.
enum cd_code cd_results_keep(const char *base, const char *id, const struct cd_cell *cells, size_t first,
                             size_t count, const json_t *run, struct cd_status *status);

/// Does the same for the last time and puts `base/id/` in place once everything is on disk. On failure nothing is left
/// of the folder, unless something was kept before.
enum cd_code cd_results_write(const char *base, const char *id, const struct cd_cell *cells, size_t first,
                              size_t count, const json_t *run, struct cd_status *status);

/// Notes in `tables`, which is for run.json, how many rows the file of this name has, and its hash. `write` writes all of
/// the file.
void cd_results_note(json_t *tables, const char *name, void (*write)(const void *user, FILE *stream),
                     const void *user);

/// True for a run.json of format 1, which has no hashes: nothing shows whether the tables beside it are whole.
bool cd_results_lack_hashes(const json_t *run);
#define CD_NO_HASHES_FORMAT "run.json of format 1 has no hashes; nothing shows whether %s is whole"

/// Checks that the file `path` is the table that was written under this name together with `run`. CD_DATA says that it
/// was cut, has more rows, was changed or exchanged, or is not in `run`. Tables beside a run.json that lacks hashes are
/// taken as they are. A table of one's own is never refused: `run` is NULL, or has neither `format` nor `tables`.
enum cd_code cd_results_check(const char *path, const char *name, const json_t *run,
                              struct cd_status *status);

/// Checks a table, and reads it as cd_table_read does.
enum cd_code cd_results_read(const char *path, const char *name, const json_t *run,
                             const struct cd_column *known, size_t count, struct cd_table **table,
                             struct cd_status *status);

/// CD_DATA, with the numbers of the lines, when two rows of a table with a row per cell have the same `cell`.
enum cd_code cd_results_refuse_doubles(const char *path, const struct cd_table *table,
                                       struct cd_status *status);

#endif
