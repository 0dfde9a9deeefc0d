/// Flames: stacks of horizontal rings that sway and swell, from tip to tip. Straight lines connect each ring to the
/// next, so testing whether a point is in the flame is as easy as drawing its surface.
#include "scenes/drill/drill.h"

#include <math.h>

/// Flames of a fire stand in rows across the opening, behind the front wall.
enum { IN_A_ROW = 4 };
#define SPACING     0.6
#define FIRST_ROW   (-0.75)
#define DISORDER    0.08
#define ABOVE_FLOOR 0.05

/// How far a tip sways at full strength.
#define SWAY 0.22

double cd_drill_wave(double time, double period, double turn)
{
    double turns = time / period + turn;
    return cd_sin_portable(2 * M_PI * (turns - floor(turns)));
}

void cd_flame_choose(struct cd_flame *flame, struct cd_vec3 hearth, uint32_t number, struct cd_random *random)
{
    double column = (double)(number % IN_A_ROW) - (IN_A_ROW - 1) / 2.0, row = (double)(number / IN_A_ROW);
    // In separate statements: the compiler may evaluate arguments in any order.
    double along = cd_random_between(random, -DISORDER, DISORDER);
    double aside = cd_random_between(random, -DISORDER, DISORDER);
    flame->root = cd_vec(hearth.x + SPACING * column + aside, hearth.y + ABOVE_FLOOR,
                         FIRST_ROW - SPACING * row + along);
    flame->height = cd_random_between(random, 1.2, 1.9);
    flame->radius = cd_random_between(random, 0.26, 0.36);
    for (int i = 0; i < 4; i++)
        flame->turn[i] = cd_random_unit(random);
    for (int i = 0; i < 3; i++)
        flame->period[i] = cd_random_between(random, 0.5, 1.3);
}

/// The radius at a height from 0 to 1, relative to the largest radius: the shape is a drop, widest at a third.
static double profile(double height)
{
    return 1.5 * sqrt(3.0) * sqrt(height) * (1 - height);
}

void cd_flame_shape(const struct cd_flame *flame, double time, double strength, struct cd_flame_shape *shape)
{
    double flicker = 1 + 0.15 * cd_drill_wave(time, flame->period[0], flame->turn[0]);
    double size = 0.3 + 0.7 * strength;
    shape->low = flame->root.y;
    shape->high = flame->root.y + flame->height * size * flicker;
    for (int i = 0; i < CD_FLAME_RINGS + 2; i++) {
        double height = (double)i / (CD_FLAME_RINGS + 1), bent = SWAY * size * height * height;
        double swell = 1 + 0.15 * cd_drill_wave(time, flame->period[0] / 2, flame->turn[3] - height);
        bool tip = i == 0 || i == CD_FLAME_RINGS + 1;
        shape->radius[i] = tip ? 0 : flame->radius * size * swell * profile(height);
        shape->x[i] =
            flame->root.x + bent * cd_drill_wave(time, flame->period[1], flame->turn[1] - 0.4 * height);
        shape->z[i] =
            flame->root.z + bent * cd_drill_wave(time, flame->period[2], flame->turn[2] - 0.4 * height);
    }
}

bool cd_flame_holds(const struct cd_flame_shape *shape, struct cd_vec3 p)
{
    double height = (p.y - shape->low) / (shape->high - shape->low) * (CD_FLAME_RINGS + 1);
    if (!(height > 0 && height < CD_FLAME_RINGS + 1))
        return false;
    int below = (int)height;
    double part = height - below;
    double x = shape->x[below] + part * (shape->x[below + 1] - shape->x[below]) - p.x;
    double z = shape->z[below] + part * (shape->z[below + 1] - shape->z[below]) - p.z;
    double radius = shape->radius[below] + part * (shape->radius[below + 1] - shape->radius[below]);
    return x * x + z * z <= radius * radius;
}

