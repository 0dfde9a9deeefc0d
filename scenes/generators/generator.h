/// What the generators share. A generator uses only IEEE arithmetic, sqrt and portable sines, so that equal parameters
/// give equal bytes on every machine.
#ifndef CD_SCENES_GENERATORS_GENERATOR_H
#define CD_SCENES_GENERATORS_GENERATOR_H

#include "scenes/recipe.h"

/// The parameter for the number of triangles, the same for nearly every generator.
#define CD_PARAM_TRIANGLES(min)                                                                              \
    CD_PARAM_INT("triangles", "5000", min, 4000000, "approximate number of triangles")

/// Chooses a grid with two triangles per cell. Even cells have `ratio` rows for every column; the number of columns may
/// differ from that by a quarter. Chosen are the columns whose rows * columns are nearest to triangles / 2, with no
/// fewer rows and columns than asked for.
void cd_choose_grid(double triangles, double ratio, uint32_t min_rows, uint32_t min_columns, uint32_t *rows,
                    uint32_t *columns);

/// Adds the sides of an icosahedron, each cut into n*n triangles, where n makes 20*n*n nearest to `triangles`. Every
/// vertex, counted from the first of the builder, is moved to distance 1 from the origin. Vertices on the icosahedron's
/// edges occur once for each side, at exactly equal places.
void cd_build_unit_sphere(struct cd_builder *builder, uint64_t triangles);

/// The sine and cosine of an angle in [0, 7), computed to twice the precision of a double and then rounded:
/// equal on every machine without the quantising of cd_sin_portable, and equal to those of a good libm.
void cd_precise_sine(double angle, double *sine, double *cosine);

/// The whole number nearest to value, at least `min`.
uint32_t cd_nearest_count(double value, uint32_t min);

#endif
