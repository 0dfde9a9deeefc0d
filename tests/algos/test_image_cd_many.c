// Image_CD on many bodies at a time. Each erratum of the two-pass form has a scene. The answers of this form are
// compared with the oracle and with the pairwise form.
#include "scenes/cursor.h"
#include "tests/handmade.h"
#include "tests/opened.h"
#include "tests/test.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "algos/mesh/image_cd/image_cd.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <math.h>

#define TWO_PASSES "image_cd_culled:many=twopass"

// ---- running ----------------------------------------------------------------------------------------------

// The result of an algorithm on a scene: the bodies or pairs that it reported, as bits, for at most MAX_FRAMES frames.
#define MAX_FRAMES 64
#define MAX_BODIES 8

struct outcome {
    struct cd_judgement judgement;
    uint64_t records[MAX_FRAMES]; // bit a, or a * MAX_BODIES + b
};

static void note_records(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    struct outcome *outcome = user;
    for (uint64_t i = 0; i < count && frame < MAX_FRAMES; i++)
        if (records[i].a < MAX_BODIES && records[i].b < MAX_BODIES)
            outcome->records[frame] |=
                1ULL << (records[i].b ? records[i].a * MAX_BODIES + records[i].b : records[i].a);
}

static struct cd_context one_thread = {.threads = 1};

static struct outcome run(const struct cd_scene *scene, const char *specification, enum cd_query query)
{
    struct outcome outcome = {0};
    struct cd_truth *truth;
    struct cd_status status = {0};
    if (cd_oracle_truth(scene, query, CD_MEANING_SOLID, 1, false, NULL, &truth, &status))
        fail_msg("%s", status.text);
    struct cd_instance *instance = open_instance(scene, specification, query);
    if (cd_judge(&(struct cd_hearing){.instance = instance,
                                      .scene = scene,
                                      .query = query,
                                      .truth = truth,
                                      .answers = note_records,
                                      .user = &outcome},
                 &outcome.judgement, &status))
        fail_msg("%s: %s", specification, status.text);
    cd_instance_destroy(instance);
    cd_truth_destroy(truth);
    return outcome;
}

// The bodies reported in the first frame, as bits.
static uint64_t set_of(const struct cd_scene *scene, const char *specification)
{
    return run(scene, specification, CD_QUERY_BODIES).records[0];
}

// ---- scenes -----------------------------------------------------------------------------------------------

static struct cd_mesh *make_box(struct cd_vec3 low, struct cd_vec3 high)
{
    struct cd_mesh *cube = handmade_box(1, false);
    struct cd_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] =
            cd_vec(cube->vertices[i].x < 0 ? low.x : high.x, cube->vertices[i].y < 0 ? low.y : high.y,
                   cube->vertices[i].z < 0 ? low.z : high.z);
    struct cd_mesh *mesh = handmade_mesh(corners, 8, cube->triangles, cube->triangle_count);
    cd_mesh_destroy(cube);
    return mesh;
}

