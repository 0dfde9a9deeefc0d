/// Pairs of doubles: sums and products of two doubles whose rounding errors are kept (Knuth 1969), which
/// are exact as long as nothing overflows or underflows, and arithmetic on such pairs.
#ifndef CD_GEOM_DOUBLE2_H
#define CD_GEOM_DOUBLE2_H

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

static inline struct cd_double2 cd_two_product(double a, double b)
{
    double product = a * b;
    return (struct cd_double2){product, fma(a, b, -product)};
}

// Arithmetic on pairs is rounded, to about 2^-104 of the sum of the magnitudes that enter.

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

#endif
