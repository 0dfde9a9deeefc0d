/// Timing, with made-up algorithms whose behaviour is known: one that is steady, one that lies later on, one that
/// fails, one that sleeps. Checks also the blocks of frames that the harness reads ahead.
#include "tests/bench/puppet.h"
#include "tests/opened.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "bench/harness/frame_block.h"
#include "bench/harness/harness.h"
#include "bench/harness/probe.h"

#include <math.h>
#include <signal.h>
#include <time.h>

enum { FRAMES = 12 };

// ---- puppets ---------------------------------------------------------------------------------------------

/// What a puppet does in a given pass. The warm-up is the first.
struct part {
    uint64_t lies_in_pass, fails_in_pass, interrupts_in_pass; ///< 0 for never
    uint64_t bad_frame;
    long sleep_ns, spin_ns; ///< of wall and of processor time
    uint64_t tests, box_tests;
    bool allocates, counts_passes;
    bool saw_other_mode; ///< a sink that does more than count
};

static struct part parts[3];
static char passes[200];
static uint64_t asked[100]; ///< frames
static size_t asked_count;

static enum cd_code puppet_acts(const struct puppet *puppet, struct cd_worker *workers,
                                struct cd_status *status)
{
    struct part *part = &parts[puppet->number];
    uint64_t bad_pass = puppet->frame == part->bad_frame ? puppet->passes : UINT64_MAX;
    size_t length = strlen(passes);
    if (puppet->frame == 0 && length + 1 < sizeof passes)
        passes[length] = (char)('A' + puppet->number);
    if (bad_pass == part->fails_in_pass)
        return cd_fail(status, CD_ENVIRONMENT, "the puppet has no strings");
    if (bad_pass == part->interrupts_in_pass)
        raise(SIGINT);
    if (part->sleep_ns)
        nanosleep(&(struct timespec){.tv_nsec = part->sleep_ns}, NULL);
    for (uint64_t begin = cd_clock_cpu(); cd_clock_cpu() - begin < (uint64_t)part->spin_ns;)
        continue;
    if (asked_count < sizeof asked / sizeof *asked)
        asked[asked_count++] = puppet->frame;
    workers->counters.triangle_tests += part->tests;
    workers->counters.box_tests += part->box_tests;
    if (part->allocates)
        cd_free(cd_allocate(1, 8));
    part->saw_other_mode |= workers->sink->mode != CD_SINK_COUNT;
    workers->counters.cells += part->counts_passes ? puppet->passes : 1;
    for (uint32_t i = 0; i < puppet->frame % 3 + (bad_pass == part->lies_in_pass); i++)
        cd_sink_put(workers->sink, i, 0, i + 1, 0);
    return CD_OK;
}

/// A scene with puppets on it, and the answers that they should give.
struct stage {
    struct cd_scene *scene;
    struct cd_context context;
    struct cd_timed timed[3];
    struct cd_answer expected[FRAMES];
    struct cd_timing_plan plan;
};

static struct stage *stage;

/// Two boxes of twelve triangles each.
static struct cd_scene *make_pair(uint64_t frames)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < frames; frame++)
        for (uint32_t id = 0; id < 2; id++)
            handmade_put(made, frame, id, box, handmade_at(id, 0, (double)frame));
    return handmade_end(made, frames);
}

/// Puts puppets on the stage. The test then tells them what to do.
void test_before(void)
{
    stage = cd_allocate(1, sizeof *stage);
    memset(parts, 0, sizeof parts);
    memset(passes, 0, sizeof passes);
    puppets_made = 0;
    stage->scene = make_pair(FRAMES);
    stage->context.threads = 1;
    stage->plan = (struct cd_timing_plan){
        .query = CD_QUERY_PAIRS, .threads = 1, .min_samples = 3, .max_samples = 3, .budget_seconds = 60};
    for (size_t i = 0; i < 3; i++) {
        stage->timed[i].expected = stage->expected;
        stage->timed[i].instance = puppet_on(stage->scene, CD_QUERY_PAIRS, &stage->context);
    }
    for (uint64_t frame = 0; frame < FRAMES; frame++)
        stage->expected[frame].count = frame % 3;
}

static enum cd_code perform(size_t count, struct cd_status *status)
{
    return cd_time_instances(stage->scene, stage->timed, count, &stage->plan, NULL, status);
}

