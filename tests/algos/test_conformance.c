/// Runs every registered algorithm on all scenes of the conformance table, in all of its ways. Checks also what the
/// table says about algorithms that do not conform.
#include "tests/conformance.h"
#include "tests/effort.h"
#include "tests/judged.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "base/memory.h"
#include "bench/conformance/conformance.h"
#include "bench/oracle/oracle.h"
#include "scenes/folder/folder.h"

// ---- what conforms ----------------------------------------------------------------------------------------

/// Cells of the table (an algorithm, a scene, a query it is asked): all, and those that ran or why they did not. To add an
/// algorithm, a scene or a query is to change their number.
enum { CELLS = 1690 + 1486 + 1539 + 1606 - 3 * 1450 };

static unsigned ran, not_convex, lacking;

/// What was counted adds up, also for algorithms that may err; those that are exact do not.
static void assert_sane(const struct cd_conformance_trial *trial)
{
    const struct cd_judgement *judgement = &trial->judgement;
    struct cd_description description;
    cd_describe(trial->algo, trial->settings, &description);
    assert_true(trial->ways > 0);
    assert_int_equal(judgement->frames, trial->truths->scene->frame_count);
    if (trial->query != CD_QUERY_CONTACTS && !judgement->errors_unknown)
        assert_int_equal(judgement->records,
                         judgement->truth_pairs - judgement->misses + judgement->false_hits);
    if (description.quality != CD_QUALITY_EXACT)
        return;
    assert_int_equal(judgement->misses + judgement->false_hits, 0);
    assert_int_equal(judgement->hit_frames, judgement->truth_hit_frames);
}

static void check_query(const struct cd_conformance_scene *row, struct cd_truths *truths,
                        const struct cd_algo *algo, const struct cd_settings *settings, enum cd_query query)
{
    struct cd_status status = {0};
    struct cd_conformance_scene tried = *row;
    if (test_leaves_out(1)) // choices, whose words are tried in one thread
        tried.traits = (row->traits & ~(unsigned)CD_ROW_RENDERS) | CD_ROW_OF_MANY;
    struct cd_conformance_trial trial = {.row = &tried,
                                         .truths = truths,
                                         .algo = algo,
                                         .settings = settings,
                                         .query = query,
                                         .threads =
                                             truths->scene->dimensions ? 4 : (unsigned)test_amount(3, 2),
                                         .schedules = (unsigned)test_amount(2, 1)};
    enum cd_code code = cd_conformance_try(&trial, &status);
    if (conformance_may_refuse(algo, truths->scene, code, &status)) {
        print_message("%s does not run: %s\n", algo->name, status.text);
        ++*(code == CD_ENVIRONMENT ? &lacking : &not_convex);
        return;
    }
    if (code)
        fail_msg("%s on %s, %s: %s", algo->name, row->title, cd_query_name(query), status.text);
    // deform=refit and rebuild are for what can do that.
    const struct cd_pair_algo *pair = algo->pair;
    bool may_refuse = truths->scene->deforms && pair && pair->prepare && (!pair->refit || !pair->rebuild);
    if (trial.refused && !may_refuse)
        fail_msg("%s on %s, %s: a word of a choice is refused", algo->name, row->title, cd_query_name(query));
    assert_sane(&trial);
    ran++;
}

static void check_algo(const struct cd_conformance_scene *row, struct cd_truths *truths,
                       const struct cd_algo *algo)
{
    struct cd_settings *settings = conformance_settings(algo);
    struct cd_description description;
    cd_describe(algo, settings, &description);
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++)
        if (cd_conformance_asks(row, &description, query))
            check_query(row, truths, algo, settings, query);
    cd_settings_destroy(settings);
}

/// Short runs try a fourth of the cells. ThreadSanitizer gets half of the algorithms on half of the scenes, because what
/// is true of a scene takes it longer than what one of them answers.
static bool is_left_out(size_t algo, size_t scene)
{
    if (test_leaves_out(1))
        return scene % 2 || (algo + scene / 2) % 2;
    return test_is_short() && (algo + scene) % 4;
}

