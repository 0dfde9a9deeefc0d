/// `cdbench verify --suite`: the conformance table, a row for each scene and query in a process of its own,
/// so that an algorithm that crashes, ends the program or does not end costs one row.
#ifndef CD_BENCH_CONFORMANCE_SUITE_H
#define CD_BENCH_CONFORMANCE_SUITE_H

#include "base/progress.h"
#include "bench/harness/selection.h"

#include <jansson.h>

struct cd_suite_plan {
    const struct cd_call *call;           ///< of the program: what its processes are called with
    const struct cd_selection *selection; ///< what is tried; scenes are left out
    json_t *rows;                         ///< gets an object for each row; NULL for tables on standard output
    struct cd_progress *progress;
};

/// Tries all choices. `*found` is CD_WRONG where a row has a wrong or changing answer or no end,
/// CD_REGRESSION where the worst is that counters change or timed calls allocate, else CD_OK. Fails as the
/// algorithm does where one refuses all scenes, with CD_IO where a scene is missing, and with CD_INTERRUPTED.
enum cd_code cd_suite_run(const struct cd_suite_plan *plan, enum cd_code *found, struct cd_status *status);

/// What such a process does, within `limit` seconds: tries a choice on a scene, which `number` counts, and
/// prints, where it conforms, a few words for the table. Returns what cd_conformance_try does.
enum cd_code cd_suite_row(const struct cd_selection *selection, size_t number, enum cd_query query,
                          double limit, struct cd_status *status);

#endif
