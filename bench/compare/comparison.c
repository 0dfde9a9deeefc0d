#include "bench/compare/comparison.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Makes the cells, which take the workloads in turns, and determines how the sides run.
static void begin(struct cd_comparison *comparison, size_t count)
{
    const struct cd_workloads *workloads = comparison->workloads;
    comparison->facts = cd_allocate(workloads->count, sizeof *comparison->facts);
    comparison->cells = cd_allocate(count, sizeof *comparison->cells);
    comparison->count = count;
    for (size_t i = 0; i < count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        cell->workload = &workloads->items[i % workloads->count];
        cell->facts = comparison->facts[i % workloads->count];
        cell->found = NAN;
        cd_workload_name(cell->workload, cell->name, sizeof cell->name);
    }
    for (int i = 0; i < 2; i++) {
        struct cd_side *side = &comparison->sides[i];
        side->plugins = comparison->plan->plugins;
        side->slow_down = i ? comparison->plan->slow_down : 0;
        // A side without an algorithm of its own runs the algorithm of the other side.
        for (int k = 0; k < 2 && !comparison->of_itself && !side->algo; k++)
            if (comparison->sides[k ^ i].kind == CD_SIDE_ALGO)
                side->algo = comparison->sides[k ^ i].value;
    }
    // A decimal comma, or a message in another language, must not make a difference.
    CD_ASSERT(!setenv("LC_ALL", "C", 1));
    CD_ASSERT(!unsetenv("LANGUAGE"));
    comparison->begun = cd_clock_wall();
}

// ---- answers ----------------------------------------------------------------------------------------------

/// Ends a cell by what one side says or, with -1, by what both say.
static void end_cell(struct cd_compared *cell, enum cd_outcome outcome, int side, const char *note)
{
    cell->outcome = outcome;
    if (side < 0)
        snprintf(cell->note, sizeof cell->note, "%.590s", note);
    else
        snprintf(cell->note, sizeof cell->note, "%c: %.580s", 'A' + side, note);
}

/// Ends a cell that the sides cannot both run, with what they say. Something that the user mistyped is a failure.
static enum cd_code judge_outcomes(const struct cd_comparison *comparison, struct cd_compared *cell,
                                   struct cd_status *status)
{
    static const enum cd_outcome worse_first[] = {CD_OUTCOME_WRONG, CD_OUTCOME_UNAVAILABLE,
                                                  CD_OUTCOME_ONE_SIDED};
    const struct cd_facts *facts = cell->facts;
    for (int i = 0; i < 2; i++) {
        enum cd_side_kind kind = comparison->sides[i].kind;
        bool own = kind == CD_SIDE_ALGO || kind == CD_SIDE_PLUGIN;
        if (facts[i].outcome == CD_OUTCOME_ONE_SIDED && (own || facts[1 - i].outcome == CD_OUTCOME_ONE_SIDED))
            return cd_fail(status, (enum cd_code)facts[i].code, "%s", facts[i].reason);
    }
    for (size_t k = 0; k < sizeof worse_first / sizeof *worse_first; k++)
        for (int i = 0; i < 2; i++)
            if (facts[i].outcome == worse_first[k]) {
                end_cell(cell, worse_first[k], i, facts[i].reason);
                return CD_OK;
            }
    return CD_OK;
}

static enum cd_code compare_answers(const struct cd_comparison *comparison, struct cd_compared *cell,
                                    struct cd_status *status)
{
    char what[360], why[300];
    snprintf(what, sizeof what, "comparing the answers: %s", cell->name);
    cd_progress_step(comparison->progress, what, 0);
    for (int i = 0; i < 2; i++) {
        enum cd_code code =
            cd_run_side(cell->workload, &comparison->sides[i], comparison->progress, &cell->facts[i], status);
        if (code)
            return code;
    }
    if (cell->facts[0].outcome || cell->facts[1].outcome)
        return judge_outcomes(comparison, cell, status);
    bool agree = cd_answers_agree(cell->facts, why, sizeof why);
    end_cell(cell, agree ? CD_OUTCOME_OPEN : CD_OUTCOME_DIFFERENT, -1, why);
    return CD_OK;
}

// ---- times ------------------------------------------------------------------------------------------------

bool cd_compared_has_times(const struct cd_compared *cell)
{
    return cell->outcome >= CD_OUTCOME_INCONCLUSIVE && cell->outcome <= CD_OUTCOME_SLOWER;
}

/// Why cells are sampled.
enum stage {
    STAGE_FIRST,
    STAGE_MORE, ///< the rest of a limited time, for cells without a result
    STAGE_AGAIN ///< a second look at cells that seem slower
};

