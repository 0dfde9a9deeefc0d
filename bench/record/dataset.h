/// A table of texts with named columns, as CSV files hold them: the rows that experiments leave and that
/// claims and figures read. "NA" is a value that is not known.
#ifndef CD_BENCH_RECORD_DATASET_H
#define CD_BENCH_RECORD_DATASET_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// No column of that name.
#define CD_NO_COLUMN SIZE_MAX

/// Rows of texts; `rows[i][c]` belongs to the dataset. At most CD_CSV_COLUMNS columns can be read again.
struct cd_dataset {
    size_t column_count, row_count, row_capacity;
    char **columns;
    char ***rows;
};

/// An empty table with these columns.
struct cd_dataset *cd_dataset_create(const char *const *columns, size_t count);
void cd_dataset_destroy(struct cd_dataset *dataset);

/// Reads a CSV file with a header line (RFC 4180, but a field ends with its line). CD_IO when it is missing;
/// CD_DATA with file and line when a row has another number of fields than the header, or two columns have
/// one name.
enum cd_code cd_dataset_read(const char *path, struct cd_dataset **dataset, struct cd_status *status);

/// The same from text in memory; `name` stands for the file in messages.
enum cd_code cd_dataset_parse(const char *text, const char *name, struct cd_dataset **dataset,
                              struct cd_status *status);

/// Writes header and rows. Errors stay with the stream.
void cd_dataset_write(const struct cd_dataset *dataset, FILE *stream);

/// The number of a column, or CD_NO_COLUMN.
size_t cd_dataset_column(const struct cd_dataset *dataset, const char *name);

/// Adds a row of NA and returns its number.
size_t cd_dataset_add_row(struct cd_dataset *dataset);

/// Sets a field; the column is added, NA in every row, where it is missing. The text is copied, with blanks
/// for line breaks; a number that is not finite is NA.
void cd_dataset_set(struct cd_dataset *dataset, size_t row, const char *column, const char *text);
void cd_dataset_set_number(struct cd_dataset *dataset, size_t row, const char *column, double value);

/// The text of a field; "NA" when there is no such column.
const char *cd_dataset_text(const struct cd_dataset *dataset, size_t row, const char *column);

/// The number in a field; false when it is NA or no number.
bool cd_dataset_number(const struct cd_dataset *dataset, size_t row, const char *column, double *value);

/// Appends all rows of `more`, whose columns may differ; missing ones are NA.
void cd_dataset_append(struct cd_dataset *dataset, const struct cd_dataset *more);

/// True when the field equals `value`, as text or, where both are numbers, as numbers.
bool cd_dataset_matches(const struct cd_dataset *dataset, size_t row, const char *column, const char *value);

#endif
