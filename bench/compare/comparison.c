#include "bench/compare/comparison.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// A comparison while it is made.
struct comparison_run {
    struct cd_comparison *comparison;
    const struct cd_comparison_plan *plan;
    struct cd_progress *progress;
    struct cd_status *status;
    char slow_down[32]; ///< in percent, as the command line takes it
    uint64_t begun;     ///< when the answers began to be compared; building is not counted
};

static void warn(const struct comparison_run *comparison_run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void warn(const struct comparison_run *comparison_run, const char *format, ...)
{
    char line[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    comparison_run->plan->warn(comparison_run->plan->user, line);
}

static struct cd_runner runner_of(const struct comparison_run *comparison_run, int i, bool realigned)
{
    const struct cd_side *side = &comparison_run->comparison->sides[i];
    const struct cd_side *other = &comparison_run->comparison->sides[1 - i];
    struct cd_runner runner = {.program = realigned ? side->realigned : side->program};
    // The algorithm of a side is that of the other one too, where that does not name its own.
    if (side->kind == CD_SIDE_ALGO)
        runner.algo = side->value;
    else if (other->kind == CD_SIDE_ALGO)
        runner.algo = other->value;
    size_t used = 0;
    for (size_t k = 0; k < CD_PLUGINS_MAX && comparison_run->plan->plugins[k]; k++) {
        runner.extra[used++] = "--plugin";
        runner.extra[used++] = comparison_run->plan->plugins[k];
    }
    if (i == 1 && comparison_run->plan->slow_down > 0) {
        runner.extra[used++] = "--slow-down";
        runner.extra[used++] = comparison_run->slow_down;
    }
    return runner;
}

// ---- sides ------------------------------------------------------------------------------------------------

static enum cd_code build_sides(struct comparison_run *comparison_run)
{
    struct cd_side *sides = comparison_run->comparison->sides;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        enum cd_code code = cd_side_build(&sides[i], comparison_run->progress, comparison_run->status);
        if (code)
            return code;
        any |= sides[i].kind == CD_SIDE_REVISION;
    }
    cd_progress_clear(comparison_run->progress);
    if (any && cd_source_is_dirty())
        warn(comparison_run, "files of the source tree differ from its last commit; rev: does not have these "
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
static enum cd_code judge_outcomes(const struct comparison_run *comparison_run, struct cd_compared *cell)
{
    const struct cd_facts *facts = cell->facts;
    bool both = facts[0].outcome == CD_OUTCOME_UNKNOWN && facts[1].outcome == CD_OUTCOME_UNKNOWN;
    for (int i = 0; i < 2; i++) {
        bool own = comparison_run->comparison->sides[i].kind == CD_SIDE_ALGO;
        if (facts[i].outcome == CD_OUTCOME_UNKNOWN && (both || own))
            return cd_fail(comparison_run->status, (enum cd_code)facts[i].code, "%s", facts[i].reason);
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

static enum cd_code compare_answers(const struct comparison_run *comparison_run, struct cd_compared *cell)
{
    char what[360], why[300];
    snprintf(what, sizeof what, "comparing the answers: %s", cell->name);
    cd_progress_step(comparison_run->progress, what, 0);
    for (int i = 0; i < 2; i++) {
        struct cd_runner runner = runner_of(comparison_run, i, false);
        enum cd_code code = cd_probe(cell->workload, &runner, comparison_run->progress, &cell->facts[i],
                                     comparison_run->status);
        if (code)
            return code;
    }
    for (int i = 0; i < 2; i++)
        if (cell->facts[i].outcome != CD_OUTCOME_FINE)
            return judge_outcomes(comparison_run, cell);
    cell->answers = cd_compare_answers(cell->facts, why, sizeof why);
    if (cell->answers == CD_ANSWERS_DIFFER || cell->answers == CD_ANSWERS_OTHER_SCENE)
        end_cell(cell, CD_END_DIFFERENT, -1, why);
    else
        snprintf(cell->note, sizeof cell->note, "%s", why);
    return CD_OK;
}

// ---- times ------------------------------------------------------------------------------------------------

/// True when the cell's answers let it be timed.
static bool is_to_be_timed(const struct cd_compared *cell)
{
    return cell->end == CD_END_UNFINISHED;
}

static size_t count_to_be_timed(const struct cd_comparison *comparison)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += is_to_be_timed(&comparison->cells[i]);
    return count;
}

/// An equal share of the time that is left.
static double share_of(const struct comparison_run *comparison_run, size_t cells)
{
    double budget = comparison_run->plan->budget_seconds;
    if (budget <= 0)
        return INFINITY;
    double spent = (double)(cd_clock_wall() - comparison_run->begun) * 1e-9;
    return fmax(budget - spent, 0) / (double)cells;
}

/// What ends one cell only, and not the comparison.
static bool ends_the_cell(enum cd_code code)
{
    return code == CD_WRONG || code == CD_ENVIRONMENT || code == CD_DATA;
}

static enum cd_code sample(const struct comparison_run *comparison_run, struct cd_compared *cell,
                           bool realigned, double seconds, struct cd_sample_pairs *pairs,
                           struct cd_status *status)
{
    const struct cd_comparison_plan *plan = comparison_run->plan;
    struct cd_runner runners[2] = {runner_of(comparison_run, 0, realigned),
                                   runner_of(comparison_run, 1, realigned)};
    struct cd_sampling_plan sampling = {plan->pairs, seconds, plan->sample_seconds, plan->seed};
    cd_progress_part(comparison_run->progress, realigned ? "confirming" : "timing");
    cd_progress_step(comparison_run->progress, cell->name, 0);
    return cd_take_pairs(cell->workload, runners, cell->facts, &sampling, comparison_run->progress, pairs,
                         status);
}

static enum cd_code time_cells(const struct comparison_run *comparison_run)
{
    struct cd_comparison *comparison = comparison_run->comparison;
    size_t left = count_to_be_timed(comparison);
    cd_progress_whole(comparison_run->progress, 2 * left * comparison_run->plan->pairs);
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (!is_to_be_timed(cell))
            continue;
        struct cd_status inner = {CD_OK, ""};
        enum cd_code code =
            sample(comparison_run, cell, false, share_of(comparison_run, left--), &cell->pairs, &inner);
        if (!code)
            cell->end = CD_END_MEASURED;
        else if (ends_the_cell(code))
            end_cell(cell, code == CD_WRONG ? CD_END_WRONG : CD_END_UNAVAILABLE, -1, inner.text);
        else
            return cd_fail(comparison_run->status, code, "%s", inner.text);
    }
    return CD_OK;
}

static struct cd_finding find_shift(const struct cd_sample_pairs *pairs, bool wall,
                                    const struct cd_rule *rule)
{
    double *ratios = cd_log_ratios(pairs, wall);
    struct cd_finding finding = cd_find_shift(ratios, pairs->count, rule);
    cd_free(ratios);
    return finding;
}

/// Decides all cells that were measured, together.
static void decide(const struct comparison_run *comparison_run)
{
    struct cd_comparison *comparison = comparison_run->comparison;
    const struct cd_rule *rule = &comparison_run->plan->rule;
    struct cd_finding *findings = cd_allocate(comparison->count, sizeof *findings);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (cell->end != CD_END_MEASURED)
            continue;
        findings[count++] = find_shift(&cell->pairs, cell->by_wall, rule);
        cell->other_clock = find_shift(&cell->pairs, !cell->by_wall, rule);
    }
    cd_decide(findings, count, rule);
    for (size_t i = 0, k = 0; i < comparison->count; i++)
        if (comparison->cells[i].end == CD_END_MEASURED) {
            comparison->cells[i].finding = findings[k++];
            comparison->cells[i].change = comparison->cells[i].finding.change;
        }
    cd_free(findings);
}

// ---- a second look ----------------------------------------------------------------------------------------

static bool seems_slower(const struct cd_compared *cell)
{
    return cell->end == CD_END_MEASURED && cell->finding.change == CD_CHANGE_SLOWER;
}

static void leave_unconfirmed(const struct comparison_run *comparison_run, const char *why)
{
    for (size_t i = 0; i < comparison_run->comparison->count; i++) {
        struct cd_compared *cell = &comparison_run->comparison->cells[i];
        if (!seems_slower(cell) || cell->confirmation != CD_CONFIRM_NONE)
            continue;
        cell->confirmation = CD_CONFIRM_MISSING;
        snprintf(cell->note, sizeof cell->note, "not confirmed under another alignment of functions: %.500s",
                 why);
    }
}

static enum cd_code realign(const struct comparison_run *comparison_run, struct cd_status *status)
{
    struct cd_side *sides = comparison_run->comparison->sides;
    enum cd_code code = CD_OK;
    if (!comparison_run->plan->confirm)
        return cd_fail(status, CD_ENVIRONMENT, "--no-confirm was given");
    // Without source on one side nothing need be built on the other.
    for (int i = 0; i < 2; i++)
        if (sides[i].kind == CD_SIDE_BUILD)
            return cd_side_realign(&sides[i], NULL, status);
    for (int i = 0; i < 2 && !code; i++)
        code = cd_side_realign(&sides[i], comparison_run->progress, status);
    if (!code && ((sides[0].changed && sides[0].kind == CD_SIDE_ALGO) ||
                  (sides[1].changed && sides[1].kind == CD_SIDE_ALGO)))
        warn(comparison_run,
             "this program was built from files that differ from its commit; what was confirmed "
             "are the files as they are now");
    return code;
}

static enum cd_code sample_again(const struct comparison_run *comparison_run)
{
    struct cd_comparison *comparison = comparison_run->comparison;
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += seems_slower(&comparison->cells[i]);
    cd_progress_whole(comparison_run->progress, 2 * count * comparison_run->plan->pairs);
    double share = comparison_run->plan->budget_seconds > 0
                       ? comparison_run->plan->budget_seconds / (double)comparison->count
                       : INFINITY;
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        struct cd_status inner = {CD_OK, ""};
        if (!seems_slower(cell))
            continue;
        enum cd_code code = sample(comparison_run, cell, true, share, &cell->second_pairs, &inner);
        if (ends_the_cell(code)) {
            end_cell(cell, code == CD_WRONG ? CD_END_WRONG : CD_END_MEASURED, -1, inner.text);
            cell->confirmation = CD_CONFIRM_MISSING;
        } else if (code) {
            cd_sample_pairs_release(&cell->second_pairs);
            return cd_fail(comparison_run->status, code, "%s", inner.text);
        }
    }
    return CD_OK;
}

static void decide_again(const struct comparison_run *comparison_run)
{
    struct cd_comparison *comparison = comparison_run->comparison;
    struct cd_finding *findings = cd_allocate(comparison->count, sizeof *findings);
    struct cd_compared **cells = cd_allocate(comparison->count, sizeof(struct cd_compared *));
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        if (!seems_slower(cell) || cell->confirmation != CD_CONFIRM_NONE)
            continue;
        cells[count] = cell;
        findings[count++] = find_shift(&cell->second_pairs, cell->by_wall, &comparison_run->plan->rule);
    }
    cd_decide(findings, count, &comparison_run->plan->rule);
    for (size_t i = 0; i < count; i++) {
        bool agrees = findings[i].change == CD_CHANGE_SLOWER;
        cells[i]->second = findings[i];
        cells[i]->confirmation = agrees ? CD_CONFIRM_CONFIRMED : CD_CONFIRM_REFUTED;
        if (!agrees) {
            bool points_the_same_way = exp(findings[i].shift) > 1 + comparison_run->plan->rule.threshold;
            cells[i]->change = CD_CHANGE_INCONCLUSIVE;
            snprintf(cells[i]->note, sizeof cells[i]->note,
                     "slower under one alignment of functions (x %.3f), %s under another (x %.3f): %s",
                     exp(cells[i]->finding.shift), points_the_same_way ? "undecided" : "not",
                     exp(findings[i].shift),
                     points_the_same_way ? "probably slower; give more --budget or --pairs to be sure"
                                         : "not the work of what was changed");
        }
    }
    cd_free(cells);
    cd_free(findings);
}

