/// Interpretations of a paper: which cases are tried, half and twice a threshold, and what the verdict on a claim hangs
/// on.
#include "tests/golden.h"
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "base/memory.h"
#include "bench/papers/groups.h"
#include "bench/papers/interpretations.h"
#include "scenes/scene.h"

#include <math.h>
#include <unistd.h>

static struct cd_status status;

static struct cd_paper *paper; ///< as its first interpretations have it

static struct cd_paper *read_open(const size_t *chosen)
{
    struct cd_paper *open;
    assert_int_equal(cd_paper_read_as("tests/papers/open.yaml", chosen, &open, &status), CD_OK);
    return open;
}

void test_before(void)
{
    paper = read_open(NULL);
}

void test_after(void)
{
    cd_paper_free(paper);
}

// ---- the file ---------------------------------------------------------------------------------------------

TEST(an_interpretation_replaces_what_is_defined)
{
    const struct cd_question *depth = &paper->questions[0];
    assert_int_equal(paper->question_count, 4);
    assert_string_equal(depth->id, "depth");
    assert_string_equal(depth->quote, "空间划分");
    assert_string_equal(depth->interpretations[1].id, "never");
    assert_string_equal(depth->interpretations[1].because, "nothing says that it is");
    assert_string_equal(paper->questions[3].interpretations[0].not_measured, "nobody has built it");
    assert_string_equal(paper->experiments[0].variables[0].values[CD_SIZE_INTERPRETATIONS].items[0], "200");
    static const struct {
        size_t chosen[4];
        const char *algo, *against;
        double min;
    } rows[] = {
        {{0, 0, 0, 0}, "hps:prune=none:space=1024:levels=4", "divided", 1.5},
        {{1, 1, 1, 2}, "hps:prune=none:space=1024:levels=0:list=regions", "all", 0.5},
    };
    for (int i = 0; i < 2; i++) {
        struct cd_paper *as = read_open(i ? rows[i].chosen : NULL);
        const struct cd_check *check = &as->claims[0].checks[0];
        assert_string_equal(as->experiments[0].series[1].algo, rows[i].algo);
        assert_string_equal(check->against, rows[i].against);
        assert_near(check->min, rows[i].min, 1e-12);
        cd_paper_free(as);
    }
}

TEST(errata_and_numbers_are_read)
{
    assert_int_equal(paper->erratum_count, 2);
    assert_int_equal(paper->errata[0].kind, CD_ERRATUM_SLIP);
    assert_string_equal(paper->errata[0].corrected, "It is right");
    assert_int_equal(paper->errata[1].kind, CD_ERRATUM_GAP);
    assert_string_equal(paper->errata[1].became, "list");
    assert_string_equal(paper->unmeasured[0].value, "7");
    assert_string_equal(paper->authors_program, "It must have counted on fingers.");
    assert_string_equal(paper->experiments[0].printed[0].against, "divided");
}

