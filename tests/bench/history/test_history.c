/// Changes of the level of a series. Planted changes are found at their places. In series without changes, hardly any
/// change is found. And what a file of them holds.
#include "bench/history/changes.h"
#include "bench/history/rows.h"
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"

static double values[60];
static struct cd_change_point points[20];

static void draw(uint64_t seed, size_t count, double deviation)
{
    struct cd_random random = cd_random_seed(seed);
    for (size_t i = 0; i < count; i++)
        values[i] = deviation * draw_normal(&random);
}

static size_t changes_of(size_t count)
{
    return cd_find_changes(values, count, 1, points);
}

TEST(a_step_is_found_where_it_is)
{
    draw(5, 60, 0.02);
    for (size_t i = 0; i < 60; i++)
        values[i] += i < 25 ? 7.0 : 6.9;
    assert_int_equal(changes_of(60), 1);
    assert_in_range(points[0].at, 24, 26);
    assert_true(points[0].p <= CD_CHANGES_P);
    assert_near(points[0].before, 7.0, 0.02);
    assert_near(points[0].after, 6.9, 0.02);
}

TEST(a_slowdown_that_was_mended_is_two_changes)
{
    draw(6, 60, 0.02);
    for (size_t i = 0; i < 60; i++)
        values[i] += i >= 20 && i < 40 ? 1.8 : 2.0;
    assert_int_equal(changes_of(60), 2);
    assert_int_equal(points[0].at, 20);
    assert_int_equal(points[1].at, 40);
}

TEST(noise_has_hardly_any_changes)
{
    size_t found = 0;
    for (uint64_t series = 0; series < 100; series++) {
        draw(700 + series, 40, 1);
        found += changes_of(40) > 0;
    }
    // 1 is expected; more than 5 has a probability below a thousandth.
    assert_in_range(found, 0, 5);
}

TEST(one_outlier_is_no_change)
{
    draw(8, 40, 0.02);
    values[17] -= 1;
    assert_int_equal(changes_of(40), 0);
}

TEST(few_or_equal_values_have_no_changes)
{
    for (size_t i = 0; i < 30; i++)
        values[i] = i < 3 ? 1 : 2;
    for (size_t count = 0; count < 7; count++)
        assert_int_equal(changes_of(count), 0);
    for (size_t i = 0; i < 30; i++)
        values[i] = 4;
    assert_int_equal(changes_of(30), 0);
}

TEST(equal_seeds_give_equal_changes)
{
    struct cd_change_point first[20];
    draw(9, 50, 1);
    for (size_t i = 30; i < 50; i++)
        values[i] += 1.2;
    size_t count = changes_of(50);
    assert_true(count > 0);
    memcpy(first, points, sizeof first);
    assert_int_equal(changes_of(50), count);
    assert_memory_equal(points, first, count * sizeof *first);
}

TEST(a_cell_measured_twice_in_the_same_times_is_one_row)
{
    struct cd_history_growth growth;
    struct cd_status status;
    struct cd_table *history;
    json_t *run = json_loads("{\"id\": \"r\", \"cells\": ["
                             "{\"algo\": \"rapid\", \"scene\": \"s\", \"fps\": 2.5},"
                             "{\"algo\": \"rapid\", \"scene\": \"s\", \"fps\": 2.5},"
                             "{\"algo\": \"rapid\", \"scene\": \"s\", \"fps\": 3.5}]}",
                             0, NULL);
    assert_int_equal(cd_history_append(scratch_path("kept"), run, &growth, &status), CD_OK);
    assert_int_equal(growth.added, 2);
    assert_int_equal(cd_history_read(growth.file, &history, &status), CD_OK);
    assert_int_equal(history->row_count, 2);
    cd_table_destroy(history);
    json_decref(run);
}
