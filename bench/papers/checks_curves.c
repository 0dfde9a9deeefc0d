/// Checks along a variable: monotone, slope, flatness. Each curve, at fixed values of the other variables, is
/// an item.
#include "base/memory.h"
#include "bench/harness/statistics.h"
#include "bench/papers/checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    return cd_dataset_number(view->cells, row, check->over, &point->x) && !isnan(point->value.value) &&
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

static void write_monotone(const struct curve *curve, struct cd_check_item *item)
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
static void judge_monotone(const struct cd_check_view *view, const struct curve *curve,
                           struct cd_check_item *item)
{
    const struct cd_check *check = view->check;
    double min, max;
    cd_check_bounds(check, &min, &max);
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

static void judge_slope(const struct cd_check_view *view, const struct curve *curve,
                        struct cd_check_item *item)
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
        cd_estimate_write(item->estimate, item->text, sizeof item->text);
        item->outcome = cd_estimate_judge(item->estimate, view->check->min, view->check->max);
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

static void judge_flatness(const struct cd_check_view *view, const struct curve *curve,
                           struct cd_check_item *item)
{
    char texts[2][32];
    struct cd_estimate own = largest_over_smallest(curve, false), other = largest_over_smallest(curve, true);
    item->estimate = view->check->against ? cd_estimate_ratio(own, other) : own;
    if (isnan(item->estimate.value)) {
        snprintf(item->text, sizeof item->text, "no ratio: a value is not positive");
        return;
    }
    cd_estimate_write(item->estimate, item->text, sizeof item->text);
    size_t length = strlen(item->text);
    if (view->check->against)
        snprintf(item->text + length, sizeof item->text - length, ", max/min %s and %s",
                 cd_number_text(own.value, texts[0]), cd_number_text(other.value, texts[1]));
    item->outcome = cd_estimate_judge(item->estimate, view->check->min, view->check->max);
}

static void judge_curve(const struct cd_check_view *view, const struct curve *curve,
                        struct cd_check_item *item)
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

struct cd_check_items cd_check_curves(const struct cd_check_view *view)
{
    struct cd_check_items items = {0};
    const char *const series[] = {view->check->series, view->check->against};
    struct cd_check_rows rows = cd_check_rows(view, series[0]);
    size_t found = count_found(view, &rows), expected = cd_check_expected(view, series, 2);
    items.lacking = expected > found ? expected - found : 0;
    while (rows.count) {
        size_t first = rows.items[0];
        struct curve curve = take_curve(view, &rows, &items.lacking);
        judge_curve(view, &curve, cd_check_add(view, &items, first));
        cd_free(curve.points);
    }
    cd_free(rows.items);
    return items;
}
