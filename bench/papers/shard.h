/// Deals the groups of a run to several machines. Each measures its shard (`reproduce --shard K/N`); `merge` combines
/// what they measured (experiment.h).
#ifndef CD_BENCH_PAPERS_SHARD_H
#define CD_BENCH_PAPERS_SHARD_H

#include "bench/papers/paper.h"

/// Most shards of a run.
#define CD_SHARDS_MAX 10000

struct cd_shard {
    unsigned number, count; ///< number is 1 .. count
};

/// Reads "3/8"; CD_USAGE for anything else.
enum cd_code cd_shard_parse(const char *text, struct cd_shard *shard, struct cd_status *status);

/// Deals all groups of these experiments, in order of falling expected cost, each to the shard with the least cost so
/// far. The cost is the time that the newest quick measurement in results/reference took for a cell, or a guess. The
/// same experiments, papers' files and references give the same shards everywhere. Returns whether the shard measures a
/// group, by experiment and group; the caller frees each experiment's array and the whole.
bool **cd_shard_deal(const struct cd_shard *shard, enum cd_size size,
                     const struct cd_experiment *const *experiments, size_t count);

#endif
