// `cdbench run`: checks and times every chosen algorithm on every chosen scene.
#include "algos/schedule.h"
#include "algos/threads.h"
#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/harness/measure.h"
#include "bench/record/answers.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"
#include "bench/record/run_record.h"
#include "bench/record/table.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run_values {
    struct cd_selection_values selection;
    struct cd_number repeat;
    double budget; ///< 0 when not given
    bool store;
    double slow_down; ///< 0 except in tests of comparisons
    bool no_verify, no_cache, quiet, json, markdown, no_results;
    int sort; ///< -1: as named
    const char *csv, *answers, *results;
};

static const struct cd_option run_options[] = {
    {"repeat", CD_OPTION_NUMBER, "N", offsetof(struct run_values, repeat), 1, 100000,
     "samples: timed passes over all frames (7, and up to 100 while they take less than a second)"},
    {"budget", CD_OPTION_SECONDS, "TIME", offsetof(struct run_values, budget), 0.001, CD_NO_TIME_LIMIT,
     "time for the samples of one algorithm on one scene, as 500ms, 10s or 2m; one sample is always taken "
     "(10s; no limit if --repeat is given)"},
    {"no-verify", CD_OPTION_FLAG, NULL, offsetof(struct run_values, no_verify), 0, 0,
     "time without comparing the answers with the oracle's"},
    {"no-cache", CD_OPTION_FLAG, NULL, offsetof(struct run_values, no_cache), 0, 0,
     "do not read or keep the oracle's answers in the cache folder"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct run_values, csv), 0, 0,
     "write a row per algorithm and scene; - is standard output, instead of the table"},
    {"answers", CD_OPTION_TEXT, "FILE", offsetof(struct run_values, answers), 0, 0,
     "write every answer of one algorithm on one scene; - is standard output"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct run_values, json), 0, 0,
     "print everything as JSON instead of the table"},
    {"markdown", CD_OPTION_FLAG, NULL, offsetof(struct run_values, markdown), 0, 0,
     "print the table as Markdown, with all columns"},
    {"sort", CD_OPTION_CHOICE, CD_TABLE_COLUMNS, offsetof(struct run_values, sort), 0, 0,
     "order the rows of the table by a column, the best first"},
    {"results", CD_OPTION_TEXT, "DIR", offsetof(struct run_values, results), 0, 0,
     "where to put the folder with all results of this run (results/local)"},
    {"no-results", CD_OPTION_FLAG, NULL, offsetof(struct run_values, no_results), 0, 0,
     "create no such folder"},
    {"store", CD_OPTION_FLAG, NULL, offsetof(struct run_values, store), 0, 0,
     "store what is found while timing, 16 bytes each, instead of counting it"},
    {"slow-down", CD_OPTION_PERCENT, "PERCENT", offsetof(struct run_values, slow_down), 0, 10000, NULL},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct run_values, quiet), 0, 0,
     "no table, no progress, no warnings"},
    CD_OPTION_END,
};

/// One run from the command line to its files.
struct run {
    const struct run_values *values;
    struct cd_selection selection;
    struct cd_context context;
    struct cd_measure_plan plan;
    struct cd_run_record record;
    struct cd_progress *progress;
    struct cd_output *csv, *answers; ///< NULL if not asked for
    struct cd_cell *cells;           ///< the finished ones
    size_t cell_count;
    size_t kept_count; ///< cells that are already on disk and survive the program's end
};

static bool shows_table(const struct run_values *values)
{
    return !values->quiet && !values->json && !cd_is_stdout(values->csv) && !cd_is_stdout(values->answers);
}

static enum cd_code check_values(const struct run_values *values, struct cd_status *status)
{
    if (values->json + cd_is_stdout(values->csv) + cd_is_stdout(values->answers) > 1)
        return cd_fail(status, CD_USAGE,
                       "only one of --json, --csv - and --answers - can have the standard output; name "
                       "files for the others");
    if ((values->markdown || values->sort >= 0) && !shows_table(values))
        return cd_fail(status, CD_USAGE,
                       "--%s changes the table, but %s leaves the table out; drop one of them",
                       values->markdown ? "markdown" : "sort",
                       values->json                    ? "--json"
                       : cd_is_stdout(values->csv)     ? "--csv -"
                       : cd_is_stdout(values->answers) ? "--answers -"
                                                       : "--quiet");
    if (values->answers && cd_names_several(&values->selection))
        return cd_fail(status, CD_USAGE, "--answers takes one --algo and one --scene; run once for each");
    return CD_OK;
}

