/// What `cdbench suit` says: the ranking as a table for people, as rows and as a picture, and what to make of it.
#ifndef CD_BENCH_SUIT_REPORT_H
#define CD_BENCH_SUIT_REPORT_H

#include "bench/harness/cell.h"
#include "bench/plot/plot.h"
#include "bench/suit/trial.h"

#include <stdio.h>

/// Exact algorithms are ranked, and approximate ones.
enum { CD_RANKED_GROUPS = 2 };

/// Everything that a ranking is made of; its maker frees it.
struct cd_ranking {
    struct cd_scene *scene;
    struct cd_trial *trials; ///< of all candidates; those left out have a reason
    size_t trial_count;
    struct cd_cell *cells; ///< of those that were measured
    size_t cell_count;

    // Set by cd_ranking_sort.
    size_t exact_count, approximate_count;
    struct cd_cell
        references[CD_RANKED_GROUPS]; ///< whom the others of a group are compared with; the cells' own
    const bool *hits; ///< per frame: something collides; NULL of regions, or when nobody knows
};

/// Sorts the cells: exact ones first, then the others, each by relative time, then those without times.
void cd_ranking_sort(struct cd_ranking *ranking);

/// Prints the table and what to make of it, in at most 100 columns.
void cd_ranking_print(const struct cd_ranking *ranking, FILE *stream);

/// The rows of `summary.csv`, ranked, with further columns; those left out follow. To be destroyed.
struct cd_table *cd_ranking_table(const struct cd_ranking *ranking);

/// What the picture shows; to be released by cd_plot_release.
struct cd_plot cd_ranking_plot(const struct cd_ranking *ranking);

#endif
