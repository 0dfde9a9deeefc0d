// Orientation in stages. A stage runs only if the previous one could not decide:
//   1. doubles with an error bound from the magnitudes of this input (Shewchuk 1997, stage A),
//   2. in space, double-doubles with such a bound, unless products could overflow or underflow,
//   3. integers of many words.
// Comparisons along a direction begin with the second: their callers have a filter. docs/exactness.md derives the bounds.

#include "geom/predicates.h"

#include "base/levels.h"
#include "geom/double2.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Half a unit in the last place of 1: the relative error of one rounding.
#define ROUNDING 0x1p-53

/// Larger than the loss of a product by underflow, and negligible beside normal magnitudes.
#define UNDERFLOW 0x1p-1000

/// The largest error of double-doubles relative to the permanent, with an ample margin.
#define DOUBLE2_ROUNDING 0x1p-96

/// True if products of three of the coordinates, their differences and the rounding errors of all these are doubles:
/// none overflows, and every bit stays above the lowest bit of doubles (3 * (-290 - 52) > -1074).
static bool safe_range(const double *coordinates, int count)
{
    bool safe = true;
    for (int i = 0; i < count; i++) {
        double magnitude = fabs(coordinates[i]);
        safe &= magnitude == 0 || (magnitude > 0x1p-290 && magnitude < 0x1p300);
    }
    return safe;
}

// ---- integers of many words
// In two's complement, the lowest word first: signs need no special care, and the bits of a product beyond the words
// are dropped.

/// All doubles are multiples of 2^-1074 below 2^1024. If numbers have b bits, differences have b + 1, products of three
/// differences 3b + 3, and the sum of six such products 3b + 6, plus a sign.
#define WORDS_MAX ((3 * (1024 + 1074) + 7 + 63) / 64)

/// The size of the integers: each is a double times 2^-bottom.
struct integers {
    int bottom;
    size_t words; ///< of every result
};

/// A double as mantissa * 2^exponent.
struct parts {
    int64_t mantissa;
    int exponent;
};

static struct parts parts_of(double value)
{
    uint64_t bits, hidden = UINT64_C(1) << 52;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    int64_t mantissa = (int64_t)((bits & (hidden - 1)) | (exponent ? hidden : 0));
    return (struct parts){bits >> 63 ? -mantissa : mantissa, (exponent ? exponent : 1) - 1075};
}

/// Chooses the size for determinants of these numbers.
static struct integers integers_for(const double *values, size_t count)
{
    int bottom = 1024, top = -1074;
    for (size_t i = 0; i < count; i++)
        if (values[i] != 0) {
            int lowest = parts_of(values[i]).exponent;
            bottom = lowest < bottom ? lowest : bottom;
            top = lowest + 53 > top ? lowest + 53 : top;
        }
    int bits = top > bottom ? top - bottom : 0;
    return (struct integers){bottom, (size_t)(3 * bits + 7 + 63) / 64};
}

static void set(const struct integers *n, double value, uint64_t *result)
{
    struct parts parts = parts_of(value);
    unsigned shift = parts.mantissa ? (unsigned)(parts.exponent - n->bottom) : 0, first = shift / 64;
    __int128 two_words = parts.mantissa * ((__int128)1 << shift % 64);
    for (size_t i = 0; i < n->words; i++)
        result[i] = i < first || parts.mantissa >= 0 ? 0 : UINT64_MAX;
    result[first] = (uint64_t)two_words;
    result[first + 1] = (uint64_t)(two_words >> 64); // products need more words than this
}

static void subtract(const struct integers *n, const uint64_t *a, const uint64_t *b, uint64_t *result)
{
    unsigned __int128 borrow = 0;
    for (size_t i = 0; i < n->words; i++) {
        unsigned __int128 difference = (unsigned __int128)a[i] - b[i] - borrow;
        result[i] = (uint64_t)difference;
        borrow = difference >> 127;
    }
}

static void add_product(const struct integers *n, const uint64_t *a, const uint64_t *b, uint64_t *sum)
{
    for (size_t i = 0; i < n->words; i++) {
        unsigned __int128 carry = 0;
        for (size_t j = 0; a[i] && i + j < n->words; j++) {
            carry += (unsigned __int128)a[i] * b[j] + sum[i + j];
            sum[i + j] = (uint64_t)carry;
            carry >>= 64;
        }
    }
}

static int sign(const struct integers *n, const uint64_t *a)
{
    uint64_t any = 0;
    for (size_t i = 0; i < n->words; i++)
        any |= a[i];
    return any == 0 ? 0 : a[n->words - 1] >> 63 ? -1 : 1;
}

static void set_difference(const struct integers *n, double a, double b, uint64_t *result)
{
    uint64_t minuend[WORDS_MAX], subtrahend[WORDS_MAX];
    set(n, a, minuend);
    set(n, b, subtrahend);
    subtract(n, minuend, subtrahend, result);
}

/// Returns a * b - c * d.
static void set_minor(const struct integers *n, const uint64_t *a, const uint64_t *b, const uint64_t *c,
                      const uint64_t *d, uint64_t *result)
{
    uint64_t plus[WORDS_MAX], minus[WORDS_MAX];
    memset(plus, 0, n->words * sizeof *plus);
    memset(minus, 0, n->words * sizeof *minus);
    add_product(n, a, b, plus);
    add_product(n, c, d, minus);
    subtract(n, plus, minus, result);
}

// ---- the plane

