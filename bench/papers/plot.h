/// What a figure shows, as numbers: the points of its series, the paper's printed ones, the ranges and tics
/// of its axes and the notes that stand below its title. figures.h draws it.
#ifndef CD_BENCH_PAPERS_PLOT_H
#define CD_BENCH_PAPERS_PLOT_H

#include "bench/papers/paper.h"
#include "bench/record/dataset.h"

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
};

struct cd_plot_tic {
    double at;
    char label[40]; ///< "" for a minor one
};

/// The drawn part of an axis. On a logarithmic one that has to show zeros, these stand at its lower end,
/// which is `zero`; NAN where there are none.
struct cd_plot_axis {
    bool logarithmic;
    double low, high, zero;
    size_t tic_count, tic_capacity;
    struct cd_plot_tic *tics;
};

struct cd_plot {
    const struct cd_experiment *experiment;
    const struct cd_figure *figure;
    size_t series_count;
    struct cd_plot_series *series;
    /// Where x is no number, or bars are grouped by it: x of a point is the index of its text here.
    bool categorical;
    size_t category_count, category_capacity;
    const char **categories; ///< of the measurements or the experiment
    struct cd_plot_axis x, y;
    size_t missing;   ///< rows without a number to show
    size_t negative;  ///< points that a logarithmic axis cannot show
    size_t ambiguous; ///< points that share series and x with another one
    size_t point_count, printed_count;
};

/// Gathers what a figure shows from the rows of its experiment. The plot refers to all three.
struct cd_plot *cd_plot_make(const struct cd_experiment *experiment, const struct cd_figure *figure,
                             const struct cd_dataset *cells);
void cd_plot_free(struct cd_plot *plot);

/// Writes a decimal number with its thousands apart, from five digits on.
void cd_plot_write_number(char *text, size_t size, double value, int decimals);

/// Whether x is the series themselves, which go by their labels then, each in a place of its own.
bool cd_plot_is_by_series(const struct cd_figure *figure);

/// What an axis has to show.
struct cd_plot_span {
    double low, high; ///< of all values; low > high when there are none
    double positive;  ///< the smallest above 0; INFINITY when there are none
    bool zeros;       ///< some are 0
    bool from_zero;   ///< a linear axis begins at 0 where it can
    bool doubling;    ///< all of several values are powers of two, and so are the tics then
    bool bars;        ///< values stand on the lower end of the axis and have their number above them
};

/// Sets range and tics of an axis, which is linear where no value is above 0.
void cd_plot_axis_fit(struct cd_plot_axis *axis, const struct cd_plot_span *span, bool logarithmic);

#endif
