#include "bench/compare/comparison.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A comparison while it is made.
struct comparison_run {
    struct cd_comparison *comparison;
    const struct cd_comparison_plan *plan;
    struct cd_progress *progress;
    struct cd_status *status;
    uint64_t begun; ///< when the answers began to be compared; building is not counted
};

static struct cd_runner runner_of(const struct comparison_run *run, int i, int look)
{
    const struct cd_side *side = &run->comparison->sides[i];
    const struct cd_side *other = &run->comparison->sides[1 - i];
    struct cd_runner runner = {.program = look ? side->realigned : side->program,
                               .plugins = run->plan->plugins,
                               .slow_down = i ? run->plan->slow_down : 0};
    // The algorithm of a side is that of the other one too, where that does not name its own.
    if (side->kind == CD_SIDE_ALGO)
        runner.algo = side->value;
    else if (other->kind == CD_SIDE_ALGO)
        runner.algo = other->value;
    return runner;
}

// ---- sides ------------------------------------------------------------------------------------------------

static enum cd_code build_sides(struct comparison_run *run)
{
    struct cd_side *sides = run->comparison->sides;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        enum cd_code code = cd_side_build(&sides[i], run->progress, run->status);
        if (code)
            return code;
        any |= sides[i].kind == CD_SIDE_REVISION;
    }
    cd_progress_clear(run->progress);
    if (any && cd_source_is_dirty())
        run->plan->warn(run->plan->user,
                        "files of the source tree differ from its last commit; rev: does not have these "
                        "changes, so commit them first where they are to be compared");
    return CD_OK;
}

// ---- answers ----------------------------------------------------------------------------------------------

static void end_cell(struct cd_compared *cell, enum cd_cell_end end, int side, const char *note)
{
    cell->end = end;
    if (side < 0)
        snprintf(cell->note, sizeof cell->note, "%.590s", note);
    else
        snprintf(cell->note, sizeof cell->note, "%c: %.580s", 'A' + side, note);
}

/// What the sides say of a cell that they cannot both do. Something that the user mistyped is a failure.
static enum cd_code judge_outcomes(const struct comparison_run *run, struct cd_compared *cell)
{
    const struct cd_facts *facts = cell->facts;
    bool both = facts[0].outcome == CD_OUTCOME_UNKNOWN && facts[1].outcome == CD_OUTCOME_UNKNOWN;
    for (int i = 0; i < 2; i++) {
        bool own = run->comparison->sides[i].kind == CD_SIDE_ALGO;
        if (facts[i].outcome == CD_OUTCOME_UNKNOWN && (both || own))
            return cd_fail(run->status, (enum cd_code)facts[i].code, "%s", facts[i].reason);
    }
    static const struct {
        enum cd_outcome outcome;
        enum cd_cell_end end;
    } ends[] = {{CD_OUTCOME_WRONG, CD_END_WRONG},
                {CD_OUTCOME_UNAVAILABLE, CD_END_UNAVAILABLE},
                {CD_OUTCOME_UNKNOWN, CD_END_ONE_SIDED}};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        for (int i = 0; i < 2; i++)
            if (facts[i].outcome == ends[k].outcome) {
                end_cell(cell, ends[k].end, i, facts[i].reason);
                return CD_OK;
            }
    return CD_OK;
}

static enum cd_code compare_answers(const struct comparison_run *run, struct cd_compared *cell)
{
    char what[360], why[300];
    snprintf(what, sizeof what, "comparing the answers: %s", cell->name);
    cd_progress_step(run->progress, what, 0);
    for (int i = 0; i < 2; i++) {
        struct cd_runner runner = runner_of(run, i, 0);
        enum cd_code code = cd_probe(cell->workload, &runner, run->progress, &cell->facts[i], run->status);
        if (code)
            return code;
    }
    for (int i = 0; i < 2; i++)
        if (cell->facts[i].outcome != CD_OUTCOME_FINE)
            return judge_outcomes(run, cell);
    cell->answers = cd_compare_answers(cell->facts, why, sizeof why);
    if (cell->answers == CD_ANSWERS_DIFFER || cell->answers == CD_ANSWERS_OTHER_SCENE)
        end_cell(cell, CD_END_DIFFERENT, -1, why);
    else
        snprintf(cell->note, sizeof cell->note, "%s", why);
    return CD_OK;
}

// ---- times ------------------------------------------------------------------------------------------------

