#include "bench/compare/side.h"

#include "base/memory.h"
#include "base/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_executable(const char *path)
{
    struct stat information;
    return !stat(path, &information) && S_ISREG(information.st_mode) && !access(path, X_OK);
}

/// Every cdbench begins its `version` so. One that dies of a signal is left to the comparison of answers.
static enum cd_code check_program(const struct cd_side *side, struct cd_status *status)
{
    const char *const words[] = {side->program, "version", NULL};
    struct cd_process process;
    enum cd_code code = cd_process_run(side->program, words, NULL, &process, status);
    if (code)
        return code;
    if (!process.signal && strncmp(process.output, "cdbench ", 8) != 0)
        code = cd_fail(status, CD_USAGE,
                       "%s: no cdbench, as its `version` tells; name a cdbench or a folder with one",
                       side->typed);
    cd_free(process.output);
    return code;
}

static enum cd_code find_build(struct cd_side *side, struct cd_status *status)
{
    static const char *const below[] = {"", "/cdbench", "/build/release/cdbench", "/bin/cdbench"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        int length = snprintf(path, sizeof path, "%s%s", side->value, below[i]);
        if (length > 0 && length < PATH_MAX && is_executable(path) && realpath(path, side->program))
            return check_program(side, status);
    }
    return cd_fail(status, CD_IO, "%s: neither an executable file nor a folder with cdbench in it",
                   side->typed);
}

static enum cd_code find_itself(struct cd_side *side, struct cd_status *status)
{
    if (realpath("/proc/self/exe", side->program))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "%s: the system does not tell where this program is; use build:", side->typed);
}

enum cd_code cd_side_parse(const char *typed, struct cd_side *side, struct cd_status *status)
{
    static const struct {
        const char *prefix;
        enum cd_side_kind kind;
    } kinds[] = {{"build:", CD_SIDE_BUILD}, {"rev:", CD_SIDE_REVISION}, {"algo:", CD_SIDE_ALGO}};
    *side = (struct cd_side){.typed = typed};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].prefix);
        if (strncmp(typed, kinds[i].prefix, length) != 0)
            continue;
        side->kind = kinds[i].kind;
        side->value = typed + length;
        if (!*side->value)
            break;
        return side->kind == CD_SIDE_BUILD  ? find_build(side, status)
               : side->kind == CD_SIDE_ALGO ? find_itself(side, status)
                                            : cd_source_commit(side->value, side->object, status);
    }
    return cd_fail(
        status, CD_USAGE,
        "%s: not a side of a comparison; write build:PATH, rev:REVISION or algo:NAME[:key=value...]", typed);
}

enum cd_code cd_side_build(struct cd_side *side, struct cd_progress *progress, struct cd_status *status)
{
    if (side->kind != CD_SIDE_REVISION)
        return CD_OK;
    return cd_source_build(side->object, CD_ALIGNED_AS_HERE, progress, side->program, status);
}

enum cd_code cd_side_realign(struct cd_side *side, struct cd_progress *progress, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (side->kind == CD_SIDE_BUILD)
        return cd_fail(status, CD_ENVIRONMENT, "%s is a finished build", side->typed);
    if (side->kind == CD_SIDE_ALGO)
        code = cd_source_of_program(side->object, &side->changed, status);
    if (!code)
        code = cd_source_build(side->object, CD_ALIGNED_OTHERWISE, progress, side->realigned, status);
    return code;
}
