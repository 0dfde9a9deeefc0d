#include "bench/progress.h"

#include "base/atomic_file.h"
#include "bench/results.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted, deferring;
static pid_t program; ///< a child between its birth and its own signal handling must not speak for it

static void note_signal(int signal_number)
{
    static const char line[] = "cdbench: interrupted\n";
    (void)signal_number;
    if (deferring && !interrupted) {
        interrupted = 1;
        return;
    }
    if (getpid() == program) {
        cd_outputs_remove();
        cd_results_abandon();
        (void)!write(STDERR_FILENO, line, sizeof line - 1);
    }
    _exit(CD_INTERRUPTED);
}

void cd_interrupt_install(void)
{
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART}, hangup;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaddset(&action.sa_mask, SIGHUP);
    program = getpid();
    CD_ASSERT(!sigaction(SIGINT, &action, NULL));
    CD_ASSERT(!sigaction(SIGTERM, &action, NULL));
    // nohup has it ignored, and wants it to stay so.
    CD_ASSERT(!sigaction(SIGHUP, NULL, &hangup));
    if (hangup.sa_handler != SIG_IGN)
        CD_ASSERT(!sigaction(SIGHUP, &action, NULL));
    // A reader that leaves early must not cost the files that are being written.
    action.sa_handler = SIG_IGN;
    CD_ASSERT(!sigaction(SIGPIPE, &action, NULL));
}

void cd_interrupt_defer(bool defer)
{
    deferring = defer;
}

bool cd_interrupted(void)
{
    return interrupted != 0;
}
