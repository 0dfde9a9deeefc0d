/// Successive elimination: candidates take turns. Those that are clearly slower than the fastest of their kind leave,
/// so that the time goes to those that matter.
#ifndef CD_BENCH_SUIT_RACE_H
#define CD_BENCH_SUIT_RACE_H

#include "bench/harness/cell.h"

/// For cd_timing_plan.after_round, with instances whose kind is an enum cd_verdict; `unused` is not used.
void cd_race_after_round(void *unused, struct cd_timed *timed, size_t count);

#endif
