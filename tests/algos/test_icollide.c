/// Closest features of convex bodies: what counts as convex, the walk between features, and answers that equal the
/// oracle's, however close the bodies are and whatever is remembered about them.
#include "tests/judged.h"
#include "tests/subject.h"
#include "tests/test.h"

#include "algos/papers/icollide/icollide.h"

static struct cd_mesh *random_convex(struct cd_random *random, uint64_t max)
{
    char text[100];
    snprintf(text, sizeof text, "convex:triangles=%llu:stretch=%g:seed=%llu",
             4 + (unsigned long long)cd_random_below(random, max - 3), cd_random_between(random, 1, 8),
             (unsigned long long)cd_random_below(random, 1000000));
    return generated(text);
}

static struct subject subject_of(struct cd_mesh *mesh)
{
    return subject_make(cd_algo_find("closest"), "", mesh);
}

// ---- what is convex ---------------------------------------------------------------------------------------

/// The distance of p from the plane of a triangle.
static long double depth_below(const struct cd_vec3 t[3], struct cd_vec3 p)
{
    long double e[2][3], n[3], square = 0, along = 0;
    for (int k = 0; k < 6; k++)
        e[k / 3][k % 3] = (long double)cd_axis(&t[1 + k / 3], k % 3) - (long double)cd_axis(&t[0], k % 3);
    for (int k = 0; k < 3; k++) {
        n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
        square += n[k] * n[k];
        along += n[k] * ((long double)cd_axis(&t[0], k) - (long double)cd_axis(&p, k));
    }
    return fabsl(along) / sqrtl(square);
}

/// Bounds of the size are on the safe side by 2^-40.
static void check_size(const struct polytope *p, const struct cd_mesh *mesh)
{
    long double radius = 0, depth = INFINITY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const struct cd_vec3 *x = &mesh->vertices[v];
        radius = fmaxl(radius,
                       sqrtl((long double)x->x * x->x + (long double)x->y * x->y + (long double)x->z * x->z));
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = mesh->triangles[t].v;
        const struct cd_vec3 corners[] = {mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]};
        depth = fminl(depth, depth_below(corners, p->centre));
    }
    assert_true(fabsl(p->radius / radius - 1 - 0x1p-40L) < 0x1p-43L);
    assert_true(p->depth <= depth * (1 - 0x1.cp-41L) && p->depth > depth * (1 - 0x1p-34L));
}

static void check_structure(const struct polytope *p)
{
    assert_int_equal(p->vertex_count + p->face_count, p->edge_count / 2 + 2);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < p->edge_count; i++) {
        const struct polytope_edge *e = &p->edges[i], *twin = &p->edges[e->twin];
        assert_true(twin->twin == i && twin->from == e->to && twin->to == e->from);
        assert_true(p->edges[e->next].from == e->to && p->edges[e->next].face == e->face);
        assert_true(p->star[e->from] <= i && i < p->star[e->from + 1]);
    }
    for (uint32_t f = 0; f < p->face_count; f++) {
        uint32_t i = p->faces[f].first;
        do {
            const struct polytope_edge *e = &p->edges[i];
            struct cd_vec3 along = cd_sub(p->points[e->to], p->points[e->from]);
            struct cd_vec3 out = cd_cross(along, p->faces[f].normal);
            assert_int_equal(e->face, f);
            assert_true(cd_dot(out, cd_sub(p->points[p->edges[e->next].to], p->points[e->to])) < 0);
            seen++;
            i = e->next;
        } while (i != p->faces[f].first);
        assert_true(cd_dot(p->faces[f].normal, p->centre) < p->faces[f].offset);
        assert_true(p->depth <= p->faces[f].offset - cd_dot(p->faces[f].normal, p->centre));
    }
    assert_int_equal(seen, p->edge_count);
    assert_true(p->depth > 0);
}

