// `rapid` against every pair of triangles tried out, and its printed variant against the counters of the
// original library.

#include "algos/algo.h"
#include "algos/rapid/rapid.h"
#include "algos/rapid/split.h"
#include "algos/rapid/tighten.h"
#include "algos/rapid/wide.h"
#include "geom/triangle.h"
#include "tests/handmade.h"

extern const struct cd_algo cd_algo_rapid;

// Sanitizers and missing optimisation slow this down tenfold and more: they get a tenth of the poses.
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOW 10
#else
#define SLOW 1
#endif

// ---- one pair of bodies, asked directly -------------------------------------------------------------------

struct subject {
    struct cd_mesh *mesh;
    const struct cd_vec3 *vertices; ///< the mesh's own, or deformed ones
    void *model;
};

struct outcome {
    bool hit;
    struct cd_record *contacts; ///< ascending; owned by the caller
    size_t count;
    struct cd_counters counters;
};

static struct cd_settings *variant(const char *name)
{
    static const struct cd_param *tables[1];
    tables[0] = cd_algo_rapid.params;
    struct cd_settings *settings = cd_settings_create(tables, 1);
    struct cd_status status;
    assert_int_equal(cd_settings_set(settings, "rapid", "variant", name, &status), CD_OK);
    return settings;
}

static struct subject subject_of(struct cd_mesh *mesh, const char *variant_name)
{
    struct subject subject = {mesh, mesh->vertices, NULL};
    struct cd_shape shape = {mesh, mesh->vertices};
    struct cd_settings *settings = variant(variant_name);
    assert_int_equal(cd_algo_rapid.prepare(settings, &shape, NULL, &subject.model, NULL), CD_OK);
    cd_settings_destroy(settings);
    return subject;
}

static void subject_free(struct subject *subject)
{
    cd_algo_rapid.release(subject->model);
    cd_mesh_destroy(subject->mesh);
}

static struct cd_placed placed(const struct subject *subject, uint32_t id, const struct cd_pose *pose)
{
    return (struct cd_placed){.id = id,
                              .vertex_count = subject->mesh->vertex_count,
                              .triangle_count = subject->mesh->triangle_count,
                              .model = subject->model,
                              .vertices = subject->vertices,
                              .triangles = subject->mesh->triangles,
                              .pose = pose};
}

static int compare_records(const void *p, const void *q)
{
    const struct cd_record *a = p, *b = q;
    if (a->ta != b->ta)
        return a->ta < b->ta ? -1 : 1;
    return a->tb < b->tb ? -1 : a->tb > b->tb;
}

static struct outcome ask(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
                          const struct cd_pose *pose_b, enum cd_query query)
{
    struct cd_placed place_a = placed(a, 3, pose_a), place_b = placed(b, 7, pose_b);
    struct cd_sink *sink = cd_allocate(1, sizeof *sink);
    cd_sink_begin(sink, query, CD_SINK_STORE, 0);
    struct cd_worker worker = {.query = query, .sink = sink};
    worker.scratch = cd_allocate(cd_algo_rapid.scratch_bytes(a->model, b->model), 1);
    struct outcome outcome = {0};
    outcome.hit = cd_algo_rapid.test(&place_a, &place_b, NULL, NULL, &worker);
    cd_sink_flush(sink);
    outcome.counters = worker.counters;
    outcome.count = sink->count;
    outcome.contacts = cd_allocate(outcome.count, sizeof *outcome.contacts);
    if (outcome.count)
        memcpy(outcome.contacts, sink->stored, outcome.count * sizeof *outcome.contacts);
    qsort(outcome.contacts, outcome.count, sizeof *outcome.contacts, compare_records);
    cd_free(worker.scratch);
    cd_sink_release(sink);
    cd_free(sink);
    return outcome;
}

// ---- the truth --------------------------------------------------------------------------------------------

struct world {
    struct cd_vec3 (*triangles)[3];
    struct cd_aabb *boxes;
};

static struct world world_of(const struct subject *subject, const struct cd_pose *pose)
{
    uint32_t count = subject->mesh->triangle_count;
    struct world world = {cd_allocate(count, sizeof *world.triangles),
                          cd_allocate(count, sizeof *world.boxes)};
    for (uint32_t i = 0; i < count; i++) {
        world.boxes[i] = cd_aabb_empty();
        for (int k = 0; k < 3; k++) {
            world.triangles[i][k] =
                cd_canonical_vertex(pose, subject->vertices[subject->mesh->triangles[i].v[k]]);
            cd_aabb_add(&world.boxes[i], world.triangles[i][k]);
        }
    }
    return world;
}

