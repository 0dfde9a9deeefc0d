/// Programs that this one starts: gnuplot, and those of experiments.
#ifndef CD_BENCH_REPRODUCE_CHILD_H
#define CD_BENCH_REPRODUCE_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/// Starts a program, looked for in PATH unless its name has a slash. `words` end with NULL; `input` may be
/// NULL for nothing to read. With a group of its own, kill(-*child) reaches all that it starts in turn, and
/// Ctrl-C at the terminal none of it. Returns 0, or errno where it cannot be started. The caller waits for
/// it.
int cd_child_start(const char *program, char *const *words, FILE *input, FILE *output, FILE *messages,
                   bool own_group, pid_t *child);

#endif
