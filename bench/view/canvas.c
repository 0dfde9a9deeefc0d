#include "bench/view/canvas.h"

#include "base/memory.h"

#include <string.h>

#define SAMPLES 4

enum cd_code cd_canvas_load(struct cd_status *status)
{
    // Without an X display GLEW ends with GLEW_ERROR_NO_GLX_DISPLAY, but only after all of GL is loaded.
    GLenum result = glewInit();
    if (result != GLEW_OK && result != GLEW_ERROR_NO_GLX_DISPLAY)
        return cd_fail(status, CD_ENVIRONMENT, "GLEW: %s; view needs OpenGL 3.3",
                       (const char *)glewGetErrorString(result));
    if (!GLEW_VERSION_3_3)
        return cd_fail(status, CD_ENVIRONMENT, "OpenGL %s is older than 3.3, which view needs",
                       (const char *)glGetString(GL_VERSION));
    return CD_OK;
}

void cd_canvas_close(struct cd_canvas *canvas)
{
    glDeleteFramebuffers(1, &canvas->framebuffer);
    glDeleteFramebuffers(1, &canvas->resolved);
    glDeleteRenderbuffers(1, &canvas->colour);
    glDeleteRenderbuffers(1, &canvas->depth);
    glDeleteRenderbuffers(1, &canvas->resolved_colour);
    memset(canvas, 0, sizeof *canvas);
}

static void add_buffer(GLuint *buffer, GLenum attachment, GLenum format, int samples,
                       const struct cd_canvas *canvas)
{
    glGenRenderbuffers(1, buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, *buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, canvas->width, canvas->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, *buffer);
}

static enum cd_code check_size(int width, int height, struct cd_status *status)
{
    GLint max = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &max);
    if (width <= max && height <= max)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "%dx%d is more than the %d pixels this OpenGL can draw into",
                   width, height, max);
}

enum cd_code cd_canvas_resize(struct cd_canvas *canvas, int width, int height, struct cd_status *status)
{
    if (canvas->width == width && canvas->height == height)
        return CD_OK;
    enum cd_code code = check_size(width, height, status);
    if (code)
        return code;
    cd_canvas_close(canvas);
    canvas->width = width;
    canvas->height = height;
    GLint max = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &max);
    int samples = max < SAMPLES ? max : SAMPLES;
    glGenFramebuffers(1, &canvas->resolved);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->resolved);
    add_buffer(&canvas->resolved_colour, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, canvas);
    GLenum first = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glGenFramebuffers(1, &canvas->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    add_buffer(&canvas->colour, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, canvas);
    add_buffer(&canvas->depth, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples, canvas);
    GLenum second = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (first == GL_FRAMEBUFFER_COMPLETE && second == GL_FRAMEBUFFER_COMPLETE)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "this OpenGL cannot draw a picture of %dx%d (status 0x%x, 0x%x)",
                   width, height, first, second);
}

void cd_canvas_begin(const struct cd_canvas *canvas)
{
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    glViewport(0, 0, canvas->width, canvas->height);
}

static void copy(const struct cd_canvas *canvas, GLuint from, GLuint to)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, canvas->width, canvas->height, 0, 0, canvas->width, canvas->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void cd_canvas_end(const struct cd_canvas *canvas)
{
    copy(canvas, canvas->framebuffer, canvas->resolved);
}

void cd_canvas_show(const struct cd_canvas *canvas)
{
    copy(canvas, canvas->resolved, 0);
}

void cd_canvas_read(const struct cd_canvas *canvas, uint8_t *pixels)
{
    size_t row = 3 * (size_t)canvas->width;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->resolved);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < canvas->height; y++)
        glReadPixels(0, canvas->height - 1 - y, canvas->width, 1, GL_RGB, GL_UNSIGNED_BYTE,
                     pixels + row * (size_t)y);
}
