// `cdbench expect`: the deterministic gate. Compares the answers and operation counters of everything there is, on
// small scenes, with a file of expected ones.
#include "algos/driver/plugin.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/forked.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/expect/rows.h"
#include "bench/harness/selection.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILE_USUAL "results/expected.json"

struct expect_values {
    struct cd_texts algos, plugins;
    const char *check, *write;
    double hang_after;
    bool quiet;
};

static const struct cd_option expect_options[] = {
    {"check", CD_OPTION_TEXT, "FILE", offsetof(struct expect_values, check), 0, 0,
     "compare with this file (" FILE_USUAL ")"},
    {"write", CD_OPTION_TEXT, "FILE", offsetof(struct expect_values, write), 0, 0,
     "write this file instead, unless an answer is wrong"},
    {"algo", CD_OPTION_LIST, "NAME", offsetof(struct expect_values, algos), 0, 0,
     "check only this algorithm or preset; may be given several times"},
    {"plugin", CD_OPTION_LIST, "FILE", offsetof(struct expect_values, plugins), 0, 0,
     "check only the algorithms of this shared object, with a file of their own (--check or --write)"},
    CD_HANG_OPTION(struct expect_values),
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct expect_values, quiet), 0, 0, "no progress"},
    CD_OPTION_END,
};

/// One run of the command.
struct expectation {
    const struct expect_values *values;
    struct cd_texts of_plugins; ///< names of algorithms, owned by the registry
    struct cd_expect_plan plan;
    const char *file;  ///< that is checked or written
    char command[500]; ///< that writes it
    json_t *now, *expected;
    struct cd_output *output; ///< until it is committed
};

static void print_line(void *user, const char *line)
{
    const struct expectation *expectation = user;
    cd_progress_clear(expectation->plan.progress);
    puts(line);
}

static enum cd_code check_values(const struct expect_values *values, struct cd_status *status)
{
    if (values->check && values->write)
        return cd_fail(status, CD_USAGE, "--check and --write exclude each other");
    if (values->write && values->algos.count)
        return cd_fail(status, CD_USAGE, "--write takes all algorithms; leave --algo out");
    if (values->plugins.count && !values->check && !values->write)
        return cd_fail(status, CD_USAGE,
                       FILE_USUAL " has no plug-ins; write their answers to a file of your own by --write "
                                  "FILE, and compare with it by --check FILE");
    return CD_OK;
}

/// Names the command that writes the file that is checked or written.
static void name_writing(struct expectation *expectation)
{
    const struct expect_values *values = expectation->values;
    const struct cd_texts *plugins = &values->plugins;
    char *command = expectation->command;
    size_t bytes = sizeof expectation->command;
    snprintf(command, bytes, "`cdbench expect");
    for (size_t i = 0; i < plugins->count; i++)
        cd_append(command, bytes, " --plugin %s", cd_shown_text(plugins->items[i]).text);
    cd_append(command, bytes, " --write %s`", cd_shown_text(expectation->file).text);
    if (strlen(command) == bytes - 1) // it was cut
        snprintf(command, bytes, "`cdbench expect --write` with the same plug-ins and file");
    bool usual = !plugins->count && !strcmp(expectation->file, FILE_USUAL);
    expectation->plan.rewrite = usual ? "`make expected`" : command;
}

/// Loads the plug-ins. Unless --algo says otherwise, only the algorithms of the plug-ins are tried.
static enum cd_code load_plugins(struct expectation *expectation, struct cd_status *status)
{
    const struct expect_values *values = expectation->values;
    const struct cd_algo *algo;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < values->plugins.count && !code; i++)
        code = cd_plugin_load(values->plugins.items[i], status);
    cd_plugin_advise(cd_hear_warning, NULL);
    for (size_t i = 0; (algo = cd_algo_at(i)) && !code; i++)
        if (cd_algo_plugin(algo, NULL) && !algo->broad && !cd_algo_is_hidden(algo))
            cd_texts_add(&expectation->of_plugins, algo->name);
    if (code || !values->plugins.count || values->algos.count)
        return code;
    if (!expectation->of_plugins.count)
        return cd_fail(status, CD_USAGE,
                       "%s: has no algorithms to try; name one for its broad phases by --algo",
                       values->plugins.items[0]);
    expectation->plan.algos = &expectation->of_plugins;
    return CD_OK;
}

