/// The command line, one argument per line. Commands and their options are read but not run.
#include "bench/cli/command.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text;
    struct cd_texts arguments = {0}, operands = {0};
    struct cd_status status = {0};
    for (char *argument; (argument = strsep(&rest, "\n"));)
        cd_texts_add(&arguments, argument);
    char **argv = (char **)(uintptr_t)arguments.items;
    int argc = (int)arguments.count;
    const struct cd_command *command = cd_command_find(argv[0], &status);
    if (!command) {
        fuzz_fine(CD_USAGE, &status);
    } else if (!cd_options_want_help(command, argc, argv)) {
        fuzz_fine(cd_options_parse(command, argc, argv, command->values, command->operands ? &operands : NULL,
                                   &status),
                  &status);
        cd_options_release(command, command->values);
    }
    cd_texts_release(&operands);
    cd_texts_release(&arguments);
    free(text);
    return 0;
}
