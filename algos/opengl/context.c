#include "algos/opengl/opengl.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// One for each way to ask for a device.
struct context {
    struct cd_opengl opengl;
    char text[256]; // empty until the context is open
};

static struct {
    pthread_mutex_t lock;
    struct context contexts[CD_OPENGL_DEVICES - CD_OPENGL_SOFTWARE];
    const struct cd_opengl *current; // of the thread that holds the lock
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct context *context_of(int gpu)
{
    return &shared.contexts[gpu - CD_OPENGL_SOFTWARE];
}

static enum cd_code open_shared(struct context *context, int gpu, unsigned threads, struct cd_status *status)
{
    const struct cd_opengl_wish wish = {.who = "image_cd", .gpu = gpu};
    char number[16];
    snprintf(number, sizeof number, "%u", threads > 1 ? threads : 0);
    setenv("LP_NUM_THREADS", number, 0);
#ifdef M_TRIM_THRESHOLD
    // llvmpipe allocates its lists of primitives anew after every flush. glibc would give that memory back to the system
    // each time and fetch it again, which takes about a sixth of a test's time.
    if (!getenv("MALLOC_TRIM_THRESHOLD_"))
        mallopt(M_TRIM_THRESHOLD, 1 << 29);
    if (!getenv("MALLOC_MMAP_THRESHOLD_")) // setting one threshold stops the automatic change of the other
        mallopt(M_MMAP_THRESHOLD, 1 << 25);
    if (!getenv("MALLOC_TOP_PAD_"))
        mallopt(M_TOP_PAD, 1 << 22);
#endif
    enum cd_code code = cd_opengl_open(&context->opengl, &wish, status);
    if (code)
        return code;
    glEnable(GL_DEPTH_CLAMP); // faces in front of the view count
    if (!cd_opengl_check("when depths were to be clamped", NULL))
        snprintf(context->text, sizeof context->text, "%s, OpenGL %s, LP_NUM_THREADS=%s",
                 cd_opengl_string(GL_RENDERER), cd_opengl_string(GL_VERSION), getenv("LP_NUM_THREADS"));
    else
        code = cd_fail(status, CD_ENVIRONMENT,
                       "image_cd needs depths to be clamped (GL_DEPTH_CLAMP), which %s refuses; see `cdbench "
                       "list gpus` for another device",
                       cd_opengl_string(GL_RENDERER));
    if (code)
        cd_opengl_close(&context->opengl);
    else
        cd_opengl_leave(&context->opengl);
    return code;
}

enum cd_code cd_gl_enter(int gpu, unsigned threads, struct cd_status *status)
{
    struct context *context = context_of(gpu);
    pthread_mutex_lock(&shared.lock);
    enum cd_code code = *context->text ? CD_OK : open_shared(context, gpu, threads, status);
    if (!code)
        code = cd_opengl_enter(&context->opengl, status);
    if (code)
        pthread_mutex_unlock(&shared.lock);
    else
        shared.current = &context->opengl;
    return code;
}

void cd_gl_leave(void)
{
    cd_opengl_leave(shared.current);
    pthread_mutex_unlock(&shared.lock);
}

bool cd_gl_is_core(void)
{
    return shared.current->core;
}

bool cd_gl_is_software(void)
{
    return shared.current->software;
}

const char *cd_gl_context_text(int gpu)
{
    return context_of(gpu)->text;
}
