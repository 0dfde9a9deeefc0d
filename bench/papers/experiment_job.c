// What an experiment leaves: its rows in their order, the raw times, and what they depend on.
#include "bench/papers/experiment_job.h"
#include "base/atomic_file.h"
#include "base/memory.h"
#include "bench/harness/measure.h"
#include "bench/papers/measurements.h"
#include "bench/record/fingerprint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- rows in the order of the experiment ------------------------------------------------------------------

/// Where a cell's row is: groups mix points, and the experiment's rows do not.
struct place {
    size_t point, series, group, row;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    if (x->series != y->series)
        return x->series < y->series ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static size_t count_rows(const struct cd_experiment_job *job)
{
    size_t count = 0;
    for (size_t g = 0; g < job->groups.count; g++)
        count += job->rows[g].cells->row_count;
    return count;
}

/// The places of all rows, sorted; the caller's.
static struct place *make_places(const struct cd_experiment_job *job)
{
    size_t count = 0;
    struct place *places = cd_allocate(count_rows(job), sizeof *places);
    for (size_t g = 0; g < job->groups.count; g++) {
        const struct cd_group *group = &job->groups.groups[g];
        for (size_t i = 0; i < job->rows[g].cells->row_count; i++) {
            const struct cd_group_cell *cell = &group->cells[group->scene ? i : 0];
            places[count++] = (struct place){cell->point, group->scene ? cell->series : 0, g, i};
        }
    }
    if (count)
        qsort(places, count, sizeof *places, compare_places);
    return places;
}

/// Copies the fields of a row that are known.
static void copy_row(struct cd_dataset *to, const struct cd_dataset *from, size_t row)
{
    size_t added = cd_dataset_add_row(to);
    for (size_t c = 0; c < from->column_count; c++)
        cd_dataset_set(to, added, from->columns[c], from->rows[row][c]);
}

/// All rows, and in them the number of each in the column `cell`.
static struct cd_dataset *gather_cells(const struct cd_experiment_job *job)
{
    const char *columns[CD_COLUMNS_MAX];
    size_t column_count = cd_experiment_columns(job->experiment, columns);
    struct cd_dataset *cells = cd_dataset_create(columns, column_count - job->experiment->formula_count);
    struct place *places = make_places(job);
    for (size_t i = 0, count = count_rows(job); i < count; i++) {
        copy_row(cells, job->rows[places[i].group].cells, places[i].row);
        if (job->experiment->scene)
            cd_dataset_set_number(cells, i, "cell", (double)(i + 1));
    }
    cd_free(places);
    return cells;
}

/// The samples of all rows, each behind the variables and the series of its row.
static struct cd_dataset *gather_samples(const struct cd_experiment_job *job)
{
    const char *columns[CD_COLUMNS_MAX];
    size_t count = job->experiment->variable_count, rows = count_rows(job);
    cd_experiment_columns(job->experiment, columns);
    columns[count + 1] = "sample";
    columns[count + 2] = "pass_ms";
    struct cd_dataset *samples = cd_dataset_create(columns, count + 3);
    struct place *places = make_places(job);
    for (size_t i = 0; i < rows && job->experiment->scene; i++) {
        const struct cd_dataset *from = job->rows[places[i].group].samples;
        const struct cd_group_cell *cell = &job->groups.groups[places[i].group].cells[places[i].row];
        for (size_t k = 0; k < from->row_count; k++) {
            double number;
            if (!cd_dataset_number(from, k, CD_CELL_OF_SAMPLE, &number) ||
                fabs(number - (double)places[i].row) > 0) // of another row
                continue;
            size_t row = cd_add_cell_row(samples, &job->groups, cell);
            cd_dataset_set(samples, row, "sample", cd_dataset_text(from, k, "sample"));
            cd_dataset_set(samples, row, "pass_ms", cd_dataset_text(from, k, "pass_ms"));
        }
    }
    cd_free(places);
    return samples;
}

// ---- files ------------------------------------------------------------------------------------------------

/// What instances said their times depend on, each text once.
static json_t *list_renderers(const struct cd_dataset *cells)
{
    json_t *list = json_array();
    const char *last = "NA";
    for (size_t i = 0; i < cells->row_count; i++) {
        const char *text = cd_dataset_text(cells, i, "environment");
        bool known = !strcmp(text, "NA") || !strcmp(text, last);
        for (size_t k = 0; k < json_array_size(list) && !known; k++)
            known = !strcmp(json_string_value(json_array_get(list, k)), text);
        if (!known)
            json_array_append_new(list, cd_json_text(text));
        last = text;
    }
    return list;
}

static json_t *describe_run(const struct cd_experiment_job *job, const struct cd_dataset *cells)
{
    char text[CD_HASH_TEXT];
    const struct cd_experiment *experiment = job->experiment;
    const struct cd_experiment_outcome *outcome = job->outcome;
    const struct cd_effort *effort = &experiment->effort[job->plan->size];
    struct cd_timing_plan timing =
        cd_plan_timing(experiment->query, experiment->threads, effort->repeat, effort->budget_seconds);
    struct cd_run_end end = {.timing = &timing, .verified = true};
    json_t *run = cd_run_record_json(&job->record, &end);
    // Every row says these of itself.
    static const char *const said_by_rows[] = {"cells",     "scenes",  "query",
                                               "exit_code", "failure", "interrupted"};
    for (size_t i = 0; i < sizeof said_by_rows / sizeof *said_by_rows; i++)
        json_object_del(run, said_by_rows[i]);
    if (!experiment->scene)
        json_object_del(run, "timing");
    json_object_set_new(run, "renderers", list_renderers(cells));
    json_object_set_new(run, "paper", cd_json_text(job->paper->key));
    json_object_set_new(run, "experiment", cd_json_text(experiment->id));
    json_object_set_new(run, "title", cd_json_text(experiment->title));
    json_object_set_new(run, "source", cd_json_text(experiment->source));
    json_object_set_new(run, "size", json_string(cd_size_name(job->plan->size)));
    json_object_set_new(run, "frames",
                        effort->frames ? json_integer((json_int_t)effort->frames) : json_null());
    json_object_set_new(run, "digest", json_string(cd_hash_text(cd_groups_hash(&job->groups), text)));
    json_object_set_new(run, "program", json_string(cd_hash_text(job->journal.build, text)));
    json_object_set_new(run, "groups", json_integer((json_int_t)outcome->groups));
    json_object_set_new(run, "groups_of_earlier_runs", json_integer((json_int_t)outcome->reused));
    json_object_set_new(run, "groups_failed", json_integer((json_int_t)outcome->failed));
    return run;
}

enum { CELLS, SAMPLES, RUN, FILES };
static const char *const file_names[FILES] = {"cells.csv", "samples.csv", "run.json"};

static enum cd_code open_outputs(const struct cd_experiment_job *job, struct cd_output *outputs[FILES],
                                 struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (int i = 0; i < FILES && !code; i++) {
        char path[PATH_MAX + 20];
        snprintf(path, sizeof path, "%s/%s", job->folder, file_names[i]);
        code = cd_output_open(path, &outputs[i], status);
    }
    return code;
}

/// What the figures show are the rows that were there before.
static void remove_figures(const struct cd_experiment_job *job)
{
    static const char *const endings[] = {"svg", "png"};
    for (size_t i = 0; i < job->experiment->figure_count; i++)
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            char path[PATH_MAX + 80];
            snprintf(path, sizeof path, "%s/%s.%s", job->folder, job->experiment->figures[i].id, endings[k]);
            unlink(path);
        }
}

