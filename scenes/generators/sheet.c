/// `sheet:triangles=N:waves=W:amplitude=A`: the unit square about the origin, an open surface with W waves of
/// height A each way (A=0: flat), cut into about N/2 squares.
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

static const struct cd_param sheet_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("waves", "3", 0, 1000, "waves along each side"),
    CD_PARAM_REAL("amplitude", "0.1", 0, 10, "height of the waves"),
    CD_PARAM_END,
};

static enum cd_code sheet_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                   struct cd_status *status)
{
    (void)status;
    uint32_t rows, columns;
    cd_choose_grid((double)cd_setting_int(settings, "triangles"), 1, 1, 1, &rows, &columns);
    for (uint32_t i = 0; i <= rows; i++)
        for (uint32_t j = 0; j <= columns; j++) {
            double x = (double)j / columns - 0.5, y = (double)i / rows - 0.5;
            double turn = 2 * M_PI * cd_setting_real(settings, "waves");
            double z = cd_setting_real(settings, "amplitude") * cd_sin_portable(turn * x) *
                       cd_cos_portable(turn * y);
            cd_build_vertex(builder, cd_vec(x, y, z));
        }
    cd_build_grid(builder, 0, rows, columns);
    return CD_OK;
}

const struct cd_generator cd_generator_sheet = {
    .name = "sheet",
    .title = "wavy square, open",
    .params = sheet_params,
    .generate = sheet_generate,
};
