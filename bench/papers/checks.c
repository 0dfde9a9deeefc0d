#include "bench/papers/checks.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One thing that a check judges: a point, a curve, or all rows together.
struct item {
    struct cd_estimate estimate;
    enum cd_check_outcome outcome;
    double margin;             ///< how far inside its bounds; NAN: take it from the estimate
    char point[CD_POINT_TEXT]; ///< "triangles=1000"; "" when there is only one
    char text[160];            ///< value and interval, "1.84 (1.79 to 1.91)", or what is missing
};

/// The items of a check. `lacking` counts the points that should have been measured and were not.
struct items {
    size_t count, capacity, lacking;
    bool disturbed; ///< some are times that were measured on a busy machine
    struct item *items;
};

static bool is_zero(double value)
{
    return value >= 0 && value <= 0;
}

/// Adds words to the text of an item.
#define SAY(item, ...) cd_append((item)->text, sizeof(item)->text, __VA_ARGS__)

static void judge_estimate(struct item *item, double min, double max)
{
    item->outcome = cd_estimate_judge(item->estimate, min, max);
    if (isnan(item->estimate.value))
        SAY(item, "not measured");
    else
        cd_estimate_write(item->estimate, 1, item->text, sizeof item->text);
}

// ---- points -----------------------------------------------------------------------------------------------

/// Judges the value in row a divided by that in row b. Zero over zero counts as equal.
static void judge_ratio(const struct cd_check_view *view, size_t a, size_t b, struct item *item)
{
    double over = cd_check_value(view, a).value, under = cd_check_value(view, b).value;
    if (over < 0 || under < 0) {
        char texts[2][32];
        SAY(item, "no ratio: %s : %s", cd_number_text(over, texts[0]), cd_number_text(under, texts[1]));
    } else if (is_zero(over) && is_zero(under)) {
        SAY(item, "both are 0");
        item->estimate = cd_check_ratio(view, a, b);
        item->outcome = CD_CHECK_OPEN;
    } else {
        item->estimate = cd_check_ratio(view, a, b);
        judge_estimate(item, view->min, view->max);
    }
}

/// The value that the paper prints for a row; NAN when it prints none.
static double printed_value(const struct cd_check_view *view, size_t row)
{
    for (size_t i = 0; i < view->experiment->printed_count; i++) {
        const struct cd_printed *printed = &view->experiment->printed[i];
        if (!printed->against && !strcmp(printed->column, view->check->column) &&
            !strcmp(printed->series, cd_table_text(view->cells, row, "series")) &&
            cd_conditions_hold(&printed->at, view->cells, row))
            return printed->value;
    }
    return NAN;
}

/// The number of standard errors that is as strict for `count` cells together as `deviations` is for one, by
/// Bonferroni's bound: among many cells, one is far off by chance.
static double deviations_together(double deviations, size_t count)
{
    return fmax(deviations, cd_normal_deviations(erfc(deviations / sqrt(2)) / (double)count));
}

/// Judges equality up to sampling errors: the values may differ by a number of standard errors.
static void judge_equality(const struct cd_check_view *view, size_t row, size_t count, struct item *item)
{
    double error, expected = printed_value(view, row);
    double allowed = deviations_together(view->check->deviations, count);
    double value = cd_check_value(view, row).value;
    char texts[3][32];
    if (isnan(value) || !cd_table_number(view->cells, row, view->check->deviation, &error)) {
        SAY(item, "no standard error");
        return;
    }
    double distance = fabs(value - expected);
    double off = is_zero(distance) ? 0 : distance / error;
    item->margin = allowed - off;
    item->estimate = (struct cd_estimate){value, value - 1.96 * error, value + 1.96 * error, false};
    cd_estimate_write(item->estimate, 1, item->text, sizeof item->text);
    SAY(item, " against %s, %s of %s standard errors off", cd_number_text(expected, texts[0]),
        cd_number_text(off, texts[1]), cd_number_text(allowed, texts[2]));
    item->outcome = off <= allowed ? CD_CHECK_HOLDS : CD_CHECK_FAILS;
}

