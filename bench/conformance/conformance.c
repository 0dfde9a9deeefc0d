#include "bench/conformance/conformance.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/thread_state.h"
#include "bench/harness/measure.h"
#include "scenes/cursor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct cd_conformance_scene cd_conformance_scenes[CD_CONFORMANCE_SCENES] = {
#define SCENE(title, words, traits) {title, words, traits},
#include "bench/conformance/scenes.def"
#undef SCENE
};

/// One way to run the algorithm.
struct way {
    struct cd_conformance_trial *trial;
    struct cd_settings *settings;
    bool usual; ///< the settings are the usual ones
    struct cd_description description;
    unsigned threads;
    bool compared;             ///< `first` is set
    struct cd_judgement first; ///< of the first way with the same settings, except for the schedule
};

// ---- one way ----------------------------------------------------------------------------------------------

/// Compares a pass with the truth, as far as the algorithm promised it, and with an earlier pass, which `which` names.
static enum cd_code check_pass(const struct way *way, const struct cd_judgement *pass,
                               const struct cd_judgement *earlier, const char *which,
                               struct cd_status *status)
{
    if (way->description.quality == CD_QUALITY_EXACT && pass->wrong_frames)
        return cd_fail(status, CD_WRONG, "%s: frame %" PRIu64 " is wrong, the first of %" PRIu64,
                       way->trial->way, pass->first_wrong_frame, pass->wrong_frames);
    if (pass->records != earlier->records || !cd_hash_equal(pass->digest, earlier->digest))
        return cd_fail(status, CD_WRONG, "%s: its answers differ from those %s", way->trial->way, which);
    const char *differs = NULL;
#define COUNTER(counter, what)                                                                               \
    differs = pass->counters.counter == earlier->counters.counter ? differs : #counter;
#include "algos/counters.def"
#undef COUNTER
    if (!differs || way->description.scheduled & CD_QUERY_BIT(way->trial->query))
        return CD_OK;
    return cd_fail(status, CD_REGRESSION, "%s: its count of %s differs from that %s, though called exact",
                   way->trial->way, differs, which);
}

/// True if a pass may allocate. A model of a deforming body that can be neither refitted nor rebuilt is prepared again,
/// and preparing may allocate.
static bool may_allocate(const struct cd_conformance_trial *trial)
{
    const struct cd_pair_algo *pair = trial->algo->pair;
    return trial->truths->scene->deforms && pair && pair->prepare && !pair->refit && !pair->rebuild;
}

/// Checks that timed calls, once warm, answer as before and allocate nothing. If threads race for the first hit, each
/// pass may do a different part of the work, so warming up may take several passes.
static enum cd_code check_timed_calls(const struct way *way, struct cd_instance *instance,
                                      const struct cd_answer *per_frame, struct cd_status *status)
{
    enum { PATIENCE = 6 };
    struct cd_cursor *cursor = cd_cursor_open(way->trial->truths->scene);
    const struct cd_frame *frame;
    uint64_t allocations = 1;
    enum cd_code code = CD_OK;
    for (int left = PATIENCE; left-- > 0 && allocations && !code;) {
        allocations = 0;
        cd_cursor_rewind(cursor);
        cd_instance_reset(instance);
        while (!code && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
            struct cd_answering answering;
            uint64_t before = cd_instance_allocations(instance);
            code = cd_answering_ask(instance, way->trial->query, CD_SINK_COUNT, frame, &answering, status);
            allocations += cd_instance_allocations(instance) - before;
            if (!code && answering.answer.count != per_frame[frame->index].count)
                code = cd_fail(status, CD_WRONG, "%s: frame %" PRIu64 ": its answers differ when timed",
                               way->trial->way, frame->index);
        }
    }
    cd_cursor_close(cursor);
    if (!code && allocations && !may_allocate(way->trial))
        code = cd_fail(status, CD_REGRESSION,
                       "%s: allocates memory %" PRIu64 " times in the timed calls of a pass, though warm",
                       way->trial->way, allocations);
    return code;
}

/// Adds to what was found that the instance left the floating-point state changed: answers may be wrong for it.
static enum cd_code check_changes(const struct way *way, const struct cd_instance *instance,
                                  enum cd_code code, struct cd_status *status)
{
    char text[CD_CHANGES_TEXT];
    struct cd_status found = *status;
    unsigned changes = cd_instance_changes(instance);
    if (!changes || (code && code != CD_WRONG && code != CD_REGRESSION))
        return code;
    return cd_fail(status, CD_WRONG, "%s%s leaves the floating-point state changed (%s)",
                   code ? found.text : way->trial->way, code ? ";" : ":", cd_changes_text(changes, text));
}

/// Runs two passes, and then timed passes.
static enum cd_code check_way(struct way *way, struct cd_instance *instance, struct cd_status *status)
{
    struct cd_conformance_trial *trial = way->trial;
    struct cd_judgement passes[2] = {0};
    struct cd_judged_pass pass = {.instance = instance, .scene = trial->truths->scene, .query = trial->query};
    pass.per_frame = cd_allocate(pass.scene->frame_count, sizeof *pass.per_frame);
    enum cd_code code = CD_OK;
    for (int i = 0; i < 2 && !code; i++) {
        code = cd_judge_by(trial->truths, &way->description, &pass, &passes[i], status);
        if (!code)
            code = check_pass(way, &passes[i], &passes[0], "in the pass before", status);
    }
    if (!code && way->compared)
        code = check_pass(way, &passes[1], &way->first, "in one thread", status);
    if (!code && way->usual)
        code = check_timed_calls(way, instance, pass.per_frame, status);
    cd_free(pass.per_frame);
    code = check_changes(way, instance, code, status);
    if (!code && !way->compared)
        way->first = passes[0];
    if (!code && !trial->ways++)
        trial->judgement = passes[0];
    way->compared = true;
    return code;
}

