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
    bool json;
};

static const struct cd_option claims_options[] = {
    {"results", CD_OPTION_LIST, "DIR", offsetof(struct claims_values, results), 0, 0,
     "a folder with results; may be given several times (all folders in results/ with "
     "measurements of the papers)"},
    {"fail-on", CD_OPTION_LIST, "VERDICT", offsetof(struct claims_values, fail_on), 0, 0,
     "exit with code 1 if a claim is partly, refuted, vacuous, undecided, not-comparable or not-measured; "
     "may be given several times"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct claims_values, csv), 0, 0,
     "also write a row per check as CSV; - writes it to standard output, instead of the tables"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct claims_values, json), 0, 0, "print JSON"},
    CD_OPTION_END,
};

/// What the command has collected.
struct claims {
    const struct claims_values *values;
    struct cd_texts keys, sources; ///< what the operands name; --results follows the sources
    bool beside;                   ///< operands name results: shows where their verdicts differ
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

/// Keys contain neither a dot nor a slash. An operand that contains one names a folder with results.
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

/// Prints which claims of a paper have different verdicts where they were measured.
static void print_differences(const struct cd_ledgers *all, const struct cd_ledger *ledgers)
{
    size_t count = all->sources.count, differing = 0, compared = 0;
    printf("%s: %s\n", ledgers[0].paper->key, ledgers[0].paper->title);
    for (size_t k = 0; k < ledgers[0].count; k++) {
        const struct cd_claim_result *first = NULL;
        size_t measured = 0;
        bool differs = false;
        for (size_t i = 0; i < count; i++) {
            const struct cd_claim_result *result = &ledgers[i].results[k];
            if (result->verdict == CD_CLAIM_NOT_MEASURED)
                continue;
            first = first ? first : result;
            differs |= result->verdict != first->verdict;
            measured++;
        }
        for (size_t i = 0, named = 0; i < count && differs; i++) {
            const struct cd_claim_result *result = &ledgers[i].results[k];
            if (result->verdict != CD_CLAIM_NOT_MEASURED)
                printf("  %-12s %s%s%s: %s\n", named++ ? "" : result->claim->id,
                       cd_claim_verdict_name(result->verdict), result->quick ? ", quick" : "",
                       result->old ? ", old" : "", cd_shown_text(cd_source_heading(all, i)).text);
        }
        differing += differs;
        compared += measured > 1;
    }
    printf("%zu of %zu claims were measured in several folders, and %zu of these have other verdicts\n",
           compared, ledgers[0].count, differing);
}

static void print_tables(const struct claims *claims)
{
    for (size_t i = 0, count; i < claims->ledgers.count; i += count) {
        const struct cd_ledger *ledger = &claims->ledgers.items[i];
        count = claims->beside && claims->ledgers.sources.count > 1 ? claims->ledgers.sources.count : 1;
        fputs(i ? "\n" : "", stdout);
        if (count > 1)
            print_differences(&claims->ledgers, ledger);
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
    if (claims->values->json && cd_is_stdout(claims->values->csv))
        return cd_fail(status, CD_USAGE, "--json and --csv - write to stdout; give one of them");
    enum cd_code code = read_verdicts(claims, status);
    sort_operands(claims, operands);
    if (!code)
        code = cd_ledgers_make(&claims->sources, &claims->keys, claims->beside, &claims->ledgers, status);
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
    .operands = "[KEY|DIR...]",
    .options = claims_options,
    .notes =
        "Without a KEY, every paper with measurements is judged; `cdbench reproduce` measures.\n"
        "A DIR is a folder with results; its name has a dot or a slash. With these, the claims are named on\n"
        "which they differ.\n"
        "docs/claims.md says how each check is judged, and what its interval is. The exit code is 1 when a\n"
        "claim has a verdict that --fail-on names.\n",
    .values = &(struct claims_values){.csv = NULL},
    .run = claims_run,
};
