/// Output files that appear whole or not at all: everything goes to a temporary file beside the target, which
/// replaces the target only once it is safely on disk.
///
///     struct cd_output *output;
///     if ((code = cd_output_open("out/summary.csv", &output, status)))
///         return code;
///     fprintf(cd_output_stream(output), "a,b\n");
///     return cd_output_commit(output, status);
///
/// Several files that belong together are written first and committed together, by `cd_outputs_commit`, so
/// that a full disk leaves none of them. A temporary file that is still there when the program exits is
/// removed, or put in place with what `cd_output_keep` named worth keeping; a signal handler that ends the
/// program calls `cd_outputs_settle` itself.
#ifndef CD_BASE_ATOMIC_FILE_H
#define CD_BASE_ATOMIC_FILE_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

/// One file being written; opaque. Made by `cd_output_open` or `cd_output_open_private`, gone after
/// `cd_output_commit` or `cd_output_abort`.
struct cd_output;

/// Has unfinished files settled at exit, and a file size limit be an error of writing instead of a deadly
/// signal; the first file does so, too.
void cd_outputs_prepare(void);

/// Begins a file. A target that exists and is no regular file (/dev/stdout, a pipe) is written to directly,
/// and a symbolic link stays one. CD_IO when the folder is missing or may not be written, or the target is a
/// folder; CD_USAGE when the name is empty.
enum cd_code cd_output_open(const char *path, struct cd_output **output, struct cd_status *status);

/// Begins the file that an option names: "-" is standard output, which is flushed instead of closed. Without
/// a path there is none, and `*output` NULL.
enum cd_code cd_output_open_option(const char *path, struct cd_output **output, struct cd_status *status);

/// Begins a private file, one that the program keeps for itself: only the user may read and write it, and no
/// link is followed. Its name is the last part of `path`, which names it in messages, and it lies in the open
/// folder `folder` (not kept). What has the name is replaced, also a link. CD_IO when the folder may not be
/// written.
enum cd_code cd_output_open_private(int folder, const char *path, struct cd_output **output,
                                    struct cd_status *status);

/// Where to write; errors are kept by the stream and found by `cd_output_finish` or `cd_output_commit`.
FILE *cd_output_stream(struct cd_output *output);

/// Closes the stream with everything on disk, still under its temporary name. CD_IO names the target when
/// anything could not be written; the caller then aborts.
enum cd_code cd_output_finish(struct cd_output *output, struct cd_status *status);

/// Finishes where that has not been done and puts the file in the target's place. The output is gone
/// afterwards, and so is the temporary file, whether it succeeds or not.
enum cd_code cd_output_commit(struct cd_output *output, struct cd_status *status);

/// Puts files that belong together in their places where `code` is CD_OK: all are finished before the first
/// is put there. Otherwise, or when one of them fails before that, gives all of them up. Returns `code`, or
/// what went wrong. Entries may be NULL; all outputs are gone afterwards, and the entries NULL.
enum cd_code cd_outputs_commit(struct cd_output **files, size_t count, enum cd_code code,
                               struct cd_status *status);

/// Gives up: removes the temporary file; NULL is allowed.
void cd_output_abort(struct cd_output *output);

/// Says that what was written so far is worth keeping: should the program end before the commit, the file is
/// cut here and put in place. CD_IO as for `cd_output_finish`. Nothing more is promised of a target that is
/// no regular file.
enum cd_code cd_output_keep(struct cd_output *output, struct cd_status *status);

/// Puts every unfinished file of this process in place as far as it is kept, and removes the others; may be
/// called from a signal handler just before `_exit`.
void cd_outputs_settle(void);

/// Has the entries of a folder on disk; where a folder cannot be synchronised nothing is lost. The path is
/// seen from the open folder `at`, or AT_FDCWD.
void cd_synchronise_folder(int at, const char *path);

/// Creates a folder and those above it where they are missing; `*created` (may be NULL) tells whether the
/// last one was. CD_IO names the folder that cannot be made; an empty name is CD_USAGE.
enum cd_code cd_make_folder(const char *path, bool *created, struct cd_status *status);
/// The same with new folders that only the user may enter.
enum cd_code cd_make_private_folder(const char *path, struct cd_status *status);

#endif
