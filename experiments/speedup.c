// How much faster matchers of regions, or other algorithms, get by several threads.
//
//     build/release/experiments/speedup --scene SCENE [--threads N] [--rounds N] --algo ID ALGO...
//
// Each algorithm answers the first frame of the scene with one thread and with N (2); all of them take turns,
// so that what disturbs the machine disturbs both. Answers are counted, not stored. Prints CSV: times are
// medians on the wall clock, `speedup` is the median of the ratios of a round with its interval; a series is
// called ID, and ALGO is given as to `cdbench run`. Exit code 2 when two runs count differently.
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"
#include "bench/oracle/answering.h"
#include "scenes/cursor.h"
#include "scenes/scene.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ALGOS_MAX = 16, ROUNDS_MAX = 999, ONE = 0, MANY = 1 };

struct contest {
    const char *id;
    struct cd_instance *instances[2]; ///< with one thread and with many
    double ms[2][ROUNDS_MAX], speedup[ROUNDS_MAX];
    uint64_t pairs[2];
};

struct request {
    const char *scene;
    uint64_t threads, rounds, algo_count;
    const char *ids[ALGOS_MAX], *algos[ALGOS_MAX];
};

static struct cd_context contexts[2];

static enum cd_code create(struct contest *contest, const char *text, const struct cd_scene *scene,
                           struct cd_status *status)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    enum cd_code code = cd_algo_select(text, &algo, &settings, status);
    if (code)
        return code;
    for (int i = 0; i < 2 && !code; i++)
        code = cd_instance_create(algo, settings, scene, CD_QUERY_PAIRS, &contexts[i], &contest->instances[i],
                                  status);
    cd_settings_destroy(settings);
    return code;
}

static enum cd_code answer(struct contest *contest, int which, const struct cd_frame *frame, double *ms,
                           struct cd_status *status)
{
    struct cd_instance *instance = contest->instances[which];
    cd_instance_reset(instance);
    cd_answering_begin(instance, CD_QUERY_PAIRS, CD_SINK_COUNT, frame->index);
    uint64_t start = cd_clock_wall();
    enum cd_code code = cd_answering_ask(instance, frame, status);
    *ms = (double)(cd_clock_wall() - start) * 1e-6;
    contest->pairs[which] = cd_answering_end(instance).count;
    return code;
}

/// All rounds; one before them warms up.
static enum cd_code run_rounds(const struct request *asked, struct contest *contests,
                               const struct cd_frame *frame, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (uint64_t round = 0; round <= asked->rounds && !code; round++)
        for (uint64_t i = 0; i < asked->algo_count && !code; i++) {
            struct contest *contest = &contests[i];
            uint64_t place = round ? round - 1 : 0;
            int first = round % 2 ? MANY : ONE;
            code = answer(contest, first, frame, &contest->ms[first][place], status);
            if (!code)
                code = answer(contest, !first, frame, &contest->ms[!first][place], status);
            contest->speedup[place] = contest->ms[ONE][place] / contest->ms[MANY][place];
        }
    return code;
}

static enum cd_code print_all(const struct request *asked, const struct contest *contests,
                              struct cd_status *status)
{
    printf("series,pairs,ms_one,ms_many,speedup,speedup_low,speedup_high\n");
    for (uint64_t i = 0; i < asked->algo_count; i++) {
        const struct contest *contest = &contests[i];
        struct cd_interval interval = cd_median_interval_of_reals(contest->speedup, asked->rounds);
        printf("%s,%" PRIu64 ",%.3f,%.3f,%.4f,%.4f,%.4f\n", contest->id, contest->pairs[ONE],
               cd_median_of_reals(contest->ms[ONE], asked->rounds),
               cd_median_of_reals(contest->ms[MANY], asked->rounds),
               cd_median_of_reals(contest->speedup, asked->rounds), interval.low, interval.high);
        if (contest->pairs[ONE] != contests[0].pairs[ONE] || contest->pairs[MANY] != contests[0].pairs[ONE])
            return cd_fail(status, CD_WRONG, "%s counts other pairs than %s with one thread", contest->id,
                           contests[0].id);
    }
    return CD_OK;
}

static enum cd_code run(const struct request *asked, struct contest *contests, struct cd_status *status)
{
    struct cd_scene *scene = NULL;
    const struct cd_frame *frame;
    enum cd_code code = cd_scene_load(asked->scene, NULL, &scene, status);
    if (code)
        return code;
    contexts[ONE].threads = 1;
    contexts[MANY].threads = (unsigned)asked->threads;
    for (uint64_t i = 0; i < asked->algo_count && !code; i++) {
        contests[i].id = asked->ids[i];
        code = create(&contests[i], asked->algos[i], scene, status);
    }
    struct cd_cursor *cursor = cd_cursor_open(scene);
    if (!code)
        code = cd_cursor_next(cursor, &frame, status);
    if (!code)
        code = run_rounds(asked, contests, frame, status);
    if (!code)
        code = print_all(asked, contests, status);
    for (uint64_t i = 0; i < asked->algo_count; i++)
        for (int k = 0; k < 2; k++)
            cd_instance_destroy(contests[i].instances[k]);
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
    return code;
}

/// Takes what stands at `arguments`; returns how many words that are, 0 for none that it knows.
static int take(struct request *asked, char **arguments, int left)
{
    const char *name = arguments[0], *value = left > 1 ? arguments[1] : "";
    if (!strcmp(name, "--algo") && left > 2 && asked->algo_count < ALGOS_MAX) {
        asked->ids[asked->algo_count] = value;
        asked->algos[asked->algo_count++] = arguments[2];
        return 3;
    }
    bool valid = false;
    if (!strcmp(name, "--scene"))
        valid = *(asked->scene = value);
    else if (!strcmp(name, "--threads"))
        valid = cd_parse_unsigned(value, &asked->threads) && asked->threads && asked->threads <= 1024;
    else if (!strcmp(name, "--rounds"))
        valid = cd_parse_unsigned(value, &asked->rounds) && asked->rounds > 1 && asked->rounds <= ROUNDS_MAX;
    return valid ? 2 : 0;
}

int main(int argument_count, char **arguments)
{
    struct request asked = {.threads = 2, .rounds = 7};
    int taken;
    for (int i = 1; i < argument_count; i += taken)
        if (!(taken = take(&asked, arguments + i, argument_count - i))) {
            fprintf(stderr,
                    "speedup: %s: no such option or not its value; see the top of "
                    "experiments/speedup.c\n",
                    arguments[i]);
            return CD_USAGE;
        }
    if (!asked.scene || !asked.algo_count) {
        fprintf(stderr, "speedup: give --scene and at least one --algo\n");
        return CD_USAGE;
    }
    struct cd_status status = {0};
    struct contest *contests = cd_allocate(asked.algo_count, sizeof *contests);
    enum cd_code code = run(&asked, contests, &status);
    if (code)
        fprintf(stderr, "speedup: %s\n", status.text);
    cd_free(contests);
    return (int)code;
}
