#include "base/cache_folder.h"

#include "base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cd_cache_folder(char *folder, size_t bytes)
{
    const char *chosen = getenv("CDBENCH_CACHE"), *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length;
    if (chosen && *chosen)
        length = snprintf(folder, bytes, "%s", chosen);
    else if (base && *base == '/') // the standard says to ignore relative paths
        length = snprintf(folder, bytes, "%s/cdbench", base);
    else if (home && *home)
        length = snprintf(folder, bytes, "%s/.cache/cdbench", home);
    else
        return false;
    return length > 0 && (size_t)length < bytes;
}

/// Returns CD_ENVIRONMENT unless only the user can have written the open file or folder.
static enum cd_code check_owner(int descriptor, const char *path, struct cd_status *status)
{
    struct stat facts;
    if (fstat(descriptor, &facts))
        return cd_fail(status, CD_IO, "%s: cannot be examined: %s", path, strerror(errno));
    if (facts.st_uid != geteuid())
        return cd_fail(status, CD_ENVIRONMENT,
                       "%s: belongs to another user, who could plant files that cdbench trusts; set "
                       "CDBENCH_CACHE to a folder of yours",
                       path);
    if (facts.st_mode & (S_IWGRP | S_IWOTH))
        return cd_fail(status, CD_ENVIRONMENT,
                       "%s: others may write to it and could plant files that cdbench trusts; remove it, or "
                       "check its content and run `chmod go-w` on it",
                       path);
    return CD_OK;
}

/// Opens the folder `name` inside the open `*folder` and replaces `*folder` by it. Closes both after a failure.
static enum cd_code enter(int *folder, const char *name, const char *path, int flags,
                          struct cd_status *status)
{
    int parent = *folder;
    *folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    int reason = errno;
    if (parent >= 0)
        close(parent);
    if (*folder < 0)
        return cd_fail(status, CD_IO, "%s: cannot be opened as a folder: %s", path, strerror(reason));
    enum cd_code code = check_owner(*folder, path, status);
    if (code) {
        close(*folder);
        *folder = -1;
    }
    return code;
}

enum cd_code cd_cache_open(const char *below, bool make, int *folder, struct cd_status *status)
{
    char path[PATH_MAX];
    *folder = AT_FDCWD;
    if (!cd_cache_folder(path, sizeof path))
        return cd_fail(status, CD_ENVIRONMENT, "there is no cache folder; set CDBENCH_CACHE to a folder");
    enum cd_code code = make ? cd_make_private_folder(path, status) : CD_OK;
    if (!code)
        code = enter(folder, path, path, 0, status);
    while (!code && below && *below) {
        char name[NAME_MAX + 1];
        size_t used = strlen(path);
        int length = (int)strcspn(below, "/");
        snprintf(name, sizeof name, "%.*s", length, below);
        snprintf(path + used, sizeof path - used, "/%s", name);
        if (make)
            mkdirat(*folder, name, 0700); // a failure shows when the folder is opened
        code = enter(folder, name, path, O_NOFOLLOW, status);
        below += length + (below[length] == '/');
    }
    return code;
}

enum cd_code cd_cache_open_file(int folder, const char *path, FILE **file, struct cd_status *status)
{
    const char *slash = strrchr(path, '/');
    struct stat facts;
    *file = NULL;
    // O_NONBLOCK: opening a pipe without a writer must not hang.
    int descriptor = openat(folder, slash ? slash + 1 : path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno != ELOOP)
        return cd_fail(status, CD_IO, "%s: cannot be opened: %s", path, strerror(errno));
    enum cd_code code = CD_OK;
    if (descriptor < 0 || (!fstat(descriptor, &facts) && !S_ISREG(facts.st_mode)))
        code = cd_fail(status, CD_ENVIRONMENT,
                       "%s: is not a file but a link, a folder or a device; remove it", path);
    if (!code)
        code = check_owner(descriptor, path, status);
    if (!code && !(*file = fdopen(descriptor, "r")))
        code = cd_fail(status, CD_IO, "%s: cannot be opened: %s", path, strerror(errno));
    if (code && descriptor >= 0)
        close(descriptor);
    return code;
}
