/// The two sides of a comparison, from what the user typed to a program that can be run:
///
///     build:PATH                 a cdbench executable, or a folder with one
///     rev:REVISION               a commit of the source tree that this program lies in, built when needed
///     algo:NAME[:key=value...]   an algorithm of this program
///     plugin:FILE                this program with a plug-in of this side alone
///
/// Builds are kept in the cache folder by content, compiler and flags, appear there whole or not at all, and
/// are never made twice. A cache folder that others may write to is not used (CD_ENVIRONMENT), since programs
/// are run from it.
#ifndef CD_BENCH_COMPARE_SIDE_H
#define CD_BENCH_COMPARE_SIDE_H

#include "base/options.h"
#include "base/progress.h"
#include "base/status.h"

#include <limits.h>
#include <stdbool.h>

/// Characters of an object's name in git with the NUL, with room for the longer hashes.
#define CD_OBJECT_TEXT 72

enum cd_side_kind { CD_SIDE_BUILD, CD_SIDE_REVISION, CD_SIDE_ALGO, CD_SIDE_PLUGIN };

struct cd_side {
    enum cd_side_kind kind;
    const char *typed;           ///< the user's text, not owned
    const char *value;           ///< behind the colon
    char program[PATH_MAX];      ///< what is run; "" until it is built
    char object[CD_OBJECT_TEXT]; ///< in git, of what is or was built; "" where that is not known
    bool changed;                ///< `object` is no commit but files that were changed since

    // How it runs, which the comparison says.
    const char *algo;               ///< instead of the workload's; NULL for that
    const struct cd_texts *plugins; ///< that both sides load; NULL for none
    double slow_down;               ///< the share by which every pass is prolonged: `run --slow-down`
};

/// Reads one side and finds out what can be found out without building. CD_USAGE for a wrong word, an unknown
/// revision or a program that is no cdbench, CD_IO when there is no such program or plug-in, CD_ENVIRONMENT where
/// a revision is asked for and this program lies in no git repository.
enum cd_code cd_side_parse(const char *typed, struct cd_side *side, struct cd_status *status);

/// Builds what has to be built, with flags equal to this program's. CD_ENVIRONMENT says what the compiler
/// complained of and where the log is.
enum cd_code cd_side_build(struct cd_side *side, struct cd_progress *progress, struct cd_status *status);

/// Builds the same source with functions and loops laid out otherwise, and makes that the side's program.
/// CD_ENVIRONMENT says why that cannot be done: a finished build has no source, nor has a plug-in.
enum cd_code cd_side_realign(struct cd_side *side, struct cd_progress *progress, struct cd_status *status);

/// Whether cd_side_realign can build it.
bool cd_side_has_source(const struct cd_side *side);

/// True when files under git differ from the commit that is checked out.
bool cd_source_is_dirty(void);

#endif
