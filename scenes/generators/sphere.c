/// `sphere:triangles=N`: an icosahedron whose 20 sides are cut into n*n triangles each, n such that 20*n*n
/// comes nearest to N; radius 1.
#include "scenes/generators/generator.h"
#include "scenes/generators/unit_sphere.h"

static const struct cd_param sphere_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_END,
};

static enum cd_code sphere_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                    struct cd_status *status)
{
    (void)status;
    cd_build_unit_sphere(builder, (uint64_t)cd_setting_int(settings, "triangles"));
    return CD_OK;
}

const struct cd_generator cd_generator_sphere = {
    .name = "sphere",
    .title = "sphere of radius 1, closed",
    .params = sphere_params,
    .generate = sphere_generate,
};
