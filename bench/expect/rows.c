#include "bench/expect/rows.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/thread_state.h"
#include "bench/harness/measure.h"
#include "bench/oracle/apart.h"
#include "bench/oracle/judge.h"
#include "bench/record/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// What is tried on a scene in addition to the usual settings of everything. The usual settings answer every query that
/// they offer.
enum {
    CHOICES = 1,          ///< every word of every choice, for pairs
    RENDERING = 2,        ///< the usual settings of algorithms that render, for pairs
    RENDERED_CHOICES = 4, ///< and every word of their choices
    MOST_ONLY = 8,        ///< of the queries that something offers, the one that says most
};

/// The scenes. Each is small: all of them together take seconds. To add one, add a line here and run `make
/// expected`.
static const struct expected_scene {
    const char *words;
    unsigned tried;
} scenes[] = {
    {"torusknot:triangles=160+bumpy:triangles=120,motion=pair,steps=12", RENDERING | RENDERED_CHOICES},
    {"bunny.obj+box:triangles=12,motion=tumble:d=0.9:steps=9", 0},
    {"convex:triangles=40+box:triangles=12+sphere:triangles=60,motion=random:bodies=14:fill=0.4:speed=0.4,"
     "steps=8",
     CHOICES | RENDERING},
    {"torus:triangles=40+bumpy:triangles=36+sheet:triangles=18,motion=random:bodies=30:fill=0.2:speed=0.5,"
     "steps=4",
     0},
    {"cloth:triangles=100+torus:triangles=64,motion=wave,steps=8", CHOICES},
    {"bar:triangles=160,motion=bend:period=7,steps=8", RENDERING},
    {"drill:flames=1:droplets=20:seconds=2:rate=1", MOST_ONLY},
    {"nasty:kind=subnormal:bodies=7:triangles=5:steps=2", MOST_ONLY},
    {"nasty:kind=scales", MOST_ONLY},
    {"nasty:kind=skewed", MOST_ONLY},
    {"nasty:kind=coincident", MOST_ONLY},
    {"nasty:kind=needles", MOST_ONLY},
    {"nasty:kind=shared", MOST_ONLY},
    {"nasty:kind=reborn:steps=20", MOST_ONLY},
    {"nasty:kind=touching", MOST_ONLY},
    {"nasty:kind=trembling", MOST_ONLY},
    {"touching.yaml", CHOICES},
    {"degenerate.yaml", CHOICES},
    {"regions:n=400:d=1:size=8:steps=4:move=0.3", 0},
    {"regions:n=150:d=2:size=80:extents=3:steps=5:move=0.2:touch=closed", CHOICES},
    {"regions:n=200:d=3:size=150:sizes=lognormal:steps=3", CHOICES},
    {"regions:n=500:d=4:size=60:sizes=huge:huge=0.05:steps=3:move=0.5", 0},
    {"regions:n=300:d=5:size=400:extents=2:steps=3:move=0.3:touch=closed", CHOICES},
    {"regions:n=300:d=8:size=500:sizes=lognormal:steps=3", 0},
    {"regions:n=2000:d=2:size=8:sizes=clustered:steps=2", 0},
};

// ---- what is tried ----------------------------------------------------------------------------------------

/// The pair algorithm with which every setting of every broad phase and schedule is tried. The other pair algorithms
/// get each broad phase and schedule with its usual settings.
#define REFERENCE "obb8"

/// The longest text of a choice's words.
#define WORDS_MAX 1024

/// One algorithm or preset with its settings.
struct configuration {
    const char *name; ///< of the algorithm or the preset
    const struct cd_algo *algo;
    struct cd_settings *settings; ///< owned by the configuration, like `changed`
    char *changed;                ///< what differs from the usual settings of `name`: `key=value:...` or ""
    bool usual;                   ///< nothing differs
    bool of_deforming;            ///< differs only where bodies deform
    struct cd_description description;
};

/// All configurations, in the order of the registry; presets last.
struct configurations {
    struct cd_expect_plan *plan;
    size_t count, capacity;
    struct configuration *items;
    struct cd_status failure; ///< there was no process or too little memory for a description, or Ctrl-C came
};

