// `cdbench suit`: which algorithm suits a mesh. Tries all that take the scene, races the promising ones and ranks them.
#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/gnuplot.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/cli/command.h"
#include "bench/harness/measure.h"
#include "bench/record/fingerprint.h"
#include "bench/suit/race.h"
#include "bench/suit/report.h"
#include "bench/suit/trial.h"

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
     "how the bodies move (what a scene of that many meshes has by default)"},
    {"budget", CD_OPTION_SECONDS, "TIME", offsetof(struct suit_values, budget), 0.001, CD_NO_TIME_LIMIT,
     "time for all algorithms together, as 10s or 2m (60s); working out the exact answers comes on top, once "
     "for a "
     "scene"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct suit_values, csv), 0, 0,
     "write a row per algorithm, ranked; - is standard output, instead of the table"},
    {"plot", CD_OPTION_TEXT, "FILE", offsetof(struct suit_values, plot), 0, 0,
     "draw the times into a file that ends in .svg or .png"},
    {"no-cache", CD_OPTION_FLAG, NULL, offsetof(struct suit_values, no_cache), 0, 0,
     "neither read nor keep the exact answers in the cache folder"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct suit_values, quiet), 0, 0, "no progress, no warnings"},
    CD_OPTION_END,
};

struct suit {
    struct suit_values *values;
    char *specification; ///< of the scene
    struct cd_selection selection, variants[2];
    struct cd_scene *scene;
    struct cd_trial *trials;
    size_t trial_count;
    double tried_seconds;     ///< how long the trials took
    struct cd_choice *racing; ///< those that are measured
    struct cd_cell *cells;    ///< parallel to them until they are ranked
    size_t cell_count;
    bool **hits;      ///< per cell whose answers were checked, and frame: something was reported
    size_t hit_count; ///< of them
    struct cd_progress *progress;
    struct cd_output *outputs[2];
};

enum { CSV, PLOT, OUTPUTS };

static void note_warning(void *user, const char *line)
{
    struct suit *suit = user;
    if (suit->values->quiet)
        return;
    cd_progress_clear(suit->progress);
    cd_print_warning(line);
}

// ---- what is asked ----------------------------------------------------------------------------------------

static bool is_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && !strcmp(text + length - tail, end);
}

/// The meshes of the command line as one scene: "MESH+MESH,motion=...".
static enum cd_code write_specification(struct suit *suit, const struct cd_texts *operands,
                                        struct cd_status *status)
{
    struct suit_values *values = suit->values;
    const struct cd_texts *meshes = operands->count ? operands : &values->selection.scenes;
    size_t bytes = 20 + (values->motion ? strlen(values->motion) : 0);
    if (operands->count && values->selection.scenes.count)
        return cd_fail(status, CD_USAGE,
                       "--scene %s: suit takes its meshes as words of their own; leave one out",
                       values->selection.scenes.items[0]);
    if (!meshes->count)
        return cd_fail(status, CD_USAGE, "suit needs a MESH; see `cdbench list scenes`");
    if (values->selection.scenes.count > 1)
        return cd_fail(status, CD_USAGE, "suit takes one --scene; run it once for each");
    for (size_t i = 0; i < meshes->count; i++)
        bytes += strlen(meshes->items[i]) + 1;
    char *text = suit->specification = cd_allocate(bytes, 1);
    for (size_t i = 0; i < meshes->count; i++)
        snprintf(text + strlen(text), bytes - strlen(text), "%s%s", i ? "+" : "", meshes->items[i]);
    if (values->motion)
        snprintf(text + strlen(text), bytes - strlen(text), ",motion=%s", values->motion);
    values->selection.scenes.count = 0;
    cd_texts_add(&values->selection.scenes, text);
    return CD_OK;
}

static enum cd_code check_values(const struct suit *suit, struct cd_status *status)
{
    const struct suit_values *values = suit->values;
    if (values->plot && !ends_in(values->plot, ".svg") && !ends_in(values->plot, ".png"))
        return cd_fail(status, CD_USAGE, "--plot %s: the name has to end in .svg or .png", values->plot);
    return CD_OK;
}

