#include "algos/driver/plugin.h"
#include "algos/threads.h"
#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/conformance/suite.h"
#include "bench/harness/measure.h"
#include "bench/harness/selection.h"
#include "bench/oracle/apart.h"
#include "bench/record/answers.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"
#include "scenes/advice.h"

#include <inttypes.h>
#include <jansson.h>
#include <unistd.h>

struct verify_values {
    struct cd_selection_values selection;
    const char *answers;
    double limit;
    struct cd_number row;
    bool no_cache, all, quiet, json, suite;
};

static const struct cd_option verify_options[] = {
    {"answers", CD_OPTION_TEXT, "FILE", offsetof(struct verify_values, answers), 0, 0,
     "write every answer as CSV (- for stdout); for one algorithm on one scene"},
    {"all", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, all), 0, 0,
     "list every record that differs in a frame, however many"},
    {"suite", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, suite), 0, 0,
     "verify on the scenes of the conformance table instead, with every query, choice and schedule and up to "
     "three threads"},
    {"limit", CD_OPTION_SECONDS, "TIME", offsetof(struct verify_values, limit), 0.01, CD_NO_TIME_LIMIT,
     "with --suite: processor time allowed for one scene and query, as 10s or 2m (60s); ten times as long by "
     "the clock"},
    {"row", CD_OPTION_NUMBER, "N", offsetof(struct verify_values, row), 0, 1e6, NULL},
    {"no-cache", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, no_cache), 0, 0,
     "compute the exact answers again and do not keep them"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, quiet), 0, 0,
     "no progress and no frames, only the result of each algorithm; --json has its frames all the same"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, json), 0, 0, "print JSON"},
    CD_OPTION_END,
};

/// The value of the query while the user has not asked for one. The query is then CD_QUERY_PAIRS.
enum { NOT_ASKED = -1 };

struct verification {
    const struct cd_call *call;
    const struct verify_values *values;
    struct cd_selection selection;
    struct cd_context context;
    struct cd_progress *progress;
    struct cd_output *answers; ///< NULL if not asked for
    struct cd_truths truths;   ///< of the current scene
    FILE *stream;              ///< where the text goes
    json_t *cells;             ///< where the objects go; NULL for text
    // Of the current cell.
    const struct cd_choice *choice;
    struct cd_judged_pass pass;
    json_t *differences;
    // Of the current scene.
    uint64_t hit_frames;    ///< of all cells
    size_t verified;        ///< choices that take it
    struct cd_texts warned; ///< the warnings given so far, of all scenes
    struct cd_texts refusals;
    struct cd_status refusal; ///< the first one
    enum cd_code found; ///< CD_WRONG when some cell broke its promise or failed; the worst code of a suite
    struct cd_status lacking; ///< CD_ENVIRONMENT when a choice lacks something, else CD_OK
};

// ---- frames that differ -----------------------------------------------------------------------------------

/// The most records of one frame that are listed, unless the user asks for all.
enum { LISTED = 8 };

static uint64_t listed(const struct verification *verification, uint64_t count)
{
    return verification->values->all || count <= LISTED ? count : LISTED;
}

static void print_records(const struct verification *verification, const struct cd_record *records,
                          uint64_t count)
{
    uint64_t shown = listed(verification, count);
    FILE *stream = verification->stream;
    for (uint64_t i = 0; i < shown; i++) {
        uint32_t c[4];
        switch (cd_answers_columns(verification->pass.query, &records[i], c)) {
        case 0:
            fprintf(stream, " a collision");
            break;
        case 1:
            fprintf(stream, " %" PRIu32, c[0]);
            break;
        case 2:
            fprintf(stream, " (%" PRIu32 ",%" PRIu32 ")", c[0], c[1]);
            break;
        default:
            fprintf(stream, " (%" PRIu32 ":%" PRIu32 ",%" PRIu32 ":%" PRIu32 ")", c[0], c[1], c[2], c[3]);
        }
    }
    if (shown < count)
        fprintf(stream, " ... and %" PRIu64 " more", count - shown);
}

