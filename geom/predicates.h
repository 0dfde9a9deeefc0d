/// Exact orientation: the sign of a determinant of doubles, decided by doubles with an error bound that is made of the
/// input, then, in space and along a direction, by pairs of doubles where their products cannot overflow or underflow
/// (magnitudes in about 1e-87 .. 1e90), and by integers of many words in the end. Right for every finite input in the default rounding mode. Thread-safe; nothing is
/// allocated.
#ifndef CD_GEOM_PREDICATES_H
#define CD_GEOM_PREDICATES_H

#include "geom/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The sign (-1, 0, +1) of det[a-d, b-d, c-d]: +1 when d lies below the plane of a, b, c seen
/// counterclockwise from above.
int cd_orient3d(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c,
                const struct cd_vec3 *d);

/// The sign of det[a-c, b-c] in the plane: +1 when a, b, c turn counterclockwise.
int cd_orient2d(double ax, double ay, double bx, double by, double cx, double cy);

/// The sign of direction * (a - b): +1 when a lies farther in that direction. It begins with pairs of
/// doubles, since its callers have a filter by doubles of their own.
int cd_compare_along(const struct cd_vec3 *direction, const struct cd_vec3 *a, const struct cd_vec3 *b);

#ifdef __cplusplus
}
#endif
#endif
