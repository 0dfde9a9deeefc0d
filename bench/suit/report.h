/// What `cdbench suit` says: the ranking as a table for people and as rows, and its interpretation.
#ifndef CD_BENCH_SUIT_REPORT_H
#define CD_BENCH_SUIT_REPORT_H

#include "bench/harness/cell.h"
#include "bench/suit/trial.h"

#include <stdio.h>

/// Exact algorithms are ranked, and approximate ones.
enum { CD_RANKED_GROUPS = 2 };

/// All parts of a ranking; its maker frees them.
struct cd_ranking {
    struct cd_scene *scene;
    struct cd_trial *trials; ///< of all candidates; those left out have a reason
    size_t trial_count;
    struct cd_cell *cells; ///< of those that were measured
    size_t cell_count;

    // Set by cd_ranking_sort.
    size_t exact_count, approximate_count;
    struct cd_cell
        references[CD_RANKED_GROUPS]; ///< the others of a group are compared with it; owned by `cells`
    const bool *hits;                 ///< per frame: something collides; NULL for regions, or if unknown
};

/// Sorts the cells: exact ones first, then the others, each by relative time, then those without times.
void cd_ranking_sort(struct cd_ranking *ranking);

/// Prints the table and its interpretation, in at most 100 columns.
void cd_ranking_print(const struct cd_ranking *ranking, FILE *stream);

/// The rows of `summary.csv`, ranked, with further columns, followed by those left out. The caller destroys the table.
struct cd_table *cd_ranking_table(const struct cd_ranking *ranking);

#endif
