/// Runs other programs to their end: cdbench itself, git, make, and those of experiments.
#ifndef CD_BASE_PROCESS_H
#define CD_BASE_PROCESS_H

#include "base/progress.h"
#include "base/status.h"

#include <stdbool.h>

/// The exit code of a program that is missing or lacks a library: the one that shells and the loader use.
#define CD_NOT_STARTED 127

/// How a program ended and what it printed.
struct cd_process {
    int exit_code;       ///< or -1 when a signal ended it
    int signal;          ///< that signal, or 0
    char *output;        ///< all of its standard output; the caller's, by cd_free
    char complaint[300]; ///< the last line of its messages without "cdbench: " and blanks around it
};

/// Runs the program words[0], which is looked for in PATH unless its name has a slash; `words` end with NULL.
/// CD_ENVIRONMENT when it cannot be started. CD_INTERRUPTED after Ctrl-C, which is passed on to the program and, if
/// it has a group of its own, to everything that it started. Any other end counts as success of this function.
/// `process->output` is NULL unless CD_OK is returned.
enum cd_code cd_process_run(const char *const *words, bool own_group, struct cd_progress *progress,
                            struct cd_process *process, struct cd_status *status);

/// Runs two such programs at once on one processor, which the system gives to them in turns of some milliseconds:
/// whatever slows the machine down slows both down. They share a process group of their own. Both `output`s of
/// `processes` are NULL unless CD_OK is returned.
enum cd_code cd_process_run_both(const char *const *const words[2], struct cd_process processes[2],
                                 struct cd_status *status);

#endif
