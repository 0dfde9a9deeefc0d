#include "bench/papers/experiment.h"

#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/program_file.h"
#include "base/text.h"
#include "bench/harness/measure.h"
#include "bench/papers/sources.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"
#include "bench/record/run_record.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// A running experiment.
struct job {
    const struct cd_experiment *experiment;
    const struct cd_experiment_plan *plan;
    struct cd_experiment_outcome *outcome;
    char folder[PATH_MAX];
    int lock;                ///< the folder, open and locked; or -1
    char finished[PATH_MAX]; ///< `.groups`, the folder of finished groups
    struct cd_hash build;    ///< of the programs that measure: this one, and the experiment's
    struct cd_groups groups;
    struct cd_rows rows; ///< of all groups; a scene has all rows from the beginning
    uint64_t begun;      ///< when the first group was
    size_t late;         ///< groups for which no time was left
    struct cd_run_record record;
};

/// Prints a warning and also keeps it in run.json.
static void warn(void *user, const char *line)
{
    struct job *job = user;
    if (!cd_run_record_add_warning(&job->record, line))
        return;
    cd_progress_clear(job->plan->progress);
    job->plan->warn(job->plan->user, line);
}

/// Takes the warnings that earlier sessions left, which have already printed them. All but the last session leave them
/// for the next one, with their own.
static void hand_on_warnings(struct job *job)
{
    char path[PATH_MAX + 20];
    snprintf(path, sizeof path, "%s/.warnings", job->finished);
    json_t *left = json_load_file(path, 0, NULL), *line;
    size_t i;
    json_array_foreach(left, i, line)
    {
        cd_run_record_add_warning(&job->record, json_string_value(line));
    }
    json_decref(left);
    struct cd_output *output;
    if (cd_is_last_session(job->plan) || cd_output_open(path, &output, NULL))
        return;
    json_dumpf(json_object_get(job->record.facts, "warnings"), cd_output_stream(output), 0);
    cd_output_commit(output, NULL);
}

// ---- files ------------------------------------------------------------------------------------------------

static json_t *describe_run(const struct job *job)
{
    char digest[CD_HASH_TEXT], build[CD_HASH_TEXT];
    const struct cd_experiment *experiment = job->experiment;
    const struct cd_experiment_outcome *outcome = job->outcome;
    const struct cd_effort *effort = &experiment->effort[job->plan->size];
    struct cd_timing_plan timing =
        cd_plan_timing(experiment->query, experiment->threads, effort->repeat, effort->budget_seconds);
    struct cd_run_end end = {.timing = &timing, .verified = true, .cells = job->rows.cells};
    json_t *run = cd_run_record_json(&job->record, &end);
    // Every row already states these.
    static const char *const said_by_rows[] = {"cells",     "scenes",  "query",
                                               "exit_code", "failure", "interrupted"};
    for (size_t i = 0; i < sizeof said_by_rows / sizeof *said_by_rows; i++)
        json_object_del(run, said_by_rows[i]);
    if (!experiment->scene)
        json_object_del(run, "timing");
    json_t *rest =
        json_pack("{s:s, s:s, s:o, s:o, s:s, s:I, s:o, s:s, s:s, s:o, s:I, s:I, s:I}", "paper",
                  job->experiment->paper->key, "experiment", experiment->id, "title",
                  cd_json_text(experiment->title), "source", cd_json_text(experiment->source), "size",
                  cd_size_names[job->plan->size], "sessions", (json_int_t)job->plan->sessions, "frames",
                  effort->frames ? json_integer((json_int_t)effort->frames) : json_null(), "digest",
                  cd_hash_text(cd_experiment_digest(experiment, job->plan->size), digest), "program",
                  cd_hash_text(job->build, build), "sources", cd_sources_of(&job->groups, CD_ALL_SERIES),
                  "groups", (json_int_t)outcome->groups, "groups_of_earlier_runs",
                  (json_int_t)outcome->reused, "groups_failed", (json_int_t)outcome->failed);
    json_object_update_new(run, rest);
    if (job->plan->within_seconds > 0)
        json_object_set_new(run, "within_s", json_real(job->plan->within_seconds));
    json_t *added = json_array();
    for (size_t i = 0; i < experiment->series_count; i++)
        if (experiment->series[i].added)
            json_array_append_new(added, cd_json_text(experiment->series[i].algo));
    if (json_array_size(added))
        json_object_set(run, "added", added);
    json_decref(added);
    return run;
}