static void release_configuration(struct configuration *configuration)
{
    cd_settings_destroy(configuration->settings);
    cd_free(configuration->changed);
}

/// Adds a configuration. Returns false if its algorithm crashes or hangs when it describes itself.
static bool add(struct configurations *configurations, const char *name, const struct cd_algo *algo,
                const struct cd_settings *settings, bool usual)
{
    char text[WORDS_MAX];
    configurations->items = cd_grow(configurations->items, configurations->count, &configurations->capacity,
                                    sizeof *configurations->items);
    struct configuration *configuration = &configurations->items[configurations->count++];
    *configuration = (struct configuration){
        .name = name,
        .algo = algo,
        .settings = cd_settings_copy(settings),
        .changed = cd_duplicate(usual ? "" : cd_settings_text(settings, false, text, sizeof text)),
        .usual = usual,
    };
    configuration->of_deforming = !strncmp(configuration->changed, "deform=", 7);
    struct cd_status status;
    enum cd_code code = cd_apart_describe(algo, settings, name, &configuration->description, &status);
    if (!code)
        return true;
    if (code == CD_WRONG) {
        cd_expect_say(configurations->plan, &configurations->plan->findings.answers, "%s", status.text);
        cd_texts_add(&configurations->plan->mute, name);
    } else {
        configurations->failure = status;
    }
    configurations->count--;
    release_configuration(configuration);
    return false;
}

static bool is_own(const struct cd_algo *algo, const char *key)
{
    for (const struct cd_param *param = algo->params; param && param->name; param++)
        if (!strcmp(param->name, key))
            return true;
    return false;
}

/// False for a way to follow bodies that deform which the driver refuses, because the algorithm lacks it.
static bool can_follow(const struct cd_algo *algo, const struct cd_param *param, const char *word)
{
    const struct cd_pair_algo *pair = algo->pair;
    return strcmp(param->name, "deform") != 0 || !pair || !pair->prepare ||
           ((pair->refit || strcmp(word, "refit") != 0) && (pair->rebuild || strcmp(word, "rebuild") != 0));
}

/// Adds the settings. Then takes each of their choices that `usual` does not have, and adds the settings with every
/// other word of it. `usual` is NULL for the usual settings themselves. A word of a choice of the usual settings may
/// bring further choices. Their words are then tried, too.
static void add_words(struct configurations *configurations, const struct cd_algo *algo,
                      const struct cd_settings *settings, const struct cd_settings *usual)
{
    bool reference = !strcmp(algo->name, REFERENCE);
    const struct cd_param *param;
    const char *value;
    if (!add(configurations, algo->name, algo, settings, !usual))
        return;
    for (size_t i = 0; (param = cd_settings_at(settings, i, &value)); i++) {
        char words[WORDS_MAX], *rest = words, *word;
        if (!cd_param_is_choice(param) || (usual && cd_settings_has(usual, param->name)))
            continue;
        snprintf(words, sizeof words, "%s", param->choices);
        while ((word = strsep(&rest, "|"))) {
            struct cd_status status;
            if (!strcmp(word, value) || !can_follow(algo, param, word) ||
                (!reference && cd_broad_is_matcher(param->name, word)))
                continue;
            struct cd_settings *changed = cd_settings_copy(settings);
            CD_ASSERT(!cd_settings_set(changed, algo->name, param->name, word, &status));
            if (!usual && (reference || is_own(algo, param->name)))
                add_words(configurations, algo, changed, settings);
            else
                add(configurations, algo->name, algo, changed, false);
            cd_settings_destroy(changed);
        }
    }
}

static void add_preset(struct configurations *configurations, const struct cd_preset *preset)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_status status;
    CD_ASSERT(!cd_algo_select(preset->name, &algo, &settings, &status));
    add(configurations, preset->name, algo, settings, true);
    cd_settings_destroy(settings);
}

