/// The parts of the program's source that the rows of an experiment depend on. A row is out of date when one of these
/// parts has changed since the row was measured.
#ifndef CD_BENCH_PAPERS_SOURCES_H
#define CD_BENCH_PAPERS_SOURCES_H

#include "bench/papers/groups.h"

#include <jansson.h>

/// Means every series.
#define CD_ALL_SERIES SIZE_MAX

/// The parts behind the rows of a series, by name, with their digests: an object of texts, which belongs to the caller.
/// A program writes all series at once.
json_t *cd_sources_of(const struct cd_groups *groups, size_t series);

#endif
