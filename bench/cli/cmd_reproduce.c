// `cdbench reproduce`: runs the experiments of papers and judges the papers' claims by what the experiments measure.
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/program_file.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/cli/scripts.h"
#include "bench/harness/measure.h"
#include "bench/papers/added_series.h"
#include "bench/papers/experiment.h"
#include "bench/papers/groups.h"
#include "bench/papers/interpretations.h"
#include "bench/papers/ledger.h"
#include "bench/papers/measurements.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"
#ifdef CD_MPI
#include "bench/ranks/ranks.h"
#endif

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reproduce_values {
    bool quick, full, paper, interpretations, resume, list, json, no_cache, no_figures, quiet;
    struct cd_number sessions;
    struct cd_texts algos, plugins;
    double hang_after, within;
    const char *results;
};

static const struct cd_option reproduce_options[] = {
    {"quick", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, quick), 0, 0,
     "minutes for a whole paper on two cores (the default)"},
    {"full", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, full), 0, 0,
     "the paper's sizes and larger ones: hours"},
    {"paper", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, paper), 0, 0,
     "only the paper's own experiments and series, at its sizes; at the quick size where it names none"},
    {"interpretations", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, interpretations), 0, 0,
     "judge the claims under each interpretation that the paper's text allows"},
    {"sessions", CD_OPTION_NUMBER, "N", offsetof(struct reproduce_values, sessions), 1, CD_SESSIONS_MAX,
     "measure everything N times, each time in a fresh process and in another order; the intervals then "
     "include the differences between processes (1)"},
    {"within", CD_OPTION_SECONDS, "TIME", offsetof(struct reproduce_values, within), 0.01, CD_NO_TIME_LIMIT,
     "begin no further part of an experiment when it has taken so long, as 60s or 5m; its other rows have no "
     "times, and --resume measures them"},
    {"resume", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, resume), 0, 0,
     "continue an interrupted run; run again only what failed"},
    {"algo", CD_OPTION_LIST, "NAME[:key=value...]", offsetof(struct reproduce_values, algos), 0, 0,
     "add your algorithm as a series to the experiments that it fits; only these are run, no claim uses "
     "it, and its results go to DIR/own/"},
    {"plugin", CD_OPTION_LIST, "FILE", offsetof(struct reproduce_values, plugins), 0, 0,
     "load algorithms from a shared object, such as ./mine.so"},
    CD_HANG_OPTION(struct reproduce_values),
    {"results", CD_OPTION_TEXT, "DIR", offsetof(struct reproduce_values, results), 0, 0,
     "where the results go, in folders KEY/EXPERIMENT (results/local)"},
    {"no-figures", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, no_figures), 0, 0,
     "draw no figures"},
    {"no-cache", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, no_cache), 0, 0,
     "neither use nor store the oracle's answers in the cache folder"},
    {"list", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, list), 0, 0,
     "list the experiments of all papers, or of those named; run none"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, json), 0, 0, "print the list as JSON"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct reproduce_values, quiet), 0, 0,
     "no table, no progress, no warnings"},
    CD_OPTION_END,
};

/// What may be wrong with an experiment. The first one outweighs the second.
enum { WRONG, LACKING, SKIPPED, TROUBLES };

/// How many experiments have this trouble, and what the first of them says.
struct trouble {
    size_t count;
    struct cd_status first;
};

struct reproduction {
    struct reproduce_values *values;
    const struct cd_call *call;
    struct cd_experiment_plan plan; ///< of every experiment
    struct cd_selection own;        ///< what --algo names
    struct cd_texts own_results;    ///< the folder for `own`, if there is one
    size_t left_out;                ///< experiments that `own` does not fit
    size_t paper_count, count, capacity;
    struct cd_paper **papers;
    const struct cd_experiment **experiments; ///< that the operands name, each once
    struct cd_texts warned;                   ///< the warnings given so far
    struct cd_texts drawn;                    ///< KEY/EXPERIMENT of those whose figures are to be drawn
    struct trouble troubles[TROUBLES];        ///< what went wrong without stopping the run
};

