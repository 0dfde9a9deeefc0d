/// Checks of claims, on measurements made by hand; and how often their intervals are right.
#include "bench/papers/estimates.h"
#include "bench/papers/ledger.h"
#include "bench/papers/measurements.h"

#include "base/memory.h"
#include "tests/golden.h"
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "bench/harness/statistics.h"
#include "bench/papers/formula.h"

#include <ctype.h>
#include <math.h>

static const char *const knot[] = {"knot", "ball"}, *const sizes[] = {"1000", "10000", "100000"};
static const struct cd_condition thousand = {"n", "1000"}, ten_thousand = {"n", "10000"};
static const struct cd_variable variables[] = {{"shape", {{1, knot}, {2, knot}}},
                                               {"n", {{3, sizes}, {3, sizes}}}};
static const struct cd_series series[] = {{.id = "a", .label = "A"},
                                          {.id = "b", .label = "B"},
                                          {.id = "c", .query = CD_QUERY_CONTACTS},
                                          {.id = "d", .max = {1, &ten_thousand}}};
static const struct cd_formula formulas[] = {{"ms", "1000 / fps", "ms"},
                                             {"late", "n > 1000 ? ms : 0 / 0", "ms"},
                                             {"ms_low", "1000 / fps_high", "ms"},
                                             {"ms_high", "1000 / fps_low", "ms"}};
static const struct cd_printed printed[] = {{"b", "fps", NULL, "table 1", {1, &thousand}, 1},
                                            {"a", "fps", NULL, "table 1", {1, &thousand}, 100},
                                            {"a", "fps", NULL, "table 1", {1, &ten_thousand}, 50},
                                            {"a", "match", NULL, "table 1", {0}, 0.5},
                                            {"a", "fps", "b", "table 1", {1, &thousand}, 7}};
static const struct cd_experiment experiment = {
    .id = "fig1",
    .title = "Time over size",
    .variable_count = 2,
    .variables = variables,
    .series_count = 4,
    .series = series,
    .formula_count = 4,
    .formulas = formulas,
    .printed_count = 5,
    .printed = printed,
    .scene = "",
};

/// The table of a text such as "tests; 1000,a,5; 1000,b,3": the columns before `tests` are shape, n and series, and a
/// row without a shape is of the knot. "a: 5 7 9" are rows of `a` at n = 1000, 10000 and 100000, and "a= 5 7" are its
/// passes 0 and 1 at n = 1000. NULL has none.
static struct cd_table *table_of(const char *brief)
{
    char text[4000] = "shape,n,series,", *row, *rest, *value, *values;
    struct cd_table *table = NULL;
    if (!brief)
        return NULL;
    for (row = strtok_r(strdupa(brief), ";", &rest); row; row = strtok_r(NULL, ";", &rest)) {
        row += strspn(row, " ");
        if (!(values = strpbrk(row, ":="))) {
            cd_append(text, sizeof text, "%s%s\n", isdigit((unsigned char)*row) ? "knot," : "", row);
            continue;
        }
        bool passes = *values == '=';
        *values++ = 0;
        for (int i = 0; (value = strtok_r(values, " ", &values)); i++)
            if (passes)
                cd_append(text, sizeof text, "knot,1000,%s,%d,%s\n", row, i, value);
            else
                cd_append(text, sizeof text, "knot,%s,%s,%s\n", sizes[i], row, value);
    }
    assert_int_equal(cd_table_parse(text, "cells.csv", NULL, 0, &table, NULL), CD_OK);
    return table;
}

/// The check of words such as "median ms b:a n=1000": a kind; a column, or those of errors and trials, or of a value and
/// its standard error; two series, where they are not `a` and, for what takes two, `b`; and where. It is valid until the
/// next call.
static struct cd_check check_of(const char *words)
{
    static const struct {
        const char *word;
        struct cd_check check;
    } kinds[] = {
        {"ratio", {.kind = CD_CHECK_RATIO, .against = "b"}},
        {"median", {.kind = CD_CHECK_RATIO, .against = "b", .gather = CD_GATHER_MEDIAN}},
        {"mean", {.kind = CD_CHECK_RATIO, .against = "b", .gather = CD_GATHER_MEAN}},
        {"rising", {.kind = CD_CHECK_MONOTONE, .over = "n"}},
        {"falling", {.kind = CD_CHECK_MONOTONE, .over = "n", .falling = true}},
        {"slope", {.kind = CD_CHECK_SLOPE, .over = "n"}},
        {"flatness", {.kind = CD_CHECK_FLATNESS, .over = "n"}},
        {"crossing", {.kind = CD_CHECK_CROSSING, .against = "b", .over = "n"}},
        {"equal", {.kind = CD_CHECK_EQUAL, .deviations = 2}},
        {"within", {.kind = CD_CHECK_WITHIN}},
        {"rate", {.kind = CD_CHECK_ERROR_RATE}},
    };
    static struct cd_condition condition;
    static char text[100];
    char *word = strtok(strcpy(text, words), " "), *at;
    struct cd_check check = {.series = NULL};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strcmp(kinds[k].word, word)) {
            check = kinds[k].check;
            check.series = "a";
        }
    if (!check.series)
        fail_msg("no kind of check is called %s", word);
    check.min = -INFINITY;
    check.max = INFINITY;
    while ((word = strtok(NULL, " "))) {
        if ((at = strpbrk(word, "=:/")) == NULL) {
            check.column = word;
        } else if (*at == '=') {
            condition = (struct cd_condition){word, at + 1};
            check.where = (struct cd_conditions){1, &condition};
        } else if (*at == ':') {
            check.series = word;
            check.against = at[1] ? at + 1 : NULL;
        } else if (check.kind == CD_CHECK_EQUAL) {
            check.column = word;
            check.deviation = at + 1;
        } else {
            check.errors = word;
            check.trials = at + 1;
        }
        if (at)
            *at = 0;
    }
    return check;
}

static struct cd_check_result judge(enum cd_size size, struct cd_check check, const char *cells,
                                    const char *passes)
{
    struct cd_measurements measurements = {.size = size};
    struct cd_table *table = table_of(cells), *samples = table_of(passes);
    bool rates = table && cd_table_column(table, "fps") != CD_NO_COLUMN;
    for (size_t i = 0; rates && i < experiment.formula_count; i++)
        if (cd_table_column(table, formulas[i].column) == CD_NO_COLUMN)
            cd_table_compute(table, formulas[i].column, formulas[i].formula, NULL);
    if (table)
        measurements.rows = cd_rows_make(&experiment, table, samples);
    struct cd_check_result result = cd_check_evaluate(&check, &experiment, &measurements);
    cd_table_destroy(samples);
    cd_measurements_release(&measurements);
    return result;
}

/// A check, its bounds, and what it says of some cells: "fails: 2 (1.78 to 2.23), at least 2.5", say. `max` is the
/// tolerance of a column that should rise or fall.
struct row {
    const char *check;
    double min, max;
    const char *cells, *says;
};

