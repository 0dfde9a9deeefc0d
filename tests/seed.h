/// The seed of random tests. Fuzz targets include this, too.
#ifndef CD_TESTS_SEED_H
#define CD_TESTS_SEED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

#include <stdlib.h>

/// CDBENCH_TEST_SEED, or 1. Prints it, so that a failure can be repeated.
static inline uint64_t seed_of_test(void)
{
    const char *text = getenv("CDBENCH_TEST_SEED");
    uint64_t seed = 1;
    if (text && !cd_parse_unsigned(text, &seed))
        fail_msg("CDBENCH_TEST_SEED=%s is not a number", text);
    print_message("CDBENCH_TEST_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

#endif
