// Compares the test of two triangles with GMP integers. On every set of pairs, all 36 orders of the corners and both
// orders of the triangles must give the reference's answer.

#include "geom/triangle.h"

#include "tests/geom/points.h"

#define PAIRS REFERENCE_INPUTS(60000)

struct pair {
    struct cd_vec3 a[3], b[3];
};

static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

/// All 72 ways to ask must answer `touch`.
static void check_pair(const struct pair *pair, bool touch)
{
    int agree = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            const int *s = orders[i], *t = orders[j];
            const struct cd_vec3 a[3] = {pair->a[s[0]], pair->a[s[1]], pair->a[s[2]]};
            const struct cd_vec3 b[3] = {pair->b[t[0]], pair->b[t[1]], pair->b[t[2]]};
            agree += cd_triangles_touch(a, b) == touch;
            agree += cd_triangles_touch(b, a) == touch;
        }
    for (int i = 0; agree != 72 && i < 6; i++) {
        const struct cd_vec3 *p = i < 3 ? &pair->a[i] : &pair->b[i - 3];
        print_message("%c[%d] = {%a, %a, %a}\n", "ab"[i / 3], i % 3, p->x, p->y, p->z);
    }
    assert_int_equal(agree, 72);
}

// ---- what pairs are made of

static void move_pair(struct pair *pair, const struct cd_pose *pose)
{
    cd_canonical_vertices(pose, pair->a, 3, pair->a);
    cd_canonical_vertices(pose, pair->b, 3, pair->b);
}

/// Leaves the pair unchanged, moves it as one body, or brings b to its place by another pose. In the last case, what
/// the triangles share is shared only up to rounding.
static void move_sometimes(struct cd_random *random, struct pair *pair)
{
    uint64_t kind = cd_random_below(random, 3);
    struct cd_pose pose = handmade_random_pose(random, 2);
    if (kind == 1)
        move_pair(pair, &pose);
    if (kind == 2)
        for (int i = 0; i < 3; i++)
            pair->b[i] = cd_canonical_vertex(
                &pose, turned_back(&pose, cd_sub(pair->b[i], cd_vec(pose.t[0], pose.t[1], pose.t[2]))));
}

// ---- the sets

static void make_random(struct cd_random *random, struct pair *pair)
{
    struct cd_vec3 offset = handmade_random_point(random, 0.5);
    for (int i = 0; i < 3; i++) {
        pair->a[i] = handmade_random_point(random, 1);
        pair->b[i] = cd_add(handmade_random_point(random, 1), offset);
    }
}

static void make_near_coplanar(struct cd_random *random, struct pair *pair)
{
    bool grid = cd_random_below(random, 2);
    struct cd_pose pose = handmade_random_pose(random, 2);
    for (int i = 0; i < 3; i++) {
        pair->a[i] = grid ? grid_point(random, 5) : handmade_random_point(random, 1);
        pair->b[i] = grid ? grid_point(random, 5) : handmade_random_point(random, 1);
        pair->a[i].z = pair->b[i].z = 0.25;
    }
    move_pair(pair, &pose);
}

static void make_shared_vertex(struct cd_random *random, struct pair *pair)
{
    make_random(random, pair);
    pair->b[cd_random_below(random, 3)] = pair->a[cd_random_below(random, 3)];
    move_sometimes(random, pair);
}

static void make_shared_edge(struct cd_random *random, struct pair *pair)
{
    make_random(random, pair);
    uint64_t i = cd_random_below(random, 3), j = cd_random_below(random, 3);
    uint64_t turn = 1 + cd_random_below(random, 2);
    pair->b[i] = pair->a[j];
    pair->b[(i + turn) % 3] = pair->a[(j + 1) % 3];
    if (cd_random_below(random, 4) == 0) // and coplanar up to rounding
        pair->b[(i + 3 - turn) % 3] =
            cd_add(pair->a[j], cd_sub(pair->a[(j + 2) % 3], cd_scale(pair->a[(j + 1) % 3], 0.3)));
    move_sometimes(random, pair);
}

static void make_tip_near_face(struct cd_random *random, struct pair *pair)
{
    make_random(random, pair);
    double s = cd_random_unit(random), t = cd_random_unit(random) * (1 - s);
    if (cd_random_below(random, 4) == 0)
        s = cd_random_below(random, 2) ? 0 : 0.5; // near an edge
    const struct cd_vec3 *a = pair->a;
    struct cd_vec3 u = cd_sub(a[1], a[0]), v = cd_sub(a[2], a[0]), normal = cd_cross(u, v);
    struct cd_vec3 tip = cd_add(a[0], cd_add(cd_scale(u, s), cd_scale(v, t)));
    pair->b[0] = nudged_point(random, tip);
    for (int i = 1; i < 3; i++) {
        struct cd_vec3 aside = handmade_random_point(random, 1);
        pair->b[i] = cd_dot(normal, aside) < 0 ? cd_sub(tip, aside) : cd_add(tip, aside);
    }
}

/// A triangle on a small grid, often a segment or a point.
static void make_thin(struct cd_random *random, struct cd_vec3 a[3])
{
    for (int i = 0; i < 3; i++)
        a[i] = grid_point(random, 4);
    uint64_t kind = cd_random_below(random, 5), i = cd_random_below(random, 3);
    if (kind == 0) // a point
        a[0] = a[1] = a[2];
    if (kind == 1) // two corners in one
        a[i] = a[(i + 1) % 3];
    if (kind == 2) // collinear
        a[i] = cd_sub(cd_scale(a[(i + 1) % 3], 2), a[(i + 2) % 3]);
}

