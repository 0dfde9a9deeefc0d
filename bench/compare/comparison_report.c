#include "bench/compare/comparison_report.h"

#include "algos/threads.h"
#include "base/memory.h"
#include "base/quote.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <math.h>
#include <string.h>

/// Grows whenever a member of the JSON changes its meaning or goes away.
#define COMPARISON_FORMAT 2

/// The median pass of a side by the time that decides.
static double decisive_ms(const struct cd_compared *cell, int side)
{
    const struct cd_sample_pairs *pairs = &cell->looks[0].pairs;
    return cd_median_of_reals(cell->by_wall ? pairs->wall[side] : pairs->cpu[side], pairs->count);
}

static bool is_measured(const struct cd_compared *cell)
{
    return cell->end == CD_END_MEASURED;
}

static bool is_refused(const struct cd_compared *cell)
{
    return cell->end == CD_END_WRONG || cell->end == CD_END_DIFFERENT;
}

// ---- for people -------------------------------------------------------------------------------------------

#define BOLD   "\033[1m"
#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN  "\033[0m"

enum { NAME_WIDTH = 30, TEXT_BYTES = 40, NOTE_INDENT = 4 };

/// Four significant digits of milliseconds.
static const char *milliseconds(double ms, char text[TEXT_BYTES])
{
    int digits = ms < 1 ? 5 : ms < 10 ? 3 : ms < 100 ? 2 : ms < 1000 ? 1 : 0;
    snprintf(text, TEXT_BYTES, "%.*f", digits, ms);
    return text;
}

static const char *colour_of(const struct cd_compared *cell)
{
    if (!is_measured(cell))
        return is_refused(cell) ? RED : YELLOW;
    switch (cell->change) {
    case CD_CHANGE_SLOWER:
        return RED;
    case CD_CHANGE_FASTER:
    case CD_CHANGE_EQUIVALENT:
        return GREEN;
    case CD_CHANGE_INCONCLUSIVE:
        break;
    }
    return YELLOW;
}

static void print_verdict(FILE *stream, const struct cd_compared *cell, bool colour)
{
    bool unconfirmed = cell->confirmation == CD_CONFIRM_MISSING;
    fprintf(stream, "  %s%s%s%s\n", colour ? colour_of(cell) : "", cd_compared_word(cell),
            unconfirmed ? " (unconfirmed)" : "", colour ? PLAIN : "");
}

static void print_numbers(FILE *stream, const struct cd_compared *cell)
{
    char a[TEXT_BYTES], b[TEXT_BYTES], interval[TEXT_BYTES], p[TEXT_BYTES];
    const struct cd_finding *finding = &cell->looks[0].finding;
    milliseconds(decisive_ms(cell, 0), a);
    milliseconds(decisive_ms(cell, 1), b);
    snprintf(interval, sizeof interval, "%.3f..%.3f", exp(finding->interval.low),
             exp(finding->interval.high));
    snprintf(p, sizeof p, finding->adjusted_p < 0.0001 ? "%.0e" : "%.4f", finding->adjusted_p);
    fprintf(stream, "%9s %9s %6.3f %13s %6.3f %7s", a, b, exp(finding->shift), interval,
            exp(cell->looks[0].other_clock.shift), p);
}

static void print_cell(FILE *stream, const struct cd_compared *cell, bool colour)
{
    int written = fprintf(stream, "%-*s", NAME_WIDTH, cell->name);
    if (written > NAME_WIDTH)
        fprintf(stream, "\n%-*s", NAME_WIDTH, "");
    if (is_measured(cell))
        print_numbers(stream, cell);
    else
        fprintf(stream, "%9s %9s %6s %13s %6s %7s", "-", "-", "-", "-", "-", "-");
    print_verdict(stream, cell, colour);
    if (!*cell->note)
        return;
    fprintf(stream, "%*s", NOTE_INDENT, "");
    cd_print_wrapped(stream, cell->note, NOTE_INDENT, NOTE_INDENT, cd_terminal_width(stream));
}

void cd_print_comparison(FILE *stream, const struct cd_comparison *comparison, bool colour)
{
    fprintf(stream, "A = %s, B = %s\n\n", cd_shown_text(comparison->sides[0].typed).text,
            cd_shown_text(comparison->sides[1].typed).text);
    fprintf(stream, "%s%-*s%9s %9s %6s %13s %6s %7s  %s%s\n", colour ? BOLD : "", NAME_WIDTH, "cell", "A ms",
            "B ms", "B / A", "95 %", "wall", "p", "verdict", colour ? PLAIN : "");
    for (size_t i = 0; i < comparison->count; i++)
        print_cell(stream, &comparison->cells[i], colour);
    bool any_wall = false;
    for (size_t i = 0; i < comparison->count; i++)
        any_wall |= comparison->cells[i].by_wall;
    fprintf(stream, "\nMedian processor time of a pass over all frames; wall: B / A of the wall time.%s\n",
            any_wall ? " Cells with threads are\ndecided by wall time, and `wall` is their processor time."
                     : "");
    if (comparison->calibration)
        cd_print_wrapped(stream, comparison->calibration, 0, 0, cd_terminal_width(stream));
}