static void world_free(struct world *world)
{
    cd_free(world->triangles);
    cd_free(world->boxes);
}

static size_t brute(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
                    const struct cd_pose *pose_b, struct cd_record **contacts)
{
    struct world wa = world_of(a, pose_a), wb = world_of(b, pose_b);
    size_t count = 0, capacity = 0;
    *contacts = NULL;
    for (uint32_t i = 0; i < a->mesh->triangle_count; i++)
        for (uint32_t j = 0; j < b->mesh->triangle_count; j++) {
            if (!cd_aabb_overlap(&wa.boxes[i], &wb.boxes[j]) ||
                !cd_triangles_touch(wa.triangles[i], wb.triangles[j]))
                continue;
            *contacts = cd_grow(*contacts, count, &capacity, sizeof **contacts);
            (*contacts)[count++] = (struct cd_record){3, i, 7, j};
        }
    world_free(&wa);
    world_free(&wb);
    return count;
}

/// Asserts that both queries of `rapid` answer as all pairs of triangles do; returns the number of contacts.
static size_t check(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
                    const struct cd_pose *pose_b)
{
    struct cd_record *truth;
    size_t count = brute(a, pose_a, b, pose_b, &truth);
    struct outcome all = ask(a, pose_a, b, pose_b, CD_QUERY_CONTACTS);
    struct outcome first = ask(a, pose_a, b, pose_b, CD_QUERY_PAIRS);
    assert_int_equal(all.count, count);
    if (count)
        assert_memory_equal(all.contacts, truth, count * sizeof *truth);
    assert_int_equal(all.hit, count > 0);
    assert_int_equal(first.hit, count > 0);
    assert_int_equal(first.count, 0);
    cd_free(truth);
    cd_free(all.contacts);
    cd_free(first.contacts);
    return count;
}

// ---- meshes and poses -------------------------------------------------------------------------------------

static struct cd_mesh *generated(const char *specification)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    if (cd_mesh_generate(specification, &mesh, &status))
        print_error("%s\n", status.text);
    assert_non_null(mesh);
    return mesh;
}

static struct cd_mesh *moved(const struct cd_mesh *mesh, double scale, struct cd_vec3 offset)
{
    struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        vertices[i] = cd_add(cd_scale(mesh->vertices[i], scale), offset);
    struct cd_mesh *result =
        handmade_mesh(vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count);
    cd_free(vertices);
    return result;
}

/// The mesh of the library's own sample: tori of 50 x 50 quads.
static struct cd_mesh *sample_torus(void)
{
    enum { STEPS = 50 };
    struct cd_vec3 vertices[STEPS * STEPS];
    struct cd_triangle triangles[2 * STEPS * STEPS];
    for (uint32_t i = 0; i < STEPS; i++)
        for (uint32_t j = 0; j < STEPS; j++) {
            double u = 2 * M_PI * i / STEPS, v = 2 * M_PI * j / STEPS;
            double radius = 1 - 0.2 * cos(v);
            vertices[i * STEPS + j] = cd_vec(radius * cos(u), radius * sin(u), 0.2 * sin(v));
            uint32_t i2 = (i + 1) % STEPS, j2 = (j + 1) % STEPS;
            uint32_t p1 = i * STEPS + j, p2 = i2 * STEPS + j, p3 = i * STEPS + j2, p4 = i2 * STEPS + j2;
            triangles[2 * p1] = (struct cd_triangle){{p1, p2, p3}};
            triangles[2 * p1 + 1] = (struct cd_triangle){{p4, p2, p3}};
        }
    return handmade_mesh(vertices, STEPS * STEPS, triangles, 2 * STEPS * STEPS);
}

/// A pose that is only just a rotation.
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

/// Moves b along `direction` to where it loses contact with a, to the last bit, and checks answers around it.
static void check_around_touching(const struct subject *a, const struct cd_pose *pose_a,
                                  const struct subject *b, struct cd_pose pose_b, int axis, double far)
{
    struct cd_record *truth;
    double near = pose_b.t[axis];
    size_t count = brute(a, pose_a, b, &pose_b, &truth);
    cd_free(truth);
    if (!count)
        return; // they do not touch to begin with
    for (;;) {
        double middle = near + (far - near) / 2;
        if (middle == near || middle == far)
            break;
        pose_b.t[axis] = middle;
        count = brute(a, pose_a, b, &pose_b, &truth);
        cd_free(truth);
        *(count ? &near : &far) = middle;
    }
    pose_b.t[axis] = near;
    for (int i = 0; i < 4; i++)
        pose_b.t[axis] = nextafter(pose_b.t[axis], near - (far - near) * 1e9);
    for (int i = 0; i < 9; i++) {
        check(a, pose_a, b, &pose_b);
        pose_b.t[axis] = nextafter(pose_b.t[axis], far + (far - near) * 1e9);
    }
}

