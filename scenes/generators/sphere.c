/// `sphere:triangles=N`: an icosahedron whose 20 sides are cut into n*n triangles each, where n makes 20*n*n nearest to
/// N; radius 1.
///
/// `bumpy:triangles=N:bumps=B:amplitude=A:seed=S`: the sphere of `sphere` with B smooth hills and dents at
/// random places, of random widths and heights; its radius stays within 1-A .. 1+A. Every vertex moves along
/// its own ray from the centre, so the surface never meets itself.
#include "base/memory.h"
#include "scenes/generators/generator.h"
#include "scenes/source.h"

#include <math.h>

enum { CORNERS = 12 };

/// The icosahedron's corners: (0, +-1, +-g) and its cyclic shifts, g being the golden ratio.
static void make_corners(struct cd_vec3 corners[CORNERS])
{
    double g = (1 + sqrt(5)) / 2;
    for (int i = 0; i < 4; i++) {
        double a = i & 1 ? 1 : -1, b = i & 2 ? g : -g;
        corners[3 * i] = cd_vec(0, a, b);
        corners[3 * i + 1] = cd_vec(b, 0, a);
        corners[3 * i + 2] = cd_vec(a, b, 0);
    }
}

static bool are_neighbours(const struct cd_vec3 *a, const struct cd_vec3 *b)
{
    struct cd_vec3 d = cd_sub(*a, *b);
    return cd_dot(d, d) < 5; // 4 between neighbours, beyond 10 between others
}

/// Returns the vertex with the weights w of the corners c of a side. Corners are summed in ascending order, so two
/// sides place the vertices of their common edge equally to the last bit.
static struct cd_vec3 place(const struct cd_vec3 corners[CORNERS], const int c[3], const uint32_t w[3])
{
    struct cd_vec3 sum = cd_vec(0, 0, 0);
    for (int corner = 0; corner < CORNERS; corner++)
        for (int k = 0; k < 3; k++)
            if (c[k] == corner)
                sum = cd_add(sum, cd_scale(corners[corner], w[k]));
    return cd_scale(sum, 1 / cd_length(sum));
}

/// Row i of a side has i + 1 vertices, from the corner c[0] down to the edge c[1] c[2].
static void build_side(struct cd_builder *builder, const struct cd_vec3 corners[CORNERS], const int c[3],
                       uint32_t n)
{
    uint32_t row = builder->vertex_count;
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= i; j++)
            cd_build_vertex(builder, place(corners, c, (uint32_t[3]){n - i, i - j, j}));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t below = row + i + 1;
        for (uint32_t j = 0; j <= i; j++) {
            cd_build_triangle(builder, row + j, below + j, below + j + 1);
            if (j < i)
                cd_build_triangle(builder, row + j, below + j + 1, row + j + 1);
        }
        row = below;
    }
}

void cd_build_unit_sphere(struct cd_builder *builder, uint64_t triangles)
{
    uint32_t n = cd_nearest_count(sqrt((double)triangles / 20), 1);
    struct cd_vec3 corners[CORNERS];
    make_corners(corners);
    for (int a = 0; a < CORNERS; a++)
        for (int b = a + 1; b < CORNERS; b++)
            for (int c = b + 1; c < CORNERS; c++) {
                const struct cd_vec3 *p = &corners[a], *q = &corners[b], *r = &corners[c];
                if (!are_neighbours(p, q) || !are_neighbours(q, r) || !are_neighbours(r, p))
                    continue;
                bool outward = cd_dot(cd_cross(*p, *q), *r) > 0;
                build_side(builder, corners, (int[3]){a, outward ? b : c, outward ? c : b}, n);
            }
}

static const struct cd_param sphere_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_END,
};

static void sphere_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    cd_build_unit_sphere(builder, (uint64_t)cd_setting_int(settings, "triangles"));
}

const struct cd_recipe cd_recipe_sphere = {
    .name = "sphere",
    .title = "sphere of radius 1, closed",
    .params = sphere_params,
    .generate = sphere_generate,
};

// ---- bumpy ------------------------------------------------------------------------------------------------

struct bump {
    struct cd_vec3 centre; ///< on the unit sphere
    double width_squared, height;
};

static struct bump *make_bumps(uint64_t count, uint64_t seed)
{
    struct cd_random random = cd_random_seed(seed);
    struct bump *bumps = cd_allocate(count, sizeof *bumps);
    for (uint64_t i = 0; i < count; i++) {
        struct cd_vec3 centre = cd_random_point(&random, 0.01);
        bumps[i].centre = cd_scale(centre, 1 / cd_length(centre));
        double width = cd_random_between(&random, 0.25, 0.75);
        bumps[i].width_squared = width * width;
        bumps[i].height = cd_random_between(&random, -2, 2);
    }
    return bumps;
}

/// The radius in a direction. The hills are added, and their sum is mapped into (-1, 1).
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
    CD_PARAM_REAL("amplitude", "0.25", 0, 0.9, "how far hills and dents reach, in radii"),
    CD_PARAM_SEED("seed", "seed of the bumps"),
    CD_PARAM_END,
};

static void bumpy_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint64_t count = (uint64_t)cd_setting_int(settings, "bumps");
    cd_build_unit_sphere(builder, (uint64_t)cd_setting_int(settings, "triangles"));
    struct bump *bumps = make_bumps(count, (uint64_t)cd_setting_int(settings, "seed"));
    for (uint32_t v = 0; v < builder->vertex_count; v++) {
        double radius = radius_at(builder->vertices[v], bumps, count, cd_setting_real(settings, "amplitude"));
        builder->vertices[v] = cd_scale(builder->vertices[v], radius);
    }
    cd_free(bumps);
}

const struct cd_recipe cd_recipe_bumpy = {
    .name = "bumpy",
    .title = "sphere with smooth random hills and dents, closed",
    .params = bumpy_params,
    .generate = bumpy_generate,
};
