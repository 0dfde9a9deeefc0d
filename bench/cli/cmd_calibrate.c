// `cdbench calibrate`: how far can comparisons on this machine be trusted?
#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/compare/calibrating.h"
#include "bench/compare/calibration_plot.h"
#include "bench/compare/calibration_report.h"
#include "bench/compare/process.h"
#include "bench/compare/side.h"
#include "bench/harness/scene_options.h"
#include "bench/record/fingerprint.h"
#include "bench/record/run_record.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct calibrate_values {
    struct cd_texts algos, scenes;
    int query;
    struct cd_number frames, threads, seed, pairs, comparisons;
    double sample, budget;
    bool no_store, quiet;
    const char *cells, *csv, *json, *plot;
};

static const struct cd_option calibrate_options[] = {
    {"comparisons", CD_OPTION_NUMBER, "N", offsetof(struct calibrate_values, comparisons), 1, 100000,
     "comparisons of this program with itself (30, or with --budget as many as there is time for); half as "
     "many with one side slowed down by 1, 2, 3, 5 or 10 % come between them"},
    {"budget", CD_OPTION_SECONDS, "TIME", offsetof(struct calibrate_values, budget), 0.001, 1e9,
     "no comparison begins that would end later (no limit)"},
    {"pairs", CD_OPTION_NUMBER, "N", offsetof(struct calibrate_values, pairs), 1, 10000,
     "pairs of samples of every comparison, a fresh process each (30, as `compare` has it)"},
    {"sample", CD_OPTION_SECONDS, "TIME", offsetof(struct calibrate_values, sample), 1e-6, 3600,
     "how long the passes of one sample are to take together (50ms, as `compare` has it)"},
    {"cells", CD_OPTION_TEXT, "FILE", offsetof(struct calibrate_values, cells), 0, 0,
     "a YAML file of cells to compare on, as `compare` takes it"},
    {"scene", CD_OPTION_LIST, "SCENE", offsetof(struct calibrate_values, scenes), 0, 0,
     "a scene as `run` takes it; repeat it for several"},
    {"algo", CD_OPTION_LIST, "NAME[:key=value...]", offsetof(struct calibrate_values, algos), 0, 0,
     "an algorithm; repeat it for several"},
    {"query", CD_OPTION_CHOICE, "any|bodies|pairs|contacts", offsetof(struct calibrate_values, query), 0, 0,
     "what is asked of every frame (pairs)"},
    CD_FRAMES_OPTION(struct calibrate_values),
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct calibrate_values, threads), 1, 1024,
     "threads that an algorithm may use (1); with more, wall time decides"},
    {"seed", CD_OPTION_NUMBER, "N", offsetof(struct calibrate_values, seed), 0, CD_SEED_MAX,
     "seed of the order of samples (1)"},
    {"json", CD_OPTION_TEXT, "FILE", offsetof(struct calibrate_values, json), 0, 0,
     "write everything but the samples as JSON"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct calibrate_values, csv), 0, 0,
     "write a row per pair of samples as CSV"},
    {"plot", CD_OPTION_TEXT, "FILE", offsetof(struct calibrate_values, plot), 0, 0,
     "draw what is found over how large it is; FILE ends in .svg or .png"},
    {"no-store", CD_OPTION_FLAG, NULL, offsetof(struct calibrate_values, no_store), 0, 0,
     "do not keep the result for `compare` to quote"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct calibrate_values, quiet), 0, 0,
     "no table, no progress, no warnings"},
    CD_OPTION_END,
};

#define DEFAULT_COMPARISONS 30
/// More than any budget lets be taken.
#define MAX_COMPARISONS 100000

enum { OUT_JSON, OUT_CSV, OUT_PLOT, OUTPUTS };

/// A calibration from the command line to its files.
struct calibrate {
    struct calibrate_values values;
    struct cd_workloads workloads;
    struct cd_calibrating_plan plan;
    struct cd_rule rule;
    struct cd_trials trials;
    struct cd_progress *progress;
    struct cd_run_record record; ///< the circumstances
    struct cd_output *outputs[OUTPUTS];
    double seconds;
};

