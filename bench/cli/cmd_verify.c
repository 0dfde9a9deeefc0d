#include "base/interrupt.h"
#include "base/memory.h"
#include "base/standard_output.h"
#include "bench/cli/command.h"
#include "bench/cli/verify_report.h"
#include "bench/harness/scene_options.h"
#include "bench/harness/selection.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"
#include "bench/record/answers.h"

#include <omp.h>
#include <string.h>
#include <unistd.h>

struct verify_values {
    struct cd_texts algos, scenes, sets, plugins;
    int query;
    struct cd_number frames, seed, threads;
    const char *answers;
    bool no_cache, all, quiet, json;
};

static const struct cd_option verify_options[] = {
    {"algo", CD_OPTION_LIST, "NAME[:key=value...]", offsetof(struct verify_values, algos), 0, 0,
     "algorithm to check; may be given several times"},
    {"scene", CD_OPTION_LIST, "SCENE", offsetof(struct verify_values, scenes), 0, 0,
     "scene to check it on; may be given several times"},
    {"query", CD_OPTION_CHOICE, "any|bodies|pairs|contacts", offsetof(struct verify_values, query), 0, 0,
     "what is asked of every frame (pairs)"},
    {"set", CD_OPTION_LIST, "key=value", offsetof(struct verify_values, sets), 0, 0,
     "setting for every algorithm that has the key"},
    CD_FRAMES_OPTION(struct verify_values),
    CD_SEED_OPTION(struct verify_values),
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct verify_values, threads), 1, 1024,
     "threads that an algorithm may use (1)"},
    {"plugin", CD_OPTION_LIST, "FILE", offsetof(struct verify_values, plugins), 0, 0,
     "shared object with more algorithms"},
    {"answers", CD_OPTION_TEXT, "FILE", offsetof(struct verify_values, answers), 0, 0,
     "write every answer as CSV (- for stdout); for one algorithm on one scene"},
    {"all", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, all), 0, 0,
     "list every record of a frame that differs, however many"},
    {"no-cache", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, no_cache), 0, 0,
     "work out the exact answers anew and do not keep them"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, quiet), 0, 0,
     "no progress and no frames, only what each algorithm came to"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct verify_values, json), 0, 0, "print JSON"},
    CD_OPTION_END,
};

struct verification {
    const struct verify_values *values;
    struct cd_selection selection;
    struct cd_context context;
    struct cd_progress *progress;
    struct cd_answers *answers;
    struct cd_truth *truths[2]; ///< of the scene at hand, by meaning, when they were needed
    struct cd_verify_report report;
    bool wrong;
};

static bool interrupted(struct cd_context *context)
{
    (void)context;
    return cd_interrupted();
}

static void list_frame(void *user, const struct cd_difference *difference)
{
    struct verification *verification = user;
    cd_verify_report_frame(&verification->report, difference);
}

static void put_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    struct verification *verification = user;
    cd_answers_put(verification->answers, frame, records, count);
}

static void warn_about_cache(struct verification *verification, const struct cd_truth *truth)
{
    if (!truth->cache_warning || verification->values->quiet)
        return;
    cd_progress_clear(verification->progress);
    cd_print_warning(truth->cache_warning);
}

/// An exact algorithm is not called wrong because of a file: a truth from the cache is worked out anew first.
/// `*again` tells that it was wrong, and that the frames listed until now mean nothing.
static enum cd_code doubt_cache(struct verification *verification, bool *again, struct cd_status *status)
{
    struct cd_verify_report *report = &verification->report;
    struct cd_truth **truth = &verification->truths[report->truth->meaning];
    enum cd_code code = cd_oracle_renew(report->scene, (unsigned)omp_get_num_procs(), verification->progress,
                                        truth, again, status);
    report->truth = *truth;
    if (!code && *again)
        warn_about_cache(verification, *truth);
    return code;
}

static enum cd_code judge_instance(struct verification *verification, struct cd_instance *instance,
                                   bool first, struct cd_status *status)
{
    struct cd_verify_report *report = &verification->report;
    struct cd_judgement judgement;
    cd_verify_report_begin(report);
    // Without a list of frames, the oracle need not work out again what differs in them.
    enum cd_code code =
        cd_judge(instance, report->scene, report->query, report->truth, report->brief ? NULL : list_frame,
                 first && verification->answers ? put_answers : NULL, verification, NULL,
                 verification->progress, &judgement, NULL, status);
    cd_progress_clear(verification->progress);
    if (code)
        return code;
    if (cd_verify_is_wrong(report->choice, &judgement)) {
        bool again;
        code = doubt_cache(verification, &again, status);
        if (code || again)
            return code ? code : judge_instance(verification, instance, false, status);
    }
    cd_verify_report_end(report, &judgement);
    verification->wrong |= cd_verify_is_wrong(report->choice, &judgement);
    return CD_OK;
}

