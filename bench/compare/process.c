#include "bench/compare/process.h"

#include "base/memory.h"
#include "bench/reproduce/child.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/// Waits for the end of `child`, passing Ctrl-C on to `whom`, a process or the negative of a group: this
/// program may be the only one that it reached. A program that does not heed it is killed.
static int wait_for(pid_t child, pid_t whom, struct cd_progress *progress)
{
    static const struct timespec moment = {.tv_nsec = 2000000};
    enum { PATIENCE = 1500 }; // moments: three seconds
    int result = 0, asked = 0;
    for (;;) {
        pid_t ended = waitpid(child, &result, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return result;
        if (cd_interrupted() && asked++ == 0)
            kill(whom, SIGTERM);
        if (asked == PATIENCE)
            kill(whom, SIGKILL);
        cd_progress_advance(progress, 0);
        nanosleep(&moment, NULL);
    }
}

/// The text of a file from its beginning, the caller's.
static char *read_text(FILE *file)
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

/// The last line that is not empty.
static void read_complaint(FILE *file, char *line, size_t bytes)
{
    static const char prefix[] = "cdbench: ";
    char *text = read_text(file);
    size_t end = strlen(text);
    while (end && strchr("\r\n ", text[end - 1]))
        text[--end] = 0;
    const char *newline = strrchr(text, '\n'), *last = newline ? newline + 1 : text;
    if (!strncmp(last, prefix, sizeof prefix - 1))
        last += sizeof prefix - 1;
    snprintf(line, bytes, "%s", last);
    cd_free(text);
}

static enum cd_code run_to_the_end(const char *program, const char *const *words, FILE *output,
                                   FILE *messages, bool own_group, struct cd_progress *progress,
                                   struct cd_process *process, struct cd_status *status)
{
    pid_t child;
    *process = (struct cd_process){.exit_code = -1};
    int reason = cd_child_start(program, (char *const *)words, NULL, output, messages, own_group, &child);
    if (reason)
        return cd_fail(status, CD_ENVIRONMENT, "%s: cannot be started: %s", program, strerror(reason));
    int result = wait_for(child, own_group ? -child : child, progress);
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted");
    if (WIFSIGNALED(result))
        process->signal = WTERMSIG(result);
    else
        process->exit_code = WEXITSTATUS(result);
    return CD_OK;
}

enum cd_code cd_process_run(const char *program, const char *const *words, struct cd_progress *progress,
                            struct cd_process *process, struct cd_status *status)
{
    FILE *output = tmpfile(), *messages = tmpfile();
    enum cd_code code = CD_OK;
    if (!output || !messages)
        code = cd_fail(status, CD_IO, "cannot make a temporary file: %s; make room in /tmp", strerror(errno));
    if (!code)
        code = run_to_the_end(program, words, output, messages, false, progress, process, status);
    if (!code) {
        process->output = read_text(output);
        read_complaint(messages, process->complaint, sizeof process->complaint);
    }
    if (output)
        fclose(output);
    if (messages)
        fclose(messages);
    return code;
}

enum cd_code cd_process_run_logged(const char *program, const char *const *words, FILE *log,
                                   struct cd_progress *progress, struct cd_process *process,
                                   struct cd_status *status)
{
    // Compilers do not hear of it when the make or the gcc that started them is ended.
    return run_to_the_end(program, words, log, log, true, progress, process, status);
}
