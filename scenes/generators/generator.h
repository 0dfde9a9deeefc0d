/// What the generators share: their growing arrays and their surfaces of grids. A generator uses IEEE
/// arithmetic, sqrt and sines made portable only, so equal parameters give equal bytes on every machine.
#ifndef CD_SCENES_GENERATORS_GENERATOR_H
#define CD_SCENES_GENERATORS_GENERATOR_H

#include "base/parameters.h"
#include "scenes/mesh.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of triangles asked for, the same for nearly every generator.
#define CD_PARAM_TRIANGLES(min) CD_PARAM_INT("triangles", "5000", min, 4000000, "about how many triangles")

/// A mesh that grows; starts as zero.
struct cd_builder {
    struct cd_vec3 *vertices;
    struct cd_triangle *triangles;
    uint32_t vertex_count, triangle_count;
    size_t vertex_capacity, triangle_capacity;
};

/// Adds a vertex and returns its index.
uint32_t cd_build_vertex(struct cd_builder *builder, struct cd_vec3 p);

/// Adds the triangle a, b, c, counterclockwise seen from outside.
void cd_build_triangle(struct cd_builder *builder, uint32_t a, uint32_t b, uint32_t c);

/// Adds the quadrilateral a, b, c, d, counterclockwise seen from outside, as (a,b,c) and (a,c,d).
void cd_build_quad(struct cd_builder *builder, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// Adds `rows` x `columns` quads between vertices that were added row by row from `first` on, `columns` + 1
/// in each of `rows` + 1 rows. The outside is where going along a row and then to the next row turns
/// counterclockwise.
void cd_build_grid(struct cd_builder *builder, uint32_t first, uint32_t rows, uint32_t columns);

/// Adds the quads of a closed grid: `rows` x `columns` vertices, the last row next to the first and the last
/// column next to the first; outside as for `cd_build_grid`.
void cd_build_closed_grid(struct cd_builder *builder, uint32_t first, uint32_t rows, uint32_t columns);

/// Joins equal vertices and makes the mesh of this name; what the builder held is the mesh's or gone.
enum cd_code cd_build_finish(struct cd_builder *builder, const char *name, struct cd_mesh **mesh,
                             struct cd_status *status);

/// A generator: a closed or open surface of about `triangles` triangles, the same on every machine for equal
/// parameters. One file and one line in `list.def`.
struct cd_generator {
    const char *name;
    const char *title;
    const struct cd_param *params; ///< ended by CD_PARAM_END
    /// Adds the surface to an empty builder. CD_USAGE when values do not go together; the builder is then
    /// empty.
    enum cd_code (*generate)(const struct cd_settings *settings, struct cd_builder *builder,
                             struct cd_status *status);
};

/// What every generator takes besides its own.
extern const struct cd_param cd_generator_common_params[];

/// The generators in alphabetical order, ended by NULL.
extern const struct cd_generator *const cd_generators[];

/// True when the part of `name` before a colon is that of a generator.
bool cd_names_generator(const char *name);

/// Chooses a grid of two triangles a cell: of the columns within a quarter of even cells (`ratio` rows for
/// every column), those whose rows * columns come nearest to triangles / 2, with no fewer rows and columns
/// than asked for.
void cd_choose_grid(double triangles, double ratio, uint32_t min_rows, uint32_t min_columns, uint32_t *rows,
                    uint32_t *columns);

/// The whole number nearest to value, at least `min`.
uint32_t cd_nearest_count(double value, uint32_t min);

#ifdef __cplusplus
}
#endif
#endif
