#include "bench/compare/workload.h"

#include "algos/algo.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/yaml_file.h"
#include "bench/harness/scene_options.h"

#include <stdio.h>
#include <string.h>

#define MAX_THREADS 1024

// ---- lists of cells ---------------------------------------------------------------------------------------

static bool texts_equal(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool numbers_equal(const struct cd_number *a, const struct cd_number *b)
{
    return a->given == b->given && (!a->given || a->value == b->value);
}

static bool are_equal(const struct cd_workload *a, const struct cd_workload *b)
{
    return !strcmp(a->scene, b->scene) && !strcmp(a->query, b->query) && texts_equal(a->algo, b->algo) &&
           numbers_equal(&a->frames, &b->frames) && numbers_equal(&a->seed, &b->seed) &&
           a->threads == b->threads;
}

void cd_workloads_add(struct cd_workloads *workloads, const struct cd_workload *workload)
{
    for (size_t i = 0; i < workloads->count; i++)
        if (are_equal(&workloads->items[i], workload))
            return;
    workloads->items =
        cd_grow(workloads->items, workloads->count, &workloads->capacity, sizeof *workloads->items);
    struct cd_workload *added = &workloads->items[workloads->count++];
    *added = *workload;
    added->scene = cd_duplicate(workload->scene);
    added->query = cd_duplicate(workload->query);
    added->algo = workload->algo ? cd_duplicate(workload->algo) : NULL;
}

void cd_workloads_release(struct cd_workloads *workloads)
{
    for (size_t i = 0; i < workloads->count; i++) {
        cd_free(workloads->items[i].scene);
        cd_free(workloads->items[i].query);
        cd_free(workloads->items[i].algo);
    }
    cd_free(workloads->items);
    *workloads = (struct cd_workloads){0};
}

void cd_workload_name(const struct cd_workload *workload, char *name, size_t bytes)
{
    char frames[40] = "", seed[40] = "", threads[40] = "";
    if (workload->frames.given)
        snprintf(frames, sizeof frames, ", %llu frames", (unsigned long long)workload->frames.value);
    if (workload->seed.given)
        snprintf(seed, sizeof seed, ", seed %llu", (unsigned long long)workload->seed.value);
    if (workload->threads > 1)
        snprintf(threads, sizeof threads, ", %u threads", workload->threads);
    snprintf(name, bytes, "%s%s%s, %s%s%s%s", workload->algo ? cd_shown_text(workload->algo).text : "",
             workload->algo ? " on " : "", cd_shown_text(workload->scene).text, workload->query, frames, seed,
             threads);
}

// ---- their file -------------------------------------------------------------------------------------------

/// A cell as the file has it; numbers are texts, since libcyaml is not strict enough about them.
struct entry {
    char *scene, *query, *algo, *frames, *seed, *threads;
};

struct file {
    struct entry *cells;
    unsigned cell_count;
};

#define TEXT(key, flags, member)                                                                             \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | (flags), struct entry, member, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t entry_fields[] = {
    TEXT("scene", 0, scene),
    TEXT("query", CYAML_FLAG_OPTIONAL, query),
    TEXT("algo", CYAML_FLAG_OPTIONAL, algo),
    TEXT("frames", CYAML_FLAG_OPTIONAL, frames),
    TEXT("seed", CYAML_FLAG_OPTIONAL, seed),
    TEXT("threads", CYAML_FLAG_OPTIONAL, threads),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t entry_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct entry, entry_fields)};

static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_SEQUENCE_COUNT("cells", CYAML_FLAG_POINTER, struct file, cells, cell_count, &entry_schema, 1,
                               CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct file, file_fields)};

/// A file while its cells are read.
struct reader {
    struct cd_yaml *yaml;
    const struct file *file;
    unsigned cell;
    struct cd_status *status;
};

static enum cd_code wrong(const struct reader *reader, const char *key, const char *advice)
{
    char path[60];
    snprintf(path, sizeof path, "cells[%u].%s", reader->cell, key);
    return cd_yaml_fail(reader->yaml, reader->status, path, "%s", advice);
}

/// Reads a number that may be left out.
static enum cd_code read_number(const struct reader *reader, const char *key, const char *text, double min,
                                double max, struct cd_number *number)
{
    uint64_t value;
    char advice[120];
    if (!text)
        return CD_OK;
    snprintf(advice, sizeof advice, "'%.30s' is not an integer from %.20g to %.20g", text, min, max);
    if (!cd_parse_unsigned(text, &value) || (double)value < min || (double)value > max)
        return wrong(reader, key, advice);
    *number = (struct cd_number){true, value};
    return CD_OK;
}

static bool is_query(const char *text)
{
    for (int query = 0; query <= CD_QUERY_CONTACTS; query++)
        if (!strcmp(cd_query_name((enum cd_query)query), text))
            return true;
    return false;
}

static enum cd_code read_cell(const struct reader *reader, struct cd_workloads *workloads)
{
    const struct entry *entry = &reader->file->cells[reader->cell];
    static char pairs[] = "pairs";
    struct cd_workload cell = {
        .scene = entry->scene, .query = entry->query ? entry->query : pairs, .algo = entry->algo};
    struct cd_number threads = {.value = 1};
    if (!is_query(cell.query))
        return wrong(reader, "query", "not one of any, bodies, pairs and contacts");
    enum cd_code code = read_number(reader, "frames", entry->frames, 1, CD_FRAMES_MAX, &cell.frames);
    if (!code)
        code = read_number(reader, "seed", entry->seed, 0, CD_SEED_MAX, &cell.seed);
    if (!code)
        code = read_number(reader, "threads", entry->threads, 1, MAX_THREADS, &threads);
    cell.threads = (unsigned)threads.value;
    if (!code)
        cd_workloads_add(workloads, &cell);
    return code;
}

enum cd_code cd_workloads_read(const char *path, struct cd_workloads *workloads, struct cd_status *status)
{
    struct reader reader = {.status = status};
    void *file;
    enum cd_code code = cd_yaml_open(path, &reader.yaml, status);
    if (code)
        return code;
    code = cd_yaml_load(reader.yaml, &file_schema, &file, status);
    reader.file = code ? NULL : file;
    for (; !code && reader.cell < reader.file->cell_count; reader.cell++)
        code = read_cell(&reader, workloads);
    cd_yaml_free(reader.yaml);
    return code;
}
