#include "base/atomic_file.h"

#include "base/leftovers.h"
#include "base/memory.h"
#include "base/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Outputs are never freed. They are reused, so that a signal handler can walk their list at any moment.
struct cd_output {
    struct cd_output *next;
    _Atomic int taken;
    _Atomic int unfinished; ///< `temporary` names a file of process `owner` that must not stay
    pid_t owner;            ///< a forked child must not remove its parent's files
    int folder;             ///< the open folder of a private file; AT_FDCWD for files that users name
    FILE *stream;           ///< NULL once finished
    _Atomic int descriptor; ///< of the stream; negative once finished
    _Atomic off_t kept;     ///< the number of bytes to keep; 0 for none
    char *named;            ///< the target as the caller named it
    char target[PATH_MAX];
    char temporary[PATH_MAX];
};

static struct cd_output *_Atomic outputs;

static void settle(struct cd_output *output)
{
    off_t kept = atomic_load(&output->kept);
    int descriptor = atomic_load(&output->descriptor);
    bool whole = kept && (descriptor < 0 || !ftruncate(descriptor, kept));
    if (!whole || renameat(output->folder, output->temporary, output->folder, output->target))
        unlinkat(output->folder, output->temporary, 0);
}

void cd_outputs_settle(void)
{
    int saved = errno;
    for (struct cd_output *output = atomic_load(&outputs); output; output = output->next)
        if (output->owner == getpid() && atomic_exchange(&output->unfinished, 0))
            settle(output);
    errno = saved;
}

void cd_outputs_prepare(void)
{
    static _Atomic int prepared;
    if (atomic_exchange(&prepared, 1))
        return;
    atexit(cd_outputs_settle);
    struct sigaction action;
    if (!sigaction(SIGXFSZ, NULL, &action) && action.sa_handler == SIG_DFL)
        signal(SIGXFSZ, SIG_IGN);
}

/// Returns an unused output for a path as the caller named it.
static struct cd_output *take_output(const char *path)
{
    cd_outputs_prepare();
    struct cd_output *output = atomic_load(&outputs);
    while (output && atomic_exchange(&output->taken, 1))
        output = output->next;
    if (!output) {
        output = cd_allocate(1, sizeof *output);
        atomic_store(&output->taken, 1);
        output->next = atomic_load(&outputs);
        while (!atomic_compare_exchange_weak(&outputs, &output->next, output))
            ;
    }
    output->folder = AT_FDCWD;
    output->named = cd_duplicate(path);
    return output;
}

static void release_output(struct cd_output *output)
{
    if (output->stream && output->stream != stdout)
        fclose(output->stream);
    output->stream = NULL;
    if (output->folder >= 0)
        close(output->folder);
    output->folder = AT_FDCWD;
    cd_free(output->named);
    output->named = NULL;
    atomic_store(&output->taken, 0);
}

static enum cd_code open_in_place(struct cd_output *output, struct cd_status *status)
{
    output->temporary[0] = 0;
    output->stream = fopen(output->target, "w");
    if (output->stream)
        return CD_OK;
    return cd_fail(status, CD_IO, "%s: cannot write: %s", output->named, strerror(errno));
}

/// Writes the folder of the target, relative to `output->folder`, into PATH_MAX bytes.
static void write_folder_of(const struct cd_output *output, char *path)
{
    const char *slash = strrchr(output->target, '/');
    snprintf(path, PATH_MAX, "%.*s", slash ? (int)(slash + 1 - output->target) : 1,
             slash ? output->target : ".");
}