/// Finds out before the work whether its results can be written.
static enum cd_code open_outputs(struct suit *suit, struct cd_status *status)
{
    const struct suit_values *values = suit->values;
    enum cd_code code = CD_OK;
    if (values->csv && !is_stdout(values->csv))
        code = cd_output_open(values->csv, &suit->outputs[CSV], status);
    if (!code && values->plot)
        code = cd_output_open(values->plot, &suit->outputs[PLOT], status);
    return code;
}

static enum cd_code select_all(struct suit *suit, const struct cd_texts *operands, struct cd_status *status)
{
    struct cd_selection_values *values = &suit->values->selection;
    enum cd_code code = check_values(suit, status);
    if (!code)
        code = write_specification(suit, operands, status);
    if (!code && !values->algos.count)
        cd_texts_add(&values->algos, "all");
    if (!code)
        code = cd_select(values, &suit->selection, status);
    if (!code)
        code = cd_selection_load(&suit->selection, 0, &suit->scene, status);
    return code ? code : open_outputs(suit, status);
}

// ---- trials -----------------------------------------------------------------------------------------------

/// Whether one that was tried before is the same under another name, as some presets of papers are.
static bool was_tried(const struct suit *suit, const struct cd_choice *choice)
{
    enum { LONGEST = 4096 };
    char texts[2][LONGEST];
    cd_settings_text(choice->settings, true, texts[0], LONGEST);
    for (size_t i = 0; i < suit->trial_count; i++) {
        const struct cd_choice *other = suit->trials[i].choice;
        if (other->algo == choice->algo &&
            !strcmp(texts[0], cd_settings_text(other->settings, true, texts[1], LONGEST)))
            return true;
    }
    return false;
}

/// Tries those of a selection that are meant, each for `seconds` at most.
static enum cd_code try_choices(struct suit *suit, const struct cd_selection *selection, double seconds,
                                struct cd_status *status)
{
    const struct cd_selection_values *values = &suit->values->selection;
    enum cd_query query = (enum cd_query)values->query;
    enum cd_code code = CD_OK;
    suit->trials = cd_reallocate(suit->trials, suit->trial_count, suit->trial_count + selection->choice_count,
                                 sizeof *suit->trials);
    cd_progress_step(suit->progress, "trying all", selection->choice_count);
    for (size_t i = 0; i < selection->choice_count && !code; i++) {
        const struct cd_choice *choice = &selection->choices[i];
        cd_progress_advance(suit->progress, i);
        if (!cd_choice_is_meant(choice, suit->scene, query) || was_tried(suit, choice))
            continue;
        code = cd_trial_run(choice, suit->scene, query, (unsigned)values->threads.value, seconds,
                            &suit->trials[suit->trial_count], status);
        suit->trial_count += !code;
    }
    cd_progress_clear(suit->progress);
    return code;
}

/// Whether it is for pairs of bodies and every body meets every other one.
static bool is_without_broad_phase(const struct cd_choice *choice)
{
    return choice->algo->role == CD_ROLE_PAIR && cd_setting_is(choice->settings, "broad", "none") &&
           !cd_setting_is_given(choice->settings, "broad");
}

/// The fastest of the trials from `first` on; NULL when there is none.
static const struct cd_trial *fastest_trial(const struct suit *suit, size_t first)
{
    const struct cd_trial *best = NULL;
    for (size_t i = first; i < suit->trial_count; i++)
        if (!suit->trials[i].left_out && (!best || suit->trials[i].pass_seconds < best->pass_seconds))
            best = &suit->trials[i];
    return best;
}

static bool has_setting(const struct cd_selection *selection, const char *set)
{
    char key[100];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(set, "="), set);
    for (size_t i = 0; i < selection->choice_count; i++)
        if (cd_settings_has(selection->choices[i].settings, key))
            return true;
    return false;
}

