/// fps over the revisions of a history, cell by cell, with the changes of level marked.
#ifndef CD_BENCH_HISTORY_CHART_H
#define CD_BENCH_HISTORY_CHART_H

#include "base/table.h"
#include "bench/history/changes.h"
#include "bench/plot/plot.h"

#include <stdio.h>

/// The most plots that can still be read in one picture.
#define CD_SERIES_MAX 40

/// One line of the chart: a cell, for as long as only the revision changed (one fingerprint).
struct cd_series {
    char name[300]; ///< "algo:settings on scene, query, 200 frames"
    size_t *rows;   ///< of the history, in order of date
    size_t count;
    struct cd_change_point *changes; ///< of log fps; `at` is an index into `rows`
    size_t change_count;
};

struct cd_chart {
    const struct cd_table *history;
    size_t *rows; ///< those of all series
    size_t count; ///< number of series; CD_SERIES_MAX + 1 when there are too many
    struct cd_series series[CD_SERIES_MAX + 1];
};

/// Makes the series of all cells whose name contains `wanted` (all cells when NULL), and finds the changes in the last
/// CD_CHANGES_LONGEST rows of each. Released by cd_chart_release.
void cd_chart_make(struct cd_chart *chart, const struct cd_table *history, const char *wanted);
void cd_chart_release(struct cd_chart *chart);

/// Prints a line for each series and one for each of its changes.
void cd_chart_print(const struct cd_chart *chart, FILE *stream);

/// The panels of a picture, one for each series; to be released.
struct cd_plots cd_chart_plots(const struct cd_chart *chart);

#endif
