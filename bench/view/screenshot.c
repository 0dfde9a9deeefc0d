#include "bench/view/screenshot.h"

#include "base/memory.h"
#include "bench/view/overlay.h"
#include "bench/view/painter.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <png.h>
#include <string.h>

#define NEEDED "pictures need desktop OpenGL through EGL; on Debian: apt install libegl1 libgl1-mesa-dri"

/// An OpenGL context without a window or a display. Current only between `enter` and `leave`, so that
/// algorithms may use contexts of their own in between.
struct offscreen {
    EGLDisplay display;
    EGLContext context;
};

static enum cd_code open_display(struct offscreen *offscreen, struct cd_status *status)
{
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!extensions || !strstr(extensions, "EGL_MESA_platform_surfaceless") || !get_display)
        return cd_fail(status, CD_ENVIRONMENT, "EGL has no surfaceless platform; " NEEDED);
    offscreen->display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (offscreen->display == EGL_NO_DISPLAY || !eglInitialize(offscreen->display, NULL, NULL))
        return cd_fail(status, CD_ENVIRONMENT, "EGL starts no driver (error 0x%x); " NEEDED,
                       (unsigned)eglGetError());
    return CD_OK;
}

static enum cd_code open_context(struct offscreen *offscreen, struct cd_status *status)
{
    enum cd_code code = open_display(offscreen, status);
    if (code)
        return code;
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                             3,
                             EGL_CONTEXT_MINOR_VERSION,
                             3,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                             EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                             EGL_NONE};
    if (eglBindAPI(EGL_OPENGL_API))
        offscreen->context = eglCreateContext(offscreen->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (offscreen->context == EGL_NO_CONTEXT)
        return cd_fail(status, CD_ENVIRONMENT, "EGL gives no OpenGL context (error 0x%x); " NEEDED,
                       (unsigned)eglGetError());
    return CD_OK;
}

static enum cd_code enter(const struct offscreen *offscreen, struct cd_status *status)
{
    eglBindAPI(EGL_OPENGL_API);
    if (eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "EGL refuses the OpenGL context of pictures (error 0x%x)",
                   (unsigned)eglGetError());
}

static void leave(const struct offscreen *offscreen)
{
    eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

static enum cd_code travel(struct cd_player *player, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    while (!player->arrived && !code)
        code = cd_player_work(player, 0.1, status);
    return code;
}

static enum cd_code paint(struct cd_painter *painter, const struct offscreen *offscreen, int width,
                          int height, uint8_t *pixels, struct cd_status *status)
{
    leave(offscreen);
    cd_painter_look(painter);
    enum cd_code code = enter(offscreen, status);
    if (!code)
        code = cd_painter_paint(painter, width, height, cd_overlay_paint, status);
    if (!code)
        cd_canvas_read(&painter->canvas, pixels);
    return code;
}

static enum cd_code paint_offscreen(struct cd_view *view, int width, int height, uint8_t *pixels,
                                    struct cd_status *status)
{
    struct offscreen offscreen = {EGL_NO_DISPLAY, EGL_NO_CONTEXT};
    struct cd_painter painter;
    enum cd_code code = open_context(&offscreen, status);
    if (code)
        return code;
    code = enter(&offscreen, status);
    if (!code && !(code = cd_painter_open(&painter, view, status))) {
        code = paint(&painter, &offscreen, width, height, pixels, status);
        cd_painter_close(&painter);
    }
    leave(&offscreen);
    // The display stays open: there is only one, and an algorithm may be using it, too.
    eglDestroyContext(offscreen.display, offscreen.context);
    return code;
}

/// Writes red, green, blue, row by row from the top, and commits the file, which is gone in either case.
static enum cd_code commit_png(struct cd_output *output, const uint8_t *pixels, int width, int height,
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
        code = commit_png(output, pixels, width, height, status);
    cd_free(pixels);
    return code;
}
