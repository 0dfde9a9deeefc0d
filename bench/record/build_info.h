/// What this binary was built from and how; every run records it, since a number without it cannot be
/// compared. All of these are constant texts, never NULL.
#ifndef CD_BENCH_RECORD_BUILD_INFO_H
#define CD_BENCH_RECORD_BUILD_INFO_H

struct cd_build {
    const char *version;          ///< of the program, such as "0.1.0"
    const char *config;           ///< "release", "debug", "sanitize", "tsan" or "coverage"
    const char *compiler;         ///< and its version, such as "gcc 12.2.0"
    const char *compiler_command; ///< the word that started it, such as "gcc": what `make CC=` was given
    const char *flags;            ///< that every file was compiled with, without the include paths
    const char *revision; ///< of git, with "-dirty" behind it when tracked files differed, or "unknown"
};
extern const struct cd_build cd_build;

/// A part of the program that measurements rest on, and a digest of its source: scripts/sources.
struct cd_part {
    const char *name; ///< as texts ask for it: "algo=rapid", "motion=tumble", "program=levels"; or "harness"
    const char *digest; ///< 16 hexadecimal digits
};

/// All of them, ended by a name of NULL; none where the build did not say.
extern const struct cd_part cd_sources[];

#endif
