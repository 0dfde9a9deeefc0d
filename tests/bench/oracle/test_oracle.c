/// Compares the exact oracle with a test of every pair of triangles, with solids whose answer is known by construction,
/// and with itself for different numbers of threads.
#include "scenes/cursor.h"
#include "tests/handmade.h"
#include "tests/test.h"

#include "bench/oracle/frame.h"
#include "bench/oracle/oracle.h"
#include "geom/triangle.h"
#include "geom/winding.h"

static struct cd_truth *truth_of(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                                 unsigned threads)
{
    struct cd_truth *truth = NULL;
    struct cd_status status = {0};
    assert_int_equal(cd_oracle_truth(scene, query, meaning, threads, false, NULL, &truth, &status), CD_OK);
    assert_int_equal(truth->frame_count, scene->frame_count);
    assert_false(truth->from_cache);
    return truth;
}

// ---- trying out every pair --------------------------------------------------------------------------------

static void world_corners(const struct cd_scene *scene, const struct cd_body *body, uint32_t triangle,
                          struct cd_vec3 corners[3])
{
    const uint32_t *v = scene->meshes[body->mesh]->triangles[triangle].v;
    for (int k = 0; k < 3; k++)
        corners[k] = cd_canonical_vertex(&body->pose, body->vertices[v[k]]);
}

static int64_t winding_by_all(const struct cd_scene *scene, const struct cd_body *body, struct cd_vec3 p)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < scene->meshes[body->mesh]->triangle_count; i++) {
        struct cd_vec3 corners[3];
        world_corners(scene, body, i, corners);
        sum += cd_winding_crossing(&p, corners);
    }
    return sum;
}

/// True when some triangle of `inner` has a corner where the winding number is not 0: as good as one corner
/// of each component, and another way of asking.
static bool contained(const struct cd_scene *scene, const struct cd_body *outer, const struct cd_body *inner)
{
    if (!scene->meshes[outer->mesh]->solid)
        return false;
    for (uint32_t i = 0; i < scene->meshes[inner->mesh]->triangle_count; i++) {
        struct cd_vec3 corners[3];
        world_corners(scene, inner, i, corners);
        if (winding_by_all(scene, outer, corners[0]) != 0)
            return true;
    }
    return false;
}

/// The contacts of two bodies, and their digest.
static struct cd_answer contacts_by_all(const struct cd_scene *scene, uint64_t frame, const struct cd_body *a,
                                        const struct cd_body *b)
{
    struct cd_answer answer = {0};
    for (uint32_t i = 0; i < scene->meshes[a->mesh]->triangle_count; i++)
        for (uint32_t j = 0; j < scene->meshes[b->mesh]->triangle_count; j++) {
            struct cd_vec3 p[3], q[3];
            world_corners(scene, a, i, p);
            world_corners(scene, b, j, q);
            if (!cd_triangles_touch(p, q))
                continue;
            struct cd_record record = {a->id, i, b->id, j};
            answer.count++;
            answer.digest = cd_hash_sum(answer.digest, cd_record_hash(CD_QUERY_CONTACTS, frame, &record));
        }
    return answer;
}

static void check_frame(const struct cd_scene *scene, const struct cd_frame *frame,
                        const struct cd_truth *contacts, const struct cd_truth *solid)
{
    struct cd_answer all = {0};
    uint64_t surface_pair = contacts->first_pair[frame->index], solid_pair = solid->first_pair[frame->index];
    for (uint32_t i = 0; i < frame->body_count; i++)
        for (uint32_t j = i + 1; j < frame->body_count; j++) {
            const struct cd_body *a = &frame->bodies[i], *b = &frame->bodies[j];
            struct cd_answer answer = contacts_by_all(scene, frame->index, a, b);
            all.count += answer.count;
            all.digest = cd_hash_sum(all.digest, answer.digest);
            bool meet = answer.count > 0;
            if (meet) {
                assert_true(surface_pair < contacts->first_pair[frame->index + 1]);
                assert_int_equal(contacts->pairs[surface_pair].a, a->id);
                assert_int_equal(contacts->pairs[surface_pair++].b, b->id);
            }
            if (meet || contained(scene, a, b) || contained(scene, b, a)) {
                assert_true(solid_pair < solid->first_pair[frame->index + 1]);
                assert_int_equal(solid->pairs[solid_pair].a, a->id);
                assert_int_equal(solid->pairs[solid_pair++].b, b->id);
            }
        }
    assert_int_equal(surface_pair, contacts->first_pair[frame->index + 1]);
    assert_int_equal(solid_pair, solid->first_pair[frame->index + 1]);
    struct cd_answer told = cd_truth_answer(contacts, frame->index, CD_QUERY_CONTACTS);
    assert_int_equal(all.count, told.count);
    assert_true(cd_hash_equal(all.digest, told.digest));
}

