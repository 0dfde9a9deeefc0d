#include "base/child.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int cd_child_start(const char *program, char *const *words, FILE *input, FILE *output, FILE *messages,
                   bool own_group, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE); // ignored here, and that would be inherited
    sigaddset(&signals, SIGXFSZ);
    CD_ASSERT(!posix_spawn_file_actions_init(&actions) && !posix_spawnattr_init(&attributes));
    if (input)
        CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO));
    else
        CD_ASSERT(!posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO));
    CD_ASSERT(!posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO));
    CD_ASSERT(!posix_spawnattr_setsigdefault(&attributes, &signals));
    short flags = POSIX_SPAWN_SETSIGDEF;
    if (own_group) // led by the child itself, which is what 0 stands for
        flags |= POSIX_SPAWN_SETPGROUP;
    CD_ASSERT(!posix_spawnattr_setflags(&attributes, flags) && !posix_spawnattr_setpgroup(&attributes, 0));
    int reason = posix_spawnp(child, program, &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

int cd_child_wait(pid_t child, pid_t whom, int signal, struct cd_progress *progress)
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
            kill(whom, signal);
        if (asked == PATIENCE)
            kill(whom, SIGKILL);
        cd_progress_advance(progress, 0);
        nanosleep(&moment, NULL);
    }
    cd_interrupt_take_along(0);
    return result;
}

char *cd_child_text(FILE *file)
{
    size_t count = 0, capacity = 0;
    char *text = NULL;
    rewind(file);
    for (size_t got = 1; got;) {
        text = cd_grow(text, count, &capacity, 1);
        got = fread(text + count, 1, capacity - count, file);
        count += got;
    }
    text = cd_grow(text, count, &capacity, 1);
    text[count] = 0;
    return text;
}

void cd_child_last_line(FILE *file, char *line, size_t bytes)
{
    char *text = cd_child_text(file);
    size_t end = strlen(text);
    while (end && strchr("\r\n ", text[end - 1]))
        text[--end] = 0;
    const char *newline = strrchr(text, '\n');
    snprintf(line, bytes, "%s", newline ? newline + 1 : text);
    cd_free(text);
}
