#include "bench/cli/command.h"

static enum cd_code help_run(const struct cd_call *call, struct cd_status *status)
{
    if (!call->operands.count)
        cd_print_overview(stdout);
    for (size_t i = 0; i < call->operands.count; i++) {
        const struct cd_command *command = cd_command_find(call->operands.items[i], status);
        if (!command)
            return CD_USAGE;
        cd_options_print_help(command, stdout);
    }
    return CD_OK;
}

const struct cd_command cd_command_help = {
    .name = "help",
    .title = "print this overview, or the options of a command",
    .operands = "[COMMAND...]",
    .run = help_run,
};
