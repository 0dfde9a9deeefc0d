#include "bench/suit/trial.h"

#include "base/memory.h"
#include "bench/harness/measure.h"
#include "bench/harness/probe.h"
#include "bench/oracle/apart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// The least number of passes that taking part in the race costs: checking the answers, warming up, one sample.
enum { LEAST_PASSES = 3 };

enum cd_code cd_trial_run(const struct cd_choice *choice, const struct cd_scene *scene, enum cd_query query,
                          unsigned threads, double seconds, struct cd_trial *trial, struct cd_status *status)
{
    struct cd_context context = {.threads = threads, .stop = cd_stop_asked};
    struct cd_instance *instance;
    const struct cd_create create = {choice->algo, choice->settings, scene, query, &context};
    struct cd_made made;
    struct cd_probe probe;
    *trial = (struct cd_trial){.choice = *choice, .pass_seconds = NAN};
    enum cd_code code = cd_apart_open(&create, &instance, &made, status);
    trial->create_seconds = (double)made.create_ns * 1e-9;
    if (!code) {
        code = cd_probe_run(instance, scene, query, &context, seconds, &probe, status);
        trial->pass_seconds = probe.pass_seconds;
        trial->cut_short = probe.cut_short;
    }
    enum cd_fate fate = cd_apart_fate(instance, code);
    cd_instance_destroy(instance);
    if (fate == CD_FATE_GOOD || fate == CD_FATE_FATAL)
        return code;
    trial->failed = fate == CD_FATE_FAILED;
    trial->left_out = cd_duplicate(status->text);
    trial->pass_seconds = NAN;
    return CD_OK;
}

static int compare_times(const void *a, const void *b)
{
    double x = (*(struct cd_trial *const *)a)->pass_seconds, y = (*(struct cd_trial *const *)b)->pass_seconds;
    return (x > y) - (x < y);
}

static void leave_out(struct cd_trial *trial, const char *why)
{
    char line[160], pass[32];
    cd_show_duration(trial->pass_seconds, pass, sizeof pass);
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
    bool some[2] = {false, false}; // of those that are not exact, and of exact ones
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
    if (candidates && sorted[0]->left_out) { // none promises to be exact, and all are slow
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