/// True if two points are equal or all three have a coordinate in common.
static bool plainly_collinear(const double p[6])
{
    bool ac_x = p[0] == p[4], ac_y = p[1] == p[5], bc_x = p[2] == p[4], bc_y = p[3] == p[5];
    return (ac_x && ac_y) || (bc_x && bc_y) || (ac_x && bc_x) || (ac_y && bc_y) ||
           (p[0] == p[2] && p[1] == p[3]);
}

/// `p` contains a, b, c.
static int __attribute__((noinline)) orient2d_exact(const double p[6])
{
    if (plainly_collinear(p))
        return 0;
    struct integers n = integers_for(p, 6);
    uint64_t ax[WORDS_MAX], ay[WORDS_MAX], bx[WORDS_MAX], by[WORDS_MAX], determinant[WORDS_MAX];
    set_difference(&n, p[0], p[4], ax);
    set_difference(&n, p[1], p[5], ay);
    set_difference(&n, p[2], p[4], bx);
    set_difference(&n, p[3], p[5], by);
    set_minor(&n, ax, by, ay, bx, determinant);
    return sign(&n, determinant);
}

CD_LEVELS(int, cd_orient2d)(double ax, double ay, double bx, double by, double cx, double cy)
{
    double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx);
    double determinant = left - right, bound = 4 * ROUNDING * (fabs(left) + fabs(right)) + UNDERFLOW;
    if (determinant > bound)
        return 1;
    if (determinant < -bound)
        return -1;
    return orient2d_exact((const double[6]){ax, ay, bx, by, cx, cy});
}

// ---- space

static bool same_point(const double *p, const double *q)
{
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

/// True if two points are equal or all four have a coordinate in common. This is frequent for triangles that share
/// vertices and for walls along the axes.
static bool plainly_coplanar(const double *a, const double *b, const double *c, const double *d)
{
    for (int i = 0; i < 3; i++)
        if (a[i] == d[i] && b[i] == d[i] && c[i] == d[i])
            return true;
    return same_point(a, d) || same_point(b, d) || same_point(c, d) || same_point(a, b) || same_point(b, c) ||
           same_point(a, c);
}

/// The determinant by double-doubles; 0 if something might not be a double.
static double orient3d_double2(const double p[12])
{
    struct cd_double2 m[3][3], sum = {0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = cd_two_sum(p[3 * i + j], -p[9 + j]);
    for (int i = 0; i < 3; i++) {
        const struct cd_double2 *k = m[(i + 1) % 3], *l = m[(i + 2) % 3];
        struct cd_double2 plus = cd_double2_product(k[0], l[1]), minus = cd_double2_product(k[1], l[0]);
        struct cd_double2 minor = cd_double2_sum(plus, (struct cd_double2){-minus.high, -minus.low});
        sum = cd_double2_sum(sum, cd_double2_product(m[i][2], minor));
    }
    return safe_range(p, 12) ? sum.high : 0;
}

/// `p` contains a, b, c, d; `permanent` is the determinant with every product replaced by its magnitude, from stage 1.
static int __attribute__((noinline)) orient3d_exact(const double p[12], double permanent)
{
    if (plainly_coplanar(p, p + 3, p + 6, p + 9))
        return 0;
    double determinant = orient3d_double2(p);
    if (fabs(determinant) > DOUBLE2_ROUNDING * permanent)
        return determinant > 0 ? 1 : -1;
    struct integers n = integers_for(p, 12);
    uint64_t m[3][3][WORDS_MAX], minor[WORDS_MAX], sum[WORDS_MAX];
    memset(sum, 0, n.words * sizeof *sum);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            set_difference(&n, p[3 * i + j], p[9 + j], m[i][j]);
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        set_minor(&n, m[k][0], m[l][1], m[k][1], m[l][0], minor);
        add_product(&n, m[i][2], minor, sum);
    }
    return sign(&n, sum);
}

CD_LEVELS(int, cd_orient3d)
(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c, const struct cd_vec3 *d)
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

// ---- along a direction

CD_LEVELS(int, cd_compare_along)
(const struct cd_vec3 *direction, const struct cd_vec3 *a, const struct cd_vec3 *b)
{
    const double numbers[9] = {a->x, a->y, a->z, b->x, b->y, b->z, direction->x, direction->y, direction->z};
    // A product to about twice the precision of doubles (Ogita, Rump, Oishi 2005), and a bound on its error.
    double high = 0, low = 0, magnitude = 0;
    for (int i = 0; i < 6; i++) {
        struct cd_double2 product = cd_two_product(numbers[6 + i % 3], i < 3 ? numbers[i] : -numbers[i]),
                          partial = cd_two_sum(high, product.high);
        high = partial.high;
        low += partial.low + product.low;
        magnitude += fabs(product.high);
    }
    double value = high + low;
    if (fabs(value) > 0x1p-52 * fabs(value) + 0x1p-98 * magnitude && safe_range(numbers, 9))
        return value > 0 ? 1 : -1;
    struct integers n = integers_for(numbers, 9);
    uint64_t difference[WORDS_MAX], factor[WORDS_MAX], sum[WORDS_MAX];
    memset(sum, 0, n.words * sizeof *sum);
    for (int i = 0; i < 3; i++) {
        set_difference(&n, numbers[i], numbers[3 + i], difference);
        set(&n, numbers[6 + i], factor);
        add_product(&n, factor, difference, sum);
    }
    return sign(&n, sum);
}