// ---- a cell as CSV and JSON have it -----------------------------------------------------------------------

static json_t *real_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *number_json(const struct cd_number *number)
{
    return number->given ? json_integer((json_int_t)number->value) : json_null();
}

/// Null where there is no text.
static json_t *text_json(const char *text)
{
    return cd_json_text(text && *text ? text : NULL);
}

static json_t *algo_json(const struct cd_compared *cell, int side)
{
    return text_json(*cell->facts[side].algo ? cell->facts[side].algo : cell->workload->algo);
}

static json_t *answers_json(const struct cd_compared *cell)
{
    static const char *const answers[] = {"equal", "not compared", "different", "other scene"};
    bool compared = cell->facts[0].outcome == CD_OUTCOME_FINE && cell->facts[1].outcome == CD_OUTCOME_FINE &&
                    *cell->facts[1].digest;
    return compared ? json_string(answers[cell->answers]) : json_null();
}

static void add_clock(json_t *row, const char *name, double *const times[2], size_t count,
                      const struct cd_finding *finding)
{
    char key[40];
    for (int side = 0; side < 2; side++) {
        snprintf(key, sizeof key, "%s_ms_%c", name, 'a' + side);
        json_object_set_new(row, key, real_json(cd_median_of_reals(times[side], count)));
    }
    snprintf(key, sizeof key, "%s_ratio", name);
    json_object_set_new(row, key, real_json(exp(finding->shift)));
}

static void add_numbers(json_t *row, const struct cd_compared *cell)
{
    const struct cd_look *look = &cell->looks[0];
    const struct cd_sample_pairs *pairs = &look->pairs;
    json_object_set_new(row, "ratio", real_json(exp(look->finding.shift)));
    json_object_set_new(row, "ratio_low", real_json(exp(look->finding.interval.low)));
    json_object_set_new(row, "ratio_high", real_json(exp(look->finding.interval.high)));
    json_object_set_new(row, "p", real_json(look->finding.p));
    json_object_set_new(row, "adjusted_p", real_json(look->finding.adjusted_p));
    json_object_set_new(row, "decided_by", json_string(cell->by_wall ? "wall" : "cpu"));
    json_object_set_new(row, "pairs", json_integer((json_int_t)pairs->count));
    json_object_set_new(row, "passes", json_integer((json_int_t)pairs->passes));
    add_clock(row, "cpu", pairs->cpu, pairs->count, cell->by_wall ? &look->other_clock : &look->finding);
    add_clock(row, "wall", pairs->wall, pairs->count, cell->by_wall ? &look->finding : &look->other_clock);
    if (cell->looks[1].pairs.count)
        json_object_set_new(row, "second_ratio", real_json(exp(cell->looks[1].finding.shift)));
}

/// The columns of the CSV, which are members of a cell in the JSON, too.
static const char *const columns[] = {
    "scene",      "query",      "algo_a",       "algo_b",     "frames",   "seed",       "threads",
    "verdict",    "ratio",      "ratio_low",    "ratio_high", "p",        "adjusted_p", "confirmation",
    "decided_by", "pairs",      "passes",       "cpu_ms_a",   "cpu_ms_b", "cpu_ratio",  "wall_ms_a",
    "wall_ms_b",  "wall_ratio", "second_ratio", "digest_a",   "digest_b", "note"};

enum { COLUMNS = sizeof columns / sizeof *columns };

/// A cell by the names of the columns; what is not known is left out or null. The caller's.
static json_t *row_of(const struct cd_compared *cell)
{
    const struct cd_workload *workload = cell->workload;
    json_t *row = json_pack(
        "{s:o, s:s, s:o, s:o, s:o, s:o, s:I, s:s, s:o, s:o, s:o, s:o}", "scene", text_json(workload->scene),
        "query", workload->query, "algo_a", algo_json(cell, 0), "algo_b", algo_json(cell, 1), "frames",
        number_json(&workload->frames), "seed", number_json(&workload->seed), "threads",
        (json_int_t)cd_threads_that_run(workload->threads), "verdict", cd_compared_word(cell), "confirmation",
        text_json(cd_confirmation_name(cell->confirmation)), "digest_a", text_json(cell->facts[0].digest),
        "digest_b", text_json(cell->facts[1].digest), "note", text_json(cell->note));
    if (is_measured(cell))
        add_numbers(row, cell);
    return row;
}

