#include "bench/compare/sampling.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PASSES = 100000 };

/// How long the passes of a first run may take. The run only has to show how long one pass lasts.
#define PROBE_BUDGET "500ms"

/// A sample is never cut below this part of its length to fit into the time.
#define MIN_PART 5

/// A sample of the slower side may take this many times as long as a sample should. Sides that differ by more show it
/// in few passes, and the passes that the fast side needs would take the slow side far too long.
#define SLOW_SAMPLES 10

// ---- one process ------------------------------------------------------------------------------------------

/// The command line of a process, ended by NULL; free with cd_texts_free. `passes` 0 asks for a first run.
static struct cd_texts words_of(const struct cd_workload *workload, const struct cd_side *side,
                                uint64_t passes)
{
    struct cd_texts words = {0};
    cd_texts_print(&words, "%s", side->program);
    cd_texts_print(&words, "run");
    cd_texts_print(&words, "--algo=%s", side->algo ? side->algo : workload->algo);
    cd_texts_print(&words, "--scene=%s", workload->scene);
    cd_texts_print(&words, "--query=%s", workload->query);
    cd_texts_print(&words, "--quiet");
    cd_texts_print(&words, "--no-results");
    cd_texts_print(&words, "--csv=-");
    cd_texts_print(&words, "--threads=%u", workload->threads);
    if (workload->frames.given)
        cd_texts_print(&words, "--frames=%" PRIu64, workload->frames.value);
    if (workload->seed.given)
        cd_texts_print(&words, "--seed=%" PRIu64, workload->seed.value);
    if (workload->allow_large)
        cd_texts_print(&words, "--allow-large");
    if (workload->hang_after > 0)
        cd_texts_print(&words, "--hang-after=%g", workload->hang_after);
    if (passes)
        cd_texts_print(&words, "--repeat=%" PRIu64, passes);
    cd_texts_print(&words, passes ? "--no-verify" : "--budget=" PROBE_BUDGET);
    for (size_t i = 0; side->plugins && i < side->plugins->count; i++)
        cd_texts_print(&words, "--plugin=%s", side->plugins->items[i]);
    if (side->kind == CD_SIDE_PLUGIN)
        cd_texts_print(&words, "--plugin=%s", side->value);
    if (side->slow_down > 0)
        cd_texts_print(&words, "--slow-down=%.6g", 100 * side->slow_down);
    cd_texts_add(&words, NULL);
    return words;
}

/// Reads the one row that a process wrote. The row belongs to the caller.
static enum cd_code read_row(const struct cd_side *side, const struct cd_process *process,
                             struct cd_table **row, struct cd_status *status)
{
    static const struct cd_column texts[] = {{"digest", CD_TYPE_TEXT, NULL},
                                             {"scene_hash", CD_TYPE_TEXT, NULL}};
    struct cd_status inner;
    if (cd_table_parse(process->output, "its output", texts, 2, row, &inner))
        return cd_fail(status, CD_DATA, "%s wrote no results: %s", side->program, inner.text);
    if ((*row)->row_count == 1)
        return CD_OK;
    cd_fail(status, CD_DATA, "%s wrote %zu rows of results instead of one", side->program, (*row)->row_count);
    cd_table_destroy(*row);
    *row = NULL;
    return CD_DATA;
}

// ---- a first run ------------------------------------------------------------------------------------------

static enum cd_outcome outcome_of(const struct cd_process *process)
{
    switch (process->exit_code) {
    case CD_OK:
        return CD_OUTCOME_OPEN;
    case CD_ENVIRONMENT:
        return CD_OUTCOME_UNAVAILABLE;
    case CD_USAGE:
    case CD_DATA:
    case CD_IO:
        return CD_OUTCOME_ONE_SIDED;
    default:
        return CD_OUTCOME_WRONG; // a program that dies has no answer either
    }
}

