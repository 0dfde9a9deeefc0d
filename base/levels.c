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

unsigned cd_level(void)
{
    __builtin_cpu_init();
    const char *text = getenv("CDBENCH_LEVEL");
    return has_v3() && !(text && *text == '2') ? 3 : 2;
}

#endif
