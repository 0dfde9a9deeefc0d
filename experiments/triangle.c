// Tests of two triangles: cd_triangles_touch (`exact`), which is exact and works on two doubles at a time;
// the same test (Guigue and Devillers 2003), which decides by signs of products of vectors, in plain doubles one
// by one, as published (`nested`) and with a table in place of its branches (`table`); Moeller's of 1997, which
// compares intervals of numbers along a line (`intervals`); and RAPID's, which tries 17 axes (`axes`). Compiled
// with the same flags, on the same pairs.
//
//     build/release/experiments/triangle [--rounds N]
//
// In each of N (801) rounds all of them take turns on the same 1024 pairs. Prints CSV: for each set of pairs
// and each test, nanoseconds a test (the median of the rounds, with its interval); `ratio`, its time over that
// of the faster of `nested` and `table`; `touch` and `wrong`, the shares of pairs that touch and that it answers
// wrongly. The ratio of `exact` should be at most 1 on generic pairs and 1.5 on coplanar ones.

#include "geom/triangle.h"
#include "algos/papers/rapid/rapid.h"
#include "base/random.h"
#include "experiments/program.h"
#include "geom/pose.h"

struct pair {
    struct cd_vec3 a[3], b[3];
};

// ---- the plain test

static inline double volume(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c,
                            const struct cd_vec3 *d)
{
    return cd_dot(cd_cross(cd_sub(*b, *a), cd_sub(*c, *a)), cd_sub(*d, *a));
}

struct point2 {
    double x, y;
};

