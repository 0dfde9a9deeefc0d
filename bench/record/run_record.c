#include "bench/record/run_record.h"

#include "base/clock.h"
#include "base/hash.h"
#include "bench/record/fingerprint.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOMENT_BYTES = 32 };

/// Writes the time in UTC.
static const char *write_now(const char *format, char text[MOMENT_BYTES])
{
    time_t now = time(NULL);
    struct tm utc;
    CD_ASSERT(gmtime_r(&now, &utc));
    CD_ASSERT(strftime(text, MOMENT_BYTES, format, &utc) > 0);
    return text;
}

static json_t *moment(void)
{
    char text[MOMENT_BYTES];
    return json_string(write_now("%Y-%m-%dT%H:%M:%SZ", text));
}

void cd_run_id(char id[CD_RUN_ID])
{
    char text[MOMENT_BYTES];
    uint64_t salt[2] = {cd_clock_wall(), (uint64_t)getpid()};
    struct cd_hash hash = cd_hash_bytes(salt, sizeof salt);
    snprintf(id, CD_RUN_ID, "%.16s-%06x", write_now("%Y%m%dT%H%M%SZ", text), (unsigned)(hash.low & 0xffffff));
}

struct cd_run_record cd_run_record_begin(int argc, char **argv)
{
    json_t *command = json_pack("[s]", "cdbench");
    for (int i = 0; i < argc; i++)
        json_array_append_new(command, cd_json_text(argv[i]));
    struct cd_run_record record = {
        .facts = json_pack("{s:o, s:o}", "command", command, "started", moment()),
        .scenes = json_array(),
    };
    json_object_update_new(record.facts, cd_fingerprint());
    json_object_set_new(record.facts, "warnings", json_array());
    record.started = json_string_value(json_object_get(record.facts, "started"));
    cd_run_id(record.id);
    return record;
}

void cd_run_record_release(struct cd_run_record *record)
{
    json_decref(record->facts);
    json_decref(record->scenes);
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

bool cd_run_record_add_warning(struct cd_run_record *record, const char *line)
{
    json_t *warnings = json_object_get(record->facts, "warnings"), *text = cd_json_text(line), *other;
    size_t i;
    bool known = false;
    json_array_foreach(warnings, i, other) known |= json_equal(text, other);
    if (known)
        json_decref(text);
    else
        json_array_append_new(warnings, text);
    return !known;
}

static json_t *timing_json(const struct cd_timing_plan *timing, bool verified)
{
    json_t *object =
        json_pack("{s:b, s:I, s:I, s:f, s:f}", "verified", verified, "min_samples",
                  (json_int_t)timing->min_samples, "max_samples", (json_int_t)timing->max_samples,
                  "enough_seconds", timing->enough_seconds, "budget_seconds", timing->budget_seconds);
    if (timing->store)
        json_object_set_new(object, "store", json_true());
    if (timing->slow_down > 0)
        json_object_set_new(object, "slow_down", json_real(timing->slow_down));
    return object;
}

/// The texts by which instances name what their times depend on, each once.
static json_t *renderers_json(const struct cd_table *cells)
{
    json_t *list = json_array(), *known = json_object();
    for (size_t i = 0; i < cells->row_count; i++) {
        const char *text = cd_table_text(cells, i, "environment");
        if (!cd_table_has(cells, i, "environment") || json_object_get(known, text))
            continue;
        json_object_set_new_nocheck(known, text, json_true());
        json_array_append_new(list, cd_json_text(text));
    }
    json_decref(known);
    return list;
}

json_t *cd_run_record_json(const struct cd_run_record *record, const struct cd_run_end *end)
{
    json_t *run = json_pack("{s:i, s:s}", "format", CD_RUN_FORMAT, "id", record->id);
    json_object_update(run, record->facts);
    json_t *rest =
        json_pack("{s:o, s:b, s:i, s:o, s:s, s:i, s:o, s:{s:O, s:o}, s:o, s:O, s:o}", "finished", moment(),
                  "interrupted", end->code == CD_INTERRUPTED, "exit_code", (int)end->code, "failure",
                  cd_json_text(end->failure), "query", cd_query_name(end->timing->query), "threads",
                  (int)end->timing->threads, "timing", timing_json(end->timing, end->verified), "load",
                  "start", json_object_get(record->facts, "load"), "end", cd_fingerprint_load(), "renderers",
                  renderers_json(end->cells), "scenes", record->scenes, "cells", cd_table_json(end->cells));
    json_object_update_new(run, rest);
    return run;
}