/// The three files together: run.json is gone while they change and comes back last, and without it there are
/// no measurements.
static enum cd_code commit(const struct cd_experiment_job *job, struct cd_output *outputs[FILES],
                           struct cd_status *status)
{
    char path[PATH_MAX + 20];
    enum cd_code code = CD_OK;
    for (int i = 0; i < FILES && !code; i++)
        code = cd_output_finish(outputs[i], status);
    if (code)
        return code;
    snprintf(path, sizeof path, "%s/%s", job->folder, file_names[RUN]);
    unlink(path);
    remove_figures(job);
    for (int i = 0; i < FILES && !code; i++) {
        code = cd_output_commit(outputs[i], status);
        outputs[i] = NULL;
    }
    return code;
}

enum cd_code cd_running_write(const struct cd_experiment_job *job, struct cd_status *status)
{
    struct cd_dataset *cells = gather_cells(job), *samples = gather_samples(job);
    struct cd_output *outputs[FILES] = {NULL};
    enum cd_code code = cd_compute_formulas(job->paper, job->experiment, cells, status);
    if (!code)
        code = open_outputs(job, outputs, status);
    if (!code) {
        json_t *run = describe_run(job, cells);
        FILE *stream = cd_output_stream(outputs[RUN]);
        cd_dataset_write(cells, cd_output_stream(outputs[CELLS]));
        cd_dataset_write(samples, cd_output_stream(outputs[SAMPLES]));
        if (json_dumpf(run, stream, CD_JSON_LAYOUT) || fputc('\n', stream) < 0)
            CD_ASSERT(ferror(stream));
        json_decref(run);
        code = commit(job, outputs, status);
    }
    for (int i = 0; i < FILES; i++)
        cd_output_abort(outputs[i]);
    cd_dataset_destroy(cells);
    cd_dataset_destroy(samples);
    return code;
}