static struct cd_mesh *generate(const char *specification)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status;
    if (cd_mesh_generate(specification, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

// One frame in which body `ids[i]` is mesh i at the place where it was made. The ids ascend.
static struct cd_scene *still(uint32_t count, struct cd_mesh *const *meshes)
{
    struct handmade *made = handmade_begin();
    for (uint32_t i = 0; i < count; i++)
        handmade_put(made, 0, i, handmade_add(made, meshes[i]), handmade_at(0, 0, 0));
    return handmade_end(made, 1);
}

// Two boxes that overlap, in the hole of a ring that they do not touch. The ring is body `ring`, 0 to 2. The second box
// is below the first, so the second box's own edges do not cover edges of the first inside it.
static struct cd_scene *boxes_in_a_ring(uint32_t ring)
{
    struct handmade *made = handmade_begin();
    uint32_t torus = handmade_add(made, generate("torus:triangles=600:minor=0.25"));
    uint32_t boxes[2] = {handmade_add(made, make_box(cd_vec(-0.2, -0.1, -0.3), cd_vec(0.2, 0.1, 0.1))),
                         handmade_add(made, make_box(cd_vec(-0.1, -0.3, -0.1), cd_vec(0.3, 0.3, 0.2)))};
    int next = 0;
    for (uint32_t id = 0; id < 3; id++)
        handmade_put(made, 0, id, id == ring ? torus : boxes[next++], handmade_at(0, 0, 0));
    return handmade_end(made, 1);
}

static struct cd_scene *load(const char *specification)
{
    struct cd_scene_options options = {0};
    struct cd_scene *scene = NULL;
    struct cd_status status = {0};
    if (cd_scene_load(specification, &options, &scene, &status))
        fail_msg("%s", status.text);
    return scene;
}

// ---- the errata -------------------------------------------------------------------------------------------

TEST(e8_counts_that_stay_spoil_the_next_bodys_test)
{
    struct cd_scene *scene = boxes_in_a_ring(2);
    assert_int_equal(set_of(scene, "image_cd:erratum=e8"), 7); // the ring has nothing to do with it
    assert_int_equal(set_of(scene, "image_cd:erratum=e8:readback=faces"), 3); // samples are not misled
    assert_int_equal(set_of(scene, TWO_PASSES ":faces=twice"), 3);
    assert_int_equal(set_of(scene, TWO_PASSES), 3);
    cd_scene_destroy(scene);
}

TEST(e9_the_owner_of_an_edge_in_another_body_is_in_the_set)
{
    // A needle in a box whose edges and diagonals it misses; alone, and with a ring around that touches none.
    for (uint32_t count = 2; count <= 3; count++) {
        struct cd_mesh *meshes[3] = {make_box(cd_vec(-5, -5, -5), cd_vec(5, 5, 5)),
                                     make_box(cd_vec(1, 2.5, 4), cd_vec(1.1, 2.6, 6)), NULL};
        if (count == 3)
            meshes[2] = handmade_join(make_box(cd_vec(-9, -9, 8), cd_vec(9, 9, 9)),
                                      make_box(cd_vec(-9, -9, -9), cd_vec(9, 9, -8)), cd_vec(0, 0, 0));
        struct cd_scene *scene = still(count, meshes);
        assert_int_equal(set_of(scene, "image_cd:erratum=e9"), 1); // a collision of one body
        assert_int_equal(set_of(scene, TWO_PASSES ":faces=twice"), 3);
        assert_int_equal(set_of(scene, TWO_PASSES), 3);
        cd_scene_destroy(scene);
    }
}

TEST(edges_between_those_of_others_are_peeled)
{
    // A plate inside a body, and a lid above and one below, which have the body's outline but touch nothing. A spike of
    // the body makes its box reach the lids, so all four are in one view if one view is asked for.
    struct cd_mesh *around =
        handmade_join(make_box(cd_vec(-0.5, -0.5, 0.3), cd_vec(1.3, 1.3, 0.7)),
                      make_box(cd_vec(1.4, 1.4, -0.5), cd_vec(1.5, 1.5, 1.5)), cd_vec(0, 0, 0));
    struct cd_scene *scene =
        still(4, (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(1, 1, 0.1)),
                                      make_box(cd_vec(0, 0, 0.9), cd_vec(1, 1, 1)),
                                      make_box(cd_vec(0, 0, 0.4), cd_vec(1, 1, 0.6)), around});
    assert_int_equal(set_of(scene, TWO_PASSES ":axis=z:view=whole"), 0);
    assert_int_equal(set_of(scene, TWO_PASSES ":axis=z:view=whole:layers=peel"), 12);
    assert_int_equal(set_of(scene, TWO_PASSES ":axis=z"), 12); // each lid gets a view of its own
    cd_scene_destroy(scene);
}

TEST(the_printed_form_finds_next_to_nothing_and_the_mended_one_little_more)
{
    struct cd_scene *scene = load("torus:triangles=600,motion=random:bodies=6:fill=0.4:speed=0.7:steps=24");
    struct outcome printed =
        run(scene, "image_cd:many=twopass:variant=printed:resolution=64", CD_QUERY_BODIES);
    assert_true(printed.judgement.truth_pairs > 100);
    assert_true(printed.judgement.misses >= printed.judgement.truth_pairs * 9 / 10);
    assert_true(printed.judgement.counters.occlusion_queries > 0);
    assert_int_equal(printed.judgement.counters.pixels_read, 0);
    struct outcome mended = run(scene, "image_cd:many=twopass:variant=mended:resolution=64", CD_QUERY_BODIES);
    print_message("of %llu bodies printed overlooks %llu, mended %llu\n",
                  (unsigned long long)mended.judgement.truth_pairs,
                  (unsigned long long)printed.judgement.misses, (unsigned long long)mended.judgement.misses);
    assert_true(mended.judgement.misses < printed.judgement.misses);
    assert_int_equal(mended.judgement.counters.pixels_read, 0);
    cd_scene_destroy(scene);
}

// ---- few bodies -------------------------------------------------------------------------------------------

TEST(three_bodies_of_which_two_touch_in_any_order)
{
    for (uint32_t ring = 0; ring < 3; ring++) {
        struct cd_scene *scene = boxes_in_a_ring(ring);
        for (int axis = 0; axis < 3; axis++) {
            char specification[64];
            snprintf(specification, sizeof specification, TWO_PASSES ":axis=%c", "xyz"[axis]);
            assert_int_equal(set_of(scene, specification), 7U & ~(1U << ring));
            struct outcome pairs = run(scene, specification, CD_QUERY_PAIRS);
            assert_int_equal(pairs.judgement.wrong_frames, 0);
            assert_int_equal(pairs.judgement.records, 1);
        }
        cd_scene_destroy(scene);
    }
}

TEST(nested_bodies_are_all_in_the_set)
{
    struct handmade *made = handmade_begin();
    for (uint32_t id = 0; id < 4; id++) {
        double half = id == 0 ? 2 : id == 1 ? 4 : id == 2 ? 1 : 3;
        handmade_put(made, 0, id, handmade_add(made, handmade_box(half, false)), handmade_at(0, 0, 0.1 * id));
    }
    struct cd_scene *scene = handmade_end(made, 1);
    assert_int_equal(set_of(scene, TWO_PASSES), 15);
    struct outcome pairs = run(scene, TWO_PASSES, CD_QUERY_PAIRS);
    assert_int_equal(pairs.judgement.misses, 0);
    assert_int_equal(pairs.judgement.records, 6);
    cd_scene_destroy(scene);
}

TEST(triangles_that_disagree_about_the_outside_count_by_parity)
{
    struct handmade *made = handmade_begin();
    uint32_t torus = handmade_add(made, generate("torus:grid=50:minor=0.2:layout=rapid"));
    uint32_t speck = handmade_add(made, make_box(cd_vec(0.98, -0.02, -0.02), cd_vec(1.02, 0.02, 0.02)));
    handmade_put(made, 0, 0, torus, handmade_at(0, 0, 0));
    handmade_put(made, 0, 1, speck, handmade_at(0.02, 0, 0));     // in the tube
    handmade_put(made, 0, 2, speck, handmade_at(-0.4, 0, 0));     // in the hole
    handmade_put(made, 0, 3, speck, handmade_at(-1.99, 0.03, 0)); // in the tube, over there
    struct cd_scene *scene = handmade_end(made, 1);
    assert_int_equal(set_of(scene, TWO_PASSES), 11);
    assert_int_equal(set_of(scene, TWO_PASSES ":view=whole"), 11);
    cd_scene_destroy(scene);
}

TEST(two_bodies_are_answered_as_pairwise)
{
    struct cd_random random = handmade_random();
    struct handmade *made = handmade_begin();
    uint32_t torus = handmade_add(made, generate("torus:triangles=600:minor=0.4"));
    enum { PLACEMENTS = 40 };
    for (uint64_t frame = 0; frame < PLACEMENTS; frame++)
        for (uint32_t id = 0; id < 2; id++)
            handmade_put(made, frame, id, torus, handmade_random_pose(&random, 1.5));
    struct cd_scene *scene = handmade_end(made, PLACEMENTS);
    const enum cd_query queries[] = {CD_QUERY_ANY, CD_QUERY_BODIES, CD_QUERY_PAIRS};
    for (int i = 0; i < 3; i++) {
        struct outcome pairwise = run(scene, "image_cd_culled:resolution=128", queries[i]);
        struct outcome two_passes = run(scene, TWO_PASSES ":resolution=128", queries[i]);
        assert_true(pairwise.judgement.hit_frames > PLACEMENTS / 4);
        assert_true(pairwise.judgement.hit_frames < PLACEMENTS * 3 / 4);
        assert_true(cd_hash_equal(pairwise.judgement.digest, two_passes.judgement.digest));
    }
    cd_scene_destroy(scene);
}

TEST(tiles_answer_as_pair_by_pair)
{
    struct cd_scene *scene =
        load("torus:triangles=400+comb,motion=random:bodies=20:fill=0.2:speed=0.7:steps=4");
    const char *const settings[] = {"image_cd",
                                    "image_cd_culled",
                                    "image_cd:layers=last:roles=single",
                                    "image_cd:erratum=e4",
                                    "image_cd:culling=clusters:view=whole",
                                    "image_cd_culled:readback=compute"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct outcome outcomes[3];
        for (int k = 0; k < 3; k++) { // none; one; what is left over in a target of nine
            char specification[100];
            snprintf(specification, sizeof specification, "%s:tiles=%d:resolution=128", settings[i],
                     k + k / 2);
            outcomes[k] = run(scene, specification, CD_QUERY_PAIRS);
            assert_true(outcomes[k].judgement.records > 10);
            assert_true(cd_hash_equal(outcomes[k].judgement.digest, outcomes[0].judgement.digest));
            assert_int_equal(outcomes[k].judgement.counters.pair_tests,
                             outcomes[0].judgement.counters.pair_tests);
        }
    }
    cd_scene_destroy(scene);
}

// ---- frames -----------------------------------------------------------------------------------------------

// Five bodies in a row that appear, vanish and jump. Body 4 stretches.
static struct cd_scene *make_coming_and_going(void)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(0.5, false));
    uint32_t ball = handmade_add(made, generate("sphere:triangles=300"));
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
    const enum cd_query queries[] = {CD_QUERY_ANY, CD_QUERY_BODIES, CD_QUERY_PAIRS};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run(scene, TWO_PASSES, queries[i]).judgement.wrong_frames, 0);
        assert_int_equal(run(scene, TWO_PASSES ":view=whole:axis=z", queries[i]).judgement.wrong_frames, 0);
    }
    cd_scene_destroy(scene);
}