static void assert_says(enum cd_size size, const struct row *row, const char *passes)
{
    test_row("%s, from %g to %g, of '%s'", row->check, row->min, row->max,
             row->cells ? row->cells : "nothing");
    struct cd_check check = check_of(row->check);
    if (check.kind == CD_CHECK_MONOTONE) {
        check.tolerance = row->max;
    } else {
        check.min = row->min;
        check.max = row->max;
    }
    struct cd_check_result result = judge(size, check, row->cells, passes);
    char says[500];
    snprintf(says, sizeof says, "%s: %s", cd_check_outcome_name(result.outcome), result.text);
    assert_string_equal(says, row->says);
}

static void assert_rows(enum cd_size size, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_says(size, &rows[i], NULL);
}
#define ASSERT_ROWS(rows) assert_rows(CD_SIZE_QUICK, rows, sizeof(rows) / sizeof *(rows))

// ---- checks -----------------------------------------------------------------------------------------------

static const char two_series[] =
    "fps,fps_low,fps_high,fps_confidence; a: 200,180,220,0.98 60,55,65,0.98 9,8,10,0.98; "
    "b: 100,95,105,0.98 50,48,52,0.98 5,4.9,5.1,0.98";

TEST(a_ratio_holds_where_its_whole_interval_does_at_the_worst_point_or_all_together)
{
    static const char counts[] = "tests; a: 10; b: 20";
    static const struct row rows[] = {
        {"ratio fps n=1000", 1, INFINITY, two_series, "holds: 2 (1.78 to 2.23), at least 1"},
        {"ratio fps n=1000", 2.5, INFINITY, two_series, "fails: 2 (1.78 to 2.23), at least 2.5"},
        {"ratio fps n=1000", 1, 3, two_series, "holds: 2 (1.78 to 2.23), from 1 to 3"},
        {"ratio fps n=1000", -INFINITY, 1.5, two_series, "fails: 2 (1.78 to 2.23), at most 1.5"},
        // Formulas of times have the intervals of their columns, and counts have none.
        {"ratio ms b:a n=1000", -INFINITY, 3, two_series, "holds: 2 (1.78 to 2.23), at most 3"},
        {"ratio tests n=1000", -INFINITY, 0.5, counts, "holds: 0.5, at most 0.5"},
        {"ratio tests n=1000", -INFINITY, 0.4, counts, "fails: 0.5, at most 0.4"},
        {"ratio tests n=1000", 0, 1, "tests; a: 0; b: 0", "open: both are 0, from 0 to 1"},
        {"ratio tests n=1000", 0, 1, "tests; a: 0; b: 3", "holds: 0, from 0 to 1"},
        {"ratio tests n=1000", 0, 1, "tests; a: 3; b: 0", "fails: infinite, from 0 to 1"},
        {"ratio tests n=1000", 0, 1, "tests; a: -3; b: 2", "missing: no ratio: -3 : 2, from 0 to 1"},
        {"ratio tests n=1000", 0, 1, "tests; a: 3; b: -2", "missing: no ratio: 3 : -2, from 0 to 1"},
        // A condition on a column that is no variable holds for both sides.
        {"ratio gain p=4", 2, 3, "p,gain; a: 1,1; a: 4,4; b: 1,1; b: 4,2",
         "open: 2 at n=1000, from 2 to 3; 2 points not measured"},
        {"ratio fps", 1.5, INFINITY, two_series,
         "fails: 1.2 (1.09 to 1.31) at n=10000, worst of 3, at least 1.5; fails at n=10000"},
        {"ratio fps", 0.1, 2.4, two_series, // near its upper bound
         "holds: 2 (1.78 to 2.23) at n=1000, worst of 3, from 0.1 to 2.4"},
        {"within fps", 50, INFINITY, two_series,
         "fails: 9 (8 to 10) at n=100000, worst of 3, at least 50; fails at n=100000"},
        {"within fps", 190, INFINITY, two_series, "fails: 9 (8 to 10) at n=100000, worst of 3, at least 190"},
        {"mean fps", 1, INFINITY, two_series, "holds: 1.63 (1.46 to 1.8), geometric mean of 3, at least 1"},
    };
    ASSERT_ROWS(rows);
}

/// Passes of `a` take 10 ms and passes of `b` 20, but both take twice as long in every second pass.
static const char disturbed[] = "sample,pass_ms; a= 10 20 10 20 10 20 10; b= 20 40.4 20 40.2 20 39.6 20; "
                                "1000,c,6,1; 10000,b,6,1";
/// The same of `c`, which is asked something else than `a`: its passes are no pairs with those of `a`.
static const char apart[] = "sample,pass_ms; a= 10 20 10 20 10 20; c= 20 40 20 40 20 40";
/// Passes of `a` take 10 ms, and passes of `b` 20, 22 and 21 in three sessions. One pass of `a` is missing.
static const char of_sessions[] = "session,sample,pass_ms; a,1= 10 10 10; a,2= 10 10; a,3= 10 10 10; "
                                  "b,1= 20 20 20; b,2= 22 22 22; b,3= 21 21 21";
/// In two sessions alike, in which the passes differ.
static const char of_alike[] = "session,sample,pass_ms; a,1= 10 10; a,2= 10 10; b,1= 18 22; b,2= 22 18";

