/// A comparison as a table for people.
#ifndef CD_BENCH_COMPARE_COMPARISON_TABLE_H
#define CD_BENCH_COMPARE_COMPARISON_TABLE_H

#include "bench/compare/comparison.h"

#include <stdio.h>

/// Prints the cells under a line that names the sides, in 100 columns.
void cd_print_comparison(FILE *stream, const struct cd_comparison *comparison, bool colour);

#endif
