#include "algos/mesh/image_cd/image_cd.h"

#include "base/memory.h"

static void make_depth_stencil(const struct image_cd_target *target, GLuint texture)
{
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0); // what has no further levels is complete
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, target->resolution, target->resolution, 0,
                 GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
}

// The stored depth is the fragment's, rounded to 24 bits in a way that drivers choose. One and a half steps
// more than it are out of reach of that rounding: a fragment is never taken for one behind itself, so that
// each layer is at least one step behind the last and peeling ends.
static const char *const behind = "#version 130\n"
                                  "uniform sampler2D before;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    float depth = texelFetch(before, ivec2(gl_FragCoord.xy), 0).r;\n"
                                  "    if (gl_FragCoord.z < depth + 1.5 / 16777216.0)\n"
                                  "        discard;\n"
                                  "}\n";

static enum cd_code make_peel_program(struct image_cd_target *target, struct cd_status *status)
{
    GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
    glShaderSource(shader, 1, &behind, NULL);
    glCompileShader(shader);
    target->peel_program = glCreateProgram();
    glAttachShader(target->peel_program, shader); // vertices go the same way as without a program
    glLinkProgram(target->peel_program);
    glDeleteShader(shader);
    GLint linked = 0;
    glGetProgramiv(target->peel_program, GL_LINK_STATUS, &linked);
    if (!linked)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "layers=peel: this OpenGL does not take the shader that peels layers; try layers=nearfar");
    return CD_OK;
}

static void attach(const struct image_cd_target *target, int which)
{
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                           target->depth_stencils[which], 0);
}

enum cd_code image_cd_target_open(struct image_cd_target *target, int resolution, int count,
                                  struct cd_status *status)
{
    target->resolution = resolution;
    GLint max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max);
    if (resolution > max)
        return cd_fail(status, CD_ENVIRONMENT, "resolution=%d is more than the %d this OpenGL can draw into",
                       resolution, max);
    glGenFramebuffers(1, &target->framebuffer);
    glGenTextures(count, target->depth_stencils);
    target->depth_stencil_count = count;
    glGenQueries(3, target->queries);
    for (int i = 0; i < count; i++)
        make_depth_stencil(target, target->depth_stencils[i]);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    attach(target, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    GLenum state = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (state != GL_FRAMEBUFFER_COMPLETE)
        return cd_fail(status, CD_ENVIRONMENT,
                       "this OpenGL cannot draw into a depth and stencil buffer (status 0x%x)", state);
    target->pixels = cd_allocate((size_t)resolution * (size_t)resolution, 1);
    return count > 1 ? make_peel_program(target, status) : CD_OK;
}

void image_cd_target_close(struct image_cd_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(target->depth_stencil_count, target->depth_stencils);
    glDeleteQueries(3, target->queries);
    glDeleteProgram(target->peel_program);
    cd_free(target->pixels);
    cd_free(target->depths);
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

int image_cd_target_next(struct image_cd_target *target, int turn, bool first)
{
    int before = first ? -1 : target->last[turn], next = 0;
    while (next == target->last[0] || next == target->last[1])
        next++;
    attach(target, next);
    target->last[turn] = next;
    return before;
}

void image_cd_peel_begin(const struct image_cd_target *target, int before, GLuint query)
{
    if (before >= 0) {
        glBindTexture(GL_TEXTURE_2D, target->depth_stencils[before]);
        glUseProgram(target->peel_program); // its sampler is unit 0, which is the default of uniforms
    }
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
}

void image_cd_peel_end(struct cd_worker *worker)
{
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    worker->counters.occlusion_queries++;
}

uint64_t image_cd_answer(GLuint query)
{
    GLuint64 samples = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &samples);
    return samples;
}
