/// The numbers that a paper prints, beside what is measured here: paper, ours with its interval, ratio.
#ifndef CD_BENCH_PAPERS_NUMBERS_H
#define CD_BENCH_PAPERS_NUMBERS_H

#include "bench/papers/estimates.h"
#include "bench/papers/measurements.h"

#include <jansson.h>
#include <stdio.h>

struct cd_paper_number {
    const struct cd_experiment *experiment;
    const struct cd_printed *printed;
    struct cd_estimate ours; ///< its value is NAN when it was not measured
};

/// Finds what corresponds to a number in the measurements of its experiment.
struct cd_paper_number cd_paper_number(const struct cd_experiment *experiment,
                                       const struct cd_printed *printed,
                                       const struct cd_measurements *measurements);

/// Prints a table of numbers for each experiment, for a terminal of `width` columns. Numbers of one experiment follow
/// each other.
void cd_paper_numbers_print(const struct cd_paper_number *numbers, size_t count, FILE *stream, int width);

/// An array of objects. It belongs to the caller.
json_t *cd_paper_numbers_json(const struct cd_paper_number *numbers, size_t count);

#endif
