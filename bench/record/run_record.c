#include "bench/record/run_record.h"

#include "algos/threads.h"
#include "bench/record/fingerprint.h"

#include <time.h>

/// Grows whenever a member of run.json changes its meaning or goes away.
#define RUN_FORMAT 1

static void write_moment(char text[32])
{
    time_t now = time(NULL);
    struct tm utc;
    CD_ASSERT(gmtime_r(&now, &utc));
    CD_ASSERT(strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0);
}

struct cd_run_record cd_run_record_begin(int argc, char **argv)
{
    struct cd_run_record record = {
        .command = json_array(),
        .load_at_start = cd_fingerprint_load(),
        .machine = cd_fingerprint_machine(),
        .clock = cd_fingerprint_clock(),
        .environment = cd_fingerprint_environment(),
        .scenes = json_array(),
        .warnings = json_array(),
    };
    cd_run_id(record.id);
    write_moment(record.started);
    json_array_append_new(record.command, json_string("cdbench"));
    for (int i = 0; i < argc; i++)
        json_array_append_new(record.command, cd_json_text(argv[i]));
    return record;
}

void cd_run_record_release(struct cd_run_record *record)
{
    json_decref(record->command);
    json_decref(record->load_at_start);
    json_decref(record->machine);
    json_decref(record->clock);
    json_decref(record->environment);
    json_decref(record->scenes);
    json_decref(record->warnings);
    *record = (struct cd_run_record){0};
}

static json_t *mesh_json(const struct cd_mesh *mesh)
{
    char hash[CD_HASH_TEXT];
    return json_pack("{s:o, s:s, s:I}", "name", cd_json_text(mesh->name), "hash",
                     cd_hash_text(mesh->hash, hash), "triangles", (json_int_t)mesh->triangle_count);
}

void cd_run_record_add_scene(struct cd_run_record *record, const struct cd_scene *scene)
{
    char hash[CD_HASH_TEXT];
    json_t *meshes = json_array();
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        json_array_append_new(meshes, mesh_json(scene->meshes[i]));
    json_array_append_new(
        record->scenes,
        json_pack("{s:o, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "name", cd_json_text(scene->name), "hash",
                  cd_hash_text(scene->hash, hash), "frames", (json_int_t)scene->frame_count, "bodies",
                  (json_int_t)scene->max_bodies, "triangles", (json_int_t)scene->max_triangles, "regions",
                  (json_int_t)scene->max_regions, "dimensions", (json_int_t)scene->dimensions, "seed",
                  (json_int_t)scene->seed, "meshes", meshes));
}

void cd_run_record_add_warning(struct cd_run_record *record, const char *line)
{
    json_array_append_new(record->warnings, cd_json_text(line));
}

static json_t *timing_json(const struct cd_timing_plan *timing, bool verified)
{
    json_t *object =
        json_pack("{s:b, s:I, s:I, s:f, s:f}", "verified", verified, "min_samples",
                  (json_int_t)timing->min_samples, "max_samples", (json_int_t)timing->max_samples,
                  "enough_seconds", timing->enough_seconds, "budget_seconds", timing->budget_seconds);
    if (timing->slow_down > 0)
        json_object_set_new(object, "slow_down", json_real(timing->slow_down));
    return object;
}

/// The texts that instances said their times depend on, each once.
static json_t *renderers_json(const struct cd_cell *cells, size_t count)
{
    json_t *set = json_object(), *array = json_array();
    for (size_t i = 0; i < count; i++) {
        if (!*cells[i].environment)
            continue;
        json_t *text = cd_json_text(cells[i].environment);
        if (!json_object_get(set, json_string_value(text)))
            json_array_append(array, text);
        json_object_set_new(set, json_string_value(text), json_true());
        json_decref(text);
    }
    json_decref(set);
    return array;
}

json_t *cd_run_record_circumstances(const struct cd_run_record *record)
{
    return json_pack("{s:O, s:s, s:o, s:O, s:O, s:O, s:O, s:O}", "command", record->command, "started",
                     record->started, "build", cd_fingerprint_build(), "machine", record->machine, "clock",
                     record->clock, "load", record->load_at_start, "environment", record->environment,
                     "warnings", record->warnings);
}

json_t *cd_run_record_json(const struct cd_run_record *record, const struct cd_run_end *end)
{
    char finished[32];
    write_moment(finished);
    json_t *run = json_pack(
        "{s:i, s:s, s:O, s:s, s:s, s:b, s:i, s:o, s:s, s:i, s:o}", "format", RUN_FORMAT, "id", record->id,
        "command", record->command, "started", record->started, "finished", finished, "interrupted",
        end->code == CD_INTERRUPTED, "exit_code", (int)end->code, "failure", cd_json_text(end->failure),
        "query", cd_query_name(end->timing->query), "threads", (int)cd_threads_that_run(end->timing->threads),
        "timing", timing_json(end->timing, end->verified));
    json_t *rest =
        json_pack("{s:o, s:O, s:O, s:{s:O, s:o}, s:O, s:o, s:O, s:O, s:o}", "build", cd_fingerprint_build(),
                  "machine", record->machine, "clock", record->clock, "load", "start", record->load_at_start,
                  "end", cd_fingerprint_load(), "environment", record->environment, "renderers",
                  renderers_json(end->cells, end->cell_count), "scenes", record->scenes, "warnings",
                  record->warnings, "cells", cd_cells_json(end->cells, end->cell_count));
    json_object_update_new(run, rest);
    return run;
}