static void test_every_algorithm_conforms(void **state)
{
    const struct cd_conformance_scene *row = *state;
    struct cd_scene *scene = loaded(row->words);
    struct cd_truths truths = {.scene = scene, .threads = 2};
    const struct cd_algo *algo;
    assert_int_equal(scene->dimensions > 0, row->traits & CD_ROW_OF_REGIONS);
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!is_left_out(i, (size_t)(row - cd_conformance_scenes)) && !cd_algo_is_hidden(algo) &&
            (!algo->broad || scene->dimensions))
            check_algo(row, &truths, algo);
    cd_truths_release(&truths);
    cd_scene_destroy(scene);
}

/// Comes last. Nothing passes by not running.
static void test_every_cell_ran_but_those_that_may_refuse(void **state)
{
    (void)state;
    print_message("%u cells ran, %u have bodies that are not convex, %u lack OpenGL\n", ran, not_convex,
                  lacking);
    if (test_is_short()) // a fourth
        assert_in_range(ran + not_convex + lacking, CELLS / 5, CELLS / 3);
    else
        assert_int_equal(ran + not_convex + lacking, CELLS);
    if (lacking)
        test_skip("no OpenGL for cells of the conformance table");
}

/// If the table tried something only where an error was likely, this would find nothing.
TEST(on_most_scenes_some_bodies_or_regions_touch_and_some_do_not)
{
    for (int i = 0; i < CD_CONFORMANCE_SCENES; i++) {
        const struct cd_conformance_scene *row = &cd_conformance_scenes[i];
        struct cd_scene *scene = loaded(row->words);
        test_row("%s", row->title);
        struct cd_judgement judgement =
            judged(scene, scene->dimensions ? "region_brute" : "brute", CD_QUERY_PAIRS);
        assert_int_equal(judgement.wrong_frames, 0);
        assert_true(judgement.truth_pairs > 0 || i == 0);
        cd_scene_destroy(scene);
    }
}

// ---- what does not ----------------------------------------------------------------------------------------

static bool touch(const struct cd_test *t)
{
    return cd_placed_surfaces_touch(t->a, t->b, t->worker);
}

static bool touch_and_allocate(const struct cd_test *t)
{
    char *volatile copy = strdup("seen at malloc alone");
    bool hit = touch(t);
    free(copy);
    return hit;
}

static unsigned calls;

static bool touch_and_count_otherwise(const struct cd_test *t)
{
    t->worker->counters.box_tests += ++calls;
    return touch(t);
}

static bool touch_at_times(const struct cd_test *t)
{
    return ++calls > 30 && touch(t);
}

static void promise_little(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->quality = CD_QUALITY_APPROXIMATE;
}

/// What the table says about an algorithm of one test on touching cubes.
static void assert_found(struct cd_algo algo, enum cd_code expected, const char *part)
{
    const struct cd_conformance_scene *row = &cd_conformance_scenes[2];
    struct cd_scene *scene = loaded(row->words);
    struct cd_truths truths = {.scene = scene, .threads = 2};
    struct cd_status status = {0};
    algo.name = "tried";
    struct cd_settings *settings = cd_algo_settings(&algo);
    struct cd_conformance_trial trial = {.row = row,
                                         .truths = &truths,
                                         .algo = &algo,
                                         .settings = settings,
                                         .query = CD_QUERY_PAIRS,
                                         .threads = 3,
                                         .schedules = 1};
    assert_int_equal(cd_conformance_try(&trial, &status), expected);
    if (!strstr(status.text, part))
        fail_msg("\"%s\" is not in: %s", part, status.text);
    cd_settings_destroy(settings);
    cd_truths_release(&truths);
    cd_scene_destroy(scene);
}

TEST(what_is_right_conforms)
{
    assert_found((struct cd_algo){.pair = &(struct cd_pair_algo){.test = touch}}, CD_OK, "");
}

