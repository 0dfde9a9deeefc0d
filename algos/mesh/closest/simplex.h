/// The point of a simplex that is closest to the origin.
#ifndef CD_ALGOS_MESH_CLOSEST_SIMPLEX_H
#define CD_ALGOS_MESH_CLOSEST_SIMPLEX_H

#include "geom/vec.h"

/// Up to four points, and the weights of the closest one.
struct simplex {
    int count;
    struct cd_vec3 point[4];
    double weight[4]; ///< none negative, their sum 1
    int name[4];      ///< the caller's
};

/// Finds the point closest to the origin and drops the points that it does not depend on; rounded, as all of
/// this is. Four points are left when the origin is within them.
struct cd_vec3 simplex_closest(struct simplex *simplex);

#endif