// ---- exact answers ----------------------------------------------------------------------------------------

static void check_random_poses(const char *first, const char *second, int poses, double reach)
{
    struct cd_random random = handmade_random();
    struct subject a = subject_of(generated(first), "corrected");
    struct subject b = subject_of(generated(second), "corrected");
    int hits = 0;
    for (int i = 0; i < poses / SLOW; i++) {
        struct cd_pose pose_a = handmade_random_pose(&random, reach);
        struct cd_pose pose_b = handmade_random_pose(&random, reach);
        hits += check(&a, &pose_a, &b, &pose_b) > 0;
    }
    print_message("%s, %s: %d of %d poses collide\n", first, second, hits, poses / SLOW);
    assert_true(SLOW > 1 || (hits > 0 && hits < poses));
    subject_free(&a);
    subject_free(&b);
}

static void test_tori_answer_as_all_pairs_of_triangles(void **state)
{
    (void)state;
    check_random_poses("torus:triangles=1000", "torus:triangles=700", 60, 1.0);
}

static void test_bumpy_spheres_answer_as_all_pairs_of_triangles(void **state)
{
    (void)state;
    check_random_poses("bumpy:triangles=1200", "bumpy:triangles=300", 60, 1.2);
}

static void test_a_comb_and_a_knot_answer_as_all_pairs_of_triangles(void **state)
{
    (void)state;
    check_random_poses("comb", "torusknot:triangles=2000", 30, 1.2);
}

static void test_soups_with_degenerate_triangles_answer_as_all_pairs(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    for (int n = 0; n < 200 / SLOW; n++) {
        struct subject a = subject_of(handmade_soup(&random, 1 + (uint32_t)n, 5), "corrected");
        struct subject b = subject_of(handmade_soup(&random, 30, 4), "corrected");
        struct cd_pose pose = handmade_at((double)(n % 5), 1, 2), origin = handmade_at(0, 0, 0);
        check(&a, &pose, &b, &origin); // on the grid: everything touches exactly
        pose = handmade_random_pose(&random, 3);
        check(&a, &pose, &b, &origin);
        subject_free(&a);
        subject_free(&b);
    }
}

static void test_single_triangles_and_points_answer_as_all_pairs(void **state)
{
    (void)state;
    struct cd_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    struct cd_triangle whole = {{0, 1, 2}}, segment = {{0, 1, 1}}, point = {{0, 0, 0}};
    struct subject subjects[3] = {subject_of(handmade_mesh(corners, 3, &whole, 1), "corrected"),
                                  subject_of(handmade_mesh(corners, 3, &segment, 1), "corrected"),
                                  subject_of(handmade_mesh(corners, 3, &point, 1), "corrected")};
    struct cd_pose origin = handmade_at(0, 0, 0);
    struct cd_pose poses[] = {origin, handmade_at(0.25, 0.25, 0), handmade_at(1, 0, 0),
                              handmade_at(nextafter(1, 2), 0, 0), handmade_at(0.5, 0.5, 0x1p-60)};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (size_t k = 0; k < sizeof poses / sizeof *poses; k++)
                check(&subjects[i], &origin, &subjects[j], &poses[k]);
    assert_int_equal(check(&subjects[2], &origin, &subjects[2], &origin), 1);
    for (int i = 0; i < 3; i++)
        subject_free(&subjects[i]);
}

static struct cd_mesh *mesh_of(const struct cd_vec3 *points, uint32_t triangles)
{
    struct cd_vec3 *vertices = cd_allocate(3 * (size_t)triangles, sizeof *vertices);
    struct cd_triangle *corners = cd_allocate(triangles, sizeof *corners);
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        vertices[i] = points[i];
        corners[i / 3].v[i % 3] = i;
    }
    struct cd_mesh *mesh;
    assert_int_equal(cd_mesh_create("slivers", vertices, 3 * triangles, corners, triangles, &mesh, NULL),
                     CD_OK);
    return mesh;
}