/// Reads the output of a side's process, and frees it.
static enum cd_code read_facts(const struct cd_side *side, struct cd_process *process, struct cd_facts *facts,
                               struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (process->exit_code == CD_NOT_STARTED)
        process->exit_code = CD_ENVIRONMENT;
    *facts = (struct cd_facts){.code = process->exit_code, .outcome = outcome_of(process)};
    if (process->signal)
        snprintf(facts->reason, sizeof facts->reason, "was ended by signal %d (%s)", process->signal,
                 strsignal(process->signal));
    else if (process->exit_code && !*process->complaint)
        snprintf(facts->reason, sizeof facts->reason,
                 "%.180s: ended with exit code %d and no message; is there room for temporary files?",
                 side->program, process->exit_code);
    else if (process->exit_code)
        snprintf(facts->reason, sizeof facts->reason, "%s", process->complaint);
    else
        code = read_row(side, process, &facts->row, status);
    if (facts->row && isnan(cd_table_real(facts->row, 0, "pass_ms_median"))) {
        facts->outcome = CD_OUTCOME_WRONG;
        snprintf(facts->reason, sizeof facts->reason, "it answers otherwise from pass to pass");
    }
    cd_free(process->output);
    return code;
}

enum cd_code cd_run_side(const struct cd_workload *workload, const struct cd_side *side,
                         struct cd_progress *progress, struct cd_facts *facts, struct cd_status *status)
{
    struct cd_process process;
    *facts = (struct cd_facts){0};
    struct cd_texts words = words_of(workload, side, 0);
    enum cd_code code = cd_process_run(words.items, false, progress, &process, status);
    cd_texts_free(&words);
    return code ? code : read_facts(side, &process, facts, status);
}

void cd_facts_release(struct cd_facts *facts)
{
    cd_table_destroy(facts->row);
    facts->row = NULL;
}

bool cd_answers_agree(const struct cd_facts facts[2], char *why, size_t bytes)
{
    const struct cd_table *a = facts[0].row, *b = facts[1].row;
    double frames[2] = {cd_table_real(a, 0, "frames"), cd_table_real(b, 0, "frames")};
    *why = 0;
    if (strcmp(cd_table_text(a, 0, "scene_hash"), cd_table_text(b, 0, "scene_hash")) != 0 ||
        frames[0] < frames[1] || frames[0] > frames[1]) {
        snprintf(why, bytes,
                 "the same words are different scenes to A (%.8s, %.0f frames) and B (%.8s, %.0f)",
                 cd_table_text(a, 0, "scene_hash"), frames[0], cd_table_text(b, 0, "scene_hash"), frames[1]);
        return false;
    }
    if (strcmp(cd_table_text(a, 0, "verdict"), cd_table_text(b, 0, "verdict")) != 0 ||
        strcmp(cd_table_text(a, 0, "truth"), cd_table_text(b, 0, "truth")) != 0) {
        snprintf(why, bytes, "answers not compared: A is %s (%s), B is %s (%s)",
                 cd_table_text(a, 0, "verdict"), cd_table_text(a, 0, "truth"), cd_table_text(b, 0, "verdict"),
                 cd_table_text(b, 0, "truth"));
        return true;
    }
    if (!strcmp(cd_table_text(a, 0, "digest"), cd_table_text(b, 0, "digest")))
        return true;
    snprintf(why, bytes, "A answers in %.0f of %.0f frames (digest %.8s), B in %.0f (digest %.8s)",
             cd_table_real(a, 0, "hit_frames"), frames[0], cd_table_text(a, 0, "digest"),
             cd_table_real(b, 0, "hit_frames"), cd_table_text(b, 0, "digest"));
    return false;
}

// ---- samples ----------------------------------------------------------------------------------------------

