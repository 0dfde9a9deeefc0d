/// Writes a plot as commands for gnuplot: layout, style and data.
#ifndef CD_BENCH_PAPERS_PLOT_SCRIPT_H
#define CD_BENCH_PAPERS_PLOT_SCRIPT_H

#include "bench/papers/plot_layout.h"

#include <stdio.h>

enum cd_image_format { CD_IMAGE_SVG, CD_IMAGE_PNG };
#define CD_IMAGES 2

/// Writes all commands for one picture.
void cd_plot_write_script(const struct cd_plot *plot, const struct cd_plot_words *words,
                          enum cd_image_format picture, FILE *stream);

#endif
