#include "bench/expect/rows.h"

#include "algos/driver/instance.h"
#include "base/memory.h"
#include "bench/expect/configurations.h"
#include "bench/harness/measure.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// What is tried on a scene besides the usual settings of everything, which answer every query they offer.
enum {
    CHOICES = 1,          ///< every word of every choice, for pairs
    RENDERING = 2,        ///< the usual settings of what renders, for pairs
    RENDERED_CHOICES = 4, ///< and every word of its choices
    PAIRS_ONLY = 8,       ///< of a scene of many triangles no other query
};

/// The scenes. Each is small: all of them together take seconds. A new one is a line here and `make
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
    {"drill:flames=1:droplets=20:seconds=2:rate=1", PAIRS_ONLY},
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

/// One pass of one configuration, with so many threads.
struct outcome {
    struct cd_judgement judgement;
    char environment[256];
};

struct maker {
    const struct cd_expect_plan *plan;
    struct cd_configurations configurations;
    struct cd_expected *now;
    struct cd_expect_findings *findings;
    char *lacking;
    size_t lacking_bytes;

    const struct expected_scene *row;
    struct cd_scene *scene;
    struct cd_truths truths;
};

static bool is_tried(const struct maker *maker, const struct cd_configuration *configuration,
                     enum cd_query query)
{
    unsigned tried = maker->row->tried;
    const struct cd_description *description = &configuration->description;
    unsigned takes = maker->scene->dimensions ? CD_TAKES_REGIONS : CD_TAKES_BODIES;
    if (!(description->queries & CD_QUERY_BIT(query)) || !(description->takes & takes))
        return false;
    if (cd_expect_leaves_out(maker->plan->algos, configuration->name) ||
        (query != CD_QUERY_PAIRS && (tried & PAIRS_ONLY)))
        return false;
    if (description->uses_gl)
        return query == CD_QUERY_PAIRS && (tried & (configuration->usual ? RENDERING : RENDERED_CHOICES));
    if (configuration->of_deforming && !maker->scene->deforms)
        return false;
    return configuration->usual || (query == CD_QUERY_PAIRS && (tried & CHOICES));
}

/// Whether more than one thread can be put to use.
static bool takes_threads(const struct maker *maker, const struct cd_configuration *configuration)
{
    if (maker->scene->dimensions)
        return true;
    return cd_settings_has(configuration->settings, "schedule") &&
           !cd_setting_is(configuration->settings, "schedule", "serial");
}

static enum cd_code run_configuration(struct maker *maker, const struct cd_configuration *configuration,
                                      enum cd_query query, unsigned threads, struct outcome *outcome,
                                      struct cd_status *status)
{
    struct cd_context context = {.threads = threads, .stop = cd_stop_asked};
    struct cd_instance *instance;
    *outcome = (struct outcome){0};
    enum cd_code code = cd_instance_create(configuration->algo, configuration->settings, maker->scene, query,
                                           &context, &instance, status);
    if (code)
        return code;
    const char *environment = cd_instance_environment(instance);
    snprintf(outcome->environment, sizeof outcome->environment, "%s", environment ? environment : "0");
    struct cd_hearing hearing = {.instance = instance, .scene = maker->scene, .query = query};
    code = cd_judge_by(&maker->truths, &configuration->description, &hearing, &outcome->judgement, status);
    cd_instance_destroy(instance);
    return code;
}

static bool gates(const struct cd_configuration *configuration, enum cd_query query)
{
    return !(configuration->description.scheduled & CD_QUERY_BIT(query));
}

/// Says and counts something of the cell at hand: "rapid:variant=printed on SCENE, pairs: ...".
static __attribute__((format(printf, 5, 6))) void say(struct maker *maker, size_t *findings,
                                                      const struct cd_configuration *configuration,
                                                      enum cd_query query, const char *format, ...)
{
    char line[1200], what[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "%s%s%s on %s, %s: %s", configuration->name,
             *configuration->changed ? ":" : "", configuration->changed, maker->row->words,
             cd_query_name(query), what);
    maker->plan->say(maker->plan->user, line);
    ++*findings;
}

static void compare_threads(struct maker *maker, const struct cd_configuration *configuration,
                            enum cd_query query, const struct outcome *one, const struct outcome *two)
{
    if (one->judgement.records != two->judgement.records ||
        !cd_hash_equal(one->judgement.digest, two->judgement.digest))
        say(maker, &maker->findings->answers, configuration, query,
            "with two threads it answers otherwise than with one");
    if (!gates(configuration, query))
        return;
#define COUNTER(name, description)                                                                           \
    if (one->judgement.counters.name != two->judgement.counters.name)                                        \
        say(maker, &maker->findings->counters, configuration, query,                                         \
            #name " is %" PRIu64 " with two threads and %" PRIu64 " with one, though called exact",          \
            two->judgement.counters.name, one->judgement.counters.name);
#include "algos/counters.def"
#undef COUNTER
}

