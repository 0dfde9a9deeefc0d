#include "base/memory.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/papers/ledger.h"
#include "bench/record/results.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RESULTS       "results"
#define LOCAL_RESULTS "results/local"

struct claims_values {
    struct cd_texts results, fail_on;
    const char *csv;
    bool json, markdown;
};

static const struct cd_option claims_options[] = {
    {"results", CD_OPTION_LIST, "DIR", offsetof(struct claims_values, results), 0, 0,
     "folder with results; may be given several times (every folder in results/ that holds measurements of "
     "the papers)"},
    {"fail-on", CD_OPTION_LIST, "VERDICT", offsetof(struct claims_values, fail_on), 0, 0,
     "end with exit code 1 when a claim is partly, refuted, undecided, not-comparable or not-measured; may "
     "be given several times"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct claims_values, csv), 0, 0,
     "write a row per check as CSV as well; - is standard output, instead of the tables"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct claims_values, json), 0, 0, "print JSON"},
    {"markdown", CD_OPTION_FLAG, NULL, offsetof(struct claims_values, markdown), 0, 0,
     "print tables in Markdown"},
    CD_OPTION_END,
};

/// What the command has gathered.
struct claims {
    const struct claims_values *values;
    size_t paper_count, ledger_count, ledger_capacity;
    struct cd_paper **papers;
    struct cd_texts folders;
    struct cd_ledger *ledgers;
    bool fail_on[CD_CLAIM_VERDICTS];
};

static enum cd_code read_verdicts(struct claims *claims, struct cd_status *status)
{
    for (size_t i = 0; i < claims->values->fail_on.count; i++) {
        char *given = cd_duplicate(claims->values->fail_on.items[i]);
        bool known = false;
        for (char *hyphen = given; (hyphen = strchr(hyphen, '-'));)
            *hyphen = ' ';
        for (int verdict = CD_CLAIM_PARTLY; verdict < CD_CLAIM_VERDICTS; verdict++)
            if (!strcmp(given, cd_claim_verdict_name((enum cd_claim_verdict)verdict)))
                claims->fail_on[verdict] = known = true;
        cd_free(given);
        if (!known)
            return cd_fail(status, CD_USAGE,
                           "--fail-on %s: choose partly, refuted, undecided, not-comparable or not-measured",
                           claims->values->fail_on.items[i]);
    }
    return CD_OK;
}

static bool is_there(const char *folder, const char *key, const char *experiment, const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s/%s", folder, key, experiment, file);
    return !access(path, F_OK);
}

static bool has_measurements(const char *folder, const struct cd_paper *paper)
{
    for (size_t i = 0; i < paper->experiment_count; i++)
        if (is_there(folder, paper->key, paper->experiments[i].id, "cells.csv"))
            return true;
    return false;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/// Every folder in results/, sorted.
static void find_folders(struct claims *claims)
{
    struct dirent **entries;
    int count = scandir(RESULTS, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        char path[sizeof RESULTS + sizeof entries[i]->d_name];
        snprintf(path, sizeof path, RESULTS "/%s", entries[i]->d_name);
        cd_texts_add(&claims->folders, cd_duplicate(path));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static enum cd_code take_folders(struct claims *claims, struct cd_status *status)
{
    const struct cd_texts *given = &claims->values->results;
    if (!given->count)
        find_folders(claims);
    for (size_t i = 0; i < given->count; i++) {
        struct stat information;
        if (!*given->items[i])
            return cd_fail(status, CD_USAGE, "--results: an empty folder name; name a folder");
        if (stat(given->items[i], &information))
            return cd_fail(status, CD_IO, "--results %s: %s", given->items[i], strerror(errno));
        if (!S_ISDIR(information.st_mode))
            return cd_fail(status, CD_IO, "--results %s: this is no folder", given->items[i]);
        cd_texts_add(&claims->folders, cd_duplicate(given->items[i]));
    }
    return CD_OK;
}

/// The papers of the keys given, or all of which something was measured; the others are not even read.
static enum cd_code open_papers(struct claims *claims, const struct cd_texts *keys, struct cd_status *status)
{
    struct cd_paper_list list = {0};
    enum cd_code code = keys->count ? CD_OK : cd_papers_find(&list, status);
    claims->papers = cd_allocate(keys->count + list.count, sizeof *claims->papers);
    for (size_t i = 0; i < keys->count + list.count && !code; i++) {
        const char *key = i < keys->count ? keys->items[i] : list.items[i - keys->count].key;
        bool wanted = i < keys->count;
        for (size_t k = 0; k < claims->folders.count && !wanted; k++)
            wanted = is_there(claims->folders.items[k], key, ".", "");
        if (wanted)
            code = cd_paper_open(key, &claims->papers[claims->paper_count], status);
        claims->paper_count += wanted && !code;
    }
    cd_papers_release(&list);
    if (!code && !claims->paper_count)
        code = cd_fail(status, CD_IO,
                       "nothing was measured yet; `cdbench reproduce --list` shows what can be, and `cdbench "
                       "claims KEY` what a paper claims");
    return code;
}

static enum cd_code add_ledger(struct claims *claims, const struct cd_paper *paper, const char *folder,
                               struct cd_status *status)
{
    claims->ledgers =
        cd_grow(claims->ledgers, claims->ledger_count, &claims->ledger_capacity, sizeof *claims->ledgers);
    enum cd_code code = cd_ledger_make(paper, folder, &claims->ledgers[claims->ledger_count], status);
    claims->ledger_count += !code;
    return code;
}

/// A ledger for each folder that has measurements of a paper; one that says what to run where none has.
static enum cd_code make_ledgers(struct claims *claims, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < claims->paper_count && !code; i++) {
        const struct cd_paper *paper = claims->papers[i];
        size_t before = claims->ledger_count;
        for (size_t k = 0; k < claims->folders.count && !code; k++)
            if (has_measurements(claims->folders.items[k], paper))
                code = add_ledger(claims, paper, claims->folders.items[k], status);
        if (!code && claims->ledger_count == before)
            code =
                add_ledger(claims, paper,
                           claims->values->results.count ? claims->folders.items[0] : LOCAL_RESULTS, status);
    }
    return code;
}

static bool csv_goes_to_stdout(const struct claims *claims)
{
    return claims->values->csv && !strcmp(claims->values->csv, "-");
}

static void print_json(const struct claims *claims)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claims->ledger_count; i++)
        json_array_append_new(list, cd_ledger_json(&claims->ledgers[i]));
    json_dumpf(list, stdout, CD_JSON_LAYOUT);
    json_decref(list);
    putchar('\n');
}

