/// Tables of numbers and texts, and their files: CSV as RFC 4180 has it, with a header line that names the
/// columns, lines that end in \n, NA for what is not known, and an empty field for a text that there is none of. What is
/// written is read again bit by bit.
///
///     struct cd_table *table = cd_table_create(NULL, 0);
///     size_t row = cd_table_add_row(table);
///     cd_table_set_text(table, row, "algo", "rapid");
///     cd_table_set_real(table, row, "pass_ms", 1.25);
///     cd_table_write(table, stdout);
#ifndef CD_BASE_TABLE_H
#define CD_BASE_TABLE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// The type of a column's values. Each type can represent all values of those before it, so a column is widened to
/// the next type when a value requires it.
enum cd_type {
    CD_TYPE_COUNT, ///< whole numbers from 0 to 2^64 - 2
    CD_TYPE_REAL,  ///< finite numbers
    CD_TYPE_TEXT,
};

struct cd_column {
    const char *name;
    enum cd_type type;
    const char *unit; ///< "ms", "1/s"; NULL for none
};

/// Columns with their names and values belong to the table; units are static texts.
struct cd_table {
    size_t column_count, row_count, row_capacity;
    struct cd_column *columns;
    char ***values; ///< values[column][row], as files have it; NULL: NA
};

/// No column of that name.
#define CD_NO_COLUMN SIZE_MAX

/// A table without rows.
struct cd_table *cd_table_create(const struct cd_column *columns, size_t count);
void cd_table_destroy(struct cd_table *table);

/// Reads a CSV file. Columns named in `known` (count of them) have the types stated there; the others get the narrowest
/// type that holds their values, where a number has at most 24 characters, so that hashes are texts. CD_IO when the
/// file is missing; CD_DATA with file and line when a row has more or fewer fields than the header, two columns have
/// the same name, or a known column of numbers contains something else. An empty field in one is NA.
enum cd_code cd_table_read(const char *path, const struct cd_column *known, size_t count,
                           struct cd_table **table, struct cd_status *status);

/// The same from text in memory, or from the file where it is NULL; `name` stands for the file in messages.
enum cd_code cd_table_parse(const char *text, const char *name, const struct cd_column *known, size_t count,
                            struct cd_table **table, struct cd_status *status);

/// Writes the header, the rows, or both. The stream remembers errors.
void cd_table_write(const struct cd_table *table, FILE *stream);
void cd_table_write_header(const struct cd_table *table, FILE *stream);
void cd_table_write_rows(const struct cd_table *table, FILE *stream);

/// The number of a column, or CD_NO_COLUMN.
size_t cd_table_column(const struct cd_table *table, const char *name);

/// The names of all columns; the array is the caller's, by cd_free.
const char **cd_table_names(const struct cd_table *table);

/// The number of a column. A missing one is added, with NA in every row.
size_t cd_table_require(struct cd_table *table, const char *name, enum cd_type type, const char *unit);

/// Adds a row of NA and returns its number.
size_t cd_table_add_row(struct cd_table *table);

/// Sets a value; a missing column is added. Texts are copied, with blanks for line breaks; NULL and numbers that are
/// not finite become NA.
void cd_table_set_count(struct cd_table *table, size_t row, const char *column, uint64_t count);
void cd_table_set_real(struct cd_table *table, size_t row, const char *column, double real);
void cd_table_set_text(struct cd_table *table, size_t row, const char *column, const char *text);

/// Sets a value from its text in a file: NA, a number or a text.
void cd_table_set(struct cd_table *table, size_t row, const char *column, const char *text);

/// Copies a value from another table or row.
void cd_table_copy(struct cd_table *table, size_t row, const char *column, const struct cd_table *from,
                   size_t from_row, const char *from_column);

/// Copies a row from another table.
void cd_table_copy_row(struct cd_table *table, size_t row, const struct cd_table *from, size_t from_row);

/// The text in a column of texts; "NA" when it is NA, or there is no such column.
const char *cd_table_text(const struct cd_table *table, size_t row, const char *column);

/// Any value as it is written.
const char *cd_table_show(const struct cd_table *table, size_t row, const char *column);

/// Whether there is a value, which is neither NA nor an empty text.
bool cd_table_has(const struct cd_table *table, size_t row, const char *column);

/// The number in a column of numbers, or in a text; false when it is NA or no number.
bool cd_table_number(const struct cd_table *table, size_t row, const char *column, double *value);

/// The same number; NAN if there is none.
double cd_table_real(const struct cd_table *table, size_t row, const char *column);

/// Whether a value equals this text: as a number, or else as a text.
bool cd_table_matches(const struct cd_table *table, size_t row, const char *column, const char *text);

/// The same for two texts.
bool cd_is_same_value(const char *a, const char *b);

/// Most columns of a key.
#define CD_TABLE_KEY 20

/// Finds two rows that have the same values, or NA, in all of these columns (a NULL ends them), the lower number first.
/// Missing columns are left out, and so are rows without a value in the first column.
bool cd_table_find_doubles(const struct cd_table *table, const char *const *columns, size_t rows[2]);

#endif
