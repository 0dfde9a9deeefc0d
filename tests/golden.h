/// Texts that are compared with a file, so that each of their characters is checked.
#ifndef CD_TESTS_GOLDEN_H
#define CD_TESTS_GOLDEN_H

#include "tests/test.h"

/// Fails with the first line of a text that differs from those of a file, in which SCRATCH stands for `scratch` (NULL
/// for nothing). With CDBENCH_TEST_WRITE=1 the file is written anew, to be read before it is kept.
static inline void assert_golden(const char *path, const char *text, const char *scratch)
{
    FILE *file = fopen(path, getenv("CDBENCH_TEST_WRITE") ? "w+" : "r");
    char expected[4000], *kept = malloc(strlen(text) + 1), *at;
    size_t number = 1, length = scratch ? strlen(scratch) : 0;
    assert_non_null(file);
    strcpy(kept, text);
    while (scratch && (at = strstr(kept, scratch))) {
        memcpy(at, "SCRATCH", 7);
        memmove(at + 7, at + length, strlen(at + length) + 1);
    }
    if (getenv("CDBENCH_TEST_WRITE"))
        fputs(kept, file);
    rewind(file);
    for (at = kept; fgets(expected, sizeof expected, file); at += strcspn(at, "\n") + 1, number++)
        if (strncmp(at, expected, strlen(expected)) != 0)
            fail_msg("%s:%zu: '%.*s'", path, number, (int)strcspn(at, "\n"), at);
    assert_int_equal(*at, 0);
    fclose(file);
    free(kept);
}

#endif
