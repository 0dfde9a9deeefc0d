// Poses: what is rigid, and the bound on the rounding of canonical vertices, compared with GMP rationals.
#include "base/random.h"
#include "geom/pose.h"
#include "tests/test.h"

#include <gmp.h>

static struct cd_random seeded(void)
{
    const char *text = getenv("CDBENCH_TEST_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    return cd_random_seed(seed);
}

static struct cd_pose random_pose(struct cd_random *random, double reach)
{
    struct cd_pose pose;
    struct cd_vec3 axis = {cd_random_between(random, -1, 1), cd_random_between(random, -1, 1), 1.5};
    cd_rotation_about(axis, cd_random_between(random, -7, 7), pose.r);
    for (int i = 0; i < 3; i++)
        pose.t[i] = cd_random_between(random, -reach, reach);
    return pose;
}

/// The exact coordinate `row` of R*p + t, minus `rounded`, as a double.
static double exact_error(const struct cd_pose *pose, const double p[3], int row, double rounded)
{
    mpq_t sum, term, factor;
    mpq_inits(sum, term, factor, NULL);
    mpq_set_d(sum, pose->t[row]);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(term, pose->r[3 * row + k]);
        mpq_set_d(factor, p[k]);
        mpq_mul(term, term, factor);
        mpq_add(sum, sum, term);
    }
    mpq_set_d(term, rounded);
    mpq_sub(sum, sum, term);
    double error = mpq_get_d(sum);
    mpq_clears(sum, term, factor, NULL);
    return error;
}

TEST(the_rounding_of_canonical_vertices_stays_below_its_bound)
{
    struct cd_random random = seeded();
    double worst = 0;
    for (int i = 0; i < 20000; i++) {
        double reach = i % 3 ? i % 3 == 1 ? 1 : 1e6 : 1e-3;
        struct cd_pose pose = random_pose(&random, reach);
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = cd_random_between(&random, -2, 2);
        struct cd_vec3 model = {p[0], p[1], p[2]};
        struct cd_vec3 world = cd_canonical_vertex(&pose, model);
        double ex = exact_error(&pose, p, 0, world.x), ey = exact_error(&pose, p, 1, world.y),
               ez = exact_error(&pose, p, 2, world.z);
        double error = sqrt(ex * ex + ey * ey + ez * ez), bound = cd_pose_rounding(&pose, cd_length(model));
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
    struct cd_pose mirrored = cd_pose_identity(), scaled = cd_pose_identity(), lost = cd_pose_identity(),
                   skewed = cd_pose_identity(), far = cd_pose_identity();
    mirrored.r[8] = -1;
    scaled.r[0] = 1 + 1e-11;
    lost.r[4] = NAN;
    skewed.r[1] = 1e-11;
    far.t[2] = INFINITY;
    assert_false(cd_pose_is_rigid(&mirrored));
    assert_false(cd_pose_is_rigid(&scaled));
    assert_false(cd_pose_is_rigid(&lost));
    assert_false(cd_pose_is_rigid(&skewed));
    assert_false(cd_pose_is_rigid(&far));
    skewed.r[1] = 1e-13;
    assert_true(cd_pose_is_rigid(&skewed));
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
