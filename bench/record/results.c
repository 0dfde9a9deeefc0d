#include "bench/record/results.h"

#include "base/folder.h"
#include "base/hash.h"
#include "base/lines.h"
#include "base/memory.h"
#include "bench/record/fingerprint.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Reads what comes next, since json_loadfd reads byte by byte.
static size_t read_next(void *buffer, size_t bytes, void *user)
{
    const struct cd_lines *file = user;
    ssize_t got = read(file->descriptor, buffer, bytes);
    return got < 0 ? (size_t)-1 : (size_t)got;
}

enum cd_code cd_json_read(const char *path, json_t **json, struct cd_status *status)
{
    struct cd_lines file;
    json_error_t error;
    *json = NULL;
    enum cd_code code = cd_lines_open(&file, path, status);
    if (code)
        return code;
    *json = json_load_callback(read_next, &file, JSON_REJECT_DUPLICATES, &error);
    cd_lines_close(&file);
    return *json ? CD_OK : cd_fail(status, CD_DATA, "%s:%d: %s", path, error.line, error.text);
}

struct cd_table *cd_cells_table(const struct cd_cell *cells, size_t first, size_t count)
{
    struct cd_table *table = cd_cell_table();
    for (size_t i = first; i < count; i++)
        cd_cell_add_row(table, &cells[i], i + 1);
    return table;
}

void cd_write_summary(FILE *stream, const struct cd_cell *cells, size_t first, size_t count)
{
    struct cd_table *table = cd_cells_table(cells, first, count);
    if (!first)
        cd_table_write_header(table, stream);
    cd_table_write_rows(table, stream);
    cd_table_destroy(table);
}

void cd_write_frames(FILE *stream, const struct cd_cell *cells, size_t first, size_t count)
{
    if (!first)
        fputs("cell,sample,frame,wall_ns\n", stream);
    for (size_t k = first; k < count; k++) {
        const struct cd_cell *cell = &cells[k];
        if (!cd_cell_has_times(cell))
            continue;
        for (uint64_t sample = 0; sample < cell->timed.samples; sample++)
            for (uint64_t frame = 0; frame < cell->frames; frame++)
                fprintf(stream, "%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", k + 1, sample, frame,
                        cell->timed.frame_ns[sample * cell->frames + frame]);
    }
}

static json_t *value_json(enum cd_type type, const char *text)
{
    if (!text || !*text)
        return json_null();
    return type == CD_TYPE_TEXT    ? cd_json_text(text)
           : type == CD_TYPE_COUNT ? json_integer((json_int_t)strtoull(text, NULL, 10))
                                   : cd_json_real(strtod(text, NULL));
}

json_t *cd_table_json(const struct cd_table *table)
{
    json_t *array = json_array();
    for (size_t row = 0; row < table->row_count; row++) {
        json_t *object = json_object();
        for (size_t c = 0; c < table->column_count; c++)
            json_object_set_new(object, table->columns[c].name,
                                value_json(table->columns[c].type, table->values[c][row]));
        json_array_append_new(array, object);
    }
    return array;
}

// ---- whole tables -----------------------------------------------------------------------------------------

#define REMEDY "restore it, or measure again"

/// What is known of a table that is written or read in parts.
struct sum {
    struct cd_hasher *hasher;
    uint64_t lines;
};

static void add_part(struct sum *sum, const char *part, size_t bytes)
{
    cd_hasher_add(sum->hasher, part, bytes);
    for (size_t i = 0; i < bytes; i++)
        sum->lines += part[i] == '\n';
}

static void note_sum(json_t *tables, const char *name, const struct sum *sum)
{
    char hash[CD_HASH_TEXT];
    json_object_set_new(tables, name,
                        json_pack("{s:I, s:s}", "rows", (json_int_t)sum->lines - 1, "hash",
                                  cd_hash_text(cd_hasher_finish(sum->hasher), hash)));
}

static ssize_t take_part(void *sum, const char *part, size_t bytes)
{
    add_part(sum, part, bytes);
    return (ssize_t)bytes;
}

void cd_results_note(json_t *tables, const char *name, void (*write)(const void *user, FILE *stream),
                     const void *user)
{
    struct sum sum = {.hasher = cd_hasher_create()};
    FILE *stream = fopencookie(&sum, "w", (cookie_io_functions_t){.write = take_part});
    CD_ASSERT(stream);
    write(user, stream);
    CD_ASSERT(!fclose(stream));
    note_sum(tables, name, &sum);
}