TEST(only_true_corners_edges_and_faces_are_kept)
{
    static const struct {
        const char *specification;
        uint32_t corners;
    } rows[] = {{"box:triangles=5000", 8}, {"box", 8}, {"cloth:triangles=300", 8}, {"convex:triangles=4", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].specification);
        struct subject subject = subject_of(generated(rows[i].specification));
        assert_int_equal(((const struct polytope *)subject.model)->vertex_count, rows[i].corners);
        check_structure(subject.model);
        subject_free(&subject);
    }
    struct subject inverted = subject_of(handmade_box(2, true));
    check_structure(inverted.model);
    subject_free(&inverted);
}

TEST(random_convex_bodies_are_taken_as_they_are)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < 50; i++) {
        struct subject subject = subject_of(random_convex(&random, i < 40 ? 60 : 3000));
        assert_int_equal(((const struct polytope *)subject.model)->face_count, subject.mesh->triangle_count);
        check_structure(subject.model);
        check_size(subject.model, subject.mesh);
        subject_free(&subject);
    }
}

static void assert_refused(struct cd_mesh *mesh)
{
    struct polytope *polytope = NULL;
    struct cd_status status = {0};
    assert_int_equal(polytope_create(&(struct cd_shape){mesh, mesh->vertices}, &polytope, &status), CD_USAGE);
    assert_null(polytope);
    assert_non_null(strstr(status.text, mesh->name));
    assert_non_null(strstr(status.text, "icollide_aabb"));
    assert_null(strchr(status.text, '\n'));
    cd_mesh_destroy(mesh);
}

TEST(what_is_not_convex_is_refused)
{
    const char *const meshes[] = {"torus", "torusknot:triangles=1000", "gear", "comb",
                                  "sheet", "bumpy:amplitude=0.1"};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        test_row("%s", meshes[i]);
        assert_refused(generated(meshes[i]));
    }
    assert_refused(handmade_join(handmade_box(1, false), handmade_box(1, false), cd_vec(3, 0, 0)));
    assert_refused(handmade_join(handmade_box(4, false), handmade_box(2, true), cd_vec(0, 0, 0)));
    const struct cd_vec3 flat[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const struct cd_triangle both[] = {{{0, 1, 2}}, {{0, 2, 1}}};
    assert_refused(handmade_mesh(flat, 3, both, 2));
}

/// A box whose side z = 1 is a flat pyramid with its tip at z = `tip`.
static struct cd_mesh *roofed_box(double tip)
{
    static const struct cd_triangle sides[14] = {
        {{0, 2, 1}}, {{1, 2, 3}}, {{4, 5, 8}}, {{5, 7, 8}}, {{7, 6, 8}}, {{6, 4, 8}}, {{0, 1, 4}},
        {{1, 5, 4}}, {{2, 6, 3}}, {{3, 6, 7}}, {{0, 4, 2}}, {{2, 4, 6}}, {{1, 3, 5}}, {{3, 7, 5}},
    };
    struct cd_vec3 corners[9] = {[8] = {0, 0, tip}};
    for (int i = 0; i < 8; i++)
        corners[i] = cd_vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    return handmade_mesh(corners, 9, sides, 14);
}

TEST(a_dent_of_one_ulp_is_not_convex)
{
    assert_refused(roofed_box(nextafter(1, 0)));
    for (uint32_t corners = 8; corners <= 9; corners++) {
        struct subject box = subject_of(roofed_box(corners == 8 ? 1 : nextafter(1, 2)));
        assert_int_equal(((const struct polytope *)box.model)->vertex_count, corners);
        subject_free(&box);
    }
}

// ---- climbing and walking ---------------------------------------------------------------------------------

