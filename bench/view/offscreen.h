/// An OpenGL context without a window or a display. Current for the calling thread only between `enter` and
/// `leave`, so that algorithms may use contexts of their own in between.
#ifndef CD_BENCH_VIEW_OFFSCREEN_H
#define CD_BENCH_VIEW_OFFSCREEN_H

#include "base/status.h"

struct cd_offscreen;

/// CD_ENVIRONMENT when this machine has no OpenGL; `*offscreen` is NULL then. Not entered yet.
enum cd_code cd_offscreen_open(struct cd_offscreen **offscreen, struct cd_status *status);

/// Left before; NULL is allowed.
void cd_offscreen_close(struct cd_offscreen *offscreen);

enum cd_code cd_offscreen_enter(struct cd_offscreen *offscreen, struct cd_status *status);
void cd_offscreen_leave(struct cd_offscreen *offscreen);

#endif
