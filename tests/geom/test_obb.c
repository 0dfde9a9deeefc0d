// Oriented boxes. The fit must contain its points and be orthonormal for any triangles. An axis may separate only boxes
// that are apart.

#include "geom/obb.h"

#include "tests/geom/points.h"

#include <float.h>

static struct cd_vec3 axis_of(const double axes[9], int i)
{
    return cd_vec(axes[3 * i], axes[3 * i + 1], axes[3 * i + 2]);
}

static void assert_orthonormal(const double axes[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_true(fabs(cd_dot(axis_of(axes, i), axis_of(axes, j)) - (i == j)) < 1e-14);
    assert_true(cd_dot(cd_cross(axis_of(axes, 0), axis_of(axes, 1)), axis_of(axes, 2)) > 0.999);
}

/// The places of the six numbers of a symmetric matrix.
static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};

TEST(eigenvectors_rebuild_the_matrix)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 1000; n++) {
        double m[6], values[3], v[9];
        for (int i = 0; i < 6; i++)
            m[i] = cd_random_between(&random, -1, 1) *
                   (n % 3 ? 1 : ldexp(1, -(int)cd_random_below(&random, 60)));
        cd_eigen_symmetric(m, values, v);
        assert_orthonormal(v);
        assert_true(values[0] >= values[1] && values[1] >= values[2]);
        for (int i = 0; i < 6; i++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += values[k] * v[3 * k + row[i]] * v[3 * k + column[i]];
            assert_true(fabs(sum - m[i]) < 1e-14);
        }
    }
}

TEST(the_first_of_the_largest_components_is_positive)
{
    static const double matrices[][6] = {{0, 0, 0, 1, -1, 1}, {1, 0, -1, 0, 0, 1}, {1, -1, 0, 1, 0, 0}};
    for (int i = 0; i < 3; i++) {
        double values[3], v[9];
        cd_eigen_symmetric(matrices[i], values, v);
        double first = v[i == 0], last = v[i == 2 ? 1 : 2];
        assert_true(fabs(values[0] - 2) < 1e-15 && fabs(first - sqrt(0.5)) < 1e-15 && last == -first);
    }
}

TEST(eigenvectors_of_strange_matrices_are_orthonormal)
{
    static const double matrices[][6] = {
        {0, 0, 0, 0, 0, 0},           {1, 1, 1, 1, 1, 1},           {2, 0, 0, 2, 0, 2},
        {NAN, 0, 0, 1, 0, 1},         {INFINITY, 1, 1, 1, 1, 1},    {1e300, 1e300, 0, 1e300, 0, 1},
        {5e-324, 5e-324, 0, 0, 0, 0}, {1, 1e-200, 1e-300, 1, 0, 1}, {DBL_MAX, -DBL_MAX, 0, DBL_MAX, 0, 0},
        {NAN, 1, 2, 1, 3, 1},         {1, NAN, 1, 2, 1, 3},         {1, INFINITY, 1, 2, 1, 3},
    };
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        double values[3], v[9];
        test_row("%g %g %g ...", matrices[i][0], matrices[i][1], matrices[i][2]);
        cd_eigen_symmetric(matrices[i], values, v);
        assert_orthonormal(v);
    }
}

