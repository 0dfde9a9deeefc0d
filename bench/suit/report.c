#include "bench/suit/report.h"

#include "base/grid.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/record/results.h"
#include "bench/record/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers ----------------------------------------------------------------------------------------------

/// The group of a cell. Exact cells come before the others, and cells without times come last.
static int group_of(const struct cd_cell *cell)
{
    return !cd_cell_has_times(cell) ? 2 : cell->verdict != CD_VERDICT_EXACT;
}

/// Finds the reference of each ranked group, with which its other cells are compared. The reference is the fastest of
/// the cells that were timed longest.
static void find_references(struct cd_ranking *ranking)
{
    for (size_t i = 0; i < ranking->cell_count; i++) {
        const struct cd_cell *cell = &ranking->cells[i];
        if (group_of(cell) == CD_RANKED_GROUPS)
            continue;
        struct cd_cell *reference = &ranking->references[group_of(cell)];
        uint64_t longest = reference->timed.samples;
        if (cell->timed.samples > longest ||
            (cell->timed.samples == longest && cell->pass.median < reference->pass.median))
            *reference = *cell;
    }
}

/// The time of a ranked cell divided by that of its reference in the same passes. So a cell that left the race early is
/// not compared with passes in which the machine may have been faster or slower.
static double relative_time(const struct cd_ranking *ranking, const struct cd_cell *cell)
{
    const struct cd_timed *own = &cell->timed, *others = &ranking->references[group_of(cell)].timed;
    uint64_t common = own->samples < others->samples ? own->samples : others->samples;
    return cd_summarise(own->pass_ns, common).median / cd_summarise(others->pass_ns, common).median;
}

static int compare_cells(const void *first, const void *second, void *ranking)
{
    const struct cd_cell *a = first, *b = second;
    int group = group_of(a);
    if (group != group_of(b))
        return group - group_of(b);
    if (group == CD_RANKED_GROUPS)
        return 0;
    double of_a = relative_time(ranking, a), of_b = relative_time(ranking, b);
    return (of_a > of_b) - (of_a < of_b);
}

/// The frames in which something collides, according to the first cell that answered correctly, or else the first
/// approximate one.
static const bool *colliding_frames(const struct cd_ranking *ranking)
{
    const bool *hits = NULL;
    for (size_t i = 0; i < ranking->cell_count; i++) {
        const struct cd_cell *cell = &ranking->cells[i];
        if (cell->verdict == CD_VERDICT_EXACT && cell->hits)
            return cell->hits;
        if (cell->verdict != CD_VERDICT_WRONG && !hits)
            hits = cell->hits;
    }
    return hits;
}

void cd_ranking_sort(struct cd_ranking *ranking)
{
    find_references(ranking);
    if (ranking->cell_count)
        qsort_r(ranking->cells, ranking->cell_count, sizeof *ranking->cells, compare_cells, ranking);
    for (size_t i = 0; i < ranking->cell_count; i++) {
        ranking->exact_count += group_of(&ranking->cells[i]) == 0;
        ranking->approximate_count += group_of(&ranking->cells[i]) == 1;
    }
    if (ranking->scene && !ranking->scene->dimensions)
        ranking->hits = colliding_frames(ranking);
}

static uint64_t count_colliding(const struct cd_ranking *ranking)
{
    uint64_t count = 0;
    for (uint64_t i = 0; ranking->hits && i < ranking->scene->frame_count; i++)
        count += ranking->hits[i];
    return count;
}

static double mean_ns(const struct cd_cell *cell)
{
    return cell->pass.median / (double)cell->frames;
}

/// The first cell in the group of a ranked cell.
static const struct cd_cell *best_of(const struct cd_ranking *ranking, const struct cd_cell *cell)
{
    return &ranking->cells[group_of(cell) == 1 ? ranking->exact_count : 0];
}

/// The factor by which a ranked cell takes longer than the first of its group in the same passes.
static double ratio_of(const struct cd_ranking *ranking, const struct cd_cell *cell)
{
    return relative_time(ranking, cell) / relative_time(ranking, best_of(ranking, cell));
}

// ---- table ------------------------------------------------------------------------------------------------

/// Formats a number with about four digits.
static void show(double value, char text[CD_SHOWN_BYTES])
{
    int digits = value < 1 ? 4 : value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
    if (isnan(value))
        strcpy(text, "-");
    else
        snprintf(text, CD_SHOWN_BYTES, "%.*f", digits, value);
}

enum { NAME_WIDTH = 22, COLUMNS = 8 };

