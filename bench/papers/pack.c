#include "bench/papers/pack.h"

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "bench/papers/measurements.h"
#include "bench/record/build_info.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/// The most bytes that are unpacked, and the most files.
#define UNPACKED_BYTES (300u * 1000 * 1000)
#define FILES_MAX      2000

/// Of an archive.
#define BLOCK 512
/// The window of zlib for the format of gzip.
#define GZIP_WINDOW (15 + 16)

#define INDEX "pack.json"

static const char *const experiment_files[] = {"cells.csv", "run.json", "samples.csv"};
enum { EXPERIMENT_FILES = 3 };

// ---- headers of tar ---------------------------------------------------------------------------------------

/// A header as POSIX has it.
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100], magic[6],
        version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is one block");

static unsigned checksum_of(const struct header *header)
{
    struct header copy = *header;
    unsigned sum = 0;
    memset(copy.checksum, ' ', sizeof copy.checksum);
    for (size_t i = 0; i < BLOCK; i++)
        sum += ((const unsigned char *)&copy)[i];
    return sum;
}

/// A number of octal digits; false for anything else.
static bool read_octal(const char *field, size_t bytes, size_t *number)
{
    size_t i = 0;
    for (*number = 0; i < bytes && field[i] >= '0' && field[i] <= '7'; i++)
        *number = *number * 8 + (size_t)(field[i] - '0');
    return i > 0 && i < bytes && (field[i] == '\0' || field[i] == ' ');
}

// ---- packing ----------------------------------------------------------------------------------------------

/// An archive that is being made, and what in it is largest.
struct archive {
    gzFile file; ///< which keeps errors of writing
    size_t bytes, files, largest_bytes;
    char largest[200];
};

static void put(struct archive *archive, const void *content, size_t bytes)
{
    gzwrite(archive->file, content, (unsigned)bytes);
    archive->bytes += bytes;
}

/// `folder` may be "".
static void add_file(struct archive *archive, const char *folder, const char *name, const char *content,
                     size_t bytes)
{
    struct header header = {.type = '0', .magic = "ustar", .version = {'0', '0'}};
    snprintf(header.name, sizeof header.name, "%s", name);
    snprintf(header.prefix, sizeof header.prefix, "%s", folder);
    snprintf(header.mode, sizeof header.mode, "%07o", 0644);
    snprintf(header.uid, sizeof header.uid, "%07o", 0);
    snprintf(header.gid, sizeof header.gid, "%07o", 0);
    snprintf(header.size, sizeof header.size, "%011zo", bytes);
    snprintf(header.mtime, sizeof header.mtime, "%011o", 0);
    snprintf(header.checksum, sizeof header.checksum, "%06o", checksum_of(&header));
    header.checksum[7] = ' ';
    put(archive, &header, BLOCK);
    put(archive, content, bytes);
    static const char zeros[BLOCK];
    put(archive, zeros, (BLOCK - bytes % BLOCK) % BLOCK);
    archive->files++;
    if (bytes <= archive->largest_bytes)
        return;
    archive->largest_bytes = bytes;
    snprintf(archive->largest, sizeof archive->largest, "%.120s%s%.60s", folder, *folder ? "/" : "", name);
}

/// A whole file, the caller's, with a NUL behind it; one of more than `most` bytes is CD_DATA.
static enum cd_code read_file(const char *path, size_t most, char **content, size_t *bytes,
                              struct cd_status *status)
{
    struct stat information;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &information)) {
        enum cd_code code = cd_fail(status, CD_IO, "%s: %s", path, strerror(errno));
        if (file)
            fclose(file);
        return code;
    }
    bool fits = S_ISREG(information.st_mode) && (size_t)information.st_size <= most;
    size_t size = fits ? (size_t)information.st_size : 0;
    *content = cd_allocate(size + 1, 1);
    *bytes = fread(*content, 1, size, file);
    fclose(file);
    if (fits && *bytes == size)
        return CD_OK;
    cd_free(*content);
    if (!fits && S_ISREG(information.st_mode))
        return cd_fail(status, CD_DATA, "%s: has %.1f MB; at most %.1f can be right", path,
                       1e-6 * (double)information.st_size, 1e-6 * (double)most);
    return cd_fail(status, CD_IO, "%s: cannot be read", path);
}