/// Gives a warning once, however often there is a reason for it.
static void warn(void *user, const char *line)
{
    struct reproduction *reproduction = user;
    if (reproduction->values->quiet || !cd_texts_add_new(&reproduction->warned, line))
        return;
    cd_progress_clear(reproduction->plan.progress);
    cd_print_warning(line);
}

// ---- what to run ------------------------------------------------------------------------------------------

static void add_experiment(struct reproduction *reproduction, const struct cd_experiment *experiment)
{
    for (size_t i = 0; i < reproduction->count; i++)
        if (reproduction->experiments[i] == experiment)
            return;
    reproduction->experiments = cd_grow(reproduction->experiments, reproduction->count,
                                        &reproduction->capacity, sizeof *reproduction->experiments);
    reproduction->experiments[reproduction->count++] = experiment;
}

/// Reads the algorithms that become series. Their rows do not mix with those of the papers alone.
static enum cd_code choose_own(struct reproduction *reproduction, struct cd_status *status)
{
    static const struct cd_texts none;
    struct reproduce_values *values = reproduction->values;
    if (!values->algos.count)
        return CD_OK;
    cd_texts_print(&reproduction->own_results, "%s/own", reproduction->plan.folder);
    reproduction->plan.folder = reproduction->own_results.items[0];
    return cd_select_algos(&values->plugins, &values->algos, &none, &reproduction->own, status);
}

static enum cd_code open_paper(struct reproduction *reproduction, const char *key, struct cd_paper **paper,
                               struct cd_status *status)
{
    enum cd_code code = cd_paper_open(key, paper, status);
    if (code)
        return code;
    reproduction->papers[reproduction->paper_count++] = *paper;
    for (size_t i = 0; i < reproduction->own.choice_count; i++)
        cd_paper_add_series(*paper, &reproduction->own.choices[i]);
    return CD_OK;
}

/// Takes an operand "KEY" or "KEY/EXPERIMENT". A paper is read when it is first named.
static enum cd_code choose(struct reproduction *reproduction, const char *operand, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    struct cd_paper *paper = NULL;
    const struct cd_experiment *only = NULL;
    const char *suffix = strrchr(operand, '.');
    if (*operand == '/' || *operand == '.' || (suffix && !strcmp(suffix, ".yaml")))
        return cd_fail(
            status, CD_USAGE,
            "%s: name a paper by its key, not by its file; `cdbench reproduce --list` shows the keys "
            "of the papers in papers/ and in the folders of CDBENCH_PAPERS",
            operand);
    char *key = cd_duplicate(operand), *id = key;
    strsep(&id, "/");
    for (size_t i = 0; i < reproduction->paper_count && !paper; i++)
        if (!strcmp(reproduction->papers[i]->key, key))
            paper = reproduction->papers[i];
    if (!paper)
        code = open_paper(reproduction, key, &paper, status);
    if (!code && id)
        code = cd_paper_experiment(paper, id, &only, status);
    for (size_t i = 0; !code && i < paper->experiment_count; i++) {
        const struct cd_experiment *experiment = &paper->experiments[i];
        if ((only && only != experiment) ||
            (reproduction->plan.size == CD_SIZE_PAPER && !cd_experiment_cells(experiment, CD_SIZE_PAPER)))
            continue;
        if (reproduction->own.choice_count && !cd_has_added_series(experiment))
            reproduction->left_out++;
        else
            add_experiment(reproduction, experiment);
    }
    cd_free(key);
    return code;
}

