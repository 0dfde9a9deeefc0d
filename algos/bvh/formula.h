/// Formula (3) of Zhao et al. 2009 (erratum E1).
#ifndef CD_ALGOS_BVH_FORMULA_H
#define CD_ALGOS_BVH_FORMULA_H

#include <stdbool.h>

/// What the paper says about a box of edge `edge` around the origin and a sphere of `radius` around
/// (x, y, z): true when it takes them to meet. It is wrong in both directions, and says nothing at x = 0,
/// where IEEE arithmetic goes on with arctan(infinity), or with NaN, and NaN does not meet.
///
/// `rooted` takes the root of the sum of squares, which the text seems to have lost: lengths are then
/// compared with lengths times angles.
bool bvh_formula_meets(double x, double y, double z, double radius, double edge, bool rooted);

#endif
