#include "bench/papers/plot.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/papers/measurements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cd_plot_is_by_series(const struct cd_figure *figure)
{
    return !strcmp(figure->x.column, "series");
}

static bool is_categorical(const struct cd_figure *figure, const struct cd_table *cells)
{
    if (figure->kind == CD_FIGURE_BARS || cd_plot_is_by_series(figure))
        return true;
    for (size_t row = 0; row < cells->row_count; row++) {
        double value;
        if (cd_conditions_hold(&figure->where, cells, row) &&
            !cd_table_matches(cells, row, figure->x.column, "NA") &&
            !cd_table_number(cells, row, figure->x.column, &value))
            return true;
    }
    return false;
}

static double find_category(struct cd_plot *plot, const char *text)
{
    for (size_t i = 0; i < plot->category_count; i++)
        if (cd_is_same_value(plot->categories[i], text))
            return (double)i;
    plot->categories =
        cd_grow(plot->categories, plot->category_count, &plot->category_capacity, sizeof *plot->categories);
    plot->categories[plot->category_count] = cd_duplicate(text);
    return (double)plot->category_count++;
}

/// x as the axis has it, or false where it is not known.
static bool find_x(struct cd_plot *plot, const char *text, double *x)
{
    if (!strcmp(text, "NA"))
        return false;
    if (plot->categorical) {
        *x = find_category(plot, text);
        return true;
    }
    return cd_parse_real(text, x);
}

static void add_point(struct cd_plot_points *points, struct cd_plot_point point)
{
    points->items = cd_grow(points->items, points->count, &points->capacity, sizeof *points->items);
    points->items[points->count++] = point;
}

static double read_bound(const struct cd_table *cells, size_t row, const char *column)
{
    double value;
    return column && cd_table_number(cells, row, column, &value) && isfinite(value) ? value : NAN;
}

/// True when a logarithmic axis has a place for the point; zeros have one.
static bool has_place(struct cd_plot *plot, const struct cd_plot_point *point)
{
    const struct cd_figure *figure = plot->figure;
    bool below = (figure->x.logarithmic && !plot->categorical && point->x < 0) ||
                 (figure->y.logarithmic && point->y < 0);
    plot->negative += below;
    return !below;
}

