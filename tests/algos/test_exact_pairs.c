/// What every exact algorithm for pairs of bodies must do: answer as the test of all pairs of triangles does, above all
/// where rounding matters. All ways are asked about the same bodies.
#include "algos/papers/rapid/rapid.h"
#include "tests/subject.h"
#include "tests/test.h"

extern const struct cd_algo cd_algo_rapid, cd_algo_obb8, cd_algo_saabb, cd_algo_saabb_depth, cd_algo_sphere,
    cd_algo_box, cd_algo_aabb, cd_algo_sphere_obb, cd_algo_sphere_obb_sized;

static const struct way {
    const struct cd_algo *algo;
    const char *settings;
} ways[] = {
    {&cd_algo_rapid, ""},
    {&cd_algo_obb8, ""},
    {&cd_algo_saabb, ""},
    {&cd_algo_saabb, "threshold=5:queue=0"},
    {&cd_algo_saabb, "threshold=2.5:leaf=3:queue=500"},
    {&cd_algo_saabb, "leaf_rule=one:threshold=2.5"},
    {&cd_algo_saabb_depth, "threshold=3"},
    {&cd_algo_sphere, ""},
    {&cd_algo_sphere, "leaf=4"},
    {&cd_algo_box, ""},
    {&cd_algo_aabb, "leaf=2"},
    {&cd_algo_sphere_obb, ""},
    {&cd_algo_sphere_obb, "missing=common:extra=nodes:spheres=roots"},
    {&cd_algo_sphere_obb, "traversal=simultaneous"},
    {&cd_algo_sphere_obb, "traversal=single:spheres=no"},
    {&cd_algo_sphere_obb_sized, ""},
    {&cd_algo_sphere_obb_sized, "traversal=larger:leaf=3:split=median:spheres=no"},
};
#define WAYS (sizeof ways / sizeof *ways)

/// A mesh, and a model of it for each way.
struct body {
    struct subject of[WAYS];
};

/// Takes over the mesh.
static struct body body_of(struct cd_mesh *mesh)
{
    struct body body;
    for (size_t i = 0; i < WAYS; i++)
        body.of[i] = subject_make(ways[i].algo, ways[i].settings, i ? moved(mesh, 1, cd_vec(0, 0, 0)) : mesh);
    return body;
}

static void body_free(struct body *body)
{
    for (size_t i = 0; i < WAYS; i++)
        subject_free(&body->of[i]);
}

static struct body ball_of(const char *specification, double size, struct cd_vec3 offset)
{
    struct cd_mesh *ball = generated(specification);
    struct body body = body_of(moved(ball, size, offset));
    cd_mesh_destroy(ball);
    return body;
}

/// Asks all ways, and returns the number of contacts.
static size_t check_all(const struct body *a, const struct cd_pose *pose_a, const struct body *b,
                        const struct cd_pose *pose_b)
{
    struct cd_record *truth;
    size_t count = brute(&a->of[0], pose_a, &b->of[0], pose_b, &truth);
    for (size_t i = 0; i < WAYS; i++)
        assert_contacts(&a->of[i], pose_a, &b->of[i], pose_b, truth, count);
    cd_free(truth);
    return count;
}

/// Finds, to the last bit, where b loses contact with a on its way to `far` along an axis, and checks the answers
/// around that place.
static void check_around_touching(const struct body *a, const struct cd_pose *pose_a, const struct body *b,
                                  struct cd_pose pose_b, int axis, double far)
{
    struct cd_record *contacts;
    double *at = &pose_b.t[axis], way = 1e9 * (far - *at);
    bool touch = brute(&a->of[0], pose_a, &b->of[0], &pose_b, &contacts) > 0;
    cd_free(contacts);
    if (!touch)
        return;
    lose_contact(&a->of[0], pose_a, &b->of[0], &pose_b, axis, far);
    for (int i = 0; i < 4; i++)
        *at = nextafter(*at, far - way);
    for (int i = 0; i < 9; i++) {
        check_all(a, pose_a, b, &pose_b);
        *at = nextafter(*at, far + way);
    }
}

TEST(soups_with_degenerate_triangles_answer_as_all_pairs_of_triangles)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 100 / SLOW; n++) {
        struct body a = body_of(handmade_soup(&random, 1 + 2 * (uint32_t)n, 5));
        struct body b = body_of(handmade_soup(&random, 30, 4));
        struct cd_pose pose = handmade_at((double)(n % 5), 1, 2), origin = handmade_at(0, 0, 0);
        check_all(&a, &pose, &b, &origin); // on the grid: everything touches exactly
        pose = handmade_random_pose(&random, 3);
        check_all(&a, &pose, &b, &origin);
        body_free(&a);
        body_free(&b);
    }
}

