/// Quantities with intervals: from the passes where there are some, else from the columns beside a value.
#include "base/memory.h"
#include "bench/harness/statistics.h"
#include "bench/papers/checks.h"
#include "bench/papers/formula.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Columns that follow the times, and how.
static const struct {
    const char *name;
    enum cd_column_kind kind;
} time_columns[] = {
    {"fps", CD_COLUMN_PASS_RATE},        {"fps_low", CD_COLUMN_PASS_RATE},
    {"fps_high", CD_COLUMN_PASS_RATE},   {"pass_ms_median", CD_COLUMN_PASS_TIME},
    {"frame_ms_median", CD_COLUMN_TIME}, {"cpu_ms_median", CD_COLUMN_TIME},
};
enum { TIME_COLUMNS = sizeof time_columns / sizeof *time_columns };

/// The check's column in a copy of a row in which passes take `pass` and other times `other` times as long.
static double scaled_value(const struct cd_check_view *view, size_t row, double pass, double other)
{
    struct cd_dataset *copy =
        cd_dataset_create((const char *const *)view->cells->columns, view->cells->column_count);
    double value = NAN, number;
    cd_dataset_add_row(copy);
    for (size_t c = 0; c < copy->column_count; c++)
        cd_dataset_set(copy, 0, copy->columns[c], view->cells->rows[row][c]);
    for (size_t i = 0; i < TIME_COLUMNS; i++) {
        double factor = time_columns[i].kind == CD_COLUMN_TIME        ? other
                        : time_columns[i].kind == CD_COLUMN_PASS_TIME ? pass
                                                                      : 1 / pass;
        if (cd_dataset_number(copy, 0, time_columns[i].name, &number))
            cd_dataset_set_number(copy, 0, time_columns[i].name, number * factor);
    }
    for (size_t i = 0; i < view->experiment->formula_count; i++)
        if (cd_dataset_compute(copy, view->experiment->formulas[i].column,
                               view->experiment->formulas[i].formula, NULL))
            break; // of a column that this program does not write
    if (!cd_dataset_number(copy, 0, view->check->column, &value))
        value = NAN;
    cd_dataset_destroy(copy);
    return value;
}

static bool equal(double a, double b)
{
    return a <= b && a >= b;
}

enum cd_column_kind cd_check_column_kind(const struct cd_check_view *view)
{
    // Twice the times, by a power of two and so without rounding, show how any formula follows them.
    for (size_t row = 0; view->check->column && row < view->cells->row_count; row++) {
        double plain = scaled_value(view, row, 1, 1);
        if (!isfinite(plain) || equal(plain, 0))
            continue;
        double pass = scaled_value(view, row, 2, 1) / plain, other = scaled_value(view, row, 1, 2) / plain;
        if (equal(other, 1) && equal(pass, 2))
            return CD_COLUMN_PASS_TIME;
        if (equal(other, 1) && equal(pass, 0.5))
            return CD_COLUMN_PASS_RATE;
        return equal(pass, 1) && equal(other, 2) ? CD_COLUMN_TIME : CD_COLUMN_OTHER;
    }
    return CD_COLUMN_OTHER;
}

/// The passes of a row by their number; 0 where one is missing.
struct passes {
    size_t count;
    double *ms;
};

enum { MAX_PASSES = 100000 };

static bool is_sample_of(const struct cd_check_view *view, size_t sample, size_t row)
{
    const struct cd_experiment *experiment = view->experiment;
    if (strcmp(cd_dataset_text(view->samples, sample, "series"), cd_dataset_text(view->cells, row, "series")))
        return false;
    for (size_t i = 0; i < experiment->variable_count; i++)
        if (!cd_dataset_matches(view->samples, sample, experiment->variables[i].name,
                                cd_dataset_text(view->cells, row, experiment->variables[i].name)))
            return false;
    return true;
}

static struct passes read_passes(const struct cd_check_view *view, size_t row)
{
    struct passes passes = {0};
    size_t capacity = 0;
    double number, ms;
    for (size_t i = 0; view->samples && i < view->samples->row_count; i++) {
        if (!is_sample_of(view, i, row) || !cd_dataset_number(view->samples, i, "sample", &number) ||
            !cd_dataset_number(view->samples, i, "pass_ms", &ms))
            continue;
        if (number < 0 || number >= MAX_PASSES)
            continue;
        while (passes.count <= (size_t)number) {
            passes.ms = cd_grow(passes.ms, passes.count, &capacity, sizeof *passes.ms);
            passes.ms[passes.count++] = 0;
        }
        passes.ms[(size_t)number] = ms;
    }
    return passes;
}

/// Squeezes out what is missing: values at most 0.
static size_t keep_positive(double *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] > 0)
            values[kept++] = values[i];
    return kept;
}

