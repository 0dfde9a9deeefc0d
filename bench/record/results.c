#include "bench/record/results.h"

#include "base/folder.h"
#include "bench/record/fingerprint.h"

#include <inttypes.h>
#include <string.h>

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

static json_t *value_json(enum cd_type type, union cd_value value)
{
    switch (type) {
    case CD_TYPE_TEXT:
        return cd_json_text(value.text && *value.text ? value.text : NULL);
    case CD_TYPE_COUNT:
        return value.count == UINT64_MAX ? json_null() : json_integer((json_int_t)value.count);
    case CD_TYPE_REAL:
        break;
    }
    return cd_json_real(value.real);
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
    cd_write_json(((const struct run_files *)user)->run, stream);
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
