/// Builds of the source tree that this program lies in, as git has it at some commit or as it is now. They
/// are kept in the cache folder by content, compiler and flags, appear there whole or not at all, and are
/// never built twice.
#ifndef CD_BENCH_COMPARE_SOURCE_BUILD_H
#define CD_BENCH_COMPARE_SOURCE_BUILD_H

#include "base/progress.h"
#include "base/status.h"

#include <limits.h>
#include <stdbool.h>

/// Characters of an object's name in git with the NUL, with room for the longer hashes.
#define CD_OBJECT_TEXT 72

/// Where functions and loops begin. The second one moves nearly all of them.
enum cd_alignment { CD_ALIGNED_AS_HERE, CD_ALIGNED_OTHERWISE };

/// The commit that a revision such as "HEAD~3" or "v1.0" names. CD_ENVIRONMENT when this program lies in no
/// source tree under git, or there is no git; CD_USAGE when there is no such revision.
enum cd_code cd_source_commit(const char *revision, char object[CD_OBJECT_TEXT], struct cd_status *status);

/// What this program was built from: its commit or, where files differed from it, the tree as it is now with
/// every file that git does not ignore. `*changed` tells which. Failures as above.
enum cd_code cd_source_of_program(char object[CD_OBJECT_TEXT], bool *changed, struct cd_status *status);

/// True when files under git differ from the commit that is checked out.
bool cd_source_is_dirty(void);

/// Builds `object` with the flags of this program, unless that has been done before, and writes the path of
/// the executable. A cache folder that others may write to is not used (CD_ENVIRONMENT), since programs are
/// run from it. CD_ENVIRONMENT also says what the compiler complained of and where the log is.
enum cd_code cd_source_build(const char *object, enum cd_alignment alignment, struct cd_progress *progress,
                             char program[PATH_MAX], struct cd_status *status);

#endif
