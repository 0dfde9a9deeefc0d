// Checks of claims, on measurements made by hand; and how often their intervals are right.
#include "bench/papers/formula.h"
#include "bench/papers/ledger.h"
#include "bench/papers/measurements.h"

#include "tests/test.h"

#include "base/memory.h"
#include "base/random.h"
#include "bench/harness/statistics.h"

#include <math.h>

#define WORDS(...)                                                                                           \
    {                                                                                                        \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), (const char *const[])             \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
#define CONDITIONS(...)                                                                                      \
    {                                                                                                        \
        sizeof((const struct cd_condition[]){__VA_ARGS__}) / sizeof(struct cd_condition),                    \
            (const struct cd_condition[])                                                                    \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

/// A check with the header's default values for members that are not given. The given members follow.
#pragma GCC diagnostic ignored "-Woverride-init"
#define CHECK(...)                                                                                           \
    {                                                                                                        \
        .min = -INFINITY, .max = INFINITY, __VA_ARGS__                                                       \
    }

static const struct cd_variable variables[] = {
    {"shape", {WORDS("knot"), WORDS("knot", "ball")}},
    {"n", {WORDS("1000", "10000", "100000"), WORDS("1000", "10000", "100000")}},
};
static const struct cd_series series[] = {
    {.id = "a"},
    {.id = "b"},
    {.id = "c", .query = CD_QUERY_CONTACTS},
    {.id = "d", .max = CONDITIONS({"n", "10000"})},
};
static const struct cd_formula formulas[] = {{"ms", "1000 / fps", "ms"},
                                             {"late", "n > 1000 ? ms : 0 / 0", "ms"},
                                             {"ms_low", "1000 / fps_high", "ms"},
                                             {"ms_high", "1000 / fps_low", "ms"}};
static const struct cd_printed printed[] = {
    {"a", "fps", CONDITIONS({"n", "1000"}), 100},
    {"a", "fps", CONDITIONS({"n", "10000"}), 50},
    {"b", "fps", CONDITIONS({"n", "1000"}), 1},
    {"a", "match", CONDITIONS({"shape", "knot"}), 0.5},
};
static const struct cd_experiment experiment = {
    .id = "fig1",
    .variable_count = 2,
    .variables = variables,
    .series_count = sizeof series / sizeof *series,
    .series = series,
    .formula_count = 4,
    .formulas = formulas,
    .printed_count = sizeof printed / sizeof *printed,
    .printed = printed,
    .scene = "",
};

/// Judges a check by the texts of cells.csv and samples.csv (NULL for none).
static struct cd_check_result judge_size(const struct cd_check *check, const char *cells, const char *samples,
                                         enum cd_size size)
{
    struct cd_measurements measurements = {.size = size};
    struct cd_table *table = NULL, *passes = NULL;
    struct cd_status status = {0};
    if (cells)
        assert_int_equal(cd_table_parse(cells, "cells.csv", NULL, 0, &table, &status), CD_OK);
    if (samples)
        assert_int_equal(cd_table_parse(samples, "samples.csv", NULL, 0, &passes, &status), CD_OK);
    for (size_t i = 0; cells && cd_table_column(table, "fps_low") != CD_NO_COLUMN && i < 4; i++)
        cd_table_compute(table, formulas[i == 1 ? 3 : i].column, formulas[i == 1 ? 3 : i].formula, &status);
    if (cells)
        measurements.rows = cd_rows_make(&experiment, table, passes);
    cd_table_destroy(passes);
    struct cd_check_result result = cd_check_evaluate(check, &experiment, &measurements);
    cd_measurements_release(&measurements);
    return result;
}

static struct cd_check_result judge(const struct cd_check *check, const char *cells, const char *samples)
{
    return judge_size(check, cells, samples, CD_SIZE_QUICK);
}

static void assert_result(const struct cd_check *check, const char *cells, const char *samples,
                          enum cd_check_outcome outcome, const char *text)
{
    struct cd_check_result result = judge(check, cells, samples);
    assert_string_equal(result.text, text);
    assert_int_equal(result.outcome, outcome);
}

// ---- ratio ------------------------------------------------------------------------------------------------

static const char two_series[] = "shape,n,series,fps,fps_low,fps_high,fps_confidence\n"
                                 "knot,1000,a,200,180,220,0.98\nknot,1000,b,100,95,105,0.98\n"
                                 "knot,10000,a,60,55,65,0.98\nknot,10000,b,50,48,52,0.98\n"
                                 "knot,100000,a,9,8,10,0.98\nknot,100000,b,5,4.9,5.1,0.98\n";

TEST(a_ratio_holds_where_its_whole_interval_does)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS, "2 (1.78 to 2.23), at least 1");
    check.min = 2.1;
    assert_result(&check, two_series, NULL, CD_CHECK_OPEN, "2 (1.78 to 2.23), at least 2.1");
    check.min = 2.5;
    assert_result(&check, two_series, NULL, CD_CHECK_FAILS, "2 (1.78 to 2.23), at least 2.5");
    check.min = 1;
    check.max = 3;
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS, "2 (1.78 to 2.23), from 1 to 3");
    check.min = -INFINITY;
    check.max = 1.5;
    assert_result(&check, two_series, NULL, CD_CHECK_FAILS, "2 (1.78 to 2.23), at most 1.5");
}

TEST(the_worst_point_is_reported_where_all_must_hold)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps", .min = 1);
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS,
                  "1.2 (1.09 to 1.31) at n=10000, worst of 3, at least 1");
    check.min = 1.5;
    assert_result(&check, two_series, NULL, CD_CHECK_FAILS,
                  "1.2 (1.09 to 1.31) at n=10000, worst of 3, at least 1.5; fails at n=10000");
}

TEST(medians_and_means_take_all_points_together)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .gather = CD_GATHER_MEDIAN);
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS, "1.8 (1.6 to 2), median of 3, at least 1");
    check.gather = CD_GATHER_MEAN;
    struct cd_check_result result = judge(&check, two_series, NULL);
    assert_true(fabs(result.value - cbrt(2 * 1.2 * 1.8)) < 1e-9);
    assert_non_null(strstr(result.text, ", geometric mean of 3, at least 1"));
}

TEST(formulas_of_times_have_the_intervals_of_their_columns)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "b", .against = "a", .column = "ms",
                                  .max = 3, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS, "2 (1.78 to 2.23), at most 3");
}

