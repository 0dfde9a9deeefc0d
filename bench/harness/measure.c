#include "bench/harness/measure.h"
#include "bench/oracle/judge.h"
#include "scenes/advice.h"

#include "algos/driver/registry.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/opengl.h"
#include "base/text.h"
#include "bench/harness/peak_memory.h"
#include "bench/harness/probe.h"
#include "bench/oracle/apart.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Everything about one scene while it is measured. Instances and answers are in the order of the cells.
struct measurement {
    const struct cd_scene *scene;
    const struct cd_choice *choices;
    size_t count;
    const struct cd_measure_plan *plan;
    struct cd_progress *progress;
    struct cd_cell *cells;
    struct cd_forked **homes; ///< processes of the instances that are still to be created
    struct cd_instance **instances;
    struct cd_answer **answers;
    double *pass_seconds; ///< expected duration of a pass of each; 0 when unknown
    struct cd_truths truths;
};

struct cd_timing_plan cd_plan_timing(enum cd_query query, unsigned threads, uint64_t repeat,
                                     double budget_seconds)
{
    struct cd_timing_plan timing = {
        .query = query,
        .threads = threads,
        .min_samples = 7,
        .max_samples = 100,
        .enough_seconds = 1,
        .budget_seconds = 10,
    };
    if (repeat) {
        timing.min_samples = timing.max_samples = repeat;
        timing.budget_seconds = budget_seconds > 0 ? budget_seconds : CD_NO_TIME_LIMIT;
    } else if (budget_seconds > 0) {
        timing.max_samples = 1000;
        timing.enough_seconds = timing.budget_seconds = budget_seconds;
    }
    return timing;
}

bool cd_stop_asked(struct cd_context *context)
{
    (void)context;
    return cd_interrupted();
}

bool cd_cell_is_finished(const struct cd_cell *cell)
{
    return cd_cell_is_void(cell) || (cell->answered && (cell->verdict == CD_VERDICT_WRONG ||
                                                        cell->timed.samples > 0 || cell->timed.unstable));
}

static char *all_settings(const struct cd_settings *settings)
{
    enum { LONGEST = 4096 };
    char text[LONGEST];
    return cd_duplicate(cd_settings_text(settings, true, text, sizeof text));
}

static void describe_cell(struct cd_cell *cell, const struct cd_choice *choice, const struct cd_scene *scene,
                          const struct cd_measure_plan *plan)
{
    cell->algo = cd_duplicate(choice->typed);
    cell->algo[strcspn(cell->algo, ":")] = '\0';
    cell->settings = all_settings(choice->settings);
    cell->label = cd_settings_label(cell->algo, choice->settings);
    const char *value, *variant = "";
    const struct cd_param *param;
    for (size_t i = 0; (param = cd_settings_at(choice->settings, i, &value)); i++)
        if (!strcmp(param->name, "variant"))
            variant = value;
    cell->variant = cd_duplicate(variant);
    cell->query = plan->timing.query;
    cell->scene = cd_duplicate(scene->name);
    cd_hash_text(scene->hash, cell->scene_hash);
    cell->frames = scene->frame_count;
    cell->bodies = scene->max_bodies;
    cell->triangles = scene->max_triangles;
    cell->regions = scene->max_regions;
    cell->threads = plan->timing.threads;
    cell->by_cpu = plan->timing.by_cpu;
    cell->seed = scene->seed;
    cell->description = choice->description;
    cell->verdict = CD_VERDICT_UNVERIFIED;
    cell->truth = "none";
}

static void warn_of_absence(const struct measurement *measurement, const struct cd_cell *cell)
{
    cd_tell(measurement->plan->warn, measurement->plan->user, "%s is left out: %s", cell->label,
            cell->lacking);
}

/// Leaves out an algorithm that does not suit this machine or this scene; the others still run. Whether any of the
/// others takes the scene is known only later.
static enum cd_code leave_out(const struct measurement *measurement, struct cd_cell *cell, enum cd_code code,
                              const struct cd_status *status)
{
    cell->verdict = CD_VERDICT_UNAVAILABLE;
    cell->lacking = cd_duplicate(status->text);
    cell->unfit = code == CD_ENVIRONMENT ? CD_OK : code;
    if (!cell->unfit && measurement->count > 1) // otherwise the failure says it
        warn_of_absence(measurement, cell);
    return CD_OK;
}