/// Judges the share of errors in all rows together. Returns how many rows should have a count of errors and have none.
static size_t judge_error_rate(const struct cd_check_view *view, const struct cd_check_rows *rows,
                               struct item *item)
{
    const struct cd_check *check = view->check;
    double errors = 0, trials = 0;
    size_t failed = 0;
    item->point[0] = '\0';
    for (size_t i = 0; i < rows->count; i++) {
        double row_errors, row_trials;
        if (cd_table_number(view->cells, rows->items[i], check->errors, &row_errors) &&
            cd_table_number(view->cells, rows->items[i], check->trials, &row_trials)) {
            errors += row_errors;
            trials += row_trials;
        } else {
            failed += cd_check_failed(view, rows->items[i]);
        }
    }
    SAY(item, "%.0f of %.0f", errors, trials);
    if (!(trials > 0 && errors >= 0 && errors <= trials)) {
        SAY(item, ": no rate");
        return failed;
    }
    char share[100];
    item->estimate = cd_estimate_share(errors, trials);
    item->outcome = cd_estimate_judge(item->estimate, view->min, view->max);
    cd_estimate_write(item->estimate, 100, share, sizeof share);
    SAY(item, " = %.80s", share);
    return failed;
}

// ---- curves -----------------------------------------------------------------------------------------------

/// A point of a curve, which runs along a variable at fixed values of the others.
struct curve_point {
    double x;
    struct cd_estimate value, against; ///< against: 1 when the check names no other series
    struct cd_estimate ratio;          ///< of the two, when the check names another series
};

struct curve {
    size_t count;
    struct curve_point *points; ///< in order of ascending x
};

static int compare_points(const void *a, const void *b)
{
    double x = ((const struct curve_point *)a)->x, y = ((const struct curve_point *)b)->x;
    return (x > y) - (x < y);
}

/// Reads a point. False when a row has none; `*lacking` grows when the row should have one.
static bool read_point(const struct cd_check_view *view, size_t row, struct curve_point *point,
                       size_t *lacking)
{
    const struct cd_check *check = view->check;
    *point = (struct curve_point){.value = cd_check_value(view, row), .against = cd_estimate_exact(1)};
    bool failed = isnan(point->value.value) && cd_check_failed(view, row);
    if (check->against) {
        size_t partner = cd_check_partner(view, row, check->against);
        if (partner == CD_NO_ROW)
            return false; // not run there, or already counted among the missing
        point->against = cd_check_value(view, partner);
        point->ratio = cd_check_ratio(view, row, partner);
        failed = failed || (isnan(point->against.value) && cd_check_failed(view, partner));
    }
    *lacking += failed;
    return cd_table_number(view->cells, row, check->over, &point->x) && !isnan(point->value.value) &&
           !isnan(point->against.value);
}

/// How far the second value is behind the first, as a fraction of `whole`.
static struct cd_estimate step_back(struct cd_estimate from, struct cd_estimate to, bool falling,
                                    double whole)
{
    if (!(whole > 0)) // both values are zero
        return cd_estimate_exact(0);
    struct cd_estimate back = falling ? cd_estimate_difference(to, from) : cd_estimate_difference(from, to);
    back.value /= whole;
    back.low /= whole;
    back.high /= whole;
    return back;
}

/// The value that a step between two points is a fraction of. Errors of times grow with the times, so a step is
/// compared with its two points. The errors of rates do not grow with the rates: near 0, a step would be large beside
/// its neighbours.
static double whole_of(const struct cd_check *check, const struct curve *curve, size_t first, size_t last)
{
    double whole = 0;
    for (size_t i = check->errors ? 0 : first; i <= (check->errors ? curve->count - 1 : last); i++)
        whole = fmax(whole, fabs(curve->points[i].value.value));
    return whole;
}