static bool is_wanted(const struct cd_compared *cell, enum stage stage)
{
    return stage == STAGE_FIRST ? cell->outcome == CD_OUTCOME_OPEN
           : stage == STAGE_MORE
               ? cell->outcome == CD_OUTCOME_INCONCLUSIVE
               : cell->outcome == CD_OUTCOME_SLOWER && cell->confirmation == CD_CONFIRM_NONE;
}

static size_t count_wanted(const struct cd_comparison *comparison, enum stage stage)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += is_wanted(&comparison->cells[i], stage);
    return count;
}

/// The longest time that a user may allow; more means that there is no limit.
#define LONGEST_BUDGET 1e6

/// Samples a cell up to a number of pairs within a number of seconds. A fault of this cell ends only this cell. A cell
/// that was sampled is inconclusive until it is decided.
static enum cd_code sample_cell(const struct cd_comparison *comparison, struct cd_compared *cell, int look,
                                size_t pairs, double seconds, uint64_t seed, struct cd_status *status)
{
    const struct cd_sampling sampling = {.workload = cell->workload,
                                         .sides = comparison->sides,
                                         .facts = cell->facts,
                                         .plan = &comparison->plan->sampling,
                                         .pairs = pairs,
                                         .seconds = seconds,
                                         .pair_seconds = cell->looks[look].seconds /
                                                         fmax(1, (double)cell->looks[look].pairs.count),
                                         .seed = seed,
                                         .progress = comparison->progress};
    const struct cd_rule *rule = &comparison->plan->rule;
    struct cd_look *taken = &cell->looks[look];
    struct cd_status inner = {CD_OK, ""};
    uint64_t begun = cd_clock_wall();
    cd_progress_step(comparison->progress, cell->name, 0);
    double left = comparison->plan->sampling.seconds - cd_seconds_since(comparison->begun);
    if (look == 0 && left < LONGEST_BUDGET)
        cd_progress_expect(comparison->progress, left);
    enum cd_code code = cd_take_pairs(&sampling, &taken->pairs, &inner);
    taken->seconds += cd_seconds_since(begun);
    if (code && !look && taken->finding.pairs) // the samples behind a decision stay
        taken->pairs.count = taken->finding.pairs;
    else if (code)
        cd_sample_pairs_release(&taken->pairs);
    if (code && code != CD_WRONG && code != CD_ENVIRONMENT && code != CD_DATA) // ends more than this cell
        return cd_fail(status, code, "%s", inner.text);
    if (code) {
        enum cd_outcome without = look ? cell->outcome : CD_OUTCOME_UNAVAILABLE;
        cell->confirmation = look ? CD_CONFIRM_MISSING : CD_CONFIRM_NONE;
        end_cell(cell, code == CD_WRONG ? CD_OUTCOME_WRONG : without, -1, inner.text);
        return CD_OK;
    }
    double *ratios = cd_log_ratios(&taken->pairs);
    taken->finding = cd_find_shift(ratios, taken->pairs.count, rule->confidence);
    if (comparison->of_itself)
        cell->found = cd_least_found(ratios, taken->pairs.count, rule);
    cd_free(ratios);
    if (!look)
        cell->outcome = CD_OUTCOME_INCONCLUSIVE;
    return CD_OK;
}

/// How many pairs a cell should have after a stage. A second look has as many as the first.
static size_t pairs_wanted(const struct cd_comparison *comparison, const struct cd_compared *cell,
                           enum stage stage)
{
    size_t pairs = comparison->plan->sampling.pairs;
    return stage == STAGE_AGAIN  ? cell->looks[0].pairs.count
           : stage == STAGE_MORE ? (1 + CD_MORE_PAIRS) * pairs
                                 : pairs;
}

/// Samples the cells that a stage wants. Each cell gets an equal share of the time that is left. A second look gets a
/// cell's share of the whole time or the time of the first look, whichever is longer.
static enum cd_code sample_cells(struct cd_comparison *comparison, enum stage stage, struct cd_status *status)
{
    static const char *const parts[] = {"timing", "timing longer", "confirming"};
    const struct cd_sampling_plan *plan = &comparison->plan->sampling;
    size_t left = count_wanted(comparison, stage), missing = 0;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < comparison->count; i++)
        if (is_wanted(&comparison->cells[i], stage))
            missing += pairs_wanted(comparison, &comparison->cells[i], stage) -
                       comparison->cells[i].looks[stage == STAGE_AGAIN].pairs.count;
    cd_progress_whole(comparison->progress, 2 * missing);
    cd_progress_part(comparison->progress, parts[stage]);
    for (size_t i = 0; i < comparison->count && !code; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (!is_wanted(cell, stage))
            continue;
        double share = cd_share_of_time(plan->seconds, cd_seconds_since(comparison->begun), left--);
        if (stage == STAGE_AGAIN)
            share = fmax(plan->seconds / (double)comparison->count, cell->looks[0].seconds);
        code = sample_cell(comparison, cell, stage == STAGE_AGAIN, pairs_wanted(comparison, cell, stage),
                           share, CD_FIRST_SEED, status);
    }
    return code;
}

