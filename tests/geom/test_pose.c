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

TEST(the_rounding_of_canonical_vertices_stays_below_its_bound)
{
    struct cd_random random = seeded();
    double worst = 0;
    for (int i = 0; i < 20000; i++) {
        double reach = i % 3 ? i % 3 == 1 ? 1 : 1e6 : 1e-3;
        struct cd_pose pose = random_pose(&random, reach);
        struct cd_vec3 model = uniform_point(&random, 2), world = cd_canonical_vertex(&pose, model);
        double error = cd_length(exact_error(&pose, model, world));
        double bound = cd_pose_rounding(&pose, cd_length(model));
        assert_true(error <= bound);
        worst = fmax(worst, error / bound);
    }
    printf("largest error: %.3f of the bound\n", worst);
}

TEST(rotations_are_orthonormal_to_a_few_units_in_the_last_place)
{
    struct cd_random random = seeded();
    for (int i = 0; i < 10000; i++) {
        struct cd_pose pose = random_pose(&random, 1);
        assert_true(cd_pose_defect(&pose) < 3e-15);
        assert_true(cd_pose_is_rigid(&pose));
    }
}

TEST(a_rotation_turns_counterclockwise_about_its_axis)
{
    struct cd_pose pose = cd_pose_identity();
    cd_rotation_about(cd_vec(0, 0, 5), acos(-1) / 2, pose.r);
    struct cd_vec3 turned = cd_canonical_vertex(&pose, cd_vec(1, 0, 0));
    assert_true(fabs(turned.x) < 1e-8 && fabs(turned.y - 1) < 1e-8 && turned.z == 0);
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
        *(cases[i].place < 9 ? &pose.r[cases[i].place] : &pose.t[cases[i].place - 9]) = cases[i].value;
        assert_int_equal(cd_pose_is_rigid(&pose), cases[i].rigid);
    }
    struct cd_random random = seeded();
    for (int n = 0; n < 1000; n++) { // any mirror image
        struct cd_pose pose = random_pose(&random, 1);
        for (int i = 0; i < 3; i++)
            pose.r[3 * i + n % 3] *= -1;
        assert_false(cd_pose_is_rigid(&pose));
    }
}

TEST(portable_sines_are_multiples_of_2_to_minus_30)
{
    struct cd_random random = seeded();
    for (int i = 0; i < 1000; i++) {
        double s = cd_sin_portable(cd_random_between(&random, -100, 100)) * 0x1p30;
        assert_true(s == nearbyint(s));
    }
    assert_true(cd_cos_portable(0) == 1);
}