static void print_frame(const struct verification *verification, const struct cd_difference *difference)
{
    FILE *stream = verification->stream;
    cd_progress_clear(verification->progress);
    fprintf(stream, "frame %" PRIu64 ":", difference->frame);
    if (difference->totals_only)
        fprintf(stream, " reports %" PRIu64 ", and not the %" PRIu64 " that are true", difference->given,
                difference->expected);
    if (difference->missed_count) {
        fprintf(stream, " lacks");
        print_records(verification, difference->missed, difference->missed_count);
    }
    if (difference->extra_count) {
        fprintf(stream, "%s reports", difference->missed_count ? ";" : "");
        print_records(verification, difference->extra, difference->extra_count);
        fprintf(stream, " falsely");
    }
    fprintf(stream, "\n");
}

/// Each record as an array of its columns.
static json_t *json_records(const struct verification *verification, const struct cd_record *records,
                            uint64_t count)
{
    json_t *array = json_array();
    for (uint64_t i = 0; i < listed(verification, count); i++) {
        uint32_t columns[4];
        json_t *record = json_array();
        size_t column_count = cd_answers_columns(verification->pass.query, &records[i], columns);
        for (size_t k = 0; k < column_count; k++)
            json_array_append_new(record, json_integer(columns[k]));
        json_array_append_new(array, record);
    }
    return array;
}

static json_t *json_frame(const struct verification *verification, const struct cd_difference *difference)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:o, s:I, s:o}", "frame", (json_int_t)difference->frame,
                     "given_count", (json_int_t)difference->given, "true_count",
                     (json_int_t)difference->expected, "missed_count", (json_int_t)difference->missed_count,
                     "missed", json_records(verification, difference->missed, difference->missed_count),
                     "extra_count", (json_int_t)difference->extra_count, "extra",
                     json_records(verification, difference->extra, difference->extra_count));
}

/// Notes a frame that differs, or forgets the frames noted so far, as struct cd_judged_pass asks.
static void note_frame(void *user, const struct cd_difference *difference)
{
    struct verification *verification = user;
    if (!difference)
        json_array_clear(verification->differences);
    else if (verification->cells)
        json_array_append_new(verification->differences, json_frame(verification, difference));
    else
        print_frame(verification, difference);
}

// ---- what a cell comes to ---------------------------------------------------------------------------------

/// The unit in which false negatives and false positives are counted.
static const char *unit_name(const struct cd_judged_pass *pass)
{
    static const char *const names[] = {"frames", "bodies", "pairs", "pairs"};
    return pass->query == CD_QUERY_BODIES && pass->scene->dimensions ? "regions" : names[pass->query];
}

/// A number of errors, or null.
static json_t *json_errors(const struct cd_judgement *judgement, uint64_t errors)
{
    return judgement->errors_unknown ? json_null() : json_integer((json_int_t)errors);
}

static const char *truth_name(const struct cd_judged_pass *pass)
{
    return pass->truth->meaning == CD_MEANING_SOLID ? "solid"
           : pass->scene->dimensions                ? "regions"
                                                    : "surface";
}

static json_t *json_cell(const struct verification *verification, const struct cd_judgement *judgement,
                         const char *verdict)
{
    const struct cd_judged_pass *pass = &verification->pass;
    char hash[CD_HASH_TEXT], digest[CD_HASH_TEXT];
    return json_pack(
        "{s:o, s:o, s:s, s:s, s:s, s:b, s:s, s:I, s:I, s:s, s:o, s:I, s:o, s:I, s:I, s:s, s:O}", //
        "algo", cd_json_text(verification->choice->typed), "scene", cd_json_text(pass->scene->name),
        "scene_hash", cd_hash_text(pass->scene->hash, hash), "query", cd_query_name(pass->query), "truth",
        truth_name(pass), "solid_undefined", pass->truth->solid_undefined, "verdict", verdict, "frames",
        (json_int_t)judgement->frames, "wrong_frames", (json_int_t)judgement->wrong_frames, "counted_in",
        unit_name(pass), "misses", json_errors(judgement, judgement->misses), "colliding",
        (json_int_t)judgement->truth_pairs, "false_hits", json_errors(judgement, judgement->false_hits),
        "free", (json_int_t)(judgement->pairs - judgement->truth_pairs), "records",
        (json_int_t)judgement->records, "digest", cd_hash_text(judgement->digest, digest), "differences",
        verification->differences);
}

