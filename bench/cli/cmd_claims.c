#include "base/grid.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/papers/ledgers.h"
#include "bench/record/results.h"

#include <string.h>

struct claims_values {
    struct cd_texts results, fail_on;
    const char *csv;
    bool json, markdown;
};

static const struct cd_option claims_options[] = {
    {"results", CD_OPTION_LIST, "DIR", offsetof(struct claims_values, results), 0, 0,
     "a folder with results, or a pack; may be given several times (all folders in results/ with "
     "measurements of the papers)"},
    {"fail-on", CD_OPTION_LIST, "VERDICT", offsetof(struct claims_values, fail_on), 0, 0,
     "exit with code 1 if a claim is partly, refuted, vacuous, undecided, not-comparable or not-measured; "
     "may be given several times"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct claims_values, csv), 0, 0,
     "also write a row per check as CSV; - writes it to standard output, instead of the tables"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct claims_values, json), 0, 0, "print JSON"},
    {"markdown", CD_OPTION_FLAG, NULL, offsetof(struct claims_values, markdown), 0, 0,
     "print tables in Markdown"},
    CD_OPTION_END,
};

/// What the command has collected.
struct claims {
    const struct claims_values *values;
    struct cd_texts keys, sources; ///< what the operands name; --results follows the sources
    bool beside;                   ///< operands name results: shows their verdicts side by side
    struct cd_ledgers ledgers;
    bool fail_on[CD_CLAIM_VERDICTS];
};

static enum cd_code read_verdicts(struct claims *claims, struct cd_status *status)
{
    for (size_t i = 0; i < claims->values->fail_on.count; i++) {
        // In the order of the verdicts.
        int place = cd_word_place("partly|refuted|vacuous|undecided|not-comparable|not-measured",
                                  claims->values->fail_on.items[i]);
        if (place >= 0)
            claims->fail_on[CD_CLAIM_PARTLY + place] = true;
        else
            return cd_fail(
                status, CD_USAGE,
                "--fail-on %s: choose partly, refuted, vacuous, undecided, not-comparable or not-measured",
                claims->values->fail_on.items[i]);
    }
    return CD_OK;
}

/// Keys contain neither a dot nor a slash. An operand that contains one names a pack or a folder with results.
static void sort_operands(struct claims *claims, const struct cd_texts *operands)
{
    const struct cd_texts *results = &claims->values->results;
    for (size_t i = 0; i < operands->count; i++) {
        bool names_results = strpbrk(operands->items[i], "./");
        cd_texts_print(names_results ? &claims->sources : &claims->keys, "%s", operands->items[i]);
        claims->beside |= names_results;
    }
    for (size_t i = 0; i < results->count; i++)
        cd_texts_print(&claims->sources, "%s", results->items[i]);
}

static void print_json(const struct claims *claims)
{
    json_t *document = cd_ledgers_json(&claims->ledgers);
    cd_write_json(document, stdout);
    json_decref(document);
}

static void print_legend(const struct cd_ledger *ledgers, size_t count)
{
    bool quick = false, old = false;
    for (size_t i = 0; i < count * ledgers->count; i++) {
        const struct cd_claim_result *result = &ledgers[i / ledgers->count].results[i % ledgers->count];
        quick |= result->quick;
        old |= result->old;
    }
    if (quick)
        puts("quick: judged by measurements at quick size");
    if (old)
        puts("old: the experiment or its code has changed since it was measured; `cdbench claims --results` "
             "says which");
    for (size_t i = 0; i < count; i++)
        if (ledgers[i].undated)
            printf("%s: %zu experiment%s of unknown age\n", cd_shown_text(ledgers[i].folder).text,
                   ledgers[i].undated, ledgers[i].undated == 1 ? " is" : "s are");
}

/// Adds the verdicts on a claim to the grid, with what keeps them from being final, and marked if they differ. Returns
/// whether they do.
static bool add_claim(struct cd_grid *grid, const struct cd_ledger *ledgers, size_t count, size_t claim)
{
    char texts[CD_GRID_COLUMNS][40], name[100];
    const char *row[CD_GRID_COLUMNS] = {name};
    bool differs = false;
    for (size_t i = 0; i < count; i++) {
        const struct cd_claim_result *result = &ledgers[i].results[claim];
        differs |= result->verdict != ledgers[0].results[claim].verdict;
        snprintf(texts[i], sizeof texts[i], "%s%s%s", cd_claim_verdict_name(result->verdict),
                 result->quick ? ", quick" : "", result->old ? ", old" : "");
        row[i + 1] = texts[i];
    }
    snprintf(name, sizeof name, "%c %s", differs ? '*' : ' ', ledgers[0].results[claim].claim->id);
    cd_grid_add(grid, row, "");
    return differs;
}

