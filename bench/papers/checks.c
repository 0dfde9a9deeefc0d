#include "bench/papers/checks.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"
#include "bench/papers/check_rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// One point, or one curve, at which a check is judged.
struct item {
    struct cd_estimate estimate;
    enum cd_check_outcome outcome;
    double margin;             ///< how far inside its bounds; NAN: as the estimate's value says
    char point[CD_POINT_TEXT]; ///< "triangles=1000", "" where there is one only
    char text[160];            ///< value and interval, "1.84 (1.79 to 1.91)", or what is missing
};

/// The items of a check; `lacking` points should have been measured and were not.
struct items {
    size_t count, capacity, lacking;
    struct item *items;
};

// ---- points -----------------------------------------------------------------------------------------------

static struct item *add_item(const struct cd_check_view *view, struct items *items, size_t row)
{
    items->items = cd_grow(items->items, items->count, &items->capacity, sizeof *items->items);
    struct item *item = &items->items[items->count++];
    *item = (struct item){.estimate = {NAN, NAN, NAN, false}, .outcome = CD_CHECK_MISSING, .margin = NAN};
    cd_check_name_point(view, row, item->point);
    return item;
}

static void find_bounds(const struct cd_check *check, double *min, double *max)
{
    *min = check->min;
    *max = check->max;
    if (check->kind == CD_CHECK_ORDER) {
        *min = 1 - check->tolerance;
        *max = INFINITY;
    } else if (check->kind == CD_CHECK_MONOTONE) {
        *min = -INFINITY;
        *max = check->tolerance;
    } else if (check->kind == CD_CHECK_EQUAL) {
        *min = 1 - check->tolerance;
        *max = 1 + check->tolerance;
    }
}

static bool is_zero(double value)
{
    return value >= 0 && value <= 0;
}

/// Judges the item by its estimate.
static void judge_estimate(struct item *item, double min, double max)
{
    item->outcome = cd_estimate_judge(item->estimate, min, max);
    if (isnan(item->estimate.value))
        snprintf(item->text, sizeof item->text, "not measured");
    else
        cd_estimate_write(item->estimate, item->text, sizeof item->text);
}

/// Judges the value in row a over that in row b. Nothing over nothing is neither more nor less.
static void judge_ratio(const struct cd_check_view *view, size_t a, size_t b, struct item *item)
{
    double min, max, over = cd_check_value(view, a).value, under = cd_check_value(view, b).value;
    find_bounds(view->check, &min, &max);
    if (over < 0 || under < 0) {
        char texts[2][32];
        snprintf(item->text, sizeof item->text, "no ratio: %s : %s", cd_number_text(over, texts[0]),
                 cd_number_text(under, texts[1]));
        return;
    }
    item->estimate = cd_check_ratio(view, a, b);
    judge_estimate(item, min, max);
    if (is_zero(over) && is_zero(under)) {
        snprintf(item->text, sizeof item->text, "both are 0");
        item->outcome = CD_CHECK_OPEN;
    }
}

/// What should have been measured, less what was.
static size_t lacking(const struct cd_check_view *view, const char *const *series, size_t count, size_t found)
{
    size_t expected = cd_check_expected(view, series, count);
    return expected > found ? expected - found : 0;
}

/// True when a row has no value by intention, so that the point does not count.
static bool is_left_out(const struct cd_check_view *view, size_t row)
{
    return !view->check->errors && isnan(cd_check_value(view, row).value) && !cd_check_failed(view, row);
}

/// Judges a step of an order where a value is not positive, so that there is no ratio.
static void judge_step_by_sign(const struct cd_check_view *view, size_t low, size_t high, struct item *item)
{
    char texts[2][32];
    struct cd_estimate before = cd_check_value(view, low), after = cd_check_value(view, high);
    if (isnan(before.value) || isnan(after.value)) {
        snprintf(item->text, sizeof item->text, "not measured");
        return;
    }
    snprintf(item->text, sizeof item->text, "%s then %s", cd_number_text(before.value, texts[0]),
             cd_number_text(after.value, texts[1]));
    struct cd_estimate step = cd_estimate_difference(after, before);
    item->outcome = is_zero(step.value) ? CD_CHECK_OPEN : cd_estimate_judge(step, 0, INFINITY);
}

