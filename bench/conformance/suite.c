#include "bench/conformance/suite.h"

#include "algos/threads.h"
#include "base/forked.h"
#include "base/memory.h"
#include "bench/conformance/conformance.h"
#include "bench/record/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum cd_code try_there(void *box, struct cd_status *status)
{
    struct cd_conformance_trial *there = box;
    struct cd_scene *scene;
    struct cd_scene_options options = {.stop = cd_interrupted};
    enum cd_code code = cd_scene_load(there->row->words, &options, &scene, status);
    if (code)
        return code;
    struct cd_truths truths = {.scene = scene, .threads = cd_usable_processors()};
    there->truths = &truths;
    code = cd_threads_start(truths.threads > there->threads ? truths.threads : there->threads, status);
    if (!code)
        code = cd_conformance_try(there, status);
    if (there->ways && cd_conformance_refuses(there->algo, code)) { // it accepted this scene before
        struct cd_status refusal = *status;
        code = cd_fail(status, CD_WRONG, "%s", refusal.text);
    }
    return code;
}

/// One choice of algorithm and settings on all scenes.
struct suite {
    const struct cd_suite_plan *plan;
    const struct cd_choice *choice;
    enum cd_code found;
    unsigned rows, conform, refused, lacking;
    unsigned starved;          ///< of `lacking`: for memory or threads
    struct cd_status refusal;  ///< of the first row that it refused
    struct cd_status shortage; ///< of the first row for which the machine lacked something
};

/// A row: a scene, a query, and what its process found.
struct row {
    size_t scene;
    enum cd_query query;
    char cell[50], finding[1100]; ///< the result in a few words, and a line about it unless all is well
};

/// Notes what a row found, or how its process ended.
static void judge_end(struct suite *suite, struct row *row, enum cd_code code, bool ended,
                      const struct cd_conformance_trial *there, const struct cd_status *status)
{
    const struct cd_judgement *judgement = &there->judgement;
    // It lacks what its record says that it needs, or memory, or was not asked: this says nothing about the algorithm.
    bool starved = code == CD_ENVIRONMENT && (ended || !*there->way);
    bool lacking = starved || (code == CD_ENVIRONMENT && suite->choice->algo->needs);
    bool refused = !lacking && cd_conformance_refuses(suite->choice->algo, code);
    suite->rows++;
    suite->conform += !code;
    suite->starved += starved;
    if (!code && judgement->wrong_frames) // although it does not promise to be exact
        snprintf(row->cell, sizeof row->cell, "%" PRIu64 "/%" PRIu64 " wrong", judgement->wrong_frames,
                 judgement->frames);
    else
        strcpy(row->cell, !code ? "ok" : lacking ? "not run" : refused ? "refused" : "FAILS");
    if (!code)
        return;
    snprintf(row->finding, sizeof row->finding, "%s%s", status->text,
             code == CD_ENVIRONMENT && !lacking ? "; its record says that it needs nothing" : "");
    if (refused && !suite->refused++)
        suite->refusal = *status;
    if (lacking && !suite->lacking++)
        suite->shortage = *status;
    if (!refused && !lacking)
        suite->found = code == CD_REGRESSION && suite->found != CD_WRONG ? CD_REGRESSION : CD_WRONG;
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
    struct cd_forked *forked;
    struct cd_status found = {CD_OK, ""};
    const struct cd_conformance_scene *scene = &cd_conformance_scenes[row->scene];
    snprintf(step, sizeof step, "%s, %s", scene->title, cd_query_name(row->query));
    cd_progress_step(suite->plan->progress, step, 0);
    enum cd_code code = cd_forked_start(sizeof(struct cd_conformance_trial), &forked, status);
    if (code)
        return code;
    struct cd_conformance_trial *there = cd_forked_box(forked);
    *there = (struct cd_conformance_trial){.row = scene,
                                           .algo = suite->choice->algo,
                                           .settings = suite->choice->settings,
                                           .query = row->query,
                                           .threads = 3,
                                           .schedules = 2};
    cd_forked_limit(forked, suite->plan->limit);
    code = cd_forked_call(forked, try_there, "before the first frame", &found);
    if (code == CD_INTERRUPTED || code == CD_IO) {
        *status = found;
    } else {
        bool ended = cd_forked_has_ended(forked);
        if (code && ended) { // says in which way
            struct cd_status end = found;
            cd_fail(&found, code, "%s%s%s", there->way, *there->way ? ": " : "", end.text);
        }
        judge_end(suite, row, code, ended, there, &found);
        if (suite->plan->rows)
            json_array_append_new(suite->plan->rows, json_row(suite, row));
        code = CD_OK;
    }
    cd_forked_end(forked);
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
        if (*rows[i].finding && strcmp(rows[i].cell, "refused") != 0 && strcmp(rows[i].cell, "not run") != 0)
            printf("      %s of %s: %s\n", cd_query_name(rows[i].query), scene->words, rows[i].finding);
    fflush(stdout);
}

static enum cd_code run_scene(struct suite *suite, size_t scene, struct cd_status *status)
{
    struct row rows[4] = {0};
    enum cd_code code = CD_OK;
    unsigned before = suite->rows;
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS && !code; query++) {
        bool asked = cd_conformance_asks(&cd_conformance_scenes[scene], &suite->choice->description, query) &&
                     (suite->plan->only_scene < 0 ||
                      (suite->plan->only_scene == (int)scene && suite->plan->only_query == query));
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
    if (!suite->rows && !suite->choice->by_all)
        return cd_fail(status, CD_USAGE,
                       "%s is asked nothing: it takes no such scenes, or answers no such query",
                       suite->choice->typed);
    if (suite->refused == suite->rows && suite->rows && !suite->choice->by_all)
        return cd_fail(status, suite->refusal.code, "%s: %s", suite->choice->typed, suite->refusal.text);
    if (json)
        return CD_OK;
    printf("%u of %u conform", suite->conform, suite->rows);
    if (suite->refused)
        printf("; %u refused: %s", suite->refused, suite->refusal.text);
    if (suite->lacking)
        printf("; %u not run: %s", suite->lacking, suite->shortage.text);
    putchar('\n');
    return CD_OK;
}

enum cd_code cd_suite_run(const struct cd_suite_plan *plan, enum cd_code *found, struct cd_status *lacking,
                          struct cd_status *status)
{
    enum cd_code code = CD_OK;
    cd_progress_whole(plan->progress, 4 * CD_CONFORMANCE_SCENES * plan->selection->choice_count);
    for (size_t i = 0; i < plan->selection->choice_count && !code; i++) {
        struct suite suite = {.plan = plan, .choice = &plan->selection->choices[i]};
        code = run_choice(&suite, status);
        if (suite.found && *found != CD_WRONG)
            *found = suite.found;
        bool left_out = suite.choice->by_all && !suite.starved;
        if (suite.lacking && !left_out && !lacking->code)
            cd_fail(lacking, CD_ENVIRONMENT, "%s: %u of %u rows were not run: %s", suite.choice->typed,
                    suite.lacking, suite.rows, suite.shortage.text);
    }
    cd_progress_clear(plan->progress);
    return code;
}