TEST(a_sliver_whose_normal_is_rounding_keeps_its_contacts)
{
    static const struct cd_vec3 first[] = {{0, 0.455078125, 0.259765625},
                                           {1.0892612028874027e-17, 1.455078125, 1.259765625},
                                           {2.2414730222789697e-18, 0.66085732803571762, 0.46554482803571773},
                                           {-4, -4, -4},
                                           {4, 4, 4},
                                           {4, 4, 3.5}},
                                second[] = {{-0.00043794592277764994, 1.3626311751232212, 1.1687377032218784},
                                            {-0.001087811601148646, 1.3635160767096959, 1.1679392197711989},
                                            {0.0015257575239263259, 1.3640090740147628, 1.1675419028546026}};
    struct body a = body_of(handmade_loose(first, 2)), b = body_of(handmade_loose(second, 1));
    struct cd_pose origin = handmade_at(0, 0, 0);
    assert_int_equal(check_all(&a, &origin, &b, &origin), 1);
    body_free(&a);
    body_free(&b);
}

TEST(identical_triangles_make_a_tree)
{
    uint32_t count = 20000 / SLOW;
    struct cd_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                   above[3] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    struct cd_triangle *triangles = cd_allocate(count, sizeof *triangles);
    for (uint32_t i = 0; i < count; i++)
        triangles[i] = (struct cd_triangle){{0, 1, 2}};
    struct cd_pose origin = handmade_at(0, 0, 0), below = handmade_at(0.5, 0, -1);
    struct body one = body_of(handmade_mesh(above, 3, triangles, 1)),
                many = body_of(handmade_mesh(corners, 3, triangles, count));
    assert_int_equal(check_all(&many, &origin, &one, &origin), 0);
    assert_int_equal(check_all(&many, &origin, &one, &below), count);
    body_free(&one);
    body_free(&many);
    cd_free(triangles);
}

/// Each has most of the area of the triangles that follow, so a split at the mean takes off one size at a time.
TEST(triangles_that_shrink_geometrically_make_a_tree_of_bounded_height)
{
    enum { COUNT = 2000 };
    struct cd_vec3 points[3 * COUNT];
    for (int i = 0; i < 3 * COUNT; i++) {
        double size = pow(0.8, i / 6); // two of each size
        points[i] = cd_vec(size, i % 3 == 1 ? size / 8 : 0, i % 3 == 2 ? size / 8 : 0);
    }
    struct body body = body_of(handmade_loose(points, COUNT));
    struct cd_pose origin = handmade_at(0, 0, 0), beside = handmade_at(0.01, 0, 0);
    assert_true(((const struct rapid_tree *)body.of[0].model)->depth < RAPID_HALVING_DEPTH + 40);
    check_all(&body, &origin, &body, &beside);
    body_free(&body);
}

// ---- contact is lost at the last bit ----------------------------------------------------------------------

TEST(touching_to_the_last_bit_is_decided_as_all_pairs_do)
{
    struct cd_random random = handmade_random();
    struct body box = body_of(handmade_box(1, false)), ball = body_of(generated("sphere:triangles=80"));
    for (int n = 0; n < test_amount(400, 100) / SLOW; n++) {
        struct cd_pose a = handmade_random_pose(&random, 0.5), b = handmade_random_pose(&random, 0.5);
        if (n % 3 == 0) // faces slide along each other
            memcpy(b.r, a.r, sizeof b.r);
        for (int k = 0; k < 3; k++)
            b.t[k] = a.t[k] + cd_random_between(&random, -0.3, 0.3);
        b.t[n % 3] = a.t[n % 3] + 1.6;
        check_around_touching(&box, &a, n % 2 ? &box : &ball, b, n % 3, a.t[n % 3] + 6);
    }
    body_free(&box);
    body_free(&ball);
}

/// A pose whose matrix only just counts as a rotation.
static struct cd_pose defective(struct cd_random *random, struct cd_pose pose)
{
    struct cd_pose worst = pose;
    for (int attempt = 0; attempt < 100; attempt++) {
        struct cd_pose bent = pose;
        for (int i = 0; i < 9; i++)
            bent.r[i] += cd_random_between(random, -7e-13, 7e-13);
        if (cd_pose_is_rigid(&bent) && cd_pose_defect(&bent) > cd_pose_defect(&worst))
            worst = bent;
    }
    assert_true(cd_pose_defect(&worst) > 7e-13);
    return worst;
}

/// Moves a pose so that `point` of its model is where `target` of the other's is.
static void bring(struct cd_pose *pose, struct cd_vec3 point, const struct cd_pose *other,
                  struct cd_vec3 target)
{
    struct cd_vec3 way = cd_sub(cd_canonical_vertex(other, target), cd_canonical_vertex(pose, point));
    pose->t[0] += way.x, pose->t[1] += way.y, pose->t[2] += way.z;
}