/// Appends the configurations of every algorithm that is neither hidden nor a broad phase, and of every preset, unless
/// the plan leaves them out.
static void collect_configurations(struct configurations *configurations)
{
    const struct cd_algo *algo;
    const struct cd_preset *preset;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++) {
        if (cd_algo_is_hidden(algo) || algo->broad ||
            cd_expect_leaves_out(configurations->plan->algos, algo->name))
            continue;
        struct cd_settings *usual = cd_algo_settings(algo);
        add_words(configurations, algo, usual, NULL);
        cd_settings_destroy(usual);
    }
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        if (!cd_expect_leaves_out(configurations->plan->algos, preset->name))
            add_preset(configurations, preset);
}

static void release_configurations(struct configurations *configurations)
{
    for (size_t i = 0; i < configurations->count; i++)
        release_configuration(&configurations->items[i]);
    cd_free(configurations->items);
}

// ---- what comes of it -------------------------------------------------------------------------------------

/// Runs one pass of one configuration with this many threads.
struct outcome {
    struct cd_judgement judgement;
    struct cd_traces traces;
    char environment[256];
    bool starved; ///< CD_ENVIRONMENT is the machine's and not the algorithm's
};

struct maker {
    struct cd_expect_plan *plan;
    struct configurations configurations;
    json_t *now;

    const struct expected_scene *row;
    struct cd_scene *scene;
    struct cd_truths truths;

    // The current cell.
    const struct configuration *configuration;
    enum cd_query query;
    char name[1000];
};

static bool is_tried(const struct maker *maker)
{
    unsigned tried = maker->row->tried;
    const struct configuration *configuration = maker->configuration;
    const struct cd_description *description = &configuration->description;
    unsigned takes = maker->scene->dimensions ? CD_TAKES_REGIONS : CD_TAKES_BODIES;
    if (!(description->queries & CD_QUERY_BIT(maker->query)) || !(description->takes & takes))
        return false;
    bool pairs = maker->query == CD_QUERY_PAIRS;
    if ((tried & MOST_ONLY) && description->queries >> maker->query > 1)
        return false;
    if (configuration->algo->needs == CD_NEED_OPENGL)
        return pairs && (tried & (configuration->usual ? RENDERING : RENDERED_CHOICES));
    if (configuration->of_deforming && !maker->scene->deforms)
        return false;
    return configuration->usual || (pairs && (tried & CHOICES));
}

/// Whether the configuration can use more than one thread.
static bool takes_threads(const struct maker *maker)
{
    const struct cd_settings *settings = maker->configuration->settings;
    return maker->scene->dimensions ||
           (cd_settings_has(settings, "schedule") && !cd_setting_is(settings, "schedule", "serial"));
}

static enum cd_code run_configuration(struct maker *maker, unsigned threads, struct outcome *outcome,
                                      struct cd_status *status)
{
    const struct configuration *configuration = maker->configuration;
    struct cd_context context = {.threads = threads, .stop = cd_stop_asked};
    const struct cd_create create = {configuration->algo, configuration->settings, maker->scene, maker->query,
                                     &context};
    struct cd_instance *instance;
    struct cd_made made;
    *outcome = (struct outcome){0};
    enum cd_code code = cd_apart_open(&create, &instance, &made, status);
    outcome->starved = made.starved;
    if (code)
        return code;
    strcpy(outcome->environment, made.environment);
    struct cd_judged_pass pass = {.instance = instance, .scene = maker->scene, .query = maker->query};
    code = cd_judge_by(&maker->truths, &configuration->description, &pass, &outcome->judgement, status);
    if (!code)
        code = cd_apart_finish(instance, &outcome->traces, status);
    outcome->starved = code == CD_ENVIRONMENT && cd_apart_has_ended(instance);
    cd_instance_destroy(instance);
    return code;
}

static bool gates(const struct maker *maker)
{
    return !(maker->configuration->description.scheduled & CD_QUERY_BIT(maker->query));
}

/// Room for all faults of a cell's answers. Each begins with "; ".
enum { FAULTS_TEXT = 600 };