/// Says how many experiments are not run because no algorithm of --algo can be a series there. Fails if no experiment
/// is left.
static enum cd_code tell_left_out(struct reproduction *reproduction, struct cd_status *status)
{
    static const char *const kinds[] = {"nothing", "bodies", "regions", "bodies and regions"};
    const struct cd_choice *own = reproduction->own.choices;
    size_t count = reproduction->left_out;
    char line[400];
    if (count && !reproduction->count)
        return cd_fail(status, CD_USAGE,
                       "%s: nothing there measures algorithms like %s, which takes %s; name another paper or "
                       "experiment (`cdbench reproduce --list`)",
                       reproduction->call->operands.items[0], own->typed, kinds[own->description.takes & 3]);
    if (!count || reproduction->plan.session)
        return CD_OK;
    snprintf(line, sizeof line, "%zu experiment%s of those named %s not run: %.200s cannot be a series there",
             count, cd_plural(count), count == 1 ? "is" : "are", own->typed);
    warn(reproduction, line);
    return CD_OK;
}

static enum cd_code choose_all(struct reproduction *reproduction, struct cd_status *status)
{
    enum cd_code code = choose_own(reproduction, status);
    if (code)
        return code;
    if (!reproduction->call->operands.count)
        return cd_fail(status, CD_USAGE,
                       "no paper; name one, or KEY/EXPERIMENT: `cdbench reproduce --list` "
                       "shows them");
    reproduction->papers = cd_allocate(reproduction->call->operands.count, sizeof *reproduction->papers);
    for (size_t i = 0; i < reproduction->call->operands.count && !code; i++)
        code = choose(reproduction, reproduction->call->operands.items[i], status);
    if (!code)
        code = tell_left_out(reproduction, status);
    if (!code && !reproduction->count)
        return cd_fail(status, CD_USAGE, "%s: nothing there is the paper's own; leave out --paper",
                       reproduction->call->operands.items[0]);
    return code;
}

static enum cd_code check_values(const struct reproduce_values *values, struct cd_status *status)
{
    if (values->quick + values->full + values->paper + values->interpretations > 1)
        return cd_fail(status, CD_USAGE, "--quick, --full, --paper and --interpretations: give one of them");
    if (values->plugins.count && !values->algos.count)
        return cd_fail(status, CD_USAGE, "--plugin %s: name by --algo what of it becomes a series",
                       values->plugins.items[0]);
    if (values->algos.count && (values->list || values->interpretations))
        return cd_fail(
            status, CD_USAGE,
            "--algo %s is for figures; leave out --list and --interpretations, which are about the "
            "paper alone",
            values->algos.items[0]);
#ifdef CD_MPI
    if (values->sessions.value > 1 && cd_ranks_count() > 1)
        return cd_fail(status, CD_USAGE,
                       "--sessions %u restarts the program, which MPI ranks cannot do; leave it out",
                       (unsigned)values->sessions.value);
#endif
    if (values->within > 0 && values->sessions.value > 1)
        return cd_fail(status, CD_USAGE,
                       "--within is for one session; leave out --sessions, or run them one after the other");
    if (values->within > 0 && (values->interpretations || values->list))
        return cd_fail(status, CD_USAGE, "--within is for a run; leave out --interpretations and --list");
    if (values->json && !values->list)
        return cd_fail(status, CD_USAGE, "--json goes with --list; a run writes its results to files");
    return CD_OK;
}

// ---- running ----------------------------------------------------------------------------------------------

/// Notes the exit code for the end, and its reason.
static void note_outcome(void *user, const struct cd_experiment *experiment,
                         const struct cd_experiment_outcome *outcome)
{
    struct reproduction *reproduction = user;
    if (!cd_is_last_session(&reproduction->plan))
        return; // the last session counts what is measured
    bool skipped = outcome->skipped && !outcome->measured;
    bool nothing = !outcome->measured && outcome->groups && !outcome->wrong && !skipped;
    const bool has[TROUBLES] = {outcome->wrong, outcome->broken || nothing, skipped};
    for (int i = 0; i < TROUBLES; i++)
        if (has[i] && !reproduction->troubles[i].count++)
            cd_fail(&reproduction->troubles[i].first, i == WRONG ? CD_WRONG : CD_ENVIRONMENT, "%s/%s%s%s",
                    experiment->paper->key, i == SKIPPED ? "" : experiment->id, i == SKIPPED ? "" : ": ",
                    outcome->reason);
}

