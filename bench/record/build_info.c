#include "bench/record/build_info.h"

#include <stddef.h>

// Only this file is compiled with these. The Makefile rebuilds it when one of them changes.
#ifndef CD_VERSION
#define CD_VERSION       "unknown"
#define CD_BUILD_CONFIG  "unknown"
#define CD_BUILD_CC      "cc"
#define CD_BUILD_FLAGS   "unknown"
#define CD_BUILD_GIT     "unknown"
#define CD_BUILD_WITHOUT ""
#endif

const struct cd_build cd_build = {
    .version = CD_VERSION,
    .config = CD_BUILD_CONFIG,
#ifdef __clang__
    .compiler = "clang " __clang_version__,
#else
    .compiler = "gcc " __VERSION__,
#endif
    .compiler_command = CD_BUILD_CC,
    .flags = CD_BUILD_FLAGS,
    .revision = CD_BUILD_GIT,
    .without = CD_BUILD_WITHOUT,
};

const struct cd_part cd_sources[] = {
#ifdef CD_BUILD_SOURCES
#include CD_BUILD_SOURCES
#endif
    {NULL, NULL},
};