TEST(the_furthest_vertex_is_that_of_all)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < 60; i++) {
        struct subject subject =
            subject_of(i % 3 ? random_convex(&random, 200) : generated("box:triangles=12:x=3:y=0.7"));
        const struct polytope *p = subject.model;
        for (int k = 0; k < 20; k++) {
            struct cd_vec3 direction = handmade_random_point(&random, 1);
            if (k % 2) // where a whole face is furthest, or nearly so
                direction = cd_scale(p->faces[cd_random_below(&random, p->face_count)].normal, 0.5);
            double *const parts[] = {&direction.x, &direction.y, &direction.z};
            for (int c = 0; c < 3; c++)
                *parts[c] = fabs(*parts[c]) < 0x1p-100 ? 0 : *parts[c];
            uint64_t steps = 0;
            uint32_t start = (uint32_t)cd_random_below(&random, p->vertex_count);
            uint32_t found = polytope_furthest(p, start, direction, &steps);
            uint32_t again = polytope_furthest(p, found, direction, &steps);
            assert_int_equal(again, found);
            for (uint32_t v = 0; v < p->vertex_count; v++) {
                long double d = (long double)direction.x * p->points[v].x +
                                (long double)direction.y * p->points[v].y +
                                (long double)direction.z * p->points[v].z;
                long double f = (long double)direction.x * p->points[found].x +
                                (long double)direction.y * p->points[found].y +
                                (long double)direction.z * p->points[found].z;
                assert_true(d <= f + 1e-18L);
            }
        }
        subject_free(&subject);
    }
}

/// Two bodies and their places.
struct couple {
    struct subject of[2];
    struct cd_pose pose[2];
    struct cd_placed placed[2];
};

static struct couple couple_make(struct cd_mesh *a, struct cd_mesh *b)
{
    return (struct couple){.of = {subject_of(a), subject_of(b)}};
}

static void couple_place(struct couple *couple)
{
    for (uint32_t i = 0; i < 2; i++)
        couple->placed[i] = placed(&couple->of[i], i, &couple->pose[i]);
}

static void couple_place_at_random(struct couple *couple, struct cd_random *random, double reach)
{
    for (int i = 0; i < 2; i++)
        couple->pose[i] = handmade_random_pose(random, reach);
    couple_place(couple);
}

static void couple_release(struct couple *couple)
{
    for (int i = 0; i < 2; i++)
        subject_free(&couple->of[i]);
}

static struct feature random_feature(struct cd_random *random, const struct polytope *polytope)
{
    const uint32_t counts[] = {polytope->vertex_count, polytope->edge_count, polytope->face_count};
    uint32_t kind = (uint32_t)cd_random_below(random, 3);
    return (struct feature){kind, (uint32_t)cd_random_below(random, counts[kind])};
}

/// Whether walks from any start, and GJK, end with the same result. Counts how walks end.
static void check_couple(struct cd_random *random, struct couple *couple, uint64_t ends[3])
{
    struct relation relation;
    struct gjk_simplex simplex = {.count = 0};
    struct cd_vec3 direction = {0, 0, 0}, directions[2];
    uint32_t start[2] = {0, 0};
    relation_init(&relation, &couple->placed[0], &couple->placed[1]);
    enum gjk_end gjk = gjk_search(&relation, 0, start, &simplex, &direction);
    assert_int_not_equal(gjk, GJK_NEAR);
    if (gjk == GJK_INSIDE) { // the simplex shows it at once
        uint64_t steps = relation.steps;
        assert_int_equal(gjk_search(&relation, 0, start, &simplex, &direction), GJK_INSIDE);
        assert_int_equal(relation.steps, steps + 1);
    }
    for (int i = 0; i < 8; i++) {
        struct feature features[2];
        for (int k = 0; k < 2; k++)
            features[k] = random_feature(random, couple->of[k].model);
        enum walk_end end = walk_to_closest(&relation, features);
        int count = end == WALK_APART ? walk_directions(&relation, features, directions) : 0;
        bool apart = false;
        for (int k = 0; k < count && !apart; k++) {
            uint32_t furthest[2] = {walk_corner(couple->of[0].model, features[0]),
                                    walk_corner(couple->of[1].model, features[1])};
            apart = relation_parted(&relation, directions[k], furthest);
        }
        if (end == WALK_APART && !apart && gjk == GJK_APART)
            fail_msg("a walk ended apart without showing it");
        assert_true(!apart || gjk == GJK_APART);
        ends[end] += gjk == GJK_APART;
    }
}