static double turn(struct point2 a, struct point2 b, struct point2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool all_beyond_an_edge(const struct point2 a[3], const struct point2 b[3])
{
    double area = turn(a[0], a[1], a[2]);
    for (int i = 0; i < 3; i++) {
        struct point2 p = a[i], q = a[(i + 1) % 3];
        if (turn(p, q, b[0]) * area < 0 && turn(p, q, b[1]) * area < 0 && turn(p, q, b[2]) * area < 0)
            return true;
    }
    return false;
}

static bool __attribute__((noinline))
plain_coplanar(const struct cd_vec3 a[3], const struct cd_vec3 b[3], struct cd_vec3 normal)
{
    struct point2 flat_a[3], flat_b[3];
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    for (int i = 0; i < 3; i++) {
        flat_a[i] = z >= x && z >= y ? (struct point2){a[i].x, a[i].y}
                    : y >= x         ? (struct point2){a[i].z, a[i].x}
                                     : (struct point2){a[i].y, a[i].z};
        flat_b[i] = z >= x && z >= y ? (struct point2){b[i].x, b[i].y}
                    : y >= x         ? (struct point2){b[i].z, b[i].x}
                                     : (struct point2){b[i].y, b[i].z};
    }
    return !all_beyond_an_edge(flat_a, flat_b) && !all_beyond_an_edge(flat_b, flat_a);
}

/// The corner that is alone on its side of the other's plane, and whether that is the negative side.
struct lone_corner {
    unsigned char index, negative;
};

/// As published: by a nest of comparisons of the sides p, q, r of the three corners.
static inline struct lone_corner lone_corner_nested(double p, double q, double r)
{
    if (p > 0)
        return q > 0   ? (struct lone_corner){2, 1}
               : r > 0 ? (struct lone_corner){1, 1}
                       : (struct lone_corner){0, 0};
    if (p < 0)
        return q < 0   ? (struct lone_corner){2, 0}
               : r < 0 ? (struct lone_corner){1, 0}
                       : (struct lone_corner){0, 1};
    if (q < 0)
        return r >= 0 ? (struct lone_corner){1, 1} : (struct lone_corner){0, 0};
    if (q > 0)
        return r > 0 ? (struct lone_corner){0, 1} : (struct lone_corner){1, 0};
    return r > 0 ? (struct lone_corner){2, 0} : (struct lone_corner){2, 1};
}

/// The same from a table: fewer branches to predict, more instructions. By the signs (0 negative, 1 zero, 2
/// positive) of the sides, first corner first.
static inline struct lone_corner lone_corner_of_table(double p, double q, double r)
{
    static const struct lone_corner lone_corners[3][3][3] = {
        {{{0, 0}, {2, 0}, {2, 0}}, {{1, 0}, {0, 1}, {0, 1}}, {{1, 0}, {1, 0}, {0, 1}}},
        {{{0, 0}, {1, 1}, {1, 1}}, {{2, 1}, {0, 0}, {2, 0}}, {{2, 1}, {1, 0}, {0, 1}}},
        {{{0, 0}, {0, 0}, {1, 1}}, {{0, 0}, {0, 0}, {1, 1}}, {{2, 1}, {2, 1}, {0, 0}}},
    };
    return lone_corners[1 + (p > 0) - (p < 0)][1 + (q > 0) - (q < 0)][1 + (r > 0) - (r < 0)];
}

static inline __attribute__((always_inline)) bool
plain_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3],
            struct lone_corner (*lone_corner_of)(double p, double q, double r))
{
    static const unsigned char next[2][3] = {{1, 2, 0}, {2, 0, 1}};
    struct cd_vec3 n = cd_cross(cd_sub(b[1], b[0]), cd_sub(b[2], b[0]));
    double dp = cd_dot(n, cd_sub(a[0], b[0])), dq = cd_dot(n, cd_sub(a[1], b[0])),
           dr = cd_dot(n, cd_sub(a[2], b[0]));
    if ((dp * dq > 0) & (dp * dr > 0))
        return false;
    n = cd_cross(cd_sub(a[1], a[0]), cd_sub(a[2], a[0]));
    double ep = cd_dot(n, cd_sub(b[0], a[0])), eq = cd_dot(n, cd_sub(b[1], a[0])),
           er = cd_dot(n, cd_sub(b[2], a[0]));
    if ((ep * eq > 0) & (ep * er > 0))
        return false;
    if (dp == 0 && dq == 0 && dr == 0)
        return plain_coplanar(a, b, n);
    struct lone_corner in_a = lone_corner_of(dp, dq, dr), in_b = lone_corner_of(ep, eq, er);
    const struct cd_vec3 *p1 = &a[in_a.index], *p2 = &b[in_b.index];
    const struct cd_vec3 *q1 = &a[next[in_b.negative][in_a.index]],
                         *r1 = &a[next[!in_b.negative][in_a.index]];
    const struct cd_vec3 *q2 = &b[next[in_a.negative][in_b.index]],
                         *r2 = &b[next[!in_a.negative][in_b.index]];
    return volume(p1, q1, p2, q2) <= 0 && volume(p1, r1, r2, p2) <= 0;
}

static bool __attribute__((noinline)) nested_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    return plain_touch(a, b, lone_corner_nested);
}

static bool __attribute__((noinline)) table_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    return plain_touch(a, b, lone_corner_of_table);
}

// ---- the test by intervals

/// The sides of the corners of `a`: how far each is from the plane of `b`, times the length of b's normal.
static inline struct cd_vec3 sides_of(const struct cd_vec3 a[3], const struct cd_vec3 b[3], double side[3])
{
    struct cd_vec3 n = cd_cross(cd_sub(b[1], b[0]), cd_sub(b[2], b[0]));
    for (int i = 0; i < 3; i++)
        side[i] = cd_dot(n, cd_sub(a[i], b[0]));
    return n;
}

/// The part of the line in which both planes meet that a triangle covers: from `at` + by[0] / over[0] to `at` +
/// by[1] / over[1], or the other way round. Where some side is not 0, no `over` is, and both have one sign.
struct stretch {
    double at, by[2], over[2];
};

static inline struct stretch stretch_of(const struct cd_vec3 corners[3], int axis, const double side[3])
{
    int i = lone_corner_nested(side[0], side[1], side[2]).index, j = (i + 1) % 3, k = (i + 2) % 3;
    double at = cd_axis(&corners[i], axis);
    return (struct stretch){
        at,
        {(cd_axis(&corners[j], axis) - at) * side[i], (cd_axis(&corners[k], axis) - at) * side[i]},
        {side[i] - side[j], side[i] - side[k]}};
}

