/// The numbers that a panel of a figure shows: the points of its series, the paper's printed points, the ranges of its
/// axes. They are written as commands for gnuplot in one style. `cd_plots_drawing` makes a drawing of one or more
/// panels.
#ifndef CD_BENCH_PLOT_PLOT_H
#define CD_BENCH_PLOT_PLOT_H

#include "base/options.h"
#include "bench/plot/drawing.h"

/// Most series that share a panel; further series get panels of their own, one below the other.
#define CD_PLOT_SERIES_MAX 8

enum cd_plot_kind {
    CD_PLOT_LINES,
    CD_PLOT_POINTS,
    CD_PLOT_BARS, ///< side by side for each category; points on a logarithmic axis, which has no 0 for bars
};

/// A point; the bounds of y are NAN when there is no interval.
struct cd_plot_point {
    double x, y, low, high;
};

struct cd_plot_points {
    size_t count, capacity;
    struct cd_plot_point *items;
};

/// How a series looks. An algorithm looks the same in every figure.
struct cd_look {
    unsigned colour;  ///< 0xrrggbb
    int shape;        ///< gnuplot's number of a filled symbol; the number before is the same symbol, hollow
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

/// The drawn part of an axis. A logarithmic axis that has to show zeros puts them at its lower end, `zero`; NAN when
/// there are none.
struct cd_plot_axis {
    const char *label;
    bool logarithmic; ///< only if some value is above 0
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
    bool by_series;   ///< x is the series themselves: each has its own place, named by its label
    bool categorical; ///< x of a point is the index of its text here
    struct cd_texts categories;
    double level;  ///< a line at this y; NAN for none
    bool diagonal; ///< a line at y = x
    size_t mark_count;
    struct cd_plot_mark *marks;
};

/// Adds a point.
void cd_plot_add(struct cd_plot_points *points, double x, double y, double low, double high);

/// Sorts the points, fits both axes to the data, and chooses how the series look. The labels and scales of the axes
/// must be set.
void cd_plot_fit(struct cd_plot *plot);

/// Frees the memory of the plot, including texts of categories; labels belong to its maker.
void cd_plot_release(struct cd_plot *plot);

/// Chooses looks. A series gets the look of its algorithm in the table of looks; the repaired and the printed form of a
/// paper's algorithm, and up to two further series of an algorithm, get shades of it. Others, and names that are not in
/// the table, get looks that no other series has. Series that compare the broad phases of an algorithm get the looks of
/// these. If all series are of one algorithm, and have the same broad phase, each gets the next look of the palette.
void cd_choose_looks(struct cd_plot_series *series, size_t count);

/// The look of an algorithm; NULL if it is not in the table.
const struct cd_look *cd_look_of(const char *name);

/// Several panels, one below the other.
struct cd_plots {
    size_t count;
    struct cd_plot *items;
};

/// Splits a fitted plot into panels of at most `CD_PLOT_SERIES_MAX` series. Series without points are left out.
/// Releases `plot`; the caller releases the result.
struct cd_plots cd_plot_split(struct cd_plot *plot);
void cd_plots_release(struct cd_plots *plots);

/// What error bars show, or "" if no point has an interval.
const char *cd_plots_note(const struct cd_plots *plots);

/// The picture of these panels. If `tips` of the drawing is set, every point except those of constant series has a
/// blank circle on it. The circle is a gnuplot hypertext with the text "tip S P", where P is the point's number from 0
/// on and S = 2 * (panel * CD_PLOT_SERIES_MAX + series), or one more for a printed point.
struct cd_drawing cd_plots_drawing(const struct cd_plots *plots, const char *title, const char *notes,
                                   const char *caption);

#endif