static void print_tables(const struct claims *claims)
{
    for (size_t i = 0; i < claims->ledger_count; i++) {
        fputs(i ? "\n" : "", stdout);
        if (claims->values->markdown)
            cd_ledger_write_markdown(&claims->ledgers[i], stdout);
        else
            cd_ledger_print(&claims->ledgers[i], stdout, (unsigned)cd_terminal_width(stdout));
    }
}

/// CD_REGRESSION, naming them, when claims have a verdict to fail on.
static enum cd_code fail_on_verdicts(const struct claims *claims, struct cd_status *status)
{
    char found[700] = "";
    size_t count = 0, length = 0;
    for (size_t i = 0; i < claims->ledger_count; i++)
        for (size_t k = 0; k < claims->ledgers[i].count; k++) {
            const struct cd_claim_result *result = &claims->ledgers[i].results[k];
            if (!claims->fail_on[result->verdict])
                continue;
            if (length < sizeof found)
                length +=
                    (size_t)snprintf(found + length, sizeof found - length, "%s%s %s %s (%s)",
                                     count ? ", " : "", claims->ledgers[i].paper->key, result->claim->id,
                                     cd_claim_verdict_name(result->verdict), claims->ledgers[i].folder);
            count++;
        }
    if (!count)
        return CD_OK;
    return cd_fail(status, CD_REGRESSION, "%zu claim%s that --fail-on names: %s", count, count > 1 ? "s" : "",
                   found);
}

static enum cd_code judge_claims(struct claims *claims, const struct cd_texts *keys, struct cd_status *status)
{
    if (claims->values->json + claims->values->markdown + csv_goes_to_stdout(claims) > 1)
        return cd_fail(status, CD_USAGE, "--json, --markdown and --csv - write to stdout; give one of them");
    enum cd_code code = read_verdicts(claims, status);
    if (!code)
        code = take_folders(claims, status);
    if (!code)
        code = open_papers(claims, keys, status);
    if (!code)
        code = make_ledgers(claims, status);
    if (!code && claims->values->csv && !csv_goes_to_stdout(claims))
        code = cd_ledger_save(claims->ledgers, claims->ledger_count, claims->values->csv, status);
    if (code)
        return code;
    if (csv_goes_to_stdout(claims))
        cd_ledger_write_csv(claims->ledgers, claims->ledger_count, stdout);
    else if (claims->values->json)
        print_json(claims);
    else
        print_tables(claims);
    code = cd_flush_stdout(status);
    return code ? code : fail_on_verdicts(claims, status);
}

static void release(struct claims *claims)
{
    for (size_t i = 0; i < claims->ledger_count; i++)
        cd_ledger_release(&claims->ledgers[i]);
    for (size_t i = 0; i < claims->paper_count; i++)
        cd_paper_free(claims->papers[i]);
    cd_free(claims->ledgers);
    cd_free(claims->papers);
    cd_texts_free(&claims->folders);
}

static enum cd_code claims_run(const struct cd_call *call, struct cd_status *status)
{
    struct claims claims = {.values = call->values};
    enum cd_code code = judge_claims(&claims, &call->operands, status);
    release(&claims);
    return code;
}

const struct cd_command cd_command_claims = {
    .name = "claims",
    .title = "judges what papers claim by what was measured",
    .operands = "[KEY...]",
    .options = claims_options,
    .notes =
        "Without a KEY, all papers are judged of which something was measured; `cdbench reproduce` "
        "measures.\n"
        "docs/claims.md says how each check is judged, and what its interval is. The exit code is 1 when a\n"
        "claim has a verdict that --fail-on names.\n",
    .values = &(struct claims_values){.csv = NULL},
    .run = claims_run,
};