/// Tries algorithms by their names. What is --set for others alone is no mistake here.
static enum cd_code try_named(struct suit *suit, const struct cd_texts *names, struct cd_selection *selection,
                              double seconds, struct cd_status *status)
{
    static const struct cd_texts none;
    const struct cd_texts *all = &suit->values->selection.sets;
    struct cd_selection plain = {0};
    struct cd_texts sets = {0};
    if (!names->count)
        return CD_OK;
    enum cd_code code = cd_select_algos(&none, names, &none, &plain, status);
    for (size_t i = 0; i < all->count; i++)
        if (has_setting(&plain, all->items[i]))
            cd_texts_add(&sets, all->items[i]);
    cd_selection_release(&plain);
    if (!code)
        code = cd_select_algos(&none, names, &sets, selection, status);
    cd_texts_release(&sets);
    return code ? code : try_choices(suit, selection, seconds, status);
}

static void add_variant(struct cd_texts *names, const char *name, const char *phase)
{
    char text[300];
    snprintf(text, sizeof text, "%.200s:broad=%s", name, phase);
    cd_texts_add(names, cd_duplicate(text));
}

/// With many bodies it matters who finds the pairs: tries every pair algorithm behind one broad phase, and the
/// fastest of them behind the others.
static enum cd_code try_broad_phases(struct suit *suit, double seconds, struct cd_status *status)
{
    enum { MANY = 8 };
    static const char *const phases[] = {"sap", "grid", "octree"};
    struct cd_texts firsts = {0}, others = {0};
    size_t tried = suit->trial_count;
    if (suit->scene->max_bodies <= MANY)
        return CD_OK;
    for (size_t i = 0; i < tried; i++)
        if (!suit->trials[i].left_out && is_without_broad_phase(suit->trials[i].choice))
            add_variant(&firsts, suit->trials[i].choice->typed, phases[0]);
    enum cd_code code = try_named(suit, &firsts, &suit->variants[0], seconds, status);
    const struct cd_trial *best = code ? NULL : fastest_trial(suit, tried);
    for (size_t i = 1; best && i < sizeof phases / sizeof *phases; i++) {
        char *name = cd_duplicate(best->choice->typed);
        *strrchr(name, ':') = '\0';
        add_variant(&others, name, phases[i]);
        cd_free(name);
    }
    if (!code)
        code = try_named(suit, &others, &suit->variants[1], seconds, status);
    cd_texts_free(&firsts);
    cd_texts_free(&others);
    return code;
}

/// Fails when nothing takes the scene.
static enum cd_code check_trials(const struct suit *suit, struct cd_status *status)
{
    for (size_t i = 0; i < suit->trial_count; i++)
        if (!suit->trials[i].left_out)
            return CD_OK;
    if (suit->trial_count)
        return cd_fail(status, CD_USAGE, "no algorithm takes %s: %s", suit->scene->name,
                       suit->trials[0].left_out);
    return cd_fail_without_choices(suit->scene, (enum cd_query)suit->values->selection.query, status);
}

static enum cd_code try_all(struct suit *suit, struct cd_status *status)
{
    double budget = suit->values->budget;
    double each = budget / 4 / (double)(suit->selection.choice_count + 1);
    uint64_t begin = cd_clock_wall();
    for (size_t i = 0; i < suit->selection.refused.count; i++)
        note_warning(suit, suit->selection.refused.items[i]);
    enum cd_code code = try_choices(suit, &suit->selection, each, status);
    if (!code)
        code = try_broad_phases(suit, each, status);
    if (!code)
        code = check_trials(suit, status);
    if (!code)
        cd_trials_admit(suit->trials, suit->trial_count, budget / 2);
    suit->tried_seconds = (double)(cd_clock_wall() - begin) * 1e-9;
    return code;
}

// ---- the race ---------------------------------------------------------------------------------------------

/// Notes which frames have an answer; the passes come one after the other.
static void note_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    struct suit *suit = user;
    (void)records;
    if (!frame)
        suit->hits[suit->hit_count++] = cd_allocate(suit->scene->frame_count, sizeof **suit->hits);
    suit->hits[suit->hit_count - 1][frame] = count > 0;
}

