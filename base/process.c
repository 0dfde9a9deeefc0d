#include "base/process.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// One of the programs. It has no input.
struct program {
    FILE *output, *messages;
    pid_t child;
    int result; ///< of waitpid
};

/// Given instead of a process group.
enum { SAME_GROUP = -1 };

/// Starts a program in a group; 0 gives the program its own group. Then kill(-child) reaches everything that the
/// program starts in turn, and Ctrl-C at the terminal reaches none of it. A signal that ends this program kills what was
/// started. Returns 0, or errno if the start fails.
static int start(const char *const *words, struct program *program, pid_t group)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals, all, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE); // ignored here, and the child would inherit that
    sigaddset(&signals, SIGXFSZ);
    CD_ASSERT(!posix_spawn_file_actions_init(&actions) && !posix_spawnattr_init(&attributes));
    CD_ASSERT(!posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(program->output), STDOUT_FILENO));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(program->messages), STDERR_FILENO));
    CD_ASSERT(!posix_spawnattr_setsigdefault(&attributes, &signals));
    CD_ASSERT(!posix_spawnattr_setpgroup(&attributes, group));
    CD_ASSERT(!posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                                         (group == SAME_GROUP ? 0 : POSIX_SPAWN_SETPGROUP)));
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); // no signal comes between the start and the note of it
    CD_ASSERT(!posix_spawnattr_setsigmask(&attributes, &before));
    int reason =
        posix_spawnp(&program->child, words[0], &actions, &attributes, (char *const *)words, environ);
    if (!reason)
        cd_interrupt_take_along(group == SAME_GROUP ? program->child : group ? -group : -program->child);
    sigprocmask(SIG_SETMASK, &before, NULL);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

/// Waits for the end of programs. Passes Ctrl-C on to `whom`, a process or the negative of a group, since Ctrl-C may have
/// reached only this program. Kills programs that do not react within a second, and those that still run when a signal
/// ends this program.
static void wait_for(struct program *programs, size_t count, pid_t whom, struct cd_progress *progress)
{
    static const struct timespec moment = {.tv_nsec = 2000000};
    enum { PATIENCE = 500 }; // in moments: a second, less than the watchdog waits
    int asked = 0;
    for (size_t i = 0; i < count;) {
        pid_t ended = waitpid(programs[i].child, &programs[i].result, WNOHANG);
        if (ended == programs[i].child || (ended < 0 && errno != EINTR)) {
            i++;
            continue;
        }
        if (cd_interrupted() && asked++ == 0)
            kill(whom, SIGTERM);
        if (asked == PATIENCE)
            kill(whom, SIGKILL);
        cd_progress_advance(progress, 0);
        nanosleep(&moment, NULL);
    }
    cd_interrupt_take_along(0);
}

/// More processors than any machine has on which this program runs.
enum { PROCESSOR_SETS = 16, PROCESSORS = PROCESSOR_SETS * CPU_SETSIZE };

/// Chooses one of the given processors: not the first, which has more interrupts to serve, unless there is no other.
/// The number of this process selects it. With three or more processors, programs that do this side by side choose
/// different ones more often than not.
static void choose_processor(const cpu_set_t *given, cpu_set_t *one, size_t bytes)
{
    int count = CPU_COUNT_S(bytes, given), left = count > 1 ? 1 + getpid() % (count - 1) : 0;
    CPU_ZERO_S(bytes, one);
    for (size_t i = 0; i < PROCESSORS && left >= 0; i++)
        if (CPU_ISSET_S(i, bytes, given) && left-- == 0)
            CPU_SET_S(i, bytes, one);
}

/// Starts programs and waits for their end. Those that share a processor inherit it from this thread.
static enum cd_code run_programs(const char *const *const words[], struct program *programs, size_t count,
                                 bool own_group, struct cd_progress *progress, struct cd_process *processes,
                                 struct cd_status *status)
{
    cpu_set_t mine[PROCESSOR_SETS], one[PROCESSOR_SETS];
    bool pinned = count > 1 && !sched_getaffinity(0, sizeof mine, mine);
    if (pinned)
        choose_processor(mine, one, sizeof one);
    pinned = pinned && !sched_setaffinity(0, sizeof one, one);
    size_t started = 0;
    int reason = 0;
    for (; started < count && !reason; started += !reason)
        reason = start(words[started], &programs[started],
                       !own_group ? SAME_GROUP
                       : started  ? programs[0].child
                                  : 0);
    if (pinned)
        sched_setaffinity(0, sizeof mine, mine);
    pid_t whom = own_group ? -programs[0].child : programs[0].child;
    if (reason && started)
        kill(whom, SIGKILL);
    if (started)
        wait_for(programs, started, whom, progress);
    if (own_group && started)
        kill(whom, SIGKILL); // the processes that were left behind
    if (reason) {
        processes[started].exit_code = reason == ENOENT || reason == EACCES ? CD_NOT_STARTED : -1;
        return cd_fail(status, CD_ENVIRONMENT, "%s: cannot be started: %s", words[started][0],
                       strerror(reason));
    }
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < count; i++)
        if (WIFSIGNALED(programs[i].result))
            processes[i].signal = WTERMSIG(programs[i].result);
        else
            processes[i].exit_code = WEXITSTATUS(programs[i].result);
    return CD_OK;
}

/// Reads the last line of the messages, without the prefix of this program's messages.
static void read_complaint(FILE *file, char *line, size_t bytes)
{
    static const char prefix[] = "cdbench: ";
    char *text = cd_text_of(file);
    size_t end = strlen(text);
    while (end && strchr("\r\n ", text[end - 1]))
        text[--end] = 0;
    const char *newline = strrchr(text, '\n'), *last = newline ? newline + 1 : text;
    last += strspn(last, " ");
    snprintf(line, bytes, "%s", strncmp(last, prefix, sizeof prefix - 1) ? last : last + sizeof prefix - 1);
    cd_free(text);
}

static enum cd_code run(const char *const *const words[], size_t count, bool own_group,
                        struct cd_progress *progress, struct cd_process *processes, struct cd_status *status)
{
    struct program programs[2] = {0};
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < count; i++) {
        processes[i] = (struct cd_process){.exit_code = -1};
        programs[i].output = tmpfile();
        programs[i].messages = tmpfile();
        if (!code && (!programs[i].output || !programs[i].messages))
            code = cd_fail(
                status, CD_IO,
                "cannot write a temporary file: %s; see that /tmp has room and that you may write to it",
                strerror(errno));
    }
    if (!code)
        code = run_programs(words, programs, count, own_group, progress, processes, status);
    for (size_t i = 0; i < count; i++) {
        if (!code) {
            processes[i].output = cd_text_of(programs[i].output);
            read_complaint(programs[i].messages, processes[i].complaint, sizeof processes[i].complaint);
        }
        if (programs[i].output)
            fclose(programs[i].output);
        if (programs[i].messages)
            fclose(programs[i].messages);
    }
    return code;
}

enum cd_code cd_process_run(const char *const *words, bool own_group, struct cd_progress *progress,
                            struct cd_process *process, struct cd_status *status)
{
    return run(&words, 1, own_group, progress, process, status);
}

enum cd_code cd_process_run_both(const char *const *const words[2], struct cd_process processes[2],
                                 struct cd_status *status)
{
    return run(words, 2, true, NULL, processes, status);
}
