#include "base/opengl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- devices ----------------------------------------------------------------------------------------------

/// The source of an EGL display: a device, or NULL for Mesa's surfaceless platform.
struct device {
    EGLDeviceEXT native;
    bool software;
};

struct devices {
    struct device items[CD_OPENGL_DEVICES];
    int count;
};

/// Whether a list of words contains the word.
static bool has(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; at && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static const char *device_string(EGLDeviceEXT device, EGLint name)
{
    PFNEGLQUERYDEVICESTRINGEXTPROC query =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    return query ? query(device, name) : NULL;
}

static struct devices find_devices(void)
{
    setenv("EGL_LOG_LEVEL", "fatal", 0); // our own line says what is missing
    struct devices found = {.count = 0};
    EGLDeviceEXT natives[CD_OPENGL_DEVICES];
    EGLint count = 0;
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    bool enumerates =
        has(extensions, "EGL_EXT_platform_device") &&
        (has(extensions, "EGL_EXT_device_base") || has(extensions, "EGL_EXT_device_enumeration"));
    if (!enumerates || !query || !query(CD_OPENGL_DEVICES - 1, natives, &count))
        count = 0;
    for (int software = 0; software < 2; software++)
        for (EGLint i = 0; i < count; i++)
            if (has(device_string(natives[i], EGL_EXTENSIONS), "EGL_MESA_device_software") == software)
                found.items[found.count++] = (struct device){natives[i], software};
    if (has(extensions, "EGL_MESA_platform_surfaceless"))
        found.items[found.count++] = (struct device){.software = false}; // Mesa takes a card if there is one
    return found;
}

size_t cd_opengl_devices(void)
{
    return (size_t)find_devices().count;
}

static void name_device(const struct device *device, struct cd_opengl *opengl)
{
    const char *extensions = device->native ? device_string(device->native, EGL_EXTENSIONS) : NULL;
    const char *file = NULL;
    if (has(extensions, "EGL_EXT_device_drm_render_node"))
        file = device_string(device->native, EGL_DRM_RENDER_NODE_FILE_EXT);
    if (!file && has(extensions, "EGL_EXT_device_drm"))
        file = device_string(device->native, EGL_DRM_DEVICE_FILE_EXT);
    if (!file)
        file = !device->native ? "surfaceless" : device->software ? "software" : "device";
    snprintf(opengl->device, sizeof opengl->device, "%s", file);
}

static void name_driver(struct cd_opengl *opengl)
{
    const char *driver = NULL;
    PFNEGLGETDISPLAYDRIVERNAMEPROC driver_name =
        (PFNEGLGETDISPLAYDRIVERNAMEPROC)eglGetProcAddress("eglGetDisplayDriverName");
    if (driver_name && has(eglQueryString(opengl->display, EGL_EXTENSIONS), "EGL_MESA_query_driver"))
        driver = driver_name(opengl->display);
    if (!driver)
        driver = eglQueryString(opengl->display, EGL_VENDOR);
    snprintf(opengl->driver, sizeof opengl->driver, "%s", driver ? driver : "unknown");
}

// ---- contexts ---------------------------------------------------------------------------------------------

static enum cd_code lacking(const char *who, const char *what, struct cd_status *status)
{
    EGLint error = eglGetError();
    char number[40] = "";
    if (error != EGL_SUCCESS)
        snprintf(number, sizeof number, " (EGL's error 0x%x)", (unsigned)error);
    return cd_fail(status, CD_ENVIRONMENT,
                   "%s%s; %s needs desktop OpenGL 3.3 through EGL; on Debian: apt install libegl1 "
                   "libgl1-mesa-dri",
                   what, number, who);
}

static enum cd_code no_software(struct cd_status *status)
{
    return cd_fail(status, CD_ENVIRONMENT,
                   "no device draws with the processor; on Debian: apt install libgl1-mesa-dri");
}

static EGLDisplay open_display(const struct device *device)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!get_display)
        return EGL_NO_DISPLAY;
    EGLDisplay display = device->native
                             ? get_display(EGL_PLATFORM_DEVICE_EXT, device->native, NULL)
                             : get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    return display && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

/// Chooses EGL_NO_CONFIG if the driver supports it, else one of the driver's configurations.
static bool choose_config(EGLDisplay display, const char *extensions, EGLConfig *config)
{
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                    EGL_NONE};
    EGLint count = 0;
    *config = EGL_NO_CONFIG_KHR;
    return has(extensions, "EGL_KHR_no_config_context") || has(extensions, "EGL_MESA_configless_context") ||
           (eglChooseConfig(display, wanted, config, 1, &count) && count > 0);
}

/// Makes a context of the compatibility profile if there is one, else of the core profile if that is enough. Both
/// report a lost context if the driver can.
static EGLContext make_context(EGLDisplay display, bool fixed)
{
    enum { PROFILE = 5, LOSS = 6 };
    EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                       3,
                       EGL_CONTEXT_MINOR_VERSION,
                       3,
                       EGL_CONTEXT_OPENGL_PROFILE_MASK,
                       EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                       EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                       EGL_LOSE_CONTEXT_ON_RESET,
                       EGL_NONE};
    const char *extensions = eglQueryString(display, EGL_EXTENSIONS);
    EGLConfig config;
    EGLContext context = EGL_NO_CONTEXT;
    if (!eglBindAPI(EGL_OPENGL_API) || !choose_config(display, extensions, &config))
        return context;
    for (int core = 0; core < (fixed ? 1 : 2) && context == EGL_NO_CONTEXT; core++) {
        wanted[PROFILE] =
            core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
        wanted[LOSS] = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
        if (has(extensions, "EGL_EXT_create_context_robustness"))
            context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted);
        wanted[LOSS] = EGL_NONE;
        if (context == EGL_NO_CONTEXT)
            context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted);
    }
    return context;
}

