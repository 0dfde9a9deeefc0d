/// Meshes in GL buffers: vertices in single precision around the mesh's middle, triangles and edges (each
/// once) as indices. Triangles that lie near each other form clusters, so that what a fitted view cannot show
/// is skipped before it reaches GL.
#ifndef CD_ALGOS_MESH_IMAGE_CD_MODEL_H
#define CD_ALGOS_MESH_IMAGE_CD_MODEL_H

#include "algos/mesh/image_cd/paths.h"
#include "algos/mesh/image_cd/view.h"
#include "scenes/mesh.h"

#include <GL/glew.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Triangles in a cluster.
#define IMAGE_CD_CLUSTER 16

/// The box of a cluster, in the buffer's units.
struct image_cd_box {
    float centre[3], half[3];
};

/// The vertices of a mesh, undeformed or as one body has them: (p - centre) / scale in the buffer. Of the
/// first three members, those that the model's path draws from.
struct image_cd_form {
    GLuint vertices;
    float *points; ///< 3 * vertex_count
    struct image_cd_display_lists lists;
    struct cd_vec3 centre;
    double scale;
    struct image_cd_box *boxes; ///< of every cluster
};

/// A mesh ready to be drawn. Its vertices and triangles are in an order of its own.
struct image_cd_model {
    enum image_cd_path path;
    uint32_t vertex_count; ///< vertices that triangles use
    uint32_t triangle_count, edge_count, cluster_count;
    bool oriented;            ///< entries can be told from exits
    uint32_t *source;         ///< the mesh's index of every vertex
    uint32_t *corners;        ///< 3 * triangle_count indices of vertices, as in the buffer
    uint32_t *ends;           ///< 2 * edge_count, likewise; NULL where only the buffer is drawn from
    uint32_t *first_triangle; ///< of every cluster, and the end
    uint32_t *first_edge;     ///< of every cluster, and the end
    GLuint triangles, edges;  ///< index buffers of IMAGE_CD_PATH_VBO
    struct image_cd_form rest;
};

/// What the runs of a model are made of: faces that can lie in front of a point in the view, or edges (once,
/// or as the outlines of triangles) that can lie in the view.
enum image_cd_part { IMAGE_CD_FACES, IMAGE_CD_EDGES, IMAGE_CD_OUTLINES };

/// Fills what `path` draws from. Within a context.
void image_cd_model_open(struct image_cd_model *model, const struct cd_mesh *mesh, enum image_cd_path path);
void image_cd_model_close(struct image_cd_model *model);

/// Bytes that OpenGL holds for the indices, and for the vertices of each form.
size_t image_cd_model_bytes(const struct image_cd_model *model);
size_t image_cd_form_bytes(const struct image_cd_model *model);

/// Makes room for the vertices of one deforming body.
void image_cd_form_open(struct image_cd_form *form, const struct image_cd_model *model);
void image_cd_form_close(struct image_cd_form *form);

/// Puts vertices (the mesh's, in its order) where the path draws from; display lists are compiled anew.
/// `staging` has room for 3 * vertex_count floats.
void image_cd_form_fill(struct image_cd_form *form, const struct image_cd_model *model,
                        const struct cd_vec3 *vertices, float *staging);

/// Chooses the clusters of which the view may show something, or all when `everything`.
void image_cd_model_select(const struct image_cd_model *model, const struct image_cd_form *form,
                           const struct image_cd_transform *transform, enum image_cd_part part,
                           bool everything, struct image_cd_runs *runs);

/// Where a box lies along axis k of the view, with room for the rounding of single precision here and in GL.
struct image_cd_range {
    float low, high;
};
struct image_cd_range image_cd_box_range(const struct image_cd_box *box,
                                         const struct image_cd_transform *transform, int k);

/// Makes runs of the clusters that are `kept`.
void image_cd_model_take(const struct image_cd_model *model, enum image_cd_part part, const bool *kept,
                         struct image_cd_runs *runs);

/// Draws what was selected with the current state.
void image_cd_model_draw(const struct image_cd_model *model, const struct image_cd_form *form,
                         enum image_cd_part part, const struct image_cd_runs *runs);

/// The indices of a mesh's triangles along a Morton curve through their middles, so that neighbours in the
/// list are neighbours in space. To be freed by cd_free.
uint32_t *image_cd_order_triangles(const struct cd_mesh *mesh);

/// Lists every edge (pair of vertex indices) of the triangles once, in the order of its first triangle, into
/// `edges` (room for 6 * triangle_count); edge_end[i] is the number of edges once triangle i is through.
/// Returns how many there are.
uint32_t image_cd_list_edges(const uint32_t *corners, uint32_t triangle_count, uint32_t *edges,
                             uint32_t *edge_end);

#endif
