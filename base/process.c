#include "base/process.h"

#include "base/child.h"
#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/// What it said last, without the prefix of this program's messages.
static void read_complaint(FILE *file, char *line, size_t bytes)
{
    static const char prefix[] = "cdbench: ";
    cd_child_last_line(file, line, bytes);
    size_t length = sizeof prefix - 1;
    if (!strncmp(line, prefix, length))
        memmove(line, line + length, strlen(line + length) + 1);
}

static enum cd_code run_to_the_end(const char *const *words, FILE *output, FILE *messages, bool own_group,
                                   struct cd_progress *progress, struct cd_process *process,
                                   struct cd_status *status)
{
    pid_t child;
    int reason = cd_child_start(words[0], (char *const *)words, NULL, output, messages, own_group, &child);
    if (reason)
        return cd_fail(status, CD_ENVIRONMENT, "%s: cannot be started: %s", words[0], strerror(reason));
    int result = cd_child_wait(child, own_group ? -child : child, SIGTERM, progress);
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    if (WIFSIGNALED(result))
        process->signal = WTERMSIG(result);
    else
        process->exit_code = WEXITSTATUS(result);
    process->output = cd_child_text(output);
    read_complaint(messages, process->complaint, sizeof process->complaint);
    return CD_OK;
}

enum cd_code cd_process_run(const char *const *words, bool own_group, struct cd_progress *progress,
                            struct cd_process *process, struct cd_status *status)
{
    FILE *output = tmpfile(), *messages = tmpfile();
    *process = (struct cd_process){.exit_code = -1};
    enum cd_code code =
        output && messages
            ? run_to_the_end(words, output, messages, own_group, progress, process, status)
            : cd_fail(status, CD_IO, "cannot make a temporary file: %s; make room in /tmp", strerror(errno));
    if (output)
        fclose(output);
    if (messages)
        fclose(messages);
    return code;
}
