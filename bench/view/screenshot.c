#include "bench/view/screenshot.h"

#include "base/memory.h"
#include "bench/view/offscreen.h"
#include "bench/view/overlay.h"
#include "bench/view/painter.h"
#include "bench/view/png_file.h"

static enum cd_code travel(struct cd_player *player, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    while (!player->arrived && !code)
        code = cd_player_work(player, 0.1, status);
    return code;
}

static enum cd_code paint(struct cd_painter *painter, struct cd_offscreen *offscreen, int width, int height,
                          uint8_t *pixels, struct cd_status *status)
{
    cd_offscreen_leave(offscreen);
    cd_painter_look(painter);
    enum cd_code code = cd_offscreen_enter(offscreen, status);
    if (!code)
        code = cd_painter_paint(painter, width, height, cd_overlay_paint, status);
    if (!code)
        cd_canvas_read(&painter->canvas, pixels);
    return code;
}

static enum cd_code paint_offscreen(struct cd_view *view, int width, int height, uint8_t *pixels,
                                    struct cd_status *status)
{
    struct cd_offscreen *offscreen;
    enum cd_code code = cd_offscreen_open(&offscreen, status);
    if (code)
        return code;
    struct cd_painter painter;
    code = cd_offscreen_enter(offscreen, status);
    if (!code && !(code = cd_painter_open(&painter, view, status))) {
        code = paint(&painter, offscreen, width, height, pixels, status);
        cd_painter_close(&painter);
    }
    cd_offscreen_leave(offscreen);
    cd_offscreen_close(offscreen);
    return code;
}

enum cd_code cd_screenshot(struct cd_view *view, bool fit_frame, int width, int height,
                           struct cd_output *output, struct cd_status *status)
{
    uint8_t *pixels = cd_allocate(3 * (size_t)width * (size_t)height, 1);
    enum cd_code code = travel(view->player, status);
    if (!code && fit_frame)
        cd_view_fit_frame(view);
    if (!code)
        code = paint_offscreen(view, width, height, pixels, status);
    if (code)
        cd_output_abort(output);
    else
        code = cd_png_commit(output, pixels, width, height, status);
    cd_free(pixels);
    return code;
}