/// Slower as far as the first look tells, and nothing is known of a second one.
static bool is_doubtful(const struct cd_compared *cell)
{
    return cell->end == CD_END_MEASURED && cell->looks[0].finding.change == CD_CHANGE_SLOWER &&
           cell->confirmation == CD_CONFIRM_NONE;
}

/// Whether a cell is to be sampled for a look, 0 being the first.
static bool is_to_be_sampled(const struct cd_compared *cell, int look)
{
    return look ? is_doubtful(cell) : cell->end == CD_END_UNFINISHED;
}

static size_t count_to_be_sampled(const struct cd_comparison *comparison, int look)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += is_to_be_sampled(&comparison->cells[i], look);
    return count;
}

/// The time for one cell: of the first look an equal share of what is left for `cells` of them.
static double share_of(const struct comparison_run *run, int look, size_t cells)
{
    double budget = run->plan->budget_seconds;
    if (budget <= 0)
        return INFINITY;
    if (look)
        return budget / (double)run->comparison->count;
    double spent = (double)(cd_clock_wall() - run->begun) * 1e-9;
    return fmax(budget - spent, 0) / (double)cells;
}

static enum cd_code sample_cell(const struct comparison_run *run, struct cd_compared *cell, int look,
                                double seconds)
{
    const struct cd_comparison_plan *plan = run->plan;
    struct cd_runner runners[2] = {runner_of(run, 0, look), runner_of(run, 1, look)};
    struct cd_sampling_plan sampling = {plan->pairs, seconds, plan->sample_seconds, plan->seed};
    struct cd_sample_pairs *pairs = &cell->looks[look].pairs;
    struct cd_status inner = {CD_OK, ""};
    cd_progress_part(run->progress, look ? "confirming" : "timing");
    cd_progress_step(run->progress, cell->name, 0);
    enum cd_code code =
        cd_take_pairs(cell->workload, runners, cell->facts, &sampling, run->progress, pairs, &inner);
    if (!code) {
        cell->end = CD_END_MEASURED;
        return CD_OK;
    }
    if (code != CD_WRONG && code != CD_ENVIRONMENT && code != CD_DATA) { // it ends more than this cell
        if (look)
            cd_sample_pairs_release(pairs);
        return cd_fail(run->status, code, "%s", inner.text);
    }
    if (look)
        cell->confirmation = CD_CONFIRM_MISSING;
    end_cell(cell,
             code == CD_WRONG ? CD_END_WRONG
             : look           ? CD_END_MEASURED
                              : CD_END_UNAVAILABLE,
             -1, inner.text);
    return CD_OK;
}

static enum cd_code sample_cells(const struct comparison_run *run, int look)
{
    struct cd_comparison *comparison = run->comparison;
    size_t left = count_to_be_sampled(comparison, look);
    enum cd_code code = CD_OK;
    cd_progress_whole(run->progress, 2 * left * run->plan->pairs);
    for (size_t i = 0; i < comparison->count && !code; i++)
        if (is_to_be_sampled(&comparison->cells[i], look))
            code = sample_cell(run, &comparison->cells[i], look, share_of(run, look, left--));
    return code;
}

static struct cd_finding find_shift(const struct cd_sample_pairs *pairs, bool wall,
                                    const struct cd_rule *rule)
{
    double *ratios = cd_log_ratios(pairs, wall);
    struct cd_finding finding = cd_find_shift(ratios, pairs->count, rule);
    cd_free(ratios);
    return finding;
}

/// Decides all cells of a look that were measured, together.
static void decide(const struct comparison_run *run, int look)
{
    struct cd_comparison *comparison = run->comparison;
    const struct cd_rule *rule = &run->plan->rule;
    struct cd_finding *findings = cd_allocate(comparison->count, sizeof *findings);
    struct cd_look **looks = cd_allocate(comparison->count, sizeof(struct cd_look *));
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (look ? !is_doubtful(cell) : cell->end != CD_END_MEASURED)
            continue;
        looks[count] = &cell->looks[look];
        looks[count]->other_clock = find_shift(&looks[count]->pairs, !cell->by_wall, rule);
        findings[count] = find_shift(&looks[count]->pairs, cell->by_wall, rule);
        count++;
    }
    cd_decide(findings, count, rule);
    for (size_t i = 0; i < count; i++)
        looks[i]->finding = findings[i];
    cd_free(looks);
    cd_free(findings);
}

static enum cd_code look_first(const struct comparison_run *run)
{
    enum cd_code code = sample_cells(run, 0);
    decide(run, 0);
    for (size_t i = 0; i < run->comparison->count; i++)
        run->comparison->cells[i].change = run->comparison->cells[i].looks[0].finding.change;
    return code;
}