static enum cd_code try_way(struct way *way, struct cd_status *status)
{
    const struct cd_algo *algo = way->trial->algo;
    struct cd_context context = {.threads = way->threads, .stop = cd_stop_asked};
    struct cd_instance *instance;
    char *label = cd_settings_label(algo->name, way->settings);
    snprintf(way->trial->way, sizeof way->trial->way, "%s, %u thread%s", label, way->threads,
             cd_plural(way->threads));
    cd_free(label);
    cd_describe(algo, way->settings, &way->description);
    enum cd_code code = cd_instance_create(algo, way->settings, way->trial->truths->scene, way->trial->query,
                                           &context, &instance, status);
    if (code)
        return code;
    code = check_way(way, instance, status);
    size_t bytes = cd_instance_bytes(instance);
    way->trial->bytes = bytes > way->trial->bytes ? bytes : way->trial->bytes;
    cd_instance_destroy(instance);
    return code;
}

// ---- all ways ---------------------------------------------------------------------------------------------

/// Tries one set of settings with the first `schedules` schedules and with up to `threads` threads.
static enum cd_code try_settings(struct cd_conformance_trial *trial, struct cd_settings *settings, bool usual,
                                 unsigned schedules, unsigned threads, struct cd_status *status)
{
    static const char *const names[] = {"serial", "dynamic", "colour", "steal"};
    struct way way = {.trial = trial, .settings = settings, .usual = usual};
    bool scheduled =
        cd_settings_has(settings, "schedule") && !cd_setting_is_given(trial->settings, "schedule");
    enum cd_code code = CD_OK;
    cd_describe(trial->algo, settings, &way.description);
    for (unsigned s = 0; s < (scheduled ? schedules : 1) && !code; s++) {
        if (scheduled)
            code = cd_settings_set(settings, trial->algo->name, "schedule", names[s], status);
        // An algorithm without a choice of schedules may still use threads.
        unsigned most = scheduled                              ? (s ? threads : 1)
                        : trial->algo->needs == CD_NEED_OPENGL ? 1
                                                               : threads - 1;
        for (way.threads = s ? 2 : 1; way.threads <= most && !code; way.threads++)
            code = try_way(&way, status);
    }
    return code;
}

/// Tries one word of a choice after the other. All other settings are the usual ones. `usual` is the usual word of this
/// choice.
static enum cd_code try_choice(struct cd_conformance_trial *trial, const struct cd_param *param,
                               const char *usual, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    char *words = cd_duplicate(param->choices), *rest = words;
    for (char *word; (word = strsep(&rest, "|")) && !code;) {
        struct cd_description description;
        // Whether a matcher finds the same candidates is tested separately. It does not depend on the algorithm after
        // it.
        if (!strcmp(word, usual) || cd_broad_is_matcher(param->name, word))
            continue;
        struct cd_settings *settings = cd_settings_copy(trial->settings);
        code = cd_settings_set(settings, trial->algo->name, param->name, word, status);
        cd_describe(trial->algo, settings, &description);
        if (!code && cd_conformance_asks(trial->row, &description, trial->query))
            code = try_settings(trial, settings, false, trial->schedules, 2, status);
        cd_settings_destroy(settings);
        if (cd_conformance_refuses(trial->algo, code)) {
            trial->refused++;
            code = CD_OK;
        }
    }
    cd_free(words);
    return code;
}

/// True for all choices except the schedule, which is tried anyway, and choices that the user made. Choices are tried
/// only as far as rendering, which is slow, and many pairs allow it.
static bool is_tried(const struct cd_conformance_trial *trial, const struct cd_param *param)
{
    bool allowed = trial->algo->needs == CD_NEED_OPENGL
                       ? trial->row->traits & CD_ROW_RENDERS && trial->query == CD_QUERY_PAIRS
                       : !(trial->row->traits & CD_ROW_OF_MANY);
    if (!strcmp(param->name, "deform") && !trial->truths->scene->deforms)
        return false;
    return allowed && cd_param_is_choice(param) && strcmp(param->name, "schedule") != 0 &&
           !cd_setting_is_given(trial->settings, param->name);
}

bool cd_conformance_asks(const struct cd_conformance_scene *row, const struct cd_description *description,
                         enum cd_query query)
{
    unsigned kind = row->traits & CD_ROW_OF_REGIONS ? CD_TAKES_REGIONS : CD_TAKES_BODIES;
    return description->takes & kind && description->queries & CD_QUERY_BIT(query) &&
           !(row->traits & CD_ROW_OF_MANY && query < CD_QUERY_PAIRS);
}

bool cd_conformance_refuses(const struct cd_algo *algo, enum cd_code code)
{
    return code == CD_USAGE || code == CD_DATA || (code == CD_ENVIRONMENT && algo->needs);
}

enum cd_code cd_conformance_try(struct cd_conformance_trial *trial, struct cd_status *status)
{
    const struct cd_param *param;
    const char *value;
    struct cd_settings *settings = cd_settings_copy(trial->settings);
    trial->ways = trial->refused = 0;
    trial->bytes = 0;
    enum cd_code code = try_settings(trial, settings, true, 4, trial->threads, status);
    cd_settings_destroy(settings);
    for (size_t i = 0; (param = cd_settings_at(trial->settings, i, &value)) && !code; i++)
        if (is_tried(trial, param))
            code = try_choice(trial, param, value, status);
    return code;
}