/// Far from the model's origin, a defect of 1e-12 moves vertices by much more than rounding does, and small boxes have
/// no other slack that could hide it.
TEST(poses_that_are_just_rotations_are_decided_as_all_pairs_do)
{
    struct cd_random random = handmade_random();
    struct cd_mesh *cube = handmade_box(1e-3, false);
    const struct cd_vec3 first = cd_vec(1e5, -2e5, 3e5), second = cd_vec(-3e5, 1e5, 1e5);
    struct body a = body_of(moved(cube, 1, first)), b = body_of(moved(cube, 1, second));
    for (int n = 0; n < test_amount(400, 100) / SLOW; n++) {
        struct cd_pose pose_a = defective(&random, handmade_random_pose(&random, 1));
        struct cd_pose pose_b = defective(&random, handmade_random_pose(&random, 1));
        bring(&pose_b, second, &pose_a, first);
        pose_b.t[n % 3] += 1.5e-3;
        check_around_touching(&a, &pose_a, &b, pose_b, n % 3, pose_b.t[n % 3] + 6e-3);
    }
    cd_mesh_destroy(cube);
    body_free(&a);
    body_free(&b);
}

TEST(small_bodies_far_away_are_decided_as_all_pairs_do)
{
    struct cd_random random = handmade_random();
    const struct cd_vec3 zero = cd_vec(0, 0, 0), offset = cd_vec(1, -2, 3);
    struct body a = ball_of("sphere:triangles=80", 1e-6, zero),
                b = ball_of("sphere:triangles=80", 1e-6, offset);
    for (int n = 0; n < test_amount(200, 50) / SLOW; n++) {
        struct cd_pose pose_a = handmade_random_pose(&random, 1e6), pose_b = handmade_random_pose(&random, 1);
        bring(&pose_b, offset, &pose_a, zero);
        pose_b.t[n % 3] += 1.2e-6;
        check_all(&a, &pose_a, &b, &pose_b);
        check_around_touching(&a, &pose_a, &b, pose_b, n % 3, pose_b.t[n % 3] + 6e-6);
    }
    body_free(&a);
    body_free(&b);
}

/// A needle from (0, 0, 0) to the left or to the right, whose blunt end is an edge along y or z, and triangles far from
/// it, turned by the inverse of `turn`.
static struct body needle_of(int side, double width, double size, const double turn[9])
{
    double s = side ? 1 : -1;
    struct cd_vec3 points[9] = {side ? cd_vec(0, 0, width) : cd_vec(0, width, 0),
                                side ? cd_vec(0, 0, -width) : cd_vec(0, -width, 0), cd_vec(s, 0, 0)};
    struct cd_pose back = cd_pose_identity();
    for (int i = 3; i < 9; i++)
        points[i] = cd_vec((0.4 + 0.1 * (i % 3)) * s, i < 6 ? 3 : 2.5, 0);
    for (int i = 0; i < 9; i++)
        back.r[i] = turn[i % 3 * 3 + i / 3];
    for (int i = 0; i < 9; i++)
        points[i] = cd_canonical_vertex(&back, cd_scale(points[i], size));
    return body_of(handmade_loose(points, 3));
}

/// The blunt ends of two needles in a line cross. There their spheres end, and so do all kinds of boxes of either.
TEST(needles_that_touch_end_to_end_are_decided_as_all_pairs_do)
{
    static const double sizes[] = {1, 1, 1, 1e-6, 1e5, 1e-20, 1e-22, 3e-37, 1e-300};
    struct cd_random random = handmade_random();
    for (int n = 0; n < test_amount(5000, 500) / SLOW; n++) {
        double size = sizes[n % 9], width = pow(10, cd_random_between(&random, -7, -3));
        double far = size * (n % 4 ? 0 : pow(10, cd_random_between(&random, 0, 6)));
        struct cd_pose poses[2] = {handmade_random_pose(&random, far), handmade_random_pose(&random, 0)};
        if (n % 5 < 2) // where a box also ends
            cd_rotation_about(cd_vec(0, 0, 1), 0, poses[n % 5].r);
        struct body a = needle_of(0, width, size, poses[0].r), b = needle_of(1, width, size, poses[1].r);
        bring(&poses[1], cd_vec(0, 0, 0), &poses[0], cd_vec(0, 0, 0));
        poses[1].t[0] -= 1e-3 * size;
        check_around_touching(&a, &poses[0], &b, poses[1], 0, poses[1].t[0] + 2e-3 * size);
        body_free(&a);
        body_free(&b);
    }
}

