#include "base/lines.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
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
                   ? cd_fail(status, CD_IO, "%s: is a directory; name a file", path)
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

/// Where in the file the next NUL, LF or CR is (in the order of `enum cd_line_end`), or where the bytes read so far end. It
/// is remembered, so that a byte that hardly occurs is searched for once a chunk and not once a line.
static uint64_t find(struct cd_lines *lines, enum cd_line_end byte)
{
    uint64_t end = lines->offset + (lines->end - lines->begin);
    uint64_t *next = &lines->next[byte];
    if (*next < lines->offset)
        *next = lines->offset;
    if (*next < end) {
        const char *from = unread(lines) + (*next - lines->offset);
        const char *found = memchr(from, "\0\n\r"[byte], (size_t)(end - *next));
        *next = found ? *next + (uint64_t)(found - from) : end;
    }
    return *next;
}

/// Finds the end of the line and reads as far as needed: whether an LF follows a CR is seen in the next byte.
static enum cd_code find_line_end(struct cd_lines *lines, size_t *length, enum cd_line_end *ending,
                                  struct cd_status *status)
{
    for (;;) {
        uint64_t lf = find(lines, CD_ENDS_WITH_LF), cr = find(lines, CD_ENDS_WITH_CR), at = lf < cr ? lf : cr;
        uint64_t end = lines->offset + (lines->end - lines->begin);
        *length = (size_t)(at - lines->offset);
        if (*length > CD_LINE_BYTES_MAX)
            return cd_fail(status, CD_DATA, "%s:%" PRIu64 ": line longer than %zu MiB; is this a mesh file?",
                           lines->path, lines->number, CD_LINE_BYTES_MAX >> 20);
        if (find(lines, CD_ENDS_WITH_FILE) < at)
            return cd_fail(status, CD_DATA,
                           "%s:%" PRIu64
                           ": a NUL byte; this is no text, or text in UTF-16: convert it to UTF-8",
                           lines->path, lines->number);
        if (lines->at_end || lf < cr || at + 1 < end) {
            *ending = at == end                  ? CD_ENDS_WITH_FILE
                      : lf < cr                  ? CD_ENDS_WITH_LF
                      : lf == cr + 1 && lf < end ? CD_ENDS_WITH_CRLF
                                                 : CD_ENDS_WITH_CR;
            return CD_OK;
        }
        enum cd_code code = read_more(lines, status);
        if (code)
            return code;
    }
}

enum cd_code cd_lines_next(struct cd_lines *lines, char **line, struct cd_status *status)
{
    *line = NULL;
    lines->number++;
    size_t length, marks = 0;
    enum cd_line_end ending = CD_ENDS_WITH_FILE;
    enum cd_code code = find_line_end(lines, &length, &ending, status);
    if (code || (length == 0 && ending == CD_ENDS_WITH_FILE))
        return code;
    char *text = unread(lines);
    text[length] = 0;
    while (lines->offset == 0 && strncmp(text + marks, "\xef\xbb\xbf", 3) == 0)
        marks += 3;
    size_t taken = length + (ending == CD_ENDS_WITH_CRLF ? 2 : ending != CD_ENDS_WITH_FILE);
    lines->begin += taken;
    lines->offset += taken;
    lines->ending = ending;
    *line = text + marks;
    return CD_OK;
}

