#include "bench/papers/group_run.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/harness/measure.h"
#include "bench/harness/peak_memory.h"
#include "bench/papers/points.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <stdio.h>
#include <string.h>

void cd_group_rows_release(struct cd_group_rows *rows)
{
    cd_dataset_destroy(rows->cells);
    cd_dataset_destroy(rows->samples);
    *rows = (struct cd_group_rows){0};
}

size_t cd_add_cell_row(struct cd_dataset *dataset, const struct cd_groups *groups,
                       const struct cd_group_cell *cell)
{
    const struct cd_experiment *experiment = groups->experiment;
    const char *values[CD_VARIABLES_MAX];
    cd_point_values(experiment, groups->size, cell->point, values);
    size_t row = cd_dataset_add_row(dataset);
    for (size_t i = 0; i < experiment->variable_count; i++)
        cd_dataset_set(dataset, row, experiment->variables[i].name, values[i]);
    cd_dataset_set(dataset, row, "series", experiment->series[cell->series].id);
    return row;
}

void cd_group_name(const struct cd_group *group, const struct cd_experiment *experiment, char *name,
                   size_t bytes)
{
    if (group->scene) {
        snprintf(name, bytes, "%s: %s", experiment->id, group->scene);
        return;
    }
    snprintf(name, bytes, "%s: %s", experiment->id, experiment->program);
    for (size_t i = 0; i < group->texts.count; i++) {
        size_t used = strlen(name);
        snprintf(name + used, bytes - used, " %s", group->texts.items[i]);
    }
}

/// A group of a scene while it is measured.
struct measurement {
    const struct cd_groups *groups;
    const struct cd_group *group;
    const struct cd_experiment_plan *plan;
    struct cd_selection selection;
    struct cd_cell *measured; ///< by text
    struct cd_group_rows *rows;
};

static void add_cell_fields(const struct measurement *measurement, const struct cd_cell *cell, size_t row)
{
    struct cd_field fields[CD_CELL_FIELDS];
    size_t count = cd_cell_fields(cell, row + 1, fields);
    for (size_t i = 0; i < count; i++) {
        char buffer[CD_FIELD_TEXT_BYTES];
        cd_dataset_set(measurement->rows->cells, row,
                       cd_measured_column(measurement->groups->experiment, fields[i].name),
                       cd_field_text(&fields[i], buffer));
    }
}

static void add_samples(const struct measurement *measurement, const struct cd_cell *cell, size_t row)
{
    struct cd_dataset *samples = measurement->rows->samples;
    for (uint64_t i = 0; cd_cell_has_times(cell) && i < cell->timed.samples; i++) {
        char text[40];
        size_t sample = cd_dataset_add_row(samples);
        cd_dataset_set_number(samples, sample, CD_CELL_OF_SAMPLE, (double)row);
        cd_dataset_set_number(samples, sample, "sample", (double)i);
        snprintf(text, sizeof text, "%.6f", (double)cell->timed.pass_ns[i] * 1e-6);
        cd_dataset_set(samples, sample, "pass_ms", text);
    }
}

/// Notes what keeps the group from being finished.
static void note_verdict(struct cd_group_rows *rows, const struct cd_cell *cell)
{
    char reason[sizeof rows->reason] = "";
    if (cell->verdict == CD_VERDICT_WRONG && !cell->timed.unstable)
        snprintf(reason, sizeof reason, "%.100s on %.120s is wrong in %llu of %llu frames", cell->label,
                 cell->scene, (unsigned long long)cell->judgement.wrong_frames,
                 (unsigned long long)cell->judgement.frames);
    else if (cell->verdict == CD_VERDICT_UNAVAILABLE)
        snprintf(reason, sizeof reason, "%.100s: %.280s", cell->label, cell->lacking);
    else if (cell->timed.unstable)
        snprintf(reason, sizeof reason, "%.100s on %.120s answers otherwise from pass to pass", cell->label,
                 cell->scene);
    rows->measured |= cd_cell_has_times(cell);
    rows->wrong |= cell->verdict == CD_VERDICT_WRONG;
    rows->finished &= cd_cell_has_times(cell);
    if (!*rows->reason)
        strcpy(rows->reason, reason);
}