static void add_row(const struct cd_ranking *ranking, const struct cd_cell *cell, struct cd_grid *grid)
{
    char texts[COLUMNS][CD_SHOWN_BYTES], name[600], low[CD_SHOWN_BYTES], high[CD_SHOWN_BYTES];
    const char *shown[COLUMNS];
    double frames = (double)cell->frames;
    for (int i = 0; i < COLUMNS; i++)
        shown[i] = texts[i];
    snprintf(name, sizeof name, "%3zu %s", (size_t)(cell - best_of(ranking, cell)) + 1, cell->label);
    shown[0] = name;
    cd_show_time(mean_ns(cell), texts[1]);
    snprintf(texts[2], CD_SHOWN_BYTES, "%.2f", ratio_of(ranking, cell));
    cd_show_time(cell->interval.low / frames, low);
    cd_show_time(cell->interval.high / frames, high);
    if (cell->timed.samples > 1)
        snprintf(texts[3], CD_SHOWN_BYTES, "%.12s - %.12s", low, high);
    else
        strcpy(texts[3], "-"); // a single time has no interval
    cd_show_time(cd_cell_frame_ns(cell, ranking->hits, true), texts[4]);
    cd_show_time(cd_cell_frame_ns(cell, ranking->hits, false), texts[5]);
    cd_show_time((double)cell->create_ns, texts[6]);
    cd_show_memory(cell->memory_unseen ? NAN : (double)cell->struct_bytes, texts[7]);
    char *remarks = cd_remarks(cell);
    cd_grid_add(grid, shown, remarks);
    cd_free(remarks);
}

static void print_group(const struct cd_ranking *ranking, const char *title, size_t first, size_t count,
                        FILE *stream)
{
    const struct cd_grid_column columns[COLUMNS] = {{title, 0},      {"frame", 0},     {"ratio", 0},
                                                    {"interval", 1}, {"colliding", 2}, {"clear", 2},
                                                    {"build", 3},    {"memory", 4}};
    if (!count)
        return;
    struct cd_grid *grid = cd_grid_create(columns, COLUMNS);
    for (size_t i = first; i < first + count; i++)
        add_row(ranking, &ranking->cells[i], grid);
    cd_grid_print(grid, stream, cd_terminal_columns(stream));
    cd_grid_destroy(grid);
    fputc('\n', stream);
}

static void print_reason(const char *name, const char *reason, FILE *stream)
{
    int width = cd_terminal_width(stream);
    if (width < 70)
        cd_print_line(stream, 8, "    %s: %s", name, reason);
    else
        cd_print_wrapped(stream, reason, fprintf(stream, "    %-*s ", NAME_WIDTH, name), 4 + NAME_WIDTH + 1,
                         width);
}

/// Prints everything without times under a heading. Prints nothing if there is nothing to print.
static void print_left_out(const struct cd_ranking *ranking, FILE *stream)
{
    char text[300];
    const char *heading = "    left out\n";
    size_t timed = ranking->exact_count + ranking->approximate_count;
    for (size_t i = timed; i < ranking->cell_count; i++, heading = "") {
        fputs(heading, stream);
        print_reason(ranking->cells[i].label, cd_cell_fault(&ranking->cells[i], text, sizeof text), stream);
    }
    for (size_t i = 0; i < ranking->trial_count; i++) {
        if (!ranking->trials[i].left_out)
            continue;
        fputs(heading, stream);
        print_reason(ranking->trials[i].choice.typed, ranking->trials[i].left_out, stream);
        heading = "";
    }
    fputs(*heading ? "" : "\n", stream);
}

// ---- advice -----------------------------------------------------------------------------------------------

/// Times that differ by less than this share are not worth a choice.
#define SAME 0.05

/// The cost of a frame in operations that algorithms have in common.
static void count_work(const struct cd_cell *cell, double *volumes, double *triangles)
{
    const struct cd_counters *counters = &cell->timed.counters;
    *volumes = (double)(counters->box_tests + counters->sphere_tests) / (double)cell->frames;
    *triangles = (double)counters->triangle_tests / (double)cell->frames;
}

static void say_why(FILE *advice, const struct cd_cell *first, const struct cd_cell *second)
{
    const struct cd_cell *cells[] = {first, second};
    double volumes[2], triangles[2];
    for (int i = 0; i < 2; i++)
        count_work(cells[i], &volumes[i], &triangles[i]);
    if (volumes[0] < 1 || volumes[1] < 1) // its time does not come from tests
        return;
    for (int i = 0; i < 2; i++) {
        char texts[3][CD_SHOWN_BYTES];
        show(volumes[i], texts[0]);
        show(triangles[i], texts[1]);
        show(mean_ns(cells[i]) / (volumes[i] + triangles[i]), texts[2]);
        fprintf(advice, "%s %s makes %s tests of volumes and %s of triangles, %s ns each%s",
                i ? ";" : " In a frame", cells[i]->label, texts[0], texts[1], texts[2], i ? "." : "");
    }
}

