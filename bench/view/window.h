/// A view in a window, played and moved by keys and mouse until it is closed.
#ifndef CD_BENCH_VIEW_WINDOW_H
#define CD_BENCH_VIEW_WINDOW_H

#include "bench/view/view.h"

/// What a window begins with.
struct cd_window_plan {
    int width, height;
    bool fit_frame;    ///< look at the first frame shown instead of the whole scene
    double quit_after; ///< seconds until it closes by itself; 0 for never
};

/// Returns when the user has closed the window. CD_ENVIRONMENT when no display can be reached. Once a
/// process.
enum cd_code cd_window_run(struct cd_view *view, const struct cd_window_plan *plan, struct cd_status *status);

#endif
