#include "bench/view/offscreen.h"

#include "base/memory.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <string.h>

#define NEEDED "pictures need desktop OpenGL through EGL; on Debian: apt install libegl1 libgl1-mesa-dri"

struct cd_offscreen {
    EGLDisplay display;
    EGLContext context;
};

static enum cd_code open_display(struct cd_offscreen *offscreen, struct cd_status *status)
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

static enum cd_code open_context(struct cd_offscreen *offscreen, struct cd_status *status)
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

enum cd_code cd_offscreen_open(struct cd_offscreen **result, struct cd_status *status)
{
    struct cd_offscreen *offscreen = cd_allocate(1, sizeof *offscreen);
    enum cd_code code = open_context(offscreen, status);
    if (code) {
        cd_free(offscreen);
        offscreen = NULL;
    }
    *result = offscreen;
    return code;
}

// The display stays open: there is only one, and an algorithm may be using it, too.
void cd_offscreen_close(struct cd_offscreen *offscreen)
{
    if (!offscreen)
        return;
    eglDestroyContext(offscreen->display, offscreen->context);
    cd_free(offscreen);
}

enum cd_code cd_offscreen_enter(struct cd_offscreen *offscreen, struct cd_status *status)
{
    eglBindAPI(EGL_OPENGL_API);
    if (eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "EGL refuses the OpenGL context of pictures (error 0x%x)",
                   (unsigned)eglGetError());
}

void cd_offscreen_leave(struct cd_offscreen *offscreen)
{
    eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}