static void compare_threads(struct maker *maker, const struct cd_judgement *one,
                            const struct cd_judgement *two, char faults[FAULTS_TEXT])
{
    struct cd_expect_findings *findings = &maker->plan->findings;
    if (one->records != two->records || !cd_hash_equal(one->digest, two->digest)) {
        cd_append(faults, FAULTS_TEXT, "; its answers with two threads differ from those with one");
        return;
    }
#define COUNTER(counter, what)                                                                               \
    if (one->counters.counter != two->counters.counter && gates(maker))                                      \
        cd_expect_say(maker->plan, &findings->counters,                                                      \
                      "%s: " #counter " is %" PRIu64 " with two threads and %" PRIu64                        \
                      " with one, though called exact",                                                      \
                      maker->name, two->counters.counter, one->counters.counter);
#include "algos/counters.def"
#undef COUNTER
}

/// Adds the current cell. Members that are not zero can then be added to it.
static json_t *add_cell(struct maker *maker, const char *environment)
{
    json_t *cell = json_object();
    json_object_set_new(json_object_get(maker->now, "cells"), maker->name, cell);
    if (*environment)
        json_object_set_new(cell, "environment", json_string(environment));
    return cell;
}

static void add_count(json_t *cell, const char *key, uint64_t count)
{
    if (count)
        json_object_set_new(cell, key, json_integer((json_int_t)count));
}

static void add_outcome(struct maker *maker, const struct outcome *outcome)
{
    char digest[CD_HASH_TEXT];
    const struct cd_judgement *judgement = &outcome->judgement;
    json_t *cell = add_cell(maker, outcome->environment);
    json_object_set_new(cell, "records", json_integer((json_int_t)judgement->records));
    maker->plan->made++;
    add_count(cell, "threads", takes_threads(maker) ? 2 : 0);
    add_count(cell, "hit_frames", judgement->hit_frames);
    if (judgement->records)
        json_object_set_new(cell, "digest", json_string(cd_hash_text(judgement->digest, digest)));
#define COUNTER(counter, what) add_count(cell, #counter, gates(maker) ? judgement->counters.counter : 0);
#include "algos/counters.def"
#undef COUNTER
}

/// Adds the current cell as one that was not made.
static void add_omission(struct maker *maker, const char *environment, const char *reason)
{
    json_object_set_new(add_cell(maker, environment), "reason", cd_json_text(reason));
}

static void note_omission(struct maker *maker, struct cd_expect_omission *omission, const char *environment,
                          const char *needs, const struct cd_status *status)
{
    if (!omission->count++)
        snprintf(omission->reason, sizeof omission->reason, "%s%s: %.200s", maker->configuration->name, needs,
                 status->text);
    add_omission(maker, environment, status->text);
}

static void note_fault(struct maker *maker, const char *fault)
{
    cd_expect_say(maker->plan, &maker->plan->findings.answers, "%s: %s", maker->name, fault);
    add_omission(maker, CD_EXPECT_FAILED, fault);
}

/// Notes why the current cell was not made. The others go on, unless the failure is neither the algorithm's nor for
/// lack of what it needs.
static enum cd_code note_failure(struct maker *maker, enum cd_code code, bool starved,
                                 struct cd_status *status)
{
    const struct cd_algo *algo = maker->configuration->algo;
    struct cd_status failure = *status;
    if (starved)
        return cd_fail(status, code, "%s: %s", maker->name, failure.text);
    if (code == CD_ENVIRONMENT && !algo->needs)
        cd_fail(&failure, CD_WRONG, "%s; the record of %s says that it needs nothing", status->text,
                maker->configuration->name);
    if (code == CD_ENVIRONMENT && algo->needs)
        note_omission(maker, &maker->plan->lacking, CD_EXPECT_UNAVAILABLE,
                      algo->needs == CD_NEED_OPENGL ? " needs OpenGL" : " needs a library", status);
    else if (code == CD_USAGE)
        note_omission(maker, &maker->plan->refused, CD_EXPECT_REFUSED, "", status);
    else if (failure.code == CD_WRONG)
        note_fault(maker, failure.text);
    else
        return code;
    return CD_OK;
}