TEST(moments_are_integrals_over_the_surface_and_axes_are_those_of_its_covariance)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 500; n++) {
        struct cd_moments moments[4] = {{0}};
        double several[4][9], covariance[6], values[3], axes[9];
        for (int k = 0; k < 4; k++) {
            double area = 0, first[3] = {0}, second[6] = {0};
            for (int t = 0; t < 3; t++) {
                struct cd_vec3 triangle[3];
                for (int i = 0; i < 3; i++)
                    triangle[i] = handmade_random_point(&random, 1);
                struct cd_moments alone = {0};
                double own = cd_triangle_area(triangle);
                struct cd_vec3 u = cd_sub(triangle[1], triangle[0]), v = cd_sub(triangle[2], triangle[0]);
                double square = cd_dot(u, u) * cd_dot(v, v) - cd_dot(u, v) * cd_dot(u, v); // Lagrange
                assert_true(fabs(own - sqrt(square) / 2) < 1e-7);
                cd_moments_add(t ? &alone : &moments[k], triangle, own);
                if (t)
                    cd_moments_join(&moments[k], &alone);
                area += own;
                // The mean at the edges' middles is exact for quadratic functions.
                for (int i = 0; i < 3; i++) {
                    struct cd_vec3 middle = cd_scale(cd_add(triangle[i], triangle[(i + 1) % 3]), 0.5);
                    for (int j = 0; j < 6; j++) {
                        first[j % 3] += j < 3 ? own / 3 * cd_axis(&middle, j) : 0;
                        second[j] += own / 3 * cd_axis(&middle, row[j]) * cd_axis(&middle, column[j]);
                    }
                }
            }
            struct cd_vec3 mean = cd_moments_mean(&moments[k]);
            assert_true(fabs(moments[k].area - area) < 1e-14);
            for (int j = 0; j < 6; j++) {
                assert_true(fabs(cd_axis(&moments[k].first, j % 3) - first[j % 3]) < 1e-14);
                assert_true(fabs(cd_axis(&mean, j % 3) - first[j % 3] / area) < 1e-13);
                assert_true(fabs(moments[k].second[j] - second[j]) < 1e-14);
                covariance[j] = second[j] / area - first[row[j]] / area * first[column[j]] / area;
            }
            cd_moments_axes(&moments[k], axes);
            cd_eigen_symmetric(covariance, values, several[0]);
            for (int i = 0; i < 9; i++)
                assert_true(fabs(axes[i] - several[0][i]) < 1e-9);
        }
        int count = 1 + n % 4;
        cd_moments_axes_of_several(moments, count, several);
        for (int k = 0; k < count; k++) {
            cd_moments_axes(&moments[k], axes);
            assert_memory_equal(several[k], axes, sizeof axes);
        }
    }
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

/// The length of the edge that is most nearly along a direction, in units of `size`.
static double longest_along(const struct cd_vec3 t[3], double size, struct cd_vec3 direction)
{
    double best = 0, length = 0;
    for (int k = 0; k < 3; k++) {
        struct cd_vec3 edge = cd_scale(cd_sub(t[(k + 1) % 3], t[k]), 1 / size);
        double cosine = fabs(cd_dot(edge, direction)) / cd_length(edge);
        length = cosine > best ? cd_length(edge) : length;
        best = fmax(best, cosine);
    }
    assert_true(best > 1 - 1e-12);
    return length;
}

TEST(triangle_axes_are_orthonormal_even_without_area)
{
    struct cd_random random = handmade_random();
    double axes[9];
    for (int n = 0; n < 2000; n++) {
        double size = ldexp(1, (int)cd_random_below(&random, 2000) - 1000);
        struct cd_vec3 t[3];
        for (int k = 0; k < 3; k++)
            t[k] = handmade_random_point(&random, size);
        if (n % 4 == 1)
            t[2] = cd_add(t[0], cd_scale(cd_sub(t[1], t[0]), 0.3)); // a sliver, or collinear
        if (n % 4 == 2)
            t[2] = t[1] = t[0];
        bool flat = cd_triangle_axes(t, axes);
        assert_orthonormal(axes);
        assert_true(n % 4 == 2 ? !flat : n % 4 == 1 || flat);
        for (int k = 0; k < 3 && n % 2 == 0 && flat; k++) { // along the longest edge and the normal
            struct cd_vec3 edge = cd_scale(cd_sub(t[(k + 1) % 3], t[k]), 1 / size);
            assert_true(fabs(cd_dot(axis_of(axes, 2), edge)) < 1e-12);
            assert_true(cd_length(edge) <= 1.0000001 * longest_along(t, size, axis_of(axes, 0)));
        }
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
    struct cd_random random = handmade_random();
    for (int n = 0; n < 300000; n++) {
        double b = (double)cd_random_below(&random, 1024) / 1024, k = cd_random_unit(&random);
        double e = cd_random_between(&random, -1, 1) * 0x1p-55, y = b + k;
        double off = k * e * cd_random_between(&random, 0.5, 1.5);
        struct cd_vec3 sliver[3] = {{0, b, b}, {e, b + 1, b + 1}, {off, y, nextafter(y, n % 2 ? 9 : -9)}};
        cd_triangle_axes(sliver, axes);
        assert_orthonormal(axes);
    }
}

TEST(the_box_of_a_span_fits_its_points)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 1000; n++) {
        struct cd_vec3 points[10];
        struct cd_pose pose = handmade_random_pose(&random, 0);
        const double *axes = pose.r;
        struct cd_span span = cd_span_empty();
        for (int i = 0; i < 10; i++)
            cd_span_add(&span, axes, points[i] = handmade_random_point(&random, 1 + n));
        struct cd_obb box = cd_obb_of_span(axes, &span);
        // 8 units in the last place, as obb.h says, of a distance of at most sqrt(3) * (1 + n).
        double slack = 16 * DBL_EPSILON * (1 + n);
        for (int k = 0; k < 3; k++) {
            double low = INFINITY, high = -INFINITY;
            for (int i = 0; i < 10; i++) {
                double u = cd_dot(axis_of(axes, k), cd_sub(points[i], box.centre));
                low = fmin(low, u);
                high = fmax(high, u);
            }
            assert_true(fabs(low + box.half[k]) <= slack && fabs(high - box.half[k]) <= slack);
        }
    }
}