/// Reads the times of a sample, whose answers must equal those of the first run. Frees the process's output.
static enum cd_code read_times(const struct cd_sampling *sampling, int i, struct cd_process *process,
                               double *ms, struct cd_status *status)
{
    const struct cd_side *side = &sampling->sides[i];
    struct cd_facts facts;
    char name[300];
    enum cd_code code = read_facts(side, process, &facts, status);
    if (code)
        return code;
    if (facts.outcome != CD_OUTCOME_OPEN) {
        code = cd_fail(status, facts.outcome == CD_OUTCOME_WRONG ? CD_WRONG : CD_ENVIRONMENT, "%s: %s",
                       side->program, facts.reason);
    } else {
        *ms = cd_table_real(facts.row, 0,
                            cd_by_wall_time(sampling->workload) ? "pass_ms_median" : "cpu_ms_median");
        const char *expected = cd_table_text(sampling->facts[i].row, 0, "digest");
        cd_workload_name(sampling->workload, name, sizeof name);
        if (!(*ms > 0) || strcmp(cd_table_text(facts.row, 0, "digest"), expected) != 0)
            code = cd_fail(status, CD_WRONG, "%s: %c answers otherwise in one process than in another", name,
                           'A' + i);
    }
    cd_facts_release(&facts);
    return code;
}

/// Runs both sides at once on one processor when processor time is compared, or else one after the other, in the same
/// order. Progress is shown only between pairs, because drawing would take time from the measurement.
static enum cd_code run_pair(const struct cd_sampling *sampling, int first, uint64_t passes,
                             struct cd_process processes[2], struct cd_status *status)
{
    struct cd_texts words[2];
    enum cd_code code;
    for (int turn = 0; turn < 2; turn++)
        words[turn] = words_of(sampling->workload, &sampling->sides[first ^ turn], passes);
    if (!cd_by_wall_time(sampling->workload)) {
        code = cd_process_run_both((const char *const *const[]){words[0].items, words[1].items}, processes,
                                   status);
    } else if (!(code = cd_process_run(words[0].items, false, NULL, &processes[0], status))) {
        code = cd_process_run(words[1].items, false, NULL, &processes[1], status);
        if (code)
            cd_free(processes[0].output);
    }
    for (int turn = 0; turn < 2; turn++)
        cd_texts_free(&words[turn]);
    return code;
}

static enum cd_code take_pair(const struct cd_sampling *sampling, struct cd_sample_pairs *pairs,
                              struct cd_status *status)
{
    double ms[2];
    struct cd_process processes[2];
    int first = (int)((pairs->b_first + pairs->count) % 2);
    enum cd_code code = run_pair(sampling, first, pairs->passes, processes, status);
    if (code)
        return code;
    code = read_times(sampling, first, &processes[0], &ms[first], status);
    if (code)
        cd_free(processes[1].output);
    else
        code = read_times(sampling, !first, &processes[1], &ms[!first], status);
    if (code)
        return code;
    for (int side = 0; side < 2; side++)
        pairs->ms[side][pairs->count] = ms[side];
    pairs->count++;
    return CD_OK;
}

uint64_t cd_passes_within(double seconds, double pass_ms)
{
    double passes = ceil(seconds * 1e3 / fmax(pass_ms, 1e-6));
    return (uint64_t)fmin(fmax(passes, 1), MAX_PASSES);
}

uint64_t cd_passes_that_fit(const struct cd_first_pair *first, double pairs, double budget)
{
    if (first->seconds * pairs <= budget)
        return first->passes;
    // The passes of the first run may have waited longer for a processor than those of this pair.
    double pass_ms = fmin(first->pass_ms, first->seconds * 1e3 / (double)first->passes);
    double passing = (double)first->passes * pass_ms * 1e-3;
    double room = budget / pairs - fmax(first->seconds - passing, 0);
    double least = ceil((double)first->passes / MIN_PART), most = (double)first->passes;
    return (uint64_t)fmin(fmax(floor(room * 1e3 / fmax(pass_ms, 1e-6)), least), most);
}

bool cd_has_time(double budget, double spent, double next)
{
    return spent + next <= budget;
}

double cd_share_of_time(double budget, double spent, size_t cells)
{
    return fmax(budget - spent, 0) / (double)cells;
}

