/// A command of the program. One file `cmd_<name>.c` each, whose only trace elsewhere is a line in
/// `commands.def`:
///
///     const struct cd_command cd_command_info = {
///         .name     = "info",
///         .title    = "what a mesh or scene file holds",
///         .operands = "FILE...",
///         .options  = info_options,
///         .run      = info_run,
///     };
#ifndef CD_BENCH_COMMAND_H
#define CD_BENCH_COMMAND_H

#include "base/status.h"
#include "bench/options.h"

struct cd_command {
    const char *name;
    const char *title;               ///< one line, as `help` lists it
    const char *operands;            ///< how the usage line calls them; NULL when there are none
    const struct cd_option *options; ///< ended by CD_OPTION_END; NULL for none
    const char *notes;               ///< what `--help` says below the options, lines as they are; or NULL

    /// Runs with argv[0] being the command's name. Returns the exit code; unless it is CD_OK, `status` holds
    /// the line for the user, or an empty text when everything has been said. Data go to stdout; warnings and
    /// progress to stderr.
    enum cd_code (*run)(int argc, char **argv, struct cd_status *status);
};

#define COMMAND(name) extern const struct cd_command cd_command_##name;
#include "bench/commands.def"
#undef COMMAND

#endif
