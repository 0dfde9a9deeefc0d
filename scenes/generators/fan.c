/// `fan:triangles=N`: a flat open disc of radius 1 in the plane z = 0, cut into N triangles (one more where N
/// is odd) that all have a corner at the origin, which is also the middle of the disc's box. Two of them
/// around one point touch in every pair of triangles: the worst case of every hierarchy of volumes.
#include "scenes/generators/generator.h"

#include <math.h>

static const struct cd_param fan_params[] = {
    CD_PARAM_TRIANGLES(4),
    CD_PARAM_END,
};

static enum cd_code fan_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                 struct cd_status *status)
{
    (void)status;
    uint32_t half = (uint32_t)(cd_setting_int(settings, "triangles") + 1) / 2;
    cd_build_vertex(builder, cd_vec(0, 0, 0));
    for (int sign = 1; sign >= -1; sign -= 2) // opposite corners to the last bit
        for (uint32_t i = 0; i < half; i++) {
            double sine, cosine;
            cd_precise_sine(M_PI * i / half, &sine, &cosine);
            cd_build_vertex(builder, cd_vec(sign * cosine, sign * sine, 0));
        }
    for (uint32_t i = 0; i < 2 * half; i++)
        cd_build_triangle(builder, 0, 1 + i, 1 + (i + 1) % (2 * half));
    return CD_OK;
}

const struct cd_generator cd_generator_fan = {
    .name = "fan",
    .title = "flat disc of triangles around its middle, open",
    .params = fan_params,
    .generate = fan_generate,
};
