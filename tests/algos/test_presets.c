/// Named compositions on random scenes of many bodies, compared with the oracle: every preset, every query that it
/// offers, every schedule and broad phase, on one to three threads; every reading of zhao2009's colours; and what a
/// name means: a paper's algorithm, or ours.
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"
#include "tests/subject.h"
#include "tests/test.h"

#define STEPS (SLOW > 1 ? 1 : 4)

/// A random scene and the truth about it.
struct ground {
    struct cd_scene *scene;
    struct cd_truth *truths[2]; ///< of surfaces, with contacts; of solids
};

static struct ground ground_of(struct cd_random *random, const char *meshes)
{
    struct ground ground = {0};
    struct cd_scene_options options = {0};
    struct cd_status status = {0};
    char text[300];
    snprintf(text, sizeof text, "%s,motion=random:bodies=8:steps=%d:fill=0.3:seed=%llu", meshes, STEPS,
             (unsigned long long)cd_random_below(random, 1000000));
    print_message("%s\n", text);
    if (cd_scene_load(text, &options, &ground.scene, &status) ||
        cd_oracle_truth(ground.scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 2, false, NULL,
                        &ground.truths[0], &status) ||
        cd_oracle_truth(ground.scene, CD_QUERY_PAIRS, CD_MEANING_SOLID, 2, false, NULL, &ground.truths[1],
                        &status))
        fail_msg("%s", status.text);
    uint64_t frames = ground.scene->frame_count, pairs = ground.truths[0]->first_pair[frames];
    assert_true(SLOW > 1 || (pairs > 0 && pairs < frames * 28)); // of 8 bodies some meet and some do not
    return ground;
}

static void ground_release(struct ground *ground)
{
    cd_truth_destroy(ground->truths[0]);
    cd_truth_destroy(ground->truths[1]);
    cd_scene_destroy(ground->scene);
}

static void print_difference(void *user, const struct cd_difference *difference)
{
    print_error("%s: frame %llu: %llu missed, %llu false\n", (const char *)user,
                (unsigned long long)difference->frame, (unsigned long long)difference->missed_count,
                (unsigned long long)difference->extra_count);
}

/// Returns the number of pairs of bodies that were tested.
static uint64_t check_query(const struct ground *ground, const char *specification,
                            const struct cd_algo *algo, const struct cd_settings *settings,
                            enum cd_query query, unsigned threads)
{
    struct cd_description description;
    struct cd_context context = {.threads = threads};
    struct cd_instance *instance;
    struct cd_judgement judgement;
    struct cd_status status = {0};
    char text[200];
    if (test_leaves_out(threads))
        return 0;
    snprintf(text, sizeof text, "%s, %s, %u threads", specification, cd_query_name(query), threads);
    cd_describe(algo, settings, &description);
    assert_int_equal(description.quality, CD_QUALITY_EXACT);
    bool solid = cd_meaning_of_truth(query, description.meaning) == CD_MEANING_SOLID;
    if (cd_instance_create(algo, settings, ground->scene, query, &context, &instance, &status) ||
        cd_judge(&(struct cd_hearing){.instance = instance,
                                      .scene = ground->scene,
                                      .query = query,
                                      .truth = ground->truths[solid],
                                      .report = print_difference,
                                      .user = text},
                 &judgement, &status))
        fail_msg("%s: %s", text, status.text);
    cd_instance_destroy(instance);
    assert_int_equal(judgement.frames, ground->scene->frame_count);
    assert_int_equal(judgement.wrong_frames, 0);
    return judgement.counters.pair_tests;
}

/// Tries every query that a specification offers, on `threads`. Returns the number of queries.
static int check_queries(const struct ground *ground, const char *specification, unsigned threads)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_status status = {0};
    struct cd_description description;
    int offered = 0;
    if (cd_algo_select(specification, &algo, &settings, &status))
        fail_msg("%s", status.text);
    cd_describe(algo, settings, &description);
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++)
        if (description.queries & CD_QUERY_BIT(query)) {
            check_query(ground, specification, algo, settings, query, threads);
            offered++;
        }
    cd_settings_destroy(settings);
    return offered;
}

/// Tries every schedule with the preset's own broad phase, then every broad phase.
static void check_preset(const struct ground *ground, const char *preset)
{
    static const char *const shared[] = {"colour", "dynamic", "steal"};
    static const char *const broads[] = {"none", "sap", "grid", "tree"};
    char text[100];
    snprintf(text, sizeof text, "%s:schedule=serial", preset);
    assert_in_range(check_queries(ground, text, 1), 3, 4);
    for (int s = 0; s < 3; s++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            snprintf(text, sizeof text, "%s:schedule=%s", preset, shared[s]);
            check_queries(ground, text, threads);
        }
    for (int b = 0; b < 3; b++) {
        snprintf(text, sizeof text, "%s:broad=%s:schedule=colour", preset, broads[b]);
        check_queries(ground, text, 2);
    }
}