/// Judges the way from the first point to the last: it must go forward by more than the errors.
static enum cd_check_outcome judge_whole_way(const struct cd_check *check, const struct curve *curve)
{
    size_t last = curve->count - 1;
    struct cd_estimate way = step_back(curve->points[0].value, curve->points[last].value, check->falling,
                                       whole_of(check, curve, 0, last));
    if (!(way.value < 0) && !(way.value > 0))
        return CD_CHECK_OPEN;
    return cd_estimate_judge(way, -INFINITY, 0);
}

/// Judges all steps. The item describes the worst one; among equals, the largest.
static void judge_monotone(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    const struct cd_check *check = view->check;
    char texts[2][32], size[100];
    for (size_t i = 0; i + 1 < curve->count; i++) {
        struct cd_estimate back = step_back(curve->points[i].value, curve->points[i + 1].value,
                                            check->falling, whole_of(check, curve, i, i + 1));
        enum cd_check_outcome outcome = cd_estimate_judge(back, view->min, view->max);
        bool worse = outcome != item->outcome && cd_outcome_of_all(outcome, item->outcome) == outcome;
        if (i == 0 || worse || (outcome == item->outcome && back.value > item->estimate.value)) {
            item->estimate = back;
            item->outcome = outcome;
        }
    }
    item->outcome = cd_outcome_of_all(item->outcome, judge_whole_way(check, curve));
    bool steps_back = item->estimate.value > 0 || item->estimate.high > 0 || item->estimate.unsure;
    cd_estimate_write(item->estimate, 100, size, sizeof size);
    SAY(item, "%.20s to %.20s, %s%.63s", cd_number_text(curve->points[0].value.value, texts[0]),
        cd_number_text(curve->points[curve->count - 1].value.value, texts[1]),
        steps_back ? "step back of " : "no step back", steps_back ? size : "");
}

static void judge_slope(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    double *x = cd_allocate(curve->count, sizeof *x), *y = cd_allocate(curve->count, sizeof *y);
    bool positive = true;
    for (size_t i = 0; i < curve->count && positive; i++) {
        const struct curve_point *point = &curve->points[i];
        positive = point->x > 0 && point->value.value > 0 && point->against.value > 0;
        x[i] = log(point->x);
        y[i] = log(point->value.value / point->against.value);
        if (!positive)
            SAY(item, "no logarithm: %g at %s=%g",
                point->value.value > 0 ? point->against.value : point->value.value, view->check->over,
                point->x);
    }
    if (positive && x[0] < x[curve->count - 1]) {
        struct cd_line line = cd_fit_line(x, y, curve->count);
        item->estimate = (struct cd_estimate){line.slope, line.low, line.high, curve->count < 3};
        judge_estimate(item, view->min, view->max);
    } else if (positive) {
        SAY(item, "no slope: one value of %s", view->check->over);
    }
    cd_free(x);
    cd_free(y);
}

/// The largest value over the smallest one, of the series or of the series that it is compared with.
static struct cd_estimate largest_over_smallest(const struct curve *curve, bool of_against)
{
    struct cd_estimate max = cd_estimate_exact(-INFINITY), min = cd_estimate_exact(INFINITY);
    for (size_t i = 0; i < curve->count; i++) {
        struct cd_estimate value = of_against ? curve->points[i].against : curve->points[i].value;
        if (value.value > max.value)
            max = value;
        if (value.value < min.value)
            min = value;
    }
    return min.value > 0 ? cd_estimate_ratio(max, min) : cd_estimate_exact(NAN);
}

static void judge_flatness(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    char texts[2][32];
    struct cd_estimate own = largest_over_smallest(curve, false), other = largest_over_smallest(curve, true);
    item->estimate = view->check->against ? cd_estimate_ratio(own, other) : own;
    if (isnan(item->estimate.value)) {
        SAY(item, "no ratio: a value is not positive");
        return;
    }
    judge_estimate(item, view->min, view->max);
    if (view->check->against)
        SAY(item, ", max/min %s and %s", cd_number_text(own.value, texts[0]),
            cd_number_text(other.value, texts[1]));
}

