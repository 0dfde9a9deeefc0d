/// Exact arithmetic on doubles: sums and products whose rounding errors are kept (Dekker 1971, Knuth 1969),
/// and expansions made of them (Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
/// Geometric Predicates"). Exact as long as nothing overflows or underflows; the caller sees to that.
///
/// An expansion of n components is an array of n doubles, of increasing magnitude and none of them zero, that
/// do not overlap; its value is their sum and its sign that of the last. Zero has no components.
#ifndef CD_GEOM_EXPANSION_H
#define CD_GEOM_EXPANSION_H

#include <math.h>

/// The exact value high + low, where high is that value rounded to a double.
struct cd_double2 {
    double high, low;
};

static inline struct cd_double2 cd_two_sum(double a, double b)
{
    double sum = a + b;
    double b_part = sum - a, a_part = sum - b_part;
    return (struct cd_double2){sum, (a - a_part) + (b - b_part)};
}

/// As cd_two_sum, for |a| >= |b| or a == 0.
static inline struct cd_double2 cd_two_sum_ordered(double a, double b)
{
    double sum = a + b;
    return (struct cd_double2){sum, b - (sum - a)};
}

static inline struct cd_double2 cd_two_difference(double a, double b)
{
    return cd_two_sum(a, -b);
}

#ifdef __FMA__
static inline struct cd_double2 cd_two_product(double a, double b)
{
    double product = a * b;
    return (struct cd_double2){product, fma(a, b, -product)};
}
#else
/// The upper half of a's bits and the rest, whose products with other halves are exact.
static inline struct cd_double2 cd_halves(double a)
{
    double shifted = 0x1.0000002p27 * a;
    double high = shifted - (shifted - a);
    return (struct cd_double2){high, a - high};
}

static inline struct cd_double2 cd_two_product(double a, double b)
{
    double product = a * b;
    struct cd_double2 x = cd_halves(a), y = cd_halves(b);
    double rest = ((product - x.high * y.high) - x.low * y.high) - x.high * y.low;
    return (struct cd_double2){product, x.low * y.low - rest};
}
#endif

/// Writes e + f into h, which has room for e_count + f_count components and is neither of them; returns its
/// number of components. Shewchuk's fast expansion sum with zeros left out.
static inline int cd_expansion_add(int e_count, const double *e, int f_count, const double *f, double *h)
{
    int i = 0, j = 0, count = 0;
    double carried = 0;
    while (i < e_count || j < f_count) {
        double next = j == f_count || (i < e_count && fabs(e[i]) < fabs(f[j])) ? e[i++] : f[j++];
        struct cd_double2 sum = cd_two_sum(carried, next);
        carried = sum.high;
        if (sum.low != 0)
            h[count++] = sum.low;
    }
    if (carried != 0)
        h[count++] = carried;
    return count;
}

/// Writes e * factor into h, which has room for 2 * e_count components and is not e; returns its number of
/// components.
static inline int cd_expansion_scale(int e_count, const double *e, double factor, double *h)
{
    int count = 0;
    double carried = 0;
    for (int i = 0; i < e_count; i++) {
        struct cd_double2 product = cd_two_product(e[i], factor);
        struct cd_double2 sum = cd_two_sum(carried, product.low);
        if (sum.low != 0)
            h[count++] = sum.low;
        sum = cd_two_sum_ordered(product.high, sum.high);
        if (sum.low != 0)
            h[count++] = sum.low;
        carried = sum.high;
    }
    if (carried != 0)
        h[count++] = carried;
    return count;
}

static inline int cd_expansion_sign(int count, const double *e)
{
    return count == 0 ? 0 : e[count - 1] > 0 ? 1 : -1;
}

/// a * b - c * d as an expansion; h has room for 4. Returns the number of components.
static inline int cd_expansion_minor(double a, double b, double c, double d, double h[4])
{
    struct cd_double2 plus = cd_two_product(a, b), minus = cd_two_product(-c, d);
    double e[2], f[2];
    int e_count = 0, f_count = 0;
    if (plus.low != 0)
        e[e_count++] = plus.low;
    if (plus.high != 0)
        e[e_count++] = plus.high;
    if (minus.low != 0)
        f[f_count++] = minus.low;
    if (minus.high != 0)
        f[f_count++] = minus.high;
    return cd_expansion_add(e_count, e, f_count, f, h);
}

// Double-doubles: unlike expansions rounded, to about 2^-104 of the sum of the magnitudes that enter.

static inline struct cd_double2 cd_double2_product(struct cd_double2 a, struct cd_double2 b)
{
    struct cd_double2 p = cd_two_product(a.high, b.high);
    return cd_two_sum_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static inline struct cd_double2 cd_double2_sum(struct cd_double2 a, struct cd_double2 b)
{
    struct cd_double2 s = cd_two_sum(a.high, b.high);
    return cd_two_sum_ordered(s.high, s.low + (a.low + b.low));
}

static inline struct cd_double2 cd_double2_difference(struct cd_double2 a, struct cd_double2 b)
{
    return cd_double2_sum(a, (struct cd_double2){-b.high, -b.low});
}

#endif
