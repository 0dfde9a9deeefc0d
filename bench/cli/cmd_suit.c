// `cdbench suit`: which algorithm suits a mesh. Tries all algorithms that take the scene, races the promising ones and
// ranks them.
#include "algos/threads.h"
#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/cli/scripts.h"
#include "bench/harness/measure.h"
#include "bench/record/fingerprint.h"
#include "bench/suit/race.h"
#include "bench/suit/report.h"
#include "bench/suit/trial.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct suit_values {
    struct cd_selection_values selection;
    const char *motion, *csv, *plot;
    double budget;
    bool no_cache, quiet;
};

static const struct cd_option suit_options[] = {
    {"motion", CD_OPTION_TEXT, "NAME[:key=value...]", offsetof(struct suit_values, motion), 0, 0,
     "how the bodies move (the default for that many meshes)"},
    {"budget", CD_OPTION_SECONDS, "TIME", offsetof(struct suit_values, budget), 0.001, CD_NO_TIME_LIMIT,
     "time for all algorithms together, as 10s or 2m (60s); computing the exact answers takes extra time, "
     "once per scene"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct suit_values, csv), 0, 0,
     "write a row per algorithm, ranked; - is standard output, instead of the table"},
    {"plot", CD_OPTION_TEXT, "FILE", offsetof(struct suit_values, plot), 0, 0,
     "draw the times into a file that ends in .svg, .png or .pdf"},
    {"no-cache", CD_OPTION_FLAG, NULL, offsetof(struct suit_values, no_cache), 0, 0,
     "do not read or keep the exact answers in the cache folder"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct suit_values, quiet), 0, 0, "no progress, no warnings"},
    CD_OPTION_END,
};

struct suit {
    struct suit_values *values;
    char *specification;           ///< of the scene
    struct cd_selection selection; ///< grows by the choices with broad phases
    size_t tried_count;            ///< how many of its choices had a trial or are not meant for the scene
    double tried_seconds;          ///< how long the trials took
    struct cd_ranking ranking;     ///< its scene, trials and cells are freed here
    struct cd_progress *progress;
    struct cd_output *csv;
    struct cd_texts warned;
};

static void note_warning(void *user, const char *line)
{
    struct suit *suit = user;
    if (suit->values->quiet ||
        !cd_texts_add_new(&suit->warned, line)) // several trials may have the same reason
        return;
    cd_progress_clear(suit->progress);
    cd_print_warning(line);
}

// ---- what is asked ----------------------------------------------------------------------------------------

/// The meshes of the command line as one scene: "MESH+MESH,motion=...".
static enum cd_code write_specification(struct suit *suit, const struct cd_texts *operands,
                                        struct cd_status *status)
{
    struct suit_values *values = suit->values;
    struct cd_texts *scenes = &values->selection.scenes;
    const struct cd_texts *meshes = operands->count ? operands : scenes;
    size_t bytes;
    if (operands->count && scenes->count)
        return cd_fail(status, CD_USAGE,
                       "--scene %s: suit takes its meshes as words of their own; leave one out",
                       scenes->items[0]);
    if (!meshes->count)
        return cd_fail(status, CD_USAGE, "suit needs a MESH; see `cdbench list scenes`");
    if (scenes->count > 1)
        return cd_fail(status, CD_USAGE, "suit takes one --scene; run it once for each");
    FILE *text = open_memstream(&suit->specification, &bytes);
    CD_ASSERT(text);
    for (size_t i = 0; i < meshes->count; i++)
        fprintf(text, "%s%s", i ? "+" : "", meshes->items[i]);
    if (values->motion)
        fprintf(text, ",motion=%s", values->motion);
    CD_ASSERT(!fclose(text));
    scenes->count = 0;
    cd_texts_add(scenes, suit->specification);
    return CD_OK;
}

/// Checks before the work begins whether its results can be written.
static enum cd_code open_outputs(struct suit *suit, struct cd_status *status)
{
    const struct suit_values *values = suit->values;
    enum cd_code code = cd_output_open_option(values->csv, &suit->csv, status);
    struct cd_output *picture = NULL;
    struct cd_texts check = {0};
    cd_texts_print(&check, "--check");
    if (!code && values->plot)
        code = cd_output_open(values->plot, &picture, status);
    cd_output_abort(picture); // the script writes it
    if (!code && values->plot)
        code = cd_script_run("figures", &check, NULL, status);
    cd_texts_free(&check);
    return code;
}