TEST(wrong_texts_are_named_by_file_and_line)
{
#define VALUE(id) "{id: " id ", says: X, because: Y"
#define TWO(define)                                                                                          \
    "interpretations:\n  - {id: q, says: S, values: [" VALUE("x") "}, " VALUE("y") ", define: [" define      \
                                                                                   "]}]}\n"
#define AFTER(rest) TWO("{name: a, text: A}") rest
    static const struct {
        const char *text, *says; ///< a part of the file
    } wrong[] = {
        {TWO("{name: c, text: C}"), "wrong.yaml:8: interpretations[0].values[1].define: nothing is called c"},
        {TWO(""), "define: empty"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") "}]}]\n",
         "a single value leaves nothing open"},
        {"interpretations: [{id: q, says: S, values: []}]\n", "values: empty"},
        {"interpretations: [{id: q, says: S}]\n", "the key 'values' is missing"},
        {"interpretations: [{id: q, says: S, values: [{id: x, says: X}]}]\n", "the key 'because' is missing"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") ", define: [{name: a, text: A}]}, " VALUE(
             "y") "}]}]\n",
         "the first value that is measured holds"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") ", not_measured: N}, " VALUE(
             "y") ", not_measured: N}]}]\n",
         "none is measured"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") ", not_measured: N}, " VALUE(
             "y") ", define: [{name: a, text: A}]}]}]\n",
         "the first value that is measured holds"},
        {AFTER("  - {id: q, says: S, values: [" VALUE("x") "}, " VALUE(
             "y") ", define: [{name: b, text: A}]}]}\n"),
         "'q' is there twice"},
        {AFTER("  - {id: r, says: S, values: [" VALUE("x") "}, " VALUE(
             "y") ", define: [{name: a, text: A}]}]}\n"),
         "wrong.yaml:9: interpretations[1].values[1].define: a is what another question defines"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") "}, " VALUE(
             "x") ", define: [{name: a, text: A}]}]}]\n",
         "'x' is there twice"},
        {"readings: []\n", "is called interpretations: now"},
        {AFTER("together: [[q]]\n"), "name two interpretations"},
        {AFTER("together: [[q, q]]\n"), "names one interpretation twice"},
        {AFTER("together: [[q, z]]\n"), "nothing is called z under interpretations:"},
        {"errata: [{id: E1, is: slap, says: S}]\n", "slap"},
        {"errata: [{id: E1, is: slip, says: S}, {id: E1, is: error, says: S}]\n", "'E1' is there twice"},
        {"errata: [{id: one, is: slip, says: S}]\n", "'one' is no number of an erratum"},
        {"errata: [{id: E1, is: gap, says: S}]\n", "say by became:"},
        {"errata: [{id: E1, is: slip, says: S, became: q}]\n", "only a gap became something else"},
        {"errata: [{id: E1, is: gap, says: S, became: q, corrected: C}]\n",
         "a gap is no erratum; leave it out"},
        {"errata: [{id: E1, is: gap, says: S, became: q}]\n", "nothing is called q under interpretations:"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") "}, " VALUE("y") "}]}]\n",
         "give define: with what is different"},
        {"interpretations: [{id: q, says: S, values: [" VALUE("x") "}, " VALUE(
             "y") ", not_measured: N, define: [{name: a, text: A}]}]}]\n",
         "this value is not measured"},
        {"unmeasured: [{says: S, value: 7, where: W}]\n", "the key 'because' is missing"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct cd_paper *none;
        char text[2000];
        snprintf(text, sizeof text,
                 "key: wrong\ntitle: T\nauthors: A\npublished: P\nmachine: M\n"
                 "define: [{name: a, text: \"\"}, {name: b, text: B}]\n%s"
                 "experiments:\n  - {id: e, title: T, source: S, scene: \"regions:n=10\", series: [{id: s, "
                 "algo: region_sweep}]}\n",
                 wrong[i].text);
        enum cd_code code = cd_paper_read(scratch_write("wrong.yaml", text), &none, &status);
        if (code != CD_DATA || !strstr(status.text, wrong[i].says))
            fail_msg("exit %d \"%s\" does not say %s", code, status.text, wrong[i].says);
    }
}

// ---- cases ------------------------------------------------------------------------------------------------

TEST(values_are_tried_alone_and_in_the_pairs_that_the_file_names)
{
    static const size_t expected[6][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1},
                                          {0, 0, 1, 1}, {0, 0, 0, 2}, {1, 0, 1, 1}};
    size_t count, *cases = cd_interpretations_choose(paper, &count);
    assert_int_equal(count, 6);
    assert_memory_equal(cases, expected, sizeof expected);
    cd_free(cases);
}

/// The reader checks the scenes and algorithms of experiments, at every size. Scenes of programs are arguments.
static void check_scenes_of_program(const struct cd_experiment *experiment, enum cd_size size)
{
    for (size_t i = 0; i < cd_point_count(experiment, size); i++)
        for (size_t k = 0; k < experiment->arguments.count; k++) {
            const char *values[CD_VARIABLES_MAX];
            cd_point_values(experiment, size, i, values);
            char *filled = cd_paper_fill(experiment->arguments.items[k], experiment, values);
            if (strstr(filled, ",motion=") && cd_scene_check(filled, &status))
                fail_msg("%s: %s", experiment->id, status.text);
            cd_free(filled);
        }
}

TEST(what_papers_measure_under_each_case_is_valid)
{
    static const char *const keys[] = {"zou2011", "zhao2009", "shi2000", "liu2016"};
    for (size_t n = 0; n < 4; n++) {
        struct cd_paper *first, *as;
        assert_int_equal(cd_paper_open(keys[n], &first, &status), CD_OK);
        size_t count, *cases = cd_interpretations_choose(first, &count);
        assert_true(count > first->question_count);
        for (size_t i = 0; i < count; i++) {
            test_row("%s, case %zu", keys[n], i);
            if (cd_paper_read_as(first->path, cases + i * first->question_count, &as, &status))
                fail_msg("%s", status.text);
            for (size_t k = 0; k < as->experiment_count; k++)
                for (int size = 0; size < CD_SIZES; size++)
                    check_scenes_of_program(&as->experiments[k], (enum cd_size)size);
            cd_paper_free(as);
        }
        cd_free(cases);
        cd_paper_free(first);
    }
}

