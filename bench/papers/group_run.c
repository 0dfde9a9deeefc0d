#include "bench/papers/experiment.h"

#include "algos/threads.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/neighbours.h"
#include "base/opengl.h"
#include "base/process.h"
#include "base/program_file.h"
#include "base/random.h"
#include "base/text.h"
#include "bench/harness/measure.h"
#include "bench/harness/peak_memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// How often a group is measured again while other programs keep the machine busy: not where time is short.
static unsigned times_again(const struct cd_group_task *task)
{
    return task->plan->within_seconds > 0 ? 0 : 3;
}

void cd_group_rows_release(struct cd_group_rows *rows)
{
    cd_rows_release(&rows->rows);
    *rows = (struct cd_group_rows){0};
}

static size_t add_row(struct cd_table *cells, const struct cd_groups *groups,
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

struct cd_rows cd_group_failed_rows(const struct cd_groups *groups, const struct cd_group *group)
{
    struct cd_rows rows = {.cells = cd_experiment_table(groups->experiment)};
    for (size_t i = 0; i < group->cell_count; i++)
        cd_table_set_text(rows.cells, add_row(rows.cells, groups, &group->cells[i]), "verdict", "failed");
    return rows;
}

/// Adds an empty sample of a row and returns its number among all samples.
static size_t add_sample(const struct cd_experiment *experiment, const struct cd_rows *rows, size_t row,
                         size_t number)
{
    struct cd_table *samples = rows->samples;
    size_t at = cd_table_add_row(samples);
    for (size_t i = 0; i <= experiment->variable_count; i++) // `<=`: the series, too
        cd_table_copy(samples, at, samples->columns[i].name, rows->cells, row, samples->columns[i].name);
    cd_table_set_count(samples, at, "sample", number);
    return at;
}

/// The name of the group in messages: "fig9: torusknot:triangles=1000,motion=tumble".
static void name_group(const struct cd_group_task *task, char *name, size_t bytes)
{
    const struct cd_experiment *experiment = task->groups->experiment;
    const struct cd_group *group = task->group;
    snprintf(name, bytes, "%s: %s", experiment->id, group->scene ? group->scene : experiment->program);
    for (size_t i = 0; i < group->texts.count && !group->scene; i++)
        cd_append(name, bytes, " %s", group->texts.items[i]);
}

// ---- a program --------------------------------------------------------------------------------------------

static bool is_program(char path[PATH_MAX], const char *folder, const char *below, const char *name)
{
    int length = snprintf(path, PATH_MAX, "%s%s/%s", folder, below, name);
    return length > 0 && length < PATH_MAX && !access(path, X_OK);
}

/// Searches the folders of $CDBENCH_PROGRAMS, then those of a build, then that of an installation.
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

/// The raw values behind a column are in a column with this suffix, separated by blanks.
#define SAMPLES "_samples"

static bool holds_samples(const char *column)
{
    size_t length = strlen(column), ending = strlen(SAMPLES);
    return length > ending && !strcmp(column + length - ending, SAMPLES);
}

/// Fails when raw values belong to a column that tells samples apart, because they would take its place.
static enum cd_code check_samples(const struct cd_table *rows, const struct cd_experiment *experiment,
                                  struct cd_status *status)
{
    struct cd_table *samples = cd_samples_table(experiment, true);
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < samples->column_count && !code; i++) {
        char name[120];
        snprintf(name, sizeof name, "%.100s" SAMPLES, samples->columns[i].name);
        if (cd_table_column(rows, name) != CD_NO_COLUMN)
            code = cd_fail(status, CD_DATA,
                           "wrote the column %s, but %.100s is what tells samples apart; call it otherwise",
                           name, samples->columns[i].name);
    }
    cd_table_destroy(samples);
    return code;
}

/// Fails with the reason when the rows do not match what the paper says; CD_OK when they do.
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
    return check_samples(rows, experiment, status);
}

