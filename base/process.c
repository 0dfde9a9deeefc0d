#include "base/process.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// What a program reads, writes and complains to; `input` may be NULL for nothing to read.
struct files {
    FILE *input, *output, *messages;
};

/// Starts a program. With a group of its own, kill(-*child) reaches all that it starts in turn, and Ctrl-C at
/// the terminal none of it. Returns 0, or errno where it cannot be started.
static int start(const char *const *words, struct files files, bool own_group, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE); // ignored here, and that would be inherited
    sigaddset(&signals, SIGXFSZ);
    CD_ASSERT(!posix_spawn_file_actions_init(&actions) && !posix_spawnattr_init(&attributes));
    if (files.input)
        CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(files.input), STDIN_FILENO));
    else
        CD_ASSERT(!posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(files.output), STDOUT_FILENO));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(files.messages), STDERR_FILENO));
    CD_ASSERT(!posix_spawnattr_setsigdefault(&attributes, &signals));
    short flags = POSIX_SPAWN_SETSIGDEF;
    if (own_group) // led by the child itself, which is what 0 stands for
        flags |= POSIX_SPAWN_SETPGROUP;
    CD_ASSERT(!posix_spawnattr_setflags(&attributes, flags) && !posix_spawnattr_setpgroup(&attributes, 0));
    int reason = posix_spawnp(child, words[0], &actions, &attributes, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

/// Waits for the end of `child`, whose result waitpid explains. Ctrl-C is passed on to `whom`, a process or
/// the negative of a group, since this program may be the only one that it reached; what does not heed it for
/// a second is killed, and so is one that still runs when a signal ends this program.
static int wait_for(pid_t child, pid_t whom, struct cd_progress *progress)
{
    static const struct timespec moment = {.tv_nsec = 2000000};
    enum { PATIENCE = 500 }; // moments: a second, less than the watchdog has
    int result = 0, asked = 0;
    cd_interrupt_take_along(whom);
    for (;;) {
        pid_t ended = waitpid(child, &result, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            break;
        if (cd_interrupted() && asked++ == 0)
            kill(whom, SIGTERM);
        if (asked == PATIENCE)
            kill(whom, SIGKILL);
        cd_progress_advance(progress, 0);
        nanosleep(&moment, NULL);
    }
    cd_interrupt_take_along(0);
    return result;
}

static enum cd_code run(const char *const *words, struct files files, bool own_group,
                        struct cd_progress *progress, struct cd_process *process, struct cd_status *status)
{
    pid_t child;
    *process = (struct cd_process){.exit_code = -1};
    int reason = start(words, files, own_group, &child);
    if (reason) {
        process->exit_code = reason == ENOENT || reason == EACCES ? 127 : -1; // as shells have it
        return cd_fail(status, CD_ENVIRONMENT, "%s: cannot be started: %s", words[0], strerror(reason));
    }
    int result = wait_for(child, own_group ? -child : child, progress);
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    if (WIFSIGNALED(result))
        process->signal = WTERMSIG(result);
    else
        process->exit_code = WEXITSTATUS(result);
    return CD_OK;
}

/// What it said last, without the prefix of this program's messages.
static void read_complaint(FILE *file, char *line, size_t bytes)
{
    static const char prefix[] = "cdbench: ";
    char *text = cd_text_of(file);
    size_t end = strlen(text);
    while (end && strchr("\r\n ", text[end - 1]))
        text[--end] = 0;
    const char *newline = strrchr(text, '\n'), *last = newline ? newline + 1 : text;
    snprintf(line, bytes, "%s", strncmp(last, prefix, sizeof prefix - 1) ? last : last + sizeof prefix - 1);
    cd_free(text);
}

enum cd_code cd_process_run(const char *const *words, bool own_group, struct cd_progress *progress,
                            struct cd_process *process, struct cd_status *status)
{
    struct files files = {NULL, tmpfile(), tmpfile()};
    enum cd_code code =
        files.output && files.messages
            ? run(words, files, own_group, progress, process, status)
            : cd_fail(status, CD_IO, "cannot make a temporary file: %s; make room in /tmp", strerror(errno));
    if (!code) {
        process->output = cd_text_of(files.output);
        read_complaint(files.messages, process->complaint, sizeof process->complaint);
    }
    if (files.output)
        fclose(files.output);
    if (files.messages)
        fclose(files.messages);
    return code;
}

enum cd_code cd_process_filter(const char *const *words, FILE *input, FILE *output, FILE *messages,
                               struct cd_process *process, struct cd_status *status)
{
    return run(words, (struct files){input, output, messages}, false, NULL, process, status);
}
