#include "base/table.h"

#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/quote.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// No written number is longer. A longer field, such as a hash of digits, is a text.
enum { NUMBER_LENGTH = 24 };

static union cd_value not_known(enum cd_type type)
{
    switch (type) {
    case CD_TYPE_COUNT:
        return (union cd_value){.count = UINT64_MAX};
    case CD_TYPE_REAL:
        return (union cd_value){.real = NAN};
    case CD_TYPE_TEXT:
        break;
    }
    return (union cd_value){.text = NULL};
}

static bool is_known(enum cd_type type, union cd_value value)
{
    return type == CD_TYPE_COUNT  ? value.count != UINT64_MAX
           : type == CD_TYPE_REAL ? !isnan(value.real)
                                  : value.text != NULL;
}

// ---- numbers and their texts ------------------------------------------------------------------------------

/// Returns the narrowest type of a text, and its value if it is a number. A count can be written in one way only.
static enum cd_type parse(const char *text, union cd_value *value)
{
    bool padded = *text == '+' || *text == '-' || (*text == '0' && text[1]);
    if (strlen(text) > NUMBER_LENGTH)
        return CD_TYPE_TEXT;
    if (!padded && cd_parse_unsigned(text, &value->count) && value->count != UINT64_MAX)
        return CD_TYPE_COUNT;
    return cd_parse_real(text, &value->real) ? CD_TYPE_REAL : CD_TYPE_TEXT;
}

/// Returns a value as it is written in files. A real number has the 15 digits that people wrote, or the 17 that
/// restore any number exactly.
static const char *show(enum cd_type type, union cd_value value, char buffer[CD_NUMBER_BYTES])
{
    if (!is_known(type, value))
        return "NA";
    if (type == CD_TYPE_TEXT)
        return value.text;
    if (type == CD_TYPE_COUNT) {
        snprintf(buffer, CD_NUMBER_BYTES, "%" PRIu64, value.count);
        return buffer;
    }
    double again = NAN;
    for (int digits = 15; digits <= 17 && !(again <= value.real && again >= value.real); digits += 2) {
        snprintf(buffer, CD_NUMBER_BYTES, "%.*g", digits, value.real);
        again = strtod(buffer, NULL);
    }
    return buffer;
}

