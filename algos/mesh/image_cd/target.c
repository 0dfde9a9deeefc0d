#include "algos/mesh/image_cd/image_cd.h"

#include "base/memory.h"

// 24 bits of depth, or 32 for drivers that cannot draw into 24.
static const struct {
    GLint format;
    GLenum type;
} formats[] = {{GL_DEPTH24_STENCIL8, GL_UNSIGNED_INT_24_8},
               {GL_DEPTH32F_STENCIL8, GL_FLOAT_32_UNSIGNED_INT_24_8_REV}};

static void make_depth_stencil(const struct image_cd_target *target, GLuint texture, int format)
{
    GLsizei side = target->resolution * target->across;
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0); // a texture without further levels is complete
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, formats[format].format, side, side, 0, GL_DEPTH_STENCIL,
                 formats[format].type, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
}

// The stored depth is the fragment's, rounded to 24 bits in a way that drivers choose. One and a half steps more are
// out of reach of that rounding. A fragment is then never taken for one behind itself, so each layer is at least one
// step behind the last and peeling ends.
static const char *const behind = "#version 330\n"
                                  "uniform sampler2D before;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    float depth = texelFetch(before, ivec2(gl_FragCoord.xy), 0).r;\n"
                                  "    if (gl_FragCoord.z < depth + 1.5 / 16777216.0)\n"
                                  "        discard;\n"
                                  "}\n";

// For the core profile. The rows of the matrix are constant attributes, so that all programs share them.
static const char *const place = "#version 330\n"
                                 "layout(location = 0) in vec3 point;\n"
                                 "layout(location = 1) in vec4 row0;\n"
                                 "layout(location = 2) in vec4 row1;\n"
                                 "layout(location = 3) in vec4 row2;\n"
                                 "void main()\n"
                                 "{\n"
                                 "    vec4 p = vec4(point, 1);\n"
                                 "    gl_Position = vec4(dot(row0, p), dot(row1, p), dot(row2, p), 1);\n"
                                 "}\n";

// Pixels along each side of the square that a work group looks at; each invocation looks at a column. One invocation
// for each pixel costs processors more.
#define SEARCH_SQUARE 16
static const char *const search =
    "#version 430\n"
    "const int square = 16;\n"
    "layout(local_size_x = 16) in;\n"
    "layout(std430, binding = 0) buffer Hits { uint hits[]; };\n"
    "layout(location = 0) uniform ivec4 shown;\n"
    "layout(location = 1) uniform uvec3 wanted; // the least value, the greatest, and where the answer goes\n"
    "uniform usampler2D stencil;\n"
    "void main()\n"
    "{\n"
    "    ivec2 at = min(ivec2(gl_GlobalInvocationID.x, int(gl_WorkGroupID.y) * square), shown.zw - 1);\n"
    "    int end = min(at.y + square, shown.w);\n"
    "    bool hit = false;\n"
    "    for (; at.y < end; at.y++) {\n"
    "        uint value = texelFetch(stencil, shown.xy + at, 0).r;\n"
    "        hit = hit || (value >= wanted.x && value <= wanted.y);\n"
    "    }\n"
    "    if (hit)\n"
    "        hits[wanted.z] = 1u;\n"
    "}\n";

static void add_shader(GLuint program, GLenum kind, const char *text)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

static bool is_linked(GLuint program)
{
    GLint linked = 0;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    return linked;
}

// Without `fragments` the program keeps depths as they are; where there is the fixed pipeline, vertices go through it.
static enum cd_code make_program(const char *fragments, GLuint *program, struct cd_status *status)
{
    *program = glCreateProgram();
    if (image_cd_is_core())
        add_shader(*program, GL_VERTEX_SHADER, place);
    if (fragments)
        add_shader(*program, GL_FRAGMENT_SHADER, fragments);
    if (is_linked(*program))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "this OpenGL does not take the shader that %s",
                   fragments ? "peels layers; try layers=nearfar" : "places vertices; try gpu=software");
}

// What the core profile needs in place of the fixed pipeline.
static enum cd_code make_pipeline(struct image_cd_target *target, struct cd_status *status)
{
    static const float corners[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    glGenVertexArrays(1, &target->array);
    glGenBuffers(1, &target->quad);
    glBindBuffer(GL_ARRAY_BUFFER, target->quad);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    return make_program(NULL, &target->program, status);
}

void image_cd_draw_quad(const struct image_cd_target *target)
{
    static const struct image_cd_transform identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    image_cd_transform_load(&identity, 1);
    if (!target->array) {
        glRectf(-1, -1, 1, 1);
        return;
    }
    glBindBuffer(GL_ARRAY_BUFFER, target->quad);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
}

static void attach(struct image_cd_target *target, int which)
{
    target->attached = which;
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                           target->depth_stencils[which], 0);
}

