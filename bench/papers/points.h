/// The points of an experiment: every combination of the values of its variables, the first one varying
/// slowest.
#ifndef CD_BENCH_PAPERS_POINTS_H
#define CD_BENCH_PAPERS_POINTS_H

#include "bench/papers/paper.h"

/// How many points there are; SIZE_MAX when there are more than it can hold.
size_t cd_point_count(const struct cd_experiment *experiment, enum cd_size size);

/// The value of each variable at a point.
void cd_point_values(const struct cd_experiment *experiment, enum cd_size size, size_t point,
                     const char **values);

/// True where a variable is larger than the `most` of a series, which is not run there.
bool cd_point_is_beyond(const struct cd_experiment *experiment, const struct cd_series *series,
                        const char *const *values);

#endif
