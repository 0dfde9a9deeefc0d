/// Image_CD on many bodies at a time. Each erratum of the two-pass form has a scene. The answers of this form are compared
/// with the oracle and with the pairwise form.
#include "tests/judged.h"
#include "tests/test.h"

#include "algos/mesh/image_cd/image_cd.h"

#define TWO_PASSES "image_cd_culled:many=twopass"

// ---- running ----------------------------------------------------------------------------------------------

#define MAX_BODIES 8

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
     {{"image_cd:many=twopass:counts=kept", 7},                // the ring has nothing to do with it
      {"image_cd:many=twopass:counts=kept:readback=faces", 3}, // samples are not misled
      {TWO_PASSES ":counts=kept", 7},
      {"image_cd:many=twopass", 3},
      {TWO_PASSES ":faces=twice", 3}}},
    {"the_owner_of_an_edge_in_another_body_is_in_the_set_by_both_roles",
     needle_in_a_box,
     2,
     {{"image_cd:many=twopass:roles=one", 1}, // a collision of one body
      {"image_cd:many=twopass:readback=faces", 3},
      {TWO_PASSES ":roles=one", 1},
      {TWO_PASSES ":faces=twice", 3},
      {TWO_PASSES, 3}}},
    {"the_owner_beside_a_body_that_touches_none",
     needle_in_a_box,
     3,
     {{"image_cd:many=twopass:roles=one", 1},
      {"image_cd:many=twopass:readback=faces", 3},
      {TWO_PASSES ":faces=twice", 3},
      {TWO_PASSES, 3}}},
    {"e3_with_one_layer_leaves_section_2_nothing_to_compare",
     boxes_in_a_ring,
     2,
     {{"image_cd:many=twopass:variant=E6:readback=faces", 3},
      {"image_cd:many=twopass:variant=E3+E6:readback=query", 3},
      {"image_cd:many=twopass:variant=E3+E6:readback=faces",
       0}, // exits at all other pixels outnumber the entries
      {"image_cd:many=twopass:variant=printed:readback=faces", 0},
      {"image_cd:many=twopass:variant=repaired:readback=faces", 3}}},
    {"edges_between_those_of_others_are_peeled",
     plate_between_lids,
     0,
     {{TWO_PASSES ":axis=z:view=whole", 0},
      {TWO_PASSES ":axis=z:view=whole:layers=peel", 12},
      {TWO_PASSES ":axis=z", 12}}}, // each lid gets a view of its own
    {"triangles_that_disagree_about_the_outside_count_by_parity",
     specks_in_a_torus,
     0,
     {{"image_cd_culled:axis=x", 11},
      {"image_cd_culled:axis=y", 11},
      {"image_cd_culled:axis=z", 11},
      {TWO_PASSES, 11},
      {TWO_PASSES ":view=whole", 11}}},
    {"every_member_of_a_group_is_drawn_where_it_is",
     cubes_on_a_diagonal,
     0,
     {{TWO_PASSES ":axis=x:view=whole", 15},
      {TWO_PASSES ":axis=y:view=whole", 15},
      {TWO_PASSES ":axis=z:view=whole", 15}}},
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
      {TWO_PASSES ":readback=query", 5},
      {TWO_PASSES ":readback=compute", 5},
      {TWO_PASSES ":edges=outlines", 5},
      {TWO_PASSES ":faces=twice", 5},
      {TWO_PASSES ":culling=none", 5},
      {TWO_PASSES ":group=2", 5},
      {TWO_PASSES ":layers=peel", 5},
      {TWO_PASSES ":culling=none:view=whole:faces=twice", 5}}},
};