/// Passes of `a` take 10 ms and passes of `b` 20, but both take twice as long in every second pass.
static const char disturbed[] = "shape,n,series,sample,pass_ms\n"
                                "knot,1000,a,0,10\nknot,1000,b,0,20\nknot,1000,a,1,20\nknot,1000,b,1,40.4\n"
                                "knot,1000,a,2,10\nknot,1000,b,2,20\nknot,1000,b,3,40.2\nknot,1000,a,3,20\n"
                                "knot,1000,a,4,10\nknot,1000,b,4,20\nknot,1000,a,5,20\nknot,1000,b,5,39.6\n"
                                "knot,1000,a,6,10\nknot,1000,b,6,20\nknot,1000,c,6,1\nknot,10000,b,6,1\n";

TEST(ratios_of_times_come_from_passes_that_were_taken_in_turn)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "b", .against = "a", .column = "ms",
                                  .min = 1.9, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, two_series, disturbed, CD_CHECK_HOLDS, "2 (1.98 to 2.02), at least 1.9");
    check.column = "fps";
    check.min = -INFINITY;
    check.max = 0.52;
    assert_result(&check, two_series, disturbed, CD_CHECK_HOLDS, "0.5 (0.495 to 0.505), at most 0.52");
}

TEST(passes_of_series_that_were_asked_otherwise_are_no_pairs)
{
    static const char passes[] = "shape,n,series,sample,pass_ms\n"
                                 "knot,1000,a,0,10\nknot,1000,a,1,10\nknot,1000,a,2,10\nknot,1000,a,3,10\n"
                                 "knot,1000,a,4,10\nknot,1000,a,5,10\nknot,1000,c,0,19.9\nknot,1000,c,1,20\n"
                                 "knot,1000,c,2,20\nknot,1000,c,3,20\nknot,1000,c,4,20\nknot,1000,c,5,20.1\n";
    static const char cells[] = "shape,n,series,fps,fps_low,fps_high\nknot,1000,a,100,99,101\n"
                                "knot,1000,c,50,49,51\n";
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "c", .against = "a", .column = "ms",
                                  .min = 1.9, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, cells, passes, CD_CHECK_HOLDS, "2 (1.99 to 2.01), at least 1.9");
    static const char shifted[] = "shape,n,series,sample,pass_ms\n"
                                  "knot,1000,a,0,10\nknot,1000,a,1,20\nknot,1000,a,2,10\nknot,1000,a,3,20\n"
                                  "knot,1000,a,4,10\nknot,1000,a,5,20\nknot,1000,c,0,20\nknot,1000,c,1,40\n"
                                  "knot,1000,c,2,20\nknot,1000,c,3,40\nknot,1000,c,4,20\nknot,1000,c,5,40\n";
    struct cd_check_result result = judge(&check, cells, shifted);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    assert_true(result.low < 1.4 && result.high > 2.8);
}

TEST(few_passes_have_a_wide_interval_and_one_has_none)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "b", .against = "a", .column = "ms",
                                  .min = 1.9, .where = CONDITIONS({"n", "1000"}));
    static const char two[] = "shape,n,series,sample,pass_ms\nknot,1000,a,0,10\nknot,1000,b,0,20\n"
                              "knot,1000,a,1,10\nknot,1000,b,1,20.1\n";
    struct cd_check_result result = judge(&check, two_series, two);
    assert_int_equal(result.outcome, CD_CHECK_HOLDS);
    assert_true(result.low < 1.95 && result.high > 2.05);
    static const char one[] = "shape,n,series,sample,pass_ms\nknot,1000,a,0,10\nknot,1000,b,0,20\n";
    assert_result(&check, two_series, one, CD_CHECK_OPEN,
                  "2 (too few samples for an interval), at least 1.9");
    static const char unsure[] = "shape,n,series,fps,fps_low,fps_high,fps_confidence\n"
                                 "knot,1000,a,200,180,220,0.75\nknot,1000,b,100,95,105,0.98\n";
    assert_result(&check, unsure, NULL, CD_CHECK_OPEN, "2 (too few samples for an interval), at least 1.9");
}

/// Passes of `a` take 10 ms, and passes of `b` 20, 22 and 21 in three sessions. One pass of `a` is missing.
static const char of_sessions[] =
    "shape,n,series,session,sample,pass_ms\n"
    "knot,1000,a,1,0,10\nknot,1000,a,1,1,10\nknot,1000,a,1,2,10\nknot,1000,a,2,0,10\nknot,1000,a,2,1,10\n"
    "knot,1000,a,3,0,10\nknot,1000,a,3,1,10\nknot,1000,a,3,2,10\n"
    "knot,1000,b,1,0,20\nknot,1000,b,1,1,20\nknot,1000,b,1,2,20\nknot,1000,b,2,0,22\nknot,1000,b,2,1,22\n"
    "knot,1000,b,2,2,22\nknot,1000,b,3,0,21\nknot,1000,b,3,1,21\nknot,1000,b,3,2,21\n";

TEST(an_interval_holds_what_differs_between_sessions)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "b", .against = "a", .column = "ms",
                                  .min = 1.9, .where = CONDITIONS({"n", "1000"}));
    // All passes are between 2 and 2.2; three sessions say less than that.
    struct cd_check_result result = judge(&check, two_series, of_sessions);
    assert_true(fabs(result.value - 2) < 1e-9);
    assert_true(result.low / result.value > 0.87 && result.low / result.value < 0.91);
    assert_true(result.high / result.value > 1.10 && result.high / result.value < 1.15);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    // If the sessions agree, the passes decide.
    static const char alike[] =
        "shape,n,series,session,sample,pass_ms\n"
        "knot,1000,a,1,0,10\nknot,1000,a,1,1,10\nknot,1000,a,2,0,10\nknot,1000,a,2,1,10\n"
        "knot,1000,b,1,0,18\nknot,1000,b,1,1,22\nknot,1000,b,2,0,22\nknot,1000,b,2,1,18\n";
    result = judge(&check, two_series, alike);
    assert_true(result.low < 1.8 && result.low > 1.5);
}

TEST(counts_have_no_interval)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "tests",
                                  .max = 0.5, .where = CONDITIONS({"n", "1000"}));
    static const char cells[] = "shape,n,series,tests\nknot,1000,a,10\nknot,1000,b,20\n";
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS, "0.5, at most 0.5");
    check.max = 0.4;
    assert_result(&check, cells, NULL, CD_CHECK_FAILS, "0.5, at most 0.4");
}

TEST(ratios_with_zero_are_infinite_or_undecided)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "tests",
                                  .max = 1, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,0\nknot,1000,b,0\n", NULL, CD_CHECK_OPEN,
                  "both are 0, at most 1");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,0\nknot,1000,b,3\n", NULL, CD_CHECK_HOLDS,
                  "0, at most 1");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,3\nknot,1000,b,0\n", NULL, CD_CHECK_FAILS,
                  "infinite, at most 1");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,-3\nknot,1000,b,2\n", NULL, CD_CHECK_MISSING,
                  "no ratio: -3 : 2, at most 1");
}

