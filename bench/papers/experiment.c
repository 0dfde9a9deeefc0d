#include "bench/papers/experiment.h"

#include "base/folder.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/papers/experiment_job.h"
#include "bench/papers/measurements.h"
#include "bench/record/results.h"

#include <stdio.h>
#include <string.h>

/// A warning is both said and kept in run.json.
static void warn(void *user, const char *line)
{
    struct cd_experiment_job *job = user;
    cd_run_record_add_warning(&job->record, line);
    cd_progress_clear(job->plan->progress);
    job->plan->warn(job->plan->user, line);
}

// ---- groups -----------------------------------------------------------------------------------------------

static void count_failure(struct cd_experiment_job *job, const struct cd_group_rows *rows)
{
    struct cd_experiment_outcome *outcome = job->outcome;
    if (!*outcome->reason)
        strcpy(outcome->reason, rows->reason);
    outcome->failed++;
    outcome->wrong |= rows->wrong;
    outcome->broken |= rows->broken;
    outcome->skipped |= rows->skipped;
    if (rows->wrong || rows->broken || rows->skipped)
        warn(job, rows->reason);
}

static enum cd_code run_group(struct cd_experiment_job *job, size_t i, struct cd_status *status)
{
    const struct cd_group *group = &job->groups.groups[i];
    struct cd_group_rows *rows = &job->rows[i];
    struct cd_experiment_plan plan = *job->plan;
    bool found = plan.resume && cd_journal_find(&job->journal, group, rows);
    plan.warn = warn;
    plan.user = job;
    if (found) {
        job->outcome->reused++;
    } else {
        enum cd_code code = cd_interrupted()
                                ? cd_fail(status, CD_INTERRUPTED, "interrupted")
                                : cd_group_measure(job->paper, &job->groups, group, &plan, rows, status);
        if (code)
            return code;
        if (!rows->finished)
            count_failure(job, rows);
        else if ((code = cd_journal_keep(&job->journal, group, rows, status)))
            return code;
    }
    cd_progress_part_done(plan.progress, group->cell_count, found);
    job->outcome->measured |= rows->measured;
    return CD_OK;
}

static enum cd_code run_groups(struct cd_experiment_job *job, struct cd_status *status)
{
    char part[130];
    snprintf(part, sizeof part, "%s/%s", job->paper->key, job->experiment->id);
    cd_progress_part(job->plan->progress, part);
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < job->groups.count && !code; i++)
        code = run_group(job, i, status);
    cd_progress_clear(job->plan->progress);
    return code;
}

// ---- the experiment ---------------------------------------------------------------------------------------

static enum cd_code prepare(struct cd_experiment_job *job, struct cd_status *status)
{
    enum cd_code code =
        cd_experiment_folder(job->plan->folder, job->paper, job->experiment, job->folder, status);
    if (!code)
        code = cd_folder_prepare(job->folder, status);
    if (!code)
        code = cd_journal_open(job->folder, job->experiment, &job->journal, status);
    return code;
}

/// True when an earlier run of the same text, size and build has left nothing to do.
static bool is_complete(const struct cd_experiment_job *job)
{
    char digest[CD_HASH_TEXT], build[CD_HASH_TEXT];
    cd_hash_text(cd_groups_hash(&job->groups), digest);
    cd_hash_text(job->journal.build, build);
    return cd_measurements_are(job->folder, digest, build);
}

static void begin_anew(struct cd_experiment_job *job)
{
    char line[300];
    size_t finished = cd_journal_count(&job->journal);
    if (finished) {
        snprintf(
            line, sizeof line,
            "%s/%s: begun anew, without %zu finished part%s of an earlier run; --resume goes on with them",
            job->paper->key, job->experiment->id, finished, finished == 1 ? "" : "s");
        warn(job, line);
    }
    cd_journal_remove(&job->journal);
}

static enum cd_code run(struct cd_experiment_job *job, struct cd_status *status)
{
    struct cd_experiment_outcome *outcome = job->outcome;
    outcome->groups = job->groups.count;
    cd_groups_tell_beyond(&job->groups, warn, job);
    if (job->plan->resume && is_complete(job)) {
        outcome->reused = outcome->groups;
        outcome->measured = true;
        cd_progress_part_done(job->plan->progress, job->groups.cell_count, true);
        return CD_OK;
    }
    if (!job->plan->resume)
        begin_anew(job);
    enum cd_code code = cd_journal_begin(&job->journal, status);
    if (!code)
        code = run_groups(job, status);
    if (outcome->skipped && !outcome->measured) { // what an earlier run measured stays
        cd_journal_remove(&job->journal);
        return code;
    }
    if (!code)
        code = cd_running_write(job, status);
    // What has failed is run again, what has not is not.
    if (!code && !outcome->failed)
        cd_journal_remove(&job->journal);
    return code;
}

enum cd_code cd_experiment_run(const struct cd_paper *paper, const struct cd_experiment *experiment,
                               const struct cd_experiment_plan *plan, struct cd_experiment_outcome *outcome,
                               struct cd_status *status)
{
    struct cd_experiment_job job = {
        .paper = paper, .experiment = experiment, .plan = plan, .outcome = outcome};
    enum cd_code code = prepare(&job, status);
    if (code)
        return code;
    job.groups = cd_groups_make(experiment, plan->size);
    job.rows = cd_allocate(job.groups.count, sizeof *job.rows);
    job.record = cd_run_record_begin(plan->argc, plan->argv);
    code = run(&job, status);
    for (size_t i = 0; i < job.groups.count; i++)
        cd_group_rows_release(&job.rows[i]);
    cd_free(job.rows);
    cd_groups_release(&job.groups);
    cd_run_record_release(&job.record);
    cd_journal_close(&job.journal);
    return code;
}