TEST(every_preset_answers_as_the_oracle_by_every_schedule)
{
    struct cd_random random = handmade_random();
    struct ground convex = ground_of(
        &random, "convex:triangles=20+box:triangles=12+sphere:triangles=20+convex:triangles=20:stretch=6");
    struct ground any =
        ground_of(&random, "gear:triangles=20+torus:triangles=20+comb:triangles=20+sphere:triangles=20");
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)); i++) {
        if (cd_algo_find(preset->algo)->role != CD_ROLE_PAIR)
            continue;
        check_preset(&convex, preset->name);
        if (strcmp(preset->name, "icollide") != 0) // convex bodies only
            check_preset(&any, preset->name);
    }
    ground_release(&convex);
    ground_release(&any);
}

/// A name, and the values that its settings should have.
struct expectation {
    const char *specification, *settings;
};

/// Checks that every setting in `settings` has the value given there.
static void check_values(const struct expectation *expected)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_status status = {0};
    if (cd_algo_select(expected->specification, &algo, &settings, &status))
        fail_msg("%s", status.text);
    struct cd_settings *same = cd_settings_copy(settings);
    if (cd_settings_apply(same, expected->specification, expected->settings, &status))
        fail_msg("%s", status.text);
    char *is = cd_settings_label(algo->name, settings), *wanted = cd_settings_label(algo->name, same);
    assert_string_equal(is, wanted);
    cd_free(is);
    cd_free(wanted);
    cd_settings_destroy(settings);
    cd_settings_destroy(same);
}

