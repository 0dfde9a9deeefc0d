/// Which parts of the program's source the rows of an experiment rest on: a row is out of date when one of them has
/// changed since it was measured.
#ifndef CD_BENCH_PAPERS_SOURCES_H
#define CD_BENCH_PAPERS_SOURCES_H

#include "bench/papers/groups.h"

#include <jansson.h>

/// Stands for every series.
#define CD_ALL_SERIES SIZE_MAX

/// The parts behind the rows of a series, by name, with their digests: an object of texts, the caller's. A program
/// writes all series at once.
json_t *cd_sources_of(const struct cd_groups *groups, size_t series);

#endif
