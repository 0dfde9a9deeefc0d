/// What a figure shows, as numbers: the points of its series, the paper's printed ones, the ranges and tics
/// of its axes and the notes that stand below its title. figures.h draws it.
#ifndef CD_BENCH_PAPERS_PLOT_H
#define CD_BENCH_PAPERS_PLOT_H

#include "base/table.h"
#include "bench/papers/paper.h"
#include "bench/papers/plot_axis.h"

/// A point; the bounds are NAN where there is no error bar.
struct cd_plot_point {
    double x, y;
    double x_low, x_high, y_low, y_high;
};

struct cd_plot_points {
    size_t count, capacity;
    struct cd_plot_point *items;
};

struct cd_plot_series {
    const struct cd_series *series;
    struct cd_plot_points ours, printed; ///< sorted by x
    bool x_bounds, y_bounds;             ///< some of ours have error bars of that direction
};

struct cd_plot {
    const struct cd_experiment *experiment;
    const struct cd_figure *figure;
    size_t series_count;
    struct cd_plot_series *series;
    /// Where x is no number, or bars are grouped by it: x of a point is the index of its text here.
    bool categorical;
    size_t category_count, category_capacity;
    char **categories;
    struct cd_plot_axis x, y;
    size_t missing;   ///< rows without a number to show
    size_t negative;  ///< points that a logarithmic axis cannot show
    size_t ambiguous; ///< points that share series and x with another one
    size_t point_count, printed_count;
};

/// Gathers what a figure shows from the rows of its experiment. The plot refers to all three.
struct cd_plot *cd_plot_make(const struct cd_experiment *experiment, const struct cd_figure *figure,
                             const struct cd_table *cells);
void cd_plot_free(struct cd_plot *plot);

/// Whether x is the series themselves, which go by their labels then, each in a place of its own.
bool cd_plot_is_by_series(const struct cd_figure *figure);

#endif
