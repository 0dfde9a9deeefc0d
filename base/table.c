#include "base/table.h"

#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// No written number is longer. A longer field, such as a hash of digits, is a text.
enum { NUMBER_LENGTH = 24, NUMBER_BYTES = 32 };

// ---- numbers and their texts ------------------------------------------------------------------------------

/// Returns the narrowest type of a text, and its value if it is real. A count can be written in one way only.
static enum cd_type type_of(const char *text, double *real)
{
    uint64_t count;
    bool padded = *text == '+' || *text == '-' || (*text == '0' && text[1]);
    if (strlen(text) > NUMBER_LENGTH)
        return CD_TYPE_TEXT;
    if (!padded && cd_parse_unsigned(text, &count) && count != UINT64_MAX)
        return CD_TYPE_COUNT;
    return cd_parse_real(text, real) ? CD_TYPE_REAL : CD_TYPE_TEXT;
}

/// A real number has the 15 digits that people wrote, or the 17 that restore any number exactly.
static const char *digits_of(double real, char buffer[NUMBER_BYTES])
{
    snprintf(buffer, NUMBER_BYTES, "%.15g", real);
    double again = strtod(buffer, NULL);
    if (again < real || again > real)
        snprintf(buffer, NUMBER_BYTES, "%.17g", real);
    return buffer;
}

// ---- columns and rows -------------------------------------------------------------------------------------

struct cd_table *cd_table_create(const struct cd_column *columns, size_t count)
{
    struct cd_table *table = cd_allocate(1, sizeof *table);
    for (size_t i = 0; i < count; i++)
        cd_table_require(table, columns[i].name, columns[i].type, columns[i].unit);
    return table;
}

void cd_table_destroy(struct cd_table *table)
{
    if (!table)
        return;
    for (size_t c = 0; c < table->column_count; c++) {
        for (size_t row = 0; row < table->row_count; row++)
            cd_free(table->values[c][row]);
        cd_free(table->values[c]);
        cd_free((void *)table->columns[c].name);
    }
    cd_free(table->columns);
    cd_free(table->values);
    cd_free(table);
}

size_t cd_table_column(const struct cd_table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (!strcmp(table->columns[i].name, name))
            return i;
    return CD_NO_COLUMN;
}

const char **cd_table_names(const struct cd_table *table)
{
    const char **names = cd_allocate(table->column_count, sizeof *names);
    for (size_t i = 0; i < table->column_count; i++)
        names[i] = table->columns[i].name;
    return names;
}

size_t cd_table_require(struct cd_table *table, const char *name, enum cd_type type, const char *unit)
{
    size_t column = cd_table_column(table, name), count = table->column_count;
    if (column != CD_NO_COLUMN)
        return column;
    table->columns = cd_reallocate(table->columns, count, count + 1, sizeof *table->columns);
    table->values = cd_reallocate(table->values, count, count + 1, sizeof *table->values);
    table->columns[count] = (struct cd_column){cd_duplicate(name), type, unit};
    table->values[count] = cd_allocate(table->row_capacity, sizeof **table->values);
    return table->column_count++;
}

size_t cd_table_add_row(struct cd_table *table)
{
    size_t capacity = table->row_capacity;
    if (table->row_count == capacity) {
        table->row_capacity = capacity ? 2 * capacity : 8;
        for (size_t c = 0; c < table->column_count; c++)
            table->values[c] =
                cd_reallocate(table->values[c], capacity, table->row_capacity, sizeof **table->values);
    }
    return table->row_count++;
}

/// Sets a value of this type, NULL for NA, in a column that is made wide enough. Each row must be one line, also for simple
/// tools that read the file.
static void set(struct cd_table *table, size_t row, const char *name, enum cd_type type, const char *text)
{
    CD_ASSERT(row < table->row_count);
    size_t column = cd_table_require(table, name, type, NULL);
    if (text && table->columns[column].type < type)
        table->columns[column].type = type;
    char *copy = text ? cd_duplicate(text) : NULL;
    for (char *at = copy ? strpbrk(copy, "\r\n") : NULL; at; at = strpbrk(at, "\r\n"))
        *at = ' ';
    cd_free(table->values[column][row]); // last: the new value may be that very text
    table->values[column][row] = copy;
}

void cd_table_set_count(struct cd_table *table, size_t row, const char *column, uint64_t count)
{
    char buffer[NUMBER_BYTES];
    snprintf(buffer, sizeof buffer, "%" PRIu64, count);
    set(table, row, column, CD_TYPE_COUNT, count == UINT64_MAX ? NULL : buffer);
}

