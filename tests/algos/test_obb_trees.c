/// How `rapid` and `obb8` build their trees and test leaves, and `rapid` as printed beside the counters of the original
/// library. Whether their answers are exact is in test_exact_pairs.c.

#include "algos/mesh/obb8/obb8.h"
#include "algos/papers/rapid/rapid.h"
#include "algos/tighten.h"
#include "base/levels.h"
#include "tests/subject.h"
#include "tests/test.h"

extern const struct cd_algo cd_algo_rapid, cd_algo_obb8;

static struct subject rapid_of(const char *variant, struct cd_mesh *mesh)
{
    char settings[40];
    snprintf(settings, sizeof settings, "variant=%s", variant);
    return subject_make(&cd_algo_rapid, settings, mesh);
}

static size_t contacts(const struct subject *a, const struct subject *b)
{
    struct cd_pose origin = handmade_at(0, 0, 0);
    return counted(a, &origin, b, &origin, CD_QUERY_CONTACTS).count;
}

/// The mesh of the library's own sample: tori of 50 x 50 quads.
static struct cd_mesh *sample_torus(void)
{
    return generated("torus:grid=50:minor=0.2:layout=rapid");
}

// ---- triangles of leaves in floats ------------------------------------------------------------------------

static double random_magnitude(struct cd_random *random, double low, double high)
{
    return pow(10, cd_random_between(random, low, high));
}

static struct cd_vec3 in_plane(const struct cd_vec3 corners[3], double u, double v)
{
    return cd_add(corners[0], cd_add(cd_scale(cd_sub(corners[1], corners[0]), u),
                                     cd_scale(cd_sub(corners[2], corners[0]), v)));
}

// A triangle of any shape: every fourth is flat in z, and every fourth a sliver.
static void random_triangle(struct cd_random *random, struct cd_vec3 at, double size,
                            struct cd_vec3 corners[3])
{
    uint64_t kind = cd_random_below(random, 4);
    corners[0] = at;
    for (int i = 1; i < 3; i++) {
        corners[i] = cd_add(at, handmade_random_point(random, size));
        corners[i].z = kind == 0 ? at.z : corners[i].z;
    }
    if (kind == 1)
        corners[2] = cd_add(in_plane(corners, cd_random_between(random, -2, 2), 0),
                            handmade_random_point(random, size * random_magnitude(random, -9, -1)));
}

// A triangle that touches the one at `at` in one of the ways that triangles have, but for `off`.
static void touching_triangle(struct cd_random *random, const struct cd_vec3 at[3], double size, double off,
                              struct cd_vec3 corners[3])
{
    double u = cd_random_unit(random), v = cd_random_unit(random) * (1 - u);
    struct cd_vec3 inside = in_plane(at, u, v), on_edge = in_plane(at, u, 0),
                   way = handmade_random_point(random, size);
    random_triangle(random, inside, size, corners); // a corner in the face
    switch (cd_random_below(random, 7)) {
    case 0: // edges cross
        corners[0] = cd_sub(on_edge, way);
        corners[1] = cd_add(on_edge, cd_scale(way, v));
        break;
    case 1: // the other corners lie on both sides of the face
        corners[1] = cd_add(inside, way);
        corners[2] = cd_sub(inside, way);
        break;
    case 2: // coplanar
        for (int i = 0; i < 3; i++)
            corners[i] = in_plane(at, cd_random_between(random, -2, 2), cd_random_between(random, -2, 2));
        break;
    case 3: // the same triangle
        memcpy(corners, at, 3 * sizeof *at);
        break;
    case 4: // a shared edge
        corners[0] = at[0];
        corners[1] = at[1];
        break;
    case 5: // a shared corner
        corners[0] = at[2];
        break;
    }
    for (int i = 0; i < 3; i++)
        corners[i] = cd_add(corners[i], handmade_random_point(random, off));
}

static struct cd_pose random_place(struct cd_random *random, double reach, bool bent)
{
    struct cd_pose pose = handmade_random_pose(random, reach);
    for (int i = 0; i < 9 && bent; i++)
        pose.r[i] *= 1 + 4e-13;
    return pose;
}

