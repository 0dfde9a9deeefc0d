/// Image_CD on many bodies at a time. Each erratum of the two-pass form has a scene. The answers of this form are compared
/// with the oracle and with the pairwise form.
#include "tests/judged.h"
#include "tests/test.h"

#define TWO_PASSES "image_cd:many=twopass"

// ---- running ----------------------------------------------------------------------------------------------

/// Notes the bodies that are reported in the first frame, as bits.
static void note_bodies(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    for (uint64_t i = 0; i < count && !frame; i++)
        *(uint64_t *)user |= 1ULL << records[i].a;
}

static struct cd_mesh *make_box(struct cd_vec3 low, struct cd_vec3 high)
{
    return handmade_block(low, high, false);
}

// ---- sets of bodies ---------------------------------------------------------------------------------------

/// One frame in which body i has mesh i at the place where it was made.
static struct cd_scene *still(uint32_t count, struct cd_mesh *const *meshes)
{
    struct handmade *made = handmade_begin();
    for (uint32_t i = 0; i < count; i++)
        handmade_put(made, 0, i, handmade_add(made, meshes[i]), handmade_at(0, 0, 0));
    return handmade_end(made, 1);
}

/// Two boxes that overlap, in the hole of a ring that they do not touch. The ring is body `ring`, 0 to 2. The second box
/// is below the first, so the second box's own edges do not cover edges of the first inside it.
static struct cd_scene *boxes_in_a_ring(int ring)
{
    struct cd_mesh *meshes[3];
    int next = 0;
    meshes[ring] = generated("torus:triangles=600:minor=0.25");
    meshes[next += ring == next] = make_box(cd_vec(-0.2, -0.1, -0.3), cd_vec(0.2, 0.1, 0.1));
    next++;
    meshes[next += ring == next] = make_box(cd_vec(-0.1, -0.3, -0.1), cd_vec(0.3, 0.3, 0.2));
    return still(3, meshes);
}

/// A needle in a box whose edges and diagonals it misses; with three bodies, in a ring that touches none.
static struct cd_scene *needle_in_a_box(int bodies)
{
    struct cd_mesh *meshes[3] = {make_box(cd_vec(-5, -5, -5), cd_vec(5, 5, 5)),
                                 make_box(cd_vec(1, 2.5, 4), cd_vec(1.1, 2.6, 6))};
    if (bodies == 3)
        meshes[2] = handmade_join(make_box(cd_vec(-9, -9, 8), cd_vec(9, 9, 9)),
                                  make_box(cd_vec(-9, -9, -9), cd_vec(9, 9, -8)), cd_vec(0, 0, 0));
    return still((uint32_t)bodies, meshes);
}

/// A plate inside a body, and a lid above and one below, which have the body's outline but touch nothing. A spike of the
/// body makes its box reach the lids, so all four are in one view if one view is asked for.
static struct cd_scene *plate_between_lids(int unused)
{
    (void)unused;
    struct cd_mesh *around =
        handmade_join(make_box(cd_vec(-0.5, -0.5, 0.3), cd_vec(1.3, 1.3, 0.7)),
                      make_box(cd_vec(1.4, 1.4, -0.5), cd_vec(1.5, 1.5, 1.5)), cd_vec(0, 0, 0));
    return still(4, (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(1, 1, 0.1)),
                                         make_box(cd_vec(0, 0, 0.9), cd_vec(1, 1, 1)),
                                         make_box(cd_vec(0, 0, 0.4), cd_vec(1, 1, 0.6)), around});
}

/// A torus whose triangles disagree about the outside; specks in its tube, in its hole and in the tube over there.
static struct cd_scene *specks_in_a_torus(int unused)
{
    (void)unused;
    struct handmade *made = handmade_begin();
    uint32_t torus = handmade_add(made, generated("torus:grid=50:minor=0.2:layout=rapid"));
    uint32_t speck = handmade_add(made, make_box(cd_vec(0.98, -0.02, -0.02), cd_vec(1.02, 0.02, 0.02)));
    handmade_put(made, 0, 0, torus, handmade_at(0, 0, 0));
    handmade_put(made, 0, 1, speck, handmade_at(0.02, 0, 0));
    handmade_put(made, 0, 2, speck, handmade_at(-0.4, 0, 0));
    handmade_put(made, 0, 3, speck, handmade_at(-1.99, 0.03, 0));
    return handmade_end(made, 1);
}