void test_after(void)
{
    for (size_t i = 0; i < 3; i++) {
        cd_timed_release(&stage->timed[i]);
        cd_instance_destroy(stage->timed[i].instance);
    }
    cd_scene_destroy(stage->scene);
    cd_free(stage);
}

TEST(instances_take_turns_until_one_lies_or_fails_or_time_is_over)
{
    static const struct {
        size_t count;
        struct part parts[2];
        double budget, total;
        enum cd_code code;
        const char *passes; ///< each warms up first
        uint64_t samples[3];
    } cases[] = {
        {3, {{0}}, 60, 0, CD_OK, "ABCABCCBAABC", {3, 3, 3}},
        {2, {{0}}, 1e-9, 0, CD_OK, "ABAB", {1, 1}},
        {2, {{0}}, 60, 1e-9, CD_OK, "ABAB", {1, 1}},
        {2, {{.lies_in_pass = 3, .bad_frame = 7}}, 60, 0, CD_OK, "ABABBAB", {1, 3}},
        {2, {{.lies_in_pass = 1}}, 60, 0, CD_OK, "ABBBB", {0, 3}},
        {2, {{0}, {.fails_in_pass = 4, .bad_frame = 3}}, 60, 0, CD_ENVIRONMENT, "ABABBAAB", {3, 2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].passes);
        struct cd_status status;
        test_after();
        test_before();
        memcpy(parts, cases[i].parts, sizeof cases[i].parts);
        stage->plan.budget_seconds = cases[i].budget;
        stage->plan.total_seconds = cases[i].total;
        assert_int_equal(perform(cases[i].count, &status), cases[i].code);
        assert_true(!cases[i].code || !strcmp(status.text, "the puppet has no strings"));
        assert_string_equal(passes, cases[i].passes);
        for (size_t k = 0; k < 3; k++) {
            const struct cd_timed *timed = &stage->timed[k];
            uint64_t spent = 0;
            assert_int_equal(timed->samples, cases[i].samples[k]);
            for (uint64_t sample = 0; sample < timed->samples; sample++)
                spent += timed->pass_ns[sample];
            assert_int_equal(cd_timed_spent_ns(timed), spent);
        }
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(stage->timed[k].unstable, cases[i].parts[k].lies_in_pass > 0);
        if (cases[i].parts[0].lies_in_pass) {
            assert_int_equal(stage->timed[0].unstable_frame, cases[i].parts[0].bad_frame);
            assert_int_equal(stage->timed[0].unstable_count, cases[i].parts[0].bad_frame % 3 + 1);
        }
    }
}

static void assert_passes_are_sums_of_frames(const struct cd_timed *timed)
{
    for (uint64_t sample = 0; sample < timed->samples; sample++) {
        uint64_t sum = 0;
        for (uint64_t frame = 0; frame < FRAMES; frame++)
            sum += timed->frame_ns[sample * FRAMES + frame];
        assert_int_equal(sum, timed->pass_ns[sample]);
        assert_true(sum > 0);
    }
}

TEST(hits_are_only_counted_unless_the_plan_stores_them)
{
    for (int store = 0; store < 2; store++) {
        test_after();
        test_before();
        stage->plan.store = store;
        assert_int_equal(perform(1, NULL), CD_OK);
        assert_passes_are_sums_of_frames(&stage->timed[0]);
        assert_int_equal(parts[0].saw_other_mode, store);
    }
}

TEST(no_pass_begins_that_would_end_beyond_the_budget_and_no_round_beyond_the_total)
{
    for (int total = 0; total < 2; total++) {
        test_after();
        test_before();
        parts[0].sleep_ns = 1000000; // at least 12 ms a pass
        stage->plan.min_samples = stage->plan.max_samples = 1000;
        *(total ? &stage->plan.total_seconds : &stage->plan.budget_seconds) = 0.05;
        assert_int_equal(perform(1, NULL), CD_OK);
        const struct cd_timed *timed = &stage->timed[0];
        uint64_t spent = 0;
        for (uint64_t i = 0; i + 1 < timed->samples; i++) { // a next one was begun
            spent += timed->pass_ns[i];
            assert_true(spent + timed->pass_ns[i] <= 50000000);
        }
        assert_true(total || spent + 2 * timed->pass_ns[timed->samples - 1] > 50000000);
    }
}

