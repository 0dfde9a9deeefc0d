/// What a figure shows, as numbers: the points of its series, the paper's printed ones, the ranges of its axes;
/// and as commands for gnuplot, which lays it out.
#ifndef CD_BENCH_PAPERS_PLOT_H
#define CD_BENCH_PAPERS_PLOT_H

#include "base/options.h"
#include "base/table.h"
#include "bench/papers/drawing.h"
#include "bench/papers/paper.h"

/// A point; the bounds of y are NAN where there is no error bar.
struct cd_plot_point {
    double x, y, low, high;
};

/// The points that we have of a series, or those that the paper prints of it.
struct cd_plot_series {
    const struct cd_series *series;
    bool printed;
    bool bounds; ///< some have error bars
    size_t count, capacity;
    struct cd_plot_point *points; ///< sorted by x
};

/// The drawn part of an axis. On a logarithmic one that has to show zeros, these stand at its lower end,
/// which is `zero`; NAN where there are none.
struct cd_plot_axis {
    bool logarithmic; ///< only where some value is above 0
    bool doubling;    ///< all of several values are powers of two, and so are the tics then
    double low, high, zero;
};

struct cd_plot {
    const struct cd_experiment *experiment;
    const struct cd_figure *figure;
    size_t series_count;
    struct cd_plot_series *series; ///< twice as many: ours, and behind them what is printed of each
    bool by_series; ///< x is the series themselves, which go by their labels then, each in a place of its own
    /// Where x is no number, or bars are grouped by it: x of a point is the index of its text here.
    bool categorical;
    struct cd_texts categories;
    struct cd_plot_axis x, y;
    size_t missing;   ///< rows without a number to show
    size_t negative;  ///< points that a logarithmic axis cannot show
    size_t disturbed; ///< points whose y is a time, and was measured beside other programs
    size_t ambiguous; ///< points that share series and x with another one
    size_t point_count, printed_count;
};

/// Gathers what a figure shows from the rows of its experiment. The plot refers to all three.
struct cd_plot *cd_plot_make(const struct cd_experiment *experiment, const struct cd_figure *figure,
                             const struct cd_table *cells);
void cd_plot_free(struct cd_plot *plot);

/// Writes a picture that shows a plot. With tips a blank circle lies on every point, as hypertext of gnuplot's with the
/// text "tip S P": the point's number P of series number S, both from 0 on.
void cd_plot_write(const struct cd_drawing *drawing, const struct cd_script *script);

#endif
