/// All commands of the program.
#ifndef CD_BENCH_CLI_COMMANDS_H
#define CD_BENCH_CLI_COMMANDS_H

#include "bench/cli/command.h"

#include <stdio.h>

/// The i-th command in the order of the help, NULL past the end; and by name.
const struct cd_command *cd_command_at(size_t i);
const struct cd_command *cd_command_find(const char *name);

/// CD_USAGE with the nearest name.
enum cd_code cd_fail_unknown_command(const char *name, struct cd_status *status);

/// What the program is for, its commands and its exit codes.
void cd_print_overview(FILE *stream);

#endif
