// The driver with made-up pair algorithms, and the sinks. These tests are about composition, not geometry.
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "base/thread_state.h"
#include "tests/test.h"

#include <fenv.h>

// ---- a scene of points on a line: bodies touch when their x differ by less than 1 -------------------------

enum { BODIES = 40 };

struct line_scene {
    struct cd_scene scene;
    struct cd_mesh mesh, *meshes[1];
    struct cd_vec3 vertices[3];
    struct cd_triangle triangle;
    struct cd_body bodies[BODIES];
    struct cd_frame frame;
};

static void make_line(struct line_scene *line, uint32_t count, double spacing)
{
    memset(line, 0, sizeof *line);
    line->triangle = (struct cd_triangle){{0, 1, 2}};
    line->vertices[1].x = 0.1;
    line->vertices[2].y = 0.1;
    line->mesh.vertices = line->vertices;
    line->mesh.vertex_count = 3;
    line->mesh.triangles = &line->triangle;
    line->mesh.triangle_count = 1;
    line->mesh.box = (struct cd_aabb){{0, 0, 0}, {0.1, 0.1, 0}};
    line->meshes[0] = &line->mesh;
    line->scene.mesh_count = 1;
    line->scene.meshes = line->meshes;
    line->scene.body_limit = 3 * BODIES;
    line->scene.max_bodies = BODIES;
    for (uint32_t i = 0; i < count; i++) {
        line->bodies[i] =
            (struct cd_body){.id = 3 * i, .vertices = line->vertices, .pose = cd_pose_identity()};
        line->bodies[i].pose.t[0] = spacing * i;
    }
    line->frame.bodies = line->bodies;
    line->frame.body_count = count;
}

struct near_slot {
    unsigned visits;
};

static bool near_test(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    struct cd_worker *worker = t->worker;
    ((struct near_slot *)t->slot)->visits++;
    worker->counters.node_visits += ((struct near_slot *)t->slot)->visits;
    bool hit = fabs(a->pose->t[0] + a->vertices[0].x - b->pose->t[0] - b->vertices[0].x) < 1;
    if (hit && worker->query == CD_QUERY_CONTACTS)
        cd_emit_contact(worker, a, 0, b, 0);
    return hit;
}

static const struct cd_algo near_algo = {
    .name = "near",
    .title = "x differs by less than 1",
    .source = "this test",
    .pair = &(const struct cd_pair_algo){.slot_bytes = sizeof(struct near_slot), .test = near_test}};

static enum cd_code create_with(const struct cd_algo *algo, const char *key, const char *value,
                                struct line_scene *line, struct cd_context *context,
                                struct cd_instance **instance)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    assert_int_equal(cd_settings_set(settings, "near", key, value, NULL), CD_OK);
    enum cd_code code =
        cd_instance_create(algo, settings, &line->scene, CD_QUERY_PAIRS, context, instance, NULL);
    cd_settings_destroy(settings);
    return code;
}

static struct cd_instance *make_instance(struct line_scene *line, struct cd_context *context)
{
    struct cd_instance *instance; // `near` needs no boxes that overlap
    assert_int_equal(create_with(&near_algo, "broad", "none", line, context, &instance), CD_OK);
    return instance;
}

static struct cd_answer answer(struct cd_instance *instance, struct line_scene *line)
{
    struct cd_sink *sink = cd_instance_workers(instance)->sink;
    cd_sink_begin(sink, CD_QUERY_PAIRS, CD_SINK_STORE, line->frame.index);
    assert_int_equal(cd_instance_update(instance, &line->frame, NULL), CD_OK);
    assert_int_equal(cd_instance_query(instance, NULL), CD_OK);
    return cd_sinks_merge(sink, 1);
}

