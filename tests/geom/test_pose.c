// Poses: what is rigid, and the bound on the rounding of canonical vertices, compared with GMP rationals.
#include "tests/geom/points.h"

/// The exact R*p + t, minus `rounded`.
static struct cd_vec3 exact_error(const struct cd_pose *pose, struct cd_vec3 p, struct cd_vec3 rounded)
{
    double error[3];
    mpq_t sum, term, factor;
    mpq_inits(sum, term, factor, NULL);
    for (int row = 0; row < 3; row++) {
        mpq_set_d(sum, pose->t[row]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(term, pose->r[3 * row + k]);
            mpq_set_d(factor, cd_axis(&p, k));
            mpq_mul(term, term, factor);
            mpq_add(sum, sum, term);
        }
        mpq_set_d(term, cd_axis(&rounded, row));
        mpq_sub(sum, sum, term);
        error[row] = mpq_get_d(sum);
    }
    mpq_clears(sum, term, factor, NULL);
    return cd_vec(error[0], error[1], error[2]);
}

TEST(poses_are_rigid_and_the_rounding_of_canonical_vertices_stays_below_its_bound)
{
    struct cd_random random = handmade_random();
    double worst = 0;
    for (int i = 0; i < 20000; i++) {
        double reach = i % 3 ? i % 3 == 1 ? 1 : 1e6 : 1e-3;
        struct cd_pose pose = handmade_random_pose(&random, reach);
        struct cd_vec3 model = handmade_random_point(&random, 2), world = cd_canonical_vertex(&pose, model);
        double error = cd_length(exact_error(&pose, model, world));
        double bound = cd_pose_rounding(&pose, cd_length(model));
        assert_true(error <= bound);
        assert_true(cd_pose_defect(&pose) < 3e-15 && cd_pose_is_rigid(&pose));
        worst = fmax(worst, error / bound);
    }
    printf("largest error: %.3f of the bound\n", worst);
}

TEST(a_rotation_turns_counterclockwise_about_its_axis)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 1000; n++) { // by Rodrigues' formula
        struct cd_vec3 axis = handmade_random_point(&random, 3), p = handmade_random_point(&random, 1);
        double angle = cd_random_between(&random, -7, 7);
        struct cd_vec3 u = cd_scale(axis, 1 / cd_length(axis));
        struct cd_pose pose = cd_pose_identity();
        cd_rotation_about(axis, angle, pose.r);
        struct cd_vec3 expected = cd_add(cd_scale(p, cos(angle)), cd_scale(cd_cross(u, p), sin(angle)));
        expected = cd_add(expected, cd_scale(u, cd_dot(u, p) * (1 - cos(angle))));
        assert_true(cd_length(cd_sub(cd_canonical_vertex(&pose, p), expected)) < 1e-8);
    }
}

TEST(matrices_are_multiplied_row_by_column)
{
    const double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, b[9] = {2, 3, 5, 7, 11, 13, 17, 19, 23};
    const double expected[9] = {67, 82, 100, 145, 181, 223, 240, 299, 369};
    double product[9];
    cd_matrix_multiply(a, b, product);
    assert_memory_equal(product, expected, sizeof product);
}

/// Moves a pose away from orthonormal: entries of R^T R by about `defect`, all of one sign where that is worst.
static void skew(struct cd_random *random, struct cd_pose *pose, double defect)
{
    const double *r = pose->r;
    double bent[9];
    for (int i = 0; i < 9; i++) {
        double row = r[i / 3 * 3] + r[i / 3 * 3 + 1] + r[i / 3 * 3 + 2];
        bent[i] = r[i] + defect / 2 * (cd_random_below(random, 2) ? row : cd_random_between(random, -1, 1));
    }
    memcpy(pose->r, bent, sizeof bent);
}

