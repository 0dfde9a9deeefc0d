#include "bench/cli/command.h"

struct help_values {
    bool man;
    int completion; ///< 0 none, 1 for bash, 2 for zsh
};

static const struct cd_option help_options[] = {
    {"man", CD_OPTION_FLAG, NULL, offsetof(struct help_values, man), 0, 0, NULL},
    {"completion", CD_OPTION_CHOICE, "none|bash|zsh", offsetof(struct help_values, completion), 0, 0, NULL},
    CD_OPTION_END,
};

static enum cd_code help_run(const struct cd_call *call, struct cd_status *status)
{
    const struct help_values *values = call->values;
    if (values->completion)
        return cd_print_completion(values->completion == 2, stdout, status);
    if (!call->operands.count && values->man)
        cd_print_program_manual(stdout);
    else if (!call->operands.count)
        cd_print_overview(stdout);
    for (size_t i = 0; i < call->operands.count; i++) {
        const struct cd_command *command = cd_command_find(call->operands.items[i], status);
        if (!command)
            return CD_USAGE;
        (values->man ? cd_print_manual : cd_options_print_help)(command, stdout);
    }
    return CD_OK;
}

const struct cd_command cd_command_help = {
    .name = "help",
    .title = "print this overview, or the options of a command",
    .operands = "[COMMAND...]",
    .options = help_options,
    .values = &(struct help_values){0},
    .run = help_run,
};
