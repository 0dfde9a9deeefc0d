/// The results of a scene as a table for people: 100 columns wide, or 80 without the cost of creation where
/// the terminal is narrower.
#ifndef CD_BENCH_RECORD_TABLE_H
#define CD_BENCH_RECORD_TABLE_H

#include "bench/harness/cell.h"

#include <stdbool.h>
#include <stdio.h>

/// Prints the cells of one scene, `count` >= 1 of them, under a line that names it. Speeds are relative to
/// the first cell that has times.
void cd_print_table(FILE *stream, const struct cd_cell *cells, size_t count, bool colour);

#endif