static void write_value(const json_t *value, FILE *stream)
{
    if (json_is_string(value))
        cd_write_quoted(stream, CD_QUOTE_CSV, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(stream, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        fprintf(stream, "%.6g", json_real_value(value));
    else
        fputs("NA", stream);
}

void cd_write_comparison_csv(const struct cd_comparison_record *record, FILE *stream)
{
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(stream, "%s%s", i ? "," : "", columns[i]);
    fputc('\n', stream);
    for (size_t k = 0; k < record->comparison->count; k++) {
        json_t *row = row_of(&record->comparison->cells[k]);
        for (size_t i = 0; i < COLUMNS; i++) {
            fputs(i ? "," : "", stream);
            write_value(json_object_get(row, columns[i]), stream);
        }
        fputc('\n', stream);
        json_decref(row);
    }
}

static void write_samples(FILE *stream, size_t cell, const char *alignment,
                          const struct cd_sample_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        fprintf(stream, "%zu,%s,%zu,%c,%.6f,%.6f,%.6f,%.6f\n", cell, alignment, i + 1,
                pairs->b_first[i] ? 'B' : 'A', pairs->cpu[0][i], pairs->cpu[1][i], pairs->wall[0][i],
                pairs->wall[1][i]);
}

void cd_write_comparison_samples(const struct cd_comparison_record *record, FILE *stream)
{
    fputs("cell,alignment,pair,first,cpu_ms_a,cpu_ms_b,wall_ms_a,wall_ms_b\n", stream);
    for (size_t i = 0; i < record->comparison->count; i++) {
        const struct cd_compared *cell = &record->comparison->cells[i];
        // Wrong answers have no times, and those of an unfinished cell are not to be judged by half of them.
        if (!is_measured(cell))
            continue;
        write_samples(stream, i + 1, "first", &cell->looks[0].pairs);
        write_samples(stream, i + 1, "second", &cell->looks[1].pairs);
    }
}

// ---- JSON -------------------------------------------------------------------------------------------------

static json_t *side_json(const struct cd_side *side)
{
    static const char *const kinds[] = {"build", "rev", "algo"};
    return json_pack("{s:o, s:s, s:o, s:o, s:b}", "typed", cd_json_text(side->typed), "kind",
                     kinds[side->kind], "program", cd_json_text(side->program), "object",
                     text_json(side->object), "changed", side->changed);
}

static json_t *facts_json(const struct cd_facts *facts)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "algo", cd_json_text(facts->algo),
                     "verdict", cd_json_text(facts->verdict), "truth", cd_json_text(facts->truth),
                     "scene_hash", cd_json_text(facts->scene_hash), "digest", cd_json_text(facts->digest),
                     "frames", real_json(facts->frames), "hit_frames", real_json(facts->hit_frames), "misses",
                     real_json(facts->misses), "false_hits", real_json(facts->false_hits), "environment",
                     cd_json_text(facts->environment));
}

static json_t *samples_json(const struct cd_sample_pairs *pairs)
{
    json_t *array = json_array();
    for (size_t i = 0; i < pairs->count; i++)
        json_array_append_new(array,
                              json_pack("{s:s, s:[f,f], s:[f,f]}", "first", pairs->b_first[i] ? "B" : "A",
                                        "cpu_ms", pairs->cpu[0][i], pairs->cpu[1][i], "wall_ms",
                                        pairs->wall[0][i], pairs->wall[1][i]));
    return array;
}

static json_t *cell_json(const struct cd_compared *cell)
{
    json_t *object = row_of(cell);
    json_object_set_new(object, "name", cd_json_text(cell->name));
    json_object_set_new(object, "answers", answers_json(cell));
    json_object_set_new(object, "a", facts_json(&cell->facts[0]));
    json_object_set_new(object, "b", facts_json(&cell->facts[1]));
    if (is_measured(cell)) {
        json_object_set_new(object, "too_few_pairs", json_boolean(cell->looks[0].finding.too_few));
        json_object_set_new(object, "samples", samples_json(&cell->looks[0].pairs));
        json_object_set_new(object, "second_samples", samples_json(&cell->looks[1].pairs));
    }
    return object;
}

static json_t *plan_json(const struct cd_comparison_plan *plan)
{
    return json_pack(
        "{s:I, s:o, s:f, s:I, s:f, s:f, s:f, s:f}", "pairs", (json_int_t)plan->pairs, "budget_seconds",
        plan->budget_seconds > 0 ? json_real(plan->budget_seconds) : json_null(), "sample_seconds",
        plan->sample_seconds, "seed", (json_int_t)plan->seed, "level", plan->rule.level, "threshold",
        plan->rule.threshold, "margin", plan->rule.margin, "slow_down", plan->slow_down);
}