TEST(sampling_goes_on_until_it_is_enough)
{
    parts[0].sleep_ns = 200000; // at least 2.4 ms a pass
    stage->plan.max_samples = 1000;
    stage->plan.enough_seconds = 0.04;
    assert_int_equal(perform(1, NULL), CD_OK);
    assert_in_range(stage->timed[0].samples, 3, 17);
    uint64_t spent = 0;
    for (uint64_t i = 0; i < stage->timed[0].samples; i++)
        spent += stage->timed[0].pass_ns[i];
    assert_true(spent >= 40000000 || stage->timed[0].samples == 3);
    assert_int_equal(cd_timed_spent_ns(&stage->timed[0]), spent);
}

TEST(allocations_are_counted_and_counters_of_passes_must_repeat)
{
    parts[1].allocates = parts[1].counts_passes = true;
    assert_int_equal(perform(2, NULL), CD_OK);
    assert_int_equal(stage->timed[0].allocations, 0); // nor does the harness allocate
    assert_int_equal(stage->timed[1].allocations, FRAMES);
    assert_int_equal(stage->timed[0].counters.cells, FRAMES);
    assert_false(stage->timed[0].counters_differ);
    assert_true(stage->timed[1].counters_differ);
}

static void end_second(void *user, struct cd_timed *timed, size_t count)
{
    unsigned *rounds = user;
    assert_int_equal(count, 2);
    timed[1].over = ++*rounds >= 2;
}

TEST(an_instance_that_needs_no_more_takes_part_in_no_further_round)
{
    unsigned rounds = 0;
    stage->plan.after_round = end_second;
    stage->plan.user = &rounds;
    assert_int_equal(perform(2, NULL), CD_OK);
    assert_int_equal(rounds, 3);
    assert_int_equal(stage->timed[0].samples, 3);
    assert_int_equal(stage->timed[1].samples, 2);
}

TEST(a_planted_slowdown_prolongs_every_pass_by_its_share)
{
    parts[0].spin_ns = parts[1].sleep_ns = 1000000;
    stage->plan.slow_down = 0.75;
    assert_int_equal(perform(2, NULL), CD_OK);
    assert_passes_are_sums_of_frames(&stage->timed[0]);
    for (uint64_t sample = 0; sample < 3; sample++) {
        assert_true(stage->timed[0].cpu_ns[sample] >= FRAMES * 1740000);
        // The last frame of the block has it all.
        assert_true(stage->timed[0].frame_ns[sample * FRAMES + FRAMES - 1] >= FRAMES * 740000);
        // Sleeping takes wall time but no processor time, so there is nothing to prolong.
        assert_true(stage->timed[1].pass_ns[sample] >= FRAMES * 1000000);
        assert_true(stage->timed[1].cpu_ns[sample] < FRAMES * 1740000);
    }
}

// ---- estimating ------------------------------------------------------------------------------------------

TEST(a_probe_asks_about_frames_at_equal_distances)
{
    static const struct {
        uint64_t frames, first, stride, asked;
    } cases[] = {{12, 0, 1, 12}, {31, 0, 1, 31}, {32, 1, 2, 16}, {50, 1, 3, 17}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%d frames", (int)cases[i].frames);
        struct cd_scene *scene = make_pair(cases[i].frames);
        struct cd_context context = {.threads = 1};
        struct cd_probe probe;
        puppets_made = 0;
        struct cd_instance *instance = puppet_on(scene, CD_QUERY_PAIRS, &context);
        parts[0] = (struct part){.sleep_ns = 100000, .tests = 3};
        asked_count = 0;
        assert_int_equal(cd_probe_run(instance, scene, CD_QUERY_PAIRS, &context, 60, &probe, NULL), CD_OK);
        assert_int_equal(asked_count, cases[i].asked);
        for (uint64_t k = 0; k < cases[i].asked; k++)
            assert_int_equal(asked[k], cases[i].first + k * cases[i].stride);
        assert_true(probe.pass_seconds >= 1e-4 * (double)cases[i].frames);
        assert_true(!probe.cut_short && isnan(probe.most_seconds) && !context.stop);
        // When the time is over at once, a frame is asked about all the same. It takes 3 tests of 12 * 12.
        for (unsigned boxes = 0; boxes < 2; boxes++) {
            asked_count = 0;
            parts[0].box_tests = boxes;
            assert_int_equal(cd_probe_run(instance, scene, CD_QUERY_PAIRS, &context, 0, &probe, NULL), CD_OK);
            assert_int_equal(asked_count, 1);
            assert_int_equal(asked[0], cases[i].first);
            assert_true(probe.cut_short && !isnan(probe.most_seconds) == !boxes);
            assert_true(boxes || fabs(probe.most_seconds / probe.pass_seconds - 48) < 1e-9);
        }
        cd_instance_destroy(instance);
        cd_scene_destroy(scene);
    }
}