/// Adds the values in a field to the samples of a row, which begin at `first`.
static enum cd_code read_samples(const struct cd_group_task *task, const struct cd_rows *rows, size_t row,
                                 size_t first, const char *column, const char *field,
                                 struct cd_status *status)
{
    struct cd_table *samples = rows->samples;
    char name[100], *words = cd_duplicate(field), *rest = words, *word;
    snprintf(name, sizeof name, "%.*s", (int)(strlen(column) - strlen(SAMPLES)), column);
    enum cd_code code = CD_OK;
    for (size_t at = first; !code && (word = strsep(&rest, " ")); at++) {
        double value = NAN;
        if (strcmp(word, "NA") != 0 && !cd_parse_real(word, &value)) {
            code = cd_fail(status, CD_DATA, "wrote '%.40s' in the column %.80s, which holds numbers", word,
                           column);
            break;
        }
        if (at == samples->row_count)
            cd_table_set_count(samples, add_sample(task->groups->experiment, rows, row, at - first), "row",
                               row);
        cd_table_set_real(samples, at, name, value);
    }
    cd_free(words);
    return code;
}

/// Reads the program's rows into the columns after the variables, and their samples.
static enum cd_code read_rows(const struct cd_group_task *task, const char *output, struct cd_rows *rows,
                              struct cd_status *status)
{
    const struct cd_experiment *experiment = task->groups->experiment;
    struct cd_table *written;
    struct cd_status inner;
    static const struct cd_column known[] = {{"series", CD_TYPE_TEXT, NULL}};
    enum cd_code code = cd_table_parse(output, "its output", known, 1, &written, &inner);
    if (code)
        return cd_fail(status, CD_DATA, "wrote no CSV: %s", inner.text);
    code = check_rows(written, experiment, status);
    for (size_t i = 0; i < written->row_count && !code; i++) {
        if (!cd_series_is_run(experiment, cd_find_series(experiment, cd_table_text(written, i, "series")),
                              task->groups->size))
            continue;
        size_t row = add_row(rows->cells, task->groups, &task->group->cells[0]);
        size_t first = rows->samples->row_count;
        cd_table_copy(rows->cells, row, "series", written, i, "series");
        for (size_t c = 0; c < written->column_count && !code; c++) {
            char name[200];
            const char *field = cd_table_show(written, i, written->columns[c].name);
            if (holds_samples(written->columns[c].name)) {
                if (cd_table_has(written, i, written->columns[c].name))
                    code = read_samples(task, rows, row, first, written->columns[c].name, field, status);
                continue;
            }
            bool varied = cd_find_variable(experiment, written->columns[c].name);
            snprintf(name, sizeof name, "%s%.180s", varied ? "measured_" : "", written->columns[c].name);
            cd_table_copy(rows->cells, row, name, written, i, written->columns[c].name);
        }
    }
    cd_table_destroy(written);
    return code;
}

/// Warns of a series without rows: a series may have any number of rows, but none at all is more likely a mistake.
static void warn_of_lacking_series(const struct cd_group_task *task, const struct cd_table *cells,
                                   const char *name)
{
    const struct cd_experiment *experiment = task->groups->experiment;
    for (size_t i = 0; i < task->group->cell_count; i++) {
        const char *id = experiment->series[task->group->cells[i].series].id;
        bool there = false;
        for (size_t k = 0; k < cells->row_count && !there; k++)
            there = !strcmp(cd_table_text(cells, k, "series"), id);
        if (!there)
            cd_tell(task->plan->warn, task->plan->user, "%s wrote no row of the series %.60s", name, id);
    }
}

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

static void warn_of_neighbours(const struct cd_group_task *task, struct cd_neighbours neighbours)
{
    char name[700];
    name_group(task, name, sizeof name);
    if (task->groups->experiment->program && cd_is_throttled(neighbours))
        cd_tell(task->plan->warn, task->plan->user, CD_THROTTLED_FORMAT, name, neighbours.throttled,
                cd_plural(neighbours.throttled));
    if (!cd_is_busy(neighbours))
        return;
    cd_tell(
        task->plan->warn, task->plan->user,
        "%s: other programs kept %.1f processors busy, so that its times decide nothing; measure again on "
        "a quiet machine",
        name, neighbours.others);
}

