#include "bench/conformance/suite.h"

#include "algos/threads.h"
#include "base/malloc_count.h"
#include "base/memory.h"
#include "base/process.h"
#include "bench/conformance/conformance.h"
#include "bench/record/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum cd_code cd_suite_row(const struct cd_selection *selection, size_t number, enum cd_query query,
                          double limit, struct cd_status *status)
{
    struct cd_scene *scene;
    struct cd_scene_options options = {.stop = cd_interrupted};
    const struct cd_conformance_scene *row = &cd_conformance_scenes[number % CD_CONFORMANCE_SCENES];
    size_t choice = number / CD_CONFORMANCE_SCENES;
    if (choice >= selection->choice_count)
        return cd_fail(status, CD_USAGE, "--row %zu: there are not so many algorithms", number);
    cd_interrupt_limit(limit);
    enum cd_code code = cd_scene_load(row->words, &options, &scene, status);
    if (code)
        return code;
    struct cd_truths truths = {.scene = scene, .threads = cd_usable_processors()};
    struct cd_conformance_trial trial = {.row = row,
                                         .truths = &truths,
                                         .algo = selection->choices[choice].algo,
                                         .settings = selection->choices[choice].settings,
                                         .query = query,
                                         .threads = 3,
                                         .schedules = 2};
    code = cd_conformance_try(&trial, status);
    if (trial.ways && cd_conformance_refuses(code)) { // it accepted this scene before
        struct cd_status refusal = *status;
        code = cd_fail(status, CD_WRONG, "%s", refusal.text);
    }
    const struct cd_judgement *judgement = &trial.judgement;
    if (!code && judgement->wrong_frames) // although it does not promise to be exact
        printf("%" PRIu64 "/%" PRIu64 " wrong\n", judgement->wrong_frames, judgement->frames);
    else if (!code)
        puts("ok");
    cd_truths_release(&truths);
    cd_scene_destroy(scene);
    return code;
}

// ---- all of them ------------------------------------------------------------------------------------------

/// One choice of algorithm and settings on all scenes.
struct suite {
    const struct cd_suite_plan *plan;
    const struct cd_choice *choice;
    enum cd_code found;
    unsigned rows, conform, refused;
    struct cd_status refusal; ///< of the first row that it refused
};

/// A row: a scene, a query, and what its process found.
struct row {
    size_t scene;
    enum cd_query query;
    char cell[20], finding[400]; ///< the result in a few words, and a line about it unless all is well
};

/// Runs the program again, with all words of its command line and the words that choose the row.
static enum cd_code run_process(const struct suite *suite, const struct row *row, struct cd_process *process,
                                struct cd_status *status)
{
    const struct cd_suite_plan *plan = suite->plan;
    size_t number = (size_t)(suite->choice - plan->selection->choices) * CD_CONFORMANCE_SCENES + row->scene;
    struct cd_texts words = {0};
    cd_texts_print(&words, "/proc/self/exe");
    cd_texts_print(&words, "%s", plan->call->argv[0]);
    cd_texts_print(&words, "--row=%zu", number);
    cd_texts_print(&words, "--query=%s", cd_query_name(row->query));
    for (int i = 1; i < plan->call->argc; i++)
        cd_texts_print(&words, "%s", plan->call->argv[i]);
    cd_texts_add(&words, NULL);
    enum cd_code code = cd_process_run(words.items, true, plan->progress, process, status);
    cd_texts_free(&words);
    return code;
}

/// The line with the verdict in the output of a process, or NULL. Output of libraries may be before and after it.
static const char *verdict_of(char *output)
{
    for (char *line = output, *rest; *line; line = rest) {
        uint64_t wrong, frames;
        int end = 0;
        size_t length = strcspn(line, "\n");
        rest = line + length + (line[length] == '\n');
        line[length] = 0;
        bool is_rate =
            sscanf(line, "%" SCNu64 "/%" SCNu64 " wrong%n", &wrong, &frames, &end) == 2 && end && !line[end];
        if (is_rate || !strcmp(line, "ok"))
            return line;
    }
    return NULL;
}

/// Notes how a process ended.
static void judge_end(struct suite *suite, struct row *row, const struct cd_process *process)
{
    enum cd_code code = process->signal ? CD_WRONG : (enum cd_code)process->exit_code;
    code = process->exit_code == CD_NOT_STARTED ? CD_ENVIRONMENT : code;
    const char *verdict = code ? NULL : verdict_of(process->output);
    suite->rows++;
    if (verdict) {
        suite->conform++;
        snprintf(row->cell, sizeof row->cell, "%s", verdict);
        return;
    }
    if (!code)
        code = CD_WRONG;
    snprintf(row->finding, sizeof row->finding, "%s",
             process->exit_code || process->signal ? process->complaint : "ended without a verdict");
    bool refused = cd_conformance_refuses(code);
    strcpy(row->cell, refused ? "refused" : "FAILS");
    if (refused && !suite->refused++)
        cd_fail(&suite->refusal, code, "%s", process->complaint);
    if (!refused)
        suite->found = code == CD_REGRESSION && suite->found != CD_WRONG ? CD_REGRESSION : CD_WRONG;
    if (process->signal)
        snprintf(row->finding, sizeof row->finding, "ended by signal %d (%s) %s", process->signal,
                 strsignal(process->signal), process->complaint);
}

