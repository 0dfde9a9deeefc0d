#include "bench/harness/harness.h"
#include "scenes/cursor.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/harness/frame_block.h"
#include "bench/oracle/answering.h"
#include "bench/oracle/apart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An instance whose answers were just checked has warm memory and caches. A warm-up of this length also wakes up a
/// sleeping processor.
#define SHORT_WARM_UP_NS 250000000u

/// Progress is shown at the end of a frame once this much time was measured.
#define PROGRESS_NS 100000000u

struct harness {
    const struct cd_scene *scene;
    const struct cd_timing_plan *plan;
    struct cd_frame_block *block;
    struct cd_progress *progress;
    uint64_t progress_done; ///< nanoseconds of finished passes in this step
    double owed_ns; ///< of the planted slowdown; negative after a block that was made to last too long
};

/// The measurements of one pass over the frames.
struct pass {
    uint64_t *frame_ns; ///< NULL while warming up
    uint64_t wall_ns, cpu_ns, allocations;
    uint64_t limit_ns; ///< the pass ends early after this much time
    uint64_t shown_ns; ///< wall_ns when progress was shown last
    struct cd_counters counters;
    bool unstable; ///< an answer differs from what is expected
    uint64_t unstable_frame, unstable_count;
};

static enum cd_code fail_interrupted(struct cd_status *status)
{
    return cd_fail(status, CD_INTERRUPTED, "interrupted");
}

static enum cd_code time_frame(struct harness *harness, struct cd_timed *timed, struct pass *pass,
                               const struct cd_frame *frame, struct cd_status *status)
{
    CD_ASSERT(frame->index < harness->scene->frame_count);
    struct cd_answering answering;
    enum cd_sink_mode mode = harness->plan->store ? CD_SINK_KEEP : CD_SINK_COUNT;
    enum cd_code code =
        cd_answering_ask(timed->instance, harness->plan->query, mode, frame, &answering, status);
    if (cd_interrupted())
        return fail_interrupted(status);
    if (code)
        return code;
    if (answering.answer.count != timed->expected[frame->index].count) {
        pass->unstable = true;
        pass->unstable_frame = frame->index;
        pass->unstable_count = answering.answer.count;
    }
    if (pass->frame_ns)
        pass->frame_ns[frame->index] = answering.ns;
    pass->wall_ns += answering.ns;
    return CD_OK;
}

static bool pass_is_over(const struct pass *pass)
{
    return pass->unstable || pass->wall_ns > pass->limit_ns;
}

/// Keeps the processor busy until the block that began at `before` has lasted as much longer as planned. The last frame
/// gets the extra time. With one thread, processor time decides, because the time of other programs must not count. A
/// remainder that is too small for the clock is carried over to the next block.
static void slow_down(struct harness *harness, const struct pass *before, struct pass *pass, uint64_t frame)
{
    bool by_wall = harness->plan->threads > 1;
    uint64_t (*clock)(void) = by_wall ? cd_clock_wall : cd_clock_cpu;
    uint64_t took = by_wall ? pass->wall_ns - before->wall_ns : pass->cpu_ns - before->cpu_ns;
    harness->owed_ns += (double)took * harness->plan->slow_down;
    uint64_t wall = cd_clock_wall(), cpu = cd_clock_cpu(), begin = by_wall ? wall : cpu, now = begin;
    while ((double)(now - begin) < harness->owed_ns)
        now = clock();
    harness->owed_ns -= (double)(now - begin);
    pass->cpu_ns += (by_wall ? cd_clock_cpu() : now) - cpu;
    wall = cd_clock_span(wall, cd_clock_wall());
    pass->wall_ns += wall;
    if (pass->frame_ns)
        pass->frame_ns[frame] += wall;
}

