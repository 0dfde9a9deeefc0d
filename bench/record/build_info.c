#include "bench/record/build_info.h"

// The only file that is compiled with these; the Makefile rebuilds it when one of them changes.
#ifndef CD_VERSION
#define CD_VERSION "unknown"
#endif
#ifndef CD_BUILD_CONFIG
#define CD_BUILD_CONFIG "unknown"
#endif
#ifndef CD_BUILD_CC
#define CD_BUILD_CC "cc"
#endif
#ifndef CD_BUILD_FLAGS
#define CD_BUILD_FLAGS "unknown"
#endif
#ifndef CD_BUILD_GIT
#define CD_BUILD_GIT "unknown"
#endif

const char *cd_version(void)
{
    return CD_VERSION;
}

const char *cd_build_config(void)
{
    return CD_BUILD_CONFIG;
}

const char *cd_build_compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

const char *cd_build_compiler_command(void)
{
    return CD_BUILD_CC;
}

const char *cd_build_flags(void)
{
    return CD_BUILD_FLAGS;
}

const char *cd_build_revision(void)
{
    return CD_BUILD_GIT;
}