static void test_settings_find_these_bodies(void **state)
{
    const struct finding *row = *state;
    struct cd_scene *scene = row->make(row->argument);
    for (int i = 0; i < 16 && row->found[i].settings; i++) {
        uint64_t bodies = 0;
        test_row("%s", row->found[i].settings);
        judged_with(
            (struct cd_hearing){
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
        judged(scene, "image_cd:many=twopass:variant=printed:readback=faces:resolution=64", CD_QUERY_BODIES);
    struct cd_judgement repaired =
        judged(scene, "image_cd:many=twopass:variant=repaired:readback=faces:resolution=64", CD_QUERY_BODIES);
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
        struct cd_judgement pairwise = judged(scene, "image_cd_culled:resolution=128", query);
        struct cd_judgement two_passes = judged(scene, TWO_PASSES ":resolution=128", query);
        assert_in_range(pairwise.hit_frames, PLACEMENTS / 4 + 1, PLACEMENTS * 3 / 4 - 1);
        assert_true(cd_hash_equal(pairwise.digest, two_passes.digest));
    }
    cd_scene_destroy(scene);
}

TEST(tiles_answer_as_pair_by_pair)
{
    struct cd_scene *scene =
        loaded("torus:triangles=400+comb,motion=random:bodies=20:fill=0.2:speed=0.7,steps=4");
    const char *const settings[] = {"image_cd",
                                    "image_cd_culled",
                                    "image_cd:roles=one",
                                    "image_cd:near=box",
                                    "image_cd:culling=clusters:view=whole",
                                    "image_cd_culled:readback=compute"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct cd_judgement judgements[3];
        for (int k = 0; k < 3; k++) { // none; one; what is left over in a target of nine
            char specification[100];
            snprintf(specification, sizeof specification, "%s:tiles=%d:resolution=128", settings[i],
                     k + k / 2);
            test_row("%s", specification);
            judgements[k] = judged(scene, specification, CD_QUERY_PAIRS);
            assert_true(judgements[k].records > 10);
            assert_true(cd_hash_equal(judgements[k].digest, judgements[0].digest));
            assert_int_equal(judgements[k].counters.pair_tests, judgements[0].counters.pair_tests);
        }
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
            struct cd_judgement pairwise = judged(scene, "image_cd_culled:resolution=256", query);
            struct cd_judgement groups = judged(scene, TWO_PASSES ":resolution=256", query);
            struct cd_judgement whole = judged(scene, TWO_PASSES ":resolution=256:view=whole", query);
            assert_true(pairwise.truth_pairs >= 20);
            assert_true(groups.misses <= pairwise.misses + 1);
            assert_true(groups.false_hits <= pairwise.false_hits + 2);
            assert_true(whole.misses <= pairwise.misses + pairwise.truth_pairs / 10);
        }
        cd_scene_destroy(scene);
    }
}

// ---- groups -----------------------------------------------------------------------------------------------

// Bodies with these boxes, in the state of a frame that the regions need.
struct row {
    struct image_cd_body bodies[MAX_BODIES], *sorted[MAX_BODIES];
    struct image_cd_bodies all;
    struct image_cd_regions regions;
};

static void set_row(struct row *row, uint32_t count, const double (*x)[2])
{
    *row = (struct row){.bodies = {{.id = 0}}};
    for (uint32_t i = 0; i < count; i++) {
        row->bodies[i].id = i;
        row->bodies[i].box = (struct cd_aabb){{x[i][0], 0, 0}, {x[i][1], 1, 1}};
        row->sorted[i] = &row->bodies[i];
    }
    row->all.sorted = row->sorted;
    row->all.live_count = count;
    struct cd_counters counters = {0};
    image_cd_regions_find(&row->regions, &row->all, &counters);
    assert_int_equal(counters.candidates, row->regions.count);
}

static size_t count_groups(struct row *row, uint32_t max)
{
    size_t groups = 0;
    for (size_t start = 0, end = 0; image_cd_regions_next(&row->regions, max, &start, &end);)
        groups++;
    return groups;
}

TEST(regions_apart_are_groups_of_their_own)
{
    struct row row; // a chain: each overlaps the next, and what they share lies apart
    set_row(&row, 4, (const double[][2]){{0, 2}, {1.5, 4}, {3.5, 6}, {5.5, 8}});
    assert_int_equal(row.regions.count, 3);
    assert_int_equal(count_groups(&row, 0), 1);
    assert_int_equal(count_groups(&row, 8), 3);
    image_cd_regions_close(&row.regions);
    set_row(&row, 2, (const double[][2]){{0, 1}, {2, 3}});
    assert_int_equal(count_groups(&row, 8), 0);
    image_cd_regions_close(&row.regions);
}

TEST(groups_keep_to_their_max_bodies_and_every_region_is_in_one)
{
    struct row row; // all overlap each other: 28 regions
    set_row(&row, 8, (const double[][2]){{0, 9}, {0, 9}, {1, 9}, {2, 9}, {3, 8}, {4, 7}, {5, 6}, {5.5, 5.6}});
    assert_int_equal(row.regions.count, 28);
    for (uint32_t max = 2; max <= 8; max++) {
        uint64_t seen = 0;
        size_t last = 0;
        for (size_t start = 0, end = 0; image_cd_regions_next(&row.regions, max, &start, &end); last = end) {
            unsigned bodies = 0;
            assert_true(end > start);
            for (size_t k = start; k < end; k++) {
                const struct image_cd_region *region = &row.regions.items[k];
                assert_true(region->a->id < region->b->id);
                bodies |= 1U << region->a->id | 1U << region->b->id;
                seen |= 1ULL << (region->a->id * MAX_BODIES + region->b->id);
            }
            assert_true(__builtin_popcount(bodies) <= (int)max);
        }
        assert_int_equal(last, 28);
        assert_int_equal(__builtin_popcountll(seen), 28);
    }
    assert_int_equal(count_groups(&row, 8), 1);
    image_cd_regions_close(&row.regions);
}
