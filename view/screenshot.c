#include "view/view.h"

#include "view/painter.h"

#include <png.h>
#include <string.h>

/// Writes the picture and commits the file. In either case, `output` is no longer valid afterwards.
static enum cd_code commit_png(struct cd_output *output, const struct cd_painter *painter,
                               struct cd_status *status)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)painter->width;
    image.height = (png_uint_32)painter->height;
    image.format = PNG_FORMAT_RGB;
    // A failure of the stream is reported, with its reason, when the file is committed. Rows come from the bottom.
    if (png_image_write_to_stdio(&image, cd_output_stream(output), 0, painter->pixels, -3 * painter->width,
                                 NULL) ||
        ferror(cd_output_stream(output)))
        return cd_output_commit(output, status);
    cd_output_abort(output);
    return cd_fail(status, CD_ENVIRONMENT, "libpng cannot write the picture: %s", image.message);
}

enum cd_code cd_screenshot(struct cd_view *view, int width, int height, struct cd_output *output,
                           struct cd_status *status)
{
    struct cd_painter painter;
    enum cd_code code = CD_OK;
    while (!view->player->arrived && !code)
        code = cd_view_work(view, 0.1, status);
    if (!code)
        code = cd_painter_open(&painter, view, status);
    if (code) {
        cd_output_abort(output);
        return code;
    }
    code = cd_painter_paint(&painter, width, height, status);
    if (code)
        cd_output_abort(output);
    else
        code = commit_png(output, &painter, status);
    cd_painter_close(&painter);
    return code;
}
