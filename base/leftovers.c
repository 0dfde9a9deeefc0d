#include "base/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void cd_leftovers_claim(int descriptor)
{
    (void)!flock(descriptor, LOCK_EX | LOCK_NB);
}

/// Whether the name is that of an unfinished file of a process that is gone. The process number may belong to another
/// process by now, or to one on another machine that shares the folder; therefore files are also claimed.
static bool is_abandoned(const char *name)
{
    static const char mark[] = ".tmp-";
    const char *digits = NULL;
    for (const char *at = name; (at = strstr(at, mark)); at++)
        digits = at + sizeof mark - 1;
    if (!digits)
        return false;
    char *end;
    long process = strtol(digits, &end, 10);
    end += *end == '-';
    return process > 0 && !end[strspn(end, "0123456789")] && kill((pid_t)process, 0) && errno == ESRCH;
}

/// Opens and claims the file or folder of that name. Returns a negative number if it is not of the kind, belongs to
/// another user or is already claimed.
static int claim(int folder, const char *name, mode_t kind)
{
    struct stat facts;
    int descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0 &&
        (fstat(descriptor, &facts) || (facts.st_mode & S_IFMT) != kind || facts.st_uid != geteuid() ||
         (flock(descriptor, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK))) {
        close(descriptor);
        descriptor = -1;
    }
    return descriptor;
}

static void remove_file(int folder, const char *name)
{
    int descriptor = claim(folder, name, S_IFREG);
    if (descriptor < 0)
        return;
    unlinkat(folder, name, 0);
    close(descriptor);
}

/// Calls a function for every entry of an open folder and closes the folder.
static void for_entries(int folder, void (*call)(int folder, const char *name))
{
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries));)
        call(folder, entry->d_name);
    closedir(entries);
}

static void remove_abandoned(int folder, const char *name)
{
    if (!is_abandoned(name))
        return;
    remove_file(folder, name);
    int inner = *name == '.' ? claim(folder, name, S_IFDIR) : -1; // other folders are not ours
    if (inner < 0)
        return;
    for_entries(inner, remove_file);
    unlinkat(folder, name, AT_REMOVEDIR);
}

void cd_leftovers_clear(int at, const char *path)
{
    static _Thread_local dev_t last_device;
    static _Thread_local ino_t last;
    struct stat facts;
    int folder = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    if (fstat(folder, &facts) || (facts.st_ino == last && facts.st_dev == last_device)) {
        close(folder);
        return;
    }
    last = facts.st_ino;
    last_device = facts.st_dev;
    for_entries(folder, remove_abandoned);
}
