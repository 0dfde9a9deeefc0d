#include "bench/view/program.h"

static const char vertex_source[] = "#version 120\n"
                                    "uniform mat4 place, projection;\n"
                                    "attribute vec3 position, normal;\n"
                                    "varying vec3 from_eye, outwards;\n"
                                    "void main()\n"
                                    "{\n"
                                    "    vec4 seen = place * vec4(position, 1.0);\n"
                                    "    from_eye = seen.xyz;\n"
                                    "    outwards = mat3(place) * normal;\n"
                                    "    gl_Position = projection * seen;\n"
                                    "}\n";

// A light above the viewer's left shoulder, the sky's light from above, a little shine. Faces are lit from
// both sides, as meshes need not be closed.
static const char fragment_source[] =
    "#version 120\n"
    "uniform vec3 colour;\n"
    "uniform float opacity, lit;\n"
    "varying vec3 from_eye, outwards;\n"
    "void main()\n"
    "{\n"
    "    vec3 eye = -normalize(from_eye);\n"
    "    vec3 normal = dot(outwards, outwards) > 0.0 ? normalize(outwards) : eye;\n"
    "    normal = dot(normal, eye) < 0.0 ? -normal : normal;\n"
    "    vec3 light = normalize(vec3(-0.45, 0.65, 0.75));\n"
    "    float lamp = max(dot(normal, light), 0.0);\n"
    "    float sky = 0.5 + 0.5 * normal.y;\n"
    "    float shine = pow(max(dot(normal, normalize(light + eye)), 0.0), 40.0);\n"
    "    vec3 shaded = colour * (0.30 + 0.25 * sky + 0.55 * lamp) + vec3(0.14 * shine);\n"
    "    gl_FragColor = vec4(mix(colour, shaded, lit), opacity);\n"
    "}\n";

static GLuint compile(GLenum kind, const char *source)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    return shader;
}

enum cd_code cd_program_open(struct cd_program *program, struct cd_status *status)
{
    GLuint vertex = compile(GL_VERTEX_SHADER, vertex_source);
    GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
    program->program = glCreateProgram();
    glAttachShader(program->program, vertex);
    glAttachShader(program->program, fragment);
    glBindAttribLocation(program->program, 0, "position");
    glBindAttribLocation(program->program, 1, "normal");
    glLinkProgram(program->program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint linked = GL_FALSE;
    glGetProgramiv(program->program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[400] = "";
        glGetProgramInfoLog(program->program, sizeof log, NULL, log);
        return cd_fail(status, CD_ENVIRONMENT, "this OpenGL refuses the shaders of view: %s", log);
    }
    program->place = glGetUniformLocation(program->program, "place");
    program->projection = glGetUniformLocation(program->program, "projection");
    program->colour = glGetUniformLocation(program->program, "colour");
    program->opacity = glGetUniformLocation(program->program, "opacity");
    program->lit = glGetUniformLocation(program->program, "lit");
    return CD_OK;
}

void cd_program_close(struct cd_program *program)
{
    glDeleteProgram(program->program);
    program->program = 0;
}

void cd_program_paint(const struct cd_program *program, struct cd_colour colour, float opacity, bool lit)
{
    glUniform3f(program->colour, colour.r, colour.g, colour.b);
    glUniform1f(program->opacity, opacity);
    glUniform1f(program->lit, lit ? 1 : 0);
}
