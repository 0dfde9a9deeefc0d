/// Reads CSV files row by row in bounded memory and finds columns by their names in the header. Fields may be
/// quoted; columns that the caller did not ask for are skipped; every message names file and line.
#ifndef CD_BASE_CSV_READER_H
#define CD_BASE_CSV_READER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The largest number of columns that can be asked for, and that a file may have.
#define CD_CSV_COLUMNS 256

/// A file being read; opaque.
struct cd_csv;

/// Opens a file, or a copy of `text` if that is not NULL, and reads the header. The first `required` of the
/// `count` columns must exist: CD_DATA names one that is missing or appears twice. `path` and `columns` must
/// outlive the reader. CD_IO when the file cannot be read.
enum cd_code cd_csv_open(const char *path, const char *text, const char *const *columns, size_t count,
                         size_t required, struct cd_csv **csv, struct cd_status *status);

/// Goes to the next row; `*more` is false after the last one. CD_DATA when the number of fields differs from
/// the header's, a quote is not closed on its line, or a field has a control character or is not UTF-8.
enum cd_code cd_csv_next(struct cd_csv *csv, bool *more, struct cd_status *status);

/// Whether the file has the column of this index in `columns`.
bool cd_csv_has(const struct cd_csv *csv, size_t column);

/// The text of a field of this row, without quotes and blanks around it, and without the apostrophe that makes a
/// formula a text; "" in a column that is not there, and for '-, by which version 1.0 said "none".
const char *cd_csv_text(const struct cd_csv *csv, size_t column);

/// How many fields the header has, and the text of one of them, whether it was asked for or not: the column's
/// name right after opening, its field once cd_csv_next has read a row.
size_t cd_csv_field_count(const struct cd_csv *csv);
const char *cd_csv_field(const struct cd_csv *csv, size_t field);

/// The value of a field. CD_DATA when it is not an integer from 0 to `most`, or not a finite number.
enum cd_code cd_csv_unsigned(const struct cd_csv *csv, size_t column, uint64_t max, uint64_t *value,
                             struct cd_status *status);
enum cd_code cd_csv_int(const struct cd_csv *csv, size_t column, int64_t *value, struct cd_status *status);
enum cd_code cd_csv_real(const struct cd_csv *csv, size_t column, double *value, struct cd_status *status);

/// The number of this row's line.
uint64_t cd_csv_line(const struct cd_csv *csv);

/// Fails with CD_DATA and "file:line: message", the line being that of this row.
enum cd_code cd_csv_fail(const struct cd_csv *csv, struct cd_status *status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Identifies the state of a file: changes whenever the file is written to or replaced.
struct cd_csv_state {
    uint64_t device, inode, bytes, seconds, nanoseconds;
};
struct cd_csv_state cd_csv_state(const struct cd_csv *csv);

/// Closes the file; NULL is allowed.
void cd_csv_close(struct cd_csv *csv);

#ifdef __cplusplus
}
#endif
#endif