/// Compares every truth of a scene with a test of all pairs, for several numbers of threads. Frees the scene.
static void check_scene(struct cd_scene *scene)
{
    cd_truth_destroy(truth_of(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, 3)); // starts threads
    uint64_t held = cd_memory_peak_reset();
    struct cd_truth *contacts = truth_of(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 1);
    struct cd_truth *pairs = truth_of(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, 1);
    struct cd_truth *solid = truth_of(scene, CD_QUERY_PAIRS, CD_MEANING_SOLID, 1);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    struct cd_status status;
    while (assert_int_equal(cd_cursor_next(cursor, &frame, &status), CD_OK), frame)
        check_frame(scene, frame, contacts, solid);
    cd_cursor_close(cursor);
    for (uint64_t i = 0; i <= scene->frame_count; i++)
        assert_int_equal(pairs->first_pair[i], contacts->first_pair[i]);
    for (unsigned threads = 2; threads <= 3; threads++) {
        struct cd_truth *again = truth_of(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, threads);
        assert_true(cd_truth_equal(contacts, again));
        cd_truth_destroy(again);
        again = truth_of(scene, CD_QUERY_PAIRS, CD_MEANING_SOLID, threads);
        assert_true(cd_truth_equal(solid, again));
        cd_truth_destroy(again);
    }
    cd_truth_destroy(contacts);
    cd_truth_destroy(pairs);
    cd_truth_destroy(solid);
    assert_int_equal(cd_memory_peak_reset(), held);
    cd_scene_destroy(scene);
}

TEST(soups_on_a_grid_answer_as_every_pair_tried_out)
{
    struct cd_random random = handmade_random();
    for (int round = 0; round < 4; round++) {
        struct handmade *made = handmade_begin();
        for (int i = 0; i < 3; i++)
            handmade_add(made, handmade_soup(&random, 1 + (uint32_t)cd_random_below(&random, 20), 4));
        for (uint64_t frame = 0; frame < 20; frame++)
            for (uint32_t id = 0; id < 5; id++) {
                struct cd_pose pose =
                    handmade_at((double)cd_random_below(&random, 8), (double)cd_random_below(&random, 8), 0);
                handmade_put(made, frame, id, id % 3, pose);
            }
        check_scene(handmade_end(made, 20));
    }
}

/// Bodies that rest, sometimes move, vanish and come back. What the oracle remembers about them must never be out of
/// date. Blocks of frames go to different threads.
TEST(bodies_that_come_and_go_answer_as_every_pair_tried_out)
{
    struct cd_random random = handmade_random();
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(1, false));
    handmade_add(made, handmade_soup(&random, 12, 3));
    handmade_add(made, handmade_join(handmade_box(3, false), handmade_box(2, true), cd_vec(0, 0, 0)));
    struct cd_pose poses[6];
    for (int id = 0; id < 6; id++)
        poses[id] = handmade_random_pose(&random, 3);
    for (uint64_t frame = 0; frame < 60; frame++)
        for (uint32_t id = 0; id < 6; id++) {
            if (cd_random_below(&random, 4) == 0)
                poses[id] = handmade_random_pose(&random, 3);
            if (cd_random_below(&random, 5) > 0)
                handmade_put(made, frame, 3 * id, id % 3, poses[id]);
        }
    check_scene(handmade_end(made, 60));
}

TEST(deforming_bodies_answer_as_every_pair_tried_out)
{
    struct cd_random random = handmade_random();
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 30; frame++) {
        struct cd_vec3 vertices[8];
        for (int i = 0; i < 8; i++)
            vertices[i] = cd_scale(made->scene->meshes[box]->vertices[i], 1 + 0.2 * (double)(frame / 4 + 1));
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        if (frame % 7 != 3) // gone in frame 10, and back with the version of frame 9
            handmade_put_deformed(made, frame, 1, box, handmade_at(3.5, 0.25, 0), frame / 4 + 1, vertices);
        handmade_put(made, frame, 2, box, handmade_random_pose(&random, 4));
    }
    check_scene(handmade_end(made, 30));
}

TEST(a_scene_without_bodies_has_an_empty_truth)
{
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(1, false));
    check_scene(handmade_end(made, 3));
}

