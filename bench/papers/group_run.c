#include "bench/papers/group_run.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/harness/measure.h"
#include "bench/harness/peak_memory.h"
#include "bench/record/fingerprint.h"

#include <stdio.h>
#include <string.h>

void cd_group_rows_release(struct cd_group_rows *rows)
{
    cd_rows_release(&rows->rows);
    *rows = (struct cd_group_rows){0};
}

size_t cd_add_cell_row(struct cd_table *cells, const struct cd_groups *groups,
                       const struct cd_group_cell *cell)
{
    const struct cd_experiment *experiment = groups->experiment;
    const char *values[CD_VARIABLES_MAX];
    cd_point_values(experiment, groups->size, cell->point, values);
    size_t row = cd_table_add_row(cells);
    for (size_t i = 0; i < experiment->variable_count; i++)
        cd_table_set(cells, row, experiment->variables[i].name, values[i]);
    cd_table_set_text(cells, row, "series", experiment->series[cell->series].id);
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

static struct cd_passes make_passes(const struct cd_cell *cell)
{
    struct cd_passes passes = {0};
    if (!cd_cell_has_times(cell))
        return passes;
    passes.count = cell->timed.samples;
    passes.ms = cd_allocate(passes.count, sizeof *passes.ms);
    for (size_t i = 0; i < passes.count; i++)
        passes.ms[i] = (double)cell->timed.pass_ns[i] / 1e6;
    return passes;
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
    const struct cd_experiment *experiment = measurement->groups->experiment;
    const struct cd_group *group = measurement->group;
    struct cd_group_rows *rows = measurement->rows;
    struct cd_table *measured = cd_cell_table();
    rows->rows.cells = cd_experiment_table(experiment);
    rows->rows.passes = cd_allocate(group->cell_count, sizeof *rows->rows.passes);
    rows->finished = true;
    for (size_t i = 0; i < group->cell_count; i++) {
        const struct cd_cell *cell = &measurement->measured[group->cells[i].text];
        cd_add_cell_row(rows->rows.cells, measurement->groups, &group->cells[i]);
        cd_cell_add_row(measured, cell, i + 1);
        for (size_t c = 0; c < measured->column_count; c++) {
            const char *name = measured->columns[c].name;
            cd_table_copy(rows->rows.cells, i, cd_measured_column(experiment, name), measured, i, name);
        }
        rows->rows.passes[i] = make_passes(cell);
        note_verdict(rows, cell);
    }
    cd_table_destroy(measured);
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