/// Notes in `tables` what a file has.
static enum cd_code note_file(json_t *tables, const char *name, const char *path, struct cd_status *status)
{
    struct sum sum = {.hasher = cd_hasher_create()};
    char part[65536];
    FILE *file = fopen(path, "re");
    for (size_t got = 1; file && got; add_part(&sum, part, got))
        got = fread(part, 1, sizeof part, file);
    enum cd_code code =
        !file || ferror(file) ? cd_fail(status, CD_IO, "%s: cannot read: %s", path, strerror(errno)) : CD_OK;
    if (file)
        fclose(file);
    note_sum(tables, name, &sum);
    return code;
}

bool cd_results_lack_hashes(const json_t *run)
{
    json_int_t format = json_integer_value(json_object_get(run, "format"));
    return !json_object_get(run, "tables") && format > 0 && format < CD_RUN_FORMAT;
}

enum cd_code cd_results_check(const char *path, const char *name, const json_t *run, struct cd_status *status)
{
    const json_t *tables = json_object_get(run, "tables"), *noted = json_object_get(tables, name);
    if (!tables && json_integer_value(json_object_get(run, "format")) < CD_RUN_FORMAT)
        return CD_OK;
    if (!noted)
        return cd_fail(status, CD_DATA, "%s: its run.json does not know it; " REMEDY, path);
    json_t *found = json_object();
    enum cd_code code = note_file(found, name, path, status);
    json_int_t written = json_integer_value(json_object_get(noted, "rows"));
    json_int_t rows = json_integer_value(json_object_get(json_object_get(found, name), "rows"));
    bool whole = json_equal(json_object_get(found, name), noted);
    json_decref(found);
    if (code || whole)
        return code;
    if (rows < written)
        return cd_fail(status, CD_DATA, "%s: was cut, it has %lld of %lld rows; " REMEDY, path,
                       rows > 0 ? rows : 0, written);
    if (rows > written)
        return cd_fail(status, CD_DATA,
                       "%s: has %lld rows where %lld were written, some are doubled or added; " REMEDY, path,
                       rows, written);
    return cd_fail(status, CD_DATA, "%s: was changed or exchanged since it was written; " REMEDY, path);
}

enum cd_code cd_results_read(const char *path, const char *name, const json_t *run,
                             const struct cd_column *known, size_t count, struct cd_table **table,
                             struct cd_status *status)
{
    enum cd_code code = cd_results_check(path, name, run, status);
    *table = NULL;
    return code ? code : cd_table_read(path, known, count, table, status);
}

enum cd_code cd_results_refuse_doubles(const char *path, const struct cd_table *table,
                                       struct cd_status *status)
{
    static const char *const key[] = {"cell", NULL};
    size_t rows[2];
    if (!cd_table_find_doubles(table, key, rows))
        return CD_OK;
    return cd_fail(status, CD_DATA, "%s: lines %zu and %zu are both cell %s; " REMEDY, path, rows[0] + 2,
                   rows[1] + 2, cd_table_show(table, rows[0], "cell"));
}

// ---- the folder of a run ----------------------------------------------------------------------------------

/// The content of the files. Rows before `first` have been written already.
struct run_files {
    const struct cd_cell *cells;
    size_t first, count;
    const json_t *run;
};

void cd_write_json(const json_t *document, FILE *stream)
{
    if (json_dumpf(document, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) || fputc('\n', stream) < 0)
        CD_ASSERT(ferror(stream));
}

static void write_summary_file(const void *user, FILE *stream)
{
    const struct run_files *run = user;
    cd_write_summary(stream, run->cells, run->first, run->count);
}

static void write_frames_file(const void *user, FILE *stream)
{
    const struct run_files *run = user;
    cd_write_frames(stream, run->cells, run->first, run->count);
}

static void write_run_file(const void *user, FILE *stream)
{
    struct run_files whole = *(const struct run_files *)user;
    json_t *run = json_copy((json_t *)whole.run), *tables = json_object();
    whole.first = 0;
    cd_results_note(tables, "summary.csv", write_summary_file, &whole);
    cd_results_note(tables, "frames.csv", write_frames_file, &whole);
    json_object_set_new(run, "tables", tables);
    cd_write_json(run, stream);
    json_decref(run);
}

static const struct cd_folder_file files[] = {{"summary.csv", write_summary_file, true},
                                              {"frames.csv", write_frames_file, true},
                                              {"run.json", write_run_file, false}};

enum { FILES = sizeof files / sizeof *files };

enum cd_code cd_results_keep(const char *base, const char *id, const struct cd_cell *cells, size_t first,
                             size_t count, const json_t *run, struct cd_status *status)
{
    struct run_files user = {cells, first, count, run};
    return cd_folder_keep(base, id, files, FILES, &user, status);
}

enum cd_code cd_results_write(const char *base, const char *id, const struct cd_cell *cells, size_t first,
                              size_t count, const json_t *run, struct cd_status *status)
{
    struct run_files user = {cells, first, count, run};
    return cd_folder_write(base, id, files, FILES, &user, status);
}
