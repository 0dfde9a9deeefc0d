#include "base/folder.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- making and removing ----------------------------------------------------------------------------------

static enum cd_code make_folders(const char *path, mode_t mode, size_t *made, struct cd_status *status)
{
    char *partial = cd_duplicate(path);
    struct stat facts;
    enum cd_code code = *path ? CD_OK : cd_fail(status, CD_USAGE, "an empty folder name; name a folder");
    *made = 0;
    for (size_t i = 1, length = strlen(path); !code && i <= length; i++) {
        if ((path[i] && path[i] != '/') || path[i - 1] == '/')
            continue;
        partial[i] = 0;
        if (!mkdir(partial, mode)) {
            *made = *made ? *made : i;
        } else {
            int reason = errno;
            bool exists = !stat(partial, &facts);
            if (!exists || !S_ISDIR(facts.st_mode))
                code = cd_fail(status, CD_IO, "%s: cannot create the folder: %s", partial,
                               strerror(exists ? ENOTDIR : reason));
        }
        partial[i] = path[i];
    }
    cd_free(partial);
    if (code) {
        cd_unmake_folder(path, *made);
        *made = 0;
    }
    return code;
}

enum cd_code cd_make_folder(const char *path, size_t *made, struct cd_status *status)
{
    size_t unused;
    return make_folders(path, 0777, made ? made : &unused, status);
}

void cd_unmake_folder(const char *path, size_t made)
{
    char *partial = cd_duplicate(path);
    for (size_t i = strlen(path); made && i >= made; i--)
        if (!path[i] || path[i] == '/') {
            partial[i] = 0;
            rmdir(partial);
        }
    cd_free(partial);
}

static int remove_entry(const char *path, const struct stat *information, int kind, struct FTW *place)
{
    (void)information, (void)kind, (void)place;
    return remove(path);
}