static struct cd_vec3 back(const struct cd_pose *pose, struct cd_vec3 point)
{
    struct cd_vec3 way = cd_sub(point, cd_vec(pose->t[0], pose->t[1], pose->t[2]));
    const double *r = pose->r;
    return cd_vec(r[0] * way.x + r[3] * way.y + r[6] * way.z, r[1] * way.x + r[4] * way.y + r[7] * way.z,
                  r[2] * way.x + r[5] * way.y + r[8] * way.z);
}

#ifdef CD_LEVEL
extern __typeof__(obb8_test) obb8_test_v2;
#endif

TEST(two_leaves_that_nearly_touch_are_decided_as_all_pairs_do)
{
    // Each body is one leaf, so floats decide first. Half of the triangles of a body may be tiny beside the others.
    struct cd_algo levels[2] = {cd_algo_obb8, cd_algo_obb8};
    unsigned level_count = 1;
#ifdef CD_LEVEL
    level_count = cd_level() - 1;
    struct cd_pair_algo older = *cd_algo_obb8.pair;
    older.test = obb8_test_v2;
    levels[1].pair = &older;
#endif
    struct cd_random random = handmade_random();
    for (int n = 0; n < test_amount(100000, 5000) / SLOW; n++) {
        double size = n % 3 ? 1 : random_magnitude(&random, -8, 8);
        double far = n % 2 ? 0 : size * random_magnitude(&random, 0, 6);
        double reach = n % 5 ? size * random_magnitude(&random, -1, 6) : 0; // vertices are below 1e15
        double tiny = n % 4 < 2 ? size : size * random_magnitude(&random, -6, 0);
        struct cd_pose pose_a = random_place(&random, reach, n % 7 == 0),
                       pose_b = random_place(&random, reach, n % 7 == 0);
        if (n % 11 == 0)
            memcpy(pose_b.r, pose_a.r, sizeof pose_b.r);
        struct cd_vec3 middle = handmade_random_point(&random, far), p[8][3], q[8][3];
        for (int k = 0; k < 8; k++)
            random_triangle(&random, cd_add(middle, handmade_random_point(&random, size)),
                            k % 2 ? size : tiny, p[k]);
        for (int k = 0; k < 8; k++) {
            struct cd_vec3 at[3];
            const struct cd_vec3 *of = p[cd_random_below(&random, 8)];
            for (int i = 0; i < 3; i++)
                at[i] = cd_canonical_vertex(&pose_a, of[i]);
            double off = cd_random_below(&random, 8) ? size * random_magnitude(&random, -9, -1) : 0;
            touching_triangle(&random, at, k % 4 < 2 ? size : tiny, off, q[k]);
            for (int i = 0; i < 3; i++)
                q[k][i] = back(&pose_b, q[k][i]);
        }
        struct subject a = subject_make(&cd_algo_obb8, "", handmade_loose(p[0], 8)),
                       b = subject_make(&cd_algo_obb8, "", handmade_loose(q[0], 8));
        for (unsigned i = 0; i < level_count; i++) {
            a.algo = &levels[i];
            check(&a, &pose_a, &b, &pose_b);
        }
        subject_free(&a);
        subject_free(&b);
    }
}

// ---- trees of difficult meshes ----------------------------------------------------------------------------

static double surface(const struct cd_vec3 (*triangles)[3], uint32_t count, const double axes[9])
{
    struct cd_span span = cd_span_empty();
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            cd_span_add(&span, axes, triangles[i][k]);
    double x = span.high[0] - span.low[0], y = span.high[1] - span.low[1], z = span.high[2] - span.low[2];
    return x * y + y * z + z * x;
}

