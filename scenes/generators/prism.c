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

/// Adds the ring of corners at `x`.
static void build_ring(struct cd_builder *builder, double x, double radius, uint32_t sides)
{
    for (uint32_t j = 0; j < sides; j++) {
        double angle = 2 * M_PI * j / sides;
        cd_build_vertex(builder, cd_vec(x, radius * cd_cos_portable(angle), radius * cd_sin_portable(angle)));
    }
}

/// Closes both ends with fans about their middles.
static void build_ends(struct cd_builder *builder, double half, uint32_t sides)
{
    uint32_t last = builder->vertex_count - sides;
    uint32_t low = cd_build_vertex(builder, cd_vec(-half, 0, 0));
    uint32_t high = cd_build_vertex(builder, cd_vec(half, 0, 0));
    for (uint32_t j = 0; j < sides; j++) {
        uint32_t next = (j + 1) % sides;
        cd_build_triangle(builder, low, next, j);
        cd_build_triangle(builder, high, last + j, last + next);
    }
}

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
        build_ring(builder, length * ((double)i / segments - 0.5), thickness / 2, sides);
    cd_build_grid(builder, 0, segments, sides, CD_GRID_TUBE);
    build_ends(builder, length / 2, sides);
}

const struct cd_recipe cd_recipe_bar = {
    .name = "bar",
    .title = "slender round bar of many segments, closed",
    .params = bar_params,
    .generate = bar_generate,
};

// ---- gear -------------------------------------------------------------------------------------------------

/// The corners of one tooth's outline: the position in the tooth's share of the circle, and the radius.
static const double corner_at[5] = {0, 0.4, 0.5, 0.9, 1};
static const double corner_radius[5] = {0.8, 0.8, 1, 1, 0.8};

static struct cd_vec3 outline_corner(uint32_t teeth, uint32_t tooth, uint32_t corner)
{
    uint32_t whole = corner == 4 ? (tooth + 1) % teeth : tooth; // so that the outline closes exactly
    double share = corner == 4 ? 0 : corner_at[corner];
    double angle = 2 * M_PI * (whole + share) / teeth;
    return cd_vec(corner_radius[corner] * cd_cos_portable(angle),
                  corner_radius[corner] * cd_sin_portable(angle), 0);
}

/// Returns point k of the outline, counterclockwise, with each edge cut into s parts.
static struct cd_vec3 outline_point(uint32_t teeth, uint32_t s, uint32_t k)
{
    uint32_t edge = k / s, part = k % s;
    struct cd_vec3 a = outline_corner(teeth, edge / 4, edge % 4);
    struct cd_vec3 b = outline_corner(teeth, edge / 4, edge % 4 + 1);
    return cd_add(a, cd_scale(cd_sub(b, a), (double)part / s));
}

/// Finds how far out (0 at the bore, 1 at the outline) and how high (from 0 to 1) a ring is. The rings go out along the
/// bottom, up, back in along the top and down the bore.
static void ring_at(uint32_t ring, uint32_t across, uint32_t up, double *out, double *height)
{
    uint32_t half = across + up, k = ring % half;
    double along = k < across ? (double)k / across : 1, above = k < across ? 0 : (double)(k - across) / up;
    *out = ring < half ? along : 1 - along;
    *height = ring < half ? above : 1 - above;
}

static void build_gear(struct cd_builder *builder, uint32_t teeth, uint32_t s, uint32_t across, uint32_t up,
                       double bore, double thickness)
{
    uint32_t rings = 2 * (across + up), columns = 4 * teeth * s;
    for (uint32_t ring = 0; ring < rings; ring++) {
        double out, height;
        ring_at(ring, across, up, &out, &height);
        for (uint32_t k = 0; k < columns; k++) {
            struct cd_vec3 outer = outline_point(teeth, s, k);
            struct cd_vec3 inner = cd_scale(outer, bore / cd_length(outer));
            struct cd_vec3 p = cd_add(inner, cd_scale(cd_sub(outer, inner), out));
            p.z = thickness * (height - 0.5);
            cd_build_vertex(builder, p);
        }
    }
    cd_build_grid(builder, 0, rings, columns, CD_GRID_CLOSED);
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
           radial = 0.9 - cd_setting_real(settings, "bore");
    // The outline is about 8 long (teeth included). For even cells, s and r must be in the ratio of the lengths.
    double cells_per_step = (radial + cd_setting_real(settings, "thickness")) * 4 * teeth / 8;
    uint32_t s = cd_nearest_count(sqrt(triangles / (16 * teeth * cells_per_step)), 1);
    uint32_t r = cd_nearest_count(triangles / (16.0 * teeth * s), 2);
    uint32_t up = cd_nearest_count(
        r * cd_setting_real(settings, "thickness") / (radial + cd_setting_real(settings, "thickness")), 1);
    if (up >= r)
        up = r - 1;
    build_gear(builder, teeth, s, r - up, up, cd_setting_real(settings, "bore"),
               cd_setting_real(settings, "thickness"));
}

const struct cd_recipe cd_recipe_gear = {
    .name = "gear",
    .title = "gear wheel with a bore, a concave prism, closed",
    .params = gear_params,
    .generate = gear_generate,
};
