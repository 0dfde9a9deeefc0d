/// Programs that this one starts: gnuplot, and those of experiments.
#ifndef CD_BASE_CHILD_H
#define CD_BASE_CHILD_H

#include "base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/// Starts a program, looked for in PATH unless its name has a slash. `words` end with NULL; `input` may be
/// NULL for nothing to read. With a group of its own, kill(-*child) reaches all that it starts in turn, and
/// Ctrl-C at the terminal none of it. Returns 0, or errno where it cannot be started. The caller waits for
/// it.
int cd_child_start(const char *program, char *const *words, FILE *input, FILE *output, FILE *messages,
                   bool own_group, pid_t *child);

/// Waits for the end of `child`, whose result waitpid explains. Ctrl-C is passed on as `signal` to `whom`, a
/// process or the negative of a group, since this program may be the only one that it reached; what does not
/// heed it for a second is killed, and so is one that still runs when a signal ends this program.
int cd_child_wait(pid_t child, pid_t whom, int signal, struct cd_progress *progress);

/// The text of a file from its beginning, the caller's to free.
char *cd_child_text(FILE *file);

/// The last line of a file that is not empty.
void cd_child_last_line(FILE *file, char *line, size_t bytes);

#endif
