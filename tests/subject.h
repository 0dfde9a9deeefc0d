/// Queries a pair algorithm directly about two bodies, and compares it with the test of all pairs of their triangles:
///
///     struct subject a = subject_make(&cd_algo_rapid, "variant=corrected", generated("torus"));
///     struct subject b = ...;
///     check(&a, &pose_a, &b, &pose_b);
///     subject_free(&a);
#ifndef CD_TESTS_SUBJECT_H
#define CD_TESTS_SUBJECT_H

#include "algos/algo.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "geom/triangle.h"
#include "tests/effort.h"
#include "tests/handmade.h"

// Sanitizers and missing optimisation make tests ten times slower or more, so these builds get a tenth of the poses.
#ifdef CD_SLOW_BUILD
#define SLOW 10
#else
#define SLOW 1
#endif

// ---- one pair of bodies, asked directly -------------------------------------------------------------------

struct subject {
    const struct cd_algo *algo;
    struct cd_mesh *mesh;
    const struct cd_vec3 *vertices; ///< those of the mesh, or deformed ones
    struct cd_settings *settings;
    void *model;
};

struct outcome {
    bool hit;
    struct cd_record *contacts; ///< in ascending order; owned by the caller
    size_t count;
    struct cd_counters counters;
};

/// Takes over the mesh. The settings are key=value:key=value..., or "".
static inline struct subject subject_make(const struct cd_algo *algo, const char *settings_text,
                                          struct cd_mesh *mesh)
{
    struct subject subject = {algo, mesh, mesh->vertices, NULL, NULL};
    struct cd_shape shape = {mesh, mesh->vertices};
    struct cd_settings *settings = cd_algo_settings(algo);
    struct cd_status status = {0};
    if (*settings_text)
        assert_int_equal(cd_settings_apply(settings, algo->name, settings_text, &status), CD_OK);
    assert_int_equal(algo->prepare(settings, &shape, NULL, &subject.model, NULL), CD_OK);
    subject.settings = settings;
    return subject;
}

static inline void subject_free(struct subject *subject)
{
    subject->algo->release(subject->model);
    cd_settings_destroy(subject->settings);
    cd_mesh_destroy(subject->mesh);
}

static inline struct cd_placed placed(const struct subject *subject, uint32_t id, const struct cd_pose *pose)
{
    return (struct cd_placed){.id = id,
                              .vertex_count = subject->mesh->vertex_count,
                              .triangle_count = subject->mesh->triangle_count,
                              .model = subject->model,
                              .vertices = subject->vertices,
                              .triangles = subject->mesh->triangles,
                              .pose = pose};
}

static inline int compare_records(const void *p, const void *q)
{
    const struct cd_record *a = p, *b = q;
    if (a->ta != b->ta)
        return a->ta < b->ta ? -1 : 1;
    return a->tb < b->tb ? -1 : a->tb > b->tb;
}