static enum cd_code load_functions(struct cd_opengl *opengl, const char *who, struct cd_status *status)
{
    // Without an X display GLEW ends with GLEW_ERROR_NO_GLX_DISPLAY, but only after all of GL is loaded.
    GLenum result = glewInit();
    if (result != GLEW_OK && result != GLEW_ERROR_NO_GLX_DISPLAY)
        return lacking(who, (const char *)glewGetErrorString(result), status);
    glGetError(); // the query of extensions may be an error in a core profile
    if (!glGetString(GL_RENDERER))
        return lacking(who, "OpenGL does not name its renderer", status);
    if (!GLEW_VERSION_3_3)
        return cd_fail(status, CD_ENVIRONMENT, "OpenGL %s is older than 3.3, which %s needs",
                       cd_opengl_string(GL_VERSION), who);
    GLint profile = 0;
    glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    opengl->core = profile & GL_CONTEXT_CORE_PROFILE_BIT;
    opengl->software = cd_opengl_is_software(cd_opengl_string(GL_RENDERER));
    return CD_OK;
}

static enum cd_code open_device(struct cd_opengl *opengl, const struct device *device,
                                const struct cd_opengl_wish *wish, struct cd_status *status)
{
    *opengl = (struct cd_opengl){.context = EGL_NO_CONTEXT, .driver = "unknown"};
    name_device(device, opengl);
    opengl->display = open_display(device);
    if (opengl->display == EGL_NO_DISPLAY)
        return lacking(wish->who, "EGL starts no driver without a display", status);
    name_driver(opengl);
    opengl->context = make_context(opengl->display, wish->fixed);
    if (opengl->context == EGL_NO_CONTEXT)
        return lacking(wish->who,
                       wish->fixed ? "EGL gives no OpenGL context of the compatibility profile"
                                   : "EGL gives no OpenGL context",
                       status);
    enum cd_code code = cd_opengl_enter(opengl, status);
    if (!code)
        code = load_functions(opengl, wish->who, status);
    if (!code && wish->gpu == CD_OPENGL_SOFTWARE && !opengl->software)
        code = no_software(status);
    if (code)
        cd_opengl_close(opengl);
    return code;
}

enum cd_code cd_opengl_open(struct cd_opengl *opengl, const struct cd_opengl_wish *wish,
                            struct cd_status *status)
{
    struct devices devices = find_devices();
    if (wish->gpu >= devices.count && devices.count)
        return cd_fail(status, CD_ENVIRONMENT,
                       "there is no device %d: there are %d, from 0 on; see `cdbench list gpus`", wish->gpu,
                       devices.count);
    if (!devices.count)
        return lacking(wish->who, "EGL offers no device without a display", status);
    if (wish->gpu >= 0)
        return open_device(opengl, &devices.items[wish->gpu], wish, status);
    enum cd_code code = no_software(status); // the answer if all devices are cards
    for (int i = 0; i < devices.count && code; i++) {
        bool card = devices.items[i].native && !devices.items[i].software;
        if (!card || wish->gpu == CD_OPENGL_AUTO)
            code = open_device(opengl, &devices.items[i], wish, status);
    }
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
    EGLint error = eglGetError();
    return cd_fail(status, CD_ENVIRONMENT, "EGL refuses the OpenGL context of %s (error 0x%x); %s",
                   opengl->driver, (unsigned)error,
                   error == EGL_CONTEXT_LOST
                       ? "the driver was reset: run again, or on another device (`cdbench list gpus`)"
                       : "is another one current in this thread?");
}

void cd_opengl_leave(const struct cd_opengl *opengl)
{
    eglBindAPI(EGL_OPENGL_API);
    eglMakeCurrent(opengl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

enum cd_code cd_opengl_check(const char *doing, struct cd_status *status)
{
    GLenum error = glGetError();
    PFNGLGETGRAPHICSRESETSTATUSPROC reset_status =
        glGetGraphicsResetStatus ? glGetGraphicsResetStatus : glGetGraphicsResetStatusARB;
    if (error == GL_CONTEXT_LOST || (reset_status && reset_status()))
        return cd_fail(
            status, CD_ENVIRONMENT,
            "the driver was reset and OpenGL's context lost %s; run again, at a lower resolution or "
            "on another device (`cdbench list gpus`)",
            doing);
    if (error == GL_NO_ERROR)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "OpenGL error 0x%x %s; try a lower resolution or another driver",
                   error, doing);
}

const char *cd_opengl_string(GLenum name)
{
    const GLubyte *text = glGetString(name);
    return text ? (const char *)text : "unknown";
}

bool cd_opengl_is_software(const char *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "swiftshader", "software rasterizer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasestr(renderer, names[i]))
            return true;
    return false;
}