enum cd_code image_cd_target_open(struct image_cd_target *target, int resolution, int across, int count,
                                  struct cd_status *status)
{
    target->resolution = resolution;
    target->across = across ? across : 1;
    GLint max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max);
    if (resolution * target->across > max)
        return cd_fail(status, CD_ENVIRONMENT, "resolution=%d is more than the %d this OpenGL can draw into",
                       resolution, max);
    glGenFramebuffers(1, &target->framebuffer);
    glGenTextures(count, target->depth_stencils);
    target->depth_stencil_count = count;
    glGenQueries(3, target->queries);
    glGenQueries(!image_cd_is_software(), &target->timer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    GLenum state = 0;
    for (int format = 0; format < 2 && state != GL_FRAMEBUFFER_COMPLETE; format++) {
        for (int i = 0; i < count; i++)
            make_depth_stencil(target, target->depth_stencils[i], format);
        attach(target, 0);
        state = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        target->pixel_bytes = format ? 8 : 4;
    }
    if (state != GL_FRAMEBUFFER_COMPLETE)
        return cd_fail(status, CD_ENVIRONMENT,
                       "this OpenGL cannot draw into a depth and stencil buffer (status 0x%x)", state);
    size_t pixels = (size_t)resolution * (size_t)resolution;
    target->pixels = cd_allocate(pixels, 1);
    GLsizeiptr bytes = across ? (GLsizeiptr)pixels * across * across : (GLsizeiptr)sizeof(GLuint);
    for (int i = 0; i < 2; i++) {
        glGenBuffers(1, &target->batches[i].buffer);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, target->batches[i].buffer);
        glBufferData(GL_PIXEL_PACK_BUFFER, bytes, NULL, GL_STREAM_READ);
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    enum cd_code code = image_cd_is_core() ? make_pipeline(target, status) : CD_OK;
    return !code && count > 1 ? make_program(behind, &target->peel_program, status) : code;
}

enum cd_code image_cd_target_open_search(struct image_cd_target *target, struct cd_status *status)
{
    if (!GLEW_VERSION_4_3)
        return cd_fail(status, CD_ENVIRONMENT,
                       "compute shaders need OpenGL 4.3, and this is %s; take readback=pixels",
                       cd_opengl_string(GL_VERSION));
    target->search_program = glCreateProgram();
    add_shader(target->search_program, GL_COMPUTE_SHADER, search);
    if (is_linked(target->search_program))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "this OpenGL does not take the compute shader that looks for hits; take readback=pixels");
}

void image_cd_target_search(const struct image_cd_target *target, const struct image_cd_batch *batch,
                            GLuint min, GLuint max)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, batch->buffer);
    glClearBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, 0, batch->count * (GLsizeiptr)sizeof(GLuint),
                         GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    glBindTexture(GL_TEXTURE_2D, target->depth_stencils[target->attached]);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    glUseProgram(target->search_program);
    for (int i = 0; i < batch->count; i++) {
        const struct image_cd_window *shown = &batch->shown[i];
        glUniform4i(0, shown->x, shown->y, shown->width, shown->height);
        glUniform3ui(1, min, max, (GLuint)i);
        glDispatchCompute((GLuint)(shown->width + SEARCH_SQUARE - 1) / SEARCH_SQUARE,
                          (GLuint)(shown->height + SEARCH_SQUARE - 1) / SEARCH_SQUARE, 1);
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glUseProgram(target->program);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_DEPTH_COMPONENT);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
}

void image_cd_target_close(struct image_cd_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(target->depth_stencil_count, target->depth_stencils);
    glDeleteQueries(3, target->queries);
    glDeleteQueries(1, &target->timer);
    for (int i = 0; i < 2; i++)
        glDeleteBuffers(1, &target->batches[i].buffer);
    glDeleteProgram(target->program);
    glDeleteProgram(target->peel_program);
    glDeleteProgram(target->search_program);
    glDeleteBuffers(1, &target->quad);
    glDeleteVertexArrays(1, &target->array);
    cd_free(target->pixels);
    cd_free(target->depths);
}

void image_cd_target_turn_to(struct image_cd_target *target, int tile, const struct image_cd_window *shown)
{
    target->x = tile % target->across * target->resolution;
    target->y = tile / target->across * target->resolution;
    glViewport(target->x, target->y, target->resolution, target->resolution);
    glScissor(target->x + shown->x, target->y + shown->y, shown->width, shown->height);
    glEnable(GL_SCISSOR_TEST);
}

void image_cd_target_bind(struct image_cd_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    target->x = target->y = 0;
    glViewport(0, 0, target->resolution, target->resolution);
    glUseProgram(target->program);
    glBindVertexArray(target->array);
    if (target->array) {
        glEnableVertexAttribArray(0);
    } else {
        glEnableClientState(GL_VERTEX_ARRAY);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glMatrixMode(GL_MODELVIEW);
    }
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

void image_cd_peel_end(const struct image_cd_target *target, struct cd_worker *worker)
{
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glUseProgram(target->program);
    glBindTexture(GL_TEXTURE_2D, 0);
    worker->counters.occlusion_queries++;
}

uint64_t image_cd_answer(GLuint query)
{
    GLuint64 samples = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &samples);
    return samples;
}