/// Runs the program to its end. A failure of the program itself is CD_ENVIRONMENT or CD_DATA.
static enum cd_code run_once(const struct cd_group_task *task, const char *path, struct cd_rows *rows,
                             struct cd_status *status)
{
    struct cd_process process;
    const struct cd_texts *texts = &task->group->texts;
    const char **words = cd_allocate(texts->count + 2, sizeof *words);
    words[0] = path;
    for (size_t i = 0; i < texts->count; i++)
        words[i + 1] = texts->items[i];
    cd_progress_step(task->plan->progress, task->groups->experiment->program, 0);
    enum cd_code code = cd_process_run(words, false, task->plan->progress, &process, status);
    cd_free(words);
    if (code)
        return code;
    code = judge_end(&process, status);
    if (!code)
        code = read_rows(task, process.output, rows, status);
    cd_free(process.output);
    return code;
}

/// Runs the program, and again while it measures times and other programs keep the machine busy.
static enum cd_code run_program(const struct cd_group_task *task, const char *path, struct cd_rows *rows,
                                struct cd_status *status)
{
    const struct cd_experiment *experiment = task->groups->experiment;
    for (unsigned left = experiment->times.count ? times_again(task) : 0;; left--) {
        struct cd_neighbour_watch watch;
        cd_rows_release(rows);
        rows->cells = cd_experiment_table(experiment);
        rows->samples = cd_samples_table(experiment, false);
        cd_neighbours_begin(&watch);
        enum cd_code code = run_once(task, path, rows, status);
        struct cd_neighbours neighbours = cd_neighbours_end(&watch);
        for (size_t row = 0; row < rows->cells->row_count && !isnan(neighbours.others); row++)
            cd_table_set_real(rows->cells, row, "others", round(neighbours.others * 1e3) / 1e3);
        for (size_t row = 0; row < rows->cells->row_count && cd_is_throttled(neighbours); row++)
            cd_table_set_count(rows->cells, row, "throttled", neighbours.throttled);
        if (!code && !left && experiment->times.count)
            warn_of_neighbours(task, neighbours);
        if (code || !left || !cd_is_busy(neighbours))
            return code;
    }
}

static enum cd_code measure_program(const struct cd_group_task *task, struct cd_group_rows *rows,
                                    struct cd_status *status)
{
    char path[PATH_MAX], name[700];
    struct cd_status inner;
    const struct cd_experiment *experiment = task->groups->experiment;
    if (!cd_find_paper_program(experiment->program, path)) {
        rows->rows.cells = cd_experiment_table(experiment);
        rows->skipped = true;
        // The arguments are not named: the program is missing at every point, and one line is enough.
        snprintf(rows->reason, sizeof rows->reason,
                 "%.70s: %.70s is skipped: no such program in the folders of CDBENCH_PROGRAMS, nor in "
                 "experiments/ beside cdbench, where `make experiments` puts them",
                 experiment->id, experiment->program);
        return CD_OK;
    }
    enum cd_code code = run_program(task, path, &rows->rows, &inner);
    if (code == CD_INTERRUPTED || code == CD_IO)
        return cd_fail(status, code, "%s", inner.text);
    rows->finished = rows->measured = !code;
    name_group(task, name, sizeof name);
    if (!code) {
        warn_of_lacking_series(task, rows->rows.cells, name);
        return CD_OK;
    }
    rows->broken = true;
    snprintf(rows->reason, sizeof rows->reason, "%s %.230s", name, inner.text);
    cd_rows_release(&rows->rows);
    rows->rows = cd_group_failed_rows(task->groups, task->group);
    return CD_OK;
}

// ---- a scene ----------------------------------------------------------------------------------------------

