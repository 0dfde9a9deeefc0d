/// `bar:triangles=N:length=L:thickness=T`: a slender round bar along the x axis, a prism of diameter T about
/// the origin, cut across into many segments. The numbers of sides and segments are chosen for about N triangles of
/// even shape.
///
/// `gear:triangles=N:teeth=T:bore=B:thickness=H`: a prism of height H over a wheel of T trapezoid teeth (tip
/// radius 1, root radius 0.8) with a round bore of radius B: concave and of genus 1. Its outline has 4*T*s
/// points, and 16*T*s*r triangles cover it: s and r are whole numbers chosen for about N triangles of even
/// shape, at least 32*T.
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

static const struct cd_param bar_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("length", "2", 1e-3, 1e3, "length along x"),
    CD_PARAM_REAL("thickness", "0.1", 1e-3, 1e3, "diameter"),
    CD_PARAM_END,
};

static void bar_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    // Both ends together have as many triangles as one more segment.
    double length = cd_setting_real(settings, "length"), thickness = cd_setting_real(settings, "thickness");
    uint32_t rows, sides;
    cd_choose_grid((double)cd_setting_int(settings, "triangles"), length / (M_PI * thickness), 2, 3, &rows,
                   &sides);
    uint32_t segments = rows - 1;
    for (uint32_t i = 0; i <= segments; i++)
        for (uint32_t j = 0; j < sides; j++) {
            double angle = 2 * M_PI * j / sides;
            cd_build_vertex(builder, cd_vec(length * ((double)i / segments - 0.5),
                                            thickness / 2 * cd_cos_portable(angle),
                                            thickness / 2 * cd_sin_portable(angle)));
        }
    cd_build_grid(builder, 0, segments, sides, CD_GRID_TUBE);
    uint32_t last = segments * sides, low = cd_build_vertex(builder, cd_vec(-length / 2, 0, 0));
    uint32_t high = cd_build_vertex(builder, cd_vec(length / 2, 0, 0));
    for (uint32_t j = 0; j < sides; j++) { // fans about their middles close both ends
        cd_build_triangle(builder, low, (j + 1) % sides, j);
        cd_build_triangle(builder, high, last + j, last + (j + 1) % sides);
    }
}

const struct cd_recipe cd_recipe_bar = {
    .name = "bar",
    .title = "slender round bar of many segments, closed",
    .params = bar_params,
    .generate = bar_generate,
};

// ---- gear -------------------------------------------------------------------------------------------------

static struct cd_vec3 outline_corner(uint32_t teeth, uint32_t tooth, uint32_t corner)
{
    // The corners of one tooth's outline: the position in the tooth's share of the circle, and the radius. The last is
    // the first of the next tooth, so that the outline closes exactly.
    static const double share[5] = {0, 0.4, 0.5, 0.9, 0}, radius[5] = {0.8, 0.8, 1, 1, 0.8};
    uint32_t whole = corner == 4 ? (tooth + 1) % teeth : tooth;
    double angle = 2 * M_PI * (whole + share[corner]) / teeth;
    return cd_vec(radius[corner] * cd_cos_portable(angle), radius[corner] * cd_sin_portable(angle), 0);
}

static const struct cd_param gear_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_INT("teeth", "16", 3, 1000, "number of teeth"),
    CD_PARAM_REAL("bore", "0.3", 0.01, 0.7, "radius of the hole"),
    CD_PARAM_REAL("thickness", "0.4", 0.01, 10, "thickness"),
    CD_PARAM_END,
};

static void gear_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint32_t teeth = (uint32_t)cd_setting_int(settings, "teeth");
    double triangles = (double)cd_setting_int(settings, "triangles"),
           thickness = cd_setting_real(settings, "thickness"),
           radial = 0.9 - cd_setting_real(settings, "bore");
    // The outline is about 8 long (teeth included). For even cells, s and r must be in the ratio of the lengths.
    double cells_per_step = (radial + thickness) * 4 * teeth / 8;
    uint32_t s = cd_nearest_count(sqrt(triangles / (16 * teeth * cells_per_step)), 1);
    uint32_t r = cd_nearest_count(triangles / (16.0 * teeth * s), 2);
    uint32_t up = cd_nearest_count(r * thickness / (radial + thickness), 1);
    if (up >= r)
        up = r - 1;
    uint32_t across = r - up, columns = 4 * teeth * s;
    // The rings go out along the bottom, up, back in along the top and down the bore.
    for (uint32_t ring = 0; ring < 2 * r; ring++) {
        uint32_t k = ring % r;
        double along = k < across ? (double)k / across : 1,
               above = k < across ? 0 : (double)(k - across) / up;
        double out = ring < r ? along : 1 - along, height = ring < r ? above : 1 - above;
        for (uint32_t column = 0; column < columns;
             column++) { // each edge of the outline is cut into s parts
            uint32_t edge = column / s;
            struct cd_vec3 a = outline_corner(teeth, edge / 4, edge % 4),
                           b = outline_corner(teeth, edge / 4, edge % 4 + 1);
            struct cd_vec3 outer = cd_add(a, cd_scale(cd_sub(b, a), (double)(column % s) / s));
            struct cd_vec3 inner = cd_scale(outer, cd_setting_real(settings, "bore") / cd_length(outer));
            struct cd_vec3 p = cd_add(inner, cd_scale(cd_sub(outer, inner), out));
            p.z = thickness * (height - 0.5);
            cd_build_vertex(builder, p);
        }
    }
    cd_build_grid(builder, 0, 2 * r, columns, CD_GRID_CLOSED);
}

const struct cd_recipe cd_recipe_gear = {
    .name = "gear",
    .title = "gear wheel with a bore, a concave prism, closed",
    .params = gear_params,
    .generate = gear_generate,
};
