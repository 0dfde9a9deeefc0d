/// OpenGL without a window: contexts of EGL's surfaceless platform, which need no display.
#ifndef CD_BASE_OPENGL_H
#define CD_BASE_OPENGL_H

#include "base/status.h"

#include <GL/glew.h>

/// A context and its display, both EGL's own. A thread may have one current at a time.
struct cd_opengl {
    void *display, *context;
};

/// Makes a context of the compatibility profile, with the fixed pipeline, leaves it current in this thread and
/// loads OpenGL's functions. CD_ENVIRONMENT where there is none or one older than 3.3; `who` needs it, for the
/// message.
enum cd_code cd_opengl_open(struct cd_opengl *opengl, const char *who, struct cd_status *status);

/// Destroys the context. The display stays: there is only one, somebody else may be using it, and drivers leave
/// memory behind when they are unloaded.
void cd_opengl_close(struct cd_opengl *opengl);

/// Makes the context current in this thread; CD_ENVIRONMENT when EGL refuses (another API's context is current
/// here, say).
enum cd_code cd_opengl_enter(const struct cd_opengl *opengl, struct cd_status *status);
void cd_opengl_leave(const struct cd_opengl *opengl);

/// CD_ENVIRONMENT when OpenGL has reported an error since the last call; `doing` is for the message.
enum cd_code cd_opengl_check(const char *doing, struct cd_status *status);

#endif
