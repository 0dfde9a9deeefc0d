/// From algorithms and a scene to verdicts: algorithms that are right are timed, algorithms that are wrong are not.
#include "tests/bench/puppet.h"
#include "tests/opened.h"

#include "bench/harness/measure.h"

#include <math.h>
#include <signal.h>
#include <time.h>

enum { FRAMES = 8 };

static unsigned lies_after; ///< this many passes
static bool counts_passes;  ///< as cells
static long sleep_ms;       ///< in the first frame of the first pass
static unsigned dies_after; ///< this many passes, unless 0

/// Knows the scene below.
static enum cd_code puppet_acts(const struct puppet *puppet, struct cd_worker *workers,
                                struct cd_status *status)
{
    (void)status;
    workers->counters.cells += counts_passes ? puppet->passes : 0;
    if (dies_after && puppet->passes > dies_after && puppet->frame == 2)
        raise(SIGKILL);
    if (sleep_ms && puppet->passes == 1 && puppet->frame == 0) {
        nanosleep(&(struct timespec){sleep_ms / 1000, sleep_ms % 1000 * 1000000}, NULL);
        workers->counters.triangle_tests++;
    }
    bool lies = puppet->passes > lies_after && puppet->frame == 6;
    if ((puppet->frame >= 3 && puppet->frame <= 4) || lies)
        cd_sink_put(workers->sink, 0, 0, 1, 0);
    return CD_OK;
}

/// Everything that a measurement needs, and the warnings that it gave.
struct bench {
    struct cd_scene *scene;
    struct cd_context context;
    struct cd_measure_plan plan;
    struct cd_choice choices[3];
    struct cd_cell cells[3];
    size_t count;
    unsigned warnings;
    char warning[1000]; ///< the last one
    uint64_t answers;
};

static struct bench *bench;

static void count_warning(void *user, const char *line)
{
    (void)user;
    assert_true(strchr(line, ';') || strstr(line, " is left out: ") || dies_after); // advice
    bench->warnings++;
    snprintf(bench->warning, sizeof bench->warning, "%s", line);
}

static void count_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    (void)user, (void)frame, (void)records;
    bench->answers += count;
}

/// Of the two boxes, one passes through the other: frames 3 and 4 collide.
void test_before(void)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        handmade_put(made, frame, 1, box, handmade_at(2.0 * (double)frame - 7, 0.5, 0.25));
    }
    bench = cd_allocate(1, sizeof *bench);
    bench->scene = handmade_end(made, FRAMES);
    bench->context.threads = 1;
    bench->plan = (struct cd_measure_plan){
        .timing =
            {.query = CD_QUERY_PAIRS, .threads = 1, .min_samples = 3, .max_samples = 3, .budget_seconds = 60},
        .verify = true,
        .oracle_threads = 1,
        .context = &bench->context,
        .warn = count_warning,
    };
    lies_after = 1000;
    sleep_ms = dies_after = counts_passes = 0;
    puppets_lack_strings = false;
}

static void choose(const char *typed)
{
    struct cd_choice *choice = &bench->choices[bench->count++];
    choice->typed = typed;
    if (!strcmp(typed, "puppet")) {
        choice->algo = &puppet_algo;
        choice->settings = cd_settings_create(NULL, 0);
    } else {
        assert_int_equal(cd_algo_select(typed, &choice->algo, &choice->settings, NULL), CD_OK);
    }
    cd_describe(choice->algo, choice->settings, &choice->description);
}

static enum cd_code measure(struct cd_status *status)
{
    for (size_t i = 0; i < bench->count; i++)
        cd_cell_release(&bench->cells[i]);
    return cd_measure_scene(bench->scene, bench->choices, bench->count, &bench->plan, NULL, bench->cells,
                            status);
}

void test_after(void)
{
    for (size_t i = 0; i < bench->count; i++) {
        cd_settings_destroy(bench->choices[i].settings);
        cd_cell_release(&bench->cells[i]);
    }
    cd_scene_destroy(bench->scene);
    cd_free(bench);
}

