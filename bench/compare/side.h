/// The two sides of a comparison, from what the user typed to a program that can be run:
///
///     build:PATH                 a cdbench executable, or a folder with one
///     rev:REVISION               a commit of the source tree that this program lies in, built when needed
///     algo:NAME[:key=value...]   an algorithm of this program
#ifndef CD_BENCH_COMPARE_SIDE_H
#define CD_BENCH_COMPARE_SIDE_H

#include "bench/compare/source_build.h"

enum cd_side_kind { CD_SIDE_BUILD, CD_SIDE_REVISION, CD_SIDE_ALGO };

struct cd_side {
    enum cd_side_kind kind;
    const char *typed;           ///< the user's text, not owned
    const char *value;           ///< behind the colon
    char program[PATH_MAX];      ///< what is run; "" until it is built
    char object[CD_OBJECT_TEXT]; ///< in git, of what is or was built; "" where that is not known
    bool changed;                ///< `object` is no commit but files that were changed since
    char realigned[PATH_MAX];    ///< the same source built with another alignment; "" until then
};

/// Reads one side and finds out what can be found out without building. CD_USAGE for a wrong word, an unknown
/// revision or a program that is no cdbench, CD_IO when there is no such program, CD_ENVIRONMENT where a
/// revision is asked for and this program lies in no git repository.
enum cd_code cd_side_parse(const char *typed, struct cd_side *side, struct cd_status *status);

/// Builds what has to be built, with flags equal to this program's (source_build.h).
enum cd_code cd_side_build(struct cd_side *side, struct cd_progress *progress, struct cd_status *status);

/// Builds the same source with functions and loops laid out otherwise, into `realigned`. CD_ENVIRONMENT says
/// why that cannot be done: a finished build has no source.
enum cd_code cd_side_realign(struct cd_side *side, struct cd_progress *progress, struct cd_status *status);

#endif
