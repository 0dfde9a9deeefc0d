#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/papers/ledger.h"
#include "bench/papers/pack.h"
#include "bench/record/results.h"

#include <glob.h>
#include <string.h>
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
     "folder with results, or a pack; may be given several times (every folder in results/ that holds "
     "measurements of "
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
    size_t paper_count, ledger_count, ledger_capacity, source_count, source_capacity;
    struct cd_paper **papers;
    struct cd_texts keys;  ///< among the operands
    bool beside;           ///< operands name results: their verdicts are shown side by side
    struct cd_texts found; ///< names of folders in results/
    struct cd_results_source *sources;
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

static enum cd_code add_source(struct claims *claims, const char *name, struct cd_status *status)
{
    claims->sources =
        cd_grow(claims->sources, claims->source_count, &claims->source_capacity, sizeof *claims->sources);
    enum cd_code code = cd_results_open(name, &claims->sources[claims->source_count], status);
    claims->source_count += !code;
    return code;
}

/// Every folder in results/, sorted.
static void find_folders(struct claims *claims)
{
    glob_t found;
    if (glob(RESULTS "/*/", 0, NULL, &found))
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        *strrchr(found.gl_pathv[i], '/') = '\0';
        cd_texts_print(&claims->found, "%s", found.gl_pathv[i]);
    }
    globfree(&found);
}

/// Keys have neither a dot nor a slash: an operand with one names a pack or a folder with results.
static bool names_results(const char *operand)
{
    return strpbrk(operand, "./");
}

static enum cd_code take_sources(struct claims *claims, const struct cd_texts *operands,
                                 struct cd_status *status)
{
    enum cd_code code = CD_OK;
    const struct cd_texts *given = &claims->values->results;
    for (size_t i = 0; i < operands->count && !code; i++)
        if (names_results(operands->items[i])) {
            claims->beside = true;
            code = add_source(claims, operands->items[i], status);
        } else {
            cd_texts_print(&claims->keys, "%s", operands->items[i]);
        }
    for (size_t i = 0; i < given->count && !code; i++)
        code = add_source(claims, given->items[i], status);
    if (!code && !claims->source_count)
        find_folders(claims);
    for (size_t i = 0; i < claims->found.count && !code; i++)
        code = add_source(claims, claims->found.items[i], status);
    return code;
}

/// Notes the papers of a source, a pack, that are not here: their measurements cannot be judged.
static void find_unknown(struct cd_texts *unknown, const struct cd_results_source *source,
                         const struct cd_paper_list *list)
{
    char pattern[PATH_MAX + 10];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*.yaml", source->folder);
    bool any = strcmp(source->folder, source->name) != 0 && !glob(pattern, 0, NULL, &found);
    for (size_t i = 0; any && i < found.gl_pathc; i++) {
        char *key = strrchr(found.gl_pathv[i], '/') + 1;
        *strrchr(key, '.') = '\0';
        if (CD_NAMED(list->items, list->count, key))
            continue;
        cd_texts_print(unknown,
                       "%s: the paper %s is not here; put %s.yaml, which the pack holds, into a folder that "
                       "CDBENCH_PAPERS names",
                       source->name, key, key);
    }
    if (any)
        globfree(&found);
}

/// Fails when there is nothing to judge, and warns when that is not all.
static enum cd_code tell_unknown(const struct claims *claims, const struct cd_paper_list *list,
                                 struct cd_status *status)
{
    struct cd_texts unknown = {0};
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < claims->source_count && !claims->keys.count; i++)
        find_unknown(&unknown, &claims->sources[i], list);
    for (size_t i = 0; i < unknown.count && claims->paper_count; i++)
        cd_print_warning(unknown.items[i]);
    if (!claims->paper_count)
        code = cd_fail(status, CD_IO, "%s",
                       unknown.count
                           ? unknown.items[0]
                           : "nothing was measured yet; `cdbench reproduce --list` shows what can be, and "
                             "`cdbench claims KEY` what a paper claims");
    cd_texts_free(&unknown);
    return code;
}