/// Chooses the name itself instead of calling mkstemp, so that the file gets the permissions of the user's umask, or
/// those of a private file.
static enum cd_code open_beside(struct cd_output *output, struct cd_status *status)
{
    static _Atomic unsigned serial;
    char folder[PATH_MAX];
    write_folder_of(output, folder);
    cd_leftovers_clear(output->folder, folder);
    for (int attempt = 0; attempt < 100; attempt++) {
        int length = snprintf(output->temporary, sizeof output->temporary, "%s.tmp-%ld-%u", output->target,
                              (long)getpid(), atomic_fetch_add(&serial, 1));
        if (length < 0 || (size_t)length >= sizeof output->temporary) {
            errno = ENAMETOOLONG;
            break;
        }
        output->owner = getpid();
        atomic_store(&output->kept, 0);
        atomic_store(&output->unfinished, 1); // before the file exists, since a signal may come in between
        int descriptor = openat(output->folder, output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                output->folder == AT_FDCWD ? 0666 : 0600);
        if (descriptor >= 0) {
            output->stream = fdopen(descriptor, "w");
            CD_ASSERT(output->stream);
            cd_leftovers_claim(descriptor);
            atomic_store(&output->descriptor, descriptor);
            return CD_OK;
        }
        atomic_store(&output->unfinished, 0);
        if (errno != EEXIST)
            break;
    }
    return cd_fail(status, CD_IO, "%s: cannot write: %s", output->named, strerror(errno));
}

enum cd_code cd_output_open(const char *path, struct cd_output **result, struct cd_status *status)
{
    struct cd_output *output = take_output(path);
    struct stat information;
    bool exists = !stat(path, &information);
    enum cd_code code;
    if (strlen(path) >= PATH_MAX)
        code = cd_fail(status, CD_IO, "%.80s...: the file name is too long", path);
    else if (!*path)
        code = cd_fail(status, CD_USAGE, "an empty file name; name a file to write");
    else if (exists && S_ISDIR(information.st_mode))
        code = cd_fail(status, CD_IO, "%s: is a folder; name a file to write", path);
    else {
        if (!exists || !realpath(path, output->target))
            strcpy(output->target, path);
        code = exists && !S_ISREG(information.st_mode) ? open_in_place(output, status)
                                                       : open_beside(output, status);
    }
    *result = code ? NULL : output;
    if (code)
        release_output(output);
    return code;
}

enum cd_code cd_output_open_option(const char *path, struct cd_output **result, struct cd_status *status)
{
    *result = NULL;
    if (path && !cd_is_stdout(path))
        return cd_output_open(path, result, status);
    if (path) {
        *result = take_output(path);
        (*result)->temporary[0] = 0;
        (*result)->stream = stdout;
    }
    return CD_OK;
}

enum cd_code cd_output_separate(struct cd_output *output, struct cd_status *status)
{
    if (output->stream != stdout)
        return CD_OK;
    int descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    output->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    return output->stream ? CD_OK : cd_fail(status, CD_IO, "-: cannot write: %s", strerror(errno));
}

enum cd_code cd_output_open_private(int folder, const char *path, struct cd_output **result,
                                    struct cd_status *status)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    struct cd_output *output = take_output(path);
    enum cd_code code;
    output->folder = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    if (output->folder < 0) {
        code = cd_fail(status, CD_IO, "%s: cannot write: %s", path, strerror(errno));
    } else {
        snprintf(output->target, sizeof output->target, "%s", name);
        code = open_beside(output, status);
    }
    *result = code ? NULL : output;
    if (code)
        release_output(output);
    return code;
}

FILE *cd_output_stream(struct cd_output *output)
{
    CD_ASSERT(output->stream);
    return output->stream;
}

/// Finds out why an earlier write failed, since a stream remembers only that it failed. A fault that occurred once
/// occurs again, and the data that was written is no longer of use.
static int ask_reason(FILE *stream)
{
    errno = 0;
    return write(fileno(stream), "", 1) < 0 ? errno : EIO;
}

/// Passes all written data to the system. Returns false with errno if this failed now or before.
static bool flush(FILE *stream)
{
    errno = 0;
    if (fflush(stream))
        return false;
    if (!ferror(stream))
        return true;
    errno = ask_reason(stream);
    return false;
}

static enum cd_code fail_to_write(const struct cd_output *output, int reason, struct cd_status *status)
{
    return cd_fail(status, CD_IO, "%s: cannot write: %s%s", output->named, strerror(reason),
                   output->temporary[0] ? "; the file was left as it was" : "");
}

enum cd_code cd_output_keep(struct cd_output *output, struct cd_status *status)
{
    if (output->stream == stdout)
        return cd_flush_stdout(status);
    if (!flush(output->stream))
        return fail_to_write(output, errno, status);
    if (output->temporary[0])
        atomic_store(&output->kept, ftello(output->stream));
    return CD_OK;
}

