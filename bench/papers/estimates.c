#include "bench/papers/estimates.h"

#include "bench/harness/statistics.h"

#include <math.h>
#include <stdio.h>

const char *cd_check_outcome_name(enum cd_check_outcome outcome)
{
    static const char *const names[] = {"holds", "fails", "open", "missing"};
    return names[outcome];
}

struct cd_estimate cd_estimate_exact(double value)
{
    return (struct cd_estimate){value, NAN, NAN, false};
}

struct cd_estimate cd_estimate_share(double events, double trials)
{
    struct cd_interval interval = cd_share_interval(events, trials);
    return (struct cd_estimate){events / trials, interval.low, interval.high, false};
}

struct cd_estimate cd_estimate_scaled(double value, const double *factors, size_t count)
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

struct cd_estimate cd_estimate_wider(struct cd_estimate a, struct cd_estimate b)
{
    return (struct cd_estimate){a.value, fmin(a.low, b.low), fmax(a.high, b.high), a.unsure || b.unsure};
}

static bool has_interval(struct cd_estimate estimate)
{
    return !isnan(estimate.low) && !isnan(estimate.high);
}

/// Gives an exact quantity its own value as interval when it is combined with one that has an interval.
static struct cd_estimate with_interval(struct cd_estimate estimate)
{
    if (!has_interval(estimate))
        estimate.low = estimate.high = estimate.value;
    return estimate;
}

static struct cd_interval interval_of(struct cd_estimate estimate)
{
    return (struct cd_interval){.low = estimate.low, .high = estimate.high, .confidence = 0.95};
}

struct cd_estimate cd_estimate_ratio(struct cd_estimate a, struct cd_estimate b)
{
    struct cd_estimate ratio = {a.value / b.value, NAN, NAN, a.unsure || b.unsure};
    if (isnan(a.value) || isnan(b.value) || ratio.unsure || (!has_interval(a) && !has_interval(b)))
        return ratio;
    a = with_interval(a);
    b = with_interval(b);
    if (a.low > 0 && b.low > 0) {
        struct cd_interval interval = cd_ratio_interval(a.value, interval_of(a), b.value, interval_of(b));
        ratio.low = interval.low;
        ratio.high = interval.high;
    } else if (a.low >= 0 && b.low >= 0 && b.high > 0) {
        // An end at 0 has no logarithm. The extremes give an interval that is too wide rather than too narrow.
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

void cd_estimate_write(struct cd_estimate estimate, double scale, char *text, size_t size)
{
    char value[32], low[32], high[32];
    const char *unit = scale > 1 ? " %" : "";
    cd_number_text(scale * estimate.value, value);
    if (estimate.unsure)
        snprintf(text, size, "%s%s (too few samples for an interval)", value, unit);
    else if (!has_interval(estimate))
        snprintf(text, size, "%s%s", value, unit);
    else
        snprintf(text, size, "%s%s (%s%s to %s%s)", value, unit, cd_number_text(scale * estimate.low, low),
                 unit, cd_number_text(scale * estimate.high, high), unit);
}