static void make_rows(const struct measurement *measurement)
{
    struct cd_group_rows *rows = measurement->rows;
    const char *columns[CD_COLUMNS_MAX];
    size_t count = cd_experiment_columns(measurement->groups->experiment, columns);
    static const char *const sample_columns[] = {CD_CELL_OF_SAMPLE, "sample", "pass_ms"};
    rows->cells = cd_dataset_create(columns, count - measurement->groups->experiment->formula_count);
    rows->samples = cd_dataset_create(sample_columns, 3);
    rows->finished = true;
    for (size_t i = 0; i < measurement->group->cell_count; i++) {
        const struct cd_group_cell *cell = &measurement->group->cells[i];
        size_t row = cd_add_cell_row(rows->cells, measurement->groups, cell);
        add_cell_fields(measurement, &measurement->measured[cell->text], row);
        add_samples(measurement, &measurement->measured[cell->text], row);
        note_verdict(rows, &measurement->measured[cell->text]);
    }
}

static enum cd_code measure(struct measurement *measurement, const struct cd_scene *scene,
                            struct cd_status *status)
{
    const struct cd_experiment *experiment = measurement->groups->experiment;
    const struct cd_effort *effort = &experiment->effort[measurement->groups->size];
    struct cd_context context = {.threads = experiment->threads, .stop = cd_stop_asked};
    struct cd_measure_plan plan = {
        .timing = cd_plan_timing(measurement->group->query, experiment->threads, effort->repeat,
                                 effort->budget_seconds),
        .verify = true,
        .oracle_threads = cd_usable_processors(),
        .oracle_cache = measurement->plan->oracle_cache,
        .context = &context,
        .warn = measurement->plan->warn,
        .user = measurement->plan->user,
    };
    return cd_measure_scene(scene, measurement->selection.choices, measurement->selection.choice_count, &plan,
                            measurement->plan->progress, measurement->measured, status);
}

/// The paper's file is to blame for a scene or an algorithm that is refused, and for nothing else.
static enum cd_code blame(const struct cd_paper *paper, const struct measurement *measurement,
                          const struct cd_status *inner, struct cd_status *status)
{
    char name[300];
    if (inner->code == CD_INTERRUPTED || inner->code == CD_ENVIRONMENT)
        return cd_fail(status, inner->code, "%s", inner->text);
    cd_group_name(measurement->group, measurement->groups->experiment, name, sizeof name);
    return cd_fail(status, inner->code == CD_USAGE ? CD_DATA : inner->code, "%s: experiment %s: %s",
                   paper->path, name, inner->text);
}

static enum cd_code measure_scene(struct measurement *measurement, struct cd_status *status)
{
    const struct cd_experiment *experiment = measurement->groups->experiment;
    static const struct cd_texts none;
    struct cd_scene *scene = NULL;
    struct cd_scene_options options = {.frames = experiment->effort[measurement->groups->size].frames,
                                       .stop = cd_interrupted};
    enum cd_code code =
        cd_select_algos(&none, &measurement->group->texts, &none, &measurement->selection, status);
    if (code)
        return code;
    measurement->measured = cd_allocate(measurement->selection.choice_count, sizeof *measurement->measured);
    cd_peak_memory_reset();
    code = cd_scene_load(measurement->group->scene, &options, &scene, status);
    if (!code)
        code = measure(measurement, scene, status);
    if (!code)
        make_rows(measurement);
    for (size_t i = 0; i < measurement->selection.choice_count; i++)
        cd_cell_release(&measurement->measured[i]);
    cd_free(measurement->measured);
    cd_scene_destroy(scene);
    return code;
}

enum cd_code cd_group_measure(const struct cd_paper *paper, const struct cd_groups *groups,
                              const struct cd_group *group, const struct cd_experiment_plan *plan,
                              struct cd_group_rows *rows, struct cd_status *status)
{
    if (!group->scene)
        return cd_group_run_program(groups, group, plan, rows, status);
    struct measurement measurement = {.groups = groups, .group = group, .plan = plan, .rows = rows};
    struct cd_status inner = {CD_OK, ""};
    enum cd_code code = measure_scene(&measurement, &inner);
    cd_selection_release(&measurement.selection);
    return code ? blame(paper, &measurement, &inner, status) : CD_OK;
}
