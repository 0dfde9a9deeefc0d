/// Every registered algorithm, with each of its choices, on one table of small scenes, held to the oracle;
/// at several numbers of threads and schedules, twice over.
#include "tests/conformance.h"
#include "tests/effort.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"
#include "scenes/folder/folder.h"

/// What one pass over a scene came to.
struct pass {
    struct cd_judgement judgement;
    struct cd_answer *per_frame;
};

/// The scene at hand and its truths.
struct ground {
    const char *title;
    bool renders_choices; ///< choices of algorithms that use OpenGL are tried, too
    struct cd_scene *scene;
    struct cd_truth *truths[3]; ///< surface, solid, contacts
};

static const struct cd_truth *truth_for(struct ground *ground, enum cd_query query, enum cd_meaning meaning)
{
    int which = query == CD_QUERY_CONTACTS ? 2 : meaning == CD_MEANING_SOLID ? 1 : 0;
    struct cd_status status = {0};
    if (!ground->truths[which])
        assert_int_equal(
            cd_oracle_truth(ground->scene, query, meaning, 2, false, NULL, &ground->truths[which], &status),
            CD_OK);
    return ground->truths[which];
}

/// One way to run an algorithm: its settings and number of threads.
struct way {
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_description description;
    enum cd_query query;
    unsigned threads;
    char text[512]; ///< for the reader of a failure
};

static struct way way_of(const struct cd_algo *algo, const struct cd_settings *settings, enum cd_query query,
                         unsigned threads)
{
    struct way way = {
        .algo = algo, .settings = cd_settings_copy(settings), .query = query, .threads = threads};
    char values[400];
    cd_describe(algo, settings, &way.description);
    snprintf(way.text, sizeof way.text, "%s:%s, %s, %u threads", algo->name,
             cd_settings_text(settings, false, values, sizeof values), cd_query_name(query), threads);
    return way;
}

static void print_difference(void *user, const struct cd_difference *difference)
{
    const char *text = user;
    for (uint64_t i = 0; i < difference->missed_count && i < 4; i++)
        print_error("%s: frame %llu overlooks (%u:%u,%u:%u)\n", text, (unsigned long long)difference->frame,
                    difference->missed[i].a, difference->missed[i].ta, difference->missed[i].b,
                    difference->missed[i].tb);
    for (uint64_t i = 0; i < difference->extra_count && i < 4; i++)
        print_error("%s: frame %llu reports (%u:%u,%u:%u) falsely\n", text,
                    (unsigned long long)difference->frame, difference->extra[i].a, difference->extra[i].ta,
                    difference->extra[i].b, difference->extra[i].tb);
}

/// Runs `count` passes of one instance; false when the algorithm does not run on this machine or scene.
static bool run_passes(struct ground *ground, struct way *way, struct pass *passes, int count)
{
    struct cd_context context = {.threads = way->threads};
    struct cd_instance *instance;
    struct cd_status status = {0};
    enum cd_code code =
        cd_instance_create(way->algo, way->settings, ground->scene, way->query, &context, &instance, &status);
    if (conformance_may_refuse(ground->scene, code, &status)) {
        print_message("%s does not run: %s\n", way->algo->name, status.text);
        return false;
    }
    bool exact = way->description.quality == CD_QUALITY_EXACT;
    const struct cd_truth *truth = truth_for(ground, way->query, way->description.meaning);
    for (int i = 0; i < count && !code; i++) {
        passes[i].per_frame = cd_allocate(ground->scene->frame_count, sizeof *passes[i].per_frame);
        code = cd_judge(&(struct cd_hearing){.instance = instance,
                                             .scene = ground->scene,
                                             .query = way->query,
                                             .truth = truth,
                                             .report = exact ? print_difference : NULL,
                                             .user = way->text,
                                             .per_frame = passes[i].per_frame},
                        &passes[i].judgement, &status);
    }
    cd_instance_destroy(instance);
    if (code)
        print_error("%s on %s: %s\n", way->text, ground->title, status.text);
    assert_int_equal(code, CD_OK);
    return true;
}

