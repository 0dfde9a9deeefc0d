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

/// An experiment that is dealt.
struct cd_shard_part {
    const struct cd_paper *paper;
    const struct cd_experiment *experiment;
    bool *mine; ///< by group: whether the shard measures it; made by cd_shard_deal, freed by the caller
};

/// Deals all groups of these experiments, in order of falling expected cost, each to the shard with the least cost so
/// far. The cost is the time that the newest quick measurement in results/reference took for a cell, or a guess. The
/// same experiments, papers' files and references give the same shards everywhere.
void cd_shard_deal(const struct cd_shard *shard, enum cd_size size, struct cd_shard_part *parts,
                   size_t count);

#endif
