/// What `cdbench reproduce` asks of an experiment.
#ifndef CD_BENCH_PAPERS_PLAN_H
#define CD_BENCH_PAPERS_PLAN_H

#include "base/progress.h"
#include "bench/papers/paper.h"

/// How an experiment is to be run.
struct cd_experiment_plan {
    enum cd_size size;
    const char *folder; ///< results
    bool resume;        ///< use groups that an earlier run of the same text, size and build finished
    bool oracle_cache;
    int argc; ///< command line, for run.json
    char **argv;
    struct cd_progress *progress;
    void (*warn)(void *user, const char *line);
    void *user;
};

#endif