static struct cd_measure_plan make_plan(struct suit *suit, struct cd_context *context, struct cd_race *race)
{
    enum { SAMPLES_MOST = 2000, SAMPLES_LEAST = 20 };
    double budget = suit->values->budget, frames = (double)suit->scene->frame_count;
    double samples = fmin(SAMPLES_MOST, fmax(SAMPLES_LEAST, 4e6 / frames));
    struct cd_measure_plan plan = {
        .timing = {.query = (enum cd_query)suit->values->selection.query,
                   .threads = context->threads,
                   .min_samples = 1,
                   .max_samples = (uint64_t)samples,
                   .enough_seconds = CD_NO_TIME_LIMIT,
                   .budget_seconds = CD_NO_TIME_LIMIT,
                   .total_seconds = fmax(budget - suit->tried_seconds, budget / 3),
                   .after_round = cd_race_after_round,
                   .user = race},
        .verify = true,
        .oracle_threads = cd_usable_processors(),
        .oracle_cache = !suit->values->no_cache,
        .context = context,
        .answers = suit->scene->dimensions ? NULL : note_answers, // of regions there may be very many
        .warn = note_warning,
        .user = suit,
    };
    return plan;
}

/// Creating one was timed twice; the shorter time is less disturbed.
static void improve_create_times(struct suit *suit)
{
    for (size_t i = 0, k = 0; i < suit->trial_count; i++) {
        if (suit->trials[i].left_out)
            continue;
        struct cd_cell *cell = &suit->cells[k++];
        uint64_t tried = (uint64_t)(suit->trials[i].create_seconds * 1e9);
        cell->create_ns = tried < cell->create_ns ? tried : cell->create_ns;
    }
}

static enum cd_code race(struct suit *suit, struct cd_status *status)
{
    size_t count = 0;
    suit->racing = cd_allocate(suit->trial_count, sizeof *suit->racing);
    suit->cells = cd_allocate(suit->trial_count, sizeof *suit->cells);
    suit->hits = cd_allocate(suit->trial_count, sizeof *suit->hits);
    for (size_t i = 0; i < suit->trial_count; i++)
        if (!suit->trials[i].left_out)
            suit->racing[count++] = *suit->trials[i].choice;
    suit->cell_count = count;
    struct cd_race elimination = {suit->cells, count};
    struct cd_context context = {.threads = (unsigned)suit->values->selection.threads.value,
                                 .stop = cd_stop_asked};
    struct cd_measure_plan plan = make_plan(suit, &context, &elimination);
    enum cd_code code =
        cd_measure_scene(suit->scene, suit->racing, count, &plan, suit->progress, suit->cells, status);
    cd_progress_clear(suit->progress);
    improve_create_times(suit);
    return code;
}

// ---- what came of it --------------------------------------------------------------------------------------

/// The frames in which something collides, by the first that answered rightly, or else the first approximate one;
/// NULL where neither has answered all frames.
static const bool *colliding_frames(const struct suit *suit)
{
    const bool *chosen = NULL;
    for (size_t i = 0, pass = 0; i < suit->cell_count && pass < suit->hit_count; i++) {
        const struct cd_cell *cell = &suit->cells[i];
        if (cell->verdict == CD_VERDICT_UNAVAILABLE)
            continue;
        if (cell->answered && cell->verdict == CD_VERDICT_EXACT)
            return suit->hits[pass];
        if (cell->answered && cell->verdict != CD_VERDICT_WRONG && !chosen)
            chosen = suit->hits[pass];
        pass++;
    }
    return chosen;
}

static enum cd_code draw(struct suit *suit, const struct cd_ranking *ranking, struct cd_status *status)
{
    FILE *commands = cd_gnuplot_open(status);
    if (!commands)
        return CD_IO;
    cd_ranking_write_script(ranking, ends_in(suit->values->plot, ".png"), commands);
    return cd_gnuplot_draw(commands, cd_output_stream(suit->outputs[PLOT]), status);
}

