/// Draws the figures of an experiment by gnuplot: SVG and PNG, ours beside the paper's printed numbers.
#ifndef CD_BENCH_PAPERS_FIGURES_H
#define CD_BENCH_PAPERS_FIGURES_H

#include "bench/papers/measurements.h"
#include "bench/plot/plot.h"

/// What was measured and on what, as far as run.json says; of the measurements of an experiment, or NULL for another
/// run. The caller's, by free.
char *cd_caption_of(const json_t *run, const struct cd_measurements *measurements);

/// Draws every figure of the experiment from its measurements into `<folder>/<key>/<experiment>/`, with
/// what run.json says of them in the caption. A figure that no row has a point for is left out,
/// and `warn` gets a line that says so, as it does for rows that a figure cannot tell apart.
/// CD_ENVIRONMENT when gnuplot is missing, with what to install; CD_INTERRUPTED after Ctrl-C. Files appear
/// whole or not at all, the two of one figure together.
enum cd_code cd_figures_draw(const struct cd_paper *paper, const struct cd_experiment *experiment,
                             const struct cd_measurements *measurements, const char *folder,
                             void (*warn)(void *user, const char *line), void *user,
                             struct cd_status *status);

/// A figure with the points it shows; opaque.
struct cd_figure_plots;

/// Gathers what a figure shows from the rows of its experiment. The result refers to all four, and is the caller's, by
/// `cd_figure_close`.
struct cd_figure_plots *cd_figure_open(const struct cd_paper *paper, const struct cd_experiment *experiment,
                                       const struct cd_figure *figure,
                                       const struct cd_measurements *measurements);
void cd_figure_close(struct cd_figure_plots *open);

/// The panels of an open figure; NULL when no row has a point for it.
const struct cd_plots *cd_figure_panels(const struct cd_figure_plots *open);

/// Draws an open figure as SVG into an empty file, without its title and its points with tips (plot.h). Fails as
/// `cd_figures_draw` does.
enum cd_code cd_figure_write(const struct cd_figure_plots *open, FILE *stream, struct cd_status *status);

/// Removes from an experiment's folder its own figures, or every SVG and PNG that is none of them.
enum cd_code cd_figures_remove(const char *folder, const struct cd_experiment *experiment, bool own,
                               struct cd_status *status);

#endif
