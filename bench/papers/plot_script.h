/// Writes a plot as commands for gnuplot, which lays it out.
#ifndef CD_BENCH_PAPERS_PLOT_SCRIPT_H
#define CD_BENCH_PAPERS_PLOT_SCRIPT_H

#include "bench/papers/plot.h"

#include <stdio.h>

enum cd_image_format { CD_IMAGE_SVG, CD_IMAGE_PNG };
#define CD_IMAGES 2

/// Width of every picture in pixels; the height follows from the texts around the plot.
#define CD_PICTURE_WIDTH 1350

/// Texts around a plot; long ones are wrapped.
struct cd_plot_words {
    const char *notes;   ///< below the title: what this is and how to read it
    const char *caption; ///< at the bottom: what it was measured on
};

/// Writes all commands for one picture.
void cd_plot_write_script(const struct cd_plot *plot, const struct cd_plot_words *words,
                          enum cd_image_format picture, FILE *stream);

#endif