static void tell_outcome(const struct reproduction *reproduction, const struct cd_experiment *experiment,
                         const struct cd_experiment_outcome *outcome)
{
    const struct cd_experiment_plan *plan = &reproduction->plan;
    const char *key = experiment->paper->key, *id = experiment->id;
    if (reproduction->values->quiet)
        return;
    if (outcome->skipped && !outcome->measured) {
        printf("%s/%s: skipped\n", key, id);
        return;
    }
    size_t rows = cd_experiment_cells(experiment, plan->size);
    printf("%s/%s: %zu row%s, %s", key, id, rows, cd_plural(rows), cd_size_names[plan->size]);
    if (outcome->reused)
        printf(", %zu of %zu parts from an earlier run", outcome->reused, outcome->groups);
    if (outcome->failed)
        printf(", %zu of %zu parts not finished", outcome->failed, outcome->groups);
    printf("; %s/%s/%s/\n", cd_shown_text(plan->folder).text, key, id);
    fflush(stdout);
}

static enum cd_code run_experiment(struct reproduction *reproduction, const struct cd_experiment *experiment,
                                   struct cd_status *status)
{
    struct cd_experiment_outcome outcome = {0};
    enum cd_code code = cd_experiment_run(experiment, &reproduction->plan, &outcome, status);
    if (code || !cd_is_last_session(&reproduction->plan))
        return code;
    note_outcome(reproduction, experiment, &outcome);
    if (outcome.measured && experiment->figure_count)
        cd_texts_print(&reproduction->drawn, "%s/%s", experiment->paper->key, experiment->id);
    tell_outcome(reproduction, experiment, &outcome);
    return CD_OK;
}

/// Draws the figures of what was measured. What keeps them from being drawn does not make the run fail.
static enum cd_code draw_figures(struct reproduction *reproduction, struct cd_status *status)
{
    struct cd_progress *progress = reproduction->plan.progress;
    struct cd_texts words = {0};
    struct cd_status failure;
    if (!reproduction->drawn.count || reproduction->values->no_figures)
        return CD_OK;
    cd_texts_print(&words, "--quiet");
    cd_texts_print(&words, "--results=%s", reproduction->plan.folder);
    cd_texts_print(&words, "--");
    for (size_t i = 0; i < reproduction->drawn.count; i++)
        cd_texts_print(&words, "%s", reproduction->drawn.items[i]);
    cd_progress_step(progress, "drawing figures", 0);
    cd_progress_advance(progress, 0);
    enum cd_code code = cd_script_run("figures", &words, progress, &failure);
    cd_progress_clear(progress);
    cd_texts_free(&words);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code,
                       "interrupted; everything is measured, and `cdbench plot` draws the figures");
    if (code)
        cd_tell(warn, reproduction, "no figures: %s", failure.text);
    return CD_OK;
}

static enum cd_code find_failure(const struct reproduction *reproduction, struct cd_status *status)
{
    // A missing program is not a failure as long as there is something else to run.
    bool all_skipped = reproduction->troubles[SKIPPED].count == reproduction->count;
    for (int i = 0; i < (all_skipped ? TROUBLES : SKIPPED); i++) {
        const struct trouble *trouble = &reproduction->troubles[i];
        if (trouble->count == 1)
            return cd_fail(status, trouble->first.code, "%s", trouble->first.text);
        if (trouble->count)
            return cd_fail(status, trouble->first.code, "%s (and %zu more like this)", trouble->first.text,
                           trouble->count - 1);
    }
    return CD_OK;
}

// ---- interpretations --------------------------------------------------------------------------------------

static void print_interpretations(const struct cd_paper *paper, const struct cd_table *outcomes)
{
    int width = cd_terminal_width(stdout);
    double count = 1;
    for (size_t row = 0; row < outcomes->row_count; row++)
        count = fmax(count, cd_table_real(outcomes, row, "case"));
    printf("%s: %.0f cases: the first interpretations, each other one alone, and pairs\n", paper->key, count);
    for (size_t i = 0; i < paper->claim_count; i++) {
        char *text = cd_claim_interpretations_text(paper, outcomes, &paper->claims[i], NULL);
        int column = text ? printf("  %-9s ", paper->claims[i].id) : 0;
        if (text)
            cd_print_wrapped(stdout, text, column, 12, width);
        cd_free(text);
    }
}

