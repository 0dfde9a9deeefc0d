/// OpenGL without a window, on the devices that EGL offers; no display is needed.
#ifndef CD_BASE_OPENGL_H
#define CD_BASE_OPENGL_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

#include <GL/glew.h>

/// Which device: by its number in the order of `cd_opengl_devices`, or one of these.
enum { CD_OPENGL_AUTO = -1, CD_OPENGL_SOFTWARE = -2 };

/// Most devices that are looked at.
#define CD_OPENGL_DEVICES 16

/// What is asked of a context, besides OpenGL 3.3.
struct cd_opengl_wish {
    const char *who; ///< needs it, for messages
    int gpu;         ///< a number, CD_OPENGL_AUTO or CD_OPENGL_SOFTWARE
    bool fixed;      ///< the fixed pipeline, which a core profile does not have
};

/// A context and its display, both EGL's own. A thread may have one current at a time.
struct cd_opengl {
    void *display, *context;
    char device[64], driver[64];
    bool core;     ///< there is no fixed pipeline
    bool software; ///< it draws with the processor
};

/// The number of devices: hardware first, then software, then the choice of Mesa's surfaceless platform. Listing
/// them opens none.
size_t cd_opengl_devices(void);

/// Makes a context on the device asked for, or on the first that gives one, leaves it current in this thread and
/// loads OpenGL's functions. The profile is the compatibility profile where the driver has it, else core.
/// CD_ENVIRONMENT where no such device gives a context of 3.3 or later.
enum cd_code cd_opengl_open(struct cd_opengl *opengl, const struct cd_opengl_wish *wish,
                            struct cd_status *status);

/// Destroys the context. The display stays: somebody else may be using it, and drivers leave memory behind when
/// they are unloaded.
void cd_opengl_close(struct cd_opengl *opengl);

/// Makes the context current in this thread; CD_ENVIRONMENT when EGL refuses (another API's context is current
/// here, say, or the context was lost).
enum cd_code cd_opengl_enter(const struct cd_opengl *opengl, struct cd_status *status);
void cd_opengl_leave(const struct cd_opengl *opengl);

/// CD_ENVIRONMENT when OpenGL has reported an error since the last call, or the current context was lost;
/// `doing` is for the message.
enum cd_code cd_opengl_check(const char *doing, struct cd_status *status);

/// What glGetString tells; "unknown" where it tells nothing, as of a context that was lost.
const char *cd_opengl_string(GLenum name);

/// Whether a text names a renderer that draws with the processor.
bool cd_opengl_is_software(const char *renderer);

#endif
