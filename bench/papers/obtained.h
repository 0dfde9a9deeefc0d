/// Compares the measurements of an experiment in two results folders, row by row. Values that do not depend on the
/// machine must be equal. Frame rates agree when their intervals meet.
#ifndef CD_BENCH_PAPERS_OBTAINED_H
#define CD_BENCH_PAPERS_OBTAINED_H

#include "bench/papers/measurements.h"

struct cd_obtained {
    size_t rows;      ///< that both have
    size_t lacking;   ///< that only the reference has
    size_t differing; ///< values that should be equal but are not
    size_t timed;     ///< frame rates, or times of a program, with an interval on both sides
    size_t apart;     ///< those among them whose intervals do not meet
    /// Medians over the timed ones: ours divided by the reference's, and the width of an interval divided by its value,
    /// taking the wider of the two sides. NAN without any.
    double ratio, width;
};

/// Compares two measurements of an experiment. Prints a line for each value that differs and, with `times`, for each
/// rate that differs; none without a stream.
struct cd_obtained cd_obtained_compare(const struct cd_experiment *experiment,
                                       const struct cd_measurements *mine,
                                       const struct cd_measurements *reference, bool times, FILE *stream);

#endif
