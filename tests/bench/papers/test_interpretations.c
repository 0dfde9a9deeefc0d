/// Interpretations of a paper: their product and its sample, half and twice a threshold, and the verdict on a claim.
#include "tests/golden.h"
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "base/memory.h"
#include "bench/papers/interpretations.h"

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

TEST(a_reading_replaces_what_is_defined)
{
    const struct cd_question *depth = &paper->questions[0];
    assert_int_equal(paper->question_count, 4);
    assert_string_equal(depth->id, "depth");
    assert_string_equal(depth->quote, "空间划分");
    assert_string_equal(depth->interpretations[1].id, "never");
    assert_string_equal(paper->experiments[0].variables[0].values[CD_SIZE_INTERPRETATIONS].items[0], "200");
    static const struct {
        size_t chosen[4];
        const char *algo, *against;
        double min;
    } rows[] = {
        {{0, 0, 0, 0}, "hps:prune=none:split=direct:space=1024:levels=4", "divided", 1.5},
        {{1, 1, 1, 1}, "hps:prune=none:split=direct:space=1024:levels=0:list=array", "all", 0.5},
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

TEST(wrong_readings_are_named_by_file_and_line)
{
#define TWO(define) ", values: [{id: x, says: X}, {id: y, says: Y, define: [" define "]}]"
    static const struct {
        const char *question, *says; ///< after its id and what it says
    } wrong[] = {
        {TWO("{name: c, text: C}"), "wrong.yaml:8: interpretations[0].values[1].define: nothing is called c"},
        {TWO(""), "define: empty"},
        {", values: [{id: x, says: X}]", "values: a single reading leaves nothing open"},
        {", values: []", "values: empty"},
        {"", "the key 'values' is missing"},
        {", values: [{id: x, says: X, define: [{name: a, text: A}]}, {id: y, says: Y}]",
         "unknown key 'define'"},
        {TWO("{name: a, text: A}") "}\n  - {id: q, says: S" TWO("{name: b, text: A}"), "'q' is there twice"},
        {TWO("{name: a, text: A}") "}\n  - {id: r, says: S" TWO("{name: a, text: A}"),
         "wrong.yaml:9: interpretations[1].values[1].define: a is what another question defines"},
        {", values: [{id: x, says: X}, {id: x, says: Y, define: [{name: a, text: A}]}]",
         "'x' is there twice"},
    };
#undef TWO
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct cd_paper *none;
        char text[2000];
        snprintf(text, sizeof text,
                 "key: wrong\ntitle: T\nauthors: A\npublished: P\nmachine: M\n"
                 "define: [{name: a, text: \"\"}, {name: b, text: B}]\nreadings:\n  - {id: q, says: S%s}\n"
                 "experiments:\n  - {id: e, title: T, source: S, scene: \"regions:n=10\", series: [{id: s, "
                 "algo: region_sweep}]}\n",
                 wrong[i].question);
        enum cd_code code = cd_paper_read(scratch_write("wrong.yaml", text), &none, &status);
        if (code != CD_DATA || !strstr(status.text, wrong[i].says))
            fail_msg("exit %d \"%s\" does not say %s", code, status.text, wrong[i].says);
    }
}

// ---- combinations -----------------------------------------------------------------------------------------

TEST(a_small_product_is_taken_whole_and_in_order)
{
    size_t count, *all = cd_interpretations_choose(paper, 16, 1, &count);
    assert_int_equal(count, 16);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(all[4 * i + k], i >> (3 - k) & 1);
    cd_free(all);
}

TEST(a_sample_has_each_reading_alone_and_is_the_same_twice)
{
    static const struct {
        size_t most;
        uint64_t seed;
        size_t count;
    } asked[] = {{9, 7, 9}, {9, 7, 9}, {9, 8, 9}, {1, 7, 5}}; // each alone, even where fewer are asked for
    size_t *samples[4], count, alone = 0;
    for (int i = 0; i < 4; i++) {
        samples[i] = cd_interpretations_choose(paper, asked[i].most, asked[i].seed, &count);
        assert_int_equal(count, asked[i].count);
    }
    const size_t *first = samples[0];
    assert_memory_equal(first, samples[1], 36 * sizeof *first);
    assert_memory_not_equal(first, samples[2], 36 * sizeof *first);
    for (size_t i = 0; i < 36; i += 4) {
        size_t changed = first[i] + first[i + 1] + first[i + 2] + first[i + 3];
        assert_true(i ? memcmp(&first[i], &first[i - 4], 4 * sizeof *first) != 0 : !changed);
        alone += changed == 1;
    }
    assert_int_equal(alone, 4);
    for (int i = 0; i < 4; i++)
        cd_free(samples[i]);
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

static void assert_text(const struct cd_table *outcomes, size_t claim, const char *expected)
{
    struct cd_claim_interpretations interpretations =
        cd_claim_interpretations(paper, outcomes, &paper->claims[claim]);
    char *text = cd_claim_interpretations_text(&interpretations);
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

TEST(a_claim_says_under_how_many_it_holds_and_what_decides)
{
    static char program[] = "test";
    char *words[] = {program, NULL};
    struct cd_table *outcomes;
    const char *folder = strdupa(scratch_path("results"));
    struct cd_experiment_plan plan = {
        .folder = folder, .sessions = 1, .argc = 1, .argv = words, .warn = ignore};
    assert_int_equal(cd_interpretations_load(paper, folder, &outcomes, &status), CD_OK);
    assert_null(outcomes);
    assert_int_equal(cd_interpretations_run(paper, &plan, 1, 32, true, note, &status), CD_OK);
    assert_int_equal(cd_interpretations_load(paper, folder, &outcomes, &status), CD_OK);
    // It holds where little is asked for, and where the space is divided and the divided search is meant.
    assert_text(
        outcomes, 0,
        "holds under 10 of 16 interpretations (6 refuted); much decides; at half its threshold the same; "
        "at twice its threshold the same");
    assert_text(outcomes, 1, "untouched");
    cd_table_destroy(outcomes);
    // Of 16 combinations, 10 of which are reproduced: a box and its sign for each, and boxes of the interpretations below.
    static const struct {
        const char *part;
        int count;
    } parts[] = {
        {">fewer  There are fewer calls</text>", 1},
        {"<text>depth: 1 four, 2 never</text>", 1},
        {"<text>+</text>", 10},
        {"<text>\xe2\x88\x92</text>", 6},
        {"<text>four</text>", 1},
        {"<text>half</text>", 2},
        {"<text>pruned</text>", 4},
        {"<text>1</text>", 8},
        {"<text>2</text>", 8},
        {"<text>+ reproduced</text>", 1},
        {"<text>\xe2\x89\xa0 not comparable</text>", 1},
        {"<text>not measured</text>", 1},
        {"fill = 'rgb(  0, 158, 115)'", 10 + 1}, // and in the key
        {"fill = 'rgb(213,  94,   0)'", 6 + 1},
        {"fill = 'rgb(255, 255, 255)'", 1 + 2 + 4 + 8 + 1},
        {"fill = 'rgb(219, 231, 243)'", 1 + 2 + 4 + 8},
        {"all 16 \xc2\xb7 no reading touches sure</text>", 1},
        {"<text>Claims under the interpretations of the paper</text>", 1},
    };
    char *svg = scratch_read("results/open/interpretations/interpretations.svg");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (count_parts(svg, parts[i].part) != parts[i].count)
            fail_msg("the figure has '%s' %d times", parts[i].part, count_parts(svg, parts[i].part));
    free(svg);
    char *table = scratch_read("results/open/interpretations/interpretations.csv");
    assert_golden("tests/data/interpretations.csv", table, NULL);
    free(table);
    assert_true(access(scratch_path("results/open/interpretations/.work"), F_OK) != 0);
    assert_int_equal(truncate(scratch_path("results/open/interpretations/interpretations.csv"), 2000), 0);
    assert_int_equal(cd_interpretations_load(paper, folder, &outcomes, &status), CD_DATA);
}