TEST(shares_have_intervals_by_their_counts)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .errors = "misses",
                                  .trials = "truth_pairs", .max = 1, .where = CONDITIONS({"n", "1000"}));
    static const char cells[] =
        "shape,n,series,misses,truth_pairs\nknot,1000,a,10,1000\nknot,1000,b,100,1000\n";
    struct cd_check_result result = judge(&check, cells, NULL);
    assert_int_equal(result.outcome, CD_CHECK_HOLDS);
    assert_true(result.low < 0.06 && result.low > 0.04 && result.high < 0.2 && result.high > 0.17);
    static const char none[] = "shape,n,series,misses,truth_pairs\nknot,1000,a,0,100\nknot,1000,b,2,100\n";
    result = judge(&check, none, NULL);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
}

TEST(what_was_not_measured_is_missing)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, NULL, NULL, CD_CHECK_MISSING, "not measured");
    assert_result(&check, "shape,n,series,fps\n", NULL, CD_CHECK_MISSING, "not measured");
    assert_result(&check, "shape,n,series,fps\nknot,1000,a,1\n", NULL, CD_CHECK_MISSING, "not measured");
    assert_result(&check, "shape,n,series,fps,verdict\nknot,1000,a,1,exact\nknot,1000,b,NA,wrong\n", NULL,
                  CD_CHECK_MISSING, "not measured, at least 1");
}

TEST(points_that_are_missing_leave_a_check_open)
{
    static const char cells[] = "shape,n,series,fps,fps_low,fps_high,verdict\n"
                                "knot,1000,a,200,180,220,exact\nknot,1000,b,100,95,105,exact\n"
                                "knot,10000,a,60,55,65,exact\nknot,10000,b,NA,NA,NA,unavailable\n";
    struct cd_check check =
        CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps", .min = 1);
    assert_result(&check, cells, NULL, CD_CHECK_OPEN,
                  "not measured at n=10000, worst of 2, at least 1; 1 point not measured");
    check.min = 3; // fails at one point, whatever the others give
    assert_result(&check, cells, NULL, CD_CHECK_FAILS,
                  "2 (1.78 to 2.23) at n=1000, worst of 2, at least 3; 1 point not measured");
    check.min = 1;
    check.gather = CD_GATHER_MEDIAN;
    assert_result(&check, cells, NULL, CD_CHECK_OPEN,
                  "2 (1.78 to 2.23), median of 1, at least 1; 2 points not measured");
    check.gather = CD_GATHER_EVERY;
    static const char one[] = "shape,n,series,fps,fps_low,fps_high\n"
                              "knot,1000,a,200,180,220\nknot,1000,b,100,95,105\n";
    assert_result(&check, one, NULL, CD_CHECK_OPEN,
                  "2 (1.78 to 2.23) at n=1000, at least 1; 2 points not measured");
}

TEST(a_median_of_what_is_left_of_the_points_is_open)
{
    static const char cells[] = "shape,n,series,fps,fps_low,fps_high,verdict\n"
                                "knot,1000,a,200,180,220,exact\nknot,1000,b,100,95,105,exact\n"
                                "knot,10000,a,60,55,65,exact\nknot,10000,b,NA,NA,NA,wrong\n"
                                "knot,100000,a,9,8,10,exact\nknot,100000,b,4.5,4.4,4.6,exact\n";
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .gather = CD_GATHER_MEDIAN);
    struct cd_check_result result = judge(&check, cells, NULL);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    assert_non_null(strstr(result.text, "median of 2, at least 1; 1 point not measured"));
    check.min = 3;
    assert_int_equal(judge(&check, cells, NULL).outcome, CD_CHECK_FAILS);
}

TEST(points_at_which_a_program_failed_are_not_left_out)
{
    static const char cells[] = "shape,n,series,verdict,ms\n"
                                "knot,1000,a,NA,2\nknot,1000,b,NA,1\n"
                                "knot,10000,a,failed,NA\nknot,10000,b,failed,NA\n";
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "ms",
                                  .min = 1, .where = CONDITIONS({"shape", "knot"}));
    struct cd_check_result result = judge(&check, cells, NULL);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    assert_non_null(strstr(result.text, "not measured at n=10000, worst of 2"));
}

TEST(points_at_which_a_series_is_not_run_are_not_missed)
{
    static const char cells[] = "shape,n,series,fps,fps_low,fps_high\n"
                                "knot,1000,a,200,180,220\nknot,1000,d,100,95,105\n"
                                "knot,10000,a,60,55,65\nknot,10000,d,50,48,52\nknot,100000,a,9,8,10\n";
    struct cd_check check =
        CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "d", .column = "fps", .min = 1);
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS,
                  "1.2 (1.09 to 1.31) at n=10000, worst of 2, at least 1");
}

// ---- along a variable -------------------------------------------------------------------------------------

TEST(a_monotone_column_may_step_back_a_little)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_MONOTONE, .series = "a", .column = "tests", .over = "n");
    assert_result(&check, "shape,n,series,tests\nknot,10000,a,5\nknot,1000,a,1\nknot,100000,a,9\n", NULL,
                  CD_CHECK_HOLDS, "1 to 9, no step back, at most 0 %");
    static const char back[] = "shape,n,series,tests\nknot,1000,a,1\nknot,10000,a,10\nknot,100000,a,9.6\n";
    assert_result(&check, back, NULL, CD_CHECK_FAILS, "1 to 9.6, step back of 4 %, at most 0 %");
    check.tolerance = 0.05;
    assert_result(&check, back, NULL, CD_CHECK_HOLDS, "1 to 9.6, step back of 4 %, at most 5 %");
    check.falling = true;
    assert_result(&check, back, NULL, CD_CHECK_FAILS, "1 to 9.6, step back of 90 %, at most 5 %");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,0.5\nknot,10000,a,0\nknot,100000,a,0\n", NULL,
                  CD_CHECK_HOLDS, "0.5 to 0, no step back, at most 5 %");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,0\nknot,10000,a,0\nknot,100000,a,0\n", NULL,
                  CD_CHECK_OPEN, "0 to 0, no step back, at most 5 %");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,2\nknot,10000,a,-1\nknot,100000,a,-4\n", NULL,
                  CD_CHECK_HOLDS, "2 to -4, no step back, at most 5 %");
}

