/// Ranges and tics of an axis.
#ifndef CD_BENCH_PAPERS_PLOT_AXIS_H
#define CD_BENCH_PAPERS_PLOT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

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

/// Writes a decimal number with its thousands apart, from five digits on.
void cd_plot_write_number(char *text, size_t size, double value, int decimals);

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
