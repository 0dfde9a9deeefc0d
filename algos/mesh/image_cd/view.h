/// The view of a pair: an orthographic projection along a world axis, fitted to the part of space that the
/// boxes of both bodies share (zou2011, section 1.3).
#ifndef CD_ALGOS_MESH_IMAGE_CD_VIEW_H
#define CD_ALGOS_MESH_IMAGE_CD_VIEW_H

#include "geom/aabb.h"
#include "geom/pose.h"

#include <GL/glew.h>
#include <stdbool.h>

/// Which world axis one looks along, from its positive end.
enum image_cd_axis { IMAGE_CD_AXIS_X, IMAGE_CD_AXIS_Y, IMAGE_CD_AXIS_Z, IMAGE_CD_AXIS_AUTO };

/// Right, up and towards the eye are the world axes `axis`+1, `axis`+2 and `axis`, so that nothing is
/// mirrored; `centre` and `half` are in that order.
struct image_cd_view {
    int axis;
    bool turned; ///< looking from the negative end: right and towards the eye are opposite then
    double centre[3], half[3];
};

/// From a body's buffer to the view's cube [-1, 1]^3, z away from the eye: row-major 3x4.
struct image_cd_transform {
    float m[12];
};

/// The axis, 0 to 2, along which a box is longest.
int image_cd_longest_axis(const struct cd_aabb *box);

/// The view of a box in which `a` and `b` are drawn. `margin` is a part of its size to add on every side. A
/// view too thin for the single precision of the buffers is widened.
struct image_cd_view image_cd_view_of(const struct cd_aabb *shown, const struct cd_aabb *a,
                                      const struct cd_aabb *b, enum image_cd_axis axis, double margin);

/// The view of what `a` and `b`, which overlap, have in common.
struct image_cd_view image_cd_view_fit(const struct cd_aabb *a, const struct cd_aabb *b,
                                       enum image_cd_axis axis, double margin);

/// The transform of a body at `pose` whose buffer holds (p - centre) / scale for its model points p; composed
/// in double, rounded once.
struct image_cd_transform image_cd_view_transform(const struct image_cd_view *view,
                                                  const struct cd_pose *pose, const struct cd_vec3 *centre,
                                                  double scale);

/// Looks from the other end of the axis: what was right is left, what was near is far.
void image_cd_transform_turn(struct image_cd_transform *transform);

/// Makes a transform GL's matrix; `depth` (a power of two) shrinks the view's depth range.
void image_cd_transform_load(const struct image_cd_transform *transform, float depth);

#endif