/// Judges how the ratio falls from one end to the other, and where it ends.
static void judge_crossing(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    const struct curve_point *first = &curve->points[0], *last = &curve->points[curve->count - 1];
    char texts[3][32];
    size_t below = curve->count; // from this point on the ratio stays within the bound
    while (below > 0 && curve->points[below - 1].ratio.value <= view->max)
        below--;
    item->estimate = last->ratio;
    judge_estimate(item, -INFINITY, view->max);
    struct cd_estimate way = cd_estimate_ratio(last->ratio, first->ratio);
    item->outcome = cd_outcome_of_all(item->outcome, cd_estimate_judge(way, -INFINITY, 1));
    SAY(item, " at %s=%s, from %s", view->check->over, cd_number_text(last->x, texts[0]),
        cd_number_text(first->ratio.value, texts[1]));
    if (below < curve->count)
        SAY(item, ", within the bound from %s on", cd_number_text(curve->points[below].x, texts[2]));
}

/// Judges the curve of these rows. Returns how many of them should have a point and do not.
static size_t judge_curve(const struct cd_check_view *view, const struct cd_check_rows *rows,
                          struct item *item)
{
    size_t lacking = 0;
    struct curve curve = {.points = cd_allocate(rows->count, sizeof *curve.points)};
    for (size_t i = 0; i < rows->count; i++)
        curve.count += read_point(view, rows->items[i], &curve.points[curve.count], &lacking);
    qsort(curve.points, curve.count, sizeof *curve.points, compare_points);
    if (curve.count < 2)
        SAY(item, "%zu point%s", curve.count, cd_plural(curve.count));
    else if (view->check->kind == CD_CHECK_MONOTONE)
        judge_monotone(view, &curve, item);
    else if (view->check->kind == CD_CHECK_SLOPE)
        judge_slope(view, &curve, item);
    else if (view->check->kind == CD_CHECK_CROSSING)
        judge_crossing(view, &curve, item);
    else
        judge_flatness(view, &curve, item);
    cd_free(curve.points);
    return lacking;
}

// ---- items ------------------------------------------------------------------------------------------------

/// True when the check is judged at each row separately.
static bool is_of_points(const struct cd_check *check)
{
    return check->kind == CD_CHECK_RATIO || check->kind == CD_CHECK_WITHIN || check->kind == CD_CHECK_EQUAL;
}

/// The row of a series at the point of a row of the check's first series.
static size_t row_of(const struct cd_check_view *view, size_t first, size_t series)
{
    return series ? cd_check_partner(view, first, view->series[series]) : first;
}

/// Removes the rows where by intention there is nothing to judge, and those that another series lacks. Returns the
/// number of rows that all series have.
static size_t filter_rows(const struct cd_check_view *view, struct cd_check_rows *rows)
{
    size_t found = 0, kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        bool complete = true, left_out = false;
        for (size_t k = 0; k < view->series_count && complete; k++) {
            size_t row = row_of(view, rows->items[i], k);
            complete = row != CD_NO_ROW;
            left_out = left_out || (complete && !view->check->errors && !cd_check_failed(view, row) &&
                                    isnan(cd_check_value(view, row).value));
        }
        found += complete;
        left_out =
            left_out || (view->check->kind == CD_CHECK_EQUAL && isnan(printed_value(view, rows->items[i])));
        if (!is_of_points(view->check) || (complete && !left_out))
            rows->items[kept++] = rows->items[i];
    }
    rows->count = kept;
    return found;
}

