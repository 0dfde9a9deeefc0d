#include "base/opengl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>
#include <string.h>

static enum cd_code lacking(const char *who, const char *what, struct cd_status *status)
{
    return cd_fail(
        status, CD_ENVIRONMENT,
        "%s (EGL's error 0x%x); %s needs desktop OpenGL 3.3 through EGL; on Debian: apt install libegl1 "
        "libgl1-mesa-dri",
        what, (unsigned)eglGetError(), who);
}

static EGLDisplay open_display(void)
{
    setenv("EGL_LOG_LEVEL", "fatal", 0); // what is missing is told in our line
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!extensions || !strstr(extensions, "EGL_MESA_platform_surfaceless") || !get_display)
        return EGL_NO_DISPLAY;
    EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    return eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

static enum cd_code load_functions(const char *who, struct cd_status *status)
{
    // Without an X display GLEW ends with GLEW_ERROR_NO_GLX_DISPLAY, but only after all of GL is loaded.
    GLenum result = glewInit();
    if (result != GLEW_OK && result != GLEW_ERROR_NO_GLX_DISPLAY)
        return lacking(who, (const char *)glewGetErrorString(result), status);
    if (GLEW_VERSION_3_3)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "OpenGL %s is older than 3.3, which %s needs",
                   (const char *)glGetString(GL_VERSION), who);
}

enum cd_code cd_opengl_open(struct cd_opengl *opengl, const char *who, struct cd_status *status)
{
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                             3,
                             EGL_CONTEXT_MINOR_VERSION,
                             3,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                             EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                             EGL_NONE};
    *opengl = (struct cd_opengl){open_display(), EGL_NO_CONTEXT};
    if (opengl->display == EGL_NO_DISPLAY)
        return lacking(who, "EGL starts no driver without a display", status);
    if (eglBindAPI(EGL_OPENGL_API))
        opengl->context = eglCreateContext(opengl->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (opengl->context == EGL_NO_CONTEXT)
        return lacking(who, "EGL gives no OpenGL context", status);
    enum cd_code code = cd_opengl_enter(opengl, status);
    if (!code)
        code = load_functions(who, status);
    if (code)
        cd_opengl_close(opengl);
    return code;
}

void cd_opengl_close(struct cd_opengl *opengl)
{
    cd_opengl_leave(opengl);
    eglDestroyContext(opengl->display, opengl->context);
    opengl->context = EGL_NO_CONTEXT;
}

enum cd_code cd_opengl_enter(const struct cd_opengl *opengl, struct cd_status *status)
{
    eglBindAPI(EGL_OPENGL_API);
    if (eglMakeCurrent(opengl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, opengl->context))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "EGL refuses the OpenGL context (error 0x%x); is another one current in this thread?",
                   (unsigned)eglGetError());
}

void cd_opengl_leave(const struct cd_opengl *opengl)
{
    eglBindAPI(EGL_OPENGL_API);
    eglMakeCurrent(opengl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

enum cd_code cd_opengl_check(const char *doing, struct cd_status *status)
{
    GLenum error = glGetError();
    if (error == GL_NO_ERROR)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "OpenGL error 0x%x %s; try a lower resolution or another driver",
                   error, doing);
}
