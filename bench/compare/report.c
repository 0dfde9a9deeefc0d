#include "bench/compare/report.h"

#include "base/grid.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/compare/calibration.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"
#include "bench/record/table.h"

#include <math.h>
#include <string.h>

/// Increase this number when a member of the JSON changes its meaning or is removed.
#define COMPARISON_FORMAT 4

static double median_ms(const struct cd_compared *cell, int side)
{
    return cd_median_of_reals(cell->looks[0].pairs.ms[side], cell->looks[0].pairs.count);
}

static bool is_refused(const struct cd_compared *cell)
{
    return cell->outcome == CD_OUTCOME_WRONG || cell->outcome == CD_OUTCOME_DIFFERENT;
}

static const char *confirmation_of(const struct cd_compared *cell)
{
    static const char *const names[] = {"", "confirmed", "refuted", "unconfirmed"};
    return names[cell->confirmation];
}

enum { TEXT_BYTES = 40 };

/// The interval of the ratio, or "-" when there were too few pairs for one.
static const char *interval_text(const struct cd_finding *finding, const char *between, char text[TEXT_BYTES])
{
    snprintf(text, TEXT_BYTES, "%.3f%s%.3f", exp(finding->interval.low), between,
             exp(finding->interval.high));
    return isfinite(finding->interval.low) ? text : "-";
}

// ---- for people -------------------------------------------------------------------------------------------

enum { COLUMNS = 7 };

static void add_cell(struct cd_grid *grid, const struct cd_compared *cell, bool colour)
{
    char texts[COLUMNS][CD_SHOWN_BYTES + TEXT_BYTES];
    const char *shown[COLUMNS];
    const struct cd_finding *finding = &cell->looks[0].finding;
    for (int i = 0; i < COLUMNS; i++)
        shown[i] = strcpy(texts[i], "-");
    shown[0] = cell->name;
    if (cd_compared_has_times(cell)) {
        cd_show_time(median_ms(cell, 0) * 1e6, texts[1]);
        cd_show_time(median_ms(cell, 1) * 1e6, texts[2]);
        snprintf(texts[3], sizeof texts[3], "%.3f", exp(finding->shift));
        shown[4] = interval_text(finding, "..", texts[4]);
        snprintf(texts[5], sizeof texts[5], finding->adjusted_p < 0.0001 ? "%.0e" : "%.4f",
                 finding->adjusted_p);
    }
    bool bad = is_refused(cell) || cell->outcome == CD_OUTCOME_SLOWER;
    bool fine = cell->outcome == CD_OUTCOME_FASTER || cell->outcome == CD_OUTCOME_EQUIVALENT;
    snprintf(texts[6], sizeof texts[6], "%s%s%s%s",
             !colour ? ""
             : bad   ? CD_RED
             : fine  ? CD_GREEN
                     : CD_YELLOW,
             cd_outcome_name(cell->outcome), cell->confirmation == CD_CONFIRM_MISSING ? " (unconfirmed)" : "",
             colour ? CD_PLAIN : "");
    cd_grid_add(grid, shown, cell->note);
}

void cd_print_comparison(FILE *stream, const struct cd_comparison *comparison, bool colour)
{
    char level[TEXT_BYTES];
    snprintf(level, sizeof level, "%g %%", 100 * comparison->plan->rule.confidence);
    const struct cd_grid_column columns[COLUMNS] = {{"cell", 0}, {"A", 2}, {"B", 2},      {"B / A", 0},
                                                    {level, 1},  {"p", 3}, {"verdict", 0}};
    struct cd_grid *grid = cd_grid_create(columns, COLUMNS);
    fprintf(stream, "A = %s, B = %s\n\n", cd_shown_text(comparison->sides[0].typed).text,
            cd_shown_text(comparison->sides[1].typed).text);
    bool any_wall = false;
    for (size_t i = 0; i < comparison->count; i++) {
        add_cell(grid, &comparison->cells[i], colour);
        any_wall |= cd_by_wall_time(comparison->cells[i].workload);
    }
    cd_grid_print(grid, stream, cd_terminal_columns(stream));
    cd_grid_destroy(grid);
    fputc('\n', stream);
    char text[200];
    snprintf(text, sizeof text, "Median processor time of a pass over all frames%s.",
             any_wall ? ", of cells with threads wall time" : "");
    cd_print_wrapped(stream, text, 0, 0, cd_terminal_width(stream));
    if (comparison->calibration)
        cd_print_wrapped(stream, comparison->calibration, 0, 0, cd_terminal_width(stream));
}

