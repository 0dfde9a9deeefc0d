#include "algos/mesh/image_cd/peel.h"

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

enum cd_code image_cd_peel_open(struct image_cd_peel *peel, struct cd_status *status)
{
    GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
    glShaderSource(shader, 1, &behind, NULL);
    glCompileShader(shader);
    peel->program = glCreateProgram();
    glAttachShader(peel->program, shader); // vertices go the same way as without a program
    glLinkProgram(peel->program);
    glDeleteShader(shader);
    glGenQueries(1, &peel->query);
    GLint linked = 0;
    glGetProgramiv(peel->program, GL_LINK_STATUS, &linked);
    if (!linked)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "layers=peel: this OpenGL does not take the shader that peels layers; try layers=nearfar");
    return CD_OK;
}

void image_cd_peel_close(struct image_cd_peel *peel)
{
    glDeleteProgram(peel->program);
    glDeleteQueries(1, &peel->query);
}

void image_cd_peel_restrict(const struct image_cd_peel *peel, GLuint before)
{
    if (!before)
        return;
    glBindTexture(GL_TEXTURE_2D, before);
    glUseProgram(peel->program); // its sampler is unit 0, which is the default of uniforms
}

void image_cd_peel_release(void)
{
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void image_cd_peel_begin(const struct image_cd_peel *peel, GLuint before)
{
    image_cd_peel_restrict(peel, before);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, peel->query);
}

void image_cd_peel_end(void)
{
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    image_cd_peel_release();
}

bool image_cd_peel_drew(const struct image_cd_peel *peel)
{
    GLuint passed = 0;
    glGetQueryObjectuiv(peel->query, GL_QUERY_RESULT, &passed);
    return passed != 0;
}