// When an axis separates the boxes, no point of a may equal a point of b, as seen from a.
TEST(no_axis_separates_boxes_that_share_a_point)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 20000; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 1);
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

/// The first axis on which the boxes are apart by more than `gap`: their axes as vectors in space, and what guard and
/// slack mean by obb.h.
static int first_axis(const double r[9], const double t[3], const double a[3], const double b[3],
                      double guard, double slack, double gap)
{
    const double half[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
    struct cd_vec3 axis[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int j = 0; j < 3; j++)
        axis[3 + j] = cd_vec(r[j], r[3 + j], r[6 + j]);
    for (int n = 1; n <= 15; n++) {
        int i = n < 7 ? n - 1 : (n - 7) / 3, j = n < 7 ? i : 3 + (n - 7) % 3;
        struct cd_vec3 direction = n < 7 ? axis[i] : cd_cross(axis[i], axis[j]);
        double radii = slack + (n < 7 ? half[i] : 0);
        for (int k = 0; k < 6; k++)
            if (n < 7 ? k / 3 != i / 3 : k != i && k != j) // other edges are at right angles to the direction
                radii += half[k] * (fabs(cd_dot(axis[k], direction)) + guard);
        if (fabs(cd_dot(cd_vec(t[0], t[1], t[2]), direction)) > radii + gap)
            return n;
    }
    return 0;
}

TEST(the_first_separating_axis_is_found)
{
    struct cd_random random = handmade_random();
    int found[16] = {0};
    for (int n = 0; n < 200000; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 1.2);
        double a[3], b[3], guard = n % 2 ? 0 : cd_random_between(&random, 0, 0.1), slack = n % 3 ? 0 : 0.05;
        for (int i = 0; i < 3; i++) {
            a[i] = cd_random_unit(&random) * (cd_random_below(&random, 3) ? 1 : 0.01);
            b[i] = cd_random_unit(&random) * (cd_random_below(&random, 3) ? 1 : 0.01);
        }
        int axis = first_axis(pose.r, pose.t, a, b, guard, slack, 1e-14);
        if (axis != first_axis(pose.r, pose.t, a, b, guard, slack, -1e-14))
            continue; // too close to tell
        assert_int_equal(cd_obb_separating_axis(pose.r, pose.t, a, b, guard, slack), axis);
        found[axis]++;
    }
    for (int i = 0; i < 16; i++)
        assert_true(found[i] > 20);
}

TEST(boxes_that_touch_and_nans_are_not_separated)
{
    double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, half[3] = {1, 1, 1};
    for (int i = 0; i < 3; i++) {
        double t[3] = {0, 0, 0};
        t[i] = 2;
        assert_int_equal(cd_obb_separating_axis(unit, t, half, half, 0, 0), 0);
        t[i] = nextafter(2, 3);
        assert_int_equal(cd_obb_separating_axis(unit, t, half, half, 0, 0), 1 + i);
        assert_int_equal(cd_obb_separating_axis(unit, t, half, half, 0, 0x1p-51), 0);
    }
    double nans[9];
    for (int i = 0; i < 9; i++)
        nans[i] = NAN;
    assert_int_equal(cd_obb_separating_axis(nans, nans, half, half, 0, 0), 0);
}