static void print_cell(const struct verification *verification, const struct cd_judgement *judgement,
                       const char *verdict)
{
    const struct cd_judged_pass *pass = &verification->pass;
    char misses[32] = "NA", false_hits[32] = "NA", digest[CD_HASH_TEXT];
    if (!judgement->errors_unknown) {
        snprintf(misses, sizeof misses, "%" PRIu64, judgement->misses);
        snprintf(false_hits, sizeof false_hits, "%" PRIu64, judgement->false_hits);
    }
    // If the solid truth is undefined, says what was used instead.
    bool instead = pass->truth->solid_undefined && pass->truth->meaning == CD_MEANING_SOLID;
    cd_print_line(
        verification->stream, 2,
        "%s on %s: %s, truth %s%s; %" PRIu64 " of %" PRIu64 " frames wrong, %s of %" PRIu64
        " colliding %s are false negatives, %s of %" PRIu64 " others false positives; digest %s; verdict %s",
        verification->choice->typed, pass->scene->name, cd_query_name(pass->query), truth_name(pass),
        instead ? " (NA for open meshes: their surface)" : "", judgement->wrong_frames, judgement->frames,
        misses, judgement->truth_pairs, unit_name(pass), false_hits,
        judgement->pairs - judgement->truth_pairs, cd_hash_text(judgement->digest, digest), verdict);
    fflush(verification->stream);
}

// ---- verifying --------------------------------------------------------------------------------------------

static void put_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    struct verification *verification = user;
    cd_answers_write(cd_output_stream(verification->answers), verification->pass.query, frame, records,
                     count);
}

static void warn(void *user, const char *line)
{
    struct verification *verification = user;
    if (!verification->values->quiet && cd_texts_add_new(&verification->warned, line))
        cd_print_warning(line);
}

/// Removes the answers that were written so far, because they are not complete.
static void drop_answers(struct verification *verification)
{
    cd_output_abort(verification->answers);
    verification->answers = NULL;
}

/// Notes that a choice does not take the scene or lacks something. The others go on.
static enum cd_code leave_out(struct verification *verification, const struct cd_choice *choice,
                              enum cd_code code, const struct cd_status *status)
{
    drop_answers(verification);
    if (!verification->refusals.count && code == CD_ENVIRONMENT)
        cd_fail(&verification->refusal, code, "%s: %s", choice->typed, status->text);
    else if (!verification->refusals.count)
        verification->refusal = *status;
    cd_texts_print(&verification->refusals, "%s is left out: %s", choice->typed, status->text);
    if (code == CD_ENVIRONMENT && !choice->by_all && !verification->lacking.code)
        cd_fail(&verification->lacking, code, "%s: %s", choice->typed, status->text);
    return CD_OK;
}

/// Notes that the process of a choice has ended before its time. The others go on.
static enum cd_code note_failure(struct verification *verification, const struct cd_status *status)
{
    const struct cd_judged_pass *pass = &verification->pass;
    const char *algo = verification->choice->typed;
    char hash[CD_HASH_TEXT];
    cd_progress_clear(verification->progress);
    if (verification->cells)
        json_array_append_new(verification->cells,
                              json_pack("{s:o, s:o, s:s, s:s, s:s, s:o}", "algo", cd_json_text(algo), "scene",
                                        cd_json_text(pass->scene->name), "scene_hash",
                                        cd_hash_text(pass->scene->hash, hash), "query",
                                        cd_query_name(pass->query), "verdict", "failed", "fault",
                                        cd_json_text(status->text)));
    else
        cd_print_line(verification->stream, 2, "%s on %s: %s, %s; verdict failed", algo, pass->scene->name,
                      cd_query_name(pass->query), status->text);
    fflush(verification->stream);
    drop_answers(verification);
    verification->verified++;
    verification->found = CD_WRONG;
    return CD_OK;
}

/// Fails, as a single choice would, when none takes the scene; otherwise warns about those that do not.
static enum cd_code report_refusals(struct verification *verification, struct cd_status *status)
{
    struct cd_texts *refusals = &verification->refusals;
    enum cd_code code = CD_OK;
    if (refusals->count && !verification->verified)
        code = (*status = verification->refusal).code;
    for (size_t i = 0; i < refusals->count && !code; i++)
        warn(verification, refusals->items[i]);
    cd_texts_free(refusals);
    return code;
}

static void report_cell(struct verification *verification, const struct cd_judgement *judgement, bool wrong)
{
    static const char *const qualities[] = {"exact", "approximate", "printed"};
    const char *verdict = wrong ? "wrong" : qualities[verification->choice->description.quality];
    if (verification->cells)
        json_array_append_new(verification->cells, json_cell(verification, judgement, verdict));
    else
        print_cell(verification, judgement, verdict);
    verification->hit_frames += judgement->truth_hit_frames;
    if (wrong)
        verification->found = CD_WRONG;
}