/// An estimate around `value` whose interval lies as that of the positive factors does around their median.
static struct cd_estimate scaled(double value, const double *factors, size_t count)
{
    struct cd_estimate estimate = {value, NAN, NAN, count == 1};
    if (count < 2)
        return estimate;
    double median = cd_median_of_reals(factors, count);
    struct cd_interval interval = cd_median_interval_of_reals(factors, count);
    estimate.low = fmin(value, value * interval.low / median);
    estimate.high = fmax(value, value * interval.high / median);
    return estimate;
}

static void invert(double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = 1 / values[i];
}

/// The value of a time with the interval of its passes; false where there are none.
static bool value_of_passes(const struct cd_check_view *view, size_t row, double value,
                            struct cd_estimate *estimate)
{
    if (view->kind == CD_COLUMN_OTHER || !(value > 0))
        return false;
    struct passes passes = read_passes(view, row);
    size_t count = keep_positive(passes.ms, passes.count);
    if (view->kind == CD_COLUMN_PASS_RATE)
        invert(passes.ms, count);
    if (count)
        *estimate = scaled(value, passes.ms, count);
    cd_free(passes.ms);
    return count > 0;
}

/// The interval in `<column>_low` and `<column>_high`, which is worth less where fps_confidence says so.
static struct cd_estimate value_of_columns(const struct cd_check_view *view, size_t row, double value)
{
    struct cd_estimate estimate = {value, NAN, NAN, false};
    char low[120], high[120];
    double confidence, min, max;
    snprintf(low, sizeof low, "%s_low", view->check->column);
    snprintf(high, sizeof high, "%s_high", view->check->column);
    if (!cd_dataset_number(view->cells, row, low, &min) || !cd_dataset_number(view->cells, row, high, &max))
        return estimate;
    enum { PERCENT_ENOUGH = 93 }; // five values, whose range covers 93.75 %
    if (view->kind != CD_COLUMN_OTHER && cd_dataset_number(view->cells, row, "fps_confidence", &confidence) &&
        confidence < PERCENT_ENOUGH / 100.0) {
        estimate.unsure = true;
        return estimate;
    }
    estimate.low = fmin(value, min);
    estimate.high = fmax(value, max);
    return estimate;
}

struct cd_estimate cd_check_value(const struct cd_check_view *view, size_t row)
{
    const struct cd_check *check = view->check;
    struct cd_estimate estimate = {NAN, NAN, NAN, false};
    double value, trials;
    if (check->errors && check->trials) {
        if (!cd_dataset_number(view->cells, row, check->errors, &value) ||
            !cd_dataset_number(view->cells, row, check->trials, &trials) || !(trials > 0))
            return estimate;
        struct cd_interval interval = cd_share_interval(value, trials);
        return (struct cd_estimate){value / trials, interval.low, interval.high, false};
    }
    if (!cd_dataset_number(view->cells, row, check->column, &value))
        return estimate;
    if (value_of_passes(view, row, value, &estimate))
        return estimate;
    return value_of_columns(view, row, value);
}

/// The passes of two rows, and the ratios of those that were taken in turn.
struct pairs {
    size_t count;
    double *ratios;
    double medians; ///< median of all passes of the first row over that of the second
};

static struct pairs read_pairs(const struct cd_check_view *view, size_t a, size_t b)
{
    struct passes over = read_passes(view, a), under = read_passes(view, b);
    size_t count = over.count < under.count ? over.count : under.count;
    struct pairs pairs = {.ratios = cd_allocate(count, sizeof *pairs.ratios)};
    for (size_t i = 0; i < count; i++)
        if (over.ms[i] > 0 && under.ms[i] > 0)
            pairs.ratios[pairs.count++] = over.ms[i] / under.ms[i];
    over.count = keep_positive(over.ms, over.count);
    under.count = keep_positive(under.ms, under.count);
    if (pairs.count)
        pairs.medians = cd_median_of_reals(over.ms, over.count) / cd_median_of_reals(under.ms, under.count);
    cd_free(over.ms);
    cd_free(under.ms);
    return pairs;
}

/// Ratio of two times, pass by pass: what disturbed the machine disturbed both sides alike. False where no
/// passes belong together.
static bool ratio_of_passes(const struct cd_check_view *view, size_t a, size_t b, double ratio,
                            struct cd_estimate *estimate)
{
    if (view->kind == CD_COLUMN_OTHER || !(ratio > 0) || !isfinite(ratio) ||
        !cd_check_is_interleaved(view, a, b))
        return false;
    struct pairs pairs = read_pairs(view, a, b);
    if (pairs.count && view->kind == CD_COLUMN_PASS_RATE) {
        invert(pairs.ratios, pairs.count);
        pairs.medians = 1 / pairs.medians;
    }
    // Where the column is the pass itself, the ratio of the medians becomes the median of the ratios.
    if (pairs.count && view->kind != CD_COLUMN_TIME)
        ratio *= cd_median_of_reals(pairs.ratios, pairs.count) / pairs.medians;
    if (pairs.count)
        *estimate = scaled(ratio, pairs.ratios, pairs.count);
    cd_free(pairs.ratios);
    return pairs.count > 0;
}

