/// How long an algorithm will take on a scene, judged by a few frames before it is asked about all of them.
#ifndef CD_BENCH_HARNESS_PROBE_H
#define CD_BENCH_HARNESS_PROBE_H

#include "algos/driver/instance.h"

struct cd_probe {
    double pass_seconds; ///< of all frames
    bool cut_short;      ///< a frame took longer than there was time for: a pass takes longer than that
    double
        most_seconds; ///< what it then takes at most, if the algorithm tries triangle by triangle; else NAN
};

/// Asks for frames at equal distances for about so many seconds, and for one in any case, which ends early where the
/// algorithm asks its context. `context` is the instance's, whose `stop` is replaced meanwhile; one probe at a time.
/// The instance may have answered wrongly in the end: it is to be reset.
enum cd_code cd_probe_run(struct cd_instance *instance, const struct cd_scene *scene, enum cd_query query,
                          struct cd_context *context, double seconds, struct cd_probe *probe,
                          struct cd_status *status);

/// "0.7 s", "4 min" or "3.1 h".
void cd_show_duration(double seconds, char *text, size_t bytes);

#endif