// With any settings, bodies that clearly overlap are found.
TEST(every_setting_finds_the_boxes_in_the_ring)
{
    struct cd_scene *scene = boxes_in_a_ring(1);
    const char *const settings[] = {"path=array",       "path=displaylist",
                                    "path=immediate",   "view=whole",
                                    "resolution=64",    "readback=query",
                                    "readback=compute", "edges=outlines",
                                    "faces=twice",      "culling=none",
                                    "group=2",          "layers=last",
                                    "axis=x",           "culling=none:view=whole:faces=twice"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char specification[128];
        snprintf(specification, sizeof specification, TWO_PASSES ":%s", settings[i]);
        if (set_of(scene, specification) != 5)
            fail_msg("%s", settings[i]);
    }
    cd_scene_destroy(scene);
}

TEST(one_role_is_refused_with_a_way_out)
{
    struct cd_scene *scene = boxes_in_a_ring(1);
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_instance *instance;
    struct cd_status status = {0};
    assert_int_equal(cd_algo_select(TWO_PASSES ":roles=single", &algo, &settings, &status), CD_OK);
    assert_int_equal(
        cd_instance_create(algo, settings, scene, CD_QUERY_BODIES, &one_thread, &instance, &status),
        CD_USAGE);
    assert_non_null(strstr(status.text, "erratum=e9"));
    assert_null(strchr(status.text, '\n'));
    cd_settings_destroy(settings);
    cd_scene_destroy(scene);
}

