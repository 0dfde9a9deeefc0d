/// Columns that are computed from others.
#ifndef CD_BENCH_PAPERS_FORMULA_H
#define CD_BENCH_PAPERS_FORMULA_H

#include "base/table.h"

/// Adds (or sets) a column by a formula over the numbers of each row, such as
/// "(misses + false_hits) / (truth_pairs + clear_pairs)", in muParser's syntax. The value is NA when a number is
/// missing or the result is not finite. CD_DATA says what is wrong with the formula and at which character, also when
/// it names a column that does not exist; the table is then unchanged.
enum cd_code cd_table_compute(struct cd_table *table, const char *column, const char *formula,
                              struct cd_status *status);

#endif
