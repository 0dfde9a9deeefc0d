/// Works out the verdict on a claim from the outcomes of its checks.
#include "bench/papers/verdicts.h"
#include "base/memory.h"
#include "base/opengl.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

const char *cd_claim_verdict_name(enum cd_claim_verdict verdict)
{
    static const char *const names[CD_CLAIM_VERDICTS] = {
        "reproduced", "partly", "refuted", "vacuous", "undecided", "not comparable", "not measured"};
    return names[verdict];
}

/// A claim and the basis of the verdict on it.
struct basis {
    const struct cd_claim *claim;
    const struct cd_paper *paper;
    const struct cd_measurements *measurements; ///< of each experiment of the paper
};

/// The number of the experiment that a check looks at; cd_paper_read has checked that it exists.
static size_t experiment_of(const struct basis *basis, size_t check)
{
    const struct cd_experiment *experiments = basis->paper->experiments;
    const struct cd_experiment *experiment =
        CD_NAMED(experiments, basis->paper->experiment_count, basis->claim->checks[check].experiment);
    CD_ASSERT(experiment);
    return (size_t)(experiment - experiments);
}

/// Whether software drew something that the paper's file asks for. Added series are ignored, because they decide
/// nothing.
static bool was_software(const struct cd_experiment *experiment, const struct cd_measurements *measurements)
{
    const struct cd_table *cells = measurements->rows.cells;
    for (size_t row = 0; cells && row < cells->row_count; row++) {
        const struct cd_series *series = cd_find_series(experiment, cd_table_text(cells, row, "series"));
        if (series && !series->added && cd_opengl_is_software(cd_table_text(cells, row, "environment")))
            return true;
    }
    return false;
}

/// True when fewer cores than needed were usable; false when run.json does not tell.
static bool had_fewer_cores(const struct cd_measurements *measurements, unsigned needed)
{
    static const char *const keys[] = {"cores", "usable_processors"};
    const json_t *machine = json_object_get(measurements->run, "machine");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_int_t cores = json_integer_value(json_object_get(machine, keys[i]));
        if (cores > 0 && cores < (json_int_t)needed)
            return true;
    }
    return false;
}

/// Whether the claim needs a number of cores. A measurement on fewer cores says nothing about the claim.
static bool is_about_cores(const struct cd_claim *claim)
{
    return claim->not_comparable && claim->not_comparable_when && strstr(claim->not_comparable_when, "cores");
}

/// Whether the claim's excuse applies to the machines that its checks were measured on.
static bool is_incomparable(const struct basis *basis)
{
    const char *when = basis->claim->not_comparable_when;
    unsigned needed;
    if (!basis->claim->not_comparable || !when)
        return basis->claim->not_comparable;
    bool by_cores = sscanf(when, "fewer than %5u cores", &needed) == 1;
    for (size_t i = 0; i < basis->claim->check_count; i++) {
        size_t number = experiment_of(basis, i);
        const struct cd_measurements *measurements = &basis->measurements[number];
        if (by_cores ? had_fewer_cores(measurements, needed)
                     : was_software(&basis->paper->experiments[number], measurements))
            return true;
    }
    return false;
}

// ---- words ------------------------------------------------------------------------------------------------

/// Adds a sentence to an allocated text; free it with cd_free.
static void add_sentence(char **text, const char *before, const char *sentence)
{
    size_t old = *text ? strlen(*text) : 0, more = strlen(before) + strlen(sentence) + 3;
    *text = cd_reallocate(*text, *text ? old + 1 : 0, old + more, 1);
    snprintf(*text + old, more, "%s%s%s", old ? "; " : "", before, sentence);
}

static const struct cd_measurements *measurements_of(const struct basis *basis, size_t check)
{
    return &basis->measurements[experiment_of(basis, check)];
}

static bool is_unmeasured(const struct basis *basis, size_t check)
{
    return !measurements_of(basis, check)->rows.cells;
}

