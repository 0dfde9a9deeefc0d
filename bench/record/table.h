/// The results of a scene as a table for people, on a terminal or in Markdown.
#ifndef CD_BENCH_RECORD_TABLE_H
#define CD_BENCH_RECORD_TABLE_H

#include "bench/harness/cell.h"

#include <stdbool.h>
#include <stdio.h>

/// Bytes that a number of these tables takes at most, with the NUL.
#define CD_SHOWN_BYTES 32

/// What a terminal is told for colours, where it takes them (cd_wants_colour).
#define CD_BOLD   "\033[1m"
#define CD_RED    "\033[31m"
#define CD_GREEN  "\033[32m"
#define CD_YELLOW "\033[33m"
#define CD_PLAIN  "\033[0m"

/// A time of so many nanoseconds with three significant digits, in ns, µs, ms or s: "1.05 µs"; "-" for NAN.
void cd_show_time(double ns, char text[CD_SHOWN_BYTES]);

/// A whole number, its thousands apart: "1 019 594".
void cd_show_count(double count, char text[CD_SHOWN_BYTES]);

/// A number of bytes: "351 kB".
void cd_show_memory(size_t bytes, char text[CD_SHOWN_BYTES]);

/// What a user must know of an approximate or wrong cell besides the numbers of its row: lines, for cd_free.
char *cd_remarks(const struct cd_cell *cell);

/// The columns of the table between bars.
#define CD_TABLE_COLUMNS "algorithm|answers|hits|fps|speed|colliding|clear|median|p95|max|create|memory"

struct cd_table_style {
    bool colour, markdown;
    int sort; ///< place of a column in CD_TABLE_COLUMNS, of which the best come first; -1: rows stay as they are
};

/// Prints the cells of one scene, `count` >= 1 of them, under a line that names it. Speeds are relative to
/// the first cell that has times. On a terminal, columns for which there is no room are left out.
void cd_print_table(FILE *stream, const struct cd_cell *cells, size_t count,
                    const struct cd_table_style *style);

#endif
