// Oriented boxes. The fit must contain its points and be orthonormal for any triangles. An axis may separate only boxes
// that are apart.

#include "geom/obb.h"

#include "tests/geom/points.h"

#include <float.h>

static void assert_orthonormal(const double axes[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double product = axes[3 * i] * axes[3 * j] + axes[3 * i + 1] * axes[3 * j + 1] +
                             axes[3 * i + 2] * axes[3 * j + 2];
            assert_true(fabs(product - (i == j)) < 1e-14);
        }
    struct cd_vec3 u = cd_vec(axes[0], axes[1], axes[2]), v = cd_vec(axes[3], axes[4], axes[5]);
    assert_true(cd_dot(cd_cross(u, v), cd_vec(axes[6], axes[7], axes[8])) > 0.999);
}

TEST(eigenvectors_rebuild_the_matrix)
{
    struct cd_random random = seeded();
    for (int n = 0; n < 1000; n++) {
        double m[6], values[3], v[9];
        for (int i = 0; i < 6; i++)
            m[i] = cd_random_between(&random, -1, 1) *
                   (n % 3 ? 1 : ldexp(1, -(int)cd_random_below(&random, 60)));
        cd_eigen_symmetric(m, values, v);
        assert_orthonormal(v);
        assert_true(values[0] >= values[1] && values[1] >= values[2]);
        static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
        for (int i = 0; i < 6; i++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += values[k] * v[3 * k + row[i]] * v[3 * k + column[i]];
            assert_true(fabs(sum - m[i]) < 1e-14);
        }
    }
}

TEST(eigenvectors_of_strange_matrices_are_orthonormal)
{
    static const double matrices[][6] = {
        {0, 0, 0, 0, 0, 0},           {1, 1, 1, 1, 1, 1},           {2, 0, 0, 2, 0, 2},
        {NAN, 0, 0, 1, 0, 1},         {INFINITY, 1, 1, 1, 1, 1},    {1e300, 1e300, 0, 1e300, 0, 1},
        {5e-324, 5e-324, 0, 0, 0, 0}, {1, 1e-200, 1e-300, 1, 0, 1}, {DBL_MAX, -DBL_MAX, 0, DBL_MAX, 0, 0},
    };
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        double values[3], v[9];
        cd_eigen_symmetric(matrices[i], values, v);
        assert_orthonormal(v);
    }
}

TEST(moments_are_those_of_the_surface)
{
    // A 2 x 4 rectangle: area 8, centre (1, 2), variances 4/12 and 16/12.
    struct cd_vec3 a[3] = {{0, 0, 0}, {2, 0, 0}, {2, 4, 0}}, b[3] = {{0, 0, 0}, {2, 4, 0}, {0, 4, 0}};
    struct cd_moments moments = {0};
    cd_moments_add(&moments, a, cd_triangle_area(a));
    cd_moments_add(&moments, b, cd_triangle_area(b));
    struct cd_vec3 mean = cd_moments_mean(&moments);
    assert_true(fabs(moments.area - 8) < 1e-14);
    assert_true(fabs(mean.x - 1) < 1e-14 && fabs(mean.y - 2) < 1e-14 && fabs(mean.z) < 1e-14);
    assert_true(fabs(moments.second[0] / 8 - mean.x * mean.x - 4.0 / 12) < 1e-14);
    assert_true(fabs(moments.second[1] / 8 - mean.x * mean.y) < 1e-14);
    assert_true(fabs(moments.second[3] / 8 - mean.y * mean.y - 16.0 / 12) < 1e-14);
    double axes[9];
    cd_moments_axes(&moments, axes);
    assert_true(axes[1] == 1 && axes[3] == 1);
}

