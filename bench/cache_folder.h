/// Where things are kept that can be made again: the oracle's answers, builds of other revisions.
#ifndef CD_BENCH_CACHE_FOLDER_H
#define CD_BENCH_CACHE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/// Writes the path of the user's folder: $CDBENCH_CACHE, else cdbench/ in $XDG_CACHE_HOME or ~/.cache. It
/// need not exist. False when the environment names none or there is no room.
bool cd_cache_folder(char *folder, size_t bytes);

#endif
