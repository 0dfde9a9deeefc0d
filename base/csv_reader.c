#include "base/csv_reader.h"

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// Longer lines are refused.
#define LINE_BYTES 65536

struct cd_csv {
    struct cd_lines lines;
    uint64_t line; ///< of this row
    const char *const *columns;
    size_t column_count;
    size_t field_count;           ///< of the header
    int field_of[CD_CSV_COLUMNS]; ///< of a requested column, or -1
    char *fields[CD_CSV_COLUMNS]; ///< of this row
};

enum cd_code cd_csv_fail(const struct cd_csv *csv, struct cd_status *status, const char *format, ...)
{
    char message[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return cd_fail(status, CD_DATA, "%s:%" PRIu64 ": %s", csv->lines.path, csv->line, message);
}

/// Ends the field that starts at `start`, in place. Returns the start of the next field, or NULL after the last one.
/// Sets `*problem` if a quote is misplaced.
static char *split_quoted(char *start, char **field, const char **problem)
{
    char *to = start;
    const char *from = start + 1;
    *field = start;
    bool closed = false;
    for (; *from; from++) {
        closed = *from == '"' && *++from != '"';
        if (closed)
            break;
        *to++ = *from;
    }
    from += strspn(from, " \t");
    if (!closed)
        *problem = "a quote that is not closed on its line";
    else if (*from && *from != ',')
        *problem = "text after a closing quote; a quote within quotes is written twice";
    const char *comma = *from == ',' ? from : NULL;
    *to = 0;
    return comma ? start + (comma - start) + 1 : NULL;
}

static char *split_field(char *start, char **field, const char **problem)
{
    start += strspn(start, " \t");
    if (*start == '"')
        return split_quoted(start, field, problem);
    *field = start;
    char *end = start + strcspn(start, ",");
    char *next = *end ? end + 1 : NULL;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *end = 0;
    return next;
}

/// Reads the next line that is not empty and splits it. `*count` is 0 at the end of the file.
static enum cd_code read_fields(struct cd_csv *csv, size_t *count, struct cd_status *status)
{
    char *line;
    *count = 0;
    do {
        enum cd_code code = cd_lines_next(&csv->lines, &line, status);
        if (code || !line)
            return code;
        csv->line = csv->lines.number;
        if (strlen(line) > LINE_BYTES)
            return cd_csv_fail(csv, status, "the line is longer than %d bytes", LINE_BYTES);
    } while (!*line);
    for (char *next = line; next; ++*count) {
        if (*count == CD_CSV_COLUMNS)
            return cd_csv_fail(csv, status, "more than %d columns", CD_CSV_COLUMNS);
        const char *problem = NULL;
        next = split_field(next, &csv->fields[*count], &problem);
        if (!problem && cd_control_character(csv->fields[*count], strlen(csv->fields[*count]), ""))
            problem = "a control character, or text that is not UTF-8; write plain UTF-8";
        if (problem)
            return cd_csv_fail(csv, status, "%s", problem);
        char **field = &csv->fields[*count];
        if (**field == '\'' && cd_is_formula(*field))
            *field += strcmp(*field, "'-") ? 1 : 2; // version 1.0 wrote '- for none
    }
    return CD_OK;
}

static enum cd_code read_header(struct cd_csv *csv, size_t required, struct cd_status *status)
{
    enum cd_code code = read_fields(csv, &csv->field_count, status);
    if (code)
        return code;
    if (!csv->field_count)
        return cd_fail(status, CD_DATA, "%s: empty; the first line names the columns", csv->lines.path);
    for (size_t i = 0; i < csv->column_count; i++) {
        csv->field_of[i] = -1;
        for (size_t k = 0; k < csv->field_count; k++) {
            if (strcmp(csv->fields[k], csv->columns[i]) != 0)
                continue;
            if (csv->field_of[i] >= 0)
                return cd_csv_fail(csv, status, "the header has the column \"%s\" twice", csv->columns[i]);
            csv->field_of[i] = (int)k;
        }
        if (i < required && csv->field_of[i] < 0)
            return cd_csv_fail(csv, status, "the header has no column \"%s\"", csv->columns[i]);
    }
    return CD_OK;
}

enum cd_code cd_csv_open(const char *path, const char *text, const char *const *columns, size_t count,
                         size_t required, struct cd_csv **result, struct cd_status *status)
{
    CD_ASSERT(count <= CD_CSV_COLUMNS);
    struct cd_lines lines;
    enum cd_code code = CD_OK;
    *result = NULL;
    if (text)
        cd_lines_of_text(&lines, path, text);
    else
        code = cd_lines_open(&lines, path, status);
    if (code)
        return code;
    struct cd_csv *csv = cd_allocate(1, sizeof *csv);
    csv->lines = lines;
    csv->columns = columns;
    csv->column_count = count;
    const char *foreign = text ? NULL : cd_foreign_file(lines.descriptor);
    code =
        foreign ? cd_fail(status, CD_DATA, "%s: is %s", path, foreign) : read_header(csv, required, status);
    if (code)
        cd_csv_close(csv);
    else
        *result = csv;
    return code;
}

enum cd_code cd_csv_next(struct cd_csv *csv, bool *more, struct cd_status *status)
{
    size_t count;
    enum cd_code code = read_fields(csv, &count, status);
    *more = !code && count;
    if (*more && count != csv->field_count)
        return cd_csv_fail(csv, status, "%zu fields where the header has %zu", count, csv->field_count);
    return code;
}

bool cd_csv_has(const struct cd_csv *csv, size_t column)
{
    return csv->field_of[column] >= 0;
}

const char *cd_csv_text(const struct cd_csv *csv, size_t column)
{
    return cd_csv_has(csv, column) ? csv->fields[csv->field_of[column]] : "";
}

size_t cd_csv_field_count(const struct cd_csv *csv)
{
    return csv->field_count;
}

const char *cd_csv_field(const struct cd_csv *csv, size_t field)
{
    CD_ASSERT(field < csv->field_count);
    return csv->fields[field];
}

enum cd_code cd_csv_unsigned(const struct cd_csv *csv, size_t column, uint64_t max, uint64_t *value,
                             struct cd_status *status)
{
    if (cd_parse_unsigned(cd_csv_text(csv, column), value) && *value <= max)
        return CD_OK;
    return cd_csv_fail(csv, status, "%s is \"%.40s\", not an integer from 0 to %" PRIu64,
                       csv->columns[column], cd_csv_text(csv, column), max);
}

enum cd_code cd_csv_int(const struct cd_csv *csv, size_t column, int64_t *value, struct cd_status *status)
{
    if (cd_parse_int(cd_csv_text(csv, column), value))
        return CD_OK;
    return cd_csv_fail(csv, status, "%s is \"%.40s\", not an integer of 64 bits", csv->columns[column],
                       cd_csv_text(csv, column));
}

enum cd_code cd_csv_real(const struct cd_csv *csv, size_t column, double *value, struct cd_status *status)
{
    if (cd_parse_real(cd_csv_text(csv, column), value))
        return CD_OK;
    return cd_csv_fail(csv, status, "%s is \"%.40s\", not a finite number", csv->columns[column],
                       cd_csv_text(csv, column));
}

uint64_t cd_csv_line(const struct cd_csv *csv)
{
    return csv->line;
}

struct cd_csv_state cd_csv_state(const struct cd_csv *csv)
{
    struct stat information;
    if (fstat(csv->lines.descriptor, &information))
        return (struct cd_csv_state){0};
    return (struct cd_csv_state){
        .device = information.st_dev,
        .inode = information.st_ino,
        .bytes = (uint64_t)information.st_size,
        .seconds = (uint64_t)information.st_mtim.tv_sec,
        .nanoseconds = (uint64_t)information.st_mtim.tv_nsec,
    };
}

void cd_csv_close(struct cd_csv *csv)
{
    if (!csv)
        return;
    cd_lines_close(&csv->lines);
    cd_free(csv);
}
