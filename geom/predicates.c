// Orientation in four stages, each entered only when the one before could not decide:
//   1. doubles with an error bound from the magnitudes of this input (Shewchuk 1997, stage A),
//   2. in space, double-doubles with such a bound,
//   3. expansions, of the differences of coordinates where these are exact, else of the coordinates,
//   4. instead of 2 and 3, integers of many words where products could overflow or underflow.
// docs/exactness.md derives the bounds.

#include "geom/predicates.h"

#include "geom/big_integer.h"
#include "geom/expansion.h"

#include <stdbool.h>
#include <stddef.h>

/// Half a unit in the last place of 1: the relative error of one rounding.
#define ROUNDING 0x1p-53

/// Larger than what underflow can take from a product; vanishes beside normal magnitudes.
#define UNDERFLOW 0x1p-1000

/// True when products of three of the coordinates, their differences and the rounding errors of them all are
/// doubles: none overflows, and every bit stays above the lowest one of doubles (3 * (-290 - 52) > -1074).
static bool safe_range(const double *coordinates, size_t count)
{
    bool safe = true;
    for (size_t i = 0; i < count; i++) {
        double magnitude = fabs(coordinates[i]);
        safe &= magnitude == 0 || (magnitude > 0x1p-290 && magnitude < 0x1p300);
    }
    return safe;
}

static int lowest_exponent(const double *coordinates, size_t count)
{
    int lowest = 1024;
    for (size_t i = 0; i < count; i++)
        if (coordinates[i] != 0) {
            int exponent = cd_big_exponent(coordinates[i]);
            lowest = exponent < lowest ? exponent : lowest;
        }
    return lowest;
}

static void big_difference(struct cd_big *result, double a, double b, int exponent)
{
    struct cd_big big_a, big_b;
    cd_big_set(&big_a, a, exponent);
    cd_big_set(&big_b, b, exponent);
    cd_big_subtract(result, &big_a, &big_b);
}

/// a * b - c * d
static void big_minor(struct cd_big *result, const struct cd_big *a, const struct cd_big *b,
                      const struct cd_big *c, const struct cd_big *d)
{
    struct cd_big plus, minus;
    cd_big_multiply(&plus, a, b);
    cd_big_multiply(&minus, c, d);
    cd_big_subtract(result, &plus, &minus);
}

// ---- the plane

/// `p` holds a, b, c.
static int orient2d_integers(const double p[6])
{
    int exponent = lowest_exponent(p, 6);
    struct cd_big ax, ay, bx, by, determinant;
    big_difference(&ax, p[0], p[4], exponent);
    big_difference(&ay, p[1], p[5], exponent);
    big_difference(&bx, p[2], p[4], exponent);
    big_difference(&by, p[3], p[5], exponent);
    big_minor(&determinant, &ax, &by, &ay, &bx);
    return determinant.sign;
}

/// The determinant of a, b, c with ones: (a x b) + (b x c) - (a x c), whose products need no differences.
static int twice_area(const double *a, const double *b, const double *c, double h[12])
{
    double ab[4], bc[4], ca[4], ab_bc[8];
    int ab_count = cd_expansion_minor(a[0], b[1], a[1], b[0], ab);
    int bc_count = cd_expansion_minor(b[0], c[1], b[1], c[0], bc);
    int ca_count = cd_expansion_minor(c[0], a[1], c[1], a[0], ca);
    int count = cd_expansion_add(ab_count, ab, bc_count, bc, ab_bc);
    return cd_expansion_add(count, ab_bc, ca_count, ca, h);
}

/// True when two points are one or all three have a coordinate in common.
static bool plainly_collinear(const double p[6])
{
    bool ac_x = p[0] == p[4], ac_y = p[1] == p[5], bc_x = p[2] == p[4], bc_y = p[3] == p[5];
    return (ac_x && ac_y) || (bc_x && bc_y) || (ac_x && bc_x) || (ac_y && bc_y) ||
           (p[0] == p[2] && p[1] == p[3]);
}

static int __attribute__((noinline)) orient2d_exact(const double p[6])
{
    if (plainly_collinear(p))
        return 0;
    if (!safe_range(p, 6))
        return orient2d_integers(p);
    struct cd_double2 ax = cd_two_difference(p[0], p[4]), ay = cd_two_difference(p[1], p[5]);
    struct cd_double2 bx = cd_two_difference(p[2], p[4]), by = cd_two_difference(p[3], p[5]);
    double h[12];
    if (ax.low == 0 && ay.low == 0 && bx.low == 0 && by.low == 0)
        return cd_expansion_sign(cd_expansion_minor(ax.high, by.high, ay.high, bx.high, h), h);
    return cd_expansion_sign(twice_area(p, p + 2, p + 4, h), h);
}

int cd_orient2d(double ax, double ay, double bx, double by, double cx, double cy)
{
    double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx);
    double determinant = left - right;
    double bound = 4 * ROUNDING * (fabs(left) + fabs(right)) + UNDERFLOW;
    if (determinant > bound)
        return 1;
    if (determinant < -bound)
        return -1;
    const double p[6] = {ax, ay, bx, by, cx, cy};
    return orient2d_exact(p);
}

// ---- space

