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

/// A program's output and messages. It has no input.
struct files {
    FILE *output, *messages;
};

/// Given instead of a process group.
enum { SAME_GROUP = -1 };

/// Starts a program in a group; 0 gives the program its own group. Then kill(-*child) reaches everything that the
/// program starts in turn, and Ctrl-C at the terminal reaches none of it. A signal that ends this program kills what was
/// started. Returns 0, or errno if the start fails.
static int start(const char *const *words, struct files files, pid_t group, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals, all, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE); // ignored here, and the child would inherit that
    sigaddset(&signals, SIGXFSZ);
    CD_ASSERT(!posix_spawn_file_actions_init(&actions) && !posix_spawnattr_init(&attributes));
    CD_ASSERT(!posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(files.output), STDOUT_FILENO));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(files.messages), STDERR_FILENO));
    CD_ASSERT(!posix_spawnattr_setsigdefault(&attributes, &signals));
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (group != SAME_GROUP) {
        flags |= POSIX_SPAWN_SETPGROUP;
        CD_ASSERT(!posix_spawnattr_setpgroup(&attributes, group));
    }
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); // no signal comes between the start and the note of it
    CD_ASSERT(!posix_spawnattr_setsigmask(&attributes, &before));
    CD_ASSERT(!posix_spawnattr_setflags(&attributes, flags));
    int reason = posix_spawnp(child, words[0], &actions, &attributes, (char *const *)words, environ);
    if (!reason)
        cd_interrupt_take_along(group == SAME_GROUP ? *child : group ? -group : -*child);
    sigprocmask(SIG_SETMASK, &before, NULL);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

/// Waits for the end of children and gives the results of waitpid. Passes Ctrl-C on to `whom`, a process or the
/// negative of a group, since Ctrl-C may have reached only this program. Kills children that do not react within a
/// second, and those that still run when a signal ends this program.
static void wait_for(const pid_t *children, int *results, size_t count, pid_t whom,
                     struct cd_progress *progress)
{
    static const struct timespec moment = {.tv_nsec = 2000000};
    enum { PATIENCE = 500 }; // in moments: a second, less than the watchdog waits
    int asked = 0;
    for (size_t i = 0; i < count;) {
        pid_t ended = waitpid(children[i], &results[i], WNOHANG);
        if (ended == children[i] || (ended < 0 && errno != EINTR)) {
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

static void explain(int result, struct cd_process *process)
{
    if (WIFSIGNALED(result))
        process->signal = WTERMSIG(result);
    else
        process->exit_code = WEXITSTATUS(result);
}

static enum cd_code cannot_start(const char *program, int reason, struct cd_process *process,
                                 struct cd_status *status)
{
    process->exit_code = reason == ENOENT || reason == EACCES ? CD_NOT_STARTED : -1;
    return cd_fail(status, CD_ENVIRONMENT, "%s: cannot be started: %s", program, strerror(reason));
}

static enum cd_code run(const char *const *words, struct files files, bool own_group,
                        struct cd_progress *progress, struct cd_process *process, struct cd_status *status)
{
    pid_t child;
    int result = 0;
    *process = (struct cd_process){.exit_code = -1};
    int reason = start(words, files, own_group ? 0 : SAME_GROUP, &child);
    if (reason)
        return cannot_start(words[0], reason, process, status);
    wait_for(&child, &result, 1, own_group ? -child : child, progress);
    if (own_group)
        kill(-child, SIGKILL); // the processes that it has left behind
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    explain(result, process);
    return CD_OK;
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

/// Limits this thread to one processor, which both programs inherit, starts them, and restores the thread's processors.
static enum cd_code run_both(const char *const *const words[2], const struct files files[2],
                             struct cd_process processes[2], struct cd_status *status)
{
    cpu_set_t mine[PROCESSOR_SETS], one[PROCESSOR_SETS];
    pid_t children[2];
    int results[2] = {0}, reason = 0;
    size_t count = 0;
    bool pinned = !sched_getaffinity(0, sizeof mine, mine);
    if (pinned)
        choose_processor(mine, one, sizeof one);
    pinned = pinned && !sched_setaffinity(0, sizeof one, one);
    for (; count < 2 && !reason; count += !reason)
        reason = start(words[count], files[count], count ? children[0] : 0, &children[count]);
    if (pinned)
        sched_setaffinity(0, sizeof mine, mine);
    if (reason && count)
        kill(-children[0], SIGKILL);
    if (count)
        wait_for(children, results, count, -children[0], NULL);
    if (reason)
        return cannot_start(words[count][0], reason, &processes[count], status);
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    for (int i = 0; i < 2; i++)
        explain(results[i], &processes[i]);
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

static enum cd_code open_files(struct files *files, struct cd_status *status)
{
    *files = (struct files){tmpfile(), tmpfile()};
    if (files->output && files->messages)
        return CD_OK;
    return cd_fail(status, CD_IO,
                   "cannot write a temporary file: %s; see that /tmp has room and that you may write to it",
                   strerror(errno));
}

/// Keeps the written output, unless `code` says that it is incomplete.
static void close_files(struct files *files, enum cd_code code, struct cd_process *process)
{
    if (!code) {
        process->output = cd_text_of(files->output);
        read_complaint(files->messages, process->complaint, sizeof process->complaint);
    }
    if (files->output)
        fclose(files->output);
    if (files->messages)
        fclose(files->messages);
}

enum cd_code cd_process_run(const char *const *words, bool own_group, struct cd_progress *progress,
                            struct cd_process *process, struct cd_status *status)
{
    struct files files;
    enum cd_code code = open_files(&files, status);
    if (!code)
        code = run(words, files, own_group, progress, process, status);
    close_files(&files, code, process);
    return code;
}

enum cd_code cd_process_run_both(const char *const *const words[2], struct cd_process processes[2],
                                 struct cd_status *status)
{
    struct files files[2] = {0};
    enum cd_code code = open_files(&files[0], status);
    if (!code)
        code = open_files(&files[1], status);
    for (int i = 0; i < 2; i++)
        processes[i] = (struct cd_process){.exit_code = -1};
    if (!code)
        code = run_both(words, files, processes, status);
    for (int i = 0; i < 2; i++)
        close_files(&files[i], code, &processes[i]);
    return code;
}
