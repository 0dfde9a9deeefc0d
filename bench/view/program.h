/// The colours, and the shaders of bodies and lines. Within a context, all of it.
#ifndef CD_BENCH_VIEW_PROGRAM_H
#define CD_BENCH_VIEW_PROGRAM_H

#include "base/status.h"

#include <GL/glew.h>
#include <stdbool.h>

/// The colours of a view: those of Okabe and Ito, which people with any kind of colour vision tell apart.
struct cd_colour {
    float r, g, b;
};

/// Two of each, for bodies of even and odd ids, so that neighbours can be told apart.
static const struct cd_colour cd_colour_clear[2] = {{0.34F, 0.71F, 0.91F}, {0.62F, 0.74F, 0.84F}};
static const struct cd_colour cd_colour_colliding[2] = {{0.84F, 0.37F, 0.00F}, {0.93F, 0.55F, 0.10F}};

static const struct cd_colour cd_colour_contact = {0.96F, 0.92F, 0.20F};
static const struct cd_colour cd_colour_volume = {0.00F, 0.42F, 0.32F};
static const struct cd_colour cd_colour_broad = {0.62F, 0.25F, 0.48F};
static const struct cd_colour cd_colour_ink = {0.10F, 0.12F, 0.15F};
static const struct cd_colour cd_colour_paper = {1.00F, 1.00F, 1.00F};
static const struct cd_colour cd_colour_sky = {0.86F, 0.89F, 0.92F};

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
