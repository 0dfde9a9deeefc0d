/// Output files that appear whole or not at all: everything goes to a file named `<target>.tmp-<number>`, which is renamed
/// to the target once it is on disk.
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
/// program calls `cd_outputs_settle` itself. What SIGKILL leaves under a temporary name may be deleted.
#ifndef CD_BASE_ATOMIC_FILE_H
#define CD_BASE_ATOMIC_FILE_H

#include "base/status.h"

#include <stdio.h>

/// One file being written; opaque. Made by `cd_output_open` or `cd_output_open_private`, gone after
/// `cd_output_commit` or `cd_output_abort`.
struct cd_output;

/// Arranges that unfinished files are settled at exit, and that exceeding the file size limit is a write error
/// instead of a deadly signal. Opening the first file does the same.
void cd_outputs_prepare(void);

/// Begins a file. A target that exists but is not a regular file (/dev/stdout, a pipe) is written to directly;
/// a symbolic link is kept. CD_IO when the folder is missing or may not be written, or the target is a
/// folder; CD_USAGE when the name is empty.
enum cd_code cd_output_open(const char *path, struct cd_output **output, struct cd_status *status);

/// Begins the file that an option names: "-" is standard output, which is flushed instead of closed. Without a
/// path `*output` is NULL.
enum cd_code cd_output_open_option(const char *path, struct cd_output **output, struct cd_status *status);

/// Gives an output that goes to standard output a descriptor of its own, so that only this output still goes there when
/// standard output is redirected. No effect on other outputs. CD_IO if there is none.
enum cd_code cd_output_separate(struct cd_output *output, struct cd_status *status);

/// Begins a private file, which the program keeps for itself: only the user may read and write it, and links
/// are not followed. The file is created in the open folder `folder`, which the caller still owns, under the
/// last part of `path`; messages show all of `path`. Whatever has that name, even a link, is replaced. CD_IO
/// when the folder cannot be written to.
enum cd_code cd_output_open_private(int folder, const char *path, struct cd_output **output,
                                    struct cd_status *status);

/// The stream to write to. It remembers errors; `cd_output_finish` or `cd_output_commit` reports them.
FILE *cd_output_stream(struct cd_output *output);

/// Closes the stream with everything on disk, still under its temporary name. CD_IO names the target when
/// anything could not be written; the caller then aborts.
enum cd_code cd_output_finish(struct cd_output *output, struct cd_status *status);

/// Finishes the file unless that has been done, and renames it to the target. The output and its temporary
/// file are gone afterwards, whether this succeeds or not.
enum cd_code cd_output_commit(struct cd_output *output, struct cd_status *status);

/// Commits files that belong together if `code` is CD_OK: all are finished before the first is renamed. If
/// `code` is a failure, or finishing one of them fails, aborts them all. Returns `code`, or the new failure.
/// Entries may be NULL; afterwards all outputs are gone and all entries NULL.
enum cd_code cd_outputs_commit(struct cd_output **files, size_t count, enum cd_code code,
                               struct cd_status *status);

/// Aborts the output and removes its temporary file. NULL is allowed.
void cd_output_abort(struct cd_output *output);

/// Marks what was written so far as worth keeping: if the program ends before the commit, the file is cut here
/// and renamed to the target. CD_IO as for `cd_output_finish`. Has no effect on a target that is not a regular
/// file.
enum cd_code cd_output_keep(struct cd_output *output, struct cd_status *status);

/// Settles every unfinished file of this process: renames the kept part to the target, or removes the file if
/// nothing was kept. May be called from a signal handler just before `_exit`.
void cd_outputs_settle(void);

#endif