/// Whether the time was over before the race had decided between two cells, or had enough samples for a decision.
static bool is_too_early(const struct cd_cell *first, const struct cd_cell *second)
{
    return !second->timed.over && fmin(first->interval.confidence, second->interval.confidence) < 0.95;
}

static void say_fastest(FILE *advice, const struct cd_ranking *ranking)
{
    if (!ranking->exact_count) {
        fprintf(advice, "No exact algorithm was measured.");
        return;
    }
    const struct cd_cell *first = &ranking->cells[0], *second = &ranking->cells[1];
    if (ranking->exact_count == 1) {
        fprintf(advice, "%s is the only exact one that was measured.", first->label);
        return;
    }
    double ratio = ratio_of(ranking, second);
    bool early = is_too_early(first, second);
    if (ratio < 1 + SAME && !early) {
        fprintf(advice,
                "%s and %s are equally fast here, %.1f %% apart: choose between them by other criteria.",
                first->label, second->label, 100 * (ratio - 1));
        return;
    }
    if (early)
        fprintf(advice,
                "%s is ahead of %s after too few passes to decide: give more --budget, or fewer --frames.",
                first->label, second->label);
    else if (second->interval.low <= first->interval.high)
        fprintf(advice,
                "%s is ahead of %s, but their intervals overlap: with more --budget, or on a quiet machine, "
                "the order may change.",
                first->label, second->label);
    else
        fprintf(advice, "%s is the fastest exact one, %.*f times as fast as the next, %s.", first->label,
                ratio < 10 ? 2 : 0, ratio, second->label);
    say_why(advice, first, second);
}

/// Says which algorithm is better than the fastest one when only a few frames follow the building.
static void say_of_building(FILE *advice, const struct cd_ranking *ranking)
{
    const struct cd_cell *first = &ranking->cells[0], *quick = NULL;
    for (size_t i = 1; i < ranking->exact_count; i++) {
        const struct cd_cell *cell = &ranking->cells[i];
        if (cell->create_ns < first->create_ns / 2 && (!quick || cell->create_ns < quick->create_ns))
            quick = cell;
    }
    if (!quick)
        return;
    char built[2][CD_SHOWN_BYTES];
    cd_show_time((double)first->create_ns, built[0]);
    cd_show_time((double)quick->create_ns, built[1]);
    double saved = (double)(first->create_ns - quick->create_ns), lost = mean_ns(quick) - mean_ns(first);
    if (saved < 2 * lost)
        return;
    fprintf(advice, " If building counts (it takes %s), %s is built in %s", built[0], quick->label, built[1]);
    if (lost > 0)
        fprintf(advice, " and is ahead when fewer than %.0f frames follow", saved / lost);
    fprintf(advice, ".");
}

static void say_of_frames(FILE *advice, const struct cd_ranking *ranking, bool colliding)
{
    const struct cd_cell *first = &ranking->cells[0], *best = first;
    double least = cd_cell_frame_ns(first, ranking->hits, colliding), of_first = least;
    for (size_t i = 1; i < ranking->exact_count; i++) {
        double ns = cd_cell_frame_ns(&ranking->cells[i], ranking->hits, colliding);
        if (ns < least) {
            best = &ranking->cells[i];
            least = ns;
        }
    }
    if (best != first && of_first > least * (1 + SAME))
        fprintf(advice, " In %s frames alone %s is ahead, %.2f times as fast as %s.",
                colliding ? "colliding" : "clear", best->label, of_first / least, first->label);
}

static void say_of_approximate(FILE *advice, const struct cd_ranking *ranking)
{
    if (!ranking->exact_count || !ranking->approximate_count)
        return;
    const struct cd_cell *exact = &ranking->cells[0], *other = &ranking->cells[ranking->exact_count];
    double ratio = exact->pass.median / other->pass.median;
    if (ratio > 1 + SAME)
        fprintf(advice,
                " If errors are allowed, %s is %.*f times as fast, with %" PRIu64
                " false negatives and %" PRIu64 " false positives.",
                other->label, ratio < 10 ? 2 : 0, ratio, other->judgement.misses,
                other->judgement.false_hits);
}

/// Says so if nothing collides. Such a scene says little about colliding frames, and is usually a mistake.
static void say_of_clear_scene(FILE *advice, const struct cd_ranking *ranking)
{
    if (ranking->hits && !count_colliding(ranking))
        fprintf(advice,
                " No frame collides, so this says nothing about colliding frames; choose another --motion.");
}

