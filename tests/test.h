/// A test program is a file that includes this one and has tests:
///
///     TEST(touching_triangles_share_a_point)
///     {
///         assert_true(cd_triangles_touch(a, b));
///     }
///
/// They run as one group of cmocka, in the order of their lines. `build/release/tests/geom/test_triangle 'touching*'`
/// runs only those whose names match. Headers that fuzz targets or experiments include, too, do not include this one.
#ifndef CD_TESTS_TEST_H
#define CD_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1 // as gcc says it
#endif
#endif

/// What a file defines if it needs it: what runs once before and after all tests, and before and after each of them.
__attribute__((weak)) void test_set_up(void);
__attribute__((weak)) void test_tear_down(void);
__attribute__((weak)) void test_before(void);
__attribute__((weak)) void test_after(void);
/// Calls `test_add` for tests that come from a table. It runs first.
__attribute__((weak)) void test_list(void);

struct test {
    struct CMUnitTest unit;
    void (*function)(void);
    CMUnitTestFunction of_data; ///< if there is no `function`
    void *data;
    int line;
    struct test *next;
};

static struct test *first_test;

/// Adds a test in the order of lines, whatever the order in which constructors run.
static inline void test_register(struct test *test)
{
    struct test **place = &first_test;
    while (*place && (*place)->line <= test->line)
        place = &(*place)->next;
    test->next = *place;
    *place = test;
}

static char test_row_now[400];

/// Says which row of a table is being tested. If the test fails there, this is printed.
__attribute__((format(printf, 1, 2))) static inline void test_row(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test_row_now, sizeof test_row_now, format, arguments);
    va_end(arguments);
}

static inline void test_run(void **state)
{
    const struct test *test = *state;
    void *data = test->data;
    if (test->function)
        test->function();
    else
        test->of_data(&data);
    *test_row_now = 0;
}

#define TEST(sentence)                                                                                       \
    static void test_##sentence(void);                                                                       \
    __attribute__((constructor)) static void register_##sentence(void)                                       \
    {                                                                                                        \
        static struct test test = {                                                                          \
            {#sentence, test_run, NULL, NULL, &test}, test_##sentence, NULL, NULL, __LINE__, NULL};          \
        test_register(&test);                                                                                \
    }                                                                                                        \
    static void test_##sentence(void)

/// Adds a test after those with `TEST`. The function finds `data` in `*state`. Name and data must live as long as the
/// program.
static inline void test_add(const char *name, CMUnitTestFunction function, const void *data)
{
    struct test *test = malloc(sizeof *test);
    *test = (struct test){.of_data = function, .data = (void *)(uintptr_t)data, .line = INT_MAX};
    test->unit = (struct CMUnitTest){name, test_run, NULL, NULL, test};
    test_register(test);
}

static size_t tests_skipped;

/// Ends the test and says why. `tests/run-programs` counts it as skipped. A program whose tests are all skipped exits with
/// 77.
static inline void test_skip(const char *why)
{
    print_message("skipped: %s\n", why);
    tests_skipped++;
    *test_row_now = 0;
    skip();
}

static inline int run_before(void **state)
{
    (void)state;
    if (test_before)
        test_before();
    return 0;
}

static inline int run_after(void **state)
{
    (void)state;
    if (*test_row_now)
        print_error("    in the row: %s\n", test_row_now);
    *test_row_now = 0;
    if (test_after)
        test_after();
    return 0;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest units[1000];
    size_t count = 0;
    if (test_list)
        test_list();
    for (const struct test *test = first_test; test; test = test->next)
        if (argc < 2 || !fnmatch(argv[1], test->unit.name, 0)) {
            assert_true(count < sizeof units / sizeof *units);
            units[count] = test->unit;
            units[count].setup_func = run_before;
            units[count++].teardown_func = run_after;
        }
    if (!count) {
        fprintf(stderr, "%s: no test matches '%s'\n", argv[0], argc < 2 ? "*" : argv[1]);
        return 64;
    }
    if (test_set_up)
        test_set_up();
    int failed = _cmocka_run_group_tests(program_invocation_short_name, units, count, NULL, NULL);
    if (test_tear_down)
        test_tear_down();
    return failed ? 1 : tests_skipped == count ? 77 : 0;
}

#endif