// ---- solids -----------------------------------------------------------------------------------------------

enum shape { SMALL, BOX, LARGE, INVERTED, HOLLOW, TWO, OPEN, SHEET };

static struct cd_mesh *mesh_of(enum shape shape)
{
    const struct cd_vec3 corners[] = {{-1, -1, 0.5}, {1, -1, 0.5}, {0, 1, 0.5}};
    struct cd_mesh *box = handmade_box(shape == BOX     ? 1
                                       : shape == SMALL ? 0.5
                                                        : 3,
                                       shape == INVERTED),
                   *other;
    if (shape <= INVERTED)
        return box;
    other = shape == HOLLOW ? handmade_join(handmade_box(4, false), handmade_box(2, true), cd_vec(0, 0, 0))
            : shape == TWO  ? handmade_join(mesh_of(SMALL), mesh_of(SMALL), cd_vec(20, 0, 0))
            : shape == OPEN ? handmade_mesh(box->vertices, 8, box->triangles, 11)
                            : handmade_mesh(corners, 3, &(struct cd_triangle){{0, 1, 2}}, 1);
    cd_mesh_destroy(box);
    return other;
}

TEST(solids_collide_where_one_has_a_component_inside_the_other)
{
    static const struct {
        enum shape first, second;
        double x; ///< of the second
        bool collide, undefined;
    } cases[] = {
        {LARGE, BOX, 0, true, false},     {BOX, LARGE, 0.5, true, false},   {INVERTED, BOX, 0, true, false},
        {LARGE, BOX, 5, false, false},    {HOLLOW, SMALL, 0, false, false}, // in the cavity
        {SMALL, HOLLOW, 1, false, false}, {HOLLOW, SMALL, 3, true, false},  // in the wall
        {HOLLOW, SMALL, 2, true, false},                                    // surfaces meet
        {TWO, LARGE, 20, true, false},                                      // one component is enough
        {TWO, LARGE, 10, false, false},   {OPEN, BOX, 0, false, true},      // has no winding number
        {SHEET, LARGE, 0, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("shapes %d and %d, %g apart", (int)cases[i].first, (int)cases[i].second, cases[i].x);
        struct handmade *made = handmade_begin();
        handmade_put(made, 0, 0, handmade_add(made, mesh_of(cases[i].first)), handmade_at(0, 0, 0));
        handmade_put(made, 0, 1, handmade_add(made, mesh_of(cases[i].second)), handmade_at(cases[i].x, 0, 0));
        struct cd_scene *scene = handmade_end(made, 1);
        struct cd_truth *truth = truth_of(scene, CD_QUERY_PAIRS, CD_MEANING_SOLID, 1);
        assert_int_equal(truth->first_pair[1], cases[i].collide);
        assert_int_equal(truth->solid_undefined, cases[i].undefined);
        cd_truth_destroy(truth);
        cd_scene_destroy(scene);
    }
}

/// Points of a lattice. Many are exactly below edges and corners. Some are on the surface, where the sum means nothing
/// but must be the same.
TEST(the_tree_leaves_out_only_triangles_that_are_not_crossed)
{
    for (int inverted = 0; inverted < 2; inverted++) {
        struct cd_mesh *mesh =
            handmade_join(handmade_box(3, false), handmade_box(2, inverted), cd_vec(0.5, 0, 0));
        struct handmade *made = handmade_begin();
        handmade_put(made, 0, 0, handmade_add(made, mesh), handmade_at(0, 0, 0));
        struct cd_scene *scene = handmade_end(made, 1);
        struct cd_body place = {.vertices = mesh->vertices, .pose = handmade_at(0, 0, 0)};
        struct cd_half *nodes = cd_halve_mesh(mesh);
        struct cd_oracle_body body;
        cd_oracle_body_init(&body, mesh, nodes);
        cd_oracle_body_place(&body, mesh->vertices, &place.pose);
        cd_oracle_body_refit(&body);
        for (double x = -4; x <= 4; x += 0.5)
            for (double y = -4; y <= 4; y += 0.5)
                for (double z = -4; z <= 4; z += 0.25)
                    assert_int_equal(cd_oracle_winding(&body, cd_vec(x, y, z)),
                                     winding_by_all(scene, &place, cd_vec(x, y, z)));
        assert_true(body.box.low.x == -3 && body.box.high.x == 3);
        cd_oracle_body_release(&body);
        assert_null(body.mesh);
        cd_free(nodes);
        cd_scene_destroy(scene);
    }
}
