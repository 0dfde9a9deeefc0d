/// The distance of two convex bodies by simplices of their Minkowski difference (Gilbert, Johnson, Keerthi
/// 1988), for pairs that the walk between features does not decide. The bodies are shrunk a little towards
/// their centres, so that a point of both is deep inside both of the true bodies: deeper than rounding.
#ifndef CD_ALGOS_MESH_CLOSEST_GJK_H
#define CD_ALGOS_MESH_CLOSEST_GJK_H

#include "algos/mesh/closest/relation.h"

/// Vertices of a and b whose differences span the simplex.
struct gjk_simplex {
    uint32_t count;
    uint32_t vertex[4][2];
};

enum gjk_end {
    GJK_APART,  ///< for sure, however canonical vertices were rounded
    GJK_INSIDE, ///< a point is inside both bodies for sure: the simplex shows it
    GJK_NEAR,   ///< too close to tell
};

/// Begins with `simplex`, which shows in a single step when it still does what it did in an earlier frame; or
/// where it has no points, with the vertices start[0] of a and start[1] of b. `start`, from where vertices
/// are climbed to, become those last found; the simplex has points after GJK_INSIDE only. Where the bodies
/// are near, `direction` becomes the one from a to b (in the model space of a) along which they are closest.
/// Bodies are shrunk by the factor 1 - `least`, or more where rounding makes that necessary: the more, the
/// more precise is the direction between bodies that touch.
enum gjk_end gjk_search(struct relation *relation, double min, uint32_t start[2], struct gjk_simplex *simplex,
                        struct cd_vec3 *direction);

#endif