static bool is_stale(const struct basis *basis, size_t check)
{
    return measurements_of(basis, check)->rows.cells && measurements_of(basis, check)->stale;
}

/// Whether a check looks at a series. A check that names no series looks at all.
static bool looks_at(const struct cd_check *check, const char *series)
{
    const char *wanted = cd_find_condition(&check->where, "series");
    const char *const named[] = {check->series, check->against, wanted};
    bool any = false;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        any |= (bool)named[i];
        if (named[i] && !strcmp(named[i], series))
            return true;
    }
    return !any;
}

/// Whether the code behind a check's series has changed since the measurement.
static bool is_outdated(const struct basis *basis, size_t check)
{
    const struct cd_experiment *experiment = &basis->paper->experiments[experiment_of(basis, check)];
    const bool *outdated = measurements_of(basis, check)->outdated;
    for (size_t i = 0; i < experiment->series_count && outdated; i++)
        if (outdated[i] && looks_at(&basis->claim->checks[check], experiment->series[i].id))
            return true;
    return false;
}

/// Adds a sentence that names the experiments of the checks for which `is_true` holds, as arguments of `cdbench
/// reproduce`, with the code that has changed if `changes` is set. Returns whether there are any.
static bool name_experiments(char **text, const char *before, const struct basis *basis,
                             bool (*is_true)(const struct basis *basis, size_t check), bool changes)
{
    size_t bytes = 1 + basis->claim->check_count * 440;
    char *names = cd_allocate(bytes, 1);
    bool *named = cd_allocate(basis->paper->experiment_count, sizeof *named);
    for (size_t i = 0; i < basis->claim->check_count; i++) {
        size_t experiment = experiment_of(basis, i);
        const struct cd_measurements *measurements = &basis->measurements[experiment];
        const json_t *run = measurements->run;
        const char *revision = json_string_value(json_object_get(json_object_get(run, "build"), "revision"));
        const char *moment = json_string_value(json_object_get(run, "started"));
        if (named[experiment] || !is_true(basis, i))
            continue;
        named[experiment] = true;
        cd_append(names, bytes, " %.90s/%.90s", basis->paper->key, basis->claim->checks[i].experiment);
        if (changes)
            cd_append(names, bytes, " (%s since revision %.20s of %.10s)", measurements->changed,
                      revision ? revision : "unknown", moment ? moment : "unknown");
    }
    bool any = *names;
    if (any)
        add_sentence(text, before, names);
    cd_free(named);
    cd_free(names);
    return any;
}

static char *why_undecided(const struct basis *basis, enum cd_claim_verdict verdict, bool quick)
{
    char *reason = NULL;
    bool unmeasured =
        name_experiments(&reason, "not measured yet: cdbench reproduce", basis, is_unmeasured, false);
    if (verdict == CD_CLAIM_UNDECIDED)
        add_sentence(&reason, "undecided: what was measured allows both",
                     quick && !unmeasured ? ", --full measures more" : "");
    else if (!unmeasured)
        add_sentence(&reason, "nothing that was measured decides it", "");
    return reason;
}

// ---- vacuous ----------------------------------------------------------------------------------------------

/// Whether a column is, or follows from, the number of what is missed. Formulas use those before them.
static bool has_misses(const struct cd_experiment *experiment, const char *text, size_t formulas)
{
    if (strstr(text, "misses"))
        return true;
    for (size_t i = 0; i < formulas; i++)
        if (strstr(text, experiment->formulas[i].column) &&
            has_misses(experiment, experiment->formulas[i].formula, i))
            return true;
    return false;
}

/// Whether a check asks for few misses. A form that finds nothing fails it; others it may pass.
static bool bounds_misses(const struct basis *basis, size_t number)
{
    const struct cd_check *check = &basis->claim->checks[number];
    const struct cd_experiment *experiment = &basis->paper->experiments[experiment_of(basis, number)];
    const char *column = check->errors ? check->errors : check->column;
    return (isfinite(check->max) || check->falling) &&
           has_misses(experiment, column, experiment->formula_count);
}