/// Prints the verdicts on a paper's claims, with a column for each source.
static void print_beside(const struct cd_ledgers *all, const struct cd_ledger *ledgers)
{
    struct cd_grid_column columns[CD_GRID_COLUMNS] = {{.name = "  claim"}};
    size_t count = all->source_count, differing = 0;
    for (size_t i = 0; i < count; i++)
        columns[i + 1].name = cd_escaped(cd_source_heading(all, i));
    struct cd_grid *grid = cd_grid_create(columns, count + 1);
    for (size_t k = 0; k < ledgers[0].count; k++)
        differing += add_claim(grid, ledgers, count, k);
    printf("%s: %s\n\n", ledgers[0].paper->key, ledgers[0].paper->title);
    cd_grid_print(grid, stdout, cd_terminal_columns(stdout));
    cd_grid_destroy(grid);
    for (size_t i = 1; i <= count; i++)
        cd_free((char *)columns[i].name);
    printf("\n%zu of %zu claims have other verdicts here than there%s\n", differing, ledgers[0].count,
           differing ? ": *" : "");
    print_legend(ledgers, count);
}

static void print_tables(const struct claims *claims)
{
    bool beside = claims->beside && !claims->values->markdown;
    for (size_t i = 0, count; i < claims->ledgers.count; i += count) {
        const struct cd_ledger *ledger = &claims->ledgers.items[i];
        count = beside ? claims->ledgers.source_count : 1;
        fputs(i ? "\n" : "", stdout);
        if (claims->values->markdown)
            cd_ledger_write_markdown(ledger, stdout);
        else if (beside)
            print_beside(&claims->ledgers, ledger);
        else
            cd_ledger_print(ledger, stdout, (unsigned)cd_terminal_width(stdout));
    }
}

/// Returns CD_REGRESSION and names the claims when any claim has a verdict to fail on.
static enum cd_code fail_on_verdicts(const struct claims *claims, struct cd_status *status)
{
    char found[700] = "";
    size_t count = 0;
    for (size_t i = 0; i < claims->ledgers.count; i++)
        for (size_t k = 0; k < claims->ledgers.items[i].count; k++) {
            const struct cd_claim_result *result = &claims->ledgers.items[i].results[k];
            if (!claims->fail_on[result->verdict])
                continue;
            cd_append(found, sizeof found, "%s%s %s %s (%s)", count++ ? ", " : "",
                      claims->ledgers.items[i].paper->key, result->claim->id,
                      cd_claim_verdict_name(result->verdict), claims->ledgers.items[i].folder);
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
    sort_operands(claims, operands);
    if (!code)
        code = cd_ledgers_make(&claims->sources, &claims->keys, claims->beside, &claims->ledgers, status);
    bool table = !claims->values->json && !claims->values->markdown && !cd_is_stdout(claims->values->csv);
    if (!code && claims->beside && table && claims->ledgers.source_count >= CD_GRID_COLUMNS)
        code = cd_fail(
            status, CD_USAGE,
            "%zu folders and packs; the table shows at most %d side by side; name fewer, or add --json",
            claims->ledgers.source_count, CD_GRID_COLUMNS - 1);
    if (!code)
        code = cd_ledger_save(claims->ledgers.items, claims->ledgers.count, claims->values->csv, status);
    if (code)
        return code;
    if (claims->values->json)
        print_json(claims);
    else if (!cd_is_stdout(claims->values->csv))
        print_tables(claims);
    code = cd_flush_stdout(status);
    return code ? code : fail_on_verdicts(claims, status);
}

static enum cd_code claims_run(const struct cd_call *call, struct cd_status *status)
{
    struct claims claims = {.values = call->values};
    enum cd_code code = judge_claims(&claims, &call->operands, status);
    cd_ledgers_release(&claims.ledgers);
    cd_texts_free(&claims.keys);
    cd_texts_free(&claims.sources);
    return code;
}

const struct cd_command cd_command_claims = {
    .name = "claims",
    .title = "judge what papers claim by what was measured",
    .operands = "[KEY|PACK...]",
    .options = claims_options,
    .notes =
        "Without a KEY, every paper with measurements is judged; `cdbench reproduce` measures.\n"
        "A PACK is a file of `cdbench reproduce --pack`, or a folder with results; its name has a dot or a "
        "slash.\n"
        "With several, their verdicts stand side by side.\n"
        "docs/claims.md says how each check is judged, and what its interval is. The exit code is 1 when a\n"
        "claim has a verdict that --fail-on names.\n",
    .values = &(struct claims_values){.csv = NULL},
    .run = claims_run,
};