static enum cd_code time_block(struct harness *harness, struct cd_timed *timed, struct pass *pass,
                               const struct cd_frame *frames, uint32_t count, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    struct pass before = *pass;
    uint64_t allocations = cd_instance_allocations(timed->instance);
    uint64_t begin = cd_clock_cpu();
    for (uint32_t i = 0; i < count && !code && !pass_is_over(pass); i++) {
        code = time_frame(harness, timed, pass, &frames[i], status);
        if (pass->wall_ns - pass->shown_ns < PROGRESS_NS)
            continue;
        // Drawing the progress takes processor time that is not the algorithm's.
        pass->cpu_ns += cd_clock_span(begin, cd_clock_cpu());
        pass->shown_ns = pass->wall_ns;
        cd_progress_advance(harness->progress, harness->progress_done + pass->wall_ns);
        begin = cd_clock_cpu();
    }
    pass->cpu_ns += cd_clock_span(begin, cd_clock_cpu());
    pass->allocations += cd_instance_allocations(timed->instance) - allocations;
    if (harness->plan->slow_down > 0)
        slow_down(harness, &before, pass, frames[count - 1].index);
    return code;
}

static enum cd_code time_pass_here(struct harness *harness, struct cd_timed *timed, struct pass *pass,
                                   struct cd_status *status)
{
    enum cd_code code;
    cd_frame_block_rewind(harness->block);
    cd_instance_reset(timed->instance);
    const struct cd_frame *frames;
    uint32_t count;
    while (!(code = cd_frame_block_read(harness->block, &frames, &count, status)) && count &&
           !pass_is_over(pass))
        if ((code = time_block(harness, timed, pass, frames, count, status)))
            break;
    pass->counters = cd_answering_counters(timed->instance);
    return code;
}

/// A pass of an instance that lives in another process. The clocks are read there.
struct pass_there {
    struct cd_timing_plan plan;
    struct pass pass;
    double owed_ns;
    /// For every frame, what is expected; followed by as many times.
    struct cd_answer expected[];
};

_Static_assert(sizeof(struct cd_answer) + sizeof(uint64_t) <= CD_BOX_FRAME_BYTES,
               "a frame fits into the box");

static enum cd_code run_pass_there(void *box, struct cd_status *status)
{
    static struct cd_frame_block *block;
    struct pass_there *there = box;
    const struct cd_scene *scene = cd_apart_scene();
    if (!block)
        block = cd_frame_block_create(scene, CD_BLOCK_BYTES);
    struct harness harness = {
        .scene = scene, .plan = &there->plan, .block = block, .owed_ns = there->owed_ns};
    struct cd_timed timed = {.instance = cd_apart_resident(), .expected = there->expected};
    if (there->pass.frame_ns)
        there->pass.frame_ns = (uint64_t *)&there->expected[scene->frame_count];
    enum cd_code code = time_pass_here(&harness, &timed, &there->pass, status);
    there->owed_ns = harness.owed_ns;
    return code;
}

static enum cd_code time_pass_there(struct harness *harness, struct cd_timed *timed, struct pass *pass,
                                    struct cd_status *status)
{
    struct cd_forked *home = cd_instance_home(timed->instance);
    struct pass_there *there = cd_forked_box(home);
    uint64_t frames = harness->scene->frame_count, *frame_ns = pass->frame_ns;
    *there = (struct pass_there){.plan = *harness->plan, .pass = *pass, .owed_ns = harness->owed_ns};
    memcpy(there->expected, timed->expected, frames * sizeof *there->expected);
    enum cd_code code = cd_forked_call(home, run_pass_there, "before the first frame", status);
    *pass = there->pass;
    pass->frame_ns = frame_ns;
    harness->owed_ns = there->owed_ns;
    if (frame_ns && !code)
        memcpy(frame_ns, &there->expected[frames], frames * sizeof *frame_ns);
    return code;
}

/// The end of the instance's process is no failure: it costs the samples of this instance only.
static enum cd_code time_pass(struct harness *harness, struct cd_timed *timed, struct pass *pass,
                              struct cd_status *status)
{
    struct cd_status inner;
    enum cd_code code;
    cd_progress_name(harness->progress, timed->name ? timed->name : "");
    if (!cd_instance_home(timed->instance)) {
        code = time_pass_here(harness, timed, pass, status);
    } else if ((code = time_pass_there(harness, timed, pass, &inner)) && code != CD_INTERRUPTED &&
               cd_apart_has_ended(timed->instance)) {
        timed->ended = code;
        timed->samples = 0;
        snprintf(timed->end, sizeof timed->end, "%s", inner.text);
        code = CD_OK;
    } else if (code) {
        cd_fail(status, code, "%s", inner.text);
    }
    timed->unstable = pass->unstable;
    timed->unstable_frame = pass->unstable_frame;
    timed->unstable_count = pass->unstable_count;
    harness->progress_done += pass->wall_ns;
    cd_progress_advance(harness->progress, harness->progress_done);
    return code;
}