// ---- blocks of frames ------------------------------------------------------------------------------------

/// A scene whose bodies come, go and deform, so that frames take very different amounts of memory.
static struct cd_scene *make_lively_scene(struct cd_random *random, uint64_t frames)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < frames; frame++)
        for (uint32_t id = 0; id < 30; id++) {
            struct cd_pose pose = handmade_random_pose(random, 10);
            struct cd_vec3 vertices[8];
            for (int i = 0; i < 8; i++)
                vertices[i] = cd_vec(cd_random_unit(random), cd_random_unit(random), (double)i);
            if (cd_random_below(random, 30) > frame % 30)
                continue;
            if (id % 3)
                handmade_put(made, frame, id, box, pose);
            else
                handmade_put_deformed(made, frame, id, box, pose, frame + 1, vertices);
        }
    return handmade_end(made, frames);
}

/// Reads all blocks and compares them with a cursor's frames. Returns the number of blocks.
static unsigned compare_blocks(struct cd_frame_block *block, const struct cd_scene *scene)
{
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frames, *frame;
    uint32_t count;
    unsigned blocks = 0;
    uint64_t read = 0;
    while (!cd_frame_block_read(block, &frames, &count, NULL) && count) {
        blocks++;
        assert_true(count <= CD_BLOCK_FRAMES);
        read += count;
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(cd_cursor_next(cursor, &frame, NULL), CD_OK);
            assert_non_null(frame);
            assert_same_bodies(scene, &frames[i], frame);
            assert_same_changes(&frames[i], frame);
        }
    }
    assert_int_equal(read, scene->frame_count);
    assert_int_equal(cd_frame_block_read(block, &frames, &count, NULL), CD_OK);
    assert_int_equal(count, 0);
    cd_cursor_close(cursor);
    return blocks;
}

TEST(blocks_hold_the_frames_of_the_cursor_and_allocate_only_at_first)
{
    static const struct {
        size_t bytes;
        unsigned least_blocks;
    } cases[] = {
        {.bytes = CD_BLOCK_BYTES, .least_blocks = 3},
        // a frame does not fit and has a block to itself
        {.bytes = 1, .least_blocks = 100},
    };
    struct cd_random random = handmade_random();
    struct cd_scene *scene = make_lively_scene(&random, 600);
    for (size_t i = 0; i < 2; i++) {
        struct cd_frame_block *block = cd_frame_block_create(scene, cases[i].bytes);
        assert_in_range(compare_blocks(block, scene), cases[i].least_blocks, 600);
        cd_frame_block_rewind(block);
        unsigned blocks = compare_blocks(block, scene);
        assert_true(blocks == 3 || i == 1); // 256 frames to a block once the arena has grown
        cd_frame_block_rewind(block);
        uint64_t before = cd_allocation_count();
        const struct cd_frame *frames;
        uint32_t count;
        while (!cd_frame_block_read(block, &frames, &count, NULL) && count)
            ;
        assert_int_equal(cd_allocation_count(), before);
        cd_frame_block_destroy(block);
    }
    cd_scene_destroy(scene);
}

/// This test comes last, because the program stays interrupted.
TEST(ctrl_c_keeps_finished_samples)
{
    cd_interrupt_install();
    cd_interrupt_defer(true);
    parts[1].interrupts_in_pass = 3; // the second sample
    parts[1].bad_frame = 4;
    assert_int_equal(perform(2, NULL), CD_INTERRUPTED);
    assert_int_equal(stage->timed[0].samples, 1); // the second round begins with the other one
    assert_int_equal(stage->timed[1].samples, 1);
}
