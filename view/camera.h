/// The camera: it looks at a point of the world from any side, in perspective. The world is scaled to about unit size
/// around that point before anything is rounded to floats, so that scenes of any size look alike.
#ifndef CD_VIEW_CAMERA_H
#define CD_VIEW_CAMERA_H

#include "geom/aabb.h"
#include "geom/pose.h"

struct cd_camera {
    struct cd_vec3 target;
    double radius;     ///< of what should be visible, in the scene's unit
    double yaw, pitch; ///< degrees around the upward axis y, and above the horizon
    double distance;   ///< of the eye from the target, in radii
};

/// A camera turned by 30 degrees, 20 above the horizon, that shows all of `box`. An empty box counts as a unit box.
struct cd_camera cd_camera_home(const struct cd_aabb *box);

/// Moves so that all of `box` is visible, keeping the direction.
void cd_camera_fit(struct cd_camera *camera, const struct cd_aabb *box);

/// How far points extend towards the right, left, upper and lower edge of a picture `aspect` times as wide as high.
struct cd_reach {
    double aspect, towards[4]; ///< -INFINITY at first
};

/// Adds a point of the world, seen by a camera that does not move between the first point and cd_camera_fill.
void cd_reach_add(struct cd_reach *reach, const struct cd_camera *camera, struct cd_vec3 world);

/// Moves so that the points fill the picture except for a small margin, keeping the direction.
void cd_camera_fill(struct cd_camera *camera, const struct cd_reach *reach);

/// By mouse: turns by degrees, moves by parts of the picture's height, and comes nearer by a factor.
void cd_camera_turn(struct cd_camera *camera, double yaw, double pitch);
void cd_camera_pan(struct cd_camera *camera, double right, double up);
void cd_camera_zoom(struct cd_camera *camera, double factor);

/// OpenGL's projection for a picture `width` by `height`: column-major.
void cd_camera_projection(const struct cd_camera *camera, double width, double height, double matrix[16]);

/// A point of the world relative to the target in radii, and the matrix (column-major) from there to the
/// eye's space.
struct cd_vec3 cd_camera_relative(const struct cd_camera *camera, struct cd_vec3 world);
void cd_camera_matrix(const struct cd_camera *camera, double matrix[16]);

#endif
