/// Formula (3) of Zhao et al. 2009 as printed (erratum E1).
#ifndef CD_ALGOS_BVH_PRINTED_H
#define CD_ALGOS_BVH_PRINTED_H

#include <stdbool.h>

/// What the paper says about a box of edge `edge` around the origin and a sphere of `radius` around
/// (x, y, z): true when it takes them to meet. It is wrong in both directions, and says nothing at x = 0,
/// where IEEE arithmetic goes on with arctan(infinity), or with NaN, and NaN does not meet.
bool bvh_printed_meets(double x, double y, double z, double radius, double edge);

#endif
