// The program. Finds the command, runs it and turns its code into the exit status.
#include "algos/driver/plugin.h"
#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/program_file.h"
#include "base/terminal.h"
#include "base/thread_state.h"
#include "bench/cli/command.h"
#ifdef CD_MPI
#include "bench/ranks/ranks.h"
#endif

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum cd_code run_command(int argc, char **argv, struct cd_status *status)
{
    const char *name = argv[0];
    if (!strcmp(name, "--version") || !strcmp(name, "-V"))
        name = "version";
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    const struct cd_command *command = cd_command_find(name, status);
    if (!command)
        return CD_USAGE;
    if (cd_options_want_help(command, argc, argv)) {
        cd_options_print_help(command, stdout);
        return CD_OK;
    }
    struct cd_call call = {.argc = argc, .argv = argv, .values = command->values};
    enum cd_code code =
        cd_options_parse(command, argc, argv, call.values, command->operands ? &call.operands : NULL, status);
    if (!code)
        code = command->run(&call, status);
    cd_texts_release(&call.operands);
    cd_options_release(command, call.values);
    return code;
}

/// Makes sure that output that never reached its file does not look like success.
static enum cd_code close_output(enum cd_code code, struct cd_status *status)
{
    struct cd_status flushing;
    enum cd_code flushed = cd_flush_stdout(&flushing);
    if (!flushed || (code && *status->text))
        return code;
    *status = flushing;
    return flushed;
}

int main(int argc, char **argv)
{
    struct cd_status status = {CD_OK, ""};
    cd_thread_restore(); // a library that is loaded with the program may have changed it
    if (cd_stack_claim(&status)) {
        fprintf(stderr, "cdbench: %s\n", status.text);
        return (int)status.code;
    }
    cd_interrupt_hold();
#ifdef CD_MPI
    if (!cd_ranks_start(&argc, &argv)) { // signals stay on hold: rank 0 says when to end
        cd_ranks_follow();
        cd_ranks_finish();
        return CD_OK;
    }
    cd_interrupt_hurry(); // mpirun kills ranks a quarter of a second after asking them to end
#endif
    cd_plugin_note_changes("a library of the program");
    cd_interrupt_install();
    if (argc < 2) {
        cd_print_overview(stderr);
        return CD_USAGE;
    }
    enum cd_code code = close_output(run_command(argc - 1, argv + 1, &status), &status);
    if (code && *status.text)
        fprintf(stderr, "cdbench: %s\n", status.text);
#ifdef CD_MPI
    cd_ranks_finish();
#endif
#ifndef CD_SLOW_BUILD // sanitizers and coverage report when the program exits
    fflush(NULL);
    cd_outputs_settle();
    cd_folder_settle();
    _exit((int)code); // the destructors of plug-ins do not run: one that crashes would spoil right results
#endif
    return (int)code;
}
