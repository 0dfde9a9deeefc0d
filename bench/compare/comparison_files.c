#include "bench/compare/comparison_files.h"

#include "algos/threads.h"
#include "base/memory.h"
#include "base/quote.h"
#include "base/table.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <math.h>
#include <string.h>

/// Grows whenever a member of the JSON changes its meaning or goes away.
#define COMPARISON_FORMAT 1

static double median_of(const double *times, size_t count)
{
    return count ? cd_median_of_reals(times, count) : NAN;
}

static const char *algo_of(const struct cd_compared *cell, int side)
{
    if (*cell->facts[side].algo)
        return cell->facts[side].algo;
    return cell->workload->algo ? cell->workload->algo : "NA";
}

static const struct cd_finding *finding_by(const struct cd_compared *cell, bool wall)
{
    return wall == cell->by_wall ? &cell->finding : &cell->other_clock;
}

// ---- CSV --------------------------------------------------------------------------------------------------

static void set_optional(struct cd_table *rows, size_t row, const char *column,
                         const struct cd_number *number)
{
    if (number->given)
        cd_table_set_count(rows, row, column, number->value);
}

static void set_real(struct cd_table *rows, size_t row, const char *column, double value)
{
    cd_table_set_real(rows, row, column, value);
}

static void set_text(struct cd_table *rows, size_t row, const char *column, const char *text)
{
    cd_table_set_text(rows, row, column, *text ? text : NULL);
}

static void set_cell(struct cd_table *rows, size_t row, const struct cd_compared *cell)
{
    cd_table_set_text(rows, row, "scene", cell->workload->scene);
    cd_table_set_text(rows, row, "query", cell->workload->query);
    cd_table_set_text(rows, row, "algo_a", algo_of(cell, 0));
    cd_table_set_text(rows, row, "algo_b", algo_of(cell, 1));
    set_optional(rows, row, "frames", &cell->workload->frames);
    set_optional(rows, row, "seed", &cell->workload->seed);
    cd_table_set_count(rows, row, "threads", cd_threads_that_run(cell->workload->threads));
    cd_table_set_text(rows, row, "verdict", cd_compared_word(cell));
    set_text(rows, row, "confirmation", cd_confirmation_name(cell->confirmation));
    set_text(rows, row, "digest_a", cell->facts[0].digest);
    set_text(rows, row, "digest_b", cell->facts[1].digest);
    set_text(rows, row, "note", cell->note);
}

static void set_numbers(struct cd_table *rows, size_t row, const struct cd_compared *cell)
{
    const struct cd_finding *finding = &cell->finding;
    size_t count = cell->pairs.count;
    set_real(rows, row, "ratio", exp(finding->shift));
    set_real(rows, row, "ratio_low", exp(finding->interval.low));
    set_real(rows, row, "ratio_high", exp(finding->interval.high));
    set_real(rows, row, "p", finding->p);
    set_real(rows, row, "adjusted_p", finding->adjusted_p);
    cd_table_set_text(rows, row, "decided_by", cell->by_wall ? "wall" : "cpu");
    cd_table_set_count(rows, row, "pairs", count);
    cd_table_set_count(rows, row, "passes", cell->pairs.passes);
    set_real(rows, row, "cpu_ms_a", median_of(cell->pairs.cpu[0], count));
    set_real(rows, row, "cpu_ms_b", median_of(cell->pairs.cpu[1], count));
    set_real(rows, row, "cpu_ratio", exp(finding_by(cell, false)->shift));
    set_real(rows, row, "wall_ms_a", median_of(cell->pairs.wall[0], count));
    set_real(rows, row, "wall_ms_b", median_of(cell->pairs.wall[1], count));
    set_real(rows, row, "wall_ratio", exp(finding_by(cell, true)->shift));
    if (cell->second_pairs.count)
        set_real(rows, row, "second_ratio", exp(cell->second.shift));
}

void cd_write_comparison_csv(const struct cd_comparison_record *record, FILE *stream)
{
    static const char *const columns[] = {
        "scene",      "query",      "algo_a",       "algo_b",     "frames",   "seed",       "threads",
        "verdict",    "ratio",      "ratio_low",    "ratio_high", "p",        "adjusted_p", "confirmation",
        "decided_by", "pairs",      "passes",       "cpu_ms_a",   "cpu_ms_b", "cpu_ratio",  "wall_ms_a",
        "wall_ms_b",  "wall_ratio", "second_ratio", "digest_a",   "digest_b", "note"};
    struct cd_table *rows = cd_table_create(NULL, 0);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        cd_table_require(rows, columns[i], CD_TYPE_COUNT, NULL); // until it has something else
    for (size_t i = 0; i < record->comparison->count; i++) {
        const struct cd_compared *cell = &record->comparison->cells[i];
        size_t row = cd_table_add_row(rows);
        set_cell(rows, row, cell);
        if (cell->end == CD_END_MEASURED)
            set_numbers(rows, row, cell);
    }
    cd_table_write(rows, stream);
    cd_table_destroy(rows);
}

