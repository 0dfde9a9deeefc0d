#include "bench/expect/files.h"

#include "base/atomic_file.h"
#include "base/csv_reader.h"
#include "base/quote.h"
#include "base/text.h"
#include "bench/expect/rows.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCENES "scenes.csv"

static const char *const columns[] = {"algo", "settings", "scene", "query", "threads", "key", "value"};
enum { KEY = CD_EXPECT_KEYS, VALUE, COLUMNS };

static const char *const scene_columns[] = {"scene", "hash"};

static int is_of_algo(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && !strcmp(entry->d_name + length - 4, ".csv") && strcmp(entry->d_name, SCENES);
}

// The files of algorithms in a folder, in order; they and their array are the caller's to free.
static enum cd_code list_files(const char *folder, struct dirent ***files, int *count,
                               struct cd_status *status)
{
    *count = scandir(folder, files, is_of_algo, alphasort);
    if (*count < 0)
        return cd_fail(status, CD_IO,
                       "%s: %s; `cdbench expect --write %s` makes it, and --check names another folder",
                       folder, strerror(errno), folder);
    return CD_OK;
}

static void free_files(struct dirent **files, int count)
{
    for (int i = 0; i < count; i++)
        free(files[i]);
    if (count >= 0)
        free(files);
}

bool cd_expect_has_files(const char *folder)
{
    struct dirent **files;
    int count = scandir(folder, &files, is_of_algo, alphasort);
    free_files(files, count);
    return count > 0;
}

// ---- reading ----------------------------------------------------------------------------------------------

static bool is_cell(const struct cd_table *cells, size_t row, const struct cd_csv *csv)
{
    for (size_t i = CD_EXPECT_KEYS; i-- > 0;)
        if (strcmp(cells->values[i][row].text, cd_csv_text(csv, i)))
            return false;
    return true;
}

// Lines of one cell stand together.
static size_t cell_of(struct cd_table *cells, const struct cd_csv *csv)
{
    if (cells->row_count && is_cell(cells, cells->row_count - 1, csv))
        return cells->row_count - 1;
    size_t row = cd_table_add_row(cells);
    for (size_t i = 0; i < CD_EXPECT_KEYS; i++)
        cd_table_set_text(cells, row, columns[i], cd_csv_text(csv, i));
    return row;
}

static bool is_key_column(const char *key)
{
    for (size_t i = 0; i < CD_EXPECT_KEYS; i++)
        if (!strcmp(key, columns[i]))
            return true;
    return false;
}

static enum cd_code read_line(const struct cd_csv *csv, void *user, struct cd_status *status)
{
    struct cd_table *cells = user;
    const char *key = cd_csv_text(csv, KEY), *value = cd_csv_text(csv, VALUE);
    if (!*key || is_key_column(key) || !strcmp(key, "scene_hash") || cells->column_count >= CD_CSV_COLUMNS)
        return cd_csv_fail(csv, status, "'%s' is no answer and no counter", cd_shown_text(key).text);
    if (!*value)
        return cd_csv_fail(csv, status, "%s has no value", cd_shown_text(key).text);
    size_t cell = cell_of(cells, csv);
    if (!cd_table_matches(cells, cell, key, "NA"))
        return cd_csv_fail(csv, status, "%s is given twice; keep one of the lines", cd_shown_text(key).text);
    cd_table_set(cells, cell, key, value);
    return CD_OK;
}

static enum cd_code read_scene(const struct cd_csv *csv, void *user, struct cd_status *status)
{
    struct cd_table *cells = user;
    for (size_t i = 0; i < cells->row_count; i++) {
        if (strcmp(cd_table_text(cells, i, "scene"), cd_csv_text(csv, 0)) != 0)
            continue;
        if (strcmp(cd_table_text(cells, i, "scene_hash"), "NA") != 0)
            return cd_csv_fail(csv, status, "the scene is given twice; keep one of the lines");
        cd_table_set_text(cells, i, "scene_hash", cd_csv_text(csv, 1));
    }
    return CD_OK;
}

static enum cd_code read_file(const char *folder, const char *name, const char *const *names, size_t count,
                              enum cd_code (*use)(const struct cd_csv *csv, void *user,
                                                  struct cd_status *status),
                              struct cd_table *cells, struct cd_status *status)
{
    char path[PATH_MAX];
    struct cd_csv *csv;
    bool more;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    enum cd_code code = cd_csv_open(path, names, count, count, &csv, status);
    if (!code) {
        while (!(code = cd_csv_next(csv, &more, status)) && more && !(code = use(csv, cells, status)))
            continue;
        cd_csv_close(csv);
    }
    return code;
}

