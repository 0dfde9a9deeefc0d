#include "bench/compare/workload.h"

#include "algos/algo.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/yaml.h"
#include "bench/harness/selection.h"

#include <stdio.h>
#include <string.h>

#define MAX_THREADS 1024

// ---- lists of cells ---------------------------------------------------------------------------------------

void cd_workloads_add(struct cd_workloads *workloads, const struct cd_workload *workload)
{
    char names[2][9000];
    cd_workload_name(workload, names[0], sizeof names[0]);
    for (size_t i = 0; i < workloads->count; i++) {
        cd_workload_name(&workloads->items[i], names[1], sizeof names[1]);
        if (!strcmp(names[0], names[1]))
            return;
    }
    workloads->items =
        cd_grow(workloads->items, workloads->count, &workloads->capacity, sizeof *workloads->items);
    workloads->items[workloads->count++] = *workload;
}

void cd_workloads_release(struct cd_workloads *workloads)
{
    cd_free(workloads->items);
    cd_yaml_free(workloads->file);
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

/// Reads a number that may be left out.
static struct cd_number read_number(const struct cd_yaml_node *node, const char *key, uint64_t min,
                                    uint64_t max)
{
    return (struct cd_number){cd_yaml_at(node, key), cd_yaml_count(node, key, min, max, 0)};
}

static void read_cell(const struct cd_yaml_node *node, bool sides_name_it, struct cd_workloads *workloads)
{
    const char *queries[CD_QUERY_CONTACTS + 2] = {NULL};
    for (int query = 0; query <= CD_QUERY_CONTACTS; query++)
        queries[query] = cd_query_name((enum cd_query)query);
    if (!cd_yaml_keys(node, sides_name_it ? "scene" : "scene algo", "query algo frames seed threads"))
        return;
    const struct cd_workload cell = {
        .scene = cd_yaml_text(node, "scene"),
        .query = queries[cd_yaml_choice(node, "query", queries, CD_QUERY_PAIRS)],
        .algo = sides_name_it ? NULL : cd_yaml_text(node, "algo"),
        .frames = read_number(node, "frames", 1, CD_FRAMES_MAX),
        .seed = read_number(node, "seed", 0, CD_SEED_MAX),
        .threads = (unsigned)cd_yaml_count(node, "threads", 1, MAX_THREADS, 1),
    };
    cd_workloads_add(workloads, &cell);
}

enum cd_code cd_workloads_read(const char *path, bool sides_name_it, struct cd_workloads *workloads,
                               struct cd_status *status)
{
    enum cd_code code = cd_yaml_open(path, &workloads->file, status);
    if (code)
        return code;
    const struct cd_yaml_node *top = cd_yaml_top(workloads->file);
    if (cd_yaml_keys(top, "cells", ""))
        for (const struct cd_yaml_node *cell = cd_yaml_first(top, "cells"); cell; cell = cd_yaml_next(cell))
            read_cell(cell, sides_name_it, workloads);
    return cd_yaml_code(workloads->file);
}
