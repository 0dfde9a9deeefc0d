// Hill climbing on a convex body: a vertex that none of its neighbours exceeds is the furthest of all.
#include "algos/mesh/closest/polytope.h"

#include "geom/expansion.h"

uint32_t polytope_far(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                      uint64_t *steps)
{
    const struct cd_vec3 *points = polytope->points;
    uint32_t v = start;
    double reach = cd_dot(points[v], direction);
    for (;;) {
        uint32_t best = v;
        for (uint32_t i = polytope->star[v]; i < polytope->star[v + 1]; i++) {
            uint32_t w = polytope->edges[i].to;
            double other = cd_dot(points[w], direction);
            if (other > reach) {
                reach = other;
                best = w;
            }
        }
        if (best == v)
            return v;
        v = best;
        ++*steps;
    }
}

/// direction * (w - v) to about twice the precision of doubles (Ogita, Rump, Oishi 2005), and a bound on how
/// far that is off.
static double precise_rise(struct cd_vec3 direction, struct cd_vec3 v, struct cd_vec3 w, double *error)
{
    const double a[6] = {direction.x, direction.x, direction.y, direction.y, direction.z, direction.z};
    const double b[6] = {w.x, -v.x, w.y, -v.y, w.z, -v.z};
    double sum = 0, rest = 0, magnitude = 0;
    for (int i = 0; i < 6; i++) {
        struct cd_double2 product = cd_two_product(a[i], b[i]), partial = cd_two_sum(sum, product.high);
        sum = partial.high;
        rest += partial.low + product.low;
        magnitude += fabs(product.high);
    }
    *error = 0x1p-52 * fabs(sum + rest) + 0x1p-98 * magnitude;
    return sum + rest;
}

static int add_product(double a, double b, int count, const double *sum, double *result)
{
    struct cd_double2 product = cd_two_product(a, b);
    double terms[2];
    int used = 0;
    if (product.low != 0)
        terms[used++] = product.low;
    if (product.high != 0)
        terms[used++] = product.high;
    return cd_expansion_add(count, sum, used, terms, result);
}

/// The sign of direction * (w - v), without any rounding.
static int exact_rise(struct cd_vec3 direction, struct cd_vec3 v, struct cd_vec3 w)
{
    double e[12], f[12], error, precise = precise_rise(direction, v, w, &error);
    if (fabs(precise) > error)
        return precise > 0 ? 1 : -1;
    int count = add_product(direction.x, w.x, 0, f, e);
    count = add_product(direction.x, -v.x, count, e, f);
    count = add_product(direction.y, w.y, count, f, e);
    count = add_product(direction.y, -v.y, count, e, f);
    count = add_product(direction.z, w.z, count, f, e);
    count = add_product(direction.z, -v.z, count, e, f);
    return cd_expansion_sign(count, f);
}

uint32_t polytope_furthest(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                           uint64_t *steps)
{
    const struct cd_vec3 *points = polytope->points;
    for (uint32_t v = start;; ++*steps) {
        uint32_t best = v;
        double max = 0;
        bool doubtful = false;
        for (uint32_t i = polytope->star[v]; i < polytope->star[v + 1]; i++) {
            uint32_t w = polytope->edges[i].to;
            struct cd_vec3 d = cd_sub(points[w], points[v]);
            double x = direction.x * d.x, y = direction.y * d.y, z = direction.z * d.z;
            double rise = x + y + z, error = 0x1p-50 * (fabs(x) + fabs(y) + fabs(z));
            doubtful |= fabs(rise) <= error;
            if (rise > error && rise > max) {
                max = rise;
                best = w;
            }
        }
        for (uint32_t i = polytope->star[v]; best == v && doubtful && i < polytope->star[v + 1]; i++)
            if (exact_rise(direction, points[v], points[polytope->edges[i].to]) > 0)
                best = polytope->edges[i].to;
        if (best == v)
            return v;
        v = best;
    }
}
