#include "bench/record/table.h"
#include "bench/oracle/judge.h"

#include "base/grid.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The columns of the table; CD_TABLE_COLUMNS names them for --sort in the same order.
enum column { NAME, ANSWERS, HITS, FPS, SPEED, COLLIDING, CLEAR, MEDIAN, P95, MAX, CREATE, MEMORY, COLUMNS };

static const struct cd_grid_column columns[COLUMNS] = {
    [NAME] = {"algorithm", 0}, [ANSWERS] = {"answers", 0}, [HITS] = {"hits", 2},
    [FPS] = {"fps", 0},        [SPEED] = {"speed", 1},     [COLLIDING] = {"colliding", 3},
    [CLEAR] = {"clear", 3},    [MEDIAN] = {"median", 8},   [P95] = {"p95", 9},
    [MAX] = {"max", 5},        [CREATE] = {"create", 6},   [MEMORY] = {"memory", 7},
};

/// Writes a number with three significant digits; a larger number keeps all digits before the point.
static void show(double value, const char *unit, char text[CD_SHOWN_BYTES])
{
    int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(text, CD_SHOWN_BYTES, "%.*f%s", digits, value, unit);
}

void cd_show_time(double ns, char text[CD_SHOWN_BYTES])
{
    static const char *const units[] = {" ns", " µs", " ms", " s"};
    size_t unit = 0;
    for (; ns >= 999.5 && unit < 3; unit++)
        ns /= 1000;
    if (isnan(ns))
        strcpy(text, "-");
    else
        show(ns, units[unit], text);
}

void cd_show_count(double count, char text[CD_SHOWN_BYTES])
{
    char digits[CD_SHOWN_BYTES];
    if (count >= 1e12) {
        snprintf(text, CD_SHOWN_BYTES, "%.3g", count);
        return;
    }
    int length = snprintf(digits, sizeof digits, "%.0f", count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *text++ = ' ';
        *text++ = digits[i];
    }
    *text = 0;
}

static void rate(double fps, char text[CD_SHOWN_BYTES])
{
    if (fps < 999.5)
        show(fps, "", text);
    else
        cd_show_count(fps, text);
}

void cd_show_memory(double bytes, char text[CD_SHOWN_BYTES])
{
    static const char units[] = "kMGT";
    if (!(bytes >= 1024)) {
        snprintf(text, CD_SHOWN_BYTES, isnan(bytes) ? "-" : "%.0f B", bytes);
        return;
    }
    double value = bytes / 1024;
    int unit = 0;
    for (; value >= 999.5 && units[unit + 1]; unit++)
        value /= 1024;
    snprintf(text, CD_SHOWN_BYTES, "%.*f %cB", value < 10 ? 1 : 0, value, units[unit]);
}

/// Writes an end of an interval in at most seven characters.
static void bound(double factor, char text[CD_SHOWN_BYTES])
{
    if (factor < 999999.5)
        rate(factor, text);
    else
        snprintf(text, CD_SHOWN_BYTES, "%.1e", factor);
}

/// Writes "1.35x (1.28-1.41)", or "1/954 (930-971)" for an algorithm that is more than ten times slower. `interval` is
/// NULL for none.
static void speed(double factor, const struct cd_interval *interval, char text[CD_SHOWN_BYTES])
{
    bool slow = factor < 0.1;
    char middle[CD_SHOWN_BYTES], low[CD_SHOWN_BYTES], high[CD_SHOWN_BYTES];
    rate(slow ? 1 / factor : factor, middle);
    snprintf(text, CD_SHOWN_BYTES, slow ? "1/%.12s" : "%.12sx", middle);
    if (!interval)
        return;
    bound(slow ? 1 / interval->high : interval->low, low);
    bound(slow ? 1 / interval->low : interval->high, high);
    cd_append(text, CD_SHOWN_BYTES, " (%.7s-%.7s)", low, high);
}