static void keep_sample(struct cd_timed *timed, const struct pass *pass)
{
    if (timed->samples && memcmp(&pass->counters, &timed->counters, sizeof pass->counters))
        timed->counters_differ = true;
    timed->counters = pass->counters;
    timed->allocations = pass->allocations;
    timed->pass_ns[timed->samples] = pass->wall_ns;
    timed->cpu_ns[timed->samples] = pass->cpu_ns;
    timed->samples++;
}

static enum cd_code take_sample(struct harness *harness, struct cd_timed *timed, struct cd_status *status)
{
    uint64_t samples = timed->samples, frames = harness->scene->frame_count;
    if (!(samples & (samples - 1))) // the room is a power of two
        timed->frame_ns = cd_reallocate(timed->frame_ns, samples * frames, (2 * samples + !samples) * frames,
                                        sizeof *timed->frame_ns);
    struct pass pass = {.frame_ns = &timed->frame_ns[samples * frames], .limit_ns = UINT64_MAX};
    enum cd_code code = time_pass(harness, timed, &pass, status);
    if (!code && !timed->unstable && !timed->ended)
        keep_sample(timed, &pass);
    return code;
}

uint64_t cd_timed_spent_ns(const struct cd_timed *timed)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < timed->samples; i++)
        sum += timed->pass_ns[i];
    return sum;
}

static bool wants_more(const struct cd_timed *timed, const struct cd_timing_plan *plan)
{
    if (timed->unstable || timed->ended || timed->over || timed->samples >= plan->max_samples)
        return false;
    if (!timed->samples)
        return true;
    uint64_t spent = cd_timed_spent_ns(timed);
    if ((double)(spent + timed->pass_ns[timed->samples - 1]) > plan->budget_seconds * 1e9)
        return false;
    return timed->samples < plan->min_samples || (double)spent < plan->enough_seconds * 1e9;
}

/// Nanoseconds that the instance will still take if every pass lasts as long as the last one.
static uint64_t expected_ns(const struct cd_timed *timed, const struct cd_timing_plan *plan)
{
    if (!wants_more(timed, plan) || !timed->samples)
        return 0;
    double pass = (double)timed->pass_ns[timed->samples - 1] + 1, spent = (double)cd_timed_spent_ns(timed);
    double by_count = pass * ((double)plan->min_samples - (double)timed->samples);
    double by_time = plan->enough_seconds * 1e9 - spent;
    double wanted = by_count > by_time ? by_count : by_time;
    double max = pass * (double)(plan->max_samples - timed->samples);
    double left = plan->budget_seconds * 1e9 - spent;
    wanted = wanted < max ? wanted : max;
    wanted = wanted < left ? wanted : left;
    return wanted > 0 ? (uint64_t)wanted : 0;
}

/// After the first round, which shows how long the others will take.
static void expect_rounds(struct harness *harness, const struct cd_timed *timed, size_t count)
{
    const struct cd_timing_plan *plan = harness->plan;
    uint64_t expected = 0;
    for (size_t i = 0; i < count; i++)
        expected += expected_ns(&timed[i], plan);
    if (plan->total_seconds > 0 && (double)expected > plan->total_seconds * 1e9)
        expected = (uint64_t)(plan->total_seconds * 1e9);
    harness->progress_done = 0;
    cd_progress_step(harness->progress, "timing", expected);
}

static enum cd_code warm_up(struct harness *harness, struct cd_timed *timed, size_t count,
                            struct cd_status *status)
{
    cd_progress_step(harness->progress, "warming up", 0);
    for (size_t i = 0; i < count; i++) {
        if (timed[i].ended)
            continue;
        struct pass pass = {.limit_ns = timed[i].warm ? SHORT_WARM_UP_NS : UINT64_MAX};
        enum cd_code code = time_pass(harness, &timed[i], &pass, status);
        if (code)
            return code;
    }
    return CD_OK;
}

