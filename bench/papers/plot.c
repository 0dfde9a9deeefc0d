#include "bench/papers/plot.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/papers/measurements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- points -----------------------------------------------------------------------------------------------

static bool is_categorical(const struct cd_plot *plot, const struct cd_table *cells)
{
    const struct cd_figure *figure = plot->figure;
    bool categorical = figure->kind == CD_FIGURE_BARS || plot->by_series;
    for (size_t row = 0; row < cells->row_count && !categorical; row++) {
        double value;
        categorical = cd_conditions_hold(&figure->where, cells, row) &&
                      !cd_table_matches(cells, row, figure->x.column, "NA") &&
                      !cd_table_number(cells, row, figure->x.column, &value);
    }
    return categorical;
}

static double find_category(struct cd_plot *plot, const char *text)
{
    for (size_t i = 0; i < plot->categories.count; i++)
        if (cd_is_same_value(plot->categories.items[i], text))
            return (double)i;
    cd_texts_print(&plot->categories, "%s", text);
    return (double)plot->categories.count - 1;
}

/// Adds a point where the axes have a place for it: a logarithmic one has one for zeros, but not below. Returns
/// false where x or y is not known.
static bool add_point(struct cd_plot *plot, struct cd_plot_series *series, const char *x,
                      struct cd_plot_point point)
{
    const struct cd_figure *figure = plot->figure;
    if (plot->by_series)
        x = series->series->label;
    if (!strcmp(x, "NA"))
        return false;
    if (plot->categorical)
        point.x = find_category(plot, x);
    else if (!cd_parse_real(x, &point.x))
        return false;
    if (isnan(point.y))
        return false;
    if ((figure->x.logarithmic && point.x < 0) || (figure->y.logarithmic && point.y < 0)) {
        plot->negative++;
        return true;
    }
    series->points = cd_grow(series->points, series->count, &series->capacity, sizeof *series->points);
    series->points[series->count++] = point;
    return true;
}

static double read_number(const struct cd_table *cells, size_t row, const char *column)
{
    double value;
    return column && cd_table_number(cells, row, column, &value) && isfinite(value) ? value : NAN;
}

static void add_row(struct cd_plot *plot, struct cd_plot_series *series, const struct cd_table *cells,
                    size_t row)
{
    const struct cd_axis *x = &plot->figure->x, *y = &plot->figure->y;
    char buffer[CD_NUMBER_BYTES];
    struct cd_plot_point point = {
        .y = read_number(cells, row, y->column),
        .low = read_number(cells, row, y->low),
        .high = read_number(cells, row, y->high),
    };
    bool added = add_point(plot, series, cd_table_show(cells, row, x->column, buffer), point);
    plot->missing += !added;
    plot->disturbed += added && cd_column_kind(plot->experiment, y->column) != CD_COLUMN_OTHER &&
                       cd_row_is_disturbed(cells, row);
}

static bool contradicts(const struct cd_conditions *a, const struct cd_conditions *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const char *other = cd_find_condition(b, a->items[i].column);
        if (other && !cd_is_same_value(a->items[i].value, other))
            return true;
    }
    return false;
}

/// Where a printed number stands: its condition says so, or the row that was measured there.
static const char *find_printed_x(const struct cd_plot *plot, const struct cd_printed *printed,
                                  const struct cd_table *cells, char buffer[CD_NUMBER_BYTES])
{
    const char *column = plot->figure->x.column, *text = cd_find_condition(&printed->at, column);
    for (size_t row = 0; !text && row < cells->row_count; row++)
        if (cd_conditions_hold(&plot->figure->where, cells, row) &&
            cd_table_matches(cells, row, "series", printed->series) &&
            cd_conditions_hold(&printed->at, cells, row))
            text = cd_table_show(cells, row, column, buffer);
    return text ? text : "NA";
}

static void add_printed(struct cd_plot *plot, struct cd_plot_series *series, const struct cd_table *cells)
{
    for (size_t i = 0; i < plot->experiment->printed_count; i++) {
        const struct cd_printed *printed = &plot->experiment->printed[i];
        char buffer[CD_NUMBER_BYTES];
        if (!strcmp(printed->series, series->series->id) &&
            !strcmp(printed->column, plot->figure->y.column) &&
            !contradicts(&printed->at, &plot->figure->where))
            add_point(plot, series, find_printed_x(plot, printed, cells, buffer),
                      (struct cd_plot_point){0, printed->value, NAN, NAN});
    }
}

/// Rows in their own order, so that categories come in that of the experiment.
static void add_rows(struct cd_plot *plot, const struct cd_table *cells)
{
    for (size_t row = 0; row < cells->row_count; row++) {
        if (!cd_conditions_hold(&plot->figure->where, cells, row))
            continue;
        for (size_t i = 0; i < plot->series_count; i++)
            if (cd_table_matches(cells, row, "series", plot->series[i].series->id))
                add_row(plot, &plot->series[i], cells, row);
    }
}