TEST(walks_from_any_features_end_where_gjk_does)
{
    struct cd_random random = handmade_random();
    uint64_t ends[3] = {0};
    for (int i = 0; i < 300; i++) {
        struct couple couple = couple_make(random_convex(&random, 100), random_convex(&random, 100));
        for (int k = 0; k < 10; k++) {
            couple_place_at_random(&couple, &random, 1.2);
            check_couple(&random, &couple, ends);
        }
        couple_release(&couple);
    }
    print_message("walks between bodies apart: %llu end, %llu are stuck inside, %llu lost\n",
                  (unsigned long long)ends[WALK_APART], (unsigned long long)ends[WALK_INSIDE],
                  (unsigned long long)ends[WALK_LOST]);
    assert_true(ends[WALK_APART] > 9 * (ends[WALK_INSIDE] + ends[WALK_LOST]));
}

TEST(parallel_edges_and_faces_are_no_trap)
{
    struct cd_random random = handmade_random();
    uint64_t ends[3] = {0};
    struct couple couple = couple_make(handmade_box(1, false), generated("box:triangles=48:x=2:y=1:z=4"));
    for (int x = -3; x <= 3; x++)
        for (int y = -3; y <= 3; y++)
            for (int z = 3; z <= 5; z++) {
                couple.pose[0] = handmade_at(0, 0, 0);
                couple.pose[1] = handmade_at(x, 0.5 * y, z + 0.5);
                couple_place(&couple);
                check_couple(&random, &couple, ends);
            }
    couple_release(&couple);
    assert_true(ends[WALK_LOST] == 0 && ends[WALK_APART] > 18 * ends[WALK_INSIDE]);
}

// ---- against the oracle -----------------------------------------------------------------------------------

/// Compares both algorithms with the oracle on a scene. Frees the scene.
static void check_scene(struct cd_scene *scene)
{
    assert_int_equal(judged(scene, "icollide", CD_QUERY_PAIRS).wrong_frames, 0);
    assert_int_equal(judged(scene, "closest:broad=none", CD_QUERY_PAIRS).wrong_frames, 0);
    cd_scene_destroy(scene);
}

/// Puts both bodies into frames where the second one loses contact along an axis, and a few ulps around that place.
static uint64_t put_contact(struct handmade *made, uint64_t frame, struct couple *couple, int axis)
{
    double *at = &couple->pose[1].t[axis];
    lose_contact(&couple->of[0], &couple->pose[0], &couple->of[1], &couple->pose[1], axis, *at + 8);
    for (int i = 0; i < 6; i++)
        *at = nextafter(*at, -INFINITY);
    for (int i = 0; i < 13; i++, frame++) {
        for (uint32_t id = 0; id < 2; id++)
            handmade_put(made, frame, id, id, couple->pose[id]);
        *at = nextafter(*at, INFINITY);
    }
    return frame;
}

static void check_contacts(struct cd_mesh *a, struct cd_mesh *b, bool turned, struct cd_random *random)
{
    struct couple couple = couple_make(moved(a, 1, cd_vec(0, 0, 0)), moved(b, 1, cd_vec(0, 0, 0)));
    struct handmade *made = handmade_begin();
    handmade_add(made, a);
    handmade_add(made, b);
    uint64_t frame = 0;
    for (int i = 0; i < 12; i++) {
        double far = i < 9 ? 0.3 : 1e5;
        for (int k = 0; k < 2; k++) {
            couple.pose[k] =
                turned ? handmade_random_pose(random, 0.3) : handmade_at(0, 0, 0.25 * (i % 5) * k);
            couple.pose[k].t[0] += far;
        }
        frame = put_contact(made, frame, &couple, i % 3);
    }
    couple_release(&couple);
    check_scene(handmade_end(made, frame));
}

