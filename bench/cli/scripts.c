#include "bench/cli/scripts.h"

#include "base/memory.h"
#include "base/process.h"
#include "base/program_file.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "python3"

static bool has(const char *folder, const char *below, const char *script, char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s/%s/%s", folder, below, script);
    return length > 0 && length < PATH_MAX && !access(path, R_OK);
}

static enum cd_code find(const char *script, char path[PATH_MAX], struct cd_status *status)
{
    char folder[PATH_MAX];
    if ((cd_program_source_tree(folder, sizeof folder) && has(folder, "scripts", script, path)) ||
        (cd_program_folder(folder, sizeof folder) && has(folder, "../share/cdbench/scripts", script, path)))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "the script %s is neither in scripts/ beside the program's source nor in "
                   "share/cdbench/scripts/; install cdbench again",
                   script);
}

/// The whole command, ended by NULL; the caller frees it, and not its words.
static const char **make_command(const char *path, const struct cd_texts *words)
{
    const char **command = cd_allocate(words->count + 3, sizeof *command);
    command[0] = PYTHON;
    command[1] = path;
    for (size_t i = 0; i < words->count; i++)
        command[i + 2] = words->items[i];
    char program[PATH_MAX]; // /proc/self/exe would be python3 there
    if (realpath(cd_program_file(), program))
        setenv("CDBENCH", program, 1);
    return command;
}

static enum cd_code fail_without_python(struct cd_status *status)
{
    return cd_fail(status, CD_ENVIRONMENT,
                   PYTHON " is missing; on Debian: apt install --no-install-recommends python3 "
                          "python3-jinja2 gnuplot-nox");
}

enum cd_code cd_script_become(const char *script, const struct cd_texts *words, struct cd_status *status)
{
    char path[PATH_MAX];
    enum cd_code code = find(script, path, status);
    if (code)
        return code;
    const char **command = make_command(path, words);
    fflush(stdout);
    execvp(PYTHON, (char **)command);
    cd_free(command);
    return fail_without_python(status);
}

enum cd_code cd_script_run(const char *script, const struct cd_texts *words, struct cd_progress *progress,
                           struct cd_status *status)
{
    char path[PATH_MAX];
    struct cd_process process = {0};
    enum cd_code code = find(script, path, status);
    if (code)
        return code;
    const char **command = make_command(path, words);
    code = cd_process_run(command, false, progress, &process, status);
    cd_free(command);
    cd_free(process.output);
    if (process.exit_code == CD_NOT_STARTED)
        return fail_without_python(status);
    const char *complaint = process.complaint;
    size_t name = strlen(script); // with which a message of the script begins
    if (!strncmp(complaint, script, name) && !strncmp(complaint + name, ": ", 2))
        complaint += name + 2;
    if (!code && process.exit_code)
        code = cd_fail(status, process.exit_code > 0 ? (enum cd_code)process.exit_code : CD_ENVIRONMENT, "%s",
                       *complaint ? complaint : "the script failed");
    return code;
}
