/// `box:triangles=N:x=X:y=Y:z=Z`: a box of these edge lengths about the origin, each side cut into n*n
/// rectangles, where n makes 12*n*n nearest to N.
///
/// `comb:triangles=N:fins=F`: a plate (1 x 1 x 0.1) with F parallel fins 0.5 high, as thick as the gaps
/// between them: one closed surface. It hides most of itself from every view, which is the worst case for methods that
/// view a scene from one direction. The number of triangles is the nearest to N that whole numbers of slices allow, and
/// at least about 24*F.
#include "scenes/generators/generator.h"

#include <math.h>

static const struct cd_param box_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("x", "1", 1e-3, 1e3, "width"),
    CD_PARAM_REAL("y", "1", 1e-3, 1e3, "height"),
    CD_PARAM_REAL("z", "1", 1e-3, 1e3, "depth"),
    CD_PARAM_END,
};

static void box_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint32_t n = cd_nearest_count(sqrt((double)cd_setting_int(settings, "triangles") / 12), 1);
    const double size[3] = {cd_setting_real(settings, "x"), cd_setting_real(settings, "y"),
                            cd_setting_real(settings, "z")};
    for (int side = 0; side < 6; side++) {
        int axis = side / 2, high = side % 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        uint32_t first = builder->vertex_count;
        for (uint32_t i = 0; i <= n; i++)
            for (uint32_t j = 0; j <= n; j++) {
                double p[3];
                p[axis] = size[axis] * (high - 0.5);
                p[u] = size[u] * ((double)(high ? j : i) / n - 0.5);
                p[v] = size[v] * ((double)(high ? i : j) / n - 0.5);
                cd_build_vertex(builder, cd_vec(p[0], p[1], p[2]));
            }
        cd_build_grid(builder, first, n, n, CD_GRID_OPEN);
    }
}

const struct cd_recipe cd_recipe_box = {
    .name = "box",
    .title = "box with subdivided sides, closed",
    .params = box_params,
    .generate = box_generate,
};

// ---- comb -------------------------------------------------------------------------------------------------

/// A comb in cells. Across the fins there are columns (the even ones are fins), each cut into `thin` cells. The plate
/// has `plate` layers, and the fins have `fin` more. There are `slices` along the fins.
struct comb {
    uint32_t fins, thin, plate, fin, slices;
};

static uint32_t column_count(const struct comb *c)
{
    return (2 * c->fins - 1) * c->thin;
}

static bool is_solid(const struct comb *c, int64_t x, int64_t z)
{
    if (x < 0 || x >= column_count(c) || z < 0 || z >= c->plate + c->fin)
        return false;
    return z < c->plate || x / c->thin % 2 == 0;
}

/// Adds the lattice point (x, y, z) as a vertex.
static uint32_t lattice_vertex(struct cd_builder *builder, const struct comb *c, uint32_t x, uint32_t y,
                               uint32_t z)
{
    double height = z <= c->plate ? 0.1 * z / c->plate : 0.1 + 0.5 * (z - c->plate) / c->fin;
    return cd_build_vertex(
        builder, cd_vec((double)x / column_count(c) - 0.5, (double)y / c->slices - 0.5, height - 0.3));
}

/// Adds the strip along all slices of side `k` of a cell: below, on the right, above, on the left.
static void build_strip(struct cd_builder *builder, const struct comb *c, uint32_t x, uint32_t z, int k)
{
    // With x to the right and z up, the outside is on the right of the direction from one corner to the next.
    static const uint32_t right[] = {0, 1, 1, 0, 0}, up[] = {0, 0, 1, 1, 0};
    uint32_t first = builder->vertex_count;
    for (uint32_t y = 0; y <= c->slices; y++) {
        lattice_vertex(builder, c, x + right[k], y, z + up[k]);
        lattice_vertex(builder, c, x + right[k + 1], y, z + up[k + 1]);
    }
    for (uint32_t y = 0; y < c->slices; y++)
        cd_build_quad(builder, first + 2 * y, first + 2 * y + 2, first + 2 * y + 3, first + 2 * y + 1);
}

static void build_comb(struct cd_builder *builder, const struct comb *c)
{
    static const int beside[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (uint32_t z = 0; z < c->plate + c->fin; z++)
        for (uint32_t x = 0; x < column_count(c); x++) {
            if (!is_solid(c, x, z))
                continue;
            for (int end = 0; end < 2; end++) {
                uint32_t y = end ? c->slices : 0;
                uint32_t a = lattice_vertex(builder, c, x, y, z), b = lattice_vertex(builder, c, x + 1, y, z);
                uint32_t d = lattice_vertex(builder, c, x + 1, y, z + 1),
                         e = lattice_vertex(builder, c, x, y, z + 1);
                cd_build_quad(builder, a, end ? e : b, d, end ? b : e);
            }
            for (int k = 0; k < 4; k++)
                if (!is_solid(c, (int64_t)x + beside[k][0], (int64_t)z + beside[k][1]))
                    build_strip(builder, c, x, z, k);
        }
}

static const struct cd_param comb_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_INT("fins", "20", 2, 10000, "number of fins"),
    CD_PARAM_END,
};

/// Refines all directions together while the number of triangles allows it, then uses the rest for slices.
static void comb_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    uint32_t fins = (uint32_t)cd_setting_int(settings, "fins");
    double triangles = (double)cd_setting_int(settings, "triangles"), ends, slice;
    struct comb finer = {.fins = fins, .thin = 1, .plate = 1, .fin = 1}, comb = finer;
    for (uint32_t k = 2;; k++) {
        ends = 4 * ((double)column_count(&finer) * finer.plate + (double)fins * finer.thin * finer.fin);
        slice = 2 * (2.0 * column_count(&finer) + 2.0 * finer.plate + 2.0 * fins * finer.fin);
        if (k > 2 && ends + finer.slices * slice > triangles)
            break;
        comb = finer;
        comb.slices = cd_nearest_count((triangles - ends) / slice, 1);
        finer =
            (struct comb){.fins = fins, .thin = 1 + k / 16, .plate = 1 + k / 8, .fin = k, .slices = 2 * k};
    }
    build_comb(builder, &comb);
}

const struct cd_recipe cd_recipe_comb = {
    .name = "comb",
    .title = "plate with many parallel fins, closed",
    .params = comb_params,
    .generate = comb_generate,
};