static void test_a_sliver_whose_normal_is_rounding_keeps_its_contacts(void **state)
{
    (void)state;
    const struct cd_vec3 first[] = {{0, 0.455078125, 0.259765625},
                                    {1.0892612028874027e-17, 1.455078125, 1.259765625},
                                    {2.2414730222789697e-18, 0.66085732803571762, 0.46554482803571773},
                                    {-4, -4, -4},
                                    {4, 4, 4},
                                    {4, 4, 3.5}},
                         second[] = {{-0.00043794592277764994, 1.3626311751232212, 1.1687377032218784},
                                     {-0.001087811601148646, 1.3635160767096959, 1.1679392197711989},
                                     {0.0015257575239263259, 1.3640090740147628, 1.1675419028546026}};
    struct subject a = subject_of(mesh_of(first, 2), "corrected"),
                   b = subject_of(mesh_of(second, 1), "corrected");
    struct cd_pose origin = handmade_at(0, 0, 0);
    assert_int_equal(check(&a, &origin, &b, &origin), 1);
    subject_free(&a);
    subject_free(&b);
}

static void test_coincident_bodies_touch_in_every_neighbour(void **state)
{
    (void)state;
    struct subject a = subject_of(generated("torus:triangles=600"), "corrected");
    struct cd_random random = handmade_random();
    struct cd_pose pose = handmade_random_pose(&random, 10);
    assert_true(check(&a, &pose, &a, &pose) >= 13 * 600);
    subject_free(&a);
}

static void test_a_body_inside_another_does_not_touch_it(void **state)
{
    (void)state;
    struct subject outer = subject_of(handmade_box(2, false), "corrected");
    struct subject inner = subject_of(generated("sphere:triangles=500"), "corrected");
    struct cd_pose origin = handmade_at(0, 0, 0);
    assert_int_equal(check(&outer, &origin, &inner, &origin), 0);
    subject_free(&outer);
    subject_free(&inner);
}

static void test_touching_to_the_last_bit_is_decided_as_all_pairs_do(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    struct subject box = subject_of(handmade_box(1, false), "corrected");
    struct subject ball = subject_of(generated("sphere:triangles=80"), "corrected");
    for (int n = 0; n < 40 / SLOW; n++) {
        struct cd_pose a = handmade_random_pose(&random, 0.5), b = handmade_random_pose(&random, 0.5);
        if (n % 3 == 0) // faces slide along each other
            memcpy(b.r, a.r, sizeof b.r);
        for (int k = 0; k < 3; k++)
            b.t[k] = a.t[k] + cd_random_between(&random, -0.3, 0.3);
        b.t[n % 3] = a.t[n % 3] + 1.6;
        check_around_touching(&box, &a, n % 2 ? &box : &ball, b, n % 3, a.t[n % 3] + 6);
    }
    subject_free(&box);
    subject_free(&ball);
}

static void test_poses_that_are_just_rotations_are_decided_as_all_pairs_do(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    // Far from the model's origin a defect of 1e-12 moves vertices by much more than rounding does, and small
    // boxes leave no other slack to hide in.
    struct cd_mesh *cube = handmade_box(1e-3, false);
    struct subject a = subject_of(moved(cube, 1, cd_vec(1e5, -2e5, 3e5)), "corrected");
    struct subject b = subject_of(moved(cube, 1, cd_vec(-3e5, 1e5, 1e5)), "corrected");
    cd_mesh_destroy(cube);
    for (int n = 0; n < 40 / SLOW; n++) {
        struct cd_pose pose_a = defective(&random, handmade_random_pose(&random, 1));
        struct cd_pose pose_b = defective(&random, handmade_random_pose(&random, 1));
        struct cd_vec3 at_a = cd_canonical_vertex(&pose_a, cd_vec(1e5, -2e5, 3e5));
        struct cd_vec3 at_b = cd_canonical_vertex(&pose_b, cd_vec(-3e5, 1e5, 1e5));
        struct cd_vec3 apart = cd_sub(at_a, at_b);
        pose_b.t[0] += apart.x, pose_b.t[1] += apart.y, pose_b.t[2] += apart.z;
        pose_b.t[n % 3] += 1.5e-3;
        check_around_touching(&a, &pose_a, &b, pose_b, n % 3, pose_b.t[n % 3] + 6e-3);
    }
    subject_free(&a);
    subject_free(&b);
}

static void test_small_bodies_far_away_are_decided_as_all_pairs_do(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    struct cd_mesh *ball = generated("sphere:triangles=80");
    struct subject a = subject_of(moved(ball, 1e-6, cd_vec(0, 0, 0)), "corrected");
    struct subject b = subject_of(moved(ball, 1e-6, cd_vec(1, -2, 3)), "corrected");
    cd_mesh_destroy(ball);
    for (int n = 0; n < 40 / SLOW; n++) {
        struct cd_pose pose_a = handmade_random_pose(&random, 1e6), pose_b = handmade_random_pose(&random, 1);
        struct cd_vec3 middle = cd_canonical_vertex(&pose_b, cd_vec(1, -2, 3));
        pose_b.t[0] += pose_a.t[0] - middle.x, pose_b.t[1] += pose_a.t[1] - middle.y;
        pose_b.t[2] += pose_a.t[2] - middle.z;
        pose_b.t[n % 3] += 1.2e-6;
        check(&a, &pose_a, &b, &pose_b);
        check_around_touching(&a, &pose_a, &b, pose_b, n % 3, pose_b.t[n % 3] + 6e-6);
    }
    subject_free(&a);
    subject_free(&b);
}

