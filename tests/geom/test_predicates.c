// Compares orientation with GMP integers, on inputs for every stage: far from flat, flat up to rounding, exactly flat,
// and of magnitudes at which products overflow and underflow.

#include "geom/predicates.h"

#include "tests/geom/points.h"

#define INPUTS REFERENCE_INPUTS(100000)

// ---- sets of four points

static double random_mantissa(struct cd_random *random)
{
    double value = 1 + cd_random_unit(random);
    return cd_random_below(random, 2) ? value : -value;
}

/// Any double: zeros, denormals, few bits or many, the largest ones.
static double any_double(struct cd_random *random)
{
    static const double special[] = {0.0,   -0.0,   0x1p-1074, -0x1p-1074, 0x1p-1022,
                                     1e300, -1e300, 0x1p512,   0x1p-537,   0x1.fffffffffffffp1023,
                                     1.0,   -1.0,   3.0};
    uint64_t kind = cd_random_below(random, 4);
    if (kind == 0)
        return special[cd_random_below(random, sizeof special / sizeof *special)];
    if (kind == 1)
        return (double)cd_random_below(random, 7) - 3;
    return ldexp(random_mantissa(random), (int)cd_random_below(random, 2097) - 1074);
}

static void make_uniform(struct cd_random *random, struct cd_vec3 p[4])
{
    for (int i = 0; i < 4; i++)
        p[i] = handmade_random_point(random, 1);
}

static void make_grid(struct cd_random *random, struct cd_vec3 p[4])
{
    for (int i = 0; i < 4; i++)
        p[i] = grid_point(random, 5);
}

static void make_nearly_flat(struct cd_random *random, struct cd_vec3 p[4])
{
    make_uniform(random, p);
    struct cd_vec3 u = cd_sub(p[1], p[0]), v = cd_sub(p[2], p[0]);
    double s = cd_random_between(random, -1, 2), t = cd_random_between(random, -1, 2);
    p[3] = nudged_point(random, cd_add(p[0], cd_add(cd_scale(u, s), cd_scale(v, t))));
}

/// Exactly flat, but with differences that round: the last stage, of integers.
static void make_flat_and_uneven(struct cd_random *random, struct cd_vec3 p[4])
{
    double far = 0x1p30 * random_mantissa(random);
    for (int i = 0; i < 4; i++) {
        p[i] = handmade_random_point(random, 1);
        if (i % 2)
            p[i].x += far;
        p[i].z = p[i].x; // the plane z = x
    }
    if (cd_random_below(random, 2)) // and now and then off it by the smallest step
        p[3].z = nextafter(p[3].z, INFINITY);
}

/// On a line y = 3 x seen along z, and a plane: products round, so that no determinant comes out as 0 by itself.
static void make_sloped(struct cd_random *random, struct cd_vec3 p[4])
{
    for (int i = 0; i < 4; i++) {
        double x = floor(cd_random_between(random, -1, 1) * 0x1p49),
               y = floor(cd_random_unit(random) * 0x1p49);
        p[i] = cd_vec(x, y, 3 * x);
    }
}

static void make_rotated_flat(struct cd_random *random, struct cd_vec3 p[4])
{
    struct cd_pose pose = handmade_random_pose(random, 0);
    for (int i = 0; i < 4; i++) {
        p[i] = cd_random_below(random, 2) ? handmade_random_point(random, 1) : grid_point(random, 5);
        p[i].z = 1;
    }
    cd_canonical_vertices(&pose, p, 4, p);
}

static void make_any(struct cd_random *random, struct cd_vec3 p[4])
{
    for (int i = 0; i < 4; i++) {
        double x = any_double(random), y = any_double(random);
        p[i] = cd_vec(x, y, any_double(random));
    }
}

/// Flat or nearly flat. Each axis is scaled by a power of two, which may lead to denormals or to 1e308.
static void make_stretched(struct cd_random *random, struct cd_vec3 p[4])
{
    void (*const sets[])(struct cd_random *, struct cd_vec3 *) = {make_grid, make_nearly_flat,
                                                                  make_rotated_flat};
    sets[cd_random_below(random, 3)](random, p);
    int power[3];
    for (int j = 0; j < 3; j++)
        power[j] = (int)cd_random_below(random, 2090) - 1074;
    for (int i = 0; i < 4; i++)
        p[i] = cd_vec(ldexp(p[i].x, power[0]), ldexp(p[i].y, power[1]), ldexp(p[i].z, power[2]));
}

// ---- the checks