TEST(points_that_coincide_in_the_world_are_related_within_the_slack)
{
    struct cd_random random = handmade_random();
    double worst = 0;
    for (int n = 0; n < 100000; n++) {
        struct cd_pose a = handmade_random_pose(&random, n % 3 ? 2 : 1e4),
                       b = handmade_random_pose(&random, 2), there, back;
        struct cd_vec3 p = n % 2 ? cd_vec(1, 1, 1) : handmade_random_point(&random, 1);
        if (n % 4)
            skew(&random, &a, 1e-13 * cd_random_unit(&random));
        if (n % 5 == 0)
            skew(&random, &b, 1e-13 * cd_random_unit(&random));
        // q is a point of b where p of a is in the world, by Newton's method.
        struct cd_vec3 world = cd_canonical_vertex(&a, p), q = {0, 0, 0}, off = world;
        for (int step = 0; step < 4; step++) {
            off = cd_sub(world, cd_canonical_vertex(&b, q));
            q = cd_add(q, turned_back(&b, off));
        }
        off = cd_sub(world, cd_canonical_vertex(&b, q));
        struct cd_pose_slack of_a = cd_pose_slack_of(&a, cd_length(p)),
                             of_b = cd_pose_slack_of(&b, cd_length(q));
        double slack = cd_relative_slack(&of_a, &of_b) + 1.01 * cd_length(off);
        cd_relate(&a, &b, &there);
        cd_relate_back(&a, &b, &there, &back);
        double error = fmax(cd_length(cd_sub(cd_canonical_vertex(&there, q), p)),
                            cd_length(cd_sub(cd_canonical_vertex(&back, p), q)));
        assert_true(error <= slack);
        worst = fmax(worst, error / slack);
    }
    printf("largest error: %.3f of the slack\n", worst);
}

TEST(bounds_are_those_of_their_derivation)
{
    // Each part alone: 16 roundings of 2^-53 of radius and translation; 1.01 roundings, 4 defects of the radii, and 2^-47
    // of the reaches for the rounding of cd_relate itself, which has a defect of 2^-49.
    const struct cd_pose_slack none = {0}, rounded = {.rounding = 1}, skewed = {.defect = 1},
                               large = {.radius = 1}, far = {.reach = 1}, both = {.defect = 1, .radius = 1};
    const struct {
        const struct cd_pose_slack *a, *b;
        double slack;
    } cases[] = {{&none, &none, 0},          {&rounded, &none, 1.01}, {&none, &rounded, 1.01},
                 {&rounded, &rounded, 2.02}, {&skewed, &none, 0},     {&large, &none, 0x1p-47},
                 {&none, &large, 0x1p-47},   {&far, &none, 0x1p-47},  {&none, &far, 0x1p-47},
                 {&skewed, &large, 4},       {&large, &skewed, 4},    {&both, &both, 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double slack = cd_relative_slack(cases[i].a, cases[i].b);
        test_row("%zu: %a", i, slack);
        assert_true(fabs(slack - cases[i].slack) <= 1e-13 * cases[i].slack);
    }
    for (int i = 0; i < 4; i++) {
        struct cd_pose pose = cd_pose_identity();
        pose.r[0] = 1 + 0x1p-40;
        pose.t[i % 3] = i == 3 ? 0 : -3;
        double reach = i == 3 ? 0.5 : 3.5;
        struct cd_pose_slack slack = cd_pose_slack_of(&pose, 0.5);
        assert_true(cd_pose_rounding(&pose, 0.5) == reach * 0x1p-49 && slack.rounding == reach * 0x1p-49);
        assert_true(slack.reach == reach && slack.radius == 0.5 && fabs(slack.defect - 0x1p-39) < 0x1p-60);
    }
    struct cd_pose origin = cd_pose_identity();
    assert_true(cd_pose_rounding(&origin, 0) == 0x1p-1060);
}

TEST(what_is_not_rigid_is_refused)
{
    static const struct {
        int place; ///< in r, and after it in t
        double value;
        bool rigid;
    } cases[] = {{8, -1, false},       {0, 1 + 1e-11, false}, {4, NAN, false},      {1, 1e-11, false},
                 {1, 0.9e-12, true},   {1, 1.1e-12, false},   {5, 1e-11, false},    {6, 1e-11, false},
                 {8, INFINITY, false}, {9, NAN, false},       {11, INFINITY, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cd_pose pose = cd_pose_identity();
        test_row("%g at %d", cases[i].value, cases[i].place);
        *(cases[i].place < 9 ? &pose.r[cases[i].place] : &pose.t[cases[i].place - 9]) = cases[i].value;
        assert_int_equal(cd_pose_is_rigid(&pose), cases[i].rigid);
    }
    struct cd_random random = handmade_random();
    for (int n = 0; n < 1000; n++) { // any mirror image
        struct cd_pose pose = handmade_random_pose(&random, 1);
        for (int i = 0; i < 3; i++)
            pose.r[3 * i + n % 3] *= -1;
        assert_false(cd_pose_is_rigid(&pose));
    }
}

TEST(portable_sines_are_multiples_of_2_to_minus_30)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < 1000; i++) {
        double s = cd_sin_portable(cd_random_between(&random, -100, 100)) * 0x1p30;
        assert_true(s == nearbyint(s));
    }
    assert_true(cd_cos_portable(0) == 1);
}
