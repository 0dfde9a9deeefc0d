/// Tests that this machine cannot make.
#ifndef CD_TESTS_SKIP_H
#define CD_TESTS_SKIP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// Ends the test and says why. `tests/run-programs` counts it as skipped.
static inline void test_skip(const char *why)
{
    print_message("skipped: %s\n", why);
    skip();
}

#endif
