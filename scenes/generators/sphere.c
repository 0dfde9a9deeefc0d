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

/// Adds the side of three corners, counterclockwise; none if they are not neighbours of each other.
static void build_side(struct cd_builder *builder, const struct cd_vec3 corners[CORNERS], int a, int b, int c,
                       uint32_t n)
{
    for (int k = 0; k < 3; k++) {
        struct cd_vec3 d = cd_sub(corners[k == 2 ? b : a], corners[k == 0 ? b : c]);
        if (cd_dot(d, d) >= 5) // 4 between neighbours, beyond 10 between others
            return;
    }
    bool outward = cd_dot(cd_cross(corners[a], corners[b]), corners[c]) > 0;
    const int side[] = {a, outward ? b : c, outward ? c : b};
    // Row i has i + 1 vertices, from the first corner down to the edge between the others.
    uint32_t row = builder->vertex_count;
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= i; j++)
            cd_build_vertex(builder, place(corners, side, (uint32_t[3]){n - i, i - j, j}));
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
    struct cd_vec3 corners[CORNERS]; // (0, +-1, +-g) and its cyclic shifts, g being the golden ratio
    for (int i = 0; i < 4; i++) {
        double a = i & 1 ? 1 : -1, g = (1 + sqrt(5)) / 2, b = i & 2 ? g : -g;
        corners[3 * i] = cd_vec(0, a, b);
        corners[3 * i + 1] = cd_vec(b, 0, a);
        corners[3 * i + 2] = cd_vec(a, b, 0);
    }
    for (int a = 0; a < CORNERS; a++)
        for (int b = a + 1; b < CORNERS; b++)
            for (int c = b + 1; c < CORNERS; c++)
                build_side(builder, corners, a, b, c, n);
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
    struct cd_random random = cd_random_seed((uint64_t)cd_setting_int(settings, "seed"));
    struct bump *bumps = cd_allocate(count, sizeof *bumps);
    for (uint64_t i = 0; i < count; i++) {
        struct cd_vec3 centre = cd_random_point(&random, 0.01);
        bumps[i].centre = cd_scale(centre, 1 / cd_length(centre));
        double width = cd_random_between(&random, 0.25, 0.75);
        bumps[i].width_squared = width * width;
        bumps[i].height = cd_random_between(&random, -2, 2);
    }
    cd_build_unit_sphere(builder, (uint64_t)cd_setting_int(settings, "triangles"));
    for (uint32_t v = 0; v < builder->vertex_count;
         v++) { // the hills are added, and their sum mapped into (-1, 1)
        double sum = 0;
        for (uint64_t i = 0; i < count; i++) {
            struct cd_vec3 d = cd_sub(builder->vertices[v], bumps[i].centre);
            double inside = 1 - cd_dot(d, d) / bumps[i].width_squared;
            sum += inside > 0 ? bumps[i].height * (inside * inside) : 0;
        }
        double radius = 1 + cd_setting_real(settings, "amplitude") * (sum / (1 + fabs(sum)));
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
