// In the place of base/opengl.c: no device draws.
#include "base/opengl.h"

#include "base/without.h"

#include <string.h>

size_t cd_opengl_devices(void)
{
    return 0;
}

enum cd_code cd_opengl_open(struct cd_opengl *opengl, const struct cd_opengl_wish *wish,
                            struct cd_status *status)
{
    *opengl = (struct cd_opengl){.driver = "unknown"};
    return cd_fail(status, CD_ENVIRONMENT, "%s needs OpenGL, and " CD_BUILT_WITHOUT("OpenGL"), wish->who);
}

void cd_opengl_close(struct cd_opengl *opengl)
{
    (void)opengl;
}

const char *cd_opengl_string(GLenum name)
{
    (void)name;
    return "unknown";
}

// cd_opengl_is_software, which reads what others have measured.
#ifdef CD_KEPT
#include CD_KEPT
#endif
