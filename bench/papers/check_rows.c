#include "bench/papers/check_rows.h"

#include "base/memory.h"
#include "bench/harness/statistics.h"
#include "bench/papers/groups.h"

#include <math.h>
#include <string.h>

// ---- rows -------------------------------------------------------------------------------------------------

struct cd_check_rows cd_check_rows(const struct cd_check_view *view, const char *series)
{
    struct cd_check_rows rows = {0};
    for (size_t row = 0; row < view->cells->row_count; row++) {
        if (series && strcmp(cd_table_text(view->cells, row, "series"), series) != 0)
            continue;
        if (!cd_conditions_hold(&view->check->where, view->cells, row))
            continue;
        rows.items = cd_grow(rows.items, rows.count, &rows.capacity, sizeof *rows.items);
        rows.items[rows.count++] = row;
    }
    return rows;
}

static bool same_value(const struct cd_check_view *view, size_t a, size_t b, const char *column)
{
    char text[CD_NUMBER_BYTES];
    return cd_table_matches(view->cells, a, column, cd_table_show(view->cells, b, column, text));
}

/// True when two rows have the same values of all variables but the one called `besides` (or NULL).
static bool same_variables(const struct cd_check_view *view, size_t a, size_t b, const char *besides)
{
    for (size_t i = 0; i < view->experiment->variable_count; i++) {
        const char *name = view->experiment->variables[i].name;
        if (!(besides && !strcmp(name, besides)) && !same_value(view, a, b, name))
            return false;
    }
    return true;
}

size_t cd_check_partner(const struct cd_check_view *view, size_t row, const char *series)
{
    const char *over = view->check->over;
    for (size_t other = 0; other < view->cells->row_count; other++)
        if (!strcmp(cd_table_text(view->cells, other, "series"), series) &&
            same_variables(view, row, other, NULL) &&
            // Programs may vary more than the variables they are called with.
            cd_conditions_hold(&view->check->where, view->cells, other) &&
            (!over || same_value(view, row, other, over)))
            return other;
    return CD_NO_ROW;
}

bool cd_check_same_curve(const struct cd_check_view *view, size_t a, size_t b)
{
    return same_variables(view, a, b, view->check->over);
}

/// True when the check's conditions leave a variable open, so that its value tells points apart.
static bool is_open(const struct cd_check *check, const struct cd_variable *variable, enum cd_size size)
{
    return variable->values[size].count > 1 && !(check->over && !strcmp(check->over, variable->name)) &&
           !cd_find_condition(&check->where, variable->name);
}

void cd_check_name_point(const struct cd_check_view *view, size_t row, char text[CD_POINT_TEXT])
{
    size_t length = 0;
    char value[CD_NUMBER_BYTES];
    text[0] = '\0';
    for (size_t i = 0; i < view->experiment->variable_count && length < CD_POINT_TEXT; i++) {
        const struct cd_variable *variable = &view->experiment->variables[i];
        if (!is_open(view->check, variable, view->size))
            continue;
        length += (size_t)snprintf(text + length, CD_POINT_TEXT - length, "%s%s=%s", length ? ", " : "",
                                   variable->name, cd_table_show(view->cells, row, variable->name, value));
    }
}

bool cd_check_is_interleaved(const struct cd_check_view *view, size_t a, size_t b)
{
    const struct cd_series *first = cd_find_series(view->experiment, cd_table_text(view->cells, a, "series"));
    const struct cd_series *second =
        cd_find_series(view->experiment, cd_table_text(view->cells, b, "series"));
    return first && second && first->query == second->query && same_variables(view, a, b, NULL);
}

