/// How far apart volumes may be and still count as meeting: the slacks that the README files derive. Two bodies leave
/// each other along x, and the gap is sought beyond which the next step is not taken any more. If a slack is smaller
/// than derived, contacts may be lost; if it is larger, time.
#include "algos/hull.h"
#include "algos/papers/icollide/icollide.h"
#include "tests/subject.h"
#include "tests/test.h"

#include <float.h>

extern const struct cd_algo cd_algo_rapid, cd_algo_obb8, cd_algo_saabb, cd_algo_saabb_depth, cd_algo_sphere,
    cd_algo_box, cd_algo_aabb, cd_algo_sphere_obb, cd_algo_sphere_obb_sized;

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
    {&cd_algo_sphere, "", NEEDLE, NEEDLE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    // underlying spheres
    {&cd_algo_sphere, "leaf=4", NEEDLE, NEEDLE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    {&cd_algo_box, "", WIDE, WIDE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    {&cd_algo_saabb, "threshold=0", WIDE, WIDE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    // a box and a sphere
    {&cd_algo_saabb, "threshold=3", WIDE, TILTED, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    {&cd_algo_saabb, "threshold=3", TILTED, WIDE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    {&cd_algo_saabb_depth, "threshold=0", WIDE, WIDE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500},
    {&cd_algo_aabb, "", WIDE, WIDE, 1, 2, 0x1p-17, {0, 0}, 0, 0x1p-60},
    // The guard of 1e-6 on boxes hides the slack, except beside a small body.
    {&cd_algo_sphere_obb, "", NEEDLE, NEEDLE, 1, 1, 0, {0, 0}, 25 * 0x1p-40, 0x1p-500 + DBL_MIN},
    {&cd_algo_sphere_obb, "spheres=no", WIDE, WIDE, 1, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
    {&cd_algo_sphere_obb, "spheres=no", WIDE, WIDE, 0x1p-20, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
    {&cd_algo_sphere_obb_sized, "spheres=no", WIDE, WIDE, 1, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
    {&cd_algo_sphere_obb_sized, "spheres=no", WIDE, WIDE, 0x1p-20, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
    {&cd_algo_obb8, "", WIDE, WIDE, 1, 1, 0, {0x1p-16, 0x1p-16}, 0, (double)FLT_MIN},
    // Both trees have one level. The guard of 1e-6 hides the slack, except beside a small body.
    {&cd_algo_rapid, "", WIDE, WIDE, 1, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
    {&cd_algo_rapid, "", WIDE, WIDE, 0x1p-20, 1, 0, {0, 1e-6}, 25 * 0x1p-40, DBL_MIN},
};

static const struct place {
    double size, far;
} places[] = {{1, 0}, {0x1p-20, 2e5}, {0x1p-44, 0}, {0x1p-110, 0}, {0x1p-1006, 0}, {0x1p40, 0}};

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

/// The gap, of up to `far`, beyond which something is not done any more.
static double last_gap(bool (*is_done)(const void *what, double gap), const void *what, double far)
{
    double near = 0;
    for (int step = 0; step < 20; step++) {
        double middle = near + (far - near) / 2;
        *(is_done(what, middle) ? &near : &far) = middle;
    }
    return near;
}

static void assert_share(double value, double expected, const char *what, double size, double far)
{
    if (!(fabs(value / expected - 1) < 0.01))
        fail_msg("%s, size %g at %g: %g times what is derived", what, size, far, value / expected);
}

/// Two bodies, and what their places depend on.
struct couple {
    const struct row *row;
    const struct place *place;
    struct subject a, b;
};

static struct couple couple_of(const struct row *row, const struct place *place)
{
    return (struct couple){
        row, place, subject_make(row->algo, row->settings, mesh_of(row->a, 0, place->size)),
        subject_make(row->algo, row->settings, mesh_of(row->b, 1, place->size * row->shrunk))};
}

static void couple_free(struct couple *couple)
{
    subject_free(&couple->a);
    subject_free(&couple->b);
}

static struct cd_counters count_at(const struct couple *couple, double gap)
{
    struct cd_pose poses[2];
    put(couple->row, couple->place->far, gap, poses);
    return counted(&couple->a, &poses[0], &couple->b, &poses[1], CD_QUERY_CONTACTS).counters;
}

static bool tests_triangles(const void *couple, double gap)
{
    return count_at(couple, gap).triangle_tests > 0;
}

static bool visits_nodes(const void *couple, double gap)
{
    return count_at(couple, gap).node_visits > 0;
}

TEST(triangles_are_tested_up_to_the_slack_that_is_derived)
{
    int tried = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            const struct row *row = &rows[i];
            const struct place *place = &places[k];
            double slack = slack_of(row, place);
            if (4 * slack > 0.2 * place->size * row->shrunk) // world spheres would be apart first
                continue;
            tried++;
            struct couple couple = couple_of(row, place);
            assert_share(last_gap(tests_triangles, &couple, 4 * slack), slack, row->algo->name, place->size,
                         place->far);
            couple_free(&couple);
        }
    assert_int_equal(tried, 79);
}

// ---- world spheres and hulls ------------------------------------------------------------------------------

/// Each radius is widened twice by 1e-11 of itself and by 2^-500, for the defect of rotations and the range of doubles,
/// and by four times the rounding of vertices (algos/hull.c, algos/float_tree.c).
TEST(bodies_are_opened_up_to_the_slack_of_their_world_spheres)
{
    static const struct place spheres[] = {{1, 0}, {1, 1e4}, {0x1p-489, 0}};
    static const struct row row = {
        .algo = &cd_algo_obb8, .settings = "", .a = TILTED, .b = TILTED, .shrunk = 1};
    for (size_t i = 0; i < sizeof spheres / sizeof *spheres; i++) {
        const struct place *place = &spheres[i];
        struct couple couple = couple_of(&row, place);
        struct cd_pose pose = handmade_at(place->far, 0, 0);
        double slack =
            2e-11 * place->size + 4 * 0x1p-500 + 8 * cd_pose_rounding(&pose, 2 * sqrt(3) * place->size);
        assert_share(last_gap(visits_nodes, &couple, 4 * slack), slack, "world spheres", place->size,
                     place->far);
        couple_free(&couple);
    }
}

TEST(world_boxes_are_widened_by_four_times_the_rounding_of_vertices)
{
    struct cd_mesh *mesh = handmade_box(1, false);
    struct cd_hull hull = cd_hull_of(&(struct cd_shape){mesh, mesh->vertices});
    struct cd_pose pose = handmade_at(1e9, 0, 0);
    struct cd_aabb box = cd_hull_box(&hull, &pose), cube = cd_hull_cube(&hull, &pose);
    double margin = 4 * cd_pose_rounding(&pose, 6);
    assert_share(box.high.y - 1, margin, "a box", 1, 1e9);
    assert_share(-1 - box.low.z, margin, "a box", 1, 1e9);
    assert_share(cube.high.y - sqrt(3) * (1 + 1e-11), margin, "a cube", 1, 1e9);
    cd_mesh_destroy(mesh);
}

// ---- closest features (algos/papers/icollide/README.md) --------------------------------------------------------

/// Two cubes of edge 2, the first of which is `far` from the origin.
struct cubes {
    struct subject cube;
    double far;
};

/// The relation of the cubes, with a gap between them; returns the slack that is derived.
static double relate_cubes(const struct cubes *cubes, double gap, struct relation *relation)
{
    struct cd_pose poses[2] = {handmade_at(cubes->far, 0, 0), handmade_at(cubes->far + 2 + gap, 0, 0)};
    struct cd_placed two[2] = {placed(&cubes->cube, 0, &poses[0]), placed(&cubes->cube, 1, &poses[1])};
    struct cd_pose_slack slack[2] = {cd_pose_slack_of(&poses[0], sqrt(3)),
                                     cd_pose_slack_of(&poses[1], sqrt(3))};
    relation_init(relation, &two[0], &two[1]);
    return cd_relative_slack(&slack[0], &slack[1]) + 0x1p-47 * (2 + gap + 2 * sqrt(3));
}

static bool are_not_parted(const void *cubes, double gap)
{
    struct relation relation;
    uint32_t start[2] = {0, 0};
    relate_cubes(cubes, gap, &relation);
    return !relation_parted(&relation, cd_vec(3, 0, 0), start);
}

static bool are_near(const void *cubes, double depth)
{
    struct relation relation;
    struct gjk_simplex simplex = {.count = 0};
    struct cd_vec3 direction;
    uint32_t start[2] = {0, 0};
    relate_cubes(cubes, -depth, &relation);
    return gjk_search(&relation, 0, start, &simplex, &direction) == GJK_NEAR;
}

/// Points of shrunk bodies are four slacks deep in each, and count as one up to a distance of sqrt(1/2) slacks.
TEST(closest_features_prove_nothing_within_the_slack)
{
    static const double far[] = {0, 100};
    for (int i = 0; i < 2; i++) {
        struct cubes cubes = {subject_make(cd_algo_find("closest"), "", handmade_box(1, false)), far[i]};
        struct relation relation;
        double slack = relate_cubes(&cubes, 0, &relation);
        assert_share(last_gap(are_not_parted, &cubes, 4 * slack), slack, "parted", 1, far[i]);
        assert_share(last_gap(are_near, &cubes, 20 * slack), (8 - sqrt(0.5)) * slack, "inside", 1, far[i]);
        subject_free(&cubes.cube);
    }
}

// ---- triangles of leaves in floats (docs/exactness.md) --------------------------------------------------------

/// A triangle in the plane z = 0, and one that is `apart` from it and makes the body's box thick.
static struct cd_mesh *leaf(double apart, double size)
{
    struct cd_vec3 points[] = {{0, 1, 0},      {0, -1, 0},    {1, 0, 0},
                               {0, apart, -1}, {0, apart, 1}, {1, apart, 0}};
    for (int i = 0; i < 6; i++)
        points[i] = cd_scale(points[i], size);
    return handmade_loose(points, 2);
}

struct leaves {
    double apart, size, far;
    struct subject a, b;
};

/// Tests of boxes tell which pairs floats have left open.
static uint64_t box_tests(const struct leaves *leaves, double gap)
{
    double far = leaves->far;
    struct cd_pose poses[2] = {handmade_at(far, far, far), handmade_at(far, far, far + gap)};
    return counted(&leaves->a, &poses[0], &leaves->b, &poses[1], CD_QUERY_CONTACTS).counters.box_tests;
}

static bool leaves_open(const void *leaves, double gap)
{
    return box_tests(leaves, gap) > box_tests(leaves, 0.1 * ((const struct leaves *)leaves)->size);
}

TEST(triangles_of_two_leaves_are_left_open_up_to_the_bound_that_is_derived)
{
    static const struct {
        double apart, size, far;
    } cases[] = {{2, 1, 0}, {60, 1, 0}, {2, 0x1p-20, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double apart = cases[i].apart, size = cases[i].size, far = cases[i].far;
        struct leaves leaves = {apart, size, far, subject_make(&cd_algo_obb8, "", leaf(apart, size)),
                                subject_make(&cd_algo_obb8, "", leaf(-apart, size))};
        // E is 2 and m, too. Corners are measured from halfway between the triangles, which are at right angles.
        double sum = size * (2 * (apart / 2 + 1.5) + apart + 2);
        struct cd_pose pose = handmade_at(far, far, far);
        struct cd_pose_slack slack = cd_pose_slack_of(&pose, size * (apart + 2));
        double limit =
            2 * size * (0x1p-16 * sum + 0x1p-14 * 2 * size + 128 * cd_relative_slack(&slack, &slack));
        double expected = limit * 2 * size / (2 * size * size); // by twice the area
        assert_share(last_gap(leaves_open, &leaves, 4 * expected), expected, "leaves", size, far);
        subject_free(&leaves.a);
        subject_free(&leaves.b);
    }
}
