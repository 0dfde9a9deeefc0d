/// The OpenGL context that all image_cd instances of a process share: surfaceless, so that no display is
/// needed. `enter` makes it current for the calling thread and keeps other threads out until `leave`; every
/// GL call of this folder stands between the two.
#ifndef CD_ALGOS_MESH_IMAGE_CD_CONTEXT_H
#define CD_ALGOS_MESH_IMAGE_CD_CONTEXT_H

#include "base/status.h"

#include <GL/glew.h>

/// Opens the context, or counts one more user of the open one. `threads` becomes LP_NUM_THREADS (the
/// rasteriser's threads; 0 = the calling thread, for `threads` 1) unless the user has set that variable; it
/// has no effect while the context has users. CD_ENVIRONMENT when there is no OpenGL here.
enum cd_code image_cd_context_open(unsigned threads, struct cd_status *status);

/// One user less. Without users the context stays for the next one, since drivers leave memory behind when
/// they are unloaded and take long to start.
void image_cd_context_close(void);

/// Makes the context current and locks it; CD_ENVIRONMENT when EGL refuses (another API's context is current
/// in this thread, say), and then it is not locked.
enum cd_code image_cd_context_enter(struct cd_status *status);
void image_cd_context_leave(void);

/// Renderer, version and thread count in one line; valid while the context is open.
const char *image_cd_context_text(void);

/// CD_ENVIRONMENT when GL has reported an error since the last call; `doing` is for the message.
enum cd_code image_cd_context_check(const char *doing, struct cd_status *status);

#endif
