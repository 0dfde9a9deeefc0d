#include "base/levels.h"

#ifndef CD_LEVEL

unsigned cd_level(void)
{
    return 0;
}

#else

#include "base/status.h"

#include <cpuid.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Runs before other constructors: all other code may have instructions of v2.
__attribute__((constructor(101), target("arch=x86-64"))) static void refuse_older_processors(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
        return;
    fputs("cdbench: this processor is older than x86-64-v2; build with march=x86-64\n", stderr);
    _exit(CD_ENVIRONMENT);
}

static bool has_v3(void)
{
    unsigned a, b, c, d, extended;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !__get_cpuid(0x80000001, &a, &b, &extended, &d))
        return false;
    return c & bit_MOVBE && c & bit_F16C && extended & bit_LZCNT && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

static bool has_v4(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

unsigned cd_level(void)
{
    __builtin_cpu_init();
    unsigned level = !has_v3() ? 2 : !has_v4() ? 3 : 4;
    const char *text = getenv("CDBENCH_LEVEL");
    unsigned most = text && (*text == '2' || *text == '3') ? (unsigned)(*text - '0') : level;
    return most < level ? most : level;
}

#endif
