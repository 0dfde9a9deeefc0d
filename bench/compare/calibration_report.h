/// A calibration for people, as samples and as a picture.
#ifndef CD_BENCH_COMPARE_CALIBRATION_REPORT_H
#define CD_BENCH_COMPARE_CALIBRATION_REPORT_H

#include "bench/compare/calibration_store.h"

#include <stdio.h>

/// Prints rates, powers and what they come to, in 100 columns.
void cd_print_calibration(const struct cd_calibration_record *record, FILE *stream);

/// A row of CSV for every pair of samples, with the verdict on its trial. Errors stay with the stream.
void cd_write_calibration_samples(const struct cd_calibration_record *record, FILE *stream);

#endif