static enum cd_code run_interpretations(struct reproduction *reproduction, const struct cd_paper *paper,
                                        struct cd_status *status)
{
    struct cd_table *outcomes = NULL;
    const struct reproduce_values *values = reproduction->values;
    const struct cd_experiment_plan *plan = &reproduction->plan;
    enum cd_code code = cd_interpretations_run(paper, plan, note_outcome, status);
    cd_progress_clear(plan->progress);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "interrupted; --interpretations --resume goes on from there");
    if (!cd_is_last_session(plan))
        return code;
    if (!code)
        cd_texts_print(&reproduction->drawn, "%s/interpretations", paper->key);
    if (!code)
        code = cd_interpretations_load(paper, plan->folder, &outcomes, status);
    if (!code && !values->quiet) {
        print_interpretations(paper, outcomes);
        printf("%s/%s/interpretations/\n", cd_shown_text(plan->folder).text, paper->key);
    }
    cd_table_destroy(outcomes);
    return code;
}

static enum cd_code run_all_interpretations(struct reproduction *reproduction, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < reproduction->call->operands.count; i++)
        if (strchr(reproduction->call->operands.items[i], '/'))
            return cd_fail(status, CD_USAGE,
                           "%s: --interpretations takes whole papers; leave out the experiment",
                           reproduction->call->operands.items[i]);
    for (size_t i = 0; i < reproduction->paper_count; i++)
        if (!reproduction->papers[i]->question_count || !reproduction->papers[i]->claim_count)
            return cd_fail(status, CD_USAGE, "%s: its file has no %s:; leave out --interpretations",
                           reproduction->papers[i]->key,
                           reproduction->papers[i]->question_count ? "claims" : "interpretations");
    if (!reproduction->plan.session)
        cd_fingerprint_warnings(1, warn, reproduction);
    cd_interrupt_defer(true); // what is finished is kept
    for (size_t i = 0; i < reproduction->paper_count && !code; i++)
        code = run_interpretations(reproduction, reproduction->papers[i], status);
    if (!code)
        code = draw_figures(reproduction, status);
    return code ? code : find_failure(reproduction, status);
}

// ---- claims -----------------------------------------------------------------------------------------------

static size_t count_run(const struct reproduction *reproduction, const struct cd_paper *paper)
{
    size_t count = 0;
    for (size_t i = 0; i < reproduction->count; i++)
        count += reproduction->experiments[i]->paper == paper;
    return count;
}

/// True when a check of the claim reads what this run measured.
static bool concerns(const struct reproduction *reproduction, const struct cd_paper *paper,
                     const struct cd_claim *claim)
{
    for (size_t i = 0; i < reproduction->count; i++)
        for (size_t k = 0; k < claim->check_count && reproduction->experiments[i]->paper == paper; k++)
            if (!strcmp(claim->checks[k].experiment, reproduction->experiments[i]->id))
                return true;
    return false;
}

/// The claims that this run was about. These are all claims when it ran the whole paper.
static void print_claims(const struct reproduction *reproduction, const struct cd_ledger *ledger)
{
    size_t run = count_run(reproduction, ledger->paper);
    struct cd_ledger shown = *ledger;
    shown.results = cd_allocate(ledger->count, sizeof *shown.results);
    shown.count = 0;
    for (size_t i = 0; i < ledger->count; i++)
        if (run == ledger->paper->experiment_count ||
            concerns(reproduction, ledger->paper, ledger->results[i].claim))
            shown.results[shown.count++] = ledger->results[i];
    shown.numbers = cd_allocate(ledger->number_count, sizeof *shown.numbers);
    shown.number_count = 0;
    for (size_t i = 0; i < ledger->number_count; i++)
        for (size_t k = 0; k < reproduction->count; k++)
            if (reproduction->experiments[k] == ledger->numbers[i].experiment)
                shown.numbers[shown.number_count++] = ledger->numbers[i];
    if (shown.count || shown.number_count) {
        putchar('\n');
        cd_ledger_print(&shown, stdout, (unsigned)cd_terminal_width(stdout));
    }
    cd_free(shown.results);
    cd_free(shown.numbers);
}

