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
    json_t *object = json_object();
    json_object_set_new(object, "name", cd_json_text(mesh->name));
    json_object_set_new(object, "hash", json_string(cd_hash_text(mesh->hash, hash)));
    json_object_set_new(object, "triangles", json_integer(mesh->triangle_count));
    return object;
}

void cd_run_record_add_scene(struct cd_run_record *record, const struct cd_scene *scene)
{
    char hash[CD_HASH_TEXT];
    json_t *object = json_object(), *meshes = json_array();
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        json_array_append_new(meshes, mesh_json(scene->meshes[i]));
    json_object_set_new(object, "name", cd_json_text(scene->name));
    json_object_set_new(object, "hash", json_string(cd_hash_text(scene->hash, hash)));
    json_object_set_new(object, "frames", json_integer((json_int_t)scene->frame_count));
    json_object_set_new(object, "bodies", json_integer(scene->max_bodies));
    json_object_set_new(object, "triangles", json_integer((json_int_t)scene->max_triangles));
    json_object_set_new(object, "regions", json_integer(scene->max_regions));
    json_object_set_new(object, "dimensions", json_integer(scene->dimensions));
    json_object_set_new(object, "seed", json_integer((json_int_t)scene->seed));
    json_object_set_new(object, "meshes", meshes);
    json_array_append_new(record->scenes, object);
}

void cd_run_record_add_warning(struct cd_run_record *record, const char *line)
{
    json_array_append_new(record->warnings, cd_json_text(line));
}

static json_t *timing_json(const struct cd_timing_plan *timing, bool verified)
{
    json_t *object = json_object();
    json_object_set_new(object, "verified", json_boolean(verified));
    json_object_set_new(object, "min_samples", json_integer((json_int_t)timing->min_samples));
    json_object_set_new(object, "max_samples", json_integer((json_int_t)timing->max_samples));
    json_object_set_new(object, "enough_seconds", json_real(timing->enough_seconds));
    json_object_set_new(object, "budget_seconds", json_real(timing->budget_seconds));
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

static json_t *load_json(const struct cd_run_record *record)
{
    json_t *object = json_object();
    json_object_set(object, "start", record->load_at_start);
    json_object_set_new(object, "end", cd_fingerprint_load());
    return object;
}

json_t *cd_run_record_circumstances(const struct cd_run_record *record)
{
    json_t *circumstances = json_object();
    json_object_set(circumstances, "command", record->command);
    json_object_set_new(circumstances, "started", json_string(record->started));
    json_object_set_new(circumstances, "build", cd_fingerprint_build());
    json_object_set(circumstances, "machine", record->machine);
    json_object_set(circumstances, "clock", record->clock);
    json_object_set(circumstances, "load", record->load_at_start);
    json_object_set(circumstances, "environment", record->environment);
    json_object_set(circumstances, "warnings", record->warnings);
    return circumstances;
}

json_t *cd_run_record_json(const struct cd_run_record *record, const struct cd_run_end *end)
{
    char finished[32];
    write_moment(finished);
    json_t *run = json_object();
    json_object_set_new(run, "format", json_integer(RUN_FORMAT));
    json_object_set_new(run, "id", json_string(record->id));
    json_object_set(run, "command", record->command);
    json_object_set_new(run, "started", json_string(record->started));
    json_object_set_new(run, "finished", json_string(finished));
    json_object_set_new(run, "interrupted", json_boolean(end->code == CD_INTERRUPTED));
    json_object_set_new(run, "exit_code", json_integer(end->code));
    json_object_set_new(run, "failure", cd_json_text(end->failure));
    json_object_set_new(run, "query", json_string(cd_query_name(end->timing->query)));
    json_object_set_new(run, "threads", json_integer(cd_threads_that_run(end->timing->threads)));
    json_object_set_new(run, "timing", timing_json(end->timing, end->verified));
    json_object_set_new(run, "build", cd_fingerprint_build());
    json_object_set(run, "machine", record->machine);
    json_object_set(run, "clock", record->clock);
    json_object_set_new(run, "load", load_json(record));
    json_object_set(run, "environment", record->environment);
    json_object_set_new(run, "renderers", renderers_json(end->cells, end->cell_count));
    json_object_set(run, "scenes", record->scenes);
    json_object_set(run, "warnings", record->warnings);
    json_object_set_new(run, "cells", cd_cells_json(end->cells, end->cell_count));
    return run;
}
