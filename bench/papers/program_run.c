// Experiments that a program of its own makes: it is run once per point and writes CSV.
#include "base/memory.h"
#include "base/process.h"
#include "base/program_file.h"
#include "bench/papers/group_run.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- where it is ------------------------------------------------------------------------------------------

static bool is_program(char path[PATH_MAX], const char *folder, const char *below, const char *name)
{
    int length = snprintf(path, PATH_MAX, "%s%s/%s", folder, below, name);
    return length > 0 && length < PATH_MAX && !access(path, X_OK);
}

/// In the folders of $CDBENCH_PROGRAMS, beside the program where it was built, or where it was installed.
bool cd_find_paper_program(const char *name, char path[PATH_MAX])
{
    const char *variable = getenv("CDBENCH_PROGRAMS");
    char *copy = cd_duplicate(variable ? variable : ""), *rest = copy, *folder;
    bool found = false;
    while (!found && (folder = strsep(&rest, ":")))
        found = *folder && is_program(path, folder, "", name);
    cd_free(copy);
    char own[PATH_MAX];
    if (found || !cd_program_folder(own, sizeof own))
        return found;
    return is_program(path, own, "/experiments", name) || is_program(path, own, "/../experiments", name) ||
           is_program(path, own, "/../libexec/cdbench", name);
}

// ---- what it wrote ----------------------------------------------------------------------------------------

/// Why the rows are not as the paper says, or CD_OK.
static enum cd_code check_rows(const struct cd_table *rows, const struct cd_experiment *experiment,
                               struct cd_status *status)
{
    if (cd_table_column(rows, "series") == CD_NO_COLUMN)
        return cd_fail(status, CD_DATA, "wrote no column `series`");
    if (!rows->row_count)
        return cd_fail(status, CD_DATA, "wrote no row");
    for (size_t i = 0; i < rows->row_count; i++) {
        const char *series = cd_table_text(rows, i, "series");
        if (!cd_find_series(experiment, series))
            return cd_fail(status, CD_DATA, "wrote the series '%.60s', which the paper does not have",
                           series);
    }
    return CD_OK;
}

/// The program's rows behind the values of the variables.
static void take_rows(struct cd_table *cells, const struct cd_table *written, const struct cd_groups *groups,
                      const struct cd_group *group)
{
    const struct cd_experiment *experiment = groups->experiment;
    for (size_t i = 0; i < written->row_count; i++) {
        size_t row = cd_add_cell_row(cells, groups, &group->cells[0]);
        for (size_t c = 0; c < written->column_count; c++) {
            char name[200];
            snprintf(name, sizeof name, "%s%.180s",
                     cd_find_variable(experiment, written->columns[c].name) ? "measured_" : "",
                     written->columns[c].name);
            cd_table_copy(cells, row, name, written, i, written->columns[c].name);
        }
    }
}

/// A series may have any number of rows, but none at all is more likely a mistake.
static void warn_of_lacking_series(const struct cd_table *cells, const struct cd_experiment *experiment,
                                   const char *name, const struct cd_experiment_plan *plan)
{
    for (size_t i = 0; i < experiment->series_count; i++) {
        char line[300];
        const char *id = experiment->series[i].id;
        bool there = false;
        for (size_t k = 0; k < cells->row_count && !there; k++)
            there = !strcmp(cd_table_text(cells, k, "series"), id);
        snprintf(line, sizeof line, "%s wrote no row of the series %.60s", name, id);
        if (!there)
            plan->warn(plan->user, line);
    }
}

static enum cd_code read_rows(const char *output, const struct cd_groups *groups,
                              const struct cd_group *group, struct cd_group_rows *rows,
                              struct cd_status *status)
{
    struct cd_table *written;
    struct cd_status inner;
    static const struct cd_column known[] = {{"series", CD_TYPE_TEXT, NULL}};
    enum cd_code code = cd_table_parse(output, "its output", known, 1, &written, &inner);
    if (code)
        return cd_fail(status, code, "wrote no CSV: %s", inner.text);
    code = check_rows(written, groups->experiment, status);
    if (!code)
        take_rows(rows->rows.cells, written, groups, group);
    cd_table_destroy(written);
    return code;
}