/// Notes that the process of a cell's instance has ended. The others go on.
static void fail_cell(const struct measurement *measurement, struct cd_cell *cell, enum cd_code code,
                      const char *end)
{
    cell->verdict = code == CD_ENVIRONMENT ? CD_VERDICT_UNAVAILABLE : CD_VERDICT_FAILED;
    cell->lacking = cd_duplicate(end);
    bool told = cell->verdict == CD_VERDICT_FAILED && measurement->plan->tells_failed;
    if (measurement->count > 1 && !told) // otherwise the failure says it
        cd_tell(measurement->plan->warn, measurement->plan->user, "%s on %s: %s", cell->label, cell->scene,
                end);
}

/// What a call to a cell's instance comes to: the end of its own process is a verdict and no failure.
static enum cd_code fail_if_ended(const struct measurement *measurement, size_t i, enum cd_code code,
                                  const struct cd_status *status)
{
    enum cd_fate fate = cd_apart_fate(measurement->instances[i], code);
    if (fate == CD_FATE_GOOD || fate == CD_FATE_FATAL)
        return code;
    fail_cell(measurement, &measurement->cells[i], code, status->text);
    return CD_OK;
}

static enum cd_code create_instance(struct measurement *measurement, size_t i, struct cd_status *status)
{
    struct cd_cell *cell = &measurement->cells[i];
    const struct cd_choice *choice = &measurement->choices[i];
    cd_progress_name(measurement->progress, cell->label);
    cd_progress_step(measurement->progress, "preprocessing", 0);
    cd_progress_advance(measurement->progress, 0);
    const struct cd_create create = {choice->algo, choice->settings, measurement->scene, cell->query,
                                     measurement->plan->context};
    struct cd_forked *home = measurement->homes[i];
    struct cd_made made;
    measurement->homes[i] = NULL;
    enum cd_code code = cd_apart_create(home, &create, &measurement->instances[i], &made, status);
    cell->create_ns = made.create_ns;
    cell->memory_unseen = cd_runs_library(choice->algo, choice->settings);
    enum cd_fate fate = cd_apart_fate(measurement->instances[i], code);
    if (fate == CD_FATE_REFUSED && (code == CD_ENVIRONMENT || measurement->plan->leave_out_unfit))
        return leave_out(measurement, cell, code, status);
    if (fate == CD_FATE_FAILED) {
        fail_cell(measurement, cell, code, status->text);
        return CD_OK;
    }
    if (code)
        return code;
    strcpy(cell->environment, made.environment);
    measurement->answers[i] = cd_allocate(measurement->scene->frame_count, sizeof **measurement->answers);
    return CD_OK;
}

/// The smallest number of passes for measuring an instance: checking its answers, warming up, one sample.
enum { LEAST_PASSES = 3 };

/// Durations above the first number get a warning. Its advice brings the duration down to the second.
#define LONG_SECONDS 60.0
#define WAIT_SECONDS 600.0

/// Warns of a cell that takes long: says how long, and what to do.
static void warn_of_duration(const struct measurement *measurement, const struct cd_cell *cell,
                             const struct cd_probe *probe)
{
    bool most = !isnan(probe->most_seconds);
    double pass = most ? probe->most_seconds : probe->pass_seconds, frame = pass / (double)cell->frames;
    char of_frame[40], of_all[40], fewer[60] = "";
    if (LEAST_PASSES * pass < LONG_SECONDS)
        return;
    uint64_t frames = (uint64_t)(WAIT_SECONDS / LEAST_PASSES / frame);
    cd_show_duration(frame, of_frame, sizeof of_frame);
    cd_show_duration(LEAST_PASSES * pass, of_all, sizeof of_all);
    if (frames && frames < cell->frames)
        snprintf(fewer, sizeof fewer, ", or --frames %" PRIu64, frames);
    cd_tell(measurement->plan->warn, measurement->plan->user,
            "%s: %s %s a frame, %s for checking and timing all %" PRIu64 " frames; leave it out%s",
            cell->label,
            most               ? "up to"
            : probe->cut_short ? "more than"
                               : "about",
            of_frame, of_all, cell->frames, fewer);
}

