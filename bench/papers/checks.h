/// Judges one check of a claim by the measured rows.
#ifndef CD_BENCH_PAPERS_CHECKS_H
#define CD_BENCH_PAPERS_CHECKS_H

#include "bench/papers/estimates.h"
#include "bench/papers/measurements.h"

struct cd_check_result {
    enum cd_check_outcome outcome;
    double value, low, high;             ///< measured, with its 95 % interval (NAN if it has none)
    size_t points[CD_CHECK_MISSING + 1]; ///< points by outcome; gathered points count as one
    char text[400];                      ///< "1.84 (1.79 to 1.91), at least 1"
};

/// Evaluates one check by the measured rows. docs/claims.md says what each kind of check needs.
struct cd_check_result cd_check_evaluate(const struct cd_check *check, const struct cd_experiment *experiment,
                                         const struct cd_measurements *measurements);

#endif