static enum cd_code select_all(struct suit *suit, const struct cd_texts *operands, struct cd_status *status)
{
    struct cd_selection_values *values = &suit->values->selection;
    const char *plot = suit->values->plot;
    if (plot && fnmatch("?*.svg", plot, 0) && fnmatch("?*.png", plot, 0) && fnmatch("?*.pdf", plot, 0))
        return cd_fail(status, CD_USAGE, "--plot %s: the name has to end in .svg, .png or .pdf", plot);
    enum cd_code code = write_specification(suit, operands, status);
    if (!code && !values->algos.count)
        cd_texts_add(&values->algos, "all");
    if (!code)
        code = cd_select(values, &suit->selection, status);
    if (!code)
        code = cd_selection_load(&suit->selection, 0, &suit->ranking.scene, status);
    return code ? code : open_outputs(suit, status);
}

// ---- trials -----------------------------------------------------------------------------------------------

/// With more bodies than this, the broad phase matters.
enum { MANY_BODIES = 8 };

/// Whether the same choice was tried before under another name. Some presets of papers are such choices.
static bool was_tried(const struct cd_ranking *ranking, const struct cd_choice *choice)
{
    enum { LONGEST = 4096 };
    char texts[2][LONGEST];
    cd_settings_text(choice->settings, true, texts[0], LONGEST);
    for (size_t i = 0; i < ranking->trial_count; i++) {
        const struct cd_choice *other = &ranking->trials[i].choice;
        if (other->algo == choice->algo &&
            !strcmp(texts[0], cd_settings_text(other->settings, true, texts[1], LONGEST)))
            return true;
    }
    return false;
}

static enum cd_code try_choices(struct suit *suit, double seconds, struct cd_status *status)
{
    const struct cd_selection_values *values = &suit->values->selection;
    const struct cd_selection *selection = &suit->selection;
    struct cd_ranking *ranking = &suit->ranking;
    enum cd_query query = (enum cd_query)values->query;
    enum cd_code code = CD_OK;
    ranking->trials =
        cd_reallocate(ranking->trials, suit->tried_count, selection->choice_count, sizeof *ranking->trials);
    cd_progress_step(suit->progress, "trying all", selection->choice_count);
    for (; suit->tried_count < selection->choice_count && !code; suit->tried_count++) {
        const struct cd_choice *choice = &selection->choices[suit->tried_count];
        cd_progress_advance(suit->progress, suit->tried_count);
        if (!cd_choice_is_meant(choice, ranking->scene, query) || was_tried(ranking, choice))
            continue;
        code = cd_trial_run(choice, ranking->scene, query, (unsigned)values->threads.value, seconds,
                            &ranking->trials[ranking->trial_count], status);
        ranking->trial_count += !code;
    }
    cd_progress_clear(suit->progress);
    return code;
}

/// The fastest trial among algorithms for pairs for which the user chose no broad phase. NULL when there is none.
static const struct cd_trial *fastest_trial(const struct cd_ranking *ranking)
{
    const struct cd_trial *best = NULL;
    for (size_t i = 0; i < ranking->trial_count; i++) {
        const struct cd_trial *trial = &ranking->trials[i];
        if (!trial->left_out && trial->choice.algo->pair &&
            cd_setting_is(trial->choice.settings, "broad", "auto") &&
            !cd_setting_is_given(trial->choice.settings, "broad") &&
            (!best || trial->pass_seconds < best->pass_seconds))
            best = trial;
    }
    return best;
}

static enum cd_code try_broad_phases(struct suit *suit, double seconds, struct cd_status *status)
{
    static const char *const phases[] = {"sap", "grid", "octree_boxes", "tree"};
    const struct cd_trial *best = fastest_trial(&suit->ranking);
    enum cd_code code = CD_OK;
    for (size_t i = 0; best && i < sizeof phases / sizeof *phases && !code; i++) {
        char name[300];
        snprintf(name, sizeof name, "%s:broad=%s", best->choice.typed, phases[i]);
        code = cd_selection_add(&suit->selection, name, &suit->values->selection.sets, status);
    }
    return code ? code : try_choices(suit, seconds, status);
}

static enum cd_code check_trials(const struct suit *suit, struct cd_status *status)
{
    const struct cd_ranking *ranking = &suit->ranking;
    for (size_t i = 0; i < ranking->trial_count; i++)
        if (!ranking->trials[i].left_out)
            return CD_OK;
    for (size_t i = 0; i < ranking->trial_count; i++)
        if (ranking->trials[i].failed)
            return CD_OK; // the report says so
    if (ranking->trial_count)
        return cd_fail(status, CD_USAGE, "no algorithm takes %s: %s", ranking->scene->name,
                       ranking->trials[0].left_out);
    return cd_fail_without_choices(ranking->scene, (enum cd_query)suit->values->selection.query, status);
}

