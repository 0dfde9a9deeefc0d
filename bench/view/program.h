/// The shaders of bodies and lines. Within a context, all of it.
#ifndef CD_BENCH_VIEW_PROGRAM_H
#define CD_BENCH_VIEW_PROGRAM_H

#include "base/status.h"
#include "bench/view/colours.h"

#include <GL/glew.h>
#include <stdbool.h>

struct cd_program {
    GLuint program;
    GLint place, projection, colour, opacity, lit;
};

/// Compiles the shaders; CD_ENVIRONMENT names what OpenGL says against them.
enum cd_code cd_program_open(struct cd_program *program, struct cd_status *status);
void cd_program_close(struct cd_program *program);

/// What is drawn next looks like this; lit, or flat.
void cd_program_paint(const struct cd_program *program, struct cd_colour colour, float opacity, bool lit);

#endif