static void note_warning(void *user, const char *line)
{
    struct run *run = user;
    if (!cd_run_record_add_warning(&run->record, line) || run->values->quiet)
        return;
    cd_progress_clear(run->progress);
    cd_print_warning(line);
}

static void note_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    struct run *run = user;
    cd_answers_write(cd_output_stream(run->answers), run->plan.timing.query, frame, records, count);
}

static void make_plan(struct run *run)
{
    run->plan = (struct cd_measure_plan){
        .timing = cd_plan_timing(
            (enum cd_query)run->values->selection.query, (unsigned)run->values->selection.threads.value,
            run->values->repeat.given ? run->values->repeat.value : 0, run->values->budget),
        .verify = !run->values->no_verify,
        .oracle_threads = cd_usable_processors(),
        .oracle_cache = !run->values->no_cache,
        .context = &run->context,
        .answers = run->values->answers ? note_answers : NULL,
        .warn = note_warning,
        .leave_out_unfit = true,
        .tells_failed = true,
        .estimate = !run->values->quiet,
        .advice = "give more by --budget, or fewer --frames",
        .user = run,
    };
    run->plan.timing.slow_down = run->values->slow_down;
    run->plan.timing.store = run->values->store;
    run->context = (struct cd_context){.threads = run->plan.timing.threads, .stop = cd_stop_asked};
    run->progress = cd_progress_create(!run->values->quiet && isatty(STDERR_FILENO));
}

static void warn_about_idle_threads(struct run *run)
{
    const struct cd_schedule *schedule;
    for (size_t i = 0; i < run->selection.choice_count && run->plan.timing.threads > 1; i++) {
        const struct cd_choice *choice = &run->selection.choices[i];
        for (size_t k = 0; choice->algo->pair && (schedule = cd_schedule_at(k)); k++) {
            if (!schedule->one_thread || !cd_setting_is(choice->settings, "schedule", schedule->name))
                continue;
            cd_tell(note_warning, run,
                    "%.200s runs in one thread under schedule=%s; use --set schedule=dynamic", choice->typed,
                    schedule->name);
        }
    }
}

/// Checks before the work begins whether its results can be written.
static enum cd_code open_outputs(struct run *run, struct cd_status *status)
{
    const struct run_values *values = run->values;
    enum cd_code code = cd_output_open_option(values->csv, &run->csv, status);
    if (!code)
        code = cd_output_open_option(values->answers, &run->answers, status);
    if (run->answers)
        cd_answers_write_header(cd_output_stream(run->answers), run->plan.timing.query);
    if (!code && !values->no_results)
        code = cd_folder_prepare(values->results, status);
    return code;
}

/// Measures one scene, appends its finished cells to those of the earlier scenes, and shows them.
static enum cd_code measure_scene(struct run *run, const struct cd_scene *scene, struct cd_status *status)
{
    size_t count = 0, first = run->cell_count, all = run->selection.choice_count;
    struct cd_cell *cells = cd_allocate(all, sizeof *cells);
    struct cd_choice *choices = cd_allocate(all, sizeof *choices);
    for (size_t i = 0; i < all; i++)
        if (cd_choice_is_meant(&run->selection.choices[i], scene, run->plan.timing.query))
            choices[count++] = run->selection.choices[i];
    cd_run_record_add_scene(&run->record, scene);
    cd_interrupt_defer(true);
    enum cd_code code =
        count ? cd_measure_scene(scene, choices, count, &run->plan, run->progress, cells, status)
              : cd_fail_without_choices(scene, run->plan.timing.query, status);
    if (cd_interrupted())
        cd_interrupt_write(); // the measuring has stopped in an orderly way
    for (size_t i = 0; i < count; i++)
        if (cd_cell_is_finished(&cells[i]) && !cells[i].unfit)
            run->cells[run->cell_count++] = cells[i];
        else
            cd_cell_release(&cells[i]);
    cd_free(cells);
    cd_free(choices);
    if (shows_table(run->values) && run->cell_count > first)
        cd_print_table(
            stdout, run->cells + first, run->cell_count - first,
            &(struct cd_table_style){cd_wants_colour(stdout), run->values->markdown, run->values->sort});
    fflush(stdout);
    return code;
}