/// Judges one step of an order and keeps it in the item when it is the worst so far.
static void judge_step(const struct cd_check_view *view, size_t low, size_t high, bool first,
                       struct item *item)
{
    struct item step = *item;
    step.estimate = (struct cd_estimate){NAN, NAN, NAN, false};
    step.outcome = CD_CHECK_MISSING;
    if (cd_check_value(view, low).value > 0 && cd_check_value(view, high).value > 0)
        judge_ratio(view, high, low, &step);
    else
        judge_step_by_sign(view, low, high, &step);
    // Equal numbers without errors are in no order.
    if (is_zero(step.estimate.value - 1) && isnan(step.estimate.low) && step.outcome == CD_CHECK_HOLDS &&
        is_zero(view->check->tolerance))
        step.outcome = CD_CHECK_OPEN;
    enum cd_check_outcome together = cd_outcome_of_all(item->outcome, step.outcome);
    bool smaller = isnan(item->estimate.value) || step.estimate.value < item->estimate.value;
    if (first || together != item->outcome || (step.outcome == item->outcome && smaller))
        *item = step;
}

/// Finds the rows of all series at the point of the first one; false when one is missing.
static bool find_point(const struct cd_check_view *view, const char *const *series, size_t count,
                       size_t *point)
{
    for (size_t k = 1; k < count; k++)
        if ((point[k] = cd_check_partner(view, point[0], series[k])) == CD_NO_ROW)
            return false;
    return true;
}

/// Judges the rows of a point as the check's kind asks.
static void judge_point(const struct cd_check_view *view, const size_t *point, size_t count,
                        struct item *item)
{
    if (view->check->kind == CD_CHECK_RATIO) {
        judge_ratio(view, point[0], point[1], item);
    } else if (view->check->kind == CD_CHECK_ORDER) {
        for (size_t k = 0; k + 1 < count; k++)
            judge_step(view, point[k], point[k + 1], k == 0, item);
    } else {
        item->estimate = cd_check_value(view, point[0]);
        judge_estimate(item, view->check->min, view->check->max);
    }
}

/// Judges every point at which all series have rows.
static struct items judge_points(const struct cd_check_view *view, const char *const *series, size_t count)
{
    struct items items = {0};
    struct cd_check_rows rows = cd_check_rows(view, series[0]);
    size_t *point = cd_allocate(count, sizeof *point), found = 0;
    for (size_t i = 0; i < rows.count; i++) {
        bool left_out = false;
        point[0] = rows.items[i];
        if (!find_point(view, series, count, point))
            continue;
        found++;
        for (size_t k = 0; k < count; k++)
            left_out = left_out || is_left_out(view, point[k]);
        if (!left_out)
            judge_point(view, point, count, add_item(view, &items, point[0]));
    }
    items.lacking = lacking(view, series, count, found);
    cd_free(point);
    cd_free(rows.items);
    return items;
}

/// What a row should equal: the check's value, else what the paper prints there; NAN for nothing.
static double expected_value(const struct cd_check_view *view, size_t row)
{
    const struct cd_check *check = view->check;
    if (!isnan(check->value))
        return check->value;
    for (size_t i = 0; i < view->experiment->printed_count; i++) {
        const struct cd_printed *printed = &view->experiment->printed[i];
        if (!strcmp(printed->column, check->column) &&
            !strcmp(printed->series, cd_table_text(view->cells, row, "series")) &&
            cd_conditions_hold(&printed->at, view->cells, row))
            return printed->value;
    }
    return NAN;
}

/// As many standard errors for `count` cells together as `deviations` are for one, by Bonferroni's bound: of
/// many cells one is far off by chance.
static double deviations_together(double deviations, size_t count)
{
    double tail = erfc(deviations / sqrt(2)) / (double)count, low = deviations, high = deviations + 40;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > tail)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/// Adds what the value was held against.
