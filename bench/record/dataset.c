#include "bench/record/dataset.h"

#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/quote.h"
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static char **duplicate_all(const char *const *texts, size_t count)
{
    char **copies = cd_allocate(count, sizeof *copies);
    for (size_t i = 0; i < count; i++)
        copies[i] = cd_duplicate(texts[i]);
    return copies;
}

static void free_all(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cd_free(texts[i]);
    cd_free(texts);
}

struct cd_dataset *cd_dataset_create(const char *const *columns, size_t count)
{
    struct cd_dataset *dataset = cd_allocate(1, sizeof *dataset);
    dataset->columns = duplicate_all(columns, count);
    dataset->column_count = count;
    return dataset;
}

void cd_dataset_destroy(struct cd_dataset *dataset)
{
    if (!dataset)
        return;
    for (size_t i = 0; i < dataset->row_count; i++)
        free_all(dataset->rows[i], dataset->column_count);
    cd_free(dataset->rows);
    free_all(dataset->columns, dataset->column_count);
    cd_free(dataset);
}

/// Adds a row without texts, which the caller sets, and returns it.
static char **grow_rows(struct cd_dataset *dataset)
{
    dataset->rows = cd_grow(dataset->rows, dataset->row_count, &dataset->row_capacity, sizeof *dataset->rows);
    char **row = cd_allocate(dataset->column_count, sizeof *row);
    dataset->rows[dataset->row_count++] = row;
    return row;
}

static enum cd_code read_columns(struct cd_csv *csv, struct cd_dataset *dataset, struct cd_status *status)
{
    dataset->column_count = cd_csv_field_count(csv);
    dataset->columns = cd_allocate(dataset->column_count, sizeof *dataset->columns);
    for (size_t i = 0; i < dataset->column_count; i++)
        dataset->columns[i] = cd_duplicate(cd_csv_field(csv, i));
    for (size_t i = 0; i < dataset->column_count; i++)
        if (cd_dataset_column(dataset, dataset->columns[i]) != i)
            return cd_csv_fail(csv, status, "the header has the column \"%s\" twice", dataset->columns[i]);
    return CD_OK;
}

static enum cd_code read_rows(struct cd_csv *csv, struct cd_dataset *dataset, struct cd_status *status)
{
    for (;;) {
        bool more;
        enum cd_code code = cd_csv_next(csv, &more, status);
        if (code || !more)
            return code;
        char **row = grow_rows(dataset);
        for (size_t i = 0; i < dataset->column_count; i++)
            row[i] = cd_duplicate(cd_csv_field(csv, i));
    }
}

static enum cd_code read_all(struct cd_csv *csv, struct cd_dataset **result, struct cd_status *status)
{
    struct cd_dataset *dataset = cd_allocate(1, sizeof *dataset);
    enum cd_code code = read_columns(csv, dataset, status);
    if (!code)
        code = read_rows(csv, dataset, status);
    if (code)
        cd_dataset_destroy(dataset);
    else
        *result = dataset;
    cd_csv_close(csv);
    return code;
}

enum cd_code cd_dataset_read(const char *path, struct cd_dataset **dataset, struct cd_status *status)
{
    struct cd_csv *csv;
    *dataset = NULL;
    enum cd_code code = cd_csv_open(path, NULL, 0, 0, &csv, status);
    return code ? code : read_all(csv, dataset, status);
}

enum cd_code cd_dataset_parse(const char *text, const char *name, struct cd_dataset **dataset,
                              struct cd_status *status)
{
    struct cd_csv *csv;
    *dataset = NULL;
    enum cd_code code = cd_csv_open_text(text, name, NULL, 0, 0, &csv, status);
    return code ? code : read_all(csv, dataset, status);
}

static void write_line(FILE *stream, char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            fputc(',', stream);
        // An empty line would be no row at all.
        if (count == 1 && !*texts[i])
            fputs("\"\"", stream);
        else
            cd_write_quoted(stream, CD_QUOTE_CSV, texts[i]);
    }
    fputc('\n', stream);
}