// ---- many bodies ------------------------------------------------------------------------------------------

struct tally {
    uint64_t misses, false_hits, truth;
};

static struct tally tally_of(const struct cd_scene *scene, const char *specification, enum cd_query query)
{
    struct outcome outcome = run(scene, specification, query);
    const struct cd_judgement *judgement = &outcome.judgement;
    print_message("%-48s %-6s: %3llu of %llu overlooked, %llu false positives\n", specification,
                  cd_query_name(query), (unsigned long long)judgement->misses,
                  (unsigned long long)judgement->truth_pairs, (unsigned long long)judgement->false_hits);
    return (struct tally){judgement->misses, judgement->false_hits, judgement->truth_pairs};
}

TEST(random_scenes_are_answered_as_well_as_pair_by_pair)
{
    const char *const scenes[] = {
        "torus:triangles=400,motion=random:bodies=16:fill=0.3:speed=0.7:steps=6",
        "torus:triangles=400+comb,motion=random:bodies=24:fill=0.12:speed=0.7:steps=6"};
    for (int i = 0; i < 2; i++) {
        struct cd_scene *scene = load(scenes[i]);
        for (enum cd_query query = CD_QUERY_BODIES; query <= CD_QUERY_PAIRS; query++) {
            struct tally pairwise = tally_of(scene, "image_cd_culled:resolution=256", query);
            struct tally groups = tally_of(scene, TWO_PASSES ":resolution=256", query);
            struct tally whole = tally_of(scene, TWO_PASSES ":resolution=256:view=whole", query);
            assert_true(pairwise.truth >= 20);
            assert_true(groups.misses <= pairwise.misses + 1);
            assert_true(groups.false_hits <= pairwise.false_hits + 2);
            assert_true(whole.misses <= pairwise.misses + pairwise.truth / 10);
        }
        cd_scene_destroy(scene);
    }
}