static void write_cells(const void *job, FILE *stream)
{
    cd_table_write(((const struct job *)job)->rows.cells, stream);
}

static void write_samples(const void *job, FILE *stream)
{
    cd_table_write(((const struct job *)job)->rows.samples, stream);
}

static json_t *describe_tables(const struct job *job)
{
    json_t *tables = json_object();
    cd_results_note(tables, "cells.csv", write_cells, job);
    cd_results_note(tables, "samples.csv", write_samples, job);
    return tables;
}

static void write_run(const void *user, FILE *stream)
{
    const struct job *job = user;
    json_t *run = describe_run(job);
    json_object_set_new(run, "tables", describe_tables(job));
    cd_write_json(run, stream);
    json_decref(run);
}

/// Writes the run.json of a finished group, which only says that its tables are whole.
static void write_group_run(const void *job, FILE *stream)
{
    json_t *run = json_pack("{s:i, s:o}", "format", CD_RUN_FORMAT, "tables", describe_tables(job));
    cd_write_json(run, stream);
    json_decref(run);
}

/// Removes what `cdbench plot` drew of the measurements that are about to be replaced.
static enum cd_code remove_pictures(const char *folder, const struct cd_experiment *experiment,
                                    struct cd_status *status)
{
    static const char *const endings[] = {"gnuplot", "svg", "png", "pdf"};
    char path[PATH_MAX + 100];
    for (size_t i = 0; i < experiment->figure_count; i++)
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            snprintf(path, sizeof path, "%s/%s.%s", folder, experiment->figures[i].id, endings[k]);
            if (unlink(path) && errno != ENOENT)
                return cd_fail(status, CD_IO, "%s: %s; remove it by hand", path, strerror(errno));
        }
    return CD_OK;
}

enum cd_code cd_experiment_write(const char *folder, const struct cd_experiment *experiment,
                                 const struct cd_folder_file *files, size_t count, const void *user,
                                 struct cd_status *status)
{
    struct cd_output *outputs[CD_FOLDER_FILES] = {NULL};
    char path[PATH_MAX + 20];
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < count && !code; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        code = cd_output_open(path, &outputs[i], status);
        if (code)
            break;
        files[i].write(user, cd_output_stream(outputs[i]));
        code = cd_output_finish(outputs[i], status);
    }
    if (!code)
        code = remove_pictures(folder, experiment, status);
    if (!code)
        unlink(path);
    return cd_outputs_commit(outputs, count, code, status);
}

enum { FILES = 3 };
static const struct cd_folder_file files[FILES] = {
    {"cells.csv", write_cells, false}, {"samples.csv", write_samples, false}, {"run.json", write_run, false}};
static const struct cd_folder_file group_files[FILES] = {{"cells.csv", write_cells, false},
                                                         {"samples.csv", write_samples, false},
                                                         {"run.json", write_group_run, false}};

// ---- finished groups --------------------------------------------------------------------------------------

static void hash_file(struct cd_hasher *hasher, const char *path)
{
    FILE *file = fopen(path, "r");
    char block[65536];
    for (size_t got = 1; file && got;) {
        got = fread(block, 1, sizeof block, file);
        cd_hasher_add(hasher, block, got);
    }
    if (file)
        fclose(file);
}

/// The hash covers the programs that measure, because the revision alone would not tell one changed file from another.
/// It also covers what the paper's file does not name.
static struct cd_hash hash_programs(const struct job *job)
{
    char path[PATH_MAX];
    const struct cd_experiment *experiment = job->experiment;
    const struct cd_texts *plugins = job->plan->plugins;
    struct cd_hasher *hasher = cd_hasher_create();
    hash_file(hasher, cd_program_file());
    if (experiment->program && cd_find_paper_program(experiment->program, path))
        hash_file(hasher, path);
    for (size_t i = 0; plugins && i < plugins->count; i++)
        hash_file(hasher, plugins->items[i]);
    for (size_t i = 0; i < experiment->series_count; i++)
        if (experiment->series[i].added)
            cd_hasher_add_text(hasher, experiment->series[i].algo);
    return cd_hasher_finish(hasher);
}