TEST(what_a_paper_names_is_by_default_what_it_describes)
{
    static const struct expectation all[] = {
        {"rapid", "variant=corrected"},
        {"image_cd", "variant=corrected:edges=outlines:faces=twice:culling=none:many=pairwise:erratum=none"},
        {"hps", "variant=corrected:erratum=none:list=linked:prune=printed:update=rebuild"},
        {"saabb", "variant=corrected:queue=65536:split=penalty:broad=auto:schedule=serial"},
        {"scda", "variant=corrected:queue=65536:broad=none:schedule=serial"},
        {"pcda", "variant=corrected:queue=65536:broad=none:schedule=colour"},
        {"sphere_obb",
         "variant=corrected:traversal=classified:spheres=yes:boxes=covariance:split=mean:leaf=1"},
        {"octree_sphere_obb",
         "traversal=classified:boxes=covariance:broad=octree:pairs=leaves:update=rebuild"},
        {"rapid:broad=octree", "pairs=leaves:update=rebuild"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_values(&all[i]);
}

TEST(what_is_ours_has_a_name_of_its_own)
{
    static const struct expectation all[] = {
        {"image_cd_culled", "variant=corrected:edges=once:faces=once:culling=columns:erratum=none"},
        {"saabb_depth", "queue=0:broad=auto:schedule=serial"},
        {"sphere_obb_sized", "traversal=sized:boxes=tight:broad=auto"},
        {"octree_sphere_obb_sized",
         "traversal=sized:boxes=tight:broad=octree:pairs=boxes:update=incremental"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_values(&all[i]);
}

TEST(labels_say_what_differs_from_the_preset)
{
    static const char *const all[][2] = {
        {"saabb_depth", "saabb_depth"},
        {"saabb_depth:queue=0", "saabb_depth"},
        {"saabb_depth:queue=65536", "saabb_depth:queue=65536"},
        {"saabb_depth:leaf=2", "saabb_depth:leaf=2"},
        {"saabb:queue=0", "saabb:queue=0"},
        {"octree_sphere_obb_sized:broad=sap", "octree_sphere_obb_sized:broad=sap"},
        {"image_cd_culled:faces=twice", "image_cd_culled:faces=twice"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        assert_int_equal(cd_algo_select(all[i][0], &algo, &settings, NULL), CD_OK);
        char *label = cd_settings_label(algo->name, settings);
        assert_string_equal(label, all[i][1]);
        cd_free(label);
        cd_settings_destroy(settings);
    }
}

TEST(variants_declare_what_they_are_worth)
{
    static const char *const algos[] = {"image_cd", "saabb", "hps", "sphere_obb"}, *const variants[] = {
                                                                                       "corrected", "mended",
                                                                                       "printed"};
    static const enum cd_quality qualities[4][3] = {
        {CD_QUALITY_APPROXIMATE, CD_QUALITY_PRINTED, CD_QUALITY_PRINTED},
        {CD_QUALITY_EXACT, CD_QUALITY_PRINTED, CD_QUALITY_PRINTED},
        {CD_QUALITY_EXACT, CD_QUALITY_PRINTED, CD_QUALITY_PRINTED},
        {CD_QUALITY_EXACT, CD_QUALITY_EXACT, CD_QUALITY_EXACT}};
    for (int i = 0; i < 12; i++) {
        char text[60];
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_description description;
        snprintf(text, sizeof text, "%s:variant=%s", algos[i / 3], variants[i % 3]);
        assert_int_equal(cd_algo_select(text, &algo, &settings, NULL), CD_OK);
        cd_describe(algo, settings, &description);
        assert_int_equal(description.quality, qualities[i / 3][i % 3]);
        cd_settings_destroy(settings);
    }
}

TEST(formula_3_overlooks_pairs_and_reports_none_falsely)
{
    struct cd_random random = cd_random_seed(1); // always the same scene, in which the formula errs
    struct ground ground =
        ground_of(&random, "gear:triangles=100+torusknot:triangles=100+comb:triangles=100");
    static const char *const variants[] = {"saabb", "saabb:variant=mended", "saabb:variant=printed"};
    uint64_t misses[3];
    for (int i = 0; i < 3; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_context context = {.threads = 1};
        struct cd_instance *instance;
        struct cd_judgement judgement;
        struct cd_status status = {0};
        char text[60];
        snprintf(text, sizeof text, "%s:threshold=3", variants[i]);
        assert_int_equal(cd_algo_select(text, &algo, &settings, &status), CD_OK);
        assert_int_equal(
            cd_instance_create(algo, settings, ground.scene, CD_QUERY_PAIRS, &context, &instance, &status),
            CD_OK);
        assert_int_equal(cd_judge(&(struct cd_hearing){.instance = instance,
                                                       .scene = ground.scene,
                                                       .query = CD_QUERY_PAIRS,
                                                       .truth = ground.truths[0]},
                                  &judgement, &status),
                         CD_OK);
        print_message("%s: %llu of %llu pairs overlooked\n", text, (unsigned long long)judgement.misses,
                      (unsigned long long)judgement.truth_pairs);
        assert_int_equal(judgement.false_hits, 0);
        misses[i] = judgement.misses;
        cd_instance_destroy(instance);
        cd_settings_destroy(settings);
    }
    assert_int_equal(misses[0], 0);
    assert_true(SLOW > 1 || (misses[1] > 0 && misses[2] > 0));
    ground_release(&ground);
}

TEST(every_reading_of_the_colours_gives_the_same_answers)
{
    static const char *const rings[] = {"natural", "shuffled"}, *const maps[] = {"mod", "greedy"};
    static const char *const rounds[] = {"1", "2", "six"}, *const tasks[] = {"half", "all"};
    struct cd_random random = handmade_random();
    struct ground ground =
        ground_of(&random, "gear:triangles=100+torusknot:triangles=100+comb:triangles=100");
    for (int n = 0; n < 24; n++) {
        char text[100];
        snprintf(text, sizeof text, "pcda:ring=%s:map=%s:rounds=%s:tasks=%s", rings[n & 1], maps[n >> 1 & 1],
                 rounds[n >> 3], tasks[n >> 2 & 1]);
        for (unsigned threads = 1; threads <= 3; threads++)
            assert_int_equal(check_queries(&ground, text, threads), 4);
    }
    ground_release(&ground);
}

TEST(a_search_for_any_collision_ends_at_the_first_one)
{
    static const char *const specifications[] = {"scda", "pcda", "pcda:tasks=all", "scda:schedule=dynamic",
                                                 "scda:schedule=steal"};
    struct cd_random random = handmade_random();
    struct ground ground = ground_of(&random, "gear:triangles=100+comb:triangles=100");
    for (size_t i = 0; i < sizeof specifications / sizeof *specifications; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        assert_int_equal(cd_algo_select(specifications[i], &algo, &settings, NULL), CD_OK);
        uint64_t any = check_query(&ground, specifications[i], algo, settings, CD_QUERY_ANY, 1);
        uint64_t pairs = check_query(&ground, specifications[i], algo, settings, CD_QUERY_PAIRS, 1);
        print_message("%s: %llu of %llu tests\n", specifications[i], (unsigned long long)any,
                      (unsigned long long)pairs);
        assert_true(any < pairs || SLOW > 1);
        cd_settings_destroy(settings);
    }
    ground_release(&ground);
}