static enum cd_code confirm(const struct comparison_run *comparison_run)
{
    struct cd_status inner = {CD_OK, ""};
    bool any = false;
    for (size_t i = 0; i < comparison_run->comparison->count; i++)
        any |= seems_slower(&comparison_run->comparison->cells[i]);
    if (!any)
        return CD_OK;
    enum cd_code code = realign(comparison_run, &inner);
    cd_progress_clear(comparison_run->progress);
    if (!code && !(code = sample_again(comparison_run))) {
        decide_again(comparison_run);
        return CD_OK;
    }
    leave_unconfirmed(comparison_run, code == CD_INTERRUPTED ? "interrupted" : inner.text);
    return code == CD_INTERRUPTED ? cd_fail(comparison_run->status, code, "interrupted") : CD_OK;
}

// ---- the whole --------------------------------------------------------------------------------------------

static enum cd_code compare_all(struct comparison_run *comparison_run)
{
    enum cd_code code = build_sides(comparison_run);
    comparison_run->begun = cd_clock_wall();
    for (size_t i = 0; i < comparison_run->comparison->count && !code; i++)
        code = compare_answers(comparison_run, &comparison_run->comparison->cells[i]);
    if (code)
        return code;
    code = time_cells(comparison_run);
    decide(comparison_run);
    return code ? code : confirm(comparison_run);
}

