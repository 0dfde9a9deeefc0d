/// Checks that are judged point by point: ratio, order, equality, bounds; and the rate of errors over all
/// points.
#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"
#include "bench/papers/checks.h"

#include <math.h>
#include <string.h>

struct cd_check_item *cd_check_add(const struct cd_check_view *view, struct cd_check_items *items, size_t row)
{
    items->items = cd_grow(items->items, items->count, &items->capacity, sizeof *items->items);
    struct cd_check_item *item = &items->items[items->count++];
    *item = (struct cd_check_item){
        .estimate = {NAN, NAN, NAN, false}, .outcome = CD_CHECK_MISSING, .margin = NAN};
    cd_check_name_point(view, row, item->point);
    return item;
}

void cd_check_bounds(const struct cd_check *check, double *min, double *max)
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

/// The value in row a over that in row b, judged. Nothing over nothing is neither more nor less.
static enum cd_check_outcome judge_ratio(const struct cd_check_view *view, size_t a, size_t b,
                                         struct cd_estimate *ratio, char *text, size_t size)
{
    double min, max;
    struct cd_estimate over = cd_check_value(view, a), under = cd_check_value(view, b);
    cd_check_bounds(view->check, &min, &max);
    *ratio = cd_check_ratio(view, a, b);
    if (is_zero(over.value) && is_zero(under.value)) {
        snprintf(text, size, "both are 0");
        return CD_CHECK_OPEN;
    }
    if (over.value < 0 || under.value < 0) {
        char texts[2][32];
        snprintf(text, size, "no ratio: %s : %s", cd_number_text(over.value, texts[0]),
                 cd_number_text(under.value, texts[1]));
        *ratio = (struct cd_estimate){NAN, NAN, NAN, false};
        return CD_CHECK_MISSING;
    }
    if (isnan(ratio->value))
        snprintf(text, size, "not measured");
    else
        cd_estimate_write(*ratio, text, size);
    return cd_estimate_judge(*ratio, min, max);
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

struct cd_check_items cd_check_ratios(const struct cd_check_view *view)
{
    struct cd_check_items items = {0};
    const char *const series[] = {view->check->series, view->check->against};
    struct cd_check_rows rows = cd_check_rows(view, series[0]);
    size_t found = 0;
    for (size_t i = 0; i < rows.count; i++) {
        size_t partner = cd_check_partner(view, rows.items[i], series[1]);
        if (partner == CD_NO_ROW)
            continue;
        found++;
        if (is_left_out(view, rows.items[i]) || is_left_out(view, partner))
            continue;
        struct cd_check_item *item = cd_check_add(view, &items, rows.items[i]);
        item->outcome =
            judge_ratio(view, rows.items[i], partner, &item->estimate, item->text, sizeof item->text);
    }
    items.lacking = lacking(view, series, 2, found);
    cd_free(rows.items);
    return items;
}

/// Judges a step of an order where a value is not positive, so that there is no ratio.
static enum cd_check_outcome judge_step_by_sign(const struct cd_check_view *view, size_t low, size_t high,
                                                char *text, size_t size)
{
    char texts[2][32];
    struct cd_estimate before = cd_check_value(view, low), after = cd_check_value(view, high);
    if (isnan(before.value) || isnan(after.value)) {
        snprintf(text, size, "not measured");
        return CD_CHECK_MISSING;
    }
    snprintf(text, size, "%s then %s", cd_number_text(before.value, texts[0]),
             cd_number_text(after.value, texts[1]));
    struct cd_estimate step = cd_estimate_difference(after, before);
    return is_zero(step.value) ? CD_CHECK_OPEN : cd_estimate_judge(step, 0, INFINITY);
}

/// Judges one step of an order and keeps it in the item when it is the worst so far.
static void judge_step(const struct cd_check_view *view, size_t low, size_t high, bool first,
                       struct cd_check_item *item)
{
    struct cd_check_item step = {.estimate = {NAN, NAN, NAN, false}};
    if (cd_check_value(view, low).value > 0 && cd_check_value(view, high).value > 0)
        step.outcome = judge_ratio(view, high, low, &step.estimate, step.text, sizeof step.text);
    else
        step.outcome = judge_step_by_sign(view, low, high, step.text, sizeof step.text);
    // Equal numbers without errors are in no order.
    if (is_zero(step.estimate.value - 1) && isnan(step.estimate.low) && step.outcome == CD_CHECK_HOLDS &&
        is_zero(view->check->tolerance))
        step.outcome = CD_CHECK_OPEN;
    enum cd_check_outcome together = cd_outcome_of_all(item->outcome, step.outcome);
    bool smaller = isnan(item->estimate.value) || step.estimate.value < item->estimate.value;
    bool worse = together != item->outcome || (step.outcome == item->outcome && smaller);
    if (first || worse) {
        item->estimate = step.estimate;
        memcpy(item->text, step.text, sizeof item->text);
        item->outcome = step.outcome;
    }
}

/// The rows of all series at the point of the first one; false when one is missing.
static bool find_order(const struct cd_check_view *view, size_t row, size_t *rows)
{
    rows[0] = row;
    for (size_t k = 1; k < view->check->order.count; k++) {
        rows[k] = cd_check_partner(view, row, view->check->order.items[k]);
        if (rows[k] == CD_NO_ROW)
            return false;
    }
    return true;
}

struct cd_check_items cd_check_orders(const struct cd_check_view *view)
{
    struct cd_check_items items = {0};
    const struct cd_words *order = &view->check->order;
    CD_ASSERT(order->count > 1);
    struct cd_check_rows rows = cd_check_rows(view, order->items[0]);
    size_t *point = cd_allocate(order->count, sizeof *point), found = 0;
    for (size_t i = 0; i < rows.count; i++) {
        if (!find_order(view, rows.items[i], point))
            continue;
        found++;
        bool left_out = false;
        for (size_t k = 0; k < order->count; k++)
            left_out = left_out || is_left_out(view, point[k]);
        if (left_out)
            continue;
        struct cd_check_item *item = cd_check_add(view, &items, rows.items[i]);
        for (size_t k = 0; k + 1 < order->count; k++)
            judge_step(view, point[k], point[k + 1], k == 0, item);
    }
    items.lacking = lacking(view, order->items, order->count, found);
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
        bool here = !strcmp(printed->column, check->column) &&
                    !strcmp(printed->series, cd_dataset_text(view->cells, row, "series"));
        for (size_t k = 0; k < printed->at.count && here; k++)
            here =
                cd_dataset_matches(view->cells, row, printed->at.items[k].column, printed->at.items[k].value);
        if (here)
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

/// Equality up to errors of sampling: within so many standard errors.
static enum cd_check_outcome judge_by_deviations(const struct cd_check_view *view, size_t row,
                                                 double expected, size_t count, struct cd_check_item *item)
{
    double error, allowed = deviations_together(view->check->deviations, count);
    double value = cd_check_value(view, row).value;
    char texts[3][32];
    if (isnan(value) || !cd_dataset_number(view->cells, row, view->check->deviation, &error)) {
        snprintf(item->text, sizeof item->text, "no standard error");
        return CD_CHECK_MISSING;
    }
    double distance = fabs(value - expected);
    double off = is_zero(distance) ? 0 : distance / error;
    item->margin = allowed - off;
    item->estimate = (struct cd_estimate){value, value - 1.96 * error, value + 1.96 * error, false};
    cd_estimate_write(item->estimate, item->text, sizeof item->text);
    size_t length = strlen(item->text);
    snprintf(item->text + length, sizeof item->text - length, " against %s, %s of %s standard errors off",
             cd_number_text(expected, texts[0]), cd_number_text(off, texts[1]),
             cd_number_text(allowed, texts[2]));
    return off <= allowed ? CD_CHECK_HOLDS : CD_CHECK_FAILS;
}

/// Equality up to a fraction of the expected value; of 0, exactly.
static enum cd_check_outcome judge_by_tolerance(const struct cd_check_view *view, size_t row, double expected,
                                                struct cd_check_item *item)
{
    char text[32];
    struct cd_estimate value = cd_check_value(view, row);
    double reach = view->check->tolerance * fabs(expected);
    item->estimate = value;
    item->margin = -fabs(value.value - expected) / (is_zero(expected) ? 1 : fabs(expected));
    if (isnan(value.value)) {
        snprintf(item->text, sizeof item->text, "not measured");
        return CD_CHECK_MISSING;
    }
    cd_estimate_write(value, item->text, sizeof item->text);
    size_t length = strlen(item->text);
    snprintf(item->text + length, sizeof item->text - length, " against %s", cd_number_text(expected, text));
    return cd_estimate_judge(value, expected - reach, expected + reach);
}

struct cd_check_items cd_check_equals(const struct cd_check_view *view)
{
    struct cd_check_items items = {0};
    struct cd_check_rows rows = cd_check_rows(view, view->check->series);
    size_t count = 0;
    for (size_t i = 0; i < rows.count; i++)
        count += !isnan(expected_value(view, rows.items[i])) && !is_left_out(view, rows.items[i]);
    for (size_t i = 0; i < rows.count; i++) {
        double expected = expected_value(view, rows.items[i]);
        if (isnan(expected) || is_left_out(view, rows.items[i]))
            continue;
        struct cd_check_item *item = cd_check_add(view, &items, rows.items[i]);
        item->outcome = view->check->deviation
                            ? judge_by_deviations(view, rows.items[i], expected, count, item)
                            : judge_by_tolerance(view, rows.items[i], expected, item);
    }
    // What the paper prints, it prints of a few points only.
    if (!isnan(view->check->value))
        items.lacking = lacking(view, &view->check->series, 1, rows.count);
    cd_free(rows.items);
    return items;
}

struct cd_check_items cd_check_values(const struct cd_check_view *view)
{
    struct cd_check_items items = {0};
    const struct cd_check *check = view->check;
    struct cd_check_rows rows = cd_check_rows(view, check->series);
    for (size_t i = 0; i < rows.count; i++) {
        if (is_left_out(view, rows.items[i]))
            continue;
        struct cd_check_item *item = cd_check_add(view, &items, rows.items[i]);
        item->estimate = cd_check_value(view, rows.items[i]);
        if (isnan(item->estimate.value))
            snprintf(item->text, sizeof item->text, "not measured");
        else
            cd_estimate_write(item->estimate, item->text, sizeof item->text);
        item->outcome = cd_estimate_judge(item->estimate, check->min, check->max);
    }
    items.lacking = lacking(view, &check->series, 1, rows.count);
    cd_free(rows.items);
    return items;
}

struct cd_check_items cd_check_error_rates(const struct cd_check_view *view)
{
    struct cd_check_items items = {0};
    const struct cd_check *check = view->check;
    struct cd_check_rows rows = cd_check_rows(view, check->series);
    double errors = 0, trials = 0;
    size_t failed = 0;
    for (size_t i = 0; i < rows.count; i++) {
        double row_errors, row_trials;
        if (!cd_dataset_number(view->cells, rows.items[i], check->errors, &row_errors) ||
            !cd_dataset_number(view->cells, rows.items[i], check->trials, &row_trials)) {
            failed += cd_check_failed(view, rows.items[i]);
            continue;
        }
        errors += row_errors;
        trials += row_trials;
    }
    if (rows.count) {
        struct cd_check_item *item = cd_check_add(view, &items, rows.items[0]);
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
