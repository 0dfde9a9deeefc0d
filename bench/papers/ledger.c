#include "bench/papers/ledger.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/papers/interpretations.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void find_numbers(struct cd_ledger *ledger, const struct cd_measurements *measurements)
{
    const struct cd_paper *paper = ledger->paper;
    for (size_t i = 0; i < paper->experiment_count; i++)
        ledger->number_count += paper->experiments[i].printed_count;
    ledger->numbers = cd_allocate(ledger->number_count, sizeof *ledger->numbers);
    struct cd_paper_number *next = ledger->numbers;
    for (size_t i = 0; i < paper->experiment_count; i++)
        for (size_t k = 0; k < paper->experiments[i].printed_count; k++)
            *next++ =
                cd_paper_number(&paper->experiments[i], &paper->experiments[i].printed[k], &measurements[i]);
}

/// The columns of formulas as the paper's file has them now, which may differ from those that were stored.
static json_t *computed_json(const struct cd_experiment *experiment, const struct cd_table *cells)
{
    json_t *columns = json_object();
    for (size_t i = 0; i < experiment->formula_count; i++) {
        json_t *values = json_array();
        for (size_t row = 0; row < cells->row_count; row++)
            json_array_append_new(values,
                                  cd_json_real(cd_table_real(cells, row, experiment->formulas[i].column)));
        json_object_set_new(columns, experiment->formulas[i].column, values);
    }
    return columns;
}

enum cd_code cd_ledger_make(const struct cd_paper *paper, const char *folder, struct cd_ledger *ledger,
                            struct cd_status *status)
{
    struct cd_measurements *measurements = cd_allocate(paper->experiment_count, sizeof *measurements);
    enum cd_code code = CD_OK;
    *ledger = (struct cd_ledger){.paper = paper, .folder = folder};
    ledger->experiments = cd_allocate(paper->experiment_count, sizeof *ledger->experiments);
    for (size_t i = 0; i < paper->experiment_count && !code; i++)
        code = cd_measurements_load(folder, &paper->experiments[i], &measurements[i], status);
    for (size_t i = 0; i < paper->experiment_count; i++) {
        struct cd_measured *experiment = &ledger->experiments[i];
        *experiment =
            (struct cd_measured){.measured = measurements[i].rows.cells,
                                 .size = measurements[i].size,
                                 .stale = measurements[i].stale,
                                 .undated = measurements[i].undated,
                                 .added = json_incref(json_object_get(measurements[i].run, "added"))};
        if (experiment->measured)
            experiment->computed = computed_json(&paper->experiments[i], measurements[i].rows.cells);
        memcpy(experiment->changed, measurements[i].changed, sizeof experiment->changed);
        ledger->undated += measurements[i].undated;
        ledger->measured += (bool)measurements[i].rows.cells;
        ledger->outdated += *measurements[i].changed != '\0';
        ledger->unhashed |= cd_results_lack_hashes(measurements[i].run);
    }
    ledger->results = cd_allocate(paper->claim_count, sizeof *ledger->results);
    for (size_t i = 0; i < paper->claim_count && !code; i++) {
        ledger->results[ledger->count++] = cd_claim_judge(&paper->claims[i], paper, measurements);
        ledger->quick |= ledger->results[i].quick;
    }
    if (!code)
        find_numbers(ledger, measurements);
    for (size_t i = 0; i < paper->experiment_count; i++)
        cd_measurements_release(&measurements[i]);
    cd_free(measurements);
    if (!code)
        code = cd_interpretations_load(paper, folder, &ledger->interpretations, status);
    for (size_t i = 0; i < ledger->count && ledger->interpretations; i++)
        ledger->results[i].interpretations = cd_claim_interpretations_text(
            paper, ledger->interpretations, &paper->claims[i], &ledger->results[i].verdict);
    if (code)
        cd_ledger_release(ledger);
    return code;
}

static void tell_unrecorded(const struct cd_experiment *experiment, const char *file, const char *folder,
                            void (*warn)(void *user, const char *line), void *user)
{
    char table[PATH_MAX + 20], run[PATH_MAX + 20], path[PATH_MAX];
    if (cd_experiment_folder(folder, experiment, path, NULL))
        return;
    snprintf(table, sizeof table, "%s/%s", path, file);
    snprintf(run, sizeof run, "%s/run.json", path);
    if (!access(table, F_OK) && access(run, F_OK))
        cd_tell(
            warn, user,
            "%s/%s/%s/%s: there is no run.json beside it, so that it counts as not measured; restore that "
            "file, or measure again",
            folder, experiment->paper->key, experiment->id, file);
}

