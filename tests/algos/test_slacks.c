/// How far apart volumes may be and still count as meeting: the slacks that the README files derive. Two bodies leave
/// each other along x, and the gap is sought beyond which their triangles are not tested any more. If a slack is smaller
/// than derived, contacts may be lost; if it is larger, time.
#include "tests/subject.h"
#include "tests/test.h"

#include <float.h>

extern const struct cd_algo cd_algo_rapid, cd_algo_obb8, cd_algo_saabb, cd_algo_sphere, cd_algo_aabb,
    cd_algo_sphere_obb;

/// Halves of a pair, at x <= 0 or at x >= 0.
enum kind {
    WIDE, ///< a triangle whose box ends at 0 and whose sphere goes far beyond
    NEEDLE, ///< one whose sphere ends at 0, and a triangle far from it, so that the body's sphere goes far beyond
    TILTED, ///< a needle along the diagonal of its box
};

/// Of a mesh: half a box's extents added up, the largest |x| + |y| + |z| of a vertex, the x of the middle of the box.
static const struct extents {
    double radius, reach, middle;
} extents[] = {[WIDE] = {1.5, 1, 0.5}, [NEEDLE] = {2, 3.6, 0.5}, [TILTED] = {0.866025, 1.732051, 0.288675}};

static struct cd_mesh *mesh_of(enum kind kind, int side, double size)
{
    double s = side ? size : -size, diagonal = size / sqrt(3);
    const struct cd_vec3 wide[] = {{0, size, 0}, {0, -size, 0}, {s, 0, 0}},
                         needle[] = {{0, 0, 0},
                                     {0, 0, 0},
                                     {s, 0, 0},
                                     {0.4 * s, 3 * size, 0},
                                     {0.5 * s, 3 * size, 0},
                                     {0.6 * s, 3 * size, 0}},
                         tilted[] = {{0, 0, 0}, {0, 0, 0}, {side ? diagonal : -diagonal, diagonal, diagonal}};
    const struct cd_vec3 *const points[] = {[WIDE] = wide, [NEEDLE] = needle, [TILTED] = tilted};
    return handmade_loose(points[kind], kind == NEEDLE ? 2 : 1);
}