enum cd_code cd_expect_read(const char *folder, struct cd_table **cells, struct cd_status *status)
{
    static const char *const texts[] = {"scene_hash", "environment", "digest"};
    struct dirent **files;
    int count;
    *cells = cd_table_create(NULL, 0);
    for (size_t i = 0; i < CD_EXPECT_KEYS; i++)
        cd_table_require(*cells, columns[i], CD_TYPE_TEXT, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cd_table_require(*cells, texts[i], CD_TYPE_TEXT, NULL);
    enum cd_code code = list_files(folder, &files, &count, status);
    for (int i = 0; i < count && !code; i++)
        code = read_file(folder, files[i]->d_name, columns, COLUMNS, read_line, *cells, status);
    if (!code)
        code = read_file(folder, SCENES, scene_columns, 2, read_scene, *cells, status);
    free_files(files, count);
    if (code) {
        cd_table_destroy(*cells);
        *cells = NULL;
    }
    return code;
}

// ---- writing ----------------------------------------------------------------------------------------------

static bool is_zero(const char *value)
{
    return !strcmp(value, "NA") || !value[strspn(value, "0")];
}

static void write_cell(const struct cd_table *cells, size_t row, FILE *stream)
{
    for (size_t c = 0; c < cells->column_count; c++) {
        char buffer[CD_NUMBER_BYTES];
        const char *key = cells->columns[c].name, *value = cd_table_show(cells, row, key, buffer);
        // One line at least, so that the cell is there.
        if (is_key_column(key) || !strcmp(key, "scene_hash") ||
            (is_zero(value) && strcmp(key, "records") != 0))
            continue;
        for (size_t i = 0; i < CD_EXPECT_KEYS; i++) {
            cd_write_quoted(stream, CD_QUOTE_CSV, cd_table_text(cells, row, columns[i]));
            putc(',', stream);
        }
        fprintf(stream, "%s,", key);
        cd_write_quoted(stream, CD_QUOTE_CSV, value);
        putc('\n', stream);
    }
}

static void write_algo(const struct cd_table *cells, const char *algo, FILE *stream)
{
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(stream, "%s%s", columns[i], i + 1 < COLUMNS ? "," : "\n");
    for (size_t row = 0; row < cells->row_count; row++)
        if (!strcmp(cd_table_text(cells, row, "algo"), algo))
            write_cell(cells, row, stream);
}

// True when no row before this one has the same text in the column.
static bool is_first(const struct cd_table *cells, size_t row, const char *column)
{
    for (size_t i = 0; i < row; i++)
        if (!strcmp(cd_table_text(cells, i, column), cd_table_text(cells, row, column)))
            return false;
    return true;
}

static void write_scenes(const struct cd_table *cells, const char *unused, FILE *stream)
{
    (void)unused;
    fprintf(stream, "%s,%s\n", scene_columns[0], scene_columns[1]);
    for (size_t row = 0; row < cells->row_count; row++)
        if (is_first(cells, row, "scene")) {
            cd_write_quoted(stream, CD_QUOTE_CSV, cd_table_text(cells, row, "scene"));
            fprintf(stream, ",%s\n", cd_table_text(cells, row, "scene_hash"));
        }
}

static enum cd_code write_file(const char *folder, const char *name, const struct cd_table *cells,
                               const char *algo,
                               void (*write)(const struct cd_table *cells, const char *algo, FILE *stream),
                               struct cd_status *status)
{
    char path[PATH_MAX];
    struct cd_output *output;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    enum cd_code code = cd_output_open(path, &output, status);
    if (!code) {
        write(cells, algo, cd_output_stream(output));
        code = cd_output_commit(output, status);
    }
    return code;
}

// Removes the files of algorithms that are not among the cells.
static enum cd_code remove_others(const char *folder, const struct cd_table *cells, struct cd_status *status)
{
    struct dirent **files;
    int count;
    enum cd_code code = list_files(folder, &files, &count, status);
    for (int i = 0; i < count && !code; i++) {
        char path[PATH_MAX], name[NAME_MAX + 1];
        bool stays = false;
        for (size_t row = 0; row < cells->row_count && !stays; row++) {
            snprintf(name, sizeof name, "%s.csv", cd_table_text(cells, row, "algo"));
            stays = !strcmp(name, files[i]->d_name);
        }
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        if (!stays && unlink(path))
            code = cd_fail(status, CD_IO, "%s: cannot remove it: %s", path, strerror(errno));
    }
    free_files(files, count);
    return code;
}

enum cd_code cd_expect_write(const char *folder, const struct cd_table *cells, struct cd_status *status)
{
    char name[NAME_MAX + 1];
    enum cd_code code = cd_make_folder(folder, NULL, status);
    for (size_t row = 0; row < cells->row_count && !code; row++) {
        if (!is_first(cells, row, "algo"))
            continue;
        const char *algo = cd_table_text(cells, row, "algo");
        snprintf(name, sizeof name, "%s.csv", algo);
        code = write_file(folder, name, cells, algo, write_algo, status);
    }
    if (!code)
        code = write_file(folder, SCENES, cells, NULL, write_scenes, status);
    if (!code)
        code = remove_others(folder, cells, status);
    return code;
}