static struct cd_scene *nested_boxes(int unused)
{
    (void)unused;
    return still(4, (struct cd_mesh *[]){handmade_box(2, false), handmade_box(4, false),
                                         make_box(cd_vec(-1, -1, -0.8), cd_vec(1, 1, 1.2)),
                                         make_box(cd_vec(-3, -3, -2.7), cd_vec(3, 3, 3.3))});
}

/// A cube in the middle of shells, one in the other: a ray enters all of them before it reaches it.
static struct cd_scene *cube_in_shells(int shells)
{
    struct cd_mesh *meshes[2] = {handmade_box(1, false), handmade_box(2, false)};
    for (int i = 1; i < shells; i++)
        meshes[1] = handmade_join(meshes[1], handmade_box(2 + 0.01 * i, false), cd_vec(0, 0, 0));
    return still(2, meshes);
}

/// Two pairs of cubes that overlap, along a diagonal: in a view of all, the pixels of a pair begin in a row and a column of
/// the same number.
static struct cd_scene *cubes_on_a_diagonal(int unused)
{
    (void)unused;
    struct cd_mesh *meshes[4];
    const double low[] = {0, 0.5, 3, 3.5};
    for (int i = 0; i < 4; i++)
        meshes[i] = make_box(cd_vec(low[i], low[i], low[i]), cd_vec(low[i] + 1, low[i] + 1, low[i] + 1));
    return still(4, meshes);
}

/// A scene, and the bodies that settings find in it, as digits of a binary number.
static const struct finding {
    const char *title;
    struct cd_scene *(*make)(int);
    int argument;
    struct {
        const char *settings;
        uint64_t bodies;
    } found[16];
} findings[] = {
    {"counts_that_are_kept_spoil_the_next_bodys_test",
     boxes_in_a_ring,
     2,
     {{TWO_PASSES ":counts=kept", 7},                // the ring has nothing to do with it
      {TWO_PASSES ":counts=kept:readback=faces", 3}, // samples are not misled
      {TWO_PASSES, 3}}},
    {"the_owner_of_an_edge_in_another_body_is_in_the_set_by_both_roles",
     needle_in_a_box,
     2,
     {{TWO_PASSES ":roles=one", 1}, // a collision of one body
      {TWO_PASSES ":readback=faces", 3},
      {TWO_PASSES, 3}}},
    {"the_owner_beside_a_body_that_touches_none",
     needle_in_a_box,
     3,
     {{TWO_PASSES ":roles=one", 1}, {TWO_PASSES ":readback=faces", 3}, {TWO_PASSES, 3}}},
    {"e3_with_one_layer_leaves_section_2_nothing_to_compare",
     boxes_in_a_ring,
     2,
     {{TWO_PASSES ":variant=E6:readback=faces", 3},
      {TWO_PASSES ":variant=E3+E6", 3},
      {TWO_PASSES ":variant=E3+E6:readback=faces", 0}, // exits at all other pixels outnumber the entries
      {TWO_PASSES ":variant=printed:readback=faces", 0},
      {TWO_PASSES ":variant=repaired:readback=faces", 3}}},
    {"edges_between_those_of_others_are_hidden_where_all_share_a_view",
     plate_between_lids,
     0,
     {{TWO_PASSES ":axis=z:view=whole", 0},
      {TWO_PASSES ":axis=z", 0},
      {"image_cd:axis=z", 12}, // each lid gets a view of its own
      {"image_cd_culled:axis=z", 12}}},
    {"triangles_that_disagree_about_the_outside_count_by_parity",
     specks_in_a_torus,
     0,
     {{"image_cd_culled:axis=x", 11},
      {"image_cd_culled:axis=y", 11},
      {"image_cd_culled:axis=z", 11},
      {"image_cd_culled:view=whole", 11}}},
    {"every_member_of_a_group_is_drawn_where_it_is",
     cubes_on_a_diagonal,
     0,
     {{TWO_PASSES ":axis=x:view=whole", 15},
      {TWO_PASSES ":axis=y:view=whole", 15},
      {TWO_PASSES ":axis=z:view=whole", 15}}},
    {"more_shells_than_seven_bits_count",
     cube_in_shells,
     130,
     {{TWO_PASSES, 3},
      {TWO_PASSES ":counts=kept", 3},
      {TWO_PASSES ":readback=faces", 3},
      {TWO_PASSES ":variant=E6:marks=add", 3}}},
    {"nested_bodies_are_all_in_the_set", nested_boxes, 0, {{TWO_PASSES, 15}, {TWO_PASSES ":axis=x", 15}}},
    {"three_bodies_of_which_the_last_two_touch",
     boxes_in_a_ring,
     0,
     {{TWO_PASSES ":axis=x", 6}, {TWO_PASSES ":axis=y", 6}, {TWO_PASSES ":axis=z", 6}}},
    {"three_bodies_of_which_the_first_two_touch",
     boxes_in_a_ring,
     2,
     {{TWO_PASSES ":axis=x", 3}, {TWO_PASSES ":axis=y", 3}, {TWO_PASSES ":axis=z", 3}}},
    {"every_setting_finds_the_boxes_in_the_ring",
     boxes_in_a_ring,
     1,
     {{TWO_PASSES ":axis=x", 5},
      {TWO_PASSES ":axis=y", 5},
      {TWO_PASSES ":axis=z", 5},
      {TWO_PASSES ":path=array", 5},
      {TWO_PASSES ":path=displaylist", 5},
      {TWO_PASSES ":path=immediate", 5},
      {TWO_PASSES ":view=whole", 5},
      {TWO_PASSES ":resolution=64", 5},
      {TWO_PASSES ":readback=faces", 5},
      {"image_cd", 5},
      {"image_cd_culled", 5}}},
};