/// A slack is the sum of these, each times what stands beside it in the README.
static const struct row {
    const struct cd_algo *algo;
    const char *settings;
    enum kind a, b;
    double shrunk;   ///< the size of b, if that of a is 1
    double relative; ///< times cd_relative_slack
    double way;      ///< times both radii and the way between the middles of the bodies' boxes
    double boxes[2]; ///< times the half extents of either box
    double reach;    ///< times both reaches and the translation from one body to the other
    double least;
} rows[] = {
    {&cd_algo_sphere, "", NEEDLE, NEEDLE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60},
    {&cd_algo_sphere, "leaf=4", NEEDLE, NEEDLE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60}, // underlying spheres
    {&cd_algo_aabb, "", WIDE, WIDE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60},
    {&cd_algo_saabb, "threshold=0", WIDE, WIDE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60},
    {&cd_algo_saabb, "threshold=3", WIDE, TILTED, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60}, // a box and a sphere
    {&cd_algo_saabb, "threshold=3", TILTED, WIDE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60},
    {&cd_algo_sphere_obb, "", NEEDLE, NEEDLE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60},
    {&cd_algo_sphere_obb, "spheres=no", WIDE, WIDE, 1, 2, 0x1p-17, {0x1p-16, 0x1p-16}, 0, 0x1p-60},
    {&cd_algo_obb8, "", WIDE, WIDE, 1, 1, 0, {0x1p-16, 0x1p-16}, 0, (double)FLT_MIN},
    // Both trees have one level. The guard of 1e-6 hides the slack, except beside a small body.
    {&cd_algo_rapid, "", WIDE, WIDE, 1, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
    {&cd_algo_rapid, "", WIDE, WIDE, 0x1p-20, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
};

static const struct place {
    double size, far;
} places[] = {{1, 0}, {0x1p-20, 2e5}, {0x1p-44, 0}, {0x1p-110, 0}, {0x1p40, 0}};

/// A pair with a gap between its halves. A tilted needle is turned so that it lies along x.
static void put(const struct row *row, double far, double gap, struct cd_pose poses[2])
{
    for (int side = 0; side < 2; side++) {
        poses[side] = handmade_at(far + side * gap, -far, far);
        if ((side ? row->b : row->a) == TILTED)
            cd_rotation_about(side ? cd_vec(0, 1, -1) : cd_vec(0, -1, 1), acos(1 / sqrt(3)), poses[side].r);
    }
}

static double slack_of(const struct row *row, const struct place *place)
{
    const struct extents *a = &extents[row->a], *b = &extents[row->b];
    double size[2] = {place->size, place->size * row->shrunk};
    struct cd_pose poses[2];
    put(row, place->far, 0, poses);
    struct cd_pose_slack slack[2] = {cd_pose_slack_of(&poses[0], size[0] * a->reach),
                                     cd_pose_slack_of(&poses[1], size[1] * b->reach)};
    // The way between the middles is half a length of either, along an axis of a or the diagonal.
    double middles = 0.5 * (row->a == TILTED ? sqrt(3) : 1);
    return row->relative * cd_relative_slack(&slack[0], &slack[1]) +
           row->way * (size[0] * (a->radius + middles) + size[1] * (b->radius + middles)) +
           row->boxes[0] * size[0] * a->radius + row->boxes[1] * size[1] * b->radius +
           row->reach * (size[0] * a->reach + size[1] * b->reach) + row->least;
}

static uint64_t triangle_tests(const struct subject *a, const struct subject *b,
                               const struct cd_pose poses[2])
{
    struct outcome outcome = ask(a, &poses[0], b, &poses[1], CD_QUERY_CONTACTS);
    cd_free(outcome.contacts);
    return outcome.counters.triangle_tests;
}

TEST(triangles_are_tested_up_to_the_slack_that_is_derived)
{
    int tried = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            const struct row *row = &rows[i];
            const struct place *place = &places[k];
            double slack = slack_of(row, place), near = 0, gap = 4 * slack;
            if (gap > 0.2 * place->size * row->shrunk) // world spheres would be apart first
                continue;
            tried++;
            struct subject a = subject_make(row->algo, row->settings, mesh_of(row->a, 0, place->size)),
                           b = subject_make(row->algo, row->settings,
                                            mesh_of(row->b, 1, place->size * row->shrunk));
            struct cd_pose poses[2];
            for (int step = 0; step < 20; step++) {
                double middle = near + (gap - near) / 2;
                put(row, place->far, middle, poses);
                *(triangle_tests(&a, &b, poses) ? &near : &gap) = middle;
            }
            if (!(fabs(near / slack - 1) < 0.01))
                fail_msg("%s %s, size %g at %g: the slack is %g times what is derived", row->algo->name,
                         row->settings, place->size, place->far, near / slack);
            subject_free(&a);
            subject_free(&b);
        }
    assert_int_equal(tried, 46);
}

// ---- triangles of leaves in floats (algos/mesh/obb8/README.md) ---------------------------------------------

/// A triangle in the plane z = 0, and one that is `apart` from it and makes the body's box thick.
static struct cd_mesh *leaf(double apart, double size)
{
    struct cd_vec3 points[] = {{0, 1, 0},      {0, -1, 0},    {1, 0, 0},
                               {0, apart, -1}, {0, apart, 1}, {1, apart, 0}};
    for (int i = 0; i < 6; i++)
        points[i] = cd_scale(points[i], size);
    return handmade_loose(points, 2);
}

/// Tests of boxes tell which pairs floats have left open.
static uint64_t box_tests(const struct subject *a, const struct subject *b, double far, double gap)
{
    struct cd_pose poses[2] = {handmade_at(far, far, far), handmade_at(far, far, far + gap)};
    struct outcome outcome = ask(a, &poses[0], b, &poses[1], CD_QUERY_CONTACTS);
    cd_free(outcome.contacts);
    return outcome.counters.box_tests;
}

TEST(triangles_of_two_leaves_are_left_open_up_to_the_bound_that_is_derived)
{
    static const struct {
        double apart, size, far;
    } cases[] = {{2, 1, 0}, {60, 1, 0}, {2, 0x1p-20, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double apart = cases[i].apart, size = cases[i].size, far = cases[i].far;
        struct subject a = subject_make(&cd_algo_obb8, "", leaf(apart, size)),
                       b = subject_make(&cd_algo_obb8, "", leaf(-apart, size));
        // E is 2 and m, too. Corners are measured from halfway between the triangles, which are at right angles.
        double sum = size * (2 * (apart / 2 + 1.5) + apart + 2);
        struct cd_pose pose = handmade_at(far, far, far);
        struct cd_pose_slack slack = cd_pose_slack_of(&pose, size * (apart + 2));
        double limit =
            2 * size * (0x1p-16 * sum + 0x1p-14 * 2 * size + 128 * cd_relative_slack(&slack, &slack));
        double expected = limit * 2 * size / (2 * size * size); // by twice the area
        double near = 0, gap = 4 * expected;
        uint64_t least = box_tests(&a, &b, far, gap);
        for (int step = 0; step < 20; step++) {
            double middle = near + (gap - near) / 2;
            *(box_tests(&a, &b, far, middle) > least ? &near : &gap) = middle;
        }
        if (!(fabs(near / expected - 1) < 0.01))
            fail_msg("%g apart, size %g at %g: the bound is %g times what is derived", apart, size, far,
                     near / expected);
        subject_free(&a);
        subject_free(&b);
    }
}
