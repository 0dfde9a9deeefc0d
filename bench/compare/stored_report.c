#include "bench/compare/stored_report.h"

#include "base/quote.h"
#include "base/text.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <math.h>
#include <string.h>

static bool is_compared(const struct cd_stored_cell *cell)
{
    return cell->end == CD_STORED_COMPARED;
}

// ---- for people -------------------------------------------------------------------------------------------

void cd_print_stored(const struct cd_stored_report *report, FILE *stream)
{
    fprintf(stream, "old = %s\nnew = %s\n\n", cd_shown_text(report->runs[0].path).text,
            cd_shown_text(report->runs[1].path).text);
    fprintf(stream, "%-44s %10s %10s %7s %14s  %s\n", "cell", "old ms", "new ms", "ratio", "95 %",
            "indicative verdict");
    for (size_t i = 0; i < report->count; i++) {
        const struct cd_stored_cell *cell = &report->cells[i];
        char interval[40];
        int written = fprintf(stream, "%-44s", cell->name);
        if (written > 44)
            fprintf(stream, "\n%-44s", "");
        if (!is_compared(cell)) {
            fprintf(stream, " %10s %10s %7s %14s  %s\n", "-", "-", "-", "-", cd_stored_word(cell));
            continue;
        }
        snprintf(interval, sizeof interval, "%.3f..%.3f", exp(cell->finding.interval.low),
                 exp(cell->finding.interval.high));
        fprintf(stream, " %10.5g %10.5g %7.3f %14s  %s\n", cell->pass_ms[0], cell->pass_ms[1],
                exp(cell->finding.shift), interval, cd_stored_word(cell));
    }
    fputs("\nMedian wall time of a pass. Stored results differ by what the machine did meanwhile, too: the "
          "verdicts\nare indicative. `cdbench compare` of two builds or revisions makes sure.\n",
          stream);
    if (*report->other_machine)
        fprintf(stream, "And %s.\n", cd_shown_text(report->other_machine).text);
}

// ---- files ------------------------------------------------------------------------------------------------

static void set_real(struct cd_table *rows, size_t row, const char *column, double value)
{
    cd_table_set_real(rows, row, column, value);
}

void cd_write_stored_csv(const struct cd_stored_report *report, FILE *stream)
{
    static const char *const columns[] = {"cell",       "verdict",    "old_ms",     "new_ms",
                                          "ratio",      "ratio_low",  "ratio_high", "p",
                                          "adjusted_p", "decided_by", "note"};
    struct cd_table *rows = cd_table_create(NULL, 0);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        cd_table_require(rows, columns[i], CD_TYPE_COUNT, NULL);
    for (size_t i = 0; i < report->count; i++) {
        const struct cd_stored_cell *cell = &report->cells[i];
        size_t row = cd_table_add_row(rows);
        cd_table_set_text(rows, row, "cell", cell->name);
        cd_table_set_text(rows, row, "verdict", cd_stored_word(cell));
        cd_table_set_text(rows, row, "note", *cell->note ? cell->note : NULL);
        if (!is_compared(cell))
            continue;
        set_real(rows, row, "old_ms", cell->pass_ms[0]);
        set_real(rows, row, "new_ms", cell->pass_ms[1]);
        set_real(rows, row, "ratio", exp(cell->finding.shift));
        set_real(rows, row, "ratio_low", exp(cell->finding.interval.low));
        set_real(rows, row, "ratio_high", exp(cell->finding.interval.high));
        set_real(rows, row, "p", cell->finding.p);
        set_real(rows, row, "adjusted_p", cell->finding.adjusted_p);
        cd_table_set_text(rows, row, "decided_by", cell->from_intervals ? "intervals" : "samples");
    }
    cd_table_write(rows, stream);
    cd_table_destroy(rows);
}

static json_t *real_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *cell_json(const struct cd_stored_cell *cell)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", cd_json_text(cell->name));
    json_object_set_new(object, "verdict", json_string(cd_stored_word(cell)));
    json_object_set_new(object, "note", cd_json_text(cell->note));
    if (!is_compared(cell))
        return object;
    json_object_set_new(object, "decided_by", json_string(cell->from_intervals ? "intervals" : "samples"));
    json_object_set_new(object, "old_ms", real_json(cell->pass_ms[0]));
    json_object_set_new(object, "new_ms", real_json(cell->pass_ms[1]));
    json_object_set_new(object, "ratio", real_json(exp(cell->finding.shift)));
    json_object_set_new(object, "ratio_low", real_json(exp(cell->finding.interval.low)));
    json_object_set_new(object, "ratio_high", real_json(exp(cell->finding.interval.high)));
    json_object_set_new(object, "p", real_json(cell->finding.p));
    json_object_set_new(object, "adjusted_p", real_json(cell->finding.adjusted_p));
    return object;
}

void cd_write_stored_json(const struct cd_stored_report *report, FILE *stream)
{
    json_t *document = json_object(), *cells = json_array();
    json_object_set_new(document, "format", json_integer(1));
    json_object_set_new(document, "indicative", json_true());
    json_object_set_new(document, "exit_code", json_integer(report->code));
    json_object_set_new(document, "failure", cd_json_text(*report->failure ? report->failure : NULL));
    json_object_set_new(document, "old", cd_json_text(report->runs[0].path));
    json_object_set_new(document, "new", cd_json_text(report->runs[1].path));
    json_object_set_new(document, "same_machine", json_boolean(!*report->other_machine));
    for (size_t i = 0; i < report->count; i++)
        json_array_append_new(cells, cell_json(&report->cells[i]));
    json_object_set_new(document, "cells", cells);
    json_dumpf(document, stream, CD_JSON_LAYOUT);
    fputc('\n', stream);
    json_decref(document);
}

void cd_write_stored_markdown(const struct cd_stored_report *report, FILE *stream)
{
    fputs("### cdbench compare, indicative: ", stream);
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, *report->failure ? report->failure : "nothing is slower");
    fputs("\n\n| cell | old ms | new ms | ratio | 95 % | verdict |\n|---|--:|--:|--:|--:|---|\n", stream);
    for (size_t i = 0; i < report->count; i++) {
        const struct cd_stored_cell *cell = &report->cells[i];
        fputs("| ", stream);
        cd_write_quoted(stream, CD_QUOTE_MARKDOWN, cell->name);
        if (is_compared(cell))
            fprintf(stream, " | %.4g | %.4g | %.3f | %.3f to %.3f | %s |\n", cell->pass_ms[0],
                    cell->pass_ms[1], exp(cell->finding.shift), exp(cell->finding.interval.low),
                    exp(cell->finding.interval.high), cd_stored_word(cell));
        else
            fprintf(stream, " | | | | | %s |\n", cd_stored_word(cell));
    }
}
