#include "bench/suit/trial.h"

#include "base/clock.h"
#include "base/memory.h"
#include "bench/oracle/answering.h"
#include "scenes/cursor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// So many frames of a scene are asked for.
enum { PROBES = 16 };

/// Passes that taking part costs at least: checking the answers, warming up, one sample.
enum { LEAST_PASSES = 3 };

/// A context that is out of time at some moment.
struct hurry {
    struct cd_context context; ///< first: the algorithm hands it back
    uint64_t deadline_ns;
};

static bool is_out_of_time(struct cd_context *context)
{
    const struct hurry *hurry = (const struct hurry *)context;
    return cd_interrupted() || cd_clock_wall() > hurry->deadline_ns;
}

/// Asks for frames at equal distances until the time is over, and for one in any case.
static enum cd_code probe_frames(struct cd_instance *instance, const struct cd_scene *scene,
                                 enum cd_query query, struct hurry *hurry, struct cd_trial *trial,
                                 struct cd_status *status)
{
    uint64_t asked = 0, ns = 0;
    struct cd_answering answering;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    uint64_t stride = scene->frame_count > PROBES ? scene->frame_count / PROBES : 1;
    enum cd_code code = CD_OK;
    cd_instance_reset(instance);
    bool late = false;
    while (!code && !(late && asked) && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        if (late || frame->index % stride == stride / 2) {
            code = cd_answering_ask(instance, query, CD_SINK_COUNT, frame, &answering, status);
            asked++;
            ns += answering.ns;
            trial->cut_short = is_out_of_time(&hurry->context);
        } else {
            code = cd_instance_update(instance, frame, status);
            trial->cut_short = false;
        }
        late = is_out_of_time(&hurry->context);
    }
    cd_cursor_close(cursor);
    if (!code && cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    trial->pass_seconds = asked ? (double)ns / (double)asked * (double)scene->frame_count * 1e-9 : 0;
    return code;
}

enum cd_code cd_trial_run(const struct cd_choice *choice, const struct cd_scene *scene, enum cd_query query,
                          unsigned threads, double seconds, struct cd_trial *trial, struct cd_status *status)
{
    struct hurry hurry = {.context = {.threads = threads, .stop = is_out_of_time}, .deadline_ns = UINT64_MAX};
    struct cd_instance *instance;
    *trial = (struct cd_trial){.choice = *choice, .pass_seconds = NAN};
    uint64_t begin = cd_clock_wall();
    enum cd_code code =
        cd_instance_create(choice->algo, choice->settings, scene, query, &hurry.context, &instance, status);
    uint64_t created = cd_clock_wall();
    trial->create_seconds = (double)cd_clock_span(begin, created) * 1e-9;
    if (code == CD_USAGE || code == CD_DATA || code == CD_ENVIRONMENT) {
        trial->left_out = cd_duplicate(status->text);
        return CD_OK;
    }
    if (code)
        return code;
    hurry.deadline_ns = created + (uint64_t)(seconds * 1e9);
    code = probe_frames(instance, scene, query, &hurry, trial, status);
    cd_instance_destroy(instance);
    return code;
}

static int compare_times(const void *a, const void *b)
{
    double x = (*(struct cd_trial *const *)a)->pass_seconds, y = (*(struct cd_trial *const *)b)->pass_seconds;
    return (x > y) - (x < y);
}

/// "0.7 s", "4 min" or "3.1 h".
static void write_duration(double seconds, char *text, size_t bytes)
{
    if (seconds < 90)
        snprintf(text, bytes, "%.2g s", seconds);
    else if (seconds < 5400)
        snprintf(text, bytes, "%.0f min", seconds / 60);
    else
        snprintf(text, bytes, "%.*f h", seconds < 36000, seconds / 3600);
}

static void leave_out(struct cd_trial *trial, const char *why)
{
    char line[160], pass[32];
    write_duration(trial->pass_seconds, pass, sizeof pass);
    snprintf(line, sizeof line, "%s %s a pass: %s", trial->cut_short ? "more than" : "about", pass, why);
    trial->left_out = cd_duplicate(line);
}

void cd_trials_admit(struct cd_trial *trials, size_t count, double seconds)
{
    struct cd_trial **sorted = cd_allocate(count, sizeof *sorted);
    size_t candidates = 0;
    for (size_t i = 0; i < count; i++)
        if (!trials[i].left_out)
            sorted[candidates++] = &trials[i];
    qsort(sorted, candidates, sizeof *sorted, compare_times);
    double spent = 0;
    bool some[2] = {false, false}; // of those that are not exact, and of those that are
    for (size_t i = 0; i < candidates; i++) {
        bool exact = sorted[i]->choice.description.quality == CD_QUALITY_EXACT;
        double costs = LEAST_PASSES * sorted[i]->pass_seconds;
        bool first = !some[exact] && (exact || costs < seconds / 2);
        if (!first && spent + costs > seconds)
            leave_out(sorted[i], "too slow to be measured within the budget");
        else
            some[exact] = true;
        spent += sorted[i]->left_out ? 0 : costs;
    }
    if (candidates && sorted[0]->left_out) { // nothing promises to be exact, and all are slow
        cd_free(sorted[0]->left_out);
        sorted[0]->left_out = NULL;
    }
    cd_free(sorted);
}

void cd_trial_abandon(struct cd_trial *trial)
{
    if (!trial->left_out)
        leave_out(trial, "interrupted before it was measured");
}
