/// The ledger for programs and reports: CSV, JSON, Markdown.
#include "base/quote.h"
#include "bench/papers/claims.h"
#include "bench/record/fingerprint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *kind_name(enum cd_check_kind kind)
{
    static const char *const names[] = {
        [CD_CHECK_RATIO] = "ratio",   [CD_CHECK_ORDER] = "order",           [CD_CHECK_MONOTONE] = "monotone",
        [CD_CHECK_SLOPE] = "slope",   [CD_CHECK_FLATNESS] = "flatness",     [CD_CHECK_EQUAL] = "equal",
        [CD_CHECK_WITHIN] = "within", [CD_CHECK_ERROR_RATE] = "error_rate",
    };
    return names[kind];
}

static size_t add_claim(struct cd_dataset *table, const struct cd_ledger *ledger,
                        const struct cd_claim_result *result)
{
    size_t row = cd_dataset_add_row(table);
    cd_dataset_set(table, row, "folder", ledger->folder);
    cd_dataset_set(table, row, "paper", ledger->paper->key);
    cd_dataset_set(table, row, "claim", result->claim->id);
    cd_dataset_set(table, row, "says", result->claim->says);
    cd_dataset_set(table, row, "where", result->claim->where ? result->claim->where : "NA");
    cd_dataset_set(table, row, "verdict", cd_claim_verdict_name(result->verdict));
    cd_dataset_set(table, row, "reason", result->reason ? result->reason : "NA");
    cd_dataset_set(table, row, "note", result->note ? result->note : "NA");
    cd_dataset_set(table, row, "quick", result->quick ? "yes" : "no");
    return row;
}

static void add_check(struct cd_dataset *table, size_t row, const struct cd_claim_result *result, size_t i)
{
    const struct cd_check *check = &result->claim->checks[i];
    const struct cd_check_result *measured = &result->checks[i];
    cd_dataset_set_number(table, row, "check", (double)i + 1);
    cd_dataset_set(table, row, "kind", kind_name(check->kind));
    cd_dataset_set(table, row, "experiment", check->experiment);
    cd_dataset_set(table, row, "compares", check->says ? check->says : "NA");
    cd_dataset_set(table, row, "measured", measured->text);
    cd_dataset_set_number(table, row, "value", measured->value);
    cd_dataset_set_number(table, row, "low", measured->low);
    cd_dataset_set_number(table, row, "high", measured->high);
    cd_dataset_set(table, row, "outcome", cd_check_outcome_name(measured->outcome));
}

void cd_ledger_write_csv(const struct cd_ledger *const *ledgers, size_t count, FILE *stream)
{
    static const char *const columns[] = {"folder",   "paper",    "claim", "says",  "where", "verdict",
                                          "reason",   "note",     "quick", "check", "kind",  "experiment",
                                          "compares", "measured", "value", "low",   "high",  "outcome"};
    struct cd_dataset *table = cd_dataset_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < ledgers[i]->count; k++) {
            const struct cd_claim_result *result = &ledgers[i]->results[k];
            if (!result->check_count)
                add_claim(table, ledgers[i], result);
            for (size_t c = 0; c < result->check_count; c++)
                add_check(table, add_claim(table, ledgers[i], result), result, c);
        }
    cd_dataset_write(table, stream);
    cd_dataset_destroy(table);
}

static json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *check_json(const struct cd_check *check, const struct cd_check_result *measured)
{
    json_t *object = json_object();
    json_object_set_new(object, "compares", cd_json_text(check->says));
    json_object_set_new(object, "kind", cd_json_text(kind_name(check->kind)));
    json_object_set_new(object, "experiment", cd_json_text(check->experiment));
    json_object_set_new(object, "measured", cd_json_text(measured->text));
    json_object_set_new(object, "value", json_number(measured->value));
    json_object_set_new(object, "low", json_number(measured->low));
    json_object_set_new(object, "high", json_number(measured->high));
    json_object_set_new(object, "outcome", cd_json_text(cd_check_outcome_name(measured->outcome)));
    return object;
}