/// The papers of the keys given, or all of which something was measured; the others are not even read.
static enum cd_code open_papers(struct claims *claims, struct cd_status *status)
{
    const struct cd_texts *keys = &claims->keys;
    struct cd_paper_list list = {0};
    enum cd_code code = keys->count ? CD_OK : cd_papers_find(&list, status);
    claims->papers = cd_allocate(keys->count + list.count, sizeof *claims->papers);
    for (size_t i = 0; i < keys->count + list.count && !code; i++) {
        const char *key = i < keys->count ? keys->items[i] : list.items[i - keys->count].key;
        bool wanted = i < keys->count;
        for (size_t k = 0; k < claims->source_count && !wanted; k++)
            wanted = is_there(claims->sources[k].folder, key, ".", "");
        if (wanted)
            code = cd_paper_open(key, &claims->papers[claims->paper_count], status);
        claims->paper_count += wanted && !code;
    }
    if (!code)
        code = tell_unknown(claims, &list, status);
    cd_papers_release(&list);
    return code;
}

static enum cd_code add_ledger(struct claims *claims, const struct cd_paper *paper,
                               const struct cd_results_source *source, struct cd_status *status)
{
    claims->ledgers =
        cd_grow(claims->ledgers, claims->ledger_count, &claims->ledger_capacity, sizeof *claims->ledgers);
    enum cd_code code = cd_ledger_make(paper, source->folder, &claims->ledgers[claims->ledger_count], status);
    if (code)
        cd_results_blame(source, status);
    else
        claims->ledgers[claims->ledger_count++].folder = source->name;
    return code;
}

/// A ledger for each source that has measurements of a paper, and side by side for the others too; one that
/// says what to run where none has.
static enum cd_code make_ledgers(struct claims *claims, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < claims->paper_count && !code; i++) {
        const struct cd_paper *paper = claims->papers[i];
        size_t before = claims->ledger_count;
        for (size_t k = 0; k < claims->source_count && !code; k++)
            if (claims->beside || has_measurements(claims->sources[k].folder, paper))
                code = add_ledger(claims, paper, &claims->sources[k], status);
        static const struct cd_results_source local = {LOCAL_RESULTS, LOCAL_RESULTS};
        if (!code && claims->ledger_count == before)
            code =
                add_ledger(claims, paper, claims->values->results.count ? claims->sources : &local, status);
    }
    return code;
}

static void print_json(const struct claims *claims)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claims->ledger_count; i++)
        json_array_append_new(list, cd_ledger_json(&claims->ledgers[i]));
    cd_write_json(list, stdout);
    json_decref(list);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/// What a column is called: the last part of the source's name, or all of it where another one has the same.
static const char *heading(const struct cd_ledger *ledgers, size_t count, size_t column)
{
    const char *name = base_name(ledgers[column].folder);
    for (size_t i = 0; i < count; i++)
        if (i != column && !strcmp(base_name(ledgers[i].folder), name))
            return ledgers[column].folder;
    return name;
}

/// Prints a text and fills its column, unless it is the last one.
static void print_field(const char *text, int width, bool last)
{
    printf("  %s%*s", text, last ? 0 : width - (int)cd_count_characters(text, strlen(text)), "");
}

enum { VERDICT_BYTES = 40 };

/// The verdict, and what keeps it from being final.
static const char *marked_verdict(const struct cd_claim_result *result, char text[VERDICT_BYTES])
{
    snprintf(text, VERDICT_BYTES, "%s%s%s", cd_claim_verdict_name(result->verdict),
             result->quick ? ", quick" : "", result->old ? ", old" : "");
    return text;
}

static int measure_column(const struct cd_ledger *ledger, const char *name, bool *quick, bool *old)
{
    char text[VERDICT_BYTES];
    size_t width = cd_count_characters(name, strlen(name));
    for (size_t k = 0; k < ledger->count; k++) {
        size_t length = strlen(marked_verdict(&ledger->results[k], text));
        width = length > width ? length : width;
        *quick |= ledger->results[k].quick;
        *old |= ledger->results[k].old;
    }
    return (int)width;
}

