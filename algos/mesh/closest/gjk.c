// The search, and what makes its answers safe:
//
// Apart is claimed by `relation_parted` alone. Inside is claimed when a point x of the shrunk a and a point z
// of the shrunk b are found with |x - y(z)| <= slack. Every point of a body that was shrunk towards its
// centre by the factor 1 - s lies at least s * depth below its surface, as a ball of radius `depth` about the
// centre is within the body; s * depth is 4 slacks here. So x is more than 3 slacks deep in a, and z in b.
// The surfaces of canonical triangles are nearer than that to those of the true bodies, so that the winding
// numbers of both about that place are those of the true bodies, 1. Then the bodies collide: where the
// surfaces do not meet, the part of space around that place that a's surface bounds either has b's surface
// within it, or it is all inside b, and a's surface with it.
#include "algos/mesh/closest/gjk.h"

enum { ROUNDS_MAX = 64 };

// ---- the point of a simplex that is closest to the origin ------------------------------------------------

/// Up to four points, and the weights of the closest one.
struct simplex {
    int count;
    struct cd_vec3 point[4];
    double weight[4]; ///< none negative, their sum 1
    int name[4];      ///< the caller's
};

/// Keeps the points `which`, whose weights are given up to scale.
static void keep(struct simplex *simplex, const int which[3], const double weights[3], int count)
{
    struct simplex kept = {.count = count};
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    for (int i = 0; i < count; i++) {
        kept.point[i] = simplex->point[which[i]];
        kept.name[i] = simplex->name[which[i]];
        kept.weight[i] = weights[i] / sum;
    }
    *simplex = kept;
}

static struct cd_vec3 weighted(const struct simplex *simplex)
{
    struct cd_vec3 sum = {0, 0, 0};
    for (int i = 0; i < simplex->count; i++)
        sum = cd_add(sum, cd_scale(simplex->point[i], simplex->weight[i]));
    return sum;
}

static void on_vertex(struct simplex *simplex, int i)
{
    keep(simplex, (int[3]){i}, (double[3]){1}, 1);
}

static void on_segment(struct simplex *simplex, int i, int j)
{
    struct cd_vec3 a = simplex->point[i], b = simplex->point[j], ab = cd_sub(b, a);
    double to_b = -cd_dot(a, ab), to_a = cd_dot(b, ab);
    if (to_b <= 0)
        on_vertex(simplex, i);
    else if (to_a <= 0)
        on_vertex(simplex, j);
    else
        keep(simplex, (int[3]){i, j}, (double[3]){to_a, to_b}, 2);
}

/// Of a triangle with this normal: the weight, up to scale, of the corner opposite to the side from i to j.
static double opposite_weight(const struct simplex *simplex, int i, int j, struct cd_vec3 normal)
{
    return cd_dot(normal, cd_cross(simplex->point[i], simplex->point[j]));
}

/// Of several closest points keeps the closest.
static void keep_closer(struct simplex *best, double *min, const struct simplex *other)
{
    struct cd_vec3 p = weighted(other);
    double squared = cd_dot(p, p);
    if (squared < *min) {
        *min = squared;
        *best = *other;
    }
}

static void on_triangle(struct simplex *simplex, int i, int j, int k)
{
    const struct cd_vec3 *p = simplex->point;
    struct cd_vec3 normal = cd_cross(cd_sub(p[j], p[i]), cd_sub(p[k], p[i]));
    double weights[3] = {opposite_weight(simplex, j, k, normal), opposite_weight(simplex, k, i, normal),
                         opposite_weight(simplex, i, j, normal)};
    if (weights[0] > 0 && weights[1] > 0 && weights[2] > 0) {
        keep(simplex, (int[3]){i, j, k}, weights, 3);
        return;
    }
    const int sides[3][2] = {{j, k}, {k, i}, {i, j}};
    struct simplex whole = *simplex;
    double min = INFINITY;
    for (int s = 0; s < 3; s++) {
        if (weights[s] > 0)
            continue;
        struct simplex side = whole;
        on_segment(&side, sides[s][0], sides[s][1]);
        keep_closer(simplex, &min, &side);
    }
    if (min == INFINITY) // NaN, from coordinates beyond all bounds
        on_vertex(simplex, i);
}

static double volume(struct cd_vec3 a, struct cd_vec3 b, struct cd_vec3 c)
{
    return cd_dot(a, cd_cross(b, c));
}

static void on_tetrahedron(struct simplex *simplex)
{
    const struct cd_vec3 *p = simplex->point;
    struct cd_vec3 d = p[3];
    double whole = volume(cd_sub(p[0], d), cd_sub(p[1], d), cd_sub(p[2], d));
    double sign = whole < 0 ? -1 : 1;
    double weights[4] = {-sign * volume(p[1], p[2], p[3]), sign * volume(p[0], p[2], p[3]),
                         -sign * volume(p[0], p[1], p[3]), sign * volume(p[0], p[1], p[2])};
    double sum = 0;
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        inside &= weights[i] > 0;
        sum += weights[i];
    }
    if (inside) {
        for (int i = 0; i < 4; i++)
            simplex->weight[i] = weights[i] / sum;
        return;
    }
    struct simplex all = *simplex;
    double min = INFINITY;
    for (int i = 0; i < 4; i++) {
        if (weights[i] > 0)
            continue;
        struct simplex side = all;
        on_triangle(&side, (i + 1) % 4, (i + 2) % 4, (i + 3) % 4);
        keep_closer(simplex, &min, &side);
    }
    if (min == INFINITY)
        on_vertex(simplex, 0);
}

