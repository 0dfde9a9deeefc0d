/// The exact answer for a pair of bodies, from canonical vertices and exact predicates alone: for pairs so
/// close that rounding could matter. Takes time linear in the triangles and, where many are near each other,
/// the product of those.
#ifndef CD_ALGOS_MESH_CLOSEST_DECIDE_H
#define CD_ALGOS_MESH_CLOSEST_DECIDE_H

#include "algos/algo.h"

/// Bytes of scratch for bodies of so many vertices and triangles.
size_t decide_scratch(uint32_t vertex_count, uint32_t triangle_count);

/// True when the closed triangles of a and b meet or one body contains the other. `direction` (in world
/// space, any length) only makes it faster where the bodies are nearly separated along it. `scratch` are two
/// blocks, of a and of b.
bool decide_exactly(const struct cd_placed *a, const struct cd_placed *b, struct cd_vec3 direction,
                    void *const scratch[2], struct cd_worker *worker);

#endif