static enum cd_code write_all(struct suit *suit, const struct cd_ranking *ranking, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    struct cd_table *table = cd_ranking_table(ranking);
    if (suit->outputs[CSV])
        cd_table_write(table, cd_output_stream(suit->outputs[CSV]));
    if (is_stdout(suit->values->csv))
        cd_table_write(table, stdout);
    else
        cd_ranking_print(ranking, stdout);
    cd_table_destroy(table);
    if (suit->outputs[PLOT] && ranking->exact_count + ranking->approximate_count) {
        code = draw(suit, ranking, status);
    } else if (suit->outputs[PLOT]) {
        cd_output_abort(suit->outputs[PLOT]);
        suit->outputs[PLOT] = NULL;
        note_warning(suit, "nothing has times, so that no picture is drawn");
    }
    return cd_outputs_commit(suit->outputs, OUTPUTS, code, status);
}

/// How the run ends when some were wrong.
static enum cd_code find_wrong(const struct cd_ranking *ranking, struct cd_status *status)
{
    for (size_t i = 0; i < ranking->cell_count; i++)
        if (ranking->cells[i].verdict == CD_VERDICT_WRONG)
            return cd_fail(status, CD_WRONG,
                           "%s claims to be exact and gave a wrong answer; `cdbench verify` "
                           "shows where",
                           ranking->cells[i].label);
    return CD_OK;
}

/// Ranks what is finished; `code` says how the measuring ended: CD_OK or CD_INTERRUPTED.
static enum cd_code report(struct suit *suit, enum cd_code code, struct cd_status *status)
{
    struct cd_status writing;
    struct cd_ranking ranking = {.scene = suit->scene,
                                 .cells = suit->cells,
                                 .trials = suit->trials,
                                 .trial_count = suit->trial_count,
                                 .hits = colliding_frames(suit)};
    for (size_t i = 0; i < suit->cell_count; i++)
        if (cd_cell_is_finished(&suit->cells[i]))
            suit->cells[ranking.cell_count++] = suit->cells[i];
        else
            cd_cell_release(&suit->cells[i]);
    suit->cell_count = ranking.cell_count;
    for (size_t i = 0; i < suit->trial_count && !ranking.cell_count; i++)
        cd_trial_abandon(&suit->trials[i]);
    cd_interrupt_write();
    cd_ranking_sort(&ranking);
    enum cd_code written = write_all(suit, &ranking, &writing);
    if (written) {
        *status = writing;
        return written;
    }
    if (code)
        return cd_fail(status, code, "interrupted; what was finished is shown");
    return find_wrong(&ranking, status);
}

static void release(struct suit *suit)
{
    for (size_t i = 0; i < OUTPUTS; i++)
        cd_output_abort(suit->outputs[i]);
    for (size_t i = 0; i < suit->cell_count; i++)
        cd_cell_release(&suit->cells[i]);
    for (size_t i = 0; i < suit->hit_count; i++)
        cd_free(suit->hits[i]);
    for (size_t i = 0; i < suit->trial_count; i++)
        cd_trial_release(&suit->trials[i]);
    cd_free(suit->cells);
    cd_free(suit->hits);
    cd_free(suit->racing);
    cd_free(suit->trials);
    cd_scene_destroy(suit->scene);
    cd_selection_release(&suit->selection);
    for (size_t i = 0; i < 2; i++)
        cd_selection_release(&suit->variants[i]);
    cd_progress_destroy(suit->progress);
    cd_free(suit->specification);
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
        if (!code || (code == CD_INTERRUPTED && suit.trial_count))
            code = report(&suit, code, status);
    }
    release(&suit);
    return code;
}

const struct cd_command cd_command_suit = {
    .name = "suit",
    .title = "which algorithm suits my mesh: tries all, races the best, ranks them",
    .operands = "MESH [MESH...]",
    .common = cd_selection_options,
    .options = suit_options,
    .notes = "One mesh meets a copy of itself, several meet each other. Without --algo, all algorithms, "
             "presets and\n"
             "peers that take the scene are tried. One that is wrong although it claims to be exact gets no "
             "rank, and\n"
             "the exit code is then 2. docs/suit.md says how the ranking is made. Examples:\n"
             "\n"
             "  cdbench suit bunny.obj\n"
             "  cdbench suit part.stl fixture.stl --query contacts --budget 2m --plot part.svg\n",
    .values = &(struct suit_values){.selection = CD_SELECTION_VALUES, .budget = 60},
    .run = suit_run,
};
