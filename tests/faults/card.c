// Loaded before cdbench, presents Mesa's surfaceless display as a graphics card: a device of its own, in front of the
// software device, whose renderer is called "a card". CARD_ERRS=1 clears every stencil value that is read from it, so that
// it finds nothing; CARD_BREAKS=1 refuses it.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
typedef __eglMustCastToProperFunctionPointerType any;

static char card;
static EGLDisplay card_display, current_display;

static const char *query_device_string(EGLDeviceEXT device, EGLint name)
{
    if (device == &card)
        return name == EGL_EXTENSIONS ? "EGL_EXT_device_drm EGL_EXT_device_drm_render_node"
                                      : "/dev/dri/renderD128";
    return ((PFNEGLQUERYDEVICESTRINGEXTPROC)REAL(eglGetProcAddress)("eglQueryDeviceStringEXT"))(device, name);
}

static EGLBoolean query_devices(EGLint most, EGLDeviceEXT *devices, EGLint *count)
{
    PFNEGLQUERYDEVICESEXTPROC real = (PFNEGLQUERYDEVICESEXTPROC)REAL(eglGetProcAddress)("eglQueryDevicesEXT");
    EGLint all, kept = 0;
    if (!real(most - 1, devices, &all))
        return EGL_FALSE;
    for (EGLint i = 0; i < all; i++) { // no card that is really here
        const char *extensions = query_device_string(devices[i], EGL_EXTENSIONS);
        if (extensions && strstr(extensions, "EGL_MESA_device_software"))
            devices[kept++] = devices[i];
    }
    devices[kept++] = &card; // behind the software device, to be sorted to the front
    *count = kept;
    return EGL_TRUE;
}

static EGLDisplay get_display(EGLenum platform, void *native, const EGLint *attributes)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC real =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)REAL(eglGetProcAddress)("eglGetPlatformDisplayEXT");
    if (native != &card)
        return real(platform, native, attributes);
    if (getenv("CARD_BREAKS"))
        return EGL_NO_DISPLAY;
    return card_display = real(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

any eglGetProcAddress(const char *name)
{
    if (!strcmp(name, "eglQueryDevicesEXT"))
        return (any)query_devices;
    if (!strcmp(name, "eglQueryDeviceStringEXT"))
        return (any)query_device_string;
    if (!strcmp(name, "eglGetPlatformDisplayEXT"))
        return (any)get_display;
    return REAL(eglGetProcAddress)(name);
}

EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context)
{
    current_display = display;
    return REAL(eglMakeCurrent)(display, draw, read, context);
}

const GLubyte *glGetString(GLenum name)
{
    if (name == GL_RENDERER && card_display && current_display == card_display)
        return (const GLubyte *)"a card";
    return REAL(glGetString)(name);
}

void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels)
{
    REAL(glReadPixels)(x, y, width, height, format, type, pixels);
    if (!getenv("CARD_ERRS") || !card_display || current_display != card_display ||
        format != GL_STENCIL_INDEX)
        return;
    void *none = calloc((size_t)width, (size_t)height);
    GLint buffer = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    if (buffer) // `pixels` is an offset
        ((PFNGLBUFFERSUBDATAPROC)REAL(eglGetProcAddress)("glBufferSubData"))(
            GL_PIXEL_PACK_BUFFER, (GLintptr)pixels, (GLsizeiptr)width * height, none);
    else
        memcpy(pixels, none, (size_t)width * (size_t)height);
    free(none);
}
