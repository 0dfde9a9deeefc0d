#include "algos/opengl/opengl.h"

#include "base/memory.h"

// 24 bits of depth, or 32 for drivers that cannot draw into 24.
static const struct {
    GLint format;
    GLenum type;
} formats[] = {{GL_DEPTH24_STENCIL8, GL_UNSIGNED_INT_24_8},
               {GL_DEPTH32F_STENCIL8, GL_FLOAT_32_UNSIGNED_INT_24_8_REV}};

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

static void add_shader(GLuint program, GLenum kind, const char *text)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

// Without `fragments` the program keeps depths as they are; where there is the fixed pipeline, vertices go through it.
static enum cd_code make_program(const char *fragments, GLuint *program, struct cd_status *status)
{
    GLint linked = 0;
    *program = glCreateProgram();
    if (cd_gl_is_core())
        add_shader(*program, GL_VERTEX_SHADER, place);
    if (fragments)
        add_shader(*program, GL_FRAGMENT_SHADER, fragments);
    glLinkProgram(*program);
    glGetProgramiv(*program, GL_LINK_STATUS, &linked);
    if (linked)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "this OpenGL does not take the shader that %s",
                   fragments ? "peels layers; try layers=nearfar" : "places vertices; try gpu=software");
}

static void attach(const struct cd_gl_target *target, int which)
{
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                           target->depth_stencils[which], 0);
}

enum cd_code cd_gl_target_open(struct cd_gl_target *target, int resolution, bool peels,
                               struct cd_status *status)
{
    int count = peels ? CD_GL_PEEL_BUFFERS : 1;
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
    glGenQueries(!cd_gl_is_software(), &target->timer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    GLenum state = 0;
    for (int format = 0; format < 2 && state != GL_FRAMEBUFFER_COMPLETE; format++) {
        for (int i = 0; i < count; i++) {
            glBindTexture(GL_TEXTURE_2D, target->depth_stencils[i]);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL,
                            0); // a texture without further levels is complete
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
            glTexImage2D(GL_TEXTURE_2D, 0, formats[format].format, resolution, resolution, 0,
                         GL_DEPTH_STENCIL, formats[format].type, NULL);
            glBindTexture(GL_TEXTURE_2D, 0);
        }
        attach(target, 0);
        state = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        target->pixel_bytes = format ? 8 : 4;
    }
    if (state != GL_FRAMEBUFFER_COMPLETE)
        return cd_fail(status, CD_ENVIRONMENT,
                       "this OpenGL cannot draw into a depth and stencil buffer (status 0x%x)", state);
    target->pixels = cd_allocate((size_t)resolution * (size_t)resolution, 1);
    enum cd_code code = CD_OK;
    if (cd_gl_is_core()) { // what is there in place of the fixed pipeline
        static const float corners[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
        glGenVertexArrays(1, &target->array);
        cd_gl_fill_buffer(GL_ARRAY_BUFFER, &target->quad, corners, sizeof corners);
        code = make_program(NULL, &target->program, status);
    }
    return !code && peels ? make_program(behind, &target->peel_program, status) : code;
}

void cd_gl_target_close(struct cd_gl_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(target->depth_stencil_count, target->depth_stencils);
    glDeleteQueries(3, target->queries);
    glDeleteQueries(1, &target->timer);
    glDeleteProgram(target->program);
    glDeleteProgram(target->peel_program);
    glDeleteBuffers(1, &target->quad);
    glDeleteVertexArrays(1, &target->array);
    cd_free(target->pixels);
    cd_free(target->depths);
}

size_t cd_gl_target_bytes(const struct cd_gl_target *target)
{
    size_t pixels = (size_t)target->resolution * (size_t)target->resolution;
    return target->pixel_bytes * pixels * (size_t)target->depth_stencil_count;
}

void cd_gl_target_bind(struct cd_gl_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
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

enum cd_code cd_gl_end_opening(enum cd_code code, struct cd_status *status)
{
    enum { ERROR_FLAGS = 8 };
    if (!code)
        return cd_opengl_check("while the scene was loaded into its buffers", status);
    for (int i = 0; i < ERROR_FLAGS && cd_opengl_check("", NULL); i++)
        continue;
    return code;
}

void cd_gl_ask_stencil(const struct cd_gl_target *target, GLenum function, int reference, uint8_t mask,
                       uint8_t written, GLuint query, struct cd_counters *counters)
{
    static const struct cd_gl_transform identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    glDisable(GL_DEPTH_TEST);
    glStencilMask(written);
    glStencilFunc(function, reference, mask);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_CULL_FACE);
    cd_gl_transform_load(&identity, 1);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    if (target->array) {
        glBindBuffer(GL_ARRAY_BUFFER, target->quad);
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
        glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    } else {
        glRectf(-1, -1, 1, 1);
    }
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glEnable(GL_DEPTH_TEST);
    counters->occlusion_queries++;
}

uint64_t cd_gl_answer(GLuint query)
{
    GLuint64 samples = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &samples);
    return samples;
}

enum cd_code cd_gl_check_queries(struct cd_gl_target *target, struct cd_status *status)
{
    struct cd_counters counters = {0};
    cd_gl_target_bind(target);
    glDepthMask(GL_TRUE);
    glClearDepth(1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    cd_gl_ask_stencil(target, GL_EQUAL, 0, 0xff, 0, target->queries[2], &counters);
    bool some = cd_gl_answer(target->queries[2]) > 0;
    cd_gl_ask_stencil(target, GL_NOTEQUAL, 0, 0xff, 0, target->queries[2], &counters);
    if (some && !cd_gl_answer(target->queries[2]))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "occlusion queries of this OpenGL (%s) do not tell what was drawn; take readback=pixels, "
                   "many=pairwise and no layers=peel, or another device (`cdbench list gpus`)",
                   cd_opengl_string(GL_RENDERER));
}

void cd_gl_peel_begin(struct cd_gl_target *target, int turn, bool first)
{
    int before = target->last[turn], next = 0;
    while (next == target->last[0] || next == target->last[1])
        next++;
    attach(target, next);
    target->last[turn] = next;
    if (!first) {
        glBindTexture(GL_TEXTURE_2D, target->depth_stencils[before]);
        glUseProgram(target->peel_program); // its sampler is unit 0, which is the default of uniforms
    }
    glBeginQuery(GL_ANY_SAMPLES_PASSED, target->queries[2]);
}

bool cd_gl_peel_end(const struct cd_gl_target *target, struct cd_counters *counters)
{
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glUseProgram(target->program);
    glBindTexture(GL_TEXTURE_2D, 0);
    counters->occlusion_queries++;
    return cd_gl_answer(target->queries[2]) > 0;
}