/// The truth that a choice is held to, worked out when the first one needs it.
static enum cd_code find_truth(struct verification *verification, const struct cd_choice *choice,
                               struct cd_status *status)
{
    struct cd_verify_report *report = &verification->report;
    enum cd_meaning meaning = cd_meaning_of_truth(report->query, choice->description.meaning);
    struct cd_truth **truth = &verification->truths[meaning];
    report->truth = *truth;
    if (*truth)
        return CD_OK;
    enum cd_code code =
        cd_oracle_truth(report->scene, report->query, meaning, (unsigned)omp_get_num_procs(),
                        !verification->values->no_cache, verification->progress, truth, status);
    report->truth = *truth;
    if (!code)
        warn_about_cache(verification, *truth);
    return code;
}

static enum cd_code verify_choice(struct verification *verification, const struct cd_choice *choice,
                                  struct cd_status *status)
{
    struct cd_verify_report *report = &verification->report;
    report->choice = choice;
    struct cd_instance *instance;
    enum cd_code code = cd_instance_create(choice->algo, choice->settings, report->scene, report->query,
                                           &verification->context, &instance, status);
    if (code)
        return code;
    code = find_truth(verification, choice, status);
    if (!code)
        code = judge_instance(verification, instance, true, status);
    cd_instance_destroy(instance);
    return code;
}

static enum cd_code verify_scene(struct verification *verification, size_t number, struct cd_status *status)
{
    struct cd_scene *scene;
    enum cd_code code = cd_selection_load(&verification->selection, number, &scene, status);
    if (code)
        return code;
    verification->report.scene = scene;
    cd_interrupt_defer(true);
    for (size_t i = 0; i < verification->selection.choice_count && !code; i++)
        code = verify_choice(verification, &verification->selection.choices[i], status);
    cd_interrupt_defer(false);
    for (int i = 0; i < 2; i++) {
        cd_truth_destroy(verification->truths[i]);
        verification->truths[i] = NULL;
    }
    cd_scene_destroy(scene);
    return code;
}

static enum cd_code select_all(struct verification *verification, struct cd_status *status)
{
    const struct verify_values *values = verification->values;
    struct cd_scene_options options = cd_scene_options_of(&values->seed, &values->frames);
    bool to_stdout = values->answers && !strcmp(values->answers, "-");
    if (values->answers && (values->algos.count > 1 || values->scenes.count > 1))
        return cd_fail(status, CD_USAGE, "--answers is for one --algo on one --scene");
    if (to_stdout && values->json)
        return cd_fail(status, CD_USAGE, "--answers - and --json both write to stdout; give a file");
    enum cd_code code =
        cd_select_algos(&values->plugins, &values->algos, &values->sets, &verification->selection, status);
    if (!code)
        code = cd_select_scenes(&values->scenes, &options, &verification->selection, status);
    if (!code && values->answers)
        code = cd_answers_open(values->answers, (enum cd_query)values->query, &verification->answers, status);
    verification->report.stream = to_stdout ? stderr : stdout;
    return code;
}

static enum cd_code print_json(const struct verification *verification, struct cd_status *status)
{
    json_t *document = json_pack("{s:O}", "cells", verification->report.cells);
    json_dumpf(document, stdout, JSON_INDENT(2));
    json_decref(document);
    putchar('\n');
    return cd_flush_stdout(status);
}

static enum cd_code verify(struct verification *verification, struct cd_status *status)
{
    enum cd_code code = select_all(verification, status);
    for (size_t i = 0; i < verification->selection.scene_count && !code; i++)
        code = verify_scene(verification, i, status);
    if (!code && verification->answers) {
        code = cd_answers_commit(verification->answers, status);
        verification->answers = NULL;
    }
    if (verification->values->json && (!code || code == CD_INTERRUPTED)) {
        enum cd_code printed = print_json(verification, status);
        code = code ? code : printed;
    }
    return code ? code : cd_flush_stdout(status);
}

static void release(struct verification *verification)
{
    cd_answers_abort(verification->answers);
    cd_selection_release(&verification->selection);
    cd_progress_destroy(verification->progress);
    json_decref(verification->report.cells);
    json_decref(verification->report.differences);
}

static enum cd_code verify_run(int argc, char **argv, struct cd_status *status)
{
    struct verify_values values = {.query = CD_QUERY_PAIRS, .threads = {false, 1}};
    enum cd_code code = cd_options_parse(&cd_command_verify, argc, argv, &values, NULL, status);
    if (!code) {
        struct verification verification = {
            .values = &values,
            .context = {.threads = (unsigned)values.threads.value, .stop = interrupted},
            .progress = cd_progress_create(!values.quiet && isatty(STDERR_FILENO)),
            .report = {.cells = values.json ? json_array() : NULL,
                       .all = values.all,
                       .brief = values.quiet,
                       .query = (enum cd_query)values.query},
        };
        verification.report.progress = verification.progress;
        code = verify(&verification, status);
        if (!code && verification.wrong) {
            code = CD_WRONG;
            status->text[0] = '\0'; // the report has said it
        }
        release(&verification);
    }
    cd_options_release(&cd_command_verify, &values);
    return code;
}

const struct cd_command cd_command_verify = {
    .name = "verify",
    .title = "compares an algorithm's answers with the exact ones, frame by frame",
    .options = verify_options,
    .notes = "Algorithms that answer about solids are held to solid truth, the others to that of surfaces. "
             "The exit\n"
             "code is 2 when an algorithm that promises exactness is wrong in some frame.\n",
    .run = verify_run,
};
