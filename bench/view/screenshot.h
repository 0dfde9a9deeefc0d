/// A view as a PNG file, drawn without a window or a display.
#ifndef CD_BENCH_VIEW_SCREENSHOT_H
#define CD_BENCH_VIEW_SCREENSHOT_H

#include "base/atomic_file.h"
#include "bench/view/view.h"

/// Goes to the frame that the player wants and writes the picture; `output` is consumed in either case.
enum cd_code cd_screenshot(struct cd_view *view, int width, int height, struct cd_output *output,
                           struct cd_status *status);

#endif