TEST(what_is_right_is_timed_unless_it_changes_its_answers_or_cannot_run)
{
    static const char changed[] = "puppet on handmade: a timed pass answered differently";
    static const char absent[] = "puppet is left out: no strings to pull; buy some";
    static const struct {
        const char *typed;
        bool verify, approximate, lacks;
        unsigned lies_after;
        enum cd_verdict verdict;
        uint64_t samples; ///< 3 with times
        bool unstable;
        const char *warning;
    } cases[] = {
        {"puppet", true, false, false, 1000, CD_VERDICT_EXACT, 3, false, NULL},
        {"puppet", false, false, false, 1000, CD_VERDICT_UNVERIFIED, 3, false, NULL},
        {"broken", true, false, false, 1000, CD_VERDICT_WRONG, 0, false, NULL},
        {"null", true, true, false, 1000, CD_VERDICT_APPROXIMATE, 3, false, NULL},
        // The answers are looked at in pass 1; 2 warms up.
        {"puppet", true, false, false, 3, CD_VERDICT_WRONG, 1, true, NULL},
        {"puppet", false, false, false, 3, CD_VERDICT_WRONG, 1, true, NULL},
        {"puppet", true, true, false, 1, CD_VERDICT_APPROXIMATE, 0, true, changed},
        {"puppet", true, true, false, 2, CD_VERDICT_APPROXIMATE, 0, true, changed},
        {"puppet", true, true, false, 3, CD_VERDICT_APPROXIMATE, 1, true, changed},
        {"puppet", true, false, true, 1000, CD_VERDICT_UNAVAILABLE, 0, false, absent},
        {"puppet", false, false, true, 1000, CD_VERDICT_UNAVAILABLE, 0, false, absent},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %s, %s", i, cases[i].typed, cd_verdict_name(cases[i].verdict));
        test_after();
        test_before();
        choose(cases[i].typed);
        choose("brute");
        if (cases[i].approximate)
            bench->choices[0].description.quality = CD_QUALITY_APPROXIMATE;
        bench->plan.verify = cases[i].verify;
        puppets_lack_strings = cases[i].lacks;
        lies_after = cases[i].lies_after;
        assert_int_equal(measure(NULL), CD_OK);
        const struct cd_cell *cell = &bench->cells[0], *other = &bench->cells[1];
        assert_int_equal(cell->verdict, cases[i].verdict);
        assert_int_equal(cell->timed.samples, cases[i].samples);
        assert_int_equal(cell->timed.unstable, cases[i].unstable);
        assert_int_equal(cell->timed.unstable_frame, cases[i].unstable ? 6 : 0);
        assert_int_equal(cell->answered, !cases[i].lacks);
        assert_int_equal(cell->judged, cases[i].verify && !cases[i].lacks);
        assert_int_equal(cd_cell_has_times(cell), cases[i].samples == 3);
        assert_true(cd_cell_is_finished(cell) && cd_cell_has_times(other));
        assert_int_equal(other->verdict, cases[i].verify ? CD_VERDICT_EXACT : CD_VERDICT_UNVERIFIED);
        assert_int_equal(bench->warnings, cases[i].warning != NULL);
        assert_true(!cases[i].warning || strstr(bench->warning, cases[i].warning));
    }
}

TEST(answers_are_known_with_and_without_a_truth)
{
    char digest[CD_HASH_TEXT] = "";
    choose("brute");
    choose("puppet");
    bench->plan.answers = count_answers;
    for (int verify = 0; verify < 2; verify++) {
        bench->plan.verify = verify;
        bench->answers = 0;
        assert_int_equal(measure(NULL), CD_OK);
        assert_int_equal(bench->answers, 4);
        for (size_t i = 0; i < 2; i++) {
            const struct cd_cell *cell = &bench->cells[i];
            if (!*digest)
                strcpy(digest, cell->digest);
            assert_string_equal(cell->digest, digest);
            assert_string_equal(cell->truth, verify ? "surface" : "none");
            assert_int_equal(cell->hit_frames, 2);
            assert_int_equal(cell->records, 2);
            for (uint64_t frame = 0; frame < FRAMES; frame++)
                assert_int_equal(cell->hits[frame], frame == 3 || frame == 4);
            assert_true(cell->frame.median > 0 && cd_cell_fps(cell) > 0);
        }
    }
}

TEST(errors_of_approximate_algorithms_are_counted)
{
    choose("null");
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(bench->cells[0].judgement.misses, 2);
    assert_int_equal(bench->cells[0].judgement.truth_pairs, 2);
    assert_int_equal(bench->cells[0].judgement.pairs, FRAMES);
}

TEST(counters_that_change_are_warned_about_unless_they_are_called_scheduled)
{
    counts_passes = true;
    choose("puppet");
    for (unsigned scheduled = 0; scheduled < 2; scheduled++) {
        bench->choices[0].description.scheduled = scheduled ? CD_QUERY_BIT(CD_QUERY_PAIRS) : 0;
        bench->warnings = 0;
        assert_int_equal(measure(NULL), CD_OK);
        assert_int_equal(bench->warnings, !scheduled);
        assert_non_null(strstr(bench->warning, "puppet on handmade: its operation counters differ"));
    }
}

static void pairs_only(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->queries = CD_QUERY_BIT(CD_QUERY_PAIRS);
}

TEST(a_query_that_is_not_offered_ends_it_before_anything_is_timed)
{
    struct cd_algo shy = puppet_algo;
    struct cd_status status;
    shy.describe = pairs_only;
    choose("brute");
    choose("puppet");
    bench->choices[1].algo = &shy;
    bench->plan.timing.query = CD_QUERY_CONTACTS;
    assert_int_equal(measure(&status), CD_USAGE);
    assert_non_null(strstr(status.text, "pairs"));
    assert_false(cd_cell_is_finished(&bench->cells[0]));
    assert_false(cd_cell_is_finished(&bench->cells[1]));
}