static enum cd_code judge_claims(struct reproduction *reproduction, const struct cd_paper *paper,
                                 struct cd_status *status)
{
    char path[PATH_MAX];
    const char *folder = reproduction->plan.folder;
    struct cd_ledger ledger = {0};
    if (!paper->claim_count || !count_run(reproduction, paper))
        return CD_OK;
    cd_ledger_tell_unrecorded(paper, folder, warn, reproduction);
    enum cd_code code = cd_ledger_make(paper, folder, &ledger, status);
    if (!code && !reproduction->values->quiet)
        print_claims(reproduction, &ledger);
    int length = snprintf(path, sizeof path, "%s/%s/claims.csv", folder, paper->key);
    if (!code && (length < 0 || length >= PATH_MAX))
        code = cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", folder);
    if (!code)
        code = cd_ledger_save(&ledger, 1, path, status);
    if (!code && !reproduction->values->quiet)
        printf("Claims: %s\n", cd_shown_text(path).text);
    cd_ledger_release(&ledger);
    return code;
}

// ---- the list ---------------------------------------------------------------------------------------------

/// The least number of columns for a title next to the description of its experiment.
enum { NARROWEST_TITLE = 20 };

static void print_paper(const struct cd_paper *paper)
{
    char text[1200];
    int width = cd_terminal_width(stdout);
    printf("%s\n", paper->key);
    snprintf(text, sizeof text, "%s: %s. %s", paper->authors, paper->title, paper->published);
    fputs("  ", stdout);
    cd_print_wrapped(stdout, text, 2, 2, width);
    int ids = 0, sources = 0;
    for (size_t i = 0; i < paper->experiment_count; i++) {
        int id = (int)strlen(paper->experiments[i].id), source = (int)strlen(paper->experiments[i].source);
        ids = id > ids ? id : ids;
        sources = source > sources ? source : sources;
    }
    printf("  %*s rows: quick   full  paper  minutes\n", ids + sources + 2 - 5, "");
    double total = 0;
    for (size_t i = 0; i < paper->experiment_count; i++) {
        const struct cd_experiment *experiment = &paper->experiments[i];
        double minutes = cd_measured_minutes("*", experiment);
        char shown[20] = "-";
        if (!isnan(minutes)) {
            snprintf(shown, sizeof shown, "%.1f", minutes);
            total += minutes;
        }
        int column = printf("  %-*s  %-*s  %6zu %6zu %6zu %8s  ", ids, experiment->id, sources,
                            experiment->source, cd_experiment_cells(experiment, CD_SIZE_QUICK),
                            cd_experiment_cells(experiment, CD_SIZE_FULL),
                            cd_experiment_cells(experiment, CD_SIZE_PAPER), shown);
        // If a long source leaves no room, the title gets a line of its own.
        int indent = column <= width - NARROWEST_TITLE ? column : 6;
        cd_print_wrapped(stdout, experiment->title, column, indent, width);
    }
    printf("  %zu claim%s", paper->claim_count, cd_plural(paper->claim_count));
    if (total > 0)
        printf("; the newest --quick in results/ took %.1f minutes", total);
    putchar('\n');
}

static json_t *json_experiment(const struct cd_experiment *experiment)
{
    json_t *series = json_array();
    for (size_t i = 0; i < experiment->series_count; i++)
        json_array_append_new(series, cd_json_text(experiment->series[i].id));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I}", "id", experiment->id, "source",
                     cd_json_text(experiment->source), "title", cd_json_text(experiment->title), "reading",
                     cd_json_text(experiment->reading), "scene", cd_json_text(experiment->scene), "program",
                     cd_json_text(experiment->program), "series", series, "quick_rows",
                     (json_int_t)cd_experiment_cells(experiment, CD_SIZE_QUICK), "full_rows",
                     (json_int_t)cd_experiment_cells(experiment, CD_SIZE_FULL), "paper_rows",
                     (json_int_t)cd_experiment_cells(experiment, CD_SIZE_PAPER));
}