void cd_ledger_tell_unrecorded(const struct cd_paper *paper, const char *folder,
                               void (*warn)(void *user, const char *line), void *user)
{
    const struct cd_experiment interpretations = cd_interpretations_experiment(paper);
    for (size_t i = 0; i < paper->experiment_count; i++)
        tell_unrecorded(&paper->experiments[i], "cells.csv", folder, warn, user);
    tell_unrecorded(&interpretations, "interpretations.csv", folder, warn, user);
}

void cd_ledger_release(struct cd_ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++)
        cd_claim_release(&ledger->results[i]);
    for (size_t i = 0; ledger->experiments && i < ledger->paper->experiment_count; i++) {
        json_decref(ledger->experiments[i].added);
        json_decref(ledger->experiments[i].computed);
    }
    cd_free(ledger->results);
    cd_free(ledger->experiments);
    cd_table_destroy(ledger->interpretations);
    cd_free(ledger->numbers);
    *ledger = (struct cd_ledger){0};
}

// ---- words of forms ---------------------------------------------------------------------------------------

/// Forms in the order of the table's columns.
static const enum cd_form columns[CD_FORMS] = {CD_FORM_REPAIRED, CD_FORM_PRINTED, CD_FORM_CORRECTED,
                                               CD_FORM_OURS};

/// The verdict for a form; "" when the claim does not ask about this form.
static const char *verdict_of(const struct cd_claim_result *result, enum cd_form form)
{
    return cd_claim_asks(result->claim, form) ? cd_claim_verdict_name(result->forms[form]) : "";
}

/// " (misses 94 of 98)", where that makes the verdict on a form vacuous; else "".
static const char *name_missed(const struct cd_claim_result *result, enum cd_form form, char text[60])
{
    text[0] = '\0';
    if (cd_claim_asks(result->claim, form) && result->forms[form] == CD_CLAIM_VACUOUS)
        snprintf(text, 60, " (misses %.0f of %.0f)", result->found[form].misses, result->found[form].truths);
    return text;
}

/// "as printed: refuted; corrected: reproduced": the verdicts other than the headline; "" for none.
static const char *name_other_forms(const struct cd_claim_result *result, char text[160])
{
    char missed[60];
    text[0] = '\0';
    for (int form = 0; form < CD_FORMS; form++)
        if (form != (int)cd_claim_headline(result->claim) && cd_claim_asks(result->claim, (enum cd_form)form))
            cd_append(text, 160, "%s%s%s: %s%s", *text ? "; " : "", form == CD_FORM_PRINTED ? "as " : "",
                      cd_form_names[form], verdict_of(result, (enum cd_form)form),
                      name_missed(result, (enum cd_form)form, missed));
    return text;
}

/// "printed, repaired": the forms that a check decides about; "" for a check that only informs.
static const char *name_decided(const struct cd_check *check, char text[60])
{
    text[0] = '\0';
    for (int form = 0; form < CD_FORMS; form++)
        if (check->decides[form])
            cd_append(text, 60, "%s%s", *text ? ", " : "", cd_form_names[form]);
    return text;
}

// ---- the table for people ---------------------------------------------------------------------------------

/// The ledger for people has three columns of wrapped text.
enum { VERDICT_WIDTH = 14, GAP = 2, INDENT = 4, NARROWEST = 60, WIDEST = 140 };

struct layout {
    FILE *stream;
    int says, measured; ///< widths
    int whole;
    bool colour;
};

/// Bytes of the text's next line: as many words as fit, or part of a word that is too long for any line.
static size_t next_line(const char *text, int width)
{
    size_t line = 0;
    for (size_t end = 0; text[end];) {
        end += strspn(text + end, " ");
        end += strcspn(text + end, " ");
        while (!strncmp(text + end, " %", 2)) // stays with its number
            end += 2 + strcspn(text + end + 2, " ");
        if ((int)cd_count_characters(text, end) > width)
            break;
        line = end;
    }
    if (line)
        return line;
    while (text[line] && (int)cd_count_characters(text, line + 1) <= width)
        line++;
    return line;
}

/// A text that is printed line by line.
struct flow {
    const char *rest;
    int indent, hang, width; ///< hang: indent of the lines after the first
};

/// Prints the flow's next line after `blanks`. Returns the blanks that the text after it needs.
static int print_line(FILE *stream, int blanks, struct flow *flow)
{
    size_t bytes = next_line(flow->rest, flow->width - flow->indent);
    if (!bytes)
        return blanks + flow->width + GAP;
    fprintf(stream, "%*s%.*s", blanks + flow->indent, "", (int)bytes, flow->rest);
    blanks = flow->width - flow->indent - (int)cd_count_characters(flow->rest, bytes) + GAP;
    flow->rest += bytes;
    flow->rest += strspn(flow->rest, " ");
    flow->indent = flow->hang;
    return blanks;
}