static void test_tiny_and_huge_bodies_are_decided_as_all_pairs_do(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    static const double sizes[] = {1e-300, 1e-200, 1e-60, 1e-41, 1e-30, 1e-10, 1e8, 2e14};
    struct cd_mesh *ball = generated("sphere:triangles=200");
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        struct subject a = subject_of(moved(ball, sizes[n], cd_vec(0, 0, 0)), "corrected");
        int hits = 0;
        for (int i = 0; i < 20; i++) {
            struct cd_pose pose_a = handmade_random_pose(&random, 1.6 * sizes[n]);
            struct cd_pose pose_b = handmade_random_pose(&random, 1.6 * sizes[n]);
            hits += check(&a, &pose_a, &a, &pose_b) > 0;
        }
        assert_true(hits > 0 && hits < 20);
        subject_free(&a);
    }
    cd_mesh_destroy(ball);
}

static void test_bodies_of_very_different_size_are_decided_as_all_pairs_do(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    struct cd_mesh *ball = generated("sphere:triangles=300");
    struct subject large = subject_of(moved(ball, 1e5, cd_vec(0, 0, 0)), "corrected");
    struct subject small = subject_of(moved(ball, 1e-2, cd_vec(0, 0, 0)), "corrected");
    for (int n = 0; n < 100 / SLOW; n++) {
        struct cd_pose pose = handmade_random_pose(&random, 0), origin = handmade_random_pose(&random, 0);
        uint32_t near = (uint32_t)cd_random_below(&random, ball->vertex_count);
        struct cd_vec3 at = cd_canonical_vertex(&origin, large.mesh->vertices[near]);
        pose.t[0] = at.x + cd_random_between(&random, -2e-2, 2e-2), pose.t[1] = at.y, pose.t[2] = at.z;
        check(&large, &origin, &small, &pose);
        check(&small, &pose, &large, &origin);
    }
    subject_free(&large);
    subject_free(&small);
    cd_mesh_destroy(ball);
}

static void test_poses_of_astronomic_size_are_decided_as_all_pairs_do(void **state)
{
    (void)state;
    struct subject box = subject_of(handmade_box(1, false), "corrected");
    static const double far[] = {1e17, 1e30, 1e40, 1e46, 1e60, 1e300, 1.7e308};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (size_t j = 0; j < sizeof far / sizeof *far; j++)
            for (int sign = -1; sign <= 1; sign += 2) {
                struct cd_pose a = handmade_at(far[i], 0, 0), b = handmade_at(sign * far[j], 0, 0);
                size_t contacts = check(&box, &a, &box, &b);
                assert_int_equal(contacts > 0, i == j && sign > 0);
            }
    subject_free(&box);
}

// ---- trees of difficult meshes ----------------------------------------------------------------------------

static void test_identical_triangles_make_a_tree(void **state)
{
    (void)state;
    uint32_t count = 300000 / SLOW;
    struct cd_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                   above[3] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    struct cd_triangle *triangles = cd_allocate(count, sizeof *triangles);
    for (uint32_t i = 0; i < count; i++)
        triangles[i] = (struct cd_triangle){{0, 1, 2}};
    struct subject one = subject_of(handmade_mesh(above, 3, triangles, 1), "corrected");
    struct subject many = subject_of(handmade_mesh(corners, 3, triangles, count), "corrected");
    struct cd_pose origin = handmade_at(0, 0, 0), below = handmade_at(0.5, 0, -1);
    assert_int_equal(check(&many, &origin, &one, &origin), 0);
    assert_int_equal(check(&many, &origin, &one, &below), count);
    struct subject printed = subject_of(handmade_mesh(corners, 3, triangles, count), "printed");
    subject_free(&printed);
    subject_free(&one);
    subject_free(&many);
    cd_free(triangles);
}