static void print_legend(const struct cd_ledger *ledgers, size_t count, bool quick, bool old)
{
    if (quick)
        puts("quick: judged by measurements at quick size");
    if (old)
        puts("old: the experiment or its code has changed since it was measured; `cdbench claims --results` "
             "says which");
    for (size_t i = 0; i < count; i++)
        if (ledgers[i].undated)
            printf("%s: %zu experiments are of unknown age\n", cd_shown_text(ledgers[i].folder).text,
                   ledgers[i].undated);
}

/// The verdicts on a paper's claims, a column for each of `count` ledgers; rows that differ are marked.
static void print_beside(const struct cd_ledger *ledgers, size_t count)
{
    enum { ID = 12 };
    bool quick = false, old = false;
    char text[VERDICT_BYTES];
    int *widths = cd_allocate(count, sizeof *widths);
    printf("%s: %s\n\n  %-*s", ledgers[0].paper->key, ledgers[0].paper->title, ID, "claim");
    for (size_t i = 0; i < count; i++) {
        const struct cd_shown_text name = cd_shown_text(heading(ledgers, count, i));
        widths[i] = measure_column(&ledgers[i], name.text, &quick, &old);
        print_field(name.text, widths[i], i + 1 == count);
    }
    putchar('\n');
    size_t differing = 0;
    for (size_t k = 0; k < ledgers[0].count; k++) {
        bool differs = false;
        for (size_t i = 1; i < count; i++)
            differs |= ledgers[i].results[k].verdict != ledgers[0].results[k].verdict;
        differing += differs;
        printf("%c %-*s", differs ? '*' : ' ', ID, ledgers[0].results[k].claim->id);
        for (size_t i = 0; i < count; i++)
            print_field(marked_verdict(&ledgers[i].results[k], text), widths[i], i + 1 == count);
        putchar('\n');
    }
    printf("\n%zu of %zu claims have other verdicts here than there%s\n", differing, ledgers[0].count,
           differing ? ": *" : "");
    print_legend(ledgers, count, quick, old);
    cd_free(widths);
}

static void print_tables(const struct claims *claims)
{
    bool beside = claims->beside && !claims->values->markdown;
    for (size_t i = 0, count; i < claims->ledger_count; i += count) {
        const struct cd_ledger *ledger = &claims->ledgers[i];
        for (count = 1; beside && i + count < claims->ledger_count && ledger[count].paper == ledger->paper;)
            count++;
        fputs(i ? "\n" : "", stdout);
        if (claims->values->markdown)
            cd_ledger_write_markdown(ledger, stdout);
        else if (beside)
            print_beside(ledger, count);
        else
            cd_ledger_print(ledger, stdout, (unsigned)cd_terminal_width(stdout));
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

static enum cd_code judge_claims(struct claims *claims, const struct cd_texts *operands,
                                 struct cd_status *status)
{
    if (claims->values->json + claims->values->markdown + cd_is_stdout(claims->values->csv) > 1)
        return cd_fail(status, CD_USAGE, "--json, --markdown and --csv - write to stdout; give one of them");
    enum cd_code code = read_verdicts(claims, status);
    if (!code)
        code = take_sources(claims, operands, status);
    if (!code)
        code = open_papers(claims, status);
    if (!code)
        code = make_ledgers(claims, status);
    if (!code)
        code = cd_ledger_save(claims->ledgers, claims->ledger_count, claims->values->csv, status);
    if (code)
        return code;
    if (claims->values->json)
        print_json(claims);
    else if (!cd_is_stdout(claims->values->csv))
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
    cd_free(claims->sources);
    cd_texts_free(&claims->found);
    cd_texts_free(&claims->keys);
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
    .title = "judge what papers claim by what was measured",
    .operands = "[KEY|PACK...]",
    .options = claims_options,
    .notes =
        "Without a KEY, all papers are judged of which something was measured; `cdbench reproduce` "
        "measures.\n"
        "A PACK is a file of `cdbench reproduce --pack`, or a folder with results; its name has a dot or a "
        "slash.\n"
        "The verdicts by all of them then stand side by side.\n"
        "docs/claims.md says how each check is judged, and what its interval is. The exit code is 1 when a\n"
        "claim has a verdict that --fail-on names.\n",
    .values = &(struct claims_values){.csv = NULL},
    .run = claims_run,
};