TEST(a_step_back_within_the_errors_is_open)
{
    static const char cells[] = "shape,n,series,fps,fps_low,fps_high\nknot,1000,a,10,9,11\n"
                                "knot,10000,a,100,95,105\nknot,100000,a,99,94,104\n";
    struct cd_check check = CHECK(.kind = CD_CHECK_MONOTONE, .series = "a", .column = "fps", .over = "n");
    assert_result(&check, cells, NULL, CD_CHECK_OPEN,
                  "10 to 99, step back of 1 % (-6.07 % to 8.07 %), at most 0 %");
    check.tolerance = 0.1;
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS,
                  "10 to 99, step back of 1 % (-6.07 % to 8.07 %), at most 10 %");
}

TEST(rates_may_waver_near_zero)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_MONOTONE, .series = "a", .errors = "misses",
                                  .trials = "pairs", .over = "n", .falling = true, .tolerance = 0.1);
    struct cd_check_result result = judge(&check,
                                          "shape,n,series,misses,pairs\nknot,1000,a,500,1000\n"
                                          "knot,10000,a,1,1000\nknot,100000,a,2,1000\n",
                                          NULL);
    assert_int_equal(result.outcome, CD_CHECK_HOLDS);
    assert_non_null(strstr(result.text, "0.5 to 0.002, step back of 0.2 % (-"));
    result =
        judge(&check,
              "shape,n,series,misses,pairs\nknot,1000,a,5,10\nknot,10000,a,1,10\nknot,100000,a,2,10\n", NULL);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    result = judge(&check,
                   "shape,n,series,misses,pairs\nknot,1000,a,10,1000\nknot,10000,a,500,1000\n"
                   "knot,100000,a,2,1000\n",
                   NULL);
    assert_int_equal(result.outcome, CD_CHECK_FAILS);
}

TEST(curves_with_gaps_are_open_and_one_point_is_no_curve)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_MONOTONE, .series = "a", .column = "tests", .over = "n");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,1\nknot,10000,a,5\n", NULL, CD_CHECK_OPEN,
                  "1 to 5, no step back, at most 0 %; 1 point not measured");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,1\n", NULL, CD_CHECK_MISSING,
                  "1 point, at most 0 %; 2 points not measured");
}

TEST(a_slope_is_that_of_the_logarithms)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_SLOPE, .series = "a", .column = "tests", .over = "n", .max = 1.01);
    static const char linear[] = "shape,n,series,tests\nknot,1000,a,2\nknot,10000,a,20\nknot,100000,a,200\n"
                                 "knot,1000,b,1\nknot,10000,b,100\nknot,100000,b,10000\n";
    struct cd_check_result result = judge(&check, linear, NULL);
    assert_true(fabs(result.value - 1) < 1e-9 && result.low > 0.999 && result.high < 1.001);
    assert_int_equal(result.outcome, CD_CHECK_HOLDS);
    check.against = "b";
    check.max = 0;
    assert_result(&check, linear, NULL, CD_CHECK_HOLDS, "-1 (-1 to -1), at most 0");
    check.max = INFINITY;
    check.min = -0.5;
    assert_result(&check, linear, NULL, CD_CHECK_FAILS, "-1 (-1 to -1), at least -0.5");
}

TEST(a_slope_of_what_is_no_line_is_open)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_SLOPE, .series = "a", .column = "tests", .over = "n", .max = 0.5);
    struct cd_check_result result =
        judge(&check, "shape,n,series,tests\nknot,1000,a,10\nknot,10000,a,10\nknot,100000,a,50\n", NULL);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    assert_true(result.low < 0 && result.high > 1);
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,10\nknot,100000,a,10\n", NULL, CD_CHECK_OPEN,
                  "0 (too few samples for an interval), at most 0.5; 1 point not measured");
}

TEST(what_has_no_logarithm_has_no_slope)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_SLOPE, .series = "a", .column = "tests", .over = "n", .max = 0.5);
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,1\nknot,10000,a,0\nknot,100000,a,50\n", NULL,
                  CD_CHECK_MISSING, "no logarithm: 0 at n=10000, at most 0.5");
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,-1\nknot,10000,a,1\nknot,100000,a,50\n", NULL,
                  CD_CHECK_MISSING, "no logarithm: -1 at n=1000, at most 0.5");
}

TEST(points_without_a_value_by_intention_are_left_out)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_FLATNESS, .series = "a", .column = "late", .over = "n", .max = 2);
    static const char cells[] = "shape,n,series,fps,late\nknot,1000,a,1,NA\nknot,10000,a,100,10\n"
                                "knot,100000,a,80,12.5\n";
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS, "1.25, at most 2");
}

TEST(flatness_is_the_largest_over_the_smallest)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_FLATNESS, .series = "a", .column = "fps", .over = "n", .max = 30);
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS, "22.2 (19.1 to 25.9), at most 30");
    check.max = 20;
    assert_result(&check, two_series, NULL, CD_CHECK_OPEN, "22.2 (19.1 to 25.9), at most 20");
    check.against = "b";
    check.max = 1;
    struct cd_check_result result = judge(&check, two_series, NULL);
    assert_true(fabs(result.value - (200.0 / 9) / 20) < 1e-9);
    assert_int_equal(result.outcome, CD_CHECK_OPEN);
    assert_non_null(strstr(result.text, ", max/min 22.2 and 20, at most 1"));
    check.against = NULL;
    check.column = "tests";
    assert_result(&check, "shape,n,series,tests\nknot,1000,a,0\nknot,10000,a,1\nknot,100000,a,1\n", NULL,
                  CD_CHECK_MISSING, "no ratio: a value is not positive, at most 1");
}

TEST(a_crossing_falls_and_ends_within_its_bound)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_CROSSING, .series = "a", .against = "b", .column = "tests",
                                  .over = "n", .max = 1);
    static const char cells[] = "shape,n,series,tests\nknot,1000,a,30\nknot,10000,a,40\nknot,100000,a,20\n"
                                "knot,1000,b,20\nknot,10000,b,20\nknot,100000,b,40\n";
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS,
                  "0.5 at n=100000, from 1.5, within the bound from 100000 on, at most 1");
    check.max = 0.4;
    assert_result(&check, cells, NULL, CD_CHECK_FAILS, "0.5 at n=100000, from 1.5, at most 0.4");
    check.max = 3; // within its bound all the way, but it rises
    check.series = "b";
    check.against = "a";
    assert_result(&check, cells, NULL, CD_CHECK_FAILS,
                  "2 at n=100000, from 0.667, within the bound from 1000 on, at most 3");
}

