/// What this binary was built from and how. Every run records it, because numbers without it cannot be compared. All
/// members are constant texts, never NULL.
#ifndef CD_BENCH_RECORD_BUILD_INFO_H
#define CD_BENCH_RECORD_BUILD_INFO_H

struct cd_build {
    const char *version;          ///< the program's version, such as "1.0.0"
    const char *config;           ///< "release", "debug", "sanitize", "tsan" or "coverage"
    const char *compiler;         ///< the compiler and its version, such as "gcc 12.2.0"
    const char *compiler_command; ///< the word that started it, such as "gcc": the value of `make CC=`
    const char *flags;            ///< the flags of every file, without the include paths
    const char *revision; ///< the git revision, followed by "-dirty" if tracked files differed; or "unknown"
    const char *without;  ///< what was left out for lack of libraries; "" for nothing
};
extern const struct cd_build cd_build;

/// A part of the program that measurements depend on, and a digest of its source; see scripts/sources.
struct cd_part {
    const char *name;   ///< as in texts: "algo=rapid", "motion=tumble", "program=levels"; or "harness"
    const char *digest; ///< 16 hexadecimal digits
};

/// All parts, ended by a NULL name; none if the build did not list them.
extern const struct cd_part cd_sources[];

#endif
