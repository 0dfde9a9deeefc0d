/// How an experiment of a paper is to be run, and what became of it.
#ifndef CD_BENCH_PAPERS_PLAN_H
#define CD_BENCH_PAPERS_PLAN_H

#include "base/progress.h"
#include "bench/papers/paper.h"

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

/// What became of an experiment; zeroed before.
struct cd_experiment_outcome {
    size_t groups, reused, failed;
    bool wrong;       ///< an exact algorithm gave a wrong answer
    bool broken;      ///< a program failed
    bool skipped;     ///< the program is not there; unless something is measured, no file is written
    bool measured;    ///< something has times or, of a program, rows
    char reason[400]; ///< what the first failed group says; "" when there is none
};

#endif
