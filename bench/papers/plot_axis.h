/// Range and tics of an axis: gnuplot's own know nothing of zeros on logarithmic axes, and name neither halves
/// of a decade nor powers of two.
#ifndef CD_BENCH_PAPERS_PLOT_AXIS_H
#define CD_BENCH_PAPERS_PLOT_AXIS_H

#include <stdbool.h>
#include <stdio.h>

/// What an axis has to show.
struct cd_plot_span {
    double low, high; ///< of all values; low > high when there are none
    double positive;  ///< the smallest above 0; INFINITY when there are none
    bool zeros;       ///< some are 0
    bool from_zero;   ///< a linear axis begins at 0 where it can
    bool doubling;    ///< all of several values are powers of two, and so are the tics then
    bool bars;        ///< values stand on the lower end of the axis and have their number above them
};

/// The drawn part of an axis. On a logarithmic one that has to show zeros, these stand at its lower end,
/// which is `zero`; NAN where there are none.
struct cd_plot_axis {
    bool logarithmic, doubling;
    double low, high, zero;
};

/// The axis for a span; linear where no value is above 0.
struct cd_plot_axis cd_plot_axis_fit(const struct cd_plot_span *span, bool logarithmic);

/// Where the axis shows a value: zeros at its end, bounds that it has no place for too.
double cd_plot_axis_place(const struct cd_plot_axis *axis, double value);

/// Writes the axis called 'x' or 'y' as commands for gnuplot.
void cd_plot_axis_write(const struct cd_plot_axis *axis, char name, FILE *stream);

#endif
