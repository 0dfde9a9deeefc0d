/// World boxes of bodies, for broad phases: never smaller than the boxes of their canonical vertices.
#ifndef CD_ALGOS_HULL_H
#define CD_ALGOS_HULL_H

#include "geom/aabb.h"
#include "geom/pose.h"
#include "scenes/mesh.h"

/// What the vertices of a mesh's triangles are within, in model space.
struct cd_hull {
    struct cd_aabb box;
    double radius; ///< of a sphere around the box's centre, with room for a pose that is not quite rigid
};

struct cd_hull cd_hull_of(const struct cd_mesh *mesh, const struct cd_vec3 *vertices);

/// The box of the model box's corners as the pose turns them.
struct cd_aabb cd_hull_box(const struct cd_hull *hull, const struct cd_pose *pose);

/// A cube that holds the body however it is turned about the middle of its model box (I-COLLIDE's "fixed
/// size" boxes).
struct cd_aabb cd_hull_cube(const struct cd_hull *hull, const struct cd_pose *pose);

#endif