static enum cd_code verify_choice(struct verification *verification, const struct cd_scene *scene,
                                  const struct cd_choice *choice, struct cd_status *status)
{
    struct cd_judgement judgement;
    struct cd_judged_pass *pass = &verification->pass;
    verification->choice = choice;
    *pass = (struct cd_judged_pass){
        .scene = scene,
        .query = (enum cd_query)verification->values->selection.query,
        // Without a list of frames, the oracle need not compute again what differs in them.
        .report = verification->values->quiet && !verification->cells ? NULL : note_frame,
        .answers = verification->answers ? put_answers : NULL,
        .user = verification,
        .progress = verification->progress,
    };
    json_decref(verification->differences);
    verification->differences = json_array(); // the earlier ones belong to their cell
    const struct cd_create create = {choice->algo, choice->settings, scene, pass->query,
                                     &verification->context};
    struct cd_made made;
    struct cd_traces traces = {0};
    enum cd_code code = cd_apart_open(&create, &pass->instance, &made, status);
    bool wrong = false;
    if (!code) {
        verification->verified++;
        code = cd_judge_by(&verification->truths, &choice->description, pass, &judgement, status);
        cd_progress_clear(verification->progress);
        wrong = !code && choice->description.quality == CD_QUALITY_EXACT && judgement.wrong_frames;
    }
    if (!code) {
        enum cd_code finished = cd_apart_finish(pass->instance, &traces, status);
        code = wrong && finished != CD_INTERRUPTED ? CD_OK : finished;
        if (finished && !code)
            cd_tell(warn, verification, "%s on %s: %s", choice->typed, scene->name, status->text);
        cd_traces_advise(&traces, choice->typed, scene, warn, verification);
    }
    enum cd_fate fate = cd_apart_fate(pass->instance, code);
    if (fate == CD_FATE_GOOD)
        report_cell(verification, &judgement, wrong);
    else if (fate == CD_FATE_REFUSED)
        code = leave_out(verification, choice, code, status);
    else if (fate == CD_FATE_FAILED)
        code = note_failure(verification, status);
    cd_instance_destroy(pass->instance);
    return code;
}

static enum cd_code verify_scene(struct verification *verification, size_t number, struct cd_status *status)
{
    struct cd_scene *scene;
    enum cd_code code = cd_selection_load(&verification->selection, number, &scene, status);
    if (code)
        return code;
    verification->truths = (struct cd_truths){.scene = scene,
                                              .threads = cd_usable_processors(),
                                              .use_cache = !verification->values->no_cache,
                                              .progress = verification->progress,
                                              .warn = warn,
                                              .user = verification};
    cd_interrupt_defer(true);
    enum cd_query query = (enum cd_query)verification->values->selection.query;
    bool any = false;
    cd_choices_advise(verification->selection.choices, verification->selection.choice_count, scene, query,
                      warn, verification);
    verification->hit_frames = 0;
    verification->verified = 0;
    for (size_t i = 0; i < verification->selection.choice_count && !code; i++)
        if (cd_choice_is_meant(&verification->selection.choices[i], scene, query)) {
            any = true;
            code = verify_choice(verification, scene, &verification->selection.choices[i], status);
        }
    if (!any && !code)
        code = cd_fail_without_choices(scene, query, status);
    if (!code)
        code = report_refusals(verification, status);
    if (!code && !verification->hit_frames)
        cd_advise_on_units(scene, warn, verification);
    cd_interrupt_defer(false);
    cd_truths_release(&verification->truths);
    cd_scene_destroy(scene);
    return code;
}