static json_t *json_paper(const struct cd_paper *paper)
{
    json_t *experiments = json_array();
    for (size_t i = 0; i < paper->experiment_count; i++)
        json_array_append_new(experiments, json_experiment(&paper->experiments[i]));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:I, s:o}", "key", paper->key, "title",
                     cd_json_text(paper->title), "authors", cd_json_text(paper->authors), "published",
                     cd_json_text(paper->published), "path", cd_json_text(paper->path), "claims",
                     (json_int_t)paper->claim_count, "experiments", experiments);
}

static enum cd_code list_paper(const char *key, json_t *array, struct cd_status *status)
{
    struct cd_paper *paper;
    enum cd_code code = cd_paper_open(key, &paper, status);
    if (code)
        return code;
    if (array)
        json_array_append_new(array, json_paper(paper));
    else
        print_paper(paper);
    cd_paper_free(paper);
    return CD_OK;
}

/// Prints the papers with these keys ("KEY/EXPERIMENT" means its paper), or all papers, as text or as JSON. Leaves out
/// papers that cannot be read, and then fails with the failure of the first of these.
static enum cd_code list_all(const struct cd_texts *keys, bool json, struct cd_status *status)
{
    struct cd_paper_list all = {0};
    enum cd_code first = keys->count ? CD_OK : cd_papers_find(&all, status);
    if (first)
        return first;
    json_t *array = json ? json_array() : NULL, *root = json_pack("{s:o*}", "papers", array);
    for (size_t i = 0; i < keys->count + all.count; i++) {
        struct cd_status inner;
        char *key = cd_duplicate(i < keys->count ? keys->items[i] : all.items[i - keys->count].key);
        key[strcspn(key, "/")] = 0;
        enum cd_code code = list_paper(key, array, &inner);
        cd_free(key);
        if (code && !first)
            first = cd_fail(status, code, "%s", inner.text);
    }
    if (json)
        cd_write_json(root, stdout);
    json_decref(root);
    cd_papers_release(&all);
    return first;
}

// ---- the command ------------------------------------------------------------------------------------------

static enum cd_code run_all(struct reproduction *reproduction, struct cd_status *status)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < reproduction->count; i++)
        cells += cd_experiment_cells(reproduction->experiments[i], reproduction->plan.size);
    cd_progress_whole(reproduction->plan.progress, cells);
    if (!reproduction->plan.session)
        cd_fingerprint_warnings(1, warn, reproduction);
    cd_interrupt_defer(true); // what is finished is kept
    size_t done = 0;
    enum cd_code code = CD_OK;
    for (; done < reproduction->count && !code; done += !code)
        code = run_experiment(reproduction, reproduction->experiments[done], status);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code,
                       "interrupted; %zu of %zu experiments are finished, and --resume goes on from there",
                       done, reproduction->count);
    if (!cd_is_last_session(&reproduction->plan))
        return code;
    if (!code)
        code = draw_figures(reproduction, status);
    for (size_t i = 0; i < reproduction->paper_count && !code; i++)
        code = judge_claims(reproduction, reproduction->papers[i], status);
    return code ? code : find_failure(reproduction, status);
}

/// Tells this program which session to measure when it starts again.
#define SESSION "CDBENCH_SESSION"

/// The number of the session that this process is to measure, from 0.
static unsigned read_session(const struct reproduce_values *values)
{
    uint64_t number;
    const char *text = getenv(SESSION);
    bool given = text && cd_parse_unsigned(text, &number) && number < values->sessions.value;
    return given ? (unsigned)number : 0;
}

