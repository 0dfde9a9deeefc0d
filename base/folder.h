/// Folders of a few files that appear together or not at all.
///
///     static const struct cd_folder_file files[] = {{"rows.csv", write_rows, true},
///                                                   {"facts.json", write_facts, false}};
///     cd_folder_keep("results", "one", files, 2, &rows, status);  // while the work goes on
///     cd_folder_write("results", "one", files, 2, &rows, status); // in the end
///
/// Only one folder may be in progress at a time.
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

/// Creates the folder `base` if it is missing, so that a run fails at its beginning and not at its end.
enum cd_code cd_folder_prepare(const char *base, struct cd_status *status);

/// Keeps what is finished while the work goes on: if the program ends in any way before `cd_folder_write`,
/// `base/name/` appears as this call left it. Until then the folder has another name.
enum cd_code cd_folder_keep(const char *base, const char *name, const struct cd_folder_file *files,
                            size_t count, const void *user, struct cd_status *status);

/// Takes the last step, writes everything to disk and renames the new folder to `base/name/`. On failure
/// nothing is left of it, except what an earlier step kept.
enum cd_code cd_folder_write(const char *base, const char *name, const struct cd_folder_file *files,
                             size_t count, const void *user, struct cd_status *status);

/// Locks a folder against other processes until `lock` is closed or the process ends. On a file system without
/// locks, `*lock` is -1. CD_IO when another process holds the lock.
enum cd_code cd_folder_lock(const char *folder, int *lock, struct cd_status *status);

/// Removes a folder and its content as far as it can, without following links.
void cd_folder_remove(const char *folder);

/// Writes the path of the process's own folder for temporary files into `folder`, which has PATH_MAX bytes. The
/// first call creates it below TMPDIR (/tmp), for the user only; it is removed with its content however the
/// program ends. CD_IO when it cannot be created.
enum cd_code cd_folder_temporary(char *folder, struct cd_status *status);

/// Settles the folder in progress: renames what was kept to its final name, or removes the folder; and removes
/// the temporary folder. Returns the final path, escaped for display and valid until the program ends, or NULL
/// if nothing was kept; further calls return the same. May be called from a signal handler just before the
/// program ends.
const char *cd_folder_settle(void);

#endif