/// The ends of a stretch times what both stretches are divided by.
static inline void scaled_ends(const struct stretch *own, const struct stretch *other, double ends[2])
{
    double others = other->over[0] * other->over[1], at = own->at * own->over[0] * own->over[1] * others;
    double first = at + own->by[0] * own->over[1] * others, second = at + own->by[1] * own->over[0] * others;
    ends[0] = fmin(first, second);
    ends[1] = fmax(first, second);
}

/// Moeller, A Fast Triangle-Triangle Intersection Test (Journal of Graphics Tools 2, 1997), without divisions
/// and without tolerances.
static bool __attribute__((noinline)) intervals_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    double of_a[3], of_b[3], ends_of_a[2], ends_of_b[2];
    struct cd_vec3 normal_of_b = sides_of(a, b, of_a);
    if ((of_a[0] * of_a[1] > 0) & (of_a[0] * of_a[2] > 0))
        return false;
    struct cd_vec3 normal_of_a = sides_of(b, a, of_b);
    if ((of_b[0] * of_b[1] > 0) & (of_b[0] * of_b[2] > 0))
        return false;
    if (of_a[0] == 0 && of_a[1] == 0 && of_a[2] == 0)
        return plain_coplanar(a, b, normal_of_a);
    struct cd_vec3 line = cd_cross(normal_of_a, normal_of_b);
    double x = fabs(line.x), y = fabs(line.y), z = fabs(line.z);
    int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    struct stretch own = stretch_of(a, axis, of_a), other = stretch_of(b, axis, of_b);
    scaled_ends(&own, &other, ends_of_a);
    scaled_ends(&other, &own, ends_of_b);
    return ends_of_a[0] <= ends_of_b[1] && ends_of_b[0] <= ends_of_a[1];
}

// ---- the pairs

enum { PAIRS = 1024, LEARNED = 256 };

enum shape { GENERIC, LEAVES, CROSSING, SHARED_VERTEX, NEAR_COPLANAR, COPLANAR };

/// A set of pairs: fresh ones for each round, as in life; or, `learned`, the same few over and over, so that
/// the processor knows every branch and only the arithmetic counts.
static const struct set {
    const char *name;
    enum shape shape;
    bool learned;
} sets[] = {
    {"generic", GENERIC, false},
    {"learned", GENERIC, true},
    {"leaves", LEAVES, false},     // of two finely tessellated surfaces: small triangles close to each other
    {"crossing", CROSSING, false}, // nearly all touch: the longest way through the test
    {"shared_vertex", SHARED_VERTEX, false},
    {"near_coplanar", NEAR_COPLANAR, false},
    {"coplanar", COPLANAR, false},
};

static struct cd_vec3 random_point(struct cd_random *random)
{
    double x = cd_random_between(random, -1, 1), y = cd_random_between(random, -1, 1);
    return cd_vec(x, y, cd_random_between(random, -1, 1));
}

static void make_pair(struct cd_random *random, enum shape shape, struct pair *pair)
{
    struct cd_pose pose;
    if (shape == NEAR_COPLANAR) {
        cd_rotation_about(cd_add(random_point(random), cd_vec(0, 0, 2)), cd_random_between(random, -3, 3),
                          pose.r);
        for (int i = 0; i < 3; i++)
            pose.t[i] = cd_random_between(random, -2, 2);
    }
    do { // two triangles in a cube, the second moved by up to half its size
        bool small = shape == LEAVES;
        struct cd_vec3 place = cd_scale(random_point(random), small ? 10 : 0.5);
        for (int i = 0; i < 3; i++) {
            pair->a[i] = small ? cd_add(place, cd_scale(random_point(random), 0.01)) : random_point(random);
            pair->b[i] = cd_add(small ? place : random_point(random),
                                small ? cd_scale(random_point(random), 0.01) : place);
        }
    } while (shape == CROSSING && !cd_triangles_touch(pair->a, pair->b));
    if (shape == SHARED_VERTEX)
        pair->b[cd_random_below(random, 3)] = pair->a[cd_random_below(random, 3)];
    for (int i = 0; i < 3 && (shape == COPLANAR || shape == NEAR_COPLANAR); i++)
        pair->a[i].z = pair->b[i].z = 0.25;
    if (shape == NEAR_COPLANAR) {
        cd_canonical_vertices(&pose, pair->a, 3, pair->a);
        cd_canonical_vertices(&pose, pair->b, 3, pair->b);
    }
}