TEST(allocations_are_seen_however_they_are_made)
{
    if (!cd_malloc_is_counted()) // tests/run-programs loads the counter
        return test_skip("nothing counts the calls of malloc");
    assert_found((struct cd_algo){.pair = &(struct cd_pair_algo){.test = touch_and_allocate}}, CD_REGRESSION,
                 "tried, 1 thread: allocates memory 18 times");
}

TEST(counters_that_change_are_told)
{
    assert_found((struct cd_algo){.pair = &(struct cd_pair_algo){.test = touch_and_count_otherwise}},
                 CD_REGRESSION,
                 "tried, 1 thread: its count of box_tests differs from that in the pass before");
}

TEST(answers_that_change_are_told_of_those_too_that_promise_nothing)
{
    calls = 0;
    assert_found(
        (struct cd_algo){.pair = &(struct cd_pair_algo){.test = touch_at_times}, .describe = promise_little},
        CD_WRONG, "tried, 1 thread: its answers differ from those in the pass before");
}

TEST(only_what_needs_something_may_lack_it)
{
    struct cd_status status;
    struct cd_scene *scene = loaded(cd_conformance_scenes[2].words);
    struct cd_algo algo = {.needs = CD_NEED_OPENGL};
    assert_true(conformance_may_refuse(&algo, scene, CD_ENVIRONMENT, &status));
    assert_true(cd_conformance_refuses(&algo, CD_ENVIRONMENT));
    algo.needs = CD_NEED_NOTHING;
    assert_false(conformance_may_refuse(&algo, scene, CD_ENVIRONMENT, &status));
    assert_false(cd_conformance_refuses(&algo, CD_ENVIRONMENT));
    cd_scene_destroy(scene);
}

TEST(broken_is_found_out)
{
    struct cd_algo broken = *cd_algo_find("broken");
    assert_found(broken, CD_WRONG, "tried, 1 thread: frame 0 is wrong, the first of");
}

// ---- scenes that went through a folder --------------------------------------------------------------------

static struct cd_truth *contacts_of(const struct cd_scene *scene)
{
    struct cd_truth *truth;
    assert_int_equal(
        cd_oracle_truth(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 2, false, NULL, &truth, NULL), CD_OK);
    return truth;
}

/// Writes a scene as a folder, reads it back and expects the same hash and the same contacts.
static void check_export(const char *words, const char *name)
{
    char folder[100];
    struct cd_scene *scene = loaded(words);
    struct cd_status status = {0};
    snprintf(folder, sizeof folder, "%s/%s", scratch, name);
    if (cd_scene_export(scene, folder, &status))
        fail_msg("%s", status.text);
    struct cd_scene *read = loaded(folder);
    assert_true(cd_hash_equal(read->hash, scene->hash));
    struct cd_truth *expected = contacts_of(scene), *told = contacts_of(read);
    assert_int_equal(told->frame_count, expected->frame_count);
    assert_memory_equal(told->contact_digest, expected->contact_digest,
                        expected->frame_count * sizeof *expected->contact_digest);
    cd_truth_destroy(expected);
    cd_truth_destroy(told);
    cd_scene_destroy(read);
    cd_scene_destroy(scene);
}

TEST(scenes_that_went_through_a_folder_are_answered_alike)
{
    check_export("conformance/come-and-go.yaml", "come-and-go");
    check_export("conformance/deforming", "deforming");
    check_export("conformance/thin.yaml", "thin");
    check_export("nasty:kind=subnormal", "subnormal");
    check_export("nasty:kind=reborn:steps=20", "reborn");
}

void test_list(void)
{
    for (int i = 0; i < CD_CONFORMANCE_SCENES; i++)
        test_add(cd_conformance_scenes[i].title, test_every_algorithm_conforms, &cd_conformance_scenes[i]);
    test_add("every cell ran but those that may refuse", test_every_cell_ran_but_those_that_may_refuse, NULL);
}
