#include "bench/compare/sampling.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 40, MAX_PASSES = 100000 };

/// How long the passes of a first run may take; it only has to tell how long one lasts.
#define PROBE_BUDGET "500ms"

/// A sample is never cut below this part of its length to fit into the time.
#define MIN_PART 5

/// A sample of the slower side may take so many times as long as one should. Sides that differ by more show
/// it in few passes, and those that the fast one needs would take the slow one for ever.
#define SLOW_SAMPLES 10

void cd_fix_environment(void)
{
    // A comma for the point, or a message in another language, must not make a difference.
    CD_ASSERT(!setenv("LC_ALL", "C", 1));
    CD_ASSERT(!unsetenv("LANGUAGE"));
}

// ---- one process ------------------------------------------------------------------------------------------

/// A command line and the numbers in it.
struct words {
    const char *items[WORDS_MAX];
    size_t count;
    char frames[24], seed[24], threads[24], passes[24], slow_down[24];
};

static void add(struct words *words, const char *word)
{
    CD_ASSERT(words->count < WORDS_MAX - 1);
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

static void add_number(struct words *words, const char *option, uint64_t value, char text[24])
{
    snprintf(text, 24, "%llu", (unsigned long long)value);
    add(words, option);
    add(words, text);
}

/// `passes` 0 asks for a first run.
static void make_words(struct words *words, const struct cd_workload *workload,
                       const struct cd_runner *runner, uint64_t passes)
{
    const char *algo = runner->algo ? runner->algo : workload->algo;
    const char *const fixed[] = {runner->program, "run",           "--algo",  algo,
                                 "--scene",       workload->scene, "--query", workload->query,
                                 "--quiet",       "--no-results",  "--csv",   "-"};
    words->count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add(words, fixed[i]);
    if (workload->frames.given)
        add_number(words, "--frames", workload->frames.value, words->frames);
    if (workload->seed.given)
        add_number(words, "--seed", workload->seed.value, words->seed);
    add_number(words, "--threads", workload->threads, words->threads);
    if (passes) {
        add_number(words, "--repeat", passes, words->passes);
        add(words, "--no-verify");
    } else {
        add(words, "--budget");
        add(words, PROBE_BUDGET);
    }
    for (size_t i = 0; runner->plugins && i < runner->plugins->count; i++) {
        add(words, "--plugin");
        add(words, runner->plugins->items[i]);
    }
    if (runner->slow_down > 0) {
        snprintf(words->slow_down, sizeof words->slow_down, "%.6g", 100 * runner->slow_down);
        add(words, "--slow-down");
        add(words, words->slow_down);
    }
}

static void copy(char *to, size_t bytes, const struct cd_table *rows, const char *column)
{
    const char *text = cd_table_text(rows, 0, column);
    snprintf(to, bytes, "%s", strcmp(text, "NA") != 0 ? text : "");
}

static double number(const struct cd_table *rows, const char *column)
{
    double value;
    return cd_table_number(rows, 0, column, &value) ? value : NAN;
}

/// The one row that a process wrote; the caller's.
static enum cd_code read_row(const struct cd_runner *runner, const struct cd_process *process,
                             struct cd_table **rows, struct cd_status *status)
{
    static const struct cd_column texts[] = {{"digest", CD_TYPE_TEXT, NULL},
                                             {"scene_hash", CD_TYPE_TEXT, NULL}};
    struct cd_status inner;
    if (cd_table_parse(process->output, "its output", texts, 2, rows, &inner))
        return cd_fail(status, CD_DATA, "%s wrote no results: %s", runner->program, inner.text);
    if ((*rows)->row_count == 1)
        return CD_OK;
    cd_fail(status, CD_DATA, "%s wrote %zu rows of results instead of one", runner->program,
            (*rows)->row_count);
    cd_table_destroy(*rows);
    return CD_DATA;
}

// ---- a first run ------------------------------------------------------------------------------------------

static void describe_end(const struct cd_process *process, char *reason, size_t bytes)
{
    if (process->signal)
        snprintf(reason, bytes, "was ended by signal %d (%s)", process->signal, strsignal(process->signal));
    else
        snprintf(reason, bytes, "%s", process->complaint);
}

static enum cd_outcome outcome_of(const struct cd_process *process)
{
    switch (process->exit_code) {
    case CD_OK:
        return CD_OUTCOME_FINE;
    case CD_ENVIRONMENT:
        return CD_OUTCOME_UNAVAILABLE;
    case CD_USAGE:
    case CD_DATA:
    case CD_IO:
        return CD_OUTCOME_UNKNOWN;
    default:
        return CD_OUTCOME_WRONG; // a program that dies has no answer either
    }
}

static void read_facts(const struct cd_table *rows, struct cd_facts *facts)
{
    copy(facts->verdict, sizeof facts->verdict, rows, "verdict");
    copy(facts->truth, sizeof facts->truth, rows, "truth");
    copy(facts->scene_hash, sizeof facts->scene_hash, rows, "scene_hash");
    copy(facts->digest, sizeof facts->digest, rows, "digest");
    copy(facts->environment, sizeof facts->environment, rows, "environment");
    const char *settings = cd_table_text(rows, 0, "settings");
    snprintf(facts->algo, sizeof facts->algo, "%s%s%s", cd_table_text(rows, 0, "algo"), *settings ? ":" : "",
             settings);
    facts->hit_frames = number(rows, "hit_frames");
    facts->frames = number(rows, "frames");
    facts->misses = number(rows, "misses");
    facts->false_hits = number(rows, "false_hits");
    facts->pass_ms = number(rows, "pass_ms_median");
    facts->pass_cpu_ms = number(rows, "cpu_ms_median");
    facts->create_ms = number(rows, "create_ms");
    if (facts->outcome == CD_OUTCOME_FINE && isnan(facts->pass_ms)) {
        facts->outcome = CD_OUTCOME_WRONG;
        snprintf(facts->reason, sizeof facts->reason, "it answers otherwise from pass to pass");
    }
}

enum cd_code cd_probe(const struct cd_workload *workload, const struct cd_runner *runner,
                      struct cd_progress *progress, struct cd_facts *facts, struct cd_status *status)
{
    struct words words;
    struct cd_process process;
    struct cd_table *rows;
    *facts = (struct cd_facts){.pass_ms = NAN,
                               .pass_cpu_ms = NAN,
                               .create_ms = NAN,
                               .hit_frames = NAN,
                               .frames = NAN,
                               .misses = NAN,
                               .false_hits = NAN};
    make_words(&words, workload, runner, 0);
    enum cd_code code = cd_process_run(runner->program, words.items, progress, &process, status);
    if (code)
        return code;
    facts->code = process.exit_code;
    facts->outcome = outcome_of(&process);
    if (facts->outcome != CD_OUTCOME_FINE)
        describe_end(&process, facts->reason, sizeof facts->reason);
    else if (!(code = read_row(runner, &process, &rows, status))) {
        read_facts(rows, facts);
        cd_table_destroy(rows);
    }
    cd_free(process.output);
    return code;
}

enum cd_answers_verdict cd_compare_answers(const struct cd_facts facts[2], char *why, size_t bytes)
{
    const struct cd_facts *a = &facts[0], *b = &facts[1];
    *why = 0;
    if (strcmp(a->scene_hash, b->scene_hash) != 0 || a->frames < b->frames || a->frames > b->frames) {
        snprintf(why, bytes,
                 "the same words are different scenes to A (%.8s, %.0f frames) and B (%.8s, %.0f)",
                 a->scene_hash, a->frames, b->scene_hash, b->frames);
        return CD_ANSWERS_OTHER_SCENE;
    }
    if (strcmp(a->verdict, b->verdict) != 0 || strcmp(a->truth, b->truth) != 0) {
        snprintf(why, bytes, "answers not compared: A is %s (%s), B is %s (%s)", a->verdict, a->truth,
                 b->verdict, b->truth);
        return CD_ANSWERS_NOT_COMPARED;
    }
    if (!strcmp(a->digest, b->digest))
        return CD_ANSWERS_EQUAL;
    snprintf(why, bytes, "A answers in %.0f of %.0f frames (digest %.8s), B in %.0f (digest %.8s)",
             a->hit_frames, a->frames, a->digest, b->hit_frames, b->digest);
    return CD_ANSWERS_DIFFER;
}

// ---- samples ----------------------------------------------------------------------------------------------

/// A cell while it is sampled.
struct sampler {
    const struct cd_workload *workload;
    const struct cd_runner *runners;
    const struct cd_facts *facts;
    const struct cd_sampling_plan *plan;
    struct cd_progress *progress;
    struct cd_sample_pairs *pairs;
    struct cd_status *status;
};

static enum cd_code check_answers(const struct sampler *sampler, int side, const struct cd_table *rows,
                                  double cpu, double wall)
{
    char name[300];
    if (cpu > 0 && wall > 0 && !strcmp(cd_table_text(rows, 0, "digest"), sampler->facts[side].digest))
        return CD_OK;
    cd_workload_name(sampler->workload, name, sizeof name);
    return cd_fail(sampler->status, CD_WRONG, "%s: %c answers otherwise in one process than in another", name,
                   'A' + side);
}

static enum cd_code take_sample(const struct sampler *sampler, int side, double *cpu, double *wall)
{
    const struct cd_runner *runner = &sampler->runners[side];
    struct words words;
    struct cd_process process;
    struct cd_table *rows;
    make_words(&words, sampler->workload, runner, sampler->pairs->passes);
    // Drawing would take processor time from what is measured: progress is shown between samples only.
    enum cd_code code = cd_process_run(runner->program, words.items, NULL, &process, sampler->status);
    if (code)
        return code;
    if (process.exit_code) {
        char reason[300];
        describe_end(&process, reason, sizeof reason);
        code = cd_fail(sampler->status, outcome_of(&process) == CD_OUTCOME_WRONG ? CD_WRONG : CD_ENVIRONMENT,
                       "%s: %s", runner->program, reason);
    } else if (!(code = read_row(runner, &process, &rows, sampler->status))) {
        *cpu = number(rows, "cpu_ms_median");
        *wall = number(rows, "pass_ms_median");
        code = check_answers(sampler, side, rows, *cpu, *wall);
        cd_table_destroy(rows);
    }
    cd_free(process.output);
    return code;
}

static enum cd_code take_pair(const struct sampler *sampler)
{
    struct cd_sample_pairs *pairs = sampler->pairs;
    bool b_first = (bool)((pairs->count + sampler->plan->seed) % 2);
    double cpu[2], wall[2];
    for (int turn = 0; turn < 2; turn++) {
        int side = turn ^ b_first;
        enum cd_code code = take_sample(sampler, side, &cpu[side], &wall[side]);
        if (code)
            return code;
        cd_progress_advance(sampler->progress, 0);
    }
    for (int side = 0; side < 2; side++) {
        pairs->cpu[side][pairs->count] = cpu[side];
        pairs->wall[side][pairs->count] = wall[side];
    }
    pairs->b_first[pairs->count++] = b_first;
    return CD_OK;
}

static uint64_t passes_within(double seconds, double pass_ms)
{
    double passes = ceil(seconds * 1e3 / fmax(pass_ms, 1e-6));
    return (uint64_t)fmin(fmax(passes, 1), MAX_PASSES);
}

/// How long a pass lasts by the clock that decides: on a busy machine its wall time is mostly that of others,
/// and would leave a sample of one pass.
static double length_of_pass(const struct cd_workload *workload, const struct cd_facts *facts)
{
    return workload->threads == 1 && facts->pass_cpu_ms > 0 ? facts->pass_cpu_ms : facts->pass_ms;
}

/// As many passes as the faster side needs for a sample, but no more than the slower one has time for.
static uint64_t choose_passes(const struct sampler *sampler)
{
    double a = length_of_pass(sampler->workload, &sampler->facts[0]);
    double b = length_of_pass(sampler->workload, &sampler->facts[1]);
    uint64_t passes = passes_within(sampler->plan->sample_seconds, fmin(a, b));
    uint64_t most = passes_within(SLOW_SAMPLES * sampler->plan->sample_seconds, fmax(a, b));
    return passes < most ? passes : most;
}

/// Shortens the samples where the first pair, which took `seconds`, says that the time will not do. True when
/// it has to be taken anew.
static bool shorten(const struct sampler *sampler, double seconds)
{
    const struct cd_sampling_plan *plan = sampler->plan;
    struct cd_sample_pairs *pairs = sampler->pairs;
    // The first run's passes may have waited longer for a processor than the ones that were just taken.
    double pass_ms =
        fmin(sampler->facts[0].pass_ms + sampler->facts[1].pass_ms, seconds * 1e3 / (double)pairs->passes);
    double passing = (double)pairs->passes * pass_ms * 1e-3;
    double room = plan->seconds / (double)plan->pairs - fmax(seconds - passing, 0);
    if (seconds * (double)plan->pairs <= plan->seconds)
        return false;
    uint64_t min = (pairs->passes + MIN_PART - 1) / MIN_PART;
    uint64_t passes = room > 0 ? (uint64_t)(room * 1e3 / fmax(pass_ms, 1e-6)) : 0;
    passes = passes < min ? min : passes;
    if (passes >= pairs->passes)
        return false;
    pairs->passes = passes;
    return true;
}

static enum cd_code take_all(const struct sampler *sampler)
{
    const struct cd_sampling_plan *plan = sampler->plan;
    struct cd_sample_pairs *pairs = sampler->pairs;
    uint64_t begin = cd_clock_wall();
    enum cd_code code = take_pair(sampler);
    if (!code && shorten(sampler, (double)(cd_clock_wall() - begin) * 1e-9))
        pairs->count = 0;
    cd_progress_part_done(sampler->progress, 2 * pairs->count, false);
    uint64_t counted = cd_clock_wall();
    double pair_seconds = pairs->count ? (double)(counted - begin) * 1e-9 : 0;
    while (!code && pairs->count < plan->pairs) {
        double spent = (double)(cd_clock_wall() - begin) * 1e-9;
        if (pairs->count && spent + pair_seconds > plan->seconds)
            break;
        uint64_t from = cd_clock_wall();
        code = take_pair(sampler);
        pair_seconds = (double)(cd_clock_wall() - from) * 1e-9;
        cd_progress_part_done(sampler->progress, 2, false);
    }
    return code;
}

enum cd_code cd_take_pairs(const struct cd_workload *workload, const struct cd_runner runners[2],
                           const struct cd_facts facts[2], const struct cd_sampling_plan *plan,
                           struct cd_progress *progress, struct cd_sample_pairs *pairs,
                           struct cd_status *status)
{
    CD_ASSERT(plan->pairs > 0);
    struct sampler sampler = {workload, runners, facts, plan, progress, pairs, status};
    *pairs = (struct cd_sample_pairs){0};
    for (int side = 0; side < 2; side++) {
        pairs->cpu[side] = cd_allocate(plan->pairs, sizeof **pairs->cpu);
        pairs->wall[side] = cd_allocate(plan->pairs, sizeof **pairs->wall);
    }
    pairs->b_first = cd_allocate(plan->pairs, sizeof *pairs->b_first);
    pairs->passes = choose_passes(&sampler);
    enum cd_code code = take_all(&sampler);
    cd_progress_part_done(progress, 2 * (plan->pairs - pairs->count), true); // of those there was no time for
    return code;
}

void cd_sample_pairs_release(struct cd_sample_pairs *pairs)
{
    for (int side = 0; side < 2; side++) {
        cd_free(pairs->cpu[side]);
        cd_free(pairs->wall[side]);
    }
    cd_free(pairs->b_first);
    *pairs = (struct cd_sample_pairs){0};
}

double *cd_log_ratios(const struct cd_sample_pairs *pairs, bool wall)
{
    double *const *times = wall ? pairs->wall : pairs->cpu;
    double *ratios = cd_allocate(pairs->count, sizeof *ratios);
    for (size_t i = 0; i < pairs->count; i++)
        ratios[i] = log(times[1][i] / times[0][i]);
    return ratios;
}