TEST(a_warm_instance_allocates_nothing)
{
    struct cd_scene *scene = load("torus:triangles=400,motion=random:bodies=12:fill=0.3:speed=0.7:steps=5");
    for (enum cd_query query = CD_QUERY_BODIES; query <= CD_QUERY_PAIRS; query++) {
        struct cd_instance *instance = open_instance(scene, TWO_PASSES ":resolution=64", query);
        uint64_t before = 0, in_query[2] = {0};
        for (int pass = 0; pass < 2; pass++) {
            cd_instance_reset(instance);
            struct cd_cursor *cursor = cd_cursor_open(scene);
            const struct cd_frame *frame;
            struct cd_status status = {0};
            while (!cd_cursor_next(cursor, &frame, &status) && frame) {
                cd_sink_begin(cd_instance_workers(instance)->sink, query, CD_SINK_COUNT, frame->index);
                before = cd_allocation_count();
                assert_int_equal(cd_instance_update(instance, frame, &status), CD_OK);
                assert_int_equal(cd_instance_query(instance, &status), CD_OK);
                in_query[pass] += cd_allocation_count() - before;
            }
            cd_cursor_close(cursor);
        }
        assert_true(in_query[0] > 0);
        assert_int_equal(in_query[1], 0);
        assert_true(cd_instance_bytes(instance) > 64 * 64 * 5);
        cd_instance_destroy(instance);
    }
    cd_scene_destroy(scene);
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
