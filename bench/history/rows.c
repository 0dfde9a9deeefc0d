#include "bench/history/rows.h"

#include "base/atomic_file.h"
#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const struct cd_column columns[] = {
    {"date", CD_TYPE_TEXT, NULL},          {"run", CD_TYPE_TEXT, NULL},
    {"revision", CD_TYPE_TEXT, NULL},      {"scene", CD_TYPE_TEXT, NULL},
    {"query", CD_TYPE_TEXT, NULL},         {"algo", CD_TYPE_TEXT, NULL},
    {"settings", CD_TYPE_TEXT, NULL},      {"frames", CD_TYPE_COUNT, NULL},
    {"threads", CD_TYPE_COUNT, NULL},      {"scene_hash", CD_TYPE_TEXT, NULL},
    {"fps", CD_TYPE_REAL, "1/s"},          {"fps_low", CD_TYPE_REAL, "1/s"},
    {"fps_high", CD_TYPE_REAL, "1/s"},     {"fps_confidence", CD_TYPE_REAL, NULL},
    {"cpu_ms_median", CD_TYPE_REAL, "ms"}, {"samples", CD_TYPE_COUNT, NULL},
    {"machine", CD_TYPE_TEXT, NULL},       {"fingerprint", CD_TYPE_TEXT, NULL},
};

enum { COLUMNS = sizeof columns / sizeof *columns };

/// Longer texts are refused, because the file is read in lines of bounded length.
enum { TEXT_MAX = 2000 };

// ---- the run ----------------------------------------------------------------------------------------------

static const char *text_at(const json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

/// Makes the name of a machine: "AMD EPYC" with 2 cores becomes "amd-epyc-2core".
static void name_machine(const json_t *run, char *name, size_t bytes)
{
    const json_t *machine = json_object_get(run, "machine");
    const char *cpu = text_at(machine, "cpu", "unknown");
    size_t length = 0;
    for (; *cpu && length + 20 < bytes; cpu++) {
        if (isalnum((unsigned char)*cpu))
            name[length++] = (char)tolower((unsigned char)*cpu);
        else if (length && name[length - 1] != '-')
            name[length++] = '-';
    }
    while (length && name[length - 1] == '-')
        length--;
    snprintf(name + length, bytes - length, "-%dcore",
             (int)json_integer_value(json_object_get(machine, "cores")));
}

static void add_to_hash(struct cd_hasher *hasher, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    cd_hasher_add_text(hasher, text ? text : "null");
    free(text);
}

/// Makes a hash, in twelve digits, of everything except the revision that the times of a cell depend on.
static void make_fingerprint(const json_t *run, const json_t *cell, char fingerprint[13])
{
    static const char *const of_machine[] = {"architecture", "kernel", "cpu",      "cores",   "processors",
                                             "memory_bytes", "caches", "governor", "no_turbo"};
    char hash[CD_HASH_TEXT];
    struct cd_hasher *hasher = cd_hasher_create();
    for (size_t i = 0; i < sizeof of_machine / sizeof *of_machine; i++)
        add_to_hash(hasher, json_object_get(json_object_get(run, "machine"), of_machine[i]));
    if (json_is_number(
            json_object_get(json_object_get(run, "machine"), "cpu_quota"))) // most machines have none
        add_to_hash(hasher, json_object_get(json_object_get(run, "machine"), "cpu_quota"));
    add_to_hash(hasher, json_object_get(json_object_get(run, "build"), "compiler"));
    add_to_hash(hasher, json_object_get(json_object_get(run, "build"), "flags"));
    add_to_hash(hasher, json_object_get(cell, "environment"));
    cd_hash_text(cd_hasher_finish(hasher), hash);
    snprintf(fingerprint, 13, "%.12s", hash);
}

// ---- the rows ---------------------------------------------------------------------------------------------

/// What a run says about all of its cells, by the names of the columns. The caller owns the result.
static json_t *describe(const json_t *run, const char *machine)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "date", text_at(run, "started", "NA"), "run",
                     text_at(run, "id", "NA"), "revision",
                     text_at(json_object_get(run, "build"), "revision", "NA"), "machine", machine);
}

/// In one of these, any two rows of a history differ.
static const char *const what_differs[] = {"run",      "scene",    "query",         "algo",
                                           "settings", "frames",   "threads",       "fps",
                                           "fps_low",  "fps_high", "cpu_ms_median", NULL};

/// Adds a row. False if a text is one with which the file could not be read again.
static bool add_row(struct cd_table *history, const json_t *run, const json_t *of_run, const json_t *cell)
{
    char fingerprint[13];
    size_t row = cd_table_add_row(history);
    bool fits = true;
    make_fingerprint(run, cell, fingerprint);
    for (size_t i = 0; i < COLUMNS; i++) {
        const char *name = columns[i].name;
        const json_t *common = json_object_get(of_run, name);
        const json_t *value = common ? common : json_object_get(cell, name);
        if (columns[i].type == CD_TYPE_TEXT) { // null is an empty text, such as that of no settings
            const char *text = json_string_value(value);
            cd_table_set_text(history, row, name, text ? text : "");
            fits &= json_string_length(value) <= TEXT_MAX;
        } else if (json_is_integer(value) && json_integer_value(value) >= 0) {
            cd_table_set_count(history, row, name, (uint64_t)json_integer_value(value));
        } else if (json_is_number(value)) {
            cd_table_set_real(history, row, name, json_number_value(value));
        }
    }
    cd_table_set_text(history, row, "fingerprint", fingerprint);
    return fits;
}

