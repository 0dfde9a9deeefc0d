/// What everything is drawn into, in a window or without one: a framebuffer of several samples a pixel, so
/// that edges are smooth and a picture does not depend on a window. Within a context, all of it.
#ifndef CD_BENCH_VIEW_CANVAS_H
#define CD_BENCH_VIEW_CANVAS_H

#include "base/status.h"

#include <GL/glew.h>
#include <stdint.h>

struct cd_canvas {
    int width, height;
    GLuint framebuffer, colour, depth; ///< of several samples
    GLuint resolved, resolved_colour;  ///< of one
};

/// Loads OpenGL's functions; CD_ENVIRONMENT when it is older than 3.3.
enum cd_code cd_canvas_load(struct cd_status *status);

/// Makes the canvas (zeroed at first) this large; CD_ENVIRONMENT when OpenGL cannot.
enum cd_code cd_canvas_resize(struct cd_canvas *canvas, int width, int height, struct cd_status *status);
void cd_canvas_close(struct cd_canvas *canvas);

/// Begins a picture, and ends it by averaging the samples.
void cd_canvas_begin(const struct cd_canvas *canvas);
void cd_canvas_end(const struct cd_canvas *canvas);

/// Copies the picture to the window.
void cd_canvas_show(const struct cd_canvas *canvas);

/// Reads the picture: 3 * width * height bytes of red, green, blue, row by row from the top.
void cd_canvas_read(const struct cd_canvas *canvas, uint8_t *pixels);

#endif