static void note_warning(void *user, const char *line)
{
    struct calibrate *calibrate = user;
    cd_run_record_add_warning(&calibrate->record, line);
    if (calibrate->values.quiet)
        return;
    cd_progress_clear(calibrate->progress);
    cd_print_warning(line);
}

// ---- cells ------------------------------------------------------------------------------------------------

/// A pair of meshes that collide and regions that match: small ones, of which a sample has many
/// passes, in an algorithm that computes and one that sorts.
static void add_default_cells(struct cd_workloads *workloads)
{
    static const struct {
        char scene[40], algo[20];
    } cells[] = {{"bunny.obj", "obb8"}, {"regions:n=5000:alpha=1", "region_sort"}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct cd_workload cell = {.scene = (char *)cells[i].scene,
                                   .query = (char *)cd_query_name(CD_QUERY_PAIRS),
                                   .algo = (char *)cells[i].algo,
                                   .threads = 1};
        cd_workloads_add(workloads, &cell);
    }
}

static enum cd_code add_typed_cells(struct calibrate *calibrate, struct cd_status *status)
{
    const struct calibrate_values *values = &calibrate->values;
    if (!values->scenes.count || !values->algos.count)
        return cd_fail(status, CD_USAGE,
                       "a cell takes both --scene SCENE and --algo NAME; or leave both out");
    for (size_t i = 0; i < values->scenes.count; i++)
        for (size_t k = 0; k < values->algos.count; k++) {
            struct cd_workload cell = {
                .scene = (char *)values->scenes.items[i],
                .query = (char *)cd_query_name((enum cd_query)values->query),
                .algo = (char *)values->algos.items[k],
                .frames = values->frames,
                .threads = (unsigned)values->threads.value,
            };
            cd_workloads_add(&calibrate->workloads, &cell);
        }
    return CD_OK;
}

static enum cd_code choose_cells(struct calibrate *calibrate, struct cd_status *status)
{
    const struct calibrate_values *values = &calibrate->values;
    bool typed = values->scenes.count || values->algos.count || values->frames.given || values->threads.given;
    if (values->cells && typed)
        return cd_fail(status, CD_USAGE, "--cells says all about the cells; leave out the options of one");
    if (typed)
        return add_typed_cells(calibrate, status);
    if (!values->cells) {
        add_default_cells(&calibrate->workloads);
        return CD_OK;
    }
    enum cd_code code = cd_workloads_read(values->cells, &calibrate->workloads, status);
    for (size_t i = 0; i < calibrate->workloads.count && !code; i++)
        if (!calibrate->workloads.items[i].algo)
            code = cd_fail(status, CD_DATA, "%s: cells[%zu]: no algo; name one", values->cells, i);
    return code;
}

static void make_plan(struct calibrate *calibrate)
{
    const struct calibrate_values *values = &calibrate->values;
    calibrate->rule = (struct cd_rule)CD_DEFAULT_RULE;
    calibrate->plan = (struct cd_calibrating_plan){
        .comparisons = values->comparisons.given ? values->comparisons.value
                       : values->budget > 0      ? MAX_COMPARISONS
                                                 : DEFAULT_COMPARISONS,
        .budget_seconds = values->budget,
        .pairs = values->pairs.value,
        .sample_seconds = values->sample,
        .seed = values->seed.value,
    };
}

// ---- files ------------------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && !strcmp(text + length - tail, ending);
}