// ---- a second look ----------------------------------------------------------------------------------------

static void leave_unconfirmed(const struct comparison_run *run, const char *why)
{
    for (size_t i = 0; i < run->comparison->count; i++) {
        struct cd_compared *cell = &run->comparison->cells[i];
        if (!is_doubtful(cell))
            continue;
        cell->confirmation = CD_CONFIRM_MISSING;
        snprintf(cell->note, sizeof cell->note, "not confirmed under another alignment of functions: %.500s",
                 why);
    }
}

static enum cd_code realign(const struct comparison_run *run, struct cd_status *status)
{
    struct cd_side *sides = run->comparison->sides;
    enum cd_code code = CD_OK;
    if (!run->plan->confirm)
        return cd_fail(status, CD_ENVIRONMENT, "--no-confirm was given");
    // Without source on one side nothing need be built on the other.
    for (int i = 0; i < 2; i++)
        if (sides[i].kind == CD_SIDE_BUILD)
            return cd_side_realign(&sides[i], NULL, status);
    for (int i = 0; i < 2 && !code; i++)
        code = cd_side_realign(&sides[i], run->progress, status);
    cd_progress_clear(run->progress);
    if (!code && (sides[0].changed || sides[1].changed))
        run->plan->warn(run->plan->user,
                        "this program was built from files that differ from its commit; what was confirmed "
                        "are the files as they are now");
    return code;
}

static void confirm_cell(struct cd_compared *cell, const struct cd_rule *rule)
{
    double first = exp(cell->looks[0].finding.shift), second = exp(cell->looks[1].finding.shift);
    if (cell->looks[1].finding.change == CD_CHANGE_SLOWER) {
        cell->confirmation = CD_CONFIRM_CONFIRMED;
        return;
    }
    bool points_the_same_way = second > 1 + rule->threshold;
    cell->confirmation = CD_CONFIRM_REFUTED;
    cell->change = CD_CHANGE_INCONCLUSIVE;
    snprintf(cell->note, sizeof cell->note,
             "slower under one alignment of functions (x %.3f), %s under another (x %.3f): %s", first,
             points_the_same_way ? "undecided" : "not", second,
             points_the_same_way ? "probably slower; give more --budget or --pairs to be sure"
                                 : "not the work of what was changed");
}

static enum cd_code look_again(const struct comparison_run *run)
{
    struct cd_status inner = {CD_OK, ""};
    if (!count_to_be_sampled(run->comparison, 1))
        return CD_OK;
    enum cd_code code = realign(run, &inner);
    if (!code)
        code = sample_cells(run, 1);
    if (code) {
        leave_unconfirmed(run, code == CD_INTERRUPTED ? "interrupted" : inner.text);
        return code == CD_INTERRUPTED ? cd_fail(run->status, code, "interrupted") : CD_OK;
    }
    decide(run, 1);
    for (size_t i = 0; i < run->comparison->count; i++)
        if (is_doubtful(&run->comparison->cells[i]))
            confirm_cell(&run->comparison->cells[i], &run->plan->rule);
    return CD_OK;
}

// ---- the whole --------------------------------------------------------------------------------------------

static enum cd_code compare_all(struct comparison_run *run)
{
    enum cd_code code = build_sides(run);
    run->begun = cd_clock_wall();
    for (size_t i = 0; i < run->comparison->count && !code; i++)
        code = compare_answers(run, &run->comparison->cells[i]);
    if (code)
        return code;
    code = look_first(run);
    return code ? code : look_again(run);
}

enum cd_code cd_compare_sides(struct cd_comparison *comparison, const struct cd_workloads *workloads,
                              const struct cd_comparison_plan *plan, struct cd_progress *progress,
                              struct cd_status *status)
{
    struct comparison_run run = {comparison, plan, progress, status, 0};
    comparison->count = workloads->count;
    comparison->cells = cd_allocate(workloads->count, sizeof *comparison->cells);
    for (size_t i = 0; i < workloads->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        cell->workload = &workloads->items[i];
        cell->by_wall = cell->workload->threads > 1;
        cd_workload_name(cell->workload, cell->name, sizeof cell->name);
    }
    cd_fix_environment();
    enum cd_code code = compare_all(&run);
    cd_progress_clear(progress);
    comparison->interrupted = code == CD_INTERRUPTED;
    return comparison->interrupted ? CD_OK : code;
}