/// Takes one sample of every instance that wants one, in the order of the round.
static enum cd_code run_round(struct harness *harness, struct cd_timed *timed, size_t count, uint64_t round,
                              bool *any, struct cd_status *status)
{
    *any = false;
    for (size_t i = 0; i < count; i++) {
        struct cd_timed *next = &timed[round % 2 ? count - 1 - i : i];
        if (!wants_more(next, harness->plan))
            continue;
        *any = true;
        enum cd_code code = take_sample(harness, next, status);
        if (code)
            return code;
    }
    return CD_OK;
}

/// True when another round, as long as the last one, would end too late.
static bool time_is_up(const struct cd_timing_plan *plan, uint64_t begin, uint64_t round_begin)
{
    uint64_t now = cd_clock_wall();
    return plan->total_seconds > 0 &&
           (double)(now - begin) + (double)(now - round_begin) > plan->total_seconds * 1e9;
}

static enum cd_code run_rounds(struct harness *harness, struct cd_timed *timed, size_t count,
                               struct cd_status *status)
{
    const struct cd_timing_plan *plan = harness->plan;
    uint64_t begin = cd_clock_wall(), round_begin = begin;
    bool any = true;
    double seconds = 0;
    for (size_t i = 0; i < count; i++)
        seconds += timed[i].pass_seconds;
    cd_progress_step(harness->progress, "timing", 0);
    cd_progress_expect(harness->progress, seconds);
    for (uint64_t round = 0; any && (!round || !time_is_up(plan, begin, round_begin)); round++) {
        round_begin = cd_clock_wall();
        enum cd_code code = run_round(harness, timed, count, round, &any, status);
        if (code)
            return code;
        if (any && plan->after_round)
            plan->after_round(plan->user, timed, count);
        if (!round)
            expect_rounds(harness, timed, count);
    }
    return CD_OK;
}

/// Times all instances, and repeats it while other programs keep the machine busy and the plan allows it.
static enum cd_code run_quietly(struct harness *harness, struct cd_timed *timed, size_t count,
                                struct cd_status *status)
{
    for (unsigned left = harness->plan->again_when_busy;; left--) {
        struct cd_neighbour_watch watch;
        cd_neighbours_begin(&watch);
        enum cd_code code = warm_up(harness, timed, count, status);
        if (!code)
            code = run_rounds(harness, timed, count, status);
        struct cd_neighbours neighbours = cd_neighbours_end(&watch);
        for (size_t i = 0; i < count; i++)
            timed[i].neighbours = neighbours;
        if (code || !left || !cd_is_busy(neighbours))
            return code;
        for (size_t i = 0; i < count; i++)
            if (!timed[i].unstable)
                timed[i].samples = 0;
    }
}

enum cd_code cd_time_instances(const struct cd_scene *scene, struct cd_timed *timed, size_t count,
                               const struct cd_timing_plan *plan, struct cd_progress *progress,
                               struct cd_status *status)
{
    CD_ASSERT(plan->threads > 0 && plan->max_samples > 0);
    for (size_t i = 0; i < count; i++) {
        timed[i].pass_ns = cd_allocate(plan->max_samples, sizeof *timed->pass_ns);
        timed[i].cpu_ns = cd_allocate(plan->max_samples, sizeof *timed->cpu_ns);
    }
    struct harness harness = {.scene = scene, .plan = plan, .progress = progress};
    harness.block = cd_frame_block_create(scene, CD_BLOCK_BYTES);
    enum cd_code code = run_quietly(&harness, timed, count, status);
    cd_frame_block_destroy(harness.block);
    cd_progress_name(progress, "");
    cd_progress_clear(progress);
    return code;
}

void cd_timed_release(struct cd_timed *timed)
{
    cd_free(timed->frame_ns);
    cd_free(timed->pass_ns);
    cd_free(timed->cpu_ns);
    timed->frame_ns = timed->pass_ns = timed->cpu_ns = NULL;
    timed->samples = 0;
}
