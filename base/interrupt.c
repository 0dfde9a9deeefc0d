#include "base/interrupt.h"

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// How many seconds work may take to stop after it was asked to.
#define PATIENCE 2

static volatile sig_atomic_t interrupted;
static _Atomic enum { AT_ONCE, DEFERRED, WRITING } reaction;
static bool in_haste, has_terminal;
static atomic_bool ending;
static pid_t program; ///< a new child must not speak for it before it handles signals itself
static _Atomic pid_t companion;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM};

enum { SIGNALS = sizeof signals / sizeof *signals };

static sigset_t set_of_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&set, signals[i]);
    return set;
}

void cd_interrupt_hold(void)
{
    sigset_t set = set_of_signals();
    sigprocmask(SIG_BLOCK, &set, NULL);
}

static void say(const char *text)
{
    (void)!write(STDERR_FILENO, text, strlen(text));
}

/// Begins a line of this program. It overwrites the progress or the ^C that may be in that line.
static void say_first(const char *text)
{
    if (has_terminal)
        say("\r\033[K");
    say("cdbench: ");
    say(text);
}

/// Returns only in the one thread that ends the program, with signals blocked. The other threads wait here for the end. A
/// thread that calls this function twice has crashed while it kept what was finished.
static void end_first(int code)
{
    static _Thread_local bool here;
    cd_interrupt_hold();
    if (here)
        _exit(code);
    here = true;
    while (atomic_exchange(&ending, true))
        pause();
}

/// Keeps what is finished and says so. The handlers of `exit` are not called: one may need memory, or a lock that is held.
static _Noreturn void end(int code, const char *line)
{
    end_first(code);
    if (companion && code == CD_INTERRUPTED && !kill(companion, SIGKILL))
        while (waitpid(companion, NULL, 0) > 0 || errno == EINTR)
            ; // it writes nothing more when files are removed
    say_first(line);
    cd_outputs_settle();
    const char *kept = cd_folder_settle();
    say(kept ? "; what was finished is kept in " : "");
    say(kept ? kept : "");
    say("\n");
    _exit(code);
}

void cd_interrupt_end(enum cd_code code, const char *line)
{
    end((int)code, line);
}

static void note_signal(int signal_number, siginfo_t *facts, void *context)
{
    (void)context;
    int saved = errno;
    // Only the watchdog's own SIGALRM counts, not one from elsewhere.
    if (signal_number == SIGALRM && (facts->si_code == SI_USER || reaction != DEFERRED))
        return;
    if (getpid() != program)
        _exit(CD_INTERRUPTED);
    if (signal_number == SIGALRM || reaction == AT_ONCE || (in_haste && reaction == DEFERRED) || interrupted)
        end(CD_INTERRUPTED, "interrupted");
    interrupted = 1;
    if (reaction == DEFERRED)
        alarm(PATIENCE);
    say_first(reaction == WRITING ? "writing the results; once more ends now\n"
                                  : "stopping; once more ends now\n");
    errno = saved;
}

/// The earlier handlers of signals: none, or a sanitizer's.
static struct sigaction former[NSIG];

/// Keeps what was finished, and crashes then as without this handler.
static void note_crash(int signal_number)
{
    if (getpid() == program) {
        end_first(128 + signal_number);
        cd_outputs_settle();
        cd_folder_settle();
    }
    sigaction(signal_number, &former[signal_number], NULL);
    raise(signal_number);
}

static void end_short_of_memory(size_t bytes, const char *line)
{
    (void)bytes;
    if (getpid() == program)
        cd_interrupt_end(CD_ENVIRONMENT, line);
}

void cd_interrupt_install(void)
{
    sigset_t set = set_of_signals();
    struct sigaction action = {.sa_sigaction = note_signal,
                               .sa_flags = SA_RESTART | SA_SIGINFO,
                               .sa_mask = set},
                     hangup;
    program = getpid();
    has_terminal = isatty(STDERR_FILENO);
    cd_memory_set_end(end_short_of_memory);
    // nohup ignores SIGHUP, and it must stay ignored.
    CD_ASSERT(!sigaction(SIGHUP, NULL, &hangup));
    for (size_t i = 0; i < SIGNALS; i++)
        if (signals[i] != SIGHUP || hangup.sa_handler != SIG_IGN)
            CD_ASSERT(!sigaction(signals[i], &action, NULL));
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    struct sigaction crash = {.sa_handler = note_crash, .sa_flags = SA_ONSTACK};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        CD_ASSERT(!sigaction(crashes[i], &crash, &former[crashes[i]]));
    // A reader that leaves early must not make us lose the files that are being written. The parent may have ignored
    // SIGCHLD, and then no child's end would be known.
    CD_ASSERT(signal(SIGPIPE, SIG_IGN) != SIG_ERR && signal(SIGCHLD, SIG_DFL) != SIG_ERR);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void cd_interrupt_defer(bool defer)
{
    reaction = defer ? DEFERRED : AT_ONCE;
    if (!defer)
        alarm(0);
}

void cd_interrupt_hurry(void)
{
    in_haste = true;
}

void cd_interrupt_write(void)
{
    reaction = WRITING;
    alarm(0);
}

void cd_interrupt_take_along(pid_t whom)
{
    companion = whom;
}

bool cd_interrupted(void)
{
    return interrupted != 0;
}