// ---- typed tables -----------------------------------------------------------------------------------------

/// Sets a number of the last row, with six significant digits; NA when the number is not finite.
static void add_real(struct cd_table *table, const char *column, const char *unit, double value)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text, "%.6g", value);
    cd_table_require(table, column, CD_TYPE_REAL, unit);
    cd_table_set(table, table->row_count - 1, column, isfinite(value) ? text : "NA");
}

/// Sets a count of the last row; NA when it is not known.
static void add_count(struct cd_table *table, const char *column, bool known, uint64_t count)
{
    cd_table_set_count(table, table->row_count - 1, column, known ? count : UINT64_MAX);
}

/// Sets a text of the last row; NA when there is no text.
static void add_text(struct cd_table *table, const char *column, const char *text)
{
    cd_table_set_text(table, table->row_count - 1, column, text && *text ? text : NULL);
}

/// A text of what a side's first run wrote; NULL when it wrote nothing.
static const char *fact_of(const struct cd_compared *cell, int side, const char *column)
{
    const struct cd_table *facts = cell->facts[side].row;
    return facts && cd_table_has(facts, 0, column) ? cd_table_text(facts, 0, column) : NULL;
}

static void add_algo(struct cd_table *table, const char *column, const struct cd_compared *cell, int side)
{
    char algo[600];
    const char *name = fact_of(cell, side, "algo"), *settings = fact_of(cell, side, "settings");
    snprintf(algo, sizeof algo, "%s%s%s", name ? name : "", settings ? ":" : "", settings ? settings : "");
    add_text(table, column, name ? algo : cell->workload->algo);
}

static void add_row(struct cd_table *table, const struct cd_comparison *comparison,
                    const struct cd_compared *cell, const char *started)
{
    const struct cd_workload *workload = cell->workload;
    const struct cd_look *look = &cell->looks[0], *second = &cell->looks[1];
    const struct cd_finding *finding = &look->finding;
    const struct cd_comparison_plan *plan = comparison->plan;
    const char *environment = fact_of(cell, 1, "environment");
    bool timed = cd_compared_has_times(cell), bounded = timed && isfinite(finding->interval.low);
    cd_table_add_row(table);
    add_text(table, "scene", workload->scene);
    add_text(table, "query", workload->query);
    add_algo(table, "algo_a", cell, 0);
    add_algo(table, "algo_b", cell, 1);
    add_count(table, "frames", workload->frames.given, workload->frames.value);
    add_count(table, "seed", workload->seed.given, workload->seed.value);
    add_count(table, "threads", true, workload->threads);
    add_text(table, "verdict", cd_outcome_name(cell->outcome));
    add_real(table, "ratio", NULL, timed ? exp(finding->shift) : NAN);
    add_real(table, "ratio_low", NULL, bounded ? exp(finding->interval.low) : NAN);
    add_real(table, "ratio_high", NULL, bounded ? exp(finding->interval.high) : NAN);
    add_real(table, "p", NULL, timed ? finding->p : NAN);
    add_real(table, "adjusted_p", NULL, timed ? finding->adjusted_p : NAN);
    add_real(table, "correlation", NULL, timed ? finding->correlation : NAN);
    add_real(table, "effective_pairs", NULL, timed ? finding->effective_pairs : NAN);
    add_text(table, "confirmation", confirmation_of(cell));
    add_text(table, "decided_by", !timed ? NULL : cd_by_wall_time(workload) ? "wall" : "cpu");
    add_count(table, "pairs", timed, look->pairs.count);
    add_count(table, "passes", timed, look->pairs.passes);
    add_real(table, "ms_a", "ms", timed ? median_ms(cell, 0) : NAN);
    add_real(table, "ms_b", "ms", timed ? median_ms(cell, 1) : NAN);
    add_real(table, "second_ratio", NULL, timed && second->pairs.count ? exp(second->finding.shift) : NAN);
    add_text(table, "digest_a", fact_of(cell, 0, "digest"));
    add_text(table, "digest_b", fact_of(cell, 1, "digest"));
    add_text(table, "environment", environment ? environment : fact_of(cell, 0, "environment"));
    add_text(table, "note", cell->note);
    add_real(table, "least_found", NULL, timed ? cell->found : NAN);
    add_real(table, "level", NULL, plan->rule.level);
    add_real(table, "threshold", NULL, plan->rule.threshold);
    add_real(table, "sample_ms", "ms", 1e3 * plan->sampling.sample_seconds);
    add_text(table, "started", started);
}

