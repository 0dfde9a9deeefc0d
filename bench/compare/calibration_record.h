/// A calibration as people read it and as it is kept, in the user's cache folder by machine and build, for
/// `compare` to quote.
#ifndef CD_BENCH_COMPARE_CALIBRATION_RECORD_H
#define CD_BENCH_COMPARE_CALIBRATION_RECORD_H

#include "bench/compare/calibration.h"

#include <jansson.h>
#include <stdio.h>

/// A calibration and how it came about; nothing is owned.
struct cd_calibration_record {
    const struct cd_workloads *workloads;
    const struct cd_trials *trials;
    const struct cd_comparison_plan *plan;
    const json_t *circumstances; ///< what is said beside the numbers: command, times, machine, warnings
    const char *finished;        ///< UTC, "2026-11-22T05:40:00Z"
    double seconds;              ///< that the trials took
    bool interrupted;
};

/// Prints the cells and what their trials come to, in 100 columns.
void cd_print_calibration(const struct cd_calibration_record *record, FILE *stream);

/// All of it, every trial with its verdict. A new object, the caller's.
json_t *cd_calibration_json(const struct cd_calibration_record *record);

/// Fewer trials leave the smallest slowdown without an upper bound, and are not kept.
#define CD_TRIALS_KEPT 17

/// Keeps a calibration, unless it was interrupted, has fewer than CD_TRIALS_KEPT trials, or one with more
/// pairs of samples is kept already; the file appears whole or not at all. `line` (CD_QUOTE_BYTES) says where
/// it is, or why not. CD_ENVIRONMENT when there is no cache folder, CD_IO when it cannot be written.
#define CD_QUOTE_BYTES 600
enum cd_code cd_calibration_keep(const struct cd_calibration_record *record, char line[CD_QUOTE_BYTES],
                                 struct cd_status *status);

/// One sentence, without a full stop, about what comparisons by this plan are worth on this machine: from the
/// calibration that is kept, or that there is none.
void cd_calibration_quote(const struct cd_comparison_plan *plan, char quote[CD_QUOTE_BYTES]);

#endif