static void write_samples(FILE *stream, size_t cell, const char *alignment,
                          const struct cd_sample_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        fprintf(stream, "%zu,%s,%zu,%c,%.6f,%.6f,%.6f,%.6f\n", cell, alignment, i + 1,
                pairs->b_first[i] ? 'B' : 'A', pairs->cpu[0][i], pairs->cpu[1][i], pairs->wall[0][i],
                pairs->wall[1][i]);
}

/// Wrong answers have no times, and those of an unfinished cell are not to be judged by half of them.
static bool shows_samples(const struct cd_compared *cell)
{
    return cell->end == CD_END_MEASURED;
}

void cd_write_comparison_samples(const struct cd_comparison_record *record, FILE *stream)
{
    fputs("cell,alignment,pair,first,cpu_ms_a,cpu_ms_b,wall_ms_a,wall_ms_b\n", stream);
    for (size_t i = 0; i < record->comparison->count; i++) {
        const struct cd_compared *cell = &record->comparison->cells[i];
        if (!shows_samples(cell))
            continue;
        write_samples(stream, i + 1, "first", &cell->pairs);
        write_samples(stream, i + 1, "second", &cell->second_pairs);
    }
}

// ---- JSON -------------------------------------------------------------------------------------------------

static json_t *real_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *number_json(const struct cd_number *number)
{
    return number->given ? json_integer((json_int_t)number->value) : json_null();
}

static json_t *side_json(const struct cd_side *side)
{
    static const char *const kinds[] = {"build", "rev", "algo"};
    json_t *object = json_object();
    json_object_set_new(object, "typed", cd_json_text(side->typed));
    json_object_set_new(object, "kind", json_string(kinds[side->kind]));
    json_object_set_new(object, "program", cd_json_text(side->program));
    json_object_set_new(object, "object", cd_json_text(*side->object ? side->object : NULL));
    json_object_set_new(object, "changed", json_boolean(side->changed));
    return object;
}

static json_t *facts_json(const struct cd_facts *facts)
{
    json_t *object = json_object();
    json_object_set_new(object, "algo", cd_json_text(facts->algo));
    json_object_set_new(object, "verdict", cd_json_text(facts->verdict));
    json_object_set_new(object, "truth", cd_json_text(facts->truth));
    json_object_set_new(object, "scene_hash", cd_json_text(facts->scene_hash));
    json_object_set_new(object, "digest", cd_json_text(facts->digest));
    json_object_set_new(object, "frames", real_json(facts->frames));
    json_object_set_new(object, "hit_frames", real_json(facts->hit_frames));
    json_object_set_new(object, "misses", real_json(facts->misses));
    json_object_set_new(object, "false_hits", real_json(facts->false_hits));
    json_object_set_new(object, "environment", cd_json_text(facts->environment));
    return object;
}

