/// The results of a scene as a table for people, on a terminal or in Markdown.
#ifndef CD_BENCH_RECORD_TABLE_H
#define CD_BENCH_RECORD_TABLE_H

#include "bench/harness/cell.h"

#include <stdbool.h>
#include <stdio.h>

/// Most bytes of a number in these tables, including the NUL.
#define CD_SHOWN_BYTES 32

/// The terminal's codes for colours, used if it takes them (cd_wants_colour).
#define CD_BOLD   "\033[1m"
#define CD_RED    "\033[31m"
#define CD_GREEN  "\033[32m"
#define CD_YELLOW "\033[33m"
#define CD_PLAIN  "\033[0m"

/// A time, given in nanoseconds, with three significant digits, in ns, µs, ms or s: "1.05 µs"; "-" for NAN.
void cd_show_time(double ns, char text[CD_SHOWN_BYTES]);

/// A whole number with its thousands separated: "1 019 594".
void cd_show_count(double count, char text[CD_SHOWN_BYTES]);

/// A number of bytes: "351 kB"; "-" for NAN.
void cd_show_memory(double bytes, char text[CD_SHOWN_BYTES]);

/// Lines with what a user must know about an approximate or wrong cell in addition to the numbers of its row. Freed by
/// cd_free.
char *cd_remarks(const struct cd_cell *cell);

/// The columns of the table, separated by bars.
#define CD_TABLE_COLUMNS "algorithm|answers|hits|fps|speed|colliding|clear|median|p95|max|create|memory"

struct cd_table_style {
    bool colour, markdown;
    int sort; ///< index in CD_TABLE_COLUMNS of the column to sort by, best first; -1: rows stay in order
};

/// Prints the cells of one scene, `count` >= 1 of them, under a line that names it. Speeds are relative to
/// the first cell that has times. On a terminal, columns without enough room are left out.
void cd_print_table(FILE *stream, const struct cd_cell *cells, size_t count,
                    const struct cd_table_style *style);

#endif
