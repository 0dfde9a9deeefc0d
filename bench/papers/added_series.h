/// One's own algorithms beside a paper's: series behind those of its file, of which no claim knows.
#ifndef CD_BENCH_PAPERS_ADDED_SERIES_H
#define CD_BENCH_PAPERS_ADDED_SERIES_H

#include "bench/harness/selection.h"
#include "bench/papers/paper.h"

/// Adds an algorithm to every experiment that it fits: one on a scene whose series all take what it takes, bodies or
/// regions, and whose query it answers. The series is called as the algorithm was typed, behind `own:` where the file
/// has one of that name; the same algorithm is added once. The text has to outlive the paper, and experiments that
/// were found before are those without the series.
void cd_paper_add_series(struct cd_paper *paper, const struct cd_choice *choice);

#endif
