#include "bench/record/table.h"
#include "bench/oracle/judge.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_WIDTH = 21, NARROW_NAME_WIDTH = 18 };

/// How a table is laid out: in colour or not, and without the last two columns where there is no room for
/// them.
struct layout {
    FILE *stream;
    bool colour, narrow;
    int name_width;
};

void cd_show_milliseconds(double ms, char text[CD_SHOWN_BYTES])
{
    int digits = ms < 1 ? 5 : ms < 10 ? 3 : ms < 100 ? 2 : ms < 1000 ? 1 : 0;
    snprintf(text, CD_SHOWN_BYTES, "%.*f", digits, ms);
}

static void rate(double fps, char text[CD_SHOWN_BYTES])
{
    if (fps >= 1e10)
        snprintf(text, CD_SHOWN_BYTES, "%.1fG", fps * 1e-9);
    else if (fps >= 1e7)
        snprintf(text, CD_SHOWN_BYTES, "%.1fM", fps * 1e-6);
    else
        snprintf(text, CD_SHOWN_BYTES, "%.*f", fps < 10 ? 3 : fps < 1000 ? 1 : 0, fps);
}

void cd_show_memory(size_t bytes, char text[CD_SHOWN_BYTES])
{
    static const char units[] = "kMGT";
    if (bytes < 1024) {
        snprintf(text, CD_SHOWN_BYTES, "%zu B", bytes);
        return;
    }
    double value = (double)bytes / 1024;
    int unit = 0;
    for (; value >= 999.5 && units[unit + 1]; unit++)
        value /= 1024;
    snprintf(text, CD_SHOWN_BYTES, "%.*f %cB", value < 10 ? 1 : 0, value, units[unit]);
}

static void speed(double factor, char text[CD_SHOWN_BYTES])
{
    if (factor < 0.0001)
        snprintf(text, CD_SHOWN_BYTES, "<.0001");
    else if (factor < 0.1)
        snprintf(text, CD_SHOWN_BYTES, "1/%.0f", 1 / factor);
    else
        snprintf(text, CD_SHOWN_BYTES, "%.*fx", factor < 10 ? 2 : factor < 1000 ? 1 : 0, factor);
}

static const char *verdict_colour(enum cd_verdict verdict)
{
    bool bad = verdict == CD_VERDICT_WRONG || verdict == CD_VERDICT_UNAVAILABLE;
    return verdict == CD_VERDICT_EXACT ? CD_GREEN : bad ? CD_RED : CD_YELLOW;
}

/// The columns behind the name and the verdict; the last two are left out where there is no room.
enum { COLUMNS = 8, WIDE_COLUMNS = 2 };

static void print_columns(const struct layout *layout, const char *const texts[COLUMNS])
{
    static const int widths[COLUMNS] = {6, 8, 8, 8, 8, 6, 8, 7};
    int count = COLUMNS - (layout->narrow ? WIDE_COLUMNS : 0);
    while (!*texts[count - 1]) // no blanks at the end
        count--;
    for (int i = 0; i < count; i++)
        fprintf(layout->stream, " %*s", widths[i], texts[i]);
    fputc('\n', layout->stream);
}

static void print_header(const struct layout *layout, const struct cd_cell *cell)
{
    static const char *const above[COLUMNS] = {"hit", "", "ms/frame", "", "", "", "create", ""};
    static const char *const names[COLUMNS] = {"frames", "fps",   "median", "p95",
                                               "max",    "speed", "ms",     "memory"};
    FILE *stream = layout->stream;
    fprintf(stream, "%s%s%s\n  %" PRIu64 " frames, at most ", layout->colour ? CD_BOLD : "", cell->scene,
            layout->colour ? CD_PLAIN : "", cell->frames);
    if (cell->regions)
        fprintf(stream, "%" PRIu64 " regions", cell->regions);
    else
        fprintf(stream, "%" PRIu64 " bodies and %" PRIu64 " triangles", cell->bodies, cell->triangles);
    fprintf(stream, "; query %s; hash %.12s\n\n", cd_query_name(cell->query), cell->scene_hash);
    fprintf(stream, "%-*s %-11s", layout->name_width, "", "");
    print_columns(layout, above);
    fprintf(stream, "%-*s %-11s", layout->name_width, "algorithm", "answers");
    print_columns(layout, names);
}

