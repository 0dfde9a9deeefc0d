/// What tests of statistics share: random numbers, and a comparison.
#ifndef CD_TESTS_RANDOM_NUMBERS_H
#define CD_TESTS_RANDOM_NUMBERS_H

#include "base/random.h"
#include "tests/seed.h"
#include "tests/test.h"

#include <math.h>

static inline void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.10g is not %.10g +- %g", value, expected, tolerance);
}

/// A normally distributed number, as the sum of twelve uniform ones.
static inline double draw_normal(struct cd_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += cd_random_unit(random);
    return sum;
}

#endif
