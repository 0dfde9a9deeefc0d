#include "bench/plot/plot.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cd_plot_add(struct cd_plot_points *points, double x, double y, double low, double high)
{
    points->items = cd_grow(points->items, points->count, &points->capacity, sizeof *points->items);
    points->items[points->count++] = (struct cd_plot_point){x, y, low, high};
}

static int compare_points(const void *a, const void *b)
{
    const struct cd_plot_point *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

// ---- axes -------------------------------------------------------------------------------------------------

/// Space for numbers above bars, as a share of the axis.
#define ABOVE_BARS 0.16

/// The values that an axis has to show.
struct span {
    double low, high; ///< of all values; low > high when there are none
    double positive;  ///< the smallest above 0; INFINITY when there are none
    bool zeros;       ///< some are 0
    bool from_zero;   ///< a linear axis begins at 0 where it can
    bool bars;        ///< bars start at the lower end of the axis and have their number above them
};

/// Widens the span by a value and its bounds, which may be NAN.
static void widen(struct span *span, double value, double low, double high)
{
    const double values[] = {value, low, high};
    span->zeros |= value == 0;
    for (size_t i = 0; i < 3; i++) {
        span->low = fmin(span->low, values[i]);
        span->high = fmax(span->high, values[i]);
        if (values[i] > 0)
            span->positive = fmin(span->positive, values[i]);
    }
}

static void fit_logarithmic(struct cd_plot_axis *axis, const struct span *span)
{
    double low = span->positive, high = span->high;
    if (high < 1.5 * low) {
        double widening = sqrt(1.5 * low / high);
        low /= widening;
        high *= widening;
    }
    double margin = pow(high / low, 0.04);
    axis->low = low / margin;
    if (span->zeros) {
        axis->zero = pow(10, floor(log10(low) + 1e-9) - 1);
        axis->low = axis->zero / pow(high / axis->zero, 0.03);
    }
    axis->high = high * (span->bars ? pow(high / axis->low, ABOVE_BARS) : margin);
}

static void fit_linear(struct cd_plot_axis *axis, const struct span *span)
{
    double low = span->low, high = span->high;
    if (span->from_zero) {
        low = fmin(low, 0);
        high = fmax(high, 0);
    }
    if (high - low <= 1e-12 * fmax(fabs(low), fabs(high))) {
        double half = low == 0 ? 1 : fabs(low) / 5;
        high += half;
        low -= span->from_zero ? 0 : half;
    }
    double margin = 0.04 * (high - low);
    axis->low = low == 0 && span->from_zero ? 0 : low - margin;
    if (span->bars)
        margin = ABOVE_BARS * (high - low);
    axis->high = high == 0 && span->from_zero ? 0 : high + margin;
}

static void fit_axis(struct cd_plot_axis *axis, const struct span *span)
{
    axis->logarithmic &= isfinite(span->positive);
    axis->low = 0;
    axis->high = 1;
    axis->zero = NAN;
    if (span->low > span->high)
        return; // nothing to show
    if (axis->logarithmic)
        fit_logarithmic(axis, span);
    else
        fit_linear(axis, span);
}

static void fit_points(struct cd_plot_points *points, struct span *x, struct span *y)
{
    if (points->count)
        qsort(points->items, points->count, sizeof *points->items, compare_points);
    for (size_t i = 0; i < points->count; i++) {
        widen(x, points->items[i].x, NAN, NAN);
        widen(y, points->items[i].y, points->items[i].low, points->items[i].high);
    }
}

static void fit_categories(struct cd_plot *plot)
{
    plot->x.logarithmic = false;
    plot->x.low = -0.5;
    plot->x.high = (double)plot->categories.count - 0.5;
    plot->x.zero = NAN;
}

void cd_plot_fit(struct cd_plot *plot)
{
    struct span x = {.low = INFINITY, .high = -INFINITY, .positive = INFINITY}, y = x;
    y.from_zero = true;
    y.bars = plot->kind == CD_PLOT_BARS;
    if (!isnan(plot->level))
        widen(&y, plot->level, NAN, NAN);
    for (size_t i = 0; i < plot->series_count; i++) {
        fit_points(&plot->series[i].points, &x, &y);
        fit_points(&plot->series[i].printed, &x, &y);
    }
    fit_axis(&plot->x, &x);
    fit_axis(&plot->y, &y);
    if (plot->categorical)
        fit_categories(plot);
    // Labels distinguish series that are categories, so all series of an algorithm look the same.
    for (size_t i = 0; i < plot->series_count && plot->by_series; i++)
        cd_choose_looks(&plot->series[i], 1);
    if (!plot->by_series)
        cd_choose_looks(plot->series, plot->series_count);
}

void cd_plot_release(struct cd_plot *plot)
{
    for (size_t i = 0; i < plot->series_count; i++) {
        cd_free(plot->series[i].points.items);
        cd_free(plot->series[i].printed.items);
    }
    cd_free(plot->series);
    cd_free(plot->marks);
    cd_texts_free(&plot->categories);
}

// ---- panels -----------------------------------------------------------------------------------------------

/// Gives every series of the panel a place of its own.
static void place_by_series(struct cd_plot *panel)
{
    for (size_t i = 0; i < panel->series_count; i++) {
        struct cd_plot_points *const both[] = {&panel->series[i].points, &panel->series[i].printed};
        for (size_t k = 0; k < 2; k++)
            for (size_t at = 0; at < both[k]->count; at++)
                both[k]->items[at].x = (double)i;
        cd_texts_print(&panel->categories, "%s", panel->series[i].label);
    }
    fit_categories(panel);
}

struct cd_plots cd_plot_split(struct cd_plot *plot)
{
    size_t shown = 0;
    for (size_t i = 0; i < plot->series_count; i++) {
        struct cd_plot_series *series = &plot->series[i];
        if (series->points.count || series->printed.count)
            plot->series[shown++] = *series;
    }
    size_t count = (shown + CD_PLOT_SERIES_MAX - 1) / CD_PLOT_SERIES_MAX;
    struct cd_plots plots = {count, cd_allocate(count, sizeof *plots.items)};
    for (size_t i = 0, first = 0; i < count; i++) {
        struct cd_plot *panel = &plots.items[i];
        *panel = *plot;
        panel->series_count = (shown - first) / (count - i);
        panel->series = cd_allocate(panel->series_count, sizeof *panel->series);
        memcpy(panel->series, plot->series + first, panel->series_count * sizeof *panel->series);
        first += panel->series_count;
        panel->marks = NULL;
        panel->mark_count = 0;
        panel->categories = (struct cd_texts){0};
        for (size_t k = 0; k < plot->categories.count && !plot->by_series; k++)
            cd_texts_print(&panel->categories, "%s", plot->categories.items[k]);
        if (plot->by_series)
            place_by_series(panel);
    }
    plot->series_count = 0; // its points now belong to the panels
    cd_plot_release(plot);
    return plots;
}

void cd_plots_release(struct cd_plots *plots)
{
    for (size_t i = 0; i < plots->count; i++)
        cd_plot_release(&plots->items[i]);
    cd_free(plots->items);
}