TEST(half_and_twice_a_threshold)
{
    const struct {
        double min, max, half[2], twice[2];
    } rows[] = {
        {5, INFINITY, {2.5, INFINITY}, {10, INFINITY}},
        {-INFINITY, 0.02, {-INFINITY, 0.01}, {-INFINITY, 0.04}},
        {0.9, INFINITY, {0.95, INFINITY}, {0.8, INFINITY}},
        {-INFINITY, 1.2, {-INFINITY, 1.1}, {-INFINITY, 1.4}},
        {0.5, INFINITY, {0.25, INFINITY}, {1, INFINITY}},
        {2, INFINITY, {1, INFINITY}, {4, INFINITY}},
        {1, INFINITY, {1, INFINITY}, {1, INFINITY}},
        {-INFINITY, 0, {-INFINITY, 0}, {-INFINITY, 0}},
        {-5, INFINITY, {-2.5, INFINITY}, {-10, INFINITY}},
        {2, 8, {sqrt(8), sqrt(32)}, {1, 16}}, // about 4, by half and by two
        {0.25, 1, {sqrt(0.125), sqrt(0.5)}, {0.125, 2}},
        {0, 4, {1, 3}, {-2, 6}}, // about 2
        {-3, 1, {-2, 0}, {-5, 3}},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        test_row("from %g to %g", rows[i / 2].min, rows[i / 2].max);
        const double *expected = i % 2 ? rows[i / 2].twice : rows[i / 2].half;
        struct cd_check check = {
            .min = rows[i / 2].min, .max = rows[i / 2].max, .tolerance = 0.1, .deviations = 3};
        cd_check_scale(&check, i % 2 ? 2 : 0.5);
        const double found[] = {check.min, check.max};
        for (int k = 0; k < 2; k++)
            if (!(found[k] == expected[k] || fabs(found[k] - expected[k]) < 1e-12))
                fail_msg("%g is not %g", found[k], expected[k]);
        assert_true(check.tolerance == (i % 2 ? 0.2 : 0.05) && check.deviations == (i % 2 ? 6 : 1.5));
    }
}

// ---- the whole --------------------------------------------------------------------------------------------

static void ignore(void *user, const char *line)
{
    (void)user, (void)line;
}

static void assert_text(const struct cd_table *outcomes, size_t claim, enum cd_claim_verdict verdict,
                        const char *expected)
{
    char *text = cd_claim_interpretations_text(paper, outcomes, &paper->claims[claim], &verdict);
    assert_non_null(text);
    assert_string_equal(text, expected);
    cd_free(text);
}

static void note(void *user, const struct cd_experiment *experiment,
                 const struct cd_experiment_outcome *outcome)
{
    (void)user, (void)experiment;
    assert_int_equal(outcome->failed, 0);
}

TEST(a_claim_says_what_its_verdict_hangs_on)
{
    static char program[] = "test";
    char *words[] = {program, NULL};
    struct cd_table *outcomes;
    const char *folder = strdupa(scratch_path("results"));
    struct cd_experiment_plan plan = {
        .folder = folder, .sessions = 1, .argc = 1, .argv = words, .warn = ignore};
    assert_int_equal(cd_interpretations_load(paper, folder, &outcomes, &status), CD_OK);
    assert_null(outcomes);
    assert_int_equal(cd_interpretations_run(paper, &plan, note, &status), CD_OK);
    assert_int_equal(cd_interpretations_load(paper, folder, &outcomes, &status), CD_OK);
    // It holds where the space is divided and the divided search is meant. Both together add nothing.
    assert_text(outcomes, 0, CD_CLAIM_REPRODUCED,
                "the same under 3 of 6; depth=never: refuted; which=all: refuted");
    assert_text(outcomes, 0, CD_CLAIM_PARTLY,
                "reproduced, with fewer frames, under 3 of 6; depth=never: refuted; which=all: refuted");
    assert_text(outcomes, 1, CD_CLAIM_REPRODUCED, "none touches it");
    cd_table_destroy(outcomes);
    char *table = scratch_read("results/open/interpretations/interpretations.csv");
    assert_golden("tests/data/interpretations.csv", table, NULL);
    free(table);
    assert_true(access(scratch_path("results/open/interpretations/.work"), F_OK) != 0);
    assert_int_equal(truncate(scratch_path("results/open/interpretations/interpretations.csv"), 700), 0);
    assert_int_equal(cd_interpretations_load(paper, folder, &outcomes, &status), CD_DATA);
}