static void release_passes(struct pass *passes, int count)
{
    for (int i = 0; i < count; i++)
        cd_free(passes[i].per_frame);
}

static void assert_same_answers(const struct ground *ground, const struct way *way, const struct pass *a,
                                const struct pass *b)
{
    for (uint64_t frame = 0; frame < ground->scene->frame_count; frame++) {
        const struct cd_answer *x = &a->per_frame[frame], *y = &b->per_frame[frame];
        if (x->count == y->count && cd_hash_equal(x->digest, y->digest))
            continue;
        print_error("%s on %s: another answer in frame %llu\n", way->text, ground->title,
                    (unsigned long long)frame);
        fail();
    }
}

static void assert_same_counters(const struct ground *ground, const struct way *way, const struct pass *a,
                                 const struct pass *b)
{
#define COUNTER(name, what)                                                                                  \
    if (a->judgement.counters.name != b->judgement.counters.name) {                                          \
        print_error("%s on %s: %llu, then %llu %s\n", way->text, ground->title,                              \
                    (unsigned long long)a->judgement.counters.name,                                          \
                    (unsigned long long)b->judgement.counters.name, what);                                   \
        fail();                                                                                              \
    }
#include "algos/counters.def"
#undef COUNTER
}

static void assert_sane(const struct ground *ground, const struct way *way, const struct pass *pass)
{
    const struct cd_judgement *judgement = &pass->judgement;
    if (way->description.quality == CD_QUALITY_EXACT && judgement->wrong_frames) {
        print_error("%s on %s: wrong\n", way->text, ground->title);
        fail();
    }
    assert_int_equal(judgement->frames, ground->scene->frame_count);
    assert_true(judgement->misses <= judgement->truth_pairs);
    assert_true(judgement->truth_pairs <= judgement->pairs);
    if (judgement->false_hits > judgement->pairs - judgement->truth_pairs) {
        print_error("%s on %s: more false positives than there is room for\n", way->text, ground->title);
        fail();
    }
}

/// Runs one way twice, checks it, and holds it to the answers of the first way (or becomes them).
static bool check_way(struct ground *ground, struct way *way, struct pass *first)
{
    struct pass passes[2] = {0};
    bool counters_exact = !(way->description.scheduled & CD_QUERY_BIT(way->query));
    if (!run_passes(ground, way, passes, 2))
        return false;
    assert_sane(ground, way, &passes[0]);
    assert_same_answers(ground, way, &passes[0], &passes[1]);
    if (counters_exact)
        assert_same_counters(ground, way, &passes[0], &passes[1]);
    if (first->per_frame) {
        assert_same_answers(ground, way, first, &passes[0]);
        if (counters_exact)
            assert_same_counters(ground, way, first, &passes[0]);
        release_passes(passes, 2);
    } else {
        *first = passes[0];
        release_passes(passes + 1, 1);
    }
    return true;
}

/// One set of settings, in the first few schedules and at up to `max_threads`; all must answer alike.
static bool check_settings(struct ground *ground, const struct cd_algo *algo, struct cd_settings *settings,
                           enum cd_query query, int schedule_count, unsigned max_threads)
{
    bool scheduled = cd_settings_has(settings, "schedule"), able = true;
    const char *const schedules[] = {"serial", "dynamic", "colour", "steal"};
    struct pass first = {0};
    for (int s = 0; s < (scheduled ? schedule_count : 1) && able; s++) {
        struct cd_status status = {0};
        if (scheduled)
            assert_int_equal(cd_settings_set(settings, algo->name, "schedule", schedules[s], &status), CD_OK);
        // Matchers of regions have no schedule to choose, but threads.
        unsigned max = scheduled ? (s ? max_threads : 1) : ground->scene->dimensions ? max_threads - 1 : 1;
        for (unsigned threads = s ? 2 : 1; threads <= max && able; threads++) {
            struct way way = way_of(algo, settings, query, threads);
            able = check_way(ground, &way, &first);
            cd_settings_destroy(way.settings);
        }
    }
    release_passes(&first, 1);
    return able;
}