/// The path of a finished group. Sessions after the first add their number, and groups that had little time (`hasty`) say so.
/// The name is made from what the group measures and from the program that measured it, because another build has other
/// times.
static const char *path_of(const struct job *job, const struct cd_group *group, unsigned session, bool hasty,
                           char path[PATH_MAX + 40])
{
    char name[CD_HASH_TEXT], number[20] = "";
    if (session)
        snprintf(number, sizeof number, "-%u", session + 1);
    snprintf(path, PATH_MAX + 40, "%s/%s%s%s", job->finished,
             cd_hash_text(cd_hash_sum(job->build, group->hash), name), number, hasty ? "-hasty" : "");
    return path;
}

/// Writes a finished group to disk, completely or not at all.
static enum cd_code keep_group(const struct job *job, const struct cd_group *group, unsigned session,
                               const struct cd_group_rows *rows, struct cd_status *status)
{
    char path[PATH_MAX + 40];
    struct job part = *job;
    part.rows = rows->rows;
    path_of(job, group, session, job->plan->within_seconds > 0, path);
    return cd_folder_write(job->finished, strrchr(path, '/') + 1, group_files, FILES, &part, status);
}

/// Reads a group; false when there is no usable one. One that had little time is no use to a run that has enough. `status` says
/// what is wrong with one that somebody has changed.
static bool find_group(const struct job *job, const struct cd_group *group, unsigned session,
                       struct cd_group_rows *rows, struct cd_status *status)
{
    char path[PATH_MAX + 40];
    json_t *run;
    bool hasty = job->plan->within_seconds > 0;
    if (access(path_of(job, group, session, false, path), F_OK) &&
        !(hasty && !access(path_of(job, group, session, true, path), F_OK)))
        return false;
    enum cd_code code = cd_run_read(path, &run, status);
    if (!code && !run)
        code = cd_fail(status, CD_DATA, "%s: its run.json is missing; measure again", path);
    bool read = !code && !cd_rows_read(path, job->experiment, run, &rows->rows, status);
    json_decref(run);
    size_t count = read ? rows->rows.cells->row_count : 0;
    rows->finished = rows->measured = group->scene ? read && count == group->cell_count : count > 0;
    if (!rows->finished)
        cd_group_rows_release(rows);
    return rows->finished;
}

// ---- groups -----------------------------------------------------------------------------------------------

static void count_failure(struct job *job, const struct cd_group_rows *rows)
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

/// Moves the rows of a group to their places. The places of a scene's rows are not adjacent.
static void take_rows(struct job *job, const struct cd_group *group, const struct cd_rows *from)
{
    struct cd_rows *all = &job->rows;
    for (size_t i = 0; from->samples && i < from->samples->row_count; i++)
        cd_table_copy_row(all->samples, cd_table_add_row(all->samples), from->samples, i);
    for (size_t i = 0; from->cells && i < from->cells->row_count; i++) {
        size_t row = group->scene ? group->cells[i].row : cd_table_add_row(all->cells);
        cd_table_copy_row(all->cells, row, from->cells, i);
        if (group->scene)
            cd_table_set_count(all->cells, row, "cell", row + 1);
    }
}

/// What is left of the time that the plan gives the experiment; above 0 without a limit.
static double seconds_left(const struct job *job)
{
    double limit = job->plan->within_seconds, spent = (double)(cd_clock_wall() - job->begun) * 1e-9;
    return limit > 0 ? limit - spent : 1;
}