/// Says why the program failed; CD_OK when it did not.
static enum cd_code judge_end(const struct cd_process *process, struct cd_status *status)
{
    const char *colon = *process->complaint ? ": " : "";
    if (process->signal)
        return cd_fail(status, CD_ENVIRONMENT, "was ended by signal %d (%s)%s%s", process->signal,
                       strsignal(process->signal), colon, process->complaint);
    if (process->exit_code)
        return cd_fail(status, CD_ENVIRONMENT, "ended with exit code %d%s%s", process->exit_code, colon,
                       process->complaint);
    return CD_OK;
}

// ---- a group ----------------------------------------------------------------------------------------------

/// Rows that say no more than that there is nothing; `name` is what failed.
static void note_failure(struct cd_group_rows *rows, const struct cd_groups *groups,
                         const struct cd_group *group, const char *name, const char *reason)
{
    snprintf(rows->reason, sizeof rows->reason, "%s %.230s", name, reason);
    rows->broken = true;
    for (size_t i = 0; i < group->cell_count; i++)
        cd_table_set_text(rows->rows.cells, cd_add_cell_row(rows->rows.cells, groups, &group->cells[i]),
                          "verdict", "failed");
}

/// The program is not there. Not told by its arguments: it is the same at every point, and one line is
/// enough.
static void note_lack(struct cd_group_rows *rows, const struct cd_experiment *experiment)
{
    if (experiment->needs)
        snprintf(
            rows->reason, sizeof rows->reason,
            "%.70s: %.70s is skipped, for the program was not built: it needs %.100s; install that and run "
            "`make`",
            experiment->id, experiment->program, experiment->needs);
    else
        snprintf(rows->reason, sizeof rows->reason,
                 "%.70s: %.70s is skipped: no such program in the folders of CDBENCH_PROGRAMS, nor in "
                 "experiments/ beside cdbench, where `make experiments` puts them",
                 experiment->id, experiment->program);
    rows->skipped = true;
}

static enum cd_code run_program(const char *path, const struct cd_group *group,
                                const struct cd_experiment_plan *plan, struct cd_process *process,
                                struct cd_status *status)
{
    size_t count = group->texts.count;
    const char **words = cd_allocate(count + 2, sizeof *words);
    words[0] = path;
    for (size_t i = 0; i < count; i++)
        words[i + 1] = group->texts.items[i];
    cd_progress_step(plan->progress, strrchr(path, '/') + 1, 0);
    enum cd_code code = cd_process_run(words, false, plan->progress, process, status);
    cd_free(words);
    return code;
}

enum cd_code cd_group_run_program(const struct cd_groups *groups, const struct cd_group *group,
                                  const struct cd_experiment_plan *plan, struct cd_group_rows *rows,
                                  struct cd_status *status)
{
    char path[PATH_MAX], name[160];
    struct cd_process process;
    struct cd_status inner;
    const struct cd_experiment *experiment = groups->experiment;
    rows->rows.cells = cd_experiment_table(experiment);
    if (!cd_find_paper_program(experiment->program, path)) {
        note_lack(rows, experiment);
        return CD_OK;
    }
    enum cd_code code = run_program(path, group, plan, &process, &inner);
    if (code && code != CD_ENVIRONMENT)
        return cd_fail(status, code, "%s", inner.text);
    if (!code) {
        code = judge_end(&process, &inner);
        if (!code)
            code = read_rows(process.output, groups, group, rows, &inner);
        cd_free(process.output);
    }
    rows->finished = rows->measured = !code;
    cd_group_name(group, experiment, name, sizeof name);
    if (code)
        note_failure(rows, groups, group, name, inner.text);
    else
        warn_of_lacking_series(rows->rows.cells, experiment, name, plan);
    return CD_OK;
}
