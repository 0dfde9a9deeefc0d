#include "base/atomic_file.h"

#include "base/memory.h"
#include "base/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/// Outputs are never freed. They are reused, so that a signal handler can walk their list at any moment.
struct cd_output {
    struct cd_output *next;
    atomic_bool taken;
    atomic_bool unfinished; ///< `temporary` names a file of process `owner` that must not stay
    pid_t owner;            ///< a forked child must not remove its parent's files
    int folder;             ///< the open folder of a private file; AT_FDCWD for files that users name
    FILE *stream;           ///< NULL once finished
    _Atomic int descriptor; ///< of the stream; negative once finished
    _Atomic off_t kept;     ///< the number of bytes to keep; 0 for none
    char *named;            ///< the target as the caller named it
    char target[PATH_MAX];
    char temporary[PATH_MAX + 16]; ///< "" for what is written directly
};

static struct cd_output *_Atomic outputs;

void cd_outputs_settle(void)
{
    int saved = errno;
    for (struct cd_output *output = outputs; output; output = output->next) {
        if (output->owner != getpid() || !atomic_exchange(&output->unfinished, false))
            continue;
        bool whole = output->kept && (output->descriptor < 0 || !ftruncate(output->descriptor, output->kept));
        if (!whole || renameat(output->folder, output->temporary, output->folder, output->target))
            unlinkat(output->folder, output->temporary, 0);
    }
    errno = saved;
}

void cd_outputs_prepare(void)
{
    static atomic_bool prepared;
    struct sigaction action;
    if (atomic_exchange(&prepared, true))
        return;
    atexit(cd_outputs_settle);
    if (!sigaction(SIGXFSZ, NULL, &action) && action.sa_handler == SIG_DFL)
        signal(SIGXFSZ, SIG_IGN);
}

/// Returns an unused output for a path as the caller named it.
static struct cd_output *take_output(const char *path)
{
    cd_outputs_prepare();
    struct cd_output *output = outputs;
    while (output && atomic_exchange(&output->taken, true))
        output = output->next;
    if (!output) {
        output = cd_allocate(1, sizeof *output);
        output->taken = true;
        output->next = outputs;
        while (!atomic_compare_exchange_weak(&outputs, &output->next, output))
            ;
    }
    output->folder = AT_FDCWD;
    output->kept = 0;
    *output->temporary = 0;
    output->named = cd_duplicate(path);
    return output;
}

void cd_output_abort(struct cd_output *output)
{
    if (!output)
        return;
    if (output->unfinished)
        unlinkat(output->folder, output->temporary, 0);
    output->unfinished = false;
    if (output->stream && output->stream != stdout)
        fclose(output->stream);
    output->stream = NULL;
    if (output->folder >= 0)
        close(output->folder);
    cd_free(output->named);
    output->taken = false;
}

/// Hands over an output whose stream was opened; fails because of `errno` if it was not.
static enum cd_code hand_over(struct cd_output *output, struct cd_output **result, struct cd_status *status)
{
    *result = output->stream ? output : NULL;
    if (output->stream)
        return CD_OK;
    enum cd_code code = cd_fail(status, CD_IO, "%s: cannot write: %s", output->named, strerror(errno));
    cd_output_abort(output);
    return code;
}

/// Opens a file beside the target. It is not made by mkstemp, so that it gets the permissions of the user's umask, or
/// those of a private file.
static void open_beside(struct cd_output *output)
{
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return;
    snprintf(output->temporary, sizeof output->temporary, "%s.tmp-%08x", output->target, number);
    output->owner = getpid();
    output->descriptor = -1;
    output->unfinished = true; // before the file exists, since a signal may come in between
    int descriptor = openat(output->folder, output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                            output->folder == AT_FDCWD ? 0666 : 0600);
    if (descriptor < 0) {
        output->unfinished = false;
        return;
    }
    output->descriptor = descriptor;
    output->stream = fdopen(descriptor, "w");
    CD_ASSERT(output->stream);
}