/// Lets every instance answer a few frames, at most a moment each, to find out how long all frames will take.
static enum cd_code estimate(struct measurement *measurement, struct cd_status *status)
{
    const double moment = 0.25;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < measurement->count && !code; i++) {
        struct cd_cell *cell = &measurement->cells[i];
        struct cd_probe probe;
        if (!measurement->instances[i] || cd_cell_is_void(cell))
            continue;
        cd_progress_name(measurement->progress, cell->label);
        cd_progress_step(measurement->progress, "estimating", 0);
        code = cd_probe_run(measurement->instances[i], measurement->scene, cell->query,
                            measurement->plan->context, moment, &probe, status);
        code = fail_if_ended(measurement, i, code, status);
        if (code || cd_cell_is_void(cell))
            continue;
        // Libraries do not count their tests of boxes, so the probe cannot tell that they leave out most triangles.
        if (cd_algo_plugin(measurement->choices[i].algo, NULL))
            probe.most_seconds = NAN;
        measurement->pass_seconds[i] = isnan(probe.most_seconds) ? probe.pass_seconds : probe.most_seconds;
        warn_of_duration(measurement, cell, &probe);
    }
    return code;
}

static enum cd_verdict verdict_of(enum cd_quality quality, const struct cd_judgement *judgement)
{
    switch (quality) {
    case CD_QUALITY_APPROXIMATE:
        return CD_VERDICT_APPROXIMATE;
    case CD_QUALITY_PRINTED:
        return CD_VERDICT_PRINTED;
    case CD_QUALITY_EXACT:
        break;
    }
    return judgement->wrong_frames ? CD_VERDICT_WRONG : CD_VERDICT_EXACT;
}

/// Notes the algorithm's answers and, unless nothing is to be verified, the verdict on them.
static enum cd_code judge(struct measurement *measurement, size_t i, struct cd_status *status)
{
    const struct cd_measure_plan *plan = measurement->plan;
    struct cd_cell *cell = &measurement->cells[i];
    struct cd_judged_pass pass = {
        .instance = measurement->instances[i],
        .scene = measurement->scene,
        .query = plan->timing.query,
        .answers = plan->answers,
        .user = plan->user,
        .per_frame = measurement->answers[i],
        .seconds = measurement->pass_seconds[i],
        .name = cell->label,
        .progress = measurement->progress,
    };
    enum cd_code code =
        plan->verify ? cd_judge_by(&measurement->truths, &cell->description, &pass, &cell->judgement, status)
                     : cd_judge(&pass, &cell->judgement, status);
    code = fail_if_ended(measurement, i, code, status);
    if (code || cd_cell_is_void(cell))
        return code;
    cell->hit_frames = cell->judgement.hit_frames;
    cell->records = cell->judgement.records;
    cd_hash_text(cell->judgement.digest, cell->digest);
    cell->answered = true;
    cell->hits = cd_allocate(cell->frames, sizeof *cell->hits);
    for (uint64_t frame = 0; frame < cell->frames; frame++)
        cell->hits[frame] = measurement->answers[i][frame].count > 0;
    if (!plan->verify)
        return CD_OK;
    cell->judged = true;
    cell->verdict = verdict_of(cell->description.quality, &cell->judgement);
    cell->truth = measurement->scene->dimensions            ? "regions"
                  : pass.truth->meaning != CD_MEANING_SOLID ? "surface"
                  : pass.truth->solid_undefined             ? "mixed"
                                                            : "solid";
    return CD_OK;
}

/// Fails, as a single algorithm would, when none takes the scene; otherwise warns about those that do not.
static enum cd_code check_fit(const struct measurement *measurement, struct cd_status *status)
{
    size_t unfit = 0;
    for (size_t i = 0; i < measurement->count; i++)
        unfit += measurement->cells[i].unfit != CD_OK;
    if (unfit && unfit == measurement->count)
        return cd_fail(status, measurement->cells[0].unfit, "%s", measurement->cells[0].lacking);
    for (size_t i = 0; i < measurement->count; i++)
        if (measurement->cells[i].unfit)
            warn_of_absence(measurement, &measurement->cells[i]);
    return CD_OK;
}