void cd_comparison_release(struct cd_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        cd_sample_pairs_release(&comparison->cells[i].looks[0].pairs);
        cd_sample_pairs_release(&comparison->cells[i].looks[1].pairs);
    }
    cd_free(comparison->cells);
    comparison->cells = NULL;
    comparison->count = 0;
}

// ---- words ------------------------------------------------------------------------------------------------

const char *cd_compared_word(const struct cd_compared *cell)
{
    static const char *const names[] = {"unfinished", "", "wrong", "different", "one-sided", "unavailable"};
    return cell->end == CD_END_MEASURED ? cd_change_name(cell->change) : names[cell->end];
}

const char *cd_confirmation_name(enum cd_confirmation confirmation)
{
    static const char *const names[] = {"", "confirmed", "refuted", "unconfirmed"};
    return names[confirmation];
}

/// How many cells end so, and the first of them.
struct tally {
    size_t count;
    const struct cd_compared *first;
};

static struct tally tally(const struct cd_comparison *comparison, enum cd_cell_end end, enum cd_change change)
{
    struct tally found = {0, NULL};
    for (size_t i = 0; i < comparison->count; i++) {
        const struct cd_compared *cell = &comparison->cells[i];
        if (cell->end == end && (end != CD_END_MEASURED || cell->change == change) && !found.count++)
            found.first = cell;
    }
    return found;
}

static const char *more(size_t count, char text[48])
{
    *text = 0;
    if (count > 1)
        snprintf(text, 48, " (and %zu more like this)", count - 1);
    return text;
}

/// The ends that are not fine, but for what was measured; the worse first.
static enum cd_code judge_ends(const struct cd_comparison *comparison, enum cd_cell_end end,
                               enum cd_code code, struct cd_status *status)
{
    char rest[48];
    struct tally found = tally(comparison, end, CD_CHANGE_INCONCLUSIVE);
    if (!found.count)
        return CD_OK;
    return cd_fail(status, code, "%s: %s%s", found.first->name, found.first->note, more(found.count, rest));
}

static enum cd_code judge_slower(const struct cd_comparison *comparison, struct cd_status *status)
{
    char rest[48];
    struct tally found = tally(comparison, CD_END_MEASURED, CD_CHANGE_SLOWER);
    if (!found.count)
        return CD_OK;
    return cd_fail(status, CD_REGRESSION, "%s: B takes %.1f %% more time than A%s%s", found.first->name,
                   100 * (exp(found.first->looks[0].finding.shift) - 1),
                   found.first->confirmation == CD_CONFIRM_MISSING ? " (unconfirmed)" : "",
                   more(found.count, rest));
}

static enum cd_code judge_inconclusive(const struct cd_comparison *comparison, struct cd_status *status)
{
    char rest[48];
    struct tally found = tally(comparison, CD_END_MEASURED, CD_CHANGE_INCONCLUSIVE);
    size_t measured = 0;
    for (size_t i = 0; i < comparison->count; i++)
        measured += comparison->cells[i].end == CD_END_MEASURED;
    if (!measured)
        return cd_fail(status, CD_INCONCLUSIVE, "there is no cell that both sides know");
    if (!found.count)
        return CD_OK;
    const char *advice =
        found.first->confirmation == CD_CONFIRM_REFUTED
            ? "certainly slower under one alignment of functions only"
        : found.first->looks[0].finding.too_few
            ? "too few pairs to find anything; give more time by --budget or more --pairs"
            : "neither a change nor equality is certain; give more --pairs or a quieter machine";
    return cd_fail(status, CD_INCONCLUSIVE, "%s: %s%s", found.first->name, advice, more(found.count, rest));
}

enum cd_code cd_comparison_verdict(const struct cd_comparison *comparison, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (comparison->interrupted) {
        size_t open = tally(comparison, CD_END_UNFINISHED, CD_CHANGE_INCONCLUSIVE).count;
        return cd_fail(status, CD_INTERRUPTED, "interrupted; %zu of %zu cells were finished and are kept",
                       comparison->count - open, comparison->count);
    }
    if (!code)
        code = judge_ends(comparison, CD_END_WRONG, CD_WRONG, status);
    if (!code)
        code = judge_ends(comparison, CD_END_DIFFERENT, CD_WRONG, status);
    if (!code)
        code = judge_slower(comparison, status);
    if (!code)
        code = judge_ends(comparison, CD_END_UNAVAILABLE, CD_ENVIRONMENT, status);
    return code ? code : judge_inconclusive(comparison, status);
}
