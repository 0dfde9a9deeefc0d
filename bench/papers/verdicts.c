/// From the outcomes of its checks to the verdict on a claim.
#include "bench/papers/verdicts.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *cd_claim_verdict_name(enum cd_claim_verdict verdict)
{
    static const char *const names[CD_CLAIM_VERDICTS] = {"reproduced", "partly", "refuted", "not comparable",
                                                         "not testable"};
    return names[verdict];
}

/// The number of an experiment in its paper; cd_paper_read has made sure that it is there.
static size_t experiment_of(const struct cd_paper *paper, const struct cd_check *check)
{
    const struct cd_experiment *experiment =
        CD_NAMED(paper->experiments, paper->experiment_count, check->experiment);
    CD_ASSERT(experiment);
    return (size_t)(experiment - paper->experiments);
}

static bool names_software(const char *environment)
{
    static const char *const renderers[] = {"llvmpipe", "softpipe", "swiftshader"};
    for (size_t i = 0; i < sizeof renderers / sizeof *renderers; i++)
        if (strcasestr(environment, renderers[i]))
            return true;
    return false;
}

static bool was_software(const struct cd_measurements *measurements)
{
    for (size_t row = 0; measurements->rows.cells && row < measurements->rows.cells->row_count; row++)
        if (names_software(cd_table_text(measurements->rows.cells, row, "environment")))
            return true;
    return false;
}

/// Whether the claim's excuse applies to what its checks were measured on.
static bool is_incomparable(const struct cd_claim *claim, const struct cd_claim_basis *basis)
{
    const char *when = claim->not_comparable_when;
    unsigned needed = 0;
    if (!claim->not_comparable || !when)
        return claim->not_comparable;
    bool by_cores = sscanf(when, "fewer than %5u cores", &needed) == 1;
    for (size_t i = 0; i < claim->check_count; i++) {
        size_t experiment = experiment_of(basis->paper, &claim->checks[i]);
        unsigned cores = basis->cores ? basis->cores[experiment] : 0;
        if (by_cores ? cores && cores < needed : was_software(&basis->measurements[experiment]))
            return true;
    }
    return false;
}

/// A text that grows sentence by sentence.
static void add_sentence(char **text, const char *before, const char *sentence)
{
    size_t old = *text ? strlen(*text) : 0, more = strlen(before) + strlen(sentence) + 3;
    *text = cd_reallocate(*text, *text ? old + 1 : 0, old + more, 1);
    snprintf(*text + old, more, "%s%s%s", old ? "; " : "", before, sentence);
}

/// Names the experiments of the checks for which `counts` is true, as arguments of `cdbench reproduce`; NULL
/// when there are none. To be freed by cd_free.
static char *name_experiments(const struct cd_claim *claim, const struct cd_claim_basis *basis,
                              bool (*counts)(const struct cd_measurements *))
{
    size_t bytes = 1 + claim->check_count * 200, length = 0;
    char *names = cd_allocate(bytes, 1);
    for (size_t i = 0; i < claim->check_count; i++) {
        bool named = false;
        for (size_t k = 0; k < i; k++)
            named = named || !strcmp(claim->checks[k].experiment, claim->checks[i].experiment);
        if (named || !counts(&basis->measurements[experiment_of(basis->paper, &claim->checks[i])]))
            continue;
        length += (size_t)snprintf(names + length, bytes - length, "%s%.90s/%.90s", length ? " " : "",
                                   basis->paper->key, claim->checks[i].experiment);
    }
    if (length)
        return names;
    cd_free(names);
    return NULL;
}

static bool is_unmeasured(const struct cd_measurements *measurements)
{
    return !measurements->rows.cells;
}

static bool is_stale(const struct cd_measurements *measurements)
{
    return measurements->rows.cells && measurements->stale;
}

static bool is_quick(const struct cd_measurements *measurements)
{
    return measurements->rows.cells && measurements->size == CD_SIZE_QUICK;
}

