/// `fan:triangles=N`: a flat open disc of radius 1 in the plane z = 0, cut into N triangles (one more if N is odd). All
/// triangles have a corner at the origin, which is also the middle of the disc's box. If two discs have one centre,
/// every pair of their triangles touches: the worst case for every hierarchy of volumes.
///
/// `sheet:triangles=N:waves=W:amplitude=A`: the unit square about the origin, an open surface with W waves of
/// height A each way (A=0: flat), cut into about N/2 squares.
///
/// `cloth:triangles=N:x=X:y=Y:thickness=T`: a thin closed slab about the origin, X by Y and T thick along z.
/// The upper and the lower side have the same triangles, so they stay T apart along z when the slab is bent. Around the
/// rim there is one row of rectangles.
#include "geom/pose.h"
#include "scenes/generators/generator.h"

#include <math.h>

static const struct cd_param fan_params[] = {
    CD_PARAM_TRIANGLES(4),
    CD_PARAM_END,
};

static void fan_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint32_t half = (uint32_t)(cd_setting_int(settings, "triangles") + 1) / 2;
    cd_build_vertex(builder, cd_vec(0, 0, 0));
    for (int sign = 1; sign >= -1; sign -= 2) // opposite corners match to the last bit
        for (uint32_t i = 0; i < half; i++) {
            double sine, cosine;
            cd_precise_sine(M_PI * i / half, &sine, &cosine);
            cd_build_vertex(builder, cd_vec(sign * cosine, sign * sine, 0));
        }
    for (uint32_t i = 0; i < 2 * half; i++)
        cd_build_triangle(builder, 0, 1 + i, 1 + (i + 1) % (2 * half));
}

const struct cd_recipe cd_recipe_fan = {
    .name = "fan",
    .title = "flat disc of triangles around its centre, open",
    .params = fan_params,
    .generate = fan_generate,
};

// ---- sheet ------------------------------------------------------------------------------------------------

static const struct cd_param sheet_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("waves", "3", 0, 1000, "waves along each side"),
    CD_PARAM_REAL("amplitude", "0.1", 0, 10, "height of the waves"),
    CD_PARAM_END,
};

static void sheet_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
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
    cd_build_grid(builder, 0, rows, columns, CD_GRID_OPEN);
}

const struct cd_recipe cd_recipe_sheet = {
    .name = "sheet",
    .title = "wavy square, open",
    .params = sheet_params,
    .generate = sheet_generate,
};

// ---- cloth ------------------------------------------------------------------------------------------------

/// Adds the rectangle of the rim that goes from one lower corner to the next, counterclockwise from above.
static void build_rim(struct cd_builder *builder, uint32_t from, uint32_t to, uint32_t upper)
{
    cd_build_quad(builder, from, to, upper + to, upper + from);
}

static const struct cd_param cloth_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("x", "1", 1e-3, 1e3, "width"),
    CD_PARAM_REAL("y", "1", 1e-3, 1e3, "height"),
    CD_PARAM_REAL("thickness", "0.01", 1e-6, 1e3, "thickness"),
    CD_PARAM_END,
};

static void cloth_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    double x = cd_setting_real(settings, "x"), y = cd_setting_real(settings, "y");
    double thickness = cd_setting_real(settings, "thickness");
    // One side of rows * columns cells has half of the triangles without the rim's 4 * (rows + columns).
    double ratio = y / x, cells = (double)cd_setting_int(settings, "triangles") / 4;
    double rim = 4 * sqrt(cells) * (sqrt(ratio) + 1 / sqrt(ratio));
    uint32_t rows, columns;
    cd_choose_grid(fmax(2 * cells - rim / 2, 2), ratio, 1, 1, &rows, &columns);
    for (int side = 0; side < 2; side++) // first the lower one
        for (uint32_t i = 0; i <= rows; i++)
            for (uint32_t j = 0; j <= columns; j++)
                cd_build_vertex(builder, cd_vec(x * ((double)j / columns - 0.5), y * ((double)i / rows - 0.5),
                                                side ? thickness / 2 : -thickness / 2));
    uint32_t row = columns + 1, last = rows * row, upper = last + row;
    cd_build_grid(builder, upper, rows, columns, CD_GRID_OPEN);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) { // with the diagonals of cd_build_grid seen from behind
            uint32_t a = i * row + j, d = a + row;
            cd_build_triangle(builder, a, d + 1, a + 1);
            cd_build_triangle(builder, a, d, d + 1);
        }
    for (uint32_t j = 0; j < columns; j++) {
        build_rim(builder, j, j + 1, upper);
        build_rim(builder, last + j + 1, last + j, upper);
    }
    for (uint32_t i = 0; i < rows; i++) {
        build_rim(builder, (i + 1) * row, i * row, upper);
        build_rim(builder, i * row + columns, (i + 1) * row + columns, upper);
    }
}

const struct cd_recipe cd_recipe_cloth = {
    .name = "cloth",
    .title = "thin slab, closed",
    .params = cloth_params,
    .generate = cloth_generate,
};