TEST(points_are_counted_by_their_outcomes)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_WITHIN, .series = "a", .column = "fps", .min = 50);
    struct cd_check_result result = judge(&check, two_series, NULL);
    assert_int_equal(result.points[CD_CHECK_HOLDS], 2);
    assert_int_equal(result.points[CD_CHECK_FAILS], 1);
    assert_string_equal(result.text, "9 (8 to 10) at n=100000, worst of 3, at least 50; fails at n=100000");
    check.series = "c"; // which the table lacks
    assert_int_equal(judge(&check, two_series, NULL).points[CD_CHECK_MISSING], 1);
    struct cd_check ratio = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .gather = CD_GATHER_MEDIAN);
    result = judge(&ratio, two_series, NULL);
    assert_int_equal(
        result.points[CD_CHECK_HOLDS] + result.points[CD_CHECK_FAILS] + result.points[CD_CHECK_OPEN], 1);
}

TEST(every_value_of_the_other_variables_has_its_curve)
{
    struct cd_check check =
        CHECK(.kind = CD_CHECK_FLATNESS, .series = "a", .column = "tests", .over = "n", .max = 2);
    static const char cells[] = "shape,n,series,tests\nknot,1000,a,10\nknot,10000,a,11\nknot,100000,a,10\n"
                                "ball,1000,a,10\nball,10000,a,30\nball,100000,a,10\n";
    struct cd_check_result result = judge_size(&check, cells, NULL, CD_SIZE_FULL);
    assert_int_equal(result.outcome, CD_CHECK_FAILS);
    assert_string_equal(result.text, "3 at shape=ball, worst of 2, at most 2; holds at shape=knot");
}

// ---- equality and rates -----------------------------------------------------------------------------------

TEST(a_value_lies_within_its_bounds)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_WITHIN, .series = "a", .column = "fps", .min = 50);
    assert_result(&check, two_series, NULL, CD_CHECK_FAILS,
                  "9 (8 to 10) at n=100000, worst of 3, at least 50; fails at n=100000");
    check.where = (struct cd_conditions)CONDITIONS({"n", "1000"});
    assert_result(&check, two_series, NULL, CD_CHECK_HOLDS, "200 (180 to 220), at least 50");
    check.min = 190;
    assert_result(&check, two_series, NULL, CD_CHECK_OPEN, "200 (180 to 220), at least 190");
    check.column = "records";
    assert_result(&check, two_series, NULL, CD_CHECK_MISSING, "not measured");
}

TEST(conditions_on_columns_of_a_program_hold_for_both_sides)
{
    // p is no variable
    static const char cells[] = "shape,n,series,p,gain\nknot,1000,a,1,1\nknot,1000,a,4,4\n"
                                "knot,1000,b,1,1\nknot,1000,b,4,2\n";
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "gain",
                                  .min = 2, .where = CONDITIONS({"p", "4"}, {"n", "1000"}));
    assert_int_equal(judge(&check, cells, NULL).outcome, CD_CHECK_HOLDS);
}

TEST(equality_up_to_sampling_allows_for_many_cells)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_EQUAL, .series = "a", .column = "match", .deviations = 2,
                                  .deviation = "match_se", .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, "shape,n,series,match,match_se\nknot,1000,a,0.519,0.01\n", NULL, CD_CHECK_HOLDS,
                  "0.519 (0.499 to 0.539) against 0.5, 1.9 of 2 standard errors off");
    assert_result(&check, "shape,n,series,match,match_se\nknot,1000,a,0.522,0.01\n", NULL, CD_CHECK_FAILS,
                  "0.522 (0.502 to 0.542) against 0.5, 2.2 of 2 standard errors off");
    check.where.count = 0;
    assert_result(
        &check,
        "shape,n,series,match,match_se\nknot,1000,a,0.522,0.01\nknot,10000,a,0.5,0\n"
        "knot,100000,a,0.49,0.01\n",
        NULL, CD_CHECK_HOLDS,
        "0.522 (0.502 to 0.542) against 0.5, 2.2 of 2.43 standard errors off at n=1000, worst of 3");
    assert_result(&check, "shape,n,series,match,match_se\nknot,1000,a,0.522,NA\n", NULL, CD_CHECK_MISSING,
                  "no standard error at n=1000");
}

TEST(times_of_a_busy_machine_leave_a_check_open)
{
    static const char cells[] = "shape,n,series,fps,fps_low,fps_high,tests,others\n"
                                "knot,1000,a,200,180,220,7,0.02\nknot,1000,b,100,95,105,7,0.03\n"
                                "knot,10000,a,60,55,65,7,0.02\nknot,10000,b,20,19,21,7,0.9\n";
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS, "2 (1.78 to 2.23), at least 1");
    check.where = (struct cd_conditions)CONDITIONS({"n", "10000"});
    assert_result(&check, cells, NULL, CD_CHECK_OPEN, "3 (2.72 to 3.3) on a busy machine, at least 1");
    check.gather = CD_GATHER_MEDIAN;
    check.where.count = 0;
    assert_int_equal(judge(&check, cells, NULL).outcome, CD_CHECK_OPEN);
    check.column = "tests"; // counts are what they are
    check.min = 0.9;
    assert_result(&check, cells, NULL, CD_CHECK_OPEN, "1, median of 2, at least 0.9; 1 point not measured");
}

TEST(times_of_a_stopped_program_leave_a_check_open)
{
    static const char begin[] = "shape,n,series,fps,fps_low,fps_high,others,throttled\n"
                                "knot,1000,a,200,180,220,0.02,0\nknot,1000,b,100,95,105,0.03,";
    static const char *const endings[] = {"0\n", "NA\n", "\n", "1\n"};
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b", .column = "fps",
                                  .min = 1, .where = CONDITIONS({"n", "1000"}));
    for (int i = 0; i < 4; i++) {
        char cells[300];
        snprintf(cells, sizeof cells, "%s%s", begin, endings[i]);
        assert_int_equal(judge(&check, cells, NULL).outcome, i < 3 ? CD_CHECK_HOLDS : CD_CHECK_OPEN);
    }
}

TEST(rates_of_errors_are_counted_over_all_rows)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_ERROR_RATE, .series = "a", .errors = "misses",
                                  .trials = "truth_pairs", .max = 0.05);
    static const char cells[] = "shape,n,series,misses,truth_pairs\nknot,1000,a,1,100\nknot,10000,a,1,45\n"
                                "knot,100000,a,0,0\nknot,1000,b,50,50\n";
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS, "2 of 145 = 1.38 % (0.379 % to 4.89 %), at most 5 %");
    check.max = 0.02;
    assert_result(&check, cells, NULL, CD_CHECK_OPEN, "2 of 145 = 1.38 % (0.379 % to 4.89 %), at most 2 %");
    check.max = 0.001;
    assert_result(&check, cells, NULL, CD_CHECK_FAILS,
                  "2 of 145 = 1.38 % (0.379 % to 4.89 %), at most 0.1 %");
    check.series = "b";
    check.max = INFINITY;
    check.min = 0.9;
    check.where = (struct cd_conditions)CONDITIONS({"n", "1000"});
    assert_result(&check, cells, NULL, CD_CHECK_HOLDS, "50 of 50 = 100 % (92.9 % to 100 %), at least 90 %");
}

