#include "base/program_file.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

const char *cd_program_file(void)
{
    // Without an interpreter this process began as the interpreter itself, ld.so, which was given the program's name.
    return getauxval(AT_BASE) ? "/proc/self/exe" : program_invocation_name;
}

static bool find_program(char *path, size_t bytes)
{
    ssize_t length = getauxval(AT_BASE) ? readlink("/proc/self/exe", path, bytes - 1)
                                        : snprintf(path, bytes, "%s", program_invocation_name);
    if (length <= 0 || (size_t)length >= bytes - 1 || *path != '/')
        return false;
    path[length] = 0;
    return true;
}

bool cd_program_folder(char *folder, size_t bytes)
{
    if (!find_program(folder, bytes))
        return false;
    *strrchr(folder, '/') = 0;
    return true;
}

void cd_program_restart(char **words)
{
    char path[PATH_MAX];
    if (find_program(path, sizeof path))
        execv(path, words);
}

static bool is_source_tree(const char *folder)
{
    char path[PATH_MAX + 40];
    snprintf(path, sizeof path, "%s/VERSION", folder);
    if (access(path, F_OK))
        return false;
    snprintf(path, sizeof path, "%s/scenes", folder);
    return !access(path, F_OK);
}

bool cd_program_source_tree(char *folder, size_t bytes)
{
    if (!cd_program_folder(folder, bytes))
        return false;
    if (is_source_tree(folder))
        return true;
    char *build = NULL;
    for (char *found = folder; (found = strstr(found, "/build/")); found++)
        build = found;
    if (!build)
        return false;
    const char *configuration = build + strlen("/build/");
    const char *below = configuration + strcspn(configuration, "/");
    if (*below && strncmp(below, "/tests/", strlen("/tests/")) != 0 && strcmp(below, "/experiments") != 0)
        return false;
    *build = 0;
    return is_source_tree(folder);
}

/// What Linux gives by default, and the least with which everything runs.
#define USUAL_BYTES ((rlim_t)8 << 20)
#define LEAST_BYTES ((rlim_t)1 << 20)

enum cd_code cd_stack_claim(struct cd_status *status)
{
    struct rlimit limit;
    pthread_attr_t attributes;
    CD_ASSERT(!getrlimit(RLIMIT_STACK, &limit));
    if (limit.rlim_cur >= USUAL_BYTES)
        return CD_OK;
    if (limit.rlim_max < LEAST_BYTES)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "the stack may have %llu KiB only, and needs 1024 KiB; raise the hard limit (ulimit -s) or "
            "start from a shell that has not lowered it",
            (unsigned long long)limit.rlim_max >> 10);
    limit.rlim_cur = limit.rlim_max < USUAL_BYTES ? limit.rlim_max : USUAL_BYTES;
    CD_ASSERT(!setrlimit(RLIMIT_STACK, &limit));
    // Threads have the limit of the program's start; their stacks are not bound by the hard limit.
    CD_ASSERT(!pthread_getattr_default_np(&attributes));
    CD_ASSERT(!pthread_attr_setstacksize(&attributes, USUAL_BYTES));
    CD_ASSERT(!pthread_setattr_default_np(&attributes));
    pthread_attr_destroy(&attributes);
    return CD_OK;
}
