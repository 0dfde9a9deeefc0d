#include "bench/papers/experiment.h"

#include "base/folder.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/papers/measurements.h"
#include "bench/papers/running.h"
#include "bench/record/results.h"

#include <stdio.h>
#include <string.h>

/// A warning is both said and kept in run.json.
static void warn(void *user, const char *line)
{
    struct cd_running *running = user;
    cd_run_record_add_warning(&running->record, line);
    cd_progress_clear(running->plan->progress);
    running->plan->warn(running->plan->user, line);
}

// ---- groups -----------------------------------------------------------------------------------------------

static void count_failure(struct cd_running *running, const struct cd_group_rows *rows)
{
    struct cd_experiment_outcome *outcome = running->outcome;
    if (!*outcome->reason)
        strcpy(outcome->reason, rows->reason);
    outcome->failed++;
    outcome->wrong |= rows->wrong;
    outcome->broken |= rows->broken;
    outcome->skipped |= rows->skipped;
    if (rows->wrong || rows->broken || rows->skipped)
        warn(running, rows->reason);
}

static enum cd_code run_group(struct cd_running *running, size_t i, struct cd_status *status)
{
    const struct cd_group *group = &running->groups.groups[i];
    struct cd_group_rows *rows = &running->rows[i];
    struct cd_experiment_plan plan = *running->plan;
    bool found = plan.resume && cd_journal_find(&running->journal, group, rows);
    plan.warn = warn;
    plan.user = running;
    if (found) {
        running->outcome->reused++;
    } else {
        enum cd_code code =
            cd_interrupted() ? cd_fail(status, CD_INTERRUPTED, "interrupted")
                             : cd_group_measure(running->paper, &running->groups, group, &plan, rows, status);
        if (code)
            return code;
        if (!rows->finished)
            count_failure(running, rows);
        else if ((code = cd_journal_keep(&running->journal, group, rows, status)))
            return code;
    }
    cd_progress_part_done(plan.progress, group->cell_count, found);
    running->outcome->measured |= rows->measured;
    return CD_OK;
}

static enum cd_code run_groups(struct cd_running *running, struct cd_status *status)
{
    char part[130];
    snprintf(part, sizeof part, "%s/%s", running->paper->key, running->experiment->id);
    cd_progress_part(running->plan->progress, part);
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < running->groups.count && !code; i++)
        code = run_group(running, i, status);
    cd_progress_clear(running->plan->progress);
    return code;
}

// ---- the experiment ---------------------------------------------------------------------------------------

static enum cd_code prepare(struct cd_running *running, struct cd_status *status)
{
    enum cd_code code = cd_experiment_folder(running->plan->folder, running->paper, running->experiment,
                                             running->folder, status);
    if (!code)
        code = cd_folder_prepare(running->folder, status);
    if (!code)
        code = cd_journal_open(running->folder, running->experiment, &running->journal, status);
    return code;
}

/// True when an earlier run of the same text, size and build has left nothing to do.
static bool is_complete(const struct cd_running *running)
{
    char digest[CD_HASH_TEXT], build[CD_HASH_TEXT];
    cd_hash_text(cd_groups_hash(&running->groups), digest);
    cd_hash_text(running->journal.build, build);
    return cd_measurements_are(running->folder, digest, build);
}

static void begin_anew(struct cd_running *running)
{
    char line[300];
    size_t finished = cd_journal_count(&running->journal);
    if (finished) {
        snprintf(
            line, sizeof line,
            "%s/%s: begun anew, without %zu finished part%s of an earlier run; --resume goes on with them",
            running->paper->key, running->experiment->id, finished, finished == 1 ? "" : "s");
        warn(running, line);
    }
    cd_journal_remove(&running->journal);
}

static enum cd_code run(struct cd_running *running, struct cd_status *status)
{
    struct cd_experiment_outcome *outcome = running->outcome;
    outcome->groups = running->groups.count;
    cd_groups_tell_beyond(&running->groups, warn, running);
    if (running->plan->resume && is_complete(running)) {
        outcome->reused = outcome->groups;
        outcome->measured = true;
        cd_progress_part_done(running->plan->progress, running->groups.cell_count, true);
        return CD_OK;
    }
    if (!running->plan->resume)
        begin_anew(running);
    enum cd_code code = cd_journal_begin(&running->journal, status);
    if (!code)
        code = run_groups(running, status);
    if (outcome->skipped && !outcome->measured) { // what an earlier run measured stays
        cd_journal_remove(&running->journal);
        return code;
    }
    if (!code)
        code = cd_running_write(running, status);
    // What has failed is run again, what has not is not.
    if (!code && !outcome->failed)
        cd_journal_remove(&running->journal);
    return code;
}

enum cd_code cd_experiment_run(const struct cd_paper *paper, const struct cd_experiment *experiment,
                               const struct cd_experiment_plan *plan, struct cd_experiment_outcome *outcome,
                               struct cd_status *status)
{
    struct cd_running running = {.paper = paper, .experiment = experiment, .plan = plan, .outcome = outcome};
    enum cd_code code = prepare(&running, status);
    if (code)
        return code;
    running.groups = cd_groups_make(experiment, plan->size);
    running.rows = cd_allocate(running.groups.count, sizeof *running.rows);
    running.record = cd_run_record_begin(plan->argc, plan->argv);
    code = run(&running, status);
    for (size_t i = 0; i < running.groups.count; i++)
        cd_group_rows_release(&running.rows[i]);
    cd_free(running.rows);
    cd_groups_release(&running.groups);
    cd_run_record_release(&running.record);
    cd_journal_close(&running.journal);
    return code;
}