enum cd_code cd_output_finish(struct cd_output *output, struct cd_status *status)
{
    if (!output->stream)
        return CD_OK;
    if (output->stream == stdout) {
        output->stream = NULL;
        return cd_flush_stdout(status);
    }
    bool failed = !flush(output->stream);
    // A pipe or a terminal cannot be synchronised and gives EINVAL or ENOTSUP.
    if (!failed && fsync(fileno(output->stream)))
        failed = output->temporary[0] || (errno != EINVAL && errno != ENOTSUP && errno != EROFS);
    int reason = errno;
    if (failed)
        atomic_store(&output->kept, 0);
    atomic_store(&output->descriptor, -1); // complete, and must not be cut any more
    if (fclose(output->stream) && !failed) {
        failed = true;
        reason = errno;
    }
    output->stream = NULL;
    return failed ? fail_to_write(output, reason, status) : CD_OK;
}

void cd_synchronise_folder(int at, const char *path)
{
    int descriptor = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)!fsync(descriptor);
    close(descriptor);
}

/// The new directory entry must also survive a power cut.
static void synchronise_folder_of(const struct cd_output *output)
{
    char path[PATH_MAX];
    write_folder_of(output, path);
    cd_synchronise_folder(output->folder, path);
}

enum cd_code cd_output_commit(struct cd_output *output, struct cd_status *status)
{
    enum cd_code code = cd_output_finish(output, status);
    if (!code && output->temporary[0]) {
        if (renameat(output->folder, output->temporary, output->folder, output->target)) {
            code = cd_fail(status, CD_IO, "%s: cannot put the finished file in place: %s", output->named,
                           strerror(errno));
        } else {
            atomic_store(&output->unfinished, 0);
            synchronise_folder_of(output);
        }
    }
    cd_output_abort(output);
    return code;
}

void cd_output_abort(struct cd_output *output)
{
    if (!output)
        return;
    if (atomic_load(&output->unfinished)) {
        unlinkat(output->folder, output->temporary, 0);
        atomic_store(&output->unfinished, 0);
    }
    release_output(output);
}

enum cd_code cd_outputs_commit(struct cd_output **files, size_t count, enum cd_code code,
                               struct cd_status *status)
{
    for (size_t i = 0; i < count && !code; i++)
        code = files[i] ? cd_output_finish(files[i], status) : CD_OK;
    for (size_t i = 0; i < count; i++) {
        if (code)
            cd_output_abort(files[i]);
        else if (files[i])
            code = cd_output_commit(files[i], status);
        files[i] = NULL;
    }
    return code;
}

static enum cd_code make_one(const char *path, mode_t mode, bool *created, struct cd_status *status)
{
    *created = !mkdir(path, mode);
    if (*created)
        return CD_OK;
    int reason = errno;
    struct stat information;
    if (!stat(path, &information)) {
        if (S_ISDIR(information.st_mode))
            return CD_OK;
        reason = ENOTDIR;
    }
    return cd_fail(status, CD_IO, "%s: cannot create the folder: %s", path, strerror(reason));
}

static enum cd_code make_all(const char *path, mode_t mode, size_t *made, struct cd_status *status)
{
    char *partial = cd_duplicate(path);
    size_t first = 0;
    enum cd_code code = *path ? CD_OK : cd_fail(status, CD_USAGE, "an empty folder name; name a folder");
    for (size_t i = 1, length = strlen(path); !code && i <= length; i++)
        if ((path[i] == '/' || !path[i]) && path[i - 1] != '/') {
            bool created;
            partial[i] = 0;
            code = make_one(partial, mode, &created, status);
            partial[i] = path[i];
            if (created && !first)
                first = i;
        }
    if (code)
        cd_unmake_folder(path, first);
    if (made)
        *made = code ? 0 : first;
    cd_free(partial);
    return code;
}

enum cd_code cd_make_folder(const char *path, size_t *made, struct cd_status *status)
{
    return make_all(path, 0777, made, status);
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

enum cd_code cd_make_private_folder(const char *path, struct cd_status *status)
{
    return make_all(path, 0700, NULL, status);
}
