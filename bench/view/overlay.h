/// What stands in front of the bodies: text about the frame, the algorithm's picture, the keys.
#ifndef CD_BENCH_VIEW_OVERLAY_H
#define CD_BENCH_VIEW_OVERLAY_H

struct cd_painter;

/// Draws it onto the canvas, within the context.
void cd_overlay_paint(struct cd_painter *painter);

#endif