static enum cd_code try_all(struct suit *suit, struct cd_status *status)
{
    bool many = suit->ranking.scene->max_bodies > MANY_BODIES;
    size_t trials = suit->selection.choice_count + 4; // one with each broad phase
    double budget = suit->values->budget, each = budget / 4 / (double)trials;
    uint64_t begin = cd_clock_wall();
    for (size_t i = 0; i < suit->selection.refused.count; i++)
        note_warning(suit, suit->selection.refused.items[i]);
    enum cd_code code = try_choices(suit, each, status);
    if (!code && many)
        code = try_broad_phases(suit, each, status);
    if (!code)
        code = check_trials(suit, status);
    if (!code)
        cd_trials_admit(suit->ranking.trials, suit->ranking.trial_count, budget / 2);
    suit->tried_seconds = (double)cd_clock_span(begin, cd_clock_wall()) * 1e-9;
    return code;
}

// ---- the race ---------------------------------------------------------------------------------------------

/// The most passes for which each of `count` may be timed. The times of all frames take at most 128 MiB, unless the
/// scene is so long that this allows fewer passes than a decision needs.
static uint64_t most_samples(uint64_t frames, size_t count)
{
    enum { MOST = 2000, LEAST = 7, FRAME_TIMES = 1 << 24 };
    double samples = (double)FRAME_TIMES / ((double)frames * (double)count);
    return (uint64_t)fmin(MOST, fmax(LEAST, samples));
}

static struct cd_measure_plan make_plan(struct suit *suit, struct cd_context *context, size_t count)
{
    double budget = suit->values->budget;
    return (struct cd_measure_plan){
        .timing = {.query = (enum cd_query)suit->values->selection.query,
                   .threads = context->threads,
                   .min_samples = 1,
                   .max_samples = most_samples(suit->ranking.scene->frame_count, count),
                   .enough_seconds = CD_NO_TIME_LIMIT,
                   .budget_seconds = CD_NO_TIME_LIMIT,
                   .total_seconds = fmax(budget - suit->tried_seconds, budget / 3),
                   .after_round = cd_race_after_round},
        .verify = true,
        .oracle_threads = cd_usable_processors(),
        .oracle_cache = !suit->values->no_cache,
        .context = context,
        .warn = note_warning,
        .user = suit,
    };
}

static enum cd_code race(struct suit *suit, struct cd_status *status)
{
    struct cd_ranking *ranking = &suit->ranking;
    const struct cd_trial **racing = cd_allocate(ranking->trial_count, sizeof *racing);
    struct cd_choice *choices = cd_allocate(ranking->trial_count, sizeof *choices);
    struct cd_context context = {.threads = (unsigned)suit->values->selection.threads.value,
                                 .stop = cd_stop_asked};
    size_t count = 0;
    for (size_t i = 0; i < ranking->trial_count; i++)
        if (!ranking->trials[i].left_out) {
            choices[count] = ranking->trials[i].choice;
            racing[count++] = &ranking->trials[i];
        }
    ranking->cells = cd_allocate(count, sizeof *ranking->cells);
    struct cd_measure_plan plan = make_plan(suit, &context, count);
    enum cd_code code =
        cd_measure_scene(ranking->scene, choices, count, &plan, suit->progress, ranking->cells, status);
    cd_progress_clear(suit->progress);
    for (size_t i = 0; i < count; i++) {
        struct cd_cell *cell = &ranking->cells[i];
        // Creating it was timed twice; the shorter time is less disturbed.
        cell->create_ns = (uint64_t)fmin((double)cell->create_ns, racing[i]->create_seconds * 1e9);
        if (cd_cell_is_finished(cell))
            ranking->cells[ranking->cell_count++] = *cell;
        else
            cd_cell_release(cell);
    }
    cd_free(choices);
    cd_free(racing);
    return code;
}

// ---- what came of it --------------------------------------------------------------------------------------

/// Draws the rows by the script that draws those of `cdbench run`.
static enum cd_code draw(struct suit *suit, const struct cd_table *table, struct cd_status *status)
{
    struct cd_texts words = {0};
    FILE *rows = tmpfile();
    if (!rows)
        return cd_fail(status, CD_IO, "cannot write a temporary file: %s", strerror(errno));
    cd_table_write(table, rows);
    bool written = !fflush(rows);
    cd_texts_print(&words, "--quiet");
    cd_texts_print(&words, "--out=%s", suit->values->plot);
    cd_texts_print(&words, "--title=%s", suit->ranking.scene->name);
    cd_texts_print(&words, "--");
    cd_texts_print(&words, "/dev/fd/%d", fileno(rows)); // the script has the file open, too
    enum cd_code code = written
                            ? cd_script_run("figures", &words, suit->progress, status)
                            : cd_fail(status, CD_IO, "cannot write a temporary file: %s", strerror(errno));
    cd_texts_free(&words);
    fclose(rows);
    return code;
}

