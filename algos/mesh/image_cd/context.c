#include "algos/mesh/image_cd/image_cd.h"

#include "base/status.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEEDED "image_cd needs desktop OpenGL through EGL; on Debian: apt install libegl1 libgl1-mesa-dri"

static struct {
    pthread_mutex_t lock;
    unsigned users;
    unsigned threads; // that the open context was asked to use
    EGLDisplay display;
    EGLContext context;
    bool chose_threads; // LP_NUM_THREADS is our own word and may be changed by us
    char text[256];
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void choose_threads(unsigned threads)
{
    if (getenv("LP_NUM_THREADS") && !shared.chose_threads)
        return;
    char number[16];
    snprintf(number, sizeof number, "%u", threads > 1 ? threads : 0);
    setenv("LP_NUM_THREADS", number, 1);
    shared.chose_threads = true;
}

static enum cd_code open_display(struct cd_status *status)
{
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!extensions || !strstr(extensions, "EGL_MESA_platform_surfaceless"))
        return cd_fail(status, CD_ENVIRONMENT, "EGL has no surfaceless platform; " NEEDED);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    shared.display =
        get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
    if (shared.display == EGL_NO_DISPLAY || !eglInitialize(shared.display, NULL, NULL))
        return cd_fail(status, CD_ENVIRONMENT, "EGL starts no driver (error 0x%x); " NEEDED,
                       (unsigned)eglGetError());
    return CD_OK;
}

static bool make_current(EGLContext context)
{
    eglBindAPI(EGL_OPENGL_API);
    return eglMakeCurrent(shared.display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

static enum cd_code load_functions(struct cd_status *status)
{
    // Without an X display GLEW ends with GLEW_ERROR_NO_GLX_DISPLAY, but only after all of GL is loaded.
    GLenum result = glewInit();
    if (result != GLEW_OK && result != GLEW_ERROR_NO_GLX_DISPLAY)
        return cd_fail(status, CD_ENVIRONMENT, "GLEW: %s; " NEEDED, (const char *)glewGetErrorString(result));
    if (!GLEW_VERSION_3_3 || !(GLEW_VERSION_3_2 || GLEW_ARB_depth_clamp))
        return cd_fail(status, CD_ENVIRONMENT, "OpenGL %s is older than 3.3; " NEEDED,
                       (const char *)glGetString(GL_VERSION));
    return CD_OK;
}

static enum cd_code open_context(struct cd_status *status)
{
    if (!eglBindAPI(EGL_OPENGL_API))
        return cd_fail(status, CD_ENVIRONMENT, "EGL offers no desktop OpenGL; " NEEDED);
    // The fixed pipeline of the paper's time is what is measured, hence the compatibility profile.
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                             3,
                             EGL_CONTEXT_MINOR_VERSION,
                             3,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                             EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                             EGL_NONE};
    shared.context = eglCreateContext(shared.display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (shared.context == EGL_NO_CONTEXT || !make_current(shared.context))
        return cd_fail(status, CD_ENVIRONMENT, "EGL gives no OpenGL context (error 0x%x); " NEEDED,
                       (unsigned)eglGetError());
    enum cd_code code = load_functions(status);
    if (code)
        return code;
    snprintf(shared.text, sizeof shared.text, "%s, OpenGL %s, LP_NUM_THREADS=%s",
             (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION),
             getenv("LP_NUM_THREADS"));
    return CD_OK;
}

static void close_all(void)
{
    if (shared.display == EGL_NO_DISPLAY)
        return;
    make_current(EGL_NO_CONTEXT);
    if (shared.context != EGL_NO_CONTEXT)
        eglDestroyContext(shared.display, shared.context);
    eglTerminate(shared.display);
    eglReleaseThread();
    shared.context = EGL_NO_CONTEXT;
    shared.display = EGL_NO_DISPLAY;
}

// llvmpipe allocates its lists of primitives anew after every flush. glibc would give that memory back to the
// system each time and fetch it again, which takes about a sixth of a test's time.
static void keep_freed_memory(void)
{
#ifdef M_TRIM_THRESHOLD
    const int max = 1 << 29, large = 1 << 25, step = 1 << 22;
    if (!getenv("MALLOC_TRIM_THRESHOLD_"))
        mallopt(M_TRIM_THRESHOLD, max);
    if (!getenv("MALLOC_MMAP_THRESHOLD_")) // setting one threshold stops the other from adapting itself
        mallopt(M_MMAP_THRESHOLD, large);
    if (!getenv("MALLOC_TOP_PAD_"))
        mallopt(M_TOP_PAD, step);
#endif
}

static enum cd_code open_all(unsigned threads, struct cd_status *status)
{
    choose_threads(threads);
    keep_freed_memory();
    enum cd_code code = open_display(status);
    if (!code)
        code = open_context(status);
    if (code)
        close_all();
    else
        make_current(EGL_NO_CONTEXT);
    shared.threads = threads;
    return code;
}

enum cd_code image_cd_context_open(unsigned threads, struct cd_status *status)
{
    pthread_mutex_lock(&shared.lock);
    if (!shared.users && shared.threads != threads)
        close_all();
    enum cd_code code = shared.context == EGL_NO_CONTEXT ? open_all(threads, status) : CD_OK;
    if (!code)
        shared.users++;
    pthread_mutex_unlock(&shared.lock);
    return code;
}

void image_cd_context_close(void)
{
    pthread_mutex_lock(&shared.lock);
    CD_ASSERT(shared.users > 0);
    shared.users--;
    pthread_mutex_unlock(&shared.lock);
}

enum cd_code image_cd_context_enter(struct cd_status *status)
{
    pthread_mutex_lock(&shared.lock);
    CD_ASSERT(shared.users > 0);
    if (make_current(shared.context))
        return CD_OK;
    enum cd_code code =
        cd_fail(status, CD_ENVIRONMENT,
                "EGL refuses the OpenGL context (error 0x%x); is another one current in this thread?",
                (unsigned)eglGetError());
    pthread_mutex_unlock(&shared.lock);
    return code;
}

void image_cd_context_leave(void)
{
    make_current(EGL_NO_CONTEXT);
    pthread_mutex_unlock(&shared.lock);
}

const char *image_cd_context_text(void)
{
    return shared.text;
}

enum cd_code image_cd_context_check(const char *doing, struct cd_status *status)
{
    GLenum error = glGetError();
    if (error == GL_NO_ERROR)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "OpenGL error 0x%x %s; try a lower resolution or another driver",
                   error, doing);
}