static inline struct outcome ask(const struct subject *a, const struct cd_pose *pose_a,
                                 const struct subject *b, const struct cd_pose *pose_b, enum cd_query query)
{
    struct cd_placed place_a = placed(a, 3, pose_a), place_b = placed(b, 7, pose_b);
    struct cd_sink *sink = cd_allocate(1, sizeof *sink);
    cd_sink_begin(sink, query, CD_SINK_STORE, 0);
    struct cd_worker worker = {.query = query, .sink = sink};
    if (a->algo->scratch_bytes)
        worker.scratch = cd_allocate(a->algo->scratch_bytes(a->model, b->model), 1);
    struct outcome outcome = {0};
    if (a->algo->place) {
        struct cd_shape shape_a = {a->mesh, a->vertices}, shape_b = {b->mesh, b->vertices};
        place_a.placement = cd_allocate(a->algo->placement_bytes(&shape_a), 1);
        place_b.placement = cd_allocate(b->algo->placement_bytes(&shape_b), 1);
        a->algo->place(&place_a);
        b->algo->place(&place_b);
    }
    bool deformed = a->vertices != a->mesh->vertices || b->vertices != b->mesh->vertices;
    void *link = a->algo->link && !deformed ? a->algo->link(a->settings, a->model, b->model) : NULL;
    outcome.hit = a->algo->test(&place_a, &place_b, link, NULL, &worker);
    if (link)
        a->algo->unlink(link);
    cd_sink_flush(sink);
    outcome.counters = worker.counters;
    outcome.count = sink->count;
    outcome.contacts = cd_allocate(outcome.count, sizeof *outcome.contacts);
    if (outcome.count)
        memcpy(outcome.contacts, sink->stored, outcome.count * sizeof *outcome.contacts);
    qsort(outcome.contacts, outcome.count, sizeof *outcome.contacts, compare_records);
    cd_free(place_a.placement);
    cd_free(place_b.placement);
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

static inline struct world world_of(const struct subject *subject, const struct cd_pose *pose)
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

static inline void world_free(struct world *world)
{
    cd_free(world->triangles);
    cd_free(world->boxes);
}

static inline size_t brute(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
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

/// Asserts that both queries of the algorithm give the same answers as all pairs of triangles. Returns the number of
/// contacts.
static inline size_t check(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
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

static inline struct cd_mesh *generated(const char *specification)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    if (cd_mesh_generate(specification, &mesh, &status))
        print_error("%s\n", status.text);
    assert_non_null(mesh);
    return mesh;
}

static inline struct cd_mesh *moved(const struct cd_mesh *mesh, double scale, struct cd_vec3 offset)
{
    struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        vertices[i] = cd_add(cd_scale(mesh->vertices[i], scale), offset);
    struct cd_mesh *result =
        handmade_mesh(vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count);
    cd_free(vertices);
    return result;
}

/// A pose whose matrix only just counts as a rotation.
static inline struct cd_pose defective(struct cd_random *random, struct cd_pose pose)
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

/// Finds, to the last bit, where b loses contact with a along `direction`, and checks the answers around that place.
static inline void check_around_touching(const struct subject *a, const struct cd_pose *pose_a,
                                         const struct subject *b, struct cd_pose pose_b, int axis, double far)
{
    struct cd_record *truth;
    double near = pose_b.t[axis];
    size_t count = brute(a, pose_a, b, &pose_b, &truth);
    cd_free(truth);
    if (!count)
        return; // they do not touch in the first place
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

// ---- what every exact algorithm is put through ------------------------------------------------------------

static inline void check_random_poses(const struct cd_algo *algo, const char *settings, const char *first,
                                      const char *second, int poses, double reach)
{
    struct cd_random random = handmade_random();
    struct subject a = subject_make(algo, settings, generated(first));
    struct subject b = subject_make(algo, settings, generated(second));
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

static inline void check_soups(const struct cd_algo *algo, const char *settings)
{
    struct cd_random random = handmade_random();
    for (int n = 0; n < 200 / SLOW; n++) {
        struct subject a = subject_make(algo, settings, handmade_soup(&random, 1 + (uint32_t)n, 5));
        struct subject b = subject_make(algo, settings, handmade_soup(&random, 30, 4));
        struct cd_pose pose = handmade_at((double)(n % 5), 1, 2), origin = handmade_at(0, 0, 0);
        check(&a, &pose, &b, &origin); // on the grid: everything touches exactly
        pose = handmade_random_pose(&random, 3);
        check(&a, &pose, &b, &origin);
        subject_free(&a);
        subject_free(&b);
    }
}

static inline void check_single_triangles(const struct cd_algo *algo, const char *settings)
{
    struct cd_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    struct cd_triangle whole = {{0, 1, 2}}, segment = {{0, 1, 1}}, point = {{0, 0, 0}};
    struct subject subjects[3] = {subject_make(algo, settings, handmade_mesh(corners, 3, &whole, 1)),
                                  subject_make(algo, settings, handmade_mesh(corners, 3, &segment, 1)),
                                  subject_make(algo, settings, handmade_mesh(corners, 3, &point, 1))};
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

static inline void check_touching(const struct cd_algo *algo, const char *settings)
{
    struct cd_random random = handmade_random();
    struct subject box = subject_make(algo, settings, handmade_box(1, false));
    struct subject ball = subject_make(algo, settings, generated("sphere:triangles=80"));
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

static inline void check_defective_poses(const struct cd_algo *algo, const char *settings)
{
    struct cd_random random = handmade_random();
    // Far from the model's origin, a defect of 1e-12 moves vertices by much more than rounding does, and small boxes
    // have no other slack that could hide it.
    struct cd_mesh *cube = handmade_box(1e-3, false);
    struct subject a = subject_make(algo, settings, moved(cube, 1, cd_vec(1e5, -2e5, 3e5)));
    struct subject b = subject_make(algo, settings, moved(cube, 1, cd_vec(-3e5, 1e5, 1e5)));
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

static inline void check_small_bodies_far_away(const struct cd_algo *algo, const char *settings)
{
    struct cd_random random = handmade_random();
    struct cd_mesh *ball = generated("sphere:triangles=80");
    struct subject a = subject_make(algo, settings, moved(ball, 1e-6, cd_vec(0, 0, 0)));
    struct subject b = subject_make(algo, settings, moved(ball, 1e-6, cd_vec(1, -2, 3)));
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

static inline void check_tiny_and_huge_bodies(const struct cd_algo *algo, const char *settings, int poses)
{
    struct cd_random random = handmade_random();
    static const double sizes[] = {1e-300, 1e-200, 1e-60, 1e-41, 1e-30, 1e-10, 1e8, 2e14};
    struct cd_mesh *ball = generated("sphere:triangles=200");
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        struct subject a = subject_make(algo, settings, moved(ball, sizes[n], cd_vec(0, 0, 0)));
        int hits = 0;
        for (int i = 0; i < poses; i++) {
            struct cd_pose pose_a = handmade_random_pose(&random, 1.6 * sizes[n]);
            struct cd_pose pose_b = handmade_random_pose(&random, 1.6 * sizes[n]);
            hits += check(&a, &pose_a, &a, &pose_b) > 0;
        }
        assert_true(poses < 20 || (hits > 0 && hits < poses));
        subject_free(&a);
    }
    cd_mesh_destroy(ball);
}

static inline void check_different_sizes(const struct cd_algo *algo, const char *settings)
{
    struct cd_random random = handmade_random();
    struct cd_mesh *ball = generated("sphere:triangles=300");
    struct subject large = subject_make(algo, settings, moved(ball, 1e5, cd_vec(0, 0, 0)));
    struct subject small = subject_make(algo, settings, moved(ball, 1e-2, cd_vec(0, 0, 0)));
    for (int n = 0; n < test_amount(100, 30) / SLOW; n++) {
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

static inline void check_astronomic_poses(const struct cd_algo *algo, const char *settings)
{
    struct subject box = subject_make(algo, settings, handmade_box(1, false));
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

static inline void deform(const struct cd_mesh *mesh, double time, struct cd_vec3 *vertices)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        double wave = 0.4 * sin(3 * p.x + time), stretch = 1 + 0.5 * time;
        vertices[i] = cd_vec(p.x * stretch, p.y + wave, p.z * (1 - 0.3 * wave) + 10 * time);
    }
}

static inline void check_deforming(const struct cd_algo *algo, const char *settings,
                                   void (*adapt)(void *model, const struct cd_shape *shape))
{
    struct cd_random random = handmade_random();
    struct subject a = subject_make(algo, settings, generated("torus:triangles=900"));
    struct subject b = subject_make(algo, settings, generated("bumpy:triangles=400"));
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
            assert_true(cd_allocation_count() - allocations <= 5); // growth, if the structure changed
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

#endif
