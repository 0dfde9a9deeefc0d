/// What a panel of a figure shows, as numbers: the points of its series, the paper's printed ones, the ranges of its
/// axes; written as commands for gnuplot in one style. One drawing is `cd_plots_drawing` of one or several panels.
#ifndef CD_BENCH_PLOT_PLOT_H
#define CD_BENCH_PLOT_PLOT_H

#include "base/options.h"
#include "bench/plot/drawing.h"

/// Most series that share a panel; more stand in panels of their own below each other.
#define CD_PLOT_SERIES_MAX 8

enum cd_plot_kind {
    CD_PLOT_LINES,
    CD_PLOT_POINTS,
    CD_PLOT_BARS, ///< side by side for each category; on a logarithmic axis points, since it has no 0 to stand on
};

/// A point; the bounds of y are NAN where there is no interval.
struct cd_plot_point {
    double x, y, low, high;
};

struct cd_plot_points {
    size_t count, capacity;
    struct cd_plot_point *items;
};

/// How a series looks: the same for an algorithm in every figure.
struct cd_look {
    unsigned colour;  ///< 0xrrggbb
    int shape;        ///< gnuplot's number of a filled symbol; the one before it is the same, hollow
    const char *dash; ///< gnuplot's type of dashes
};

struct cd_plot_series {
    const char *label;
    const char *algo; ///< `NAME[:key=value...]`, or another name of what it shows; NULL for none
    bool ours;        ///< marked as not among the paper's
    bool constant;    ///< does not depend on x: one line across the panel
    struct cd_look look;
    struct cd_plot_points points, printed;
};

/// The drawn part of an axis. On a logarithmic one that has to show zeros, these stand at its lower end,
/// which is `zero`; NAN where there are none.
struct cd_plot_axis {
    const char *label;
    bool logarithmic; ///< only where some value is above 0
    double low, high, zero;
};

/// A dashed line across a panel at x, with what happened there.
struct cd_plot_mark {
    double x;
    char text[60];
};

struct cd_plot {
    const char *title; ///< of the panel; NULL for none
    enum cd_plot_kind kind;
    struct cd_plot_axis x, y;
    size_t series_count;
    struct cd_plot_series *series;
    bool by_series; ///< x is the series themselves, which go by their labels then, each in a place of its own
    bool categorical; ///< x of a point is the index of its text here
    struct cd_texts categories;
    double level;  ///< a line at this y; NAN for none
    bool diagonal; ///< a line where y is x
    size_t mark_count;
    struct cd_plot_mark *marks;
};

/// Adds a point.
void cd_plot_add(struct cd_plot_points *points, double x, double y, double low, double high);

/// Sorts the points, fits both axes, whose labels and scales are set, to what is to be shown, and chooses how the
/// series look.
void cd_plot_fit(struct cd_plot *plot);

/// Frees what the plot holds, texts of categories too; labels are its maker's.
void cd_plot_release(struct cd_plot *plot);

/// Chooses looks: that of the algorithm in the table of looks, shades of it for two further series of the same
/// algorithm, and what no other series has for more of them and for a name that is not there. Where all are of one algorithm, that of its broad phase
/// or, for the lack of one, the palette in order.
void cd_choose_looks(struct cd_plot_series *series, size_t count);

/// The look of an algorithm; NULL for one that is not in the table.
const struct cd_look *cd_look_of(const char *name);

/// Several panels, one below the other.
struct cd_plots {
    size_t count;
    struct cd_plot *items;
};

/// Makes panels of `CD_PLOT_SERIES_MAX` series at most of a plot that is fitted; of series without points none is made.
/// Releases `plot`, and is to be released itself.
struct cd_plots cd_plot_split(struct cd_plot *plot);
void cd_plots_release(struct cd_plots *plots);

/// The picture of these panels. With `tips` of the drawing set, a blank circle lies on every point but those of constant
/// series, as hypertext of gnuplot's with the text "tip S P": the point's number P from 0 on, and
/// S = 2 * (panel * CD_PLOT_SERIES_MAX + series), or one more for a printed point.
struct cd_drawing cd_plots_drawing(const struct cd_plots *plots, const char *title, const char *notes,
                                   const char *caption);

#endif