static const char *describe_all(const struct cd_ledger *ledger, char text[200])
{
    snprintf(text, 200, "%s", ledger->quick ? ", some or all of them at quick size" : "");
    if (ledger->undated)
        cd_append(text, 200,
                  ", %zu of unknown age: nothing in run.json says by which source they were measured",
                  ledger->undated);
    return text;
}

static void print_row(const struct layout *layout, const char *says, int indent, const char *measured,
                      const char *verdict, const char *colour)
{
    struct flow left = {says, indent, indent ? indent + 2 : INDENT, layout->says};
    struct flow right = {measured, 0, 0, layout->measured};
    for (bool first = true; first || *left.rest || *right.rest; first = false) {
        int blanks = print_line(layout->stream, 0, &left);
        blanks = print_line(layout->stream, blanks, &right);
        if (first)
            fprintf(layout->stream, "%*s%s%s%s", blanks, "", layout->colour ? colour : "", verdict,
                    layout->colour && *colour ? "\033[0m" : "");
        fputc('\n', layout->stream);
    }
}

static void print_claim(const struct layout *layout, const struct cd_claim_result *result)
{
    static const char *const colours[CD_CLAIM_VERDICTS] = {"\033[32m", "\033[33m", "\033[31m", "",
                                                           "",         "",         ""};
    const struct cd_claim *claim = result->claim;
    char others[160];
    const char *const notes[] = {name_other_forms(result, others), result->reason, result->mark,
                                 claim->remark};
    size_t bytes = strlen(claim->id) + strlen(claim->says) + 8;
    char *says = cd_allocate(bytes, 1);
    snprintf(says, bytes, "%-3s %s", claim->id, claim->says);
    print_row(layout, says, 0, claim->where ? claim->where : "", cd_claim_verdict_name(result->verdict),
              colours[result->verdict]);
    cd_free(says);
    for (size_t i = 0; i < claim->check_count; i++) {
        char forms[60], outcome[20];
        bool informs = !*name_decided(&claim->checks[i], forms);
        snprintf(outcome, sizeof outcome, informs ? "(%s)" : "%s",
                 cd_check_outcome_name(result->checks[i].outcome));
        print_row(layout, claim->checks[i].says, INDENT, result->checks[i].text, outcome, "");
    }
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i] && *notes[i])
            cd_print_wrapped(layout->stream, notes[i], 0, INDENT, layout->whole);
    if (result->interpretations) {
        bytes = strlen(result->interpretations) + 20;
        char *line = cd_allocate(bytes, 1);
        snprintf(line, bytes, "interpretations: %s", result->interpretations);
        cd_print_wrapped(layout->stream, line, 0, INDENT, layout->whole);
        cd_free(line);
    }
}

/// Prints the number of claims with each verdict: the claims of the text in one form, or our own claims.
static void print_totals(const struct cd_ledger *ledger, const char *title, bool of_text, enum cd_form form,
                         FILE *stream)
{
    size_t totals[CD_CLAIM_VERDICTS] = {0}, asked = 0;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct cd_claim_result *result = &ledger->results[i];
        enum cd_form headline = cd_claim_headline(result->claim);
        if (of_text != (headline == CD_FORM_REPAIRED))
            continue;
        bool is_headline = !of_text || form == CD_FORM_REPAIRED;
        if (!is_headline && !cd_claim_asks(result->claim, form))
            continue;
        totals[is_headline ? result->verdict : result->forms[form]]++;
        asked++;
    }
    if (!asked)
        return;
    const char *before = ": ";
    fprintf(stream, "%-9s  %zu claim%s", title, asked, cd_plural(asked));
    for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++)
        if (totals[verdict]) {
            fprintf(stream, "%s%zu %s", before, totals[verdict],
                    cd_claim_verdict_name((enum cd_claim_verdict)verdict));
            before = ", ";
        }
    fputc('\n', stream);
}

