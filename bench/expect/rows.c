#include "bench/expect/rows.h"

#include "algos/driver/instance.h"
#include "base/memory.h"
#include "bench/expect/configurations.h"
#include "bench/harness/measure.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <inttypes.h>
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
    {"regions:n=2000:d=2:size=8:sizes=clustered:steps=2", 0},
};

const char *const cd_expect_keys[CD_EXPECT_KEYS] = {"algo", "settings", "scene", "query", "threads"};

/// One pass of one configuration, with so many threads.
struct outcome {
    struct cd_judgement judgement;
    char environment[256];
};

struct maker {
    const struct cd_expect_plan *plan;
    struct cd_configurations configurations;
    struct cd_table *rows;
    struct cd_expect_findings *findings;
    char *lacking;
    size_t lacking_bytes;

    const struct expected_scene *row;
    struct cd_scene *scene;
    struct cd_truths truths;
};

bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name)
{
    for (size_t i = 0; i < algos->count; i++)
        if (!strcmp(algos->items[i], name))
            return false;
    return algos->count > 0;
}

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
    snprintf(outcome->environment, sizeof outcome->environment, "%s", environment ? environment : "NA");
    struct cd_hearing hearing = {.instance = instance, .scene = maker->scene, .query = query};
    code = cd_judge_by(&maker->truths, &configuration->description, &hearing, &outcome->judgement, status);
    cd_instance_destroy(instance);
    return code;
}

static bool gates(const struct cd_configuration *configuration, enum cd_query query)
{
    return !(configuration->description.scheduled & CD_QUERY_BIT(query));
}

/// Says something of the cell at hand: "rapid:variant=printed on SCENE, pairs: ...".
static void say(struct maker *maker, const struct cd_configuration *configuration, enum cd_query query,
                const char *what)
{
    char line[1200];
    snprintf(line, sizeof line, "%s%s%s on %s, %s: %s", configuration->name,
             *configuration->changed ? ":" : "", configuration->changed, maker->row->words,
             cd_query_name(query), what);
    maker->plan->say(maker->plan->user, line);
}

static void check_exactness(struct maker *maker, const struct cd_configuration *configuration,
                            enum cd_query query, const struct cd_judgement *judgement)
{
    char what[200];
    if (configuration->description.quality != CD_QUALITY_EXACT || !judgement->wrong_frames)
        return;
    snprintf(what, sizeof what,
             "wrong in %" PRIu64 " of %" PRIu64 " frames, first in frame %" PRIu64
             "; `cdbench verify` shows them",
             judgement->wrong_frames, judgement->frames, judgement->first_wrong_frame);
    say(maker, configuration, query, what);
    maker->findings->answers++;
}

static void compare_threads(struct maker *maker, const struct cd_configuration *configuration,
                            enum cd_query query, const struct outcome *one, const struct outcome *two)
{
    char what[200];
    if (one->judgement.records != two->judgement.records ||
        !cd_hash_equal(one->judgement.digest, two->judgement.digest)) {
        say(maker, configuration, query, "with two threads it answers otherwise than with one");
        maker->findings->answers++;
    }
    if (!gates(configuration, query))
        return;
#define COUNTER(name, description)                                                                           \
    if (one->judgement.counters.name != two->judgement.counters.name) {                                      \
        snprintf(what, sizeof what,                                                                          \
                 #name " is %" PRIu64 " with two threads and %" PRIu64 " with one, though called exact",     \
                 two->judgement.counters.name, one->judgement.counters.name);                                \
        say(maker, configuration, query, what);                                                              \
        maker->findings->counters++;                                                                         \
    }
#include "algos/counters.def"
#undef COUNTER
}

static size_t add_row(struct maker *maker, const struct cd_configuration *configuration, enum cd_query query)
{
    char hash[CD_HASH_TEXT];
    const char *threads = takes_threads(maker, configuration) ? "2" : "1";
    size_t row = cd_table_add_row(maker->rows);
    cd_table_set_text(maker->rows, row, "scene", maker->row->words);
    cd_table_set_text(maker->rows, row, "query", cd_query_name(query));
    cd_table_set_text(maker->rows, row, "algo", configuration->name);
    cd_table_set_text(maker->rows, row, "settings", *configuration->changed ? configuration->changed : "-");
    cd_table_set_text(maker->rows, row, "threads", threads);
    cd_table_set_text(maker->rows, row, "scene_hash", cd_hash_text(maker->scene->hash, hash));
    return row;
}