enum cd_code cd_compare_sides(struct cd_comparison *comparison, const struct cd_workloads *workloads,
                              const struct cd_comparison_plan *plan, struct cd_progress *progress,
                              struct cd_status *status)
{
    struct comparison_run comparison_run = {comparison, plan, progress, status, "", 0};
    snprintf(comparison_run.slow_down, sizeof comparison_run.slow_down, "%.6g", 100 * plan->slow_down);
    comparison->count = workloads->count;
    comparison->cells = cd_allocate(workloads->count, sizeof *comparison->cells);
    for (size_t i = 0; i < workloads->count; i++) {
        struct cd_compared *cell = &comparison->cells[i];
        cell->workload = &workloads->items[i];
        cell->by_wall = cell->workload->threads > 1;
        cd_workload_name(cell->workload, cell->name, sizeof cell->name);
    }
    cd_fix_environment();
    enum cd_code code = compare_all(&comparison_run);
    cd_progress_clear(progress);
    comparison->interrupted = code == CD_INTERRUPTED;
    return comparison->interrupted ? CD_OK : code;
}

void cd_comparison_release(struct cd_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        cd_sample_pairs_release(&comparison->cells[i].pairs);
        cd_sample_pairs_release(&comparison->cells[i].second_pairs);
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
                   100 * (exp(found.first->finding.shift) - 1),
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
        : found.first->finding.too_few
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
