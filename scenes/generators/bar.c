/// `bar:triangles=N:length=L:thickness=T`: a slender round bar along the x axis, a prism of diameter T about
/// the origin, cut across into many segments. Sides and segments are chosen for about N triangles of even
/// shape.
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

/// Adds the corners across the bar at `x`.
static void build_ring(struct cd_builder *builder, double x, double radius, uint32_t sides)
{
    for (uint32_t j = 0; j < sides; j++) {
        double angle = 2 * M_PI * j / sides;
        cd_build_vertex(builder, cd_vec(x, radius * cd_cos_portable(angle), radius * cd_sin_portable(angle)));
    }
}

/// Closes both ends by fans about their middles.
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

static enum cd_code bar_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                 struct cd_status *status)
{
    (void)status;
    // Both ends together have as many triangles as one more segment.
    double length = cd_setting_real(settings, "length"), thickness = cd_setting_real(settings, "thickness");
    uint32_t rows, sides;
    cd_choose_grid((double)cd_setting_int(settings, "triangles"), length / (M_PI * thickness), 2, 3, &rows,
                   &sides);
    uint32_t segments = rows - 1;
    for (uint32_t i = 0; i <= segments; i++)
        build_ring(builder, length * ((double)i / segments - 0.5), thickness / 2, sides);
    for (uint32_t i = 0; i < segments; i++)
        for (uint32_t j = 0; j < sides; j++) {
            uint32_t row = i * sides, next = (j + 1) % sides;
            cd_build_quad(builder, row + j, row + next, row + sides + next, row + sides + j);
        }
    build_ends(builder, length / 2, sides);
    return CD_OK;
}

const struct cd_generator cd_generator_bar = {
    .name = "bar",
    .title = "slender round bar of many segments, closed",
    .params = bar_params,
    .generate = bar_generate,
};