/// Answers of others may rest on what a configuration leaves changed.
static void append_changes(const struct outcome *outcome, char faults[FAULTS_TEXT])
{
    char text[CD_CHANGES_TEXT];
    if (outcome->traces.changes)
        cd_append(faults, FAULTS_TEXT, "; leaves the floating-point state changed (%s)",
                  cd_changes_text(outcome->traces.changes, text));
}

static void append_errors(const struct maker *maker, const struct cd_judgement *judgement,
                          char faults[FAULTS_TEXT])
{
    if (maker->configuration->description.quality == CD_QUALITY_EXACT && judgement->wrong_frames)
        cd_append(faults, FAULTS_TEXT,
                  "; wrong in %" PRIu64 " of %" PRIu64 " frames, first in frame %" PRIu64
                  "; `cdbench verify` shows them",
                  judgement->wrong_frames, judgement->frames, judgement->first_wrong_frame);
}

/// Tries the current cell with one thread and, if that is right, with two.
static enum cd_code try_cell(struct maker *maker, struct cd_status *status)
{
    const struct configuration *configuration = maker->configuration;
    struct outcome one, two;
    char faults[FAULTS_TEXT] = "";
    snprintf(maker->name, sizeof maker->name, "%s%s%s on %s, %s", configuration->name,
             *configuration->changed ? ":" : "", configuration->changed, maker->row->words,
             cd_query_name(maker->query));
    enum cd_code code = run_configuration(maker, 1, &one, status);
    if (code)
        return note_failure(maker, code, one.starved, status);
    append_changes(&one, faults);
    append_errors(maker, &one.judgement, faults);
    if (!*faults && takes_threads(maker)) {
        code = run_configuration(maker, 2, &two, status);
        // With one thread it was neither refused nor lacked what it needs.
        struct cd_status refusal = *status;
        if (code == CD_USAGE)
            code = cd_fail(status, CD_WRONG, "refused with two threads alone: %s", refusal.text);
        if (code)
            return note_failure(maker, code, code == CD_ENVIRONMENT, status);
        append_changes(&two, faults);
        compare_threads(maker, &one.judgement, &two.judgement, faults);
    }
    if (*faults)
        note_fault(maker, faults + strlen("; "));
    else
        add_outcome(maker, &one);
    return CD_OK;
}

static enum cd_code try_scene(struct maker *maker, struct cd_status *status)
{
    char hash[CD_HASH_TEXT];
    enum cd_code code = cd_scene_load(maker->row->words, NULL, &maker->scene, status);
    if (code)
        return code;
    json_object_set_new(json_object_get(maker->now, "scenes"), maker->row->words,
                        json_string(cd_hash_text(maker->scene->hash, hash)));
    maker->truths = (struct cd_truths){.scene = maker->scene, .threads = 2};
    cd_progress_step(maker->plan->progress, maker->row->words, maker->configurations.count);
    for (size_t i = 0; i < maker->configurations.count && !code; i++) {
        maker->configuration = &maker->configurations.items[i];
        for (maker->query = CD_QUERY_ANY; maker->query <= CD_QUERY_CONTACTS && !code; maker->query++)
            if (is_tried(maker))
                code = try_cell(maker, status);
        cd_progress_advance(maker->plan->progress, i + 1);
    }
    cd_truths_release(&maker->truths);
    cd_scene_destroy(maker->scene);
    maker->scene = NULL;
    return code;
}

enum cd_code cd_expect_rows(struct cd_expect_plan *plan, json_t *now, struct cd_status *status)
{
    struct maker maker = {.plan = plan, .configurations = {.plan = plan}, .now = now};
    collect_configurations(&maker.configurations);
    enum cd_code code = maker.configurations.failure.code;
    if (code)
        *status = maker.configurations.failure;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes && !code; i++) {
        maker.row = &scenes[i];
        code = try_scene(&maker, status);
    }
    cd_progress_clear(plan->progress);
    release_configurations(&maker.configurations);
    return code;
}