void cd_write_comparison_json(const struct cd_comparison_record *record, FILE *stream)
{
    const struct cd_comparison *comparison = record->comparison;
    json_t *cells = json_array();
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(cells, cell_json(&comparison->cells[i]));
    json_t *document =
        json_pack("{s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "format", COMPARISON_FORMAT, "exit_code",
                  record->code, "failure", text_json(record->failure), "a", side_json(&comparison->sides[0]),
                  "b", side_json(&comparison->sides[1]), "plan", plan_json(record->plan), "cells", cells,
                  "calibration", cd_json_text(comparison->calibration));
    json_object_update(document, (json_t *)record->circumstances);
    json_dumpf(document, stream, CD_JSON_LAYOUT);
    fputc('\n', stream);
    json_decref(document);
}

void cd_write_comparison_benchmark(const struct cd_comparison_record *record, FILE *stream)
{
    json_t *array = json_array();
    for (size_t i = 0; i < record->comparison->count; i++) {
        const struct cd_compared *cell = &record->comparison->cells[i];
        char range[60], extra[300];
        if (!is_measured(cell))
            continue;
        const struct cd_finding *finding = &cell->looks[0].finding;
        snprintf(range, sizeof range, "%.2g %%",
                 50 * (exp(finding->interval.high) - exp(finding->interval.low)) / exp(finding->shift));
        snprintf(extra, sizeof extra, "B / A = %.4f (%.4f to %.4f), p = %.2g, %zu pairs: %s",
                 exp(finding->shift), exp(finding->interval.low), exp(finding->interval.high),
                 finding->adjusted_p, finding->pairs, cd_compared_word(cell));
        json_array_append_new(array,
                              json_pack("{s:o, s:s, s:f, s:s, s:s}", "name", cd_json_text(cell->name), "unit",
                                        "ms", "value", decisive_ms(cell, 1), "range", range, "extra", extra));
    }
    json_dumpf(array, stream, CD_JSON_LAYOUT);
    fputc('\n', stream);
    json_decref(array);
}

// ---- Markdown ---------------------------------------------------------------------------------------------

static void write_row(FILE *stream, const struct cd_compared *cell)
{
    const struct cd_finding *finding = &cell->looks[0].finding;
    bool loud = is_refused(cell) || (is_measured(cell) && cell->change == CD_CHANGE_SLOWER);
    fputs("| ", stream);
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, cell->name);
    fputs(" |", stream);
    if (is_measured(cell))
        fprintf(stream, " %.4g | %.4g | %.3f | %.3f to %.3f | %.2g |", decisive_ms(cell, 0),
                decisive_ms(cell, 1), exp(finding->shift), exp(finding->interval.low),
                exp(finding->interval.high), finding->adjusted_p);
    else
        fputs(" | | | | |", stream);
    fprintf(stream, " %s%s%s%s%s |\n", loud ? "**" : "", cd_compared_word(cell), loud ? "**" : "",
            cell->confirmation == CD_CONFIRM_NONE ? "" : ", ", cd_confirmation_name(cell->confirmation));
}

void cd_write_comparison_markdown(const struct cd_comparison_record *record, FILE *stream)
{
    const struct cd_comparison *comparison = record->comparison;
    fputs("### cdbench compare: ", stream);
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, *record->failure ? record->failure : "nothing is slower");
    fputs("\n\nA is ", stream);
    cd_write_quoted(stream, CD_QUOTE_CODE, comparison->sides[0].typed);
    fputs(", B is ", stream);
    cd_write_quoted(stream, CD_QUOTE_CODE, comparison->sides[1].typed);
    fputs(". Times are the median of a pass in milliseconds.\n\n", stream);
    fputs("| cell | A | B | B / A | 95 % | p | verdict |\n|---|--:|--:|--:|--:|--:|---|\n", stream);
    for (size_t i = 0; i < comparison->count; i++)
        write_row(stream, &comparison->cells[i]);
    for (size_t i = 0; i < comparison->count; i++)
        if (*comparison->cells[i].note) {
            fputs("\n- ", stream);
            cd_write_quoted(stream, CD_QUOTE_MARKDOWN, comparison->cells[i].name);
            fputs(": ", stream);
            cd_write_quoted(stream, CD_QUOTE_MARKDOWN, comparison->cells[i].note);
        }
    fputs("\n", stream);
    if (comparison->calibration) {
        fputs("\n", stream);
        cd_write_quoted(stream, CD_QUOTE_MARKDOWN, comparison->calibration);
        fputs(".\n", stream);
    }
}