TEST(tightened_axes_stay_orthonormal_and_make_smaller_boxes)
{
    struct cd_random random = handmade_random();
    struct cd_mesh *mesh = generated("bumpy:triangles=2000");
    struct cd_vec3(*corners)[3] = cd_allocate_unset(mesh->triangle_count, sizeof *corners);
    const struct cd_vec3(*triangles)[3] = (const struct cd_vec3(*)[3])corners;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            corners[i][k] = mesh->vertices[mesh->triangles[i].v[k]];
    double before = 0, after = 0;
    for (int n = 0; n < 300; n++) {
        uint32_t first = (uint32_t)cd_random_below(&random, mesh->triangle_count);
        uint32_t count = 1 + (uint32_t)cd_random_below(&random, mesh->triangle_count - first);
        count = n % 3 ? count : 1 + count % 8;
        double axes[9];
        struct cd_moments moments = {0};
        for (uint32_t i = first; i < first + count; i++)
            cd_moments_add(&moments, triangles[i], cd_triangle_area(triangles[i]));
        cd_moments_axes(&moments, axes);
        before += surface(triangles + first, count, axes);
        cd_tighten(corners[first], sizeof *corners, count, axes);
        after += surface(triangles + first, count, axes);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double *u = axes + 3 * i, *v = axes + 3 * j;
                assert_true(fabs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2] - (i == j)) < 1e-14);
            }
    }
    print_message("surface of boxes: %.4g before, %.4g after\n", before, after);
    assert_true(after < before);
    cd_free(corners);
    cd_mesh_destroy(mesh);
}

TEST(boxes_of_triangles_are_the_same_one_by_one_and_four_at_a_time)
{
    struct cd_random random = handmade_random();
    struct cd_vec3 corners[11][3];
    struct obb8_box together[11], alone;
    for (int n = 0; n < 3000 / SLOW; n++) {
        uint32_t count = 1 + (uint32_t)cd_random_below(&random, 11);
        for (uint32_t i = 0; i < count; i++) {
            double size =
                ldexp(1, (int)cd_random_below(&random, 3) ? 0 : (int)cd_random_below(&random, 2100) - 1074);
            for (int k = 0; k < 3; k++) // on a grid every other time: points, segments and slivers
                corners[i][k] = n % 2 ? cd_vec(size * cd_random_between(&random, -1, 1),
                                               size * cd_random_between(&random, -1, 1),
                                               size * cd_random_between(&random, -1, 1))
                                      : cd_vec(size * (double)cd_random_below(&random, 3),
                                               size * (double)cd_random_below(&random, 2), 0x1p-60 * size);
        }
        obb8_fit_triangles((const struct cd_vec3(*)[3])corners, count, together);
        for (uint32_t i = 0; i < count; i++) {
            obb8_fit_triangles((const struct cd_vec3(*)[3])corners + i, 1, &alone);
            assert_memory_equal(&together[i], &alone, sizeof alone);
        }
    }
}

// ---- counters and the printed variant ---------------------------------------------------------------------

static bool is_near(uint64_t value, double expected, double share)
{
    return fabs((double)value / expected - 1) < share;
}

/// Two axes of a torus are equal up to rounding, so either may count as the longer one.
TEST(the_sample_counts_nearly_as_in_the_original_library)
{
    struct subject printed = rapid_of("printed", sample_torus());
    struct subject corrected = rapid_of("corrected", sample_torus());
    struct subject wide = subject_make(&cd_algo_obb8, "", sample_torus());
    struct cd_pose origin = handmade_at(0, 0, 0), aside = handmade_at(1, 0, 0);
    struct outcome was = counted(&printed, &aside, &printed, &origin, CD_QUERY_CONTACTS);
    struct cd_counters first = counted(&printed, &aside, &printed, &origin, CD_QUERY_PAIRS).counters;
    struct cd_counters is = counted(&corrected, &aside, &corrected, &origin, CD_QUERY_CONTACTS).counters;
    print_message("box tests: printed %llu, corrected %llu, first contact %llu\n",
                  (unsigned long long)was.counters.box_tests, (unsigned long long)is.box_tests,
                  (unsigned long long)first.box_tests);
    assert_int_equal(was.count, 980);
    assert_int_equal(was.counters.triangle_tests, 1696);
    assert_int_equal(was.counters.box_tests, 15341); // the original: 15357
    assert_int_equal(first.box_tests, 91);           // the original: 89
    assert_true(is_near(is.box_tests, (double)was.counters.box_tests, 0.05));
    assert_true(is_near(is.triangle_tests, (double)was.counters.triangle_tests, 0.05));
    assert_true(hits(&printed, &aside, &printed, &origin));
    assert_int_equal(check(&corrected, &aside, &corrected, &origin), 980);
    assert_int_equal(check(&wide, &aside, &wide, &origin), 980);
    subject_free(&printed);
    subject_free(&corrected);
    subject_free(&wide);
}

