/// The results of a scene as a table for people: 100 columns wide, or 80 without the cost of creation where
/// the terminal is narrower.
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

/// A time in milliseconds with four significant digits, or about as many.
void cd_show_milliseconds(double ms, char text[CD_SHOWN_BYTES]);

/// A number of bytes: "351 kB".
void cd_show_memory(size_t bytes, char text[CD_SHOWN_BYTES]);

/// Prints what a user must know of an approximate or wrong cell besides the numbers of its row, in lines of its own.
void cd_print_remarks(FILE *stream, const struct cd_cell *cell);

/// Prints the cells of one scene, `count` >= 1 of them, under a line that names it. Speeds are relative to
/// the first cell that has times.
void cd_print_table(FILE *stream, const struct cd_cell *cells, size_t count, bool colour);

#endif