TEST(moments_without_area_give_the_coordinate_axes)
{
    struct cd_vec3 point[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    struct cd_moments moments = {0};
    cd_moments_add(&moments, point, cd_triangle_area(point));
    double axes[9];
    cd_moments_axes(&moments, axes);
    for (int i = 0; i < 9; i++)
        assert_true(axes[i] == (i % 4 == 0));
}

TEST(triangle_axes_are_orthonormal_even_without_area)
{
    struct cd_random random = seeded();
    double axes[9];
    for (int n = 0; n < 2000; n++) {
        double size = ldexp(1, (int)cd_random_below(&random, 2000) - 1000);
        struct cd_vec3 t[3];
        for (int k = 0; k < 3; k++)
            t[k] = uniform_point(&random, size);
        if (n % 4 == 1)
            t[2] = cd_add(t[0], cd_scale(cd_sub(t[1], t[0]), 0.3)); // a sliver, or collinear
        if (n % 4 == 2)
            t[2] = t[1] = t[0];
        bool flat = cd_triangle_axes(t, axes);
        assert_orthonormal(axes);
        assert_true(n % 4 == 2 ? !flat : n % 4 == 1 || flat);
    }
}

TEST(triangle_axes_of_slivers_are_orthonormal)
{
    double axes[9];
    // A sliver whose normal comes out along its edge.
    const struct cd_vec3 found[3] = {{0, 0.455078125, 0.259765625},
                                     {1.0892612028874027e-17, 1.455078125, 1.259765625},
                                     {2.2414730222789697e-18, 0.66085732803571762, 0.46554482803571773}};
    cd_triangle_axes(found, axes);
    assert_orthonormal(axes);
    struct cd_random random = seeded();
    for (int n = 0; n < 300000; n++) {
        double b = (double)cd_random_below(&random, 1024) / 1024, k = cd_random_unit(&random);
        double e = cd_random_between(&random, -1, 1) * 0x1p-55, y = b + k;
        double off = k * e * cd_random_between(&random, 0.5, 1.5);
        struct cd_vec3 sliver[3] = {{0, b, b}, {e, b + 1, b + 1}, {off, y, nextafter(y, n % 2 ? 9 : -9)}};
        cd_triangle_axes(sliver, axes);
        assert_orthonormal(axes);
    }
}

TEST(the_box_of_a_span_holds_its_points)
{
    struct cd_random random = seeded();
    for (int n = 0; n < 1000; n++) {
        struct cd_vec3 points[10];
        struct cd_moments moments = {0};
        for (int i = 0; i < 10; i++)
            points[i] = uniform_point(&random, 1 + n);
        for (int i = 0; i + 2 < 10; i++)
            cd_moments_add(&moments, points + i, cd_triangle_area(points + i));
        double axes[9];
        cd_moments_axes(&moments, axes);
        struct cd_span span = cd_span_empty();
        for (int i = 0; i < 10; i++)
            cd_span_add(&span, axes, points[i]);
        struct cd_obb box = cd_obb_of_span(axes, &span);
        for (int i = 0; i < 10; i++)
            for (int k = 0; k < 3; k++) {
                struct cd_vec3 p = cd_sub(points[i], box.centre);
                double u = axes[3 * k] * p.x + axes[3 * k + 1] * p.y + axes[3 * k + 2] * p.z;
                assert_true(fabs(u) <= box.half[k] + 16 * DBL_EPSILON * (1 + n));
            }
    }
}

// When an axis separates the boxes, no point of a may equal a point of b, as seen from a.
TEST(no_axis_separates_boxes_that_share_a_point)
{
    struct cd_random random = seeded();
    for (int n = 0; n < 20000; n++) {
        struct cd_pose pose = random_pose(&random, 1);
        double a[3], b[3], u[3], v[3], t[3];
        for (int i = 0; i < 3; i++) {
            a[i] = cd_random_unit(&random), b[i] = cd_random_unit(&random) * (n % 5 ? 1 : 0);
            u[i] = a[i] * cd_random_between(&random, -1, 1), v[i] = b[i] * cd_random_between(&random, -1, 1);
        }
        if (n % 2) // the shared point is a corner of both
            for (int i = 0; i < 3; i++)
                u[i] = copysign(a[i], u[i]), v[i] = copysign(b[i], v[i]);
        for (int i = 0; i < 3; i++)
            t[i] = u[i] - (pose.r[3 * i] * v[0] + pose.r[3 * i + 1] * v[1] + pose.r[3 * i + 2] * v[2]);
        assert_int_equal(cd_obb_separating_axis(pose.r, t, a, b, 0, 1e-14), 0);
    }
}

TEST(each_kind_of_axis_separates_boxes_that_are_apart)
{
    double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, half[3] = {1, 1, 1}, needle[3] = {1, 0, 0};
    for (int i = 0; i < 3; i++) {
        double t[3] = {0, 0, 0};
        t[i] = 2.001;
        assert_int_equal(cd_obb_separating_axis(unit, t, half, half, 0, 0), 1 + i);
        assert_int_equal(cd_obb_separating_axis(unit, t, half, half, 0, 0.01), 0);
        t[i] = 2;
        assert_int_equal(cd_obb_separating_axis(unit, t, half, half, 0, 0), 0);
    }
    // A cube on its edge next to another cube: only a face of the second cube separates them.
    double s = sqrt(0.5), turned[9] = {s, -s, 0, s, s, 0, 0, 0, 1}, corner[3] = {1.8, 1.8, 0};
    int axis = cd_obb_separating_axis(turned, corner, half, half, 0, 0);
    assert_true(axis == 4 || axis == 5);
    // Crossed needles: only the product of their directions separates them.
    double crossed[9] = {0.5, -sqrt(0.75), 0, sqrt(0.75), 0.5, 0, 0, 0, 1}, above[3] = {0, 0, 0.1};
    double tilt[9], tilted[9], up[3];
    cd_rotation_about(cd_vec(1, 2, 0), 0.7, tilt);
    cd_matrix_multiply(tilt, crossed, tilted);
    for (int i = 0; i < 3; i++)
        up[i] = 0.1 * (i == 1 ? -tilted[6] : i == 2 ? tilted[3] : 0); // 0.1 * x axis of a cross x axis of b
    assert_int_equal(cd_obb_separating_axis(tilted, up, needle, needle, 0, 0) > 0, 1);
    assert_int_equal(cd_obb_separating_axis(crossed, above, needle, needle, 0, 0) > 0, 1);
}

TEST(a_nan_never_separates)
{
    double r[9], t[3] = {NAN, NAN, NAN}, half[3] = {1, 1, 1};
    for (int i = 0; i < 9; i++)
        r[i] = NAN;
    assert_int_equal(cd_obb_separating_axis(r, t, half, half, 0, 0), 0);
}
