#include "algos/mesh/image_cd/image_cd.h"

#include "base/opengl.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    pthread_mutex_t lock;
    struct cd_opengl opengl;
    char text[256]; // empty until the context is open
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

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

static enum cd_code open_shared(unsigned threads, struct cd_status *status)
{
    char number[16];
    snprintf(number, sizeof number, "%u", threads > 1 ? threads : 0);
    setenv("LP_NUM_THREADS", number, 0);
    keep_freed_memory();
    enum cd_code code = cd_opengl_open(&shared.opengl, "image_cd", status);
    if (code)
        return code;
    snprintf(shared.text, sizeof shared.text, "%s, OpenGL %s, LP_NUM_THREADS=%s",
             (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION),
             getenv("LP_NUM_THREADS"));
    cd_opengl_leave(&shared.opengl);
    return CD_OK;
}

enum cd_code image_cd_context_enter(unsigned threads, struct cd_status *status)
{
    pthread_mutex_lock(&shared.lock);
    enum cd_code code = *shared.text ? CD_OK : open_shared(threads, status);
    if (!code)
        code = cd_opengl_enter(&shared.opengl, status);
    if (code)
        pthread_mutex_unlock(&shared.lock);
    return code;
}

void image_cd_context_leave(void)
{
    cd_opengl_leave(&shared.opengl);
    pthread_mutex_unlock(&shared.lock);
}

const char *image_cd_context_text(void)
{
    return shared.text;
}