/// Measures a group in a session, or finds it among the groups that this session or an earlier run has finished.
static enum cd_code measure_session(struct job *job, const struct cd_group *group, unsigned session,
                                    struct cd_group_rows *rows, bool *found, struct cd_status *status)
{
    struct cd_experiment_plan plan = *job->plan;
    plan.session = session;
    plan.within_seconds = plan.within_seconds > 0 ? seconds_left(job) : 0;
    plan.warn = warn;
    plan.user = job;
    const struct cd_group_task task = {&job->groups, group, &plan};
    struct cd_status damage = {CD_OK, ""};
    *found = (plan.resume || job->plan->session) && find_group(job, group, session, rows, &damage);
    if (*found)
        return CD_OK;
    if (damage.code)
        cd_tell(warn, job, "measured again: %s", damage.text);
    if (seconds_left(job) <= 0) {
        job->late++;
        rows->rows = cd_group_failed_rows(&job->groups, group);
        snprintf(rows->reason, sizeof rows->reason, "no time was left");
        return CD_OK;
    }
    char path[PATH_MAX + 40];
    cd_folder_remove(path_of(job, group, session, job->plan->within_seconds > 0,
                             path)); // an unusable one, which somebody has changed
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    enum cd_code code = cd_group_measure(&task, rows, status);
    return !code && rows->finished ? keep_group(job, group, session, rows, status) : code;
}

/// Makes one group from the groups of all sessions. Each of them is finished.
static void pool_group(const struct job *job, const struct cd_group *group, struct cd_group_rows *sessions,
                       struct cd_group_rows *rows)
{
    struct cd_rows parts[CD_SESSIONS_MAX];
    struct cd_status status;
    for (unsigned i = 0; i < job->plan->sessions; i++)
        parts[i] = sessions[i].rows;
    *rows = (struct cd_group_rows){.finished = true, .measured = true};
    if (cd_rows_pool(job->experiment, parts, job->plan->sessions, &rows->rows, &status)) {
        *rows = (struct cd_group_rows){.broken = true, .rows = cd_group_failed_rows(&job->groups, group)};
        snprintf(rows->reason, sizeof rows->reason, "%s", status.text);
    }
    for (unsigned i = 0; i < job->plan->sessions; i++)
        sessions[i].rows = parts[i];
}

/// Measures a group in this process's session. The last session also takes the rows of the other sessions, and measures
/// what they could not finish. It stops at the first session that stays unfinished.
static enum cd_code measure_group(struct job *job, const struct cd_group *group, struct cd_status *status)
{
    const struct cd_experiment_plan *plan = job->plan;
    bool last = cd_is_last_session(plan), found = false, finished = true;
    struct cd_group_rows sessions[CD_SESSIONS_MAX] = {0}, pooled = {0}, *rows = &pooled;
    enum cd_code code = CD_OK;
    for (unsigned i = last ? 0 : plan->session; i <= plan->session && finished && !code; i++) {
        rows = &sessions[i];
        code = measure_session(job, group, i, rows, &found, status);
        finished = rows->finished;
    }
    if (!code)
        cd_progress_part_done(plan->progress, group->cell_count, found);
    if (!code && last && finished)
        pool_group(job, group, sessions, rows = &pooled);
    if (!code && last) {
        job->outcome->reused += found;
        if (!rows->finished)
            count_failure(job, rows);
        job->outcome->measured |= rows->measured;
        take_rows(job, group, &rows->rows);
    }
    for (unsigned i = 0; i < job->plan->sessions; i++)
        cd_group_rows_release(&sessions[i]);
    cd_group_rows_release(&pooled);
    return code;
}

static enum cd_code run_groups(struct job *job, struct cd_status *status)
{
    char part[150], session[40] = "";
    if (job->plan->sessions > 1)
        snprintf(session, sizeof session, ", session %u of %u", job->plan->session + 1, job->plan->sessions);
    snprintf(part, sizeof part, "%.45s/%.45s%s", job->experiment->paper->key, job->experiment->id, session);
    cd_progress_part(job->plan->progress, part);
    enum cd_code code = CD_OK;
    job->begun = cd_clock_wall();
    for (size_t i = 0; i < job->groups.count && !code; i++)
        code = measure_group(job, &job->groups.groups[i], status);
    cd_progress_clear(job->plan->progress);
    if (job->late && !code)
        cd_tell(warn, job, "%s: no time was left for %zu of %zu parts; --resume measures them",
                job->experiment->id, job->late, job->groups.count);
    return code;
}

// ---- the experiment ---------------------------------------------------------------------------------------