enum cd_code cd_output_open(const char *path, struct cd_output **result, struct cd_status *status)
{
    struct stat information;
    bool exists = !stat(path, &information);
    *result = NULL;
    if (strlen(path) >= PATH_MAX)
        return cd_fail(status, CD_IO, "%.80s...: the file name is too long", path);
    if (!*path)
        return cd_fail(status, CD_USAGE, "an empty file name; name a file to write");
    if (exists && S_ISDIR(information.st_mode))
        return cd_fail(status, CD_IO, "%s: is a folder; name a file to write", path);
    struct cd_output *output = take_output(path);
    if (!exists || !realpath(path, output->target))
        strcpy(output->target, path);
    if (exists && !S_ISREG(information.st_mode))
        output->stream = fopen(path, "we");
    else
        open_beside(output);
    return hand_over(output, result, status);
}

enum cd_code cd_output_open_option(const char *path, struct cd_output **result, struct cd_status *status)
{
    *result = NULL;
    if (path && !cd_is_stdout(path))
        return cd_output_open(path, result, status);
    if (path) {
        *result = take_output(path);
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
    const char *slash = strrchr(path, '/');
    struct cd_output *output = take_output(path);
    snprintf(output->target, sizeof output->target, "%s", slash ? slash + 1 : path);
    output->folder = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    if (output->folder >= 0)
        open_beside(output);
    return hand_over(output, result, status);
}

FILE *cd_output_stream(struct cd_output *output)
{
    CD_ASSERT(output->stream);
    return output->stream;
}

/// Passes all written data to the system. Returns false with errno if this failed now or before.
static bool flush(FILE *stream)
{
    errno = 0;
    if (fflush(stream))
        return false;
    if (!ferror(stream))
        return true;
    // A stream remembers that it failed, but not why. A fault that occurred once occurs again.
    if (write(fileno(stream), "", 1) >= 0)
        errno = EIO;
    return false;
}

static enum cd_code fail_to_write(const struct cd_output *output, int reason, struct cd_status *status)
{
    return cd_fail(status, CD_IO, "%s: cannot write: %s%s", output->named, strerror(reason),
                   *output->temporary ? "; the file was left as it was" : "");
}

enum cd_code cd_output_keep(struct cd_output *output, struct cd_status *status)
{
    if (output->stream == stdout)
        return cd_flush_stdout(status);
    if (!flush(output->stream))
        return fail_to_write(output, errno, status);
    if (*output->temporary)
        output->kept = ftello(output->stream);
    return CD_OK;
}

enum cd_code cd_output_finish(struct cd_output *output, struct cd_status *status)
{
    FILE *stream = output->stream;
    output->stream = NULL;
    if (stream == stdout)
        return cd_flush_stdout(status);
    if (!stream)
        return CD_OK;
    bool failed = !flush(stream);
    // A pipe or a terminal cannot be synchronised and gives EINVAL or ENOTSUP.
    if (!failed && fsync(fileno(stream)))
        failed = *output->temporary || (errno != EINVAL && errno != ENOTSUP && errno != EROFS);
    int reason = errno;
    if (failed)
        output->kept = 0;
    output->descriptor = -1; // complete, and must not be cut any more
    if (fclose(stream) && !failed) {
        failed = true;
        reason = errno;
    }
    return failed ? fail_to_write(output, reason, status) : CD_OK;
}

enum cd_code cd_output_commit(struct cd_output *output, struct cd_status *status)
{
    enum cd_code code = cd_output_finish(output, status);
    if (!code && *output->temporary) {
        if (renameat(output->folder, output->temporary, output->folder, output->target))
            code = cd_fail(status, CD_IO, "%s: cannot put the finished file in place: %s", output->named,
                           strerror(errno));
        else
            output->unfinished = false;
    }
    cd_output_abort(output);
    return code;
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
