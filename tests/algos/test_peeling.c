#include "experiments/peeling.h"
#include "tests/opened.h"
#include "tests/random_numbers.h"

/// The run of a pair of cubes, with the second at x, y, z, in a view of 64 pixels.
static double run_of(double half_a, double half_b, double x, double y, double z)
{
    struct handmade *made = handmade_begin();
    uint32_t a = handmade_add(made, handmade_box(half_a, false));
    uint32_t b = handmade_add(made, handmade_box(half_b, false));
    handmade_put(made, 0, 0, a, handmade_at(0, 0, 0));
    handmade_put(made, 0, 1, b, handmade_at(x, y, z));
    struct cd_scene *scene = handmade_end(made, 1);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    double pixels = longest_inside_run(scene, next(cursor), 64);
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
    return pixels;
}

// The view has a margin of a pixel, so what spans the whole view is shorter than 64.
#define ACROSS (64 / (1 + 2.0 / 64))

TEST(a_run_ends_at_the_other_surface)
{
    assert_near(run_of(1, 1, 1.5, 0.1, 0.2), ACROSS, 1e-9);
}

TEST(a_body_within_another_runs_inside_with_its_longest_edge)
{
    assert_near(run_of(2, 0.5, 0.1, 0.2, 0.3), ACROSS * sqrt(2), 1e-9);
    assert_near(run_of(0.5, 2, 0.1, 0.2, 0.3), ACROSS * sqrt(2), 1e-9);
}

TEST(bodies_apart_have_no_run)
{
    assert_near(run_of(1, 1, 3, 0, 0), 0, 1e-9);
    assert_near(run_of(1, 1, 1.9, 1.9, 2.1), 0, 1e-9);
}

TEST(bins_double)
{
    assert_near(peeling_pixels(PEELING_SURE), 2, 1e-9);
    assert_int_equal(peeling_bin(0.001), 0);
    assert_int_equal(peeling_bin(0.24), 0);
    assert_int_equal(peeling_bin(0.25), 1);
    assert_int_equal(peeling_bin(2), PEELING_SURE);
    assert_int_equal(peeling_bin(1e9), PEELING_BINS - 1);
}

TEST(peeling_along_two_axes_overlooks_no_edge_that_is_inside_over_two_pixels)
{
    uint64_t seed = seed_of_test();
    struct peeling peeling = {.resolution = 1024};
    struct cd_status status = {0};
    for (size_t m = 0; m < PEELING_MESHES; m++)
        for (size_t d = 0; d < PEELING_DEPTHS; d += 2)
            if (peeling_count(&peeling, peeling_meshes[m], peeling_depths[d], 2, seed, &status))
                fail_msg("%s", status.text);
    assert_true(peeling.sure >= 24);
    for (size_t bin = PEELING_SURE; bin < PEELING_BINS; bin++)
        assert_int_equal(peeling.misses[bin][0], 0);
}

TEST(a_second_axis_finds_what_one_overlooks)
{
    struct peeling peeling = {.resolution = 32};
    struct cd_status status = {0};
    uint64_t misses[2] = {0, 0}; // along two axes, and along one
    for (size_t m = 0; m < PEELING_MESHES; m++)
        if (peeling_count(&peeling, peeling_meshes[m], peeling_depths[0], 40, 1, &status))
            fail_msg("%s", status.text);
    for (size_t bin = 0; bin < PEELING_BINS; bin++)
        for (size_t i = 0; i < 2; i++)
            misses[i] += peeling.misses[bin][i];
    assert_true(misses[0] < misses[1]);
}
