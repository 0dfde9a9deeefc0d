#include "base/folder.h"

#include "base/atomic_file.h"
#include "base/leftovers.h"
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// The folder for temporary files, "" if there is none, and the process that owns it.
static struct {
    char path[PATH_MAX];
    pid_t owner;
} temporary;

/// A file of the folder. A step must never be visible half done: while step `current` says what is kept, the other
/// step is prepared.
struct file {
    FILE *stream;            ///< of a file that grows
    off_t lengths[2];        ///< its length after a step
    char forms[2][PATH_MAX]; ///< where each step writes a file that is written anew
    char path[PATH_MAX];     ///< its final name
};

/// The current folder. Paths are composed in advance because a signal handler may not compose any.
static struct {
    pid_t owner;
    atomic_bool begun, in_place;
    _Atomic int current; ///< 0, 1, or negative while nothing is kept
    char folder[PATH_MAX], target[PATH_MAX], shown[PATH_MAX];
    struct file files[CD_FOLDER_FILES];
    size_t count;
    int lock; ///< shows other machines that the folder is in use
} kept = {.current = -1};

static void remove_kept(void)
{
    for (size_t i = 0; i < kept.count; i++) {
        unlink(kept.files[i].path);
        unlink(kept.files[i].forms[0]);
        unlink(kept.files[i].forms[1]);
    }
    rmdir(kept.folder);
}

static bool put_file_in_place(const struct file *file, int current)
{
    if (file->stream)
        return !ftruncate(fileno(file->stream), file->lengths[current]);
    unlink(file->forms[1 - current]);
    return !rename(file->forms[current], file->path) || !access(file->path, F_OK); // was done before a signal
}

static bool put_in_place(int current)
{
    for (size_t i = 0; i < kept.count; i++)
        if (!put_file_in_place(&kept.files[i], current))
            return false;
    return !rename(kept.folder, kept.target);
}

/// Another program removes it: functions that list a folder may not be called from a signal handler.
static void remove_temporary(void)
{
    if (!*temporary.path || temporary.owner != getpid())
        return;
    pid_t child = _Fork();
    if (!child) {
        execl("/bin/rm", "rm", "-rf", "--", temporary.path, (char *)NULL);
        _exit(CD_IO);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    *temporary.path = '\0';
}

const char *cd_folder_settle(void)
{
    remove_temporary();
    if (kept.owner == getpid() && atomic_exchange(&kept.begun, false)) {
        int current = atomic_load(&kept.current);
        kept.in_place = current >= 0 && put_in_place(current);
        if (!kept.in_place)
            remove_kept();
    }
    return kept.in_place ? kept.shown : NULL;
}

static void settle_at_exit(void)
{
    cd_folder_settle();
}

static void prepare_process(void)
{
    static _Atomic int prepared;
    if (atomic_exchange(&prepared, 1))
        return;
    atexit(settle_at_exit);
    cd_outputs_prepare();
}

enum cd_code cd_folder_temporary(char *folder, struct cd_status *status)
{
    const char *place = getenv("TMPDIR");
    sigset_t all, before;
    if (!*temporary.path) {
        prepare_process();
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &before); // the path is either empty or that of our folder
        snprintf(temporary.path, PATH_MAX, "%.3000s/cdbench-XXXXXX", place && *place ? place : "/tmp");
        temporary.owner = getpid();
        bool made = mkdtemp(temporary.path);
        int reason = errno;
        if (!made)
            *temporary.path = '\0';
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (!made)
            return cd_fail(status, CD_IO, "%.300s: %s; name a folder for temporary files by TMPDIR",
                           place && *place ? place : "/tmp", strerror(reason));
    }
    strcpy(folder, temporary.path);
    return CD_OK;
}

enum cd_code cd_folder_prepare(const char *base, struct cd_status *status)
{
    enum cd_code code = cd_make_folder(base, NULL, status);
    if (code)
        return code;
    if (access(base, W_OK | X_OK))
        return cd_fail(status, CD_IO, "%s: cannot write there: %s; name another folder by --results", base,
                       strerror(errno));
    return CD_OK;
}

static enum cd_code fail_to_keep(struct cd_status *status)
{
    return cd_fail(status, CD_IO, "%s: cannot write: %s", kept.target, strerror(errno));
}

