#include "algos/image_cd/target.h"

#include "base/memory.h"

enum cd_code image_cd_target_open(struct image_cd_target *target, int resolution, struct cd_status *status)
{
    target->resolution = resolution;
    GLint most = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    if (resolution > most)
        return cd_fail(status, CD_ENVIRONMENT, "resolution=%d is more than the %d this OpenGL can draw into",
                       resolution, most);
    glGenFramebuffers(1, &target->framebuffer);
    glGenRenderbuffers(1, &target->depth_stencil);
    glGenQueries(1, &target->query);
    glBindRenderbuffer(GL_RENDERBUFFER, target->depth_stencil);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, resolution, resolution);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                              target->depth_stencil);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    GLenum state = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (state != GL_FRAMEBUFFER_COMPLETE)
        return cd_fail(status, CD_ENVIRONMENT,
                       "this OpenGL cannot draw into a depth and stencil buffer (status 0x%x)", state);
    target->pixels = cd_allocate((size_t)resolution * (size_t)resolution, 1);
    return CD_OK;
}

void image_cd_target_close(struct image_cd_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->depth_stencil);
    glDeleteQueries(1, &target->query);
    cd_free(target->pixels);
}

size_t image_cd_target_bytes(const struct image_cd_target *target)
{
    return (size_t)target->resolution * (size_t)target->resolution * 5;
}

void image_cd_target_bind(const struct image_cd_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->resolution, target->resolution);
    glUseProgram(0);
    glBindVertexArray(0);
    glEnableClientState(GL_VERTEX_ARRAY);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilMask(0xff);
    glClearStencil(0);
    glFrontFace(GL_CCW);
    glLineWidth(1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

static bool any_above(const uint8_t *pixels, size_t count, uint8_t mark)
{
    uint8_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = pixels[i] > most ? pixels[i] : most;
    return most > mark;
}

static bool any_equal(const uint8_t *pixels, size_t count, uint8_t value)
{
    uint8_t found = 0;
    for (size_t i = 0; i < count; i++)
        found |= pixels[i] == value;
    return found;
}

bool image_cd_target_read(const struct image_cd_target *target, uint8_t mark, bool exactly)
{
    size_t count = (size_t)target->resolution * (size_t)target->resolution;
    glReadPixels(0, 0, target->resolution, target->resolution, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                 target->pixels);
    return exactly ? any_equal(target->pixels, count, (uint8_t)(mark + 1))
                   : any_above(target->pixels, count, mark);
}

static void draw_whole_view(void)
{
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_CULL_FACE);
    glLoadIdentity();
    glRectf(-1, -1, 1, 1);
}

bool image_cd_target_ask(const struct image_cd_target *target, uint8_t mark, bool exactly)
{
    glDisable(GL_DEPTH_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    if (exactly)
        glStencilFunc(GL_EQUAL, mark + 1, 0xff);
    else
        glStencilFunc(GL_LESS, mark, 0xff);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, target->query);
    draw_whole_view();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glEnable(GL_DEPTH_TEST);
    GLuint passed = 0;
    glGetQueryObjectuiv(target->query, GL_QUERY_RESULT, &passed);
    return passed != 0;
}