struct cd_table *cd_comparison_table(const struct cd_comparison *comparison, const char *started)
{
    struct cd_table *table = cd_table_create(NULL, 0);
    for (size_t i = 0; i < comparison->count; i++)
        add_row(table, comparison, &comparison->cells[i], started);
    return table;
}

/// Every pair of samples of the cells that have times. Wrong answers have none, and an unfinished cell must not be
/// judged by half of its samples. The result belongs to the caller.
static struct cd_table *samples_table(const struct cd_comparison *comparison)
{
    static const struct cd_column columns[] = {
        {"cell", CD_TYPE_COUNT, NULL}, {"alignment", CD_TYPE_TEXT, NULL}, {"pair", CD_TYPE_COUNT, NULL},
        {"first", CD_TYPE_TEXT, NULL}, {"ms_a", CD_TYPE_REAL, "ms"},      {"ms_b", CD_TYPE_REAL, "ms"},
    };
    struct cd_table *table = cd_table_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < 2 * comparison->count; i++) {
        const struct cd_compared *cell = &comparison->cells[i / 2];
        const struct cd_sample_pairs *pairs = &cell->looks[i % 2].pairs;
        for (size_t k = 0; k < pairs->count && cd_compared_has_times(cell); k++) {
            size_t row = cd_table_add_row(table);
            cd_table_set_count(table, row, "cell", i / 2 + 1);
            cd_table_set_text(table, row, "alignment", i % 2 ? "second" : "first");
            cd_table_set_count(table, row, "pair", k + 1);
            cd_table_set_text(table, row, "first", (pairs->b_first + k) % 2 ? "B" : "A");
            for (int side = 0; side < 2; side++)
                cd_table_set_real(table, row, columns[4 + side].name, pairs->ms[side][k]);
        }
    }
    return table;
}

// ---- files ------------------------------------------------------------------------------------------------

void cd_write_comparison_csv(const struct cd_comparison_record *record, FILE *stream)
{
    cd_table_write(record->cells, stream);
}

void cd_write_comparison_samples(const struct cd_comparison_record *record, FILE *stream)
{
    struct cd_table *samples = samples_table(record->comparison);
    cd_table_write(samples, stream);
    cd_table_destroy(samples);
}

static json_t *side_json(const struct cd_side *side)
{
    static const char *const kinds[] = {"build", "rev", "algo", "plugin"};
    return json_pack("{s:o, s:s, s:o, s:o, s:b}", "typed", cd_json_text(side->typed), "kind",
                     kinds[side->kind], "program", cd_json_text(side->program), "object",
                     cd_json_text(*side->object ? side->object : NULL), "changed", side->changed);
}

static json_t *plan_json(const struct cd_comparison_plan *plan)
{
    return json_pack("{s:I, s:o, s:f, s:I, s:f, s:f, s:f, s:f, s:f}", "pairs",
                     (json_int_t)plan->sampling.pairs, "budget_seconds", cd_json_real(plan->sampling.seconds),
                     "sample_seconds", plan->sampling.sample_seconds, "seed", (json_int_t)CD_FIRST_SEED,
                     "level", plan->rule.level, "confidence", plan->rule.confidence, "threshold",
                     plan->rule.threshold, "margin", plan->rule.margin, "slow_down", plan->slow_down);
}

static json_t *calibration_json(const struct cd_comparison_record *record)
{
    if (!record->comparison->of_itself)
        return cd_json_text(record->comparison->calibration);
    struct cd_calibration calibration = cd_calibrate(record->cells);
    return json_pack("{s:I, s:I, s:f, s:f, s:o, s:o, s:o}", "comparisons",
                     (json_int_t)calibration.comparisons, "false_alarms", (json_int_t)calibration.alarms,
                     "false_alarms_low", calibration.alarm_share.low, "false_alarms_high",
                     calibration.alarm_share.high, "smallest_found", cd_json_real(calibration.found),
                     "smallest_low", cd_json_real(calibration.found_interval.low), "smallest_high",
                     cd_json_real(calibration.found_interval.high));
}