static json_t *finding_json(const struct cd_finding *finding, const struct cd_sample_pairs *pairs, bool wall)
{
    double *const *times = wall ? pairs->wall : pairs->cpu;
    json_t *object = json_object();
    json_object_set_new(object, "ms_a", real_json(median_of(times[0], pairs->count)));
    json_object_set_new(object, "ms_b", real_json(median_of(times[1], pairs->count)));
    json_object_set_new(object, "ratio", real_json(exp(finding->shift)));
    json_object_set_new(object, "ratio_low", real_json(exp(finding->interval.low)));
    json_object_set_new(object, "ratio_high", real_json(exp(finding->interval.high)));
    json_object_set_new(object, "p", real_json(finding->p));
    return object;
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

static void add_measured(json_t *object, const struct cd_compared *cell)
{
    json_object_set_new(object, "decided_by", json_string(cell->by_wall ? "wall" : "cpu"));
    json_object_set_new(object, "adjusted_p", real_json(cell->finding.adjusted_p));
    json_object_set_new(object, "too_few_pairs", json_boolean(cell->finding.too_few));
    json_object_set_new(object, "cpu", finding_json(finding_by(cell, false), &cell->pairs, false));
    json_object_set_new(object, "wall", finding_json(finding_by(cell, true), &cell->pairs, true));
    json_object_set_new(object, "passes", json_integer((json_int_t)cell->pairs.passes));
    json_object_set_new(object, "samples", samples_json(&cell->pairs));
    if (!cell->second_pairs.count)
        return;
    json_object_set_new(object, "second", finding_json(&cell->second, &cell->second_pairs, cell->by_wall));
    json_object_set_new(object, "second_samples", samples_json(&cell->second_pairs));
}

static json_t *cell_json(const struct cd_compared *cell)
{
    static const char *const answers[] = {"equal", "not compared", "different", "other scene"};
    bool compared = cell->facts[0].outcome == CD_OUTCOME_FINE && cell->facts[1].outcome == CD_OUTCOME_FINE &&
                    *cell->facts[1].digest;
    json_t *object = json_object();
    json_object_set_new(object, "name", cd_json_text(cell->name));
    json_object_set_new(object, "scene", cd_json_text(cell->workload->scene));
    json_object_set_new(object, "query", cd_json_text(cell->workload->query));
    json_object_set_new(object, "algo", cd_json_text(cell->workload->algo));
    json_object_set_new(object, "frames", number_json(&cell->workload->frames));
    json_object_set_new(object, "seed", number_json(&cell->workload->seed));
    json_object_set_new(object, "threads", json_integer(cd_threads_that_run(cell->workload->threads)));
    json_object_set_new(object, "verdict", json_string(cd_compared_word(cell)));
    json_object_set_new(object, "confirmation", json_string(cd_confirmation_name(cell->confirmation)));
    json_object_set_new(object, "note", cd_json_text(cell->note));
    json_object_set_new(object, "answers", compared ? json_string(answers[cell->answers]) : json_null());
    json_object_set_new(object, "a", facts_json(&cell->facts[0]));
    json_object_set_new(object, "b", facts_json(&cell->facts[1]));
    if (shows_samples(cell))
        add_measured(object, cell);
    return object;
}

static json_t *plan_json(const struct cd_comparison_plan *plan)
{
    json_t *object = json_object();
    json_object_set_new(object, "pairs", json_integer((json_int_t)plan->pairs));
    json_object_set_new(object, "budget_seconds",
                        plan->budget_seconds > 0 ? json_real(plan->budget_seconds) : json_null());
    json_object_set_new(object, "sample_seconds", json_real(plan->sample_seconds));
    json_object_set_new(object, "seed", json_integer((json_int_t)plan->seed));
    json_object_set_new(object, "level", json_real(plan->rule.level));
    json_object_set_new(object, "threshold", json_real(plan->rule.threshold));
    json_object_set_new(object, "margin", json_real(plan->rule.margin));
    if (plan->slow_down > 0)
        json_object_set_new(object, "slow_down", json_real(plan->slow_down));
    return object;
}

void cd_write_comparison_json(const struct cd_comparison_record *record, FILE *stream)
{
    const struct cd_comparison *comparison = record->comparison;
    json_t *document = json_object(), *cells = json_array();
    json_object_set_new(document, "format", json_integer(COMPARISON_FORMAT));
    json_object_set_new(document, "exit_code", json_integer(record->code));
    json_object_set_new(document, "failure", cd_json_text(*record->failure ? record->failure : NULL));
    json_object_set_new(document, "a", side_json(&comparison->sides[0]));
    json_object_set_new(document, "b", side_json(&comparison->sides[1]));
    json_object_set_new(document, "plan", plan_json(record->plan));
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(cells, cell_json(&comparison->cells[i]));
    json_object_set_new(document, "cells", cells);
    json_object_set_new(document, "calibration", cd_json_text(comparison->calibration));
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
        if (cell->end != CD_END_MEASURED)
            continue;
        const struct cd_finding *finding = &cell->finding;
        double b = median_of(cell->by_wall ? cell->pairs.wall[1] : cell->pairs.cpu[1], cell->pairs.count);
        snprintf(range, sizeof range, "%.2g %%",
                 50 * (exp(finding->interval.high) - exp(finding->interval.low)) / exp(finding->shift));
        snprintf(extra, sizeof extra, "B / A = %.4f (%.4f to %.4f), p = %.2g, %zu pairs: %s",
                 exp(finding->shift), exp(finding->interval.low), exp(finding->interval.high),
                 finding->adjusted_p, finding->pairs, cd_compared_word(cell));
        json_array_append_new(array, json_pack("{s:o, s:s, s:f, s:s, s:s}", "name", cd_json_text(cell->name),
                                               "unit", "ms", "value", b, "range", range, "extra", extra));
    }
    json_dumpf(array, stream, CD_JSON_LAYOUT);
    fputc('\n', stream);
    json_decref(array);
}

// ---- Markdown ---------------------------------------------------------------------------------------------

static void write_row(FILE *stream, const struct cd_compared *cell)
{
    double *const *times = cell->by_wall ? cell->pairs.wall : cell->pairs.cpu;
    const struct cd_finding *finding = &cell->finding;
    bool loud = cell->end == CD_END_WRONG || cell->end == CD_END_DIFFERENT ||
                (cell->end == CD_END_MEASURED && cell->change == CD_CHANGE_SLOWER);
    fputs("| ", stream);
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, cell->name);
    fputs(" |", stream);
    if (cell->end == CD_END_MEASURED)
        fprintf(stream, " %.4g | %.4g | %.3f | %.3f to %.3f | %.2g |", median_of(times[0], cell->pairs.count),
                median_of(times[1], cell->pairs.count), exp(finding->shift), exp(finding->interval.low),
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