/// Adds what a row says of a series.
static void add_row(struct cd_plot *plot, struct cd_plot_series *series, const struct cd_table *cells,
                    size_t row)
{
    const struct cd_axis *x = &plot->figure->x, *y = &plot->figure->y;
    char buffer[CD_NUMBER_BYTES];
    const char *text = cd_plot_is_by_series(plot->figure) ? series->series->label
                                                          : cd_table_show(cells, row, x->column, buffer);
    struct cd_plot_point point;
    if (!find_x(plot, text, &point.x) || !cd_table_number(cells, row, y->column, &point.y) ||
        !isfinite(point.y)) {
        plot->missing++;
        return;
    }
    point.x_low = plot->categorical ? NAN : read_bound(cells, row, x->low);
    point.x_high = plot->categorical ? NAN : read_bound(cells, row, x->high);
    point.y_low = read_bound(cells, row, y->low);
    point.y_high = read_bound(cells, row, y->high);
    if (has_place(plot, &point))
        add_point(&series->ours, point);
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
static const char *find_printed_x(const struct cd_plot *plot, const struct cd_plot_series *series,
                                  const struct cd_printed *printed, const struct cd_table *cells,
                                  char buffer[CD_NUMBER_BYTES])
{
    if (cd_plot_is_by_series(plot->figure))
        return series->series->label;
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
    const struct cd_experiment *experiment = plot->experiment;
    for (size_t i = 0; i < experiment->printed_count; i++) {
        const struct cd_printed *printed = &experiment->printed[i];
        struct cd_plot_point point = {0, printed->value, NAN, NAN, NAN, NAN};
        char buffer[CD_NUMBER_BYTES];
        if (!strcmp(printed->series, series->series->id) &&
            !strcmp(printed->column, plot->figure->y.column) &&
            !contradicts(&printed->at, &plot->figure->where) &&
            find_x(plot, find_printed_x(plot, series, printed, cells, buffer), &point.x) &&
            has_place(plot, &point))
            add_point(&series->printed, point);
    }
}

static int compare_points(const void *a, const void *b)
{
    const struct cd_plot_point *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
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

static void add_series(struct cd_plot *plot)
{
    const struct cd_experiment *experiment = plot->experiment;
    const struct cd_words *wanted = &plot->figure->series;
    plot->series = cd_allocate(experiment->series_count, sizeof *plot->series);
    for (size_t i = 0; i < experiment->series_count; i++)
        if (!wanted->count || CD_NAMED(wanted->items, wanted->count, experiment->series[i].id))
            plot->series[plot->series_count++].series = &experiment->series[i];
}

static void widen(struct cd_plot_span *span, double value)
{
    if (isnan(value))
        return;
    span->low = fmin(span->low, value);
    span->high = fmax(span->high, value);
    if (value > 0)
        span->positive = fmin(span->positive, value);
}

static bool is_power_of_two(double value)
{
    int exponent;
    return value > 0 && frexp(value, &exponent) == 0.5;
}

static void widen_by_points(struct cd_plot_span *x, struct cd_plot_span *y,
                            const struct cd_plot_points *points)
{
    for (size_t i = 0; i < points->count; i++) {
        const struct cd_plot_point *point = &points->items[i];
        x->zeros |= point->x == 0;
        x->doubling &= is_power_of_two(point->x);
        y->zeros |= point->y == 0;
        const double xs[] = {point->x, point->x_low, point->x_high},
                     ys[] = {point->y, point->y_low, point->y_high};
        for (size_t k = 0; k < 3; k++) {
            widen(x, xs[k]);
            widen(y, ys[k]);
        }
    }
}

static void fit_axes(struct cd_plot *plot)
{
    const struct cd_figure *figure = plot->figure;
    struct cd_plot_span x = {.low = INFINITY, .high = -INFINITY, .positive = INFINITY}, y = x;
    x.doubling = true;
    y.from_zero = true;
    y.bars = figure->kind == CD_FIGURE_BARS;
    for (size_t i = 0; i < plot->series_count; i++) {
        widen_by_points(&x, &y, &plot->series[i].ours);
        widen_by_points(&x, &y, &plot->series[i].printed);
    }
    plot->y = cd_plot_axis_fit(&y, figure->y.logarithmic);
    plot->x = cd_plot_axis_fit(&x, figure->x.logarithmic);
    if (plot->categorical)
        plot->x = (struct cd_plot_axis){.low = -0.5, .high = (double)plot->category_count - 0.5, .zero = NAN};
}

/// Sorts the points and counts them.
static void finish_series(struct cd_plot *plot, struct cd_plot_series *series)
{
    struct cd_plot_points *both[] = {&series->ours, &series->printed};
    for (size_t i = 0; i < 2; i++)
        if (both[i]->count)
            qsort(both[i]->items, both[i]->count, sizeof *both[i]->items, compare_points);
    plot->point_count += series->ours.count;
    plot->printed_count += series->printed.count;
    for (size_t i = 0; i < series->ours.count; i++) {
        const struct cd_plot_point *point = &series->ours.items[i];
        series->x_bounds |= !isnan(point->x_low) && !isnan(point->x_high);
        series->y_bounds |= !isnan(point->y_low) && !isnan(point->y_high);
        plot->ambiguous += i && point->x == point[-1].x;
    }
}

struct cd_plot *cd_plot_make(const struct cd_experiment *experiment, const struct cd_figure *figure,
                             const struct cd_table *cells)
{
    struct cd_plot *plot = cd_allocate(1, sizeof *plot);
    plot->experiment = experiment;
    plot->figure = figure;
    plot->categorical = is_categorical(figure, cells);
    add_series(plot);
    add_rows(plot, cells);
    for (size_t i = 0; i < plot->series_count; i++) {
        if (figure->printed)
            add_printed(plot, &plot->series[i], cells);
        finish_series(plot, &plot->series[i]);
    }
    fit_axes(plot);
    return plot;
}

void cd_plot_free(struct cd_plot *plot)
{
    if (!plot)
        return;
    for (size_t i = 0; i < plot->series_count; i++) {
        cd_free(plot->series[i].ours.items);
        cd_free(plot->series[i].printed.items);
    }
    for (size_t i = 0; i < plot->category_count; i++)
        cd_free(plot->categories[i]);
    cd_free(plot->series);
    cd_free(plot->categories);
    cd_free(plot);
}
