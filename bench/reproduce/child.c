#include "bench/reproduce/child.h"

#include "base/status.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
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
