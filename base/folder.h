/// Folders of a few files that appear together or not at all.
///
///     static const struct cd_folder_file files[] = {{"rows.csv", write_rows, true},
///                                                   {"facts.json", write_facts, false}};
///     cd_folder_keep("results", "one", files, 2, &rows, status);  // while the work goes on
///     cd_folder_write("results", "one", files, 2, &rows, status); // in the end
///
/// One folder is under way at a time.
#ifndef CD_BASE_FOLDER_H
#define CD_BASE_FOLDER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// One file of a folder.
struct cd_folder_file {
    const char *name;
    /// Writes the file; `user` is handed on. The stream keeps errors.
    void (*write)(const void *user, FILE *stream);
    bool grows; ///< each step adds to what the one before wrote, instead of writing everything anew
};

/// Most files of a folder.
#define CD_FOLDER_FILES 3

/// Makes the folder `base` where it is missing, so that a run does not find out at its end that it cannot.
enum cd_code cd_folder_prepare(const char *base, struct cd_status *status);

/// Keeps what is finished while the work goes on: should the program end before `cd_folder_write`, whichever
/// way, `base/name/` is put in place as this call left it. Until then it has another name.
enum cd_code cd_folder_keep(const char *base, const char *name, const struct cd_folder_file *files,
                            size_t count, const void *user, struct cd_status *status);

/// Takes the last step and puts the new folder `base/name/` in place, everything being on disk. On failure
/// nothing is left of it, unless something was kept before this step, which then stays kept.
enum cd_code cd_folder_write(const char *base, const char *name, const struct cd_folder_file *files,
                             size_t count, const void *user, struct cd_status *status);

/// Keeps other processes from a folder until `lock` is closed, which the end of the process does too, however it ends. A
/// file system without locks does without, and `lock` may be -1. CD_IO where another process has it.
enum cd_code cd_folder_lock(const char *folder, int *lock, struct cd_status *status);

/// Removes a folder with all that is in it, following no link; as far as it can.
void cd_folder_remove(const char *folder);

/// Writes the path of the process's own folder for temporary files, which only the user may enter: below
/// TMPDIR (/tmp), made by the first call, and removed with all that is in it when the program ends, whichever
/// way. `folder` has PATH_MAX bytes. CD_IO where it cannot be made.
enum cd_code cd_folder_temporary(char *folder, struct cd_status *status);

/// Puts the folder in place as far as it is kept, or removes it, and removes the temporary one. Returns the
/// path of the first as people are shown it, which stays valid, or NULL where nothing was kept; again the
/// same when called again. May be called from a signal handler just before the program ends.
const char *cd_folder_settle(void);

#endif