/// Moves the rows that are judged together with the first one to a new list.
static struct cd_check_rows take_rows(const struct cd_check_view *view, struct cd_check_rows *rows)
{
    struct cd_check_rows taken = {.items = cd_allocate(rows->count, sizeof *taken.items)};
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        bool together =
            i == 0 || view->check->kind == CD_CHECK_ERROR_RATE ||
            (!is_of_points(view->check) && cd_check_same_curve(view, taken.items[0], rows->items[i]));
        if (together)
            taken.items[taken.count++] = rows->items[i];
        else
            rows->items[kept++] = rows->items[i];
    }
    rows->count = kept;
    return taken;
}

/// Judges rows that belong together, one of `count` such sets. Returns how many of them lack something that they should
/// have.
static size_t judge_rows(const struct cd_check_view *view, const struct cd_check_rows *rows, size_t count,
                         struct item *item)
{
    size_t row = rows->items[0];
    switch (view->check->kind) {
    case CD_CHECK_RATIO:
        judge_ratio(view, row, row_of(view, row, 1), item);
        return 0;
    case CD_CHECK_WITHIN:
        item->estimate = cd_check_value(view, row);
        judge_estimate(item, view->min, view->max);
        return 0;
    case CD_CHECK_EQUAL:
        judge_equality(view, row, count, item);
        return 0;
    case CD_CHECK_ERROR_RATE:
        return judge_error_rate(view, rows, item);
    case CD_CHECK_MONOTONE:
    case CD_CHECK_SLOPE:
    case CD_CHECK_FLATNESS:
    case CD_CHECK_CROSSING:
        break;
    }
    return judge_curve(view, rows, item);
}

/// Whether the check compares times, some of which were measured while other programs ran.
static bool is_disturbed(const struct cd_check_view *view, const struct cd_check_rows *rows)
{
    for (size_t i = 0; i < rows->count && view->kind != CD_COLUMN_OTHER; i++)
        for (size_t k = 0; k < view->series_count; k++) {
            size_t row = row_of(view, rows->items[i], k);
            if (row != CD_NO_ROW && cd_row_is_disturbed(view->cells, row))
                return true;
        }
    return false;
}

static struct items judge_items(const struct cd_check_view *view)
{
    struct items items = {0};
    struct cd_check_rows rows = cd_check_rows(view, view->series[0]);
    size_t found = filter_rows(view, &rows), expected = cd_check_expected(view), points = rows.count;
    // The paper prints values of only a few points.
    if (expected > found && view->check->kind != CD_CHECK_EQUAL)
        items.lacking = expected - found;
    while (rows.count) {
        struct cd_check_rows taken = take_rows(view, &rows);
        items.items = cd_grow(items.items, items.count, &items.capacity, sizeof *items.items);
        struct item *item = &items.items[items.count++];
        *item = (struct item){.estimate = cd_estimate_exact(NAN), .outcome = CD_CHECK_MISSING, .margin = NAN};
        cd_check_name_point(view, taken.items[0], item->point);
        items.lacking += judge_rows(view, &taken, points, item);
        bool disturbed = is_disturbed(view, &taken);
        items.disturbed |= disturbed;
        if (disturbed && item->outcome != CD_CHECK_MISSING) { // measurements on a busy machine decide nothing
            item->outcome = CD_CHECK_OPEN;
            SAY(item, " on a busy machine");
        }
        cd_free(taken.items);
    }
    cd_free(rows.items);
    return items;
}

// ---- the check --------------------------------------------------------------------------------------------

/// How far a value is inside its nearer bound; negative outside.
static double margin(const struct cd_check_view *view, const struct item *item)
{
    if (isnan(item->estimate.value))
        return -INFINITY;
    return !isnan(item->margin) ? item->margin
                                : fmin(item->estimate.value - view->min, view->max - item->estimate.value);
}

/// The item with the worst outcome; among equals, the one that is nearest to failing.
static const struct item *worst_of(const struct cd_check_view *view, const struct items *items)
{
    const struct item *chosen = &items->items[0];
    for (size_t i = 1; i < items->count; i++) {
        const struct item *item = &items->items[i];
        bool worse = cd_outcome_of_all(chosen->outcome, item->outcome) == item->outcome;
        bool nearer = margin(view, item) < margin(view, chosen);
        if (chosen->outcome == item->outcome ? nearer : worse)
            chosen = item;
    }
    return chosen;
}