static json_t *json_row(const struct suite *suite, const struct row *row)
{
    const struct cd_conformance_scene *scene = &cd_conformance_scenes[row->scene];
    return json_pack("{s:o, s:s, s:s, s:s, s:o, s:o}", "algo", cd_json_text(suite->choice->typed), "title",
                     scene->title, "scene", scene->words, "query", cd_query_name(row->query), "verdict",
                     cd_json_text(row->cell), "finding", cd_json_text(row->finding));
}

static enum cd_code run_row(struct suite *suite, struct row *row, struct cd_status *status)
{
    char step[100];
    struct cd_process process;
    snprintf(step, sizeof step, "%s, %s", cd_conformance_scenes[row->scene].title, cd_query_name(row->query));
    cd_progress_step(suite->plan->progress, step, 0);
    enum cd_code code = run_process(suite, row, &process, status);
    if (code)
        return code;
    if (process.exit_code == CD_IO)
        code = cd_fail(status, CD_IO, "%s", process.complaint);
    judge_end(suite, row, &process);
    cd_free(process.output);
    if (suite->plan->rows)
        json_array_append_new(suite->plan->rows, json_row(suite, row));
    return code;
}

/// Prints a line of the table, and what was found below it.
static void print_scene(const struct suite *suite, const struct row rows[4])
{
    const struct cd_conformance_scene *scene = &cd_conformance_scenes[rows->scene];
    cd_progress_clear(suite->plan->progress);
    printf("  %-46s%-12s%-12s%-12s%s\n", scene->title, rows[0].cell, rows[1].cell, rows[2].cell,
           rows[3].cell);
    for (int i = 0; i < 4; i++)
        if (*rows[i].finding && strcmp(rows[i].cell, "refused") != 0)
            printf("      %s of %s: %s\n", cd_query_name(rows[i].query), scene->words, rows[i].finding);
    fflush(stdout);
}

static enum cd_code run_scene(struct suite *suite, size_t scene, struct cd_status *status)
{
    struct row rows[4] = {0};
    enum cd_code code = CD_OK;
    unsigned before = suite->rows;
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS && !code; query++) {
        bool asked = cd_conformance_asks(&cd_conformance_scenes[scene], &suite->choice->description, query);
        rows[query] = (struct row){.scene = scene, .query = query, .cell = "-"};
        if (asked)
            code = run_row(suite, &rows[query], status);
        cd_progress_part_done(suite->plan->progress, 1, !asked);
    }
    if (!code && !suite->plan->rows && suite->rows > before)
        print_scene(suite, rows);
    return code;
}

static enum cd_code run_choice(struct suite *suite, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    const json_t *json = suite->plan->rows;
    cd_progress_part(suite->plan->progress, suite->choice->typed);
    if (!json)
        printf("%s\n  %-46s%-12s%-12s%-12s%s\n", suite->choice->typed, "scene", "any", "bodies", "pairs",
               "contacts");
    for (size_t i = 0; i < CD_CONFORMANCE_SCENES && !code; i++)
        code = run_scene(suite, i, status);
    if (code)
        return code;
    if (suite->refused == suite->rows && suite->rows && !suite->choice->by_all)
        return cd_fail(status, suite->refusal.code, "%s", suite->refusal.text);
    if (!json)
        printf("%u of %u conform%s%s%s\n", suite->conform, suite->rows, suite->refused ? "; refused: " : "",
               suite->refused ? suite->refusal.text : "",
               cd_malloc_is_counted() ? "" : "; this build counts allocations through base/memory.h only");
    return CD_OK;
}

enum cd_code cd_suite_run(const struct cd_suite_plan *plan, enum cd_code *found, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    cd_progress_whole(plan->progress, 4 * CD_CONFORMANCE_SCENES * plan->selection->choice_count);
    for (size_t i = 0; i < plan->selection->choice_count && !code; i++) {
        struct suite suite = {.plan = plan, .choice = &plan->selection->choices[i]};
        code = run_choice(&suite, status);
        if (suite.found && *found != CD_WRONG)
            *found = suite.found;
    }
    cd_progress_clear(plan->progress);
    return code;
}
