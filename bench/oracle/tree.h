/// The oracle's own tree: axis-aligned boxes in world space around canonical vertices. A box of doubles around points
/// that are doubles is exact. So nothing has to be rounded, and no pair of triangles that share a point can be culled.
/// No algorithm uses anything from here, and nothing here uses anything from an algorithm. `scenes/halving.h` makes the
/// trees; no algorithm uses that either.
#ifndef CD_BENCH_ORACLE_TREE_H
#define CD_BENCH_ORACLE_TREE_H

#include "geom/aabb.h"
#include "geom/pose.h"
#include "scenes/halving.h"

#include <stdbool.h>
#include <stdint.h>

/// A body in one frame: its canonical vertices and the boxes of its tree's nodes.
struct cd_oracle_body {
    const struct cd_mesh *mesh;
    const struct cd_half *nodes; ///< of the mesh; both outlive the body
    struct cd_vec3 *world;       ///< canonical vertices
    struct cd_aabb box;          ///< of all of them
    struct cd_aabb *boxes; ///< one per node, valid after `cd_oracle_body_refit`; NULL before the first one
};

/// Makes an empty body. It must be placed before anything is asked of it.
void cd_oracle_body_init(struct cd_oracle_body *body, const struct cd_mesh *mesh,
                         const struct cd_half *nodes);
/// Frees the memory that a body owns, not the body itself.
void cd_oracle_body_release(struct cd_oracle_body *body);

/// Works out the canonical vertices and the box of the body. `vertices` are the mesh's, or the deformed ones.
void cd_oracle_body_place(struct cd_oracle_body *body, const struct cd_vec3 *vertices,
                          const struct cd_pose *pose);

/// Works out the boxes of all nodes of a placed body.
void cd_oracle_body_refit(struct cd_oracle_body *body);

/// Visits the pairs of triangles of two refitted bodies that share a point, each once, in any order, until `found`
/// returns true. Returns whether there was a pair. Without `found`, the first pair ends the search.
bool cd_oracle_meet(const struct cd_oracle_body *a, const struct cd_oracle_body *b,
                    bool (*found)(void *user, uint32_t triangle_a, uint32_t triangle_b), void *user);

/// The winding number of point p, which is not on the surface, with respect to a refitted body whose mesh is
/// solid.
int64_t cd_oracle_winding(const struct cd_oracle_body *body, struct cd_vec3 p);

/// True when the winding number of `outer` (refitted, solid) is not 0 at some connected component of `inner`, whose
/// surface does not meet that of `outer`.
bool cd_oracle_contains(const struct cd_oracle_body *outer, const struct cd_oracle_body *inner);

#endif
