#include "base/interrupt.h"

#include "base/activity.h"
#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// How long work may take to stop after it was asked to.
#define PATIENCE_MS 1700

static volatile sig_atomic_t interrupted;
static _Atomic enum { AT_ONCE, DEFERRED, WRITING } reaction;
static bool in_haste;
static atomic_bool ending;
static timer_t watchdog;
static pid_t program; ///< a new child must not speak for it before it handles signals itself
static bool has_terminal;
static _Atomic pid_t companion;

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

/// Settles files and folders and completes the program's last line.
static void settle(void)
{
    cd_outputs_settle();
    const char *kept = cd_folder_settle();
    if (kept) {
        say("; what was finished is kept in ");
        say(kept);
    }
    say("\n");
}

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

/// Returns only in the one thread that ends the program. The other threads wait here for the end. Signals must be
/// blocked. A thread that calls this function twice has crashed while it kept what was finished.
static void end_first(int code)
{
    static _Thread_local bool here;
    if (here)
        _exit(code);
    here = true;
    while (atomic_exchange(&ending, true))
        pause();
}

static void end_interrupted(void)
{
    if (getpid() != program)
        _exit(CD_INTERRUPTED);
    end_first(CD_INTERRUPTED);
    if (companion && !kill(companion, SIGKILL))
        while (waitpid(companion, NULL, 0) > 0 || errno == EINTR)
            ; // it writes nothing more when files are removed
    say_first("interrupted");
    settle();
    _exit(CD_INTERRUPTED);
}

/// Starts the timer; 0 milliseconds stop it.
static void start_timer(timer_t timer, long milliseconds)
{
    struct itimerspec span = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}};
    timer_settime(timer, 0, &span, NULL);
}

/// Only the watchdog's own SIGALRM counts, not one from elsewhere.
static bool is_for_us(int signal_number, const siginfo_t *facts)
{
    return signal_number != SIGALRM || (facts->si_code == SI_TIMER && reaction == DEFERRED);
}

static void react(int signal_number)
{
    if (signal_number == SIGALRM || reaction == AT_ONCE || (in_haste && reaction == DEFERRED) ||
        interrupted || getpid() != program) {
        end_interrupted();
        return;
    }
    interrupted = 1;
    if (reaction == WRITING) {
        say_first("writing the results; once more ends now\n");
        return;
    }
    say_first("stopping; once more ends now\n");
    start_timer(watchdog, PATIENCE_MS);
}

static void note_signal(int signal_number, siginfo_t *facts, void *context)
{
    (void)context;
    int saved = errno;
    if (is_for_us(signal_number, facts))
        react(signal_number);
    errno = saved;
}

/// The handlers of `exit` are not called: one may need memory, or a lock that is held here.
void cd_interrupt_end(enum cd_code code, const char *line)
{
    cd_interrupt_hold();
    end_first((int)code);
    say_first(line);
    settle();
    _exit((int)code);
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

enum { CRASHES = sizeof crashes / sizeof *crashes };

/// The earlier handlers of these signals: none, or a sanitizer's.
static struct sigaction former[CRASHES];

/// Keeps what was finished, and crashes then as without this handler.
static void note_crash(int signal_number)
{
    if (getpid() == program) {
        end_first(128 + signal_number);
        cd_outputs_settle();
        cd_folder_settle();
    }
    for (size_t i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &former[i], NULL);
    raise(signal_number);
}

static void end_short_of_memory(size_t bytes, const char *line)
{
    (void)bytes;
    if (getpid() == program)
        cd_interrupt_end(CD_ENVIRONMENT, line);
}

static char doubled[600];

static void add(const char *text)
{
    cd_append(doubled, sizeof doubled, "%s", text);
}

static void end_doubled(void)
{
    cd_activity_tell(add);
    add(": came back twice (fork)");
    cd_interrupt_end(CD_WRONG, doubled);
}

// ---- installing -------------------------------------------------------------------------------------------

static void install_signal_handlers(void)
{
    struct sigaction action = {.sa_sigaction = note_signal,
                               .sa_flags = SA_RESTART | SA_SIGINFO,
                               .sa_mask = set_of_signals()},
                     hangup;
    // nohup ignores SIGHUP, and it must stay ignored.
    CD_ASSERT(!sigaction(SIGHUP, NULL, &hangup));
    for (size_t i = 0; i < SIGNALS; i++)
        if (signals[i] != SIGHUP || hangup.sa_handler != SIG_IGN)
            CD_ASSERT(!sigaction(signals[i], &action, NULL));
    struct sigaction crash = {.sa_handler = note_crash, .sa_flags = SA_ONSTACK};
    sigfillset(&crash.sa_mask);
    for (size_t i = 0; i < CRASHES; i++)
        CD_ASSERT(!sigaction(crashes[i], &crash, &former[i]));
    // A reader that leaves early must not make us lose the files that are being written.
    CD_ASSERT(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    CD_ASSERT(signal(SIGCHLD, SIG_DFL) !=
              SIG_ERR); // the parent may have ignored it, and then no child's end would be known
}

void cd_interrupt_install(void)
{
    program = getpid();
    has_terminal = isatty(STDERR_FILENO);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    CD_ASSERT(!timer_create(CLOCK_MONOTONIC, &event, &watchdog));
    install_signal_handlers();
    cd_memory_set_end(end_short_of_memory);
    CD_ASSERT(cd_activity_watch_copies(end_doubled));
    sigset_t set = set_of_signals();
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void cd_interrupt_defer(bool defer)
{
    reaction = defer ? DEFERRED : AT_ONCE;
    if (!defer)
        start_timer(watchdog, 0);
}

void cd_interrupt_hurry(void)
{
    in_haste = true;
}

void cd_interrupt_write(void)
{
    reaction = WRITING;
    start_timer(watchdog, 0);
}

void cd_interrupt_take_along(pid_t whom)
{
    companion = whom;
}

bool cd_interrupt_is_ending(void)
{
    return ending;
}

bool cd_interrupted(void)
{
    return interrupted != 0;
}