static bool is_sampled(const struct cd_compared *cell, enum stage stage)
{
    return stage == STAGE_AGAIN ? is_wanted(cell, stage) : cd_compared_has_times(cell);
}

/// Decides all sampled cells together; earlier decisions stay.
static void decide(struct cd_comparison *comparison, enum stage stage)
{
    struct cd_finding *findings = cd_allocate(comparison->count, sizeof *findings);
    size_t count = 0, decided = 0;
    int look = stage == STAGE_AGAIN;
    for (size_t i = 0; i < comparison->count; i++)
        if (is_sampled(&comparison->cells[i], stage))
            findings[count++] = comparison->cells[i].looks[look].finding;
    cd_decide(findings, count, &comparison->plan->rule);
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (!is_sampled(cell, stage))
            continue;
        const struct cd_finding *finding = &findings[decided++];
        if (!look && cell->outcome != CD_OUTCOME_INCONCLUSIVE)
            continue;
        cell->looks[look].finding = *finding;
        if (!look)
            cell->outcome = finding->outcome;
    }
    cd_free(findings);
}

// ---- a second look ----------------------------------------------------------------------------------------

static void leave_unconfirmed(struct cd_comparison *comparison, const char *why)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (!is_wanted(cell, STAGE_AGAIN))
            continue;
        cell->confirmation = CD_CONFIRM_MISSING;
        snprintf(cell->note, sizeof cell->note, "not confirmed under another alignment of functions: %.500s",
                 why);
    }
}

static enum cd_code realign(struct cd_comparison *comparison, struct cd_status *status)
{
    const struct cd_comparison_plan *plan = comparison->plan;
    struct cd_side *sides = comparison->sides;
    enum cd_code code = CD_OK;
    if (plan->no_confirm)
        return cd_fail(status, CD_ENVIRONMENT, "--no-confirm was given");
    // If one side has no source, it comes first: then nothing need be built on the other side.
    bool a_has_source = cd_side_has_source(&sides[0]);
    for (int i = 0; i < 2 && !code; i++)
        code = cd_side_realign(&sides[a_has_source ? 1 - i : i], comparison->progress, status);
    cd_progress_clear(comparison->progress);
    if (!code && (sides[0].changed || sides[1].changed))
        plan->warn(plan->user, "this program was built from files that differ from its commit; what was "
                               "confirmed are the files as they are now");
    return code;
}

static void confirm_cell(struct cd_compared *cell, const struct cd_rule *rule)
{
    double first = exp(cell->looks[0].finding.shift), second = exp(cell->looks[1].finding.shift);
    if (cell->looks[1].finding.outcome == CD_OUTCOME_SLOWER) {
        cell->confirmation = CD_CONFIRM_CONFIRMED;
        return;
    }
    bool points_the_same_way = second > 1 + rule->threshold;
    bool hardly = cell->looks[1].finding.interval.low > 0; // slower, but less than the threshold
    cell->confirmation = CD_CONFIRM_REFUTED;
    cell->outcome = CD_OUTCOME_INCONCLUSIVE;
    static const char *const words[][2] = {
        {"not", "not the work of what was changed"},
        {"only a little", "too little to count"},
        {"undecided", "probably slower; give more --budget or --pairs to be sure"},
    };
    const char *const *said = words[points_the_same_way ? 2 : hardly];
    snprintf(cell->note, sizeof cell->note,
             "slower under one alignment of functions (x %.3f), %s under another (x %.3f): %s", first,
             said[0], second, said[1]);
}

static enum cd_code look_again(struct cd_comparison *comparison, struct cd_status *status)
{
    struct cd_status inner = {CD_OK, ""};
    if (!count_wanted(comparison, STAGE_AGAIN))
        return CD_OK;
    enum cd_code code = realign(comparison, &inner);
    if (!code) {
        code = sample_cells(comparison, STAGE_AGAIN, status);
        inner = *status;
    }
    if (code) {
        leave_unconfirmed(comparison, code == CD_INTERRUPTED ? "interrupted" : inner.text);
        return code == CD_INTERRUPTED ? cd_fail(status, code, "interrupted") : CD_OK;
    }
    decide(comparison, STAGE_AGAIN);
    for (size_t i = 0; i < comparison->count; i++)
        if (is_wanted(&comparison->cells[i], STAGE_AGAIN))
            confirm_cell(&comparison->cells[i], &comparison->plan->rule);
    return CD_OK;
}