static void make_degenerate(struct cd_random *random, struct pair *pair)
{
    make_thin(random, pair->a);
    make_thin(random, pair->b);
    for (int i = 0; i < 3; i++)
        if (cd_random_below(random, 6) == 0)
            pair->b[i] = pair->a[cd_random_below(random, 3)];
    if (cd_random_below(random, 8) == 0)
        for (int i = 0; i < 3; i++)
            pair->b[i] = pair->a[i];
    if (cd_random_below(random, 2) == 0)
        move_sometimes(random, pair);
}

static void make_coplanar(struct cd_random *random, struct pair *pair)
{
    struct cd_vec3 u = cd_sub(grid_point(random, 9), cd_vec(4, 4, 4));
    struct cd_vec3 v = cd_sub(grid_point(random, 9), cd_vec(4, 4, 4)), origin = grid_point(random, 100);
    for (int i = 0; i < 6; i++) {
        struct cd_vec3 p = grid_point(random, 6);
        *(i < 3 ? &pair->a[i] : &pair->b[i - 3]) = cd_add(origin, cd_add(cd_scale(u, p.x), cd_scale(v, p.y)));
    }
}

/// Any of the above, scaled by powers of two: each axis to another end of the range of doubles, or all axes to where a
/// product of three coordinates becomes denormal or overflows.
static void make_extreme(struct cd_random *random, struct pair *pair)
{
    void (*const sets[])(struct cd_random *, struct pair *) = {make_random, make_degenerate, make_coplanar,
                                                               make_tip_near_face, make_near_coplanar};
    sets[cd_random_below(random, 5)](random, pair);
    int power[3];
    uint64_t kind = cd_random_below(random, 3);
    int common = (kind == 1 ? -365 : 325) + (int)cd_random_below(random, 25);
    for (int j = 0; j < 3; j++)
        power[j] =
            kind ? common : (int)cd_random_below(random, 3) * 1014 - 1030 + (int)cd_random_below(random, 8);
    for (int i = 0; i < 6; i++) {
        struct cd_vec3 *p = i < 3 ? &pair->a[i] : &pair->b[i - 3];
        *p = cd_vec(ldexp(p->x, power[0]), ldexp(p->y, power[1]), ldexp(p->z, power[2]));
    }
}

static const struct set {
    const char *name;
    void (*generate)(struct cd_random *, struct pair *);
    int one_in; ///< of PAIRS
} sets[] = {{"random", make_random, 1},
            {"coplanar, rotated by doubles", make_near_coplanar, 1},
            {"shared vertex", make_shared_vertex, 1},
            {"shared edge", make_shared_edge, 1},
            {"a tip one ulp from a face", make_tip_near_face, 1},
            {"segments and points", make_degenerate, 1},
            {"coplanar on a grid", make_coplanar, 1},
            {"extreme size", make_extreme, 50}};

static void triangles_match_the_reference(void **state)
{
    const struct set *set = *state;
    struct cd_random random = handmade_random();
    int touching = 0;
    for (int i = 0; i < PAIRS / set->one_in; i++) {
        struct pair pair;
        set->generate(&random, &pair);
        bool touch = reference_triangles_touch(pair.a, pair.b);
        touching += touch;
        check_pair(&pair, touch);
    }
    print_message("%d pairs, %d touch\n", PAIRS / set->one_in, touching);
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        test_add(sets[i].name, triangles_match_the_reference, &sets[i]);
}

// ---- by hand

TEST(triangles_by_hand_touch_or_not)
{
    static const struct {
        struct cd_vec3 b[3];
        bool touch;
    } cases[] = {
        {{{1, 1, 0}, {1, 1, 5}, {2, 1, 5}}, true}, // a tip in the face
        {{{2, 2, 0}, {3, 3, 5}, {3, 3, -5}}, true},
        {{{4, 0, 0}, {9, 0, 0}, {9, 9, 0}}, true},
        {{{1, 1, -1}, {1, 1, 1}, {9, 9, 9}}, true},
        {{{1, 1, 0x1p-1074}, {1, 1, 5}, {2, 1, 5}}, false}, // a denormal apart
        {{{1, 1, -0x1p-1074}, {1, 1, 5}, {2, 1, 5}}, true},
        {{{-0x1p-1074, 0, 0}, {-1, 0, 0}, {-1, 1, 0}}, false},
        {{{1, 1, 0}, {1.5, 1, 0}, {1, 1.5, 0}}, true}, // inside
        {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, true},     // the same
        {{{-0.0, -0.0, -0.0}, {-1, -1, 0}, {-1, 0, -0.0}}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pair pair = {.a = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
        test_row("%zu, at %g %g %g", i, cases[i].b[0].x, cases[i].b[0].y, cases[i].b[0].z);
        memcpy(pair.b, cases[i].b, sizeof pair.b);
        assert_int_equal(reference_triangles_touch(pair.a, pair.b), cases[i].touch);
        check_pair(&pair, cases[i].touch);
    }
}

TEST(points_and_segments_are_degenerate)
{
    static const struct {
        struct cd_vec3 corners[3];
        bool degenerate;
    } cases[] = {
        {{{0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}}, true},
        {{{0.1, 0.2, 0.3}, {0.1, 0.2, 0.4}, {0.1, 0.2, 0.7}}, true},
        {{{1e300, 1e300, 1e300}, {0, 0, 0}, {1, 1, 1}}, true},
        {{{1e300, 1e300, 1e300}, {0, 0, 0}, {1, 1, 1 + 0x1p-52}}, false},
        {{{0, 0, 0}, {0x1p-1074, 0, 0}, {0, 0x1p-1074, 0}}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu, to %g", i, cases[i].corners[2].z);
        assert_int_equal(cd_triangle_is_degenerate(cases[i].corners), cases[i].degenerate);
    }
}