/// Better known before the minutes that a calibration takes than after them.
static enum cd_code check_plot(const struct calibrate *calibrate, struct cd_status *status)
{
    static const char *const words[] = {"gnuplot", "--version", NULL};
    const char *path = calibrate->values.plot;
    struct cd_process process;
    struct cd_status ignored;
    if (!path)
        return CD_OK;
    if (!ends_with(path, ".svg") && !ends_with(path, ".png"))
        return cd_fail(status, CD_USAGE, "--plot %s: end the name in .svg or .png", path);
    enum cd_code code = cd_process_run(words[0], words, NULL, &process, &ignored);
    if (!code)
        cd_free(process.output);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "interrupted");
    if (code || process.exit_code)
        return cd_fail(status, CD_ENVIRONMENT,
                       "--plot: gnuplot is missing; install it with: apt-get install --no-install-recommends "
                       "gnuplot-nox");
    return CD_OK;
}

static enum cd_code open_outputs(struct calibrate *calibrate, struct cd_status *status)
{
    const struct calibrate_values *values = &calibrate->values;
    const char *const paths[OUTPUTS] = {
        [OUT_JSON] = values->json, [OUT_CSV] = values->csv, [OUT_PLOT] = values->plot};
    enum cd_code code = check_plot(calibrate, status);
    for (size_t i = 0; i < OUTPUTS && !code; i++)
        if (paths[i])
            code = cd_output_open(paths[i], &calibrate->outputs[i], status);
    return code;
}

static enum cd_code commit_outputs(struct calibrate *calibrate, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < OUTPUTS && !code; i++)
        if (calibrate->outputs[i])
            code = cd_output_finish(calibrate->outputs[i], status);
    for (size_t i = 0; i < OUTPUTS && !code; i++)
        if (calibrate->outputs[i]) {
            code = cd_output_commit(calibrate->outputs[i], status);
            calibrate->outputs[i] = NULL;
        }
    return code;
}

static enum cd_code write_outputs(struct calibrate *calibrate, const struct cd_calibration_record *record,
                                  struct cd_status *status)
{
    struct cd_output *const *outputs = calibrate->outputs;
    enum cd_code code = CD_OK;
    if (outputs[OUT_JSON]) {
        json_t *document = cd_calibration_json(record);
        json_dumpf(document, cd_output_stream(outputs[OUT_JSON]), CD_JSON_LAYOUT);
        fputc('\n', cd_output_stream(outputs[OUT_JSON]));
        json_decref(document);
    }
    if (outputs[OUT_CSV])
        cd_write_calibration_samples(record, cd_output_stream(outputs[OUT_CSV]));
    if (outputs[OUT_PLOT] && !record->interrupted)
        code = cd_draw_calibration(record, ends_with(calibrate->values.plot, ".png"),
                                   cd_output_stream(outputs[OUT_PLOT]), status);
    else {
        cd_output_abort(outputs[OUT_PLOT]);
        calibrate->outputs[OUT_PLOT] = NULL;
    }
    return code ? code : commit_outputs(calibrate, status);
}

// ---- the command ------------------------------------------------------------------------------------------

static enum cd_code store(const struct calibrate *calibrate, const struct cd_calibration_record *record,
                          struct cd_status *status)
{
    char path[PATH_MAX];
    if (calibrate->values.no_store)
        return CD_OK;
    enum cd_code code = cd_calibration_store(record, path, sizeof path, status);
    if (!code && !calibrate->values.quiet)
        printf("Stored in %s; `cdbench compare` quotes it.\n", cd_shown_text(path).text);
    return code;
}

