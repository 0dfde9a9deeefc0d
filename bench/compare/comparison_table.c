#include "bench/compare/comparison_table.h"

#include "base/terminal.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

#define BOLD   "\033[1m"
#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN  "\033[0m"

enum { NAME_WIDTH = 30, TEXT_BYTES = 40, NOTE_INDENT = 4 };

/// Four significant digits of milliseconds.
static const char *milliseconds(double ms, char text[TEXT_BYTES])
{
    int digits = ms < 1 ? 5 : ms < 10 ? 3 : ms < 100 ? 2 : ms < 1000 ? 1 : 0;
    snprintf(text, TEXT_BYTES, "%.*f", digits, ms);
    return text;
}

static const char *colour_of(const struct cd_compared *cell)
{
    if (cell->end != CD_END_MEASURED)
        return cell->end == CD_END_WRONG || cell->end == CD_END_DIFFERENT ? RED : YELLOW;
    switch (cell->change) {
    case CD_CHANGE_SLOWER:
        return RED;
    case CD_CHANGE_FASTER:
    case CD_CHANGE_EQUIVALENT:
        return GREEN;
    case CD_CHANGE_INCONCLUSIVE:
        break;
    }
    return YELLOW;
}

static void print_verdict(FILE *stream, const struct cd_compared *cell, bool colour)
{
    bool unconfirmed = cell->confirmation == CD_CONFIRM_MISSING;
    fprintf(stream, "  %s%s%s%s\n", colour ? colour_of(cell) : "", cd_compared_word(cell),
            unconfirmed ? " (unconfirmed)" : "", colour ? PLAIN : "");
}

static void print_numbers(FILE *stream, const struct cd_compared *cell)
{
    char a[TEXT_BYTES], b[TEXT_BYTES], interval[TEXT_BYTES], p[TEXT_BYTES];
    double *const *times = cell->by_wall ? cell->pairs.wall : cell->pairs.cpu;
    const struct cd_finding *finding = &cell->finding;
    milliseconds(cd_median_of_reals(times[0], cell->pairs.count), a);
    milliseconds(cd_median_of_reals(times[1], cell->pairs.count), b);
    snprintf(interval, sizeof interval, "%.3f..%.3f", exp(finding->interval.low),
             exp(finding->interval.high));
    snprintf(p, sizeof p, finding->adjusted_p < 0.0001 ? "%.0e" : "%.4f", finding->adjusted_p);
    fprintf(stream, "%9s %9s %6.3f %13s %6.3f %7s", a, b, exp(finding->shift), interval,
            exp(cell->other_clock.shift), p);
}

static void print_cell(FILE *stream, const struct cd_compared *cell, bool colour)
{
    int written = fprintf(stream, "%-*s", NAME_WIDTH, cell->name);
    if (written > NAME_WIDTH)
        fprintf(stream, "\n%-*s", NAME_WIDTH, "");
    if (cell->end == CD_END_MEASURED)
        print_numbers(stream, cell);
    else
        fprintf(stream, "%9s %9s %6s %13s %6s %7s", "-", "-", "-", "-", "-", "-");
    print_verdict(stream, cell, colour);
    if (!*cell->note)
        return;
    fprintf(stream, "%*s", NOTE_INDENT, "");
    cd_print_wrapped(stream, cell->note, NOTE_INDENT, NOTE_INDENT, cd_terminal_width(stream));
}

void cd_print_comparison(FILE *stream, const struct cd_comparison *comparison, bool colour)
{
    fprintf(stream, "A = %s, B = %s\n\n", cd_shown_text(comparison->sides[0].typed).text,
            cd_shown_text(comparison->sides[1].typed).text);
    fprintf(stream, "%s%-*s%9s %9s %6s %13s %6s %7s  %s%s\n", colour ? BOLD : "", NAME_WIDTH, "cell", "A ms",
            "B ms", "B / A", "95 %", "wall", "p", "verdict", colour ? PLAIN : "");
    for (size_t i = 0; i < comparison->count; i++)
        print_cell(stream, &comparison->cells[i], colour);
    bool any_wall = false;
    for (size_t i = 0; i < comparison->count; i++)
        any_wall |= comparison->cells[i].by_wall;
    fprintf(stream, "\nMedian processor time of a pass over all frames; wall: B / A of the wall time.%s\n",
            any_wall ? " Cells with threads are\ndecided by wall time, and `wall` is their processor time."
                     : "");
    if (comparison->calibration)
        cd_print_wrapped(stream, comparison->calibration, 0, 0, cd_terminal_width(stream));
}