void cd_lines_give_back_lf(struct cd_lines *lines)
{
    CD_ASSERT(lines->ending == CD_ENDS_WITH_CRLF);
    lines->ending = CD_ENDS_WITH_CR;
    lines->begin--;
    lines->offset--;
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

// ---- files that are something else ------------------------------------------------------------------------

#define BEGINS(bytes) bytes, sizeof bytes - 1

/// Formats of text that Assimp reads in UTF-16, too.
#define UTF_16_BY_RIGHT ".dae.x3d.x.ase.amf.irr.irrmesh.xml.xgl."

/// The last kinds are so many of meshes.
enum { MESHES = 7 };

/// What files begin with, letters in lower case. Where the last byte is a letter, no further letter may follow.
static const struct kind {
    const char *bytes;
    size_t count;
    const char *
        by_right; ///< the extensions of meshes that may begin so, each followed by a dot; NULL for all but four
    const char *what; ///< and what to do
} kinds[] = {
    {BEGINS("version https://git-lfs.github.com/spec/v"), "",
     "a Git LFS pointer, not the file it stands for; fetch that with `git lfs pull`"},
    {BEGINS("/annex/objects/"), "",
     "a git-annex pointer, not the file it stands for; fetch that with `git annex get`"},
    {BEGINS("<!doctype html"), "", "a web page (HTML); download the file itself (on GitHub: \"Raw\")"},
    {BEGINS("<html"), "", "a web page (HTML); download the file itself (on GitHub: \"Raw\")"},
    {BEGINS("\x1f\x8b"), ".blend.", "compressed with gzip; unpack it first, as with `gunzip`"},
    {BEGINS("bzh"), "", "compressed with bzip2; unpack it first, as with `bunzip2`"},
    {BEGINS("\xfd\x37zxz\0"), "", "compressed with xz; unpack it first, as with `unxz`"},
    {BEGINS("\x28\xb5\x2f\xfd"), "", "compressed with zstd; unpack it first, as with `unzstd`"},
    {BEGINS("pk\3\4"), ".3mf.zae.pk3.usdz.", "a ZIP archive; unpack it first, as with `unzip`"},
    {BEGINS("7z\xbc\xaf\x27\x1c"), "", "a 7-Zip archive; unpack it first, as with `7z x`"},
    {BEGINS("\xff\xfe\0\0"), "", "text in UTF-32; convert it with `iconv -f UTF-32 -t UTF-8`"},
    {BEGINS("\xff\xfe"), UTF_16_BY_RIGHT, "text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"},
    {BEGINS("\xfe\xff"), UTF_16_BY_RIGHT, "text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"},
    {BEGINS("\0\0\xfe\xff"), "", "text in UTF-32; convert it with `iconv -f UTF-32 -t UTF-8`"},
    {BEGINS("\x89png"), "", "an image (PNG); name another file"},
    {BEGINS("\xff\xd8\xff"), "", "an image (JPEG); name another file"},
    {BEGINS("%pdf"), "", "a document (PDF); name another file"},
    {BEGINS("\177elf"), "", "a program (ELF); name another file"},
    {BEGINS("ply"), ".ply.", "a PLY file by its content; let its name end in .ply"},
    {BEGINS("solid"), ".stl.", "an STL file by its content; let its name end in .stl"},
    {BEGINS("off"), ".off.", "an OFF file by its content; let its name end in .off"},
    {BEGINS("gltf"), ".glb.gltf.vrm.", "a GLB file by its content; let its name end in .glb"},
    {BEGINS("<?xml"), NULL, "an XML document by its content; let its name end in .dae if it is COLLADA"},
    {BEGINS("{"), NULL, "JSON by its content; let its name end in .gltf if it is glTF"},
    {BEGINS("iso-10303-21"), NULL, "a STEP file by its content; tessellate it first, as with `gmsh -2`"},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool begins_with(const char *text, size_t bytes, const struct kind *kind)
{
    for (size_t i = 0; i < kind->count; i++)
        if (i == bytes || lower(text[i]) != kind->bytes[i])
            return false;
    return bytes == kind->count || !is_letter(text[kind->count - 1]) || !is_letter(text[kind->count]);
}

const char *cd_foreign(const char *head, size_t bytes, const char *extension)
{
    char wanted[20];
    size_t skipped = bytes >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (skipped < bytes && head[skipped] && strchr(" \t\r\n", head[skipped]))
        skipped++;
    snprintf(wanted, sizeof wanted, "%s.", extension ? extension : "");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds - (extension ? 0 : MESHES); i++) {
        bool right = kinds[i].by_right ? extension && *extension && strcasestr(kinds[i].by_right, wanted)
                                       : !strcasestr(".obj.ply.stl.off.", wanted);
        if (!right && begins_with(head + skipped, bytes - skipped, &kinds[i]))
            return kinds[i].what;
    }
    return NULL;
}

const char *cd_foreign_file(int descriptor)
{
    char head[512];
    ssize_t bytes = pread(descriptor, head, sizeof head, 0);
    return bytes > 0 ? cd_foreign(head, (size_t)bytes, NULL) : NULL;
}