// ---- the whole --------------------------------------------------------------------------------------------

static enum cd_code build_sides(struct cd_comparison *comparison, struct cd_status *status)
{
    const struct cd_comparison_plan *plan = comparison->plan;
    struct cd_side *sides = comparison->sides;
    enum cd_code code = cd_side_build(&sides[0], comparison->progress, status);
    if (!code)
        code = cd_side_build(&sides[1], comparison->progress, status);
    cd_progress_clear(comparison->progress);
    bool built = sides[0].kind == CD_SIDE_REVISION || sides[1].kind == CD_SIDE_REVISION;
    if (!code && built && cd_source_is_dirty())
        plan->warn(plan->user,
                   "files of the source tree differ from its last commit; rev: does not have these "
                   "changes, so commit them first where they are to be compared");
    return code;
}

/// Says why a cell has too few pairs, if the reason is that they resemble each other. What a second look says counts more.
static void note_correlation(struct cd_compared *cell)
{
    const struct cd_finding *finding = &cell->looks[0].finding;
    if (cell->outcome == CD_OUTCOME_INCONCLUSIVE && cell->confirmation == CD_CONFIRM_NONE &&
        finding->too_few && finding->pairs >= finding->needed)
        snprintf(
            cell->note, sizeof cell->note,
            "successive pairs resemble each other (correlation %.2f): %zu may say as little as %.1f "
            "independent ones, too few to show that nothing has changed; wait for a quieter machine or give "
            "more --pairs",
            finding->correlation, finding->pairs, finding->effective_pairs);
}

/// Ends the work. After Ctrl-C, finished cells can still be reported.
static enum cd_code end(struct cd_comparison *comparison, enum cd_code code)
{
    cd_progress_clear(comparison->progress);
    comparison->interrupted = code == CD_INTERRUPTED;
    for (size_t i = 0; i < comparison->count; i++)
        note_correlation(&comparison->cells[i]);
    return code == CD_INTERRUPTED ? CD_OK : code;
}

enum cd_code cd_compare_sides(struct cd_comparison *comparison, struct cd_status *status)
{
    begin(comparison, comparison->workloads->count);
    enum cd_code code = build_sides(comparison, status);
    comparison->begun = cd_clock_wall();
    for (size_t i = 0; i < comparison->count && !code; i++)
        code = compare_answers(comparison, &comparison->cells[i], status);
    if (code)
        return end(comparison, code);
    code = sample_cells(comparison, STAGE_FIRST, status);
    decide(comparison, STAGE_FIRST);
    if (!code && cd_seconds_since(comparison->begun) < comparison->plan->sampling.seconds &&
        isfinite(comparison->plan->sampling.seconds)) {
        code = sample_cells(comparison, STAGE_MORE, status);
        decide(comparison, STAGE_MORE);
    }
    return end(comparison, code ? code : look_again(comparison, status));
}

/// Takes one comparison of a calibration. A fault in it ends the calibration.
static enum cd_code take_trial(const struct cd_comparison *comparison, size_t i, struct cd_status *status)
{
    const struct cd_sampling_plan *plan = &comparison->plan->sampling;
    struct cd_compared *cell = &comparison->cells[i];
    enum cd_code code = CD_OK;
    if (!cell->outcome)
        code = sample_cell(comparison, cell, 0, plan->pairs, INFINITY, CD_FIRST_SEED + i, status);
    if (!code && !cd_compared_has_times(cell))
        code = cd_fail(status, cell->outcome == CD_OUTCOME_UNAVAILABLE ? CD_ENVIRONMENT : CD_WRONG, "%s: %s",
                       cell->name, cell->note);
    cd_decide(&cell->looks[0].finding, 1, &comparison->plan->rule);
    if (!code)
        cell->outcome = cell->looks[0].finding.outcome;
    return code;
}