void cd_flame_vertices(const struct cd_flame *flame, const struct cd_flame_shape *shape,
                       struct cd_vec3 *vertices)
{
    // The sines of twelfths of a turn are known.
    const double half = 0.5, max = sqrt(3.0) / 2;
    const double sines[CD_FLAME_SEGMENTS] = {0, half, max, 1, max, half, 0, -half, -max, -1, -max, -half};
    double step = (shape->high - shape->low) / (CD_FLAME_RINGS + 1);
    double low = shape->low - flame->root.y;
    *vertices++ = cd_vec(shape->x[0] - flame->root.x, low, shape->z[0] - flame->root.z);
    for (int i = 1; i <= CD_FLAME_RINGS; i++)
        for (int k = 0; k < CD_FLAME_SEGMENTS; k++)
            *vertices++ =
                cd_vec(shape->x[i] - flame->root.x + shape->radius[i] * sines[(k + 3) % CD_FLAME_SEGMENTS],
                       low + i * step, shape->z[i] - flame->root.z - shape->radius[i] * sines[k]);
    int top = CD_FLAME_RINGS + 1;
    *vertices =
        cd_vec(shape->x[top] - flame->root.x, shape->high - flame->root.y, shape->z[top] - flame->root.z);
}

enum cd_code cd_flame_mesh(struct cd_mesh **mesh, struct cd_status *status)
{
    double at[CD_FLAME_RINGS], radius[CD_FLAME_RINGS];
    for (int i = 0; i < CD_FLAME_RINGS; i++) {
        at[i] = (double)(i + 1) / (CD_FLAME_RINGS + 1);
        radius[i] = 0.31 * profile(at[i]);
    }
    struct cd_builder builder = {0};
    cd_build_tube(&builder, cd_vec(0, 0, 0), cd_vec(0, 1.55, 0), at, radius, CD_FLAME_RINGS,
                  CD_FLAME_SEGMENTS);
    return cd_build_finish(&builder, "drill:flame", mesh, status);
}

// ---- tubes ------------------------------------------------------------------------------------------------

/// Finds two directions of length 1 that make a right-handed frame with `along`.
static void frame_about(struct cd_vec3 along, struct cd_vec3 *u, struct cd_vec3 *v)
{
    struct cd_vec3 start = fabs(along.x) < 0.9 ? cd_vec(1, 0, 0) : cd_vec(0, 0, 1);
    start = cd_sub(start, cd_scale(along, cd_dot(along, start)));
    *u = cd_scale(start, 1 / cd_length(start));
    *v = cd_cross(along, *u);
}

static void build_ring(struct cd_builder *builder, struct cd_vec3 centre, struct cd_vec3 u, struct cd_vec3 v,
                       uint32_t segments)
{
    for (uint32_t k = 0; k < segments; k++) {
        double sine, cosine;
        cd_precise_sine(2 * M_PI * k / segments, &sine, &cosine);
        cd_build_vertex(builder, cd_add(centre, cd_add(cd_scale(u, cosine), cd_scale(v, sine))));
    }
}

void cd_build_tube(struct cd_builder *builder, struct cd_vec3 a, struct cd_vec3 b, const double *at,
                   const double *radius, uint32_t rings, uint32_t segments)
{
    struct cd_vec3 way = cd_sub(b, a), u, v;
    frame_about(cd_scale(way, 1 / cd_length(way)), &u, &v);
    uint32_t tip = cd_build_vertex(builder, a), first = tip + 1, last = first + (rings - 1) * segments;
    for (uint32_t i = 0; i < rings; i++)
        build_ring(builder, cd_add(a, cd_scale(way, at[i])), cd_scale(u, radius[i]), cd_scale(v, radius[i]),
                   segments);
    uint32_t other = cd_build_vertex(builder, b);
    for (uint32_t k = 0; k < segments; k++) {
        uint32_t next = (k + 1) % segments;
        cd_build_triangle(builder, tip, first + next, first + k);
        for (uint32_t i = 0; i + 1 < rings; i++) {
            uint32_t ring = first + i * segments, above = ring + segments;
            cd_build_quad(builder, ring + k, ring + next, above + next, above + k);
        }
        cd_build_triangle(builder, last + k, last + next, other);
    }
}