static enum cd_code add_from(struct archive *archive, const char *path, const char *folder, const char *name,
                             struct cd_status *status)
{
    char *content;
    size_t bytes;
    enum cd_code code = read_file(path, UNPACKED_BYTES, &content, &bytes, status);
    if (code)
        return code;
    add_file(archive, folder, name, content, bytes);
    cd_free(content);
    return CD_OK;
}

/// Adds an experiment, with the paper in front of its first one.
static enum cd_code add_part(struct archive *archive, const char *results, const struct cd_pack_part *part,
                             const struct cd_paper **last, struct cd_status *status)
{
    char own[PATH_MAX], path[PATH_MAX + 20], folder[155], name[100];
    enum cd_code code = cd_experiment_folder(results, part->paper, part->experiment, own, status);
    snprintf(path, sizeof path, "%s/run.json", own);
    if (code || access(path, F_OK))
        return code;
    snprintf(name, sizeof name, "%.60s.yaml", part->paper->key);
    if (*last != part->paper)
        code = add_from(archive, part->paper->path, "", name, status);
    *last = part->paper;
    snprintf(folder, sizeof folder, "%.60s/%.60s", part->paper->key, part->experiment->id);
    for (int i = 0; i < EXPERIMENT_FILES && !code; i++) {
        snprintf(path, sizeof path, "%s/%s", own, experiment_files[i]);
        code = add_from(archive, path, folder, experiment_files[i], status);
    }
    return code;
}

/// Fails for an archive of `bytes`, where `most` are allowed; `where` says of what, or is "".
static enum cd_code fail_too_large(const struct archive *archive, const char *path, double bytes,
                                   const char *where, double most, struct cd_status *status)
{
    return cd_fail(
        status, CD_DATA,
        "%s: would have %.1f MB%s, and a pack has %.0f at most; the largest file is %s with %.1f before "
        "compression; name fewer experiments",
        path, 1e-6 * bytes, where, 1e-6 * most, archive->largest, 1e-6 * (double)archive->largest_bytes);
}

/// Writes the archive to a descriptor, which it takes.
static enum cd_code write_archive(int descriptor, const char *path, const char *results,
                                  const struct cd_pack_part *parts, size_t count, struct cd_status *status)
{
    struct archive archive = {.file = gzdopen(descriptor, "wb9")};
    CD_ASSERT(archive.file);
    const struct cd_paper *last = NULL;
    enum cd_code code = CD_OK;
    char index[200];
    int length =
        snprintf(index, sizeof index, "{\"format\": 1, \"revision\": \"%.80s\"}\n", cd_build.revision);
    add_file(&archive, "", INDEX, index, (size_t)length);
    for (size_t i = 0; i < count && !code; i++) {
        code = add_part(&archive, results, &parts[i], &last, status);
        if (!code && archive.bytes > UNPACKED_BYTES)
            code = fail_too_large(&archive, path, (double)archive.bytes, " before compression",
                                  UNPACKED_BYTES, status);
    }
    static const char end[2 * BLOCK];
    put(&archive, end, sizeof end);
    gzflush(archive.file, Z_FINISH);
    z_off_t bytes = gzoffset(archive.file);
    int result = gzclose(archive.file);
    if (!code && result)
        code = cd_fail(status, CD_IO, "%s: cannot write: %s", path, strerror(errno));
    if (!code && archive.files == 1)
        code = cd_fail(status, CD_IO, "%s: nothing measured to pack in %s", path, results);
    if (!code && bytes > CD_PACK_BYTES)
        code = fail_too_large(&archive, path, (double)bytes, "", CD_PACK_BYTES, status);
    return code;
}

enum cd_code cd_pack_write(const char *path, const char *results, const struct cd_pack_part *parts,
                           size_t count, struct cd_status *status)
{
    struct cd_output *output;
    enum cd_code code = cd_output_open(path, &output, status);
    if (!code)
        code = write_archive(dup(fileno(cd_output_stream(output))), path, results, parts, count, status);
    return cd_outputs_commit(&output, 1, code, status);
}