/// A name too long for its column gets a line of its own.
static void print_name(const struct layout *layout, const char *name)
{
    if (strlen(name) > (size_t)layout->name_width)
        fprintf(layout->stream, "%s\n%*s", name, layout->name_width, "");
    else
        fprintf(layout->stream, "%-*s", layout->name_width, name);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

void cd_print_remarks(FILE *stream, const struct cd_cell *cell)
{
    const struct cd_judgement *judgement = &cell->judgement;
    uint64_t clear = judgement->pairs - judgement->truth_pairs;
    if (cell->timed.unstable)
        fprintf(stream, "  a timed pass answered otherwise than before in frame %" PRIu64 "\n",
                cell->timed.unstable_frame);
    if (!cell->judged)
        return;
    if (cell->verdict == CD_VERDICT_WRONG && judgement->wrong_frames)
        fprintf(stream, "  wrong in %" PRIu64 " of %" PRIu64 " frames, first in frame %" PRIu64 "\n",
                judgement->wrong_frames, judgement->frames, judgement->first_wrong_frame);
    if (cell->verdict == CD_VERDICT_EXACT || judgement->errors_unknown)
        return;
    fprintf(stream,
            "  false negatives %" PRIu64 " of %" PRIu64 " (%.2f %%), false positives %" PRIu64 " of %" PRIu64
            " (%.2f %%), %s truth\n",
            judgement->misses, judgement->truth_pairs, percent(judgement->misses, judgement->truth_pairs),
            judgement->false_hits, clear, percent(judgement->false_hits, clear), cell->truth);
    if (cell->query == CD_QUERY_CONTACTS)
        fprintf(stream,
                "  contacts of triangles: %" PRIu64 " missing, %" PRIu64 " that are none, %" PRIu64
                " given twice, %" PRIu64 " given in all\n",
                judgement->contacts_missing, judgement->contacts_false, judgement->contacts_repeated,
                judgement->records);
}

static void print_row(const struct layout *layout, const struct cd_cell *cell,
                      const struct cd_cell *reference)
{
    char texts[COLUMNS][CD_SHOWN_BYTES];
    const char *shown[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        shown[i] = strcpy(texts[i], "NA");
    if (cell->answered)
        snprintf(texts[0], CD_SHOWN_BYTES, "%" PRIu64, cell->hit_frames);
    if (cd_cell_has_times(cell)) {
        rate(cd_cell_fps(cell), texts[1]);
        cd_show_milliseconds(cell->frame.median * 1e-6, texts[2]);
        cd_show_milliseconds(cell->frame.p95 * 1e-6, texts[3]);
        cd_show_milliseconds(cell->frame.max * 1e-6, texts[4]);
        speed(cd_cell_fps(cell) / cd_cell_fps(reference), texts[5]);
        cd_show_milliseconds((double)cell->create_ns * 1e-6, texts[6]);
    }
    if (cell->verdict != CD_VERDICT_UNAVAILABLE)
        cd_show_memory(cell->struct_bytes, texts[7]);
    print_name(layout, cell->label);
    fprintf(layout->stream, " %s%-11s%s", layout->colour ? verdict_colour(cell->verdict) : "",
            cd_verdict_name(cell->verdict), layout->colour ? CD_PLAIN : "");
    print_columns(layout, shown);
    cd_print_remarks(layout->stream, cell);
}

void cd_print_table(FILE *stream, const struct cd_cell *cells, size_t count, bool colour)
{
    const struct cd_cell *reference = NULL;
    for (size_t i = 0; i < count && !reference; i++)
        if (cd_cell_has_times(&cells[i]))
            reference = &cells[i];
    bool narrow = cd_terminal_width(stream) < 100;
    struct layout layout = {stream, colour, narrow, narrow ? NARROW_NAME_WIDTH : NAME_WIDTH};
    print_header(&layout, &cells[0]);
    for (size_t i = 0; i < count; i++)
        print_row(&layout, &cells[i], reference);
    fputc('\n', stream);
}