static const struct {
    int order[4], sign;
} permutations[] = {{{0, 1, 2, 3}, 1},  {{1, 0, 2, 3}, -1}, {{1, 2, 0, 3}, 1}, {{0, 1, 3, 2}, -1},
                    {{3, 0, 1, 2}, -1}, {{2, 3, 0, 1}, 1},  {{3, 2, 1, 0}, 1}, {{0, 3, 2, 1}, -1}};

static void check_orient3d(const struct cd_vec3 p[4], int expected)
{
    for (size_t k = 0; k < sizeof permutations / sizeof *permutations; k++) {
        const int *o = permutations[k].order;
        int sign = cd_orient3d(&p[o[0]], &p[o[1]], &p[o[2]], &p[o[3]]);
        if (sign != expected * permutations[k].sign)
            for (int i = 0; i < 4; i++)
                print_message("p[%d] = {%a, %a, %a}\n", i, p[i].x, p[i].y, p[i].z);
        assert_int_equal(sign, expected * permutations[k].sign);
    }
}

/// The same points in a plane, in several orders.
static int check_orient2d(const struct cd_vec3 p[4])
{
    const double flat[6] = {p[0].x, p[0].z, p[1].x, p[1].z, p[3].x, p[3].z};
    int expected = reference_orient2d(flat);
    const double *f = flat;
    assert_int_equal(cd_orient2d(f[0], f[1], f[2], f[3], f[4], f[5]), expected);
    assert_int_equal(cd_orient2d(f[2], f[3], f[4], f[5], f[0], f[1]), expected);
    assert_int_equal(cd_orient2d(f[4], f[5], f[2], f[3], f[0], f[1]), -expected);
    return expected;
}

static const struct set {
    const char *name;
    void (*generate)(struct cd_random *, struct cd_vec3 *);
    int one_in; ///< of INPUTS
} sets[] = {{"uniform", make_uniform, 1},
            {"grid", make_grid, 1},
            {"nearly flat", make_nearly_flat, 1},
            {"rotated flat", make_rotated_flat, 1},
            {"any", make_any, 5},
            {"flat and uneven", make_flat_and_uneven, 1},
            {"stretched", make_stretched, 5},
            {"sloped", make_sloped, 5}};

static void orientation_is_exact(void **state)
{
    const struct set *set = *state;
    struct cd_random random = handmade_random();
    int zeros3 = 0, zeros2 = 0;
    for (int n = 0; n < INPUTS / set->one_in; n++) {
        struct cd_vec3 p[4];
        set->generate(&random, p);
        int expected = reference_orient3d(p);
        zeros3 += expected == 0;
        check_orient3d(p, expected);
        zeros2 += check_orient2d(p) == 0;
    }
    print_message("%d inputs, %d coplanar, %d collinear\n", INPUTS / set->one_in, zeros3, zeros2);
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        test_add(sets[i].name, orientation_is_exact, &sets[i]);
}

TEST(differences_that_overflow_are_decided)
{
    const double huge = 0x1.fffffffffffffp1023;
    const struct cd_vec3 a = {huge, huge, huge}, b = {-huge, huge, huge}, c = {huge, -huge, huge};
    const struct cd_vec3 flat = {0, 0, huge}, off = {0, 0, nextafter(huge, 0)};
    check_orient3d((const struct cd_vec3[]){a, b, c, flat}, 0);
    check_orient3d((const struct cd_vec3[]){a, b, c, off},
                   reference_orient3d((const struct cd_vec3[]){a, b, c, off}));
    assert_int_equal(cd_orient2d(huge, huge, -huge, -huge, 0x1p-1074, 0), 1);
}

static int reference_comparison(const struct cd_vec3 p[3])
{
    mpz_t sum, d, x, y;
    mpz_inits(sum, d, x, y, NULL);
    for (int i = 0; i < 3; i++) {
        reference_integer(d, cd_axis(&p[0], i), -1074);
        reference_integer(x, cd_axis(&p[1], i), -1074);
        reference_integer(y, cd_axis(&p[2], i), -1074);
        mpz_sub(x, x, y);
        mpz_addmul(sum, d, x);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, d, x, y, NULL);
    return sign;
}

TEST(comparisons_along_a_direction_are_exact)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < INPUTS / 5; n++) {
        struct cd_vec3 p[4];
        sets[cd_random_below(&random, sizeof sets / sizeof *sets)].generate(&random, p);
        assert_int_equal(cd_compare_along(&p[0], &p[1], &p[2]), reference_comparison(p));
        assert_int_equal(cd_compare_along(&p[0], &p[2], &p[1]), -reference_comparison(p));
        assert_int_equal(cd_compare_along(&p[0], &p[1], &p[1]), 0);
    }
}
