/// The two sides of a comparison, from what the user typed to a program that can be run:
///
///     build:PATH                 a cdbench executable, or a folder with one
///     rev:REVISION               a commit of the source tree that contains this program, built when needed
///     algo:NAME[:key=value...]   an algorithm of this program
///     plugin:FILE                this program with a plug-in that only this side loads
///
/// Builds are kept in the cache folder by content, compiler and flags. They appear there whole or not at all, and are
/// never made twice. A cache folder that others may write to is not used (CD_ENVIRONMENT), because programs are run
/// from it.
#ifndef CD_BENCH_COMPARE_SIDE_H
#define CD_BENCH_COMPARE_SIDE_H

#include "base/options.h"
#include "base/progress.h"
#include "base/status.h"

#include <limits.h>
#include <stdbool.h>

/// Characters of an object's name in git, including the NUL, with room for the longer hashes.
#define CD_OBJECT_TEXT 72

enum cd_side_kind { CD_SIDE_BUILD, CD_SIDE_REVISION, CD_SIDE_ALGO, CD_SIDE_PLUGIN };

struct cd_side {
    enum cd_side_kind kind;
    const char *typed;           ///< the user's text, not owned
    const char *value;           ///< after the colon
    char program[PATH_MAX];      ///< the program to run; "" until it is built
    char object[CD_OBJECT_TEXT]; ///< the git object that is or was built; "" if unknown
    bool changed;                ///< `object` is not a commit but files changed since one

    // How the side runs; set by the comparison.
    const char *algo;               ///< replaces the workload's; NULL keeps the workload's
    const struct cd_texts *plugins; ///< that both sides load; NULL for none
    double slow_down;               ///< the share by which every pass is prolonged: `run --slow-down`
};

/// Reads one side and finds out what can be found out without building. CD_USAGE for a wrong word, an unknown revision
/// or a program that is not a cdbench. CD_IO when there is no such program or plug-in. CD_ENVIRONMENT when a revision
/// is asked for and this program is not in a git repository.
enum cd_code cd_side_parse(const char *typed, struct cd_side *side, struct cd_status *status);

/// Builds what has to be built, with the same flags as this program. CD_ENVIRONMENT says what the compiler complained
/// about and where the log is.
enum cd_code cd_side_build(struct cd_side *side, struct cd_progress *progress, struct cd_status *status);

/// Builds the same source with another layout of functions and loops, and makes that the side's program.
/// CD_ENVIRONMENT says why that cannot be done: neither a finished build nor a plug-in has a source.
enum cd_code cd_side_realign(struct cd_side *side, struct cd_progress *progress, struct cd_status *status);

/// True when cd_side_realign can build the side.
bool cd_side_has_source(const struct cd_side *side);

/// True when files under git differ from the commit that is checked out.
bool cd_source_is_dirty(void);

#endif