static const char *verdict_colour(enum cd_verdict verdict)
{
    bool bad =
        verdict == CD_VERDICT_WRONG || verdict == CD_VERDICT_UNAVAILABLE || verdict == CD_VERDICT_FAILED;
    return verdict == CD_VERDICT_EXACT ? CD_GREEN : bad ? CD_RED : CD_YELLOW;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print_remarks(FILE *stream, const struct cd_cell *cell)
{
    const struct cd_judgement *judgement = &cell->judgement;
    uint64_t clear = judgement->pairs - judgement->truth_pairs;
    if (cell->verdict == CD_VERDICT_FAILED)
        fprintf(stream, "%s\n", cell->lacking);
    if (cell->timed.unstable)
        fprintf(stream, "a timed pass gave a different answer than before in frame %" PRIu64 "\n",
                cell->timed.unstable_frame);
    if (!cell->judged)
        return;
    if (cell->verdict == CD_VERDICT_WRONG && judgement->wrong_frames)
        fprintf(stream, "wrong in %" PRIu64 " of %" PRIu64 " frames, first in frame %" PRIu64 "\n",
                judgement->wrong_frames, judgement->frames, judgement->first_wrong_frame);
    if (cell->verdict == CD_VERDICT_EXACT || judgement->errors_unknown)
        return;
    fprintf(stream,
            "false negatives %" PRIu64 " of %" PRIu64 " (%.2f %%), false positives %" PRIu64 " of %" PRIu64
            " (%.2f %%), %s truth\n",
            judgement->misses, judgement->truth_pairs, percent(judgement->misses, judgement->truth_pairs),
            judgement->false_hits, clear, percent(judgement->false_hits, clear), cell->truth);
    if (cell->query == CD_QUERY_CONTACTS)
        fprintf(stream,
                "contacts of triangles: %" PRIu64 " missing, %" PRIu64 " that are none, %" PRIu64
                " given twice, %" PRIu64 " given in all\n",
                judgement->contacts_missing, judgement->contacts_false, judgement->contacts_repeated,
                judgement->records);
}

char *cd_remarks(const struct cd_cell *cell)
{
    char *text;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    CD_ASSERT(stream);
    print_remarks(stream, cell);
    fclose(stream);
    char *remarks = cd_duplicate(text);
    free(text);
    return remarks;
}

static bool has_interval(const struct cd_cell *cell)
{
    return cd_cell_has_times(cell) && cell->interval.confidence >= 0.95;
}

/// Writes the speed against the reference or, when there is nothing else, the interval of the reference's own rate.
static void show_speed(const struct cd_cell *cell, const struct cd_cell *reference, bool alone,
                       char text[CD_SHOWN_BYTES])
{
    double factor = cd_cell_fps(cell) / cd_cell_fps(reference);
    if (alone) {
        char low[CD_SHOWN_BYTES], high[CD_SHOWN_BYTES];
        double frames = (double)cell->frames * 1e9;
        rate(frames / cell->interval.high, low);
        rate(frames / cell->interval.low, high);
        snprintf(text, CD_SHOWN_BYTES, has_interval(cell) ? "%.14s-%.14s" : "-", low, high);
    } else if (cell == reference || !has_interval(cell) || !has_interval(reference)) {
        speed(factor, NULL, text);
    } else {
        double basis[2] = {cell->by_cpu ? cell->cpu.median : cell->pass.median,
                           reference->by_cpu ? reference->cpu.median : reference->pass.median};
        struct cd_interval interval =
            cd_ratio_interval(basis[1], reference->interval, basis[0], cell->interval);
        speed(factor, &interval, text);
    }
}

struct row {
    const struct cd_cell *cell;
    char texts[COLUMNS][CD_SHOWN_BYTES];
    double keys[COLUMNS]; ///< sort keys of the row: less comes first, NAN last
};

static void fill_row(struct row *row, const struct cd_cell *cell, const struct cd_cell *reference, bool alone,
                     bool colour)
{
    row->cell = cell;
    for (int i = 0; i < COLUMNS; i++) {
        strcpy(row->texts[i], "NA");
        row->keys[i] = NAN;
    }
    row->keys[ANSWERS] = cell->verdict;
    snprintf(row->texts[ANSWERS], CD_SHOWN_BYTES, "%s%s%s", colour ? verdict_colour(cell->verdict) : "",
             cd_verdict_name(cell->verdict), colour ? CD_PLAIN : "");
    if (cell->answered) {
        row->keys[HITS] = (double)cell->hit_frames;
        cd_show_count(row->keys[HITS], row->texts[HITS]);
    }
    if (!cd_cell_is_void(cell)) {
        row->keys[MEMORY] = cell->memory_unseen ? NAN : (double)cell->struct_bytes;
        cd_show_memory(row->keys[MEMORY], row->texts[MEMORY]);
    }
    if (!cd_cell_has_times(cell))
        return;
    const double times[] = {[COLLIDING] = cd_cell_frame_ns(cell, cell->hits, true),
                            [CLEAR] = cd_cell_frame_ns(cell, cell->hits, false),
                            [MEDIAN] = cell->frame.median,
                            [P95] = cell->frame.p95,
                            [MAX] = cell->frame.max,
                            [CREATE] = (double)cell->create_ns};
    for (int i = COLLIDING; i <= CREATE; i++)
        cd_show_time(row->keys[i] = times[i], row->texts[i]);
    row->keys[FPS] = row->keys[SPEED] = -cd_cell_fps(cell);
    rate(cd_cell_fps(cell), row->texts[FPS]);
    show_speed(cell, reference, alone, row->texts[SPEED]);
}

static int compare_rows(const void *first, const void *second, void *column)
{
    const struct row *a = first, *b = second;
    int by = *(const int *)column;
    if (by == NAME)
        return strcmp(a->cell->label, b->cell->label);
    double of_a = a->keys[by], of_b = b->keys[by];
    if (isnan(of_a) || isnan(of_b))
        return isnan(of_a) - isnan(of_b);
    if (of_a < of_b || of_a > of_b)
        return of_a < of_b ? -1 : 1;
    return a->cell < b->cell ? -1 : a->cell > b->cell;
}

static void add_row(struct cd_grid *grid, const struct row *row)
{
    const char *shown[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        shown[i] = i == NAME ? row->cell->label : row->texts[i];
    char *remarks = cd_remarks(row->cell);
    cd_grid_add(grid, shown, remarks);
    cd_free(remarks);
}

static void print_heading(FILE *stream, const struct cd_cell *cell, const struct cd_table_style *style)
{
    if (style->markdown)
        fprintf(stream, "### %s\n\n", cell->scene);
    else
        fprintf(stream, "%s%s%s\n  ", style->colour ? CD_BOLD : "", cell->scene,
                style->colour ? CD_PLAIN : "");
    char text[300], frames[CD_SHOWN_BYTES], triangles[CD_SHOWN_BYTES], things[200];
    cd_show_count((double)cell->frames, frames);
    cd_show_count((double)(cell->regions ? cell->regions : cell->triangles), triangles);
    if (cell->regions)
        snprintf(things, sizeof things, "%s region%s", triangles, cd_plural(cell->regions));
    else
        snprintf(things, sizeof things, "%" PRIu64 " bod%s and %s triangle%s", cell->bodies,
                 cell->bodies == 1 ? "y" : "ies", triangles, cd_plural(cell->triangles));
    snprintf(text, sizeof text, "%s frame%s, at most %s; query %s; hash %.12s", frames,
             cd_plural(cell->frames), things, cd_query_name(cell->query), cell->scene_hash);
    int indent = style->markdown ? 0 : 2;
    cd_print_wrapped(stream, text, indent, indent, cd_terminal_width(stream));
    fputc('\n', stream);
}

/// Prints what the numbers do not show: that nothing collides.
static void print_note(FILE *stream, const struct cd_cell *cells, size_t count)
{
    bool answered = false, judged = false, hit = false;
    for (size_t i = 0; i < count; i++) {
        answered |= cells[i].answered;
        judged |= cells[i].judged;
        hit |= cells[i].hit_frames || cells[i].judgement.truth_hit_frames;
    }
    if (answered && !hit)
        fprintf(stream, cells[0].regions ? "No regions match%s.\n\n" : "No frame collides%s.\n\n",
                judged ? "" : ", as far as these algorithms say");
}

void cd_print_table(FILE *stream, const struct cd_cell *cells, size_t count,
                    const struct cd_table_style *style)
{
    const struct cd_cell *reference = NULL;
    struct row *rows = cd_allocate(count, sizeof *rows);
    size_t timed = 0;
    for (size_t i = 0; i < count; i++)
        if (cd_cell_has_times(&cells[i]) && !timed++)
            reference = &cells[i];
    for (size_t i = 0; i < count; i++)
        fill_row(&rows[i], &cells[i], reference, timed == 1, style->colour && !style->markdown);
    int by = style->sort;
    if (by >= 0)
        qsort_r(rows, count, sizeof *rows, compare_rows, &by);
    struct cd_grid_column named[COLUMNS];
    memcpy(named, columns, sizeof named);
    if (timed == 1)
        named[SPEED].name = "fps, 95 %";
    struct cd_grid *grid = cd_grid_create(named, COLUMNS);
    for (size_t i = 0; i < count; i++)
        add_row(grid, &rows[i]);
    print_heading(stream, &cells[0], style);
    if (style->markdown)
        cd_grid_print_markdown(grid, stream);
    else
        cd_grid_print(grid, stream, cd_terminal_columns(stream));
    fputc('\n', stream);
    print_note(stream, cells, count);
    cd_grid_destroy(grid);
    cd_free(rows);
}
