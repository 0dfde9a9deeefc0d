/// From algorithms and a scene to verdicts: algorithms that are right are timed, algorithms that are wrong are not.
#include "tests/handmade.h"
#include "tests/test.h"

#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "bench/harness/measure.h"

enum { FRAMES = 8 };

/// Two boxes of which one passes through the other: frames 2 to 5 collide.
static struct cd_scene *make_scene(void)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        handmade_put(made, frame, 1, box, handmade_at(2.0 * (double)frame - 7, 0.5, 0.25));
    }
    return handmade_end(made, FRAMES);
}

/// An algorithm that knows the scene above, claims to be exact, and lies from its pass number `lies_after` on.
struct prompter {
    unsigned passes;
    uint64_t frame;
};

static unsigned lies_after;
static bool stage_missing; ///< the machine lacks what the prompter needs

static enum cd_code prompter_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)create;
    if (stage_missing)
        return cd_fail(status, CD_ENVIRONMENT, "no stage to prompt from; build one");
    *self = cd_allocate(1, sizeof(struct prompter));
    return CD_OK;
}

static void prompter_reset(void *self)
{
    ((struct prompter *)self)->passes++;
}

static enum cd_code prompter_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    ((struct prompter *)self)->frame = frame->index;
    return CD_OK;
}

static enum cd_code prompter_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    const struct prompter *prompter = self;
    bool hit = prompter->frame >= 3 && prompter->frame <= 4;
    if (prompter->passes > lies_after && prompter->frame == 6)
        hit = true;
    if (hit)
        cd_sink_put(workers->sink, 0, 0, 1, 0);
    return CD_OK;
}

static const struct cd_algo prompter_algo = {
    .name = "prompter",
    .title = "knows the answers",
    .source = "this test",
    .role = CD_ROLE_SCENE,
    .create = prompter_create,
    .destroy = cd_free,
    .reset = prompter_reset,
    .update = prompter_update,
    .query = prompter_query,
};

/// Everything that a measurement needs, and the warnings that it gave.
struct bench {
    struct cd_scene *scene;
    struct cd_context context;
    struct cd_measure_plan plan;
    struct cd_choice choices[3];
    struct cd_cell cells[3];
    size_t count;
    unsigned warnings;
    uint64_t answers;
};

static void count_warning(void *user, const char *line)
{
    struct bench *bench = user;
    assert_non_null(strchr(line, ';')); // advice
    bench->warnings++;
}

static void count_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    (void)frame, (void)records;
    ((struct bench *)user)->answers += count;
}

static struct bench *set_up(bool verify)
{
    struct bench *bench = cd_allocate(1, sizeof *bench);
    bench->scene = make_scene();
    bench->context.threads = 1;
    bench->plan = (struct cd_measure_plan){
        .timing =
            {.query = CD_QUERY_PAIRS, .threads = 1, .min_samples = 3, .max_samples = 3, .budget_seconds = 60},
        .verify = verify,
        .oracle_threads = 1,
        .context = &bench->context,
        .warn = count_warning,
        .user = bench,
    };
    lies_after = 1000;
    stage_missing = false;
    return bench;
}

static void choose(struct bench *bench, const char *typed)
{
    struct cd_choice *choice = &bench->choices[bench->count++];
    choice->typed = typed;
    if (!strcmp(typed, "prompter")) {
        choice->algo = &prompter_algo;
        choice->settings = cd_settings_create(NULL, 0);
    } else {
        assert_int_equal(cd_algo_select(typed, &choice->algo, &choice->settings, NULL), CD_OK);
    }
    cd_describe(choice->algo, choice->settings, &choice->description);
}

static enum cd_code measure(struct bench *bench, struct cd_status *status)
{
    return cd_measure_scene(bench->scene, bench->choices, bench->count, &bench->plan, NULL, bench->cells,
                            status);
}

static void tear_down(struct bench *bench)
{
    for (size_t i = 0; i < bench->count; i++) {
        cd_settings_destroy(bench->choices[i].settings);
        cd_cell_release(&bench->cells[i]);
    }
    cd_scene_destroy(bench->scene);
    cd_free(bench);
}

