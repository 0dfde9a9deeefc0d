/// The cache: the oracle's answers, builds of other revisions, and whatever else can be made again. Its content
/// is trusted and programs in it are run, so nobody else may have written it.
#ifndef CD_BASE_CACHE_FOLDER_H
#define CD_BASE_CACHE_FOLDER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Writes the path of the user's folder: $CDBENCH_CACHE, else cdbench/ in $XDG_CACHE_HOME or ~/.cache. The
/// folder need not exist. Returns false when the environment names none or the path does not fit.
bool cd_cache_folder(char *folder, size_t bytes);

/// Opens the user's folder, or `below` in it ("builds", "a/b"; NULL for the folder itself), for openat. The
/// caller closes `*folder`. With `make`, folders that are missing are made, for the user alone. The user's
/// folder may be a link, those below may not. CD_ENVIRONMENT when the environment names no folder, or one of
/// them is another user's or may be written by others; CD_IO when it is missing or cannot be opened.
enum cd_code cd_cache_open(const char *below, bool make, int *folder, struct cd_status *status);

/// Opens a file of such a folder for reading; the last part of `path` is its name, and `path` names it in
/// messages. No link is followed. CD_IO when it is missing or cannot be opened; CD_ENVIRONMENT when it is no
/// regular file, another user's, or may be written by others.
enum cd_code cd_cache_open_file(int folder, const char *path, FILE **file, struct cd_status *status);

#endif
