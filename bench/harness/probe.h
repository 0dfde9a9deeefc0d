/// Estimates from a few frames how long an algorithm will take on a scene, before it is asked about all frames.
#ifndef CD_BENCH_HARNESS_PROBE_H
#define CD_BENCH_HARNESS_PROBE_H

#include "algos/driver/instance.h"

struct cd_probe {
    double pass_seconds; ///< for all frames
    bool cut_short;      ///< a frame did not end in time: a pass takes longer than `pass_seconds`
    double
        most_seconds; ///< the most that a pass then takes, if the algorithm tries triangle by triangle; else NAN
};

/// Asks about frames at equal distances for about `seconds`, and about one frame in any case. A frame ends early if the
/// algorithm asks its context. `context` belongs to the instance; its `stop` is replaced meanwhile. One probe at a
/// time. The instance's last answer may be wrong, so the instance must be reset afterwards.
enum cd_code cd_probe_run(struct cd_instance *instance, const struct cd_scene *scene, enum cd_query query,
                          struct cd_context *context, double seconds, struct cd_probe *probe,
                          struct cd_status *status);

/// "0.7 s", "4 min" or "3.1 h".
void cd_show_duration(double seconds, char *text, size_t bytes);

#endif