static void test_triangles_that_shrink_geometrically_make_a_shallow_tree(void **state)
{
    (void)state;
    // Each is most of the area of those that follow: a split at the mean takes off one at a time.
    enum { COUNT = 3000 };
    struct cd_vec3 *vertices = cd_allocate(3 * COUNT, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate(COUNT, sizeof *triangles);
    for (uint32_t i = 0; i < COUNT; i++) {
        double size = pow(0.8, i);
        for (uint32_t k = 0; k < 3; k++)
            vertices[3 * i + k] = cd_vec(size, k == 1 ? size / 8 : 0, k == 2 ? size / 8 : 0);
        triangles[i] = (struct cd_triangle){{3 * i, 3 * i + 1, 3 * i + 2}};
    }
    struct subject steps = subject_of(handmade_mesh(vertices, 3 * COUNT, triangles, COUNT), "corrected");
    struct subject printed = subject_of(handmade_mesh(vertices, 3 * COUNT, triangles, COUNT), "printed");
    struct cd_pose origin = handmade_at(0, 0, 0), beside = handmade_at(0.01, 0, 0);
    assert_true(((const struct rapid_model *)steps.model)->wide->depth < WIDE_DEPTH_MOST);
    check(&steps, &origin, &steps, &beside);
    struct outcome outcome = ask(&printed, &origin, &printed, &beside, CD_QUERY_CONTACTS);
    cd_free(outcome.contacts);
    subject_free(&steps);
    subject_free(&printed);
    cd_free(vertices);
    cd_free(triangles);
}

static double surface(const struct rapid_piece *pieces, uint32_t count, const double axes[9])
{
    struct cd_span span = rapid_pieces_span(pieces, count, axes);
    double x = span.high[0] - span.low[0], y = span.high[1] - span.low[1], z = span.high[2] - span.low[2];
    return x * y + y * z + z * x;
}

static void test_tightened_axes_stay_orthonormal_and_make_smaller_boxes(void **state)
{
    (void)state;
    struct cd_random random = handmade_random();
    struct cd_mesh *mesh = generated("bumpy:triangles=2000");
    struct cd_shape shape = {mesh, mesh->vertices};
    struct rapid_piece *pieces = cd_allocate(mesh->triangle_count, sizeof *pieces);
    rapid_pieces_fill(pieces, &shape, cd_vec(0, 0, 0), 1, 0);
    double before = 0, after = 0;
    for (int n = 0; n < 300; n++) {
        uint32_t first = (uint32_t)cd_random_below(&random, mesh->triangle_count);
        uint32_t count = 1 + (uint32_t)cd_random_below(&random, mesh->triangle_count - first);
        count = n % 3 ? count : 1 + count % 8;
        double axes[9];
        struct cd_moments moments = rapid_pieces_moments(pieces + first, count);
        cd_moments_axes(&moments, axes);
        before += surface(pieces + first, count, axes);
        rapid_tighten(pieces + first, count, axes);
        after += surface(pieces + first, count, axes);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double *u = axes + 3 * i, *v = axes + 3 * j;
                assert_true(fabs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2] - (i == j)) < 1e-14);
            }
    }
    print_message("surface of boxes: %.4g before, %.4g after\n", before, after);
    assert_true(after < before);
    cd_free(pieces);
    cd_mesh_destroy(mesh);
}

static void test_models_state_their_bytes(void **state)
{
    (void)state;
    struct subject a = subject_of(generated("torus:triangles=2000"), "corrected");
    struct subject b = subject_of(generated("torus:triangles=2000"), "printed");
    size_t bytes = cd_algo_rapid.model_bytes(a.model), printed = cd_algo_rapid.model_bytes(b.model);
    assert_true(bytes > 2000 * 70 && bytes < 2000 * 160);
    assert_true(printed > 2000 * 200 && printed < 2000 * 400);
    subject_free(&a);
    subject_free(&b);
}

// ---- deforming bodies -------------------------------------------------------------------------------------

static void deform(const struct cd_mesh *mesh, double time, struct cd_vec3 *vertices)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        double wave = 0.4 * sin(3 * p.x + time), stretch = 1 + 0.5 * time;
        vertices[i] = cd_vec(p.x * stretch, p.y + wave, p.z * (1 - 0.3 * wave) + 10 * time);
    }
}