/// The geometric mean or the median.
static double centre(const struct cd_check *check, const double *values, size_t count)
{
    if (check->gather == CD_GATHER_MEDIAN)
        return cd_median_of_reals(values, count);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += log(values[i]) / (double)count;
    return exp(sum);
}

/// The mean or median of the items. Both grow with each of their values, so the centre of the lower ends and that of
/// the upper ends bound them.
static struct cd_estimate gather_centre(const struct cd_check *check, const struct items *items,
                                        size_t *count)
{
    struct cd_estimate gathered = cd_estimate_exact(NAN);
    double *values = cd_allocate(3 * items->count, sizeof *values);
    double *lows = values + items->count, *highs = lows + items->count;
    bool intervals = false;
    *count = 0;
    for (size_t i = 0; i < items->count; i++) {
        struct cd_estimate estimate = items->items[i].estimate;
        if (isnan(estimate.value))
            continue;
        bool known = !isnan(estimate.low) && !isnan(estimate.high);
        intervals |= known;
        gathered.unsure |= estimate.unsure;
        values[*count] = estimate.value;
        lows[*count] = known ? estimate.low : estimate.value;
        highs[(*count)++] = known ? estimate.high : estimate.value;
    }
    if (*count)
        gathered.value = centre(check, values, *count);
    if (intervals) {
        gathered.low = centre(check, lows, *count);
        gathered.high = centre(check, highs, *count);
    }
    cd_free(values);
    return gathered;
}

/// Writes ", at least 1": the bounds of the value; empty when the check's words already state them.
static void write_bounds(const struct cd_check_view *view, char *text, size_t size)
{
    char numbers[2][32];
    const struct cd_check *check = view->check;
    // Only rates are shown in percent.
    double scale = check->kind == CD_CHECK_ERROR_RATE || check->kind == CD_CHECK_MONOTONE ? 100 : 1;
    const char *unit = scale > 1 ? " %" : "";
    cd_number_text(view->min * scale, numbers[0]);
    cd_number_text(view->max * scale, numbers[1]);
    text[0] = '\0';
    if (isfinite(view->min) && isfinite(view->max))
        snprintf(text, size, ", from %s to %s%s", numbers[0], numbers[1], unit);
    else if (isfinite(view->min))
        snprintf(text, size, ", at least %s%s", numbers[0], unit);
    else if (isfinite(view->max))
        snprintf(text, size, ", at most %s%s", numbers[1], unit);
}

/// Sets the estimate and the text: value, point, number of points, bounds, what is missing.
static void write_result(const struct cd_check_view *view, struct cd_estimate estimate, const char *value,
                         const char *point, const char *gathered, size_t lacking,
                         struct cd_check_result *result)
{
    char bounds[90], missing[60] = "";
    result->value = estimate.value;
    result->low = estimate.low;
    result->high = estimate.high;
    write_bounds(view, bounds, sizeof bounds);
    if (lacking)
        snprintf(missing, sizeof missing, "; %zu point%s not measured", lacking, cd_plural(lacking));
    snprintf(result->text, sizeof result->text, "%s%s%s%s%s%s", value, *point ? " at " : "", point, gathered,
             bounds, missing);
}

/// Adds to the text the points that hold or those that fail, whichever are fewer.
static void add_range(const struct items *items, struct cd_check_result *result)
{
    size_t holds = result->points[CD_CHECK_HOLDS], fails = result->points[CD_CHECK_FAILS];
    enum cd_check_outcome fewer = holds <= fails ? CD_CHECK_HOLDS : CD_CHECK_FAILS;
    const char *before = fewer == CD_CHECK_HOLDS ? "; holds at " : "; fails at ";
    for (size_t i = 0; i < items->count && holds && fails; i++) {
        if (items->items[i].outcome != fewer)
            continue;
        cd_append(result->text, sizeof result->text, "%s%s", before, items->items[i].point);
        before = ", ";
    }
}

