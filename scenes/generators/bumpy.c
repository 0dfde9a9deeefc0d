/// `bumpy:triangles=N:bumps=B:amplitude=A:seed=S`: the sphere of `sphere` with B smooth hills and dents at
/// random places, of random widths and heights; its radius stays within 1-A .. 1+A. Every vertex moves along
/// its own ray from the centre, so the surface never meets itself.
#include "base/memory.h"
#include "base/random.h"
#include "scenes/generators/generator.h"

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

enum cd_code cd_generate_bumpy(const char *arguments, struct cd_mesh **mesh, struct cd_status *status)
{
    enum { TRIANGLES, BUMPS, AMPLITUDE, SEED, COUNT };
    struct cd_parameter p[COUNT] = {
        [TRIANGLES] = CD_PARAMETER_TRIANGLES,
        [BUMPS] = {.key = "bumps", .kind = CD_PARAMETER_COUNT, .least = 0, .most = 10000, .count = 60},
        [AMPLITUDE] = {.key = "amplitude", .kind = CD_PARAMETER_REAL, .most = 0.9, .real = 0.25},
        [SEED] = {.key = "seed", .kind = CD_PARAMETER_SEED, .count = 1},
    };
    enum cd_code code = cd_read_parameters("bumpy", arguments, p, COUNT, status);
    if (code)
        return code;
    struct cd_builder builder = {0};
    cd_build_unit_sphere(&builder, p[TRIANGLES].count);
    struct bump *bumps = make_bumps(p[BUMPS].count, p[SEED].count);
    for (uint32_t v = 0; v < builder.vertex_count; v++) {
        double radius = radius_at(builder.vertices[v], bumps, p[BUMPS].count, p[AMPLITUDE].real);
        builder.vertices[v] = cd_scale(builder.vertices[v], radius);
    }
    cd_free(bumps);
    return cd_build_finish(&builder, "bumpy", arguments, mesh, status);
}
