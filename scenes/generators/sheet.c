/// `sheet:triangles=N:waves=W:amplitude=A`: the unit square about the origin, an open surface with W waves of
/// height A each way (A=0: flat), cut into about N/2 squares.
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

enum cd_code cd_generate_sheet(const char *arguments, struct cd_mesh **mesh, struct cd_status *status)
{
    enum { TRIANGLES, WAVES, AMPLITUDE, COUNT };
    struct cd_parameter p[COUNT] = {
        [TRIANGLES] = CD_PARAMETER_TRIANGLES,
        [WAVES] = {.key = "waves", .kind = CD_PARAMETER_REAL, .most = 1000, .real = 3},
        [AMPLITUDE] = {.key = "amplitude", .kind = CD_PARAMETER_REAL, .most = 10, .real = 0.1},
    };
    enum cd_code code = cd_read_parameters("sheet", arguments, p, COUNT, status);
    if (code)
        return code;
    uint32_t rows, columns;
    cd_choose_grid((double)p[TRIANGLES].count, 1, 1, 1, &rows, &columns);
    struct cd_builder builder = {0};
    for (uint32_t i = 0; i <= rows; i++)
        for (uint32_t j = 0; j <= columns; j++) {
            double x = (double)j / columns - 0.5, y = (double)i / rows - 0.5;
            double turn = 2 * M_PI * p[WAVES].real;
            double z = p[AMPLITUDE].real * cd_sin_portable(turn * x) * cd_cos_portable(turn * y);
            cd_build_vertex(&builder, cd_vec(x, y, z));
        }
    cd_build_grid(&builder, 0, rows, columns);
    return cd_build_finish(&builder, "sheet", arguments, mesh, status);
}