TEST(a_rate_without_rows_that_failed_is_open)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_ERROR_RATE, .series = "a", .errors = "misses",
                                  .trials = "truth_pairs", .max = 0.05);
    static const char cells[] = "shape,n,series,misses,truth_pairs,verdict\nknot,1000,a,1,100,exact\n"
                                "knot,10000,a,1,45,exact\nknot,100000,a,NA,NA,unavailable\n";
    assert_result(&check, cells, NULL, CD_CHECK_OPEN,
                  "2 of 145 = 1.38 % (0.379 % to 4.89 %), at most 5 %; 1 point not measured");
    check.max = 0.001;
    assert_int_equal(judge(&check, cells, NULL).outcome, CD_CHECK_FAILS);
}

TEST(no_trials_are_no_rate)
{
    struct cd_check check = CHECK(.kind = CD_CHECK_ERROR_RATE, .series = "a", .errors = "misses",
                                  .trials = "truth_pairs", .max = 0.05, .where = CONDITIONS({"n", "1000"}));
    assert_result(&check, "shape,n,series,misses,truth_pairs\nknot,1000,a,0,0\n", NULL, CD_CHECK_MISSING,
                  "0 of 0: no rate, at most 5 %");
    assert_result(&check, "shape,n,series,misses,truth_pairs\nknot,1000,a,NA,NA\n", NULL, CD_CHECK_MISSING,
                  "0 of 0: no rate, at most 5 %");
}

// ---- verdicts ---------------------------------------------------------------------------------------------

/// Checks of a rate of 50 errors in 100.
#define AT_MOST(bound, name)                                                                                 \
    CHECK(.kind = CD_CHECK_ERROR_RATE, .says = "a", .experiment = name, .series = "a", .errors = "misses",   \
          .trials = "pairs", .max = bound, .decides = {[CD_FORM_MENDED] = true})
#define HOLDS  AT_MOST(0.9, "fig1")
#define FAILS  AT_MOST(0.1, "fig1")
#define OPEN   AT_MOST(0.5, "fig1")
#define ABSENT AT_MOST(0.5, "fig2")

static const struct cd_experiment two_experiments[] = {
    {.id = "fig1", .series_count = 4, .series = series, .program = "p"},
    {.id = "fig2", .series_count = 4, .series = series, .program = "p"},
};
static const struct cd_paper paper = {
    .key = "k2011", .title = "A title", .experiment_count = 2, .experiments = two_experiments};

/// Judges a claim about fig1, which was measured (50 errors of 100), and fig2, which was not.
static struct cd_claim_result judge_rows(const struct cd_claim *claim, const char *rows, bool stale,
                                         unsigned cores)
{
    struct cd_measurements measurements[2] = {{.size = CD_SIZE_QUICK, .stale = stale}};
    assert_int_equal(cd_table_parse(rows, "cells.csv", NULL, 0, &measurements[0].rows.cells, NULL), CD_OK);
    measurements[0].rows = cd_rows_make(&two_experiments[0], measurements[0].rows.cells, NULL);
    measurements[0].run = json_pack("{s:{s:i}}", "machine", "cores", (int)cores);
    struct cd_claim_result result = cd_claim_judge(claim, &paper, measurements);
    cd_measurements_release(&measurements[0]);
    return result;
}

static struct cd_claim_result judge_claim(const struct cd_claim *claim, bool stale, unsigned cores)
{
    return judge_rows(claim, "series,misses,pairs,environment\na,50,100,\"Mesa, llvmpipe (LLVM)\"\n", stale,
                      cores);
}

static void assert_verdict(const struct cd_claim *claim, enum cd_claim_verdict verdict, const char *reason)
{
    struct cd_claim_result result = judge_claim(claim, false, 2);
    assert_int_equal(result.verdict, verdict);
    if (reason)
        assert_string_equal(result.reason, reason);
    else
        assert_null(result.reason);
    cd_claim_release(&result);
}