// ---- unpacking --------------------------------------------------------------------------------------------

/// Unpacks gzip; the result is the caller's.
static enum cd_code inflate_all(const char *path, const char *packed, size_t bytes, char **content,
                                size_t *length, struct cd_status *status)
{
    z_stream stream = {.next_in = (Bytef *)packed, .avail_in = (uInt)bytes};
    size_t room = 1 << 20;
    int result = inflateInit2(&stream, GZIP_WINDOW);
    CD_ASSERT(result == Z_OK);
    *content = cd_allocate(room, 1);
    while (result == Z_OK && stream.total_out <= UNPACKED_BYTES) {
        if (stream.total_out == room) {
            size_t more = 2 * room > UNPACKED_BYTES ? UNPACKED_BYTES + 1 : 2 * room;
            *content = cd_reallocate(*content, room, more, 1);
            room = more;
        }
        stream.next_out = (Bytef *)*content + stream.total_out;
        stream.avail_out = (uInt)(room - stream.total_out);
        result = inflate(&stream, Z_NO_FLUSH);
    }
    *length = stream.total_out;
    bool large = *length > UNPACKED_BYTES, whole = result == Z_STREAM_END && !stream.avail_in && !large;
    inflateEnd(&stream);
    if (whole)
        return CD_OK;
    cd_free(*content);
    *content = NULL;
    if (large)
        return cd_fail(status, CD_DATA, "%s: unpacks to more than %.0f MB, which no pack does", path,
                       1e-6 * UNPACKED_BYTES);
    return cd_fail(status, CD_DATA, "%s: is no whole pack of `cdbench reproduce --pack`; get it again", path);
}

/// Letters, digits, _ and -, as keys of papers and experiments are.
static bool is_id(const char *text, size_t length)
{
    bool is = length > 0 && length <= 60 && *text != '-';
    for (size_t i = 0; i < length; i++)
        is = is && (isalnum((unsigned char)text[i]) || text[i] == '_' || text[i] == '-');
    return is;
}

/// True for "<key>.yaml" and "<key>/<experiment>/<file>".
static bool may_hold(const char *name)
{
    size_t key = strcspn(name, "/.");
    if (!is_id(name, key))
        return false;
    if (name[key] == '.')
        return !strcmp(name + key, ".yaml");
    const char *experiment = name + key + 1, *slash = name[key] ? strchr(experiment, '/') : NULL;
    if (!slash || !is_id(experiment, (size_t)(slash - experiment)))
        return false;
    return CD_NAMED(experiment_files, EXPERIMENT_FILES, slash + 1);
}

/// True for the first file, whose format this program knows.
static bool is_index(const char *name, const char *content, size_t bytes)
{
    const char *format = "\"format\": 1,";
    return !strcmp(name, INDEX) && memmem(content, bytes, format, strlen(format));
}

/// Writes a file of a pack below the folder, whose own folders are made.
static enum cd_code put_file(const char *pack, const char *folder, const char *name, const char *content,
                             size_t bytes, struct cd_status *status)
{
    char path[PATH_MAX + 300];
    int length = snprintf(path, sizeof path, "%s/", folder);
    for (const char *slash = name; (slash = strchr(slash, '/')); slash++) {
        snprintf(path + length, sizeof path - (size_t)length, "%.*s", (int)(slash - name), name);
        mkdir(path, 0700);
    }
    snprintf(path + length, sizeof path - (size_t)length, "%s", name);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool written = file >= 0;
    for (size_t at = 0; written && at < bytes;) {
        ssize_t more = write(file, content + at, bytes - at);
        written = more > 0;
        at += written ? (size_t)more : 0;
    }
    if (file >= 0 && close(file))
        written = false;
    if (written)
        return CD_OK;
    if (file < 0 && errno == EEXIST)
        return cd_fail(status, CD_DATA, "%s: holds '%.100s' twice, which no pack does", pack, name);
    return cd_fail(status, CD_IO, "%s: cannot unpack it into %s: %s; name another folder by TMPDIR", pack,
                   folder, strerror(errno));
}