/// False for deform=refit where the algorithm has no way to refit what it made.
static bool has_word(const struct cd_algo *algo, const struct cd_param *param, const char *word)
{
    return strcmp(param->name, "deform") != 0 || strcmp(word, "refit") != 0 || !algo->prepare || algo->refit;
}

/// Calls check_settings with word after word of one choice, all other settings being the usual ones, of
/// which `usual` is this choice's.
static bool check_choice(struct ground *ground, const struct cd_algo *algo, const struct cd_param *param,
                         const char *usual, enum cd_query query)
{
    bool able = true;
    char words[512];
    snprintf(words, sizeof words, "%s", param->choices);
    char *rest = words;
    for (char *word; (word = strsep(&rest, "|")) && able;) {
        if (!strcmp(word, usual) || !has_word(algo, param, word))
            continue;
        struct cd_settings *settings = conformance_settings(algo);
        struct cd_status status = {0};
        assert_int_equal(cd_settings_set(settings, algo->name, param->name, word, &status), CD_OK);
        struct cd_description description;
        cd_describe(algo, settings, &description);
        if (description.queries & CD_QUERY_BIT(query))
            able = check_settings(ground, algo, settings, query, test_amount(2, 1), 2);
        cd_settings_destroy(settings);
    }
    return able;
}

static bool check_usual(struct ground *ground, const struct cd_algo *algo, enum cd_query query)
{
    struct cd_settings *settings = conformance_settings(algo);
    struct cd_description description;
    cd_describe(algo, settings, &description);
    bool able = true;
    if (description.queries & CD_QUERY_BIT(query))
        able = check_settings(ground, algo, settings, query, 4,
                              ground->scene->dimensions ? 3 : (unsigned)test_amount(3, 2));
    cd_settings_destroy(settings);
    return able;
}

/// The choices that are worth trying: all but the schedule, which is tried anyway.
static bool is_tried(const struct ground *ground, const struct cd_param *param)
{
    if (!strcmp(param->name, "deform") && !ground->scene->deforms)
        return false;
    return param->kind == CD_KIND_CHOICE && strcmp(param->name, "schedule") != 0;
}

/// Whether an algorithm's choices are tried on a scene: rendering takes its time, and so do many pairs.
static bool choices_are_tried(const struct ground *ground, const struct cd_algo *algo, enum cd_query query)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    struct cd_description description;
    cd_describe(algo, settings, &description);
    cd_settings_destroy(settings);
    if (description.uses_gl)
        return ground->renders_choices && query == CD_QUERY_PAIRS;
    return ground->scene->max_bodies < 100;
}

static void check_algo(struct ground *ground, const struct cd_algo *algo)
{
    bool able = true;
    struct cd_settings *settings = cd_algo_settings(algo);
    const char *value;
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS && able; query++) {
        if (ground->scene->max_bodies > 100 && query < CD_QUERY_PAIRS)
            continue;
        able = check_usual(ground, algo, query);
        bool tried = choices_are_tried(ground, algo, query);
        const struct cd_param *param;
        for (size_t i = 0; (param = cd_settings_at(settings, i, &value)) && able && tried; i++)
            if (is_tried(ground, param))
                able = check_choice(ground, algo, param, value, query);
    }
    cd_settings_destroy(settings);
}

static bool takes_scene(const struct cd_algo *algo, const struct cd_scene *scene)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    bool takes = conformance_takes(algo, settings, scene);
    cd_settings_destroy(settings);
    return takes;
}