/// Finds the point closest to the origin and drops the points that it does not depend on; rounded, as all of
/// this is. Four points are left when the origin is within them.
static struct cd_vec3 simplex_closest(struct simplex *simplex)
{
    switch (simplex->count) {
    case 1:
        simplex->weight[0] = 1;
        break;
    case 2:
        on_segment(simplex, 0, 1);
        break;
    case 3:
        on_triangle(simplex, 0, 1, 2);
        break;
    default:
        on_tetrahedron(simplex);
    }
    return weighted(simplex);
}

// ---- the search ------------------------------------------------------------------------------------------

/// By how much the bodies are shrunk.
struct shrinkage {
    double by[2];
};

static bool shrink(const struct relation *relation, double min, struct shrinkage *shrinkage)
{
    for (int i = 0; i < 2; i++) {
        shrinkage->by[i] = fmax(min, 4 * relation->slack / relation->body[i]->depth);
        if (!(shrinkage->by[i] <= 0.25)) // too small a body, or one of unknown depth
            return false;
    }
    return true;
}

static struct cd_vec3 shrunk(const struct relation *relation, const struct shrinkage *shrinkage, int body,
                             uint32_t vertex)
{
    const struct polytope *polytope = relation->body[body];
    struct cd_vec3 p = polytope->points[vertex];
    return cd_add(p, cd_scale(cd_sub(polytope->centre, p), shrinkage->by[body]));
}

/// A vertex of the Minkowski difference a - b.
static struct cd_vec3 difference(const struct relation *relation, const struct shrinkage *shrinkage,
                                 const uint32_t vertex[2])
{
    struct cd_vec3 p = shrunk(relation, shrinkage, 0, vertex[0]);
    return cd_sub(p, relation_seen(relation, 1, shrunk(relation, shrinkage, 1, vertex[1])));
}

static bool has(const struct simplex *simplex, const uint32_t vertices[][2], const uint32_t vertex[2])
{
    for (int i = 0; i < simplex->count; i++)
        if (vertices[simplex->name[i]][0] == vertex[0] && vertices[simplex->name[i]][1] == vertex[1])
            return true;
    return false;
}

/// A name that no point of a simplex of at most three has.
static int free_name(const struct simplex *simplex)
{
    int used = 0;
    for (int i = 0; i < simplex->count; i++)
        used |= 1 << simplex->name[i];
    return __builtin_ctz(~(unsigned)used);
}

static void add(struct simplex *simplex, uint32_t vertices[4][2], const uint32_t vertex[2], struct cd_vec3 w)
{
    int name = free_name(simplex);
    vertices[name][0] = vertex[0];
    vertices[name][1] = vertex[1];
    simplex->point[simplex->count] = w;
    simplex->name[simplex->count++] = name;
}

static void store(const struct simplex *simplex, const uint32_t vertices[4][2], struct gjk_simplex *result)
{
    result->count = (uint32_t)simplex->count;
    for (int i = 0; i < simplex->count; i++)
        for (int k = 0; k < 2; k++)
            result->vertex[i][k] = vertices[simplex->name[i]][k];
}

static bool is_zero(const struct relation *relation, struct cd_vec3 closest)
{
    return cd_dot(closest, closest) <= 0.5 * relation->slack * relation->slack;
}

enum gjk_end gjk_search(struct relation *relation, double min, uint32_t start[2], struct gjk_simplex *result,
                        struct cd_vec3 *direction)
{
    struct shrinkage shrinkage;
    struct simplex simplex = {.count = 0};
    uint32_t vertices[4][2];
    if (!shrink(relation, min, &shrinkage))
        return GJK_NEAR;
    for (uint32_t i = 0; i < result->count; i++)
        add(&simplex, vertices, result->vertex[i], difference(relation, &shrinkage, result->vertex[i]));
    if (result->count == 0)
        add(&simplex, vertices, start, difference(relation, &shrinkage, start));
    result->count = 0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        relation->steps++;
        struct cd_vec3 closest = simplex_closest(&simplex);
        if (is_zero(relation, closest)) {
            store(&simplex, vertices, result);
            return GJK_INSIDE;
        }
        *direction = cd_scale(closest, -1);
        struct cd_vec3 in_b = relation_turned(relation, 0, closest);
        start[0] = polytope_far(relation->body[0], start[0], *direction, &relation->steps);
        start[1] = polytope_far(relation->body[1], start[1], in_b, &relation->steps);
        struct cd_vec3 w = difference(relation, &shrinkage, start);
        if (cd_dot(closest, w) > 0) {
            uint32_t furthest[2] = {start[0], start[1]};
            if (relation_parted(relation, *direction, furthest))
                return GJK_APART;
        }
        bool nearer = cd_dot(closest, cd_sub(closest, w)) > 1e-14 * cd_dot(closest, closest);
        if (!nearer || simplex.count == 4 || has(&simplex, (const uint32_t(*)[2])vertices, start))
            return GJK_NEAR;
        add(&simplex, vertices, start, w);
    }
    return GJK_NEAR;
}
