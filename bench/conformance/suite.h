/// `cdbench verify --suite`: the conformance table, with a row for each scene and query. Each row runs in its own
/// process (base/forked.h), so that an algorithm that crashes, exits or never ends costs only one row.
#ifndef CD_BENCH_CONFORMANCE_SUITE_H
#define CD_BENCH_CONFORMANCE_SUITE_H

#include "base/progress.h"
#include "bench/harness/selection.h"

#include <jansson.h>

struct cd_suite_plan {
    const struct cd_selection *selection; ///< what is tried; scenes are left out
    json_t *rows;                         ///< gets an object for each row; NULL for tables on standard output
    struct cd_progress *progress;
    double limit;             ///< seconds of processor time for a row, ten times as many by the clock
    int only_scene;           ///< the one that is tried, or negative
    enum cd_query only_query; ///< with it
};

/// Tries all choices. `*found` is CD_WRONG when a row has a wrong or changing answer or never ends, CD_REGRESSION when
/// the worst fault is that counters change or timed calls allocate, else CD_OK. `*lacking` becomes CD_ENVIRONMENT when
/// the machine has too little memory or too few threads for a row, or lacks what an algorithm needs that was named and
/// not brought by `all`. Such a row says nothing about its algorithm. Fails with the algorithm's code when one refuses
/// all scenes, with CD_USAGE when one is asked nothing, with CD_IO when a scene is missing, and with CD_INTERRUPTED.
enum cd_code cd_suite_run(const struct cd_suite_plan *plan, enum cd_code *found, struct cd_status *lacking,
                          struct cd_status *status);

#endif