static enum cd_code prepare(struct measurement *measurement, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < measurement->count && !code; i++) {
        const struct cd_choice *choice = &measurement->choices[i];
        describe_cell(&measurement->cells[i], choice, measurement->scene, measurement->plan);
        code = cd_apart_start(choice->algo, choice->settings, measurement->scene, &measurement->homes[i],
                              status);
        if (code == CD_ENVIRONMENT)
            code = leave_out(measurement, &measurement->cells[i], code, status);
    }
    for (size_t i = 0; i < measurement->count && !code; i++)
        if (!cd_cell_is_void(&measurement->cells[i]))
            code = create_instance(measurement, i, status);
    if (!code)
        code = check_fit(measurement, status);
    if (!code && measurement->plan->estimate)
        code = estimate(measurement, status);
    for (size_t i = 0; i < measurement->count && !code; i++)
        if (measurement->instances[i] && !cd_cell_is_void(&measurement->cells[i]))
            code = judge(measurement, i, status);
    cd_progress_clear(measurement->progress);
    return code;
}

/// Warns when no algorithm found a collision, because the meshes may be the reason.
static void warn_of_units(const struct measurement *measurement)
{
    bool answered = false, hit = false;
    for (size_t i = 0; i < measurement->count; i++) {
        const struct cd_cell *cell = &measurement->cells[i];
        answered |= cell->answered;
        hit |= cell->hit_frames || cell->judgement.truth_hit_frames;
    }
    if (answered && !hit)
        cd_advise_on_units(measurement->scene, measurement->plan->warn, measurement->plan->user);
}

static bool is_to_be_timed(const struct cd_cell *cell)
{
    return cell->verdict != CD_VERDICT_WRONG && !cd_cell_is_void(cell);
}

/// Times the instances that can run and were not found wrong.
static enum cd_code time_cells(struct measurement *measurement, struct cd_status *status)
{
    struct cd_timed *timed = cd_allocate(measurement->count, sizeof *timed);
    size_t count = 0;
    for (size_t i = 0; i < measurement->count; i++)
        if (is_to_be_timed(&measurement->cells[i]))
            timed[count++] = (struct cd_timed){.instance = measurement->instances[i],
                                               .expected = measurement->answers[i],
                                               .warm = true,
                                               .pass_seconds = measurement->pass_seconds[i],
                                               .name = measurement->cells[i].label,
                                               .kind = (int)measurement->cells[i].verdict};
    enum cd_code code = cd_time_instances(measurement->scene, timed, count, &measurement->plan->timing,
                                          measurement->progress, status);
    for (size_t i = 0, k = 0; i < measurement->count; i++)
        if (is_to_be_timed(&measurement->cells[i]))
            measurement->cells[i].timed = timed[k++];
    cd_free(timed);
    return code;
}

static void warn_about_cell(const struct cd_measure_plan *plan, const struct cd_cell *cell)
{
    const struct cd_timed *timed = &cell->timed;
    if (timed->samples && cd_opengl_is_software(cell->environment))
        cd_tell(
            plan->warn, plan->user,
            "%.*s is a software renderer: times judge your processor; `cdbench list gpus` lists the devices",
            (int)strcspn(cell->environment, " ,("), cell->environment);
    if (timed->counters_differ && !(cell->description.scheduled & CD_QUERY_BIT(cell->query)))
        cd_tell(plan->warn, plan->user,
                "%s on %s: its operation counters differ from pass to pass although it calls them exact; "
                "they must not be compared",
                cell->label, cell->scene);
    if (timed->unstable && cell->verdict != CD_VERDICT_WRONG)
        cd_tell(plan->warn, plan->user,
                "%s on %s: a timed pass answered differently from the first one in frame %" PRIu64
                "; it gets no times, because they belong to none of its answers",
                cell->label, cell->scene, timed->unstable_frame);
}

/// With fewer samples than the first number there is no 95 % interval, and `run` warns. Other commands warn only below
/// the second number.
enum { INTERVAL_SAMPLES = 6, FEWEST_SAMPLES = 3 };

/// Prints one line about all cells for which the budget was too short.
static void warn_of_few_samples(const struct measurement *measurement)
{
    const struct cd_measure_plan *plan = measurement->plan;
    uint64_t enough = plan->advice ? INTERVAL_SAMPLES : FEWEST_SAMPLES;
    char names[600] = "";
    for (size_t i = 0; i < measurement->count; i++) {
        const struct cd_timed *timed = &measurement->cells[i].timed;
        size_t used = strlen(names);
        if (timed->samples && timed->samples < enough && timed->samples < plan->timing.min_samples &&
            !timed->unstable)
            snprintf(names + used, sizeof names - used, "%s%" PRIu64 " sample%s of %s", used ? ", " : "",
                     timed->samples, cd_plural(timed->samples), measurement->cells[i].label);
    }
    if (*names && !cd_interrupted())
        cd_tell(plan->warn, plan->user, "%s: the time was enough for %s, too few for an interval%s%s",
                measurement->scene->name, names, plan->advice ? "; " : "", plan->advice ? plan->advice : "");
}