/// Adds the cells of a run. One that was measured twice, in the same times, is added once.
static enum cd_code add_cells(struct cd_table *history, const json_t *run, const char *machine,
                              struct cd_history_growth *growth, struct cd_status *status)
{
    struct cd_table *rows = cd_table_create(columns, COLUMNS);
    json_t *of_run = describe(run, machine), *cell;
    enum cd_code code = CD_OK;
    size_t i, doubled[2];
    json_array_foreach(json_object_get(run, "cells"), i, cell)
    {
        if (code)
            break;
        if (!json_is_number(json_object_get(cell, "fps")))
            growth->without_times++;
        else if (!add_row(rows, run, of_run, cell))
            code = cd_fail(status, CD_DATA,
                           "cell %zu has a text of more than %d bytes, too long for a history; give the "
                           "scene a shorter name",
                           i + 1, TEXT_MAX);
        else if (cd_table_find_doubles(rows, what_differs, doubled))
            cd_table_drop_row(rows);
    }
    for (; growth->added < rows->row_count; growth->added++)
        cd_table_copy_row(history, cd_table_add_row(history), rows, growth->added);
    cd_table_destroy(rows);
    json_decref(of_run);
    return code;
}

// ---- the file ---------------------------------------------------------------------------------------------

#define REMEDY "restore the file, or remove that line"

/// Whether the file ends in the middle of a line.
static bool is_cut(const char *path)
{
    FILE *file = fopen(path, "re");
    bool cut = file && !fseek(file, -1, SEEK_END) && getc(file) != '\n';
    if (file)
        fclose(file);
    return cut;
}

/// Refuses what a file looks like after it was cut or merged by hand.
static enum cd_code check(const char *file, const struct cd_table *history, struct cd_status *status)
{
    size_t doubled[2];
    if (cd_table_column(history, "fingerprint") == CD_NO_COLUMN)
        return cd_fail(status, CD_DATA, "%s: no column fingerprint: this is no history", file);
    if (is_cut(file))
        return cd_fail(status, CD_DATA, "%s:%zu: the line was cut; " REMEDY, file, history->row_count + 1);
    if (cd_table_find_doubles(history, what_differs, doubled))
        return cd_fail(status, CD_DATA, "%s:%zu: the same as line %zu; " REMEDY, file, doubled[1] + 2,
                       doubled[0] + 2);
    return CD_OK;
}

/// Whether a message is about a line of the file.
static bool of_line(const char *file, const char *message)
{
    size_t length = strlen(file);
    return !strncmp(message, file, length) && message[length] == ':' && isdigit(message[length + 1]);
}

enum cd_code cd_history_read(const char *file, struct cd_table **history, struct cd_status *status)
{
    struct cd_status inner;
    enum cd_code code = cd_table_read(file, columns, COLUMNS, history, &inner);
    if (code)
        return cd_fail(status, code, "%s%s", inner.text, of_line(file, inner.text) ? "; " REMEDY : "");
    code = check(file, *history, status);
    if (!code)
        return CD_OK;
    cd_table_destroy(*history);
    *history = NULL;
    return code;
}

static enum cd_code grow(const json_t *run, const char *machine, struct cd_history_growth *growth,
                         struct cd_status *status)
{
    struct cd_table *history = NULL;
    struct cd_output *output;
    enum cd_code code = CD_OK;
    if (access(growth->file, F_OK))
        history = cd_table_create(columns, COLUMNS);
    else
        code = cd_history_read(growth->file, &history, status);
    if (code)
        return code;
    code = add_cells(history, run, machine, growth, status);
    if (!code && growth->added && !(code = cd_output_open(growth->file, &output, status))) {
        cd_table_write(history, cd_output_stream(output));
        code = cd_output_commit(output, status);
    }
    cd_table_destroy(history);
    return code;
}

enum cd_code cd_history_append(const char *folder, const json_t *run, struct cd_history_growth *growth,
                               struct cd_status *status)
{
    char machine[200];
    *growth = (struct cd_history_growth){0};
    name_machine(run, machine, sizeof machine);
    snprintf(growth->file, sizeof growth->file, "%s/%s.csv", folder, machine);
    enum cd_code code = cd_make_folder(folder, NULL, status);
    if (code)
        return code;
    // The lock is held while the file is read and a longer file replaces it.
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    code = descriptor < 0 || flock(descriptor, LOCK_EX)
               ? cd_fail(status, CD_IO, "%s: cannot be locked: %s", folder, strerror(errno))
               : grow(run, machine, growth, status);
    if (descriptor >= 0)
        close(descriptor);
    return code;
}