/// Writes the rows, even if the picture fails.
static enum cd_code write_all(struct suit *suit, struct cd_status *status)
{
    const struct cd_ranking *ranking = &suit->ranking;
    struct cd_table *table = cd_ranking_table(ranking);
    if (suit->csv)
        cd_table_write(table, cd_output_stream(suit->csv));
    if (!cd_is_stdout(suit->values->csv))
        cd_ranking_print(ranking, stdout);
    enum cd_code code = cd_outputs_commit(&suit->csv, 1, CD_OK, status);
    if (!code && suit->values->plot && ranking->exact_count + ranking->approximate_count)
        code = draw(suit, table, status);
    else if (!code && suit->values->plot)
        note_warning(suit, "nothing has times, so that no picture is drawn");
    cd_table_destroy(table);
    return code;
}

static enum cd_code fail_ended(const char *name, const char *end, struct cd_status *status)
{
    return cd_fail(status, CD_WRONG, "%s: %s", name, end);
}

static enum cd_code find_wrong(const struct cd_ranking *ranking, struct cd_status *status)
{
    for (size_t i = 0; i < ranking->trial_count; i++)
        if (ranking->trials[i].failed)
            return fail_ended(ranking->trials[i].choice.typed, ranking->trials[i].left_out, status);
    for (size_t i = 0; i < ranking->cell_count; i++) {
        const struct cd_cell *cell = &ranking->cells[i];
        char text[200];
        if (cell->verdict == CD_VERDICT_WRONG || cell->verdict == CD_VERDICT_FAILED)
            return fail_ended(cell->label, cd_cell_fault(cell, text, sizeof text), status);
    }
    return CD_OK;
}

/// Ranks what is finished. `code` says how the measuring ended: CD_OK or CD_INTERRUPTED.
static enum cd_code report(struct suit *suit, enum cd_code code, struct cd_status *status)
{
    struct cd_status writing;
    struct cd_ranking *ranking = &suit->ranking;
    for (size_t i = 0; i < ranking->trial_count && !ranking->cell_count; i++)
        cd_trial_abandon(&ranking->trials[i]);
    cd_interrupt_write();
    cd_ranking_sort(ranking);
    enum cd_code written = write_all(suit, &writing);
    if (written) {
        *status = writing;
        return written;
    }
    if (code)
        return cd_fail(status, code, "interrupted; what was finished is shown");
    return find_wrong(ranking, status);
}

static void release(struct suit *suit)
{
    struct cd_ranking *ranking = &suit->ranking;
    cd_output_abort(suit->csv);
    for (size_t i = 0; i < ranking->cell_count; i++)
        cd_cell_release(&ranking->cells[i]);
    for (size_t i = 0; i < ranking->trial_count; i++)
        cd_free(ranking->trials[i].left_out);
    cd_free(ranking->cells);
    cd_free(ranking->trials);
    cd_scene_destroy(ranking->scene);
    cd_selection_release(&suit->selection);
    cd_texts_free(&suit->warned);
    cd_progress_destroy(suit->progress);
    free(suit->specification);
}

static enum cd_code suit_run(const struct cd_call *call, struct cd_status *status)
{
    struct suit suit = {.values = call->values};
    suit.progress = cd_progress_create(!suit.values->quiet && isatty(STDERR_FILENO));
    enum cd_code code = select_all(&suit, &call->operands, status);
    if (!code) {
        cd_fingerprint_warnings((unsigned)suit.values->selection.threads.value, note_warning, &suit);
        cd_interrupt_defer(true);
        code = try_all(&suit, status);
        if (!code)
            code = race(&suit, status);
        if (!code || (code == CD_INTERRUPTED && suit.ranking.trial_count))
            code = report(&suit, code, status);
    }
    release(&suit);
    return code;
}

const struct cd_command cd_command_suit = {
    .name = "suit",
    .title = "find out which algorithm suits a mesh",
    .operands = "MESH [MESH...]",
    .common = cd_selection_options,
    .options = suit_options,
    .notes = "One mesh meets a copy of itself, several meet each other. Without --algo,\n"
             "all algorithms, presets and peers that take the scene are tried. An\n"
             "algorithm that claims to be exact and gives a wrong answer gets no rank; the\n"
             "exit code is then 2. docs/suit.md explains the ranking. Examples:\n"
             "\n"
             "  cdbench suit bunny.obj\n"
             "  cdbench suit part.stl fixture.stl --query contacts --budget 2m --plot part.svg\n",
    .values = &(struct suit_values){.selection = CD_SELECTION_VALUES, .budget = 60},
    .run = suit_run,
};