/// True when the check looks at a point, as far as its conditions are on variables, and all the series are run
/// there.
static bool is_expected(const struct cd_check_view *view, const char *const *values,
                        const char *const *series, size_t count)
{
    const struct cd_experiment *experiment = view->experiment;
    for (size_t i = 0; i < experiment->variable_count; i++) {
        const char *wanted = cd_find_condition(&view->check->where, experiment->variables[i].name);
        if (wanted && !cd_is_same_value(wanted, values[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const struct cd_series *one = series[i] ? cd_find_series(experiment, series[i]) : NULL;
        if (one && cd_point_is_beyond(experiment, one, values))
            return false;
    }
    return true;
}

size_t cd_check_expected(const struct cd_check_view *view, const char *const *series, size_t count)
{
    size_t expected = 0;
    if (view->experiment->program)
        return 0;
    const char **values = cd_allocate(view->experiment->variable_count, sizeof *values);
    size_t points = cd_point_count(view->experiment, view->size);
    for (size_t point = 0; point < points; point++) {
        cd_point_values(view->experiment, view->size, point, values);
        expected += is_expected(view, values, series, count);
    }
    cd_free(values);
    return expected;
}

bool cd_check_failed(const struct cd_check_view *view, size_t row)
{
    static const char *const failures[] = {"wrong", "unavailable", "failed"}; // the last one of programs
    const char *verdict = cd_table_text(view->cells, row, "verdict");
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (!strcmp(verdict, failures[i]))
            return true;
    double fps; // withheld also when answers changed while they were timed
    return cd_table_column(view->cells, "fps") != CD_NO_COLUMN &&
           !cd_table_number(view->cells, row, "fps", &fps);
}

// ---- values -----------------------------------------------------------------------------------------------

static bool equal(double a, double b)
{
    return a <= b && a >= b;
}

/// The times of a row's passes that are not missing; the caller's.
static double *positive_passes(const struct cd_check_view *view, size_t row, size_t *count)
{
    const struct cd_passes *passes = &view->passes[row];
    double *ms = cd_allocate(passes->count, sizeof *ms);
    *count = 0;
    for (size_t i = 0; i < passes->count; i++)
        if (passes->ms[i] > 0)
            ms[(*count)++] = passes->ms[i];
    return ms;
}

static double median_pass(const struct cd_check_view *view, size_t row)
{
    size_t count;
    double *ms = positive_passes(view, row, &count), median = cd_median_of_reals(ms, count);
    cd_free(ms);
    return median;
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
    size_t count;
    double *ms = positive_passes(view, row, &count);
    if (view->kind == CD_COLUMN_PASS_RATE)
        invert(ms, count);
    if (count)
        *estimate = cd_estimate_scaled(value, ms, count);
    cd_free(ms);
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
    if (!cd_table_number(view->cells, row, low, &min) || !cd_table_number(view->cells, row, high, &max))
        return estimate;
    enum { PERCENT_ENOUGH = 93 }; // five values, whose range covers 93.75 %
    if (view->kind != CD_COLUMN_OTHER && cd_table_number(view->cells, row, "fps_confidence", &confidence) &&
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
        if (!cd_table_number(view->cells, row, check->errors, &value) ||
            !cd_table_number(view->cells, row, check->trials, &trials) || !(trials > 0))
            return estimate;
        struct cd_interval interval = cd_share_interval(value, trials);
        return (struct cd_estimate){value / trials, interval.low, interval.high, false};
    }
    if (!cd_table_number(view->cells, row, check->column, &value))
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
    const struct cd_passes *over = &view->passes[a], *under = &view->passes[b];
    size_t count = over->count < under->count ? over->count : under->count;
    struct pairs pairs = {.ratios = cd_allocate(count, sizeof *pairs.ratios)};
    for (size_t i = 0; i < count; i++)
        if (over->ms[i] > 0 && under->ms[i] > 0)
            pairs.ratios[pairs.count++] = over->ms[i] / under->ms[i];
    if (pairs.count)
        pairs.medians = median_pass(view, a) / median_pass(view, b);
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
        *estimate = cd_estimate_scaled(ratio, pairs.ratios, pairs.count);
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