/// Adds a line of the cell at hand, unless it would say zero; the number of records is always said.
static void add_line(struct maker *maker, const struct cd_configuration *configuration, enum cd_query query,
                     const char *key, const char *value)
{
    const char *texts[] = {configuration->name,
                           *configuration->changed ? configuration->changed : "-",
                           maker->row->words,
                           cd_query_name(query),
                           takes_threads(maker, configuration) ? "2" : "1",
                           key,
                           value};
    struct cd_table *lines = maker->now->lines;
    if (!value[strspn(value, "0")] && strcmp(key, "records") != 0)
        return;
    size_t row = cd_table_add_row(lines);
    for (size_t i = 0; i < lines->column_count; i++)
        cd_table_set_text(lines, row, lines->columns[i].name, texts[i]);
}

static void add_count(struct maker *maker, const struct cd_configuration *configuration, enum cd_query query,
                      const char *key, uint64_t count)
{
    char text[CD_NUMBER_BYTES];
    snprintf(text, sizeof text, "%" PRIu64, count);
    add_line(maker, configuration, query, key, text);
}

static void add_cell(struct maker *maker, const struct cd_configuration *configuration, enum cd_query query,
                     const struct outcome *outcome)
{
    char digest[CD_HASH_TEXT];
    add_line(maker, configuration, query, "environment", outcome->environment);
    add_count(maker, configuration, query, "hit_frames", outcome->judgement.hit_frames);
    add_count(maker, configuration, query, "records", outcome->judgement.records);
    add_line(maker, configuration, query, "digest", cd_hash_text(outcome->judgement.digest, digest));
    if (!gates(configuration, query))
        return;
#define COUNTER(name, what) add_count(maker, configuration, query, #name, outcome->judgement.counters.name);
#include "algos/counters.def"
#undef COUNTER
}

static enum cd_code try_configuration(struct maker *maker, const struct cd_configuration *configuration,
                                      enum cd_query query, struct cd_status *status)
{
    struct outcome one, two;
    enum cd_code code = run_configuration(maker, configuration, query, 1, &one, status);
    if (code == CD_ENVIRONMENT)
        add_line(maker, configuration, query, "environment", CD_EXPECT_UNAVAILABLE);
    if (code == CD_ENVIRONMENT && !*maker->lacking)
        snprintf(maker->lacking, maker->lacking_bytes, "%s", status->text);
    if (code == CD_ENVIRONMENT || code == CD_USAGE) // it does not take these bodies
        return CD_OK;
    if (code)
        return code;
    if (configuration->description.quality == CD_QUALITY_EXACT && one.judgement.wrong_frames)
        say(maker, &maker->findings->answers, configuration, query,
            "wrong in %" PRIu64 " of %" PRIu64 " frames, first in frame %" PRIu64
            "; `cdbench verify` shows them",
            one.judgement.wrong_frames, one.judgement.frames, one.judgement.first_wrong_frame);
    if (takes_threads(maker, configuration)) {
        code = run_configuration(maker, configuration, query, 2, &two, status);
        if (code)
            return code;
        compare_threads(maker, configuration, query, &one, &two);
    }
    add_cell(maker, configuration, query, &one);
    return CD_OK;
}

static enum cd_code try_scene(struct maker *maker, struct cd_status *status)
{
    char hash[CD_HASH_TEXT];
    enum cd_code code = cd_scene_load(maker->row->words, NULL, &maker->scene, status);
    if (code)
        return code;
    size_t row = cd_table_add_row(maker->now->scenes);
    cd_table_set_text(maker->now->scenes, row, "scene", maker->row->words);
    cd_table_set_text(maker->now->scenes, row, "hash", cd_hash_text(maker->scene->hash, hash));
    maker->truths = (struct cd_truths){.scene = maker->scene, .threads = 2};
    cd_progress_step(maker->plan->progress, maker->row->words, maker->configurations.count);
    for (size_t i = 0; i < maker->configurations.count && !code; i++) {
        for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS && !code; query++)
            if (is_tried(maker, &maker->configurations.items[i], query))
                code = try_configuration(maker, &maker->configurations.items[i], query, status);
        cd_progress_advance(maker->plan->progress, i + 1);
    }
    cd_truths_release(&maker->truths);
    cd_scene_destroy(maker->scene);
    maker->scene = NULL;
    return code;
}

enum cd_code cd_expect_rows(const struct cd_expect_plan *plan, struct cd_expected *now,
                            struct cd_expect_findings *findings, char *lacking, size_t bytes,
                            struct cd_status *status)
{
    struct maker maker = {
        .plan = plan, .now = now, .findings = findings, .lacking = lacking, .lacking_bytes = bytes};
    enum cd_code code = CD_OK;
    *lacking = '\0';
    *now = cd_expected_create();
    cd_configurations_collect(&maker.configurations);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes && !code; i++) {
        maker.row = &scenes[i];
        code = try_scene(&maker, status);
    }
    cd_progress_clear(plan->progress);
    cd_configurations_release(&maker.configurations);
    return code;
}