void cd_folder_remove(const char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

enum cd_code cd_folder_prepare(const char *base, struct cd_status *status)
{
    enum cd_code code = cd_make_folder(base, NULL, status);
    if (!code && access(base, W_OK | X_OK))
        code = cd_fail(status, CD_IO, "%s: cannot write there: %s; name another folder by --results", base,
                       strerror(errno));
    return code;
}

enum cd_code cd_folder_lock(const char *folder, int *lock, struct cd_status *status)
{
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0 || !flock(*lock, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK)
        return CD_OK;
    close(*lock);
    *lock = -1;
    return cd_fail(status, CD_IO,
                   "%s: another run is using it; wait until it ends, or name another folder by --results",
                   folder);
}

// ---- the folder in progress -------------------------------------------------------------------------------

/// Paths are composed in advance because a signal handler may not compose any.
static struct {
    pid_t owner;
    atomic_bool begun; ///< `folder` must not stay
    atomic_bool whole; ///< a step is complete
    atomic_bool in_place;
    char folder[PATH_MAX], target[PATH_MAX], shown[PATH_MAX];
    struct file {
        bool grows;
        off_t length; ///< of a file that grows, after the last complete step
        char path[2 * PATH_MAX],
            new[PATH_MAX * 2]; ///< `new`: of a file that is written anew, until the step is complete
    } files[CD_FOLDER_FILES];
    size_t count;
} kept;

/// Drops what an incomplete step has written. Returns false with errno if it cannot.
static bool roll_back(void)
{
    bool done = true;
    for (size_t i = 0; i < kept.count; i++)
        if (!kept.files[i].grows)
            unlink(kept.files[i].new);
        else if (truncate(kept.files[i].path, kept.files[i].length))
            done = false;
    return done;
}

static void remove_kept(void)
{
    for (size_t i = 0; i < kept.count; i++) {
        unlink(kept.files[i].path);
        unlink(kept.files[i].new);
    }
    rmdir(kept.folder);
}

const char *cd_folder_settle(void)
{
    if (kept.owner == getpid() && atomic_exchange(&kept.begun, false)) {
        kept.in_place = kept.whole && roll_back() && !rename(kept.folder, kept.target);
        if (!kept.in_place)
            remove_kept();
    }
    return kept.in_place ? kept.shown : NULL;
}

static void settle_at_exit(void)
{
    cd_folder_settle();
}

static enum cd_code fail_to_keep(struct cd_status *status)
{
    return cd_fail(status, CD_IO, "%s: cannot write: %s", kept.target, strerror(errno));
}

static enum cd_code begin(const char *base, const char *name, const struct cd_folder_file *files,
                          size_t count, struct cd_status *status)
{
    static bool prepared;
    uint32_t number = 0;
    CD_ASSERT(count <= CD_FOLDER_FILES);
    (void)!getrandom(&number, sizeof number, 0);
    int length = snprintf(kept.folder, PATH_MAX, "%s/.%s.tmp-%08x", base, name, number);
    if (length < 0 || length + 64 > PATH_MAX)
        return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", base);
    snprintf(kept.target, PATH_MAX, "%s/%s", base, name);
    cd_escape(kept.target, kept.shown, PATH_MAX);
    for (size_t i = 0; i < count; i++) {
        struct file *file = &kept.files[i];
        file->grows = files[i].grows;
        file->length = 0;
        snprintf(file->path, sizeof file->path, "%s/%s", kept.folder, files[i].name);
        snprintf(file->new, sizeof file->new, "%s/%s.new", kept.folder, files[i].name);
    }
    kept.count = count;
    if (!prepared)
        atexit(settle_at_exit);
    prepared = true;
    cd_outputs_prepare();
    kept.owner = getpid();
    kept.in_place = kept.whole = false;
    kept.begun = true; // before the folder exists, since a signal may come in between
    if (!mkdir(kept.folder, 0777))
        return CD_OK;
    kept.begun = false;
    return fail_to_keep(status);
}

enum cd_code cd_folder_keep(const char *base, const char *name, const struct cd_folder_file *files,
                            size_t count, const void *user, struct cd_status *status)
{
    off_t lengths[CD_FOLDER_FILES] = {0};
    enum cd_code code = kept.begun ? CD_OK : begin(base, name, files, count, status);
    for (size_t i = 0; i < count && !code; i++) {
        FILE *stream =
            fopen(files[i].grows ? kept.files[i].path : kept.files[i].new, files[i].grows ? "ae" : "we");
        if (!stream) {
            code = fail_to_keep(status);
            break;
        }
        files[i].write(user, stream);
        if (fflush(stream) || ferror(stream) || fsync(fileno(stream)))
            code = fail_to_keep(status);
        lengths[i] = ftello(stream);
        if (fclose(stream) && !code)
            code = fail_to_keep(status);
    }
    // A signal that ends the program finds this step or the one before.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (size_t i = 0; i < count && !code; i++)
        if (!files[i].grows && rename(kept.files[i].new, kept.files[i].path))
            code = fail_to_keep(status);
    for (size_t i = 0; i < count && !code; i++)
        kept.files[i].length = lengths[i];
    if (code && kept.begun)
        roll_back();
    else if (!code)
        kept.whole = true;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

enum cd_code cd_folder_write(const char *base, const char *name, const struct cd_folder_file *files,
                             size_t count, const void *user, struct cd_status *status)
{
    enum cd_code code = cd_folder_keep(base, name, files, count, user, status);
    if (code && kept.begun && kept.whole)
        return code; // the earlier step is put in place when the program ends
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (!code && rename(kept.folder, kept.target))
        code = cd_fail(status, CD_IO, "%s: cannot put the finished folder in place: %s", kept.target,
                       strerror(errno));
    if (atomic_exchange(&kept.begun, false) && code)
        remove_kept();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

// ---- the cache --------------------------------------------------------------------------------------------

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

enum cd_code cd_cache_open(const char *below, bool make, int *folder, struct cd_status *status)
{
    char path[PATH_MAX], name[PATH_MAX];
    size_t made;
    *folder = AT_FDCWD;
    if (!cd_cache_folder(path, sizeof path))
        return cd_fail(status, CD_ENVIRONMENT, "there is no cache folder; set CDBENCH_CACHE to a folder");
    enum cd_code code = make ? make_folders(path, 0700, &made, status) : CD_OK;
    strcpy(name, path);
    for (int flags = 0; !code; flags = O_NOFOLLOW) {
        int parent = *folder;
        *folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
        int reason = errno;
        if (parent >= 0)
            close(parent);
        if (*folder < 0)
            return cd_fail(status, CD_IO, "%s: cannot be opened as a folder: %s", path, strerror(reason));
        code = check_owner(*folder, path, status);
        if (code || !below || !*below)
            break;
        int length = (int)strcspn(below, "/");
        snprintf(name, sizeof name, "%.*s", length, below);
        cd_append(path, sizeof path, "/%s", name);
        if (make)
            mkdirat(*folder, name, 0700); // a failure shows when the folder is opened
        below += length + (below[length] == '/');
    }
    if (code && *folder >= 0) {
        close(*folder);
        *folder = -1;
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
