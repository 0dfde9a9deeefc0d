/// `bumpy:triangles=N:bumps=B:amplitude=A:seed=S`: the sphere of `sphere` with B smooth hills and dents at
/// random places, of random widths and heights; its radius stays within 1-A .. 1+A. Every vertex moves along
/// its own ray from the centre, so the surface never meets itself.
#include "base/memory.h"
#include "base/random.h"
#include "scenes/generators/generator.h"
#include "scenes/generators/unit_sphere.h"

#include <math.h>

struct bump {
    struct cd_vec3 centre; ///< on the unit sphere
    double width_squared, height;
};

static struct cd_vec3 random_direction(struct cd_random *random)
{
    for (;;) {
        double x = cd_random_between(random, -1, 1);
        double y = cd_random_between(random, -1, 1);
        double z = cd_random_between(random, -1, 1);
        double squared = x * x + y * y + z * z;
        if (squared > 0.01 && squared <= 1)
            return cd_scale(cd_vec(x, y, z), 1 / sqrt(squared));
    }
}

static struct bump *make_bumps(uint64_t count, uint64_t seed)
{
    struct cd_random random = cd_random_seed(seed);
    struct bump *bumps = cd_allocate(count, sizeof *bumps);
    for (uint64_t i = 0; i < count; i++) {
        bumps[i].centre = random_direction(&random);
        double width = cd_random_between(&random, 0.25, 0.75);
        bumps[i].width_squared = width * width;
        bumps[i].height = cd_random_between(&random, -2, 2);
    }
    return bumps;
}

/// The radius in a direction: hills add up, and their sum is bent into (-1, 1).
static double radius_at(struct cd_vec3 direction, const struct bump *bumps, uint64_t count, double amplitude)
{
    double sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct cd_vec3 d = cd_sub(direction, bumps[i].centre);
        double inside = 1 - cd_dot(d, d) / bumps[i].width_squared;
        if (inside > 0)
            sum += bumps[i].height * (inside * inside);
    }
    return 1 + amplitude * (sum / (1 + fabs(sum)));
}

static const struct cd_param bumpy_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_INT("bumps", "60", 0, 10000, "number of hills and dents"),
    CD_PARAM_REAL("amplitude", "0.25", 0, 0.9, "how far they reach, in radii"),
    CD_PARAM_SEED("seed", "of the bumps"),
    CD_PARAM_END,
};

static enum cd_code bumpy_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                   struct cd_status *status)
{
    (void)status;
    uint64_t count = (uint64_t)cd_setting_int(settings, "bumps");
    cd_build_unit_sphere(builder, (uint64_t)cd_setting_int(settings, "triangles"));
    struct bump *bumps = make_bumps(count, cd_setting_seed(settings, "seed"));
    for (uint32_t v = 0; v < builder->vertex_count; v++) {
        double radius = radius_at(builder->vertices[v], bumps, count, cd_setting_real(settings, "amplitude"));
        builder->vertices[v] = cd_scale(builder->vertices[v], radius);
    }
    cd_free(bumps);
    return CD_OK;
}

const struct cd_generator cd_generator_bumpy = {
    .name = "bumpy",
    .title = "sphere with smooth random hills and dents, closed",
    .params = bumpy_params,
    .generate = bumpy_generate,
};
