// `cdbench compare`: is B faster or slower than A? How far can the answer be trusted on this machine?
#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/program_file.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/compare/calibration.h"
#include "bench/compare/report.h"
#include "bench/harness/probe.h"
#include "bench/harness/selection.h"
#include "bench/record/fingerprint.h"
#include "bench/record/run_record.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/// The files that the user can ask for.
enum { JSON, CSV, SAMPLES, MARKDOWN, BENCHMARK, FILES };

enum { DEFAULT_COMPARISONS = 30, MAX_COMPARISONS = 10000 };

struct compare_values {
    struct cd_selection_values selection;
    struct cd_comparison_plan plan;
    struct cd_number pairs, comparisons;
    bool calibrate, no_store, quiet;
    const char *cells, *files[FILES];
};

static const struct cd_option compare_options[] = {
    {"cells", CD_OPTION_TEXT, "FILE", offsetof(struct compare_values, cells), 0, 0,
     "a YAML file of cells to compare (results/cells.yaml of the source tree, unless a cell is given or "
     "a side is algo: or plugin:)"},
    {"pairs", CD_OPTION_NUMBER, "N", offsetof(struct compare_values, pairs), 1, 10000,
     "pairs of samples for each cell, each sample a fresh process (30)"},
    {"sample", CD_OPTION_SECONDS, "TIME", offsetof(struct compare_values, plan.sampling.sample_seconds), 1e-6,
     3600, "how long the passes of one sample take together (50ms)"},
    {"budget", CD_OPTION_SECONDS, "TIME", offsetof(struct compare_values, plan.sampling.seconds), 0.001, 1e9,
     "time for all cells, shared equally: fewer pairs if it is short, more for inconclusive cells if "
     "some is left (no limit). Building and confirming come on top"},
    {"threshold", CD_OPTION_PERCENT, "PERCENT", offsetof(struct compare_values, plan.rule.threshold), 0, 100,
     "a smaller change does not count, however certain (2)"},
    {"margin", CD_OPTION_PERCENT, "PERCENT", offsetof(struct compare_values, plan.rule.margin), 0, 100,
     "a cell is equivalent if its interval lies within this (3)"},
    {"no-confirm", CD_OPTION_FLAG, NULL, offsetof(struct compare_values, plan.no_confirm), 0, 0,
     "do not confirm slower cells by building and measuring again with another alignment of functions"},
    {"calibrate", CD_OPTION_FLAG, NULL, offsetof(struct compare_values, calibrate), 0, 0,
     "compare this program with itself, not two sides: how often does that fail, and how small a "
     "slowdown would it find? Later comparisons quote the result"},
    {"comparisons", CD_OPTION_NUMBER, "N", offsetof(struct compare_values, comparisons), 1, MAX_COMPARISONS,
     "with --calibrate: how many (30, or as many as fit into --budget); fewer than 17, or fewer than are "
     "stored already, are not stored"},
    {"no-store", CD_OPTION_FLAG, NULL, offsetof(struct compare_values, no_store), 0, 0,
     "with --calibrate: do not store the result"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct compare_values, files[CSV]), 0, 0,
     "write a row per cell as CSV; with --calibrate, a row per comparison"},
    {"samples", CD_OPTION_TEXT, "FILE", offsetof(struct compare_values, files[SAMPLES]), 0, 0,
     "write a row per pair of samples as CSV"},
    {"json", CD_OPTION_TEXT, "FILE", offsetof(struct compare_values, files[JSON]), 0, 0,
     "write everything as JSON; for each of these files, - is standard output, instead of the table"},
    {"markdown", CD_OPTION_TEXT, "FILE", offsetof(struct compare_values, files[MARKDOWN]), 0, 0,
     "write a summary for a pull request"},
    {"benchmark-json", CD_OPTION_TEXT, "FILE", offsetof(struct compare_values, files[BENCHMARK]), 0, 0,
     "write the times of B for github-action-benchmark (customSmallerIsBetter)"},
    {"slow-down", CD_OPTION_PERCENT, "PERCENT", offsetof(struct compare_values, plan.slow_down), 0, 10000,
     NULL},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct compare_values, quiet), 0, 0,
     "no table, no progress, no warnings"},
    CD_OPTION_END,
};

/// A comparison from the command line to its verdict.
struct compare {
    struct compare_values *values;
    const struct cd_texts *operands;
    struct cd_workloads workloads;
    struct cd_comparison comparison;
    struct cd_run_record record; ///< the circumstances
    struct cd_output *outputs[FILES];
};

