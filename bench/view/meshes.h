/// The meshes of a scene in buffers, ready to be drawn: triangles with normals, smooth where faces meet at a
/// small angle. Within a context, all of it.
#ifndef CD_BENCH_VIEW_MESHES_H
#define CD_BENCH_VIEW_MESHES_H

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

#endif
