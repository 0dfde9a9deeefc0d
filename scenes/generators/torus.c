/// `torus:triangles=N:minor=R:grid=G:layout=oriented|rapid`: the vertices
/// ((1 - R cos v) cos u, (1 - R cos v) sin u, R sin v). u goes round the hole (outer loop) and v round the tube.
/// `grid=G` takes G steps of each. Otherwise the steps are chosen for about N triangles of even shape.
///
/// `grid=50:layout=rapid` is the sample of RAPID (Gottschalk, Lin, Manocha 1996), 5000 triangles. Each quad
/// p1=(u1,v1), p2=(u2,v1), p3=(u1,v2), p4=(u2,v2) becomes (p1,p2,p3), (p4,p2,p3), so neighbours disagree
/// about the outside. Such a mesh is closed and manifold, but not oriented and not solid. `layout=oriented` has the
/// same triangles, with the first of each quad turned round.
///
/// `torusknot:triangles=N:p=P:q=Q:tube=T`: a tube of radius T along the (P,Q) torus knot, P times round the
/// hole and Q times round the tube of a torus of radii 1 and 0.5. The steps are chosen for about N triangles
/// of even shape, at least 8 for each turn. With the default T, the (2,3) knot does not meet itself at any resolution:
/// its strands stay 0.83 apart and curve with radii of at least 0.71. Knots with more turns need a thinner tube.
#include "base/memory.h"
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

static const struct cd_param torus_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("minor", "0.2", 0.001, 0.99, "radius of the tube"),
    CD_PARAM_INT("grid", "<by triangles>", 3, 1400, "rows and columns of quads, instead of triangles"),
    CD_PARAM_CHOICE("layout", "oriented", "oriented|rapid",
                    "orientation of the triangles: all alike, or as in RAPID's sample"),
    CD_PARAM_END,
};

static void torus_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint32_t rows = (uint32_t)cd_setting_int(settings, "grid"), columns = rows;
    if (rows == 0)
        cd_choose_grid((double)cd_setting_int(settings, "triangles"), 1 / cd_setting_real(settings, "minor"),
                       3, 3, &rows, &columns);
    double minor = cd_setting_real(settings, "minor"), *through = cd_allocate(columns, 2 * sizeof *through);
    bool rapid = cd_setting_is(settings, "layout", "rapid");
    for (uint32_t j = 0; j < columns; j++)
        cd_precise_sine(2 * M_PI * j / columns, &through[2 * j], &through[2 * j + 1]);
    for (uint32_t i = 0; i < rows; i++) {
        double sine, cosine;
        cd_precise_sine(2 * M_PI * i / rows, &sine, &cosine);
        for (uint32_t j = 0; j < columns; j++) {
            double radius = 1 - minor * through[2 * j + 1];
            cd_build_vertex(builder, cd_vec(radius * cosine, radius * sine, minor * through[2 * j]));
            uint32_t i2 = (i + 1) % rows, j2 = (j + 1) % columns;
            uint32_t p1 = i * columns + j, p2 = i2 * columns + j;
            uint32_t p3 = i * columns + j2, p4 = i2 * columns + j2;
            cd_build_triangle(builder, p1, rapid ? p2 : p3, rapid ? p3 : p2);
            cd_build_triangle(builder, p4, p2, p3);
        }
    }
    cd_free(through);
}

const struct cd_recipe cd_recipe_torus = {
    .name = "torus",
    .title = "torus of radius 1, closed; grid=50:layout=rapid is RAPID's sample",
    .params = torus_params,
    .generate = torus_generate,
};

// ---- torusknot --------------------------------------------------------------------------------------------

static const double minor_radius = 0.5;

/// The knot at angle a of its parameter: a point and two unit vectors across the curve. `out` is the normal of the
/// torus; the other is `side`.
struct station {
    struct cd_vec3 point, out, side;
};

static struct station station_at(uint64_t p, uint64_t q, uint64_t i, uint64_t steps)
{
    // The angles without full turns, which would cost digits.
    double around = 2 * M_PI * (double)(p * i % steps) / (double)steps;
    double through = 2 * M_PI * (double)(q * i % steps) / (double)steps;
    double ca = cd_cos_portable(around), sa = cd_sin_portable(around);
    double ct = cd_cos_portable(through), st = cd_sin_portable(through);
    double radius = 1 + minor_radius * ct;
    struct station s;
    s.point = cd_vec(radius * ca, radius * sa, minor_radius * st);
    s.out = cd_vec(ct * ca, ct * sa, st);
    struct cd_vec3 round_hole = cd_scale(cd_vec(-sa, ca, 0), (double)p * radius);
    struct cd_vec3 round_tube = cd_scale(cd_vec(-st * ca, -st * sa, ct), (double)q * minor_radius);
    s.side = cd_cross(cd_add(round_hole, round_tube), s.out);
    s.side = cd_scale(s.side, 1 / cd_length(s.side));
    return s;
}

static const struct cd_param torusknot_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_INT("p", "2", 1, 50, "turns about the axis"),
    CD_PARAM_INT("q", "3", 1, 50, "turns through the hole"),
    CD_PARAM_REAL("tube", "0.2", 0.001, 0.45, "radius of the tube"),
    CD_PARAM_END,
};

static enum cd_code torusknot_check(const struct cd_settings *settings, struct cd_status *status)
{
    uint64_t divisor = (uint64_t)cd_setting_int(settings, "p"), b = (uint64_t)cd_setting_int(settings, "q");
    for (uint64_t rest; b; divisor = b, b = rest)
        rest = divisor % b;
    if (divisor > 1)
        return cd_fail(status, CD_USAGE,
                       "torusknot: p and q have the common divisor %d; a knot needs coprime p and q",
                       (int)divisor);
    return CD_OK;
}

static void torusknot_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint64_t a = (uint64_t)cd_setting_int(settings, "p"), b = (uint64_t)cd_setting_int(settings, "q");
    double tube = cd_setting_real(settings, "tube");
    enum { SAMPLES = 4096 };
    double length = 0;
    struct cd_vec3 last = station_at(a, b, 0, SAMPLES).point;
    for (uint64_t i = 1; i <= SAMPLES; i++) {
        struct cd_vec3 point = station_at(a, b, i, SAMPLES).point;
        length += cd_length(cd_sub(point, last));
        last = point;
    }
    uint32_t turns = (uint32_t)(a > b ? a : b), rows, columns;
    cd_choose_grid((double)cd_setting_int(settings, "triangles"), length / (2 * M_PI * tube), 8 * turns, 3,
                   &rows, &columns);
    for (uint32_t i = 0; i < rows; i++) {
        struct station s = station_at(a, b, i, rows);
        for (uint32_t j = 0; j < columns; j++) {
            double angle = 2 * M_PI * j / columns;
            struct cd_vec3 out = cd_scale(s.out, tube * cd_cos_portable(angle));
            struct cd_vec3 side = cd_scale(s.side, tube * cd_sin_portable(angle));
            cd_build_vertex(builder, cd_add(s.point, cd_add(out, side)));
        }
    }
    cd_build_grid(builder, 0, rows, columns, CD_GRID_CLOSED);
}

const struct cd_recipe cd_recipe_torusknot = {
    .name = "torusknot",
    .title = "tube along a (p,q) torus knot, closed",
    .params = torusknot_params,
    .check = torusknot_check,
    .generate = torusknot_generate,
};