static enum cd_code prepare(struct job *job, struct cd_status *status)
{
    enum cd_code code = cd_experiment_folder(job->plan->folder, job->experiment, job->folder, status);
    if (!code)
        code = cd_folder_prepare(job->folder, status);
    if (!code)
        code = cd_folder_lock(job->folder, &job->lock, status);
    if (!code)
        job->build = hash_programs(job);
    snprintf(job->finished, sizeof job->finished, "%.*s/.groups", PATH_MAX - 10, job->folder);
    return code;
}

/// Removes the groups that an earlier run has finished, and reports it.
static void begin_anew(struct job *job)
{
    size_t finished = 0;
    DIR *stream = opendir(job->finished);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        finished += *entry->d_name != '.';
    if (stream)
        closedir(stream);
    if (finished)
        cd_tell(
            warn, job,
            "%s/%s: begun anew, without %zu finished part%s of an earlier run; --resume goes on with them",
            job->experiment->paper->key, job->experiment->id, finished, cd_plural(finished));
    cd_folder_remove(job->finished);
}

static enum cd_code run(struct job *job, struct cd_status *status)
{
    struct cd_experiment_outcome *outcome = job->outcome;
    outcome->groups = job->groups.count;
    bool last = cd_is_last_session(job->plan);
    if (last)
        cd_groups_tell_beyond(&job->groups, warn, job);
    char digest[CD_HASH_TEXT], build[CD_HASH_TEXT];
    cd_hash_text(cd_experiment_digest(job->experiment, job->plan->size), digest);
    cd_hash_text(job->build, build);
    bool are = false;
    enum cd_code code = job->plan->resume ? cd_measurements_are(job->folder, job->experiment, digest, build,
                                                                job->plan->sessions,
                                                                job->plan->within_seconds > 0, &are, status)
                                          : CD_OK;
    if (code)
        return code;
    if (are) {
        outcome->reused = outcome->groups;
        outcome->measured = true;
        cd_progress_part_done(job->plan->progress, job->groups.cell_count, true);
        return CD_OK;
    }
    if (!job->plan->resume && !job->plan->session)
        begin_anew(job);
    code = cd_make_folder(job->finished, NULL, status);
    if (!code)
        code = run_groups(job, status);
    hand_on_warnings(job);
    if (!last)
        return code;
    if (outcome->skipped && !outcome->measured) { // the measurements of an earlier run stay
        cd_folder_remove(job->finished);
        return code;
    }
    if (!code)
        code = cd_compute_formulas(job->experiment, job->rows.cells, status);
    if (!code)
        code = cd_experiment_write(job->folder, job->experiment, files, FILES, job, status);
    // Finished groups stay after a failure, so that only what has failed is run again.
    if (!code && !outcome->failed && !job->plan->keep)
        cd_folder_remove(job->finished);
    return code;
}

/// Makes room for the rows of all groups.
static void begin_rows(struct job *job)
{
    const struct cd_experiment *experiment = job->experiment;
    job->groups = cd_groups_make(experiment, job->plan->size);
    job->rows.cells = cd_experiment_table(experiment);
    for (size_t i = 0; i < job->groups.cell_count && experiment->scene; i++)
        cd_table_add_row(job->rows.cells);
    job->rows.samples = cd_samples_table(experiment, job->plan->sessions > 1);
}

static void release(struct job *job)
{
    cd_rows_release(&job->rows);
    cd_groups_release(&job->groups);
    cd_run_record_release(&job->record);
    if (job->lock >= 0)
        close(job->lock);
}

enum cd_code cd_experiment_run(const struct cd_experiment *experiment, const struct cd_experiment_plan *plan,
                               struct cd_experiment_outcome *outcome, struct cd_status *status)
{
    struct job job = {.experiment = experiment, .plan = plan, .outcome = outcome, .lock = -1};
    CD_ASSERT(plan->sessions >= 1 && plan->session < plan->sessions);
    enum cd_code code = prepare(&job, status);
    if (!code) {
        begin_rows(&job);
        job.record = cd_run_record_begin(plan->argc, plan->argv);
        code = run(&job, status);
    }
    release(&job);
    return code;
}