/// Adds what a series is to find in the rows that a check reads, and how much of it it misses.
static void add_found(const struct basis *basis, size_t number, const char *series, struct cd_found *found)
{
    const struct cd_check *check = &basis->claim->checks[number];
    const struct cd_table *cells = measurements_of(basis, number)->rows.cells;
    for (size_t row = 0; cells && row < cells->row_count; row++) {
        double misses, truths;
        if (cd_table_matches(cells, row, "series", series) && cd_conditions_hold(&check->where, cells, row) &&
            cd_table_number(cells, row, "misses", &misses) &&
            cd_table_number(cells, row, "truth_pairs", &truths)) {
            found->misses += misses;
            found->truths += truths;
        }
    }
}

/// Whether checks of time, calls or false positives that decide about a form say nothing: a series that they read misses
/// more than half of at least 20 collisions in their own scenes.
static bool is_vacuous(const struct basis *basis, enum cd_form form, struct cd_found *found)
{
    enum { ENOUGH = 20 };
    const struct cd_claim *claim = basis->claim;
    for (size_t i = 0; i < 2 * claim->check_count; i++) {
        const char *series = i % 2 ? claim->checks[i / 2].against : claim->checks[i / 2].series;
        *found = (struct cd_found){0};
        for (size_t k = 0; k < claim->check_count && series; k++) {
            const struct cd_check *check = &claim->checks[k];
            bool reads = (check->series && !strcmp(check->series, series)) ||
                         (check->against && !strcmp(check->against, series));
            if (reads && check->decides[form] && !bounds_misses(basis, k))
                add_found(basis, k, series, found);
        }
        if (found->truths >= ENOUGH && 2 * found->misses > found->truths)
            return true;
    }
    return false;
}

// ---- the verdict ------------------------------------------------------------------------------------------

/// The verdict from the points of the deciding checks. An open point may turn out either way, so more noise never gives
/// a verdict other than "undecided".
static enum cd_claim_verdict judge_form(const struct basis *basis, const struct cd_check_result *checks,
                                        enum cd_form form, struct cd_found *found)
{
    size_t points[CD_CHECK_MISSING + 1] = {0};
    bool vacuous = is_vacuous(basis, form, found);
    for (size_t i = 0; i < basis->claim->check_count; i++) {
        bool counts = basis->claim->checks[i].decides[form] && (!vacuous || bounds_misses(basis, i));
        for (int outcome = 0; outcome <= CD_CHECK_MISSING && counts; outcome++)
            points[outcome] += checks[i].points[outcome];
    }
    if (vacuous) // unless what it misses refutes it
        return points[CD_CHECK_FAILS] ? CD_CLAIM_REFUTED : CD_CLAIM_VACUOUS;
    if (!points[CD_CHECK_HOLDS] && !points[CD_CHECK_FAILS] && !points[CD_CHECK_OPEN])
        return CD_CLAIM_NOT_MEASURED;
    if (is_incomparable(basis))
        return is_about_cores(basis->claim) ? CD_CLAIM_NOT_MEASURED : CD_CLAIM_NOT_COMPARABLE;
    if (points[CD_CHECK_HOLDS] && points[CD_CHECK_FAILS])
        return CD_CLAIM_PARTLY;
    if (points[CD_CHECK_OPEN] || points[CD_CHECK_MISSING])
        return CD_CLAIM_UNDECIDED;
    return points[CD_CHECK_HOLDS] ? CD_CLAIM_REPRODUCED : CD_CLAIM_REFUTED;
}

static char *why_vacuous(const struct cd_found *found)
{
    char text[100];
    snprintf(text, sizeof text, "vacuous: the form misses %.0f of the %.0f pairs that it has to find",
             found->misses, found->truths);
    return cd_duplicate(text);
}