static void check_deforming(void (*adapt)(void *model, const struct cd_shape *shape))
{
    struct cd_random random = handmade_random();
    struct subject a = subject_of(generated("torus:triangles=900"), "corrected");
    struct subject b = subject_of(generated("bumpy:triangles=400"), "corrected");
    struct cd_vec3 *vertices = cd_allocate(a.mesh->vertex_count, sizeof *vertices);
    a.vertices = vertices;
    int hits = 0;
    for (int n = 0; n < 40 / SLOW; n++) {
        double time = 0.1 * n;
        deform(a.mesh, time, vertices);
        struct cd_shape shape = {a.mesh, vertices};
        uint64_t allocations = cd_allocation_count();
        adapt(a.model, &shape);
        if (n > 0)
            assert_true(cd_allocation_count() - allocations <= 5); // growth, where the structure changed
        struct cd_pose pose_a = handmade_random_pose(&random, 0.5), pose_b = handmade_random_pose(&random, 1);
        struct cd_vec3 centre = cd_canonical_vertex(&pose_a, cd_vec(0, 0, 10 * time));
        pose_b.t[0] += centre.x, pose_b.t[1] += centre.y, pose_b.t[2] += centre.z;
        hits += check(&a, &pose_a, &b, &pose_b) > 0;
    }
    assert_true(hits > 0);
    cd_free(vertices);
    subject_free(&a);
    subject_free(&b);
}

static void test_refitted_trees_answer_as_all_pairs_of_triangles(void **state)
{
    (void)state;
    check_deforming(cd_algo_rapid.refit);
}

static void test_rebuilt_trees_answer_as_all_pairs_of_triangles(void **state)
{
    (void)state;
    check_deforming(cd_algo_rapid.rebuild);
}

static void test_refitting_and_rebuilding_again_allocate_nothing(void **state)
{
    (void)state;
    static const char *const variants[] = {"corrected", "printed"};
    for (int i = 0; i < 2; i++) {
        struct subject a = subject_of(generated("torus:triangles=900"), variants[i]);
        struct cd_shape shape = {a.mesh, a.mesh->vertices};
        cd_algo_rapid.rebuild(a.model, &shape);
        uint64_t allocations = cd_allocation_count();
        cd_algo_rapid.rebuild(a.model, &shape);
        cd_algo_rapid.refit(a.model, &shape);
        assert_int_equal(cd_allocation_count(), allocations);
        subject_free(&a);
    }
}

// ---- counters and the printed variant ---------------------------------------------------------------------

static void test_counters_are_the_same_on_every_machine(void **state)
{
    (void)state;
    // Whatever the compiler and the width of its vectors: a changed tree or traversal changes these on
    // purpose.
    struct subject a = subject_of(generated("bumpy:triangles=3000"), "corrected");
    struct subject b = subject_of(generated("torusknot:triangles=2000"), "corrected");
    struct cd_pose pose = handmade_at(0.5, 0.25, 0.125), origin = handmade_at(0, 0, 0);
    cd_rotation_about(cd_vec(1, 2, 3), 1, pose.r);
    struct outcome all = ask(&a, &origin, &b, &pose, CD_QUERY_CONTACTS);
    struct outcome first = ask(&a, &origin, &b, &pose, CD_QUERY_ANY);
    print_message(
        "all contacts: %llu nodes, %llu boxes, %llu triangles; first contact: %llu, %llu, %llu\n",
        (unsigned long long)all.counters.node_visits, (unsigned long long)all.counters.box_tests,
        (unsigned long long)all.counters.triangle_tests, (unsigned long long)first.counters.node_visits,
        (unsigned long long)first.counters.box_tests, (unsigned long long)first.counters.triangle_tests);
    assert_int_equal(all.counters.node_visits, 2268);
    assert_int_equal(all.counters.box_tests, 16071);
    assert_int_equal(all.counters.triangle_tests, 1150);
    assert_int_equal(first.counters.node_visits, 11);
    assert_int_equal(first.counters.box_tests, 78);
    assert_int_equal(first.counters.triangle_tests, 2);
    cd_free(all.contacts);
    cd_free(first.contacts);
    subject_free(&a);
    subject_free(&b);
}

static void test_the_printed_variant_counts_as_the_original_library(void **state)
{
    (void)state;
    struct subject torus = subject_of(sample_torus(), "printed");
    struct cd_pose origin = handmade_at(0, 0, 0), aside = handmade_at(1, 0, 0);
    struct outcome all = ask(&torus, &aside, &torus, &origin, CD_QUERY_CONTACTS);
    struct outcome first = ask(&torus, &aside, &torus, &origin, CD_QUERY_PAIRS);
    print_message("box tests: all contacts %llu, first contact %llu\n",
                  (unsigned long long)all.counters.box_tests, (unsigned long long)first.counters.box_tests);
    assert_int_equal(all.count, 980);
    assert_int_equal(all.counters.triangle_tests, 1696);
    assert_true(fabs((double)all.counters.box_tests / 15357 - 1) < 0.03);
    assert_true(first.hit);
    assert_true((double)first.counters.box_tests / 89 > 0.6 && (double)first.counters.box_tests / 89 < 1.3);
    cd_free(all.contacts);
    cd_free(first.contacts);
    subject_free(&torus);
}

