#include "bench/papers/checks.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"
#include "bench/papers/groups.h"

#include <math.h>
#include <string.h>

// ---- rows -------------------------------------------------------------------------------------------------

struct cd_check_rows cd_check_rows(const struct cd_check_view *view, const char *series)
{
    struct cd_check_rows rows = {.items = cd_allocate(view->cells->row_count, sizeof *rows.items)};
    for (size_t row = 0; row < view->cells->row_count; row++)
        if (!strcmp(cd_table_text(view->cells, row, "series"), series) &&
            cd_conditions_hold(&view->check->where, view->cells, row))
            rows.items[rows.count++] = row;
    return rows;
}

/// True when two rows have the same values of all variables but the one called `besides` (or NULL).
static bool same_variables(const struct cd_check_view *view, size_t a, size_t b, const char *besides)
{
    return cd_same_point(view->experiment, view->cells, a, view->cells, b, besides);
}

size_t cd_check_partner(const struct cd_check_view *view, size_t row, const char *series)
{
    const char *over = view->check->over, *along = over ? cd_table_show(view->cells, row, over) : NULL;
    for (size_t other = 0; other < view->cells->row_count; other++)
        if (!strcmp(cd_table_text(view->cells, other, "series"), series) &&
            same_variables(view, row, other, NULL) &&
            // Programs may vary more than the variables they are called with.
            cd_conditions_hold(&view->check->where, view->cells, other) &&
            (!over || cd_table_matches(view->cells, other, over, along)))
            return other;
    return CD_NO_ROW;
}

bool cd_check_same_curve(const struct cd_check_view *view, size_t a, size_t b)
{
    return same_variables(view, a, b, view->check->over);
}

void cd_check_name_point(const struct cd_check_view *view, size_t row, char text[CD_POINT_TEXT])
{
    const struct cd_check *check = view->check;
    text[0] = '\0';
    for (size_t i = 0; i < view->experiment->variable_count; i++) {
        const struct cd_variable *variable = &view->experiment->variables[i];
        // Values tell points apart where the check's conditions leave the variable open.
        if (variable->values[view->measurements->size].count > 1 &&
            !(check->over && !strcmp(check->over, variable->name)) &&
            !cd_find_condition(&check->where, variable->name))
            cd_append(text, CD_POINT_TEXT, "%s%s=%s", *text ? ", " : "", variable->name,
                      cd_table_show(view->cells, row, variable->name));
    }
}

/// True when the check looks at a point, as far as its conditions on variables tell, and all its series run there.
static bool is_expected(const struct cd_check_view *view, const char *const *values)
{
    const struct cd_experiment *experiment = view->experiment;
    for (size_t i = 0; i < experiment->variable_count; i++) {
        const char *wanted = cd_find_condition(&view->check->where, experiment->variables[i].name);
        if (wanted && !cd_is_same_value(wanted, values[i]))
            return false;
    }
    for (size_t i = 0; i < view->series_count; i++) {
        const struct cd_series *series = cd_find_series(experiment, view->series[i]);
        if (series && (!cd_series_is_run(experiment, series, view->measurements->size) ||
                       cd_point_is_beyond(experiment, series, values)))
            return false;
    }
    return true;
}

size_t cd_check_expected(const struct cd_check_view *view)
{
    size_t expected = 0;
    size_t points =
        view->experiment->program ? 0 : cd_point_count(view->experiment, view->measurements->size);
    for (size_t point = 0; point < points; point++) {
        const char *values[CD_VARIABLES_MAX];
        cd_point_values(view->experiment, view->measurements->size, point, values);
        expected += is_expected(view, values);
    }
    return expected;
}

bool cd_check_failed(const struct cd_check_view *view, size_t row)
{
    const char *verdict = cd_table_text(view->cells, row, "verdict");
    if (!strcmp(verdict, "wrong") || !strcmp(verdict, "unavailable") || !strcmp(verdict, "failed"))
        return true;
    double fps; // also withheld when answers changed while they were timed
    return cd_table_column(view->cells, "fps") != CD_NO_COLUMN &&
           !cd_table_number(view->cells, row, "fps", &fps);
}

// ---- values -----------------------------------------------------------------------------------------------

/// The measurements behind the times in a row: the passes, and the median of the passes of each session.
struct spread {
    size_t count, sessions;
    double *passes, *medians;
};

static void release_spread(struct spread *spread)
{
    cd_free(spread->passes);
    cd_free(spread->medians);
}