TEST(the_printed_variant_never_collides_a_triangle_without_area)
{
    struct cd_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0}};
    struct cd_triangle triangles[3] = {{{0, 1, 2}}, {{3, 3, 3}}, {{0, 3, 0}}};
    struct subject flat = rapid_of("printed", handmade_mesh(corners, 4, triangles, 1));
    struct subject mixed = rapid_of("printed", handmade_mesh(corners, 4, triangles, 3));
    struct subject none = rapid_of("printed", handmade_mesh(corners, 4, triangles + 1, 2));
    assert_int_equal(contacts(&flat, &mixed), 1);
    assert_int_equal(contacts(&mixed, &mixed), 1);
    assert_int_equal(contacts(&flat, &none), 0);
    subject_free(&flat);
    subject_free(&mixed);
    subject_free(&none);
}

// RAPID's axes for triangles, by other operations.
static bool one_axis_separates(struct cd_vec3 axis, const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    double s[3], t[3];
    for (int i = 0; i < 3; i++) {
        s[i] = cd_dot(axis, p[i]);
        t[i] = cd_dot(axis, q[i]);
    }
    return fmin(s[0], fmin(s[1], s[2])) > fmax(t[0], fmax(t[1], t[2])) ||
           fmin(t[0], fmin(t[1], t[2])) > fmax(s[0], fmax(s[1], s[2]));
}

static bool an_axis_separates(const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    struct cd_vec3 a[3], b[3], e[3], f[3];
    for (int i = 0; i < 3; i++) {
        a[i] = cd_sub(p[i], p[0]);
        b[i] = cd_sub(q[i], p[0]);
    }
    for (int i = 0; i < 3; i++) {
        e[i] = cd_sub(a[(i + 1) % 3], a[i]);
        f[i] = cd_sub(b[(i + 1) % 3], b[i]);
    }
    struct cd_vec3 n = cd_cross(e[0], e[1]), m = cd_cross(f[0], f[1]);
    bool apart = one_axis_separates(n, a, b) || one_axis_separates(m, a, b);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            apart = apart || one_axis_separates(cd_cross(e[i], f[j]), a, b);
        apart = apart || one_axis_separates(cd_cross(e[i], n), a, b) ||
                one_axis_separates(cd_cross(f[i], m), a, b);
    }
    return apart;
}

TEST(the_17_axes_decide_as_written_out_anew)
{
    struct cd_random random = handmade_random();
    int apart = 0;
    for (int i = 0; i < 40000; i++) {
        // Points of a grid, so that many touch; in one plane, rotated, or both, so that rounding decides.
        struct cd_vec3 corners[6];
        struct cd_pose pose = handmade_random_pose(&random, 2);
        for (int k = 0; k < 6; k++) {
            double x = (double)cd_random_below(&random, 6), y = (double)cd_random_below(&random, 6);
            corners[k] = cd_vec(x, y, i % 2 ? (double)cd_random_below(&random, 4) : 0);
        }
        if (i % 4 > 1)
            cd_canonical_vertices(&pose, corners, 6, corners);
        bool expected = !an_axis_separates(corners, corners + 3);
        assert_int_equal(rapid_no_axis_separates(corners, corners + 3), expected);
        apart += !expected;
    }
    print_message("17 axes: %d of 40000 apart\n", apart);
}
