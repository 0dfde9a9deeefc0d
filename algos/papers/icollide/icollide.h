/// What the files of this folder share: convex bodies with their true corners, edges and faces; the relation of two of
/// them; the walk to their closest features; GJK; and the exact answer.
#ifndef CD_ALGOS_PAPERS_ICOLLIDE_H
#define CD_ALGOS_PAPERS_ICOLLIDE_H

#include "algos/algo.h"
#include "geom/pose.h"

// ---- a convex body (polytope.c) --------------------------------------------------------------------------

#define POLYTOPE_NONE UINT32_MAX

/// A directed edge; its face is on its left, seen from outside.
struct polytope_edge {
    uint32_t from, to; ///< vertices
    uint32_t twin;     ///< the same edge in the opposite direction
    uint32_t next;     ///< the following one around the face
    uint32_t face;
};

struct polytope_face {
    struct cd_vec3 normal; ///< outward, of unit length up to rounding
    double offset;         ///< normal * x of a corner x
    uint32_t first;        ///< one of its directed edges
};

/// A convex body as the search for closest features sees it: the true corners, edges and faces of a mesh.
/// Triangles in one plane are one face, edges in a line are one edge, and vertices that are no corners are left out.
/// All of this is decided exactly. So the walk covers as little as the shape allows. One block of memory, except for
/// the mesh's own triangles. The edges that leave vertex v are edges[star[v] .. star[v + 1] - 1].
struct polytope {
    uint32_t vertex_count, edge_count, face_count;
    struct cd_vec3 *points;
    uint32_t *star;
    struct polytope_edge *edges;
    struct polytope_face *faces;
    uint32_t mesh_vertices, mesh_triangles; ///< of the mesh
    double radius;                          ///< largest distance of a vertex of the mesh from the origin
    struct cd_vec3 centre;                  ///< strictly inside
    double depth;  ///< a ball of this radius about the centre is inside the body; 0 for unknown
    bool delicate; ///< coordinates so small that products of them could underflow
};

/// Makes the polytope of a shape, which cd_free frees. CD_USAGE when the shape is not one closed convex surface; the
/// line names the mesh and the algorithms that can take it.
enum cd_code polytope_create(const struct cd_shape *shape, struct polytope **polytope,
                             struct cd_status *status);

/// The vertex that is exactly furthest along `direction`, found by walking uphill from `start`. Components of the
/// direction are 0, or at least 2^-100 and at most 1 in magnitude. The polytope must not be delicate. Counts vertices
/// passed in `*steps`.
uint32_t polytope_furthest(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                           uint64_t *steps);

/// The same up to rounding, for searches that check their result by other means.
uint32_t polytope_far(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                      uint64_t *steps);

// ---- two bodies (icollide.c) -----------------------------------------------------------------------------

/// The relative pose of two bodies, in the model space of the first, and how much rounding may hide.
/// A point q of b is y(q) = to_a.r q + to_a.t in the model space of a.
struct relation {
    const struct polytope *body[2];
    struct cd_pose to_a;
    /// If the canonical vertices of a triangle of a and of one of b have a point in common, the corresponding points p
    /// and q of the two models have |p - y(q)| <= slack. The error of evaluating one direction is included.
    double slack;
    uint64_t steps; ///< of searches
};

void relation_init(struct relation *relation, const struct cd_placed *a, const struct cd_placed *b);

/// A direction or point of `from` (0 for a, 1 for b) in the model space of the other body.
static inline struct cd_vec3 relation_turned(const struct relation *relation, int from, struct cd_vec3 v)
{
    const double *r = relation->to_a.r;
    if (from == 1)
        return cd_vec(r[0] * v.x + r[1] * v.y + r[2] * v.z, r[3] * v.x + r[4] * v.y + r[5] * v.z,
                      r[6] * v.x + r[7] * v.y + r[8] * v.z);
    return cd_vec(r[0] * v.x + r[3] * v.y + r[6] * v.z, r[1] * v.x + r[4] * v.y + r[7] * v.z,
                  r[2] * v.x + r[5] * v.y + r[8] * v.z);
}

static inline struct cd_vec3 relation_seen(const struct relation *relation, int from, struct cd_vec3 p)
{
    const double *t = relation->to_a.t;
    return from == 1 ? cd_canonical_vertex(&relation->to_a, p)
                     : relation_turned(relation, 0, cd_sub(p, cd_vec(t[0], t[1], t[2])));
}

/// True when no point of a and b can coincide, however their canonical vertices were rounded. Looks for a gap of more
/// than the slack along `direction` (in the model space of a, from a towards b, any length). `start` has the vertices
/// to climb from, and gets the furthest ones.
bool relation_parted(struct relation *relation, struct cd_vec3 direction, uint32_t start[2]);

// ---- the walk (walk.c) -----------------------------------------------------------------------------------

enum feature_kind { FEATURE_VERTEX, FEATURE_EDGE, FEATURE_FACE };

struct feature {
    uint32_t kind, index;
};

enum walk_end {
    WALK_APART,  ///< the features are closest, as far as rounded arithmetic can tell
    WALK_INSIDE, ///< an edge pierces a face, or a vertex is below everything near it: no result
    WALK_LOST,   ///< the walk came back to where it had been, or took too long
};

/// Walks on from features[0] of a and features[1] of b.
enum walk_end walk_to_closest(struct relation *relation, struct feature features[2]);

/// Writes directions from a towards b, in the model space of a, along which closest features should be apart, the most
/// precise one first. Returns their number; a vertex and a face have one.
int walk_directions(const struct relation *relation, const struct feature features[2],
                    struct cd_vec3 directions[2]);

/// A vertex of a feature.
uint32_t walk_corner(const struct polytope *polytope, struct feature feature);

// ---- GJK (gjk.c) -----------------------------------------------------------------------------------------

/// Vertices of a and b whose differences span the simplex.
struct gjk_simplex {
    uint32_t count;
    uint32_t vertex[4][2];
};

enum gjk_end {
    GJK_APART,  ///< for sure, however canonical vertices were rounded
    GJK_INSIDE, ///< a point is inside both bodies for sure: the simplex shows it
    GJK_NEAR,   ///< too close to tell
};

/// Begins with `simplex`; if it is still valid from an earlier frame, a single step shows that. If `simplex` has no
/// points, begins with the vertices start[0] of a and start[1] of b. `start` has the vertices from which climbs begin,
/// and gets those last found. The simplex has points only after GJK_INSIDE. If the bodies are near, `direction` becomes
/// the direction from a to b (in the model space of a) along which they are closest. Bodies are shrunk by the factor
/// 1 - `min`, or more if rounding makes that necessary. The more they are shrunk, the more precise is the direction
/// between bodies that touch.
enum gjk_end gjk_search(struct relation *relation, double min, uint32_t start[2], struct gjk_simplex *simplex,
                        struct cd_vec3 *direction);

// ---- exact predicates (decide.c) -------------------------------------------------------------------------

/// Bytes of scratch that the exact decision takes for a body.
size_t decide_scratch(uint32_t vertex_count, uint32_t triangle_count);

/// True when the closed triangles of a and b meet or one body contains the other. `direction` (in the
/// model space of a, any length) only makes it faster where the bodies are nearly separated along it.
bool decide_exactly(const struct cd_placed *a, const struct cd_placed *b, struct cd_vec3 direction,
                    struct cd_worker *worker);

#endif
