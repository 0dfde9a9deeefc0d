/// Medians, deviations, intervals and lines, compared with values from R 4.2 (quantile, t.test, prop.test, qbinom, lm) and
/// mpmath, and with simulation.
#include "bench/harness/statistics.h"
#include "tests/random_numbers.h"

static void assert_interval(struct cd_interval interval, double low, double high, double confidence)
{
    assert_near(interval.low, low, 1e-11 * (1 + fabs(low)));
    assert_near(interval.high, high, 1e-11 * (1 + fabs(high)));
    assert_near(interval.confidence, confidence, 1e-14);
}

TEST(a_summary_has_the_middle_and_the_ends)
{
    static const struct {
        size_t count;
        uint64_t values[5];
        double median, mad, p95, min, max;
    } cases[] = {
        {1, {7}, 7, 0, 7, 7, 7},
        {3, {9, 1, 5}, 5, 4, 9, 1, 9},
        {4, {10, 1, 2, 5}, 3.5, 2, 10, 1, 10}, // deviations 6.5, 2.5, 1.5, 1.5
        {5, {100, 101, 99, 100, 1000000}, 100, 1, 1000000, 99, 1000000},
        {2, {UINT64_MAX, UINT64_MAX}, 0x1p64, 0, 0x1p64, 0x1p64, 0x1p64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("median %g", cases[i].median);
        struct cd_summary summary = cd_summarise(cases[i].values, cases[i].count);
        assert_int_equal(summary.count, cases[i].count);
        assert_near(summary.median, cases[i].median, 0);
        assert_near(summary.mad, cases[i].mad, 0);
        assert_near(summary.p95, cases[i].p95, 0);
        assert_near(summary.min, cases[i].min, 0);
        assert_near(summary.max, cases[i].max, 0);
    }
    assert_near(cd_median_of_reals((double[]){0.5, -3, 0.25}, 3), 0.25, 0);
    assert_near(cd_median_of_reals((double[]){0.5, -3, 0.25, 8}, 4), 0.375, 0);
}

TEST(the_95th_percentile_is_the_smallest_value_that_19_of_20_do_not_exceed)
{
    uint64_t values[1000];
    for (uint64_t i = 0; i < 1000; i++)
        values[i] = 1000 - i;
    for (size_t count = 1; count <= 1000; count++) { // of 1001 - count to 1000
        uint64_t rank = 1;
        while (20 * rank < 19 * count)
            rank++;
        assert_near(cd_summarise(values, count).p95, (double)(1000 - count + rank), 0);
    }
}

TEST(intervals_have_the_ranks_of_the_binomial_distribution)
{
    static const struct {
        size_t count, rank; ///< of the lower end, counted from 1
        double confidence;
    } table[] = {{1, 1, 0},
                 {5, 1, 0.9375},
                 {6, 1, 0.96875},
                 {8, 1, 0.9921875},
                 {9, 2, 0.9609375},
                 {10, 2, 0.978515625},
                 {12, 3, 0.96142578125},
                 {20, 6, 0.958610534667969},
                 {30, 10, 0.957226054742932},
                 {100, 40, 0.964799799782295},
                 {999, 469, 0.950244462718066},
                 {1000, 469, 0.953708802639502},
                 {1001, 470, 0.95}, // the normal approximation
                 {1002, 470, 0.95},
                 {2000, 957, 0.95}, // one too many
                 {10000, 4903, 0.95}};
    static uint64_t values[10000];
    for (uint64_t i = 0; i < 10000; i++)
        values[i] = i + 1;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        test_row("%zu values", table[i].count);
        double low = (double)table[i].rank, high = (double)(table[i].count + 1 - table[i].rank);
        struct cd_interval interval = cd_median_interval(values, table[i].count);
        assert_interval(interval, low, high, table[i].confidence);
    }
}

