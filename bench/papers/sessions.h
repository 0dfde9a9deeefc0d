/// Makes one measurement from those of several sessions, each of which ran in its own process.
#ifndef CD_BENCH_PAPERS_SESSIONS_H
#define CD_BENCH_PAPERS_SESSIONS_H

#include "bench/papers/measurements.h"

/// Makes one set of rows from those of `count` sessions, which it empties. A measured number becomes the median, with
/// an interval that also covers the differences between sessions (docs/claims.md). All raw times are kept. Everything
/// else in a row is taken from the first session. With one session, its rows stay as they are. CD_DATA, with nothing in
/// `pooled` and the sessions unchanged, when the sessions have different numbers of rows, or when an answer or a count
/// that must be the same in all of them is not (cd_has_to_agree).
enum cd_code cd_rows_pool(const struct cd_experiment *experiment, struct cd_rows *sessions, size_t count,
                          struct cd_rows *pooled, struct cd_status *status);

#endif