TEST(slots_live_from_frame_to_frame_until_reset)
{
    struct line_scene line;
    make_line(&line, 2, 5);
    struct cd_context context = {.threads = 1};
    struct cd_instance *instance = make_instance(&line, &context);
    uint64_t *visits = &cd_instance_workers(instance)[0].counters.node_visits;
    answer(instance, &line);
    answer(instance, &line);
    assert_int_equal(*visits, 1 + 2);
    cd_instance_reset(instance);
    assert_int_equal(*visits, 0);
    answer(instance, &line);
    assert_int_equal(*visits, 1);
    cd_instance_destroy(instance);
}

// ---- what deforms -----------------------------------------------------------------------------------------

static unsigned refits, rebuilds;

static enum cd_code counting_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                     struct cd_context *context, void **model, struct cd_status *status)
{
    static int some_model;
    (void)settings;
    (void)shape;
    (void)context;
    (void)status;
    *model = &some_model;
    return CD_OK;
}

static void counting_refit(void *model, const struct cd_shape *shape)
{
    (void)model;
    (void)shape;
    refits++;
}

static void counting_rebuild(void *model, const struct cd_shape *shape)
{
    (void)model;
    (void)shape;
    rebuilds++;
}

TEST(every_pass_adapts_a_body_that_deforms_once)
{
    struct line_scene line;
    make_line(&line, 2, 5);
    line.bodies[0].version = 1;
    struct cd_algo both = near_algo;
    struct cd_pair_algo pair = *near_algo.pair;
    both.pair = &pair;
    pair.prepare = counting_prepare;
    pair.refit = counting_refit;
    pair.rebuild = counting_rebuild;
    struct cd_context context = {.threads = 1};
    const char *const ways[] = {"auto", "refit", "rebuild"};
    for (int way = 0; way < 3; way++) {
        struct cd_instance *instance;
        test_row("%s", ways[way]);
        assert_int_equal(create_with(&both, "deform", ways[way], &line, &context, &instance), CD_OK);
        refits = rebuilds = 0;
        for (unsigned pass = 1; pass <= 3; pass++) {
            cd_instance_reset(instance);
            answer(instance, &line);
            answer(instance, &line); // the same version again
            assert_int_equal(way == 2 ? rebuilds : refits, pass);
            assert_int_equal(way == 2 ? refits : rebuilds, 0);
        }
        cd_instance_destroy(instance);
    }
    struct cd_instance *instance;
    pair.refit = NULL;
    assert_int_equal(create_with(&both, "deform", "refit", &line, &context, &instance), CD_USAGE);
    assert_int_equal(create_with(&both, "deform", "auto", &line, &context, &instance), CD_OK);
    cd_instance_destroy(instance);
}

// ---- what changes the floating-point state ----------------------------------------------------------------

static unsigned bent;

static void bend(void)
{
    assert_int_equal(cd_float_control(), CD_FLOAT_OURS);
    fesetround(FE_UPWARD);
    bent++;
}

static enum cd_code bending_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                    struct cd_context *context, void **model, struct cd_status *status)
{
    bend();
    return counting_prepare(settings, shape, context, model, status);
}

static void bending_refit(void *model, const struct cd_shape *shape)
{
    (void)model, (void)shape;
    bend();
}

static size_t one_byte(const struct cd_shape *shape)
{
    (void)shape;
    return 1;
}

static void bending_place(struct cd_placed *body)
{
    (void)body;
    bend();
}

TEST(every_function_is_called_in_our_floating_point_state)
{
    struct line_scene line;
    make_line(&line, 3, 0.6);
    line.bodies[0].version = line.bodies[1].version = 1;
    struct cd_algo bending = near_algo;
    struct cd_pair_algo pair = *near_algo.pair;
    bending.pair = &pair;
    pair.prepare = bending_prepare;
    pair.refit = bending_refit;
    pair.placement_bytes = one_byte;
    pair.place = bending_place;
    struct cd_context context = {.threads = 1};
    struct cd_instance *instance;
    bent = 0;
    assert_int_equal(create_with(&bending, "deform", "auto", &line, &context, &instance), CD_OK);
    cd_instance_reset(instance);
    answer(instance, &line);
    assert_int_equal(bent, 3 + 2 + 3); // three models, two refits, three places
    assert_int_equal(cd_instance_changes(instance), CD_CHANGED_ROUNDING);
    cd_instance_destroy(instance);
}

