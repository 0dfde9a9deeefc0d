#include "bench/view/png_file.h"

#include <png.h>
#include <string.h>

enum cd_code cd_png_commit(struct cd_output *output, const uint8_t *pixels, int width, int height,
                           struct cd_status *status)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)width;
    image.height = (png_uint_32)height;
    image.format = PNG_FORMAT_RGB;
    // What the stream could not write is found, with its reason, when the file is committed.
    if (png_image_write_to_stdio(&image, cd_output_stream(output), 0, pixels, 0, NULL) ||
        ferror(cd_output_stream(output)))
        return cd_output_commit(output, status);
    cd_output_abort(output);
    return cd_fail(status, CD_ENVIRONMENT, "libpng cannot write the picture: %s", image.message);
}
