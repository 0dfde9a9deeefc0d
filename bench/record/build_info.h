/// What this binary was built from and how; every run records it, since a number without it cannot be
/// compared. All of these are constant texts, never NULL.
#ifndef CD_BENCH_RECORD_BUILD_INFO_H
#define CD_BENCH_RECORD_BUILD_INFO_H

/// The version of the program, such as "0.1.0".
const char *cd_version(void);

/// The build configuration: "release", "debug", "sanitize", "tsan" or "coverage".
const char *cd_build_config(void);

/// The compiler and its version, such as "gcc 12.2.0".
const char *cd_build_compiler(void);

/// The word that started it, such as "gcc" or "/opt/gcc-14/bin/gcc": what `make CC=` was given.
const char *cd_build_compiler_command(void);

/// The flags that every file was compiled with, without the include paths.
const char *cd_build_flags(void);

/// The git revision, with "-dirty" behind it when tracked files differed from it, or "unknown" outside git.
const char *cd_build_revision(void);

#endif
