#include "base/lines.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

enum cd_code cd_lines_open(struct cd_lines *lines, const char *path, struct cd_status *status)
{
    // O_NONBLOCK: opening a pipe without a writer must not hang.
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 && errno == ENOENT)
        return cd_fail(status, CD_IO, "%s: no such file; check the name", path);
    if (fd < 0)
        return cd_fail(status, CD_IO, "%s: cannot open: %s; check its permissions", path, strerror(errno));
    struct stat info;
    if (fstat(fd, &info) != 0) {
        int problem = errno;
        close(fd);
        return cd_fail(status, CD_IO, "%s: cannot examine: %s; try a local copy", path, strerror(problem));
    }
    if (!S_ISREG(info.st_mode)) {
        close(fd);
        return S_ISDIR(info.st_mode)
                   ? cd_fail(status, CD_IO, "%s: is a directory; name a mesh file", path)
                   : cd_fail(status, CD_IO, "%s: is a pipe or device; copy it to a regular file", path);
    }
    *lines = (struct cd_lines){.path = path, .descriptor = fd, .file_bytes = (uint64_t)info.st_size};
    return CD_OK;
}

void cd_lines_of_text(struct cd_lines *lines, const char *name, const char *text)
{
    size_t bytes = strlen(text);
    *lines = (struct cd_lines){.path = name,
                               .descriptor = -1,
                               .file_bytes = bytes,
                               .buffer = cd_duplicate(text),
                               .capacity = bytes + 1,
                               .end = bytes,
                               .at_end = true};
}

void cd_lines_close(struct cd_lines *lines)
{
    if (lines->descriptor >= 0)
        close(lines->descriptor);
    cd_free(lines->buffer);
}

/// The bytes that were read and not yet taken; NULL before the first read.
static char *unread(const struct cd_lines *lines)
{
    return lines->buffer ? lines->buffer + lines->begin : NULL;
}

/// Reads one more chunk behind the bytes in the buffer. One byte stays free for a NUL.
static enum cd_code read_more(struct cd_lines *lines, struct cd_status *status)
{
    if (lines->begin > 0) {
        memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->begin = 0;
    }
    if (lines->end + CHUNK + 1 > lines->capacity) {
        size_t wanted = 2 * lines->capacity > 2 * CHUNK ? 2 * lines->capacity : 2 * CHUNK;
        lines->buffer = cd_reallocate(lines->buffer, lines->capacity, wanted, 1);
        lines->capacity = wanted;
    }
    ssize_t got;
    do
        got = read(lines->descriptor, lines->buffer + lines->end, CHUNK);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return cd_fail(status, CD_IO, "%s: cannot read: %s; try a copy on another disk", lines->path,
                       strerror(errno));
    lines->end += (size_t)got;
    lines->at_end = got == 0;
    return CD_OK;
}

/// Finds the end of the line and reads as far as needed. `*length` excludes the line feed.
static enum cd_code find_line_end(struct cd_lines *lines, size_t *length, struct cd_status *status)
{
    size_t searched = 0;
    for (;;) {
        size_t available = lines->end - lines->begin;
        const char *from = unread(lines);
        const char *feed = available > searched ? memchr(from + searched, '\n', available - searched) : NULL;
        *length = feed ? (size_t)(feed - from) : available;
        if (*length > CD_LINE_BYTES_MAX)
            return cd_fail(status, CD_DATA, "%s:%" PRIu64 ": line longer than %zu MiB; is this a mesh file?",
                           lines->path, lines->number, CD_LINE_BYTES_MAX >> 20);
        if (feed || lines->at_end)
            return CD_OK;
        // After a NUL byte, a long line need not be read to its end.
        if (available > searched && memchr(from + searched, 0, available - searched))
            return CD_OK;
        searched = available;
        enum cd_code code = read_more(lines, status);
        if (code)
            return code;
    }
}

enum cd_code cd_lines_next(struct cd_lines *lines, char **line, struct cd_status *status)
{
    *line = NULL;
    lines->number++;
    size_t length;
    enum cd_code code = find_line_end(lines, &length, status);
    if (code)
        return code;
    if (lines->begin + length == lines->end && length == 0)
        return CD_OK;
    char *text = unread(lines);
    if (memchr(text, 0, length))
        return cd_fail(status, CD_DATA, "%s:%" PRIu64 ": a NUL byte; this is not a text file", lines->path,
                       lines->number);
    lines->no_feed = lines->begin + length == lines->end;
    size_t taken = length + !lines->no_feed;
    lines->begin += taken;
    lines->offset += taken;
    if (length > 0 && text[length - 1] == '\r')
        length--;
    text[length] = 0;
    *line = text;
    return CD_OK;
}

enum cd_code cd_lines_bytes(struct cd_lines *lines, size_t bytes, const char **data, struct cd_status *status)
{
    while (lines->end - lines->begin < bytes && !lines->at_end) {
        enum cd_code code = read_more(lines, status);
        if (code)
            return code;
    }
    if (lines->end - lines->begin < bytes) {
        *data = NULL;
        return CD_OK;
    }
    *data = unread(lines);
    lines->begin += bytes;
    lines->offset += bytes;
    return CD_OK;
}
