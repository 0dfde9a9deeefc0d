#include "bench/harness/probe.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "bench/oracle/answering.h"
#include "bench/oracle/apart.h"
#include "scenes/cursor.h"

#include <math.h>
#include <stdio.h>

/// The number of a scene's frames that a probe asks about.
enum { PROBES = 16 };

static uint64_t deadline_ns;

static bool is_out_of_time(struct cd_context *context)
{
    (void)context;
    return cd_interrupted() || cd_clock_wall() > deadline_ns;
}

/// Estimates the time of testing every triangle against every triangle of all other bodies, from the time of the tests
/// that were made.
static double seconds_of_all(const struct cd_scene *scene, const struct cd_frame *frame,
                             const struct cd_counters *counters, double seconds)
{
    double all = 0, squares = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        double triangles = scene->meshes[frame->bodies[i].mesh]->triangle_count;
        all += triangles;
        squares += triangles * triangles;
    }
    return seconds * (all * all - squares) / 2 / (double)counters->triangle_tests;
}

static bool tries_all(const struct cd_counters *counters)
{
    return counters->triangle_tests && !counters->box_tests && !counters->sphere_tests;
}

static enum cd_code probe_frames(struct cd_instance *instance, const struct cd_scene *scene,
                                 enum cd_query query, struct cd_cursor *cursor, struct cd_probe *probe,
                                 struct cd_status *status)
{
    uint64_t asked = 0, ns = 0;
    uint64_t stride = scene->frame_count > PROBES ? scene->frame_count / PROBES : 1;
    const struct cd_frame *frame;
    enum cd_code code = CD_OK;
    bool late = false;
    while (!code && !(late && asked) && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        if (!late && frame->index % stride != stride / 2) {
            code = cd_instance_update(instance, frame, status);
            late = is_out_of_time(NULL);
            continue;
        }
        struct cd_answering answering;
        struct cd_counters before = cd_answering_counters(instance);
        code = cd_answering_ask(instance, query, CD_SINK_COUNT, frame, &answering, status);
        late = is_out_of_time(NULL);
        struct cd_counters counters = cd_answering_counters(instance);
        counters.triangle_tests -= before.triangle_tests;
        asked++;
        ns += answering.ns;
        probe->pass_seconds = (double)ns / (double)asked * (double)scene->frame_count * 1e-9;
        probe->cut_short = late;
        if (late && tries_all(&counters))
            probe->most_seconds = seconds_of_all(scene, frame, &counters, (double)answering.ns * 1e-9) *
                                  (double)scene->frame_count;
    }
    return code;
}

/// The arguments and the result of a probe of an instance in another process.
struct probing {
    enum cd_query query;
    struct cd_context *context;
    double seconds;
    struct cd_probe probe;
};

static enum cd_code probe_there(void *box, struct cd_status *status)
{
    struct probing *probing = box;
    return cd_probe_run(cd_apart_resident(), cd_apart_scene(), probing->query, probing->context,
                        probing->seconds, &probing->probe, status);
}

static enum cd_code probe_apart(struct cd_forked *home, struct probing probing, struct cd_probe *probe,
                                struct cd_status *status)
{
    struct probing *box = cd_forked_box(home);
    *box = probing;
    enum cd_code code = cd_forked_call(home, probe_there, "before the first frame", status);
    *probe = box->probe;
    return code;
}

enum cd_code cd_probe_run(struct cd_instance *instance, const struct cd_scene *scene, enum cd_query query,
                          struct cd_context *context, double seconds, struct cd_probe *probe,
                          struct cd_status *status)
{
    if (cd_instance_home(instance))
        return probe_apart(cd_instance_home(instance),
                           (struct probing){.query = query, .context = context, .seconds = seconds}, probe,
                           status);
    bool (*stop)(struct cd_context *) = context->stop;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    *probe = (struct cd_probe){.most_seconds = NAN};
    deadline_ns = cd_clock_wall() + (uint64_t)(seconds * 1e9);
    context->stop = is_out_of_time;
    cd_instance_reset(instance);
    enum cd_code code = probe_frames(instance, scene, query, cursor, probe, status);
    context->stop = stop;
    cd_cursor_close(cursor);
    return !code && cd_interrupted() ? cd_fail(status, CD_INTERRUPTED, "interrupted") : code;
}

void cd_show_duration(double seconds, char *text, size_t bytes)
{
    if (seconds < 90)
        snprintf(text, bytes, "%.2g s", seconds);
    else if (seconds < 5400)
        snprintf(text, bytes, "%.0f min", seconds / 60);
    else
        snprintf(text, bytes, "%.*f h", seconds < 36000, seconds / 3600);
}
