/// fps over the revisions of a history, cell by cell, with the changes of its level marked.
#ifndef CD_BENCH_HISTORY_CHART_H
#define CD_BENCH_HISTORY_CHART_H

#include "base/table.h"
#include "bench/history/changes.h"

#include <stdio.h>

/// One line of the chart: a cell, as long as nothing but the revision changed (one fingerprint).
struct cd_chart_series {
    char name[300];
    size_t *rows; ///< of the history, by their dates
    size_t count, capacity;
    struct cd_change_point *changes; ///< of log fps; `at` is an index into `rows`
    size_t change_count;
};

/// More plots in one picture cannot be read.
#define CD_SERIES_MAX 40

/// Makes the series of those cells whose name contains `wanted` (all when NULL) and finds their changes, in
/// the last CD_CHANGES_LONGEST rows of each. Cells are named "algo:settings on scene, query". Returns how
/// many there are, CD_SERIES_MAX + 1 when there are more; `*series` is the caller's, to be freed by
/// cd_series_free.
size_t cd_series_collect(const struct cd_table *history, const char *wanted, struct cd_chart_series **series);
void cd_chart_series_free(struct cd_chart_series *series, size_t count);

/// Prints a line for each series and one for each of its changes.
void cd_series_print(const struct cd_chart_series *series, size_t count, const struct cd_table *history,
                     FILE *stream);

/// Writes the commands for gnuplot that draw the series below each other; SVG or PNG.
void cd_series_write_script(const struct cd_chart_series *series, size_t count,
                            const struct cd_table *history, const char *title, bool png, FILE *stream);

#endif
