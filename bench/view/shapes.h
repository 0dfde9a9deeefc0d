/// What is drawn: triangles and lines in the world, in their current places.
#ifndef CD_BENCH_VIEW_SHAPES_H
#define CD_BENCH_VIEW_SHAPES_H

#include "algos/volumes.h"
#include "bench/view/camera.h"
#include "scenes/scene.h"

/// Points in the world that are to be drawn. They are relative to the camera's target, so that single precision is
/// enough. Zeroed at first; `items` is freed by cd_free.
struct cd_points {
    struct cd_point {
        float normal[3], position[3]; ///< OpenGL's GL_N3F_V3F; the normal is 0 if nothing is lit
    } * items;
    size_t count, capacity;
};

/// Adds a corner of a triangle in one colour, or an end of a line.
void cd_points_add(struct cd_points *points, const struct cd_camera *camera, struct cd_vec3 world);

/// Adds the triangles of a body with their normals. Normals are smooth where faces meet at a small angle.
void cd_points_add_body(struct cd_points *points, const struct cd_camera *camera, const struct cd_mesh *mesh,
                        const struct cd_body *body);

/// Adds the outlines of a volume as pairs of points: the twelve edges of a box, or three great circles of a sphere.
void cd_points_add_volume(struct cd_points *points, const struct cd_camera *camera,
                          const struct cd_volume *volume);

/// Draws all points in the current context, as GL_LINES or GL_TRIANGLES.
void cd_points_draw(const struct cd_points *points, unsigned primitive);

#endif
