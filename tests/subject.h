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
#include "tests/effort.h"
#include "tests/handmade.h"
#include "tests/touching.h"

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
    assert_int_equal(algo->pair->prepare(settings, &shape, NULL, &subject.model, NULL), CD_OK);
    subject.settings = settings;
    return subject;
}

static inline void subject_free(struct subject *subject)
{
    subject->algo->pair->release(subject->model);
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
    const struct cd_pair_algo *pair = a->algo->pair;
    struct cd_placed place_a = placed(a, 3, pose_a), place_b = placed(b, 7, pose_b);
    struct cd_sink *sink = cd_allocate(1, sizeof *sink);
    cd_sink_begin(sink, query, CD_SINK_STORE, 0);
    struct cd_worker worker = {.query = query, .sink = sink};
    if (pair->scratch_bytes)
        worker.scratch = cd_allocate(pair->scratch_bytes(a->model, b->model), 1);
    struct outcome outcome = {0};
    if (pair->place) {
        struct cd_shape shape_a = {a->mesh, a->vertices}, shape_b = {b->mesh, b->vertices};
        place_a.placement = cd_allocate(pair->placement_bytes(&shape_a), 1);
        place_b.placement = cd_allocate(pair->placement_bytes(&shape_b), 1);
        pair->place(&place_a);
        pair->place(&place_b);
    }
    bool deformed = a->vertices != a->mesh->vertices || b->vertices != b->mesh->vertices;
    void *link = pair->link && !deformed ? pair->link(a->settings, a->model, b->model) : NULL;
    outcome.hit = pair->test(&(struct cd_test){&place_a, &place_b, link, NULL, &worker});
    if (link)
        pair->unlink(link);
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

/// Does the same, and frees the contacts.
static inline struct outcome counted(const struct subject *a, const struct cd_pose *pose_a,
                                     const struct subject *b, const struct cd_pose *pose_b,
                                     enum cd_query query)
{
    struct outcome outcome = ask(a, pose_a, b, pose_b, query);
    cd_free(outcome.contacts);
    outcome.contacts = NULL;
    return outcome;
}

static inline bool hits(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
                        const struct cd_pose *pose_b)
{
    return counted(a, pose_a, b, pose_b, CD_QUERY_PAIRS).hit;
}

// ---- the truth --------------------------------------------------------------------------------------------

static inline size_t brute(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
                           const struct cd_pose *pose_b, struct cd_record **contacts)
{
    struct world wa = world_of(a->mesh, a->vertices, pose_a), wb = world_of(b->mesh, b->vertices, pose_b);
    size_t count = 0, capacity = 0;
    *contacts = NULL;
    for (uint32_t i = 0; i < wa.count; i++)
        for (uint32_t j = 0; j < wb.count; j++) {
            if (!triangles_touch(&wa, i, &wb, j))
                continue;
            *contacts = cd_grow(*contacts, count, &capacity, sizeof **contacts);
            (*contacts)[count++] = (struct cd_record){3, i, 7, j};
        }
    world_free(&wa);
    world_free(&wb);
    return count;
}

/// Moves b along an axis from where it touches a on its way to `far`: to the last double at which it does.
static inline void lose_contact(const struct subject *a, const struct cd_pose *pose_a,
                                const struct subject *b, struct cd_pose *pose_b, int axis, double far)
{
    double *at = &pose_b->t[axis], near = *at;
    for (;;) {
        struct cd_record *contacts;
        *at = near + (far - near) / 2;
        if (*at == near || *at == far)
            break;
        *(brute(a, pose_a, b, pose_b, &contacts) ? &near : &far) = *at;
        cd_free(contacts);
    }
    *at = near;
}

/// Asserts that both queries of the algorithm give these contacts.
static inline void assert_contacts(const struct subject *a, const struct cd_pose *pose_a,
                                   const struct subject *b, const struct cd_pose *pose_b,
                                   const struct cd_record *truth, size_t count)
{
    struct outcome all = ask(a, pose_a, b, pose_b, CD_QUERY_CONTACTS);
    struct outcome first = ask(a, pose_a, b, pose_b, CD_QUERY_PAIRS);
    if (all.count != count || all.hit != (count > 0) || first.hit != (count > 0) || first.count ||
        (count && memcmp(all.contacts, truth, count * sizeof *truth)))
        fail_msg("%s: %zu contacts, %s first one; all pairs of triangles: %zu", a->algo->name, all.count,
                 first.hit ? "a" : "no", count);
    cd_free(all.contacts);
    cd_free(first.contacts);
}

/// Asserts that both queries of the algorithm give the same answers as all pairs of triangles. Returns the number of
/// contacts.
static inline size_t check(const struct subject *a, const struct cd_pose *pose_a, const struct subject *b,
                           const struct cd_pose *pose_b)
{
    struct cd_record *truth;
    size_t count = brute(a, pose_a, b, pose_b, &truth);
    assert_contacts(a, pose_a, b, pose_b, truth, count);
    cd_free(truth);
    return count;
}

// ---- meshes ----------------------------------------------------------------------------------------------

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

/// Bends, stretches and moves a mesh.
static inline void deform(const struct cd_mesh *mesh, double time, struct cd_vec3 *vertices)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        double wave = 0.4 * sin(3 * p.x + time), stretch = 1 + 0.5 * time;
        vertices[i] = cd_vec(p.x * stretch, p.y + wave, p.z * (1 - 0.3 * wave) + 10 * time);
    }
}

// ---- trees ------------------------------------------------------------------------------------------------

/// Asserts that a tree's order has every triangle once.
static inline void check_order(const uint32_t *order, uint32_t count)
{
    unsigned char *seen = cd_allocate(count, 1);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(seen[order[i]]++, 0);
    cd_free(seen);
}

/// Checks trees of meshes of several sizes and places: as they are made, refitted to the deformed mesh, and rebuilt.
static inline void check_trees(const struct cd_algo *algo, const char *settings,
                               void (*check_model)(const void *model, const struct cd_shape *shape))
{
    static const double scales[] = {1, 1e-300, 1e-30, 1e6};
    static const char *const meshes[] = {"torus:triangles=500", "bumpy:triangles=300", "comb:triangles=400"};
    struct cd_random random = handmade_random();
    for (size_t i = 0; i < 16; i++) {
        struct cd_mesh *mesh = i % 4 < 3 ? generated(meshes[i % 4]) : handmade_soup(&random, 90, 4);
        struct cd_vec3 offset = cd_scale(handmade_random_point(&random, 100), scales[i / 4]);
        test_row("%s:%s, mesh %zu times %g", algo->name, settings, i % 4, scales[i / 4]);
        struct subject subject = subject_make(algo, settings, moved(mesh, scales[i / 4], offset));
        struct cd_shape shape = {subject.mesh, subject.mesh->vertices};
        check_model(subject.model, &shape);
        struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
        deform(mesh, 0.3, vertices);
        shape.vertices = vertices;
        algo->pair->refit(subject.model, &shape);
        check_model(subject.model, &shape);
        algo->pair->rebuild(subject.model, &shape);
        check_model(subject.model, &shape);
        cd_free(vertices);
        cd_mesh_destroy(mesh);
        subject_free(&subject);
    }
}

#endif