void cd_table_set_real(struct cd_table *table, size_t row, const char *column, double real)
{
    char buffer[NUMBER_BYTES];
    set(table, row, column, CD_TYPE_REAL, isfinite(real) ? digits_of(real, buffer) : NULL);
}

void cd_table_set_text(struct cd_table *table, size_t row, const char *column, const char *text)
{
    set(table, row, column, CD_TYPE_TEXT, text);
}

void cd_table_set(struct cd_table *table, size_t row, const char *column, const char *text)
{
    size_t known = cd_table_column(table, column);
    bool is_text = known != CD_NO_COLUMN && table->columns[known].type == CD_TYPE_TEXT;
    double real;
    if (!strcmp(text, "NA"))
        set(table, row, column, CD_TYPE_COUNT, NULL);
    else if (is_text || type_of(text, &real) != CD_TYPE_REAL)
        set(table, row, column, is_text ? CD_TYPE_TEXT : type_of(text, &real), text);
    else
        cd_table_set_real(table, row, column, real);
}

void cd_table_copy(struct cd_table *table, size_t row, const char *column, const struct cd_table *from,
                   size_t from_row, const char *from_column)
{
    size_t c = cd_table_column(from, from_column);
    if (c != CD_NO_COLUMN)
        set(table, row, column, from->columns[c].type, from->values[c][from_row]);
}

void cd_table_copy_row(struct cd_table *table, size_t row, const struct cd_table *from, size_t from_row)
{
    for (size_t c = 0; c < from->column_count; c++)
        cd_table_copy(table, row, from->columns[c].name, from, from_row, from->columns[c].name);
}

// ---- files ------------------------------------------------------------------------------------------------

static const struct cd_column *find_column(const char *name, const struct cd_column *known, size_t count)
{
    for (; count; count--, known++)
        if (!strcmp(known->name, name))
            return known;
    return NULL;
}

/// Adds the columns of the header; known columns get their types.
static enum cd_code read_columns(struct cd_csv *csv, const struct cd_column *known, size_t count,
                                 struct cd_table *table, struct cd_status *status)
{
    for (size_t i = 0; i < cd_csv_field_count(csv); i++) {
        const char *name = cd_csv_field(csv, i);
        const struct cd_column *column = find_column(name, known, count);
        if (cd_table_require(table, name, column ? column->type : CD_TYPE_COUNT,
                             column ? column->unit : NULL) != i)
            return cd_csv_fail(csv, status, "the header has the column \"%s\" twice", name);
    }
    return CD_OK;
}

/// Adds a row. Unknown columns get types wide enough for their values.
static enum cd_code read_row(struct cd_csv *csv, const struct cd_column *known, size_t count,
                             struct cd_table *table, struct cd_status *status)
{
    size_t row = cd_table_add_row(table);
    for (size_t i = 0; i < table->column_count; i++) {
        const char *text = cd_csv_field(csv, i), *name = table->columns[i].name;
        const struct cd_column *column = find_column(name, known, count);
        double real;
        if (column && column->type != CD_TYPE_TEXT && !*text)
            text = "NA";
        if (column && strcmp(text, "NA") != 0 && type_of(text, &real) > column->type)
            return cd_csv_fail(csv, status, "%s is \"%.40s\", not a %s number", name, text,
                               column->type == CD_TYPE_COUNT ? "whole" : "finite");
        cd_table_set(table, row, name, text);
    }
    return CD_OK;
}

enum cd_code cd_table_parse(const char *text, const char *name, const struct cd_column *known, size_t count,
                            struct cd_table **result, struct cd_status *status)
{
    struct cd_csv *csv;
    bool more = true;
    *result = NULL;
    enum cd_code code = cd_csv_open(name, text, NULL, 0, 0, &csv, status);
    if (code)
        return code;
    struct cd_table *table = cd_table_create(NULL, 0);
    code = read_columns(csv, known, count, table, status);
    while (!code && !(code = cd_csv_next(csv, &more, status)) && more)
        code = read_row(csv, known, count, table, status);
    cd_csv_close(csv);
    if (code)
        cd_table_destroy(table);
    else
        *result = table;
    return code;
}

enum cd_code cd_table_read(const char *path, const struct cd_column *known, size_t count,
                           struct cd_table **table, struct cd_status *status)
{
    return cd_table_parse(NULL, path, known, count, table, status);
}