/// `p` holds a, b, c, d.
static int orient3d_integers(const double p[12])
{
    int exponent = lowest_exponent(p, 12);
    struct cd_big m[3][3], minor, product, sum = {0}, next;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            big_difference(&m[i][j], p[3 * i + j], p[9 + j], exponent);
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        big_minor(&minor, &m[k][0], &m[l][1], &m[k][1], &m[l][0]);
        cd_big_multiply(&product, &m[i][2], &minor);
        cd_big_add(&next, &sum, &product);
        sum = next;
    }
    return sum.sign;
}

static int orient3d_expansions(const double p[12])
{
    const double *points[4] = {p, p + 3, p + 6, p + 9};
    double sums[2][96];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        // The minor of point i: the other three in their order, with alternating signs.
        const double *q = points[i == 0], *r = points[i <= 1 ? 2 : 1], *s = points[i <= 2 ? 3 : 2];
        double area[12], term[24];
        int area_count = twice_area(q, r, s, area);
        int term_count = cd_expansion_scale(area_count, area, i % 2 ? -points[i][2] : points[i][2], term);
        count = cd_expansion_add(count, sums[i % 2], term_count, term, sums[1 - i % 2]);
    }
    return cd_expansion_sign(count, sums[0]);
}

/// The rows of the determinant: coordinates of a - d, b - d, c - d, all exact.
struct differences {
    struct cd_double2 row[3][3];
};

static int differences_expansions(const struct differences *m)
{
    double sums[2][24];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const struct cd_double2 *row = m->row[i], *k = m->row[(i + 1) % 3], *l = m->row[(i + 2) % 3];
        double minor[4], term[8];
        int minor_count = cd_expansion_minor(k[0].high, l[1].high, k[1].high, l[0].high, minor);
        int term_count = cd_expansion_scale(minor_count, minor, row[2].high, term);
        count = cd_expansion_add(count, sums[i % 2], term_count, term, sums[1 - i % 2]);
    }
    return cd_expansion_sign(count, sums[1]);
}

/// The determinant by double-doubles; `*exact` when no low part was needed on the way, as with coordinates of
/// few bits, so that nothing was rounded.
static double differences_double2(const struct differences *m, bool *exact)
{
    struct cd_double2 sum = {0, 0};
    bool lows = false;
    for (int i = 0; i < 3; i++) {
        const struct cd_double2 *row = m->row[i], *k = m->row[(i + 1) % 3], *l = m->row[(i + 2) % 3];
        struct cd_double2 plus = cd_double2_product(k[0], l[1]), minus = cd_double2_product(k[1], l[0]);
        struct cd_double2 minor = cd_double2_difference(plus, minus);
        struct cd_double2 term = cd_double2_product(row[2], minor);
        sum = cd_double2_sum(sum, term);
        lows |= (row[0].low != 0) | (row[1].low != 0) | (row[2].low != 0) | (plus.low != 0) |
                (minus.low != 0) | (minor.low != 0) | (term.low != 0) | (sum.low != 0);
    }
    *exact = !lows;
    return sum.high;
}

static bool same_point(const double *p, const double *q)
{
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

/// True when two points are one or all four have a coordinate in common: what triangles that share vertices
/// and walls along the axes ask often.
static bool plainly_coplanar(const double *a, const double *b, const double *c, const double *d)
{
    for (int i = 0; i < 3; i++)
        if (a[i] == d[i] && b[i] == d[i] && c[i] == d[i])
            return true;
    return same_point(a, d) || same_point(b, d) || same_point(c, d) || same_point(a, b) || same_point(b, c) ||
           same_point(a, c);
}

/// `permanent` is the determinant with every product replaced by its magnitude, from stage 1.
static int __attribute__((noinline)) orient3d_exact(const double p[12], double permanent)
{
    if (plainly_coplanar(p, p + 3, p + 6, p + 9))
        return 0;
    if (!safe_range(p, 12))
        return orient3d_integers(p);
    struct differences m;
    bool all_exact = true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            m.row[i][j] = cd_two_difference(p[3 * i + j], p[9 + j]);
            all_exact &= m.row[i][j].low == 0;
        }
    bool exact;
    double determinant = differences_double2(&m, &exact);
    if (exact || fabs(determinant) > 0x1p-96 * permanent)
        return (determinant > 0) - (determinant < 0);
    return all_exact ? differences_expansions(&m) : orient3d_expansions(p);
}

int cd_orient3d(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c,
                const struct cd_vec3 *d)
{
    double ax = a->x - d->x, ay = a->y - d->y, az = a->z - d->z;
    double bx = b->x - d->x, by = b->y - d->y, bz = b->z - d->z;
    double cx = c->x - d->x, cy = c->y - d->y, cz = c->z - d->z;
    double bxcy = bx * cy, bycx = by * cx, cxay = cx * ay, cyax = cy * ax, axby = ax * by, aybx = ay * bx;
    double determinant = az * (bxcy - bycx) + bz * (cxay - cyax) + cz * (axby - aybx);
    double permanent = fabs(az) * (fabs(bxcy) + fabs(bycx) + UNDERFLOW) +
                       fabs(bz) * (fabs(cxay) + fabs(cyax) + UNDERFLOW) +
                       fabs(cz) * (fabs(axby) + fabs(aybx) + UNDERFLOW);
    double bound = 8 * ROUNDING * permanent + UNDERFLOW;
    if (determinant > bound)
        return 1;
    if (determinant < -bound)
        return -1;
    const double p[12] = {a->x, a->y, a->z, b->x, b->y, b->z, c->x, c->y, c->z, d->x, d->y, d->z};
    return orient3d_exact(p, permanent);
}
