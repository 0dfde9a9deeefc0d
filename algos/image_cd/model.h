/// Meshes in GL buffers: vertices in single precision around the mesh's middle, triangles and edges (each
/// once) as indices. Triangles that lie near each other form clusters, so that what a fitted view cannot show
/// is skipped before it reaches GL.
#ifndef CD_ALGOS_IMAGE_CD_MODEL_H
#define CD_ALGOS_IMAGE_CD_MODEL_H

#include "algos/image_cd/view.h"
#include "scenes/mesh.h"

#include <GL/glew.h>
#include <stddef.h>
#include <stdint.h>

/// The box of a cluster, in the buffer's units.
struct image_cd_box {
    float centre[3], half[3];
};

/// The vertices of a mesh, undeformed or as one body has them: (p - centre) / scale in the buffer.
struct image_cd_form {
    GLuint vertices;
    struct cd_vec3 centre;
    double scale;
    struct image_cd_box *boxes; ///< of every cluster
};

/// A mesh ready to be drawn. Its vertices and triangles are in an order of its own.
struct image_cd_model {
    uint32_t vertex_count; ///< vertices that triangles use
    uint32_t triangle_count, edge_count, cluster_count;
    bool oriented;            ///< entries can be told from exits
    uint32_t *source;         ///< the mesh's index of every vertex
    uint32_t *corners;        ///< 3 * triangle_count indices of vertices, as in the buffer
    uint32_t *first_triangle; ///< of every cluster, and the end
    uint32_t *first_edge;     ///< of every cluster, and the end
    GLuint triangles, edges;  ///< index buffers
    struct image_cd_form rest;
};

/// What of a model is drawn: runs of indices for glMultiDrawElements. Arrays of at least as many items as the
/// model has clusters.
struct image_cd_runs {
    GLsizei *counts;
    const void **offsets;
    GLsizei count;
    uint64_t triangles; ///< that the runs stand for
};

/// What the runs are made of: faces that can lie in front of a point in the view, or edges (once, or as the
/// outlines of triangles) that can lie in the view.
enum image_cd_part { IMAGE_CD_FACES, IMAGE_CD_EDGES, IMAGE_CD_OUTLINES };

/// Fills buffers from a mesh. Within a context.
void image_cd_model_open(struct image_cd_model *model, const struct cd_mesh *mesh);
void image_cd_model_close(struct image_cd_model *model);
size_t image_cd_model_bytes(const struct image_cd_model *model);

/// Makes room for the vertices of one deforming body.
void image_cd_form_open(struct image_cd_form *form, const struct image_cd_model *model);
void image_cd_form_close(struct image_cd_form *form);
size_t image_cd_form_bytes(const struct image_cd_model *model);

/// Puts vertices (the mesh's, in its order) into the buffer; `staging` has room for 3 * vertex_count floats.
void image_cd_form_fill(struct image_cd_form *form, const struct image_cd_model *model,
                        const struct cd_vec3 *vertices, float *staging);

/// Chooses the clusters of which the view may show something, or all when `everything`.
void image_cd_model_select(const struct image_cd_model *model, const struct image_cd_form *form,
                           const struct image_cd_transform *transform, enum image_cd_part part,
                           bool everything, struct image_cd_runs *runs);

/// Draws what was selected with the current state.
void image_cd_model_draw(const struct image_cd_model *model, const struct image_cd_form *form,
                         enum image_cd_part part, const struct image_cd_runs *runs);

#endif