TEST(intervals_of_few_reals_are_those_of_students_t_on_logarithms)
{
    static const struct {
        size_t count;
        double values[6], low, high, confidence;
    } cases[] = {{2, {1, 2}, 0.0172997815631, 115.608396135, 0.95},
                 {3, {2, 3, 7}, 0.710306535255, 17.0106294061, 0.95},
                 {4, {1.5, 1.25, 2.5, 9}, 0.6175655318, 10.5174110178, 0.95},
                 {5, {4, 1, 2, 8, 3}, 1.09275387502, 7.49545733174, 0.95},
                 {6, {4, 1, 2, 8, 3, 9}, 1, 9, 0.96875}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu values", cases[i].count);
        struct cd_interval found = cd_median_interval_of_reals(cases[i].values, cases[i].count);
        assert_near(found.low / cases[i].low, 1, 1e-4); // points have five digits
        assert_near(found.high / cases[i].high, 1, 1e-4);
        assert_near(found.confidence, cases[i].confidence, 0);
    }
}

TEST(intervals_of_ratios_and_shares_are_those_of_mpmath)
{
    struct cd_interval a = {1.8, 2.5, 0.95}, b = {2.9, 3.4, 0.95};
    assert_interval(cd_ratio_interval(2, a, 3, b), 0.566051466365082, 0.835469893133912, 0.95);
    assert_interval(cd_share_interval(0, 10), 0, 0.277532799862889, 0.95);
    assert_interval(cd_share_interval(1, 10), 0.0178762130950729, 0.404150026795238, 0.95);
    assert_interval(cd_share_interval(3, 7), 0.15821985525147, 0.749541635472343, 0.95);
    assert_interval(cd_share_interval(10, 10), 0.722467200137111, 1, 0.95);
    assert_interval(cd_share_interval(37, 1000), 0.0269611808755547, 0.0505823974820693, 0.95);
    assert_interval(cd_share_interval(0.5, 2), 0.0266773420089846, 0.802132544237689, 0.95);
}

TEST(deviations_of_a_probability_are_those_of_qnorm)
{
    // -qnorm(p / 2)
    static const double rows[][2] = {{1, 0},
                                     {0.5, 0.674489750196082},
                                     {0.05, 1.95996398454005},
                                     {0.001, 3.29052673149193},
                                     {1e-6, 4.89163847569859}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near(cd_normal_deviations(rows[i][0]), rows[i][1], 1e-9);
}

TEST(a_line_is_that_of_lm_and_its_interval_that_of_students_t)
{
    // qt(0.975, 1:30)
    static const double points[] = {12.706205, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119,
                                    2.3646243, 2.3060041, 2.2621572, 2.2281389, 2.2009852, 2.1788128,
                                    2.1603687, 2.1447867, 2.1314495, 2.1199053, 2.1098156, 2.100922,
                                    2.0930241, 2.0859634, 2.0796138, 2.0738731, 2.0686576, 2.0638986,
                                    2.0595386, 2.0555294, 2.0518305, 2.0484071, 2.0452296, 2.0422725};
    struct cd_line line = cd_fit_line((double[]){1, 2, 4, 7, 8}, (double[]){3, 2, 9, 11, 18}, 5);
    assert_near(line.slope, 2.010752688172, 1e-12);
    assert_near(line.low, 0.70470742777, 1e-4);
    assert_near(line.high, 3.31679794857, 1e-4);
    line = cd_fit_line((double[]){1, 3}, (double[]){2, 8}, 2);
    assert_near(line.slope, 3, 0);
    assert_true(line.low == -INFINITY && line.high == INFINITY);
    double x[140], y[140];
    for (size_t i = 0; i < 140; i++)
        x[i] = (double)i, y[i] = (double)(i % 2);
    for (size_t degrees = 1; degrees <= 138; degrees++) {
        // The squares of x and y about their means; what is left of those of y is the line's error.
        double n = (double)degrees + 2, ones = floor(n / 2), xx = n * (n * n - 1) / 12,
               yy = ones * (n - ones) / n;
        line = cd_fit_line(x, y, degrees + 2);
        double error = sqrt((yy / xx - line.slope * line.slope) / (double)degrees);
        double point = degrees <= 30   ? points[degrees - 1]
                       : degrees < 60  ? 2.0422725
                       : degrees < 120 ? 2.0002978
                                       : 1.9799304;
        assert_near((line.high - line.slope) / error, point, 6e-5);
        assert_near((line.slope - line.low) / error, point, 6e-5);
    }
}