static json_t *claim_json(const struct cd_claim_result *result)
{
    json_t *object = json_object(), *checks = json_array();
    json_object_set_new(object, "id", cd_json_text(result->claim->id));
    json_object_set_new(object, "says", cd_json_text(result->claim->says));
    json_object_set_new(object, "where", cd_json_text(result->claim->where));
    json_object_set_new(object, "verdict", cd_json_text(cd_claim_verdict_name(result->verdict)));
    json_object_set_new(object, "reason", cd_json_text(result->reason));
    json_object_set_new(object, "note", cd_json_text(result->note));
    json_object_set_new(object, "remark", cd_json_text(result->claim->remark));
    json_object_set_new(object, "quick", json_boolean(result->quick));
    for (size_t i = 0; i < result->check_count; i++)
        json_array_append_new(checks, check_json(&result->claim->checks[i], &result->checks[i]));
    json_object_set_new(object, "checks", checks);
    return object;
}

json_t *cd_ledger_json(const struct cd_ledger *ledger)
{
    json_t *object = json_object(), *claims = json_array();
    json_object_set_new(object, "paper", cd_json_text(ledger->paper->key));
    json_object_set_new(object, "title", cd_json_text(ledger->paper->title));
    json_object_set_new(object, "folder", cd_json_text(ledger->folder));
    json_object_set_new(object, "quick", json_boolean(ledger->quick));
    for (size_t i = 0; i < ledger->count; i++)
        json_array_append_new(claims, claim_json(&ledger->results[i]));
    json_object_set_new(object, "claims", claims);
    return object;
}

static void write_text(FILE *stream, const char *text)
{
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, text);
}

static void write_markdown_claim(const struct cd_claim_result *result, FILE *stream)
{
    const struct cd_claim *claim = result->claim;
    fputs("| ", stream);
    write_text(stream, claim->id);
    fputs(" | ", stream);
    write_text(stream, claim->says);
    if (claim->where) {
        fputs(" (", stream);
        write_text(stream, claim->where);
        fputs(")", stream);
    }
    fputs(" | ", stream);
    for (size_t i = 0; i < result->check_count; i++) {
        fputs(i ? "<br>" : "", stream);
        write_text(stream, claim->checks[i].says ? claim->checks[i].says : "");
        fputs(": ", stream);
        write_text(stream, result->checks[i].text);
        fprintf(stream, ": *%s*", cd_check_outcome_name(result->checks[i].outcome));
    }
    fprintf(stream, " | **%s**", cd_claim_verdict_name(result->verdict));
    const char *const more[] = {result->reason, result->note, claim->remark};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i]) {
            fputs(i ? "<br>" : ": ", stream);
            write_text(stream, more[i]);
        }
    fputs(" |\n", stream);
}

/// The command that writes this, as a shell takes it.
static void write_command(const struct cd_ledger *ledger, FILE *stream)
{
    char *command = NULL;
    size_t bytes;
    FILE *words = open_memstream(&command, &bytes);
    CD_ASSERT(words);
    fprintf(words, "cdbench claims %s --results ", ledger->paper->key);
    cd_write_quoted(words, CD_QUOTE_SHELL, ledger->folder);
    fclose(words);
    cd_write_quoted(stream, CD_QUOTE_CODE, command);
    free(command);
}

void cd_ledger_write_markdown(const struct cd_ledger *ledger, FILE *stream)
{
    fputs("| claim | the paper says | measured (95 % interval) | verdict |\n|---|---|---|---|\n", stream);
    for (size_t i = 0; i < ledger->count; i++)
        write_markdown_claim(&ledger->results[i], stream);
    fputs("\nMeasurements: ", stream);
    cd_write_quoted(stream, CD_QUOTE_CODE, ledger->folder);
    fputs(ledger->quick ? ", some or all of them at quick size; " : "; ", stream);
    write_command(ledger, stream);
    fputs(" prints this.\n", stream);
}
