/// The calibration of this machine and this build, kept in the user's cache folder for `compare` to quote.
#ifndef CD_BENCH_COMPARE_CALIBRATION_STORE_H
#define CD_BENCH_COMPARE_CALIBRATION_STORE_H

#include "bench/compare/calibration.h"

#include <jansson.h>

/// A calibration and how it came about; nothing is owned.
struct cd_calibration_record {
    const struct cd_calibration *calibration;
    const struct cd_workloads *workloads;
    const struct cd_trials *trials;
    const struct cd_rule *rule;
    double sample_seconds;       ///< how long the passes of a sample took together
    const json_t *circumstances; ///< what is said beside the numbers: command, times, machine, warnings
    const char *finished;        ///< UTC, "2026-11-22T05:40:00Z"
    double seconds;              ///< that the trials took
    bool interrupted;
};

/// All of a calibration but the samples. A new object, the caller's.
json_t *cd_calibration_json(const struct cd_calibration_record *record);

/// Replaces the stored calibration of this machine and build, as a whole or not at all, and writes the path
/// (`bytes` of room, at least 1). CD_ENVIRONMENT when there is no cache folder, CD_IO when it cannot be
/// written.
enum cd_code cd_calibration_store(const struct cd_calibration_record *record, char *path, size_t bytes,
                                  struct cd_status *status);

/// One sentence, without a full stop, about what comparisons of so many pairs of such samples by this rule
/// are worth on this machine: from the stored calibration, or that there is none, or that it is another
/// build's.
#define CD_QUOTE_BYTES 400
void cd_calibration_quote(size_t pairs, double sample_seconds, const struct cd_rule *rule,
                          char quote[CD_QUOTE_BYTES]);

#endif