static void print_advice(const struct cd_ranking *ranking, FILE *stream)
{
    char *text = NULL;
    size_t bytes;
    FILE *advice = open_memstream(&text, &bytes);
    CD_ASSERT(advice);
    say_fastest(advice, ranking);
    if (ranking->exact_count > 1) {
        say_of_building(advice, ranking);
        say_of_frames(advice, ranking, true);
        say_of_frames(advice, ranking, false);
    }
    say_of_approximate(advice, ranking);
    say_of_clear_scene(advice, ranking);
    fclose(advice);
    cd_print_wrapped(stream, text, 0, 0, cd_terminal_width(stream));
    free(text);
}

void cd_ranking_print(const struct cd_ranking *ranking, FILE *stream)
{
    const struct cd_scene *scene = ranking->scene;
    char hash[CD_HASH_TEXT], frames[CD_SHOWN_BYTES], things[CD_SHOWN_BYTES], collide[60] = "", text[400];
    cd_show_count((double)scene->frame_count, frames);
    cd_show_count(scene->dimensions ? scene->max_regions : (double)scene->max_triangles, things);
    if (ranking->hits)
        snprintf(collide, sizeof collide, "of which %" PRIu64 " collide; ", count_colliding(ranking));
    snprintf(text, sizeof text, "%s frames, %sat most ", frames, collide);
    if (scene->dimensions)
        cd_append(text, sizeof text, "%s regions", things);
    else
        cd_append(text, sizeof text, "%" PRIu32 " bodies and %s triangles", scene->max_bodies, things);
    cd_append(text, sizeof text, "; query %s; hash %.12s",
              ranking->cell_count ? cd_query_name(ranking->cells[0].query) : "-",
              cd_hash_text(scene->hash, hash));
    fprintf(stream, "%s\n", cd_shown_text(scene->name).text);
    cd_print_wrapped(stream, text, 0, 2, cd_terminal_width(stream));
    fputc('\n', stream);
    print_group(ranking, "    exact", 0, ranking->exact_count, stream);
    print_group(ranking, "    approximate", ranking->exact_count, ranking->approximate_count, stream);
    print_left_out(ranking, stream);
    print_advice(ranking, stream);
}

// ---- rows -------------------------------------------------------------------------------------------------

static void add_row_left_out(struct cd_table *table, const struct cd_trial *trial)
{
    char name[200], settings[4096];
    size_t row = cd_table_add_row(table);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(trial->choice.typed, ":"), trial->choice.typed);
    cd_table_set_text(table, row, "algo", name);
    cd_table_set_text(table, row, "settings",
                      cd_settings_text(trial->choice.settings, true, settings, sizeof settings));
    cd_table_set_text(table, row, "left_out", trial->left_out);
    if (trial->failed)
        cd_table_set_text(table, row, "verdict", cd_verdict_name(CD_VERDICT_FAILED));
    cd_table_set_real(table, row, "estimated_pass_ms", trial->pass_seconds * 1e3);
}

struct cd_table *cd_ranking_table(const struct cd_ranking *ranking)
{
    struct cd_table *table = cd_cells_table(ranking->cells, 0, ranking->cell_count);
    cd_table_require(table, "rank", CD_TYPE_COUNT, NULL);
    cd_table_require(table, "ratio", CD_TYPE_REAL, NULL);
    cd_table_require(table, "colliding_ms", CD_TYPE_REAL, "ms");
    cd_table_require(table, "clear_ms", CD_TYPE_REAL, "ms");
    cd_table_require(table, "estimated_pass_ms", CD_TYPE_REAL, "ms");
    cd_table_require(table, "left_out", CD_TYPE_TEXT, NULL);
    for (size_t i = 0; i < ranking->cell_count; i++) {
        const struct cd_cell *cell = &ranking->cells[i], *best = best_of(ranking, cell);
        char text[300];
        if (!cd_cell_has_times(cell)) {
            cd_table_set_text(table, i, "left_out", cd_cell_fault(cell, text, sizeof text));
            continue;
        }
        cd_table_set_count(table, i, "rank", (uint64_t)(cell - best) + 1);
        cd_table_set_real(table, i, "ratio", ratio_of(ranking, cell));
        cd_table_set_real(table, i, "colliding_ms", cd_cell_frame_ns(cell, ranking->hits, true) * 1e-6);
        cd_table_set_real(table, i, "clear_ms", cd_cell_frame_ns(cell, ranking->hits, false) * 1e-6);
    }
    for (size_t i = 0; i < ranking->trial_count; i++)
        if (ranking->trials[i].left_out)
            add_row_left_out(table, &ranking->trials[i]);
    return table;
}
