/// Successive elimination: candidates take turns, and those that are clearly slower than the fastest of their kind
/// leave, so that the time goes to those that matter.
#ifndef CD_BENCH_SUIT_RACE_H
#define CD_BENCH_SUIT_RACE_H

#include "bench/harness/cell.h"

/// Cells that are being timed; the samples come in the order of those of them that are timed.
struct cd_race {
    const struct cd_cell *cells;
    size_t count;
};

/// For cd_timing_plan.after_round; `user` is a struct cd_race.
void cd_race_after_round(void *user, struct cd_timed *timed, size_t count);

#endif
