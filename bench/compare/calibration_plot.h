/// A calibration as a picture.
#ifndef CD_BENCH_COMPARE_CALIBRATION_PLOT_H
#define CD_BENCH_COMPARE_CALIBRATION_PLOT_H

#include "bench/compare/calibration_store.h"
#include <stdio.h>

/// Lets gnuplot draw how much is found over how large it is; PNG instead of SVG where `png` is true. Failures
/// as cd_gnuplot_draw has them.
enum cd_code cd_draw_calibration(const struct cd_calibration_record *record, bool png, FILE *picture,
                                 struct cd_status *status);

#endif
