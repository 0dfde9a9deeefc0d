// Spheres and boxes along the axes: compared with the steps of their papers and definitions, to the last bit.

#include "geom/sphere.h"

#include "tests/geom/points.h"

/// Ritter's two passes, one point after the other.
static struct cd_sphere ritter(const struct cd_vec3 *points, size_t count)
{
    struct cd_sphere sphere = {{0, 0, 0}, -1};
    for (int axis = 0; axis < 3; axis++) {
        size_t low = 0, high = 0;
        for (size_t i = 1; i < count; i++) {
            low = cd_axis(&points[i], axis) < cd_axis(&points[low], axis) ? i : low;
            high = cd_axis(&points[i], axis) > cd_axis(&points[high], axis) ? i : high;
        }
        double span = cd_length(cd_sub(points[low], points[high]));
        if (span / 2 > sphere.radius)
            sphere = (struct cd_sphere){cd_scale(cd_add(points[low], points[high]), 0.5), span / 2};
    }
    for (size_t i = 0; i < count; i++) {
        struct cd_vec3 towards = cd_sub(points[i], sphere.centre);
        double far = cd_length(towards), radius = (sphere.radius + far) / 2;
        if (cd_dot(towards, towards) <= sphere.radius * sphere.radius)
            continue;
        sphere.centre = cd_add(sphere.centre, cd_scale(towards, (far - radius) / far));
        sphere.radius = radius;
    }
    return sphere;
}

static double farthest(struct cd_vec3 centre, const struct cd_vec3 *points, size_t count)
{
    double square = 0;
    for (size_t i = 0; i < count; i++)
        square = fmax(square, cd_dot(cd_sub(points[i], centre), cd_sub(points[i], centre)));
    return square;
}

TEST(spheres_are_those_of_one_point_after_the_other)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 20000; n++) {
        struct cd_vec3 points[21];
        size_t count = 1 + cd_random_below(&random, 21);
        for (size_t i = 0; i < count; i++) {
            points[i] = n % 3 ? handmade_random_point(&random, n % 4 ? 5 : 0.05)
                              : grid_point(&random, 3); // with extremes that are equal
            points[i].z *= n % 2 ? 1 : 0.01;
        }
        struct cd_aabb box;
        struct cd_sphere sphere = cd_sphere_of_points(points, count, &box), expected = ritter(points, count);
        struct cd_vec3 middle = cd_aabb_centre(&box);
        double grown = farthest(expected.centre, points, count), around = farthest(middle, points, count);
        if (sqrt(around) < sqrt(grown))
            expected.centre = middle;
        expected.radius = sqrt(fmin(around, grown));
        assert_memory_equal(&sphere, &expected, sizeof sphere);
        sphere = cd_sphere_of_points(points, count, NULL);
        assert_memory_equal(&sphere, &expected, sizeof sphere);
    }
}

TEST(boxes_hold_their_points_and_overlap_where_all_intervals_do)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 20000; n++) {
        struct cd_vec3 points[2][2];
        struct cd_aabb box[2], joined = cd_aabb_empty(), both;
        bool overlap = true;
        double longest = 0;
        for (int i = 0; i < 2; i++) {
            box[i] = cd_aabb_empty();
            for (int k = 0; k < 2; k++)
                cd_aabb_add(&box[i], points[i][k] = grid_point(&random, 6));
            cd_aabb_join(&joined, &box[i]);
        }
        struct cd_vec3 centre = cd_aabb_centre(&joined), extent = cd_aabb_extent(&joined);
        both = cd_aabb_common(&box[0], &box[1]);
        for (int axis = 0; axis < 3; axis++) {
            double low[2], high[2];
            for (int i = 0; i < 2; i++) {
                double x = cd_axis(&points[i][0], axis), y = cd_axis(&points[i][1], axis);
                low[i] = fmin(x, y), high[i] = fmax(x, y);
                assert_true(cd_axis(&box[i].low, axis) == low[i] && cd_axis(&box[i].high, axis) == high[i]);
            }
            double least = fmin(low[0], low[1]), most = fmax(high[0], high[1]);
            overlap &= fmax(low[0], low[1]) <= fmin(high[0], high[1]);
            longest = fmax(longest, most - least);
            assert_true(cd_axis(&joined.low, axis) == least && cd_axis(&joined.high, axis) == most);
            assert_true(cd_axis(&centre, axis) == (least + most) / 2 &&
                        cd_axis(&extent, axis) == most - least);
            assert_true(cd_axis(&both.low, axis) == fmax(low[0], low[1]));
            assert_true(cd_axis(&both.high, axis) == fmin(high[0], high[1]));
        }
        assert_true(cd_aabb_longest_side(&joined) == longest);
        assert_int_equal(cd_aabb_overlap(&box[0], &box[1]), overlap);
    }
}

TEST(balls_overlap_when_their_centres_are_no_farther_apart_than_their_radii)
{
    struct cd_random random = handmade_random();
    int touching = 0;
    for (int n = 0; n < 20000; n++) {
        struct cd_sphere a = {grid_point(&random, 6), (double)cd_random_below(&random, 4)};
        struct cd_sphere b = {grid_point(&random, 6), (double)cd_random_below(&random, 4)};
        double apart = cd_length(cd_sub(a.centre, b.centre)), reach = a.radius + b.radius;
        assert_int_equal(cd_spheres_overlap(&a, &b), apart <= reach);
        touching += apart == reach;
    }
    assert_true(touching > 100);
}

TEST(a_power_of_two_is_above_its_length)
{
    static const double lengths[] = {0, 1, 1.5, 2, 0.25, 3, -1, 0x1p-1074, 0x1p-1001, 0x1p-1000},
                        powers[] = {1, 2, 2, 4, 0.5, 4, 1, 0x1p-1000, 0x1p-1000, 0x1p-999};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        test_row("%a", lengths[i]);
        assert_true(cd_power_above(lengths[i]) == powers[i]);
    }
}

TEST(a_segment_is_as_far_as_its_nearest_point)
{
    static const struct {
        struct cd_vec3 a, b, point;
        double distance;
    } cases[] = {{{0, 0, 0}, {4, 0, 0}, {1, 3, 4}, 5},
                 {{0, 0, 0}, {4, 0, 0}, {7, 4, 0}, 5},
                 {{0, 0, 0}, {4, 0, 0}, {-3, 0, 4}, 5},
                 {{1, 1, 1}, {1, 1, 1}, {1, 4, 5}, 5},
                 {{0, 0, 0}, {0, 2, 2}, {0, 2, 0}, 0x1.6a09e667f3bcdp0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double distance = cd_segment_distance(cases[i].a, cases[i].b, cases[i].point);
        test_row("%zu: %.17g", i, distance);
        assert_true(fabs(distance - cases[i].distance) < 1e-15);
    }
}
