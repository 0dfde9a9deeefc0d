#include "base/gnuplot.h"

#include "base/process.h"

#include <string.h>

/// Commands come from a file: with a pipe, the two sides could wait for each other.
FILE *cd_gnuplot_open(struct cd_status *status)
{
    FILE *file = tmpfile();
    if (!file)
        cd_process_fail_file(status);
    return file;
}

enum cd_code cd_gnuplot_draw(FILE *commands, FILE *picture, struct cd_status *status)
{
    static const char *const words[] = {"gnuplot", "--default-settings", "-", NULL};
    struct cd_process process = {0};
    enum cd_code code = CD_OK;
    if (fflush(commands) || ferror(commands) || fseek(commands, 0, SEEK_SET))
        code = cd_process_fail_file(status);
    if (!code)
        code = cd_process_filter(words, commands, picture, &process, status);
    fclose(commands);
    // A C library that starts the child before it looks for the program reports a missing program by this code.
    if (process.exit_code == CD_NOT_STARTED)
        return cd_fail(status, CD_ENVIRONMENT,
                       "gnuplot is missing; install it with: apt-get install --no-install-recommends "
                       "gnuplot-nox");
    if (!code && process.exit_code)
        code = cd_fail(status, CD_ENVIRONMENT,
                       "gnuplot failed%s%s; check that `gnuplot --version` says 5.4 or later",
                       *process.complaint ? ": " : "", process.complaint);
    return code;
}

enum cd_code cd_gnuplot_require(struct cd_status *status)
{
    FILE *nothing = cd_gnuplot_open(status);
    return nothing ? cd_gnuplot_draw(nothing, stdout, status) : CD_IO;
}