void cd_write_comparison_json(const struct cd_comparison_record *record, FILE *stream)
{
    const struct cd_comparison *comparison = record->comparison;
    struct cd_table *samples = samples_table(comparison);
    json_t *document = json_pack(
        "{s:i, s:i, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "format", COMPARISON_FORMAT, "exit_code",
        record->code, "failure", cd_json_text(*record->failure ? record->failure : NULL), "interrupted",
        comparison->interrupted, "a", side_json(&comparison->sides[0]), "b", side_json(&comparison->sides[1]),
        "plan", plan_json(comparison->plan), "cells", cd_table_json(record->cells), "samples",
        cd_table_json(samples), "calibration", calibration_json(record));
    json_object_update(document, (json_t *)record->circumstances);
    cd_table_destroy(samples);
    cd_write_json(document, stream);
    json_decref(document);
}

void cd_write_comparison_benchmark(const struct cd_comparison_record *record, FILE *stream)
{
    json_t *array = json_array();
    const char *algo = record->comparison->sides[1].algo;
    for (size_t i = 0; i < record->comparison->count; i++) {
        const struct cd_compared *cell = &record->comparison->cells[i];
        struct cd_workload timed = *cell->workload;
        char range[60] = "unknown", extra[300], interval[TEXT_BYTES], name[9000];
        if (!cd_compared_has_times(cell))
            continue;
        timed.algo = algo ? algo : timed.algo; // services tell series apart by their names
        cd_workload_name(&timed, name, sizeof name);
        const struct cd_finding *finding = &cell->looks[0].finding;
        if (isfinite(finding->interval.low))
            snprintf(range, sizeof range, "%.2g %%",
                     50 * (exp(finding->interval.high) - exp(finding->interval.low)) / exp(finding->shift));
        snprintf(extra, sizeof extra, "B / A = %.4f (%s), p = %.2g, %zu pairs: %s", exp(finding->shift),
                 interval_text(finding, " to ", interval), finding->adjusted_p, finding->pairs,
                 cd_outcome_name(cell->outcome));
        json_array_append_new(array,
                              json_pack("{s:o, s:s, s:f, s:s, s:s}", "name", cd_json_text(name), "unit", "ms",
                                        "value", median_ms(cell, 1), "range", range, "extra", extra));
    }
    cd_write_json(array, stream);
    json_decref(array);
}

// ---- Markdown ---------------------------------------------------------------------------------------------

static void write_row(FILE *stream, const struct cd_compared *cell)
{
    const struct cd_finding *finding = &cell->looks[0].finding;
    char interval[TEXT_BYTES];
    const char *loud = is_refused(cell) || cell->outcome == CD_OUTCOME_SLOWER ? "**" : "";
    fputs("| ", stream);
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, cell->name);
    fputs(" |", stream);
    if (cd_compared_has_times(cell))
        fprintf(stream, " %.4g | %.4g | %.3f | %s | %.2g |", median_ms(cell, 0), median_ms(cell, 1),
                exp(finding->shift), interval_text(finding, " to ", interval), finding->adjusted_p);
    else
        fputs(" | | | | |", stream);
    fprintf(stream, " %s%s%s%s%s |\n", loud, cd_outcome_name(cell->outcome), loud,
            cell->confirmation ? ", " : "", confirmation_of(cell));
}

void cd_write_comparison_markdown(const struct cd_comparison_record *record, FILE *stream)
{
    const struct cd_comparison *comparison = record->comparison;
    const char *fine = comparison->of_itself ? "this program against itself" : "nothing is slower";
    fputs("### cdbench compare: ", stream);
    cd_write_quoted(stream, CD_QUOTE_MARKDOWN, *record->failure ? record->failure : fine);
    fputs("\n\nA is ", stream);
    cd_write_quoted(stream, CD_QUOTE_CODE, comparison->sides[0].typed);
    fputs(", B is ", stream);
    cd_write_quoted(stream, CD_QUOTE_CODE, comparison->sides[1].typed);
    fputs(". Times are the median of a pass in milliseconds.\n\n", stream);
    fprintf(stream, "| cell | A | B | B / A | %g %% | p | verdict |\n|---|--:|--:|--:|--:|--:|---|\n",
            100 * comparison->plan->rule.confidence);
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
