/// What the files of this folder share: Image_CD drawn so that only what can matter reaches OpenGL.
#ifndef CD_ALGOS_MESH_IMAGE_CD_CULLED_H
#define CD_ALGOS_MESH_IMAGE_CD_CULLED_H

#include "algos/opengl/opengl.h"

// ---- clusters (clusters.c) -------------------------------------------------------------------------------

/// The number of triangles in a cluster. Triangles near each other form clusters, which are looked at before their
/// triangles and edges.
#define CULLED_CLUSTER 16

/// The part of a mesh that is drawn.
enum culled_part { CULLED_FACES, CULLED_EDGES };

/// The edges of a mesh, each once, with the cluster that has it first.
struct culled_edges {
    uint32_t count;
    uint32_t *ends;  ///< 2 * count indices of vertices
    uint32_t *first; ///< edge of every cluster, and the end
    GLuint buffer;   ///< of `ends`
};

/// The box of a cluster, in the units of a form's points.
struct culled_box {
    float centre[3], half[3];
};

static inline uint32_t culled_clusters(const struct cd_gl_mesh *mesh)
{
    return (mesh->triangle_count + CULLED_CLUSTER - 1) / CULLED_CLUSTER;
}

/// The first triangle of a cluster, or the end for the number of clusters.
static inline uint32_t culled_first_triangle(const struct cd_gl_mesh *mesh, uint32_t cluster)
{
    return cluster < culled_clusters(mesh) ? cluster * CULLED_CLUSTER : mesh->triangle_count;
}

/// Lists the edges of a mesh and puts them and its triangles into index buffers; returns the bytes of these.
size_t culled_edges_open(struct culled_edges *edges, struct cd_gl_mesh *mesh);
void culled_edges_close(struct culled_edges *edges);

/// For a struct cd_gl_store: a vertex buffer, and the boxes of all clusters (an array of struct culled_box).
void culled_fill(const struct cd_gl_mesh *mesh, struct cd_gl_form *form);
void culled_release(struct cd_gl_form *form);

/// A body in the view.
struct culled_side {
    struct cd_gl_side at;
    const struct culled_edges *edges;
};

/// Runs of items (triangles or edges) to be drawn. The arrays have room for as many runs as their owner can need.
struct culled_runs {
    GLsizei *counts;      ///< indices of each run
    const void **offsets; ///< where its first index is in the index buffer
    GLsizei count;
    uint64_t items; ///< triangles, or edges
    size_t end;     ///< item after the last
};

/// Adds an item behind those there are.
void culled_add(enum culled_part part, size_t item, struct culled_runs *runs);

/// Draws runs with the current state.
void culled_draw(const struct culled_side *side, enum culled_part part, const struct culled_runs *runs,
                 struct cd_counters *counters);

// ---- what of a pair can matter (columns.c) ---------------------------------------------------------------

/// Columns along each side of the view.
#define CULLED_COLUMNS 32

/// What a cluster, edge or triangle covers: columns from first to last, and depths. Nothing when last_x < first_x.
struct culled_span {
    int16_t first_x, last_x, first_y, last_y;
    float nearest, farthest;
};

/// Pixels from (x, y) on.
struct culled_window {
    int x, y, width, height;
};

/// Scratch of a test: the parts of each role's edges and of the other body's faces that are to be drawn, and from
/// where.
struct culled_lists {
    struct culled_selection {
        struct culled_runs edges, faces;
        bool turned;                ///< looking from the far side
        struct culled_window shown; ///< pixels that the edges can touch
    } roles[2];
    struct culled_span *clusters; ///< of the faces
    bool *kept;                   ///< clusters of the edges
    struct {
        struct culled_span span;
        uint32_t index;
    } * triangles; ///< of the clusters kept
    struct culled_columns {
        float nearest[CULLED_COLUMNS * CULLED_COLUMNS], farthest[CULLED_COLUMNS * CULLED_COLUMNS];
    } solid, edges;
};

/// Makes room for bodies with up to `max_clusters` clusters.
void culled_lists_open(struct culled_lists *lists, uint32_t max_clusters);
void culled_lists_close(struct culled_lists *lists);

/// Chooses by columns along the line of sight: first clusters, then single edges and triangles of those kept.
/// In each column depths are compared. An edge can be inside a solid only if something of that solid is in front of it
/// and something is behind it. A face counts only if it is in front of such an edge. What is left out could not have
/// changed the count at any pixel for the better. The view is from the far side if fewer faces are in front then.
void culled_select(struct culled_lists *lists, const struct culled_side *edges,
                   const struct culled_side *faces, int resolution, struct culled_selection *selection);

#endif
