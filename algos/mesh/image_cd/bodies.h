/// The bodies of a scene as image_cd holds them: a model per mesh, and for every live body its box, sorted
/// for a sweep along x.
#ifndef CD_ALGOS_MESH_IMAGE_CD_BODIES_H
#define CD_ALGOS_MESH_IMAGE_CD_BODIES_H

#include "algos/mesh/image_cd/model.h"
#include "geom/aabb.h"
#include "scenes/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A body id over the frames.
struct image_cd_body {
    uint32_t id;
    uint32_t mesh;
    uint64_t version;
    bool known;    ///< the members below are of a frame before, or of this one
    uint64_t seen; ///< stamp of the last frame it was live in
    bool fresh;    ///< not live in the frame before
    bool touched;  ///< in this frame's answer to the query `bodies`
    struct cd_pose pose;
    struct cd_aabb box; ///< of the canonical vertices, exactly
    const struct image_cd_model *model;
    const struct image_cd_form *form; ///< the model's own, or `deformed`
    struct image_cd_form deformed;    ///< opened when first needed
    bool has_deformed;
};

struct image_cd_bodies {
    const struct cd_scene *scene;
    struct image_cd_model *models; ///< per mesh
    struct image_cd_body *bodies;  ///< per id
    uint64_t stamp;                ///< of this frame
    uint32_t live_count;
    struct image_cd_body **sorted; ///< the live ones by their boxes' low x
    float *staging;                ///< for vertices on their way into a buffer
};

/// Fills what all meshes are drawn from; within a context, as are `close` and `upload`.
void image_cd_bodies_open(struct image_cd_bodies *bodies, const struct cd_scene *scene,
                          enum image_cd_path path);
void image_cd_bodies_close(struct image_cd_bodies *bodies);

/// Bytes that OpenGL holds for all models and bodies.
size_t image_cd_bodies_bytes(const struct image_cd_bodies *bodies);

/// The box of all live bodies.
struct cd_aabb image_cd_bodies_box(const struct image_cd_bodies *bodies);

/// The most clusters that a model has.
uint32_t image_cd_bodies_max_clusters(const struct image_cd_bodies *bodies);

/// Forgets the frames seen so far.
void image_cd_bodies_forget(struct image_cd_bodies *bodies);

/// Whether a body of this frame has vertices that its buffer does not; then `upload` puts them there.
bool image_cd_bodies_need_upload(const struct image_cd_bodies *bodies, const struct cd_frame *frame);
void image_cd_bodies_upload(struct image_cd_bodies *bodies, const struct cd_frame *frame);

/// Takes the poses of a frame: boxes of what moved, and the order along x.
void image_cd_bodies_place(struct image_cd_bodies *bodies, const struct cd_frame *frame);

#endif