/// Scenes are named whole, so that a name can be pasted into a command, unless they are longer than this.
enum { LONGEST_SCENE = 600 };

/// Notes what prevents the group from being finished.
static void note_verdict(struct cd_group_rows *rows, const struct cd_cell *cell)
{
    char reason[sizeof rows->reason] = "", name[750];
    snprintf(name, sizeof name, "%.100s on %.*s%s", cell->label, LONGEST_SCENE, cell->scene,
             strlen(cell->scene) > LONGEST_SCENE ? "..." : "");
    if (cell->verdict == CD_VERDICT_WRONG && !cell->timed.unstable)
        snprintf(reason, sizeof reason, "%s is wrong in %llu of %llu frames", name,
                 (unsigned long long)cell->judgement.wrong_frames,
                 (unsigned long long)cell->judgement.frames);
    else if (cell->verdict == CD_VERDICT_FAILED)
        snprintf(reason, sizeof reason, "%s: %.160s", name, cell->lacking);
    else if (cell->verdict == CD_VERDICT_UNAVAILABLE)
        snprintf(reason, sizeof reason, "%.100s: %.280s", cell->label, cell->lacking);
    else if (cell->timed.unstable)
        snprintf(reason, sizeof reason, "%s answers otherwise from pass to pass", name);
    rows->measured |= cd_cell_has_times(cell);
    rows->wrong |= cell->verdict == CD_VERDICT_WRONG || cell->verdict == CD_VERDICT_FAILED;
    rows->finished &= cd_cell_has_times(cell);
    if (!*rows->reason)
        strcpy(rows->reason, reason);
}

/// Gives each of the group's algorithms its place among those that take turns. The first session uses the order of the
/// paper's file. The others draw a random order, seeded by the number of the session, from 1 on.
static void choose_places(const struct cd_group_task *task, const struct cd_selection *selection,
                          size_t *places)
{
    struct cd_random random = cd_random_seed(task->plan->session + 1);
    size_t *placed = cd_allocate(selection->choice_count, sizeof *placed); // those with a place, in order
    for (size_t i = 0; i < selection->choice_count; i++) {
        size_t other = task->plan->session ? (size_t)cd_random_below(&random, i + 1) : i;
        placed[i] = i;
        places[i] = places[placed[other]];
        places[placed[other]] = i;
    }
    cd_free(placed);
}

/// `measured` has the cells by their places.
static void make_rows(const struct cd_group_task *task, const struct cd_cell *measured, const size_t *places,
                      struct cd_group_rows *rows)
{
    const struct cd_experiment *experiment = task->groups->experiment;
    const struct cd_group *group = task->group;
    struct cd_table *summary = cd_cell_table();
    rows->rows.cells = cd_experiment_table(experiment);
    rows->rows.samples = cd_samples_table(experiment, false);
    rows->finished = true;
    for (size_t i = 0; i < group->cell_count; i++) {
        add_row(rows->rows.cells, task->groups, &group->cells[i]);
        const struct cd_cell *cell = &measured[places[group->cells[i].text]];
        cd_cell_add_row(summary, cell, i + 1);
        for (size_t c = 0; c < summary->column_count; c++) {
            const char *name = summary->columns[c].name;
            cd_table_copy(rows->rows.cells, i, cd_measured_column(experiment, name), summary, i, name);
        }
        for (size_t k = 0; cd_cell_has_times(cell) && k < cell->timed.samples; k++)
            cd_table_set_real(rows->rows.samples, add_sample(experiment, &rows->rows, i, k), "pass_ms",
                              (double)cd_cell_basis(cell)[k] / 1e6);
        note_verdict(rows, cell);
    }
    cd_table_destroy(summary);
}

/// Judges what a graphics card drew by the clock on the wall: the processor may sleep while the card works.
static void judge_card_by_wall(const struct cd_choice *choice, struct cd_cell *cell)
{
    if (choice->algo->needs != CD_NEED_OPENGL || !*cell->environment ||
        cd_opengl_is_software(cell->environment))
        return;
    cell->by_cpu = false;
    cd_cell_summarise(cell);
}

