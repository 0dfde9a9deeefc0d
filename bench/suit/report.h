/// What `cdbench suit` says: the ranking as a table for people, as rows and as a picture, and what to make of it.
#ifndef CD_BENCH_SUIT_REPORT_H
#define CD_BENCH_SUIT_REPORT_H

#include "bench/harness/cell.h"
#include "bench/suit/trial.h"

#include <stdio.h>

/// The colliding and the clear frames of a scene.
enum cd_frame_kind { CD_FRAME_COLLIDING, CD_FRAME_CLEAR, CD_FRAME_KINDS };

/// Everything that a ranking is made of; belongs to others.
struct cd_ranking {
    const struct cd_scene *scene;
    /// Those that were measured: exact ones first, then the others, each by relative time, then those without times.
    struct cd_cell *cells;
    size_t cell_count;
    size_t exact_count, approximate_count;
    const struct cd_trial *trials; ///< of all candidates; those left out have a reason
    size_t trial_count;
    const bool *hits; ///< per frame: something collides; NULL of regions, or when nobody knows
};

/// Sorts the cells and counts them.
void cd_ranking_sort(struct cd_ranking *ranking);

/// Prints the table and what to make of it, in at most 100 columns.
void cd_ranking_print(const struct cd_ranking *ranking, FILE *stream);

/// The rows of `summary.csv`, ranked, with further columns; those left out follow. To be destroyed.
struct cd_table *cd_ranking_table(const struct cd_ranking *ranking);

/// Writes gnuplot's commands for a picture.
void cd_ranking_write_script(const struct cd_ranking *ranking, bool png, FILE *stream);

#endif
