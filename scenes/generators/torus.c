/// `torus:triangles=N:minor=R:grid=G:layout=oriented|rapid`: the vertices
/// ((1 - R cos v) cos u, (1 - R cos v) sin u, R sin v), u going round the hole (outer loop) and v round the
/// tube. `grid=G` takes G steps of each; otherwise the steps are chosen for about N triangles of even shape.
///
/// `grid=50:layout=rapid` is the sample of RAPID (Gottschalk, Lin, Manocha 1996), 5000 triangles. Each quad
/// p1=(u1,v1), p2=(u2,v1), p3=(u1,v2), p4=(u2,v2) becomes (p1,p2,p3), (p4,p2,p3), so neighbours disagree
/// about the outside: such a mesh is closed and manifold, but not oriented and not solid. `layout=oriented`
/// has the same triangles with the first turned round.
#include "base/memory.h"
#include "scenes/generators/generator.h"

#include <math.h>

/// Sines and cosines of the steps of a full turn.
struct turn {
    double *sine, *cosine;
};

static struct turn make_turn(uint32_t steps)
{
    struct turn turn = {cd_allocate(steps, sizeof(double)), cd_allocate(steps, sizeof(double))};
    for (uint32_t i = 0; i < steps; i++)
        cd_precise_sine(2 * M_PI * i / steps, &turn.sine[i], &turn.cosine[i]);
    return turn;
}

static void free_turn(struct turn turn)
{
    cd_free(turn.sine);
    cd_free(turn.cosine);
}

static void build_vertices(struct cd_builder *builder, uint32_t rows, uint32_t columns, double minor)
{
    struct turn u = make_turn(rows), v = make_turn(columns);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            double radius = 1 - minor * v.cosine[j];
            cd_build_vertex(builder, cd_vec(radius * u.cosine[i], radius * u.sine[i], minor * v.sine[j]));
        }
    free_turn(u);
    free_turn(v);
}

static void build_triangles(struct cd_builder *builder, uint32_t rows, uint32_t columns, bool rapid)
{
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t i2 = (i + 1) % rows, j2 = (j + 1) % columns;
            uint32_t p1 = i * columns + j, p2 = i2 * columns + j;
            uint32_t p3 = i * columns + j2, p4 = i2 * columns + j2;
            cd_build_triangle(builder, p1, rapid ? p2 : p3, rapid ? p3 : p2);
            cd_build_triangle(builder, p4, p2, p3);
        }
}

static const struct cd_param torus_params[] = {
    CD_PARAM_TRIANGLES(12),
    CD_PARAM_REAL("minor", "0.2", 0.001, 0.99, "radius of the tube"),
    CD_PARAM_INT("grid", "<by triangles>", 3, 1400, "rows and columns of quads, instead of triangles"),
    CD_PARAM_CHOICE("layout", "oriented", "oriented|rapid",
                    "of the triangles: all oriented alike, or as in the sample of RAPID"),
    CD_PARAM_END,
};

static enum cd_code torus_generate(const struct cd_settings *settings, struct cd_builder *builder,
                                   struct cd_status *status)
{
    (void)status;
    uint32_t rows = (uint32_t)cd_setting_int(settings, "grid"), columns = rows;
    if (rows == 0)
        cd_choose_grid((double)cd_setting_int(settings, "triangles"), 1 / cd_setting_real(settings, "minor"),
                       3, 3, &rows, &columns);
    build_vertices(builder, rows, columns, cd_setting_real(settings, "minor"));
    build_triangles(builder, rows, columns, cd_setting_is(settings, "layout", "rapid"));
    return CD_OK;
}

const struct cd_generator cd_generator_torus = {
    .name = "torus",
    .title = "torus of radius 1, closed; grid=50:layout=rapid is RAPID's sample",
    .params = torus_params,
    .generate = torus_generate,
};
