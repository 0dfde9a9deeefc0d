/// The user's own algorithms beside a paper's. Their series follow those of the paper's file, and no claim uses them.
#ifndef CD_BENCH_PAPERS_ADDED_SERIES_H
#define CD_BENCH_PAPERS_ADDED_SERIES_H

#include "bench/harness/selection.h"
#include "bench/papers/paper.h"

/// Adds an algorithm to every experiment that it fits. An experiment fits if it is on a scene, all its series take what
/// the algorithm takes (bodies or regions), and the algorithm answers its query. The series gets the name that was
/// typed, with `own:` before it if the file already has that name. The same algorithm is added only once. The text must
/// outlive the paper. Experiments that were found before this call are those without the series.
void cd_paper_add_series(struct cd_paper *paper, const struct cd_choice *choice);

#endif
