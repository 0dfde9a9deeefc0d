/// Exact winding number of a point with respect to a closed, oriented triangle surface.
#ifndef CD_GEOM_WINDING_H
#define CD_GEOM_WINDING_H

#include "geom/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What one triangle adds to the winding number of `p`: -1, 0 or +1, by a ray from p upwards in z, moved
/// aside by a symbolic perturbation so that it meets no edge. The sum over a surface whose directed edges
/// cancel is the winding number, provided p is not on the surface; outward normals count +1.
int cd_winding_crossing(const struct cd_vec3 *p, const struct cd_vec3 triangle[3]);

#ifdef __cplusplus
}
#endif
#endif