/// Runs the conformance table, or one row of it.
static enum cd_code verify_suite(struct verification *verification, struct cd_status *status)
{
    const struct verify_values *values = verification->values;
    const struct cd_selection_values *named = &values->selection;
    const char *useless = named->scenes.count    ? "--scene"
                          : values->answers      ? "--answers"
                          : named->frames.given  ? "--frames"
                          : named->seed.given    ? "--seed"
                          : named->threads.given ? "--threads"
                                                 : NULL;
    if (!useless && values->row.given == (named->query == NOT_ASKED))
        useless = values->row.given ? "--row" : "--query";
    if (useless)
        return cd_fail(
            status, CD_USAGE,
            "--suite brings scenes, queries and threads of its own and lists no answers; leave %s out",
            useless);
    cd_forked_set_patience(named->hang_after);
    enum cd_code code =
        cd_select_algos(&named->plugins, &named->algos, &named->sets, &verification->selection, status);
    if (code)
        return code;
    struct cd_suite_plan plan = {.selection = &verification->selection,
                                 .rows = verification->cells,
                                 .progress = verification->progress,
                                 .limit = values->limit,
                                 .only_scene = values->row.given ? (int)values->row.value : -1,
                                 .only_query = (enum cd_query)named->query};
    cd_plugin_advise(warn, verification);
    cd_interrupt_defer(true);
    code = cd_suite_run(&plan, &verification->found, &verification->lacking, status);
    cd_interrupt_defer(false);
    return code;
}

static enum cd_code select_all(struct verification *verification, struct cd_status *status)
{
    const struct verify_values *values = verification->values;
    bool to_stdout = cd_is_stdout(values->answers);
    if (values->answers && cd_names_several(&values->selection))
        return cd_fail(status, CD_USAGE, "--answers is for one --algo on one --scene");
    if (to_stdout && values->json)
        return cd_fail(status, CD_USAGE, "--answers - and --json both write to stdout; give a file");
    enum cd_code code = cd_select(&values->selection, &verification->selection, status);
    if (!code)
        code = cd_output_open_option(values->answers, &verification->answers, status);
    if (verification->answers)
        cd_answers_write_header(cd_output_stream(verification->answers),
                                (enum cd_query)values->selection.query);
    verification->stream = to_stdout ? stderr : stdout;
    return code;
}

static enum cd_code verify(struct verification *verification, struct cd_status *status)
{
    struct verify_values *values = verification->call->values;
    if (!values->suite && values->selection.query == NOT_ASKED)
        values->selection.query = CD_QUERY_PAIRS;
    enum cd_code code = values->suite ? verify_suite(verification, status) : select_all(verification, status);
    for (size_t i = 0; i < verification->selection.scene_count && !code; i++)
        code = verify_scene(verification, i, status);
    code = cd_outputs_commit(&verification->answers, 1, code, status);
    if (verification->values->json && (!code || code == CD_INTERRUPTED)) {
        json_t *document = json_pack("{s:O}", "cells", verification->cells);
        cd_write_json(document, stdout);
        json_decref(document);
    }
    return code ? code : cd_flush_stdout(status);
}

static enum cd_code verify_run(const struct cd_call *call, struct cd_status *status)
{
    const struct verify_values *values = call->values;
    struct verification verification = {
        .call = call,
        .values = values,
        .context = {.threads = (unsigned)values->selection.threads.value, .stop = cd_stop_asked},
        .progress = cd_progress_create(!values->quiet && isatty(STDERR_FILENO)),
        .cells = values->json ? json_array() : NULL,
    };
    enum cd_code code = verify(&verification, status);
    if (!code && verification.found) {
        code = verification.found;
        status->text[0] = '\0'; // the report has already said it
    } else if (!code && verification.lacking.code) {
        *status = verification.lacking;
        code = CD_ENVIRONMENT;
    }
    cd_texts_free(&verification.refusals);
    cd_texts_free(&verification.warned);
    cd_selection_release(&verification.selection);
    cd_progress_destroy(verification.progress);
    json_decref(verification.cells);
    json_decref(verification.differences);
    return code;
}

const struct cd_command cd_command_verify = {
    .name = "verify",
    .title = "compare an algorithm's answers with the exact ones",
    .common = cd_selection_options,
    .options = verify_options,
    .notes = "Answers of algorithms for solids are compared with solid truth, all others\n"
             "with surface truth. The exit code is 2 if an algorithm that promises\n"
             "exactness is wrong in some frame, or one of a plug-in crashes, exits or hangs.\n"
             "The suite runs every scene and query in\n"
             "its own process. Its exit code is 2 for wrong or changing answers, a crash\n"
             "or a timeout, 1 if only counters change or timed calls allocate memory, 4 if\n"
             "a row was not run for lack of memory, threads or what the algorithm needs.\n",
    .values =
        &(struct verify_values){
            .selection = {.query = NOT_ASKED, .threads = {.value = 1}, .hang_after = CD_HANG_SECONDS},
            .limit = 60},
    .run = verify_run,
};