/// Loads and measures one scene. No other scene is in memory at that time.
static enum cd_code run_scene(struct run *run, size_t i, struct cd_status *status)
{
    struct cd_scene *scene;
    cd_interrupt_defer(run->cell_count > 0); // keeps what was measured on other scenes
    enum cd_code code = cd_selection_load(&run->selection, i, &scene, status);
    if (code)
        return code;
    code =
        cd_interrupted() ? cd_fail(status, CD_INTERRUPTED, "interrupted") : measure_scene(run, scene, status);
    cd_scene_destroy(scene);
    return code;
}

/// The complete run.json, as if the run ended now with `code` and this line.
static json_t *describe_run(const struct run *run, enum cd_code code, const char *failure)
{
    struct cd_table *cells = cd_cells_table(run->cells, 0, run->cell_count);
    struct cd_run_end end = {code, failure, &run->plan.timing, run->plan.verify, cells};
    json_t *document = cd_run_record_json(&run->record, &end);
    cd_table_destroy(cells);
    return document;
}

/// Writes the rows that are not in the CSV file yet.
static void write_csv_rows(struct run *run)
{
    cd_write_summary(cd_output_stream(run->csv), run->cells, run->kept_count, run->cell_count);
}

/// Writes what is finished to disk, so that it survives whatever ends the program.
static enum cd_code keep(struct run *run, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (run->csv) {
        write_csv_rows(run);
        code = cd_output_keep(run->csv, status);
    }
    if (!code && !run->values->no_results) {
        json_t *document =
            describe_run(run, CD_INTERRUPTED, "the program was ended before the rest was measured");
        code = cd_results_keep(run->values->results, run->record.id, run->cells, run->kept_count,
                               run->cell_count, document, status);
        json_decref(document);
    }
    run->kept_count = run->cell_count;
    return code;
}

static enum cd_code run_scenes(struct run *run, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    size_t scene_count = run->selection.scene_count;
    run->cells = cd_allocate(scene_count * run->selection.choice_count, sizeof *run->cells);
    for (size_t i = 0; i < scene_count && !code; i++) {
        code = run_scene(run, i, status);
        if (!code && i + 1 < scene_count)
            code = keep(run, status);
    }
    return code;
}

static void describe(const struct cd_cell *cell, char *text, size_t bytes)
{
    char fault[300];
    const char *why = cd_cell_fault(cell, fault, sizeof fault);
    if (cell->verdict == CD_VERDICT_UNAVAILABLE)
        snprintf(text, bytes, "%s: %s", cell->label, why);
    else
        snprintf(text, bytes, "%s on %s: %s", cell->label, cell->scene, why);
}

/// Fails with `code` and the line of the first such cell when there are cells with this verdict.
static enum cd_code find_verdict(const struct run *run, enum cd_verdict verdict, enum cd_code code,
                                 const char *others, struct cd_status *status)
{
    size_t count = 0;
    char first[900];
    for (size_t i = 0; i < run->cell_count; i++)
        if (run->cells[i].verdict == verdict && !count++)
            describe(&run->cells[i], first, sizeof first);
    if (!count)
        return CD_OK;
    if (count == 1)
        return cd_fail(status, code, "%s", first);
    return cd_fail(status, code, "%s (and %zu more %s)", first, count - 1, others);
}

/// Warns of the rows that failed; not of the first if it is what the run ends with.
static void warn_of_failed(struct run *run, bool ends_with_first)
{
    char line[900];
    for (size_t i = 0; i < run->cell_count; i++) {
        if (run->cells[i].verdict != CD_VERDICT_FAILED)
            continue;
        describe(&run->cells[i], line, sizeof line);
        if (!ends_with_first)
            note_warning(run, line);
        ends_with_first = false;
    }
}

static enum cd_code write_files(struct run *run, const json_t *document, struct cd_status *status)
{
    const struct run_values *values = run->values;
    enum cd_code code = CD_OK;
    if (run->csv) {
        write_csv_rows(run);
        code = cd_output_finish(run->csv, status);
    }
    if (!code && !values->no_results)
        code = cd_results_write(values->results, run->record.id, run->cells, run->kept_count, run->cell_count,
                                document, status);
    return cd_outputs_commit(&run->csv, 1, code, status);
}

static void write_csv(const void *user, FILE *stream)
{
    const struct run *run = user;
    cd_write_summary(stream, run->cells, 0, run->cell_count);
}