/// Writes a field. A single empty field is quoted, since an empty line would not be a row.
static void write_field(const struct cd_table *table, const char *text, size_t column, FILE *stream)
{
    if (table->column_count == 1 && !*text)
        fputs("\"\"", stream);
    else
        cd_write_quoted(stream, CD_QUOTE_CSV, text);
    fputc(column + 1 < table->column_count ? ',' : '\n', stream);
}

void cd_table_write_header(const struct cd_table *table, FILE *stream)
{
    for (size_t c = 0; c < table->column_count; c++)
        write_field(table, table->columns[c].name, c, stream);
}

void cd_table_write_rows(const struct cd_table *table, FILE *stream)
{
    for (size_t row = 0; row < table->row_count; row++)
        for (size_t c = 0; c < table->column_count; c++)
            write_field(table, table->values[c][row] ? table->values[c][row] : "NA", c, stream);
}

void cd_table_write(const struct cd_table *table, FILE *stream)
{
    cd_table_write_header(table, stream);
    cd_table_write_rows(table, stream);
}

// ---- values -----------------------------------------------------------------------------------------------

const char *cd_table_show(const struct cd_table *table, size_t row, const char *column)
{
    CD_ASSERT(row < table->row_count);
    size_t c = cd_table_column(table, column);
    return c == CD_NO_COLUMN || !table->values[c][row] ? "NA" : table->values[c][row];
}

const char *cd_table_text(const struct cd_table *table, size_t row, const char *column)
{
    size_t c = cd_table_column(table, column);
    return c == CD_NO_COLUMN || table->columns[c].type != CD_TYPE_TEXT ? "NA"
                                                                       : cd_table_show(table, row, column);
}

bool cd_table_number(const struct cd_table *table, size_t row, const char *column, double *value)
{
    return cd_parse_real(cd_table_show(table, row, column), value);
}

bool cd_table_has(const struct cd_table *table, size_t row, const char *column)
{
    size_t c = cd_table_column(table, column);
    return c != CD_NO_COLUMN && table->values[c][row] && *table->values[c][row];
}

double cd_table_real(const struct cd_table *table, size_t row, const char *column)
{
    double value;
    return cd_table_number(table, row, column, &value) ? value : NAN;
}

bool cd_table_matches(const struct cd_table *table, size_t row, const char *column, const char *text)
{
    return cd_is_same_value(cd_table_show(table, row, column), text);
}

/// The columns by which rows are compared.
struct key {
    const struct cd_table *table;
    size_t columns[CD_TABLE_KEY], count;
};

static int compare_keys(const struct key *key, size_t a, size_t b)
{
    int order = 0;
    for (size_t i = 0; i < key->count && !order; i++) {
        const char *x = key->table->values[key->columns[i]][a], *y = key->table->values[key->columns[i]][b];
        order = x && y ? strcmp(x, y) : !y - !x; // equal numbers have equal digits
    }
    return order;
}

static int compare_rows(const void *first, const void *second, void *key)
{
    size_t a = *(const size_t *)first, b = *(const size_t *)second;
    int order = compare_keys(key, a, b);
    return order ? order : (a > b) - (a < b);
}

bool cd_table_find_doubles(const struct cd_table *table, const char *const *columns, size_t rows[2])
{
    struct key key = {.table = table};
    size_t *order = cd_allocate(table->row_count, sizeof *order), count = 0;
    bool found = false;
    for (size_t i = 0; columns[i]; i++) {
        CD_ASSERT(i < CD_TABLE_KEY);
        key.columns[key.count] = cd_table_column(table, columns[i]);
        key.count += key.columns[key.count] != CD_NO_COLUMN;
    }
    for (size_t row = 0; row < table->row_count; row++)
        if (cd_table_has(table, row, columns[0]))
            order[count++] = row;
    if (count)
        qsort_r(order, count, sizeof *order, compare_rows, &key);
    for (size_t i = 1; i < count && !found; i++) {
        found = !compare_keys(&key, order[i - 1], order[i]);
        memcpy(rows, &order[i - 1], 2 * sizeof *rows);
    }
    cd_free(order);
    return found;
}

bool cd_is_same_value(const char *a, const char *b)
{
    double x, y;
    if (cd_parse_real(a, &x) && cd_parse_real(b, &y))
        return x <= y && x >= y;
    return !strcmp(a, b);
}
