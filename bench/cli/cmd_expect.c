// `cdbench expect`: the deterministic gate. Compares the answers and operation counters of everything there is, on
// small scenes, with a file of expected ones.
#include "algos/driver/plugin.h"
#include "algos/driver/registry.h"
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
        if (cd_algo_plugin(algo, NULL) && algo->role != CD_ROLE_BROAD && !algo->hidden)
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
    for (size_t i = 0; i < algos->count && !code; i++)
        if (!is_known(expectation->now, algos->items[i]))
            code = cd_fail(status, CD_USAGE,
                           "--algo %s: no expected answers have this name; `cdbench list algos` has "
                           "algorithms and presets",
                           algos->items[i]);
    return code;
}

/// Fails and names the remedy if any difference was found.
static enum cd_code judge_findings(const struct cd_expect_findings *findings, const char *remedy,
                                   struct cd_status *status)
{
    if (!findings->answers && !findings->counters && !findings->rows) {
        CD_ASSERT(findings->compared + findings->unchecked == findings->expected);
        return CD_OK;
    }
    return cd_fail(status, findings->answers ? CD_WRONG : CD_REGRESSION,
                   "%zu answer%s, %zu counter%s and %zu row%s or scene%s are not as expected; %s",
                   findings->answers, cd_plural(findings->answers), findings->counters,
                   cd_plural(findings->counters), findings->rows, cd_plural(findings->rows),
                   cd_plural(findings->rows), remedy);
}

/// Why rows could not be made, or not be compared.
static const char *reason(const struct expectation *expectation)
{
    return *expectation->plan.lacking             ? expectation->plan.lacking
           : expectation->plan.findings.unchecked ? "they are of another OpenGL renderer"
                                                  : "there are none";
}

static enum cd_code check(struct expectation *expectation, struct cd_status *status)
{
    const char *file = expectation->values->check ? expectation->values->check : FILE_USUAL;
    enum cd_code code = cd_expected_read(file, &expectation->expected, status);
    if (!code)
        code = make_rows(expectation, status);
    if (code)
        return code;
    const struct cd_expect_findings *findings = &expectation->plan.findings;
    cd_expect_compare(&expectation->plan, expectation->now, expectation->expected, file);
    printf("%zu of %zu row%s compared with %s", findings->compared, findings->expected,
           cd_plural(findings->expected), cd_shown_text(file).text);
    if (findings->unchecked)
        printf("; %zu not: %s", findings->unchecked, reason(expectation));
    puts("");
    char remedy[160];
    snprintf(remedy, sizeof remedy, "%s%s",
             findings->answers ? "`cdbench verify` shows answers that are wrong; " : "",
             expectation->values->plugins.count
                 ? "if that is intended, --write instead of --check rewrites the file"
                 : "if that is intended, `make expected` rewrites the file");
    code = judge_findings(findings, remedy, status);
    return code || findings->compared
               ? code
               : cd_fail(status, CD_ENVIRONMENT, "no row could be compared: %s", reason(expectation));
}

static enum cd_code write_rows(struct expectation *expectation, struct cd_status *status)
{
    const char *file = expectation->values->write;
    enum cd_code code = CD_OK;
    // A file that does not contain expected answers fails here, before anything is overwritten.
    if (!access(file, F_OK))
        code = cd_expected_read(file, &expectation->expected, status);
    if (!code)
        code = cd_output_open(file, &expectation->output, status);
    if (!code)
        code = make_rows(expectation, status);
    if (!code)
        code = judge_findings(&expectation->plan.findings, "nothing is written", status);
    if (!code && !expectation->plan.made)
        code = cd_fail(status, CD_ENVIRONMENT, "no row could be made: %s; nothing is written",
                       reason(expectation));
    if (code)
        return code;
    struct cd_output *output = expectation->output;
    expectation->output = NULL;
    code =
        cd_expected_write(output, expectation->now, expectation->expected, expectation->plan.algos, status);
    if (!code)
        printf("%zu rows written to %s\n", json_object_size(json_object_get(expectation->now, "cells")),
               cd_shown_text(file).text);
    return code;
}

static enum cd_code expect_run(const struct cd_call *call, struct cd_status *status)
{
    const struct expect_values *values = call->values;
    enum cd_code code = check_values(values, status);
    if (code)
        return code;
    struct expectation expectation = {
        .values = values,
        .plan = {.algos = &values->algos,
                 .progress = cd_progress_create(!values->quiet && isatty(STDERR_FILENO)),
                 .say = print_line,
                 .user = &expectation},
        .now = cd_expected_create(),
    };
    cd_forked_set_patience(values->hang_after);
    code = load_plugins(&expectation, status);
    if (!code)
        code = values->write ? write_rows(&expectation, status) : check(&expectation, status);
    cd_texts_release(&expectation.of_plugins);
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