/// Copies a text for the table. Each row must be one line, also for simple tools that read the file.
static char *copy_line(const char *text)
{
    char *copy = cd_duplicate(text);
    for (char *at = copy; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return copy;
}

static union cd_value convert(enum cd_type from, union cd_value value, enum cd_type to)
{
    char buffer[CD_NUMBER_BYTES];
    if (!is_known(from, value))
        return not_known(to);
    if (to == CD_TYPE_TEXT)
        return (union cd_value){.text = copy_line(show(from, value, buffer))};
    if (to == CD_TYPE_REAL && from == CD_TYPE_COUNT)
        return (union cd_value){.real = (double)value.count};
    return value;
}

// ---- columns and rows -------------------------------------------------------------------------------------

struct cd_table *cd_table_create(const struct cd_column *columns, size_t count)
{
    struct cd_table *table = cd_allocate(1, sizeof *table);
    for (size_t i = 0; i < count; i++)
        cd_table_require(table, columns[i].name, columns[i].type, columns[i].unit);
    return table;
}

static void drop_last_row(struct cd_table *table)
{
    table->row_count--;
    for (size_t c = 0; c < table->column_count; c++)
        if (table->columns[c].type == CD_TYPE_TEXT)
            cd_free(table->values[c][table->row_count].text);
}

void cd_table_destroy(struct cd_table *table)
{
    while (table && table->row_count)
        drop_last_row(table);
    for (size_t c = 0; table && c < table->column_count; c++) {
        cd_free(table->values[c]);
        cd_free((void *)table->columns[c].name);
    }
    if (table) {
        cd_free(table->columns);
        cd_free(table->values);
    }
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

static size_t add_column(struct cd_table *table, const char *name, enum cd_type type, const char *unit)
{
    size_t count = table->column_count;
    table->columns = cd_reallocate(table->columns, count, count + 1, sizeof *table->columns);
    table->values = cd_reallocate(table->values, count, count + 1, sizeof *table->values);
    table->columns[count] = (struct cd_column){cd_duplicate(name), type, unit};
    table->values[count] = cd_allocate(table->row_capacity, sizeof **table->values);
    for (size_t row = 0; row < table->row_count; row++)
        table->values[count][row] = not_known(type);
    return table->column_count++;
}

size_t cd_table_require(struct cd_table *table, const char *name, enum cd_type type, const char *unit)
{
    size_t column = cd_table_column(table, name);
    return column == CD_NO_COLUMN ? add_column(table, name, type, unit) : column;
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
    for (size_t c = 0; c < table->column_count; c++)
        table->values[c][table->row_count] = not_known(table->columns[c].type);
    return table->row_count++;
}

static void convert_column(struct cd_table *table, size_t column, enum cd_type type)
{
    enum cd_type old = table->columns[column].type;
    table->columns[column].type = type;
    for (size_t row = 0; row < table->row_count; row++)
        table->values[column][row] = convert(old, table->values[column][row], type);
}

/// Sets a value, whose text is copied, in a column that takes its type.
static void set(struct cd_table *table, size_t row, const char *name, enum cd_type type, union cd_value value)
{
    CD_ASSERT(row < table->row_count);
    size_t column = cd_table_require(table, name, type, NULL);
    if (table->columns[column].type < type && is_known(type, value))
        convert_column(table, column, type);
    enum cd_type held = table->columns[column].type;
    union cd_value *place = &table->values[column][row], old = *place;
    // The old text is freed last: the new value may be that very text.
    *place = held < type ? not_known(held) : convert(type, value, held);
    if (held == CD_TYPE_TEXT)
        cd_free(old.text);
}

void cd_table_set_count(struct cd_table *table, size_t row, const char *column, uint64_t count)
{
    set(table, row, column, CD_TYPE_COUNT, (union cd_value){.count = count});
}

void cd_table_set_real(struct cd_table *table, size_t row, const char *column, double real)
{
    set(table, row, column, CD_TYPE_REAL, (union cd_value){.real = isfinite(real) ? real : NAN});
}

void cd_table_set_text(struct cd_table *table, size_t row, const char *column, const char *text)
{
    set(table, row, column, CD_TYPE_TEXT, (union cd_value){.text = (char *)(uintptr_t)text});
}

void cd_table_set(struct cd_table *table, size_t row, const char *column, const char *text)
{
    size_t known = cd_table_column(table, column);
    union cd_value value = not_known(CD_TYPE_COUNT);
    enum cd_type type = CD_TYPE_COUNT;
    if (known != CD_NO_COLUMN && table->columns[known].type == CD_TYPE_TEXT)
        type = CD_TYPE_TEXT;
    else if (strcmp(text, "NA") != 0)
        type = parse(text, &value);
    if (type == CD_TYPE_TEXT)
        value.text = strcmp(text, "NA") != 0 ? (char *)(uintptr_t)text : NULL;
    set(table, row, column, type, value);
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
    for (size_t i = 0; i < count; i++)
        if (!strcmp(known[i].name, name))
            return &known[i];
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
        union cd_value value;
        if (column && column->type != CD_TYPE_TEXT && !*text)
            text = "NA";
        if (column && strcmp(text, "NA") != 0 && parse(text, &value) > column->type)
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
    char buffer[CD_NUMBER_BYTES];
    for (size_t row = 0; row < table->row_count; row++)
        for (size_t c = 0; c < table->column_count; c++)
            write_field(table, show(table->columns[c].type, table->values[c][row], buffer), c, stream);
}

void cd_table_write(const struct cd_table *table, FILE *stream)
{
    cd_table_write_header(table, stream);
    cd_table_write_rows(table, stream);
}

// ---- values -----------------------------------------------------------------------------------------------

const char *cd_table_text(const struct cd_table *table, size_t row, const char *column)
{
    CD_ASSERT(row < table->row_count);
    size_t c = cd_table_column(table, column);
    bool known = c != CD_NO_COLUMN && table->columns[c].type == CD_TYPE_TEXT && table->values[c][row].text;
    return known ? table->values[c][row].text : "NA";
}

const char *cd_table_show(const struct cd_table *table, size_t row, const char *column,
                          char buffer[CD_NUMBER_BYTES])
{
    CD_ASSERT(row < table->row_count);
    size_t c = cd_table_column(table, column);
    return c == CD_NO_COLUMN ? "NA" : show(table->columns[c].type, table->values[c][row], buffer);
}

bool cd_table_number(const struct cd_table *table, size_t row, const char *column, double *value)
{
    CD_ASSERT(row < table->row_count);
    size_t c = cd_table_column(table, column);
    if (c == CD_NO_COLUMN || !is_known(table->columns[c].type, table->values[c][row]))
        return false;
    if (table->columns[c].type == CD_TYPE_TEXT)
        return cd_parse_real(table->values[c][row].text, value);
    *value = convert(table->columns[c].type, table->values[c][row], CD_TYPE_REAL).real;
    return true;
}

bool cd_table_has(const struct cd_table *table, size_t row, const char *column)
{
    size_t c = cd_table_column(table, column);
    if (c == CD_NO_COLUMN || !is_known(table->columns[c].type, table->values[c][row]))
        return false;
    return table->columns[c].type != CD_TYPE_TEXT || *table->values[c][row].text;
}

double cd_table_real(const struct cd_table *table, size_t row, const char *column)
{
    double value;
    return cd_table_number(table, row, column, &value) ? value : NAN;
}

bool cd_table_matches(const struct cd_table *table, size_t row, const char *column, const char *text)
{
    char buffer[CD_NUMBER_BYTES];
    return cd_is_same_value(cd_table_show(table, row, column, buffer), text);
}

/// The columns by which rows are compared.
struct key {
    const struct cd_table *table;
    size_t columns[CD_TABLE_KEY], count;
};

static int compare_values(enum cd_type type, union cd_value a, union cd_value b)
{
    bool known = is_known(type, a);
    if (!known || !is_known(type, b))
        return known - is_known(type, b);
    if (type == CD_TYPE_TEXT)
        return strcmp(a.text, b.text);
    return type == CD_TYPE_COUNT ? (a.count > b.count) - (a.count < b.count)
                                 : (a.real > b.real) - (a.real < b.real);
}

static int compare_keys(const struct key *key, size_t a, size_t b)
{
    int order = 0;
    for (size_t i = 0; i < key->count && !order; i++) {
        const union cd_value *values = key->table->values[key->columns[i]];
        order = compare_values(key->table->columns[key->columns[i]].type, values[a], values[b]);
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
