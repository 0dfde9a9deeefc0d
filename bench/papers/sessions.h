/// One measurement of what several sessions measured, each in a process of its own.
#ifndef CD_BENCH_PAPERS_SESSIONS_H
#define CD_BENCH_PAPERS_SESSIONS_H

#include "bench/papers/measurements.h"

/// Makes one set of rows of those of `count` sessions, which it empties: of a number that was measured the
/// median, with an interval that holds what differs between sessions, too (docs/claims.md); all raw times;
/// and what else a row has as the first session found it. With one session, its rows as they are. CD_DATA, with
/// nothing in `pooled` and the sessions as they were, where these do not have as many rows, or where an answer
/// or a count that has to be the same in all of them is not (cd_has_to_agree).
enum cd_code cd_rows_pool(const struct cd_experiment *experiment, struct cd_rows *sessions, size_t count,
                          struct cd_rows *pooled, struct cd_status *status);

#endif
