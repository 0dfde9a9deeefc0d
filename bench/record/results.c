#include "bench/record/results.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/quote.h"
#include "bench/record/fingerprint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void cd_run_id(char id[CD_RUN_ID])
{
    time_t now = time(NULL);
    struct tm utc;
    CD_ASSERT(gmtime_r(&now, &utc));
    char moment[17];
    CD_ASSERT(strftime(moment, sizeof moment, "%Y%m%dT%H%M%SZ", &utc) == 16);
    uint64_t salt[2] = {cd_clock_wall(), (uint64_t)getpid()};
    struct cd_hash hash = cd_hash_bytes(salt, sizeof salt);
    snprintf(id, CD_RUN_ID, "%s-%06x", moment, (unsigned)(hash.low & 0xffffff));
}

const char *cd_field_text(const struct cd_field *field, char buffer[CD_FIELD_TEXT_BYTES])
{
    switch (field->kind) {
    case CD_FIELD_TEXT:
        return field->text;
    case CD_FIELD_COUNT:
        snprintf(buffer, CD_FIELD_TEXT_BYTES, "%" PRIu64, field->count);
        return buffer;
    case CD_FIELD_REAL:
        snprintf(buffer, CD_FIELD_TEXT_BYTES, "%.*f", field->digits, field->real);
        return buffer;
    case CD_FIELD_NONE:
        break;
    }
    return "NA";
}

static void write_field(FILE *stream, const struct cd_field *field)
{
    char buffer[CD_FIELD_TEXT_BYTES];
    cd_write_quoted(stream, CD_QUOTE_CSV, cd_field_text(field, buffer));
}

static void write_summary_header(FILE *stream)
{
    // Only the names are used of a cell that does not exist.
    static const struct cd_cell nothing = {.truth = ""};
    struct cd_field fields[CD_CELL_FIELDS];
    size_t field_count = cd_cell_fields(&nothing, 0, fields);
    for (size_t i = 0; i < field_count; i++)
        fprintf(stream, "%s%s", i ? "," : "", fields[i].name);
    fputc('\n', stream);
}

void cd_write_summary(FILE *stream, const struct cd_cell *cells, size_t first, size_t count)
{
    if (!first)
        write_summary_header(stream);
    struct cd_field fields[CD_CELL_FIELDS];
    for (size_t k = first; k < count; k++) {
        size_t field_count = cd_cell_fields(&cells[k], k + 1, fields);
        for (size_t i = 0; i < field_count; i++) {
            if (i)
                fputc(',', stream);
            write_field(stream, &fields[i]);
        }
        fputc('\n', stream);
    }
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
                        cell->timed.frame_ns[sample][frame]);
    }
}

static json_t *field_json(const struct cd_field *field)
{
    switch (field->kind) {
    case CD_FIELD_TEXT:
        return cd_json_text(field->text);
    case CD_FIELD_COUNT:
        return json_integer((json_int_t)field->count);
    case CD_FIELD_REAL: {
        // The same digits as in the CSV.
        char text[64];
        snprintf(text, sizeof text, "%.*f", field->digits, field->real);
        return json_real(strtod(text, NULL));
    }
    case CD_FIELD_NONE:
        break;
    }
    return json_null();
}

json_t *cd_cells_json(const struct cd_cell *cells, size_t count)
{
    json_t *array = json_array();
    for (size_t k = 0; k < count; k++) {
        struct cd_field fields[CD_CELL_FIELDS];
        size_t field_count = cd_cell_fields(&cells[k], k + 1, fields);
        json_t *object = json_object();
        for (size_t i = 0; i < field_count; i++)
            json_object_set_new(object, fields[i].name, field_json(&fields[i]));
        json_array_append_new(array, object);
    }
    return array;
}

/// What the files are written from; rows before `first` have been written.
struct run_files {
    const struct cd_cell *cells;
    size_t first, count;
    const json_t *run;
};

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
    const struct run_files *run = user;
    if (json_dumpf(run->run, stream, CD_JSON_LAYOUT) || fputc('\n', stream) < 0)
        CD_ASSERT(ferror(stream));
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
