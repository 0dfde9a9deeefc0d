/// What is drawn: the meshes of a scene in buffers, triangles with normals, smooth where faces meet at a
/// small angle; and points and lines in the world. Within a context, all of it.
#ifndef CD_BENCH_VIEW_SHAPES_H
#define CD_BENCH_VIEW_SHAPES_H

#include "algos/volumes.h"
#include "bench/view/camera.h"
#include "scenes/scene.h"

#include <GL/glew.h>

/// A shape in a buffer, as points (p - centre) / scale.
struct cd_drawn {
    GLuint buffer; ///< 0 while there is none
    GLsizei corners;
    uint32_t mesh;
    uint64_t version;
    struct cd_vec3 centre;
    double scale;
};

struct cd_meshes {
    const struct cd_scene *scene;
    struct cd_drawn *meshes; ///< per mesh, undeformed
    struct cd_drawn *bodies; ///< per body id, of those that deform; NULL in a scene where none does
};

/// Fills no buffer yet: each is filled when it is first drawn.
void cd_meshes_open(struct cd_meshes *meshes, const struct cd_scene *scene);
void cd_meshes_close(struct cd_meshes *meshes);

/// The buffer of a body as it is now.
const struct cd_drawn *cd_meshes_of(struct cd_meshes *meshes, const struct cd_body *body);

/// Draws all of it, position being attribute 0 and normal 1.
void cd_drawn_draw(const struct cd_drawn *drawn);

/// Points in the world on their way to be drawn: lines of volumes, triangles in contact. Relative to the
/// camera's target, so that single precision is enough. Zeroed at first; `items` holds 3 floats a point and
/// is freed by cd_free.
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
