// The distance of two convex bodies by simplices of their Minkowski difference (Gilbert, Johnson, Keerthi
// 1988), for pairs that the walk between features does not decide. The bodies are shrunk a little towards
// their centres, so that a point of both is deep inside both of the true bodies: deeper than rounding.
//
// The paper                                             here
//   GJK, the point of a simplex closest to the origin   reduce
//   GJK, whether the distance of two bodies is 0        gjk_search
//
// Ours: `reduce`, in place of Johnson's subalgorithm; the search ends by the slack, at a vertex that it has or after 64
// rounds, not by GJK's bound on the error, and returns no distance; bodies are shrunk. Apart is claimed by
// `relation_parted` alone; inside, where a point of both shrunk bodies is found. README.md says why
// neither can be wrong.
#include "algos/papers/icollide/icollide.h"

#include <string.h>

enum { ROUNDS_MAX = 64 };

// ---- the point of a simplex that is closest to the origin ------------------------------------------------

/// Up to four points of the Minkowski difference a - b, and the weights of the closest one.
struct simplex {
    int count;
    struct corner {
        uint32_t vertex[2]; ///< of a and b
        struct cd_vec3 at;
        double weight; ///< none negative, their sum 1
    } corner[4];
};

static struct cd_vec3 weighted(const struct simplex *simplex)
{
    struct cd_vec3 sum = {0, 0, 0};
    for (int i = 0; i < simplex->count; i++)
        sum = cd_add(sum, cd_scale(simplex->corner[i].at, simplex->corner[i].weight));
    return sum;
}

static double volume(struct cd_vec3 a, struct cd_vec3 b, struct cd_vec3 c)
{
    return cd_dot(a, cd_cross(b, c));
}

/// Of the point closest to the origin on the line, plane or space through all corners: its weights, up to a
/// positive factor.
static void weigh(const struct simplex *simplex, double weights[4])
{
    const struct cd_vec3 p = simplex->corner[0].at, q = simplex->corner[1].at, r = simplex->corner[2].at,
                         s = simplex->corner[3].at;
    switch (simplex->count) {
    case 1:
        weights[0] = 1;
        break;
    case 2:
        weights[0] = cd_dot(q, cd_sub(q, p));
        weights[1] = -cd_dot(p, cd_sub(q, p));
        break;
    case 3: {
        struct cd_vec3 normal = cd_cross(cd_sub(q, p), cd_sub(r, p));
        weights[0] = volume(normal, q, r);
        weights[1] = volume(normal, r, p);
        weights[2] = volume(normal, p, q);
        break;
    }
    default: {
        double sign = volume(cd_sub(p, s), cd_sub(q, s), cd_sub(r, s)) < 0 ? -1 : 1;
        weights[0] = -sign * volume(q, r, s);
        weights[1] = sign * volume(p, r, s);
        weights[2] = -sign * volume(p, q, s);
        weights[3] = sign * volume(p, q, r);
    }
    }
}

/// Drops the corners that the point closest to the origin does not depend on, and weighs the others. It is rounded, as
/// all of this is. Four corners are left when the origin is within them.
static void reduce(struct simplex *simplex)
{
    double weights[4], sum = 0, min = INFINITY;
    bool inside = true;
    weigh(simplex, weights);
    for (int i = 0; i < simplex->count; i++) {
        inside &= weights[i] > 0;
        sum += weights[i];
    }
    for (int i = 0; i < simplex->count && inside; i++)
        simplex->corner[i].weight = weights[i] / sum;
    if (inside)
        return;
    const struct simplex whole = *simplex;
    for (int i = 0; i < whole.count; i++) {
        struct simplex side = {.count = whole.count - 1};
        if (weights[i] > 0)
            continue;
        for (int k = 0; k < side.count; k++)
            side.corner[k] = whole.corner[(i + 1 + k) % whole.count];
        reduce(&side);
        struct cd_vec3 p = weighted(&side);
        if (cd_dot(p, p) < min) {
            min = cd_dot(p, p);
            *simplex = side;
        }
    }
    if (min == INFINITY) { // NaN, from coordinates beyond all bounds
        simplex->count = 1;
        simplex->corner[0].weight = 1;
    }
}

// ---- the search ------------------------------------------------------------------------------------------

/// A vertex of the Minkowski difference a - b of the shrunk bodies.
static struct corner difference(const struct relation *relation, const double by[2], const uint32_t vertex[2])
{
    struct cd_vec3 p[2];
    for (int i = 0; i < 2; i++) {
        p[i] = relation->body[i]->points[vertex[i]];
        p[i] = cd_add(p[i], cd_scale(cd_sub(relation->body[i]->centre, p[i]), by[i]));
    }
    return (struct corner){{vertex[0], vertex[1]}, cd_sub(p[0], relation_seen(relation, 1, p[1])), 0};
}

enum gjk_end gjk_search(struct relation *relation, double min, uint32_t start[2], struct gjk_simplex *result,
                        struct cd_vec3 *direction)
{
    double by[2]; // by how much each body is shrunk
    struct simplex simplex = {.count = 0};
    for (int i = 0; i < 2; i++)
        by[i] = fmax(min, 4 * relation->slack / relation->body[i]->depth);
    if (!(by[0] <= 0.25 && by[1] <= 0.25)) { // a body that is too small, or one of unknown depth
        result->count = 0;
        return GJK_NEAR;
    }
    for (uint32_t i = 0; i < result->count; i++)
        simplex.corner[simplex.count++] = difference(relation, by, result->vertex[i]);
    if (result->count == 0)
        simplex.corner[simplex.count++] = difference(relation, by, start);
    result->count = 0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        relation->steps++;
        reduce(&simplex);
        struct cd_vec3 closest = weighted(&simplex);
        if (cd_dot(closest, closest) <= 0.5 * relation->slack * relation->slack) {
            result->count = (uint32_t)simplex.count;
            for (int i = 0; i < simplex.count; i++)
                memcpy(result->vertex[i], simplex.corner[i].vertex, sizeof result->vertex[i]);
            return GJK_INSIDE;
        }
        *direction = cd_scale(closest, -1);
        struct cd_vec3 in_b = relation_turned(relation, 0, closest);
        start[0] = polytope_far(relation->body[0], start[0], *direction, &relation->steps);
        start[1] = polytope_far(relation->body[1], start[1], in_b, &relation->steps);
        struct corner next = difference(relation, by, start);
        if (cd_dot(closest, next.at) > 0) {
            uint32_t furthest[2] = {start[0], start[1]};
            if (relation_parted(relation, *direction, furthest))
                return GJK_APART;
        }
        bool nearer = cd_dot(closest, cd_sub(closest, next.at)) > 1e-14 * cd_dot(closest, closest);
        for (int i = 0; i < simplex.count; i++)
            nearer &= memcmp(simplex.corner[i].vertex, start, sizeof next.vertex) != 0;
        if (!nearer || simplex.count == 4)
            return GJK_NEAR;
        simplex.corner[simplex.count++] = next;
    }
    return GJK_NEAR;
}