// ---- all sizes and places ---------------------------------------------------------------------------------

TEST(tiny_and_huge_bodies_are_decided_as_all_pairs_do)
{
    struct cd_random random = handmade_random();
    static const double sizes[] = {1e-300, 1e-200, 1e-60, 1e-41, 1e-30, 1e-10, 1e8, 2e14};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        test_row("size %g", sizes[n]);
        struct body a = ball_of("sphere:triangles=60", sizes[n], cd_vec(0, 0, 0));
        int hits = 0, poses = test_amount(20, 5);
        for (int i = 0; i < poses; i++) {
            struct cd_pose pose_a = handmade_random_pose(&random, 1.6 * sizes[n]);
            struct cd_pose pose_b = handmade_random_pose(&random, 1.6 * sizes[n]);
            hits += check_all(&a, &pose_a, &a, &pose_b) > 0;
        }
        assert_true(poses < 20 || (hits > 0 && hits < poses));
        body_free(&a);
    }
}

TEST(bodies_of_very_different_size_are_decided_as_all_pairs_do)
{
    struct cd_random random = handmade_random();
    struct body large = ball_of("sphere:triangles=300", 1e5, cd_vec(0, 0, 0)),
                small = ball_of("sphere:triangles=300", 1e-2, cd_vec(0, 0, 0));
    for (int n = 0; n < test_amount(100, 30) / SLOW; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 0), origin = handmade_random_pose(&random, 0);
        const struct cd_mesh *mesh = large.of[0].mesh;
        bring(&pose, cd_vec(0, 0, 0), &origin, mesh->vertices[cd_random_below(&random, mesh->vertex_count)]);
        pose.t[0] += cd_random_between(&random, -2e-2, 2e-2);
        check_all(&large, &origin, &small, &pose);
        check_all(&small, &pose, &large, &origin);
        check_around_touching(&large, &origin, &small, pose, n % 3, pose.t[n % 3] + (n % 2 ? 0.1 : -0.1));
    }
    body_free(&large);
    body_free(&small);
}

TEST(poses_of_astronomic_size_are_decided_as_all_pairs_do)
{
    struct body box = body_of(handmade_box(1, false));
    static const double far[] = {1e17, 1e30, 1e40, 1e46, 1e60, 1e300, 1.7e308};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (size_t j = 0; j < sizeof far / sizeof *far; j++)
            for (int sign = -1; sign <= 1; sign += 2) {
                test_row("%g and %g", far[i], sign * far[j]);
                struct cd_pose a = handmade_at(far[i], 0, 0), b = handmade_at(sign * far[j], 0, 0);
                assert_int_equal(check_all(&box, &a, &box, &b) > 0, i == j && sign > 0);
            }
    body_free(&box);
}

// ---- bodies that deform -----------------------------------------------------------------------------------

/// Refits the models to the deformed vertices, or builds them anew. Once warm, that allocates next to nothing: memory
/// grows when the structure changes.
static void adapt(struct body *body, const struct cd_vec3 *vertices, bool refit, bool warm)
{
    for (size_t i = 0; i < WAYS; i++) {
        struct cd_shape shape = {body->of[i].mesh, vertices};
        const struct cd_pair_algo *algo = ways[i].algo->pair;
        uint64_t allocations = cd_allocation_count();
        (refit && algo->refit ? algo->refit : algo->rebuild)(body->of[i].model, &shape);
        assert_true(!warm || cd_allocation_count() - allocations <= 5);
        body->of[i].vertices = vertices;
    }
}

TEST(refitted_and_rebuilt_trees_answer_as_all_pairs_of_triangles)
{
    for (int refit = 0; refit < 2; refit++) {
        struct cd_random random = handmade_random();
        struct body a = body_of(generated("torus:triangles=900")),
                    b = body_of(generated("bumpy:triangles=400"));
        struct cd_vec3 *vertices = cd_allocate(a.of[0].mesh->vertex_count, sizeof *vertices);
        int hits = 0;
        for (int n = 0; n < 40 / SLOW; n++) {
            double time = 0.1 * n;
            deform(a.of[0].mesh, time, vertices);
            adapt(&a, vertices, refit, n > 0);
            struct cd_pose pose_a = handmade_random_pose(&random, 0.5),
                           pose_b = handmade_random_pose(&random, 0);
            struct cd_vec3 aside = handmade_random_point(&random, 1);
            bring(&pose_b, aside, &pose_a, cd_vec(0, 0, 10 * time));
            hits += check_all(&a, &pose_a, &b, &pose_b) > 0;
        }
        assert_true(hits > 0);
        cd_free(vertices);
        body_free(&a);
        body_free(&b);
    }
}
