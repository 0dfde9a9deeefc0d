/// Draws the figures of an experiment with gnuplot, as SVG and PNG: our numbers beside the paper's printed ones.
#ifndef CD_BENCH_PAPERS_FIGURES_H
#define CD_BENCH_PAPERS_FIGURES_H

#include "bench/papers/measurements.h"
#include "bench/plot/plot.h"

/// Says what was measured and on what machine, as far as run.json says. `measurements` are those of an experiment, or
/// NULL for another run. The caller frees the text with free.
char *cd_caption_of(const json_t *run, const struct cd_measurements *measurements);

/// Draws every figure of the experiment from its measurements into `<folder>/<key>/<experiment>/`. The caption says
/// what run.json says about the measurements. A figure without any point is left out, and `warn` gets a line that says
/// so. `warn` also gets a line about rows that a figure cannot tell apart. CD_ENVIRONMENT when gnuplot is missing, with
/// what to install; CD_INTERRUPTED after Ctrl-C. Files appear whole or not at all, and the two of one figure together.
enum cd_code cd_figures_draw(const struct cd_experiment *experiment,
                             const struct cd_measurements *measurements, const char *folder,
                             void (*warn)(void *user, const char *line), void *user,
                             struct cd_status *status);

/// A figure with the points it shows; opaque.
struct cd_figure_plots;

/// Gathers what a figure shows from the rows of its experiment. The result refers to all four arguments. The caller
/// frees it with `cd_figure_close`.
struct cd_figure_plots *cd_figure_open(const struct cd_experiment *experiment, const struct cd_figure *figure,
                                       const struct cd_measurements *measurements);
void cd_figure_close(struct cd_figure_plots *open);

/// The panels of an open figure; NULL when no row has a point for it.
const struct cd_plots *cd_figure_panels(const struct cd_figure_plots *open);

/// Draws an open figure as SVG into an empty file. The picture has no title, and its points have tips (plot.h). Fails
/// as `cd_figures_draw` does.
enum cd_code cd_figure_write(const struct cd_figure_plots *open, FILE *stream, struct cd_status *status);

/// Removes from an experiment's folder the experiment's own figures, or every SVG and PNG that is not one of them.
enum cd_code cd_figures_remove(const char *folder, const struct cd_experiment *experiment, bool own,
                               struct cd_status *status);

#endif
