#include "bench/record/table.h"
#include "bench/oracle/judge.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_WIDTH = 21, NARROW_NAME_WIDTH = 18, TEXT_BYTES = 32 };

/// How a table is laid out: in colour or not, and without the last two columns where there is no room for
/// them.
struct layout {
    FILE *stream;
    bool colour, narrow;
    int name_width;
};

#define BOLD   "\033[1m"
#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN  "\033[0m"

/// A time in milliseconds with four significant digits.
static const char *milliseconds(double ns, char text[TEXT_BYTES])
{
    double ms = ns * 1e-6;
    int digits = ms < 1 ? 5 : ms < 10 ? 3 : ms < 100 ? 2 : ms < 1000 ? 1 : 0;
    snprintf(text, TEXT_BYTES, "%.*f", digits, ms);
    return text;
}

static const char *rate(double fps, char text[TEXT_BYTES])
{
    if (fps >= 1e10)
        snprintf(text, TEXT_BYTES, "%.1fG", fps * 1e-9);
    else if (fps >= 1e7)
        snprintf(text, TEXT_BYTES, "%.1fM", fps * 1e-6);
    else
        snprintf(text, TEXT_BYTES, "%.*f", fps < 10 ? 3 : fps < 1000 ? 1 : 0, fps);
    return text;
}

static const char *memory(size_t bytes, char text[TEXT_BYTES])
{
    static const char units[] = "kMGT";
    if (bytes < 1024) {
        snprintf(text, TEXT_BYTES, "%zu B", bytes);
        return text;
    }
    double value = (double)bytes / 1024;
    int unit = 0;
    for (; value >= 999.5 && units[unit + 1]; unit++)
        value /= 1024;
    snprintf(text, TEXT_BYTES, "%.*f %cB", value < 10 ? 1 : 0, value, units[unit]);
    return text;
}

static const char *speed(double factor, char text[TEXT_BYTES])
{
    if (factor < 0.0001)
        snprintf(text, TEXT_BYTES, "<.0001");
    else if (factor < 0.1)
        snprintf(text, TEXT_BYTES, "1/%.0f", 1 / factor);
    else
        snprintf(text, TEXT_BYTES, "%.*fx", factor < 10 ? 2 : factor < 1000 ? 1 : 0, factor);
    return text;
}

static const char *verdict_colour(enum cd_verdict verdict)
{
    switch (verdict) {
    case CD_VERDICT_EXACT:
        return GREEN;
    case CD_VERDICT_WRONG:
    case CD_VERDICT_UNAVAILABLE:
        return RED;
    case CD_VERDICT_APPROXIMATE:
    case CD_VERDICT_PRINTED:
    case CD_VERDICT_UNVERIFIED:
        break;
    }
    return YELLOW;
}

static void print_header(const struct layout *layout, const struct cd_cell *cell)
{
    FILE *stream = layout->stream;
    bool colour = layout->colour;
    fprintf(stream, "%s%s%s\n  %" PRIu64 " frames, at most ", colour ? BOLD : "", cell->scene,
            colour ? PLAIN : "", cell->frames);
    if (cell->regions)
        fprintf(stream, "%" PRIu64 " regions", cell->regions);
    else
        fprintf(stream, "%" PRIu64 " bodies and %" PRIu64 " triangles", cell->bodies, cell->triangles);
    fprintf(stream, "; query %s; hash %.12s\n\n", cd_query_name(cell->query), cell->scene_hash);
    fprintf(stream, "%-*s %-11s %6s %8s %8s %8s %8s", layout->name_width, "", "", "hit", "", "ms/frame", "",
            "");
    fprintf(stream, layout->narrow ? "\n" : " %6s %8s\n", "", "create");
    fprintf(stream, "%-*s %-11s %6s %8s %8s %8s %8s %6s", layout->name_width, "algorithm", "answers",
            "frames", "fps", "median", "p95", "max", "speed");
    fprintf(stream, layout->narrow ? "\n" : " %8s %7s\n", "ms", "memory");
}

/// A name too long for its column gets a line of its own.
static void print_name(const struct layout *layout, const char *name)
{
    if (strlen(name) > (size_t)layout->name_width)
        fprintf(layout->stream, "%s\n%*s", name, layout->name_width, "");
    else
        fprintf(layout->stream, "%-*s", layout->name_width, name);
}

static void print_verdict(FILE *stream, enum cd_verdict verdict, bool colour)
{
    fprintf(stream, " %s%-11s%s", colour ? verdict_colour(verdict) : "", cd_verdict_name(verdict),
            colour ? PLAIN : "");
}

static void print_costs(FILE *stream, const struct cd_cell *cell)
{
    char create[TEXT_BYTES], held[TEXT_BYTES];
    bool created = cell->verdict != CD_VERDICT_UNAVAILABLE;
    fprintf(stream, " %8s %7s",
            cd_cell_has_times(cell) ? milliseconds((double)cell->create_ns, create) : "NA",
            created ? memory(cell->struct_bytes, held) : "NA");
}

static void print_times(FILE *stream, const struct cd_cell *cell, const struct cd_cell *reference)
{
    char fps[TEXT_BYTES], median[TEXT_BYTES], p95[TEXT_BYTES], max[TEXT_BYTES], factor[TEXT_BYTES];
    if (cd_cell_has_times(cell))
        fprintf(stream, " %8s %8s %8s %8s %6s", rate(cd_cell_fps(cell), fps),
                milliseconds(cell->frame.median, median), milliseconds(cell->frame.p95, p95),
                milliseconds(cell->frame.max, max),
                speed(cd_cell_fps(cell) / cd_cell_fps(reference), factor));
    else
        fprintf(stream, " %8s %8s %8s %8s %6s", "NA", "NA", "NA", "NA", "NA");
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

/// What a user must know besides the numbers of the row.
static void print_remarks(FILE *stream, const struct cd_cell *cell)
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
}

static void print_row(const struct layout *layout, const struct cd_cell *cell,
                      const struct cd_cell *reference)
{
    FILE *stream = layout->stream;
    print_name(layout, cell->label);
    print_verdict(stream, cell->verdict, layout->colour);
    if (cell->answered)
        fprintf(stream, " %6" PRIu64, cell->hit_frames);
    else
        fprintf(stream, " %6s", "NA");
    print_times(stream, cell, reference);
    if (!layout->narrow)
        print_costs(stream, cell);
    fputc('\n', stream);
    print_remarks(stream, cell);
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
