/// Measures one group of an experiment, and how `cdbench reproduce` asks for it.
#ifndef CD_BENCH_PAPERS_GROUP_RUN_H
#define CD_BENCH_PAPERS_GROUP_RUN_H

#include "base/progress.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/shard.h"

#include <limits.h>

/// How an experiment is to be run.
struct cd_experiment_plan {
    enum cd_size size;
    const char *folder; ///< results
    unsigned sessions;  ///< how many processes measure everything, one after the other: 1 at least
    unsigned
        session; ///< of these the one that this process is, from 0 on; the last one makes the results of all
    bool resume; ///< use groups that an earlier run of the same text, size and build finished
    bool keep;   ///< finished groups stay, for other readings of the experiment
    const struct cd_shard *shard; ///< only its groups are measured, and `mine` says which; NULL for all
    const bool *mine;             ///< by group
    bool oracle_cache;
    const struct cd_texts *plugins; ///< files that added series come from; NULL for none
    int argc;                       ///< command line, for run.json
    char **argv;
    struct cd_progress *progress;
    void (*warn)(void *user, const char *line);
    void *user;
};

static inline bool cd_is_last_session(const struct cd_experiment_plan *plan)
{
    return plan->session + 1 >= plan->sessions;
}

/// What was measured of a group. A group of a scene has a row for each of its cells, in their order; that of
/// a program has those that it wrote.
struct cd_group_rows {
    struct cd_rows rows;
    bool finished; ///< every row has what was asked for
    bool wrong, broken, measured;
    bool skipped;     ///< its program is not there, and there are no rows
    char reason[400]; ///< why it is not finished
};
void cd_group_rows_release(struct cd_group_rows *rows);

/// A row for each cell of a group, which says no more than that it failed. The caller's.
struct cd_rows cd_group_failed_rows(const struct cd_groups *groups, const struct cd_group *group);

/// A group that is to be measured.
struct cd_group_task {
    const struct cd_paper *paper;
    const struct cd_groups *groups;
    const struct cd_group *group;
    const struct cd_experiment_plan *plan; ///< its session decides the order in which algorithms take turns
};

/// Measures a group; `rows`, zeroed before, are to be released in every case. An algorithm that is wrong or
/// not available, and a program that fails, are no failure here, but the group is not finished then.
enum cd_code cd_group_measure(const struct cd_group_task *task, struct cd_group_rows *rows,
                              struct cd_status *status);

/// Where the program of an experiment is; false when it is nowhere.
bool cd_find_paper_program(const char *name, char path[PATH_MAX]);

#endif