static void test_settings_find_these_bodies(void **state)
{
    const struct finding *row = *state;
    struct cd_scene *scene = row->make(row->argument);
    for (int i = 0; i < 16 && row->found[i].settings; i++) {
        uint64_t bodies = 0;
        test_row("%s", row->found[i].settings);
        judged_with(
            (struct cd_judged_pass){
                .scene = scene, .query = CD_QUERY_BODIES, .answers = note_bodies, .user = &bodies},
            row->found[i].settings);
        assert_int_equal(bodies, row->found[i].bodies);
        if (strstr(row->found[i].settings, TWO_PASSES ":axis=")) {
            struct cd_judgement pairs = judged(scene, row->found[i].settings, CD_QUERY_PAIRS);
            assert_int_equal(pairs.wrong_frames, bodies == 0);
        }
    }
    cd_scene_destroy(scene);
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof findings / sizeof *findings; i++)
        test_add(findings[i].title, test_settings_find_these_bodies, &findings[i]);
}

// ---- frames -----------------------------------------------------------------------------------------------

TEST(the_printed_form_finds_nothing_and_the_repaired_one_nearly_all)
{
    struct cd_scene *scene = loaded("torus:triangles=600,motion=random:bodies=6:fill=0.4:speed=0.7,steps=24");
    struct cd_judgement printed =
        judged(scene, TWO_PASSES ":variant=printed:readback=faces:resolution=64", CD_QUERY_BODIES);
    struct cd_judgement repaired =
        judged(scene, TWO_PASSES ":variant=repaired:readback=faces:resolution=64", CD_QUERY_BODIES);
    assert_true(printed.truth_pairs > 100);
    assert_true(printed.misses >= printed.truth_pairs * 9 / 10);
    assert_true(printed.counters.occlusion_queries > 0);
    assert_true(repaired.misses <= repaired.truth_pairs / 20);
    assert_int_equal(printed.counters.pixels_read + repaired.counters.pixels_read, 0);
    cd_scene_destroy(scene);
}

