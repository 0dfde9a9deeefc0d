// 18-DOPs contain their points, separate what is apart, and have the right volume and corners.

#include "experiments/dop.h"

#include "tests/geom/points.h"

static struct dop random_dop(struct cd_random *random, int points, struct cd_vec3 at, double size)
{
    struct dop dop = dop_empty();
    for (int i = 0; i < points; i++)
        dop_add(&dop, cd_add(at, handmade_random_point(random, size)));
    return dop;
}

static struct dop dop_of_box(double x, double y, double z)
{
    struct dop dop = dop_empty();
    for (int i = 0; i < 8; i++)
        dop_add(&dop, cd_vec(i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0));
    return dop;
}

static bool holds(const struct dop *dop, struct cd_vec3 p, double slack)
{
    double along[DOP_SLABS];
    dop_project(p, along);
    for (int i = 0; i < DOP_SLABS; i++)
        if (along[i] < dop->low[i] - slack || along[i] > dop->high[i] + slack)
            return false;
    return true;
}

TEST(dops_hold_their_points_and_overlap_where_they_share_one)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 1000; n++) {
        struct cd_vec3 shared = handmade_random_point(&random, 1);
        struct dop a = random_dop(&random, 4, handmade_random_point(&random, 1), 1);
        struct dop b = random_dop(&random, 4, handmade_random_point(&random, 1), 1);
        dop_add(&a, shared);
        dop_add(&b, shared);
        assert_true(holds(&a, shared, 0) && !holds(&a, cd_vec(4, 0, 0), 0));
        assert_true(dop_overlap(&a, &b) && dop_overlap(&b, &a));
    }
}

TEST(boxes_apart_along_a_diagonal_only_are_told_apart)
{
    // Two bars along x - y whose boxes along the axes overlap.
    struct dop a = dop_empty(), b = dop_empty();
    dop_add(&a, cd_vec(0, 1, 0));
    dop_add(&a, cd_vec(1, 0, 0));
    dop_add(&b, cd_vec(0.25, 1.25, 0));
    dop_add(&b, cd_vec(1.25, 0.25, 0));
    assert_false(dop_overlap(&a, &b));
    dop_add(&b, cd_vec(0.5, 0.5, 0));
    assert_true(dop_overlap(&a, &b));
}

TEST(volumes_and_corners_are_those_of_known_bodies)
{
    struct dop box = dop_of_box(2, 3, 0.5), cut = dop_of_box(1, 1, 1), dodecahedron, none = dop_empty(),
               point = none;
    cut.high[3] = 1.5;                    // the edge at x = y = 1 is cut off halfway: a prism of 1/8 less
    for (int i = 0; i < DOP_SLABS; i++) { // |x|+|y|, |y|+|z|, |z|+|x| <= 1
        dodecahedron.low[i] = -1;
        dodecahedron.high[i] = 1;
    }
    dop_add(&point, cd_vec(3, 4, 5));
    const struct {
        const struct dop *dop;
        int corners;
        double volume;
    } cases[] = {{&box, 8, 3}, {&cut, 10, 0.875}, {&dodecahedron, 14, 2}, {&none, 0, 0}, {&point, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cd_vec3 corners[DOP_CORNERS];
        test_row("%d corners", cases[i].corners);
        size_t count;
        assert_true(fabs(dop_measure(cases[i].dop, corners, &count) - cases[i].volume) < 1e-12);
        assert_int_equal(count, cases[i].corners);
    }
    assert_false(dop_overlap(&none, &point));
}

TEST(corners_span_the_dop_again_and_volumes_are_what_random_points_say)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 50; n++) {
        enum { SAMPLES = 20000 };
        struct cd_vec3 at = handmade_random_point(&random, 10);
        struct dop dop = random_dop(&random, n % 2 ? 30 : 12, at, 1), again = dop_empty();
        int inside = 0;
        for (int i = 0; i < SAMPLES; i++)
            inside += holds(&dop, cd_add(at, handmade_random_point(&random, 1)), 0);
        struct cd_vec3 corners[DOP_CORNERS];
        size_t count;
        double volume = dop_measure(&dop, corners, &count);
        assert_true(fabs(volume - 8.0 * inside / SAMPLES) < 8 * 6 * sqrt(0.25 / SAMPLES));
        assert_true(count >= 4 && count <= DOP_CORNERS);
        for (size_t i = 0; i < count; i++) {
            assert_true(holds(&dop, corners[i], 1e-12));
            dop_add(&again, corners[i]);
        }
        for (int i = 0; i < DOP_SLABS; i++) { // every plane was touched by a point, so by a corner
            assert_true(fabs(again.low[i] - dop.low[i]) < 1e-12);
            assert_true(fabs(again.high[i] - dop.high[i]) < 1e-12);
        }
    }
}
