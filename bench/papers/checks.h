/// Judges one check of a claim by measured rows.
#ifndef CD_BENCH_PAPERS_CHECKS_H
#define CD_BENCH_PAPERS_CHECKS_H

#include "bench/papers/estimates.h"
#include "bench/papers/measurements.h"

struct cd_check_result {
    enum cd_check_outcome outcome;
    double value, low, high;             ///< measured, with an interval of 95 % (NAN where there is none)
    size_t points[CD_CHECK_MISSING + 1]; ///< by outcome: a point each, or one for all that were gathered
    char text[400];                      ///< "1.84 (1.79 to 1.91), at least 1"
};

/// One check by measured rows. Checks of a kind take what docs/claims.md says of it.
struct cd_check_result cd_check_evaluate(const struct cd_check *check, const struct cd_experiment *experiment,
                                         const struct cd_measurements *measurements);

#endif
