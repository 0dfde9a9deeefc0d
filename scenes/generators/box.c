/// `box:triangles=N:x=X:y=Y:z=Z`: a box of these edge lengths about the origin, each side cut into n*n
/// rectangles, n such that 12*n*n comes nearest to N.
#include "scenes/generators/generator.h"

#include <math.h>

/// Adds the two sides across `axis`; u and v are the other axes in cyclic order.
static void build_sides(struct cd_builder *builder, int axis, const double size[3], uint32_t n)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int high = 0; high < 2; high++) {
        uint32_t first = builder->vertex_count;
        for (uint32_t i = 0; i <= n; i++)
            for (uint32_t j = 0; j <= n; j++) {
                double p[3];
                p[axis] = size[axis] * (high - 0.5);
                p[u] = size[u] * ((double)(high ? j : i) / n - 0.5);
                p[v] = size[v] * ((double)(high ? i : j) / n - 0.5);
                cd_build_vertex(builder, cd_vec(p[0], p[1], p[2]));
            }
        cd_build_grid(builder, first, n, n);
    }
}

static const struct cd_param box_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("x", "1", 1e-3, 1e3, "width"),
    CD_PARAM_REAL("y", "1", 1e-3, 1e3, "height"),
    CD_PARAM_REAL("z", "1", 1e-3, 1e3, "depth"),
    CD_PARAM_END,
};

static enum cd_code box_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                 struct cd_status *status)
{
    (void)status;
    uint32_t n = cd_nearest_count(sqrt((double)cd_setting_int(settings, "triangles") / 12), 1);
    const double size[3] = {cd_setting_real(settings, "x"), cd_setting_real(settings, "y"),
                            cd_setting_real(settings, "z")};
    for (int axis = 0; axis < 3; axis++)
        build_sides(builder, axis, size, n);
    return CD_OK;
}

const struct cd_generator cd_generator_box = {
    .name = "box",
    .title = "box with subdivided sides, closed",
    .params = box_params,
    .generate = box_generate,
};