void cd_dataset_write(const struct cd_dataset *dataset, FILE *stream)
{
    write_line(stream, dataset->columns, dataset->column_count);
    for (size_t i = 0; i < dataset->row_count; i++)
        write_line(stream, dataset->rows[i], dataset->column_count);
}

size_t cd_dataset_column(const struct cd_dataset *dataset, const char *name)
{
    for (size_t i = 0; i < dataset->column_count; i++)
        if (!strcmp(dataset->columns[i], name))
            return i;
    return CD_NO_COLUMN;
}

size_t cd_dataset_add_row(struct cd_dataset *dataset)
{
    char **row = grow_rows(dataset);
    for (size_t i = 0; i < dataset->column_count; i++)
        row[i] = cd_duplicate("NA");
    return dataset->row_count - 1;
}

/// The column of a name, which is added where it is missing.
static size_t require_column(struct cd_dataset *dataset, const char *name)
{
    size_t column = cd_dataset_column(dataset, name);
    if (column != CD_NO_COLUMN)
        return column;
    size_t count = dataset->column_count;
    dataset->columns = cd_reallocate(dataset->columns, count, count + 1, sizeof *dataset->columns);
    dataset->columns[count] = cd_duplicate(name);
    for (size_t i = 0; i < dataset->row_count; i++) {
        dataset->rows[i] = cd_reallocate(dataset->rows[i], count, count + 1, sizeof *dataset->rows[i]);
        dataset->rows[i][count] = cd_duplicate("NA");
    }
    dataset->column_count++;
    return count;
}

static void replace(char **field, const char *text)
{
    char *copy = cd_duplicate(text); // first: the text may be the field's own
    cd_free(*field);
    *field = copy;
    // Rows are lines, also to those who read the file with simple tools.
    for (; *copy; copy++)
        if (*copy == '\n' || *copy == '\r')
            *copy = ' ';
}

void cd_dataset_set(struct cd_dataset *dataset, size_t row, const char *column, const char *text)
{
    CD_ASSERT(row < dataset->row_count);
    size_t number = require_column(dataset, column); // may move the rows
    replace(&dataset->rows[row][number], text);
}

void cd_dataset_set_number(struct cd_dataset *dataset, size_t row, const char *column, double value)
{
    char text[40] = "NA";
    if (isfinite(value)) {
        // The shorter form, unless it is another number.
        double again;
        snprintf(text, sizeof text, "%.15g", value);
        if (!cd_parse_real(text, &again) || again < value || again > value)
            snprintf(text, sizeof text, "%.17g", value);
    }
    cd_dataset_set(dataset, row, column, text);
}

const char *cd_dataset_text(const struct cd_dataset *dataset, size_t row, const char *column)
{
    CD_ASSERT(row < dataset->row_count);
    size_t number = cd_dataset_column(dataset, column);
    return number == CD_NO_COLUMN ? "NA" : dataset->rows[row][number];
}

bool cd_dataset_number(const struct cd_dataset *dataset, size_t row, const char *column, double *value)
{
    return cd_parse_real(cd_dataset_text(dataset, row, column), value);
}

void cd_dataset_append(struct cd_dataset *dataset, const struct cd_dataset *more)
{
    CD_ASSERT(dataset != more);
    size_t *to = cd_allocate(more->column_count, sizeof *to);
    for (size_t c = 0; c < more->column_count; c++)
        to[c] = require_column(dataset, more->columns[c]);
    for (size_t i = 0; i < more->row_count; i++) {
        size_t row = cd_dataset_add_row(dataset);
        for (size_t c = 0; c < more->column_count; c++)
            replace(&dataset->rows[row][to[c]], more->rows[i][c]);
    }
    cd_free(to);
}

bool cd_dataset_matches(const struct cd_dataset *dataset, size_t row, const char *column, const char *value)
{
    const char *text = cd_dataset_text(dataset, row, column);
    double a, b;
    if (!strcmp(text, value))
        return true;
    return cd_parse_real(text, &a) && cd_parse_real(value, &b) && !(a < b) && !(a > b);
}