static void note_warning(void *user, const char *line)
{
    struct compare *compare = user;
    if (!cd_run_record_add_warning(&compare->record, line) || compare->values->quiet)
        return;
    cd_progress_clear(compare->comparison.progress);
    cd_print_warning(line);
}

// ---- what is compared -------------------------------------------------------------------------------------

static enum cd_code add_typed_cells(struct compare *compare, bool sides_name_it, struct cd_status *status)
{
    const struct cd_selection_values *values = &compare->values->selection;
    if (!values->scenes.count)
        return cd_fail(status, CD_USAGE, "no cell is given; add --scene SCENE%s, or --cells FILE",
                       sides_name_it ? "" : " and --algo NAME");
    if (!sides_name_it && !values->algos.count)
        return cd_fail(status, CD_USAGE, "no algorithm is given; add --algo NAME, or --cells FILE");
    for (size_t i = 0; i < values->scenes.count; i++)
        for (size_t k = 0; k < (sides_name_it ? 1 : values->algos.count); k++) {
            struct cd_workload cell = {
                .scene = values->scenes.items[i],
                .query = cd_query_name((enum cd_query)values->query),
                .algo = sides_name_it ? NULL : values->algos.items[k],
                .frames = values->frames,
                .seed = values->seed,
                .allow_large = values->allow_large,
                .threads = (unsigned)values->threads.value,
            };
            cd_workloads_add(&compare->workloads, &cell);
        }
    return CD_OK;
}

/// Takes the cells that come with the source tree. False when the program is not in a source tree.
static bool find_cells_of_tree(struct compare_values *values)
{
    static char path[4096];
    char tree[3000];
    if (!cd_program_source_tree(tree, sizeof tree))
        return false;
    snprintf(path, sizeof path, "%s/results/cells.yaml", tree);
    if (access(path, R_OK))
        return false;
    values->cells = path;
    return true;
}

