/// Manual pages in the language of man(7), made from the data behind `--help`.
#ifndef CD_BENCH_CLI_MANUAL_H
#define CD_BENCH_CLI_MANUAL_H

#include "bench/cli/command.h"

/// Prints cdbench(1): the commands, the environment and the exit codes.
void cd_print_program_manual(FILE *stream);

/// Prints cdbench-COMMAND(1).
void cd_print_manual(const struct cd_command *command, FILE *stream);

#endif