static int compare_points(const void *a, const void *b)
{
    const struct cd_plot_point *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

static void finish_series(struct cd_plot *plot, struct cd_plot_series *series)
{
    if (series->count)
        qsort(series->points, series->count, sizeof *series->points, compare_points);
    *(series->printed ? &plot->printed_count : &plot->point_count) += series->count;
    for (size_t i = 0; i < series->count && !series->printed; i++) {
        const struct cd_plot_point *point = &series->points[i];
        series->bounds |= !isnan(point->low) && !isnan(point->high);
        plot->ambiguous += i && point->x == point[-1].x;
    }
}

// ---- axes -------------------------------------------------------------------------------------------------

/// Room for numbers above bars, as a share of the axis.
#define ABOVE_BARS 0.12

/// What an axis has to show.
struct span {
    double low, high; ///< of all values; low > high when there are none
    double positive;  ///< the smallest above 0; INFINITY when there are none
    bool zeros;       ///< some are 0
    bool from_zero;   ///< a linear axis begins at 0 where it can
    bool doubling;    ///< all are powers of two
    bool bars;        ///< values stand on the lower end of the axis and have their number above them
};

/// Widens the span by a value and its bounds, which may be NAN.
static void widen(struct span *span, double value, double low, double high)
{
    const double values[] = {value, low, high};
    int exponent;
    span->zeros |= value == 0;
    span->doubling &= value > 0 && frexp(value, &exponent) == 0.5;
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
    axis->low = span->bars ? pow(10, floor(log10(low / 1.3))) : low / margin;
    if (span->zeros) {
        axis->zero = pow(10, floor(log10(low) + 1e-9) - 1);
        axis->low = span->bars ? axis->zero : axis->zero / pow(high / axis->zero, 0.03);
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

static struct cd_plot_axis fit_axis(const struct span *span, bool logarithmic)
{
    struct cd_plot_axis axis = {
        .logarithmic = logarithmic && isfinite(span->positive), .high = 1, .zero = NAN};
    axis.doubling = span->doubling && span->high >= 4 * span->low;
    if (span->low > span->high)
        return axis; // nothing to show
    if (axis.logarithmic)
        fit_logarithmic(&axis, span);
    else
        fit_linear(&axis, span);
    return axis;
}

static void fit_axes(struct cd_plot *plot)
{
    const struct cd_figure *figure = plot->figure;
    struct span x = {.low = INFINITY, .high = -INFINITY, .positive = INFINITY, .doubling = true}, y = x;
    y.from_zero = true;
    y.bars = figure->kind == CD_FIGURE_BARS;
    for (size_t i = 0; i < 2 * plot->series_count; i++)
        for (size_t k = 0; k < plot->series[i].count; k++) {
            const struct cd_plot_point *point = &plot->series[i].points[k];
            widen(&x, point->x, NAN, NAN);
            widen(&y, point->y, point->low, point->high);
        }
    y.doubling = false;
    plot->y = fit_axis(&y, figure->y.logarithmic);
    plot->x = fit_axis(&x, figure->x.logarithmic);
    if (plot->categorical)
        plot->x =
            (struct cd_plot_axis){.low = -0.5, .high = (double)plot->categories.count - 0.5, .zero = NAN};
}

struct cd_plot *cd_plot_make(const struct cd_experiment *experiment, const struct cd_figure *figure,
                             const struct cd_table *cells)
{
    struct cd_plot *plot = cd_allocate(1, sizeof *plot);
    plot->experiment = experiment;
    plot->figure = figure;
    plot->by_series = !strcmp(figure->x.column, "series");
    plot->categorical = is_categorical(plot, cells);
    plot->series = cd_allocate(2 * experiment->series_count, sizeof *plot->series);
    for (size_t i = 0; i < experiment->series_count; i++)
        if (!figure->series.count || experiment->series[i].added ||
            CD_NAMED(figure->series.items, figure->series.count, experiment->series[i].id))
            plot->series[plot->series_count++].series = &experiment->series[i];
    add_rows(plot, cells);
    for (size_t i = 0; i < plot->series_count; i++) {
        struct cd_plot_series *ours = &plot->series[i], *printed = ours + plot->series_count;
        *printed = (struct cd_plot_series){.series = ours->series, .printed = true};
        if (figure->printed)
            add_printed(plot, printed, cells);
        finish_series(plot, ours);
        finish_series(plot, printed);
    }
    fit_axes(plot);
    return plot;
}

void cd_plot_free(struct cd_plot *plot)
{
    for (size_t i = 0; i < 2 * plot->series_count; i++)
        cd_free(plot->series[i].points);
    cd_free(plot->series);
    cd_texts_free(&plot->categories);
    cd_free(plot);
}