/// Warns when a CPU quota stopped the program while the cells took their turns.
static void warn_of_quota(const struct measurement *measurement)
{
    uint64_t throttled = 0;
    for (size_t i = 0; i < measurement->count; i++)
        if (cd_is_throttled(measurement->cells[i].timed.neighbours))
            throttled = measurement->cells[i].timed.neighbours.throttled;
    if (throttled)
        cd_tell(measurement->plan->warn, measurement->plan->user, CD_THROTTLED_FORMAT,
                measurement->scene->name, throttled, cd_plural(throttled));
}

/// Works out what a cell comes to. Its instance takes part in this for the last time.
static void finish_cell(struct measurement *measurement, size_t i)
{
    struct cd_cell *cell = &measurement->cells[i];
    struct cd_instance *instance = measurement->instances[i];
    struct cd_traces traces = {0};
    struct cd_status status;
    enum cd_code code = CD_OK;
    cell->peak_rss_kb = cd_peak_memory_kb();
    if (cell->timed.ended)
        fail_cell(measurement, cell, cell->timed.ended, cell->timed.end);
    if (cell->timed.unstable && cell->description.quality == CD_QUALITY_EXACT)
        cell->verdict = CD_VERDICT_WRONG;
    if (instance && !cd_apart_has_ended(instance))
        code = cd_apart_finish(instance, &traces, &status);
    if (code && cell->verdict != CD_VERDICT_WRONG)
        fail_if_ended(measurement, i, code, &status);
    if (cd_cell_is_void(cell))
        cell->timed.samples = 0;
    cell->memory_unseen |= instance && cd_apart_has_ended(instance) && !cell->lacking; // after Ctrl-C
    cell->struct_bytes = traces.bytes;
    if (traces.peak_kb)
        cell->peak_rss_kb = traces.peak_kb;
    cd_cell_summarise(cell);
    warn_about_cell(measurement->plan, cell);
    cd_traces_advise(&traces, cell->label, measurement->scene, measurement->plan->warn,
                     measurement->plan->user);
    cell->timed.instance = NULL;
    cell->timed.expected = NULL;
    cell->timed.name = NULL;
}

static void finish_cells(struct measurement *measurement)
{
    for (size_t i = 0; i < measurement->count; i++)
        finish_cell(measurement, i);
    warn_of_few_samples(measurement);
    warn_of_quota(measurement);
}

static void release(struct measurement *measurement)
{
    for (size_t i = 0; i < measurement->count; i++) {
        cd_forked_end(measurement->homes[i]);
        cd_instance_destroy(measurement->instances[i]);
        cd_free(measurement->answers[i]);
    }
    cd_free(measurement->homes);
    cd_free(measurement->instances);
    cd_free(measurement->answers);
    cd_free(measurement->pass_seconds);
    cd_truths_release(&measurement->truths);
}

enum cd_code cd_measure_scene(const struct cd_scene *scene, const struct cd_choice *choices,
                              size_t choice_count, const struct cd_measure_plan *plan,
                              struct cd_progress *progress, struct cd_cell *cells, struct cd_status *status)
{
    struct cd_status unused = {CD_OK, ""};
    status = status ? status : &unused;
    CD_ASSERT(plan->context->threads == plan->timing.threads);
    struct measurement measurement = {
        .scene = scene,
        .choices = choices,
        .count = choice_count,
        .plan = plan,
        .progress = progress,
        .cells = cells,
        .homes = cd_allocate(choice_count, sizeof(struct cd_forked *)),
        .instances = cd_allocate(choice_count, sizeof(struct cd_instance *)),
        .answers = cd_allocate(choice_count, sizeof(struct cd_answer *)),
        .pass_seconds = cd_allocate(choice_count, sizeof(double)),
        .truths = {scene, plan->oracle_threads, plan->oracle_cache, progress, plan->warn, plan->user, {0}},
    };
    cd_choices_advise(choices, choice_count, scene, plan->timing.query, plan->warn, plan->user);
    enum cd_code code = prepare(&measurement, status);
    if (!code)
        warn_of_units(&measurement);
    if (!code)
        code = time_cells(&measurement, status);
    finish_cells(&measurement);
    release(&measurement);
    return code;
}
