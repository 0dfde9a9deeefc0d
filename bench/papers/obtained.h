/// Holds what one results folder has of an experiment against what another has, row by row: what does not
/// depend on the machine has to be equal, rates of frames agree where their intervals meet.
#ifndef CD_BENCH_PAPERS_OBTAINED_H
#define CD_BENCH_PAPERS_OBTAINED_H

#include "bench/papers/measurements.h"

struct cd_obtained {
    size_t rows;      ///< that both have
    size_t lacking;   ///< that only the reference has
    size_t differing; ///< values that should be equal and are not
    size_t timed;     ///< rates of frames, or times of a program, of which both have an interval
    size_t apart;     ///< of these, whose intervals do not meet
    /// Medians over these: ours over the reference's, and the width of an interval over its value,
    /// the wider of the two sides; NAN without any.
    double ratio, width;
};

/// Compares two measurements of an experiment. `say` gets a line for each value that differs and, where
/// `times` asks for it, for each rate that does; `user` is its own.
struct cd_obtained cd_obtained_compare(const struct cd_experiment *experiment,
                                       const struct cd_measurements *mine,
                                       const struct cd_measurements *reference, bool times,
                                       void (*say)(void *user, const char *line), void *user);

#endif
