/// What tests of statistics share: a seed that is printed, numbers drawn with it, and a comparison.
#ifndef CD_TESTS_RANDOM_NUMBERS_H
#define CD_TESTS_RANDOM_NUMBERS_H

#include "base/random.h"
#include "base/text.h"
#include "tests/test.h"

#include <math.h>

static inline uint64_t seed_of_test(void)
{
    const char *text = getenv("CDBENCH_TEST_SEED");
    uint64_t seed = 20240611;
    if (text && !cd_parse_unsigned(text, &seed))
        fail_msg("CDBENCH_TEST_SEED=%s is not a number", text);
    print_message("seed %llu\n", (unsigned long long)seed);
    return seed;
}

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