static void fill_row(struct maker *maker, size_t row, const struct outcome *outcome, bool counted)
{
    char digest[CD_HASH_TEXT];
    cd_table_set_text(maker->rows, row, "environment", outcome->environment);
    cd_table_set_count(maker->rows, row, "hit_frames", outcome->judgement.hit_frames);
    cd_table_set_count(maker->rows, row, "records", outcome->judgement.records);
    cd_table_set_text(maker->rows, row, "digest", cd_hash_text(outcome->judgement.digest, digest));
#define COUNTER(name, what)                                                                                  \
    if (counted)                                                                                             \
        cd_table_set_count(maker->rows, row, #name, outcome->judgement.counters.name);
#include "algos/counters.def"
#undef COUNTER
}

static void leave_out(struct maker *maker, const struct cd_configuration *configuration, enum cd_query query,
                      const char *reason)
{
    size_t row = add_row(maker, configuration, query);
    cd_table_set_text(maker->rows, row, "environment", CD_EXPECT_UNAVAILABLE);
    if (!*maker->lacking)
        snprintf(maker->lacking, maker->lacking_bytes, "%s", reason);
}

static enum cd_code try_configuration(struct maker *maker, const struct cd_configuration *configuration,
                                      enum cd_query query, struct cd_status *status)
{
    struct outcome one, two;
    enum cd_code code = run_configuration(maker, configuration, query, 1, &one, status);
    if (code == CD_ENVIRONMENT)
        leave_out(maker, configuration, query, status->text);
    if (code == CD_ENVIRONMENT || code == CD_USAGE) // it does not take these bodies
        return CD_OK;
    if (code)
        return code;
    check_exactness(maker, configuration, query, &one.judgement);
    if (takes_threads(maker, configuration)) {
        code = run_configuration(maker, configuration, query, 2, &two, status);
        if (code)
            return code;
        compare_threads(maker, configuration, query, &one, &two);
    }
    fill_row(maker, add_row(maker, configuration, query), &one, gates(configuration, query));
    return CD_OK;
}

static enum cd_code try_scene(struct maker *maker, struct cd_status *status)
{
    enum cd_code code = cd_scene_load(maker->row->words, NULL, &maker->scene, status);
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

static struct cd_table *create_rows(void)
{
    static const struct cd_column columns[] = {
        {"algo", CD_TYPE_TEXT, NULL},       {"settings", CD_TYPE_TEXT, NULL},
        {"scene", CD_TYPE_TEXT, NULL},      {"query", CD_TYPE_TEXT, NULL},
        {"threads", CD_TYPE_TEXT, NULL},    {"environment", CD_TYPE_TEXT, NULL},
        {"scene_hash", CD_TYPE_TEXT, NULL}, {"hit_frames", CD_TYPE_COUNT, NULL},
        {"records", CD_TYPE_COUNT, NULL},   {"digest", CD_TYPE_TEXT, NULL},
#define COUNTER(name, what) {#name, CD_TYPE_COUNT, NULL},
#include "algos/counters.def"
#undef COUNTER
    };
    return cd_table_create(columns, sizeof columns / sizeof *columns);
}

enum cd_code cd_expect_rows(const struct cd_expect_plan *plan, struct cd_table **rows,
                            struct cd_expect_findings *findings, char *lacking, size_t bytes,
                            struct cd_status *status)
{
    struct maker maker = {.plan = plan,
                          .rows = create_rows(),
                          .findings = findings,
                          .lacking = lacking,
                          .lacking_bytes = bytes};
    enum cd_code code = CD_OK;
    *lacking = '\0';
    cd_configurations_collect(&maker.configurations);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes && !code; i++) {
        maker.row = &scenes[i];
        code = try_scene(&maker, status);
    }
    cd_progress_clear(plan->progress);
    cd_configurations_release(&maker.configurations);
    if (code) {
        cd_table_destroy(maker.rows);
        maker.rows = NULL;
    }
    *rows = maker.rows;
    return code;
}