TEST(ratios_of_times_come_from_passes_that_were_taken_in_turn)
{
    static const char c_and_a[] = "fps,fps_low,fps_high; a: 100,99,101; c: 50,49,51",
                      seldom[] = "fps,fps_low,fps_high,fps_confidence; a: 200,180,220,0.92; b: 100,95,105,1",
                      enough[] = "fps,fps_low,fps_high,fps_confidence; a: 200,180,220,0.93; b: 100,95,105,1";
    const struct {
        struct row row;
        const char *passes;
    } rows[] = {
        {{"ratio ms b:a n=1000", 1.9, 3, two_series, "holds: 2 (1.98 to 2.02), from 1.9 to 3"}, disturbed},
        {{"ratio fps b:a n=1000", 0.4, 0.52, two_series, "holds: 0.5 (0.495 to 0.505), from 0.4 to 0.52"},
         disturbed},
        {{"ratio ms c:a n=1000", 1.9, 3, c_and_a, "open: 2 (1.22 to 3.29), from 1.9 to 3"}, apart},
        {{"ratio ms b:a n=1000", 1.9, 3, two_series,
          "open: 2 (too few samples for an interval), from 1.9 to 3"},
         "sample,pass_ms; a= 10; b= 20"},
        {{"ratio ms b:a n=1000", 1.9, 3, seldom, "open: 2 (too few samples for an interval), from 1.9 to 3"},
         NULL},
        {{"ratio ms b:a n=1000", 1.9, 3, enough, "open: 2 (1.78 to 2.23), from 1.9 to 3"}, NULL},
        {{"ratio ms b:a n=1000", 1.9, 3, two_series, "open: 2 (1.78 to 2.25), from 1.9 to 3"}, of_sessions},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_says(CD_SIZE_QUICK, &rows[i].row, rows[i].passes);
}

TEST(points_that_are_missing_leave_a_check_open)
{
    static const char failed[] = "fps,fps_low,fps_high,verdict; a: 200,180,220,exact 60,55,65,exact; "
                                 "b: 100,95,105,exact NA,NA,NA,unavailable",
                      wrong[] = "fps,verdict; a: 200,exact 60,exact 9,exact; b: 100,exact NA,wrong 4.5,exact";
    static const struct row rows[] = {
        {"ratio fps n=1000", 1, 3, NULL, "missing: not measured"},
        {"ratio fps n=1000", 1, 3, "fps", "missing: not measured"},
        {"ratio fps n=1000", 1, 3, "fps; a: 1", "missing: not measured"},
        {"ratio records n=1000", 1, 3, two_series, "missing: not measured"},
        {"ratio fps n=1000", 1, 3, "fps,verdict; a: 1,exact; b: NA,wrong",
         "missing: not measured, from 1 to 3"},
        {"ratio fps", 1, INFINITY, failed,
         "open: not measured at n=10000, worst of 2, at least 1; 1 point not measured"},
        {"ratio fps", 3, INFINITY, failed, // whatever the others give
         "fails: 2 (1.78 to 2.23) at n=1000, worst of 2, at least 3; 1 point not measured"},
        {"median fps", 1, INFINITY, failed,
         "open: 2 (1.78 to 2.23), median of 1, at least 1; 2 points not measured"},
        {"median fps", 1, INFINITY, wrong, "open: 2, median of 2, at least 1; 1 point not measured"},
        {"median fps", 3, INFINITY, wrong, "fails: 2, median of 2, at least 3; 1 point not measured"},
        {"ratio ms shape=knot", 1, INFINITY, "verdict,ms; a: NA,2 failed,NA; b: NA,1 failed,NA",
         "open: not measured at n=10000, worst of 2, at least 1; 1 point not measured"},
        // Left out are only points at which a series is not run, and such without a value by intention.
        {"ratio fps a:d", 1, INFINITY, "fps; a: 200 60 9; d: 100 50",
         "holds: 1.2 at n=10000, worst of 2, at least 1"},
        {"flatness late", 1, 2, "fps,late; a: 1,NA 100,10 80,12.5", "holds: 1.25, from 1 to 2"},
    };
    ASSERT_ROWS(rows);
}

TEST(a_monotone_column_may_step_back_a_little_but_not_all_the_way)
{
    static const char back[] = "tests; a: 1 10 9.6",
                      near[] = "fps,fps_low,fps_high; a: 10,9,11 100,95,105 99,94,104",
                      down[] = "tests; a: 100 97 95";
    static const struct row rows[] = {
        {"rising tests", 0, 0, "tests; 10000,a,5; 1000,a,1; 100000,a,9",
         "holds: 1 to 9, no step back, at most 0 %"},
        {"rising tests", 0, 0, back, "fails: 1 to 9.6, step back of 4 %, at most 0 %"},
        {"rising tests", 0, 0.05, back, "holds: 1 to 9.6, step back of 4 %, at most 5 %"},
        {"falling tests", 0, 0.05, "tests; a: 0.5 0 0", "holds: 0.5 to 0, no step back, at most 5 %"},
        {"falling tests", 0, 0.05, "tests; a: 0 0 0", "open: 0 to 0, no step back, at most 5 %"},
        {"falling tests", 0, 0.05, "tests; a: 2 -1 -4", "holds: 2 to -4, no step back, at most 5 %"},
        // The largest step of several, wherever it is.
        {"rising tests", 0, 0.3, "tests; 1,a,10; a: 8 20 19",
         "holds: 10 to 19, step back of 20 %, at most 30 %"},
        // A step back within its errors is open.
        {"rising fps", 0, 0, near, "open: 10 to 99, step back of 1 % (-6.07 % to 8.07 %), at most 0 %"},
        // A step of rates is a fraction of the largest rate: it would be large beside its neighbours.
        {"falling misses/pairs", 0, 0.1, "misses,pairs; a: 500,1000 1,1000 2,1000",
         "holds: 0.5 to 0.002, step back of 0.2 % (-0.773 % to 1.27 %), at most 10 %"},
        {"falling misses/pairs", 0, 0.1, "misses,pairs; a: 5,10 1,10 2,10",
         "open: 0.5 to 0.2, step back of 20 % (-47.2 % to 84.1 %), at most 10 %"},
        {"rising tests", 0, 0, "tests; a: 1", "missing: 1 point, at most 0 %; 2 points not measured"},
        {"rising tests", 0, 0.05, down, "fails: 100 to 95, step back of 3 %, at most 5 %"},
        {"falling tests", 0, 0.05, down, "holds: 100 to 95, no step back, at most 5 %"},
        {"falling tests", 0, 0.05, "tests; a: 100 104 100",
         "open: 100 to 100, step back of 3.85 %, at most 5 %"},
        // The way is longer than its errors, or open.
        {"rising fps", 0, 0.2, "fps,fps_low,fps_high; a: 10,9,11 12,11,13 13,12,14",
         "holds: 10 to 13, step back of -7.69 % (-18.6 % to 3.19 %), at most 20 %"},
        {"rising fps", 0, 0.2, "fps,fps_low,fps_high; a: 10,9,11 11,10,12 11,10,12",
         "open: 10 to 11, step back of 0 % (-12.9 % to 12.9 %), at most 20 %"},
        // It is a fraction of the largest rate, too, which stands between its ends.
        {"rising misses/pairs", 0, 1, "misses,pairs; a: 10,1000 900,1000 20,1000",
         "open: 0.01 to 0.02, step back of 97.8 % (95.2 % to 99.8 %), at most 100 %"},
    };
    ASSERT_ROWS(rows);
}

TEST(curves_have_a_slope_are_flat_or_cross_another)
{
    static const char lines[] = "tests; a: 2 20 200; b: 1 100 10000",
                      cells[] = "tests; a: 30 40 20; b: 20 20 40";
    static const struct row rows[] = {
        {"slope tests", 0.9, 1.01, lines, "holds: 1 (1 to 1), from 0.9 to 1.01"},
        {"slope tests a:b", -2, 0, lines, "holds: -1 (-1 to -1), from -2 to 0"},
        {"slope tests", -0.5, 0.5, "tests; 1000,a,10; 100000,a,10",
         "open: 0 (too few samples for an interval), from -0.5 to 0.5; 1 point not measured"},
        {"slope tests", -0.5, 0.5, "tests; a: 1 0 50",
         "missing: no logarithm: 0 at n=10000, from -0.5 to 0.5"},
        {"slope tests a:b", -0.5, 0.5, "tests; a: 1 1; b: 1 0",
         "missing: no logarithm: 0 at n=10000, from -0.5 to 0.5; 1 point not measured"},
        {"flatness fps", 0, 30, two_series, "holds: 22.2 (19.1 to 25.9), from 0 to 30"},
        {"flatness fps", 0, 20, two_series, "open: 22.2 (19.1 to 25.9), from 0 to 20"},
        {"flatness fps a:b", 0, 1, two_series,
         "open: 1.11 (0.949 to 1.31), max/min 22.2 and 20, from 0 to 1"},
        {"flatness tests", 0, 1, "tests; a: 0 1 1",
         "missing: no ratio: a value is not positive, from 0 to 1"},
        {"crossing tests", -INFINITY, 1, cells,
         "holds: 0.5 at n=100000, from 1.5, within the bound from 100000 on, at most 1"},
        {"crossing tests", -INFINITY, 0.4, cells, "fails: 0.5 at n=100000, from 1.5, at most 0.4"},
        {"crossing tests b:a", -INFINITY, 3, cells, // it rises
         "fails: 2 at n=100000, from 0.667, within the bound from 1000 on, at most 3"},
    };
    ASSERT_ROWS(rows);
}

TEST(every_value_of_the_other_variables_has_its_curve)
{
    static const char cells[] = "tests; a: 10 11 10; ball,1000,a,10; ball,10000,a,30; ball,100000,a,10";
    static const struct row rows[] = {
        {"flatness tests", 0, 2, cells,
         "fails: 3 at shape=ball, worst of 2, from 0 to 2; holds at shape=knot"},
        {"within tests", 0, 10, cells,
         "fails: 30 at shape=ball, n=10000, worst of 6, from 0 to 10; fails at shape=knot, n=10000, "
         "shape=ball, n=10000"},
    };
    assert_rows(CD_SIZE_FULL, rows, 2);
}

/// Of three cells, 2 standard errors are as many as -qnorm(pnorm(-2) / 3) = 2.42837 in R.
TEST(equality_up_to_sampling_allows_for_many_cells)
{
    static const struct row rows[] = {
        {"equal match/match_se n=1000", -INFINITY, INFINITY, "match,match_se; a: 0.519,0.01",
         "holds: 0.519 (0.499 to 0.539) against 0.5, 1.9 of 2 standard errors off"},
        {"equal match/match_se", -INFINITY, INFINITY, "match,match_se; a: 0.52428,0.01 0.5,0 0.49,0.01",
         "holds: 0.524 (0.505 to 0.544) against 0.5, 2.43 of 2.43 standard errors off at n=1000, worst of 3"},
        {"equal match/match_se", -INFINITY, INFINITY, "match,match_se; a: 0.52429,0.01 0.5,0 0.49,0.01",
         "fails: 0.524 (0.505 to 0.544) against 0.5, 2.43 of 2.43 standard errors off at n=1000, worst of 3; "
         "fails at n=1000"},
        {"equal match/match_se", -INFINITY, INFINITY, "match,match_se; a: 0.522,NA",
         "missing: no standard error at n=1000"},
        // Only points of which the paper prints a number.
        {"equal fps/se", -INFINITY, INFINITY, "fps,se; a: 101,1 48,1 7,1",
         "holds: 48 (46 to 50) against 50, 2 of 2.28 standard errors off at n=10000, worst of 2"},
    };
    ASSERT_ROWS(rows);
}

TEST(times_of_a_busy_machine_or_a_stopped_program_leave_a_check_open)
{
    static const char busy[] = "fps,fps_low,fps_high,tests,others; a: 200,180,220,7,0.02 60,55,65,7,0.02; "
                               "b: 100,95,105,7,0.03 20,19,21,7,0.9";
#define THROTTLED(times) "fps,others,throttled; a: 200,0.02,0; b: 100,0.03," times
    static const struct row rows[] = {
        {"ratio fps n=1000", 1, 3, busy, "holds: 2 (1.78 to 2.23), from 1 to 3"},
        {"ratio fps n=10000", 1, 3, busy, "open: 3 (2.72 to 3.3) on a busy machine, from 1 to 3"},
        {"median fps", 1, INFINITY, busy,
         "open: 2.5 (2.25 to 2.76), median of 2, at least 1; 1 point not measured"},
        {"ratio tests n=10000", 1, 3, busy, "holds: 1, from 1 to 3"}, // counts are what they are
        {"ratio fps n=1000", 1, 3, THROTTLED("0"), "holds: 2, from 1 to 3"},
        {"ratio fps n=1000", 1, 3, THROTTLED("NA"), "holds: 2, from 1 to 3"},
        {"ratio fps n=1000", 1, 3, THROTTLED(""), "holds: 2, from 1 to 3"},
        {"ratio fps n=1000", 1, 3, THROTTLED("1"), "open: 2 on a busy machine, from 1 to 3"},
    };
#undef THROTTLED
    ASSERT_ROWS(rows);
}

TEST(rates_of_errors_are_counted_over_all_rows)
{
    static const char cells[] = "misses,pairs; a: 1,100 1,45 0,0; b: 50,50",
                      failed[] = "misses,pairs,verdict; a: 1,100,exact 1,45,exact NA,NA,unavailable";
    static const struct row rows[] = {
        {"rate misses/pairs", 0, 0.05, cells, "holds: 2 of 145 = 1.38 % (0.379 % to 4.89 %), from 0 to 5 %"},
        {"rate misses/pairs", 0, 0.001, cells,
         "fails: 2 of 145 = 1.38 % (0.379 % to 4.89 %), from 0 to 0.1 %"},
        {"rate misses/pairs b: n=1000", 0.9, 1, cells,
         "holds: 50 of 50 = 100 % (92.9 % to 100 %), from 90 to 100 %"},
        {"rate misses/pairs", 0, 0.05, failed,
         "open: 2 of 145 = 1.38 % (0.379 % to 4.89 %), from 0 to 5 %; 1 point not measured"},
        {"rate misses/pairs", 0, 0.05, "misses,pairs; a: 0,0 NA,NA 0,0",
         "missing: 0 of 0: no rate, from 0 to 5 %"},
        {"rate misses/pairs", 0, 0.05, "misses,pairs; a: 5,4 0,0 0,0",
         "missing: 5 of 4: no rate, from 0 to 5 %"},
    };
    ASSERT_ROWS(rows);
}

TEST(points_are_counted_by_their_outcomes)
{
    static const struct {
        const char *check, *cells;
        size_t points[4];
    } rows[] = {
        {"within fps", two_series, {[CD_CHECK_HOLDS] = 2, [CD_CHECK_FAILS] = 1}},
        {"within fps c:", two_series, {[CD_CHECK_MISSING] = 1}}, // which the table lacks
        {"median fps", two_series, {[CD_CHECK_FAILS] = 1}},
        {"within fps", "fps; a: 2", {[CD_CHECK_FAILS] = 1, [CD_CHECK_MISSING] = 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s of '%s'", rows[i].check, rows[i].cells);
        struct cd_check check = check_of(rows[i].check);
        check.min = 50;
        struct cd_check_result result = judge(CD_SIZE_QUICK, check, rows[i].cells, NULL);
        assert_memory_equal(result.points, rows[i].points, sizeof result.points);
    }
}

// ---- estimates --------------------------------------------------------------------------------------------

/// By R 4, on triples of a value and the ends of its interval:
///     ratio <- function(a, b)
///         a[1] / b[1] * exp(c(-1, 1) * sqrt(log(c(a[1] / a[2], a[3] / a[1]))^2 + log(c(b[3] / b[1], b[1] / b[2]))^2))
///     share <- function(events, n) c(events / n, prop.test(events, n, correct = FALSE)$conf.int)
///     few <- function(value, x) value * exp(t.test(log(x))$conf.int) / median(x)
///     slope <- function(x, y) confint(lm(log(y) ~ log(x)))[2, ]
TEST(intervals_are_as_r_has_them)
{
    const struct {
        const char *cells, *passes, *check;
        double value, low, high;
    } rows[] = {
        // exp(colMeans(log(rbind(ratio(...), ratio(...), ratio(...)))))
        {two_series, NULL, "mean fps", 1.628651, 1.458521, 1.80316},
        // few(2, c(2, 2.01))
        {two_series, "sample,pass_ms; a= 10 10; b= 20 20.1", "ratio ms b:a n=1000", 2, 1.937615, 2.064381},
        // sort(x)[c(1, 7)]
        {two_series, disturbed, "ratio ms b:a n=1000", 2, 1.98, 2.02},
        // few(2, c(2, 2.2, 2.1)), of the sessions; few(2, c(1.8, 2.2, 2.2, 1.8)), of the passes of two that agree
        {two_series, of_sessions, "ratio ms b:a n=1000", 2, 1.77535, 2.24967},
        {two_series, of_alike, "ratio ms b:a n=1000", 2, 1.654944, 2.39283},
        // ratio(share(10, 1000), share(100, 1000)), share(2, 145)
        {"misses,pairs; a: 10,1000; b: 100,1000", NULL, "ratio misses/pairs n=1000", 0.1, 0.0529537,
         0.188364},
        {"misses,pairs; a: 2,145", NULL, "rate misses/pairs", 0.0137931, 0.003790752, 0.04889254},
        // From the lowest to the highest: share(0, 100)[3] / share(2, 100)[2], and the other way round.
        {"misses,pairs; a: 0,100; b: 2,100", NULL, "ratio misses/pairs n=1000", 0, 0, 6.723685},
        {"misses,pairs; a: 2,100; b: 0,100", NULL, "ratio misses/pairs n=1000", INFINITY, 0.148728, INFINITY},
        // (1 + c(-sqrt(5^2 + 3^2), sqrt(7^2 + 6^2))) / 100, (-1 + c(-sqrt(6^2 + 7^2), sqrt(3^2 + 5^2))) / 100
        {"fps,fps_low,fps_high; a: 100,95,107 99,93,102", NULL, "rising fps", 0.01, -0.04830952, 0.1021954},
        {"fps,fps_low,fps_high; a: 100,95,107 99,93,102", NULL, "falling fps", -0.01, -0.1021954, 0.04830952},
        // slope(c(1, 2, 4, 8, 16), c(3, 5, 14, 20, 48)), slope(c(1e3, 1e4, 1e5), c(10, 10, 50))
        {"tests; 1,a,3; 2,a,5; 4,a,14; 8,a,20; 16,a,48", NULL, "slope tests", 1, 0.7608652, 1.239135},
        {"tests; a: 10 10 50", NULL, "slope tests", 0.349485, -2.214313, 2.913283},
        // a <- ratio(c(200, 180, 220), c(9, 8, 10)); b <- ratio(c(100, 95, 105), c(5, 4.9, 5.1))
        // ratio(c(200 / 9, a), c(20, b))
        {two_series, NULL, "flatness fps", 22.22222, 19.14594, 25.85769},
        {two_series, NULL, "flatness fps a:b", 1.111111, 0.948643, 1.305445},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s of '%s'", rows[i].check, rows[i].cells);
        struct cd_check_result result =
            judge(CD_SIZE_QUICK, check_of(rows[i].check), rows[i].cells, rows[i].passes);
        const double found[] = {result.value, result.low, result.high},
                     expected[] = {rows[i].value, rows[i].low, rows[i].high};
        for (int k = 0; k < 3; k++) // Student's points have four decimals
            if (!(found[k] == expected[k] || fabs(found[k] - expected[k]) <= 1e-5 * fabs(expected[k])))
                fail_msg("%.10g is not %.10g", found[k], expected[k]);
    }
}

TEST(an_estimate_is_judged_by_its_whole_interval)
{
    static const struct {
        struct cd_estimate estimate;
        enum cd_check_outcome outcome; ///< between 1 and 2
    } rows[] = {
        {{1.5, 1, 2, false}, CD_CHECK_HOLDS},     {{1.5, 0.999, 2, false}, CD_CHECK_OPEN},
        {{1.5, 1, 2.001, false}, CD_CHECK_OPEN},  {{0.5, 0, 1, false}, CD_CHECK_OPEN},
        {{0.5, 0, 0.999, false}, CD_CHECK_FAILS}, {{2.5, 2, 3, false}, CD_CHECK_OPEN},
        {{2.5, 2.001, 3, false}, CD_CHECK_FAILS}, {{1, NAN, NAN, false}, CD_CHECK_HOLDS},
        {{2, NAN, NAN, false}, CD_CHECK_HOLDS},   {{2.001, NAN, NAN, false}, CD_CHECK_FAILS},
        {{1.5, NAN, NAN, true}, CD_CHECK_OPEN},   {{NAN, 1, 2, false}, CD_CHECK_MISSING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu: estimate %g", i, rows[i].estimate.value);
        assert_int_equal(cd_estimate_judge(rows[i].estimate, 1, 2), rows[i].outcome);
    }
    static const enum cd_check_outcome best_first[] = {CD_CHECK_HOLDS, CD_CHECK_OPEN, CD_CHECK_MISSING,
                                                       CD_CHECK_FAILS};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(cd_outcome_of_all(best_first[i], best_first[k]), best_first[i > k ? i : k]);
}

TEST(what_rests_on_something_unsure_is_unsure)
{
    for (int of = 0; of < 4; of++) {
        const struct cd_estimate a = {6, 5, 7, of & 1}, b = {2, 1, 3, of & 2};
        const struct cd_estimate found[] = {cd_estimate_ratio(a, b), cd_estimate_difference(a, b),
                                            cd_estimate_wider(a, b)};
        for (int i = 0; i < 3; i++) {
            assert_int_equal(found[i].unsure, of != 0);
            assert_int_equal(isnan(found[i].low), of != 0 && i < 2);
        }
        assert_true(found[0].value == 3 && found[1].value == 4 && found[2].value == 6);
        assert_true(found[2].low == 1 && found[2].high == 7);
    }
}

TEST(numbers_have_three_digits)
{
    static const struct {
        double number;
        const char *text;
    } rows[] = {{0.01234, "0.0123"}, {99.94, "99.9"}, {99.95, "100"},         {1234.5, "1234"},
                {-1234.5, "-1234"},  {1e7, "1e+07"},  {9999999, "9999999"},   {-0.0, "0"},
                {-0.5, "-0.5"},      {0, "0"},        {INFINITY, "infinite"}, {-INFINITY, "-infinite"}};
    char text[32];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(cd_number_text(rows[i].number, text), rows[i].text);
}

// ---- verdicts ---------------------------------------------------------------------------------------------

static const struct cd_experiment two_experiments[] = {
    {.id = "fig1", .series_count = 4, .series = series, .program = "p"},
    {.id = "fig2", .series_count = 4, .series = series, .program = "p"},
};
static const struct cd_paper paper = {
    .key = "k2011", .title = "A title", .experiment_count = 2, .experiments = two_experiments};

/// A check of a rate of 50 errors in 100 that holds (H), fails (F), is open (O), or was not measured (A: absent).
static struct cd_check check_that(char outcome, enum cd_form form)
{
    struct cd_check check = check_of("rate");
    check.says = "a";
    check.experiment = outcome == 'A' ? "fig2" : "fig1";
    check.errors = "misses";
    check.trials = "pairs";
    check.max = outcome == 'H' ? 0.9 : outcome == 'F' ? 0.1 : 0.5;
    check.decides[form] = true;
    return check;
}

/// A claim with a check per letter. The latest claim is valid.
static struct cd_claim claim_of(const char *outcomes)
{
    static struct cd_check checks[8];
    for (size_t i = 0; outcomes[i]; i++)
        checks[i] = check_that(outcomes[i], CD_FORM_REPAIRED);
    return (struct cd_claim){
        .id = "c1", .says = "It is fast.", .check_count = strlen(outcomes), .checks = checks};
}

static const char measured_rows[] = "series,misses,pairs,environment\na,50,100,\"Mesa, llvmpipe (LLVM)\"\n";

/// Judges a claim about fig1, which was measured (50 errors of 100), and fig2, which was not.
static struct cd_claim_result judge_claim(const struct cd_claim *claim, const char *rows,
                                          struct cd_measurements measured, const char *machine)
{
    struct cd_measurements measurements[2] = {measured};
    struct cd_table *cells;
    assert_int_equal(cd_table_parse(rows, "cells.csv", NULL, 0, &cells, NULL), CD_OK);
    measurements[0].rows = cd_rows_make(&two_experiments[0], cells, NULL);
    measurements[0].run = json_pack("{s:{s:i}}", "machine", machine, 2);
    struct cd_claim_result result = cd_claim_judge(claim, &paper, measurements);
    cd_measurements_release(&measurements[0]);
    return result;
}

/// Fails unless a claim has this verdict for this reason, or for none.
static void assert_verdict(const struct cd_claim *claim, const char *rows, const char *machine,
                           enum cd_claim_verdict verdict, const char *reason)
{
    struct cd_claim_result result = judge_claim(claim, rows, (struct cd_measurements){0}, machine);
    if (result.verdict != verdict || !result.reason != !reason ||
        (reason && strcmp(result.reason, reason) != 0))
        fail_msg("%s, %s is not %s, %s", cd_claim_verdict_name(result.verdict), result.reason,
                 cd_claim_verdict_name(verdict), reason);
    cd_claim_release(&result);
}

#define UNDECIDED  "undecided: what was measured allows both, --full measures more"
#define UNMEASURED "not measured yet: cdbench reproduce k2011/fig2"

/// Noise, which makes an outcome open, must not turn a verdict into another one.
TEST(verdicts_follow_from_the_checks_and_excuses)
{
    static const struct {
        const char *checks;
        enum cd_claim_verdict verdict;
        const char *reason, *excuse, *when;
    } rows[] = {
        {"HH", CD_CLAIM_REPRODUCED, NULL, NULL, NULL},
        {"HF", CD_CLAIM_PARTLY, NULL, NULL, NULL},
        {"FF", CD_CLAIM_REFUTED, NULL, NULL, NULL},
        {"AA", CD_CLAIM_NOT_MEASURED, UNMEASURED, NULL, NULL},
        {"OH", CD_CLAIM_UNDECIDED, UNDECIDED, NULL, NULL},
        {"FO", CD_CLAIM_UNDECIDED, UNDECIDED, NULL, NULL},
        {"OO", CD_CLAIM_UNDECIDED, UNDECIDED, NULL, NULL},
        {"OFH", CD_CLAIM_PARTLY, NULL, NULL, NULL},
        {"HA", CD_CLAIM_UNDECIDED, UNMEASURED "; undecided: what was measured allows both", NULL, NULL},
        {"F", CD_CLAIM_NOT_COMPARABLE, "no graphics card", "no graphics card", NULL},
        {"F", CD_CLAIM_NOT_COMPARABLE, "no graphics card", "no graphics card", "software renderer"},
        {"F", CD_CLAIM_NOT_MEASURED, "too few", "too few", "fewer than 3 cores"},
        {"F", CD_CLAIM_REFUTED, NULL, "too few", "fewer than 2 cores"},
        {"A", CD_CLAIM_NOT_MEASURED, UNMEASURED, "no graphics card", "software renderer"},
        {"", CD_CLAIM_NOT_COMPARABLE, "a matter of taste", "a matter of taste", NULL},
        {"", CD_CLAIM_NOT_MEASURED, "nobody built it", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu: checks '%s'", i, rows[i].checks);
        struct cd_claim claim = claim_of(rows[i].checks);
        claim.not_comparable = rows[i].excuse;
        claim.not_comparable_when = rows[i].when;
        claim.not_measured = *rows[i].checks || rows[i].excuse ? NULL : rows[i].reason;
        assert_verdict(&claim, measured_rows, "cores", rows[i].verdict, rows[i].reason);
    }
}

TEST(checks_decide_about_the_forms_that_they_name)
{
    struct cd_check checks[] = {check_that('F', CD_FORM_PRINTED), check_that('F', CD_FORM_PRINTED),
                                check_that('O', CD_FORM_CORRECTED), check_that('H', CD_FORM_OURS),
                                check_that('H', CD_FORM_REPAIRED)};
    checks[0].decides[CD_FORM_PRINTED] = false; // it informs
    struct cd_claim claim = {.id = "c1", .says = "It is fast.", .check_count = 5, .checks = checks};
    static const enum cd_claim_verdict forms[CD_FORMS] = {
        [CD_FORM_PRINTED] = CD_CLAIM_REFUTED,
        [CD_FORM_REPAIRED] = CD_CLAIM_REPRODUCED,
        [CD_FORM_CORRECTED] = CD_CLAIM_UNDECIDED,
        [CD_FORM_OURS] = CD_CLAIM_REPRODUCED,
    };
    struct cd_claim_result result = judge_claim(&claim, measured_rows, (struct cd_measurements){0}, "cores");
    assert_int_equal(result.verdict, CD_CLAIM_REPRODUCED);
    assert_memory_equal(result.forms, forms, sizeof forms);
    cd_claim_release(&result);
    assert_int_equal(cd_claim_headline(&claim), CD_FORM_REPAIRED);
    claim.check_count = 2; // of printed alone: what is repaired was not asked
    assert_verdict(&claim, measured_rows, "cores", CD_CLAIM_NOT_MEASURED,
                   "nothing that was measured decides it");
    claim.checks = &checks[3];
    claim.check_count = 1;
    assert_int_equal(cd_claim_headline(&claim), CD_FORM_OURS);
    assert_verdict(&claim, measured_rows, "cores", CD_CLAIM_REPRODUCED, NULL);
}

/// 'T': a time that is small enough; 't': one that is not; 'R': another series' over it; 'W': many misses are asked for.
/// Others as in check_that.
static struct cd_claim claim_about_times(const char *outcomes)
{
    static struct cd_check checks[4];
    for (size_t i = 0; i < strlen(outcomes); i++) {
        checks[i] = check_that(outcomes[i], CD_FORM_REPAIRED);
        if (outcomes[i] == 'W') {
            checks[i].max = INFINITY;
            checks[i].min = 0.1;
        }
        if (!strchr("TtR", outcomes[i]))
            continue;
        checks[i] = (struct cd_check){.kind = CD_CHECK_WITHIN,
                                      .says = "time",
                                      .experiment = "fig1",
                                      .series = "a",
                                      .column = "tests",
                                      .min = -INFINITY,
                                      .max = outcomes[i] == 'T' ? 10 : 1,
                                      .decides = {[CD_FORM_REPAIRED] = true}};
        if (outcomes[i] == 'R') {
            checks[i].kind = CD_CHECK_RATIO;
            checks[i].series = "c";
            checks[i].against = "a";
        }
    }
    return (struct cd_claim){
        .id = "c1", .says = "It is fast.", .check_count = strlen(outcomes), .checks = checks};
}

TEST(times_of_a_form_that_finds_less_than_half_say_nothing)
{
    static const struct {
        const char *checks;
        int misses, truths;
        enum cd_claim_verdict verdict;
    } rows[] = {
        {"T", 10, 20, CD_CLAIM_REPRODUCED},
        {"T", 11, 20, CD_CLAIM_VACUOUS},
        {"t", 11, 20, CD_CLAIM_VACUOUS},
        {"T", 19, 19, CD_CLAIM_REPRODUCED}, // too few to tell
        {"R", 10, 20, CD_CLAIM_REPRODUCED},
        {"R", 11, 20, CD_CLAIM_VACUOUS}, // what it is compared with misses them
        {"W", 10, 20, CD_CLAIM_REPRODUCED},
        {"W", 11, 20, CD_CLAIM_VACUOUS}, // and misses as was asked
        {"TF", 11, 20, CD_CLAIM_REFUTED},
        {"TH", 11, 20, CD_CLAIM_VACUOUS},
        {"TF", 10, 20, CD_CLAIM_PARTLY},
        {"TH", 10, 20, CD_CLAIM_REPRODUCED},
        {"F", 20, 20, CD_CLAIM_REFUTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("'%s', %d of %d missed", rows[i].checks, rows[i].misses, rows[i].truths);
        char text[200];
        // Half of the rates of check_that, whatever is missed; and another series, which finds nothing.
        snprintf(text, sizeof text,
                 "series,misses,truth_pairs,pairs,tests\na,%d,%d,%d,5\nb,100,100,1,5\nc,0,20,1,4\n",
                 rows[i].misses, rows[i].truths, 2 * rows[i].misses);
        struct cd_claim claim = claim_about_times(rows[i].checks);
        struct cd_claim_result result = judge_claim(&claim, text, (struct cd_measurements){0}, "cores");
        assert_string_equal(cd_claim_verdict_name(result.verdict), cd_claim_verdict_name(rows[i].verdict));
        cd_claim_release(&result);
    }
}

/// A series of somebody else is no excuse, but cores that this process may not use are one.
TEST(excuses_are_of_what_was_measured)
{
    struct cd_claim claim = claim_of("F");
    claim.not_comparable = "an excuse";
    claim.not_comparable_when = "software renderer";
    assert_verdict(&claim, "series,misses,pairs,environment\na,50,100,a card\nmine,50,100,llvmpipe\n",
                   "cores", CD_CLAIM_REFUTED, NULL);
    claim.not_comparable_when = "fewer than 3 cores";
    assert_verdict(&claim, "series,misses,pairs\na,50,100\n", "usable_processors", CD_CLAIM_NOT_MEASURED,
                   "an excuse");
}

TEST(stale_outdated_and_missing_measurements_are_said)
{
    struct cd_claim claim = claim_of("HAH");
    struct cd_claim_result result =
        judge_claim(&claim, measured_rows, (struct cd_measurements){.stale = true}, "cores");
    assert_string_equal(result.note, "measured by an older text of the experiment; measure again: cdbench "
                                     "reproduce k2011/fig1");
    assert_string_equal(result.reason, UNMEASURED "; undecided: what was measured allows both");
    assert_true(result.quick && result.old);
    cd_claim_release(&result);
    // Code behind series `a`, which the checks look at, and behind `b`, at which none looks.
    claim = claim_of("H");
    for (int outdated = 0; outdated < 2; outdated++) {
        bool *of_series = cd_allocate(4, sizeof *of_series);
        of_series[outdated] = true;
        result = judge_claim(
            &claim, measured_rows,
            (struct cd_measurements){.size = CD_SIZE_FULL, .outdated = of_series, .changed = "obb"}, "cores");
        assert_int_equal(result.old, !outdated);
        assert_false(result.quick);
        if (!outdated)
            assert_string_equal(result.note, "its code has changed since; measure again: cdbench reproduce "
                                             "k2011/fig1 (obb since revision unknown of unknown)");
        cd_claim_release(&result);
    }
    claim = claim_of("O");
    result = judge_claim(&claim, measured_rows, (struct cd_measurements){.size = CD_SIZE_FULL}, "cores");
    assert_string_equal(result.reason, "undecided: what was measured allows both");
    cd_claim_release(&result);
}

/// A ledger of claims with long and unusual words in a form: for a terminal of some columns, Markdown, CSV or JSON.
static char *write_ledger(const char *form)
{
    static const char *const changed[] = {"2026-11-23: nothing", "2026-11-24: less"};
    static const struct cd_interpretation interpretations[] = {
        {.id = "four", .says = "four times", .because = "four are drawn"},
        {.id = "never", .says = "not at all", .because = "why not", .not_measured = "nobody built it"}};
    static const struct cd_erratum errata[] = {
        {"E1", CD_ERRATUM_SLIP, "a sign", "\xe5\xbf\xab", "section 1", "the other sign", NULL},
        {"E2", CD_ERRATUM_GAP, "no depth", NULL, NULL, NULL, "depth"}};
    static const struct cd_unmeasured unmeasured[] = {{"seconds", "7", "table 1", "nobody has the machine"}};
    static const struct cd_question questions[] = {
        {"depth", "How often?", "\xe5\xbf\xab", "section 1", 2, interpretations},
        {"width", "How wide?", NULL, NULL, 2, interpretations}};
    const struct cd_paper open = {.key = "k2011",
                                  .title = "A title",
                                  .authors_program = "It had the other sign.",
                                  .question_count = 2,
                                  .questions = questions,
                                  .erratum_count = 2,
                                  .errata = errata,
                                  .unmeasured_count = 1,
                                  .unmeasured = unmeasured};
    const struct cd_paper_number numbers[] = {{&experiment, &printed[1], {120, 110, 130, false}},
                                              {&experiment, &printed[4], {NAN, NAN, NAN, false}}};
    struct cd_check checks[] = {check_that('H', CD_FORM_REPAIRED), check_that('F', CD_FORM_PRINTED),
                                check_that('O', CD_FORM_OURS)},
                    of_ours = check_that('H', CD_FORM_OURS);
    checks[0].says = "misses of the corrected form : collisions that there are";
    checks[0].because = "one is enough";
    checks[0].decides[CD_FORM_CORRECTED] = true;
    checks[2].decides[CD_FORM_OURS] = false; // it informs
    const struct cd_claim claims[] = {
        {.id = "c1",
         .quote = "\xe5\xbf\xab",
         .says = "Schnelle Pr\xc3\xbc"
                 "fung: the algorithm is faster than every other one that the authors have tried",
         .where = "section 1.3",
         .damage = "may be damage of the text",
         .decided = "2026-11-23",
         .changed = {2, changed},
         .remark =
             "This is a remark of some length which has to be wrapped at the width of the terminal, too.",
         .check_count = 3,
         .checks = checks},
        {.id = "c10", .says = "averyverylongwordthatfitsintonocolumnwhateverthewidthoftheterminalmaybe|x"},
        {.id = "c11", .says = "Ours is right.", .check_count = 1, .checks = &of_ours},
    };
    struct cd_check_result results_of[] = {
        {CD_CHECK_HOLDS, 1.84, 1.79, 1.91, {1}, ""},
        {CD_CHECK_FAILS, 0.5, NAN, NAN, {0, 1}, "5 of 10 = 50 % (23.7 % to 76.3 %), at most 10 %"},
        {CD_CHECK_OPEN, 1, 0.9, INFINITY, {0, 0, 1}, "1 (0.9 to infinite)"}};
    strcpy(results_of[0].text, "1.84 (1.79 to 1.91) at triangles=100000, worst of 6, at least 1");
    char reason[] = "no machine of ours has it", note[] = "measure again",
         under[] = "the same under 1 of 2; depth=never: refuted";
    struct cd_claim_result results[] = {
        {.claim = &claims[0],
         .verdict = CD_CLAIM_REPRODUCED,
         .forms = {CD_CLAIM_REFUTED, CD_CLAIM_REPRODUCED, CD_CLAIM_PARTLY, CD_CLAIM_NOT_MEASURED},
         .checks = results_of,
         .note = note,
         .mark = note,
         .interpretations = under,
         .quick = true},
        {.claim = &claims[1], .verdict = CD_CLAIM_NOT_COMPARABLE, .reason = reason},
        {.claim = &claims[2],
         .verdict = CD_CLAIM_UNDECIDED,
         .forms = {[CD_FORM_OURS] = CD_CLAIM_UNDECIDED},
         .checks = &results_of[2]},
    };
    struct cd_table *table = cd_table_create(NULL, 0);
    struct cd_ledger ledger = {.paper = &open,
                               .folder = "results/here",
                               .quick = true,
                               .undated = 2,
                               .interpretations = table,
                               .count = 3,
                               .results = results,
                               .number_count = 2,
                               .numbers = (struct cd_paper_number *)numbers};
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!strcmp(form, "json")) {
        json_t *document = cd_ledger_json(&ledger);
        json_dumpf(document, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        json_decref(document);
    } else if (!strcmp(form, "csv")) {
        assert_int_equal(cd_ledger_save(&ledger, 1, scratch_path("ledger.csv"), NULL), CD_OK);
        char *saved = scratch_read("ledger.csv");
        fputs(saved, stream);
        free(saved);
    } else {
        cd_ledger_print(&ledger, stream, (unsigned)atoi(form));
    }
    fclose(stream);
    cd_table_destroy(table);
    return text;
}

TEST(a_ledger_says_all_in_every_form)
{
    static const char *const forms[] = {"60", "100", "140", "csv", "json"};
    char whole[40000] = "";
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char *text = write_ledger(forms[i]);
        size_t width = i < 3 ? (size_t)atoi(forms[i]) : SIZE_MAX;
        for (const char *line = text; *line && i < 3; line += strcspn(line, "\n") + 1) {
            size_t length = strcspn(line, "\n");
            assert_true(cd_count_characters(line, length) <= width);
            assert_false(length && line[length - 1] == ' ');
        }
        cd_append(whole, sizeof whole, "---- %s\n%s\n", forms[i], text);
        free(text);
    }
    assert_golden("tests/data/ledger.txt", whole, NULL);
    // No terminal is narrower or wider than these.
    static const char *const beyond[][2] = {{"60", "20"}, {"140", "500"}};
    for (int i = 0; i < 2; i++) {
        char *text = write_ledger(beyond[i][0]), *other = write_ledger(beyond[i][1]);
        assert_string_equal(text, other);
        free(text);
        free(other);
    }
}

// ---- how often intervals are right ------------------------------------------------------------------------

enum { TRIALS = 2000 };

/// Fails for a share that is true once in a million draws.
static void assert_covers(int covered, double expected, bool exactly)
{
    double reach = 4.9 * sqrt(expected * (1 - expected) / TRIALS), share = covered / (double)TRIALS;
    print_message("%.2f %%\n", 100 * share);
    assert_true(share >= expected - reach && (!exactly || share <= expected + reach));
}

/// A time that is never shorter than `floor` and sometimes much longer.
static double disturbed_time(struct cd_random *random, double floor)
{
    double u = cd_random_unit(random);
    return floor * (1 - 0.05 * log(1 - u)) * (cd_random_unit(random) < 0.1 ? 1.5 : 1);
}

/// Of the ratio of two times. Each has disturbances of its own, and both share those of the machine. From six passes on
/// by the sign test: 1 - 2 * pbinom(c(0, 0, 2), c(6, 7, 12), 0.5) in R.
TEST(intervals_of_ratios_are_right_as_often_as_they_say)
{
    static const struct {
        size_t passes;
        double expected;
    } rows[] = {{3, 0.95}, {5, 0.95}, {6, 0.96875}, {7, 0.984375}, {12, 0.9614257812}};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int covered = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double a[12], b[12];
            char passes[1000] = "sample,pass_ms", cells[100];
            for (size_t i = 0; i < rows[k].passes; i++) {
                double machine = disturbed_time(&random, 1);
                a[i] = disturbed_time(&random, 17) * machine;
                b[i] = disturbed_time(&random, 10) * machine;
                cd_append(passes, sizeof passes, "; 1000,a,%zu,%.17g; 1000,b,%zu,%.17g", i, a[i], i, b[i]);
            }
            snprintf(cells, sizeof cells, "pass_ms_median; a: %.17g; b: %.17g",
                     cd_median_of_reals(a, rows[k].passes), cd_median_of_reals(b, rows[k].passes));
            struct cd_check_result result =
                judge(CD_SIZE_QUICK, check_of("ratio pass_ms_median n=1000"), cells, passes);
            // Both have the same disturbances, so the median of the ratios is the ratio.
            covered += result.low <= 1.7 && 1.7 <= result.high;
        }
        print_message("%zu passes: ", rows[k].passes);
        assert_covers(covered, rows[k].expected, rows[k].passes > 5);
    }
}

TEST(intervals_of_slopes_are_right_as_often_as_they_say)
{
    static const double at[] = {1000, 3000, 10000, 30000, 100000};
    struct cd_random random = cd_random_seed(seed_of_test());
    int covered = 0;
    for (int i = 0; i < TRIALS; i++) {
        char cells[300] = "tests";
        for (int k = 0; k < 5; k++)
            cd_append(cells, sizeof cells, "; %g,a,%.17g", at[k],
                      3 * pow(at[k], 0.8) * exp(0.1 * draw_normal(&random)));
        struct cd_check_result result = judge(CD_SIZE_QUICK, check_of("slope tests"), cells, NULL);
        covered += result.low <= 0.8 && 0.8 <= result.high;
    }
    assert_covers(covered, 0.95, true);
}
