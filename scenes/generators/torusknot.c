/// `torusknot:triangles=N:p=P:q=Q:tube=T`: a tube of radius T along the (P,Q) torus knot, P times round the
/// hole and Q times round the tube of a torus of radii 1 and 0.5. The steps are chosen for about N triangles
/// of even shape, at least 8 for each turn. With the default T the (2,3) knot does not meet itself, however
/// fine it is: its strands stay 0.83 apart and curve with radii of at least 0.71. Knots of more turns want a
/// thinner tube.
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

static const double minor_radius = 0.5;

/// The knot at angle a of its parameter: a point, and two unit vectors across the curve: `out`, the normal
/// of the torus, and `side`.
struct station {
    struct cd_vec3 point, out, side;
};

/// The angle 2*pi * turns * i / steps, reduced so that full turns do not cost digits.
static double turned(uint64_t turns, uint64_t i, uint64_t steps)
{
    return 2 * M_PI * (double)(turns * i % steps) / (double)steps;
}

static struct station station_at(uint64_t p, uint64_t q, uint64_t i, uint64_t steps)
{
    double around = turned(p, i, steps), through = turned(q, i, steps);
    double ca = cd_cos_portable(around), sa = cd_sin_portable(around);
    double ct = cd_cos_portable(through), st = cd_sin_portable(through);
    double radius = 1 + minor_radius * ct;
    struct station s;
    s.point = cd_vec(radius * ca, radius * sa, minor_radius * st);
    s.out = cd_vec(ct * ca, ct * sa, st);
    struct cd_vec3 round_hole = cd_scale(cd_vec(-sa, ca, 0), (double)p * radius);
    struct cd_vec3 round_tube = cd_scale(cd_vec(-st * ca, -st * sa, ct), (double)q * minor_radius);
    struct cd_vec3 tangent = cd_add(round_hole, round_tube);
    s.side = cd_cross(tangent, s.out);
    s.side = cd_scale(s.side, 1 / cd_length(s.side));
    return s;
}

static double knot_length(uint64_t p, uint64_t q)
{
    enum { SAMPLES = 4096 };
    double length = 0;
    struct cd_vec3 last = station_at(p, q, 0, SAMPLES).point;
    for (uint64_t i = 1; i <= SAMPLES; i++) {
        struct cd_vec3 point = station_at(p, q, i, SAMPLES).point;
        length += cd_length(cd_sub(point, last));
        last = point;
    }
    return length;
}

static void build_tube(struct cd_builder *builder, uint64_t p, uint64_t q, double tube, uint32_t rows,
                       uint32_t columns)
{
    for (uint32_t i = 0; i < rows; i++) {
        struct station s = station_at(p, q, i, rows);
        for (uint32_t j = 0; j < columns; j++) {
            double angle = 2 * M_PI * j / columns;
            struct cd_vec3 out = cd_scale(s.out, tube * cd_cos_portable(angle));
            struct cd_vec3 side = cd_scale(s.side, tube * cd_sin_portable(angle));
            cd_build_vertex(builder, cd_add(s.point, cd_add(out, side)));
        }
    }
    cd_build_closed_grid(builder, 0, rows, columns);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static const struct cd_param torusknot_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_INT("p", "2", 1, 50, "turns about the axis"),
    CD_PARAM_INT("q", "3", 1, 50, "turns through the hole"),
    CD_PARAM_REAL("tube", "0.2", 0.001, 0.45, "radius of the tube"),
    CD_PARAM_END,
};

static enum cd_code torusknot_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                       struct cd_status *status)
{
    uint64_t a = (uint64_t)cd_setting_int(settings, "p"), b = (uint64_t)cd_setting_int(settings, "q");
    double tube = cd_setting_real(settings, "tube");
    uint64_t divisor = common_divisor(a, b);
    if (divisor > 1)
        return cd_fail(status, CD_USAGE,
                       "torusknot: p and q have the common divisor %d; a knot needs coprime p and q",
                       (int)divisor);
    double ratio = knot_length(a, b) / (2 * M_PI * tube);
    uint32_t turns = (uint32_t)(a > b ? a : b), rows, columns;
    cd_choose_grid((double)cd_setting_int(settings, "triangles"), ratio, 8 * turns, 3, &rows, &columns);
    build_tube(builder, a, b, tube, rows, columns);
    return CD_OK;
}

const struct cd_generator cd_generator_torusknot = {
    .name = "torusknot",
    .title = "tube along a (p,q) torus knot, closed",
    .params = torusknot_params,
    .generate = torusknot_generate,
};
