#include "bench/progress.h"

#include "base/atomic_file.h"
#include "bench/results.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void note_signal(int signal_number)
{
    (void)signal_number;
    if (interrupted) {
        cd_outputs_remove();
        cd_results_abandon();
        _exit(CD_INTERRUPTED);
    }
    interrupted = 1;
}

void cd_interrupt_install(void)
{
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    CD_ASSERT(!sigaction(SIGINT, &action, NULL));
    CD_ASSERT(!sigaction(SIGTERM, &action, NULL));
}

bool cd_interrupted(void)
{
    return interrupted != 0;
}