/// What a reader must know of the measurements besides the verdict.
static void write_note(const struct cd_claim_basis *basis, struct cd_claim_result *result)
{
    char *stale = name_experiments(result->claim, basis, is_stale);
    char *unmeasured = name_experiments(result->claim, basis, is_unmeasured);
    if (stale)
        add_sentence(&result->note,
                     "measured by an older text of the experiment; measure again: cdbench reproduce ", stale);
    if (unmeasured && result->verdict != CD_CLAIM_NOT_TESTABLE)
        add_sentence(&result->note, "not measured yet: cdbench reproduce ", unmeasured);
    cd_free(stale);
    cd_free(unmeasured);
}

/// How many of a claim's checks came out in each way.
struct tally {
    size_t of[CD_CHECK_MISSING + 1];
};

/// Why a claim with no check that holds and none that fails cannot be judged.
static char *why_undecided(const struct cd_claim_basis *basis, const struct cd_claim_result *result,
                           const struct tally *tally)
{
    char *reason = NULL, *unmeasured = name_experiments(result->claim, basis, is_unmeasured);
    if (unmeasured)
        add_sentence(&reason, "not measured yet: cdbench reproduce ", unmeasured);
    if (tally->of[CD_CHECK_OPEN])
        add_sentence(&reason, "undecided: what was measured allows both",
                     result->quick ? ", --full measures more" : "");
    else if (!unmeasured)
        add_sentence(&reason, "nothing that was measured decides it", "");
    cd_free(unmeasured);
    return reason;
}

static void decide(const struct cd_claim_basis *basis, const struct tally *tally,
                   struct cd_claim_result *result)
{
    const struct cd_claim *claim = result->claim;
    size_t holds = tally->of[CD_CHECK_HOLDS], fails = tally->of[CD_CHECK_FAILS];
    if (claim->not_testable) {
        result->verdict = CD_CLAIM_NOT_TESTABLE;
        result->reason = cd_duplicate(claim->not_testable);
    } else if (tally->of[CD_CHECK_MISSING] == claim->check_count) {
        result->verdict = CD_CLAIM_NOT_TESTABLE;
        result->reason = why_undecided(basis, result, tally);
    } else if (is_incomparable(claim, basis)) {
        result->verdict = CD_CLAIM_NOT_COMPARABLE;
        result->reason = cd_duplicate(claim->not_comparable);
    } else if (holds == claim->check_count) {
        result->verdict = CD_CLAIM_REPRODUCED;
    } else if (holds) {
        result->verdict = CD_CLAIM_PARTLY;
    } else if (fails) {
        result->verdict = CD_CLAIM_REFUTED;
    } else {
        result->verdict = CD_CLAIM_NOT_TESTABLE;
        result->reason = why_undecided(basis, result, tally);
    }
}

struct cd_claim_result cd_claim_judge(const struct cd_claim *claim, const struct cd_claim_basis *basis)
{
    struct cd_claim_result result = {
        .claim = claim,
        .check_count = claim->check_count,
        .checks = cd_allocate(claim->check_count, sizeof *result.checks),
    };
    struct tally tally = {{0}};
    for (size_t i = 0; i < claim->check_count; i++) {
        size_t experiment = experiment_of(basis->paper, &claim->checks[i]);
        const struct cd_measurements *measurements = &basis->measurements[experiment];
        result.checks[i] =
            cd_check_evaluate(&claim->checks[i], &basis->paper->experiments[experiment], measurements);
        result.quick = result.quick || is_quick(measurements);
        tally.of[result.checks[i].outcome]++;
    }
    decide(basis, &tally, &result);
    write_note(basis, &result);
    return result;
}

void cd_claim_release(struct cd_claim_result *result)
{
    cd_free(result->checks);
    cd_free(result->reason);
    cd_free(result->note);
    *result = (struct cd_claim_result){0};
}
