/// Folders: of a few files that appear together or not at all, and the cache.
///
///     static const struct cd_folder_file files[] = {{"rows.csv", write_rows, true},
///                                                   {"facts.json", write_facts, false}};
///     cd_folder_keep("results", "one", files, 2, &rows, status);  // while the work goes on
///     cd_folder_write("results", "one", files, 2, &rows, status); // in the end
///
/// Until then the folder is named `results/.one.tmp-<number>`. If SIGKILL leaves it so, it may be deleted. Only one
/// folder may be in progress at a time.
#ifndef CD_BASE_FOLDER_H
#define CD_BASE_FOLDER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// One file of a folder.
struct cd_folder_file {
    const char *name;
    /// Writes the file; `user` is passed through. The stream remembers errors.
    void (*write)(const void *user, FILE *stream);
    bool grows; ///< each step appends to what the last one wrote instead of writing everything again
};

/// The largest number of files in a folder.
#define CD_FOLDER_FILES 3

/// Creates a folder and its missing parents. `*made` (may be NULL) is the length of the part of the path that names the
/// first one created, 0 if none was missing. CD_IO names the folder that cannot be created; an empty name is CD_USAGE.
/// On failure nothing is left of it.
enum cd_code cd_make_folder(const char *path, size_t *made, struct cd_status *status);

/// Removes the folders that `cd_make_folder` created, if they are empty.
void cd_unmake_folder(const char *path, size_t made);

/// Removes a folder and its content as far as it can, without following links.
void cd_folder_remove(const char *folder);

/// Creates the folder `base` if it is missing, so that a run fails at its beginning and not at its end.
enum cd_code cd_folder_prepare(const char *base, struct cd_status *status);

/// Locks a folder against other processes until `lock` is closed or the process ends. On a file system without
/// locks, `*lock` is -1. CD_IO when another process holds the lock.
enum cd_code cd_folder_lock(const char *folder, int *lock, struct cd_status *status);

/// Keeps what is finished while the work goes on: if the program ends in any way but SIGKILL before `cd_folder_write`,
/// `base/name/` appears as this call left it.
enum cd_code cd_folder_keep(const char *base, const char *name, const struct cd_folder_file *files,
                            size_t count, const void *user, struct cd_status *status);

/// Takes the last step, writes everything to disk and renames the new folder to `base/name/`. On failure
/// nothing is left of it, except what an earlier step kept.
enum cd_code cd_folder_write(const char *base, const char *name, const struct cd_folder_file *files,
                             size_t count, const void *user, struct cd_status *status);

/// Settles the folder in progress: renames what was kept to its final name, or removes the folder. Returns the final
/// path, escaped for display and valid until the program ends, or NULL if nothing was kept; further calls return the
/// same. May be called from a signal handler just before the program ends.
const char *cd_folder_settle(void);

// The cache has the oracle's answers, builds of other revisions, and whatever else can be made again. Its content is
// trusted and programs in it are run, so nobody else may have written it.

/// Writes the path of the user's cache: $CDBENCH_CACHE, else cdbench/ in $XDG_CACHE_HOME or ~/.cache. The
/// folder need not exist. Returns false when the environment names none or the path does not fit.
bool cd_cache_folder(char *folder, size_t bytes);

/// Opens the user's cache, or `below` in it ("builds", "a/b"; NULL for the folder itself), for openat. The
/// caller closes `*folder`. With `make`, folders that are missing are made, for the user alone. The user's
/// folder may be a link, those below may not. CD_ENVIRONMENT when the environment names no folder, or one of
/// them is another user's or may be written by others; CD_IO when it is missing or cannot be opened.
enum cd_code cd_cache_open(const char *below, bool make, int *folder, struct cd_status *status);

/// Opens a file of such a folder for reading; the last part of `path` is its name, and `path` names it in
/// messages. No link is followed. CD_IO when it is missing or cannot be opened; CD_ENVIRONMENT when it is no
/// regular file, another user's, or may be written by others.
enum cd_code cd_cache_open_file(int folder, const char *path, FILE **file, struct cd_status *status);

#endif
