/// How much a test tries. `make test-all` sets CDBENCH_TEST_ALL and has time for everything. `make check` and `make
/// test` try fewer random inputs and combinations, but some of each kind. `make test` sets CDBENCH_TEST_SHORT: slow
/// builds, such as sanitized ones, try even less. With the value `check`, every build does.
#ifndef CD_TESTS_EFFORT_H
#define CD_TESTS_EFFORT_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Sanitizers and missing optimisation make tests ten times slower or more, so these builds get a tenth of many inputs.
#ifdef CD_SLOW_BUILD
#define SLOW 10
#else
#define SLOW 1
#endif

static inline bool test_tries_all(void)
{
    return getenv("CDBENCH_TEST_ALL") != NULL;
}

static inline bool test_is_short(void)
{
    const char *effort = getenv("CDBENCH_TEST_SHORT");
    return effort && (SLOW > 1 || !strcmp(effort, "check"));
}

/// True when the test should leave out this number of threads: in `make test`, ThreadSanitizer runs only what can race.
static inline bool test_leaves_out(unsigned threads)
{
#ifdef CD_SEEKS_RACES
    return threads == 1 && test_is_short();
#else
    return (void)threads, false;
#endif
}

/// `all` when the test tries everything, otherwise `some`.
static inline int test_amount(int all, int some)
{
    return test_tries_all() ? all : some;
}

#endif
