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

enum cd_code cd_generate_box(const char *arguments, struct cd_mesh **mesh, struct cd_status *status)
{
    enum { TRIANGLES, X, Y, Z, COUNT };
    struct cd_parameter p[COUNT] = {
        [TRIANGLES] = CD_PARAMETER_TRIANGLES,
        [X] = {.key = "x", .kind = CD_PARAMETER_REAL, .least = 1e-3, .most = 1e3, .real = 1},
        [Y] = {.key = "y", .kind = CD_PARAMETER_REAL, .least = 1e-3, .most = 1e3, .real = 1},
        [Z] = {.key = "z", .kind = CD_PARAMETER_REAL, .least = 1e-3, .most = 1e3, .real = 1},
    };
    enum cd_code code = cd_read_parameters("box", arguments, p, COUNT, status);
    if (code)
        return code;
    uint32_t n = cd_nearest_count(sqrt((double)p[TRIANGLES].count / 12), 1);
    const double size[3] = {p[X].real, p[Y].real, p[Z].real};
    struct cd_builder builder = {0};
    for (int axis = 0; axis < 3; axis++)
        build_sides(&builder, axis, size, n);
    return cd_build_finish(&builder, "box", arguments, mesh, status);
}