static bool open_file(struct file *file, const struct cd_folder_file *wanted)
{
    snprintf(file->path, PATH_MAX, "%.*s/%s", PATH_MAX - 64, kept.folder, wanted->name);
    for (int i = 0; i < 2; i++)
        snprintf(file->forms[i], PATH_MAX, "%.*s/%d-%s", PATH_MAX - 64, kept.folder, i, wanted->name);
    file->stream = wanted->grows ? fopen(file->path, "wxe") : NULL;
    if (file->stream)
        cd_leftovers_claim(fileno(file->stream));
    return file->stream || !wanted->grows;
}

static enum cd_code begin(const char *base, const char *name, const struct cd_folder_file *files,
                          size_t count, struct cd_status *status)
{
    int length = snprintf(kept.folder, PATH_MAX, "%s/.%s.tmp-%ld", base, name, (long)getpid());
    if (length < 0 || length + 64 > PATH_MAX)
        return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", base);
    snprintf(kept.target, PATH_MAX, "%s/%s", base, name);
    cd_escape(kept.target, kept.shown, PATH_MAX);
    prepare_process();
    cd_leftovers_clear(AT_FDCWD, base);
    kept.owner = getpid();
    kept.in_place = false;
    kept.current = -1;
    kept.count = 0;
    atomic_store(&kept.begun, true);
    if (mkdir(kept.folder, 0777)) {
        int reason = errno;
        atomic_store(&kept.begun, false); // the folder is not ours
        errno = reason;
        return fail_to_keep(status);
    }
    cd_folder_lock(kept.folder, &kept.lock, NULL);
    for (size_t i = 0; i < count; i++) {
        if (!open_file(&kept.files[i], &files[i]))
            return fail_to_keep(status);
        kept.count = i + 1;
    }
    return CD_OK;
}

/// Writes the additions of a step, or the whole file anew, and passes it to the disk. Returns false with errno on
/// failure.
static bool keep_file(struct file *file, const struct cd_folder_file *wanted, const void *user, int step)
{
    FILE *stream = wanted->grows ? file->stream : fopen(file->forms[step], "we");
    if (!stream)
        return false;
    wanted->write(user, stream);
    bool written = !fflush(stream) && !ferror(stream) && !fsync(fileno(stream));
    if (wanted->grows)
        file->lengths[step] = ftello(stream);
    else
        written &= !fclose(stream);
    return written;
}

enum cd_code cd_folder_keep(const char *base, const char *name, const struct cd_folder_file *files,
                            size_t count, const void *user, struct cd_status *status)
{
    CD_ASSERT(count <= CD_FOLDER_FILES);
    enum cd_code code = atomic_load(&kept.begun) ? CD_OK : begin(base, name, files, count, status);
    if (code)
        return code;
    int step = atomic_load(&kept.current) == 0;
    for (size_t i = 0; i < count; i++)
        if (!keep_file(&kept.files[i], &files[i], user, step))
            return fail_to_keep(status);
    atomic_store(&kept.current, step);
    return CD_OK;
}

static void forget(bool in_place)
{
    atomic_store(&kept.current, -1); // from here on, a signal also removes it
    if (!in_place && atomic_load(&kept.begun))
        remove_kept();
    if (atomic_exchange(&kept.begun, false) && kept.lock >= 0)
        close(kept.lock);
    for (size_t i = 0; i < kept.count; i++)
        if (kept.files[i].stream)
            fclose(kept.files[i].stream);
    kept.count = 0;
}

enum cd_code cd_folder_write(const char *base, const char *name, const struct cd_folder_file *files,
                             size_t count, const void *user, struct cd_status *status)
{
    bool earlier = atomic_load(&kept.begun) && atomic_load(&kept.current) >= 0;
    enum cd_code code = cd_folder_keep(base, name, files, count, user, status);
    if (code && earlier)
        return code; // the earlier step is put in place when the program ends
    if (!code) {
        cd_synchronise_folder(AT_FDCWD, kept.folder);
        if (!put_in_place(atomic_load(&kept.current)))
            code = cd_fail(status, CD_IO, "%s: cannot put the finished folder in place: %s", kept.target,
                           strerror(errno));
        else
            cd_synchronise_folder(AT_FDCWD, base);
    }
    forget(!code);
    return code;
}

static int remove_entry(const char *path, const struct stat *information, int kind, struct FTW *place)
{
    (void)information, (void)kind, (void)place;
    return remove(path);
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

void cd_folder_remove(const char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