struct cd_estimate cd_check_ratio(const struct cd_check_view *view, size_t a, size_t b)
{
    struct cd_estimate estimate, over = cd_check_value(view, a), under = cd_check_value(view, b);
    if (isnan(over.value) || isnan(under.value) || (equal(over.value, 0) && equal(under.value, 0)))
        return cd_estimate_ratio(over, under);
    if (!view->check->errors && ratio_of_passes(view, a, b, over.value / under.value, &estimate))
        return estimate;
    return cd_estimate_ratio(over, under);
}

static bool has_interval(struct cd_estimate estimate)
{
    return !isnan(estimate.low) && !isnan(estimate.high);
}

/// A quantity that is known exactly has itself as interval, beside one that is not.
static struct cd_estimate with_interval(struct cd_estimate estimate)
{
    if (!has_interval(estimate))
        estimate.low = estimate.high = estimate.value;
    return estimate;
}

/// The method of variance estimates recovery, on logarithms: distances to the ends add up as squares.
static void positive_ratio_interval(struct cd_estimate a, struct cd_estimate b, struct cd_estimate *ratio)
{
    double down = hypot(log(a.value / a.low), log(b.high / b.value));
    double up = hypot(log(a.high / a.value), log(b.value / b.low));
    ratio->low = ratio->value * exp(-down);
    ratio->high = ratio->value * exp(up);
}

struct cd_estimate cd_estimate_ratio(struct cd_estimate a, struct cd_estimate b)
{
    struct cd_estimate ratio = {a.value / b.value, NAN, NAN, a.unsure || b.unsure};
    if (isnan(a.value) || isnan(b.value) || ratio.unsure || (!has_interval(a) && !has_interval(b)))
        return ratio;
    a = with_interval(a);
    b = with_interval(b);
    if (a.low > 0 && b.low > 0) {
        positive_ratio_interval(a, b, &ratio);
    } else if (a.low >= 0 && b.low >= 0 && b.high > 0) {
        // An end at 0 has no logarithm: the extremes, which are too wide rather than too narrow.
        ratio.low = a.low / b.high;
        ratio.high = b.low > 0 ? a.high / b.low : INFINITY;
    }
    return ratio;
}

struct cd_estimate cd_estimate_difference(struct cd_estimate a, struct cd_estimate b)
{
    struct cd_estimate difference = {a.value - b.value, NAN, NAN, a.unsure || b.unsure};
    if (difference.unsure || (!has_interval(a) && !has_interval(b)))
        return difference;
    a = with_interval(a);
    b = with_interval(b);
    difference.low = difference.value - hypot(a.value - a.low, b.high - b.value);
    difference.high = difference.value + hypot(a.high - a.value, b.value - b.low);
    return difference;
}

enum cd_check_outcome cd_estimate_judge(struct cd_estimate estimate, double min, double max)
{
    if (isnan(estimate.value))
        return CD_CHECK_MISSING;
    if (estimate.unsure)
        return CD_CHECK_OPEN;
    estimate = with_interval(estimate);
    if (estimate.low >= min && estimate.high <= max)
        return CD_CHECK_HOLDS;
    return estimate.high < min || estimate.low > max ? CD_CHECK_FAILS : CD_CHECK_OPEN;
}

enum cd_check_outcome cd_outcome_of_all(enum cd_check_outcome a, enum cd_check_outcome b)
{
    static const int weight[] = {
        [CD_CHECK_FAILS] = 3, [CD_CHECK_MISSING] = 2, [CD_CHECK_OPEN] = 1, [CD_CHECK_HOLDS] = 0};
    return weight[a] >= weight[b] ? a : b;
}

const char *cd_number_text(double value, char text[32])
{
    double size = fabs(value);
    if (isinf(value))
        snprintf(text, 32, value > 0 ? "infinite" : "-infinite");
    else
        snprintf(text, 32, size >= 99.95 && size < 1e7 ? "%.0f" : "%.3g", size > 0 ? value : 0); // no "-0"
    return text;
}

static void write_estimate(struct cd_estimate estimate, double scale, const char *unit, char *text,
                           size_t size)
{
    char value[32], low[32], high[32];
    cd_number_text(scale * estimate.value, value);
    if (estimate.unsure)
        snprintf(text, size, "%s%s (too few samples for an interval)", value, unit);
    else if (!has_interval(estimate))
        snprintf(text, size, "%s%s", value, unit);
    else
        snprintf(text, size, "%s%s (%s%s to %s%s)", value, unit, cd_number_text(scale * estimate.low, low),
                 unit, cd_number_text(scale * estimate.high, high), unit);
}

void cd_estimate_write(struct cd_estimate estimate, char *text, size_t size)
{
    write_estimate(estimate, 1, "", text, size);
}

void cd_estimate_write_percent(struct cd_estimate estimate, char *text, size_t size)
{
    write_estimate(estimate, 100, " %", text, size);
}