/// Goes on with the next session in a new process: the program starts again, with other addresses. Returns only if
/// that fails.
static enum cd_code start_next_session(const struct reproduction *reproduction, struct cd_status *status)
{
    char number[20];
    const struct cd_call *call = reproduction->call;
    char **words = cd_allocate((size_t)call->argc + 2, sizeof *words);
    words[0] = "cdbench";
    memcpy(words + 1, call->argv, (size_t)call->argc * sizeof *words);
    snprintf(number, sizeof number, "%u", reproduction->plan.session + 1);
    cd_interrupt_hold(); // until the next process has its handlers
    enum cd_code code = cd_flush_stdout(status);
    if (!code && cd_interrupted())
        code = cd_fail(status, CD_INTERRUPTED, "interrupted; --resume goes on from there");
    if (!code && !setenv(SESSION, number, 1))
        cd_program_restart(words);
    cd_free(words);
    return code ? code
                : cd_fail(status, CD_ENVIRONMENT,
                          "cannot restart the program for the next session; run cdbench directly, not "
                          "through ld.so");
}

static void release(struct reproduction *reproduction)
{
    for (size_t i = 0; i < reproduction->paper_count; i++)
        cd_paper_free(reproduction->papers[i]);
    cd_free(reproduction->papers);
    cd_free(reproduction->experiments);
    cd_selection_release(&reproduction->own);
    cd_texts_free(&reproduction->own_results);
    cd_texts_free(&reproduction->warned);
    cd_texts_free(&reproduction->drawn);
    cd_progress_destroy(reproduction->plan.progress);
}

static enum cd_code run_reproduce(const struct cd_call *call, struct cd_status *status)
{
    struct reproduce_values *values = call->values;
    struct reproduction reproduction = {
        .values = values,
        .call = call,
    };
    reproduction.plan = (struct cd_experiment_plan){
        .size = values->full    ? CD_SIZE_FULL
                : values->paper ? CD_SIZE_PAPER
                                : CD_SIZE_QUICK,
        .folder = values->results,
        .sessions = (unsigned)values->sessions.value,
        .session = read_session(values),
        .resume = values->resume,
        .within_seconds = values->within,
        .oracle_cache = !values->no_cache,
        .plugins = &values->plugins,
        .argc = call->argc,
        .argv = call->argv,
        .progress = cd_progress_create(!values->quiet && isatty(STDERR_FILENO)),
        .warn = warn,
        .user = &reproduction,
    };
    cd_forked_set_patience(values->hang_after);
    enum cd_code code = check_values(values, status);
    if (!code && values->list) {
        code = list_all(&call->operands, values->json, status);
    } else if (!code) {
        code = choose_all(&reproduction, status);
        if (!code && !(code = cd_folder_prepare(reproduction.plan.folder, status)))
            code = (values->interpretations ? run_all_interpretations : run_all)(&reproduction, status);
        if (!code && !cd_is_last_session(&reproduction.plan))
            code = start_next_session(&reproduction, status);
    }
    release(&reproduction);
    return code;
}

const struct cd_command cd_command_reproduce = {
    .name = "reproduce",
    .title = "run the experiments of a paper and judge what it claims",
    .operands = "KEY[/EXPERIMENT]...",
    .options = reproduce_options,
    .notes = "Every experiment leaves its rows, raw times and figures in DIR/KEY/EXPERIMENT/, and "
             "DIR/KEY/claims.csv\n"
             "holds the verdicts. Ctrl-C keeps what is finished. Examples:\n"
             "\n"
             "  cdbench reproduce --list\n"
             "  cdbench reproduce zou2011/fig9\n"
             "  cdbench reproduce zou2011 --full --resume\n"
             "  cdbench reproduce shi2000 --interpretations\n"
             "  cdbench reproduce zou2011 --full --sessions 6\n"
             "  cdbench reproduce liu2016 --plugin ./mine.so --algo mine\n",
    .values = &(struct reproduce_values){.results = "results/local",
                                         .sessions = {.value = 1},
                                         .hang_after = CD_HANG_SECONDS},
    .run = run_reproduce,
};
