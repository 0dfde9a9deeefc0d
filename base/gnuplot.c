#include "base/gnuplot.h"

#include "base/child.h"
#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static const char *const install_hint =
    "gnuplot is missing; install it with: apt-get install --no-install-recommends gnuplot-nox";

/// Commands come from a file and messages go to one: with pipes, each side could wait for the other.
FILE *cd_gnuplot_open(struct cd_status *status)
{
    FILE *file = tmpfile();
    if (!file)
        cd_fail(status, CD_IO, "cannot write a temporary file for gnuplot: %s; make room in /tmp",
                strerror(errno));
    return file;
}

/// The first line of what gnuplot complained of that says something: it repeats the command and marks the
/// place in lines of their own.
static void read_complaint(FILE *messages, char *line, int size)
{
    char next[300];
    *line = 0;
    rewind(messages);
    while (fgets(next, sizeof next, messages)) {
        char *text = next + strspn(next, " \t\n^");
        text[strcspn(text, "\n")] = 0;
        bool useful = strstr(text, "line ") && strchr(text, ':');
        if (*text && (!*line || useful))
            snprintf(line, (size_t)size, "%s", text);
        if (useful)
            return;
    }
}

static enum cd_code wait_for(pid_t child, FILE *messages, struct cd_status *status)
{
    int result = cd_child_wait(child, child, SIGKILL, NULL);
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted while a figure was drawn");
    if (WIFEXITED(result) && !WEXITSTATUS(result))
        return CD_OK;
    // A C library that starts the child before it looks for the program reports by this code.
    if (WIFEXITED(result) && WEXITSTATUS(result) == 127)
        return cd_fail(status, CD_ENVIRONMENT, "%s", install_hint);
    char complaint[300];
    read_complaint(messages, complaint, sizeof complaint);
    return cd_fail(status, CD_ENVIRONMENT,
                   "gnuplot failed%s%s; see that `gnuplot --version` says 5.4 or later",
                   *complaint ? ": " : "", complaint);
}

static enum cd_code start(FILE *input, FILE *picture, FILE *messages, pid_t *child, struct cd_status *status)
{
    static char *const arguments[] = {"gnuplot", "--default-settings", "-", NULL};
    int reason = cd_child_start(arguments[0], arguments, input, picture, messages, false, child);
    if (reason == ENOENT || reason == EACCES)
        return cd_fail(status, CD_ENVIRONMENT, "%s", install_hint);
    if (reason)
        return cd_fail(status, CD_ENVIRONMENT,
                       "gnuplot cannot be started: %s; end other programs and try again", strerror(reason));
    return CD_OK;
}

enum cd_code cd_gnuplot_draw(FILE *commands, FILE *picture, struct cd_status *status)
{
    FILE *messages = cd_gnuplot_open(status);
    enum cd_code code = messages ? CD_OK : CD_IO;
    pid_t child;
    if (!code && (fflush(commands) || ferror(commands) || fseek(commands, 0, SEEK_SET)))
        code = cd_fail(status, CD_IO, "cannot write a temporary file for gnuplot: %s; make room in /tmp",
                       strerror(errno));
    if (!code)
        code = start(commands, picture, messages, &child, status);
    if (!code)
        code = wait_for(child, messages, status);
    if (messages)
        fclose(messages);
    fclose(commands);
    return code;
}
