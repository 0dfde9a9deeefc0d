#include "base/gnuplot.h"

#include "base/process.h"

#include <errno.h>
#include <string.h>

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

enum cd_code cd_gnuplot_draw(FILE *commands, FILE *picture, struct cd_status *status)
{
    static const char *const words[] = {"gnuplot", "--default-settings", "-", NULL};
    struct cd_process process = {0};
    char complaint[300] = "";
    FILE *messages = cd_gnuplot_open(status);
    enum cd_code code = messages ? CD_OK : CD_IO;
    if (!code && (fflush(commands) || ferror(commands) || fseek(commands, 0, SEEK_SET)))
        code = cd_fail(status, CD_IO, "cannot write a temporary file for gnuplot: %s; make room in /tmp",
                       strerror(errno));
    if (!code)
        code = cd_process_filter(words, commands, picture, messages, &process, status);
    if (!code && process.exit_code)
        read_complaint(messages, complaint, sizeof complaint);
    if (messages)
        fclose(messages);
    fclose(commands);
    // A C library that starts the child before it looks for the program reports by this code.
    if (process.exit_code == 127)
        return cd_fail(status, CD_ENVIRONMENT,
                       "gnuplot is missing; install it with: apt-get install --no-install-recommends "
                       "gnuplot-nox");
    if (!code && process.exit_code)
        code = cd_fail(status, CD_ENVIRONMENT,
                       "gnuplot failed%s%s; see that `gnuplot --version` says 5.4 or later",
                       *complaint ? ": " : "", complaint);
    return code;
}

enum cd_code cd_gnuplot_require(struct cd_status *status)
{
    FILE *nothing = cd_gnuplot_open(status);
    return nothing ? cd_gnuplot_draw(nothing, stdout, status) : CD_IO;
}