static void test_every_algorithm_conforms(void **state)
{
    const struct conformance_scene *row = *state;
    struct ground ground = {
        .title = row->name, .renders_choices = row->renders_choices, .scene = row->make()};
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!algo->hidden && algo->role != CD_ROLE_BROAD && takes_scene(algo, ground.scene))
            check_algo(&ground, algo);
    for (int i = 0; i < 3; i++)
        cd_truth_destroy(ground.truths[i]);
    cd_scene_destroy(ground.scene);
}

static void test_broken_is_found_out(void **state)
{
    (void)state;
    struct ground ground = {.title = "touching", .scene = conformance_touching()};
    const char *const faults[] = {"miss", "extra"};
    const struct cd_algo *algo = cd_algo_find("broken");
    assert_non_null(algo);
    for (int i = 0; i < 2; i++) {
        struct cd_settings *settings = cd_algo_settings(algo);
        struct cd_status status = {0};
        struct pass pass = {0};
        assert_int_equal(cd_settings_set(settings, "broken", "fault", faults[i], &status), CD_OK);
        struct way way = way_of(algo, settings, CD_QUERY_PAIRS, 1);
        way.description.quality = CD_QUALITY_APPROXIMATE; // its errors need not be printed
        assert_true(run_passes(&ground, &way, &pass, 1));
        assert_true(pass.judgement.wrong_frames > 0);
        assert_true(i ? pass.judgement.false_hits > 0 : pass.judgement.misses > 0);
        release_passes(&pass, 1);
        cd_settings_destroy(way.settings);
        cd_settings_destroy(settings);
    }
    cd_truth_destroy(ground.truths[0]);
    cd_scene_destroy(ground.scene);
}

/// Writes a scene as a folder, reads it back and expects the same hash and the same contacts.
static void check_export(struct cd_scene *scene, const char *folder)
{
    struct cd_scene_options options = {0};
    struct cd_status status = {0};
    struct cd_scene *read = NULL;
    enum cd_code code = cd_scene_export(scene, folder, &status);
    if (!code)
        code = cd_scene_load(folder, &options, &read, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    assert_true(cd_hash_equal(read->hash, scene->hash));
    struct ground before = {.scene = scene}, after = {.scene = read};
    const struct cd_truth *expected = truth_for(&before, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    const struct cd_truth *told = truth_for(&after, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    assert_int_equal(told->frame_count, expected->frame_count);
    assert_memory_equal(told->contact_digest, expected->contact_digest,
                        expected->frame_count * sizeof *expected->contact_digest);
    cd_truth_destroy(before.truths[2]);
    cd_truth_destroy(after.truths[2]);
    cd_scene_destroy(read);
    cd_scene_destroy(scene);
}

static void test_scenes_that_went_through_a_folder_are_answered_alike(void **state)
{
    (void)state;
    char folder[] = "/tmp/cdbench-conformance-XXXXXX", path[64], command[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/come-and-go", folder);
    check_export(conformance_come_and_go(), path);
    snprintf(path, sizeof path, "%s/deforming", folder);
    check_export(conformance_deforming(), path);
    snprintf(path, sizeof path, "%s/degenerate", folder);
    check_export(conformance_degenerate(), path);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    enum { SCENES = sizeof conformance_scenes / sizeof *conformance_scenes, OTHERS = 2 };
    struct CMUnitTest tests[SCENES + OTHERS] = {
        cmocka_unit_test(test_broken_is_found_out),
        cmocka_unit_test(test_scenes_that_went_through_a_folder_are_answered_alike),
    };
    for (int i = 0; i < SCENES; i++)
        tests[i + OTHERS] = (struct CMUnitTest){.name = conformance_scenes[i].name,
                                                .test_func = test_every_algorithm_conforms,
                                                .initial_state = (void *)(uintptr_t)&conformance_scenes[i]};
    return cmocka_run_group_tests_name("conformance", tests, NULL, NULL);
}