/// Names what is neither an algorithm nor a preset, before anything runs.
static enum cd_code check_names(const struct cd_texts *algos, struct cd_status *status)
{
    for (size_t i = 0; i < algos->count; i++) {
        const char *name = algos->items[i];
        if (cd_algo_find(name) || cd_preset_find(name))
            continue;
        struct cd_texts names = {0};
        cd_algo_names(&names);
        const char *nearest = cd_nearest_name(name, names.items, names.count);
        cd_texts_release(&names);
        if (nearest && strcmp(nearest, name) != 0)
            return cd_fail(status, CD_USAGE,
                           "--algo %s: no expected answers have this name; did you mean '%s'?", name,
                           nearest);
    }
    return CD_OK;
}

static bool is_known(json_t *now, const char *algo)
{
    const char *name;
    json_t *cell;
    json_object_foreach(json_object_get(now, "cells"), name, cell)
    {
        if (strcspn(name, ": ") == strlen(algo) && !strncmp(name, algo, strlen(algo)))
            return true;
    }
    return false;
}

static enum cd_code make_rows(struct expectation *expectation, struct cd_status *status)
{
    const struct cd_texts *algos = &expectation->values->algos;
    enum cd_code code = cd_expect_rows(&expectation->plan, expectation->now, status);
    // One that could not describe itself has been reported.
    for (size_t i = 0; i < algos->count && !code && !expectation->plan.mute.count; i++)
        if (!is_known(expectation->now, algos->items[i]))
            code = cd_fail(status, CD_USAGE,
                           "--algo %s: no expected answers have this name; `cdbench list algos` has "
                           "algorithms and presets",
                           algos->items[i]);
    return code;
}

static bool are_any(const struct cd_expect_findings *findings)
{
    return findings->answers || findings->counters || findings->rows;
}

/// Fails and names the remedy if any difference was found.
static enum cd_code judge_findings(const struct cd_expect_findings *findings, const char *remedy,
                                   struct cd_status *status)
{
    if (!are_any(findings)) {
        CD_ASSERT(findings->compared + findings->unchecked + findings->unmade == findings->expected);
        return CD_OK;
    }
    return cd_fail(status, findings->answers ? CD_WRONG : CD_REGRESSION,
                   "%zu answer%s, %zu counter%s and %zu row%s or scene%s are not as expected; %s",
                   findings->answers, cd_plural(findings->answers), findings->counters,
                   cd_plural(findings->counters), findings->rows, cd_plural(findings->rows),
                   cd_plural(findings->rows), remedy);
}

#define OTHER_RENDERER "they are of another OpenGL renderer"

/// Fails because no row could be made, or none compared.
static enum cd_code fail_without_rows(const struct cd_expect_plan *plan, const char *could, const char *end,
                                      struct cd_status *status)
{
    bool refused = !plan->lacking.count && !plan->findings.unchecked && plan->refused.count;
    const char *reason = refused                    ? plan->refused.reason
                         : plan->lacking.count      ? plan->lacking.reason
                         : plan->findings.unchecked ? OTHER_RENDERER
                                                    : "there are none";
    return cd_fail(status, refused ? CD_USAGE : CD_ENVIRONMENT, "no row could be %s: %s%s", could, reason,
                   end);
}

/// Ends the line about the rows with those that were not made.
static void print_omissions(const struct cd_expect_plan *plan)
{
    if (plan->lacking.count)
        printf("; %zu not made: %s", plan->lacking.count, plan->lacking.reason);
    if (plan->refused.count)
        printf("; %zu refused: %s", plan->refused.count, plan->refused.reason);
    puts("");
}