/// Takes one file of the archive from `*at` on; `*name` is "" at its end.
static bool next_file(const char *content, size_t length, size_t *at, char name[260], size_t *bytes)
{
    struct header header;
    size_t sum;
    if (length - *at < BLOCK)
        return false;
    memcpy(&header, content + *at, BLOCK);
    *name = '\0';
    if (!header.name[0])
        return true;
    snprintf(name, 260, "%.155s%s%.100s", header.prefix, header.prefix[0] ? "/" : "", header.name);
    if (memcmp(header.magic, "ustar", sizeof header.magic) != 0 ||
        (header.type != '0' && header.type != '\0') ||
        !read_octal(header.checksum, sizeof header.checksum, &sum) || sum != checksum_of(&header) ||
        !read_octal(header.size, sizeof header.size, bytes) || *bytes > length - *at - BLOCK)
        return false;
    *at += BLOCK;
    return true;
}

static enum cd_code put_all(const char *path, const char *content, size_t length, const char *folder,
                            struct cd_status *status)
{
    char name[260];
    size_t at = 0, bytes = 0;
    for (size_t files = 0; files < FILES_MAX; files++) {
        if (!next_file(content, length, &at, name, &bytes))
            return cd_fail(status, CD_DATA, "%s: is damaged behind its %zuth file; get it again", path,
                           files);
        if (!*name && files)
            return CD_OK;
        if (files ? !may_hold(name) : !is_index(name, content + at, bytes))
            return cd_fail(status, CD_DATA,
                           "%s: holds '%.100s', which is not for a pack; `cdbench reproduce --pack` "
                           "makes them",
                           path, name);
        enum cd_code code = put_file(path, folder, name, content + at, bytes, status);
        if (code)
            return code;
        at += bytes + (BLOCK - bytes % BLOCK) % BLOCK;
        at = at < length ? at : length;
    }
    return cd_fail(status, CD_DATA, "%s: holds more than %d files, which no pack does", path, FILES_MAX);
}

/// Unpacks into a folder of its own.
static enum cd_code open_pack(const char *path, char folder[PATH_MAX], struct cd_status *status)
{
    static unsigned serial;
    char *packed, *content, place[PATH_MAX];
    size_t bytes, length;
    enum cd_code code = read_file(path, CD_PACK_BYTES, &packed, &bytes, status);
    if (code)
        return code;
    code = inflate_all(path, packed, bytes, &content, &length, status);
    cd_free(packed);
    if (code)
        return code;
    code = cd_folder_temporary(place, status);
    if (!code) {
        snprintf(folder, PATH_MAX, "%.4000s/%u", place, serial++);
        mkdir(folder, 0700);
        code = put_all(path, content, length, folder, status);
    }
    cd_free(content);
    return code;
}

// ---- either -----------------------------------------------------------------------------------------------

enum cd_code cd_results_open(const char *name, struct cd_results_source *source, struct cd_status *status)
{
    struct stat information;
    *source = (struct cd_results_source){.name = name};
    if (!*name)
        return cd_fail(status, CD_USAGE, "an empty name; name a folder with results or a pack");
    if (stat(name, &information))
        return cd_fail(status, CD_IO, "%s: %s; name a folder with results or a pack", name, strerror(errno));
    if (strlen(name) >= PATH_MAX)
        return cd_fail(status, CD_IO, "%.80s...: the name is too long", name);
    if (S_ISREG(information.st_mode))
        return open_pack(name, source->folder, status);
    if (!S_ISDIR(information.st_mode))
        return cd_fail(status, CD_IO, "%s: is no file; name a folder with results or a pack", name);
    strcpy(source->folder, name);
    return CD_OK;
}

void cd_results_blame(const struct cd_results_source *source, struct cd_status *status)
{
    size_t length = strlen(source->folder);
    struct cd_status inner = *status;
    bool unpacked = strcmp(source->folder, source->name) != 0;
    if (unpacked && !strncmp(inner.text, source->folder, length) && inner.text[length] == '/')
        cd_fail(status, inner.code, "%s: %s", source->name, inner.text + length + 1);
}
