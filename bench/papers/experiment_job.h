/// An experiment that is being run, and the files it leaves.
#ifndef CD_BENCH_PAPERS_EXPERIMENT_JOB_H
#define CD_BENCH_PAPERS_EXPERIMENT_JOB_H

#include "bench/papers/journal.h"
#include "bench/papers/plan.h"
#include "bench/record/run_record.h"

/// An experiment under way.
struct cd_experiment_job {
    const struct cd_paper *paper;
    const struct cd_experiment *experiment;
    const struct cd_experiment_plan *plan;
    struct cd_experiment_outcome *outcome;
    char folder[PATH_MAX];
    struct cd_journal journal;
    struct cd_groups groups;
    struct cd_group_rows *rows; ///< by group
    struct cd_run_record record;
};

/// Writes cells.csv, samples.csv and run.json of an experiment all of whose groups have rows; together or not
/// at all.
enum cd_code cd_running_write(const struct cd_experiment_job *job, struct cd_status *status);

#endif