#define CLAIM(...)                                                                                           \
    {                                                                                                        \
        .id = "c1", .says = "It is fast.",                                                                   \
        .check_count = sizeof((const struct cd_check[]){__VA_ARGS__}) / sizeof(struct cd_check),             \
        .checks = (const struct cd_check[])                                                                  \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

TEST(verdicts_follow_from_the_checks)
{
    const struct cd_claim reproduced = CLAIM(HOLDS, HOLDS), partly = CLAIM(HOLDS, FAILS),
                          refuted = CLAIM(FAILS, FAILS), unmeasured = CLAIM(ABSENT, ABSENT);
    assert_verdict(&reproduced, CD_CLAIM_REPRODUCED, NULL);
    assert_verdict(&partly, CD_CLAIM_PARTLY, NULL);
    assert_verdict(&refuted, CD_CLAIM_REFUTED, NULL);
    assert_verdict(&unmeasured, CD_CLAIM_NOT_MEASURED, "not measured yet: cdbench reproduce k2011/fig2");
}

#define UNDECIDED "undecided: what was measured allows both, --full measures more"

/// Noise, which makes an outcome open, must not turn a verdict into another one.
TEST(what_is_open_leaves_a_claim_undecided_unless_it_is_partly)
{
    const struct cd_claim holds = CLAIM(OPEN, HOLDS), fails = CLAIM(FAILS, OPEN), open = CLAIM(OPEN, OPEN),
                          partly = CLAIM(OPEN, FAILS, HOLDS), half = CLAIM(HOLDS, ABSENT);
    assert_verdict(&holds, CD_CLAIM_UNDECIDED, UNDECIDED);
    assert_verdict(&fails, CD_CLAIM_UNDECIDED, UNDECIDED);
    assert_verdict(&open, CD_CLAIM_UNDECIDED, UNDECIDED);
    assert_verdict(&partly, CD_CLAIM_PARTLY, NULL);
    assert_verdict(&half, CD_CLAIM_UNDECIDED, "not measured yet: cdbench reproduce k2011/fig2; " UNDECIDED);
}

TEST(checks_decide_about_the_forms_that_they_name)
{
    struct cd_check informs = FAILS, as_printed = FAILS, corrected = OPEN, ours = HOLDS;
    informs.decides[CD_FORM_MENDED] = as_printed.decides[CD_FORM_MENDED] = corrected.decides[CD_FORM_MENDED] =
        ours.decides[CD_FORM_MENDED] = false;
    as_printed.decides[CD_FORM_PRINTED] = corrected.decides[CD_FORM_CORRECTED] = ours.decides[CD_FORM_OURS] =
        true;
    const struct cd_check checks[] = {informs, as_printed, corrected, ours, HOLDS};
    struct cd_claim claim = {.id = "c1", .says = "It is fast.", .check_count = 5, .checks = checks};
    struct cd_claim_result result = judge_claim(&claim, false, 2);
    assert_int_equal(result.verdict, CD_CLAIM_REPRODUCED);
    assert_int_equal(result.forms[CD_FORM_PRINTED], CD_CLAIM_REFUTED);
    assert_int_equal(result.forms[CD_FORM_MENDED], CD_CLAIM_REPRODUCED);
    assert_int_equal(result.forms[CD_FORM_CORRECTED], CD_CLAIM_UNDECIDED);
    assert_int_equal(result.forms[CD_FORM_OURS], CD_CLAIM_REPRODUCED);
    cd_claim_release(&result);
    assert_int_equal(cd_claim_headline(&claim), CD_FORM_MENDED);
    claim.check_count = 2; // of printed alone: what is mended was not asked
    result = judge_claim(&claim, false, 2);
    assert_int_equal(result.verdict, CD_CLAIM_NOT_MEASURED);
    cd_claim_release(&result);
    claim.checks = &ours;
    claim.check_count = 1;
    assert_int_equal(cd_claim_headline(&claim), CD_FORM_OURS);
    assert_verdict(&claim, CD_CLAIM_REPRODUCED, NULL);
}

TEST(excuses_count_where_they_apply)
{
    struct cd_claim claim = CLAIM(FAILS);
    claim.not_comparable = "no graphics card";
    assert_verdict(&claim, CD_CLAIM_NOT_COMPARABLE, "no graphics card");
    claim.not_comparable_when = "software renderer";
    assert_verdict(&claim, CD_CLAIM_NOT_COMPARABLE, "no graphics card");
    claim.not_comparable_when = "fewer than 3 cores";
    assert_verdict(&claim, CD_CLAIM_NOT_MEASURED, "no graphics card");
    claim.not_comparable_when = "fewer than 2 cores";
    assert_verdict(&claim, CD_CLAIM_REFUTED, NULL);
    const struct cd_check absent[] = {ABSENT};
    claim.checks = absent;
    claim.not_comparable_when = "software renderer";
    assert_verdict(&claim, CD_CLAIM_NOT_MEASURED, "not measured yet: cdbench reproduce k2011/fig2");
    claim.check_count = 0;
    claim.not_comparable = "a matter of taste";
    assert_verdict(&claim, CD_CLAIM_NOT_COMPARABLE, "a matter of taste");
}

TEST(a_series_that_the_paper_does_not_have_is_no_excuse)
{
    struct cd_claim claim = CLAIM(FAILS);
    claim.not_comparable = "no graphics card";
    claim.not_comparable_when = "software renderer";
    struct cd_claim_result result = judge_rows(
        &claim, "series,misses,pairs,environment\na,50,100,a card\nmine,50,100,llvmpipe\n", false, 2);
    assert_int_equal(result.verdict, CD_CLAIM_REFUTED);
    cd_claim_release(&result);
}

TEST(stale_and_missing_measurements_are_said)
{
    const struct cd_claim claim = CLAIM(HOLDS, ABSENT, HOLDS);
    struct cd_claim_result result = judge_claim(&claim, true, 0);
    assert_string_equal(result.note, "measured by an older text of the experiment; measure again: cdbench "
                                     "reproduce k2011/fig1");
    assert_string_equal(result.reason, "not measured yet: cdbench reproduce k2011/fig2; " UNDECIDED);
    assert_true(result.quick);
    cd_claim_release(&result);
}

/// A ledger of claims with long and unusual words.
static char *print_ledger(unsigned width)
{
    const struct cd_claim claims[] = {
        {.id = "c1",
         .quote = "\xe5\xbf\xab",
         .says = "Schnelle Pr\xc3\xbc"
                 "fung: the algorithm is faster than every other one that the authors have tried",
         .where = "section 1.3",
         .remark =
             "This is a remark of some length which has to be wrapped at the width of the terminal, too."},
        {.id = "c10", .says = "averyverylongwordthatfitsintonocolumnwhateverthewidthoftheterminalmaybe|x"},
    };
    struct cd_check check = HOLDS;
    check.says = "misses of the corrected form : collisions that there are";
    check.because = "one is enough";
    struct cd_check_result checked = {
        CD_CHECK_HOLDS, 1.84, 1.79,
        1.91,           {1},  "1.84 (1.79 to 1.91) at triangles=100000, worst of 6, at least 1"};
    struct cd_claim with_check = claims[0];
    with_check.checks = &check;
    with_check.check_count = 1;
    char reason[] = "no machine of ours has it";
    struct cd_claim_result results[] = {
        {.claim = &with_check, .verdict = CD_CLAIM_REPRODUCED, .checks = &checked},
        {.claim = &claims[1], .verdict = CD_CLAIM_NOT_COMPARABLE, .reason = reason},
    };
    struct cd_ledger ledger = {
        .paper = &paper, .folder = "results/here", .quick = true, .count = 2, .results = results};
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (width)
        cd_ledger_print(&ledger, stream, width);
    else
        cd_ledger_write_markdown(&ledger, stream);
    fclose(stream);
    return text;
}

TEST(tables_keep_to_the_width_of_the_terminal)
{
    static const unsigned widths[] = {60, 80, 100, 140};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        char *text = print_ledger(widths[i]);
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
            size_t length = strcspn(line, "\n"), continued = 0;
            for (size_t k = 0; k < length; k++)
                continued += ((unsigned char)line[k] & 0xc0) == 0x80;
            assert_true(length - continued <= widths[i]);
            assert_false(length && line[length - 1] == ' ');
        }
        assert_non_null(strstr(text, "1.84 (1.79 to 1.91)"));
        assert_non_null(strstr(text, "  reproduced\n"));
        assert_non_null(strstr(text, "no machine of ours has it\n"));
        assert_non_null(strstr(text, "\nmended     2 claims: 1 reproduced, 1 not comparable\n"));
        free(text);
    }
}

TEST(markdown_has_a_row_per_claim)
{
    char *text = print_ledger(0);
    assert_non_null(strstr(text, "## k2011: A title\n\n"));
    assert_non_null(strstr(text, "| c1 | Schnelle Pr\xc3\xbc"
                                 "fung: the algorithm is faster than every other one that the authors have "
                                 "tried | section 1.3 | **reproduced** |  |  |  |\n"));
    assert_non_null(strstr(text, "maybe\\|x |  | **not comparable** |  |  |  |\n"));
    assert_non_null(strstr(text, "`cdbench claims k2011 --results results/here`"));
    free(text);
}