TEST(right_answers_are_exact_and_timed)
{
    struct bench *bench = set_up(true);
    choose(bench, "brute");
    choose(bench, "prompter");
    assert_int_equal(measure(bench, NULL), CD_OK);
    for (size_t i = 0; i < 2; i++) {
        const struct cd_cell *cell = &bench->cells[i];
        assert_int_equal(cell->verdict, CD_VERDICT_EXACT);
        assert_true(cd_cell_is_finished(cell) && cd_cell_has_times(cell));
        assert_int_equal(cell->timed.samples, 3);
        assert_int_equal(cell->hit_frames, 2);
        assert_string_equal(cell->truth, "surface");
        assert_true(cell->frame.median > 0 && cd_cell_fps(cell) > 0);
        assert_string_equal(cell->digest, bench->cells[0].digest);
    }
    assert_int_equal(bench->warnings, 0);
    tear_down(bench);
}

TEST(a_wrong_exact_algorithm_is_not_timed_but_the_others_are)
{
    struct bench *bench = set_up(true);
    choose(bench, "broken");
    choose(bench, "brute");
    assert_int_equal(measure(bench, NULL), CD_OK);
    assert_int_equal(bench->cells[0].verdict, CD_VERDICT_WRONG);
    assert_int_equal(bench->cells[0].timed.samples, 0);
    assert_true(cd_cell_is_finished(&bench->cells[0]) && !cd_cell_has_times(&bench->cells[0]));
    assert_true(bench->cells[0].judgement.wrong_frames > 0);
    assert_int_equal(bench->cells[1].verdict, CD_VERDICT_EXACT);
    assert_int_equal(bench->cells[1].timed.samples, 3);
    tear_down(bench);
}

TEST(an_answer_that_changes_when_timed_is_wrong)
{
    for (int verify = 0; verify < 2; verify++) {
        struct bench *bench = set_up(verify);
        lies_after = 3; // the answers are looked at in pass 1; 2 warms up
        choose(bench, "prompter");
        assert_int_equal(measure(bench, NULL), CD_OK);
        const struct cd_cell *cell = &bench->cells[0];
        assert_int_equal(cell->verdict, CD_VERDICT_WRONG);
        assert_true(cell->timed.unstable);
        assert_int_equal(cell->timed.unstable_frame, 6);
        assert_true(cd_cell_is_finished(cell) && !cd_cell_has_times(cell));
        tear_down(bench);
    }
}

TEST(an_approximate_answer_that_changes_when_timed_keeps_its_verdict_but_no_times)
{
    struct bench *bench = set_up(true);
    choose(bench, "prompter");
    choose(bench, "brute");
    bench->choices[0].description.quality = CD_QUALITY_APPROXIMATE;
    for (unsigned pass = 2; pass < 5; pass++) { // the warm-up, the first sample and the second
        lies_after = pass - 1;
        bench->warnings = 0;
        assert_int_equal(measure(bench, NULL), CD_OK);
        const struct cd_cell *cell = &bench->cells[0];
        assert_int_equal(cell->verdict, CD_VERDICT_APPROXIMATE);
        assert_true(cell->timed.unstable && cell->judged);
        assert_true(cd_cell_is_finished(cell) && !cd_cell_has_times(cell));
        assert_true(cd_cell_has_times(&bench->cells[1]));
        assert_int_equal(bench->warnings, 1);
        for (size_t i = 0; i < 2; i++)
            cd_cell_release(&bench->cells[i]);
    }
    tear_down(bench);
}

TEST(what_the_machine_cannot_run_is_left_out_and_the_others_go_on)
{
    for (int verify = 0; verify < 2; verify++) {
        struct bench *bench = set_up(verify);
        choose(bench, "prompter");
        choose(bench, "brute");
        stage_missing = true;
        assert_int_equal(measure(bench, NULL), CD_OK);
        const struct cd_cell *cell = &bench->cells[0];
        assert_int_equal(cell->verdict, CD_VERDICT_UNAVAILABLE);
        assert_string_equal(cell->lacking, "no stage to prompt from; build one");
        assert_true(cd_cell_is_finished(cell) && !cd_cell_has_times(cell));
        assert_false(cell->answered || cell->judged);
        assert_true(cd_cell_has_times(&bench->cells[1]));
        assert_int_equal(bench->warnings, 1);
        tear_down(bench);
    }
}