/// The times of the passes of row a, as far as the row has them. They are divided by those of row b unless b is
/// CD_NO_ROW, as far as both rows have them. With `rates`, each result is replaced by its reciprocal. Free with
/// release_spread.
static struct spread spread_of(const struct cd_check_view *view, size_t a, size_t b, bool rates)
{
    const struct cd_passes *over = &view->measurements->rows.passes[a],
                           *under = b == CD_NO_ROW ? NULL : &view->measurements->rows.passes[b];
    size_t most = under && under->count < over->count ? under->count : over->count;
    struct spread spread = {
        .passes = cd_allocate(most, sizeof *spread.passes),
        .medians = cd_allocate(over->sessions, sizeof *spread.medians),
    };
    for (size_t session = 0; session < over->sessions; session++) {
        size_t first = spread.count;
        for (size_t i = session; i < most; i += over->sessions) {
            if (!(over->ms[i] > 0) || (under && !(under->ms[i] > 0)))
                continue;
            double factor = over->ms[i] / (under ? under->ms[i] : 1);
            spread.passes[spread.count++] = rates ? 1 / factor : factor;
        }
        if (spread.count > first)
            spread.medians[spread.sessions++] =
                cd_median_of_reals(spread.passes + first, spread.count - first);
    }
    return spread;
}

/// The median of the sessions' medians.
static double centre(const struct spread *spread)
{
    return cd_median_of_reals(spread->medians, spread->sessions);
}

/// An estimate with the wider of two intervals: that of the passes and that of the sessions' medians.
static struct cd_estimate estimate_of(double value, const struct spread *spread)
{
    struct cd_estimate within = cd_estimate_scaled(value, spread->passes, spread->count);
    if (spread->sessions < 2)
        return within;
    return cd_estimate_wider(within, cd_estimate_scaled(value, spread->medians, spread->sessions));
}

/// Estimates a time with the interval of its passes; false when there are none.
static bool value_of_passes(const struct cd_check_view *view, size_t row, double value,
                            struct cd_estimate *estimate)
{
    if (view->kind == CD_COLUMN_OTHER || !(value > 0))
        return false;
    struct spread spread = spread_of(view, row, CD_NO_ROW, view->kind == CD_COLUMN_PASS_RATE);
    bool any = spread.count > 0;
    if (any)
        *estimate = estimate_of(value, &spread);
    release_spread(&spread);
    return any;
}

/// The value with the interval in `<column>_low` and `<column>_high`. The estimate is unsure when fps_confidence is too
/// low.
static struct cd_estimate value_of_columns(const struct cd_check_view *view, size_t row, double value)
{
    struct cd_estimate estimate = cd_estimate_exact(value);
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
    struct cd_estimate estimate = cd_estimate_exact(NAN);
    double value, trials;
    if (!cd_table_number(view->cells, row, check->errors ? check->errors : check->column, &value))
        return estimate;
    if (check->errors) {
        bool tried = cd_table_number(view->cells, row, check->trials, &trials) && trials > 0;
        return tried ? cd_estimate_share(value, trials) : estimate;
    }
    return value_of_passes(view, row, value, &estimate) ? estimate : value_of_columns(view, row, value);
}

/// True when the passes of two rows of one point were taken in turn, because their series have the same query.
static bool is_interleaved(const struct cd_check_view *view, size_t a, size_t b)
{
    const struct cd_series *first = cd_find_series(view->experiment, cd_table_text(view->cells, a, "series"));
    const struct cd_series *second =
        cd_find_series(view->experiment, cd_table_text(view->cells, b, "series"));
    return first && second && first->query == second->query && same_variables(view, a, b, NULL);
}

/// Estimates the ratio of two times pass by pass: a disturbance of the machine affects both sides alike. False when no
/// passes belong together.
static bool ratio_of_passes(const struct cd_check_view *view, size_t a, size_t b, double ratio,
                            struct cd_estimate *estimate)
{
    if (view->kind == CD_COLUMN_OTHER || !(ratio > 0) || !isfinite(ratio) || !is_interleaved(view, a, b))
        return false;
    bool rates = view->kind == CD_COLUMN_PASS_RATE;
    struct spread ratios = spread_of(view, a, b, rates);
    bool any = ratios.count > 0;
    if (any && view->kind != CD_COLUMN_TIME) {
        // When the column is the pass itself, the ratio of the medians becomes the median of the ratios.
        struct spread over = spread_of(view, a, CD_NO_ROW, false),
                      under = spread_of(view, b, CD_NO_ROW, false);
        double medians = centre(&over) / centre(&under);
        ratio *= centre(&ratios) / (rates ? 1 / medians : medians);
        release_spread(&over);
        release_spread(&under);
    }
    if (any)
        *estimate = estimate_of(ratio, &ratios);
    release_spread(&ratios);
    return any;
}

struct cd_estimate cd_check_ratio(const struct cd_check_view *view, size_t a, size_t b)
{
    struct cd_estimate estimate, over = cd_check_value(view, a), under = cd_check_value(view, b);
    if (!view->check->errors && ratio_of_passes(view, a, b, over.value / under.value, &estimate))
        return estimate;
    return cd_estimate_ratio(over, under);
}
