/// A command of the program. Each command is one file, `cmd_<name>.c`. Its only trace elsewhere is a line in
/// `commands.def`:
///
///     const struct cd_command cd_command_info = {
///         .name     = "info",
///         .title    = "what a mesh or scene file holds",
///         .operands = "FILE...",
///         .options  = info_options,
///         .run      = info_run,
///     };
#ifndef CD_BENCH_CLI_COMMAND_H
#define CD_BENCH_CLI_COMMAND_H

#include "algos/sink.h"
#include "base/options.h"
#include "scenes/scene.h"

#define COMMAND(name) extern const struct cd_command cd_command_##name;
#include "bench/cli/commands.def"
#undef COMMAND

/// The i-th command in the order of the help; NULL past the end.
const struct cd_command *cd_command_at(size_t i);

/// The command of this name; NULL and CD_USAGE, with the nearest name, when there is none.
const struct cd_command *cd_command_find(const char *name, struct cd_status *status);

/// Fails with CD_USAGE because no choice is meant for the scene and the query.
enum cd_code cd_fail_without_choices(const struct cd_scene *scene, enum cd_query query,
                                     struct cd_status *status);

/// The lines that say how to begin, and the text after "Exit codes: " that says what each exit code means.
extern const char cd_first_commands[], cd_exit_codes[];

/// What `list` lists, between bars.
extern const char cd_list_kinds[];

/// Prints what the program is for, its commands and its exit codes.
void cd_print_overview(FILE *stream);

/// Prints cdbench(1): the commands, the environment and the exit codes.
void cd_print_program_manual(FILE *stream);

/// Prints cdbench-COMMAND(1).
void cd_print_manual(const struct cd_command *command, FILE *stream);

/// Prints the file that bash or zsh reads to complete `cdbench`; zsh runs bash's function. The file contains the names
/// of the algorithms, scenes and papers that this program finds now. CD_IO when it finds no papers.
enum cd_code cd_print_completion(bool zsh, FILE *stream, struct cd_status *status);

#endif
