/// Measures one group of an experiment. The plan says how `cdbench reproduce` wants it measured.
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
    const char *folder; ///< of the results
    unsigned sessions;  ///< how many processes measure everything, one after the other; at least 1
    unsigned session;   ///< the number of this process, from 0 on; the last one makes the results from all
    bool resume;        ///< use groups that an earlier run with the same text, size and build finished
    bool keep;          ///< finished groups stay, for other readings of the experiment
    const struct cd_shard *shard; ///< only this shard's groups are measured, which `mine` marks; NULL for all
    const bool *mine;             ///< by group
    bool oracle_cache;
    const struct cd_texts *plugins; ///< files that define added series; NULL for none
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

/// What was measured for a group. A group on a scene has a row for each of its cells, in their order. A program's group
/// has the rows that the program wrote.
struct cd_group_rows {
    struct cd_rows rows;
    bool finished; ///< every row has what was asked for
    bool wrong, broken, measured;
    bool skipped;     ///< its program is missing, and there are no rows
    char reason[400]; ///< why the group is not finished
};
void cd_group_rows_release(struct cd_group_rows *rows);

/// Returns a row for each cell of a group that says only that the cell failed. The rows belong to the caller.
struct cd_rows cd_group_failed_rows(const struct cd_groups *groups, const struct cd_group *group);

/// A group to be measured.
struct cd_group_task {
    const struct cd_groups *groups;
    const struct cd_group *group;
    const struct cd_experiment_plan *plan; ///< its session decides the order in which algorithms take turns
};

/// Measures a group. The caller zeroes `rows` before and releases them in every case. A wrong or unavailable algorithm,
/// or a program that fails, is not a failure here, but then the group is not finished.
enum cd_code cd_group_measure(const struct cd_group_task *task, struct cd_group_rows *rows,
                              struct cd_status *status);

/// Finds the program of an experiment; false when there is none.
bool cd_find_paper_program(const char *name, char path[PATH_MAX]);

#endif