static void test_the_sample_has_980_contacts(void **state)
{
    (void)state;
    struct subject torus = subject_of(sample_torus(), "corrected");
    struct cd_pose origin = handmade_at(0, 0, 0), aside = handmade_at(1, 0, 0);
    assert_int_equal(check(&torus, &aside, &torus, &origin), 980);
    subject_free(&torus);
}

static void test_the_printed_variant_never_collides_a_triangle_without_area(void **state)
{
    (void)state;
    struct cd_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0}};
    struct cd_triangle triangles[3] = {{{0, 1, 2}}, {{3, 3, 3}}, {{0, 3, 0}}};
    struct subject flat = subject_of(handmade_mesh(corners, 4, triangles, 1), "printed");
    struct subject mixed = subject_of(handmade_mesh(corners, 4, triangles, 3), "printed");
    struct subject none = subject_of(handmade_mesh(corners, 4, triangles + 1, 2), "printed");
    struct cd_pose origin = handmade_at(0, 0, 0);
    struct outcome outcomes[3] = {ask(&flat, &origin, &mixed, &origin, CD_QUERY_CONTACTS),
                                  ask(&mixed, &origin, &mixed, &origin, CD_QUERY_CONTACTS),
                                  ask(&flat, &origin, &none, &origin, CD_QUERY_CONTACTS)};
    assert_int_equal(outcomes[0].count, 1);
    assert_int_equal(outcomes[1].count, 1);
    assert_int_equal(outcomes[2].count, 0);
    for (int i = 0; i < 3; i++)
        cd_free(outcomes[i].contacts);
    subject_free(&flat);
    subject_free(&mixed);
    subject_free(&none);
}

static void test_variants_declare_what_they_are_worth(void **state)
{
    (void)state;
    struct cd_settings *printed = variant("printed"), *corrected = variant("corrected");
    struct cd_description description = {.quality = CD_QUALITY_APPROXIMATE};
    cd_algo_rapid.describe(printed, &description);
    assert_int_equal(description.quality, CD_QUALITY_PRINTED);
    cd_algo_rapid.describe(corrected, &description);
    assert_int_equal(description.quality, CD_QUALITY_EXACT);
    cd_settings_destroy(printed);
    cd_settings_destroy(corrected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tori_answer_as_all_pairs_of_triangles),
        cmocka_unit_test(test_bumpy_spheres_answer_as_all_pairs_of_triangles),
        cmocka_unit_test(test_a_comb_and_a_knot_answer_as_all_pairs_of_triangles),
        cmocka_unit_test(test_soups_with_degenerate_triangles_answer_as_all_pairs),
        cmocka_unit_test(test_single_triangles_and_points_answer_as_all_pairs),
        cmocka_unit_test(test_a_sliver_whose_normal_is_rounding_keeps_its_contacts),
        cmocka_unit_test(test_coincident_bodies_touch_in_every_neighbour),
        cmocka_unit_test(test_a_body_inside_another_does_not_touch_it),
        cmocka_unit_test(test_touching_to_the_last_bit_is_decided_as_all_pairs_do),
        cmocka_unit_test(test_poses_that_are_just_rotations_are_decided_as_all_pairs_do),
        cmocka_unit_test(test_small_bodies_far_away_are_decided_as_all_pairs_do),
        cmocka_unit_test(test_tiny_and_huge_bodies_are_decided_as_all_pairs_do),
        cmocka_unit_test(test_bodies_of_very_different_size_are_decided_as_all_pairs_do),
        cmocka_unit_test(test_poses_of_astronomic_size_are_decided_as_all_pairs_do),
        cmocka_unit_test(test_identical_triangles_make_a_tree),
        cmocka_unit_test(test_tightened_axes_stay_orthonormal_and_make_smaller_boxes),
        cmocka_unit_test(test_triangles_that_shrink_geometrically_make_a_shallow_tree),
        cmocka_unit_test(test_models_state_their_bytes),
        cmocka_unit_test(test_refitted_trees_answer_as_all_pairs_of_triangles),
        cmocka_unit_test(test_rebuilt_trees_answer_as_all_pairs_of_triangles),
        cmocka_unit_test(test_refitting_and_rebuilding_again_allocate_nothing),
        cmocka_unit_test(test_counters_are_the_same_on_every_machine),
        cmocka_unit_test(test_the_printed_variant_counts_as_the_original_library),
        cmocka_unit_test(test_the_sample_has_980_contacts),
        cmocka_unit_test(test_the_printed_variant_never_collides_a_triangle_without_area),
        cmocka_unit_test(test_variants_declare_what_they_are_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