/// Notes what is old or missing of what the verdict rests on.
static void note_age(const struct basis *basis, struct cd_claim_result *result, bool changes, char **note)
{
    const char *outdated =
        changes ? "its code has changed since; measure again: cdbench reproduce" : "older than its code:";
    result->old |= name_experiments(
        note, "measured by an older text of the experiment; measure again: cdbench reproduce", basis,
        is_stale, false);
    result->old |= name_experiments(note, outdated, basis, is_outdated, changes);
    if (result->verdict < CD_CLAIM_UNDECIDED || result->verdict == CD_CLAIM_NOT_COMPARABLE)
        name_experiments(note, "not measured yet: cdbench reproduce", basis, is_unmeasured, false);
}

static void decide(const struct basis *basis, struct cd_claim_result *result)
{
    const struct cd_claim *claim = basis->claim;
    for (int form = 0; form < CD_FORMS; form++)
        result->forms[form] = judge_form(basis, result->checks, (enum cd_form)form, &result->found[form]);
    result->verdict = claim->check_count    ? result->forms[cd_claim_headline(claim)]
                      : claim->not_measured ? CD_CLAIM_NOT_MEASURED
                                            : CD_CLAIM_NOT_COMPARABLE;
    if (claim->not_measured)
        result->reason = cd_duplicate(claim->not_measured);
    else if (result->verdict == CD_CLAIM_NOT_COMPARABLE ||
             (result->verdict == CD_CLAIM_NOT_MEASURED && is_about_cores(claim) && is_incomparable(basis)))
        result->reason = cd_duplicate(claim->not_comparable);
    else if (result->verdict == CD_CLAIM_UNDECIDED || result->verdict == CD_CLAIM_NOT_MEASURED)
        result->reason = why_undecided(basis, result->verdict, result->quick);
    else if (result->verdict == CD_CLAIM_VACUOUS)
        result->reason = why_vacuous(&result->found[cd_claim_headline(claim)]);
    note_age(basis, result, true, &result->note);
    note_age(basis, result, false, &result->mark);
}

/// Whether the measurements have the quick size. The paper's size is the quick size, too, when the file gives no values
/// for it.
static bool is_quick(const struct cd_experiment *experiment, enum cd_size size)
{
    bool differs =
        size != CD_SIZE_PAPER || experiment->effort[size].frames != experiment->effort[CD_SIZE_QUICK].frames;
    for (size_t i = 0; i < experiment->variable_count; i++) {
        const struct cd_words *own = &experiment->variables[i].values[size],
                              *quick = &experiment->variables[i].values[CD_SIZE_QUICK];
        differs |= own->count != quick->count;
        for (size_t k = 0; k < own->count && !differs; k++)
            differs = strcmp(own->items[k], quick->items[k]) != 0;
    }
    return size == CD_SIZE_QUICK || !differs;
}

struct cd_claim_result cd_claim_judge(const struct cd_claim *claim, const struct cd_paper *paper,
                                      const struct cd_measurements *measurements)
{
    struct basis basis = {claim, paper, measurements};
    struct cd_claim_result result = {
        .claim = claim,
        .checks = cd_allocate(claim->check_count, sizeof *result.checks),
    };
    for (size_t i = 0; i < claim->check_count; i++) {
        size_t experiment = experiment_of(&basis, i);
        result.checks[i] =
            cd_check_evaluate(&claim->checks[i], &paper->experiments[experiment], &measurements[experiment]);
        result.quick |= !is_unmeasured(&basis, i) &&
                        is_quick(&paper->experiments[experiment], measurements[experiment].size);
    }
    decide(&basis, &result);
    return result;
}

void cd_claim_release(struct cd_claim_result *result)
{
    cd_free(result->checks);
    cd_free(result->reason);
    cd_free(result->note);
    cd_free(result->mark);
    cd_free(result->interpretations);
    *result = (struct cd_claim_result){0};
}
