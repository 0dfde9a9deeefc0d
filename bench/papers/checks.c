/// A check as a whole: its items are judged, gathered and put into words.
#include "bench/papers/checks.h"
#include "bench/papers/measurements.h"

#include "base/memory.h"
#include "bench/harness/statistics.h"

#include <math.h>
#include <string.h>

static struct cd_check_items judge_items(const struct cd_check_view *view)
{
    switch (view->check->kind) {
    case CD_CHECK_RATIO:
        return cd_check_ratios(view);
    case CD_CHECK_ORDER:
        return cd_check_orders(view);
    case CD_CHECK_EQUAL:
        return cd_check_equals(view);
    case CD_CHECK_WITHIN:
        return cd_check_values(view);
    case CD_CHECK_ERROR_RATE:
        return cd_check_error_rates(view);
    case CD_CHECK_MONOTONE:
    case CD_CHECK_SLOPE:
    case CD_CHECK_FLATNESS:
        break;
    }
    return cd_check_curves(view);
}

/// How far a value is inside its bounds, the nearer one counting; negative outside.
static double margin(const struct cd_check *check, const struct cd_check_item *item)
{
    double min, max;
    if (isnan(item->estimate.value))
        return -INFINITY;
    if (!isnan(item->margin))
        return item->margin;
    cd_check_bounds(check, &min, &max);
    return fmin(item->estimate.value - min, max - item->estimate.value);
}

/// The item with the worst outcome, or the best where one is enough; of equals the one nearest to failing.
static const struct cd_check_item *choose(const struct cd_check *check, const struct cd_check_items *items,
                                          bool best)
{
    const struct cd_check_item *chosen = &items->items[0];
    for (size_t i = 1; i < items->count; i++) {
        const struct cd_check_item *item = &items->items[i];
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
static struct cd_estimate gather_centre(const struct cd_check *check, const struct cd_check_items *items,
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
    cd_check_bounds(check, &min, &max);
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

static void gather_one(const struct cd_check *check, const struct cd_check_items *items,
                       struct cd_check_result *result)
{
    bool best = check->gather == CD_GATHER_ANY;
    const struct cd_check_item *item = choose(check, items, best);
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

static void gather_all(const struct cd_check *check, const struct cd_check_items *items,
                       struct cd_check_result *result)
{
    char value[120] = "not measured", gathered[60];
    size_t count, left = items->lacking;
    double min, max;
    struct cd_estimate estimate = gather_centre(check, items, &count);
    cd_check_bounds(check, &min, &max);
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

static void gather(const struct cd_check *check, const struct cd_check_items *items,
                   struct cd_check_result *result)
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
    if (!measurements->cells)
        return result;
    struct cd_check_view view = {
        check, experiment, measurements->cells, measurements->samples, measurements->size, CD_COLUMN_OTHER};
    view.kind = cd_check_column_kind(&view);
    struct cd_check_items items = judge_items(&view);
    if (items.count)
        gather(check, &items, &result);
    cd_free(items.items);
    return result;
}