/// Prints the document, by which the file of --csv can be checked.
static void print_json(const struct run *run, json_t *document)
{
    const char *csv = run->values->csv, *slash = csv ? strrchr(csv, '/') : NULL;
    if (csv) {
        json_t *tables = json_object();
        cd_results_note(tables, slash ? slash + 1 : csv, write_csv, run);
        json_object_set_new(document, "tables", tables);
    }
    cd_write_json(document, stdout);
}

/// Writes what is finished. `code` and `status` say how the measuring ended; they become how the run ends.
static enum cd_code report(struct run *run, enum cd_code code, struct cd_status *status)
{
    if (!code)
        code = find_verdict(run, CD_VERDICT_WRONG, CD_WRONG, "like this", status);
    warn_of_failed(run, !code);
    if (!code)
        code = find_verdict(run, CD_VERDICT_FAILED, CD_WRONG, "like this", status);
    if (!code)
        code = find_verdict(run, CD_VERDICT_UNAVAILABLE, CD_ENVIRONMENT, "rows without numbers", status);
    json_t *document = describe_run(run, code, code ? status->text : NULL);
    struct cd_status writing;
    enum cd_code written = write_files(run, document, &writing);
    if ((!code || code == CD_WRONG) && run->cells->verdict != CD_VERDICT_FAILED)
        written = cd_outputs_commit(&run->answers, 1, written, &writing);
    if (!written && run->values->json)
        print_json(run, document);
    if (!written && shows_table(run->values) && !run->values->no_results && !run->values->markdown)
        printf("Results: %s/%s/\n", cd_shown_text(run->values->results).text, run->record.id);
    json_decref(document);
    if (!written)
        return code;
    *status = writing;
    return written;
}

static enum cd_code measure_and_report(struct run *run, struct cd_status *status)
{
    cd_fingerprint_warnings(run->plan.timing.threads, note_warning, run);
    for (size_t i = 0; i < run->selection.refused.count; i++)
        note_warning(run, run->selection.refused.items[i]);
    warn_about_idle_threads(run);
    if (run->values->slow_down > 0) // nobody is to take these times for the algorithm's
        cd_tell(note_warning, run, "all times are made %.6g %% longer, as --slow-down asks; leave it out",
                100 * run->values->slow_down);
    enum cd_code code = run_scenes(run, status);
    cd_progress_clear(run->progress);
    if (code && !run->cell_count)
        return code == CD_INTERRUPTED ? cd_fail(status, code, "interrupted before anything was finished")
                                      : code;
    if (code == CD_INTERRUPTED)
        cd_fail(status, code, "interrupted; %zu of %zu results were finished and are kept", run->cell_count,
                run->selection.choice_count * run->selection.scene_count);
    cd_interrupt_write(); // a signal during the writing must not lose any measurement
    return report(run, code, status);
}

static void release(struct run *run)
{
    for (size_t i = 0; i < run->cell_count; i++)
        cd_cell_release(&run->cells[i]);
    cd_free(run->cells);
    cd_output_abort(run->csv);
    cd_output_abort(run->answers);
    cd_progress_destroy(run->progress);
    cd_run_record_release(&run->record);
    cd_selection_release(&run->selection);
}

static enum cd_code run_run(const struct cd_call *call, struct cd_status *status)
{
    struct run run = {.values = call->values};
    enum cd_code code = check_values(run.values, status);
    make_plan(&run);
    if (!code)
        code = cd_select(&run.values->selection, &run.selection, status);
    if (!code)
        code = open_outputs(&run, status);
    if (!code) {
        run.record = cd_run_record_begin(call->argc, call->argv);
        code = measure_and_report(&run, status);
    }
    release(&run);
    return code;
}

const struct cd_command cd_command_run = {
    .name = "run",
    .title = "check algorithms against the oracle and time them",
    .common = cd_selection_options,
    .options = run_options,
    .notes = "Every algorithm runs on every scene, and the algorithms take turns. An\n"
             "algorithm that claims to be exact and gives a wrong answer gets no time; the\n"
             "exit code is then 2. --algo image_cd:resolution=512 sets a setting of one\n"
             "algorithm. Examples:\n"
             "\n"
             "  cdbench run --algo image_cd --scene bunny.obj\n"
             "  cdbench run --algo brute,obb8 --scene torus:triangles=2000 --csv -\n",
    .values = &(struct run_values){.selection = CD_SELECTION_VALUES, .results = "results/local", .sort = -1},
    .run = run_run,
};
