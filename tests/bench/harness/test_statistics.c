/// Medians, deviations and intervals, compared with values computed by hand and by simulation.
#include "base/random.h"
#include "base/text.h"
#include "bench/harness/statistics.h"
#include "tests/test.h"

#include <math.h>

static uint64_t seed_of_test(void)
{
    const char *text = getenv("CDBENCH_TEST_SEED");
    uint64_t seed = 20240611;
    if (text && !cd_parse_unsigned(text, &seed))
        fail_msg("CDBENCH_TEST_SEED=%s is not a number", text);
    print_message("seed %llu\n", (unsigned long long)seed);
    return seed;
}

TEST(an_odd_number_of_values_has_its_middle_as_median)
{
    struct cd_summary summary = cd_summarise((uint64_t[]){9, 1, 5}, 3);
    assert_true(summary.median == 5 && summary.mad == 4 && summary.min == 1 && summary.max == 9);
    assert_true(summary.p95 == 9);
}

TEST(an_even_number_of_values_has_the_mean_of_the_middle_ones)
{
    struct cd_summary summary = cd_summarise((uint64_t[]){10, 1, 2, 5}, 4);
    assert_true(summary.median == 3.5);
    assert_true(summary.mad == 2); // of 6.5, 2.5, 1.5, 1.5
}

TEST(one_value_is_all_its_statistics)
{
    struct cd_summary summary = cd_summarise((uint64_t[]){7}, 1);
    assert_true(summary.median == 7 && summary.mad == 0 && summary.p95 == 7 && summary.max == 7);
    struct cd_interval interval = cd_median_interval((uint64_t[]){7}, 1);
    assert_true(interval.low == 7 && interval.high == 7 && interval.confidence == 0);
}

TEST(the_95th_percentile_is_a_value_that_occurred)
{
    uint64_t values[200];
    for (uint64_t i = 0; i < 200; i++)
        values[i] = 1000 - i; // 801 .. 1000, descending
    assert_true(cd_summarise(values, 100).p95 == 995);
    assert_true(cd_summarise(values, 200).p95 == 990);
    assert_true(cd_summarise(values, 20).p95 == 999);
    assert_true(cd_summarise(values, 21).p95 == 999);
}

TEST(one_outlier_leaves_the_median_alone)
{
    struct cd_summary summary = cd_summarise((uint64_t[]){100, 101, 99, 100, 1000000}, 5);
    assert_true(summary.median == 100 && summary.mad == 1 && summary.max == 1000000);
}

TEST(the_largest_times_do_not_overflow)
{
    struct cd_summary summary = cd_summarise((uint64_t[]){UINT64_MAX, UINT64_MAX}, 2);
    assert_true(summary.median == (double)UINT64_MAX && summary.mad == 0);
}

TEST(intervals_have_the_ranks_of_the_binomial_tables)
{
    // {n, lower rank counted from 1} at 95 %, from published tables of the sign test.
    static const size_t table[][2] = {{6, 1}, {8, 1}, {9, 2}, {10, 2}, {12, 3}, {20, 6}, {30, 10}, {100, 40}};
    uint64_t values[100];
    for (uint64_t i = 0; i < 100; i++)
        values[i] = i + 1;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct cd_interval interval = cd_median_interval(values, table[i][0]);
        assert_true(interval.low == (double)table[i][1]);
        assert_true(interval.high == (double)(table[i][0] + 1 - table[i][1]));
        assert_true(interval.confidence >= 0.95);
    }
}

TEST(few_values_give_their_range_and_say_so)
{
    struct cd_interval interval = cd_median_interval((uint64_t[]){5, 3, 4, 9, 6}, 5);
    assert_true(interval.low == 3 && interval.high == 9);
    assert_true(interval.confidence == 0.9375);
}

TEST(ranks_are_continuous_where_the_approximation_takes_over)
{
    uint64_t values[1001];
    for (uint64_t i = 0; i < 1001; i++)
        values[i] = i;
    assert_true(fabs(cd_median_interval(values, 1000).low - cd_median_interval(values, 1001).low) <= 1);
}

TEST(the_interval_covers_the_median_as_often_as_it_says)
{
    enum { TRIALS = 20000, VALUES = 12 };
    struct cd_random random = cd_random_seed(seed_of_test());
    unsigned covered = 0;
    double confidence = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        uint64_t values[VALUES];
        for (int i = 0; i < VALUES; i++) {
            double u = cd_random_unit(&random);
            values[i] = (uint64_t)(1e6 * u * u * u); // skewed; its median is 1e6 / 8
        }
        struct cd_interval interval = cd_median_interval(values, VALUES);
        covered += interval.low <= 125000 && interval.high >= 125000;
        confidence = interval.confidence;
    }
    double share = (double)covered / TRIALS;
    assert_true(confidence >= 0.95 && fabs(share - confidence) < 0.01);
}