/// A pair of meshes that collide and regions that match: small ones, of which a sample has many passes, in an
/// algorithm that computes and one that sorts.
static void add_calibration_cells(struct cd_workloads *workloads)
{
    static const struct cd_workload cells[] = {
        {.scene = "bunny.obj", .query = "pairs", .algo = "obb8", .threads = 1},
        {.scene = "regions:n=5000:alpha=1", .query = "pairs", .algo = "region_sort", .threads = 1}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        cd_workloads_add(workloads, &cells[i]);
}

static enum cd_code choose_cells(struct compare *compare, struct cd_status *status)
{
    struct compare_values *values = compare->values;
    const struct cd_side *sides = compare->comparison.sides;
    bool sides_name_it =
        !values->calibrate && (sides[0].kind == CD_SIDE_ALGO || sides[1].kind == CD_SIDE_ALGO);
    const struct cd_selection_values *one = &values->selection;
    bool typed =
        one->scenes.count || one->algos.count || one->frames.given || one->threads.given || one->seed.given;
    if (one->sets.count)
        return cd_fail(status, CD_USAGE, "--set %s: write it after the algorithm's name, as NAME:%s",
                       one->sets.items[0], one->sets.items[0]);
    if (sides_name_it && one->algos.count)
        return cd_fail(status, CD_USAGE, "the sides name the algorithm; leave out --algo");
    if (values->cells && typed)
        return cd_fail(status, CD_USAGE,
                       "--cells describes the cells completely; leave out the options of a single cell");
    if (!values->cells && !typed && values->calibrate) {
        add_calibration_cells(&compare->workloads);
        return CD_OK;
    }
    bool of_tree = sides[0].kind != CD_SIDE_PLUGIN && sides[1].kind != CD_SIDE_PLUGIN && !sides_name_it;
    if (values->cells || (!typed && of_tree && find_cells_of_tree(values)))
        return cd_workloads_read(values->cells, sides_name_it, &compare->workloads, status);
    return add_typed_cells(compare, sides_name_it, status);
}

/// Older sides do not know the option, so they get it only when the user gave it.
static void pass_on_patience(struct compare *compare)
{
    double seconds = compare->values->selection.hang_after;
    for (size_t i = 0; i < compare->workloads.count && seconds != CD_HANG_SECONDS; i++)
        compare->workloads.items[i].hang_after = seconds;
}

static enum cd_code check_values(const struct compare *compare, struct cd_status *status)
{
    const struct compare_values *values = compare->values;
    size_t sides = compare->operands->count;
    if (values->calibrate && sides)
        return cd_fail(status, CD_USAGE, "--calibrate compares this program with itself; leave out %s",
                       compare->operands->items[0]);
    if (values->calibrate && values->files[BENCHMARK])
        return cd_fail(
            status, CD_USAGE,
            "--calibrate compares each cell many times, and --benchmark-json has one time of each; "
            "leave it out");
    if (!values->calibrate && (values->comparisons.given || values->no_store))
        return cd_fail(status, CD_USAGE, "--comparisons and --no-store belong to --calibrate");
    if (!values->calibrate && sides != 2)
        return cd_fail(status, CD_USAGE,
                       "compare takes two sides, A and B, each build:PATH, rev:REVISION, "
                       "algo:NAME[:key=value...] or plugin:FILE; %zu given",
                       sides);
    return CD_OK;
}

static enum cd_code choose_sides(struct compare *compare, struct cd_status *status)
{
    struct cd_side *sides = compare->comparison.sides;
    if (compare->values->calibrate)
        return cd_side_parse("algo:itself", &sides[0], status);
    enum cd_code code = cd_side_parse(compare->operands->items[0], &sides[0], status);
    return code ? code : cd_side_parse(compare->operands->items[1], &sides[1], status);
}

// ---- its files --------------------------------------------------------------------------------------------

static cd_comparison_writer *const writers[FILES] = {
    [JSON] = cd_write_comparison_json,           [CSV] = cd_write_comparison_csv,
    [SAMPLES] = cd_write_comparison_samples,     [MARKDOWN] = cd_write_comparison_markdown,
    [BENCHMARK] = cd_write_comparison_benchmark,
};

static size_t count_to_stdout(const struct compare *compare)
{
    size_t count = 0;
    for (size_t i = 0; i < FILES; i++)
        count += cd_is_stdout(compare->values->files[i]);
    return count;
}

/// Checks before the work begins whether its results can be written.
static enum cd_code open_outputs(struct compare *compare, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (count_to_stdout(compare) > 1)
        return cd_fail(status, CD_USAGE, "only one file can be the standard output; name the others");
    for (size_t i = 0; i < FILES && !code; i++)
        code = cd_output_open_option(compare->values->files[i], &compare->outputs[i], status);
    return code;
}

/// Writes the files and moves them to their final names, all or none. `code` and `status` are the verdict. Returns
/// the verdict, or what went wrong.
static enum cd_code write_outputs(struct compare *compare, const struct cd_table *cells, enum cd_code code,
                                  struct cd_status *status)
{
    json_t *circumstances = json_copy(compare->record.facts);
    struct cd_comparison_record record = {&compare->comparison, cells, circumstances, code,
                                          code ? status->text : ""};
    for (size_t i = 0; i < FILES; i++)
        if (compare->outputs[i])
            writers[i](&record, cd_output_stream(compare->outputs[i]));
    json_decref(circumstances);
    enum cd_code written = cd_outputs_commit(compare->outputs, FILES, CD_OK, status);
    return written ? written : code;
}

// ---- the command ------------------------------------------------------------------------------------------

/// Says how long the samples take at least, if that is more than a minute and nothing limits it.
static void tell_length(struct compare *compare, size_t cells)
{
    const struct cd_sampling_plan *plan = &compare->values->plan.sampling;
    double seconds = 2 * plan->sample_seconds * (double)(plan->pairs * cells);
    char text[32];
    cd_show_duration(seconds, text, sizeof text);
    if (seconds > 60 && !isfinite(plan->seconds))
        cd_tell(note_warning, compare, "the samples take at least %s; --budget limits the time", text);
}

/// Warns of what disturbs times, then compares. From here on, finished results are kept.
static enum cd_code take_samples(struct compare *compare, struct cd_status *status)
{
    const struct compare_values *values = compare->values;
    size_t most = values->comparisons.given                 ? values->comparisons.value
                  : isfinite(values->plan.sampling.seconds) ? MAX_COMPARISONS
                                                            : DEFAULT_COMPARISONS;
    unsigned threads = 1;
    for (size_t i = 0; i < compare->workloads.count; i++)
        if (compare->workloads.items[i].threads > threads)
            threads = compare->workloads.items[i].threads;
    cd_fingerprint_warnings(threads, note_warning, compare);
    tell_length(compare, values->calibrate ? most : compare->workloads.count);
    cd_interrupt_defer(true);
    return values->calibrate ? cd_compare_with_itself(&compare->comparison, most, status)
                             : cd_compare_sides(&compare->comparison, status);
}

static void print(const struct compare *compare, const struct cd_table *cells, const char *kept)
{
    if (compare->values->quiet || count_to_stdout(compare))
        return;
    if (!compare->values->calibrate) {
        cd_print_comparison(stdout, &compare->comparison, cd_wants_colour(stdout));
        return;
    }
    cd_print_calibration(&compare->comparison, cells, stdout);
    if (*kept)
        printf("%s.\n", kept);
}

/// Prints and writes the comparison, keeps a calibration that was not interrupted, and returns how the command ended.
static enum cd_code report(struct compare *compare, struct cd_status *status)
{
    const struct cd_comparison *comparison = &compare->comparison;
    char kept[CD_QUOTE_BYTES] = "";
    struct cd_status keeping;
    struct cd_table *cells = cd_comparison_table(comparison, compare->record.started);
    enum cd_code code = cd_comparison_verdict(comparison, status);
    cd_interrupt_write();
    if (!code && comparison->of_itself && !compare->values->no_store &&
        (code = cd_calibration_keep(cells, kept, &keeping)))
        *status = keeping;
    if (comparison->count)
        code = write_outputs(compare, cells, code, status);
    if (comparison->count)
        print(compare, cells, kept);
    cd_table_destroy(cells);
    return code;
}

static enum cd_code compare_all(struct compare *compare, struct cd_status *status)
{
    char quote[CD_QUOTE_BYTES];
    enum cd_code code = check_values(compare, status);
    if (!code)
        code = choose_sides(compare, status);
    if (!code)
        code = choose_cells(compare, status);
    pass_on_patience(compare);
    if (!code)
        code = open_outputs(compare, status);
    if (code)
        return code;
    cd_calibration_quote(compare->comparison.plan, quote);
    compare->comparison.calibration = quote;
    code = take_samples(compare, status);
    return code ? code : report(compare, status);
}

static enum cd_code compare_run(const struct cd_call *call, struct cd_status *status)
{
    struct compare_values *values = call->values;
    struct compare compare = {
        .values = values,
        .operands = &call->operands,
        .record = cd_run_record_begin(call->argc, call->argv),
    };
    struct cd_progress *progress = cd_progress_create(!values->quiet && isatty(STDERR_FILENO));
    compare.comparison =
        (struct cd_comparison){.workloads = &compare.workloads, .plan = &values->plan, .progress = progress};
    values->plan.sampling.pairs = values->pairs.value;
    if (isfinite(values->plan.sampling.seconds) &&
        !values->calibrate) // the time left over pays for a second decision
        values->plan.rule = cd_rule_of_looks(values->plan.rule, 2);
    values->plan.plugins = &values->selection.plugins;
    values->plan.warn = note_warning;
    values->plan.user = &compare;
    enum cd_code code = compare_all(&compare, status);
    for (size_t i = 0; i < FILES; i++)
        cd_output_abort(compare.outputs[i]);
    cd_run_record_release(&compare.record);
    cd_comparison_release(&compare.comparison);
    cd_workloads_release(&compare.workloads);
    cd_progress_destroy(progress);
    return code;
}

const struct cd_command cd_command_compare = {
    .name = "compare",
    .title = "tell whether B is faster or slower than A",
    .operands = "A B | --calibrate",
    .common = cd_selection_options,
    .options = compare_options,
    .notes =
        "A and B are build:PATH, rev:REVISION, algo:NAME[:key=value...] of this build, or plugin:FILE, "
        "which\n"
        "this build loads for that side alone (--plugin: for both). Answers are compared first; then fresh\n"
        "processes of both sides take turns. Exit codes: 0 nothing is slower, 1 something is, 2 wrong or\n"
        "different answers, 3 inconclusive, 4 something is missing. --calibrate measures, in five to ten\n"
        "minutes, how far this can be trusted on this machine. Examples:\n"
        "\n"
        "  cdbench compare algo:obb8 algo:rapid --scene bunny.obj\n"
        "  cdbench compare rev:HEAD~1 rev:HEAD --scene bunny.obj --algo obb8\n"
        "  cdbench compare build:old build:new --cells results/cells.yaml --budget 5m\n"
        "  cdbench compare plugin:./old.so plugin:./new.so --algo mine --scene bunny.obj\n"
        "  cdbench compare --calibrate --budget 30m\n",
    .values = &(struct compare_values){.selection = CD_SELECTION_VALUES,
                                       .pairs = {.value = CD_DEFAULT_PAIRS},
                                       .plan = {.sampling = {.seconds = INFINITY,
                                                             .sample_seconds = CD_SAMPLE_SECONDS},
                                                .rule = CD_DEFAULT_RULE}},
    .run = compare_run,
};