TEST(two_bodies_are_answered_as_pairwise)
{
    struct cd_random random = handmade_random();
    struct handmade *made = handmade_begin();
    uint32_t torus = handmade_add(made, generated("torus:triangles=600:minor=0.4"));
    enum { PLACEMENTS = 40 };
    for (uint64_t frame = 0; frame < PLACEMENTS; frame++)
        for (uint32_t id = 0; id < 2; id++)
            handmade_put(made, frame, id, torus, handmade_random_pose(&random, 1.5));
    struct cd_scene *scene = handmade_end(made, PLACEMENTS);
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++) {
        struct cd_judgement pairwise = judged(scene, "image_cd:resolution=128", query);
        struct cd_judgement two_passes = judged(scene, TWO_PASSES ":resolution=128", query);
        assert_in_range(pairwise.hit_frames, PLACEMENTS / 4 + 1, PLACEMENTS * 3 / 4 - 1);
        assert_true(cd_hash_equal(pairwise.digest, two_passes.digest));
    }
    cd_scene_destroy(scene);
}

/// Five bodies in a row that appear, vanish and jump. Body 4 stretches.
static struct cd_scene *make_coming_and_going(void)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(0.5, false));
    uint32_t ball = handmade_add(made, generated("sphere:triangles=300"));
    uint32_t bar = handmade_add(made, make_box(cd_vec(0, 0, 0), cd_vec(1, 0.2, 0.2)));
    struct cd_vec3 stretched[8];
    enum { FRAMES = 24 };
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        for (uint32_t id = 0; id < 4; id++)
            if ((frame + id) % 4)
                handmade_put(made, frame, id, id % 2 ? ball : box,
                             handmade_at(1.3 * id + 0.1 * (double)(frame % 5), 0.1 * id, 0.3));
        const struct cd_mesh *mesh = made->scene->meshes[bar];
        for (int i = 0; i < 8; i++) {
            stretched[i] = mesh->vertices[i];
            stretched[i].x *= 0.5 + (double)(frame % 7);
        }
        if (frame % 6)
            handmade_put_deformed(made, frame, 4, bar, handmade_at(-1.2, 0.3, 0.25), frame + 1, stretched);
    }
    return handmade_end(made, FRAMES);
}

TEST(bodies_come_and_go_and_deform)
{
    struct cd_scene *scene = make_coming_and_going();
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++) {
        assert_int_equal(judged(scene, "image_cd", query).wrong_frames, 0);
        assert_int_equal(judged(scene, "image_cd_culled", query).wrong_frames, 0);
        assert_int_equal(judged(scene, TWO_PASSES, query).wrong_frames, 0);
        assert_int_equal(judged(scene, TWO_PASSES ":view=whole:axis=z", query).wrong_frames, 0);
    }
    cd_scene_destroy(scene);
}

TEST(random_scenes_are_answered_as_well_as_pair_by_pair)
{
    const char *const scenes[] = {
        "torus:triangles=400,motion=random:bodies=16:fill=0.3:speed=0.7,steps=6",
        "torus:triangles=400+comb,motion=random:bodies=24:fill=0.12:speed=0.7,steps=6"};
    for (int i = 0; i < 2; i++) {
        test_row("%s", scenes[i]);
        struct cd_scene *scene = loaded(scenes[i]);
        for (enum cd_query query = CD_QUERY_BODIES; query <= CD_QUERY_PAIRS; query++) {
            struct cd_judgement pairwise = judged(scene, "image_cd:resolution=256", query);
            struct cd_judgement fitted = judged(scene, TWO_PASSES ":resolution=256", query);
            struct cd_judgement whole = judged(scene, TWO_PASSES ":resolution=256:view=whole", query);
            assert_true(pairwise.truth_pairs >= 20);
            assert_true(fitted.misses <= pairwise.misses + pairwise.truth_pairs / 10);
            assert_true(whole.misses <= pairwise.misses + pairwise.truth_pairs / 10);
            if (query == CD_QUERY_PAIRS) // pairs of the set are tested one by one
                assert_true(fitted.false_hits <= pairwise.false_hits);
        }
        cd_scene_destroy(scene);
    }
}
