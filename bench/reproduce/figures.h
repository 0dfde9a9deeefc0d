/// Draws the figures of an experiment by gnuplot: SVG and PNG, ours beside the paper's printed numbers.
#ifndef CD_BENCH_REPRODUCE_FIGURES_H
#define CD_BENCH_REPRODUCE_FIGURES_H

#include "bench/reproduce/experiment.h"

/// Draws every figure of the experiment from its measurements into `<folder>/<key>/<experiment>/`.
/// CD_ENVIRONMENT when gnuplot is missing, with what to install; files appear whole or not at all.
enum cd_code cd_figures_draw(const struct cd_paper *paper, const struct cd_experiment *experiment,
                             const struct cd_measurements *measurements, const char *folder,
                             struct cd_status *status);

#endif
