/// `cdbench verify --suite`: the conformance table, with a row for each scene and query. Each row runs in its own
/// process, so that an algorithm that crashes, exits or never ends costs only one row.
#ifndef CD_BENCH_CONFORMANCE_SUITE_H
#define CD_BENCH_CONFORMANCE_SUITE_H

#include "base/progress.h"
#include "bench/harness/selection.h"

#include <jansson.h>

struct cd_suite_plan {
    const struct cd_call *call;           ///< of the program: its processes are called with the same
    const struct cd_selection *selection; ///< what is tried; scenes are left out
    json_t *rows;                         ///< gets an object for each row; NULL for tables on standard output
    struct cd_progress *progress;
};

/// Tries all choices. `*found` is CD_WRONG when a row has a wrong or changing answer or never ends, CD_REGRESSION when
/// the worst fault is that counters change or timed calls allocate, else CD_OK. Fails with the algorithm's code when
/// one refuses all scenes, with CD_IO when a scene is missing, and with CD_INTERRUPTED.
enum cd_code cd_suite_run(const struct cd_suite_plan *plan, enum cd_code *found, struct cd_status *status);

/// The work of such a process, within `limit` seconds: tries a choice on the scene with this `number` and, when it
/// conforms, prints a few words for the table. Returns the code of cd_conformance_try.
enum cd_code cd_suite_row(const struct cd_selection *selection, size_t number, enum cd_query query,
                          double limit, struct cd_status *status);

#endif
