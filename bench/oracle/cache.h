/// Truths kept on disk, so that each scene is worked out only once. The folder is $CDBENCH_CACHE, else
/// $XDG_CACHE_HOME/cdbench, else ~/.cache/cdbench. A cache that cannot be read or written is treated as no cache:
/// nothing here fails. See docs/oracle.md for the file's layout.
#ifndef CD_BENCH_ORACLE_CACHE_H
#define CD_BENCH_ORACLE_CACHE_H

#include "bench/oracle/truth.h"

/// Writes the path of a truth's file; false when there is no folder for it, or its name is too long.
bool cd_cache_path(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning, char *path,
                   size_t path_bytes);

/// Returns the cached truth. NULL when there is none, or when its file is incomplete or does not fit the scene.
/// `*warning` (may be NULL) gets a line, empty when there is nothing to report. The line names a file that does not
/// fit, or a folder or file that others may have written. The folder is reported only once in a program.
struct cd_truth *cd_cache_read(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                               struct cd_status *warning);

/// Keeps a truth for next time.
void cd_cache_write(const struct cd_scene *scene, const struct cd_truth *truth);

#endif
