/// The distance of two convex bodies by simplices of their Minkowski difference (Gilbert, Johnson, Keerthi
/// 1988), for pairs that the walk between features does not decide. The bodies are shrunk a little towards
/// their centres, so that a point of both is deep inside both of the true bodies: deeper than rounding.
#ifndef CD_ALGOS_CLOSEST_GJK_H
#define CD_ALGOS_CLOSEST_GJK_H

#include "algos/closest/relation.h"

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

/// Shrinks the bodies by the factor 1 - `least`, or more where rounding makes that necessary: the more, the
/// more precise is the direction between bodies that touch. Starts from start[0] of a and start[1] of b,
/// which become the vertices last found; `direction` becomes the one from a to b (in the model space of a)
/// along which the bodies are closest, where they are near.
enum gjk_end gjk_search(struct relation *relation, double least, uint32_t start[2],
                        struct gjk_simplex *simplex, struct cd_vec3 *direction);

/// Whether a simplex of an earlier frame shows in this one, too, that a point is inside both bodies.
bool gjk_still_inside(struct relation *relation, const struct gjk_simplex *simplex);

#endif