static enum cd_code measure_selection(const struct cd_group_task *task, const struct cd_selection *selection,
                                      struct cd_group_rows *rows, struct cd_status *status)
{
    const struct cd_experiment *experiment = task->groups->experiment;
    const struct cd_effort *effort = &experiment->effort[task->groups->size];
    struct cd_scene *scene = NULL;
    struct cd_scene_options options = {.frames = effort->frames, .stop = cd_interrupted};
    struct cd_context context = {.threads = experiment->threads, .stop = cd_stop_asked};
    struct cd_measure_plan plan = {
        .timing =
            cd_plan_timing(task->group->query, experiment->threads, effort->repeat, effort->budget_seconds),
        .verify = true,
        .oracle_threads = cd_usable_processors(),
        .oracle_cache = task->plan->oracle_cache,
        .context = &context,
        .leave_out_unfit = cd_has_added_series(experiment), // added algorithms may not take every mesh
        .warn = task->plan->warn,
        .user = task->plan->user,
    };
    plan.timing.store = experiment->store;
    plan.timing.by_cpu = experiment->threads == 1; // the time of other programs is not the algorithm's
    plan.timing.again_when_busy =
        effort->repeat == 1 ? 0 : times_again(task); // a single pass decides nothing
    size_t count = selection->choice_count, *places = cd_allocate(count, sizeof *places);
    if (task->plan->within_seconds > 0)
        plan.timing.budget_seconds =
            fmin(plan.timing.budget_seconds, task->plan->within_seconds / (double)count);
    struct cd_cell *cells = cd_allocate(count, sizeof *cells);
    struct cd_choice *choices = cd_allocate(count, sizeof *choices);
    choose_places(task, selection, places);
    for (size_t i = 0; i < count; i++)
        choices[places[i]] = selection->choices[i];
    cd_peak_memory_reset();
    enum cd_code code = cd_scene_load(task->group->scene, &options, &scene, status);
    if (!code)
        code = cd_measure_scene(scene, choices, count, &plan, task->plan->progress, cells, status);
    for (size_t i = 0; i < count && !code; i++)
        judge_card_by_wall(&choices[i], &cells[i]);
    if (!code) {
        make_rows(task, cells, places, rows);
        if (rows->measured && effort->repeat != 1)
            warn_of_neighbours(task, cells[0].timed.neighbours);
    }
    for (size_t i = 0; i < count; i++)
        cd_cell_release(&cells[i]);
    cd_free(cells);
    cd_free(choices);
    cd_free(places);
    cd_scene_destroy(scene);
    return code;
}

/// Blames the paper's file for a scene or an algorithm that is refused, and for nothing else.
static enum cd_code blame(const struct cd_group_task *task, const struct cd_status *inner,
                          struct cd_status *status)
{
    char name[700];
    if (inner->code == CD_INTERRUPTED || inner->code == CD_ENVIRONMENT)
        return cd_fail(status, inner->code, "%s", inner->text);
    name_group(task, name, sizeof name);
    return cd_fail(status, inner->code == CD_USAGE ? CD_DATA : inner->code, "%s: experiment %s: %s",
                   task->groups->experiment->paper->path, name, inner->text);
}

enum cd_code cd_group_measure(const struct cd_group_task *task, struct cd_group_rows *rows,
                              struct cd_status *status)
{
    static const struct cd_texts none;
    struct cd_selection selection = {0};
    struct cd_status inner = {CD_OK, ""};
    if (!task->group->scene)
        return measure_program(task, rows, status);
    enum cd_code code = cd_select_algos(&none, &task->group->texts, &none, &selection, &inner);
    if (!code)
        code = measure_selection(task, &selection, rows, &inner);
    cd_selection_release(&selection);
    return code ? blame(task, &inner, status) : CD_OK;
}
