/// A view in a window, played and moved by keys and mouse until it is closed.
#ifndef CD_BENCH_VIEW_WINDOW_H
#define CD_BENCH_VIEW_WINDOW_H

#include "bench/view/view.h"

/// Opens a window of `width` by `height` pixels. Returns when the user has closed it, or after `quit_after` seconds (0
/// for never). CD_ENVIRONMENT when no display can be reached. Called at most once in a process.
enum cd_code cd_window_run(struct cd_view *view, int width, int height, double quit_after,
                           struct cd_status *status);

#endif
