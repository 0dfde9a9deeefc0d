/// A sphere made of an icosahedron.
#ifndef CD_SCENES_GENERATORS_UNIT_SPHERE_H
#define CD_SCENES_GENERATORS_UNIT_SPHERE_H

#include "scenes/generators/generator.h"

/// Adds an icosahedron's sides, each cut into n*n triangles, n being that for which 20*n*n comes nearest to
/// `triangles`; every vertex, counted from the first of the builder, is moved to distance 1 from the origin.
/// Vertices on the icosahedron's edges occur once for each side, at exactly equal places.
void cd_build_unit_sphere(struct cd_builder *builder, uint64_t triangles);

#endif