static void add_words(struct item *item, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add_words(struct item *item, const char *format, ...)
{
    size_t length = strlen(item->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(item->text + length, sizeof item->text - length, format, arguments);
    va_end(arguments);
}

/// Equality up to errors of sampling: within so many standard errors.
static void judge_by_deviations(const struct cd_check_view *view, size_t row, double expected, size_t count,
                                struct item *item)
{
    double error, allowed = deviations_together(view->check->deviations, count);
    double value = cd_check_value(view, row).value;
    char texts[3][32];
    if (isnan(value) || !cd_table_number(view->cells, row, view->check->deviation, &error)) {
        snprintf(item->text, sizeof item->text, "no standard error");
        return;
    }
    double distance = fabs(value - expected);
    double off = is_zero(distance) ? 0 : distance / error;
    item->margin = allowed - off;
    item->estimate = (struct cd_estimate){value, value - 1.96 * error, value + 1.96 * error, false};
    cd_estimate_write(item->estimate, item->text, sizeof item->text);
    add_words(item, " against %s, %s of %s standard errors off", cd_number_text(expected, texts[0]),
              cd_number_text(off, texts[1]), cd_number_text(allowed, texts[2]));
    item->outcome = off <= allowed ? CD_CHECK_HOLDS : CD_CHECK_FAILS;
}

/// Equality up to a fraction of the expected value; of 0, exactly.
static void judge_by_tolerance(const struct cd_check_view *view, size_t row, double expected,
                               struct item *item)
{
    char text[32];
    double reach = view->check->tolerance * fabs(expected);
    item->estimate = cd_check_value(view, row);
    item->margin = -fabs(item->estimate.value - expected) / (is_zero(expected) ? 1 : fabs(expected));
    judge_estimate(item, expected - reach, expected + reach);
    if (!isnan(item->estimate.value))
        add_words(item, " against %s", cd_number_text(expected, text));
}

static struct items judge_equals(const struct cd_check_view *view)
{
    struct items items = {0};
    struct cd_check_rows rows = cd_check_rows(view, view->check->series);
    size_t count = 0;
    for (size_t i = 0; i < rows.count; i++)
        count += !isnan(expected_value(view, rows.items[i])) && !is_left_out(view, rows.items[i]);
    for (size_t i = 0; i < rows.count; i++) {
        double expected = expected_value(view, rows.items[i]);
        if (isnan(expected) || is_left_out(view, rows.items[i]))
            continue;
        struct item *item = add_item(view, &items, rows.items[i]);
        if (view->check->deviation)
            judge_by_deviations(view, rows.items[i], expected, count, item);
        else
            judge_by_tolerance(view, rows.items[i], expected, item);
    }
    // What the paper prints, it prints of a few points only.
    if (!isnan(view->check->value))
        items.lacking = lacking(view, &view->check->series, 1, rows.count);
    cd_free(rows.items);
    return items;
}

static struct items judge_error_rates(const struct cd_check_view *view)
{
    struct items items = {0};
    const struct cd_check *check = view->check;
    struct cd_check_rows rows = cd_check_rows(view, check->series);
    double errors = 0, trials = 0;
    size_t failed = 0;
    for (size_t i = 0; i < rows.count; i++) {
        double row_errors, row_trials;
        if (!cd_table_number(view->cells, rows.items[i], check->errors, &row_errors) ||
            !cd_table_number(view->cells, rows.items[i], check->trials, &row_trials)) {
            failed += cd_check_failed(view, rows.items[i]);
            continue;
        }
        errors += row_errors;
        trials += row_trials;
    }
    if (rows.count) {
        struct item *item = add_item(view, &items, rows.items[0]);
        item->point[0] = '\0'; // of all rows
        if (trials > 0 && errors >= 0 && errors <= trials) {
            struct cd_interval interval = cd_share_interval(errors, trials);
            char share[100];
            item->estimate = (struct cd_estimate){errors / trials, interval.low, interval.high, false};
            cd_estimate_write_percent(item->estimate, share, sizeof share);
            snprintf(item->text, sizeof item->text, "%.0f of %.0f = %.80s", errors, trials, share);
            item->outcome = cd_estimate_judge(item->estimate, check->min, check->max);
        } else {
            snprintf(item->text, sizeof item->text, "%.0f of %.0f: no rate", errors, trials);
        }
    }
    items.lacking = failed + lacking(view, &check->series, 1, rows.count);
    cd_free(rows.items);
    return items;
}

// ---- curves -----------------------------------------------------------------------------------------------

/// A point of a curve, which runs along a variable at fixed values of the others.
struct curve_point {
    double x;
    struct cd_estimate value, against; ///< against: 1 where the check names no other series
};

struct curve {
    size_t count, capacity;
    struct curve_point *points; ///< by ascending x
};

static int compare_points(const void *a, const void *b)
{
    double x = ((const struct curve_point *)a)->x, y = ((const struct curve_point *)b)->x;
    return (x > y) - (x < y);
}

/// Reads a point; false where a row has none, and `*lacking` grows where it should.
static bool read_point(const struct cd_check_view *view, size_t row, struct curve_point *point,
                       size_t *lacking)
{
    const struct cd_check *check = view->check;
    *point = (struct curve_point){.value = cd_check_value(view, row), .against = {1, NAN, NAN, false}};
    bool failed = isnan(point->value.value) && cd_check_failed(view, row);
    if (check->against) {
        size_t partner = cd_check_partner(view, row, check->against);
        if (partner == CD_NO_ROW)
            return false; // not run there, or counted with what was expected
        point->against = cd_check_value(view, partner);
        failed = failed || (isnan(point->against.value) && cd_check_failed(view, partner));
    }
    *lacking += failed;
    return cd_table_number(view->cells, row, check->over, &point->x) && !isnan(point->value.value) &&
           !isnan(point->against.value);
}

/// All points of the curve that the first of `rows` is on; its rows are taken out of the list.
static struct curve take_curve(const struct cd_check_view *view, struct cd_check_rows *rows, size_t *lacking)
{
    struct curve curve = {0};
    size_t first = rows->items[0], kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        struct curve_point point;
        if (!cd_check_same_curve(view, first, rows->items[i])) {
            rows->items[kept++] = rows->items[i];
            continue;
        }
        if (!read_point(view, rows->items[i], &point, lacking))
            continue;
        curve.points = cd_grow(curve.points, curve.count, &curve.capacity, sizeof *curve.points);
        curve.points[curve.count++] = point;
    }
    rows->count = kept;
    if (curve.count)
        qsort(curve.points, curve.count, sizeof *curve.points, compare_points);
    return curve;
}

static void negate(struct cd_estimate *estimate)
{
    *estimate = (struct cd_estimate){-estimate->value, -estimate->high, -estimate->low, estimate->unsure};
}

/// How far the second value lies behind the first, as a fraction of `whole`.
static struct cd_estimate step_back(struct cd_estimate from, struct cd_estimate to, bool falling,
                                    double whole)
{
    struct cd_estimate back = cd_estimate_difference(from, to);
    if (!(whole > 0)) // from nothing to nothing
        return (struct cd_estimate){0, NAN, NAN, false};
    if (falling)
        negate(&back);
    back.value /= whole;
    back.low /= whole;
    back.high /= whole;
    return back;
}

/// What a step between two points is a fraction of. Errors of times grow with the times, so that neighbours
/// are compared with each other; those of rates do not, and near 0 a step would be large beside its
/// neighbours.
static double whole_of(const struct cd_check *check, const struct curve *curve, size_t first, size_t last)
{
    double whole = 0;
    for (size_t i = check->errors ? 0 : first; i <= (check->errors ? curve->count - 1 : last); i++)
        whole = fmax(whole, fabs(curve->points[i].value.value));
    return whole;
}

/// All the way it must have gone forward by more than the errors.
static enum cd_check_outcome judge_whole_way(const struct cd_check *check, const struct curve *curve)
{
    size_t last = curve->count - 1;
    struct cd_estimate way = step_back(curve->points[0].value, curve->points[last].value, check->falling,
                                       whole_of(check, curve, 0, last));
    if (!(way.value < 0) && !(way.value > 0))
        return CD_CHECK_OPEN;
    return cd_estimate_judge(way, -INFINITY, 0);
}

static void write_monotone(const struct curve *curve, struct item *item)
{
    char from[32], to[32], back[100] = "no step back";
    if (item->estimate.value > 0 || item->estimate.high > 0 || item->estimate.unsure) {
        snprintf(back, sizeof back, "step back of ");
        size_t length = strlen(back);
        cd_estimate_write_percent(item->estimate, back + length, sizeof back - length);
    }
    snprintf(item->text, sizeof item->text, "%.20s to %.20s, %.76s",
             cd_number_text(curve->points[0].value.value, from),
             cd_number_text(curve->points[curve->count - 1].value.value, to), back);
}

/// Judges all steps; the item is about the worst one, of equals the largest.
static void judge_monotone(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    const struct cd_check *check = view->check;
    double min, max;
    find_bounds(check, &min, &max);
    for (size_t i = 0; i + 1 < curve->count; i++) {
        struct cd_estimate back = step_back(curve->points[i].value, curve->points[i + 1].value,
                                            check->falling, whole_of(check, curve, i, i + 1));
        enum cd_check_outcome outcome = cd_estimate_judge(back, min, max);
        bool worse = outcome != item->outcome && cd_outcome_of_all(outcome, item->outcome) == outcome;
        if (i == 0 || worse || (outcome == item->outcome && back.value > item->estimate.value)) {
            item->estimate = back;
            item->outcome = outcome;
        }
    }
    item->outcome = cd_outcome_of_all(item->outcome, judge_whole_way(check, curve));
    write_monotone(curve, item);
}

static void judge_slope(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    double *x = cd_allocate(curve->count, sizeof *x), *y = cd_allocate(curve->count, sizeof *y);
    bool positive = true;
    for (size_t i = 0; i < curve->count && positive; i++) {
        const struct curve_point *point = &curve->points[i];
        double ratio = point->value.value / point->against.value;
        positive = point->x > 0 && point->value.value > 0 && point->against.value > 0;
        x[i] = log(point->x);
        y[i] = log(ratio);
        if (!positive)
            snprintf(item->text, sizeof item->text, "no logarithm: %g at %s=%g",
                     point->value.value > 0 ? point->against.value : point->value.value, view->check->over,
                     point->x);
    }
    if (positive && x[0] < x[curve->count - 1]) {
        struct cd_line line = cd_fit_line(x, y, curve->count);
        item->estimate = (struct cd_estimate){line.slope, line.low, line.high, curve->count < 3};
        judge_estimate(item, view->check->min, view->check->max);
    } else if (positive) {
        snprintf(item->text, sizeof item->text, "no slope: one value of %s", view->check->over);
    }
    cd_free(x);
    cd_free(y);
}

/// The largest value over the smallest one, of the series or of the one it is compared with.
static struct cd_estimate largest_over_smallest(const struct curve *curve, bool of_against)
{
    struct cd_estimate max = {-INFINITY, NAN, NAN, false}, min = {INFINITY, NAN, NAN, false};
    for (size_t i = 0; i < curve->count; i++) {
        struct cd_estimate value = of_against ? curve->points[i].against : curve->points[i].value;
        if (value.value > max.value)
            max = value;
        if (value.value < min.value)
            min = value;
    }
    if (!(min.value > 0))
        return (struct cd_estimate){NAN, NAN, NAN, false};
    return cd_estimate_ratio(max, min);
}

static void judge_flatness(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    char texts[2][32];
    struct cd_estimate own = largest_over_smallest(curve, false), other = largest_over_smallest(curve, true);
    item->estimate = view->check->against ? cd_estimate_ratio(own, other) : own;
    if (isnan(item->estimate.value)) {
        snprintf(item->text, sizeof item->text, "no ratio: a value is not positive");
        return;
    }
    judge_estimate(item, view->check->min, view->check->max);
    if (view->check->against)
        add_words(item, ", max/min %s and %s", cd_number_text(own.value, texts[0]),
                  cd_number_text(other.value, texts[1]));
}

static void judge_curve(const struct cd_check_view *view, const struct curve *curve, struct item *item)
{
    if (curve->count < 2) {
        snprintf(item->text, sizeof item->text, "%zu point%s", curve->count, curve->count == 1 ? "" : "s");
        return;
    }
    if (view->check->kind == CD_CHECK_MONOTONE)
        judge_monotone(view, curve, item);
    else if (view->check->kind == CD_CHECK_SLOPE)
        judge_slope(view, curve, item);
    else
        judge_flatness(view, curve, item);
}

/// How many rows the check needs both sides of, as far as they are there.
static size_t count_found(const struct cd_check_view *view, const struct cd_check_rows *rows)
{
    size_t found = 0;
    for (size_t i = 0; i < rows->count; i++)
        found += !view->check->against ||
                 cd_check_partner(view, rows->items[i], view->check->against) != CD_NO_ROW;
    return found;
}

static struct items judge_curves(const struct cd_check_view *view)
{
    struct items items = {0};
    const char *const series[] = {view->check->series, view->check->against};
    struct cd_check_rows rows = cd_check_rows(view, series[0]);
    size_t found = count_found(view, &rows);
    items.lacking = lacking(view, series, 2, found);
    while (rows.count) {
        size_t first = rows.items[0];
        struct curve curve = take_curve(view, &rows, &items.lacking);
        judge_curve(view, &curve, add_item(view, &items, first));
        cd_free(curve.points);
    }
    cd_free(rows.items);
    return items;
}

// ---- the check --------------------------------------------------------------------------------------------

static struct items judge_items(const struct cd_check_view *view)
{
    const struct cd_check *check = view->check;
    const char *const pair[] = {check->series, check->against};
    switch (check->kind) {
    case CD_CHECK_RATIO:
        return judge_points(view, pair, 2);
    case CD_CHECK_ORDER:
        return judge_points(view, check->order.items, check->order.count);
    case CD_CHECK_WITHIN:
        return judge_points(view, pair, 1);
    case CD_CHECK_EQUAL:
        return judge_equals(view);
    case CD_CHECK_ERROR_RATE:
        return judge_error_rates(view);
    case CD_CHECK_MONOTONE:
    case CD_CHECK_SLOPE:
    case CD_CHECK_FLATNESS:
        break;
    }
    return judge_curves(view);
}

/// How far a value is inside its bounds, the nearer one counting; negative outside.
static double margin(const struct cd_check *check, const struct item *item)
{
    double min, max;
    if (isnan(item->estimate.value))
        return -INFINITY;
    if (!isnan(item->margin))
        return item->margin;
    find_bounds(check, &min, &max);
    return fmin(item->estimate.value - min, max - item->estimate.value);
}

/// The item with the worst outcome, or the best where one is enough; of equals the one nearest to failing.
static const struct item *choose(const struct cd_check *check, const struct items *items, bool best)
{
    const struct item *chosen = &items->items[0];
    for (size_t i = 1; i < items->count; i++) {
        const struct item *item = &items->items[i];
        enum cd_check_outcome worse = cd_outcome_of_all(chosen->outcome, item->outcome);
        bool nearer = margin(check, item) < margin(check, chosen);
        if (chosen->outcome == item->outcome ? nearer != best : (worse == item->outcome) != best)
            chosen = item;
    }
    return chosen;
}

static bool is_geometric(const struct cd_check *check)
{
    return check->kind == CD_CHECK_RATIO || check->kind == CD_CHECK_ORDER || check->kind == CD_CHECK_FLATNESS;
}

/// Mean or median of numbers; the mean of ratios is the geometric one.
static double centre(const struct cd_check *check, const double *values, size_t count)
{
    if (check->gather == CD_GATHER_MEDIAN)
        return cd_median_of_reals(values, count);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (is_geometric(check) ? log(values[i]) : values[i]) / (double)count;
    return is_geometric(check) ? exp(sum) : sum;
}

/// Mean or median of the items. Both rise with each of their values, so that the centres of the lower and of
/// the upper ends bound them.
static struct cd_estimate gather_centre(const struct cd_check *check, const struct items *items,
                                        size_t *count)
{
    double *values[3];
    struct cd_estimate gathered = {NAN, NAN, NAN, false};
    for (int k = 0; k < 3; k++)
        values[k] = cd_allocate(items->count, sizeof *values[k]);
    *count = 0;
    bool intervals = false;
    for (size_t i = 0; i < items->count; i++) {
        struct cd_estimate estimate = items->items[i].estimate;
        if (isnan(estimate.value))
            continue;
        bool known = !isnan(estimate.low) && !isnan(estimate.high);
        intervals = intervals || known;
        gathered.unsure = gathered.unsure || estimate.unsure;
        values[0][*count] = estimate.value;
        values[1][*count] = known ? estimate.low : estimate.value;
        values[2][(*count)++] = known ? estimate.high : estimate.value;
    }
    if (*count) {
        gathered.value = centre(check, values[0], *count);
        gathered.low = intervals ? centre(check, values[1], *count) : NAN;
        gathered.high = intervals ? centre(check, values[2], *count) : NAN;
    }
    for (int k = 0; k < 3; k++)
        cd_free(values[k]);
    return gathered;
}

/// ", at least 1": what the value is held against; empty where the check's words say it all.
static void write_bounds(const struct cd_check *check, char *text, size_t size)
{
    char numbers[2][32];
    // Only of rates the values are shown in percent.
    double scale = check->kind == CD_CHECK_ERROR_RATE || check->kind == CD_CHECK_MONOTONE ? 100 : 1;
    const char *unit = scale > 1 ? " %" : "";
    double min, max;
    find_bounds(check, &min, &max);
    cd_number_text(min * scale, numbers[0]);
    cd_number_text(max * scale, numbers[1]);
    text[0] = '\0';
    if (check->kind == CD_CHECK_EQUAL) {
        if (!check->deviation)
            snprintf(text, size, ", within %s %%", cd_number_text(100 * check->tolerance, numbers[0]));
    } else if (isfinite(min) && isfinite(max)) {
        snprintf(text, size, ", from %s to %s%s", numbers[0], numbers[1], unit);
    } else if (isfinite(min)) {
        snprintf(text, size, ", at least %s%s", numbers[0], unit);
    } else if (isfinite(max)) {
        snprintf(text, size, ", at most %s%s", numbers[1], unit);
    }
}

/// Value, point, number of points, bounds, what is lacking.
static void write_result(const struct cd_check *check, const char *value, const char *point,
                         const char *gathered, size_t lacking, struct cd_check_result *result)
{
    char bounds[90], missing[60] = "";
    write_bounds(check, bounds, sizeof bounds);
    if (lacking)
        snprintf(missing, sizeof missing, "; %zu point%s not measured", lacking, lacking == 1 ? "" : "s");
    snprintf(result->text, sizeof result->text, "%s%s%s%s%s%s", value, *point ? " at " : "", point, gathered,
             bounds, missing);
}

static void gather_one(const struct cd_check *check, const struct items *items,
                       struct cd_check_result *result)
{
    bool best = check->gather == CD_GATHER_ANY;
    const struct item *item = choose(check, items, best);
    char gathered[60] = "";
    if (items->count > 1)
        snprintf(gathered, sizeof gathered, ", %s of %zu", best ? "best" : "worst", items->count);
    result->outcome = item->outcome;
    for (size_t i = 0; i < items->count && item->outcome == CD_CHECK_MISSING; i++)
        if (items->items[i].outcome != CD_CHECK_MISSING)
            result->outcome = CD_CHECK_OPEN; // some of it was measured
    result->value = item->estimate.value;
    result->low = item->estimate.low;
    result->high = item->estimate.high;
    write_result(check, item->text, item->point, gathered, items->lacking, result);
}

static void gather_all(const struct cd_check *check, const struct items *items,
                       struct cd_check_result *result)
{
    char value[120] = "not measured", gathered[60];
    size_t count, left = items->lacking;
    double min, max;
    struct cd_estimate estimate = gather_centre(check, items, &count);
    find_bounds(check, &min, &max);
    if (!isnan(estimate.value))
        cd_estimate_write(estimate, value, sizeof value);
    snprintf(gathered, sizeof gathered, ", %s of %zu",
             check->gather == CD_GATHER_MEDIAN ? "median"
             : is_geometric(check)             ? "geometric mean"
                                               : "mean",
             count);
    left += items->count - count;
    result->outcome = cd_estimate_judge(estimate, min, max);
    if (count < items->count && result->outcome == CD_CHECK_HOLDS)
        result->outcome = CD_CHECK_OPEN; // what the others would add is not known
    result->value = estimate.value;
    result->low = estimate.low;
    result->high = estimate.high;
    write_result(check, value, "", gathered, left, result);
}

static void gather(const struct cd_check *check, const struct items *items, struct cd_check_result *result)
{
    bool together = (check->gather == CD_GATHER_MEDIAN || check->gather == CD_GATHER_MEAN) &&
                    items->count > 1 && check->kind != CD_CHECK_EQUAL && check->kind != CD_CHECK_MONOTONE;
    if (together)
        gather_all(check, items, result);
    else
        gather_one(check, items, result);
    // What holds at some points only does not hold yet; where one is enough, the one may be lacking.
    enum cd_check_outcome hasty = check->gather == CD_GATHER_ANY ? CD_CHECK_FAILS : CD_CHECK_HOLDS;
    if (items->lacking && result->outcome == hasty)
        result->outcome = CD_CHECK_OPEN;
}

struct cd_check_result cd_check_evaluate(const struct cd_check *check, const struct cd_experiment *experiment,
                                         const struct cd_measurements *measurements)
{
    struct cd_check_result result = {
        .outcome = CD_CHECK_MISSING, .value = NAN, .low = NAN, .high = NAN, .text = "not measured"};
    if (!measurements->rows.cells)
        return result;
    struct cd_check_view view = {.check = check,
                                 .experiment = experiment,
                                 .cells = measurements->rows.cells,
                                 .passes = measurements->rows.passes,
                                 .size = measurements->size,
                                 .kind = check->column ? cd_column_kind(experiment, check->column)
                                                       : CD_COLUMN_OTHER};
    struct items items = judge_items(&view);
    if (items.count)
        gather(check, &items, &result);
    cd_free(items.items);
    return result;
}