static void gather_one(const struct cd_check_view *view, const struct items *items,
                       struct cd_check_result *result)
{
    const struct item *item = worst_of(view, items);
    char gathered[60] = "";
    if (items->count > 1)
        snprintf(gathered, sizeof gathered, ", worst of %zu", items->count);
    for (size_t i = 0; i < items->count; i++)
        result->points[items->items[i].outcome]++;
    result->outcome = item->outcome;
    if (item->outcome == CD_CHECK_MISSING && result->points[CD_CHECK_MISSING] < items->count)
        result->outcome = CD_CHECK_OPEN; // part of it was measured
    write_result(view, item->estimate, item->text, item->point, gathered, items->lacking, result);
    add_range(items, result);
}

static void gather_all(const struct cd_check_view *view, const struct items *items,
                       struct cd_check_result *result)
{
    char value[120] = "not measured", gathered[60];
    size_t count;
    struct cd_estimate estimate = gather_centre(view->check, items, &count);
    if (!isnan(estimate.value))
        cd_estimate_write(estimate, 1, value, sizeof value);
    snprintf(gathered, sizeof gathered, ", %s of %zu",
             view->check->gather == CD_GATHER_MEDIAN ? "median" : "geometric mean", count);
    result->outcome = cd_estimate_judge(estimate, view->min, view->max);
    if ((count < items->count && result->outcome == CD_CHECK_HOLDS) ||
        (items->disturbed && result->outcome != CD_CHECK_MISSING))
        result->outcome = CD_CHECK_OPEN; // the missing points, or a quiet machine, could change it
    write_result(view, estimate, value, "", gathered, items->lacking + items->count - count, result);
}

static void gather(const struct cd_check_view *view, const struct items *items,
                   struct cd_check_result *result)
{
    const struct cd_check *check = view->check;
    bool together = check->gather != CD_GATHER_EVERY && items->count > 1;
    if (together)
        gather_all(view, items, result);
    else
        gather_one(view, items, result);
    // A check that holds at some points and lacks others does not hold yet.
    if (items->lacking && result->outcome == CD_CHECK_HOLDS)
        result->outcome = CD_CHECK_OPEN;
    if (together || check->kind == CD_CHECK_EQUAL) { // judged as one
        memset(result->points, 0, sizeof result->points);
        result->points[result->outcome] = 1;
    } else {
        result->points[CD_CHECK_MISSING] += items->lacking;
    }
}

static struct cd_check_view make_view(const struct cd_check *check, const struct cd_experiment *experiment,
                                      const struct cd_measurements *measurements)
{
    struct cd_check_view view = {
        .check = check,
        .experiment = experiment,
        .measurements = measurements,
        .cells = measurements->rows.cells,
        .kind = check->column ? cd_column_kind(experiment, check->column) : CD_COLUMN_OTHER,
        .series = {check->series, check->against},
        .series_count = check->against ? 2 : 1,
        .min = check->min,
        .max = check->max,
    };
    if (check->kind == CD_CHECK_MONOTONE) {
        view.min = -INFINITY;
        view.max = check->tolerance;
    }
    return view;
}

struct cd_check_result cd_check_evaluate(const struct cd_check *check, const struct cd_experiment *experiment,
                                         const struct cd_measurements *measurements)
{
    struct cd_check_result result = {
        .outcome = CD_CHECK_MISSING, .value = NAN, .low = NAN, .high = NAN, .text = "not measured"};
    result.points[CD_CHECK_MISSING] = 1;
    if (!measurements->rows.cells)
        return result;
    struct cd_check_view view = make_view(check, experiment, measurements);
    struct items items = judge_items(&view);
    if (items.count) {
        result.points[CD_CHECK_MISSING] = 0;
        gather(&view, &items, &result);
    }
    cd_free(items.items);
    return result;
}