TEST(markdown_lists_what_a_verdict_rests_on)
{
    char *text = print_ledger(0);
    assert_non_null(strstr(text, "\n- **c1**, reproduced: \xe5\xbf\xab<br>This is a remark"));
    assert_non_null(strstr(text, "\n  - misses of the corrected form : collisions that there are: 1.84 (1.79 "
                                 "to 1.91) at triangles=100000, worst of 6, at least 1: *holds*, decides "
                                 "**mended**; one is enough\n"));
    assert_non_null(strstr(text, ", not comparable: no machine of ours has it\n"));
    free(text);
}

// ---- how often intervals are right ------------------------------------------------------------------------

enum { TRIALS = 2000 };

static uint64_t seed(void)
{
    const char *text = getenv("CDBENCH_TEST_SEED");
    uint64_t value = text ? strtoull(text, NULL, 10) : 20110523;
    print_message("seed %llu\n", (unsigned long long)value);
    return value;
}

/// A value near 0 of a bell-shaped distribution with deviation 1.
static double noise(struct cd_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += cd_random_unit(random);
    return sum;
}

/// A time that is never shorter than `floor` and sometimes much longer.
static double disturbed_time(struct cd_random *random, double floor)
{
    double u = cd_random_unit(random);
    return floor * (1 - 0.05 * log(1 - u)) * (cd_random_unit(random) < 0.1 ? 1.5 : 1);
}

struct fake {
    struct cd_table *cells, *samples;
};

static void add_sample(struct fake *fake, const char *name, int sample, double ms)
{
    size_t row = cd_table_add_row(fake->samples);
    cd_table_set_text(fake->samples, row, "shape", "knot");
    cd_table_set(fake->samples, row, "n", "1000");
    cd_table_set_text(fake->samples, row, "series", name);
    cd_table_set_count(fake->samples, row, "sample", (uint64_t)sample);
    cd_table_set_real(fake->samples, row, "pass_ms", ms);
}

static void add_cell(struct fake *fake, const char *n, const char *name, const char *column, double value)
{
    size_t row = cd_table_add_row(fake->cells);
    cd_table_set_text(fake->cells, row, "shape", "knot");
    cd_table_set(fake->cells, row, "n", n);
    cd_table_set_text(fake->cells, row, "series", name);
    cd_table_set_real(fake->cells, row, column, value);
}

static struct fake fake_begin(void)
{
    return (struct fake){cd_table_create(NULL, 0), cd_table_create(NULL, 0)};
}

static struct cd_check_result fake_judge(struct fake *fake, const struct cd_check *check)
{
    struct cd_measurements measurements = {.rows = cd_rows_make(&experiment, fake->cells, fake->samples)};
    struct cd_check_result result = cd_check_evaluate(check, &experiment, &measurements);
    cd_measurements_release(&measurements);
    cd_table_destroy(fake->samples);
    return result;
}

/// The ratio of two times. Each has disturbances of its own, and both share those of the machine.
static bool covers_a_ratio(struct cd_random *random, int count, double ratio)
{
    enum { MAX = 20 };
    double a[MAX], b[MAX];
    struct fake fake = fake_begin();
    struct cd_check check = CHECK(.kind = CD_CHECK_RATIO, .series = "a", .against = "b",
                                  .column = "pass_ms_median", .where = CONDITIONS({"n", "1000"}));
    for (int i = 0; i < count; i++) {
        double machine = disturbed_time(random, 1);
        a[i] = disturbed_time(random, 10 * ratio) * machine;
        b[i] = disturbed_time(random, 10) * machine;
        add_sample(&fake, "a", i, a[i]);
        add_sample(&fake, "b", i, b[i]);
    }
    add_cell(&fake, "1000", "a", "pass_ms_median", cd_median_of_reals(a, (size_t)count));
    add_cell(&fake, "1000", "b", "pass_ms_median", cd_median_of_reals(b, (size_t)count));
    struct cd_check_result result = fake_judge(&fake, &check);
    // Both have the same disturbances, so the median of the ratios is the ratio.
    return result.low <= ratio && ratio <= result.high;
}

TEST(intervals_of_ratios_are_right_as_often_as_they_say)
{
    static const int counts[] = {3, 5, 6, 7, 12};
    struct cd_random random = cd_random_seed(seed());
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        int covered = 0;
        for (int i = 0; i < TRIALS; i++)
            covered += covers_a_ratio(&random, counts[k], 1.7);
        print_message("ratio of %d passes: %.2f %%\n", counts[k], 100.0 * covered / TRIALS);
        assert_true(covered >= TRIALS * 93 / 100);
    }
}

static bool covers_a_slope(struct cd_random *random, double slope)
{
    static const char *const values[] = {"1000", "3000", "10000", "30000", "100000"};
    struct fake fake = fake_begin();
    struct cd_check check = CHECK(.kind = CD_CHECK_SLOPE, .series = "a", .column = "tests", .over = "n");
    for (int i = 0; i < 5; i++)
        add_cell(&fake, values[i], "a", "tests",
                 3 * pow(strtod(values[i], NULL), slope) * exp(0.1 * noise(random)));
    struct cd_check_result result = fake_judge(&fake, &check);
    return result.low <= slope && slope <= result.high;
}

TEST(intervals_of_slopes_are_right_as_often_as_they_say)
{
    struct cd_random random = cd_random_seed(seed());
    int covered = 0;
    for (int i = 0; i < TRIALS; i++)
        covered += covers_a_slope(&random, 0.8);
    print_message("slope of 5 points: %.2f %%\n", 100.0 * covered / TRIALS);
    assert_true(covered >= TRIALS * 93 / 100 && covered <= TRIALS * 97 / 100);
}

TEST(intervals_of_rates_are_right_as_often_as_they_say)
{
    static const double rates[] = {0.02, 0.1, 0.5};
    struct cd_random random = cd_random_seed(seed());
    for (int k = 0; k < 3; k++) {
        int covered = 0;
        for (int i = 0; i < TRIALS; i++) {
            int errors = 0;
            for (int trial = 0; trial < 200; trial++)
                errors += cd_random_unit(&random) < rates[k];
            struct cd_interval interval = cd_share_interval(errors, 200);
            covered += interval.low <= rates[k] && rates[k] <= interval.high;
        }
        print_message("rate %g: %.2f %%\n", rates[k], 100.0 * covered / TRIALS);
        assert_true(covered >= TRIALS * 93 / 100);
    }
}