/// The duration of a pass by the clock that decides. On a busy machine the wall time is mostly that of other programs,
/// and would leave a sample of one pass.
static double length_of_pass(const struct cd_workload *workload, const struct cd_facts *facts)
{
    double cpu = cd_table_real(facts->row, 0, "cpu_ms_median");
    bool by_cpu = !cd_by_wall_time(workload) && cpu > 0;
    return by_cpu ? cpu : cd_table_real(facts->row, 0, "pass_ms_median");
}

/// The number of passes that the faster side needs for a sample, but no more than the slower side has time for.
static uint64_t choose_passes(const struct cd_sampling *sampling)
{
    double a = length_of_pass(sampling->workload, &sampling->facts[0]);
    double b = length_of_pass(sampling->workload, &sampling->facts[1]);
    uint64_t passes = cd_passes_within(sampling->plan->sample_seconds, fmin(a, b));
    uint64_t most = cd_passes_within(SLOW_SAMPLES * sampling->plan->sample_seconds, fmax(a, b));
    return passes < most ? passes : most;
}

double cd_seconds_since(uint64_t begun)
{
    return (double)cd_clock_span(begun, cd_clock_wall()) * 1e-9;
}

/// Takes the first pair, which shows how long the samples may be.
static enum cd_code take_first(const struct cd_sampling *sampling, struct cd_sample_pairs *pairs,
                               struct cd_status *status)
{
    uint64_t begun = cd_clock_wall();
    pairs->b_first = sampling->seed % 2;
    pairs->passes = choose_passes(sampling);
    enum cd_code code = take_pair(sampling, pairs, status);
    double pass_ms = cd_table_real(sampling->facts[0].row, 0, "pass_ms_median") +
                     cd_table_real(sampling->facts[1].row, 0, "pass_ms_median");
    struct cd_first_pair first = {pairs->passes, cd_seconds_since(begun), pass_ms};
    uint64_t fit = cd_passes_that_fit(&first, (double)sampling->plan->pairs, sampling->seconds);
    if (!code && fit < pairs->passes) {
        pairs->passes = fit;
        pairs->count = 0; // it is taken again
    }
    cd_progress_part_done(sampling->progress, 2 * pairs->count, false);
    return code;
}

enum cd_code cd_take_pairs(const struct cd_sampling *sampling, struct cd_sample_pairs *pairs,
                           struct cd_status *status)
{
    CD_ASSERT(sampling->pairs > pairs->count);
    uint64_t begun = cd_clock_wall();
    for (int i = 0; i < 2; i++)
        pairs->ms[i] = cd_reallocate(pairs->ms[i], pairs->count, sampling->pairs, sizeof(double));
    enum cd_code code = pairs->count ? CD_OK : take_first(sampling, pairs, status);
    double pair_seconds = sampling->pair_seconds > 0 ? sampling->pair_seconds : cd_seconds_since(begun);
    while (!code && pairs->count < sampling->pairs) {
        if (pairs->count && !cd_has_time(sampling->seconds, cd_seconds_since(begun), pair_seconds))
            break;
        uint64_t from = cd_clock_wall();
        code = take_pair(sampling, pairs, status);
        pair_seconds = cd_seconds_since(from);
        cd_progress_part_done(sampling->progress, 2, false);
    }
    cd_progress_part_done(sampling->progress, 2 * (sampling->pairs - pairs->count),
                          true); // there was no time for these
    return code;
}

void cd_sample_pairs_release(struct cd_sample_pairs *pairs)
{
    for (int i = 0; i < 2; i++)
        cd_free(pairs->ms[i]);
    *pairs = (struct cd_sample_pairs){0};
}

bool cd_by_wall_time(const struct cd_workload *workload)
{
    return workload->threads > 1;
}

double *cd_log_ratios(const struct cd_sample_pairs *pairs)
{
    double *ratios = cd_allocate(pairs->count, sizeof *ratios);
    for (size_t i = 0; i < pairs->count; i++)
        ratios[i] = log(pairs->ms[1][i] / pairs->ms[0][i]);
    return ratios;
}