// ---- sinks and slots --------------------------------------------------------------------------------------

TEST(a_digest_does_not_depend_on_order_but_on_frame_and_query)
{
    struct cd_sink forward = {0}, backward = {0};
    cd_sink_begin(&forward, CD_QUERY_PAIRS, CD_SINK_DIGEST, 7);
    cd_sink_begin(&backward, CD_QUERY_PAIRS, CD_SINK_DIGEST, 7);
    for (uint32_t i = 0; i < 1000; i++) {
        cd_sink_put(&forward, i, 0, i + 1, 0);
        cd_sink_put(&backward, 999 - i, 0, 1000 - i, 0);
    }
    struct cd_answer one = cd_sinks_merge(&forward, 1), two = cd_sinks_merge(&backward, 1);
    assert_int_equal(one.count, 1000);
    assert_true(cd_hash_equal(one.digest, two.digest));
    struct cd_record record = {1, 2, 3, 4};
    struct cd_hash pairs = cd_record_hash(CD_QUERY_PAIRS, 7, &record);
    assert_false(cd_hash_equal(pairs, cd_record_hash(CD_QUERY_PAIRS, 8, &record)));
    assert_false(cd_hash_equal(pairs, cd_record_hash(CD_QUERY_CONTACTS, 7, &record)));
    char text[CD_HASH_TEXT];
    assert_string_equal(cd_hash_text(pairs, text), "fd423d4648fc6b0baddb741ed26f3c41");
}

static unsigned polls;

static bool stop_at_the_third(struct cd_context *context)
{
    (void)context;
    return ++polls >= 3;
}

TEST(brute_stops_within_a_test_when_it_is_asked_to)
{
    enum { TRIANGLES = 50 };
    static struct line_scene line;
    static struct cd_triangle triangles[TRIANGLES];
    make_line(&line, 2, 0.01);
    for (int i = 0; i < TRIANGLES; i++)
        triangles[i] = line.triangle;
    line.mesh.triangles = triangles;
    line.mesh.triangle_count = TRIANGLES;
    struct cd_context context = {.threads = 1, .stop = stop_at_the_third};
    struct cd_settings *settings = cd_algo_settings(cd_algo_find("brute"));
    struct cd_instance *instance;
    assert_int_equal(cd_instance_create(cd_algo_find("brute"), settings, &line.scene, CD_QUERY_CONTACTS,
                                        &context, &instance, NULL),
                     CD_OK);
    cd_instance_reset(instance);
    struct cd_worker *worker = cd_instance_workers(instance);
    cd_sink_begin(worker->sink, CD_QUERY_CONTACTS, CD_SINK_COUNT, 0);
    polls = 0;
    cd_instance_update(instance, &line.frame, NULL);
    cd_instance_query(instance, NULL);
    assert_true(worker->counters.triangle_tests <= 2 * TRIANGLES);
    cd_instance_destroy(instance);
    cd_settings_destroy(settings);
}

TEST(an_instance_states_what_its_algorithm_allocated)
{
    struct line_scene line;
    struct cd_context context = {.threads = 1};
    make_line(&line, BODIES, 0.5);
    struct cd_instance *instance = make_instance(&line, &context);
    size_t created = cd_instance_bytes(instance);
    assert_in_range(created, BODIES * sizeof(struct cd_placed), 100000);
    answer(instance, &line);
    size_t warm = cd_instance_bytes(instance);
    assert_in_range(warm - created, BODIES * (BODIES - 1) / 2 * sizeof(struct near_slot), 200000);
    answer(instance, &line);
    assert_int_equal(cd_instance_bytes(instance), warm);
    cd_instance_destroy(instance);
}