static enum cd_code check(struct expectation *expectation, struct cd_status *status)
{
    const char *file = expectation->file;
    enum cd_code code = cd_expected_read(file, expectation->command, &expectation->expected, status);
    if (!code)
        code = make_rows(expectation, status);
    if (code)
        return code;
    const struct cd_expect_findings *findings = &expectation->plan.findings;
    bool faulty = are_any(findings); // whatever the file says
    cd_expect_compare(&expectation->plan, expectation->now, expectation->expected, file);
    printf("%zu of %zu row%s compared with %s", findings->compared, findings->expected,
           cd_plural(findings->expected), cd_shown_text(file).text);
    if (findings->unchecked)
        printf("; %zu not: " OTHER_RENDERER, findings->unchecked);
    print_omissions(&expectation->plan);
    char remedy[700];
    snprintf(remedy, sizeof remedy, "%sif that is intended, %s rewrites the file",
             findings->answers ? "`cdbench verify` shows answers that are wrong; " : "",
             expectation->plan.rewrite);
    code = judge_findings(findings, faulty ? "mend the rows that fail first; --write refuses them" : remedy,
                          status);
    return code || findings->compared ? code : fail_without_rows(&expectation->plan, "compared", "", status);
}

static enum cd_code write_rows(struct expectation *expectation, struct cd_status *status)
{
    const char *file = expectation->file;
    enum cd_code code = CD_OK;
    // A file that does not contain expected answers fails here, before anything is overwritten.
    if (!access(file, F_OK))
        code = cd_expected_read(file, expectation->command, &expectation->expected, status);
    if (!code)
        code = cd_output_open(file, &expectation->output, status);
    if (!code)
        code = make_rows(expectation, status);
    if (!code)
        code = judge_findings(&expectation->plan.findings, "nothing is written", status);
    if (!code && !expectation->plan.made)
        code = fail_without_rows(&expectation->plan, "made", "; nothing is written", status);
    if (code)
        return code;
    struct cd_output *output = expectation->output;
    expectation->output = NULL;
    code =
        cd_expected_write(output, expectation->now, expectation->expected, expectation->plan.algos, status);
    if (code)
        return code;
    printf("%zu rows written to %s", json_object_size(json_object_get(expectation->now, "cells")),
           cd_shown_text(file).text);
    print_omissions(&expectation->plan);
    return CD_OK;
}

static enum cd_code expect_run(const struct cd_call *call, struct cd_status *status)
{
    const struct expect_values *values = call->values;
    enum cd_code code = check_values(values, status);
    if (code)
        return code;
    struct expectation expectation = {
        .values = values,
        .file = values->write   ? values->write
                : values->check ? values->check
                                : FILE_USUAL,
        .plan = {.algos = &values->algos,
                 .progress = cd_progress_create(!values->quiet && isatty(STDERR_FILENO)),
                 .say = print_line,
                 .user = &expectation},
        .now = cd_expected_create(),
    };
    cd_forked_set_patience(values->hang_after);
    name_writing(&expectation);
    code = load_plugins(&expectation, status);
    if (!code)
        code = check_names(&values->algos, status);
    if (!code)
        code = values->write ? write_rows(&expectation, status) : check(&expectation, status);
    cd_texts_release(&expectation.of_plugins);
    cd_texts_release(&expectation.plan.mute);
    cd_output_abort(expectation.output);
    cd_progress_destroy(expectation.plan.progress);
    json_decref(expectation.now);
    json_decref(expectation.expected);
    return code;
}

const struct cd_command cd_command_expect = {
    .name = "expect",
    .title = "compare all answers and operation counters with those expected",
    .options = expect_options,
    .notes = "Every algorithm, preset, choice, broad phase and schedule runs on a few\n"
             "small scenes, with one thread and with two. Answers and exact counters are\n"
             "the same on every x86-64 machine, so any difference is a change of the\n"
             "program. The exit code is 2 if an answer differs, 1 if only counters or rows\n"
             "do, 4 if no row could be compared.\n",
    .values = &(struct expect_values){.hang_after = CD_HANG_SECONDS},
    .run = expect_run,
};