static enum cd_code report(struct calibrate *calibrate, bool interrupted, struct cd_status *status)
{
    char finished[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(finished, sizeof finished, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    struct cd_calibration calibration =
        cd_calibrate(&calibrate->trials, calibrate->workloads.count, calibrate->plan.pairs, &calibrate->rule);
    json_t *circumstances = cd_run_record_circumstances(&calibrate->record);
    struct cd_calibration_record record = {.calibration = &calibration,
                                           .workloads = &calibrate->workloads,
                                           .trials = &calibrate->trials,
                                           .rule = &calibrate->rule,
                                           .sample_seconds = calibrate->plan.sample_seconds,
                                           .circumstances = circumstances,
                                           .finished = finished,
                                           .seconds = calibrate->seconds,
                                           .interrupted = interrupted};
    if (!calibrate->values.quiet)
        cd_print_calibration(&record, stdout);
    // A full disk must not cost the one because of the other.
    struct cd_status storing;
    enum cd_code code = write_outputs(calibrate, &record, status);
    enum cd_code stored = interrupted ? CD_OK : store(calibrate, &record, &storing);
    if (!code && stored) {
        code = stored;
        *status = storing;
    }
    json_decref(circumstances);
    cd_calibration_release(&calibration);
    return code;
}

static enum cd_code calibrate_and_report(struct calibrate *calibrate, struct cd_status *status)
{
    struct cd_side self;
    enum cd_code code = cd_side_parse("build:/proc/self/exe", &self, status);
    if (code)
        return code;
    unsigned threads = 1;
    for (size_t i = 0; i < calibrate->workloads.count; i++)
        if (calibrate->workloads.items[i].threads > threads)
            threads = calibrate->workloads.items[i].threads;
    cd_fingerprint_warnings(threads, note_warning, calibrate);
    cd_interrupt_defer(true); // from here on what is finished is kept
    uint64_t begun = cd_clock_wall();
    code = cd_take_trials(self.program, &calibrate->workloads, &calibrate->plan, calibrate->progress,
                          &calibrate->trials, status);
    calibrate->seconds = (double)(cd_clock_wall() - begun) * 1e-9;
    if (code && code != CD_INTERRUPTED)
        return code;
    if (!calibrate->trials.count)
        return cd_fail(status, CD_INTERRUPTED, "interrupted; no comparison was finished");
    cd_interrupt_write();
    enum cd_code reported = report(calibrate, code == CD_INTERRUPTED, status);
    if (reported || !code)
        return reported;
    return cd_fail(status, CD_INTERRUPTED, "interrupted; %zu comparisons were finished, nothing is stored",
                   calibrate->trials.count);
}

static enum cd_code calibrate_run(int argc, char **argv, struct cd_status *status)
{
    struct calibrate calibrate = {.values = {.query = CD_QUERY_PAIRS,
                                             .threads = {.value = 1},
                                             .seed = {.value = 1},
                                             .pairs = {.value = CD_DEFAULT_PAIRS},
                                             .sample = CD_SAMPLE_SECONDS}};
    calibrate.record = cd_run_record_begin(argc, argv);
    enum cd_code code = cd_options_parse(&cd_command_calibrate, argc, argv, &calibrate.values, NULL, status);
    calibrate.progress = cd_progress_create(!calibrate.values.quiet && isatty(STDERR_FILENO));
    if (!code)
        code = choose_cells(&calibrate, status);
    make_plan(&calibrate);
    if (!code)
        code = open_outputs(&calibrate, status);
    if (!code)
        code = calibrate_and_report(&calibrate, status);
    for (size_t i = 0; i < OUTPUTS; i++)
        cd_output_abort(calibrate.outputs[i]);
    cd_run_record_release(&calibrate.record);
    cd_trials_release(&calibrate.trials);
    cd_workloads_release(&calibrate.workloads);
    cd_progress_destroy(calibrate.progress);
    cd_options_release(&cd_command_calibrate, &calibrate.values);
    return code;
}

const struct cd_command cd_command_calibrate = {
    .name = "calibrate",
    .title = "tell how far comparisons on this machine can be trusted",
    .options = calibrate_options,
    .notes =
        "Compares this program with itself, as `compare` does: how often is a change seen where there is\n"
        "none, and how small a slowdown is found four times of five? `compare` quotes the result. Takes\n"
        "five to ten minutes where nothing else runs; do on the machine what you do when you compare. Exit "
        "codes: 0 done,\n"
        "2 wrong answers, 4 something is lacking, 130 interrupted. Examples:\n"
        "\n"
        "  cdbench calibrate\n"
        "  cdbench calibrate --budget 30m --plot calibration.svg\n"
        "  cdbench calibrate --cells results/cells.yaml --comparisons 100 --csv samples.csv\n",
    .run = calibrate_run,
};