void cd_ledger_print(const struct cd_ledger *ledger, FILE *stream, unsigned width)
{
    int whole = width > WIDEST ? WIDEST : width < NARROWEST ? NARROWEST : (int)width;
    int room = whole - VERDICT_WIDTH - 2 * GAP;
    struct layout layout = {stream, room * 42 / 100, room - room * 42 / 100, whole, cd_wants_colour(stream)};
    char heading[sizeof(struct cd_shown_text) + 300], all[200];
    snprintf(heading, sizeof heading, "%s: %s", ledger->paper->key, ledger->paper->title);
    cd_print_wrapped(stream, heading, 0, 0, whole);
    snprintf(heading, sizeof heading, "measurements: %s%s", cd_shown_text(ledger->folder).text,
             describe_all(ledger, all));
    cd_print_wrapped(stream, heading, 0, 0, whole);
    fputc('\n', stream);
    print_row(&layout, "the paper says", 0, "measured (95 % interval)", "verdict", "");
    for (size_t i = 0; i < ledger->count; i++) {
        fputc('\n', stream);
        print_claim(&layout, &ledger->results[i]);
    }
    fputc('\n', stream);
    cd_paper_numbers_print(ledger->numbers, ledger->number_count, stream, whole);
    for (size_t i = 0; i < CD_FORMS; i++)
        print_totals(ledger, cd_form_names[columns[i]], true, columns[i], stream);
    print_totals(ledger, "our own", false, CD_FORM_OURS, stream);
    if (!ledger->outdated)
        return;
    snprintf(heading, sizeof heading,
             "%zu of %zu experiments %s code, which claims.csv names; measure again: cdbench reproduce %s",
             ledger->outdated, ledger->measured,
             ledger->outdated == 1 ? "is older than its" : "are older than their", ledger->paper->key);
    cd_print_wrapped(stream, heading, 0, 0, whole);
}

// ---- files ------------------------------------------------------------------------------------------------

static size_t add_claim(struct cd_table *table, const struct cd_ledger *ledger,
                        const struct cd_claim_result *result)
{
    size_t row = cd_table_add_row(table);
    cd_table_set_text(table, row, "folder", ledger->folder);
    cd_table_set_text(table, row, "paper", ledger->paper->key);
    cd_table_set_text(table, row, "claim", result->claim->id);
    cd_table_set_text(table, row, "says", result->claim->says);
    cd_table_set_text(table, row, "where", result->claim->where);
    cd_table_set_text(table, row, "quote", result->claim->quote);
    cd_table_set_text(table, row, "verdict", cd_claim_verdict_name(result->verdict));
    cd_table_set_text(table, row, "headline", cd_form_names[cd_claim_headline(result->claim)]);
    for (int form = 0; form < CD_FORMS; form++)
        cd_table_set_text(table, row, cd_form_names[form], verdict_of(result, (enum cd_form)form));
    cd_table_set_text(table, row, "reason", result->reason);
    cd_table_set_text(table, row, "note", result->note);
    cd_table_set_text(table, row, "interpretations", result->interpretations);
    cd_table_set_text(table, row, "quick", result->quick ? "yes" : "no");
    return row;
}

static void add_check(struct cd_table *table, size_t row, const struct cd_claim_result *result, size_t i)
{
    const struct cd_check *check = &result->claim->checks[i];
    const struct cd_check_result *measured = &result->checks[i];
    char forms[60];
    cd_table_set_count(table, row, "check", i + 1);
    cd_table_set_text(table, row, "decides", name_decided(check, forms));
    cd_table_set_text(table, row, "because", check->because);
    cd_table_set_text(table, row, "kind", cd_check_kind_names[check->kind]);
    cd_table_set_text(table, row, "experiment", check->experiment);
    cd_table_set_text(table, row, "compares", check->says);
    cd_table_set_text(table, row, "measured", measured->text);
    cd_table_set_real(table, row, "value", measured->value);
    cd_table_set_real(table, row, "low", measured->low);
    cd_table_set_real(table, row, "high", measured->high);
    cd_table_set_text(table, row, "outcome", cd_check_outcome_name(measured->outcome));
}

static void write_csv(const struct cd_ledger *ledgers, size_t count, FILE *stream)
{
    struct cd_table *table = cd_table_create(NULL, 0);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < ledgers[i].count; k++) {
            const struct cd_claim_result *result = &ledgers[i].results[k];
            size_t row = add_claim(table, &ledgers[i], result);
            for (size_t c = 0; c < result->claim->check_count; c++)
                add_check(table, c ? add_claim(table, &ledgers[i], result) : row, result, c);
        }
    cd_table_write(table, stream);
    cd_table_destroy(table);
}

enum cd_code cd_ledger_save(const struct cd_ledger *ledgers, size_t count, const char *path,
                            struct cd_status *status)
{
    struct cd_output *output;
    enum cd_code code = cd_output_open_option(path, &output, status);
    if (output)
        write_csv(ledgers, count, cd_output_stream(output));
    return cd_outputs_commit(&output, 1, code, status);
}
