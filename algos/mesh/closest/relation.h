/// How two bodies stand to each other, in the model space of the first, and what rounding may hide.
#ifndef CD_ALGOS_MESH_CLOSEST_RELATION_H
#define CD_ALGOS_MESH_CLOSEST_RELATION_H

#include "algos/mesh/closest/polytope.h"
#include "geom/relative.h"

/// A point q of b is y(q) = to_a.r q + to_a.t in the model space of a.
struct relation {
    const struct polytope *body[2];
    struct cd_relative to_a;
    /// Where canonical vertices of a triangle of a and of one of b have a point in common, p and q of the two
    /// models that it stands for have |p - y(q)| <= slack; the evaluation of one direction is within it, too.
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
    struct cd_vec3 t = cd_vec(relation->to_a.t[0], relation->to_a.t[1], relation->to_a.t[2]);
    return from == 1 ? cd_add(relation_turned(relation, 1, p), t)
                     : relation_turned(relation, 0, cd_sub(p, t));
}

/// True when no point of a and b can coincide, however their canonical vertices were rounded: looks for a gap
/// of more than the slack along `direction` (in the model space of a, from a towards b, any length).
/// `start` are vertices to climb from, and become the furthest ones.
bool relation_parted(struct relation *relation, struct cd_vec3 direction, uint32_t start[2]);

#endif