TEST(approximate_algorithms_are_timed_with_their_errors_counted)
{
    struct bench *bench = set_up(true);
    choose(bench, "null");
    assert_int_equal(measure(bench, NULL), CD_OK);
    const struct cd_cell *cell = &bench->cells[0];
    assert_int_equal(cell->verdict, CD_VERDICT_APPROXIMATE);
    assert_int_equal(cell->judgement.misses, 2);
    assert_int_equal(cell->judgement.truth_pairs, 2);
    assert_int_equal(cell->judgement.pairs, FRAMES);
    assert_true(cd_cell_has_times(cell));
    tear_down(bench);
}

TEST(unverified_answers_are_still_known)
{
    struct bench *judged = set_up(true), *bench = set_up(false);
    choose(judged, "brute");
    choose(bench, "brute");
    bench->plan.answers = count_answers;
    assert_int_equal(measure(judged, NULL), CD_OK);
    assert_int_equal(measure(bench, NULL), CD_OK);
    assert_int_equal(bench->cells[0].verdict, CD_VERDICT_UNVERIFIED);
    assert_int_equal(bench->cells[0].hit_frames, 2);
    assert_int_equal(bench->cells[0].records, 2);
    assert_int_equal(judged->cells[0].records, 2);
    assert_int_equal(bench->answers, 2);
    assert_string_equal(bench->cells[0].truth, "none");
    assert_string_equal(bench->cells[0].digest, judged->cells[0].digest);
    assert_false(bench->cells[0].judged);
    tear_down(judged);
    tear_down(bench);
}

static void pairs_only(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->queries = CD_QUERY_BIT(CD_QUERY_PAIRS);
}

TEST(a_query_that_is_not_offered_ends_it_before_anything_is_timed)
{
    struct bench *bench = set_up(true);
    struct cd_algo shy = prompter_algo;
    struct cd_status status;
    shy.describe = pairs_only;
    choose(bench, "brute");
    choose(bench, "prompter");
    bench->choices[1].algo = &shy;
    bench->plan.timing.query = CD_QUERY_CONTACTS;
    assert_int_equal(measure(bench, &status), CD_USAGE);
    assert_non_null(strstr(status.text, "pairs"));
    assert_false(cd_cell_is_finished(&bench->cells[0]));
    assert_false(cd_cell_is_finished(&bench->cells[1]));
    tear_down(bench);
}

TEST(settings_and_labels_can_be_typed_again)
{
    struct bench *bench = set_up(true);
    choose(bench, "broken:fault=extra");
    assert_int_equal(measure(bench, NULL), CD_OK);
    assert_string_equal(bench->cells[0].algo, "broken");
    assert_string_equal(bench->cells[0].label, "broken:fault=extra");
    assert_string_equal(bench->cells[0].variant, "");
    char typed[300];
    snprintf(typed, sizeof typed, "broken:%s", bench->cells[0].settings);
    struct cd_settings *settings;
    const struct cd_algo *algo;
    assert_int_equal(cd_algo_select(typed, &algo, &settings, NULL), CD_OK);
    assert_true(cd_setting_is(settings, "fault", "extra"));
    cd_settings_destroy(settings);
    tear_down(bench);
}

TEST(few_samples_are_warned_about)
{
    struct bench *bench = set_up(true);
    choose(bench, "brute");
    bench->plan.timing.budget_seconds = 1e-9;
    bench->plan.advice = "give more";
    assert_int_equal(measure(bench, NULL), CD_OK);
    assert_int_equal(bench->cells[0].timed.samples, 1);
    assert_int_equal(bench->warnings, 1);
    tear_down(bench);
}