enum cd_code cd_compare_with_itself(struct cd_comparison *comparison, size_t most, struct cd_status *status)
{
    const struct cd_sampling_plan *plan = &comparison->plan->sampling;
    comparison->of_itself = true;
    comparison->sides[1] = comparison->sides[0];
    begin(comparison, most);
    enum cd_code code = CD_OK;
    double longest = 0;
    comparison->count = 0;
    for (size_t i = 0; i < most && i < comparison->workloads->count && !code; i++)
        code = compare_answers(comparison, &comparison->cells[i], status);
    comparison->begun = cd_clock_wall();
    cd_progress_whole(comparison->progress, 2 * plan->pairs * most);
    cd_progress_part(comparison->progress, "samples");
    for (size_t i = 0; i < most && !code; i++) {
        double spent = cd_seconds_since(comparison->begun);
        if (i && !cd_has_time(plan->seconds, spent, longest))
            break;
        code = take_trial(comparison, i, status);
        comparison->count += !code;
        longest = fmax(longest, cd_seconds_since(comparison->begun) - spent);
        double expected = floor(plan->seconds / fmax(longest, 1e-3));
        if (i == 0 && expected < (double)most)
            cd_progress_part_done(comparison->progress, 2 * plan->pairs * (most - (size_t)expected), true);
    }
    return end(comparison, code);
}

void cd_comparison_release(struct cd_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++)
        for (int look = 0; look < 2; look++)
            cd_sample_pairs_release(&comparison->cells[i].looks[look].pairs);
    for (size_t i = 0; comparison->facts && i < comparison->workloads->count; i++)
        for (int side = 0; side < 2; side++)
            cd_facts_release(&comparison->facts[i][side]);
    cd_free(comparison->cells);
    cd_free(comparison->facts);
    *comparison = (struct cd_comparison){0};
}

// ---- verdicts ---------------------------------------------------------------------------------------------

static size_t count_outcome(const struct cd_comparison *comparison, enum cd_outcome outcome,
                            const struct cd_compared **first)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->cells[i].outcome == outcome && !count++)
            *first = &comparison->cells[i];
    return count;
}

/// What to say about a cell that is not fine.
static void describe(const struct cd_compared *cell, char *text, size_t bytes)
{
    const struct cd_finding *finding = &cell->looks[0].finding;
    if (cell->outcome == CD_OUTCOME_SLOWER)
        snprintf(text, bytes, "B takes %.1f %% more time than A%s", 100 * (exp(finding->shift) - 1),
                 cell->confirmation == CD_CONFIRM_MISSING ? " (unconfirmed)" : "");
    else if (cell->outcome != CD_OUTCOME_INCONCLUSIVE)
        snprintf(text, bytes, "%s", cell->note);
    else
        snprintf(text, bytes, "%s",
                 cell->confirmation == CD_CONFIRM_REFUTED
                     ? "certainly slower by more than the threshold under one alignment of functions only"
                 : finding->too_few && finding->pairs >= finding->needed ? cell->note
                 : finding->too_few
                     ? "too few pairs to find anything; give more time by --budget or more --pairs"
                     : "neither a change nor equality is certain; give more --pairs or a quieter machine");
}

enum cd_code cd_comparison_verdict(const struct cd_comparison *comparison, struct cd_status *status)
{
    static const struct {
        enum cd_outcome outcome;
        enum cd_code code;
    } worse_first[] = {{CD_OUTCOME_WRONG, CD_WRONG},
                       {CD_OUTCOME_DIFFERENT, CD_WRONG},
                       {CD_OUTCOME_SLOWER, CD_REGRESSION},
                       {CD_OUTCOME_UNAVAILABLE, CD_ENVIRONMENT},
                       {CD_OUTCOME_INCONCLUSIVE, CD_INCONCLUSIVE}};
    const struct cd_compared *first = NULL;
    char text[700], more[48] = "";
    if (comparison->interrupted && comparison->of_itself)
        return cd_fail(status, CD_INTERRUPTED,
                       "interrupted; %zu comparisons were finished, nothing is stored", comparison->count);
    if (comparison->interrupted)
        return cd_fail(status, CD_INTERRUPTED, "interrupted; %zu of %zu cells were finished and are kept",
                       comparison->count - count_outcome(comparison, CD_OUTCOME_OPEN, &first),
                       comparison->count);
    if (comparison->of_itself) // whatever its error rate: finding it was the aim
        return CD_OK;
    for (size_t i = 0; i < sizeof worse_first / sizeof *worse_first; i++) {
        size_t count = count_outcome(comparison, worse_first[i].outcome, &first);
        if (!count)
            continue;
        describe(first, text, sizeof text);
        if (count > 1)
            snprintf(more, sizeof more, " (and %zu more like this)", count - 1);
        return cd_fail(status, worse_first[i].code, "%s: %s%s", first->name, text, more);
    }
    if (count_outcome(comparison, CD_OUTCOME_ONE_SIDED, &first) == comparison->count)
        return cd_fail(status, CD_INCONCLUSIVE, "there is no cell that both sides know");
    return CD_OK;
}