TEST(contact_is_lost_at_the_right_double)
{
    struct cd_random random = handmade_random();
    for (int turned = 0; turned < 2; turned++) {
        check_contacts(handmade_box(1, false), handmade_box(0.5, true), turned, &random);
        check_contacts(handmade_box(1, false), random_convex(&random, 40), turned, &random);
        check_contacts(generated("box:triangles=108"), generated("box:triangles=48:x=3"), turned, &random);
        check_contacts(random_convex(&random, 40), random_convex(&random, 40), turned, &random);
    }
}

// ---- memory of the last frame -----------------------------------------------------------------------------

/// Whether a couple collides. What the slot remembers must not change the answer.
static void check_memory(const struct couple *couple, void *slot)
{
    const struct cd_pair_algo *algo = couple->of[0].algo->pair;
    void *fresh = cd_allocate(algo->slot_bytes, 1);
    struct cd_worker worker = {
        .query = CD_QUERY_PAIRS,
        .scratch = cd_allocate(algo->scratch_bytes(couple->of[0].model, couple->of[1].model), 1)};
    struct cd_test test = {&couple->placed[0], &couple->placed[1], NULL, slot, &worker};
    bool hit = algo->test(&test);
    test.slot = fresh;
    assert_int_equal(algo->test(&test), hit);
    cd_free(worker.scratch);
    cd_free(fresh);
}

TEST(answers_do_not_depend_on_what_is_remembered)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < 40; i++) {
        struct couple couple = couple_make(random_convex(&random, 60), random_convex(&random, 60));
        void *slot = cd_allocate(couple.of[0].algo->pair->slot_bytes, 1);
        for (int k = 0; k < 100; k++) { // from one place to quite another each time
            couple_place_at_random(&couple, &random, 0.9);
            check_memory(&couple, slot);
        }
        cd_free(slot);
        couple_release(&couple);
    }
}

TEST(bodies_may_deform_as_long_as_they_are_convex)
{
    struct cd_random random = handmade_random();
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, generated("box:triangles=108:x=2:y=2:z=2"));
    const struct cd_mesh *mesh = made->scene->meshes[box];
    struct cd_vec3 *deep = cd_allocate(mesh->vertex_count, sizeof *deep);
    struct cd_vec3 *wide = cd_allocate(mesh->vertex_count, sizeof *wide);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        struct cd_vec3 p = mesh->vertices[v];
        wide[v] = cd_vec(p.x * 1.25, p.y * 0.75, p.z);
        deep[v] = cd_vec(p.x, p.y * 2, p.z);
    }
    for (uint64_t frame = 0; frame < 60; frame++)
        for (uint32_t id = 0; id < 4; id++)
            handmade_put_deformed(made, frame, id, box, handmade_random_pose(&random, 2), frame / 2 + 1,
                                  frame / 2 % 3 ? wide : deep);
    cd_free(deep);
    cd_free(wide);
    check_scene(handmade_end(made, 60));
}

TEST(features_that_are_gone_are_forgotten)
{
    struct cd_random random = handmade_random();
    struct couple large = couple_make(random_convex(&random, 400), random_convex(&random, 400));
    struct couple small = couple_make(generated("convex:triangles=4"), handmade_box(0.5, false));
    void *slot = cd_allocate(large.of[0].algo->pair->slot_bytes, 1);
    for (int k = 0; k < 400; k++) {
        struct couple *couple = k % 2 ? &small : &large;
        couple_place_at_random(couple, &random, k % 4 < 2 ? 0.3 : 2);
        check_memory(couple, slot);
    }
    cd_free(slot);
    couple_release(&large);
    couple_release(&small);
}
