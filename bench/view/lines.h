/// Points in the world on their way to be drawn: lines of volumes, triangles in contact. Relative to the
/// camera's target, so that single precision is enough.
#ifndef CD_BENCH_VIEW_LINES_H
#define CD_BENCH_VIEW_LINES_H

#include "algos/volumes.h"
#include "bench/view/camera.h"

#include <stddef.h>

/// Zeroed at first; `items` holds 3 floats a point and is freed by cd_free.
struct cd_points {
    float *items;
    size_t count, capacity; ///< of floats
};

void cd_points_add(struct cd_points *points, const struct cd_camera *camera, struct cd_vec3 world);

/// Adds the outlines of a volume as pairs of points: a box's twelve edges; of a sphere three great circles.
void cd_points_add_volume(struct cd_points *points, const struct cd_camera *camera,
                          const struct cd_volume *volume);

/// Draws all points with the program in use: GL_LINES or GL_TRIANGLES.
void cd_points_draw(const struct cd_points *points, unsigned primitive);

#endif
