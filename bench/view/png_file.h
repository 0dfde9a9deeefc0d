/// A picture in a PNG file that is there whole or not at all.
#ifndef CD_BENCH_VIEW_PNG_FILE_H
#define CD_BENCH_VIEW_PNG_FILE_H

#include "base/atomic_file.h"

#include <stdint.h>

/// Writes 3 * width * height bytes of red, green, blue, row by row from the top, and commits the file;
/// `output` is gone in either case.
enum cd_code cd_png_commit(struct cd_output *output, const uint8_t *pixels, int width, int height,
                           struct cd_status *status);

#endif