TEST(a_cell_has_the_settings_and_the_label_of_its_algorithm)
{
    choose("broken:fault=extra");
    assert_int_equal(measure(NULL), CD_OK);
    assert_string_equal(bench->cells[0].algo, "broken");
    assert_string_equal(bench->cells[0].label, "broken:fault=extra");
    assert_string_equal(bench->cells[0].variant, "");
    assert_non_null(strstr(bench->cells[0].settings, "fault=extra"));
}

TEST(few_samples_are_warned_about)
{
    choose("brute");
    choose("puppet");
    bench->plan.timing.budget_seconds = 1e-9;
    bench->plan.advice = "give more";
    bench->plan.timing.min_samples = bench->plan.timing.max_samples = 2;
    bench->cells[2] = (struct cd_cell){.label = "another's", .timed.samples = 1};
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(bench->cells[0].timed.samples, 1);
    assert_int_equal(bench->warnings, 1);
    assert_string_equal(bench->warning,
                        "handmade: the time was enough for 1 sample of brute, 1 sample of puppet, too few "
                        "for an interval; give more");
}

static const char *renderer(const void *self)
{
    (void)self;
    return "llvmpipe (LLVM 15.0.6), OpenGL 4.5";
}

TEST(a_software_renderer_is_warned_about)
{
    struct cd_algo rendering = puppet_algo;
    struct cd_scene_algo scene_algo = *puppet_algo.scene;
    scene_algo.environment = renderer;
    rendering.scene = &scene_algo;
    choose("puppet");
    bench->choices[0].algo = &rendering;
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(bench->warnings, 1);
    assert_string_equal(bench->warning,
                        "llvmpipe is a software renderer: times judge your processor; `cdbench "
                        "list gpus` lists the devices");
}

TEST(what_does_not_take_the_scene_is_left_out_if_something_does)
{
    struct cd_status status;
    choose("hps");
    bench->plan.leave_out_unfit = true;
    assert_int_equal(measure(&status), CD_USAGE);
    assert_non_null(strstr(status.text, "hps"));
    bench->plan.leave_out_unfit = false;
    test_after();
    test_before();
    choose("brute");
    choose("hps");
    assert_int_equal(measure(NULL), CD_USAGE);
    bench->plan.leave_out_unfit = true;
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(bench->cells[1].verdict, CD_VERDICT_UNAVAILABLE);
    assert_int_equal(bench->warnings, 1);
    assert_memory_equal(bench->warning, "hps is left out: ", 17);
    assert_true(cd_cell_has_times(&bench->cells[0]));
}

TEST(what_would_take_long_is_said_before)
{
    double frame, all;
    unsigned frames;
    sleep_ms = 300;
    choose("puppet");
    bench->plan.estimate = true;
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(bench->warnings, 1);
    // It sleeps for 0.3 s in the first frame and makes one of 144 tests in this time.
    assert_int_equal(sscanf(bench->warning,
                            "puppet: up to %lf s a frame, %lf min for checking and timing all 8 frames; "
                            "leave it out, or --frames %u",
                            &frame, &all, &frames),
                     3);
    assert_true(frame >= 43 && fabs(all / (frame * 24 / 60) - 1) < 0.05);
    assert_int_equal(frames, (unsigned)(200 / frame));
    assert_true(cd_cell_has_times(&bench->cells[0]));
    sleep_ms = 1500; // not even one frame is advised
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(bench->warnings, 2);
    assert_non_null(strstr(bench->warning, " min for checking and timing all 8 frames; leave it out"));
    assert_null(strstr(bench->warning, "--frames"));
}

#ifndef CD_MPI
TEST(an_algorithm_that_is_not_ours_is_timed_in_its_process_until_that_ends)
{
    static const struct cd_plugin_info plugin = {.abi_version = CD_ABI_VERSION};
    static struct cd_algo foreign;
    foreign = puppet_algo;
    foreign.name = "foreign";
    cd_registry_add(&foreign, &plugin, "foreign.so");
    choose("foreign");
    choose("brute");
    const struct cd_cell *cell = &bench->cells[0];
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(cell->verdict, CD_VERDICT_EXACT);
    assert_int_equal(cell->timed.samples, 3);
    for (uint64_t sample = 0; sample < 3; sample++) {
        uint64_t sum = 0;
        for (uint64_t frame = 0; frame < FRAMES; frame++)
            sum += cell->timed.frame_ns[sample * FRAMES + frame];
        assert_int_equal(sum, cell->timed.pass_ns[sample]);
    }
    dies_after = 3; // in the second sample
    assert_int_equal(measure(NULL), CD_OK);
    assert_int_equal(cell->verdict, CD_VERDICT_FAILED);
    assert_int_equal(cell->timed.samples, 0);
    assert_int_equal(bench->warnings, 1);
    assert_string_equal(bench->warning, "foreign on handmade: was killed (SIGKILL) in frame 2");
    assert_true(cd_cell_has_times(&bench->cells[1]));
}
#endif
