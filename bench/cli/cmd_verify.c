#include "base/interrupt.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/cli/verify_report.h"
#include "bench/harness/measure.h"
#include "bench/record/answers.h"

#include <omp.h>
#include <string.h>
#include <unistd.h>

struct verify_values {
    struct cd_selection_values selection;
    const char *answers;
    bool no_cache, all, quiet, json;
};

static const struct cd_option verify_options[] = {
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
    struct cd_truths truths; ///< of the scene at hand
    struct cd_verify_report report;
    bool wrong;
};

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

static void warn(void *user, const char *line)
{
    const struct verification *verification = user;
    if (!verification->values->quiet)
        cd_print_warning(line);
}

static enum cd_code verify_choice(struct verification *verification, const struct cd_scene *scene,
                                  const struct cd_choice *choice, struct cd_status *status)
{
    struct cd_verify_report *report = &verification->report;
    struct cd_judgement judgement;
    struct cd_hearing hearing = {
        .scene = scene,
        .query = (enum cd_query)verification->values->selection.query,
        // Without a list of frames, the oracle need not work out again what differs in them.
        .report = report->brief ? NULL : list_frame,
        .answers = verification->answers ? put_answers : NULL,
        .user = verification,
        .progress = verification->progress,
    };
    report->choice = choice;
    report->hearing = &hearing;
    enum cd_code code = cd_instance_create(choice->algo, choice->settings, scene, hearing.query,
                                           &verification->context, &hearing.instance, status);
    if (code)
        return code;
    code = cd_judge_by(&verification->truths, &choice->description, &hearing, &judgement, status);
    cd_progress_clear(verification->progress);
    if (!code) {
        cd_verify_report_end(report, &judgement);
        verification->wrong |= cd_verify_is_wrong(choice, &judgement);
    }
    cd_instance_destroy(hearing.instance);
    return code;
}

static enum cd_code verify_scene(struct verification *verification, size_t number, struct cd_status *status)
{
    struct cd_scene *scene;
    enum cd_code code = cd_selection_load(&verification->selection, number, &scene, status);
    if (code)
        return code;
    verification->truths = (struct cd_truths){.scene = scene,
                                              .threads = (unsigned)omp_get_num_procs(),
                                              .use_cache = !verification->values->no_cache,
                                              .progress = verification->progress,
                                              .warn = warn,
                                              .user = verification};
    cd_interrupt_defer(true);
    for (size_t i = 0; i < verification->selection.choice_count && !code; i++)
        code = verify_choice(verification, scene, &verification->selection.choices[i], status);
    cd_interrupt_defer(false);
    cd_truths_release(&verification->truths);
    cd_scene_destroy(scene);
    return code;
}

static enum cd_code select_all(struct verification *verification, struct cd_status *status)
{
    const struct verify_values *values = verification->values;
    bool to_stdout = values->answers && !strcmp(values->answers, "-");
    if (values->answers && (values->selection.algos.count > 1 || values->selection.scenes.count > 1))
        return cd_fail(status, CD_USAGE, "--answers is for one --algo on one --scene");
    if (to_stdout && values->json)
        return cd_fail(status, CD_USAGE, "--answers - and --json both write to stdout; give a file");
    enum cd_code code = cd_select(&values->selection, &verification->selection, status);
    if (!code && values->answers)
        code = cd_answers_open(values->answers, (enum cd_query)values->selection.query,
                               &verification->answers, status);
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
    struct verify_values values = {.selection = CD_SELECTION_VALUES};
    enum cd_code code = cd_options_parse(&cd_command_verify, argc, argv, &values, NULL, status);
    if (!code) {
        struct verification verification = {
            .values = &values,
            .context = {.threads = (unsigned)values.selection.threads.value, .stop = cd_stop_asked},
            .progress = cd_progress_create(!values.quiet && isatty(STDERR_FILENO)),
            .report = {.cells = values.json ? json_array() : NULL, .all = values.all, .brief = values.quiet},
        };
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
    .common = cd_selection_options,
    .options = verify_options,
    .notes = "Algorithms that answer about solids are held to solid truth, the others to that of surfaces. "
             "The exit\n"
             "code is 2 when an algorithm that promises exactness is wrong in some frame.\n",
    .run = verify_run,
};
