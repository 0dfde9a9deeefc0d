/// Changes of the level of a series. Planted changes are found at their places. In series without changes, hardly any
/// change is found.
#include "base/random.h"
#include "bench/history/changes.h"
#include "tests/test.h"

#include <math.h>

/// A number from a roughly normal distribution with deviation 1.
static double normal(struct cd_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += cd_random_unit(random);
    return sum;
}

static size_t changes_of(const double *values, size_t count, struct cd_change_point *points)
{
    return cd_find_changes(values, count, 1, points);
}

TEST(a_step_is_found_where_it_is)
{
    struct cd_random random = cd_random_seed(5);
    double values[60];
    struct cd_change_point points[20];
    for (size_t i = 0; i < 60; i++)
        values[i] = (i < 25 ? 7.0 : 6.9) + 0.02 * normal(&random);
    assert_int_equal(changes_of(values, 60, points), 1);
    assert_in_range(points[0].at, 24, 26);
    assert_true(points[0].p <= CD_CHANGES_P);
    assert_true(fabs(points[0].before - 7.0) < 0.02 && fabs(points[0].after - 6.9) < 0.02);
}

TEST(a_slowdown_that_was_mended_is_two_changes)
{
    struct cd_random random = cd_random_seed(6);
    double values[60];
    struct cd_change_point points[20];
    for (size_t i = 0; i < 60; i++)
        values[i] = (i >= 20 && i < 40 ? 1.8 : 2.0) + 0.02 * normal(&random);
    assert_int_equal(changes_of(values, 60, points), 2);
    assert_int_equal(points[0].at, 20);
    assert_int_equal(points[1].at, 40);
}

TEST(noise_has_hardly_any_changes)
{
    struct cd_random random = cd_random_seed(7);
    size_t found = 0;
    for (int series = 0; series < 100; series++) {
        double values[40];
        struct cd_change_point points[20];
        for (size_t i = 0; i < 40; i++)
            values[i] = normal(&random);
        found += changes_of(values, 40, points) > 0;
    }
    // 1 is expected; more than 5 has a probability below a thousandth.
    assert_in_range(found, 0, 5);
}

TEST(one_outlier_is_no_change)
{
    struct cd_random random = cd_random_seed(8);
    double values[40];
    struct cd_change_point points[20];
    for (size_t i = 0; i < 40; i++)
        values[i] = 3 + 0.02 * normal(&random) - (i == 17 ? 1 : 0);
    assert_int_equal(changes_of(values, 40, points), 0);
}

TEST(few_or_equal_values_have_no_changes)
{
    double values[30] = {1, 1, 1, 2, 2, 2};
    struct cd_change_point points[20];
    for (size_t count = 0; count < 7; count++)
        assert_int_equal(changes_of(values, count, points), 0);
    for (size_t i = 0; i < 30; i++)
        values[i] = 4;
    assert_int_equal(changes_of(values, 30, points), 0);
}

TEST(equal_seeds_give_equal_changes)
{
    struct cd_random random = cd_random_seed(9);
    double values[50];
    struct cd_change_point first[20], second[20];
    for (size_t i = 0; i < 50; i++)
        values[i] = normal(&random) + (i < 30 ? 0 : 1.2);
    size_t count = changes_of(values, 50, first);
    assert_int_equal(changes_of(values, 50, second), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(first[i].at, second[i].at);
        assert_true(first[i].p <= second[i].p && first[i].p >= second[i].p);
    }
}
