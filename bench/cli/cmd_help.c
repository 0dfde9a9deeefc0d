#include "bench/cli/command.h"

static enum cd_code help_run(int argc, char **argv, struct cd_status *status)
{
    struct cd_texts operands = {0};
    enum cd_code code = cd_options_parse(&cd_command_help, argc, argv, NULL, &operands, status);
    if (!code && !operands.count)
        cd_print_overview(stdout);
    for (size_t i = 0; !code && i < operands.count; i++) {
        const struct cd_command *command = cd_command_find(operands.items[i]);
        if (command)
            cd_options_print_help(command, stdout);
        else
            code = cd_fail_unknown_command(operands.items[i], status);
    }
    cd_texts_release(&operands);
    return code;
}

const struct cd_command cd_command_help = {
    .name = "help",
    .title = "this overview, or a command's options",
    .operands = "[COMMAND...]",
    .run = help_run,
};
