/// World boxes and spheres of bodies: never smaller than those of their canonical vertices.
#ifndef CD_ALGOS_HULL_H
#define CD_ALGOS_HULL_H

#include "algos/algo.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the vertices of a shape's triangles are within, in model space.
struct cd_hull {
    struct cd_vec3 middle; ///< of their box
    double half[3];        ///< no vertex is farther from `middle` along an axis
    double radius;         ///< nor farther than this in all
    double reach;          ///< nor farther than this from the model's own origin
};

struct cd_hull cd_hull_of(const struct cd_shape *shape);

/// The hull of a box with everything in it.
struct cd_hull cd_hull_of_box(const struct cd_aabb *box);

/// The box of the model box as the pose turns it, less what the sphere around the body does not reach.
struct cd_aabb cd_hull_box(const struct cd_hull *hull, const struct cd_pose *pose);

/// A cube that holds the body however it is turned about the middle of its model box (I-COLLIDE's "fixed
/// size" boxes).
struct cd_aabb cd_hull_cube(const struct cd_hull *hull, const struct cd_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
