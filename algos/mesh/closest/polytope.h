/// A convex body as the search for closest features sees it: the true corners, edges and faces of a mesh.
/// Triangles of one plane are one face, edges in a row are one edge, and corners that are none are left out,
/// all of this decided exactly; what is walked is therefore as small as the shape allows.
#ifndef CD_ALGOS_MESH_CLOSEST_POLYTOPE_H
#define CD_ALGOS_MESH_CLOSEST_POLYTOPE_H

#include "algos/algo.h"

#define POLYTOPE_NONE UINT32_MAX

/// A directed edge; its face lies to the left of it, seen from outside.
struct polytope_edge {
    uint32_t from, to; ///< vertices
    uint32_t twin;     ///< the same edge the other way
    uint32_t next;     ///< the following one around the face
    uint32_t face;
};

struct polytope_face {
    struct cd_vec3 normal; ///< outward, of unit length up to rounding
    double offset;         ///< normal * x of a corner x
    uint32_t first;        ///< one of its directed edges
};

/// One block of memory, but for the mesh's own triangles. The edges that leave vertex v are edges[star[v] ..
/// star[v + 1] - 1].
struct polytope {
    uint32_t vertex_count, edge_count, face_count;
    struct cd_vec3 *points;
    uint32_t *star;
    struct polytope_edge *edges;
    struct polytope_face *faces;
    uint32_t mesh_vertices, mesh_triangles; ///< of the mesh
    double radius;                          ///< largest distance of a vertex of the mesh from the origin
    struct cd_vec3 centre;                  ///< strictly inside
    double depth;  ///< a ball of this radius about the centre lies within the body; 0 for unknown
    bool delicate; ///< coordinates so small that products of them could underflow
};

/// Makes the polytope of a shape. CD_USAGE, in a line that names the mesh and what can take it, when it is
/// not one closed convex surface.
enum cd_code polytope_create(const struct cd_shape *shape, struct polytope **polytope,
                             struct cd_status *status);
void polytope_destroy(struct polytope *polytope);

/// The vertex that is furthest along `direction`, exactly: walks uphill from `start`. Components of the
/// direction are 0 or at least 2^-100 and at most 1 in magnitude, and the polytope is not delicate. Counts
/// vertices passed in `*steps`.
uint32_t polytope_furthest(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                           uint64_t *steps);

/// The same up to rounding, for searches that check their result by other means.
uint32_t polytope_far(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                      uint64_t *steps);

#endif