// ---- timing

enum { TESTS = 5 };
static const struct {
    const char *name;
    bool (*test)(const struct cd_vec3 *, const struct cd_vec3 *);
} tests[TESTS] = {{"nested", nested_touch},
                  {"table", table_touch},
                  {"intervals", intervals_touch},
                  {"axes", rapid_no_axis_separates},
                  {"exact", cd_triangles_touch}};

struct bench {
    const struct set *set;
    struct cd_random random;
    size_t drawn; ///< the rounds for which pairs have been made
    struct pair pairs[PAIRS];
    uint64_t touching, wrong[TESTS];
    double ns[TESTS][PROGRAM_ROUNDS_MAX];
};

/// Notes what the tests say of the pairs of a round, once all have been timed.
static void judge(struct bench *bench)
{
    for (size_t i = 0; i < PAIRS; i++) {
        bool touch = cd_triangles_touch(bench->pairs[i].a, bench->pairs[i].b);
        bench->touching += touch;
        for (int k = 0; k < TESTS; k++)
            bench->wrong[k] += tests[k].test(bench->pairs[i].a, bench->pairs[i].b) != touch;
    }
}

static volatile unsigned hits; // written so that no call can be left out

static enum cd_code take_turn(void *user, size_t which, size_t round, struct cd_status *status)
{
    struct bench *bench = user;
    unsigned touching = 0;
    if (bench->drawn == round) {
        size_t count = bench->set->learned ? LEARNED : PAIRS;
        bool made = bench->set->learned && bench->drawn;
        if (bench->drawn++)
            judge(bench);
        for (size_t i = 0; i < PAIRS && !made; i++)
            if (i < count)
                make_pair(&bench->random, bench->set->shape, &bench->pairs[i]);
            else
                bench->pairs[i] = bench->pairs[i % count];
    }
    uint64_t start = cd_clock_wall();
    for (int i = 0; i < PAIRS; i++)
        touching += tests[which].test(bench->pairs[i].a, bench->pairs[i].b);
    hits += touching;
    bench->ns[which][round] = (double)(cd_clock_wall() - start) / PAIRS;
    return (void)status, CD_OK;
}

struct request {
    struct cd_number rounds;
};

static const struct cd_option options[] = {
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

static enum cd_code run(const void *values, struct cd_status *status)
{
    size_t rounds = ((const struct request *)values)->rounds.value;
    struct bench *bench = cd_allocate(1, sizeof *bench);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        *bench = (struct bench){.set = &sets[i], .random = cd_random_seed(1)};
        program_take_turns(TESTS, rounds, take_turn, bench, status);
        judge(bench);
        double tested = (double)rounds * PAIRS, plain = fmin(cd_median_of_reals(bench->ns[0], rounds),
                                                             cd_median_of_reals(bench->ns[1], rounds));
        for (int k = 0; k < TESTS; k++) {
            program_text("series", tests[k].name);
            program_text("set", sets[i].name);
            program_median("ns", bench->ns[k], rounds);
            program_digits("ratio", cd_median_of_reals(bench->ns[k], rounds) / plain, 4);
            program_digits("touch", (double)bench->touching / tested, 4);
            program_digits("wrong", (double)bench->wrong[k] / tested, 4);
            program_end_row();
        }
    }
    cd_free(bench);
    return CD_OK;
}

int main(int argc, char **argv)
{
    struct request request = {.rounds = {.value = 801}};
    return program_main("triangle",
                        "what tests of two triangles cost, exact and not, by vectors and by intervals",
                        options, &request, run, argc, argv);
}
